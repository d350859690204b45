"""What makes two records alike: their deal, their play, where they were played - as small as it can be kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from tarok_pbn.archive.fields import natural
from tarok_pbn.archive.loose import Loose
from tarok_pbn.cards import CARD, CODES, bits
from tarok_pbn.notation import deal_id, parse_deal, parse_talon, seats_of, to_bytes, write
from tarok_pbn.notation.tags import SECTIONS
from tarok_pbn.record import Mark, Record, Section

__all__ = ["PROOF", "Likeness", "contradictions", "likeness", "marks_of", "near"]

#: So many cards played alike cannot be chance.
PROOF = 12
_PLACE = ("Event", "Date", "Round", "Table", "Board")
_PLAYERS = ("South", "East", "North", "West", "A", "B", "C", "D", "E")
_COMMENTS = ("brace", "line")


class Likeness(NamedTuple):
    """What a record is compared by.

    number: of the record in the whole run, from 0. file, record: where it stands. id: hash of its canonical text.
    deal: its DealId or "". place: event, date, round, table and board. people: the players by seat.
    cards: where each card lies: its number -> seat or "talon". words: what was done, as "0 pass", the seats counted
    from the one at which the DealId begins. played: number of cards among them. known, comments: how much it tells.
    """

    number: int
    file: str
    record: int
    id: str
    deal: str
    place: tuple[str, ...]
    people: tuple[str, ...]
    cards: dict[int, str]
    words: tuple[str, ...]
    played: int
    known: int
    comments: int

    def text(self) -> str:
        """As one line of JSON."""
        return json.dumps(self)

    @classmethod
    def of(cls, text: str) -> Likeness:
        """From that line."""
        number, file, record, id_, deal, place, people, cards, words, played, known, comments = json.loads(text)
        lie = {int(card): where for card, where in cards.items()}
        return cls(number, file, record, id_, deal, tuple(place), tuple(people), lie, tuple(words), played, known,
                   comments)  # fmt: skip

    @property
    def label(self) -> str:
        """``file, record 7``"""
        return f"{self.file}, record {self.record}"

    @property
    def play_key(self) -> str:
        """A hash of what was done; "" where too little was to say anything."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()[:16] if self.played >= PROOF else ""

    @property
    def place_key(self) -> str:
        """Where it was played; "" where a part of that is not known."""
        return "\n".join(self.place) if all(part.strip("?.- ") for part in self.place) else ""


def likeness(loose: Loose, file: str, number: int) -> Likeness:
    """What a record is compared by. number: its own in the whole run."""
    record = loose.record
    try:
        text = write(record)
    except ValueError:
        text = loose.text
    deal = deal_id(record) or ""
    words, played = _words(record, deal)
    marks = marks_of(record)
    known = sum(tag.value.strip("?.- ") != "" for tag in record.tags)
    known += len(words) + sum(len(section.rows) for section in record.sections) + len(marks)
    return Likeness(
        number, file, loose.number, hashlib.sha256(to_bytes(text)).hexdigest()[:16], deal,
        tuple(record.get(name) for name in _PLACE), tuple(record.get(name) for name in _PLAYERS),
        _cards(record), words, played, known, sum(mark.kind in _COMMENTS for mark in marks),
    )  # fmt: skip


def marks_of(record: Record) -> list[Mark]:
    """All marks of a record and, as braces, its notes."""
    marks = [*record.head, *(mark for tag in record.tags for mark in tag.marks)]
    for section in record.sections:
        marks += _section_marks(section)
    return marks


def _section_marks(section: Section) -> list[Mark]:
    marks = [mark for hanging in section.marks.values() for mark in hanging] + section.end_marks
    marks += [Mark("brace", text) for text in section.notes.values()]
    for group in section.groups if section.plain is None else ():
        for hanging in (group.marks or {}).values():
            marks += hanging
    return marks


def _cards(record: Record) -> dict[int, str]:
    """Where the known cards lie at first."""
    language = record.get("Letters", "")
    found = dict.fromkeys([c for c in parse_talon(record.get("Talon"), language=language) if c >= 0], "talon")
    for seat, mask in parse_deal(record.get("Deal"), language=language).items():
        found.update(dict.fromkeys(bits(mask or 0), seat))
    return found


def _words(record: Record, deal: str) -> tuple[tuple[str, ...], int]:
    """What was done in the four streams, and how many cards were played."""
    names = {seat: seat for seat in ("S", "E", "N", "W", "A", "B", "C", "D", "E")}
    if deal:
        names = _turned(record)
    words: list[str] = []
    played = 0
    for name in SECTIONS:
        section = record.section(name)
        if section is None:
            continue
        items = [f"{names.get(seat, seat)} {word}" for seat, word, _ in section.items() if word != "-"]
        words += [name, *items] if items else []
        if name == "Play":
            played = sum(word in CARD for _, word, _ in section.items())
    return tuple(words), played


def _turned(record: Record) -> dict[str, str]:
    """Seat -> its place from the hand with which the DealId begins, so that a turned table is the same table."""
    hands = dict([part.split(":", 1) for part in record.get("Deal").split()])
    order = [seat for seat in seats_of(record) if seat in hands]
    texts = [hands[seat] for seat in order]
    first = min(range(len(texts)), key=lambda turn: texts[turn:] + texts[:turn])
    return {seat: str((place - first) % len(order)) for place, seat in enumerate(order)}


def contradictions(one: Likeness, other: Likeness) -> list[str]:
    """The tags in which both say something else of where they were played or by whom."""
    pairs = zip((*one.place, *one.people), (*other.place, *other.people), (*_PLACE, *_PLAYERS), strict=True)
    return [
        name for a, b, name in pairs
        if a.strip("?.- ") and b.strip("?.- ") and natural(a)[0] != natural(b)[0]
    ]  # fmt: skip


def near(one: Likeness, other: Likeness) -> str:
    """In what little two records differ that are not the same; "" where it is more than a card or its exchange."""
    moved = [card for card in sorted({*one.cards, *other.cards}) if one.cards.get(card) != other.cards.get(card)]
    if len(moved) > 2 or not one.cards:
        return ""
    shorter, longer = sorted((one.words, other.words), key=len)
    if len(shorter) < len(longer):
        stops = longer[: len(shorter)] == shorter and min(one.played, other.played) >= PROOF and not moved
        return "one of them stops earlier" if stops else ""
    places = [place for place, (a, b) in enumerate(zip(one.words, other.words, strict=True)) if a != b]
    if len(places) > 2 or one.played < PROOF:
        return ""
    if not (moved or places):
        return f"the same deal and play, but another {', '.join(contradictions(one, other)) or 'text'}"
    parts = []
    if moved:
        parts.append(f"in the deal: {_listed([CODES[card] for card in moved])}")
    if places:
        words = [f"{one.words[at].partition(' ')[2]} for {other.words[at].partition(' ')[2]}" for at in places]
        parts.append(f"in the play: {_listed(words)}")
    return "; ".join(parts)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
