"""Card values and counting of the 54-card pack: Czech counting by threes.

Source: taroky §1.3. Values king, I, XXI, škýz 5, queen 4, knight 3, jack 2, all others 1.
"""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import CARD, FOOL, KINGS, T1, T21, bits

__all__ = ["BIT_I", "FIVES", "TRUL", "VALUES", "count"]

BIT_I: Final = 1 << T1
BIT_XXI: Final = 1 << T21
BIT_SKYZ: Final = 1 << FOOL
TRUL: Final = BIT_I | BIT_XXI | BIT_SKYZ
#: kings, pagát, mond, škýz: the cards worth five
FIVES: Final = KINGS | TRUL


def _values() -> tuple[int, ...]:
    values = [1] * 78
    for card in bits(FIVES):
        values[card] = 5
    for suit in "SHDC":
        for rank, value in (("Q", 4), ("N", 3), ("J", 2)):
            values[CARD[suit + rank]] = value
    return tuple(values)


_QUEENS: Final = sum(1 << CARD[suit + "Q"] for suit in "SHDC")
_KNIGHTS: Final = sum(1 << CARD[suit + "N"] for suit in "SHDC")
_JACKS: Final = sum(1 << CARD[suit + "J"] for suit in "SHDC")
#: card -> value
VALUES: Final = _values()


def count(pile: int, base: int = 70) -> int:
    """Card points of a pile: by threes (base 70), or each card for itself (base 106)."""
    n = pile.bit_count()
    total = n + 4 * (pile & FIVES).bit_count() + 3 * (pile & _QUEENS).bit_count()
    total += 2 * (pile & _KNIGHTS).bit_count() + (pile & _JACKS).bit_count()
    if base == 106:
        return total
    return total - 2 * (n // 3) - (1 if n % 3 else 0)
