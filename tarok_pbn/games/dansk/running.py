"""Card points while a hand is going on. Source: dansk §1.4, §2.6."""

from __future__ import annotations

from tarok_pbn.cards import FOOL
from tarok_pbn.games.dansk.cards import VALUES, honours
from tarok_pbn.games.dansk.facts import keeps_fool
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.kit.table import Table, Trick

__all__ = ["trick_points"]


def trick_points(table: Table, rules: Rules, trick: Trick | None) -> dict[int, int] | None:
    """Thirds of a point gained by a trick (a kept fool by its owner), or by the skat before the first."""
    if trick is None:
        if table.dealer is None or not table.laid[table.dealer]:
            return None
        return {table.dealer: 3 * (1 + honours(table.laid[table.dealer] or 0))}
    if trick.winner is None or not trick.known:
        return None
    gains = {trick.winner: 3}
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        owner = seat if card == FOOL and keeps_fool(trick, rules) else trick.winner
        gains[owner] = gains.get(owner, 0) + 3 * VALUES[card]
    return gains
