"""Decisions: what a game script asks of whoever plays it.

A script is a generator. Each ``yield`` hands out a decision - seat, phase, what is
legal, and a way to say why something is not - and receives ``(seat, answer)``. The
validator answers from a record, the random player by lot, an editor from a click;
all of them see the same rules. The answer's seat is who really acted: a script
follows the table even where the record went astray.

Reasons are composed only when asked for: legal play costs a mask and nothing more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import Any, Final, NamedTuple

__all__ = [
    "ANNOUNCEMENTS",
    "AUCTION",
    "CLAIM",
    "EXCHANGE",
    "NO_CARD",
    "PLAY",
    "UNKNOWN",
    "Answer",
    "Decision",
    "Lay",
    "PlayCard",
    "Problem",
    "Remark",
    "Say",
    "Script",
    "Speech",
    "lawful",
]

AUCTION: Final = "Auction"
EXCHANGE: Final = "Exchange"
ANNOUNCEMENTS: Final = "Announcements"
PLAY: Final = "Play"

#: Card numbers that are no card: ``??`` (a card, unknown which) and ``-`` (no card here).
UNKNOWN: Final = -1
NO_CARD: Final = -2
#: Answer to PlayCard at the start of a trick: the seat claims all tricks that are left.
CLAIM: Final = -3


class Problem(NamedTuple):
    """Why an answer is not legal: a code, a sentence, the paragraph, what would be legal.

    meant: the legal word for which this one stands, so that it is not reported as missing too; "" for
    none; None where it cannot be told (then nothing of this seat is reported as missing).
    """

    code: str
    message: str
    rule: str = ""
    help: str = ""
    meant: str | None = None


class Decision:
    """Base of all decisions. seat: index in the order of play from forehand."""

    __slots__ = ("seat", "why")

    phase: str

    def __init__(self, seat: int, why: Callable[[int, Any], Problem]) -> None:
        self.seat = seat
        self.why = why


class Speech(ABC):
    """What may be said in the play at any time, instead of a card being played (a demand, a question).

    verbs: the words up to the colon that are meant for it.
    resumes: set before a word is handed to the script: the seat that the record lets play on after it, None
        where it does not say.
    """

    verbs: frozenset[str] = frozenset()
    resumes: int | None = None

    @abstractmethod
    def words(self, seat: int) -> tuple[str, ...]:
        """What a seat may say now."""

    @abstractmethod
    def why(self, seat: int, word: str) -> Problem:
        """Why a word may not be said. Where it is followed all the same, ``meant`` is the word to go on with."""

    def ignored(self, seat: int, word: str) -> Problem | None:
        """Why the record may not go on as it does (``resumes``) after a word that may be said; None if it may.

        With ``meant`` the word is followed all the same, else it has no effect.
        """
        return None

    def taken_back(self, seat: int, card: int) -> Problem | None:
        """Why a seat may not play again to a trick to which it has played, where nothing was said.

        With ``meant``: the seat goes on as if that word had been said. None: it is not meant to.
        """
        return None


class PlayCard(Decision):
    """Play a card to a trick.

    cards: mask of the legal cards (-1: every card, the hand is not known).
    lead: whether it is the first card of the trick.
    speech: what any seat may say instead (the answer is then its word); None for nothing.
    """

    __slots__ = ("cards", "lead", "speech")

    phase = PLAY

    def __init__(
        self,
        seat: int,
        cards: int,
        lead: bool,
        why: Callable[[int, int], Problem],
        speech: Speech | None = None,
    ) -> None:
        self.seat = seat
        self.cards = cards
        self.lead = lead
        self.why = why
        self.speech = speech


class Say(Decision):
    """Say or do one thing out of a small vocabulary.

    words: the legal words; a function where finding them costs something and silence is usual.
    verbs: the verbs (words up to the colon) that this decision is about; a record's word with
        another verb is not meant for it. Empty: any word of the section.
    implied: the answer where the record has no word for this decision (a pass that was not
        written, a draw that the contract fixes); None where a word must be there.
    many: the seat may say several of the words; the answer is then a list.
    in_turn: the record must have it next in time order; else the seat's first fitting word counts.
    required: words that must be among those said (``a|b``: one of them); ``missing`` says why.
    chance: how likely the random player says each of several words.
    exclusive: words of which the seat may say only one.
    anyone: for a decision that is open to every seat: seat -> its legal words (``words`` may then be empty).
        The answer's seat is who
        spoke; the implied word means that nobody did.
    """

    __slots__ = (
        "_words",
        "anyone",
        "chance",
        "exclusive",
        "implied",
        "in_turn",
        "many",
        "missing",
        "phase",
        "required",
        "verbs",
    )

    def __init__(
        self,
        seat: int,
        phase: str,
        words: tuple[str, ...] | Callable[[], tuple[str, ...]],
        why: Callable[[int, str], Problem],
        *,
        verbs: frozenset[str] = frozenset(),
        implied: str | None = None,
        many: bool = False,
        in_turn: bool = True,
        required: tuple[str, ...] = (),
        missing: Callable[[int, str], Problem] | None = None,
        exclusive: frozenset[str] = frozenset(),
        anyone: Callable[[int], tuple[str, ...]] | None = None,
        chance: float = 0.6,
    ) -> None:
        self.seat = seat
        self.phase = phase
        self._words = words
        self.why = why
        self.verbs = verbs
        self.implied = implied
        self.many = many
        self.in_turn = in_turn
        self.required = required
        self.missing = missing
        self.anyone = anyone
        self.exclusive = exclusive
        self.chance = chance

    @property
    def words(self) -> tuple[str, ...]:
        """The legal words."""
        words = self._words
        if not isinstance(words, tuple):
            words = self._words = words()
        return words


class Remark(Decision):
    """Nothing to decide: the script points out something wrong that no single word is to blame for.

    The answer does not matter. problem: what is said about it.
    """

    __slots__ = ("phase", "problem")

    def __init__(self, seat: int, phase: str, problem: Problem) -> None:
        self.seat = seat
        self.phase = phase
        self.problem = problem


class Lay(Decision):
    """Lay cards away (the answer is a mask; None where a record does not tell).

    count: how many cards.
    choices: pairs (forced, allowed): a discard is legal if for one pair it has *count* cards,
        contains all of *forced* and lies inside *allowed*. Empty: the hand is not known, anything goes.
    verb: the record's verb, ``lays`` unless a game has another (``shows``).
    implied: the mask assumed where the record is silent, or None.
    """

    __slots__ = ("choices", "count", "implied", "verb")

    phase = EXCHANGE

    def __init__(
        self,
        seat: int,
        count: int,
        choices: tuple[tuple[int, int], ...],
        why: Callable[[int, int], Problem],
        *,
        verb: str = "lays",
        implied: int | None = None,
    ) -> None:
        self.seat = seat
        self.count = count
        self.choices = choices
        self.why = why
        self.verb = verb
        self.implied = implied

    def legal(self, mask: int) -> bool:
        """Whether laying exactly these cards is legal."""
        return not self.choices or lawful(mask, self.count, self.choices)


def lawful(mask: int, count: int, choices: tuple[tuple[int, int], ...]) -> bool:
    """Whether *mask* has *count* cards and, for one of the *choices*, all that is forced and nothing not allowed."""
    if mask.bit_count() == count:
        for forced, allowed in choices:
            if not (forced & ~mask or mask & ~allowed):
                return True
    return False


#: (seat, answer): a card number, a word, a list of words or a mask.
Answer = tuple[int, Any]
#: A game script.
Script = Generator[Decision, Answer, None]
