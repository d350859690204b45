"""What may be played, and what wins. Source: koenigrufen §6.3, §7, §8.

Legal play is decided on masks; a reason is composed only when a card is not legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tarok_pbn.cards import CODES, FOOL, SUIT_MASK, SUIT_OF, T1, T21, TAROKS, bits
from tarok_pbn.games.kit.decision import Problem
from tarok_pbn.games.kit.say import card_name, cards_list
from tarok_pbn.games.kit.table import Line, Table, Trick
from tarok_pbn.games.kit.terms import Keeping, Terms
from tarok_pbn.games.kit.tricks import Law, PlainLaw, strengths
from tarok_pbn.games.koenigrufen.cards import BEATS, BIRD_TRICK, BIRDS, BIT_I
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State, state_of

__all__ = ["Colour", "Negative", "Positive", "Trischaken", "kaiserstich", "law_of"]

_STRENGTH: Final = strengths()
_SPARE: Final = TAROKS & ~BIT_I


def law_of(table: Table, rules: Rules, state: State) -> Law:
    """The law of play of the hand's contract."""
    family = state.family
    if family == "N":
        return Negative(table, rules)
    if family == "T":
        return Trischaken(table, rules, state)
    if family == "F":
        return Colour(table, rules)
    kept = _kept(table, state)
    if kept:
        return Positive(table, rules, kept)
    if rules.kaiserstich == "off":
        return PlainLaw(table, _STRENGTH, f"{PAGE} §7.2")
    return PlainKaiserstich(table, rules)


def kaiserstich(cards: Sequence[int], order: str) -> bool:
    """Whether the Pagat wins these cards of one trick because Mond and Sküs lie in it. order: §7.6."""
    if order == "off" or T1 not in cards or T21 not in cards or FOOL not in cards:
        return False
    return order == "any_order" or cards.index(T21) < cards.index(FOOL) < cards.index(T1)


def _kept(table: Table, state: State) -> dict[int, int]:
    """Seat -> the announced Vögel and called king that it has to keep for their trick."""
    kept: dict[int, int] = {}
    for word, seat in state.announced or ():
        card = BIRDS.get(word, table.called if word == "ku" else None)
        hand = table.held[seat]
        if card is not None and hand is not None and hand >> card & 1:
            kept[seat] = kept.get(seat, 0) | 1 << card
    return kept


