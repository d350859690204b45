"""What a hand tells everybody beside its play. Source: koenigrufen App. A."""

from __future__ import annotations

from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.told import HAND, Shown, all_of
from tarok_pbn.games.koenigrufen.cards import BIT_I
from tarok_pbn.games.koenigrufen.contracts import Kind
from tarok_pbn.games.koenigrufen.told import laid_away
from tarok_pbn.games.tapptarock.rules import PAGE, Rules

__all__ = ["shown"]


def shown(table: Table, rules: Rules) -> Shown:
    """The talon of a Dreier, an announced Pagat, and what the discard cannot be."""
    declarer = table.declarer
    told = []
    silent = []
    if declarer is not None and table.taken[declarer]:
        told += list(laid_away(table, rules, Kind("E", "half"), declarer))
    if table.declared is None:
        silent.append("announcements (the record does not tell them)")
    for seat, words in enumerate(table.declared or ()):
        if "pagat" in words:
            told.append(all_of(seat, BIT_I, HAND, "announced the Pagat", PAGE))
    places = frozenset(range(6)) if table.contract == "dreier" else frozenset()
    if table.contract in ("unterer", "oberer"):
        silent.append("the half that was not taken (the rules do not say that it is shown)")
    return Shown(places, tuple(told), silent=tuple(silent))
