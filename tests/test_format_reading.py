"""docs/format.md and docs/reading.md: what the conformance files cannot show."""

import io
import tracemalloc

import pytest

from tarok_pbn.cards import CARD, PACK54, Cards, spell
from tarok_pbn.notation import (
    deal_id,
    format_deal,
    format_hand,
    format_text,
    parse_deal,
    parse_hand,
    parse_talon,
    read_bytes,
    read_file,
    read_path,
    read_text,
    scan,
    seats_of,
    syntax,
    write,
    write_file,
)
from tarok_pbn.notation.hands import Problem
from tarok_pbn.notation.split import RECORD_LIMIT
from tarok_pbn.record import Group, Mark, Record, Section, Tag

HEAD = '[Event "Case"]\n'


def codes(text: str) -> list[str]:
    return [f.code for parsed in read_text(text) for f in parsed.findings]


def only(text: str) -> Record:
    (parsed,) = read_text(text)
    return parsed.record


# --- limits ------------------------------------------------------------------------------------


def test_the_limit_is_four_mebibytes():
    assert RECORD_LIMIT == 4 * 1024 * 1024


def test_f010_a_record_over_the_limit_is_cut_at_a_line_end(monkeypatch):
    monkeypatch.setattr("tarok_pbn.notation.split.RECORD_LIMIT", 5000)
    text = HEAD + "[Play]\n" + "S T1\n" * 1000
    records = list(read_text(text + "\n" + HEAD))
    assert [f.code for f in records[0].findings] == ["F010"]
    assert len(records) == 3
    assert records[0].text.endswith("\n")
    assert len(records[0].text) <= 5000
    assert "".join(p.text for p in records) == text + "\n" + HEAD


def test_f010_a_cut_without_line_ends_does_not_split_a_character(monkeypatch):
    monkeypatch.setattr("tarok_pbn.notation.split.RECORD_LIMIT", 5000)
    text = "é" * 6000
    assert "F001" not in codes(text)
    assert codes(text).count("F010") == 2


def test_f023_no_record_has_more_than_a_thousand_findings():
    found = codes(HEAD + "[Play]\n" + "S What\n" * 3000)
    assert len(found) == 1000
    assert found[-1] == "F023"


def test_a_long_pipe_is_read_in_constant_memory():
    record = (HEAD + "[Play]\n" + "S ST SQ SK S7\n" * 12 + "\n").encode()

    class Pipe(io.RawIOBase):
        left = 20_000

        def readable(self) -> bool:
            return True

        def read1(self, size: int = -1) -> bytes:
            if not self.left:
                return b""
            count = min(self.left, 1000)
            self.left -= count
            return record * count

    tracemalloc.start()
    count = len([None for _ in scan(Pipe())])  # type: ignore[arg-type]  # only read1 is used
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 20_000
    assert peak < 4 << 20


def test_records_come_one_by_one_before_the_file_ends():
    class Pipe(io.BytesIO):
        reads = 0

        def read1(self, size: int | None = -1) -> bytes:
            self.reads += 1
            return self.read(400)

    pipe = Pipe((HEAD + "\n").encode() * 1000)
    next(read_file(pipe))
    assert pipe.reads < 5


def test_read_path_raises_for_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        list(read_path(tmp_path / "nowhere.tpbn"))


# --- places ------------------------------------------------------------------------------------


def test_spans_name_file_record_line_column_end_and_offset():
    data = b"% TPBN 1.0\n\n" + HEAD.encode() + b"\n" + HEAD.encode() + b"[Play]\nS T1\nE T2 Foo T3\n"
    found = [f for p in read_bytes(data, "x.tpbn") for f in p.findings]
    assert len(found) == 1
    assert found[0].span is not None
    assert tuple(found[0].span) == ("x.tpbn", 2, 8, 6, 8, 9, 28)


def test_word_places_survive_a_crlf_file():
    record = only('[Event "Case"]\r\n[Play]\r\nS T1 T2\r\n')
    group = record.sections[0].groups[0]
    span = record.span(group.word_at(1))
    assert span is not None
    assert (span.line, span.column, span.end_column) == (3, 6, 8)


# --- strict ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (HEAD, 1, 1),  # no version line
        ("% TPBN 1.0\n" + HEAD, 1, 11),  # no blank line after it
        ("% TPBN 1.0\n\n" + HEAD + '[Board  "1"]\n', 4, 1),
        ("% TPBN 1.0\n\n" + HEAD + "[Play]\nS T1  T2\n", 5, 5),
        ("% TPBN 1.0\n\n" + HEAD + "\n\n" + HEAD, 3, 15),
        ("% TPBN 1.0\n\n" + HEAD + "\n", 3, 15),
    ],
)
def test_f011_is_at_the_first_difference(text, line, column):
    (finding,) = [f for p in read_text(text, strict=True) for f in p.findings if f.code == "F011"]
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (line, column)


# --- the writer --------------------------------------------------------------------------------


def test_a_record_made_by_a_program_is_written():
    section = Section("Play")
    section.groups = [Group("S", ["T1", "T2"], marks={2: [Mark("suffix", "!"), Mark("brace", "so")]})]
    record = Record([Tag("Board", "1"), Tag("Event", "Case")], [section], [Mark("line", " head")])
    assert write(record) == '; head\n[Event "Case"]\n[Board "1"]\n[Play]\nS T1 T2! {so}\n'
    assert "".join(write_file([record, record])) == "% TPBN 1.0\n\n" + write(record) + "\n" + write(record)


