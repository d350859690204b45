"""Card values of the 78-card pack in the Danish game. Source: dansk §1.

Pagat, mondo, fool and each king 4, queen 3, knight 2, jack 1, all others 0; one more for
every trick and one for the skat: 78 in all.
"""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import CARD, FOOL, KINGS, T1, T21, TAROKS, bits

__all__ = [
    "COURTS",
    "FOOL_BIT",
    "MONDO_BIT",
    "PAGAT_BIT",
    "TRUMPS",
    "ULTIMO",
    "VALUES",
    "honours",
]

PAGAT_BIT: Final = 1 << T1
MONDO_BIT: Final = 1 << T21
FOOL_BIT: Final = 1 << FOOL
#: The 21 trumps without the fool, which belongs to no suit while it is held.
TRUMPS: Final = TAROKS & ~FOOL_BIT
#: The five ultimo cards: the four kings and the pagat.
ULTIMO: Final = KINGS | PAGAT_BIT
#: Suit index (1-4) -> its four courts as a mask.
COURTS: Final = (0, *(sum(1 << CARD[suit + rank] for rank in "KQNJ") for suit in "SHDC"))


def _values() -> tuple[int, ...]:
    values = [0] * 78
    for card in bits(KINGS | PAGAT_BIT | MONDO_BIT | FOOL_BIT):
        values[card] = 4
    for suit in "SHDC":
        for rank, value in (("Q", 3), ("N", 2), ("J", 1)):
            values[CARD[suit + rank]] = value
    return tuple(values)


#: card -> points beyond the trick it lies in
VALUES: Final = _values()
_OF_VALUE: Final = tuple((value, sum(1 << c for c in range(78) if VALUES[c] == value)) for value in (4, 3, 2, 1))


def honours(pile: int) -> int:
    """Card points of the honours in a pile (§1.4), without its tricks."""
    return sum([value * (pile & mask).bit_count() for value, mask in _OF_VALUE])
