"""JSON documents of any length: records are written and read one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pydantic import ValidationError

from tarok_pbn.exchange.formats import FormatError, Item, nearest
from tarok_pbn.exchange.json import (
    VERSION,
    GroupModel,
    MarkModel,
    RecordModel,
    SectionModel,
    TagModel,
    text_of,
    to_model,
    to_record,
)
from tarok_pbn.exchange.jsontext import Window, load, refuse
from tarok_pbn.exchange.proof import proved

__all__ = ["read", "write"]

_NAMES = ("format", "version", "records")
_MODELS = (GroupModel, MarkModel, RecordModel, SectionModel, TagModel)
_FIELDS = sorted({name for model in _MODELS for name in model.model_fields})


def write(items: Iterable[Item], out: BinaryIO) -> None:
    """One document, a record a line."""
    out.write(f'{{"format":"TPBN","version":"{VERSION}","records":['.encode())
    for number, item in enumerate(items):
        model = to_model(item.record, item.text)
        out.write(b",\n" if number else b"\n")
        out.write(model.model_dump_json(exclude_defaults=True).encode("utf-8"))
    out.write(b"\n]}\n")


def read(stream: BinaryIO, name: str) -> Iterator[Item]:
    """The records of a document, whatever the order of its three names. Raises FormatError with the place."""
    window = Window(stream)
    window.take("{", "a document of records")
    seen: dict[str, str] = {}
    while window.peek() != "}":
        if seen:
            window.take(",", "a document of records")
        if window.peek() != '"':
            window.fail("a name in quotes was expected here", f"a document has {', '.join(_NAMES)}")
        place = window.place()
        key = load(window.value(), *place)
        if key not in _NAMES or key in seen:
            if key in seen:
                raise FormatError(f"the document gives {key!r} twice", *place)
            near = nearest(str(key), _NAMES)
            help = f"did you mean {near}?" if near else f"a document has {', '.join(_NAMES)}"
            raise FormatError(f"{key!r} is no name that a document of records can have", *place, help)
        window.take(":", "a name")
        seen[key] = ""
        if key == "records":
            yield from _records(window, name)
        else:
            _expect(window, key, "TPBN" if key == "format" else VERSION)
    window.take("}", "a document of records")
    for wanted in _NAMES:
        if wanted not in seen:
            window.fail(f"the document ends without {wanted!r}")
    if window.peek():
        window.fail("something follows after the end of the document")


def _expect(window: Window, key: str, wanted: str) -> None:
    window.peek()
    place = window.place()
    given = load(window.value(), *place)
    if given != wanted:
        raise FormatError(f"the {key} {given!r} is not one that is known here", *place, f"{key} {wanted!r}")


def _records(window: Window, name: str) -> Iterator[Item]:
    window.take("[", "the list of records")
    number = 0
    while window.peek() != "]":
        if number:
            window.take(",", "the list of records")
        number += 1
        window.peek()
        place = window.place()
        text = window.value()
        try:
            model = RecordModel.model_validate(load(text, *place))
        except ValidationError as wrong:
            raise refuse(wrong, text, *place, _FIELDS) from wrong
        yield proved(to_record(model), text_of(model), name, number, *place)
    window.take("]", "the list of records")
