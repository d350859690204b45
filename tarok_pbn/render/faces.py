"""How cards look and sound on a page: one face a card, made once for a game and a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tarok_pbn.cards import CODES, FOOL, SUIT_MASK, SUIT_OF, T1, bits
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.language import ENGLISH, Language, language
from tarok_pbn.render.look import Look

__all__ = ["SUIT_ORDER", "SYMBOLS", "Face", "Faces", "SuitRow", "faces_for", "faces_of", "in_order"]

#: Order of the rows of a hand: taroks first, then suits of alternating colour.
SUIT_ORDER = (0, 2, 1, 3, 4)
SYMBOLS = ("T", "♠", "♥", "♦", "♣")
#: rows of each plain suit that are made once; those of the taroks hardly ever come again, but their halves do
_KEPT_ROWS = 1024
_LOW_TAROKS = (1 << 11) - 1
_ROMAN = (
    "", "I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII",
    "XVIII", "XIX", "XX", "XXI",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One card.

    token: of the record. suit: 0 taroks, 1-4 spades, hearts, diamonds, clubs, -1 unknown. symbol: of the
    suit; for taroks "" where their numbers are Roman, "T" where a bare number could be a pip. rank: what
    stands beside it. spoken: for a screen reader.
    """

    token: str
    suit: int
    symbol: str
    rank: str
    spoken: str

    @property
    def text(self) -> str:
        """The card in running text: ``♥K``, ``XIX``."""
        return self.symbol + self.rank


@dataclass(frozen=True, slots=True, eq=False)
class SuitRow:
    """One row of a hand: the cards of a suit, high to low, and how many more are unknown."""

    suit: int
    symbol: str
    name: str
    cards: tuple[Face, ...]
    unknown: int
    spoken: str


