"""What a hand is played for, for whoever looks ahead. Source: taroky §1.3, §8, §9.1, §10."""

from __future__ import annotations

from tarok_pbn.cards import T1
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.taroky.laws import LAST
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.games.taroky.running import before, card_thirds, sides

__all__ = ["aims", "named_aims", "worth"]


def worth(table: Table, rules: Rules) -> Worth:
    """Exact thirds; in Varšava with the talon card that goes with each of the first six tricks."""
    cards = tuple(card_thirds([card], rules) for card in range(78))
    tricks = [0] * (LAST + 1)
    without = ""
    if table.contract == "varsava":
        if table.talon is None or -1 in table.talon:
            without = "the talon"
        else:
            tricks[1:7] = [cards[card] for card in table.talon]
    return Worth(cards, tuple(tricks), owned=before(table, rules), total=3 * rules.point_base, without=without)


def aims(table: Table, rules: Rules) -> list[Aim]:
    """Points of the declarer's side, who need more than half; in Varšava each seat's points, as few as can be."""
    if table.contract == "varsava":
        return [Aim("points", frozenset({seat}), low=True) for seat in range(table.n)]
    groups = sides(table)
    if groups is None:
        return []
    # By threes the exact count is rounded to the nearest point: 107 thirds are the first 36 points.
    return [Aim("points", groups[0], enough=107 if rules.point_base == 70 else 3 * (rules.point_base // 2 + 1))]


def named_aims(table: Table, rules: Rules) -> dict[str, Aim]:
    """The last trick with the pagát, for the side of its holder when play begins."""
    groups, seat = sides(table), table.holder(T1)
    if groups is None or seat is None or table.contract == "varsava":
        return {}
    side = next(group for group in groups if seat in group)
    return {"pagat": Aim("trick", side, trick=LAST, card=T1)}
