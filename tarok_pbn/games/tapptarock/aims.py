"""What a hand is played for, for whoever looks ahead. Source: koenigrufen App. A."""

from __future__ import annotations

from tarok_pbn.cards import PACK54, T1
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.koenigrufen.cards import CARD_THIRDS, PACK_THIRDS, thirds
from tarok_pbn.games.tapptarock.hand import TRICKS
from tarok_pbn.games.tapptarock.rules import Rules

__all__ = ["aims", "named_aims", "worth"]


def worth(table: Table, rules: Rules) -> Worth:
    """Exact thirds; what the declarer does not take of the talon is the opponents'."""
    return Worth(CARD_THIRDS, (0,) * (TRICKS + 1), owned=_owned(table), total=PACK_THIRDS)


def _owned(table: Table) -> dict[int, int] | None:
    declarer = table.declarer
    if declarer is None:
        return {} if table.contract == "trischaken" else None
    laid, hands = table.laid[declarer], 0
    if laid is None:
        return None
    for hand in table.at_play:
        if hand is None:
            return None
        hands |= hand
    other = table.after(declarer, 1)
    return {declarer: thirds(laid), other: thirds(PACK54 & ~hands & ~laid)}


def aims(table: Table, rules: Rules) -> list[Aim]:
    """Points of the declarer; in Trischaken each seat's, as few as can be."""
    if table.contract == "trischaken":
        return [Aim("points", frozenset({seat}), low=True) for seat in range(table.n)]
    if table.declarer is None:
        return []
    return [Aim("points", frozenset({table.declarer}), enough=rules.threshold_thirds)]


def named_aims(table: Table, rules: Rules) -> dict[str, Aim]:
    """The Pagat in the last trick, for the side of its holder when play begins."""
    seat, declarer = table.holder(T1), table.declarer
    if seat is None or declarer is None:
        return {}
    mine = frozenset({declarer})
    side = mine if seat == declarer else frozenset(range(table.n)) - mine
    return {"pagat": Aim("trick", side, trick=TRICKS, card=T1)}
