"""What a hand is played for, for whoever looks ahead. Source: dansk §1.4, §2.6, §6.

Each of the three plays for himself: what is asked is what one of them can do against the other two.
"""

from __future__ import annotations

from tarok_pbn.cards import CARD, T1
from tarok_pbn.games.dansk.cards import VALUES
from tarok_pbn.games.dansk.facts import TRICKS
from tarok_pbn.games.dansk.laws import LAST
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.running import trick_points
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth

__all__ = ["aims", "named_aims", "worth"]

_TOTAL = 3 * 78


def worth(table: Table, rules: Rules) -> Worth:
    """One point a trick and the values of the cards; the fool stays with its owner but in the last trick."""
    return Worth(
        tuple(3 * value for value in VALUES),
        (0, *[3] * TRICKS),
        fool_stays=True,
        fool_lost_last=rules.fool_endgame != "none",
        owned=trick_points(table, rules, None),
        total=_TOTAL,
    )


def aims(table: Table, rules: Rules) -> list[Aim]:
    """Each seat's last trick."""
    return [Aim("trick", frozenset({seat}), trick=LAST) for seat in range(table.n)]


def named_aims(table: Table, rules: Rules) -> dict[str, Aim]:
    """Ultimo with each of the five cards, for its holder when play begins."""
    found: dict[str, Aim] = {}
    names = {"pagat": T1} | {f"king:{suit}": CARD[suit + "K"] for suit in "SHDC"}
    for name, card in names.items():
        seat = table.holder(card)
        if seat is not None:
            found[name] = Aim("trick", frozenset({seat}), trick=LAST, card=card)
    return found
