"""Card points while a hand is going on, in thirds. Source: koenigrufen §1.3, §5, §9.5."""

from __future__ import annotations

from tarok_pbn.cards import PACK54
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.tricks import masks_of
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.cards import thirds
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import state_of

__all__ = ["sides", "trick_points"]


def sides(table: Table) -> tuple[frozenset[int], ...] | None:
    """Declarer's side and the others; each seat for itself in Trischaken and parallel negative games."""
    state = state_of(table)
    if not state.games:
        return None
    if state.family == "T" or len(state.games) > 1:
        return tuple(frozenset({seat}) for seat in range(table.n))
    try:
        return facts.sides(table, state)
    except Undetermined:
        return None


def trick_points(table: Table, rules: Rules, trick: Trick | None) -> dict[int, int] | None:
    """Thirds won by a trick (in Trischaken with its talon cards), or owned before the first."""
    state = state_of(table)
    if not state.games:
        return None
    if trick is None:
        return {} if state.family in ("N", "T") else _before(table, rules)
    if trick.winner is None or not trick.known:
        return None
    gained = thirds(masks_of([trick]))
    if state.family == "T":
        if not state.talon_to or table.talon is None or -1 in table.talon:
            return {trick.winner: gained} if state.talon_to == "unused" else None
        if state.talon_to == "first_six" and trick.number <= 6:
            if not state.turned:
                return None
            gained += thirds(1 << table.talon[trick.number - 1])
        elif state.talon_to == "last_trick" and trick.number == facts.TRICKS:
            gained += sum(thirds(1 << card) for card in table.talon)
    return {trick.winner: gained}


def _before(table: Table, rules: Rules) -> dict[int, int] | None:
    """What each side owns of the six cards that are not played, so far as the record tells."""
    state = state_of(table)
    groups = sides(table)
    if groups is None or not table.play_complete(facts.TRICKS):
        return None
    try:
        known = facts.piles(table, rules, state)
    except Undetermined:
        return None
    if known.open:
        return None
    unplayed = PACK54 & ~masks_of(table.tricks)
    mine, other = thirds(known.mine & unplayed), thirds(known.other & unplayed)
    return {min(group): count for group, count in zip(groups, (mine, other), strict=True) if count}
