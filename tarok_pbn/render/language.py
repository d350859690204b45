"""Card words of a language: rank letters, names, and how a card is spoken.

A language is added by one more table in ``cardwords``; the rest of the room only asks ``language(code)``.
Phrases are whole templates, because gender and case make joining single words wrong elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tarok_pbn.render.cardwords import LANGUAGES, Language

__all__ = ["ENGLISH", "Language", "language"]

ENGLISH = LANGUAGES["en"]
_COURT = "KQNJ"


@cache
def language(code: str, cards: str = "", letters: str = "") -> Language:
    """The words of a language. *cards*: the language whose rank letters are printed; *letters*: four of one's own.

    Raises KeyError for one that has no table.
    """
    words = LANGUAGES[code]
    printed = dict(LANGUAGES[cards or code].letters)
    if letters:
        printed.update(zip(_COURT, letters.split(), strict=True))
    return words if printed == words.letters else replace(words, letters=printed)
