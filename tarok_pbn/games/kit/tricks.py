"""Tricks: following, winning and playing them, for every game of the family."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from typing import Final, cast

from tarok_pbn.cards import FOOL, SUIT_MASK, SUIT_OF, TAROKS
from tarok_pbn.games.kit.decision import CLAIM, PLAY, Answer, Decision, PlayCard, Problem, Remark, Speech
from tarok_pbn.games.kit.say import card_name, cards_list, suit_name
from tarok_pbn.games.kit.table import Line, Table, Trick
from tarok_pbn.games.kit.terms import Terms

__all__ = ["EVERY_CARD", "Law", "PlainLaw", "masks_of", "play", "strengths"]

#: Stands for "any card" where a hand is not known.
EVERY_CARD: Final = -1


def strengths(red_pips: str = "") -> tuple[int, ...]:
    """Strength of each card among its suit; taroks stand above all suits.

    red_pips: order of the red pips from high to low, such as ``A432`` (A or 1 the ace); empty:
    the usual one, the ace best and the highest number worst.
    """
    values = [200 + card if card < 22 else card for card in range(78)]
    if red_pips:
        order = ["T" if p == "0" else "1" if p == "A" else p for p in red_pips.replace("10", "0")]
        for suit in (2, 3):
            base = 22 + (suit - 1) * 14
            natural = "T987654321"
            for place, pip in enumerate(reversed(order)):
                values[base + natural.index(pip)] = base + place
    return tuple(values)


_ORDERS: Final = {n: tuple(tuple((first + k) % n for k in range(n)) for first in range(n)) for n in range(2, 6)}
_BIT: Final = tuple(1 << card for card in range(78))


class Law:
    """What may be played: follow suit, else play a tarok, else anything; no duty to overtake.

    Games and contracts with more to it derive from this one and add to ``legal`` and ``why``.
    rule: the paragraph that a finding names.
    speech: what may be said between the cards. naming: whether the leader of the fool names a suit (``name``).
    """

    speech: Speech | None = None
    naming = False

    def __init__(self, table: Table, strength: tuple[int, ...], rule: str) -> None:
        self.table = table
        self.strength = strength
        self.rule = rule
        self.trick: Trick = Trick(0, 0)
        #: whether the play can be over before the last trick; then ``over`` is asked after each
        self.ends_early = False

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """Mask of the legal cards of a seat that holds *held*."""
        if not trick.cards:
            return held
        led = trick.cards[0]
        if led < 0:
            return EVERY_CARD
        return held & SUIT_MASK[SUIT_OF[led]] or held & TAROKS or held

    def best(self, trick: Trick) -> int:
        """Position of the winning card in the trick, -1 where a missing card makes it unknowable."""
        strength, cards = self.strength, trick.cards
        led = cards[0]
        if led < 0:
            return -1
        suit = SUIT_OF[led]
        best, power = 0, strength[led]
        for position in range(1, len(cards)):
            card = cards[position]
            if card < 0:
                return -1
            kind = SUIT_OF[card]
            if (kind == suit or kind == 0) and strength[card] > power:
                best, power = position, strength[card]
        return best

    def name(self, trick: Trick) -> Generator[Decision, Answer, None]:
        """The leader of the fool names a suit; where the fool is a tarok there is nothing to name."""
        yield from ()

    def namings(self, leader: int, number: int) -> tuple[int, ...]:
        """Suit indexes as which a fool led to trick *number* may be named, from the hands at the table; empty: none."""
        return ()

    def terms(self) -> Terms | None:
        """The law as data; None where that cannot say it."""
        return Terms()

    def nobody_wins(self, trick: Trick) -> Problem | None:
        """Why a trick may not end without a winner; None where that has been said already, or where it cannot."""
        return None

    def said(self, trick: Trick, seat: int, word: str) -> None:
        """Something was said; the law may take cards of the running trick back."""

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Play whole tricks (leader, cards) for as long as they are legal; the next leader.

        Stops without a word at the first trick that has a wrong leader or an illegal card, and
        leaves the table as it was before that trick. most: how many tricks are left to play.
        """
        table, legal = self.table, self.legal
        held, tricks = table.held, table.tricks
        for first, cards in lines[:most]:
            if first != leader or len(cards) != table.n:
                break
            seats = _ORDERS[table.n][leader]
            trick = self.trick = Trick(len(tricks) + 1, leader)
            before = list(held)
            for seat, card in zip(seats, cards, strict=True):
                hand = held[seat]
                if hand is not None:
                    if not legal(seat, hand, trick) >> card & 1:
                        held[:] = before
                        return leader
                    held[seat] = hand & ~_BIT[card]
                trick.cards.append(card)
                trick.seats.append(seat)
            trick.winning = best = self.best(trick)
            trick.winner = leader = seats[best]
            tricks.append(trick)
            if self.ends_early and self.over():
                break
        return leader

    def over(self) -> str:
        """Why the play is over after the tricks on the table, or an empty string."""
        return ""

    def why(self, seat: int, card: int) -> Problem:
        """Why *card* is not legal for *seat* in the running trick."""
        table, trick = self.table, self.trick
        held = table.held[seat] or 0
        name = table.name(seat)
        if not held >> card & 1:
            return self.not_held(seat, card)
        led = trick.cards[0] if trick.cards else -1
        suit = SUIT_OF[led] if led >= 0 else 0
        if held & SUIT_MASK[suit]:
            what = suit_name(suit)
            return Problem(
                "P002",
                f"{name} plays {card_name(card)}, but still holds {cards_list(held & SUIT_MASK[suit])}: "
                f"{what} were led and must be followed.",
                self.rule,
                f"Legal: {cards_list(held & SUIT_MASK[suit], 22)}.",
            )
        return Problem(
            "P003",
            f"{name} plays {card_name(card)}, but has no {suit_name(suit)} and still holds "
            f"{cards_list(held & TAROKS)}: without the suit led a tarok must be played.",
            self.rule,
            f"Legal: {cards_list(held & TAROKS, 22)}.",
        )

    def not_held(self, seat: int, card: int) -> Problem:
        """Where the card really is."""
        table, name = self.table, self.table.name(seat)
        for trick in [*table.tricks, self.trick]:
            owner = trick.seats[trick.cards.index(card)] if card in trick.cards else None
            if owner is not None:
                return Problem(
                    "P010",
                    f"{name} plays {card_name(card)}, which {table.name(owner)} has already played "
                    f"to trick {trick.number}.",
                    self.rule,
                )
        for other in range(table.n):
            if (table.laid[other] or 0) >> card & 1:
                return Problem(
                    "P010", f"{name} plays {card_name(card)}, which {table.name(other)} has laid away.", self.rule
                )
            if other != seat and (table.held[other] or 0) >> card & 1:
                return Problem(
                    "P017",
                    f"{name} plays {card_name(card)}, which is in {table.name(other)}'s hand.",
                    self.rule,
                    f"{name} holds {cards_list(table.held[seat] or 0, 30)}.",
                )
        return Problem(
            "P001",
            f"{name} plays {card_name(card)}, but does not hold it.",
            self.rule,
            f"{name} holds {cards_list(table.held[seat] or 0, 30)}.",
        )