class PlainKaiserstich(PlainLaw):
    """Follow suit, else a tarok; no duty to overtake; the Pagat wins a trick with the rest of the Trull."""

    def __init__(self, table: Table, rules: Rules) -> None:
        super().__init__(table, _STRENGTH, f"{PAGE} §7.2")
        self.order = rules.kaiserstich

    def terms(self) -> Terms:
        """The law as data."""
        return Terms(kaiserstich=self.order)

    def best(self, trick: Trick) -> int:
        """Position of the winning card."""
        return trick.cards.index(T1) if kaiserstich(trick.cards, self.order) else super().best(trick)

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks, as fast as can be up to one that holds the whole Trull."""
        for place, (_, cards) in enumerate(lines):
            if T1 in cards:
                if kaiserstich(cards, self.order):
                    before = self.table.count
                    leader = super().run(lines[:place], leader, most)
                    if self.table.count == before + place:
                        return Law.run(self, lines[place:], leader, most - place)
                    return leader
                break
        return super().run(lines, leader, most)


class Positive(PlainKaiserstich):
    """Positive tarok games in which announced cards are kept for their trick (§6.3)."""

    def __init__(self, table: Table, rules: Rules, kept: dict[int, int]) -> None:
        super().__init__(table, rules)
        self.kept = kept
        self.highest_first = rules.bird_order == "highest_first"
        self.all_kept = [card for mask in kept.values() for card in bits(mask)]

    def terms(self) -> Terms:
        """The law as data."""
        trick_of = {card: BIRD_TRICK[bird] for bird, card in BIRDS.items()}
        kept = [Keeping(seat, card, trick_of.get(card, 12)) for seat, mask in self.kept.items() for card in bits(mask)]
        return Terms(kaiserstich=self.order, kept=tuple(kept), highest_first=self.highest_first)

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks: plain ones up to the first in which an announced card falls."""
        plain = 0
        while plain < len(lines) and not any(card in lines[plain][1] for card in self.all_kept):
            plain += 1
        before = self.table.count
        leader = super().run(lines[:plain], leader, most)
        if self.table.count == before + plain:
            return Law.run(self, lines[plain:], leader, most - plain)
        return leader

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """Follow; an announced card goes before its trick only when no other card is legal."""
        cards = super().legal(seat, held, trick)
        kept = self.kept.get(seat, 0) & cards
        if not kept or cards < 0:
            return cards
        for bird, card in BIRDS.items():
            if trick.number >= BIRD_TRICK[bird]:
                kept &= ~(1 << card)
        if trick.number == 12:
            return cards
        if cards & ~kept:
            return cards & ~kept
        birds = kept & TAROKS
        if self.highest_first and birds & (birds - 1):
            return kept & ~TAROKS | 1 << birds.bit_length() - 1
        return cards

    def why(self, seat: int, card: int) -> Problem:
        """An announced card given up too early is a warning, not a revoke."""
        held = self.table.held[seat] or 0
        plain = super().legal(seat, held, self.trick)
        if not held >> card & 1 or not plain >> card & 1:
            return super().why(seat, card)
        legal = self.legal(seat, held, self.trick)
        name, verb = self.table.name(seat), "plays" if self.trick.cards else "leads"
        kept = self.kept.get(seat, 0)
        reason = (
            "could still keep it: an announced card stays in the hand for its trick, "
            "and the announcement is lost without need"
        )
        if not legal & ~kept:
            reason = f"has to give up an announced Vogel: the highest goes first, {cards_list(legal & TAROKS)}"
        return Problem(
            "P021",
            f"{name} {verb} the announced {card_name(card)} in trick {self.trick.number}, but {reason}.",
            f"{PAGE} §6.3",
            f"Legal: {cards_list(legal, 22)}.",
        )


