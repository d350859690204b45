"""docs/convert.md, "Nothing is lost": a file taken through another form and back is what ``tarok fmt`` makes of it."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.exchange.formats import Item, formats
from tarok_pbn.exchange.xmltree import node_of, path_of, record_of
from tarok_pbn.notation import format_text, read_bytes, to_bytes, write_file
from tarok_pbn.record import Group, Mark, Record, Section, Tag
from tests.test_format_properties import GOOD, SOUP
from tests.test_format_properties import PIECES as TOKENS
from tests.test_json_roundtrip import PIECES, TEXTS

ROOT = Path(__file__).parent.parent
SAMPLES = sorted([*ROOT.glob("samples/**/*.tpbn"), *ROOT.glob("docs/examples/*.tpbn")])
FORMS = ["json", "json-lines", "xml"]


def written(form: str, items: list[Item]) -> bytes:
    out = io.BytesIO()
    writes = formats()[form].writes
    assert writes is not None
    writes(items, out)
    return out.getvalue()


def read(form: str, data: bytes) -> list[Item]:
    reads = formats()[form].reads
    assert reads is not None
    return list(reads(io.BytesIO(data), "name"))


def there_and_back(data: bytes, form: str) -> bytes:
    """TPBN to another form and back to TPBN."""
    return written("tpbn", read(form, written(form, read("tpbn", data))))


def check(data: bytes, form: str) -> None:
    made, findings = format_text(data)
    if not any(finding.code == "F012" for finding in findings):
        assert there_and_back(data, form) == made


@pytest.mark.parametrize("form", [*FORMS, "tpbn"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_sample_comes_back_as_the_formatter_writes_it(path, form):
    check(path.read_bytes(), form)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(data=st.lists(PIECES, max_size=30).map(b"".join))
def test_bytes_that_look_like_records_come_back(form, data):
    check(data, form)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(text=SOUP)
def test_any_soup_of_tokens_comes_back(form, text):
    check(to_bytes(text), form)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(data=st.data())
def test_a_damaged_record_and_the_one_after_it_come_back(form, data):
    start = data.draw(st.integers(0, len(GOOD)))
    end = min(len(GOOD), start + data.draw(st.integers(0, 8)))
    text = GOOD[:start] + data.draw(TOKENS | st.text(max_size=3)) + GOOD[end:]
    check(to_bytes(text + "\n\n" + GOOD), form)


#: What TPBN itself keeps, piece by piece: comments of each kind, marks on every item, duplicates, bad bytes, order.
KEPT = {
    "comments": b'% first\n; head\n{b}\n[Event "a"] {t1} {t2} ; l\n% e\n[Play] {h} S {on the seat} T1! {w}\n+ {end}\n',
    "marks": b'[Event "a"] $3\n[Auction]\nS pass=1=$7^S  E pass!?\n[Note "1:n"] {on the note}\n',
    "duplicates": b'[Event "a"]\n[Site "x"]\n[Site "y"]\n[Event "b"]\n[Board "1"]\n[Board "1"]\n',
    "order of tags": b'[Board "1"]\n[Zzz "z"]\n[Event "a"]\n[_p ""]\n',
    "unknown section": b'[Event "a"]\n[Frob]\n any thing:  "at" {all}\n\ttab\n[Note "7:x"]\n[Play]\nS T1\n',
    "two tables": b'[Event "a"]\n[ATable "X;Y"]\n1 "a b" {r}\n"" 2\n[BTable "Z"]\n-\n',
    "sections twice": b'[Event "a"]\n[Play]\nS T1\n[Auction]\nE pass\n[Play]\nS T2\n',
    "a byte that is not UTF-8": b'[Event "a\xff\\\\x"]\n[Play]\nS T1 {\xe9}\n\n[Event "b"]\n',
    "control characters": b'[Event "a\x01"]\n[Play]\nS T1 {\x00\x1b}\n',
    "noncharacters and line ends": '[Event "\uffff\u0085\u2028\\\\"]\r\n[Play]\r\nS T1 {a\r\nb\rc}\r\n'.encode(),
    "open comment": b'[Event "a"]\n[Play]\nS T1 {open\n\n[Event "b"]\n[Play]\nS T2\n',
    "a note twice": b'[Event "a"]\n[Play]\nS T1=1=\n[Note "1:a"]\n[Note "1:b"]\n',
    "chatter and inheritance": b'Tool 1.0\n[Event "a"]\n[Site "##x"]\n\n[Event "#"]\n[Board "2"]\n\n[Event "#"]\n[Play]\nS ]\n',
    "nothing": b"",
    "only comments": b"% TPBN 1.0\n; nothing\n",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", KEPT)
def test_what_tpbn_keeps_every_form_keeps(name, form):
    check(KEPT[name], form)


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_in_a_row_lose_nothing(form):
    data = b"\n\n".join(KEPT.values())
    chain = [*FORMS[FORMS.index(form) :], *FORMS[: FORMS.index(form)]]
    items = read("tpbn", data)
    for step in chain:
        items = read(step, written(step, items))
    assert written("tpbn", items) == format_text(data)[0]


def test_a_file_of_an_unknown_version_is_not_rewritten():
    data = b'% TPBN 9.9\n\n[Event  "a"]\n\n[Event "b"]\n[Board  "2"]\n'
    for form in FORMS:
        assert there_and_back(data, form) == data


# --- records that no reader made ----------------------------------------------------------------

MARKS = st.lists(
    st.builds(Mark, st.sampled_from(["brace", "line", "escape", "nag", "suffix", "note", "irregular"]), TEXTS), max_size=2
)  # fmt: skip
HOSTILE = TEXTS | st.text(st.sampled_from("\x00\x01\x1b\r\n\t \uffff\ufffe\ud800]]><&\"'\\"), max_size=6)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record with marks on whatever is there, and any text."""

    def hung(places: list[int]) -> dict[int, list[Mark]]:
        return {place: marks for place in places if (marks := draw(MARKS))}

    sections = []
    for _ in range(draw(st.integers(0, 3))):
        section = Section(draw(HOSTILE), draw(st.none() | HOSTILE))
        kind = draw(st.sampled_from(["groups", "rows", "raw"]))
        if kind == "groups":
            for _ in range(draw(st.integers(0, 3))):
                words = draw(st.lists(HOSTILE | st.sampled_from(["T1", "??", "pass"]), max_size=3))
                section.groups.append(Group(draw(HOSTILE), words, marks=hung(list(range(len(words) + 1))) or None))
        elif kind == "rows":
            section.rows = draw(st.lists(st.lists(HOSTILE, max_size=3), max_size=3))
        else:
            section.raw = draw(HOSTILE)
        section.notes = draw(st.dictionaries(st.integers(1, 999_999), HOSTILE, max_size=2))
        section.end = draw(st.sampled_from(["", "*", "+"]))
        section.end_marks = draw(MARKS) if section.end else []
        section.marks = hung([-1, *range(len(section.rows)), *(-1 - note for note in section.notes)])
        sections.append(section)
    names = HOSTILE | st.sampled_from(["Event", "Round", "Table", "Board", "Site", "South", "Score"])
    tags = [Tag(draw(names), draw(HOSTILE), marks=draw(MARKS)) for _ in range(draw(st.integers(0, 6)))]
    return Record(tags, sections, draw(MARKS))


