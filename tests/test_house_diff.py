"""docs/housekeeping.md: two records differ by what they mean, and each difference is told at its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.difference import Difference, differences
from tarok_pbn.notation import format_text, read_bytes, to_bytes
from tests.hands import H1
from tests.running import tarok
from tests.support import record_of
from tests.test_format_properties import GOOD, SOUP

TABLE = '[ScoreTable "Item;S;E;N;W"]\ngame -3 3 3 -3\nmelds 5 -5 -5 5\n'


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def between(one: str, other: str) -> list[Difference]:
    return differences(record_of(one), record_of(other))


def told(one: str, *pairs: tuple[str, str]) -> list[tuple[str, str, str, str | None, str | None]]:
    return [d[:5] for d in between(one, changed(one, *pairs))]


@pytest.mark.parametrize(
    "pairs",
    [
        [("[Round \"2\"]\n[Table \"4\"]\n", "[Table \"4\"]\n[Round \"2\"]\n")],
        [("S:13,12,9,7,6,3.", "S:3,6,7,9,12,13.")],
        [("N D2 DJ T14 DK", "N  D2\n   DJ XIV ♦K")],
        [("[Site \"?\"]\n", "")],
        [("S povinnost  E pass", "S povinnost\nE pass")],
    ],
)
def test_layout_makes_no_difference(pairs):
    assert told(H1, *pairs) == []


@pytest.mark.parametrize(
    ("pairs", "difference"),
    [
        ([('[Site "?"]', '[Site "Brno"]')], ("tag", "Site", "", "?", "Brno")),
        ([('[Points "32 38"]\n', "")], ("tag", "Points", "", "32 38", None)),
        ([("E:21,8,5.", "E:8,5.")], ("hand", "Deal", "E", "E", None)),
        ([("S:13,12,9,7,6,3.", "S:12,9,7,6,3."), ("E:21,8,5.", "E:21,13,8,5.")], ("hand", "Deal", "S", "S", "E")),
        ([("S8 T4 T14", "S8 T14 T4")], ("talon", "Talon, card 2", "", "T4", "T14")),
        ([("nnost  E pass  N pass", "nnost  E pass  N solo")], ("auction", "Auction, word 3", "N", "pass", "solo")),
        ([("E lays:H3", "E lays:H4")], ("exchange", "Exchange, word 5", "E", "lays:H3", "lays:H4")),
        ([("S tarocky", "S pass")], ("announcements", "Announcements, word 1", "S", "tarocky", "pass")),
        ([("N D2 DJ T14 DK", "N D2 DJ T14 D1")], ("play", "trick 4, card 4", "E", "DK", "D1")),
        ([("W T1 T7 S9 D1", "W T1 T7 S9")], ("play", "trick 12, card 4", "N", "D1", None)),
        ([("W T1 T7 S9 D1\n", "W T1 T7 S9 D1\n+\n")], ("play", "Play, end", "", None, "+")),
        ([("goes early", "went early")], None),
        ([(" {the XX goes early}", "")], ("comment", "trick 3, after CQ", "", "{the XX goes early}", None)),
        ([("T20 CQ {the", "T20 {the"), ("early}", "early} CQ")], ("comment", "trick 3, after CQ", "", "trick 3, after CQ", "trick 3, after T20")),
        ([("HQ T12", "HQ! T12")], ("mark", "trick 8, after HQ", "", None, "!")),
    ],
)  # fmt: skip
def test_one_change_is_one_difference_at_its_place(pairs, difference):
    if difference is None:
        assert [d[0] for d in told(H1, *pairs)] == ["comment", "comment"]
    else:
        assert told(H1, *pairs) == [difference]


def test_a_card_sentence_names_the_trick_and_the_seat():
    (d,) = between(H1, changed(H1, ("N D2 DJ T14 DK", "N D2 DJ T14 T5"), ("N D3 T19 T9 T5", "N D3 T19 T9 DK")))
    assert (d.text, d.more) == ("trick 4, card 4: East plays DK in A, T5 in B", 1)
    (moved,) = between(H1, changed(H1, ("S:13,12,9,7,6,3.", "S:12,9,7,6,3."), ("E:21,8,5.", "E:21,13,8,5.")))
    assert moved.text == "T13: in South's hand in A, in East's hand in B"


def test_rows_are_compared_by_their_items():
    one = H1 + TABLE
    assert told(one, ("game -3 3 3 -3\nmelds 5 -5 -5 5", "melds 5 -5 -5 5\ngame -3 3 3 -3")) == []
    assert told(one, ("Item;S;E;N;W", "Item;E;S;N;W"), ("game -3 3 3 -3", "game 3 -3 3 -3"), ("melds 5 -5", "melds -5 5")) == []
    assert told(one, ("game -3 3 3 -3", "game -3 3 4 -4")) == [("table", "ScoreTable, row game", "", "N 3; W -3", "N 4; W -4")]
    assert told(one, ("melds 5 -5 -5 5\n", "")) == [("table", "ScoreTable, row melds", "", "S 5; E -5; N -5; W 5", None)]
    assert [d[0] for d in told(one, (TABLE, ""))] == ["section"]


def test_notes_and_unknown_sections():
    one = H1.replace("call:T19", 'call:T19 =1=\n[Note "1:so"]') + "[Foreign]\n any thing\n"
    assert told(one, ("1:so", "1:not so")) == [("note", "note 1 of Auction", "", "so", "not so")]
    assert [d[:2] for d in told(one, (" any thing", " anything"))] == [("section", "Foreign")]


@given(st.lists(SOUP, max_size=2), st.booleans())
@settings(max_examples=200)
@example(['[Exchange][XTable][Event "a"]\n[Auction][XTable]'], False)
def test_a_record_does_not_differ_from_itself_nor_from_its_canonical_form(texts, good):
    data = to_bytes((GOOD if good else "") + "\n".join(texts))
    formatted, _ = format_text(data)
    for one, other in zip(read_bytes(data), read_bytes(formatted), strict=False):
        assert differences(one.record, one.record) == []
        if not any(f.severity == "error" and f.code[0] == "F" for f in one.findings):
            assert [d for d in differences(one.record, other.record) if d.where != "Event"] == []


CARDS = [(line, place) for line in range(12) for place in range(1, 5)]


@given(st.sampled_from(CARDS))
def test_any_card_changed_is_one_difference_at_its_place(at):
    head, _, play = H1.partition("[Play]\n")
    lines = play.splitlines()
    words = lines[at[0]].split(" {")[0].split(" ")
    order = "SENW"
    seat = order[(order.index(words[0]) + at[1] - 1) % 4]
    old, words[at[1]] = words[at[1]], "T22" if words[at[1]] == "F" else "??"
    comment = " {" + lines[at[0]].split(" {")[1] if " {" in lines[at[0]] else ""
    lines[at[0]] = " ".join(words) + comment
    found = between(H1, head + "[Play]\n" + "\n".join(lines) + "\n")
    if old == "F":
        assert found == []  # T22 is the fool, in a lenient spelling
    else:
        hung = [d for d in found if d.kind != "play"]
        assert [d[:5] for d in found if d.kind == "play"] == [("play", f"trick {at[0] + 1}, card {at[1]}", seat, old, "??")]
        assert all(d.kind == "comment" for d in hung)


# --- the command ---------------------------------------------------------------------------------


def test_diff_of_two_files(tmp_path):
    a, b = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    other = H1.replace('[Board "7"]', '[Board "8"]')
    a.write_text(H1 + "\n" + other, "utf-8")
    b.write_text(other.replace("T1 T7 S9 D1", "T1 T7 S9 D2") + "\n" + H1 + '\n[Event "new"]\n', "utf-8")
    done = tarok("diff", str(a), str(b))
    assert done.code == 1
    assert done.out.splitlines() == [
        f"{a}, record 2 - {b}, record 1 (it stands elsewhere in the order)",
        "  trick 12, card 4: North plays D1 in A, D2 in B",
        f"{b}, record 3: in B only",
    ] or done.out.splitlines() == [
        f"{a}, record 1 - {b}, record 2 (it stands elsewhere in the order)",
        f"{a}, record 2 - {b}, record 1",
        "  trick 12, card 4: North plays D1 in A, D2 in B",
        f"{b}, record 3: in B only",
    ]


def test_another_order_is_no_difference_unless_asked_for(tmp_path):
    a, b = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    a.write_text('[Event "a"]\n\n[Event "b"]\n\n[Event "c"]\n', "utf-8")
    b.write_text('[Event "c"]\n\n[Event "a"]\n\n[Event "b"]\n', "utf-8")
    done = tarok("diff", str(a), str(b))
    assert (done.code, done.out) == (0, f"{a}, record 3 - {b}, record 1 (it stands elsewhere in the order)\n")
    assert tarok("diff", str(a), str(b), "--order").code == 1


def test_diff_of_two_records_as_json(tmp_path):
    a = tmp_path / "a.tpbn"
    a.write_text(H1 + "\n" + H1.replace("goes early}", "goes early} {why?}"), "utf-8")
    done = tarok("diff", f"{a}:1", f"{a}#2", "--output-format", "json")
    assert done.code == 1
    (one,) = json.loads(done.out)
    assert one["a"] == {"file": str(a), "record": 1}
    assert [(d["kind"], d["a"], d["b"]) for d in one["differences"]] == [("comment", None, "{why?}")]
    assert tarok("diff", f"{a}:1", f"{a}:1").code == 0
    assert tarok("diff", f"{a}:1", f"{a}:9").code == 2
    assert tarok("diff", f"{a}:1", str(a)).code == 2
    assert tarok("diff", str(a), str(tmp_path / "gone.tpbn")).code == 2
    assert tarok("diff", "-", "-").code == 2


def test_findings_that_appeared(tmp_path):
    a, b = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    a.write_text(H1, "utf-8")
    b.write_text(H1.replace('[Score "S -8; E 8; N 8; W -8"]', '[Score "S 8; E -8; N -8; W 8"]'), "utf-8")
    done = tarok("diff", str(a), str(b), "--check")
    assert "S001 in B only" in done.out
    assert "S001" not in tarok("diff", str(a), str(b)).out


def test_colours_and_hostile_text(tmp_path):
    a, b = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    a.write_bytes(b'[Event "a"]\n[Play]\nS \xff (( {open\n')
    b.write_bytes(b'[Event "a\x1b[31m"]\n[Play]\nS \xfe\n')
    done = tarok("diff", str(a), str(b), "--color", "always")
    assert done.code == 1
    assert "\\x1b[31m" in done.out
    assert "\x1b[33m" in done.out
