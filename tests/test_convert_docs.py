"""docs/convert.md describes what the code does: field and column tables, examples, schemas. ``python -m tests.test_convert_docs``
writes the tables of the page anew.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema
from lxml import etree

from tarok_pbn.archive.tables import TABLES
from tarok_pbn.exchange.escaping import parts
from tarok_pbn.exchange.formats import formats
from tarok_pbn.exchange.json import json_schema
from tarok_pbn.exchange.jsonlines import LINES, lines_schema
from tarok_pbn.exchange.xmlschema import schema_text
from tests.test_convert_roundtrip import KEPT, SAMPLES, written
from tests.test_convert_roundtrip import read as take

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "convert.md"
NAMES = {str: "text", int: "whole number", bool: "true or false", str | None: "text or null", list[str]: "list of texts"}


def field_type(field: Any) -> str:
    values = get_args(field.annotation)
    if field.annotation in NAMES:
        return NAMES[field.annotation]
    if values and all(isinstance(value, str) for value in values):
        return " ".join(f"`{value}`" for value in values)
    return "list of objects"


def fields() -> Iterator[str]:
    """The table of lines, a row a field."""
    yield "| line | field | value | meaning | default |"
    yield "|---|---|---|---|---|"
    for model in LINES:
        (event,) = get_args(model.model_fields["event"].annotation)
        about = " ".join((model.__doc__ or "").split())
        yield f"| **`{event}`** | | | {about} | |"
        for name, field in model.model_fields.items():
            if name != "event":
                default = "" if field.is_required() else f"`{json.dumps(field.default)}`"
                yield f"| | `{name}` | {field_type(field)} | {field.description or ''} | {default} |"


def columns() -> Iterator[str]:
    """The tables, a row a column."""
    yield "| table | column | type | meaning |"
    yield "|---|---|---|---|"
    for table, listed in TABLES.items():
        for number, column in enumerate(listed):
            yield f"| {f'**`{table}`**' if not number else ''} | `{column.name}` | {column.type} | {column.about} |"


def renewed(text: str) -> str:
    for name, lines in (("fields of lines", fields()), ("columns of tables", columns())):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        made = begin + "\n".join(lines) + "\n" + end
        before, _, rest = text.partition(begin)
        text = before + made + rest.partition(end)[2]
    return text


def test_tables_of_the_page_are_those_of_the_code():
    text = PAGE.read_text("utf-8")
    assert text == renewed(text), "run: python -m tests.test_convert_docs"
    assert text.count("| `record_id` |") == len(TABLES)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def test_the_json_example_is_a_document():
    (text,) = blocks("json")
    jsonschema.validate(json.loads(text), json_schema())
    (item,) = take("json", text.encode())
    assert [section.name for section in item.record.sections] == ["Auction", "ScoreTable", "Frob"]


def test_the_xml_example_is_a_document():
    (text,) = blocks("xml")
    schema = etree.RelaxNG(etree.fromstring(schema_text().encode()))
    assert schema.validate(etree.fromstring(text.encode())), schema.error_log
    (item,) = take("xml", text.encode())
    assert [(tag.name, tag.value) for tag in item.record.tags] == [
        ("Event", "Brno open"), ("Site", "Brno"), ("Round", "2"), ("Table", "4"), ("Board", "7"),
        ("South", "Novák, Jan"), ("Game", "taroky"), ("Score", "S -8; E 8; N 8; W -8"),
    ]  # fmt: skip
    assert ("note", "1") in parts(item.record)
    assert take("xml", written("xml", [item]))[0].record == item.record


def test_every_sample_fits_the_schemas():
    grammar = etree.RelaxNG(etree.fromstring(schema_text().encode()))
    line_schema = jsonschema.Draft202012Validator(lines_schema())
    document_schema = jsonschema.Draft202012Validator(json_schema())
    data = [path.read_bytes() for path in SAMPLES[::7]] + list(KEPT.values())
    for sample in data:
        items = take("tpbn", sample)
        tree = etree.fromstring(written("xml", items))
        assert grammar.validate(tree), grammar.error_log
        document_schema.validate(json.loads(written("json", items)))
        for line in written("json-lines", items).splitlines():
            line_schema.validate(json.loads(line))


def test_schemas_are_schemas():
    jsonschema.Draft202012Validator.check_schema(lines_schema())
    assert etree.fromstring(schema_text().encode()).tag == "{http://relaxng.org/ns/structure/1.0}grammar"


def test_every_form_of_the_page_is_one_of_ours():
    text = PAGE.read_text("utf-8")
    for name, form in formats().items():
        if not form.foreign:
            assert f"`{name}`" in text, name
            assert (form.writes is None) == form.tables


def test_an_independent_reader_of_the_lines_finds_the_cards():
    """What another program would do with the lines: collect the tricks of the play."""
    data = written("json-lines", take("tpbn", (ROOT / "samples/taroky/solo.tpbn").read_bytes()))
    tricks: dict[int, list[str]] = {}
    for line in io.BytesIO(data):
        event = json.loads(line)
        if event["event"] == "card" and event["section"] == "Play":
            tricks.setdefault(event["group"], [event["seat"]]).append(event["word"])
    assert tricks[1] == ["S", "H3", "T3", "HJ", "HN"]
    assert len(tricks) == 12


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