class Faces:
    """The faces of a game's pack in a language."""

    def __init__(self, fool: Word, roman: bool, pack: int, language: Language, four: str = "IIII") -> None:
        self.language = language
        self.roman = roman
        self.pack = pack
        self.fool = fool
        self.unknown = Face("??", -1, "", "?", language.unknown)
        self._faces = tuple([self._face(card, four) for card in range(78)])
        #: (bit, face) of the cards of each suit, high to low, and of all in the order of a hand
        self._of_suit = tuple(
            [(1 << card, self._faces[card]) for card in sorted(bits(mask), reverse=True)] for mask in SUIT_MASK
        )
        self._in_suit = {face.token: _in_suit(face, language) for face in self._faces}
        self._by_token = {face.token: face for face in self._faces}
        self._by_token["??"] = self.unknown
        #: in the order of a hand: suit, its cards, and rows of it without unknown cards that were made already
        self._kept: list[tuple[int, int, dict[int, SuitRow]]] = [(s, SUIT_MASK[s], {}) for s in SUIT_ORDER]
        self._halves: dict[int, tuple[tuple[Face, ...], str]] = {}
        self._void = tuple([self._row(suit, 0, 0) for suit in SUIT_ORDER])

    def _face(self, card: int, four: str) -> Face:
        code, words = CODES[card], self.language
        if card == FOOL:
            return Face(
                code, 0, "", self.fool.text[:1].upper() + self.fool.text[1:], words.fool.format(name=self.fool.text)
            )
        if card < FOOL:
            number = card + 1
            rank = (four if number == 4 else _ROMAN[number]) if self.roman else str(number)
            spoken = words.pagat if card == T1 else words.tarok.format(number=words.numbers[number])
            return Face(code, 0, "" if self.roman else "T", rank, spoken)
        suit, rank = SUIT_OF[card], code[1]
        return Face(code, suit, SYMBOLS[suit], words.letters.get(rank, rank), words.spoken(suit, rank))

    def __getitem__(self, card: int) -> Face:
        """The face of a card number; negative numbers are unknown."""
        return self._faces[card] if card >= 0 else self.unknown

    def token(self, token: str) -> Face | None:
        """The face of a token, None where it is no card."""
        return self._by_token.get(token)

    def of(self, cards: int | Iterable[int]) -> tuple[Face, ...]:
        """The faces of a mask (in the order of a hand) or of card numbers (in their order)."""
        if isinstance(cards, int):
            return tuple([face for row in self.rows(cards) for face in row.cards]) if cards else ()
        return tuple([self[card] for card in cards]) if cards else ()

    def rows(self, mask: int, unknown: tuple[int, ...] = ()) -> tuple[SuitRow, ...]:
        """The five rows of a hand. *unknown*: how many unknown cards of each suit, taroks first; () for none."""
        if any(unknown):
            return tuple([self._row(suit, mask & SUIT_MASK[suit], unknown[suit]) for suit in SUIT_ORDER])
        if not mask:
            return self._void
        return tuple(
            [kept.get(mask & cards) or self._made(suit, mask & cards, kept) for suit, cards, kept in self._kept]
        )

    def _made(self, suit: int, mask: int, kept: dict[int, SuitRow]) -> SuitRow:
        row = self._row(suit, mask, 0)
        if suit and len(kept) < _KEPT_ROWS:
            kept[mask] = row
        return row

    def _row(self, suit: int, mask: int, unknown: int) -> SuitRow:
        words = self.language
        if suit:
            cards, spoken = self._part(suit, mask)
        else:  # taroks: of either half there are 2,048
            (high, names), (low, more) = self._half(mask & ~_LOW_TAROKS), self._half(mask & _LOW_TAROKS)
            cards, spoken = high + low, f"{names}, {more}" if names and more else names or more
        if unknown:
            spoken = ", ".join([spoken] * bool(spoken) + [words.unknown] * unknown)
        spoken = f"{words.suits[suit].capitalize()}: {spoken or words.void}."
        return SuitRow(suit, SYMBOLS[suit], words.suits[suit], cards, unknown, spoken)

    def _half(self, mask: int) -> tuple[tuple[Face, ...], str]:
        """The taroks of a half of them, made once."""
        found = self._halves.get(mask)
        if found is None:
            found = self._halves[mask] = self._part(0, mask)
        return found

    def _part(self, suit: int, mask: int) -> tuple[tuple[Face, ...], str]:
        """Cards of a suit, high to low, and how they are called in its row."""
        cards = tuple([face for bit, face in self._of_suit[suit] if mask & bit])
        return cards, ", ".join([self._in_suit[face.token] for face in cards])

    def legend(self) -> tuple[tuple[str, str], ...]:
        """(letter, name) of the ranks whose letter a reader may not know."""
        return tuple((self.language.letters[r], self.language.names[r]) for r in "KQNJ")


def _in_suit(face: Face, words: Language) -> str:
    """The card inside a row whose suit has been said: ``king``, ``nineteen``."""
    if face.suit == 0:
        return words.numbers[int(face.token[1:])] if face.token != "F" else face.rank
    return words.name(face.token[1])


def in_order(mask: int) -> Iterator[int]:
    """Cards of a mask in the order of the rows of a hand, high to low."""
    for suit in SUIT_ORDER:
        yield from sorted(bits(mask & SUIT_MASK[suit]), reverse=True)


@cache
def faces_for(game: Game | None, words: Language = ENGLISH, four: str = "IIII") -> Faces:
    """The faces of a game: Roman taroks for the pack of 54, Arabic ones for the pack of 78."""
    if game is None:
        return Faces(Word("Fool"), True, (1 << 78) - 1, words, four)
    word = game.words.get("F", Word("Fool", "the fool"))
    return Faces(word, game.pack.bit_count() < 78, game.pack, words, four)


def faces_of(game: Game | None, look: Look) -> Faces:
    """The faces of a game as the reader chose them: spoken in one language, with the letters of another."""
    return faces_for(game, language(look.lang, look.letters_of, look.letters), look.four)
