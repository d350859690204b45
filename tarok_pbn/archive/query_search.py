"""A search through an archive: what is asked, planned once; and what it finds in a part of a file.

``Search`` is called with a ``Partition`` and gives what it found there as plain data; both can be sent to another
process. An expression of tags alone is decided on the headers, without reading what stands below them; of
a conjunction the part that needs only tags is decided first, and the record is read only where that holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tarok_pbn.archive.loose import loosened
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.query_check import checked_query, checked_value
from tarok_pbn.archive.query_eval import Get, Test, compiled, getter
from tarok_pbn.archive.query_facts import Facts, HeaderFacts, ParsedFacts, SummaryFacts
from tarok_pbn.archive.query_names import Level
from tarok_pbn.archive.query_tree import All, Condition, Days, Value, level
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check
from tarok_pbn.notation import Parsed
from tarok_pbn.notation.reading import Reading, line_breaks
from tarok_pbn.notation.scan import Header
from tarok_pbn.notation.split import Piece

__all__ = ["Cell", "Found", "Hit", "Plan", "Search", "plan"]

#: what a value comes to in a result: text, a whole number, yes or no, several of them, or None for not known
Cell = str | int | bool | list["Cell"] | None


class Hit(NamedTuple):
    """A record that matches.

    file: as it was named. number: place in it, from 1. values: of what was to be shown, in order.
    text: the record, to stand alone, "" where it was not asked for. open: whether it leaves a comment open.
    """

    file: str
    number: int
    values: list[Cell]
    text: str = ""
    open: bool = False


class Found(NamedTuple):
    """What a search found in a part of a file.

    records: how many it went through. faulty: how many of those that it read have reading errors.
    """

    hits: list[Hit]
    records: int
    faulty: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How an expression is decided.

    guard: what can be decided on the header, None where nothing can. rest: what cannot, None where nothing is left.
    level: what the rest takes, and what is to be shown.
    """

    guard: Condition | None
    rest: Condition | None
    level: Level


def plan(condition: Condition, shown: tuple[Value, ...] = ()) -> Plan:
    """The plan of a condition, with the values to be shown of each match."""
    parts = condition.parts if isinstance(condition, All) else (condition,)
    guard = [part for part in parts if level(part) is Level.HEADER]
    rest = [part for part in parts if level(part) is not Level.HEADER]
    needed = max([Level.HEADER, *map(level, rest), *(value.level for value in shown)])
    return Plan(_joined(guard), _joined(rest), needed)


def _joined(parts: list[Condition]) -> Condition | None:
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else All(tuple(parts))


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked: an expression, the values to be shown of each match, and whether its text is wanted.

    Raises QueryError when it is made of an expression that cannot be used.
    """

    expression: str
    show: tuple[str, ...] = ()
    texts: bool = False

    def __post_init__(self) -> None:
        prepared(self.expression, self.show)

    def __call__(self, partition: Partition) -> Found:
        """The matches of a partition. Raises OSError where the file cannot be read."""
        return _Run(self, partition).found()

    def key(self) -> str:
        """What its results depend on beside the partition, as text."""
        return f"query {self.expression!r} {self.show!r} {self.texts}"


class Prepared(NamedTuple):
    """A search made ready in a process."""

    plan: Plan
    guard: Test | None
    rest: Test | None
    shown: list[Get]


@lru_cache(maxsize=16)
def prepared(expression: str, show: tuple[str, ...]) -> Prepared:
    """The search ready to run. Raises QueryError."""
    condition = checked_query(expression)
    values = tuple(checked_value(text) for text in show)
    made = plan(condition, values)
    guard = compiled(made.guard) if made.guard is not None else None
    rest = compiled(made.rest) if made.rest is not None else None
    return Prepared(made, guard, rest, [_shown(value) for value in values])


def hit(ready: Prepared, facts: Facts, parsed: Parsed | None) -> Hit:
    """The match as it is handed on; with its text where it is given as read."""
    values = [_cell(get(facts)) for get in ready.shown]
    if parsed is None:
        return Hit(facts.file, facts.number, values)
    loose = loosened(parsed)
    return Hit(facts.file, facts.number, values, loose.text, loose.open)


class _Run:
    """One way through a partition."""

    def __init__(self, search: Search, partition: Partition) -> None:
        self.search = search
        self.ready = prepared(search.expression, search.show)
        self.partition = partition
        self.reading = Reading(partition.place or partition.name, False, partition.start)
        self.unread: Piece | None = None  # the record before, where it was not read

    def found(self) -> Found:
        hits: list[Hit] = []
        records = faulty = 0
        for piece in self.partition.pieces():
            number, raw = self.reading.number, piece[1]
            inherits = b'"#' in raw or bool(self.reading.inheritance.lasting)
            parsed = self._read(piece) if inherits else None
            tags = Header(piece[0], raw).tags if parsed is None and self.ready.guard is not None else None
            if parsed is None and not tags:
                parsed = self._read(piece)
            if parsed is not None and not parsed.is_record:
                continue
            records += 1
            if self.ready.guard is not None:
                facts: Facts
                if parsed is not None:
                    facts = ParsedFacts(parsed, self.partition.name)
                else:
                    assert tags is not None  # a record without any was read
                    facts = HeaderFacts(tags, self.partition.name, number)
                if self.ready.guard(facts) is not True:
                    faulty += self._pass(piece, parsed)
                    continue
            if parsed is None and (self.ready.plan.level > Level.HEADER or self.search.texts):
                parsed = self._read(piece)
            faulty += self._pass(piece, parsed)
            if parsed is not None:
                facts = self._facts(parsed)
            if self.ready.rest is None or self.ready.rest(facts) is True:
                hits.append(hit(self.ready, facts, parsed if self.search.texts else None))
        return Found(hits, records, faulty)

    def _facts(self, parsed: Parsed) -> Facts:
        if self.ready.plan.level is Level.REPLAY:
            return SummaryFacts(Summary(check(parsed)), self.partition.name)
        return ParsedFacts(parsed, self.partition.name)

    def _read(self, piece: Piece) -> Parsed:
        if self.unread is not None and b'"#' in piece[1]:
            self.reading.inheritance.before = Reading(None, False).next(self.unread).record
        self.unread = None
        return self.reading.next(piece)

    def _pass(self, piece: Piece, parsed: Parsed | None) -> bool:
        """Go on to the next record; whether this one was read and has reading errors."""
        if parsed is not None:
            return any(finding.severity == "error" for finding in parsed.findings)
        reading, raw = self.reading, piece[1]
        reading.number += 1
        reading.line += line_breaks(raw)
        reading.crlf = reading.crlf or b"\r" in raw
        self.unread = piece
        return False


# --- values to be shown -------------------------------------------------------------------------------


def _shown(value: Value) -> Get:
    if value.type == "date" and value.kind == "name":
        return lambda facts: facts.tag("Date")
    get = getter(value)
    if value.kind == "call" and value.content in ("points", "trick.points"):
        return lambda facts: _mixed(get(facts))
    return get


def _mixed(value: object) -> object:
    """Card points as they are said: ``41 2/3``."""
    if isinstance(value, Fraction) and value.denominator > 1 and value > 1:
        whole = value.numerator // value.denominator
        return f"{whole} {value - whole}"
    return tuple(map(_mixed, value)) if isinstance(value, tuple) else value


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Days):
        return f"{value.first} to {value.last}"
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    assert isinstance(value, tuple)
    cells = [_cell(part) for part in value]
    return cells[0] if len(cells) == 1 else cells