class PlainLaw(Law):
    """The law itself with nothing added; its whole tricks are checked as fast as can be."""

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks in one loop, without asking ``legal``."""
        table = self.table
        if None in table.held:
            return super().run(lines, leader, most)
        held = cast("list[int]", table.held)
        played, orders, n = table.run, _ORDERS[table.n], table.n
        bit, taroks, suit_of, masks, worths = _BIT, TAROKS, SUIT_OF, SUIT_MASK, _worths(self.strength)
        for first, line in lines[:most]:
            if first != leader or len(line) != n:
                break
            cards: tuple[int, ...] = line
            seats = orders[leader]
            suit = suit_of[cards[0]]
            following, worth = masks[suit], worths[suit]
            best = power = -1
            mask = 0
            for place, card in enumerate(cards):
                seat = seats[place]
                hand = held[seat]
                one = bit[card]
                # whoever follows suit only has to hold the card
                if not hand & one or (suit_of[card] != suit and not (hand & following or hand & taroks or hand) & one):
                    self._take_back(seats, cards, seat)
                    return leader
                held[seat] = hand ^ one
                mask |= one
                if worth[card] > power:
                    power = worth[card]
                    best = seat
            played.append((leader, cards, best, mask))
            leader = best
        return leader

    def _take_back(self, seats: Sequence[int], cards: Sequence[int], until: int) -> None:
        """Give back the cards of a trick that were played before a seat's turn."""
        held = self.table.held
        for seat, card in zip(seats, cards, strict=True):
            if seat == until:
                break
            held[seat] = (held[seat] or 0) | _BIT[card]


