"""Names of people taken out of an archive, consistently, and put back with the key.

First all records are read and everybody gets a pseudonym; then each is told anew. What is certain is replaced; what
may be a name, an address or a number of a person is told with its place. The new text is read again, and no name
that would be replaced may be found in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tarok_pbn.archive.people import WORD, People
from tarok_pbn.archive.pseudonyms import TREES, Key, KeyFault
from tarok_pbn.archive.retell import retold
from tarok_pbn.notation import Parsed, to_bytes, write
from tarok_pbn.notation.tags import KNOWN, is_table

__all__ = ["PERSONS", "SEATS", "Anonymiser", "Left", "Restorer", "identity"]

SEATS = ("South", "East", "North", "West", "A", "B", "C", "D", "E")
#: Tags that name a person who need not play.
PERSONS = ("Annotator", "Scorer", "Operator")
#: Tags of cards, numbers and words of the format: nothing free stands there.
_FORMAL = frozenset((
    "Date", "Round", "Table", "Board", "Game", "Rules", "Options", "Seats", "Dealer", "SittingOut", "Deal", "Talon",
    "TalonOrder", "Pots", "Radl", "Totals", "Contract", "Declarer", "Partner", "Called", "Points", "Tricks", "Bonuses",
    "Result", "Score", "Money", "PotsAfter", "RadlAfter", "TotalsAfter", "Split", "DealId", "Letters", "Pagat", "Valat",
    "Renonce", "Fines", "Stake", "Time", "Mode", "Unit", "Generator",
))  # fmt: skip
#: A seat tag that was not read as one: bracket or quotation mark forgotten, or a name in other letters.
_LIKE_A_SEAT = re.compile(
    r"""^[ \t]*\[[ \t]*(?:(?:south|east|north|west)\b[ \t:=]*["'“„]?|[A-E][ \t]+["“„])([^\]\["“”{}\r\n]+)""",
    re.IGNORECASE | re.MULTILINE,
)
_TRACES = (
    (re.compile(r"(?<![^\s@<>{}])[^\s@<>{}]+@[^\s@<>{}]+\.[^\s@<>{}]+"), "looks like an e-mail address"),
    (re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE), "looks like an address on the web"),
    (re.compile(r"(?<![\w.])\+?\d(?:[ /().-]{0,2}\d){8,}(?!\w)"), "looks like a telephone number"),
    (re.compile(r"(?<![\w.])(?:[A-Z]{1,4}[- ]?)?\d{5,}(?![\w.])"), "looks like the number of a licence or a member"),
)
#: Kinds of text that are no tag.
_FREE = ("comment", "note", "cell", "words")
_SHOWN = 60


class Left(NamedTuple):
    """Something that may still tell who it was. line, column: of the text it stands in, in the file as it was."""

    file: str
    record: int
    line: int
    column: int
    text: str
    why: str


class Anonymiser:
    """Gives pseudonyms and replaces names.

    key: with the pseudonyms of earlier runs. fields: further tags whose values are replaced. strip: comments, escape
    lines and notes are left out.
    """

    def __init__(self, key: Key, fields: Iterable[str] = (), *, strip: bool = False) -> None:
        self.key = key
        self.strip = strip
        self.fields = tuple(fields)
        #: (tag, value), in the order in which they were met
        self._met: dict[tuple[str, str], None] = {}
        self._numbered = re.compile(r"(?<![^\W\d_])[^\W\d_]+ [0-9]+")
        self.replaced = 0

    # --- who there is -------------------------------------------------------------------------

    def meet(self, parsed: Parsed) -> None:
        """Take note of a record's names, and of words that can be no pseudonyms."""
        for tag in parsed.record.tags:
            person = tag.name in SEATS
            if (person or tag.name in self.fields) and tag.value.strip("?.- "):
                kind = "" if person or tag.name in PERSONS else tag.name
                self._met[kind, tag.value] = None
        for match in _LIKE_A_SEAT.finditer(parsed.text):
            if match[1].strip("?.- #"):
                self._met["", match[1].strip().removeprefix("##")] = None
        words = {word.casefold() for word in WORD.findall(parsed.text)}
        self.key.occupied |= words & _WORDS_OF_PSEUDONYMS
        if re.search(r"[0-9]", parsed.text):
            self.key.occupied.update(match.casefold() for match in self._numbered.findall(parsed.text))

    def name(self) -> None:
        """Give everybody a pseudonym. Raises KeyFault where the prefix is a part of a name."""
        for kind, value in self._met:
            if value not in self.key.names:  # a pseudonym of an earlier run stays
                self.key.pseudonym(value, kind)
        for word in {part for pseudonym in self.key.names for part in WORD.findall(pseudonym)}:
            if self.key.people.knows(word):
                why = f"the pseudonyms would hold {word!r}, which is a part of a name"
                raise KeyFault(f"{why}; choose another prefix")

    # --- telling anew -------------------------------------------------------------------------

    def retell(self, parsed: Parsed, file: str) -> tuple[str, list[Left], dict[str, str]]:
        """The new text of a record, what may be left in it, and what stood at which occurrence of a pseudonym."""
        left: list[Left] = []
        spelt: dict[str, str] = {}
        counted = 0
        people, names = self.key.people, self.key.names
        table = frozenset(number for seat in SEATS if (number := people.find(parsed.record.get(seat))) is not None)

        def tell(token: int, text: str, why: str) -> None:
            span = parsed.record.span(token)
            line, column = (span.line, span.column) if span is not None else (parsed.line, 1)
            left.append(Left(file, parsed.number, line, column, text, why))

        def replaced(original: str, pseudonym: str) -> str:
            nonlocal counted
            if original != names[pseudonym][0]:
                spelt[str(counted)] = original
            counted += 1
            self.replaced += 1
            return pseudonym

        def edit(kind: str, text: str, token: int) -> str:
            nonlocal counted
            person = kind in SEATS or kind in PERSONS
            if (kind in SEATS or kind in self.fields) and text.strip("?.- "):
                number = people.find(text, person=person)
                if number is not None:
                    return replaced(text, self.key.of(number))
            parts: list[str] = []
            kept = ""  # what stays
            at = 0
            for start, end, whose, sure in _both(kind, text, people, names):
                parts.append(text[at:start])
                kept += text[at:start]
                at = end
                original = text[start:end]
                if whose is None:
                    counted += 1
                    parts.append(original)
                elif not sure:
                    if kind not in _FORMAL:
                        tell(token, original, f"may be a name: {self._who(whose)}")
                    parts.append(original)
                    kept += original
                else:
                    here = whose & table or whose
                    if len(here) > 1:
                        tell(token, original, f"it could be {self._who(here)}; the first was put")
                    parts.append(replaced(original, self.key.of(min(here))))
            parts.append(text[at:])
            kept += text[at:]
            if kind not in _FORMAL and kind not in SEATS:
                for pattern, why in _TRACES:
                    for match in pattern.finditer(text):
                        tell(token, match[0], why)
            if person and kind not in SEATS and kind not in self.fields and WORD.search(kept):
                tell(token, text, f"{kind} names a person; --fields {kind} replaces it")
            elif not (kind in KNOWN or kind[0] == "_" or kind in _FREE or is_table(kind)) and WORD.search(kept):
                tell(token, text, f"may name a person: {kind} is no tag of the format; --fields {kind} replaces it")
            return "".join(parts)

        text = retold(parsed, edit, strip=self.strip)
        lines = parsed.text.split("\n")
        for finding in parsed.findings:
            if finding.code[0] == "F" and finding.severity == "error":
                line, column = (finding.span.line, finding.span.column) if finding.span else (parsed.line, 1)
                wrong = lines[min(max(line - parsed.line, 0), len(lines) - 1)].strip()[:_SHOWN]
                why = "could not be read: a name may be left in it"
                left.append(Left(file, parsed.number, line, column, wrong, why))
        left.sort(key=lambda one: (one.line, one.column))
        return text, _once(left), spelt

    def _who(self, numbers: frozenset[int]) -> str:
        return " or ".join(sorted(self.key.of(number) for number in numbers))

    def remaining(self, parsed: Parsed) -> list[str]:
        """Names that would be replaced and stand in a record that was told anew; there must be none."""
        found: list[str] = []
        names = self.key.names

        def look(kind: str, text: str, token: int) -> str:
            found.extend(text[s:e] for s, e, whose, sure in _both(kind, text, self.key.people, names) if sure and whose)
            return text

        retold(parsed, look)
        return found


class Restorer:
    """Puts names back."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.replaced = 0

    def retell(self, parsed: Parsed) -> str:
        """The text of a record with the names instead of their pseudonyms."""
        spelt = self.key.spelt.get(identity(parsed), {})
        counted = 0

        def edit(kind: str, text: str, token: int) -> str:
            nonlocal counted
            parts: list[str] = []
            at = 0
            for start, end in _pseudonyms(text, self.key.names):
                name = spelt.get(str(counted))
                unsafe = r"[}]" if name is not None else r"[{}\r\n]"  # what stood there may hold line ends
                name = name if name is not None else self.key.names[text[start:end]][0]
                counted += 1
                self.replaced += 1
                safe = name if kind not in ("comment", "words") else re.sub(unsafe, " ", name)
                parts += [text[at:start], safe]
                at = end
            return "".join([*parts, text[at:]])

        return retold(parsed, edit)


def identity(parsed: Parsed) -> str:
    """What a record is known by in the key."""
    try:
        text = write(parsed.record)
    except ValueError:
        text = parsed.text
    return hashlib.sha256(to_bytes(text)).hexdigest()[:16]


_WORDS_OF_PSEUDONYMS = frozenset(tree.casefold() for tree in TREES)


def _pseudonyms(text: str, names: dict[str, list[str]]) -> Iterator[tuple[int, int]]:
    """Where pseudonyms stand in a text: their words, and a number where they have one."""
    for match in re.finditer(r"[^\W\d_]+(?:[^\W\d_]|[-'’._])*(?: [0-9]+)?(?!\w)", text):
        if match[0] in names and (match.start() == 0 or not re.match(r"\w", text[match.start() - 1])):
            yield match.start(), match.end()
            continue
        word = match[0].partition(" ")[0].rstrip("-'’._")
        if word in names:
            yield match.start(), match.start() + len(word)


def _both(
    kind: str, text: str, people: People, names: dict[str, list[str]]
) -> list[tuple[int, int, frozenset[int] | None, bool]]:
    """Pseudonyms that stand in a text already (nobody's), and names that are none."""
    known = list(_pseudonyms(text, names))
    found: list[tuple[int, int, frozenset[int] | None, bool]] = [(start, end, None, True) for start, end in known]
    for start, end, whose, sure in people.search(text):
        if kind in _FORMAL and not text[start:end].replace(" ", "").isalpha():
            continue  # a card such as T21, were it a name as well
        if all(end <= first or start >= last for first, last in known):
            found.append((start, end, whose, sure))
    return sorted(found, key=lambda one: one[:2])


def _once(left: list[Left]) -> list[Left]:
    """Each thing once a place; a number inside an address is told as the address."""
    kept: list[Left] = []
    told: dict[tuple[int, int], list[str]] = {}
    for one in left:
        same = told.setdefault((one.line, one.column), [])
        if not any(one.text in text for text in same):
            same.append(one.text)
            kept.append(one)
    return kept
