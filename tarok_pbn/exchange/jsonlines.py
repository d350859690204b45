"""JSON Lines: a record as the events that made it, one action a line.

Each line is an object that says which ``event`` it is and to which ``record`` it belongs; ``docs/convert.md``
lists the fields, ``lines_schema`` is their JSON Schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, BinaryIO, Literal, TypeAlias, get_args

from pydantic import Field, TypeAdapter, ValidationError

from tarok_pbn.cards import CARD
from tarok_pbn.exchange.escaping import NOT_IN_JSON, escaper, has, unescape
from tarok_pbn.exchange.formats import FormatError, Item
from tarok_pbn.exchange.json import VERSION, MarkModel, Marks, TagModel, _Model
from tarok_pbn.exchange.jsontext import LIMIT, load, refuse
from tarok_pbn.exchange.proof import proved
from tarok_pbn.record import Group, Mark, Record, Section, Tag

__all__ = ["LINES", "bind", "lines_schema", "piece", "read"]


class FileLine(_Model):
    """The first line of a file; further files may follow it in the same stream."""

    event: Literal["file"]
    format: Literal["TPBN"]
    version: Literal["1.0"]


class _Of(_Model):
    event: str
    record: int = Field(ge=1, description="number of the record in the file, from 1")


class RecordLine(_Of):
    """A record begins: its tags, in the order in which they were written."""

    event: Literal["record"]
    escaped: bool = Field(
        default=False,
        description="true: in every string of this record \\\\ stands for a backslash, \\xHH for a byte of the source "
        "that was not UTF-8, \\uHHHH for half of a surrogate pair",
    )
    head: Marks = Field(default=[], description="comments before the first tag")
    tags: list[TagModel] = Field(default=[], description="objects of name, value and marks")


class _Within(_Of):
    section: str = Field(description="name of the section")
    marks: Marks = Field(default=[], description="what hangs on it: objects of kind and text")


class SectionLine(_Within):
    """A section begins; the lines up to the next section belong to it."""

    event: Literal["section"]
    value: str | None = Field(default=None, description="what stood after the name in quotes: a table's columns")
    raw: str | None = Field(default=None, description="the body of an unknown section, character for character")


class _Grouped(_Within):
    group: int = Field(ge=1, description="number of the group in the section, from 1; in Play a trick is a group")
    seat: str = Field(description="who acts, in Play who leads; empty where words stand before the first seat")


class SeatLine(_Grouped):
    """A seat that says nothing, or on which marks hang: they stand before its first word."""

    event: Literal["seat"]


class _Word(_Grouped):
    place: int = Field(ge=1, description="place of the word in its group, from 1")
    word: str = Field(description="the word: a card, an action, - or ??")


class CallLine(_Word):
    """An action: what a seat said, took or laid away."""

    event: Literal["call"]


class CardLine(_Word):
    """A card; in Play the first of a group is the seat's, the others fall in the order of play."""

    event: Literal["card"]


class RowLine(_Within):
    """A row of a table."""

    event: Literal["row"]
    row: int = Field(ge=1, description="number of the row in the table, from 1")
    cells: list[str] = Field(description="its cells, a column each")


class EndLine(_Within):
    """The sign that ends a stream."""

    event: Literal["end"]
    end: Literal["*", "+"] = Field(description="* ended by decree, + still going on")


class NoteLine(_Within):
    """A note of the section."""

    event: Literal["note"]
    note: int = Field(ge=0, le=999_999_999, description="its number")
    text: str = Field(description="its text")


class RecordEndLine(_Of):
    """The record is complete."""

    event: Literal["record-end"]
    text: str | None = Field(
        default=None,
        description="the exact text of a record with errors of syntax, which the lines before cannot give back; "
        "whoever changes those leaves it out",
    )


Line: TypeAlias = (
    FileLine | RecordLine | SectionLine | SeatLine | CallLine | CardLine | RowLine | EndLine | NoteLine | RecordEndLine
)
#: The lines in the order in which they come.
LINES: tuple[type[_Model], ...] = (
    FileLine, RecordLine, SectionLine, SeatLine, CallLine, CardLine, RowLine, EndLine, NoteLine, RecordEndLine,
)  # fmt: skip
_CARDS = frozenset((*CARD, "??"))


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[Line, Field(discriminator="event")])


def lines_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:tarok-pbn:schema:tpbn-line-{VERSION}",
        **_adapter().json_schema(),
        "title": f"A line of TPBN {VERSION} JSON Lines",
    }


# --- writing ------------------------------------------------------------------------------------


#: What stands before the number of the record in a line, where that is 1.
_NUMBERED = b'"record":'


