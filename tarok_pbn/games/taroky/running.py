"""Card points while a hand is going on, in exact thirds. Source: taroky §1.3, §5, §9.1, §10.

Counting by threes is, card by card, the value less two thirds; the official count of a side is its
sum rounded to a whole number.
"""

from __future__ import annotations

from tarok_pbn.cards import bits
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.taroky.announce import partner_known
from tarok_pbn.games.taroky.announce import sides as two_sides
from tarok_pbn.games.taroky.cards import VALUES
from tarok_pbn.games.taroky.rules import Rules

__all__ = ["before", "card_thirds", "sides", "trick_points"]


def sides(table: Table) -> tuple[frozenset[int], ...] | None:
    """Declarer's side and defence; each seat for itself in Varšava; None where the partner is not known."""
    if table.contract == "varsava":
        return tuple(frozenset({seat}) for seat in range(table.n))
    if table.contract is None or table.declarer is None or not partner_known(table):
        return None
    return two_sides(table)


def trick_points(table: Table, rules: Rules, trick: Trick | None) -> dict[int, int] | None:
    """Thirds won by a trick (in Varšava with its talon card), or owned before the first."""
    if trick is None:
        return before(table, rules)
    if trick.winner is None or not trick.known:
        return None
    cards = list(trick.cards)
    if table.contract == "varsava" and trick.number <= 6:
        if table.talon is None or table.talon[trick.number - 1] < 0:
            return None
        cards.append(table.talon[trick.number - 1])
    return {trick.winner: card_thirds(cards, rules)}


def before(table: Table, rules: Rules) -> dict[int, int] | None:
    """Seat -> thirds owned before the first trick; None where that is not known."""
    if table.contract == "varsava":
        return {}
    groups = sides(table)
    if groups is None or table.talon is None or -1 in table.talon:
        return None
    owned: dict[int, int] = {}
    for seat, laid in enumerate(table.laid):
        if laid is None:
            return None
        if laid:
            owned[seat] = card_thirds(list(bits(laid)), rules)
    drawn = {card for cards in table.taken for card in cards}
    unused = [card for card in table.talon if card not in drawn]
    if unused:
        defender = min(groups[1])
        owned[defender] = owned.get(defender, 0) + card_thirds(unused, rules)
    return owned


def card_thirds(cards: list[int], rules: Rules) -> int:
    """Thirds of some cards: the value less two thirds each, or the value itself (base 106)."""
    total = 3 * sum([VALUES[card] for card in cards])
    return total if rules.point_base == 106 else total - 2 * len(cards)
