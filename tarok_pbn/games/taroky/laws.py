"""What may be played. Source: taroky §8 (held announced pagát) and §10 (Varšava)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarok_pbn.cards import FOOL, SUIT_OF, T1, T21, TAROKS
from tarok_pbn.games.kit.decision import Problem
from tarok_pbn.games.kit.say import card_name, cards_list
from tarok_pbn.games.kit.table import Line, Table, Trick
from tarok_pbn.games.kit.terms import Keeping, Terms
from tarok_pbn.games.kit.tricks import Law, PlainLaw
from tarok_pbn.games.taroky.cards import BIT_I, BIT_XXI
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["LAST", "HeldPagat", "Varsava"]

#: Number of the last trick.
LAST: Final = 12


class HeldPagat(PlainLaw):
    """An announced or promised pagát leaves its holder's hand only when no other card is legal."""

    def __init__(self, table: Table, strength: tuple[int, ...], holders: frozenset[int]) -> None:
        super().__init__(table, strength, f"{PAGE} §8")
        self.holders = holders

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks: those without the pagát by the plain law."""
        before = self.table.count
        place = next((place for place, (_, cards) in enumerate(lines[:most]) if T1 in cards), most)
        leader = super().run(lines[:place], leader, most)
        if self.table.count == before + place and place < most:
            leader = Law.run(self, lines[place : place + 1], leader, 1)
            if self.table.count == before + place + 1:
                leader = super().run(lines[place + 1 :], leader, most - place - 1)
        return leader

    def terms(self) -> Terms:
        """The law as data."""
        return Terms(kept=tuple(Keeping(seat, T1, LAST) for seat in sorted(self.holders)))

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """The plain law, without the pagát while anything else is legal."""
        cards = super().legal(seat, held, trick)
        if seat in self.holders and cards & BIT_I and cards != BIT_I and cards > 0:
            return cards & ~BIT_I
        return cards

    def why(self, seat: int, card: int) -> Problem:
        """Why a card is not legal."""
        held = self.table.held[seat] or 0
        if card == T1 and held & BIT_I and super().legal(seat, held, self.trick) & BIT_I:
            others = self.legal(seat, held, self.trick)
            verb = "plays" if self.trick.cards else "leads"
            return Problem(
                "P005",
                f"{self.table.name(seat)} {verb} the announced pagát (T1) in trick {self.trick.number}, "
                "but still has another legal card: "
                "an announced or promised pagát is kept for the last trick.",
                f"{PAGE} §8",
                f"Legal: {cards_list(others, 22)}.",
            )
        return super().why(seat, card)


class Varsava(Law):
    """Varšava: overtake where possible, the pagát only as the last tarok, the mond restricted."""

    def __init__(self, table: Table, strength: tuple[int, ...], rules: Rules) -> None:
        super().__init__(table, strength, f"{PAGE} §10")
        self.mond = rules.varsava_mond == "restricted"
        self.overtake = rules.varsava_overtake

    def terms(self) -> Terms:
        """The law as data."""
        return Terms(overtake=self.overtake, pagat_last=True, mond_restricted=self.mond)

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """The plain law, then pagát and mond, then the duty to overtake."""
        taroks = held & TAROKS
        if not trick.cards:
            cards = held
            if taroks & ~BIT_I:
                cards &= ~BIT_I
            if self.mond and taroks & ~BIT_I & ~BIT_XXI:
                cards &= ~BIT_XXI
            return cards
        cards = super().legal(seat, held, trick)
        if cards <= 0:
            return cards
        if cards & TAROKS:
            if taroks & ~BIT_I:
                cards &= ~BIT_I
            if self.mond and FOOL in trick.cards and taroks & ~BIT_I & ~BIT_XXI:
                cards &= ~BIT_XXI
        if self.overtake:
            beating = self._beating(cards, trick)
            if beating:
                return beating
        return cards

    def _beating(self, cards: int, trick: Trick) -> int:
        best = self.best(trick)
        if best < 0:
            return 0
        top = trick.cards[best]
        suit, power, strength = SUIT_OF[top], self.strength[top], self.strength
        result = 0
        rest = cards
        while rest:
            low = rest & -rest
            card = low.bit_length() - 1
            if (SUIT_OF[card] == suit or SUIT_OF[card] == 0) and strength[card] > power:
                result |= low
            rest ^= low
        return result

    def why(self, seat: int, card: int) -> Problem:
        """Why a card is not legal."""
        table, trick = self.table, self.trick
        held = table.held[seat] or 0
        plain = super().legal(seat, held, trick)
        if not plain >> card & 1:
            return super().why(seat, card)
        name, legal = table.name(seat), self.legal(seat, held, trick)
        help_ = f"Legal: {cards_list(legal, 22)}."
        verb = "plays" if trick.cards else "leads"
        if card == T1 and held & TAROKS & ~BIT_I:
            return Problem(
                "P005",
                f"{name} {verb} the pagát (T1), but still holds {cards_list(held & TAROKS & ~BIT_I)}: "
                "in Varšava it goes as the last tarok.",
                self.rule,
                help_,
            )
        if card == T21 and not legal & BIT_XXI and not self._beating(BIT_XXI, trick) if trick.cards else card == T21:
            where = "be led" if not trick.cards else "be laid under the škýz"
            return Problem(
                "P006",
                f"{name} {verb} the mond (T21), but holds another tarok than the pagát: "
                f"in Varšava the mond may not {where} then.",
                self.rule,
                help_,
            )
        return Problem(
            "P004",
            f"{name} plays {card_name(card)}, but can overtake with {cards_list(legal, 22)}: "
            "in Varšava the trick must be overtaken.",
            self.rule,
            help_,
        )
