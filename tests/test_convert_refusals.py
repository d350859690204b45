"""docs/convert.md, "What is refused": each wrong file has one message with its line, column, reason and, if near, the name."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarok_pbn.exchange import jsontext, xml
from tarok_pbn.exchange.formats import FormatError, Item, formats
from tarok_pbn.exchange.xmlschema import schema_text
from tests.running import tarok
from tests.test_convert_roundtrip import KEPT
from tests.test_convert_roundtrip import read as take
from tests.test_convert_roundtrip import written as give

NS = 'xmlns="urn:tarok-pbn:xml:1.0" version="1.0"'


def refusal(form: str, data: bytes) -> FormatError:
    reads = formats()[form].reads
    assert reads is not None
    with pytest.raises(FormatError) as caught:
        list(reads(io.BytesIO(data), "name"))
    return caught.value


def place(wrong: FormatError) -> tuple[int | None, int | None]:
    return wrong.line, wrong.column


START = '{"format":"TPBN","version":"1.0","records":['


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("", (1, 1), ["the end of the file"]),
        ("[]", (1, 1), ["'['", "needs '{'"]),
        ('{"format":"TPBN","version":"2.0","records":[]}', (1, 28), ["version '2.0'", "version '1.0'"]),
        ('{"format":"PBN","version":"1.0","records":[]}', (1, 11), ["format 'PBN'", "'TPBN'"]),
        ('{"format":"TPBN","records":[]}', (1, 31), ["ends without 'version'"]),
        ('{"format":"TPBN","format":"TPBN"}', (1, 18), ["gives 'format' twice"]),
        ('{"format":"TPBN","recrods":[]}', (1, 18), ["'recrods'", "did you mean records?"]),
        (START + "]} x", (1, 48), ["follows after the end"]),
        (START + "1]}", (1, 45), ["dictionary"]),
        (START + "{},]}", (1, 48), ["a value was expected"]),
        (START + "{} {}]}", (1, 48), ["needs ','"]),
        (START + '\n{"tags":[\n {"name":"Event"}]}]}', (3, 2), ["'value' is missing in tags.0"]),
        (START + '\n{"tags":[{"name":"Event","vlaue":"a"}]}]}', (2, 26), ["'vlaue'", "did you mean value?"]),
        (START + '\n{"tags":[{"name":"Event","value":7}]}]}', (2, 34), ["tags.0.value", "string"]),
        (START + '\n{"head":[{"kind":"brase","text":""}]}]}', (2, 18), ["'brase'", "did you mean brace?"]),
        (START + '\n{"tags":[],"tags":[]}]}', (2, 1), ["'tags' twice"]),
        (START + '\n{"sections":[{"name":"Play","notes":{"01":"a"}}]}]}', (2, 38), ["a position is a whole number"]),
        (START + '\n{"tags":[}]}', (2, 10), ["not JSON"]),
        (START + '\n{"tags":[{"name":"a', (2, 1), ["the file ends inside the value"]),
        (START + '\n{"tags":NaN}]}', (2, 1), ["NaN"]),
        (START + '\n{"tags":[{"name":"a","value":"\\ud800"}]}]}', (2, 1), ["cannot be written as TPBN", "not UTF-8"]),
    ],
)  # fmt: skip
def test_json_says_where_it_is_wrong(text, where, words):
    wrong = refusal("json", text.encode())
    assert place(wrong) == where, str(wrong)
    for word in words:
        assert word in str(wrong)


def test_json_that_is_not_utf8_is_refused_at_its_byte():
    wrong = refusal("json", START.encode() + b'\n{"head":[],\n "tags":"\xc5\x99\xff"')
    assert place(wrong) == (3, 11)
    assert "ff is not UTF-8" in wrong.what


def test_json_is_bounded_in_depth_and_length(monkeypatch):
    assert "more than 64 deep" in refusal("json", (START + "[" * 100_000).encode()).what
    monkeypatch.setattr(jsontext, "LIMIT", 1 << 20)
    assert "longer than 1 MiB" in refusal("json", (START + '{"a":"' + "x" * (3 << 20)).encode()).what


def test_json_may_have_its_names_in_any_order():
    data = b'\xef\xbb\xbf { "records" : [ {"tags":[{"value":"a","name":"Event"}]} ] ,\n"version":"1.0", "format":"TPBN" }\n'
    (item,) = take("json", data)
    assert item.record.get("Event") == "a"


HEADER = '{"event":"file","format":"TPBN","version":"1.0"}\n'
BEGIN = HEADER + '{"event":"record","record":1,"tags":[{"name":"Event","value":"a"}]}\n'
PLAY = BEGIN + '{"event":"section","record":1,"section":"Play"}\n'
CARD = '{"event":"card","record":1,"section":"Play","group":1,"place":1,"seat":"S","word":"T1"}\n'


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("", (1, 1), ["no header line"]),
        (BEGIN.removeprefix(HEADER), (1, 1), ["the first line is not the header"]),
        (HEADER.replace("1.0", "1.1"), (1, 43), ["'1.1'", "1.0"]),
        (HEADER + "[]\n", (2, 1), ["a line is an object"]),
        (HEADER + "{\n", (2, 2), ["not JSON"]),
        (HEADER + "{}\n", (2, 1), ["'event' is missing"]),
        (HEADER + '{"event":"recrod"}\n', (2, 10), ["'recrod'", "did you mean record?"]),
        (HEADER + '{"event":"record","recrd":1}\n', (2, 19), ["'recrd'", "did you mean record?"]),
        (HEADER + '{"event":"record"}\n', (2, 1), ["'record' is missing"]),
        (HEADER + '{"event":"record-end","record":1}\n', (2, 1), ["outside any record"]),
        (BEGIN, (3, 1), ["ends inside record 1"]),
        (BEGIN + BEGIN, (3, 1), ["a file begins inside a record"]),
        (BEGIN + CARD, (3, 1), ["section 'Play'", "no such section is open"]),
        (PLAY + CARD.replace('"group":1', '"group":2'), (4, 1), ["group 2", "group 1 was expected"]),
        (PLAY + CARD + CARD, (5, 1), ["place 1", "place 2 was expected"]),
        (PLAY + CARD + CARD.replace('"S"', '"E"').replace('"place":1', '"place":2'), (5, 1), ["seat 'S'", "'E'"]),
        (PLAY + CARD.replace('"record":1', '"record":2'), (4, 1), ["a line of record 2", "record 1"]),
        (PLAY + CARD.replace('"word"', '"wrod"'), (4, 76), ["'wrod'", "did you mean word?"]),
    ],
)  # fmt: skip
def test_json_lines_say_where_they_are_wrong(text, where, words):
    wrong = refusal("json-lines", text.encode())
    assert place(wrong) == where, str(wrong)
    for word in words:
        assert word in str(wrong)


def test_files_of_lines_may_follow_each_other():
    one = give("json-lines", take("tpbn", b'[Event "a"]\n'))
    assert [item.record.get("Event") for item in take("json-lines", one + b"\n" + one)] == ["a", "a"]


def document(inner: str) -> bytes:
    return f"<records {NS}>\n{inner}\n</records>".encode()


@pytest.mark.parametrize(
    ("data", "where", "words"),
    [
        (b"", (1, 1), ["no element found", "urn:tarok-pbn:xml:1.0"]),
        (b"<records version='1.0'/>", (1, 1), ["records has no namespace", "urn:tarok-pbn:xml:1.0"]),
        (f"<record {NS}/>".encode(), (1, 1), ["record is no document of records"]),
        (b'<records xmlns="urn:tarok-pbn:xml:1.0" version="2.0"/>', (1, 1), ["version", "'2.0'", "1.0"]),
        (b'<records xmlns="urn:tarok-pbn:xml:1.0"/>', (1, 1), ["lacks its attribute version"]),
        (document("<record>"), (3, 3), ["mismatched tag", "record, which begins in line 2"]),
        (document("<record><!-- -- --></record>"), (2, 16), ["not well-formed"]),
        (document("<record>\n <rtag/></record>"), (3, 2), ["rtag cannot stand in record", "did you mean tag?"]),
        (document('<record><tag nmae="a" value=""/></record>'), (2, 9), ["no attribute nmae", "did you mean name?"]),
        (document('<record><tag name="a"/></record>'), (2, 9), ["lacks its attribute value"]),
        (document('<record><mark kind="brase"/></record>'), (2, 9), ["'brase'", "did you mean brace?"]),
        (document("<record>\n  words</record>"), (3, 3), ["text stands in record", "'words'"]),
        (document('<board number="1"><event name="a"/></board>'), (2, 19), ["event cannot stand in board"]),
        (document('<record><section name="Play"/><tag name="a" value=""/></record>'), (2, 31), ["tag cannot follow section"]),
        (document('<record><section name="X"><raw/><raw/></section></record>'), (2, 33), ["a second raw"]),
        (document('<record><section name="X"><row/><raw/></section></record>'), (2, 33), ["raw cannot follow row"]),
        (
            document('<record><section name="X"><note number="01" text=""/></section></record>'),
            (2, 27), ["number of a note", "'01'"],
        ),
        (
            document('<event name="a"><record><tag name="Event" value="b"/></record></event>'),
            (2, 17), ["the Event of this record is 'b'", "event 'a'"],
        ),
        (document("<record>&nbsp;</record>"), (2, 9), ["undefined entity"]),
        (b"<?xml version='1.0'?>\n<!DOCTYPE x>\n<x/>", (2, 12), ["document type", "not read"]),
    ],
)  # fmt: skip
def test_xml_says_where_it_is_wrong(data, where, words):
    wrong = refusal("xml", data)
    assert place(wrong) == where, str(wrong)
    for word in words:
        assert word in str(wrong)


def test_xml_reads_no_entity_and_no_file(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    bomb = '<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True))
    for declared in (bomb, f'<!ENTITY h SYSTEM "{secret.as_uri()}">', f'<!ENTITY % h SYSTEM "{secret.as_uri()}"> %h;'):
        data = f'<!DOCTYPE records [{declared}]>\n<records {NS}><record><tag name="a" value="&h;"/></record></records>'
        wrong = refusal("xml", data.encode())
        assert "document type" in wrong.what
        assert "secret" not in str(wrong).replace("secret/", "")


def test_xml_is_bounded_in_depth_and_length(monkeypatch):
    assert "cannot stand in board" in refusal("xml", document('<board number="1">' * 1000)).what
    monkeypatch.setattr(xml, "DEPTH", 3)
    deep = document('<event name="a"><round number="1"><table number="1"/></round></event>')
    assert place(refusal("xml", deep)) == (2, 35)
    monkeypatch.undo()
    monkeypatch.setattr(xml, "LIMIT", 1 << 20)
    many = '<record><section name="Play">' + '<group seat="S"/>' * 100_000
    assert "the record is longer than 1 MiB" in refusal("xml", document(many)).what
    long = '<record><mark kind="brace">' + "x" * (2 << 20)
    assert "longer than 1 MiB" in refusal("xml", document(long)).what
    comment = "<!--" + "x" * (4 << 20)
    assert "longer than 1 MiB" in refusal("xml", document(comment)).what


def json_of(record: dict[str, object]) -> bytes:
    return (START + "\n" + json.dumps(record) + "]}").encode()


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"tags": [{"name": "Event", "value": "a\n[Site \"b\"]"}]}, "line end"),
        ({"tags": [{"name": "Event", "value": "a\"]\n"}]}, "line end"),
        ({"tags": [{"name": "Two words", "value": "a"}]}, "cannot be written as TPBN"),
        ({"tags": [{"name": "Play", "value": "a"}]}, "tag 'Play' where TPBN has no place"),
        ({"sections": [{"name": "Play", "groups": [{"seat": "S", "words": ["T 1"]}]}]}, "cannot be written as TPBN"),
        ({"sections": [{"name": "Play", "groups": [{"seat": "Q", "words": ["T1"]}]}]}, "cannot be written as TPBN"),
        ({"sections": [{"name": "Play", "groups": [{"seat": "S", "words": ["E"]}]}]}, "word 'E' where TPBN has no place"),
        ({"sections": [{"name": "Play", "rows": [["S", "T1"]]}]}, "cell 'S' where TPBN has no place"),
        ({"sections": [{"name": "Play", "raw": "S T1"}]}, "raw text 'S T1' where TPBN has no place"),
        ({"sections": [{"name": "Play", "marks": {"5": [{"kind": "brace", "text": "x"}]}}]}, "brace 'x' where TPBN has no place"),
        ({"sections": [{"name": "Frob", "raw": "\n[Event \"x\"]"}]}, "TPBN"),
        ({"head": [{"kind": "brace", "text": "a } b"}]}, "closing brace"),
        ({"head": [{"kind": "line", "text": "a\nb"}]}, "line end"),
        ({"sections": [{"name": "Play", "end_marks": [{"kind": "nag", "text": "1"}]}]}, "nag '1' where TPBN has no place"),
        ({"tags": [{"name": "Event", "value": "a"}], "text": '[Event "b"]\n'}, "do not say the same"),
        ({"tags": [{"name": "Event", "value": "a"}], "text": ""}, "do not say the same"),
    ],
)  # fmt: skip
def test_a_record_that_no_text_can_hold_is_refused_at_its_place(record, words):
    wrong = refusal("json", json_of(record))
    assert place(wrong) == (2, 1)
    assert words in str(wrong)


@given(st.binary(max_size=80))
def test_no_bytes_end_in_anything_but_a_refusal(data):
    for form in ("json", "json-lines", "xml"):
        for start in (b"", START.encode(), PLAY.encode(), f"<records {NS}><record>".encode()):
            made = outcome(form, start + data)
            assert isinstance(made, list) or (made.line is not None and made.what)


def outcome(form: str, data: bytes) -> list[Item] | FormatError:
    """The records, or the refusal."""
    try:
        return take(form, data)
    except FormatError as wrong:
        return wrong


@given(st.data())
def test_a_damaged_document_is_refused_or_read_but_never_fails(data):
    form = data.draw(st.sampled_from(["json", "json-lines", "xml"]))
    whole = give(form, take("tpbn", KEPT["comments"] + b"\n" + KEPT["marks"]))
    at = data.draw(st.integers(0, len(whole)))
    piece = data.draw(st.sampled_from([b"", b'"', b"<", b">", b"{", b"}", b"[", b",", b"\\", b"&", b"\xff", b"x", b"1"]))
    damaged = whole[:at] + piece + whole[at + data.draw(st.integers(0, 3)) :]
    made = outcome(form, damaged)
    if isinstance(made, FormatError):
        assert made.line is not None
        assert made.column is not None
        assert made.line <= whole.count(b"\n") + 2
    if form == "xml":
        agree(damaged, made if isinstance(made, FormatError) else None)


def agree(data: bytes, wrong: FormatError | None) -> None:
    """What is read fits the schema; what is refused for its shape does not."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    schema = etree.RelaxNG(etree.fromstring(schema_text().encode()))
    try:
        tree = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        assert wrong is not None
        return
    if wrong is None:
        assert schema.validate(tree), schema.error_log
    elif not any(word in wrong.what for word in ("TPBN", "twice", "the same", "but it stands in")):
        assert not schema.validate(tree), str(wrong)


