"""Names of people, and where they occur in a text: whole, in part, and in the forms that languages make of them.

What is certain is a word with a capital that is a part of a name, with or without accents, or a form of it
(``Nováka``, ``Novákovi``, ``Müllers``, ``Petrovou``); parts that stand together are one occurrence. What only looks
like a part - in small letters, or at the beginning or inside of a longer word - is uncertain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tarok_pbn.archive.names import folded_word, person_key

__all__ = ["Occurrence", "People"]

#: A word of letters; marks, soft hyphens and joiners inside do not end it, nor do bytes that are no UTF-8.
WORD = re.compile("(?:(?:[^\\W\\d_]|[\udc80-\udcff])[\u0300-\u036f\u00ad\u200b-\u200d\u2060]*)+")
_BETWEEN = re.compile(r"[\s,.\u00a0'’-]{1,3}")
#: Endings of cases, possessives and feminine forms: Czech, Slovak, Slovene, Polish, German, Danish.
_ENDING_LIST = (
    "a e i o u y s es em om im am ou ov ova ove ovi ovo ovy ovu ovou ovem ovym ovych ovymi uv ev eva eve evo evi "
    "eho emu ym ych ymi iho imu ich imi ej ami ama ach ech um ja ju je jem jev jeva in ina ino iny inu ens ovic "
    "en n ns t te ti ata ete eti ce ci"
)
_ENDINGS = frozenset(_ENDING_LIST.split())
_LONGEST_ENDING = max(map(len, _ENDINGS))
_VOWELS = "aeiouy"
_WHOLE = 3  # letters of a part that is looked for by itself
_STEM = 4  # letters of a stem that is less than a part, or that begins a longer word
_INSIDE = 5  # letters of a part that is noticed inside a word
_LONG = 60  # letters of a part of which a word has no more than a few places


class Occurrence(NamedTuple):
    """Where a name occurs: characters start to end, whose it may be, and whether that is certain."""

    start: int
    end: int
    people: frozenset[int]
    sure: bool


class _Hit(NamedTuple):
    start: int
    end: int
    people: frozenset[int]
    sure: bool
    weak: bool  # counts only beside another
    word: str  # the part, or what is common to its forms


class People:
    """Persons by number, from 0, and the search for their names."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self._parts: dict[str, set[int]] = {}
        self._lengths: set[int] = set()
        self._long: set[str] = set()
        self._stems: dict[str, set[int]] = {}
        self._short: dict[str, set[int]] = {}
        self._initials: dict[str, set[int]] = {}
        self._counts: list[int] = []
        self._literal: list[tuple[re.Pattern[str], int]] = []

    def add(self, name: str, *, person: bool = True) -> int:
        """The number of a person; of a value that is no person's, such as an event, parts are not looked for."""
        key = person_key(name) if person else "\0" + name
        if key in self.numbers:
            return self.numbers[key]
        number = self.numbers[key] = len(self.names)
        self.names.append(name)
        words = [(word, folded_word(word)) for word in WORD.findall(name)] if person else []
        self._counts.append(len(words))
        for word, folded in words:
            if word == word.lower() != word.upper():
                continue  # von, de, van
            caseless = word.lower() == word.upper()
            self._initials.setdefault(folded[:1], set()).add(number)
            if len(folded) < _WHOLE and not (caseless and len(folded) > 1):
                self._short.setdefault(folded, set()).add(number)
                continue
            self._parts.setdefault(folded, set()).add(number)
            self._lengths.add(len(folded))
            if len(folded) > _LONG:
                self._long.add(folded)
            for stem in _stems(folded):
                self._stems.setdefault(stem, set()).add(number)
        if len(name.strip()) >= _WHOLE and (not words or re.search(r"[0-9_@]", name)):
            self._literal.append((re.compile(rf"(?<!\w){re.escape(name.strip())}(?!\w)", re.IGNORECASE), number))
        return number

    def find(self, name: str, *, person: bool = True) -> int | None:
        """The number of a person that was added, or None."""
        return self.numbers.get(person_key(name) if person else "\0" + name)

    def knows(self, word: str) -> bool:
        """Whether a word would be taken for a name."""
        return any(hit.sure and not hit.weak for hit in self._hits(word[:1].upper() + word[1:]))

    def search(self, text: str) -> list[Occurrence]:
        """The names in a text, from left to right, none over another."""
        found = self._joined(text, list(self._hits(text)))
        literal = [
            Occurrence(match.start(), match.end(), frozenset([number]), True)
            for pattern, number in self._literal
            for match in pattern.finditer(text)
        ]
        if not literal:
            return found
        chosen: list[Occurrence] = []
        for one in sorted([*literal, *found], key=lambda o: (not o.sure, o.start - o.end, o.start)):
            if all(one.end <= other.start or one.start >= other.end for other in chosen):
                chosen.append(one)
        return sorted(chosen)

    def _hits(self, text: str) -> Iterator[_Hit]:
        for match in WORD.finditer(text):
            word = match[0]
            folded = folded_word(word)
            capital = word[0] != word[0].lower() or word.lower() == word.upper()
            people, stem = self._parts.get(folded), folded
            if people is None and (capital or len(folded) > _STEM):
                people, stem = self._declined(folded)
            if people:
                yield _Hit(match.start(), match.end(), frozenset(people), capital, False, stem)
                continue
            small = self._short.get(folded) if len(folded) < _WHOLE else None
            if len(folded) == 1 and capital:
                small = (small or set()) | self._initials.get(folded, set())
            if small and capital:
                yield _Hit(match.start(), match.end(), frozenset(small), True, True, folded)
                continue
            alike = self._alike(folded)
            if alike:
                yield _Hit(match.start(), match.end(), frozenset(alike), False, False, folded)

    def _declined(self, folded: str) -> tuple[set[int] | None, str]:
        """Whose name a word may be a form of, and what is left of it without the ending."""
        for size in range(min(_LONGEST_ENDING, len(folded) - _WHOLE) + 1):
            stem = folded[: len(folded) - size]
            if size and folded[len(folded) - size :] not in _ENDINGS:
                continue
            people = self._parts.get(stem) or self._stems.get(stem)
            if people:
                return people, stem
        return None, folded

    def _alike(self, folded: str) -> set[int]:
        """Whose name a word begins with or holds."""
        found: set[int] = set()
        for size in sorted(self._lengths):
            if size > len(folded):
                break
            if size >= _STEM or not folded[:1].isascii():
                found |= self._parts.get(folded[:size], set())
            if size > _LONG:  # few parts, and in words as long
                for part in self._long:
                    if part in folded:
                        found |= self._parts[part]
                break
            if size >= _INSIDE:
                for start in range(1, len(folded) - size + 1):
                    found |= self._parts.get(folded[start : start + size], set())
        return found

    def _joined(self, text: str, hits: list[_Hit]) -> list[Occurrence]:
        """Parts of one person that stand together as one occurrence; weak ones only so."""
        found: list[Occurrence] = []
        index = 0
        while index < len(hits):
            run = [hits[index]]
            people, sure = hits[index].people, hits[index].sure
            while index + 1 < len(hits):
                after = hits[index + 1]
                common = people & after.people
                if not common or not _BETWEEN.fullmatch(text[run[-1].end : after.start]) or after.sure != sure:
                    break
                if after.word in [hit.word for hit in run]:
                    break
                run.append(after)
                people = common
                index += 1
            index += 1
            if all(hit.weak for hit in run):
                whole = [number for number in people if self._counts[number] == len(run)]
                if not whole or all(len(hit.word) < 2 for hit in run):
                    continue
                people, sure = frozenset(whole), len(run) > 1
            found.append(Occurrence(run[0].start, run[-1].end, people, sure))
        return found


def _stems(part: str) -> Iterator[str]:
    """What a part is cut to before an ending is put on: Svobod-a, Novotn-ý, Něm-e-c."""
    if part[-1] in _VOWELS and len(part) >= _STEM:
        yield part[:-1]
    if part.endswith("ova") and len(part) > _STEM + 2:
        yield part[:-3]
    if len(part) > _STEM and part[-2] == "e" and part[-1] in "ckrnl" and part[-3] not in _VOWELS:
        yield part[:-2] + part[-1]