class Colour(Law):
    """Colour games: a tarok never beats a suit card, and is led only without suit cards (§7.3)."""

    def __init__(self, table: Table, rules: Rules) -> None:
        super().__init__(table, _STRENGTH, f"{PAGE} §7.3")
        self.order = rules.kaiserstich if rules.kaiserstich_colour != "off" else "off"
        self.tarock_led = rules.kaiserstich_colour == "tarock_led"

    def terms(self) -> Terms:
        """The law as data."""
        return Terms(colour=True, kaiserstich=self.order, kaiserstich_tarok_led=self.tarock_led)

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """Follow suit, else a tarok; lead a suit while there is one."""
        if not trick.cards:
            return held & ~TAROKS or held
        return super().legal(seat, held, trick)

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks, as ``Law.run``, with the law written out; the Kaiserstich goes the slow way."""
        table = self.table
        held, tricks, n = table.held, table.tricks, table.n
        for place, (first, cards) in enumerate(lines[:most]):
            if first != leader:
                break
            if self.order != "off" and T1 in cards and FOOL in cards:
                return super().run(lines[place:], leader, most - place)
            before, seats = held[:], [(leader + k) % n for k in range(n)]
            following = SUIT_MASK[SUIT_OF[cards[0]]]
            best, winner = -1, leader
            for seat, card in zip(seats, cards, strict=True):
                hand = held[seat]
                if hand is not None:
                    legal = hand & ~TAROKS or hand
                    if best >= 0:
                        legal = hand & following or hand & TAROKS or hand
                    if not legal >> card & 1:
                        held[:] = before
                        return leader
                    held[seat] = hand ^ 1 << card
                if card > best and following >> card & 1:
                    best, winner = card, seat
            trick = self.trick = Trick(len(tricks) + 1, leader)
            trick.cards, trick.seats, trick.winner = list(cards), seats, winner
            trick.winning = seats.index(winner)
            tricks.append(trick)
            leader = winner
        return leader

    def best(self, trick: Trick) -> int:
        """The highest card of the suit led."""
        cards = trick.cards
        if min(cards) < 0:
            return -1
        if kaiserstich(cards, self.order) and not (self.tarock_led and SUIT_OF[cards[0]]):
            return cards.index(T1)
        suit = SUIT_MASK[SUIT_OF[cards[0]]]
        return max((p for p in range(len(cards)) if suit >> cards[p] & 1), key=lambda p: cards[p])

    def why(self, seat: int, card: int) -> Problem:
        """A tarok led while suit cards are held."""
        held = self.table.held[seat] or 0
        if not self.trick.cards and held >> card & 1:
            suits = held & ~TAROKS
            return Problem(
                "P020",
                f"{self.table.name(seat)} leads {card_name(card)}, but still holds {cards_list(suits)}: in a colour "
                "game a tarok is led only without suit cards.",
                self.rule, f"Legal: {cards_list(suits, 22)}.",
            )  # fmt: skip
        return super().why(seat, card)


class Negative(Law):
    """Negative games: overtake where possible, the Pagat as the last tarok; over when all declarers have failed."""

    def __init__(self, table: Table, rules: Rules, overtake: bool = True) -> None:
        super().__init__(table, _STRENGTH, f"{PAGE} §7.4")
        self.order = rules.kaiserstich if rules.kaiserstich_negative else "off"
        self.pagat_last = rules.pagat_last
        self.overtake = overtake
        self.rules = rules
        self.ends_early = rules.negative_end == "on_exceeding"
        #: whether whole tricks cannot be run the fast way
        self.slow = False

    def terms(self) -> Terms:
        """The law as data; that the hand may end early is not part of it."""
        return Terms(
            overtake=self.overtake,
            pagat_last=self.pagat_last,
            kaiserstich=self.order,
            kaiserstich_forced=self.order != "off",
        )

    def best(self, trick: Trick) -> int:
        """Position of the winning card, with the Kaiserstich where it exists in negative games."""
        return trick.cards.index(T1) if kaiserstich(trick.cards, self.order) else super().best(trick)

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """§7.4."""
        spare = held & TAROKS & ~BIT_I
        if not trick.cards:
            return held & ~BIT_I if self.pagat_last and spare else held
        cards = super().legal(seat, held, trick)
        if cards < 0:
            return cards
        if self.order != "off" and cards & BIT_I and kaiserstich([*trick.cards, T1], self.order):
            return BIT_I
        if self.overtake:
            best = self.best(trick)
            if best >= 0:
                cards = cards & BEATS[trick.cards[best]] or cards
        if self.pagat_last and spare and cards & BIT_I:
            return cards & ~BIT_I or cards
        return cards

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks, as ``Law.run``, with the law written out; from a trick with Mond and Sküs on the slow way."""
        if self.slow:
            return super().run(lines, leader, most)
        kaiser = self.order != "off"
        table = self.table
        held, tricks, n = table.held, table.tricks, table.n
        last, overtake, beats, suit_of, masks = self.pagat_last, self.overtake, BEATS, SUIT_OF, SUIT_MASK
        for place, (first, cards) in enumerate(lines[:most]):
            if first != leader:
                break
            if kaiser and T21 in cards and FOOL in cards:
                return super().run(lines[place:], leader, most - place)
            before, seats = held[:], [(leader + k) % n for k in range(n)]
            best, winner = -1, leader
            following = masks[suit_of[cards[0]]]
            for seat, card in zip(seats, cards, strict=True):
                hand = held[seat]
                if hand is not None:
                    legal = hand
                    if best >= 0:
                        legal = hand & following or hand & TAROKS or hand
                        if overtake:
                            legal = legal & beats[best] or legal
                    if last and legal & BIT_I and hand & _SPARE:
                        legal = legal & ~BIT_I or legal
                    if not legal >> card & 1:
                        held[:] = before
                        return leader
                    held[seat] = hand ^ 1 << card
                if best < 0 or beats[best] >> card & 1:
                    best, winner = card, seat
            trick = self.trick = Trick(len(tricks) + 1, leader)
            trick.cards, trick.seats, trick.winner = list(cards), seats, winner
            trick.winning = seats.index(winner)
            tricks.append(trick)
            leader = winner
            if self.ends_early and self.over():
                break
        return leader

    def over(self) -> str:
        """§8: the game ends when every declarer has exceeded his number of tricks."""
        table, games = self.table, state_of(self.table).games
        if self.table.broken or not table.tricks or not games:
            return ""
        counts = [0] * table.n
        for trick in table.tricks:
            if trick.winner is None:
                return ""
            counts[trick.winner] += 1
        left = 12 - len(table.tricks)
        texts = []
        for seat, game in games:
            target = game.kind.target
            if counts[seat] > target:
                texts.append(
                    f"{table.name(seat)} has {counts[seat]} trick{'' if counts[seat] == 1 else 's'} and has lost the "
                    f"{game.word}"
                )
            elif self.rules.early_stop_unreachable and counts[seat] + left < target:
                texts.append(f"{table.name(seat)} cannot reach {target} tricks any more")
            else:
                return ""
        return " and ".join(texts)

    def why(self, seat: int, card: int) -> Problem:
        """Overtaking and the Pagat."""
        table, trick = self.table, self.trick
        held = table.held[seat] or 0
        plain = super().legal(seat, held, trick) if trick.cards else held
        if not plain >> card & 1:
            return super().why(seat, card)
        name, legal = table.name(seat), self.legal(seat, held, trick)
        help_ = f"Legal: {cards_list(legal, 22)}."
        verb = "plays" if trick.cards else "leads"
        if legal == BIT_I and T21 in trick.cards and FOOL in trick.cards:
            return Problem(
                "P004",
                f"{name} plays {card_name(card)}, but Mond and Sküs lie in the trick: the Pagat wins it "
                "(Kaiserstich) and must be played.",
                f"{PAGE} §7.4",
                help_,
            )
        if card == T1:
            return Problem(
                "P005",
                f"{name} {verb} the Pagat (T1), but still holds {cards_list(held & TAROKS & ~BIT_I)}: in negative "
                "games the Pagat is the last tarok to go.",
                self.rule,
                help_,
            )
        best = trick.cards[self.best(trick)]
        return Problem(
            "P004",
            f"{name} plays {card_name(card)}, but can beat {CODES[best]} with {cards_list(legal, 22)}: in negative "
            "games the trick must be overtaken (Stichzwang).",
            self.rule,
            help_,
        )


class Trischaken(Negative):
    """Trischaken: as a negative game, to the last trick; taroks from the top where the rule set has it."""

    def __init__(self, table: Table, rules: Rules, state: State) -> None:
        super().__init__(table, rules, overtake=state.overtake != "no")
        self.ends_early = False
        self.from_top = rules.trischaken_lead == "von_oben"
        self.slow = self.from_top

    def terms(self) -> Terms:
        """The law as data."""
        return replace(super().terms(), from_top=self.from_top)

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """§7.5: leads from the top, where the rule set has it."""
        if not trick.cards and self.from_top and held & TAROKS and held >= 0:
            return 1 << (held & TAROKS).bit_length() - 1
        return super().legal(seat, held, trick)

    def why(self, seat: int, card: int) -> Problem:
        """A lead that is not the highest tarok."""
        held = self.table.held[seat] or 0
        if not self.trick.cards and self.from_top and held >> card & 1:
            top = cards_list(self.legal(seat, held, self.trick))
            return Problem(
                "P020",
                f"{self.table.name(seat)} leads {card_name(card)}, but taroks are led first and from the top: {top}.",
                f"{PAGE} §7.5",
                f"Legal: {top}.",
            )
        return super().why(seat, card)
