"""Calling the king. Source: koenigrufen §4."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import CARD, CODES, KINGS, bits
from tarok_pbn.games.kit.decision import AUCTION, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import cards_list, these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.cards import QUEENS
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State

__all__ = ["call", "callable_cards", "find_partner"]

_RULE: Final = f"{PAGE} §4"


def call(table: Table, rules: Rules, state: State) -> Generator[Decision, Answer, None]:
    """The declarer calls a king (or the fourth one without naming it): sets ``table.called``."""
    declarer = table.declarer or 0
    hand = table.dealt[declarer]
    words = _legal(hand, rules)

    def why(seat: int, word: str) -> Problem:
        name = table.name(seat)
        help_ = f"Legal: {these(words, 'or')}."
        verb, _, code = word.partition(":")
        if verb != "call":
            return Problem("A006", f"{name} says {word}, but now the king is called.", _RULE, help_)
        card = CARD.get(code)
        if code == "fourth":
            held = cards_list(hand & KINGS) if hand is not None and hand & KINGS else "no king"
            return Problem(
                "A003", f"{name} calls the fourth king, but holds {held}: that needs three kings.", f"{_RULE}.3", help_
            )
        if card is None or not (KINGS | QUEENS) >> card & 1:
            return Problem("A003", f"{name} calls {code or 'nothing'}, which is no king.", f"{_RULE}.1", help_)
        if hand is not None and hand >> card & 1:
            return Problem(
                "A003", f"{name} calls {code}, which {name} holds: the own king may not be called.", f"{_RULE}.4", help_
            )
        if QUEENS >> card & 1:
            return Problem(
                "A003",
                f"{name} calls {code}: a queen is called only with all four kings in hand.",
                f"{PAGE} §3.3",
                help_,
            )
        return Problem(
            "A003",
            f"{name} names {code}, but with three kings the fourth is called without naming it.",
            f"{_RULE}.3",
            help_,
        )

    word = table.feed(AUCTION).take(declarer, words)
    if word is None:
        _, word = yield Say(declarer, AUCTION, words, why)
    code = word.partition(":")[2]
    if code == "fourth":
        state.fourth = True
        missing = KINGS & ~hand if hand is not None else 0
        table.called = next(bits(missing)) if missing.bit_count() == 1 else None
    else:
        table.called = CARD.get(code)


def _legal(hand: int | None, rules: Rules) -> tuple[str, ...]:
    kings = list(bits(KINGS))
    if hand is None:
        queens = bits(QUEENS) if rules.four_kings == "call_queen" else ()
        return (*tuple(f"call:{CODES[c]}" for c in (*kings, *queens)), "call:fourth")
    held = hand & KINGS
    if held == KINGS and not rules.self_call:
        callable_ = QUEENS & ~hand or QUEENS
        return tuple(f"call:{CODES[c]}" for c in bits(callable_ if rules.four_kings == "call_queen" else KINGS))
    words = tuple(f"call:{CODES[c]}" for c in kings if rules.self_call or not held >> c & 1)
    if held.bit_count() == 3:
        words = ("call:fourth",) if rules.fourth_king == "must" else (*words, "call:fourth")
    return words


def callable_cards(hand: int | None, rules: Rules) -> tuple[str, ...]:
    """The cards that may be called with that hand; the fourth king too, which is called without naming it (§4.3)."""
    cards = [word.partition(":")[2] for word in _legal(hand, rules)]
    if "fourth" in cards:
        cards.remove("fourth")
        if hand is not None:
            cards += [CODES[card] for card in bits(KINGS & ~hand) if CODES[card] not in cards]
    return tuple(cards)


def find_partner(table: Table, state: State) -> None:
    """Who holds the called card: the partner, or nobody if it is the declarer or lies in the talon."""
    called, declarer = table.called, table.declarer
    if state.family != "R":
        state.partner_known = state.family != ""
        return
    if called is None or declarer is None:
        return
    for seat in range(table.n):
        dealt = table.dealt[seat]
        if dealt is not None and dealt >> called & 1:
            table.partner = None if seat == declarer else seat
            state.partner_known = True
            return
    if table.talon is not None and called in table.talon:
        table.partner = None
        state.partner_known = True
        return
    unknown = [seat for seat in range(table.n) if table.dealt[seat] is None]
    if table.talon is not None and -1 not in table.talon and len(unknown) == 1:
        table.partner = None if unknown[0] == declarer else unknown[0]
        state.partner_known = True
