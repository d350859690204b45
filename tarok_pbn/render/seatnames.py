"""Names of seats in the reader's language; their letters are the record's in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.render.catalogue import noted, texts

__all__ = ["seat_name", "seat_names"]

_NOTED = (noted("South"), noted("East"), noted("North"), noted("West"))


@cache
def seat_names(lang: str) -> Mapping[str, str]:
    """Letter of a seat -> its name; seats without a name are called by their letter."""
    gettext = texts(lang).gettext
    return MappingProxyType({letter: gettext(name) for letter, name in SEAT_NAMES.items()})


def seat_name(table: Table, seat: int, lang: str) -> str:
    """The name of a seat of a table, by its index in the order of play."""
    letter = table.seats[seat]
    return seat_names(lang).get(letter, letter)
