"""Helpers of the Danish tests: hands as the rules page writes them, single legality questions, settlements."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tarok_pbn.cards import CARD, CODES, bits
from tarok_pbn.games import get
from tarok_pbn.games.dansk.laws import DanishLaw
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.settle import Settlement, accounts
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.tricks import strengths
from tarok_pbn.ledger import Ledger

SAMPLES = Path(__file__).parent.parent / "samples" / "dansk"
DANSK = get("dansk")


def options(ruleset: str = "dansk-1", **changes: Any) -> Rules:
    """A rule set with changed options."""
    rules = DANSK.rulesets()[ruleset].options
    assert isinstance(rules, Rules)
    return replace(rules, **changes)


def page_card(token: str) -> str:
    """Our token of a card as the Danish rules page writes it: ``s10``, ``hK``, ``T5``, ``F``."""
    if token[0] in "TF":
        return token
    return token[0].upper() + {"10": "T"}.get(token[1:], token[1:])


def cards(text: str) -> int:
    """Mask of page cards."""
    return sum(1 << CARD[page_card(token)] for token in text.split())


def tokens(mask: int) -> set[str]:
    """Tokens of a mask."""
    return {CODES[card] for card in bits(mask)}


def legal(hand: str, *played: str, trick: int = 5, named: str = "", demanded: bool = False, **changes: Any) -> set[str]:
    """What the player after *played* may play from *hand* (page cards)."""
    rules = options(**changes)
    held = cards(hand)
    table = Table(("S", "E", "W"), [held, held, held], [])
    law = DanishLaw(table, strengths("" if rules.red_pips == "reversed" else "T987654321"), rules)
    running = law.trick = Trick(trick, 0)
    for seat, card in enumerate(played):
        running.cards.append(CARD[page_card(card)])
        running.seats.append(seat)
    if named:
        running.named = "TSHDC".index(named)
    law.demanded = 2 if demanded else None
    return tokens(law.legal(len(played), held, running))


def winner(*played: str, named: str = "", trick: int = 5, **changes: Any) -> str:
    """The token that wins a trick of page cards."""
    return page_card(played[trick_of(played, named=named, trick=trick, **changes).winning])


def trick_of(played: tuple[str, ...], *, leader: int = 0, named: str = "", trick: int = 25, **changes: Any) -> Trick:
    """A finished trick, won by the law of play."""
    rules = options(**changes)
    table = Table(("S", "E", "W"), [None, None, None], [])
    law = DanishLaw(table, strengths("" if rules.red_pips == "reversed" else "T987654321"), rules)
    done = Trick(trick, leader)
    for step, card in enumerate(played):
        done.cards.append(CARD[page_card(card)])
        done.seats.append((leader + step) % 3)
    if named:
        done.named = "TSHDC".index(named)
    done.winning = law.best(done)
    done.winner = done.seats[done.winning]
    return done


def settlement(
    before: str = "pagat 125; king 150", *, counts: list[int] | None = None, seats: str = "SEW", **changes: Any
) -> Settlement:
    """A settlement about to begin: the dealer is the third of the seats, the first is the next dealer."""
    rules = options(**changes)
    playing = tuple("SEW") if len(seats) == 3 else tuple(seats[1:2] + seats[3:] + seats[:1])
    table = Table(playing, [None, None, None], [])
    table.everybody = tuple(seats)
    table.stated["Pots"] = before
    done = Settlement(table, rules, Ledger(accounts(table, rules)))
    done.counts = counts or [8, 9, 8]
    return done


def sums(done: Settlement) -> tuple[int, ...]:
    """What each account gained or lost, seats first."""
    return tuple(int(amount) for amount in done.ledger.totals().values())
