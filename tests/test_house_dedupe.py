"""docs/housekeeping.md: what is a copy, what is only near, and which copy stays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.notation import read_bytes
from tests.hands import H1
from tests.running import tarok

BARE = H1[: H1.index("[Auction]")]
AUCTION = BARE + "[Auction]\nS povinnost  E pass  N pass  W pass\n"


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def report(*records: str, arguments: tuple[str, ...] = ()) -> tuple[int, dict[str, Any]]:
    done = tarok("dedupe", "-", "--check", "--report", "--output-format", "json", *arguments, stdin="\n".join(records).encode())
    return done.code, json.loads(done.out)


def out_of(data: dict[str, Any]) -> list[tuple[int, list[int], str]]:
    return [(c["kept"]["record"], [own["record"] for own in c["out"]], c["how"]) for c in data["copies"]]


@pytest.mark.parametrize(
    ("other", "how"),
    [
        (H1, "exact"),
        (changed(H1, ("[Round", " [Round"), ("S:13,12,9", "S:9,12,13"), ("K.KN9", "K.NK9") if "K.KN9" in H1 else ("Q4", "4Q")), "exact"),
        (changed(H1, (' {the XX goes early}', "")), "same play"),
        (changed(H1, ('[South "Novák, Jan"]', '[South "novak, jan"]')), "same play"),
        (changed(H1, ('[Table "4"]', '[Table "?"]'), ("[Score \"S -8; E 8; N 8; W -8\"]\n", "")), "same play"),
    ],
)  # fmt: skip
def test_copies(other, how):
    code, data = report(H1, other)
    assert (code, out_of(data)) == (1, [(1, [2], how)])


def test_a_table_that_was_turned_is_the_same_hand():
    turn = {"S": "E", "E": "N", "N": "W", "W": "S"}
    lines = []
    for line in changed(H1, ('[South "Novák, Jan"]', '[South "?"]'), ('[Event "Example"]', '[Event "?"]')).splitlines():
        if line.startswith("[Deal "):
            hands = dict(part.split(":") for part in line[7:-2].split())
            line = '[Deal "' + " ".join(f"{turn[s]}:{hands[s]}" for s in "WSEN") + '"]'
        elif line.startswith(("[Dealer", "[Declarer", "[Partner")):
            line = line[:-3] + turn[line[-3]] + '"]'
        elif line[:1] in turn and line[1:2] == " ":
            line = " ".join(turn.get(word, word) for word in line.split(" "))
        lines.append(line)
    assert out_of(report(changed(H1, ('"Novák, Jan"', '"?"')), "\n".join(lines) + "\n")[1]) == [(1, [2], "same play")]


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (changed(H1, ("N D2 DJ T14 DK", "N D3 DJ T14 DK"), ("N D3 T19", "N D2 T19")), "in the play: D2 for D3, D3 for D2"),
        (changed(H1, ("W T1 T7 S9 D1", "W T1 T7 S9 ??")), "in the play: D1 for ??"),
        (changed(H1, ("S:13,12,9,7", "S:13,11,9,7"), ("T18 T11", "T18 T12")), "in the deal: T11, T12"),
        (changed(H1, ("W T1 T7 S9 D1\n", "")), "one of them stops earlier"),
        (changed(H1, ('[Table "4"]', '[Table "5"]')), "the same deal and play, but another Table"),
        (changed(H1, ('"Novák, Jan"', '"Malá, Eva"')), "the same deal and play, but another South"),
    ],
)
def test_what_is_near_is_told_and_kept(other, what):
    code, data = report(H1, other)
    assert (code, data["copies"], [(n["records"], n["what"]) for n in data["near"]]) == (
        0, [], [([{"file": "<stdin>", "record": 1}, {"file": "<stdin>", "record": 2}], what)],
    )  # fmt: skip


def test_across_takes_out_one_play_under_two_names():
    other = changed(H1, ('[Event "Example"]', '[Event "Another"]'))
    assert out_of(report(H1, other)[1]) == []
    assert out_of(report(H1, other, arguments=("--across",))[1]) == [(1, [2], "same play")]


def test_a_deal_played_in_two_ways_is_duplicate_play():
    other = changed(H1, ("S ST SQ SK S7", "S SQ ST SK S7"), ("N H4 H1", "N H1 H4"), ("CK CN", "CN CK") if "CK CN" in H1 else ("S CK CT", "S CT CK"))
    code, data = report(H1, other)
    assert (code, data["copies"]) == (0, [])
    (deal,) = data["deals"]
    assert [own["record"] for own in deal["records"]] == [1, 2]


def test_a_deal_without_play_is_no_copy_of_another_table():
    assert report(BARE, changed(BARE, ('[Score "S -8; E 8; N 8; W -8"]', '[Score "S 8; E -8; N -8; W 8"]')))[1]["copies"] == []
    assert report(AUCTION, changed(AUCTION, ('[Table "4"]', '[Table "5"]')))[1]["copies"] == []
    assert out_of(report(AUCTION, changed(AUCTION, ('[Board "7"]', '[Board "?"]')))[1]) == [(1, [2], "same play")]


@pytest.mark.parametrize(("keep", "kept"), [("first", 1), ("complete", 2), ("comments", 3)])
def test_which_copy_stays(keep, kept):
    poor = changed(H1, ("{the XX goes early}", ""), ('[Points "32 38"]\n', ""))
    rich = changed(H1, ("{the XX goes early}", ""), ("[Auction]", '[Site "Brno"]\n[Annotator "me"]\n[Auction]'), ('[Site "?"]\n', ""))
    noted = changed(H1, ('[Points "32 38"]\n', ""), ("S CK CT T20", "S CK {!} CT T20"))
    (one,) = report(poor, rich, noted, arguments=("--keep", keep))[1]["copies"]
    assert one["kept"]["record"] == kept


def test_in_place_over_files(tmp_path):
    one, two = tmp_path / "1.tpbn", tmp_path / "2.tpbn"
    other = '[Event "other"]\n'
    one.write_text(H1 + "\n" + other, "utf-8")
    two.write_text(other + "\n" + H1 + '\n[Event "third"]\n', "utf-8")
    done = tarok("dedupe", "-i", str(tmp_path), "--report")
    assert done.code == 0
    assert [p.record.get("Event") for p in read_bytes(one.read_bytes())] == ["Example", "other"]
    assert [p.record.get("Event") for p in read_bytes(two.read_bytes())] == ["third"]
    assert f"{two}, record 2: copy of {one}, record 1 (the same text)" in done.out


def test_a_file_of_copies_alone_is_left_empty(tmp_path):
    one, two = tmp_path / "1.tpbn", tmp_path / "2.tpbn"
    one.write_text(H1, "utf-8")
    two.write_text(H1, "utf-8")
    assert tarok("dedupe", "-i", str(tmp_path)).code == 0
    assert two.read_text("utf-8") == "% TPBN 1.0\n"


def test_check_writes_nothing_and_leaves_with_1():
    assert tarok("dedupe", "-", "--check", stdin=H1.encode()).code == 0
    done = tarok("dedupe", "-", "--check", stdin=(H1 + "\n" + H1).encode())
    assert (done.code, done.out) == (1, "")
    assert "1 copy of 2 records would be taken out" in done.err
    assert tarok("dedupe", "-", "--check", "-o", "x", stdin=b"").code == 2


def test_damaged_records_are_carried_over():
    bad = '[Event "b"]\n[Play]\nS \x00 (( {open\n'
    done = tarok("dedupe", "-", stdin=(H1 + "\n" + bad + "\n" + H1).encode())
    assert done.code == 1
    assert done.raw.decode() == f"% TPBN 1.0\n\n{H1}\n{bad}"


POOL = [H1, changed(H1, ("{the XX goes early}", "")), changed(H1, ('"Example"', '"Other"')), BARE, AUCTION, '[Event "x"]\n', "[Board \"1\"]\n{c}\n"]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(POOL), max_size=8), st.sampled_from(["first", "complete", "comments"]))
def test_dedupe_again_changes_nothing(records, keep):
    once = tarok("dedupe", "-", "--keep", keep, stdin="\n".join(records).encode())
    again = tarok("dedupe", "-", "--keep", keep, stdin=once.raw)
    assert once.code == again.code == 0
    assert again.raw == once.raw
    assert len(list(read_bytes(once.raw))) >= (1 if records else 0)


def test_one_copy_was_taken_out_and_two_were(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_text(H1 + "\n" + H1, "utf-8")
    assert tarok("dedupe", str(path)).err == "1 copy of 2 records was taken out; 0 pairs near.\n"
    assert tarok("dedupe", "-", stdin=(H1 + "\n" + H1 + "\n" + H1).encode()).err == "2 copies of 3 records were taken out; 0 pairs near.\n"
    assert tarok("dedupe", "--check", str(path)).err == "1 copy of 2 records would be taken out; 0 pairs near.\n"
