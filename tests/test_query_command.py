"""docs/query.md: the command, its formats, its exit codes, and what it makes of damaged archives."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tarok_pbn.commands.query import split_names
from tarok_pbn.notation import read_bytes
from tests.query_support import SAMPLES
from tests.running import tarok

TAROKY = str(SAMPLES / "taroky")
EVENING = str(SAMPLES / "taroky/evening.tpbn")
H1 = str(SAMPLES / "taroky/rules-h1.tpbn")


def test_lines_begin_with_what_show_takes():
    done = tarok("query", "declarer = S and called = T19", H1)
    assert (done.code, done.err) == (0, "1 of 1 record matches.\n")
    address = done.out.partition(": ")[0]
    assert address == f"{H1}:1"
    assert tarok("show", address).code == 0


def test_nothing_found_is_1_and_says_so():
    done = tarok("query", 'event = "no such event"', H1)
    assert (done.code, done.out, done.err) == (1, "", "0 of 1 record match.\n")


@pytest.mark.parametrize(("arguments", "message"), [
    (["contrct = solo", H1], "did you mean contract?"),
    (["clean"], "Missing argument"),
    (["clean", H1, "--count", "--count-by", "game"], "two questions"),
    (["clean", H1, "--count", "--output-format", "tpbn"], "counts are told as"),
    (["clean", H1, "--count", "--show", "game"], "counts show none"),
    (["clean", H1, "--show", "game", "--format", "paths"], "no meaning"),
    (["clean", H1, "--show", "gme"], "did you mean game?"),
    (["holds(player, T1)", H1], "for example S, declarer or player("),
    (["clean", H1, "--count-by", "declarer won"], "here stands a condition"),
    (["clean", H1, "--limit", "0"], "--limit"),
])  # fmt: skip
def test_wrong_usage_is_2_before_anything_is_printed(arguments, message):
    done = tarok("query", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_fault_has_its_caret_under_it():
    done = tarok("query", "game = taroky and hlds(S, T1)", H1)
    assert done.err.endswith(
        "Error: column 19: there is no function hlds\n"
        "  game = taroky and hlds(S, T1)\n"
        "                    ^^^^^^^^^^^\n"
        "  did you mean holds?\n"
    )


def test_counts():
    assert tarok("query", "contract = varsava", TAROKY, "--count").out == "6\n"
    assert json.loads(tarok("query", "contract = varsava", TAROKY, "--count", "--format", "json").out) == {"count": 6}
    done = tarok("query", "contract in (varsava, solo, druha)", TAROKY, "--count-by", "contract")
    assert done.out == "8  druha\n6  varsava\n2  solo\n"
    done = tarok("query", "contract in (varsava, solo)", TAROKY, "--count-by", "contract", "--format", "csv")
    assert done.out == "contract,count\nvarsava,6\nsolo,2\n"
    done = tarok("query", "contract = solo", TAROKY, "--count-by", "contract", "--format", "json")
    assert json.loads(done.out) == [{"contract": "solo", "count": 2}]


FOUR = str(SAMPLES / "dansk/first-hand-of-four.tpbn")


@pytest.mark.parametrize(("name", "counts"), [
    # the Danish hand names its four players, one of whom sits out, and the day; the Czech one neither
    ("player", "1  ?\n1  Bech, Poul\n1  Holm, Niels\n1  Krogh, Asta\n1  Sørensen, Inge\n"),
    ("name(dealer)", "1  ?\n1  Sørensen, Inge\n"), ("month", "1  2026.11\n1  ?\n"), ("year", "1  2026\n1  ?\n"),
    # Score S 170; E -105; N -40; W -110 and S -8; E 8; N 8; W -8: a value counts once for a match
    ("score(any)", "1  -105\n1  -110\n1  -40\n1  -8\n1  170\n1  8\n"), ("finding", "2  -\n"),
])  # fmt: skip
def test_each_value_of_a_match_is_counted(name, counts):
    assert tarok("query", "number = 1", FOUR, H1, "--count-by", name).out == counts


def test_counts_of_several_values_in_the_other_formats():
    done = tarok("query", "number = 1", FOUR, "--count-by", "score(any)", "--format", "json")
    assert json.loads(done.out) == [{"score(any)": score, "count": 1} for score in (-105, -110, -40, 170)]
    wrong = str(SAMPLES / "taroky/wrong/suit-not-followed.tpbn")
    assert tarok("query", "finding = P002", wrong, "--count-by", "finding", "--format", "csv").out == "finding,count\nP002,1\n"
    assert tarok("query", "clean", H1, "--count-by", "partner").out == "1  W\n"


@pytest.mark.parametrize(("asked", "code"), [
    ('player = "Krogh, Asta"', 0), ("player ~ krogh", 0), ('player = "Krogh"', 1), ("not player ~ krogh", 1),
    ('name(dealer) = "Sørensen, Inge"', 0), ("year = 2026 and month = 2026.11", 0), ("month > 2026.11", 1),
    ("year in (2025, 2026) and month in (2026.11, 2026.12)", 0), ("finding = ?", 1), ("finding = S001", 1),
])  # fmt: skip
def test_names_of_players_and_parts_of_the_date_can_be_asked_for(asked, code):
    assert tarok("query", asked, FOUR).code == code


def test_values_in_every_format():
    names = "declarer,points(declarer),score(S),clean,partner,defender,deal_id = ?"
    assert tarok("query", "clean", H1, "--show", names).code == 2  # a condition is no value
    names = "declarer, points(declarer), score(S), clean, defender, annotator, date"
    rows = list(csv.reader(io.StringIO(tarok("query", "clean", H1, "--show", names, "--format", "csv").out)))
    assert rows[0] == ["file", "number", "declarer", "points(declarer)", "score(S)", "clean", "defender", "annotator", "date"]
    assert rows[1][:7] == [H1, "1", "S", "32", "-8", "yes", "E N"]
    (entry,) = json.loads(tarok("query", "clean", H1, "--show", names, "--format", "json").out)
    assert (entry["points(declarer)"], entry["score(S)"], entry["clean"], entry["defender"], entry["annotator"]) == (
        32, -8, True, ["E", "N"], None,
    )  # fmt: skip
    line = tarok("query", "clean", H1, "--show", names, "--format", "json-lines").out
    assert json.loads(line) == entry
    assert tarok("query", "clean", H1, "--show", "annotator,defender").out == f"{H1}:1: ?; E N\n"
    assert tarok("query", "clean", H1, EVENING, "--format", "paths").out == f"{H1}\n{EVENING}\n"
    empty = tarok("query", "not clean", H1, "--format", "json")
    assert (json.loads(empty.out), empty.code) == ([], 1)


def test_thirds_are_shown_as_card_points():
    done = tarok("query", "trick(1).points = 8 1/3", H1, "--show", "trick(1).points,trick(2).points")
    assert ": 8 1/3; " in done.out


def test_names_with_commas_in_them():
    assert split_names('contract, holds(S, T1) ,player("a, b(")') == ("contract", "holds(S, T1)", 'player("a, b(")')


def test_records_are_written_as_they_stand_and_read_again(tmp_path):
    out = tmp_path / "out.tpbn"
    done = tarok("query", "declarer lost", TAROKY, "--format", "tpbn", "-o", str(out))
    assert (done.code, done.out) == (0, "")
    count = int(tarok("query", "declarer lost", TAROKY, "--count").out)
    records = [p for p in read_bytes(out.read_bytes()) if p.is_record]
    assert len(records) == count > 10
    assert tarok("query", "declarer lost", str(out), "--count").out == f"{count}\n"
    assert tarok("query", "declarer lost", TAROKY, "--format", "tpbn").raw == out.read_bytes()


def test_inherited_values_are_written_out(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_text('[Event "A"]\n[Site "##Brno"]\n\n[Event "#"]\n[Board "2"] {the second}\n[Auction]\nS pass\n', "utf-8")
    done = tarok("query", "board = 2", str(path), "--format", "tpbn")
    assert done.out == '% TPBN 1.0\n\n[Event "A"]\n[Site "Brno"]\n[Board "2"] {the second}\n[Auction]\nS pass\n'


def test_limit_stops_reading(tmp_path):
    done = tarok("query", "game = taroky", EVENING, str(tmp_path / "missing.tpbn"), "--limit", "3", "--count")
    assert (done.code, done.out, done.err) == (0, "3\n", "Stopped after 3 matches.\n")


def test_what_cannot_be_read_is_named_and_the_rest_searched(tmp_path):
    (tmp_path / "b.tpbn").symlink_to(tmp_path / "nowhere")
    (tmp_path / "a.tpbn").write_bytes(Path(H1).read_bytes())
    (tmp_path / "c.tpbn").write_bytes(b"\xff\xfe[Event \x00\n" + Path(H1).read_bytes() + b"\n[Event \"x\n{")
    done = tarok("query", "declarer = S", str(tmp_path), "--show", "contract")
    assert done.code == 2
    assert done.out.splitlines()[0] == f"{tmp_path}/a.tpbn:1: povinnost"
    assert f"{tmp_path}/c.tpbn" in done.out
    assert "cannot read" in done.err
    assert "b.tpbn" in done.err
    assert "reading errors" in done.err
    assert "Traceback" not in done.err


def test_standard_input_and_its_name():
    done = tarok("query", "tag.Contract = povinnost", "-", "--stdin-filename", "mail", "--show", "tag.Called", stdin=Path(H1).read_bytes())
    assert done.out.startswith("mail:1: ")


def test_a_record_does_not_drive_the_terminal(tmp_path):
    path = tmp_path / "x.tpbn"
    path.write_text('[Event "a\x1b[31mb"]\n', "utf-8")
    assert tarok("query", "number = 1", str(path), "--show", "event").out == f"{path}:1: a\\x1b[31mb\n"


def test_an_output_that_cannot_be_written(tmp_path):
    done = tarok("query", "clean", H1, "-o", str(tmp_path / "no" / "x"))
    assert done.code == 2
    assert "cannot write" in done.err


def test_names_are_listed():
    done = tarok("query", "--names")
    assert done.code == 0
    assert "holds(who, cards)" in done.out
    assert "trick(trick).winner" in done.out


def test_the_page_lists_what_can_be_asked():
    from tarok_pbn.archive.query_names import FUNCTIONS, NAMES

    page = (SAMPLES.parent / "docs/query.md").read_text("utf-8")
    for about in [*(name.about for name in NAMES.values()), *(function.about for function in FUNCTIONS.values())]:
        assert f"| {about} |" in page
    for name in NAMES:
        assert f"| `{name}` |" in page
    for name in FUNCTIONS:
        assert f"| `{name.partition('.')[0]}(" in page
