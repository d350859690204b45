"""A hand of Danish Tarok as a script. Reads like the rule page."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Final

from tarok_pbn.games.dansk.announce import announcements
from tarok_pbn.games.dansk.cards import TRUMPS
from tarok_pbn.games.dansk.exchange import exchange
from tarok_pbn.games.dansk.facts import TRICKS, hand_of
from tarok_pbn.games.dansk.laws import DanishLaw
from tarok_pbn.games.dansk.rules import PAGE, Rules
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, EXCHANGE, Answer, Decision, Problem, Say, Script
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import Law, play, strengths

__all__ = ["hand", "law", "opening"]

_strengths: Final = cache(strengths)


def hand(table: Table, rules: Rules) -> Script:
    """One hand from the discard to the last trick."""
    dealer = table.dealer if table.dealer is not None else table.n - 1
    table.held[dealer] = hand_of(table, dealer)
    if EXCHANGE in table.given:
        if rules.redeal_no_trump and (yield from _redeal(table)):
            return
        yield from exchange(table, rules)
    else:
        table.held[dealer] = table.laid[dealer] = None
    table.at_play = list(table.held)
    if ANNOUNCEMENTS in table.given:
        if rules.pots_not_moved_fine and rules.pots:
            yield from _pots_moved(table, dealer)
        yield from announcements(table)
    yield from play(table, law(table, rules), 0, TRICKS)


def law(table: Table, rules: Rules) -> DanishLaw:
    """The law of play."""
    strength = _strengths("" if rules.red_pips == "reversed" else "T987654321")
    return DanishLaw(table, strength, rules)


def opening(table: Table, rules: Rules) -> tuple[Law, int] | None:
    """The law of play, and forehand, who leads; None where cards are dealt again."""
    return (law(table, rules), 0) if table.contract != "redeal" else None


def _redeal(table: Table) -> Generator[Decision, Answer, bool]:
    """§3.2: a player dealt no trump may demand a redeal; the hand is then over and nothing is paid."""

    def why(seat: int, word: str) -> Problem:
        return Problem(
            "X008",
            f"{table.name(seat)} says {word!r}, but holds a trump: only a hand without one may be dealt again.",
            f"{PAGE} §3.2",
        )

    for seat in range(table.n):
        cards = table.held[seat]
        if cards is not None and cards & TRUMPS:
            continue
        if table.feed(EXCHANGE).lacks("redeal"):
            continue
        _, word = yield Say(seat, EXCHANGE, ("", "redeal"), why, verbs=frozenset({"redeal"}), implied="", in_turn=False)
        if word == "redeal":
            table.contract = "redeal"
            return True
    return False


def _pots_moved(table: Table, dealer: int) -> Generator[Decision, Answer, None]:
    """§5: a dealer who has not moved the pots before the first lead pays for it, where that is fined."""

    def why(seat: int, word: str) -> Problem:
        return Problem(
            "M009", f"{table.name(seat)} says {word!r}; only the dealer forgets to move the pots.", f"{PAGE} §5"
        )

    word = "pots_not_moved"
    if table.feed(ANNOUNCEMENTS).lacks(word):
        return
    _, said = yield Say(dealer, ANNOUNCEMENTS, ("", word), why, verbs=frozenset({word}), implied="", in_turn=False)
    if said == word:
        table.stated["pots_not_moved"] = "yes"