@pytest.mark.parametrize(
    ("tag", "mark"),
    [
        (Tag("Event", "two\nlines"), None),
        (Tag("Event", "x"), Mark("brace", "a } b")),
        (Tag("Event", "x"), Mark("line", "a\nb")),
        (Tag("Event", "x"), Mark("brace", 'a\n\n[Event "y"]')),
    ],
)
def test_what_no_text_can_hold_is_refused(tag, mark):
    if mark is not None:
        tag.marks.append(mark)
    with pytest.raises(ValueError, match="cannot contain"):
        write(Record([tag]))


def test_format_text_of_broken_and_whole_records():
    data, findings = format_text(b'[Event  "1"]\n\n[Event "2\n\n[Event  "3"]\n')
    assert data == b'% TPBN 1.0\n\n[Event "1"]\n\n[Event "2\n\n[Event "3"]\n'
    assert [f.code for f in findings] == ["F006"]


# --- hands, deals, talons ----------------------------------------------------------------------


def test_a_hand_both_ways():
    mask = parse_hand("F,21,14,9,1.K75.QN..T2")
    assert mask is not None
    assert spell(mask) == "F T21 T14 T9 T1 SK S7 S5 HQ HN CT C2"
    assert format_hand(mask) == "F,21,14,9,1.K75.QN..T2"
    assert parse_hand("-") is None
    assert format_hand(None) == "-"


def test_red_pips_go_down_from_the_one():
    mask = Cards.of("H1", "H4", "H2", "HK", "S7", "ST").mask
    assert format_hand(mask) == ".T7.K124.."


def test_the_whole_pack_dealt_to_four():
    cards = [c for c in range(78) if PACK54 >> c & 1]
    hands = {seat: sum(1 << c for c in cards[i::4]) for i, seat in enumerate("SENW")}
    assert parse_deal(format_deal(hands)) == hands


def test_parse_deal_names_every_problem_with_its_place():
    problems: list[Problem] = []
    parse_deal("S:23.K... E:1.K.X.. N:1", ["S", "E", "W"], problems)
    assert [(p.code, p.start, p.end) for p in problems] == [
        ("D001", 2, 4),
        ("D001", 16, 17),
        ("D002", 14, 15),
        ("D001", 22, 23),
        ("R014", 20, 21),
    ]


def test_parse_talon():
    assert parse_talon("S8 ?? HK") == [CARD["S8"], -1, CARD["HK"]]
    assert parse_talon("-") == []


@pytest.mark.parametrize(
    ("tags", "seats"),
    [
        ("", "SENW"),
        ('[Seats "E S W"]', "ESW"),
        ('[Deal "W:- S:- E:-"]', "SEW"),
        ('[Deal "B:- A:- C:- E:- D:-"]', "ABCDE"),
    ],
)
def test_seats_of_a_record(tags, seats):
    assert "".join(seats_of(only(HEAD + tags))) == seats


def test_deal_id_is_none_where_something_is_not_given():
    full = HEAD + '[Game "taroky"]\n[Deal "S:1.K... E:2.Q..."]\n[Talon "S8"]\n'
    assert deal_id(only(full)) is not None
    for old, new in (("taroky", "?"), ("2.Q...", "-"), ("1.K", "?.K"), ("S8", "??"), ("S8", "?"), ("1.K", "Y.K")):
        assert deal_id(only(full.replace(old, new))) is None, new


# --- scan and tree -----------------------------------------------------------------------------


def test_scan_gives_tags_of_odd_heads_too():
    data = b'[Event "a \\"b\\""] {[Event "c"]}\n[Board "1"][Site "?"]\n[Play]\n{\n[Foo "x"]\n}\n\n[Event "Two"]\n'
    headers = list(scan(io.BytesIO(data)))
    assert [h.tags for h in headers] == [{"Event": 'a "b"', "Board": "1", "Site": "?"}, {"Event": "Two"}]
    assert headers[1].get("Board") == "?"


def test_tree_of_a_record():
    text = (
        '% TPBN 1.0\n\n[Event "x"] {c}\n[Play]\nS T1! T2 $3\nE zz;Foo\n*\n[XTable "A;B"]\n1 2 3\n[Odd]\nany } thing\n'
    )
    tree = syntax(text)
    assert str(tree) == text
    kinds = [leaf.kind for leaf in tree.leaves() if leaf.kind != "space"]
    assert " ".join(kinds) == (
        "escape tag comment header seat word mark word mark seat word comment end header cell cell cell header "
        "text text text"
    )
    assert [str(node).strip() for node in tree.find("group")] == ["S T1! T2 $3", "E zz;Foo"]
    for node in tree.leaves():
        assert text[node.start : node.end] == node.text


def test_a_small_k_among_the_spades_is_their_king():
    """``Sk`` is the fool where it stands alone."""
    assert spell(parse_hand("1.k7...") or 0) == "T1 SK S7"
    assert "D002" in codes(HEAD + '[Deal "S:F.k... E:1.K..."]\n')
