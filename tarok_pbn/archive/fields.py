"""Fields of a record by which an archive is ordered and divided, and their natural order.

Numbers inside a text count as numbers (``Table 2`` before ``Table 10``), letters of either case and with or
without accents stand together, a date is year, month and day, and what is not known comes last.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import total_ordering
from typing import Any

from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.notation import deal_id
from tarok_pbn.notation.tags import KNOWN
from tarok_pbn.record import Record

__all__ = ["UNKNOWN", "field_of", "fields_of", "natural", "order_of", "players", "value_of"]

#: Value of a field that a record does not tell.
UNKNOWN = "?"
_SEATS = ("South", "East", "North", "West", "A", "B", "C", "D", "E")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PARTS = re.compile(r"[0-9]+|[^0-9]+")
_BY_LOWER = {name.lower(): name for name in KNOWN}
_COMPUTED = ("deal",)
_MARKS = 200  # a text longer than this is compared by its beginning only


def field_of(name: str) -> str:
    """The field that is meant: a tag by its name in any case, or ``deal`` (the DealId).

    A tag that the format does not know is meant where its name begins with a capital or ``_``. Raises ValueError
    with the nearest known name.
    """
    name = name.strip()
    if name.lower() in ("deal", "dealid"):
        return "deal"
    known = _BY_LOWER.get(name.lower())
    if known is not None:
        return known
    if _NAME.fullmatch(name) is not None and (name[0].isupper() or name[0] == "_"):
        return name
    near = nearest(name.lower(), dict.fromkeys([*_BY_LOWER, *_COMPUTED]))
    hint = f"did you mean {near}?" if near else "a tag such as date, event, round, table, board, or deal"
    raise ValueError(f"no field {name!r}; {hint}")


def fields_of(text: str) -> list[str]:
    """The fields of a list with commas. Raises ValueError."""
    fields = [field_of(part) for part in text.split(",") if part.strip()]
    if not fields:
        raise ValueError("no field is named; as in date,event,round,table,board")
    return list(dict.fromkeys(fields))


def value_of(record: Record, field: str) -> str:
    """The value of a field; ``?`` where it is missing."""
    if field == "deal":
        return deal_id(record) or UNKNOWN
    return record.get(field, UNKNOWN)


def players(record: Record) -> list[str]:
    """The names of the players as recorded, each once, in the order of the seats."""
    names = [record.get(seat, UNKNOWN) for seat in _SEATS]
    return list(dict.fromkeys(name for name in names if name.strip("?.- ")))


def natural(text: str) -> tuple[Any, ...]:
    """A key under which numbers in a text count as numbers and case and accents come second."""
    folded = unicodedata.normalize("NFKD", text[:_MARKS].casefold())
    base = "".join([char for char in folded if not unicodedata.combining(char)])
    parts: list[tuple[int, int, str]] = []
    for part in _PARTS.findall(base):
        if part[0] in "0123456789":
            digits = part.lstrip("0")
            parts.append((0, len(digits), digits))
        else:
            parts.append((1, 0, part))
    return tuple(parts), text


@total_ordering
class _Down:
    """A key that sorts the other way round."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Down) and bool(self.key == other.key)

    def __lt__(self, other: _Down) -> bool:
        return bool(other.key < self.key)


def order_of(fields: Sequence[str], *, reverse: bool = False) -> Callable[[Sequence[str]], Any]:
    """From the values of *fields* to a key; unknown values come last in both directions."""

    def order(values: Sequence[str]) -> Any:
        key: list[Any] = []
        for field, value in zip(fields, values, strict=True):
            for part in _split(field, value):
                unknown = not part.strip("?.- ")
                own = natural("" if unknown else part)
                key.append((unknown, _Down(own) if reverse else own))
        return tuple(key)

    return order


def _split(field: str, value: str) -> Iterable[str]:
    """A date in its three parts, another value as it is."""
    if field != "Date":
        return (value,)
    return (*value.split("."), "", "", "")[:3]