def piece(item: Item) -> list[bytes]:
    """The lines of a record, as those of the first. Raises FormatError."""
    return [_line(line) for line in _lines(item, 1)]


def bind(pieces: Iterable[list[bytes]], out: BinaryIO) -> None:
    """The header line, then the lines of each record with its number."""
    out.write(_line(FileLine(event="file", format="TPBN", version=VERSION)))
    for number, lines in enumerate(pieces, 1):
        wanted = b"%s%d" % (_NUMBERED, number)
        out.writelines(line.replace(_NUMBERED + b"1", wanted, 1) for line in lines)


def _line(model: _Model) -> bytes:
    return model.model_dump_json(exclude_defaults=True).encode("utf-8") + b"\n"


def _lines(item: Item, number: int) -> Iterator[_Model]:
    record = item.record
    escaped = has(record, item.text, NOT_IN_JSON)
    put: Callable[[str], str] = escaper(NOT_IN_JSON) if escaped else str

    def marks(listed: list[Mark]) -> Marks:
        return [MarkModel(kind=m.kind, text=put(m.text)) for m in listed]

    tags = [TagModel(name=put(tag.name), value=put(tag.value), marks=marks(tag.marks)) for tag in record.tags]
    yield RecordLine(event="record", record=number, escaped=escaped, head=marks(record.head), tags=tags)
    for section in record.sections:
        yield from _section_lines(section, number, put, marks)
    text = None if item.text is None else put(item.text)
    yield RecordEndLine(event="record-end", record=number, text=text)


def _section_lines(
    section: Section, number: int, put: Callable[[str], str], marks: Callable[[list[Mark]], Marks]
) -> Iterator[_Model]:
    name = put(section.name)
    placed = {place: listed for place, listed in section.marks.items() if listed}

    def at(place: int) -> Marks:
        return marks(placed.pop(place, []))

    yield SectionLine(
        event="section", record=number, section=name, marks=at(-1),
        value=None if section.value is None else put(section.value),
        raw=None if section.raw is None else put(section.raw),
    )  # fmt: skip
    for place, group in enumerate(section.groups, 1):
        on_words = {index: marks(listed) for index, listed in (group.marks or {}).items() if listed}
        on_seat, seat = on_words.pop(0, []), put(group.seat)
        if on_seat or not group.words:
            yield SeatLine(event="seat", record=number, section=name, group=place, seat=seat, marks=on_seat)
        for index, word in enumerate(group.words, 1):
            said: dict[str, Any] = {
                "record": number, "section": name, "group": place, "place": index, "seat": seat, "word": put(word),
                "marks": on_words.pop(index, []),
            }  # fmt: skip
            yield CardLine(event="card", **said) if word in _CARDS else CallLine(event="call", **said)
        if on_words:
            raise FormatError(f"marks hang on words of {section.name} that are not there")
    for index, row in enumerate(section.rows):
        cells = [put(cell) for cell in row]
        yield RowLine(event="row", record=number, section=name, row=index + 1, cells=cells, marks=at(index))
    if section.end:
        hanging = marks(section.end_marks)
        yield EndLine(event="end", record=number, section=name, end=section.end, marks=hanging)
    for note, text in section.notes.items():
        yield NoteLine(event="note", record=number, section=name, note=note, text=put(text), marks=at(-1 - note))
    if placed or (section.end_marks and not section.end):
        raise FormatError(f"marks hang on something in {section.name} that is not there")


# --- reading ------------------------------------------------------------------------------------


def read(stream: BinaryIO, name: str) -> Iterator[Item]:
    """The records of such a stream. Raises FormatError with line and column."""
    running: _Running | None = None
    header, count, line = False, 0, 0
    while data := stream.readline(LIMIT):
        line += 1
        text = _decode(data, line)
        if not text.strip():
            continue
        model = _parse(text, line)
        if isinstance(model, FileLine):
            if running is not None:
                raise FormatError("a file begins inside a record", line, 1, "a record ends with its record-end line")
            header = True
        elif not header:
            raise FormatError(
                "the first line is not the header", line, 1, '{"event":"file","format":"TPBN","version":"1.0"}'
            )
        elif isinstance(model, RecordLine):
            if running is not None:
                raise FormatError(f"record {model.record} begins inside record {running.number}", line, 1)
            count += 1
            running = _Running(model, line)
        elif running is None:
            raise FormatError(f"a {model.event} line stands outside any record", line, 1, "a record line comes first")
        elif isinstance(model, RecordEndLine):
            running.check(model, line)
            own = None if model.text is None else running.get(model.text)
            yield proved(running.record, own, name, count, running.line)
            running = None
        else:
            running.add(model, line)
    if running is not None:
        raise FormatError(
            f"the file ends inside record {running.number}", line + 1, 1, "its record-end line is missing"
        )
    if not header:
        raise FormatError("the file has no header line", 1, 1, '{"event":"file","format":"TPBN","version":"1.0"}')