@settings(max_examples=150)
@given(records(), st.none() | HOSTILE)
def test_the_tree_of_a_record_gives_the_record_back(record, text):
    assert record_of(node_of(record, text), path_of(record)) == (record, text)


@settings(max_examples=100)
@given(record=records(), text=HOSTILE)
def test_lines_and_xml_hold_any_record(record, text):
    import tarok_pbn.exchange.jsonfile as document
    import tarok_pbn.exchange.jsonlines as lines
    import tarok_pbn.exchange.xml as xml

    for room in (document, lines, xml):
        with pytest.MonkeyPatch.context() as patch:  # whether TPBN can hold it is another question
            patch.setattr(room, "proved", lambda record, text, *_place: Item(record, [], text))
            out = io.BytesIO()
            room.bind(map(room.piece, [Item(record, [], text), Item(record, [])]), out)
            again = list(room.read(io.BytesIO(out.getvalue()), "name"))
        assert [(item.record, item.text) for item in again] == [(record, text), (record, None)], room


# --- order and groups ---------------------------------------------------------------------------


def identified(*tags: str) -> Record:
    """A record of tags written ``Event=a``."""
    return Record([Tag(name, value) for name, _, value in (tag.partition("=") for tag in tags)])


def test_xml_groups_what_follows_each_other_and_keeps_the_order():
    items = [
        Item(identified("Event=a", "Round=1", "Table=1", "Board=1"), []),
        Item(identified("Event=a", "Round=1", "Table=2", "Board=1"), []),
        Item(identified("Event=b", "Board=1"), []),
        Item(identified("Site=x"), []),
        Item(identified("Event=a", "Round=1", "Table=1", "Board=1"), []),
    ]
    data = written("xml", items)
    words = [line.strip() for line in data.decode().splitlines()[1:]]
    assert words == [
        '<records xmlns="urn:tarok-pbn:xml:1.0" version="1.0">',
        '<event name="a">', '<round number="1">',
        '<table number="1">', '<board number="1">', "<record/>", "</board>", "</table>",
        '<table number="2">', '<board number="1">', "<record/>", "</board>", "</table>",
        "</round>", "</event>",
        '<event name="b">', '<board number="1">', "<record/>", "</board>", "</event>",
        "<record>", '<tag name="Site" value="x"/>', "</record>",
        '<event name="a">', '<round number="1">',
        '<table number="1">', '<board number="1">', "<record/>", "</board>", "</table>",
        "</round>", "</event>",
        "</records>",
    ]  # fmt: skip
    assert [item.record for item in read("xml", data)] == [item.record for item in items]


