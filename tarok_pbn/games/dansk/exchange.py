"""The dealer's discard, the skat. Source: dansk §3.3."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import FOOL, KINGS, T1, TAROKS
from tarok_pbn.games.dansk.cards import FOOL_BIT, MONDO_BIT, PAGAT_BIT, TRUMPS
from tarok_pbn.games.dansk.melds import meld_cards
from tarok_pbn.games.dansk.rules import PAGE, Rules
from tarok_pbn.games.kit.decision import EXCHANGE, Answer, Decision, Lay, Problem, Say
from tarok_pbn.games.kit.say import cards_counted, cards_list
from tarok_pbn.games.kit.table import Table

__all__ = ["SKAT", "Discard", "exchange"]

SKAT: Final = 3
_TOUT: Final = frozenset({"tout"})
_RULE: Final = f"{PAGE} §3.3"


class Discard:
    """What a dealer with 28 cards may lay away.

    Of all sets of three cards that respect the absolute bans, those are legal that cost least: first
    in trumps that go without leaving the dealer void, then in meld cards. Every such choice is "all of
    *forced* and the rest from *allowed*", and at most two of them are needed.

    choices: the (forced, allowed) pairs. never: cards that may not go at all.
    plain, melded: other suit cards outside and inside melds. trumps: what must go together to be void.
    """

    __slots__ = ("choices", "melded", "never", "plain", "trumps", "voiding")

    def __init__(self, hand: int, rules: Rules, tout: bool = False) -> None:
        fool_may = rules.discard_fool == "tout_any" or (rules.discard_fool == "tout_announced" and tout)
        self.never = hand & (
            KINGS | MONDO_BIT | (0 if fool_may else FOOL_BIT) | (PAGAT_BIT if rules.discard_pagat == "never" else 0)
        )
        self.trumps = hand & (TAROKS if rules.fool_counts_for_voiding else TRUMPS)
        melds = meld_cards(hand)
        loose = hand & ~self.trumps & ~self.never & ~TRUMPS
        self.plain, self.melded = loose & ~melds, loose & melds
        count = self.trumps.bit_count()
        #: whether all trumps can go, so that the dealer is void
        self.voiding = 0 < count <= SKAT and not self.trumps & self.never
        self.choices = self._choices(count)

    def _choices(self, count: int) -> tuple[tuple[int, int], ...]:
        plain, melded = self.plain, self.melded
        found: list[tuple[int, tuple[int, int]]] = []
        for trumps, room in ((0, SKAT), (self.trumps, SKAT - count)) if self.voiding else ((0, SKAT),):
            short = max(0, room - plain.bit_count())
            if short <= melded.bit_count():
                pair = (trumps | plain, trumps | plain | melded) if short else (trumps, trumps | plain)
                found.append((short, pair))
        if found:
            least = min(cost for cost, _ in found)
            return tuple(pair for cost, pair in found if cost == least)
        # Only now may trumps go without voiding: all else first, the pagat never.
        spare = self.trumps & ~self.never & ~PAGAT_BIT
        return ((plain | melded, plain | melded | spare),)

    def legal_text(self) -> str:
        """The legal discards in words."""
        parts = []
        for forced, allowed in self.choices:
            free = SKAT - forced.bit_count()
            rest = f"{free} of {cards_list(allowed & ~forced, 30)}" if free else ""
            parts.append(" and ".join(p for p in (cards_list(forced), rest) if p))
        return f"Legal: {', or '.join(parts)}."


def exchange(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """The dealer lays three cards into the skat and names the meld cards among them."""
    dealer = table.dealer if table.dealer is not None else table.n - 1
    tout = False
    if rules.discard_fool == "tout_announced":
        tout = yield from _announced_tout(table, dealer)
    hand = table.held[dealer]
    discard = None if hand is None else Discard(hand, rules, tout)

    def why(seat: int, mask: int) -> Problem:
        return _why(table, rules, seat, mask, hand or 0, discard or Discard(0, rules))

    choices = discard.choices if discard is not None else ()
    feed = table.feed(EXCHANGE)
    mask = feed.take_cards(dealer, "lays", SKAT, choices)
    if mask is None:
        _, mask = yield Lay(dealer, SKAT, choices, why)
    table.laid[dealer] = mask
    if mask is None or hand is None:
        table.held[dealer] = None
        return
    table.held[dealer] = hand & ~mask
    named = mask & meld_cards(hand)
    if named:

        def why_named(seat: int, cards: int) -> Problem:
            return Problem(
                "X006",
                f"{table.name(seat)} names {cards_list(cards)}, but the meld cards laid away are {cards_list(named)}.",
                _RULE,
                f"Legal: names:{','.join(cards_list(named, 3).replace(' and ', ', ').split(', '))}.",
            )

        choices = ((named, named),)
        if feed.take_cards(dealer, "names", named.bit_count(), choices) is None:
            yield Lay(dealer, named.bit_count(), choices, why_named, verb="names", implied=named)
        table.shown[dealer] = named


def _announced_tout(table: Table, dealer: int) -> Generator[Decision, Answer, bool]:
    def why(seat: int, word: str) -> Problem:
        return Problem(
            "X008", f"{table.name(seat)} says {word!r}; before the discard only Tout can be announced.", _RULE
        )

    word = table.feed(EXCHANGE).take_own(dealer, ("tout",), _TOUT)
    if word is None and not table.feed(EXCHANGE).lacks("tout"):
        _, word = yield Say(dealer, EXCHANGE, ("", "tout"), why, verbs=_TOUT, implied="", in_turn=False)
    return bool(word == "tout")


def _why(table: Table, rules: Rules, seat: int, mask: int, hand: int, discard: Discard) -> Problem:
    name, help_ = table.name(seat), discard.legal_text()
    if mask.bit_count() != SKAT:
        return Problem(
            "X002", f"{name} lays away {cards_counted(mask)}, but the skat has three.", _RULE, "Lay away 3."
        )
    if mask & ~hand:
        return Problem(
            "X003",
            f"{name} lays away {cards_list(mask & ~hand)}, but does not hold it.",
            _RULE,
            f"{name} holds {cards_list(hand, 30)}.",
        )
    if mask & KINGS:
        return Problem(
            "X004", f"{name} lays away {cards_list(mask & KINGS)}: a king may never be laid away.", _RULE, help_
        )
    if mask & MONDO_BIT:
        return Problem("X004", f"{name} lays away T21: the mondo may never be laid away.", _RULE, help_)
    if mask & FOOL_BIT & discard.never:
        allowed = (
            "may go only when Tout was announced" if rules.discard_fool == "tout_announced" else "may not be laid away"
        )
        return Problem("X004", f"{name} lays away F: the fool {allowed}.", _RULE, help_)
    if mask & PAGAT_BIT & discard.never:
        return Problem(
            "X004", f"{name} lays away T1: under this rule set the pagat may never be laid away.", _RULE, help_
        )
    trumps = mask & discard.trumps
    if trumps and discard.trumps & ~mask:
        kept = cards_list(discard.trumps & ~mask)
        if mask >> T1 & 1 and not discard.voiding:
            return Problem(
                "X004",
                f"{name} lays away T1 and keeps {kept}: the pagat may go only with all other trumps.",
                _RULE,
                help_,
            )
        fool = " (the fool counts as one here)" if not mask >> FOOL & 1 and discard.trumps >> FOOL & 1 else ""
        return Problem(
            "X004",
            f"{name} lays away {cards_list(trumps)} and keeps {kept}{fool}: "
            "trumps may go only all together, so that the dealer is void.",
            _RULE,
            help_,
        )
    melded = mask & meld_cards(hand)
    if melded:
        return Problem(
            "X005",
            f"{name} lays away {cards_list(melded)}, part of a declaration, although other cards could go: "
            "a meld card may be laid away only when it cannot be avoided.",
            _RULE,
            help_,
        )
    return Problem("X005", f"{name} lays away {cards_list(mask)}, but another discard gives up less.", _RULE, help_)
