"""The settlement of Varšava in its four forms. Source: taroky §10."""

from __future__ import annotations

from fractions import Fraction

from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky import facts
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.ledger import Amount, Item, Ledger

__all__ = ["settle_varsava"]


def settle_varsava(table: Table, rules: Rules, ledger: Ledger) -> Ledger:
    """Adds the one item of a Varšava. Raises Undetermined."""
    points, trickless = facts.varsava_points(table, rules)
    counts = "; ".join(f"{table.seats[s]} {points[s]}" for s in range(table.n))
    item = ledger.add(Item("varsava", 0, counts))
    {"tiers": _tiers, "fixed": _fixed, "pot": _pot, "difference": _difference}[rules.varsava_scoring](
        table, rules, points, trickless, item
    )
    return ledger


def _tiers(table: Table, rules: Rules, points: list[int], trickless: list[bool], item: Item) -> None:
    """Every player but the worst receives v, twice that without a trick; the worst pay it in equal shares."""
    worst = max(points)
    tier = sum(worst >= bound for bound in rules.varsava_bounds)
    value = rules.varsava_tiers[tier]
    losers = [s for s in range(table.n) if points[s] == worst]
    item.base, item.working = value, f"{item.working}; worst {worst}: {value} to each other player"
    total = sum(value * (rules.varsava_trickless if trickless[s] else 1) for s in range(table.n) if s not in losers)
    shares: list[Fraction] = [Fraction(total, len(losers))] * len(losers)
    if rules.varsava_split == "floor_then_first_seat":
        floor = total // len(losers)
        shares = [Fraction(floor)] * len(losers)
        shares[0] += total - floor * len(losers)
    # Each receiver is paid by all losers in proportion to their shares, so that every transfer is balanced.
    for loser, share in zip(losers, shares, strict=True):
        left = share
        for seat in range(table.n):
            if seat in losers:
                continue
            due = value * (rules.varsava_trickless if trickless[seat] else 1)
            part = share * due / total
            left -= part
            item.pay(table.seats[loser], table.seats[seat], _plain(part))


def _fixed(table: Table, rules: Rules, points: list[int], trickless: list[bool], item: Item) -> None:
    """The worst pays 40 to each, 80 to a trickless player; forehand 80 and 120. Tied losers each pay in full."""
    worst = max(points)
    losers = [s for s in range(table.n) if points[s] == worst]
    item.working += f"; worst {worst}"
    for loser in losers:
        for seat in range(table.n):
            if seat not in losers:
                item.pay(table.seats[loser], table.seats[seat], 40 + 40 * trickless[seat] + 40 * (loser == 0))


def _pot(table: Table, rules: Rules, points: list[int], trickless: list[bool], item: Item) -> None:
    """Everybody pays his own points, doubled for each player without a trick, into the pot."""
    times = 2 ** sum(trickless)
    item.working += f"; × {times}"
    for seat in range(table.n):
        item.pay(table.seats[seat], "pot", points[seat] * times)


def _difference(table: Table, rules: Rules, points: list[int], trickless: list[bool], item: Item) -> None:
    """The worst pays the best four times their difference, the third the second twice theirs."""
    order = sorted(range(table.n), key=lambda s: points[s])
    item.pay(table.seats[order[3]], table.seats[order[0]], 4 * (points[order[3]] - points[order[0]]))
    item.pay(table.seats[order[2]], table.seats[order[1]], 2 * (points[order[2]] - points[order[1]]))


def _plain(value: Fraction) -> Amount:
    return int(value) if value.denominator == 1 else value
