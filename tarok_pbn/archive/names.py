"""When two spellings are one player's name, and which of them is shown.

Here alone names of people are compared, for the pseudonyms of ``anonymise``, statistics, travellers and results sheets.
Case, accents, spaces, the order of the words, how Unicode composes them and signs between words make no difference.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import groupby

__all__ = ["Spellings", "caseless", "folded", "folded_word", "person_key"]

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d"})
#: kinds of characters that are parts of names beside letters and digits; bytes that are no UTF-8 are among them
_PARTS = frozenset(("Cs", "Co", "Cn"))


def caseless(text: str) -> str:
    """Equal for texts that differ in case, or in how Unicode composes them, and in nothing else."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def folded_word(word: str) -> str:
    """A word without case, accents and characters that are not seen."""
    base = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word).casefold())
    seen = "".join([c for c in base if not unicodedata.combining(c) and unicodedata.category(c) != "Cf"])
    return seen.translate(_PLAIN)


def folded(text: str) -> str:
    """A text for comparison: without accents, capitals, signs and double spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded_word(text)).split())


@lru_cache(maxsize=4096)
def person_key(name: str) -> str:
    """Equal for spellings of one person: ``Novák, Jan``, ``Jan Novák``, ``NOVAK, JAN``.

    Numbers keep their order, and symbols (``+``, ``★``) count, for they tell teams and guests apart.
    """
    parts: dict[str, list[str]] = {"letter": [], "symbol": [], "digit": []}
    for kind, characters in groupby(folded_word(name), _kind):
        if kind in parts:
            parts[kind].append("".join(characters))
    words = [*sorted(parts["letter"]), *sorted(parts["symbol"]), *parts["digit"]]
    return " ".join(words) or name


def _kind(char: str) -> str:
    category = unicodedata.category(char)
    if category[0] == "N":
        return "digit"
    if category[0] in "LM" or category in _PARTS:
        return "letter"
    return "symbol" if category[0] == "S" else ""


class Spellings:
    """Players and the spellings of their names that were met; parts of an archive can be added up in any order."""

    def __init__(self) -> None:
        self._met: dict[str, Counter[str]] = {}

    def add(self, name: str) -> str:
        """Count a spelling; the key of its player."""
        key = person_key(name)
        spelling = " ".join(unicodedata.normalize("NFC", name).split())
        self._met.setdefault(key, Counter())[spelling] += 1
        return key

    def merge(self, other: Spellings) -> None:
        """Add what another part of the archive has met."""
        for key, spellings in other._met.items():
            self._met.setdefault(key, Counter()).update(spellings)

    def __getitem__(self, key: str) -> str:
        """The spelling that was met most often; of equally many one with small and capital letters and its accents."""
        met = self._met[key]
        return min(met, key=lambda name: (-met[name], name in (name.upper(), name.lower()), name.isascii(), name))

    def shown(self, name: str) -> str:
        """The spelling that was met most often of a player who has one like this."""
        return self[person_key(name)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spellings) and self._met == other._met
