"""Numbers for pages: thirds of a card point, amounts of a settlement."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tarok_pbn.ledger import Amount

__all__ = ["MINUS", "amount", "decimal", "grouped", "thirds"]

MINUS = "\N{MINUS SIGN}"
_PARTS = {(1, 3): "⅓", (2, 3): "⅔", (1, 2): "½", (1, 4): "¼", (3, 4): "¾"}


@lru_cache(maxsize=1024)
def thirds(count: int | None) -> str:
    """Card points from a number of thirds: 17 -> ``5⅔``; None -> ``?``.

    >>> thirds(17), thirds(2), thirds(0), thirds(-1)
    ('5⅔', '⅔', '0', '−⅓')
    """
    return "?" if count is None else _mixed(Fraction(count, 3))


def amount(value: Amount, *, sign: bool = True) -> str:
    """An amount with a real minus and, with *sign*, a plus: ``+8``, ``−3⅓``, ``0``."""
    text = _mixed(value)
    return f"+{text}" if sign and value > 0 else text


def grouped(number: int, lang: str) -> str:
    """A number in groups of three digits as the language writes it: ``1,200``, elsewhere with a narrow space.

    >>> grouped(1200, "en"), grouped(999, "cs")
    ('1,200', '999')
    """
    text = f"{number:,}"
    return text if lang == "en" else text.replace(",", "\N{NARROW NO-BREAK SPACE}")


def decimal(text: str, lang: str) -> str:
    """A number such as ``+2.3`` or ``-0.1`` with a real minus, and with the comma that all but English have.

    >>> decimal("-0.1", "en"), decimal("+2.3", "da")
    ('−0.1', '+2,3')
    """
    text = text.replace("-", MINUS)
    return text if lang == "en" else text.replace(".", ",")


def _mixed(value: Amount) -> str:
    if value < 0:
        return MINUS + _mixed(-value)
    if isinstance(value, int):
        return str(value)
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    part = _PARTS.get((rest, value.denominator))
    if part is None:
        return f"{value.numerator}/{value.denominator}"
    return f"{whole}{part}" if whole else part
