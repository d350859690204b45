"""Declarations: what a hand holds, what each is worth, how it is written. Source: dansk §4.

| word | said |
|---|---|
| ``tarokker:11`` ``tarokker:11,pagat`` | 11 tarokker, 11 tarokker med pagat |
| ``matadorer:5`` | 5 matadorer |
| ``sprojtefulde:H`` ``fulde:H`` ``halve:D,N`` | sprøjtefulde hjerter, fulde hjerter, halve ruder mangler kaval |
| ``sprojtefulde_konger`` ``fulde_konger`` | sprøjtefulde konger, fulde konger |
| ``halve_konger:S`` | halve konger mangler spar |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tarok_pbn.cards import CODES, KINGS, SUITS, T21, TAROKS, bits
from tarok_pbn.figures import whole
from tarok_pbn.games.dansk.cards import COURTS, FOOL_BIT, MONDO_BIT, PAGAT_BIT

__all__ = ["ALL_MELDS", "kind_of", "meld_cards", "meld_value", "melds_of"]

_GRADES: Final = {"sprojtefulde": 15, "fulde": 10, "halve": 5}


@lru_cache(maxsize=4096)
def melds_of(hand: int) -> tuple[str, ...]:
    """The melds of a hand (the dealer's: all 28 cards) in canonical order: trumps, matadors, cavalleries, kings."""
    words = []
    n = (hand & TAROKS).bit_count()
    if n >= 10:
        words.append(f"tarokker:{n},pagat" if hand & PAGAT_BIT else f"tarokker:{n}")
    fool = hand & FOOL_BIT
    if fool and hand & PAGAT_BIT and hand & MONDO_BIT:
        words.append(f"matadorer:{3 + _run(hand)}")
    for suit in range(1, 5):
        courts = hand & COURTS[suit]
        count = courts.bit_count()
        if count == 4:
            words.append(f"{'sprojtefulde' if fool else 'fulde'}:{SUITS[suit - 1]}")
        elif count == 3 and fool:
            words.append(f"halve:{SUITS[suit - 1]},{_missing(COURTS[suit] & ~courts)[1]}")
    kings = hand & KINGS
    if kings == KINGS:
        words.append("sprojtefulde_konger" if fool else "fulde_konger")
    elif kings.bit_count() == 3 and fool:
        words.append(f"halve_konger:{_missing(KINGS & ~kings)[0]}")
    return tuple(words)


def _run(hand: int) -> int:
    """Length of the unbroken run T20, T19 ... downward; it cannot reach T1, which is one of the three."""
    length = 0
    while length < 19 and hand >> (T21 - 1 - length) & 1:
        length += 1
    return length


def _missing(mask: int) -> str:
    return CODES[next(bits(mask))]


@lru_cache(maxsize=1024)
def meld_value(word: str) -> int:
    """Chips that each opponent pays for a meld; 0 for a word that is none."""
    verb, _, rest = word.partition(":")
    number = whole(rest.partition(",")[0])
    if verb == "tarokker" and number is not None:
        return 10 + 5 * (number - 10)
    if verb == "matadorer" and number is not None:
        return 10 + 5 * (number - 3)
    return _GRADES.get(verb.removesuffix("_konger"), 0)


def meld_cards(hand: int) -> int:
    """Mask of the cards of *hand* that are part of one of its melds (§3.3 f)."""
    used = 0
    for word in melds_of(hand):
        verb, _, rest = word.partition(":")
        if verb == "tarokker":
            used |= hand & TAROKS
        elif verb == "matadorer":
            used |= FOOL_BIT | PAGAT_BIT
            for step in range(int(rest) - 2):
                used |= 1 << (T21 - step)
        else:
            used |= hand & (KINGS if verb.endswith("konger") else COURTS[1 + SUITS.index(rest[0])])
            if not verb.startswith("fulde"):
                used |= FOOL_BIT
    return used


def kind_of(word: str) -> str:
    """What a meld is about: ``tarokker``, ``matadorer``, ``konger``, or the suit letter of a cavallery; "" for none."""
    verb, _, rest = word.partition(":")
    if verb in ("tarokker", "matadorer"):
        return verb
    if verb.endswith("_konger") and verb.removesuffix("_konger") in _GRADES:
        return "konger"
    return rest[:1] if verb in _GRADES and rest[:1] in ("S", "H", "D", "C") else ""


def _all() -> tuple[str, ...]:
    words = [f"tarokker:{n}{pagat}" for n in range(10, 23) for pagat in ("", ",pagat")]
    words += [f"matadorer:{n}" for n in range(3, 23)]
    for suit in SUITS:
        words += [f"sprojtefulde:{suit}", f"fulde:{suit}", *(f"halve:{suit},{rank}" for rank in "KQNJ")]
    return (*words, "sprojtefulde_konger", "fulde_konger", *(f"halve_konger:{suit}" for suit in SUITS))


#: Every meld there is, for a hand that is not known.
ALL_MELDS: Final = _all()
