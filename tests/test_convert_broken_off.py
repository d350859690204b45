"""docs/convert.md, "Exit codes": what is refused in the middle leaves no product that could be taken for whole."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tarok_pbn.exchange.formats import FormatError, formats
from tests.examples import playground
from tests.running import tarok

GOOD = '{"tags":[{"name":"Event","value":"a"},{"name":"Game","value":"taroky"}]}'
WRONG = '{"tags":[{"nam":"Event","value":"a"}]}'


@pytest.fixture(autouse=True)
def _place():
    with playground():
        yield


def document(path: str, *records: str) -> str:
    Path(path).write_text('{"format":"TPBN","version":"1.0","records":[\n' + ",\n".join(records) + "\n]}\n")
    return path


def whole(form: str, data: bytes) -> bool:
    """Whether a reader of the form would take it for a whole product: ours, and one of another house."""
    if form == "xml":
        try:
            ET.fromstring(data)  # noqa: S314  # our own output
        except ET.ParseError:
            return False
        return True
    if form == "json":
        try:
            json.loads(data)
        except ValueError:
            return False
        return True
    if form == "csv":
        try:
            list(csv.reader(io.StringIO(data.decode()), strict=True))
        except csv.Error:
            return False
        return True
    reads = formats()[form].reads
    assert reads is not None
    try:
        return not any(f.severity == "error" for item in reads(io.BytesIO(data), "x") for f in item.findings)
    except FormatError:
        return False


@pytest.mark.parametrize("form", ["xml", "json", "json-lines", "tpbn", "csv"])
def test_a_pipe_is_left_open_and_told_how_far_it_goes(form):
    more = ["--table", "records"] if form == "csv" else []
    done = tarok("convert", document("x.json", GOOD, GOOD), "--to", form, *more)
    assert done.code == 0
    assert whole(form, done.raw)
    done = tarok("convert", document("x.json", GOOD, GOOD, WRONG), "--to", form, *more)
    assert done.code == 2
    assert "x.json:4:11: 'nam' is no name that this object can have" in done.err
    assert "Standard output is incomplete: it breaks off after 2 records." in done.err
    assert done.raw
    assert not whole(form, done.raw)
    records = {"xml": b"<record", "json": b'{"tags"', "json-lines": b'"record-end"', "tpbn": b"[Event ", "csv": b"\n"}
    assert done.raw.replace(b"<records", b"").count(records[form]) == (3 if form == "csv" else 2)


@pytest.mark.parametrize("form", ["xml", "json", "json-lines", "tpbn", "csv"])
def test_what_is_refused_at_once_leaves_nothing(form):
    more = ["--table", "records"] if form == "csv" else []
    done = tarok("convert", document("x.json", WRONG), "--to", form, *more)
    assert (done.code, done.raw) == (2, b"")
    assert "Nothing was written." in done.err


@pytest.mark.parametrize("form", ["xml", "json", "json-lines", "tpbn"])
def test_a_file_that_cannot_be_read_and_a_fault_of_the_program_break_off_too(form, monkeypatch):
    good = document("x.json", GOOD)
    done = tarok("convert", good, "none.json", "--to", form)
    assert done.code == 2
    assert "cannot read none.json" in done.err
    assert "breaks off after 1 record." in done.err
    assert not whole(form, done.raw)

    def fault(self, findings, name, number, **told):
        if number == 2:
            raise RuntimeError("a fault")

    monkeypatch.setattr("tarok_pbn.commands.convert._Run._look", fault)
    done = tarok("convert", document("y.json", GOOD, GOOD), "--to", form)
    assert done.code == 3
    assert not whole(form, done.raw)


def test_a_line_of_another_program_is_not_taken_for_whole():
    lines = tarok("convert", "samples/taroky/rules-h1.tpbn", "--to", "taroky-notation")
    if lines.code == 0:
        assert whole("taroky-notation", lines.raw)
    done = tarok("convert", "samples/taroky/rules-h1.tpbn", "samples/dansk/rules-f1.tpbn", "--to", "taroky-notation")
    assert done.code == 2
    assert "breaks off after" in done.err
    assert not whole("taroky-notation", done.raw)


def test_what_the_form_cannot_hold_counts_the_records_before_it(monkeypatch):
    def fault(node):
        if any(child.attributes.get("value") == "b" for child in node.children):
            raise FormatError("it does not fit")

    monkeypatch.setattr("tarok_pbn.exchange.xml.validate", fault)
    Path("x.tpbn").write_text('[Event "a"]\n\n[Event "a"]\n\n[Event "a"]\n[Site "b"]\n')
    done = tarok("convert", "x.tpbn", "--to", "xml")
    assert (done.code, done.raw.count(b"<record/>"), whole("xml", done.raw)) == (2, 2, False)
    assert "record 3 cannot be written as XML: it does not fit\nStandard output is incomplete: it breaks off after 2 records." in done.err


def test_of_several_outputs_those_before_are_told():
    os.mkdir("out")
    done = tarok("convert", document("a.json", GOOD, GOOD), document("b.json", GOOD, WRONG), "--to", "xml", "-o", "out")
    assert done.code == 2
    assert "out/b.xml was not written; 1 file with 2 records before it was." in done.err
    assert [path.name for path in Path("out").iterdir()] == ["a.xml"]
    Path("bad.tpbn").write_text('[Event "a"]\n[Play]\nS T1 {open\n')
    done = tarok("convert", "a.json", "bad.tpbn", "--strict", "--to", "xml", "-o", "out")
    assert done.code == 1
    assert "The input has errors of syntax. out/bad.xml was not written; 1 file with 2 records before it was." in done.err
    done = tarok("convert", "b.json", "-o", "out/a.xml")
    assert "Nothing was written." in done.err
    assert Path("out/a.xml").read_bytes().count(b"<record>") == 2
