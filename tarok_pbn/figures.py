"""Whole numbers as records write them: ASCII digits, and few enough to be a number of anything."""

from __future__ import annotations

from typing import Final

__all__ = ["MOST_DIGITS", "by_number", "whole"]

#: no count, board or amount of chips has more; such a number fits 64 bits
MOST_DIGITS: Final = 18


def whole(text: str) -> int | None:
    """The number that a text is; None for anything else: signs, ``²``, ``٣``, and more than ``MOST_DIGITS`` digits.

    >>> whole("08"), whole("²"), whole("-1"), whole("")
    (8, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def by_number(text: str) -> tuple[int, int, str]:
    """What boards and tables are ordered by: numbers by their value, before all others as they are written."""
    number = whole(text)
    return (1, 0, text) if number is None else (0, number, "")
