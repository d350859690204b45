"""Feeds: what a record says in one phase, for a script to take as long as it is plain.

A script may take its next word from the feed instead of asking for it: where the record's
next word is the seat's own and legal, there is nothing to decide and nothing to report.
Anything else is refused without a trace, and the script then yields its decision as it
does for every other player. So a feed never says more than the general path would; it
only says it sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tarok_pbn.cards import CARD
from tarok_pbn.games.kit.decision import lawful

__all__ = ["EMPTY", "Feed"]

#: stands for a word that is no card, and is never allowed
_NOT_A_CARD: Final = 78


class Feed:
    """The words of a phase in time order.

    seats: seat index of each word (None: no seat of this table). words, numbers: the words, and the number of the
        group that each stands in.
    used: which words were taken; next: the first that was not.
    closed: whether somebody else answers from this phase now; then nothing is to be taken any more.
    """

    __slots__ = ("closed", "next", "numbers", "seats", "used", "words")

    def __init__(self, seats: Sequence[int | None], words: Sequence[str], numbers: Sequence[int]) -> None:
        self.seats = seats
        self.words = words
        self.numbers = numbers
        self.used = [False] * (len(words) + 1)  # the last one stands for the end
        self.next = 0
        self.closed = False

    @property
    def exhausted(self) -> bool:
        """Whether every word was taken."""
        return self.next == len(self.words)

    @property
    def silent(self) -> bool:
        """Whether it is plain that nothing more is said."""
        return self.next == len(self.words) and not self.closed

    def lacks(self, verb: str) -> bool:
        """Whether it is plain that nobody says anything with this verb."""
        return not self.closed and verb not in [verb_of(word) for word in self.words]

    def take(self, seat: int, words: Sequence[str], *, alone: bool = False) -> str | None:
        """The record's next word, if it is this seat's and one of *words*. alone: and all that its group says."""
        i, end = self.next, len(self.words)
        if self.closed or i >= end or self.seats[i] != seat or self.words[i] not in words:
            return None
        if alone and i + 1 < end and self.numbers[i + 1] == self.numbers[i]:
            return None
        self.use(i)
        return self.words[i]

    def take_own(self, seat: int, words: Sequence[str], verbs: frozenset[str]) -> str | None:
        """The seat's next word with one of *verbs*, in whatever order the seats speak, if it is one of *words*."""
        if self.closed:
            return None
        for i in range(self.next, len(self.words)):
            if self.seats[i] == seat and not self.used[i]:
                word = self.words[i]
                if word in words:
                    self.use(i)
                    return word
                if verb_of(word) in verbs:
                    break
        return None

    def take_cards(self, seat: int, verb: str, count: int, choices: tuple[tuple[int, int], ...]) -> int | None:
        """The mask of the seat's next word, if it is *verb* with *count* cards that are legal (as a Lay has it)."""
        if self.closed or not choices:
            return None
        for i in range(self.next, len(self.words)):
            if self.seats[i] == seat and not self.used[i]:
                said, _, text = self.words[i].partition(":")
                codes = text.split(",")
                if said != verb or len(codes) != count:
                    return None
                mask = 0
                for code in codes:
                    mask |= 1 << CARD.get(code, _NOT_A_CARD)
                if not lawful(mask, count, choices):
                    return None
                self.use(i)
                return mask
        return None

    def take_silence(self, seats: Sequence[int], word: str, *, in_turn: bool = True) -> bool:
        """Whether each of *seats* in its turn, or else each once, says *word* and nothing more; then it was said."""
        i, last = self.next, self.next + len(seats)
        if self.closed or i or self.words[:last].count(word) < last:
            return False
        said = self.seats[:last]
        if list(said) != list(seats) if in_turn else set(said) != set(seats):
            return False
        if len({*self.numbers[: last + 1]}) < min(last + 1, len(self.words)):
            return False  # one of them says more
        self.used[:last] = [True] * last
        self.next = last
        return True

    def take_all(
        self,
        seat: int,
        words: Sequence[str],
        silence: str,
        *,
        verbs: frozenset[str] = frozenset(),
        in_turn: bool = True,
        required: Sequence[str] = (),
    ) -> list[str] | None:
        """All that the seat says at its turn, if each is one of *words*: a group, or [*silence*].

        verbs: where given, words of the group with other verbs are meant for later. in_turn: else the seat's first
        words count, wherever they stand. required: words that must be among them.
        """
        if self.closed:
            return None
        seats, said, end = self.seats, self.words, len(self.words)
        i = self.next
        if not in_turn:
            while i < end and (seats[i] != seat or self.used[i]):
                i += 1
        if i == end or seats[i] != seat:
            return None
        number = self.numbers[i]
        last = i + 1
        if not required and said[i] == silence and silence in words and (last == end or self.numbers[last] != number):
            self.use(i)
            return [silence]
        while last < end and self.numbers[last] == number:
            last += 1
        taken = [word for word in said[i:last] if not verbs or verb_of(word) in verbs]
        if not taken or len(set(taken)) != len(taken) or taken[0] != said[i] or any(self.used[i:last]):
            return None
        if taken != [silence] and (silence in taken or "pass" in taken):
            return None
        for word in taken:
            if word not in words:
                return None
        for word in required:
            if word not in taken:
                return None
        for place in range(i, last):
            if said[place] in taken:
                self.use(place)
        return taken

    def take_next(self, legal: Callable[[int], Sequence[str]], silence: str) -> tuple[int, str] | None:
        """(seat, word) of the next word, whoever says it, if it is *legal* for the seat and not *silence*."""
        i = self.next
        if self.closed or i == len(self.words):
            return None
        seat, word = self.seats[i], self.words[i]
        if seat is None or word == silence or word not in legal(seat):
            return None
        self.use(i)
        return seat, word

    def use(self, place: int) -> None:
        """Count a word as taken."""
        self.used[place] = True
        if place == self.next:
            self.next = self.used.index(False, place)


def verb_of(word: str) -> str:
    """A word up to its colon."""
    return word.partition(":")[0] if ":" in word else word


#: The feed of a phase that no record tells.
EMPTY: Final = Feed((), (), ())
EMPTY.closed = True
