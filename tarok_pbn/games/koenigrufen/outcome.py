"""Outcome tags as a hand gives them; what cannot be known is left out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.cards import blatt
from tarok_pbn.games.koenigrufen.hand import called_word, contract_word, declarer_word
from tarok_pbn.games.koenigrufen.radl import radl_after
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import state_of
from tarok_pbn.games.koenigrufen.trischaken import points_each

__all__ = ["computed"]


def computed(table: Table, rules: Rules) -> dict[str, str]:
    """Tag -> value."""
    state = state_of(table)
    tags: dict[str, str] = {}
    if not state.games:
        return tags
    if "Auction" in table.given:
        tags["Contract"] = contract_word(table, state)
        tags["Declarer"] = declarer_word(table, state)
        tags["Called"] = called_word(table, state)
    if state.partner_known or state.family in ("N", "T"):
        tags["Partner"] = table.seats[table.partner] if table.partner is not None else ""

    def add(name: str, find: Callable[[], str]) -> None:
        with contextlib.suppress(Undetermined):
            tags[name] = find()

    if state.conceded:
        return tags
    if table.tricks or table.claim is not None:
        if state.family == "T":
            add("Points", lambda: _each(table, [blatt(p) for p in points_each(table, rules, state)]))
        elif state.family != "N":
            add("Points", lambda: " ".join(blatt(p) for p in facts.points(table, rules, state)))
        if state.family in ("N", "T") and (table.play_complete(facts.TRICKS) or table.over):
            add("Tricks", lambda: _each(table, [str(t) for t in facts.tricks_of(table)]))
    if rules.radl != "none":
        add("RadlAfter", lambda: radl_after(table, rules))
    return tags


def _each(table: Table, values: list[str]) -> str:
    return "; ".join(f"{letter} {value}" for letter, value in zip(table.seats, values, strict=True))
