"""What the importers of foreign formats share: the text with its places, findings in it, records and hands.

An importer is a module of its own with ``read(data, name)``, which gives ``Imported`` one by one
and never raises: what is wrong with the input, what was assumed and what cannot be known are
findings with a place in the foreign file.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tarok_pbn.cards import CODES
from tarok_pbn.findings import CODES as FINDINGS
from tarok_pbn.findings import Finding, Span
from tarok_pbn.notation import format_deal, format_talon
from tarok_pbn.record import End, Group, Record, Section, Tag

__all__ = [
    "LIMIT",
    "Imported",
    "Refused",
    "Text",
    "cards_of",
    "deal",
    "limited",
    "named",
    "people",
    "record",
    "score",
    "shown",
    "stream",
    "talon",
    "tidy",
    "twice",
]

#: Bytes of a foreign file that are read.
LIMIT = 1 << 26

_SEAT_NAMES = {"S": "South", "E": "East", "N": "North", "W": "West"}


class Imported(NamedTuple):
    """One hand of a foreign file.

    record: as it would be written; None where nothing of it could be taken over.
    findings: what was assumed, what is not known and what is wrong, with places in the foreign file.
    """

    record: Record | None
    findings: list[Finding]


def limited(imported: Iterator[Imported], most: int = 200) -> Iterator[Imported]:
    """The same, but no further when *most* parts in a row could not be read: then it is another kind of file."""
    vain = 0
    for one in imported:
        yield one
        vain = vain + 1 if one.record is None else 0
        if vain >= most:
            last = one.findings[-1]
            message = f"{most} parts one after the other cannot be read; the rest of the file is not looked at."
            yield Imported(None, [Finding("I019", message, last.span, severity="error")])
            return


class Refused(ValueError):
    """A record that the foreign format cannot hold; the text says why."""


class Text:
    """The text of a foreign file, which knows the line and column of each of its characters.

    data: its bytes, read as UTF-8. name: what findings call the file.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.early: list[Finding] = []
        cut = len(data) > LIMIT
        data = data[:LIMIT].removeprefix(b"\xef\xbb\xbf")
        try:
            self.text = data.decode("utf-8")
            bad = -1
        except UnicodeDecodeError as wrong:
            self.text = data.decode("utf-8", "replace")
            bad = len(data[: wrong.start].decode("utf-8"))
        self._lines = [0]
        at = self.text.find("\n")
        while at >= 0:
            self._lines.append(at + 1)
            at = self.text.find("\n", at + 1)
        if bad >= 0:
            self.early.append(self.finding("F001", "This byte is not UTF-8; it is read as an unknown character.", bad))
        if cut:
            message = f"The file has more than {LIMIT >> 20} MiB; what follows is not read."
            self.early.append(self.finding("I019", message, len(self.text)))

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of character *at*."""
        at = max(0, min(at, len(self.text)))
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def finding(
        self, code: str, message: str, start: int, end: int | None = None, *, number: int = 1, help: str = ""
    ) -> Finding:
        """A finding about the characters from *start* to *end* (one by default) in record *number*."""
        end = min(start + 1, len(self.text)) if end is None else end
        span = Span(self.name, number, *self.place(start), *self.place(max(start, end)), 0)
        return Finding(code, message, span, help=help, severity=FINDINGS[code].severity)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line without its end, and where it begins."""
        for number, start in enumerate(self._lines):
            end = self._lines[number + 1] - 1 if number + 1 < len(self._lines) else len(self.text)
            yield start, self.text[start:end].rstrip("\r")


def shown(text: object, most: int = 40) -> str:
    """A foreign value in a message: quoted, and not longer than *most* characters."""
    word = text if isinstance(text, str) else repr(text)[: most + 1]
    return repr(word if len(word) <= most else word[:most] + "…")


def cards_of(number: int) -> str:
    """A number of cards in words: ``1 card``, ``12 cards``."""
    return f"{number} card" if number == 1 else f"{number} cards"


def tidy(text: str) -> str:
    """Text that may stand in a tag: on one line, without control characters and halves of characters, in NFC."""
    plain = "".join(
        "�" if "\ud800" <= c <= "\udfff" else " " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c
        for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(plain.split())


def record(tags: Mapping[str, str], sections: Iterable[Section] = ()) -> Record:
    """A record of these tags, in this order, and sections."""
    return Record([Tag(name, value) for name, value in tags.items()], list(sections))


def stream(name: str, groups: Iterable[tuple[str, Sequence[str]]], end: End = "") -> Section:
    """A section of seats and what each said or played, ended by *end*."""
    section = Section(name)
    section.groups = [Group(seat, list(words)) for seat, words in groups]
    section.end = end
    return section


def deal(hands: Mapping[str, int | None]) -> str:
    """Value of a Deal tag; None is a hand that is not given."""
    return format_deal(dict(hands))


def talon(cards: Iterable[int]) -> str:
    """Value of a Talon tag."""
    return format_talon(list(cards))


def people(seats: Iterable[str], names: Mapping[str, str] | None = None) -> dict[str, str]:
    """Tags of the players, ``?`` where a name is not known."""
    known, seats = names or {}, tuple(seats)
    tags = {} if "A" in seats else _SEAT_NAMES
    return {tags.get(seat, seat): tidy(known.get(seat, "")) or "?" for seat in seats}


def score(amounts: Mapping[str, object]) -> str:
    """Value of a Score tag."""
    return "; ".join(f"{account} {amount}" for account, amount in amounts.items())


def twice(piles: Iterable[Iterable[int]]) -> list[int]:
    """The cards that stand more than once in these piles."""
    seen: set[int] = set()
    again: list[int] = []
    for pile in piles:
        for card in pile:
            if card in seen:
                again.append(card)
            seen.add(card)
    return again


def named(cards: Iterable[int]) -> str:
    """Card tokens with commas between, as arguments of a word."""
    return ",".join(CODES[card] for card in cards)
