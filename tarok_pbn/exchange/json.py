"""The JSON form of records: models at the border, nothing lost on the way.

``to_json`` keeps tags and their duplicates in order, sections, groups, notes, comments
with their anchors, and unknown sections verbatim. ``from_json(to_json(records))`` equals
*records*; only positions in a file (``Source``) are not part of the form. The schema is
versioned with the format and checked in as ``docs/schema/tpbn-1.0.json``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tarok_pbn.exchange.escaping import NOT_IN_JSON, escaper, has, unescape
from tarok_pbn.record import End, Group, Mark, MarkKind, Record, Section, Tag

__all__ = [
    "VERSION",
    "Document",
    "GroupModel",
    "MarkModel",
    "RecordModel",
    "SectionModel",
    "TagModel",
    "from_json",
    "json_schema",
    "text_of",
    "to_json",
    "to_model",
    "to_record",
]

#: Version of the format and of this form.
VERSION: Literal["1.0"] = "1.0"
_SCHEMA_ID = f"urn:tarok-pbn:schema:tpbn-{VERSION}"



class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MarkModel(_Model):
    """Something hung on the item before it: a comment, a number, a suffix, a note or an irregularity."""

    kind: MarkKind = Field(
        description="brace: a {} comment; line: a ; comment; escape: a % line; nag: $n; "
        "suffix: one of ! ? !! ?? !? ?!; note: =n=; irregular: ^R ^I ^S ^L"
    )
    text: str = Field(description="the text between the delimiters, unchanged")


Marks = list[MarkModel]
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")


def _position(key: object) -> object:
    """A key of ``Placed``; other spellings of a number would let two keys fall into one."""
    if isinstance(key, str) and _NUMBER.fullmatch(key) is None:
        raise ValueError("a position is a whole number")
    return key


#: A position, or the number of a note; JSON writes it as a string.
Position = Annotated[int, BeforeValidator(_position)]
#: Position -> marks.
Placed = dict[Position, Marks]


class TagModel(_Model):
    """A tag pair, in the order in which it was written; duplicates are kept."""

    name: str
    value: str
    marks: Marks = Field(default=[], description="comments after the tag")


class GroupModel(_Model):
    """A seat and the words that follow it, up to the next seat."""

    seat: str = Field(description="the seat's letter; empty where words stand before the first seat")
    words: list[str] = Field(default=[], description="canonical card tokens, action words, - or ??, in time order")
    marks: Placed = Field(default={}, description="0: on the seat; n: on the n-th word, from 1")


class SectionModel(_Model):
    """A stream of groups, a table of rows, or an unknown section kept verbatim."""

    name: str
    value: str | None = Field(default=None, description="what stood after the name in quotes: a table's columns")
    groups: list[GroupModel] = Field(default=[], description="of a stream")
    rows: list[list[str]] = Field(default=[], description="of a table: one list of cells a row")
    raw: str | None = Field(default=None, description="the body of an unknown section, character for character")
    notes: dict[Position, str] = Field(default={}, description="the section's own notes by number")
    end: End = Field(default="", description="* ended by decree, + still going on")
    marks: Placed = Field(default={}, description="-1: on the header; n: on the n-th row of a table, from 0")
    end_marks: Marks = Field(default=[], description="marks on the * or +")


class RecordModel(_Model):
    """One hand."""

    escaped: bool = Field(
        default=False,
        description="true: in every string of this record \\\\ stands for a backslash, \\xHH for a byte of the "
        "source that was not UTF-8, \\uHHHH for half of a surrogate pair",
    )
    head: Marks = Field(default=[], description="comments before the first tag")
    tags: list[TagModel] = []
    sections: list[SectionModel] = []
    text: str | None = Field(
        default=None,
        description="the exact text of a record with errors of syntax, which the rest cannot give back; whoever "
        "changes the rest leaves it out",
    )


class Document(_Model):
    """A file of records."""

    format: Literal["TPBN"]
    version: Literal["1.0"]
    records: list[RecordModel]


def to_json(records: Record | Iterable[Record], *, indent: int | None = None) -> str:
    """Records as one JSON document.

    indent: spaces a level for people to read; None for one line.
    """
    if isinstance(records, Record):
        records = [records]
    document = Document(format="TPBN", version=VERSION, records=[to_model(record) for record in records])
    return document.model_dump_json(indent=indent, exclude_defaults=True)


def from_json(text: str | bytes) -> list[Record]:
    """The records of a JSON document. Raises ValueError, with the place, for anything that is not one."""
    try:
        document = Document.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "document"
        more = f" (and {wrong.error_count() - 1} more)" if wrong.error_count() > 1 else ""
        raise ValueError(f"not a TPBN {VERSION} JSON document: {place}: {first['msg']}{more}") from wrong
    return [to_record(model) for model in document.records]


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the form."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": _SCHEMA_ID,
        **Document.model_json_schema(),
        "title": f"TPBN {VERSION} records",
    }


# --- record -> model --------------------------------------------------------------------------


def to_model(record: Record, text: str | None = None) -> RecordModel:
    """The model of a record. text: its exact text, where it has errors of syntax."""
    escaped = has(record, text, NOT_IN_JSON)
    put: Callable[[str], str] = escaper(NOT_IN_JSON) if escaped else str

    def marks(listed: list[Mark]) -> Marks:
        return [
            MarkModel(kind=mark.kind, text=put(mark.text)) for mark in listed
        ]

    def placed(by_place: dict[int, list[Mark]] | None) -> Placed:
        return {place: marks(listed) for place, listed in (by_place or {}).items() if listed}

    def group(g: Group) -> GroupModel:
        return GroupModel(seat=put(g.seat), words=[put(word) for word in g.words], marks=placed(g.marks))

    def section(s: Section) -> SectionModel:
        return SectionModel(
            name=put(s.name),
            value=None if s.value is None else put(s.value),
            groups=[group(g) for g in s.groups],
            rows=[[put(cell) for cell in row] for row in s.rows],
            raw=None if s.raw is None else put(s.raw),
            notes={number: put(text) for number, text in s.notes.items()},
            end=s.end,
            marks=placed(s.marks),
            end_marks=marks(s.end_marks),
        )

    return RecordModel(
        escaped=escaped,
        head=marks(record.head),
        tags=[TagModel(name=put(tag.name), value=put(tag.value), marks=marks(tag.marks)) for tag in record.tags],
        sections=[section(s) for s in record.sections],
        text=None if text is None else put(text),
    )


def text_of(model: RecordModel) -> str | None:
    """The exact text that a model carries; None where it carries none."""
    return model.text if model.text is None or not model.escaped else unescape(model.text)


# --- model -> record --------------------------------------------------------------------------


def to_record(model: RecordModel) -> Record:
    """The record of a model; it has no source."""
    get: Callable[[str], str] = unescape if model.escaped else str

    def marks(listed: Marks) -> list[Mark]:
        return [Mark(mark.kind, get(mark.text)) for mark in listed]

    def placed(by_place: Placed) -> dict[int, list[Mark]]:
        return {place: marks(listed) for place, listed in by_place.items()}

    def group(g: GroupModel) -> Group:
        return Group(get(g.seat), [get(word) for word in g.words], marks=placed(g.marks) or None)

    def section(s: SectionModel) -> Section:
        made = Section(get(s.name), None if s.value is None else get(s.value))
        made.groups = [group(g) for g in s.groups]
        made.rows = [[get(cell) for cell in row] for row in s.rows]
        made.raw = None if s.raw is None else get(s.raw)
        made.notes = {number: get(text) for number, text in s.notes.items()}
        made.end = s.end
        made.marks = placed(s.marks)
        made.end_marks = marks(s.end_marks)
        return made

    return Record(
        [Tag(get(tag.name), get(tag.value), marks=marks(tag.marks)) for tag in model.tags],
        [section(s) for s in model.sections],
        marks(model.head),
    )