@cache
def _worths(strength: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each suit led: what each card is worth in the trick, -1 if it cannot win."""
    return tuple(tuple(strength[c] if SUIT_OF[c] in (suit, 0) else -1 for c in range(78)) for suit in range(5))


def play(table: Table, law: Law, leader: int, count: int) -> Generator[Decision, Answer, None]:
    """Play *count* tricks, *leader* leading the first; fills ``table.tricks``.

    The plain lines of a record (``table.lines``) are run through at once as far as they are legal.

    Follows what was really played: an illegal card stays in its trick, a missing one (NO_CARD)
    leaves the winner open, and then whoever leads next is taken to have won.
    """
    while (done := table.count) < count:
        if law.ends_early:
            table.over = law.over()
            if table.over:
                return
        if table.lines:
            lines, table.lines, table.run_from = table.lines, (), done
            leader = law.run(lines, leader, count - done)
            continue
        tricks = table.tricks
        trick = table.running = law.trick = Trick(len(tricks) + 1, leader)
        hand = table.held[leader]
        mask = EVERY_CARD if hand is None else law.legal(leader, hand, trick)
        actor, card = yield PlayCard(leader, mask, True, law.why, law.speech)
        yield from _card_by_card(table, law, trick, actor, card)
        if table.claim is not None:
            return
        best = trick.winning = law.best(trick)
        if best >= 0:
            leader = trick.winner = trick.seats[best]
        tricks.append(trick)
        table.running = None


def _card_by_card(
    table: Table, law: Law, trick: Trick, seat: int, card: int | str
) -> Generator[Decision, Answer, None]:
    """The first answer of a trick and all that follow it, until the trick is complete or claimed."""
    held = table.held
    while True:
        if card == CLAIM:
            _claim(table, trick, seat)
            return
        if isinstance(card, str):
            law.said(trick, seat, card)
        else:
            if not trick.cards and seat != trick.leader:
                trick.leader = seat
                if table.tricks and table.tricks[-1].winner is None:
                    table.tricks[-1].winner = seat
            trick.cards.append(card)
            trick.seats.append(seat)
            hand = held[seat]
            if card >= 0 and hand is not None:
                held[seat] = hand & ~(1 << card)
            if card == FOOL and law.naming and len(trick.cards) == 1:
                yield from law.name(trick)
            if len(trick.cards) == table.n:
                if trick.named is not None and trick.known and law.best(trick) < 0:
                    problem = law.nobody_wins(trick)
                    if problem is not None:
                        yield Remark(trick.leader, PLAY, problem)
                return
        lead = not trick.cards
        seat = trick.leader if lead else table.after(trick.seats[-1])
        hand = held[seat]
        mask = EVERY_CARD if hand is None else law.legal(seat, hand, trick)
        seat, card = yield PlayCard(seat, mask, lead, law.why, law.speech)


def _claim(table: Table, trick: Trick, seat: int) -> None:
    """*seat* takes all the rest, the running trick included."""
    left = 0
    for hand in table.held:
        left = -1 if hand is None or left < 0 else left | hand
    for card in trick.cards:
        left = left | 1 << card if left >= 0 and card >= 0 else -1
    table.claim = (seat, None if left < 0 else left)


def masks_of(tricks: list[Trick]) -> int:
    """All known cards of some tricks as one mask."""
    mask = 0
    for trick in tricks:
        mask |= trick.mask
    return mask
