"""What may be played, and the fool everywhere it is special. Source: dansk §2 and §5."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from tarok_pbn.cards import FOOL, SUIT_MASK, SUIT_OF
from tarok_pbn.games.dansk.cards import FOOL_BIT, TRUMPS
from tarok_pbn.games.dansk.rules import PAGE, Rules
from tarok_pbn.games.dansk.tabletalk import TableTalk
from tarok_pbn.games.kit.decision import PLAY, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import card_name, cards_list, suit_name, these
from tarok_pbn.games.kit.table import Line, Table, Trick
from tarok_pbn.games.kit.terms import Terms
from tarok_pbn.games.kit.tricks import EVERY_CARD, Law

__all__ = ["LAST", "DanishLaw"]

#: Number of the last trick, and with it of the end-game rules for the fool.
LAST: Final = 25
_NAMES: Final = tuple(f"name:{letter}" for letter in "TSHDC")
#: Suit index -> its cards without the fool.
_CARDS_OF: Final = (TRUMPS, *SUIT_MASK[1:])
#: Seat -> the two that play after it.
_AFTER: Final = ((1, 2), (2, 0), (0, 1))


class DanishLaw(Law):
    """Follow suit, else trump, else anything; the fool at any turn, but not in trick 24."""

    naming = True

    def __init__(self, table: Table, strength: tuple[int, ...], rules: Rules) -> None:
        super().__init__(table, strength, f"{PAGE} §5")
        self.rules = rules
        self.endgame = rules.fool_endgame == "trick_23"
        self.talk = self.speech = TableTalk(table, rules, self)
        #: seat whose demand for the fool in trick 23 was good
        self.demanded: int | None = None

    def terms(self) -> Terms:
        """The law as data. A demand for the fool is not part of it: nobody is taken to demand."""
        any_name = self.rules.fool_naming == "no_win"
        return Terms(excuse=True, excuse_endgame=self.endgame, excuse_any_name=any_name)

    def namings(self, leader: int, number: int) -> tuple[int, ...]:
        """Suits as which a led fool may be named; empty in the last trick, where it is not (§2.4, §2.5)."""
        if number == LAST:
            return ()
        return tuple(_NAMES.index(word) for word in self._names(leader))

    def legal(self, seat: int, held: int, trick: Trick) -> int:
        """Mask of the legal cards (§5)."""
        fool = held & FOOL_BIT
        if fool and self.demanded is not None and trick.number == 23:
            return fool
        plain = held & ~FOOL_BIT
        if trick.cards:
            suit = self.led(trick)
            if suit is None:
                return EVERY_CARD
            if suit >= 0:
                plain = plain & _CARDS_OF[suit] or plain & TRUMPS or plain
        if fool and (trick.number != 24 or not self.endgame or not plain):
            return plain | fool
        return plain

    def led(self, trick: Trick) -> int | None:
        """Suit index that must be followed; -1 while a fool led to trick 25 has not been followed; None not known."""
        card = trick.cards[0]
        if card != FOOL:
            return SUIT_OF[card] if card >= 0 else None
        if trick.named is not None:
            return trick.named
        if trick.number != LAST:
            return None
        second = trick.cards[1] if len(trick.cards) > 1 else FOOL
        return -1 if second == FOOL else SUIT_OF[second] if second >= 0 else None

    def best(self, trick: Trick) -> int:
        """Position of the winning card: highest trump, else highest of the suit led or named; never the fool."""
        cards, strength = trick.cards, self.strength
        suit = self.led(trick)
        if suit is None:
            return -1
        best = power = -1
        for position, card in enumerate(cards):
            if card < 0:
                return -1
            if card != FOOL and strength[card] > power and SUIT_OF[card] in (suit, 0):
                best, power = position, strength[card]
        return best

    def run(self, lines: Sequence[Line], leader: int, most: int) -> int:
        """Whole tricks as fast as can be; those with the fool by the general rules."""
        held, tricks, strength, suit_of = self.table.held, self.table.tricks, self.strength, SUIT_OF
        for first, cards in lines[:most]:
            if first != leader or (len(cards) != self.table.n and cards[0] != FOOL):
                break
            trick = self.trick = Trick(len(tricks) + 1, leader)
            before = held[:]
            if FOOL in cards:
                if not self._with_fool(trick, cards):
                    held[:] = before
                    break
                leader = trick.winner or 0
                tricks.append(trick)
                continue
            suit = suit_of[cards[0]]
            following = _CARDS_OF[suit]
            power = -1
            mask = 0
            seat = leader
            for card in cards:
                hand, bit = held[seat], 1 << card
                if hand is not None:
                    if not (hand & following or hand & TRUMPS or hand) & bit:
                        held[:] = before
                        return leader
                    held[seat] = hand ^ bit
                mask |= bit
                if strength[card] > power and suit_of[card] in (suit, 0):
                    power, best = strength[card], seat
                seat = seat + 1 if seat < 2 else 0
            trick.complete(list(cards), [leader, *_AFTER[leader]], best, mask)
            leader = best
            tricks.append(trick)
        return leader

    def _with_fool(self, trick: Trick, cards: Sequence[Any]) -> bool:
        """A whole trick with the fool in it; False if anything about it is not plainly legal."""
        held, seat = self.table.held, trick.leader
        if cards[0] == FOOL and trick.number != LAST:
            if cards[1] not in _NAMES or cards[1] not in self._names(seat):
                return False
            trick.named = _NAMES.index(cards[1])
            cards = [FOOL, *cards[2:]]
        for card in cards:
            hand = held[seat]
            if hand is not None:
                if isinstance(card, str) or not self.legal(seat, hand, trick) >> card & 1:
                    return False
                held[seat] = hand ^ 1 << card
            trick.cards.append(card)
            trick.seats.append(seat)
            seat = seat + 1 if seat < 2 else 0
        trick.winning = best = self.best(trick)
        trick.winner = trick.seats[best]
        return best >= 0

    # --- naming the led fool (§2.4) ---------------------------------------------------------------

    def name(self, trick: Trick) -> Generator[Decision, Answer, None]:
        """The leader of the fool names a suit; not in the last trick."""
        if trick.number == LAST:
            return
        leader = trick.seats[0]
        words = self._names(leader)

        def why(seat: int, word: str) -> Problem:
            suit = "TSHDC".find(word.partition(":")[2][:1] or "?")
            if suit < 0 or word not in _NAMES:
                return Problem(
                    "P019",
                    f"{self.table.name(seat)} names the fool {word!r}, which is no suit.",
                    f"{PAGE} §2.4",
                    f"Legal: {these(_NAMES, 'or')}.",
                )
            how = "neither opponent holds a card of it" + (
                "" if self.rules.fool_naming == "must_be_held" else " or a trump, so that nobody could win the trick"
            )
            return Problem(
                "P019",
                f"{self.table.name(seat)} names the fool {suit_name(suit)}, but {how}.",
                f"{PAGE} §2.4",
                f"Legal: {these(words, 'or')}.",
            )

        def missing(seat: int, _: str) -> Problem:
            return Problem(
                "P019",
                f"{self.table.name(seat)} leads the fool to trick {trick.number} "
                "without naming a suit for the others to follow.",
                f"{PAGE} §2.4",
                f"Legal: {these(words, 'or')} after the fool.",
            )

        _, word = yield Say(leader, PLAY, words, why, verbs=frozenset({"name"}), missing=missing)
        if word in _NAMES:
            trick.named = _NAMES.index(word)

    def nobody_wins(self, trick: Trick) -> Problem | None:
        """A named fool that nobody beats; where the hands are known it was told when it was named."""
        if None not in self.table.dealt:
            return None
        name, suit = self.table.name(trick.leader), suit_name(trick.named or 0)
        message = (
            f"{name} has named the fool {suit}, but neither opponent plays a card of it or a trump: "
            f"nobody wins trick {trick.number}."
        )
        return Problem("P019", message, f"{PAGE} §2.4", "The fool must be named again.")

    def _names(self, leader: int) -> tuple[str, ...]:
        opponents = 0
        for seat, hand in enumerate(self.table.held):
            if seat != leader:
                if hand is None:
                    return _NAMES
                opponents |= hand
        if self.rules.fool_naming == "no_win" and opponents & TRUMPS:
            return _NAMES
        return tuple(word for word, cards in zip(_NAMES, _CARDS_OF, strict=True) if opponents & cards)

    # --- what was said instead of playing (§2.5, §3.3) --------------------------------------------

    def said(self, trick: Trick, seat: int, word: str) -> None:
        """A demand for the fool: play is wound back to its holder if he has played already.

        Where the record takes it back to somebody else, or holds to a demand that was not allowed, it is followed.
        """
        if word != "demand":
            return
        back = self.talk.resumes if self.talk.resumes in trick.seats else self.talk.holder()
        if "demand" not in self.talk.words(seat) and back not in trick.seats:
            return
        self.demanded, held = seat, self.table.held
        if back not in trick.seats:
            return
        place = trick.seats.index(back)
        trick.withdrawn = list(zip(trick.seats[place:], trick.cards[place:], strict=True))
        for player, card in trick.withdrawn:
            hand = held[player]
            if hand is not None and card >= 0:
                held[player] = hand | 1 << card
        del trick.seats[place:], trick.cards[place:]

    # --- reasons ----------------------------------------------------------------------------------

    def why(self, seat: int, card: int) -> Problem:
        """Why *card* is not legal for *seat* in the running trick."""
        table, trick = self.table, self.trick
        held = table.held[seat] or 0
        if not held >> card & 1:
            return self.not_held(seat, card)
        name, legal = table.name(seat), self.legal(seat, held, trick)
        help_ = f"Legal: {cards_list(legal, 30)}."
        if card == FOOL:
            return Problem(
                "P018",
                f"{name} plays the fool (F) to trick 24: in the last trick but one it may not be played.",
                f"{PAGE} §2.5",
                help_,
            )
        if legal == FOOL_BIT:
            demander = table.name(self.demanded or 0)
            return Problem(
                "P018",
                f"{name} plays {card_name(card)}, but {demander} has demanded the fool, "
                "which must be played to trick 23.",
                f"{PAGE} §2.5",
                help_,
            )
        suit = self.led(trick) or 0
        follow = held & _CARDS_OF[suit]
        what = f"{suit_name(suit)} {'were named' if trick.named is not None else 'were led'}"
        fool = " (the fool, F, may always be played)" if legal & FOOL_BIT else ""
        if follow:
            return Problem(
                "P002",
                f"{name} plays {card_name(card)}, but still holds {cards_list(follow)}: "
                f"{what} and must be followed{fool}.",
                self.rule,
                help_,
            )
        return Problem(
            "P003",
            f"{name} plays {card_name(card)}, but has no {suit_name(suit)} and still holds "
            f"{cards_list(held & TRUMPS)}: without the suit led a trump must be played{fool}.",
            self.rule,
            help_,
        )
