"""Cards: a card is a small int, a set of cards an int mask.

One numbering serves every tarok pack, so that records and masks mean the same in
all games: taroks I-XXI are 0-20, the fool (Sküs, Škýz, Skis, Excuse) is 21, then
fourteen cards a suit in the order spades, hearts, diamonds, clubs. Inside a suit a
higher number is a better card in the usual order of the tarok games: the black
pips run upwards (10 best), the red pips downwards (the 1 best). A game whose order
differs brings its own table of strengths.

Tokens are those of TPBN 1.0: ``T1`` ... ``T21``, ``F``, ``SK`` ... ``C1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

__all__ = [
    "CARD",
    "CODES",
    "FOOL",
    "KINGS",
    "PACK54",
    "PACK78",
    "PIP_ORDER_BLACK",
    "PIP_ORDER_RED",
    "RANKS",
    "SUITS",
    "SUIT_MASK",
    "SUIT_NAMES",
    "SUIT_OF",
    "T1",
    "T21",
    "TAROKS",
    "Cards",
    "bits",
    "spell",
]

#: The four plain suits, by letter.
SUITS: Final = "SHDC"
#: Rank letters from high to low as a record may write them.
RANKS: Final = "KQNJT987654321"
PIP_ORDER_BLACK: Final = "123456789TJNQK"
PIP_ORDER_RED: Final = "T987654321JNQK"

T1: Final = 0
T21: Final = 20
FOOL: Final = 21


def _codes() -> tuple[str, ...]:
    codes = [f"T{number}" for number in range(1, 22)] + ["F"]
    for suit in SUITS:
        order = PIP_ORDER_BLACK if suit in "SC" else PIP_ORDER_RED
        codes += [suit + rank for rank in order]
    return tuple(codes)


#: Card number -> token.
CODES: Final[tuple[str, ...]] = _codes()
#: Token -> card number.
CARD: Final[dict[str, int]] = {code: number for number, code in enumerate(CODES)}
#: Card number -> 0 for taroks and the fool, 1-4 for spades, hearts, diamonds, clubs.
#: what the suits are called, the taroks first
SUIT_NAMES: Final = ("taroks", "spades", "hearts", "diamonds", "clubs")
SUIT_OF: Final[tuple[int, ...]] = tuple(0 if c < 22 else 1 + (c - 22) // 14 for c in range(78))
#: The same index -> mask of all its cards in the 78-card pack.
SUIT_MASK: Final[tuple[int, ...]] = tuple(
    sum(1 << c for c in range(78) if SUIT_OF[c] == suit) for suit in range(5)
)
#: All 22 taroks, the fool among them.
TAROKS: Final = SUIT_MASK[0]
#: The four kings.
KINGS: Final = sum(1 << CARD[suit + "K"] for suit in SUITS)
#: The full pack of 78 (French, Danish).
PACK78: Final = (1 << 78) - 1
#: The Austrian and Czech pack of 54: black 10-7 and red 1-4 below the courts.
PACK54: Final = TAROKS | sum(
    1 << CARD[suit + rank] for suit in SUITS for rank in ("KQNJ" + ("T987" if suit in "SC" else "1234"))
)


def bits(mask: int) -> Iterator[int]:
    """The card numbers in *mask*, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Cards:
    """A frozen set of cards, wrapped around an int mask.

    >>> sorted(Cards.of("T21", "SK"))
    [20, 35]
    >>> str(Cards.of("SK", "T21"))
    'T21 SK'
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, mask: int = 0) -> None:
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards are frozen")

    @classmethod
    def of(cls, *tokens: str) -> Cards:
        """From canonical tokens. Raises KeyError for a token that is no card."""
        return cls(sum({1 << CARD[token] for token in tokens}))

    def __iter__(self) -> Iterator[int]:
        return bits(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.mask >> card & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and other.mask == self.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | other.mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~other.mask)

    def __str__(self) -> str:
        return " ".join(CODES[card] for card in ordered(self.mask))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"


def ordered(mask: int) -> list[int]:
    """Cards of *mask* in the order in which a record writes them: taroks first, high to low."""
    cards: list[int] = []
    for suit in SUIT_MASK:
        cards.extend(sorted(bits(mask & suit), reverse=True))
    return cards


def spell(cards: int | Iterable[int]) -> str:
    """Tokens of a mask, or of an iterable of card numbers, joined by spaces (for messages)."""
    if isinstance(cards, int):
        cards = ordered(cards)
    return " ".join(CODES[card] for card in cards)
