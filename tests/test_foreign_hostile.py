"""Whatever bytes come in: no exception, every finding with a place inside the file, every record readable again."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator

import pytest

from tarok_pbn.exchange.foreign import FORMATS, mprihoda, openspiel, taf, tarakus, taroky, tarotclub
from tarok_pbn.exchange.foreign.base import Imported, Text, tidy
from tarok_pbn.exchange.foreign.jsonplaces import Broken, parse
from tarok_pbn.exchange.formats import FormatError, guess
from tarok_pbn.notation import read_text
from tests.foreign_support import SAMPLES, records, written, wrong

READERS: dict[str, Callable[[bytes, str], Iterator[Imported]]] = {
    "slovenian.openspiel": openspiel.read,
    "rufer.rock": taf.read,
    "french-deal.json": tarotclub.read,
    "french-log.json": tarotclub.read,
    "texas.taroky": taroky.read,
    "vysocina.tarakus.json": tarakus.read,
    "mprihoda.json": mprihoda.read,
}
NAMES = list(READERS)


def survives(name: str, data: bytes) -> list[Imported]:
    """Read bytes, and hold the outcome to what is promised."""
    imported = list(READERS[name](data, "file"))
    assert imported
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    for one in imported:
        for finding in one.findings:
            span = finding.span
            assert span is not None, finding
            assert span.file == "file"
            assert 1 <= span.line <= len(lines), finding
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1, finding
            assert len(finding.message) < 400, finding
        assert one.record is not None or one.findings
    made = records(imported)
    if made:
        again = [parsed for parsed in read_text(written(made)) if parsed.is_record]
        assert written([parsed.record for parsed in again]) == written(made)
        assert len(again) == len(made)
        bad = [f.message for parsed in again for f in parsed.findings if f.code[0] in "FD" and f.severity == "error"]
        assert bad == []
    return imported


@pytest.mark.parametrize("name", NAMES)
def test_cut_off_anywhere(name):
    data = (SAMPLES / name).read_bytes()
    step = max(1, len(data) // 60)
    for end in range(0, len(data), step):
        survives(name, data[:end])


@pytest.mark.parametrize("name", NAMES)
def test_bytes_changed_at_random(name):
    data = (SAMPLES / name).read_bytes()
    rng = random.Random(name)
    for _ in range(60):
        broken = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(broken))
            broken[at] = rng.choice(b'0123456789/#.;,"{}[]-TSHDCKQ \n\x00\xff')
        survives(name, bytes(broken))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\xef\xbb\xbf", b"\xff\xfe\x00", b"{}", b"[]", b"null", b"true", b'"x"', b"0", b"-1", b"1e999", b"NaN",
     b'{"a":{"b":[1,2,{"c":null}]}}', b"#" * 99, b"/" * 99, b"," * 99, b"1, 2, 3", b"0, 0, 0, 0, 0, 0, 0",
     b'{"sehravky":{"a":1}}', b'{"history":[[[]]],"slots":[],"game":[]}', b'{"deal_info":[],"tricks":{}}',
     b'{"South":null,"Dog":{}}', "ř\u2028š".encode()],
)  # fmt: skip
def test_junk_of_a_few_bytes(name, data):
    survives(name, data)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "data",
    [b"x" * 3_000_000, b"x\n" * 400_000, b"1,\n" * 300_000, b"1/" * 1_000_000, b"T01" * 700_000, b"5\n" * 300_000,
     b"[" * 1_000_000, b'{"a":' * 300_000, b'{"a":1,' * 300_000, b'["' + b"x" * 2_000_000 + b'"]', b"9" * 1_000_000],
    ids=["letters", "lines", "lists", "slashes", "cards", "numbers", "brackets", "objects", "members", "string", "digits"],
)  # fmt: skip
def test_megabytes_of_junk_end_soon(name, data):
    assert sum(len(one.findings) for one in survives(name, data)) <= 1000


def _others(value: object) -> Iterator[object]:
    """Documents that differ from *value* in one place, where something of another kind stands."""
    wrongs: list[object] = [None, True, -1, 10**30, 1.5, "", "x\ud800\n", [], {}, [[[]]], {"a": {}}]
    if isinstance(value, dict):
        for key, part in value.items():
            for other in _others(part):
                yield {**value, key: other}
            yield {k: v for k, v in value.items() if k != key}
    elif isinstance(value, list):
        for index, part in enumerate(value[:3]):
            for other in _others(part):
                yield [*value[:index], other, *value[index + 1 :]]
        yield value * 2
    yield from wrongs


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".json")])
def test_values_of_the_wrong_kind_everywhere(name):
    document = json.loads((SAMPLES / name).read_text("utf-8"))
    count = 0
    for other in _others(document):
        survives(name, json.dumps(other).encode())
        count += 1
    assert count > 50


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".json")])
def test_names_given_twice_are_reported(name):
    text = (SAMPLES / name).read_text("utf-8")
    key = re.search(r'"\w+"', text)
    assert key is not None
    doubled = text.replace("{", "{" + key[0] + ": 5, ", 1)
    imported = survives(name, doubled.encode())
    assert [f.code for f in wrong(imported) if "stands twice in one object" in f.message] == ["I016"]


def test_bytes_that_are_not_utf_8_are_reported_where_they_stand():
    data = (SAMPLES / "texas.taroky").read_bytes().replace(b";pn=2", b";pn=\xe9")
    (found,) = [f for f in wrong(survives("texas.taroky", data)) if f.code == "F001"]
    assert found.span is not None
    assert found.span.line == 1
    assert data.split(b"\n")[0][found.span.column - 1] == 0xE9


def test_place_of_every_character():
    text = Text(b"ab\ncd\n", "x")
    assert [text.place(at) for at in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)]
    assert [(at, line) for at, line in text.lines()] == [(0, "ab"), (3, "cd"), (6, "")]


def test_text_of_a_tag_is_one_line_without_what_cannot_be_written():
    assert tidy("Nová\x00k\r\n Jan\ud800\u2028x") == "Nová k Jan� x"


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [("{\n 'a': 1}", 2, 2), ('{"a" 1}', 1, 6), ('{"a": 1 "b"}', 1, 9), ("[1, 2", 1, 6), ("[1] x", 1, 5), ("tru", 1, 1)],
)
def test_broken_json_is_located(source, line, column):
    with pytest.raises(Broken) as caught:
        parse(Text(source.encode(), "x"))
    span = caught.value.finding.span
    assert span is not None
    assert span[2:4] == (line, column)


@pytest.mark.parametrize("name", NAMES)
def test_the_registry_knows_each_sample_by_name_and_by_its_beginning(name):
    head = (SAMPLES / name).read_bytes()[:4096]
    (form,) = guess(name, head)
    assert form.foreign
    assert form.reads is not None
    assert [one.name for one in guess("file.txt", head)] == [form.name]
    items = list(form.reads(io.BytesIO((SAMPLES / name).read_bytes()), name))
    assert [item.record for item in items] == records(READERS[name]((SAMPLES / name).read_bytes(), name))


def test_the_registry_keeps_the_findings_of_what_gave_no_record():
    (form,) = [form for form in FORMATS if form.name == "taroky-notation"]
    assert form.reads is not None
    good = (SAMPLES / "texas.taroky").read_bytes().split(b"\n")[0]
    items = list(form.reads(io.BytesIO(b"bad\n" + good + b"\nworse\n"), "x"))
    assert len(items) == 1
    assert [f.span.line for f in items[0].findings if f.code == "I010" and f.span] == [1, 3]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_file_without_any_hand_is_refused_with_its_place(form):
    assert form.reads is not None
    with pytest.raises(FormatError) as caught:
        list(form.reads(io.BytesIO(b"\nnothing"), "x"))
    assert caught.value.line is not None
    assert caught.value.what


def test_a_writer_names_the_record_that_it_refuses():
    (form,) = [form for form in FORMATS if form.name == "taf"]
    assert form.writes is not None
    assert form.reads is not None
    (other,) = [other for other in FORMATS if other.name == "tarotclub"]
    assert other.reads is not None
    items = list(form.reads(io.BytesIO((SAMPLES / "rufer.rock").read_bytes()), "x"))
    items += other.reads(io.BytesIO((SAMPLES / "french-deal.json").read_bytes()), "x")
    out = io.BytesIO()
    with pytest.raises(FormatError, match="record 2 cannot be written as TAF: TAF is for Königrufen only"):
        form.writes(items, out)
    assert out.getvalue() == (SAMPLES / "rufer.rock").read_bytes()


def test_a_file_beyond_the_limit_is_cut_and_said_to_be(monkeypatch):
    data = (SAMPLES / "texas.taroky").read_bytes()
    first = data.index(b"\n") + 1
    monkeypatch.setattr("tarok_pbn.exchange.foreign.base.LIMIT", first)
    imported = list(taroky.read(data, "x"))
    assert [one.record is not None for one in imported] == [True]
    (found,) = [f for f in wrong(imported) if f.code == "I019"]
    assert found.span is not None
    assert found.span.line == 2


@pytest.mark.parametrize(
    ("data", "column", "told"),
    [
        ('{"history": {"h0', 14, "the text that begins here is not closed by a quotation mark"),
        ('{"history": "x\ny"}', 13, "the text that begins here is not closed by a quotation mark"),
        ('{"a\tb": 1}', 4, "a control character, U+0009, stands in a text as it is"),
        ('{"a": "\\q"}', 8, "a text has a \\ here that begins nothing that JSON knows"),
        ('{"a": -}', 7, "a value is expected here, but there is '-}'"),
    ],
)
def test_what_is_wrong_with_a_text_in_json_is_said(data, column, told):
    with pytest.raises(Broken) as broken:
        parse(Text(data.encode(), "file"))
    finding = broken.value.finding
    assert finding.span is not None
    assert (finding.message, finding.span.column) == (f"Not JSON: {told}.", column)