def _decode(data: bytes, line: int) -> str:
    if len(data) >= LIMIT:
        raise FormatError(f"the line is longer than {LIMIT >> 20} MiB", line, 1)
    try:
        return data.decode("utf-8-sig" if line == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as wrong:
        column = len(data[: wrong.start].decode("utf-8", "replace")) + 1
        raise FormatError(f"the byte {data[wrong.start]:02x} is not UTF-8", line, column) from wrong


def _parse(text: str, line: int) -> Any:
    column = len(text) - len(text.lstrip()) + 1
    text = text.strip()
    value = load(text, line, column)
    if not isinstance(value, dict):
        raise FormatError("a line is an object", line, column, 'it begins with {"event":')
    try:
        return _adapter().validate_python(value)
    except ValidationError as wrong:
        named = [model for model in LINES if get_args(model.model_fields["event"].annotation) == (value.get("event"),)]
        known = sorted({name for model in (*(named or LINES), MarkModel, TagModel) for name in model.model_fields})
        raise refuse(wrong, text, line, column, known, event=True) from wrong


class _Running:
    """The record whose lines are being read."""

    def __init__(self, begin: RecordLine, line: int) -> None:
        self.number = begin.record
        self.line = line
        self.get: Callable[[str], str] = unescape if begin.escaped else str
        tags = [Tag(self.get(tag.name), self.get(tag.value), marks=self._marks(tag.marks)) for tag in begin.tags]
        self.record = Record(tags, [], self._marks(begin.head))

    def _marks(self, listed: Marks) -> list[Mark]:
        return [Mark(mark.kind, self.get(mark.text)) for mark in listed]

    def check(self, model: _Of, line: int) -> None:
        """Raise FormatError for a line of another record."""
        if model.record != self.number:
            raise FormatError(f"a line of record {model.record} stands inside record {self.number}", line, 1)

    def add(self, model: Any, line: int) -> None:
        """Take in a line of this record."""
        self.check(model, line)
        name, marks = self.get(model.section), self._marks(model.marks)
        if isinstance(model, SectionLine):
            section = Section(name, None if model.value is None else self.get(model.value))
            section.raw = None if model.raw is None else self.get(model.raw)
            self.record.sections.append(section)
            self._hang(section, -1, marks)
            return
        section = self.record.sections[-1] if self.record.sections else Section("")
        if section.name != name or not self.record.sections:
            raise FormatError(f"a line of section {name!r} stands where no such section is open", line, 1)
        if isinstance(model, RowLine):
            self._count("row", model.row, len(section.rows) + 1, line)
            self._hang(section, len(section.rows), marks)
            section.rows.append([self.get(cell) for cell in model.cells])
        elif isinstance(model, NoteLine):
            if model.note in section.notes:
                raise FormatError(f"note {model.note} of {name} is given twice", line, 1)
            section.notes[model.note] = self.get(model.text)
            self._hang(section, -1 - model.note, marks)
        elif isinstance(model, EndLine):
            if section.end:
                raise FormatError(f"{name} is ended twice", line, 1)
            section.end, section.end_marks = model.end, marks
        else:
            self._word(section, model, marks, line)

    def _word(self, section: Section, model: SeatLine | CallLine | CardLine, marks: list[Mark], line: int) -> None:
        groups, seat = section.groups, self.get(model.seat)
        if isinstance(model, SeatLine) or model.group != len(groups):
            self._count("group", model.group, len(groups) + 1, line)
            groups.append(Group(seat))
        group = groups[-1]
        if group.seat != seat:
            raise FormatError(f"group {model.group} is of seat {group.seat!r}, not {seat!r}", line, 1)
        if not isinstance(model, SeatLine):
            self._count("place", model.place, len(group.words) + 1, line)
            group.words.append(self.get(model.word))
        if marks:
            group.marks = {**(group.marks or {}), len(group.words): marks}

    @staticmethod
    def _hang(section: Section, place: int, marks: list[Mark]) -> None:
        if marks:
            section.marks[place] = marks

    @staticmethod
    def _count(what: str, given: int, wanted: int, line: int) -> None:
        if given != wanted:
            raise FormatError(f"{what} {given} stands where {what} {wanted} was expected", line, 1)