# --- empty files --------------------------------------------------------------------------------

EMPTY = (b"", b"\n", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", b" \n" * 40_000)


@pytest.mark.parametrize("name", [*(f for f, form in formats().items() if form.reads is not None), "", "x.json", "x.xml", "x"])
@pytest.mark.parametrize("data", EMPTY, ids=range(len(EMPTY)))
def test_an_empty_file_is_told_as_that_whatever_it_was_to_be(tmp_path, name, data):
    path = tmp_path / (name if name.startswith("x") else "x.txt")
    path.write_bytes(data)
    said = ["--from", name] if name in formats() else []
    for source, stdin in ((str(path), b""), ("-", data)):
        done = tarok("convert", source, *said, "--to", "json", stdin=stdin)
        if name == "tpbn":
            assert (done.code, done.err) == (0, "Converted 0 records.\n")
            continue
        shown = "<stdin>" if source == "-" else source
        assert (done.code, done.out) == (2, ""), done.err
        assert done.err.startswith(f"Error: {shown}:1:1: the file is empty\n  = help: only TPBN text may be empty: --from tpbn\n")


def test_white_space_before_a_document_is_not_an_empty_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b"\n" * 100_000 + b'{"format":"TPBN","version":"1.0","records":[]}')
    assert tarok("convert", str(path), "--from", "json", "--to", "tpbn").code == 0
    path.write_bytes(b"\n" * 100_000 + b"x")
    done = tarok("convert", str(path), "--from", "json", "--to", "tpbn")
    assert "x.json:100001:1: " in done.err
