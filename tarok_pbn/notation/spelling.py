"""Lenient spellings of cards and seats, and the canonical token of each.

Everything that is accepted is listed here and in ``docs/reading.md``, and nowhere else.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tarok_pbn.cards import CARD, SUIT_NAMES

__all__ = ["LETTERS", "SEATS", "SUIT_HELP", "SUIT_WORDS", "card", "rank_letters", "seat", "suit", "tarok_number"]

#: The only seat names: the compass for three and four players, A-E for five.
SEATS: Final[frozenset[str]] = frozenset("SENWABCD")

_SEAT_NAMES: Final = {"south": "S", "east": "E", "north": "N", "west": "W"}

_ROMAN: Final = {
    "I": 1, "II": 2, "III": 3, "IIII": 4, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "VIIII": 9, "IX": 9,
    "X": 10, "XI": 11, "XII": 12, "XIII": 13, "XIIII": 14, "XIV": 14, "XV": 15, "XVI": 16, "XVII": 17,
    "XVIII": 18, "XVIIII": 19, "XIX": 19, "XX": 20, "XXI": 21, "XXII": 22,
}  # fmt: skip

#: Names of the fool. ``SK`` and ``sk`` are the king of spades, so ``Sk`` is matched exactly.
_FOOLS: Final = frozenset(
    ("Sk", "Sküs", "SKÜS", "Skues", "Skus", "Škýz", "ŠKÝZ", "Skyz", "Skiz", "Škis", "ŠKIS", "Skis", "Gstieß", "Gstiess",
     "Fool", "FOOL", "Excuse", "EXCUSE", "Exc", "Exc.")
)  # fmt: skip

_SUIT_SIGNS: Final = str.maketrans(
    {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "\ufe0e": None, "\ufe0f": None}
)

#: Suits as words, letters and signs, each with its number: 0 the taroks.
_SUIT_NUMBERS: Final[dict[str, int]] = {
    **{name: number for number, name in enumerate(SUIT_NAMES)},
    **{letter: number for number, letter in enumerate("tshdc")},
    **{sign: number for signs in ("♠♥♦♣", "♤♡♢♧") for number, sign in enumerate(signs, 1)},
}

#: those that are words, and how others are told
SUIT_WORDS: Final = SUIT_NAMES
SUIT_HELP: Final = "S, H, D, C, or T for the taroks"

#: Language -> its rank letters, each with the canonical letter. Canonical letters stay valid beside them.
LETTERS: Final[dict[str, dict[str, str]]] = {
    "cs": {"D": "Q", "C": "N"},  # král, dáma, kaval (C), kluk
    "da": {"D": "Q", "C": "N", "B": "J"},  # konge, dame, kaval, bonde
    "de": {"D": "Q", "C": "N", "B": "J"},  # König, Dame, Cavall, Bube
    "en": {"C": "N"},  # king, queen, cavalier, jack
    "fr": {"R": "K", "D": "Q", "C": "N", "V": "J"},  # roi, dame, cavalier, valet
    "sl": {"D": "Q", "C": "N", "F": "J"},  # kralj, dama, kaval, fant
}

_SUITED: Final = re.compile(r"!?([SHDC])(10|[A-Z0-9])", re.IGNORECASE)
_TAROK: Final = re.compile(r"[Tt]0?([1-9]|1[0-9]|2[0-2])")
_SUIT_BLOCKS: Final = {0x1F0A0: "S", 0x1F0B0: "H", 0x1F0C0: "D", 0x1F0D0: "C"}
_BLOCK_RANKS: Final = "?123456789TJNQK"


def rank_letters(language: str) -> dict[str, str] | None:
    """The rank letters of a language code (``de``, ``cs``, ...); None for one that is not known."""
    return LETTERS.get(language.strip().lower())


def tarok_number(text: str, *, lower: bool = False) -> int:
    """1-22 for a Roman numeral in capitals (with *lower* also in small letters), else 0."""
    return _ROMAN.get(text.upper() if lower else text, 0)


def _playing_card(char: str) -> str | None:
    """Canonical token of a character of the Unicode playing-card block, or None."""
    point = ord(char)
    if 0x1F0E0 <= point <= 0x1F0F5:
        return "F" if point == 0x1F0E0 else f"T{point - 0x1F0E0}"
    suit = _SUIT_BLOCKS.get(point & ~0xF)
    rank = point & 0xF
    return suit + _BLOCK_RANKS[rank] if suit and 1 <= rank <= 14 else None


def card(text: str, letters: dict[str, str] | None = None) -> str | None:
    """Canonical token of a card in any accepted spelling; None if it is not a card.

    text: one word. letters: the rank letters of the file's language, if it declares one.

    >>> card("♥10"), card("XVIIII"), card("sk"), card("Sk"), card("HA")
    ('HT', 'T19', 'SK', 'F', 'H1')
    """
    if text in CARD:
        return text
    if len(text) > 8:
        return None
    if not text.isascii():
        if len(text) == 1 and (found := _playing_card(text)) is not None:
            return found
        text = unicodedata.normalize("NFKC", text.translate(_SUIT_SIGNS))
        if text in CARD:
            return text
    if text in _FOOLS or text == "f":
        return "F"
    match = _TAROK.fullmatch(text)
    number = int(match[1]) if match else tarok_number(text)
    if number:
        return "F" if number == 22 else f"T{number}"
    match = _SUITED.fullmatch(text)
    if match is None:
        return None
    rank = match[2].upper()
    if rank in ("10", "A"):
        rank = "T" if rank == "10" else "1"
    elif letters is not None:
        rank = letters.get(rank, rank)
    token = match[1].upper() + rank
    return token if token in CARD else None


def seat(text: str) -> str | None:
    """Canonical letter of a seat in any accepted spelling; None if it is not a seat.

    >>> seat("s"), seat("South"), seat("X")
    ('S', 'S', None)
    """
    upper = text.upper()
    if upper in SEATS:
        return upper
    return _SEAT_NAMES.get(text.lower())


def suit(text: str) -> int | None:
    """Number of a suit in any accepted spelling, 0 for the taroks; None if it is not a suit.

    >>> suit("Hearts"), suit("♥"), suit("t"), suit("hart")
    (2, 2, 0, None)
    """
    return _SUIT_NUMBERS.get(text.lower())