def test_a_tag_that_is_not_where_it_would_be_put_back_stays_in_its_record():
    record = identified("Site=x", "Event=a")
    assert (
        b'<event name="a">\n  <record>\n   <tag name="Site" value="x"/>\n   <tag name="Event" value="a"/>'
        in written("xml", [Item(record, [])])
    )


def test_json_is_one_document_and_lines_are_one_action_each():
    items = [Item(parsed.record, []) for parsed in read_bytes(b'[Event "a"]\n[Play]\nS T1 {c} T2  E claim\n')]
    assert written("json", items) == (
        b'{"format":"TPBN","version":"1.0","records":[\n'
        b'{"tags":[{"name":"Event","value":"a"}],"sections":[{"name":"Play","groups":'
        b'[{"seat":"S","words":["T1","T2"],"marks":{"1":[{"kind":"brace","text":"c"}]}},{"seat":"E","words":["claim"]}]}]}'
        b"\n]}\n"
    )
    assert written("json-lines", items).decode().splitlines() == [
        '{"event":"file","format":"TPBN","version":"1.0"}',
        '{"event":"record","record":1,"tags":[{"name":"Event","value":"a"}]}',
        '{"event":"section","record":1,"section":"Play"}',
        '{"event":"card","record":1,"section":"Play","marks":[{"kind":"brace","text":"c"}],"group":1,"seat":"S","place":1,"word":"T1"}',
        '{"event":"card","record":1,"section":"Play","group":1,"seat":"S","place":2,"word":"T2"}',
        '{"event":"call","record":1,"section":"Play","group":2,"seat":"E","place":1,"word":"claim"}',
        '{"event":"record-end","record":1}',
    ]


@pytest.mark.parametrize("form", FORMS)
def test_memory_does_not_grow_with_the_number_of_records(form):
    """Issue 6: constant memory. Four times the records must not need much more than once."""
    record = next(iter(read_bytes(GOOD.encode()))).record
    text = "".join(write_file([record])).encode()

    class Endless(io.RawIOBase):
        """A file of the same record, made while it is read."""

        def __init__(self, records: int) -> None:
            self.data = memoryview(text[len("% TPBN 1.0\n") :] * 50)
            self.left = records // 50
            self.at = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer):
            if self.at == len(self.data):
                self.left, self.at = self.left - 1, 0
            if self.left <= 0:
                return 0
            piece = self.data[self.at : self.at + len(buffer)]
            buffer[: len(piece)] = piece
            self.at += len(piece)
            return len(piece)

    class Nowhere(io.RawIOBase):
        def write(self, data):
            return len(memoryview(data).cast("B"))

        def writable(self) -> bool:
            return True

    def peak(records: int) -> int:
        known = formats()
        reads, writes = known["tpbn"].reads, known[form].writes
        assert reads is not None
        assert writes is not None
        tracemalloc.start()
        writes(reads(io.BufferedReader(Endless(records)), "x"), io.BufferedWriter(Nowhere()))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(50)  # loads what is loaded once
    assert peak(800) < 1.5 * peak(200) + 500_000
