"""Issue 2, record model: the JSON form loses nothing, and its schema is the one checked in."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn import read_bytes, read_path, write_file
from tarok_pbn.exchange.json import from_json, json_schema, to_json, to_model, to_record
from tarok_pbn.record import Group, Mark, Record, Section, Tag

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "docs" / "schema" / "tpbn-1.0.json"

#: Any text a reader can produce: bytes that are no UTF-8 come as U+DC80..U+DCFF.
TEXTS = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("\\x\"'<>&{};%"),
        st.integers(0xDC80, 0xDCFF).map(chr),
    ),
    max_size=12,
)
MARKS = st.lists(
    st.builds(Mark, st.sampled_from(["brace", "line", "escape", "nag", "suffix", "note", "irregular"]), TEXTS),
    min_size=1, max_size=3,
)  # fmt: skip
PLACED = st.dictionaries(st.integers(0, 9), MARKS, max_size=3)
GROUPS = st.builds(
    lambda seat, words, marks: Group(seat, words, marks=marks or None),
    st.sampled_from("SENWA") | TEXTS, st.lists(TEXTS, max_size=6), PLACED,
)  # fmt: skip


@st.composite
def sections(draw: st.DrawFn) -> Section:
    section = Section(draw(TEXTS), draw(st.none() | TEXTS))
    section.groups = draw(st.lists(GROUPS, max_size=3))
    section.rows = draw(st.lists(st.lists(TEXTS, max_size=4), max_size=3))
    section.raw = draw(st.none() | TEXTS)
    section.notes = draw(st.dictionaries(st.integers(0, 999), TEXTS, max_size=2))
    section.end = draw(st.sampled_from(["", "*", "+"]))
    section.marks = draw(st.dictionaries(st.integers(-3, 5), MARKS, max_size=2))
    section.end_marks = draw(st.just([]) | MARKS)
    return section


TAGS = st.builds(lambda name, value, marks: Tag(name, value, marks=marks), TEXTS, TEXTS, st.just([]) | MARKS)
RECORDS = st.builds(Record, st.lists(TAGS, max_size=5), st.lists(sections(), max_size=3), st.just([]) | MARKS)


@given(st.lists(RECORDS, max_size=3), st.none() | st.integers(0, 2))
@settings(deadline=None, max_examples=40)
def test_json_gives_the_same_records_back(records, indent):
    text = to_json(records, indent=indent)
    text.encode("utf-8")
    assert from_json(text) == records
    jsonschema.validate(json.loads(text), json_schema())


@given(RECORDS)
@settings(deadline=None, max_examples=25)
def test_model_gives_the_same_record_back(record):
    assert to_record(to_model(record)) == record


#: Bytes that look like records, among them comments, notes, tables, unknown sections and bad bytes.
PIECES = st.sampled_from([
    b'[Event "x"]\n', b'[Site "\\\\ \\" \xff"]\n', b"[Play]\n", b"[Auction]\n", b"[Frob]\n", b'[XTable "A;B"]\n',
    b'[Note "1:n"]\n', b"S T1 T2 ", b"E ", b"HK!? ", b"=1= ", b"$3 ", b"^R ", b"{c \xe9} ",
    b"; line\n", b"\n% esc\n", b"*", b"+", b"\n", b"\n\n", b"?? - ",
    b"lays:DQ ", "ř♠10 ".encode(), b"\xff",
])  # fmt: skip


@given(st.lists(PIECES, max_size=30).map(b"".join))
@settings(deadline=None, max_examples=100)
def test_whatever_the_reader_reads_comes_back(data):
    records = [parsed.record for parsed in read_bytes(data)]
    assert from_json(to_json(records)) == records


def test_every_sample_comes_back_and_writes_the_same():
    paths = [*ROOT.glob("samples/**/*.tpbn"), *ROOT.glob("docs/examples/*.tpbn")]
    assert paths
    for path in paths:
        records = [parsed.record for parsed in read_path(path)]
        again = from_json(to_json(records))
        assert again == records, path
        assert "".join(write_file(again)) == "".join(write_file(records)), path


def test_a_backslash_and_a_bad_byte_stay_apart():
    record = Record([Tag("South", "\\x8f \udc8f")])
    model = to_model(record)
    assert model.escaped
    assert model.tags[0].value == "\\\\x8f \\x8f"
    assert from_json(to_json(record)) == [record]


def test_usual_text_is_not_escaped():
    assert json.loads(to_json(Record([Tag("South", "Novák \\ \"x\"")])))["records"][0]["tags"] == [
        {"name": "South", "value": "Novák \\ \"x\""}
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "document"),
        ("[]", "document"),
        ('{"format": "TPBN", "version": "2.0", "records": []}', "version"),
        ('{"format": "TPBN", "version": "1.0", "records": [{"tags": [{"name": "A"}]}]}', "records.0.tags.0.value"),
        ('{"format": "TPBN", "version": "1.0", "records": [{"surprise": 1}]}', "records.0.surprise"),
    ],
)
def test_what_is_no_document_is_refused_with_its_place(text, place):
    with pytest.raises(ValueError, match=f"not a TPBN 1.0 JSON document: {place}:"):
        from_json(text)


def test_checked_in_schema_is_current():
    assert json.loads(SCHEMA.read_text("utf-8")) == json_schema(), "run: make docs"


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(json_schema())
