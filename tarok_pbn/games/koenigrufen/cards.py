"""Card values and exact counting of the 54-card pack, in thirds of a card point.

Source: koenigrufen §1.2, §1.3. Values king, I, XXI, Sküs 5, Dame 4, Cavall 3, Bube 2, all others 1;
a pile of n cards with the sum S is worth 3·S − 2·n thirds, the whole pack 210.
"""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import CARD, FOOL, KINGS, PACK54, SUIT_MASK, SUIT_OF, T1, T21, TAROKS
from tarok_pbn.figures import whole

__all__ = [
    "ABOVE", "BIRDS", "BIRD_TRICK", "BIT_I", "BIT_SKUES", "BIT_XXI", "CARD_THIRDS", "FIVES", "PACK_THIRDS", "QUEENS",
    "TRULL", "blatt", "parse_blatt", "thirds",
]  # fmt: skip

BIT_I: Final = 1 << T1
BIT_XXI: Final = 1 << T21
BIT_SKUES: Final = 1 << FOOL
TRULL: Final = BIT_I | BIT_XXI | BIT_SKUES
#: kings and Trull: five points each, and never laid away
FIVES: Final = KINGS | TRULL
QUEENS: Final = sum(1 << CARD[suit + "Q"] for suit in "SHDC")
_CAVALLS: Final = sum(1 << CARD[suit + "N"] for suit in "SHDC")
_BUBEN: Final = sum(1 << CARD[suit + "J"] for suit in "SHDC")
PACK_THIRDS: Final = 210

#: The Vögel, and the trick in which each is to be won.
BIRDS: Final[dict[str, int]] = {"pagat": CARD["T1"], "uhu": CARD["T2"], "kakadu": CARD["T3"], "quapil": CARD["T4"]}
BIRD_TRICK: Final[dict[str, int]] = {"pagat": 12, "uhu": 11, "kakadu": 10, "quapil": 9}

#: card -> mask of the better cards of its own kind (taroks among taroks)
ABOVE: Final[tuple[int, ...]] = tuple(SUIT_MASK[SUIT_OF[c]] & PACK54 & ~((1 << c + 1) - 1) for c in range(78))
#: card -> mask of all cards that beat it where taroks trump
BEATS: Final[tuple[int, ...]] = tuple(ABOVE[c] | (TAROKS if SUIT_OF[c] else 0) for c in range(78))


def thirds(pile: int) -> int:
    """Thirds of a card point in a pile: additive, the whole pack is 210."""
    total = pile.bit_count() + 12 * (pile & FIVES).bit_count() + 9 * (pile & QUEENS).bit_count()
    return total + 6 * (pile & _CAVALLS).bit_count() + 3 * (pile & _BUBEN).bit_count()


#: thirds of each card, by its number
CARD_THIRDS: Final = tuple(thirds(1 << card) for card in range(78))


def blatt(value: int) -> str:
    """Thirds as the table writes them: 125 is ``41/2``, 41 points and two Blatt."""
    return f"{value // 3}/{value % 3}"


def parse_blatt(text: str) -> int | None:
    """Thirds of ``41/2``; ``41`` is ``41/0``; None for anything else."""
    points, slash, rest = text.partition("/")
    number = whole(points)
    if number is None or (slash and rest not in ("0", "1", "2")):
        return None
    value = 3 * number + int(rest or 0)
    return value if value <= PACK_THIRDS else None
