"""Card words of a language, as data: rank letters, names, and how a card is spoken.

A language is added by one more table; the rest of the room only asks ``language(code)``.
Phrases are whole templates, because gender and case make joining single words wrong elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

__all__ = ["ENGLISH", "Language", "language"]


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The words of one language.

    letters: rank of the record (``K Q N J T 1``) -> what is printed. names: rank -> its name, for the
    legend. suits: names of taroks, spades, hearts, diamonds, clubs. card: template of a suit card, with
    ``{rank}`` and ``{suit}``. tarok: template with ``{number}``. numbers: 0 to 21 spoken.
    """

    code: str
    letters: Mapping[str, str]
    names: Mapping[str, str]
    suits: tuple[str, str, str, str, str]
    card: str
    tarok: str
    pagat: str
    fool: str
    void: str
    unknown: str
    numbers: tuple[str, ...]


ENGLISH = Language(
    code="en",
    letters={"K": "K", "Q": "Q", "N": "N", "J": "J", "T": "10", "1": "1"},
    names={"K": "king", "Q": "queen", "N": "knight", "J": "jack", "T": "ten", "1": "ace"},
    suits=("taroks", "spades", "hearts", "diamonds", "clubs"),
    card="{rank} of {suit}",
    tarok="tarok {number}",
    pagat="the {name}, tarok one",
    fool="the {name}",
    void="void",
    unknown="unknown card",
    numbers=(
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one",
    ),
)  # fmt: skip

_LANGUAGES = {"en": ENGLISH}
_COURT = "KQNJ"


@cache
def language(code: str, cards: str = "", letters: str = "") -> Language:
    """The words of a language. *cards*: the language whose rank letters are printed; *letters*: four of one's own.

    Raises KeyError for one that has no table.
    """
    words = _LANGUAGES[code]
    printed = dict(_LANGUAGES[cards or code].letters)
    if letters:
        printed.update(zip(_COURT, letters.split(), strict=True))
    return words if printed == words.letters else replace(words, letters=printed)
