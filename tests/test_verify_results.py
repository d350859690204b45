"""Issue 6, verification: every kind of mistake on a results sheet is told once, where it stands and who is right."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.verification import expected_of, verify
from tarok_pbn.archive.verification_sheet import read_sheet
from tarok_pbn.check import check_bytes
from tarok_pbn.report.verification_page import verification_page
from tests.running import tarok
from tests.support import result_only
from tests.test_render_html import Page

ROOT = Path(__file__).parent.parent
LEAGUE = ROOT / "samples" / "league"
FINAL = [str(LEAGUE / "final" / f"table-{number}.tpbn") for number in (1, 2, 3)]
NAMES = {"South": "Novák, Jan", "East": "Malá, Eva", "North": "Dvořák, Petr", "West": "Černá, Jana", "Pagat": "", "Valat": ""}
#: a solo with 40 points: 30 from each; board 2 with 38 points: 18
SHEET = """table,board,player,score
1,1,"Novák, Jan",90
1,1,"Malá, Eva",-30
1,1,"Dvořák, Petr",-30
1,1,"Černá, Jana",-30
1,2,"Novák, Jan",54
1,2,"Malá, Eva",-18
1,2,"Dvořák, Petr",-18
1,2,"Černá, Jana",-18
"""


def record(board, points, **tags):
    place = {"Table": "1", "Board": str(board), **NAMES, **tags}
    return result_only("solo", points, partner="", tags=place)


RECORDS = (record(1, "40 30"), record(2, "38 32"))


def found(sheet=SHEET, records=RECORDS):
    """(kind, board, player, lines, message) of every disagreement."""
    summaries = [Summary(done) for done in check_bytes("\n".join(records).encode()) if done.parsed.is_record]
    report = verify(read_sheet(sheet.encode(), "r.csv"), map(expected_of, summaries))
    return [(one.kind, board.board, one.player, one.lines, one.message) for table in report.tables for board, one in table.found]


def changed(*pairs):
    sheet = SHEET
    for old, new in pairs:
        assert old in sheet
        sheet = sheet.replace(old, new, 1)
    return sheet


def test_a_right_sheet_agrees():
    assert found() == []


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (("54", "-54"), "-54 on the sheet, 54 in the record (its sign is turned round); it follows from the hand: the sheet is wrong."),
        (("54", "45"), "45 on the sheet, 54 in the record (two digits have changed places); it follows from the hand: the sheet is wrong."),
        (("54", "540"), "540 on the sheet, 54 in the record (a 0 is too many); it follows from the hand: the sheet is wrong."),
        (("54", "57"), "57 on the sheet, 54 in the record (one digit differs); it follows from the hand: the sheet is wrong."),
        (("54", "27"), "27 on the sheet, 54 in the record (it is half of that; was a doubling counted wrongly?); "
                       "it follows from the hand: the sheet is wrong."),
        (("54", "100"), "100 on the sheet, 54 in the record; it follows from the hand: the sheet is wrong."),
    ],
)  # fmt: skip
def test_a_wrong_score_is_told_with_the_slip_it_looks_like(pair, message):
    assert found(changed(pair)) == [("score", "2", "Novák, Jan", (6,), message)]


def test_the_records_score_is_named_where_it_agrees_with_the_hand():
    records = (RECORDS[0], record(2, "38 32", Score="S 54; E -18; N -18; W -18"))
    ((_, _, _, _, message),) = found(changed(("54", "55")), records)
    assert message == "55 on the sheet, 54 in the record (one digit differs); the hand and the record's Score agree: the sheet is wrong."


def test_a_sheet_that_copies_a_wrong_score():
    records = (RECORDS[0], record(2, "38 32", Score="S 60; E -20; N -20; W -20"))
    sheet = changed(("54", "60"), ("-18", "-20"), ("-18", "-20"), ("-18", "-20"))
    messages = [message for *_, message in found(sheet, records)]
    assert messages[0] == "60 on the sheet, 54 by the hand; the record's Score is the same, but the hand gives 54: both are wrong."
    assert len(messages) == 4


def test_a_record_that_is_wrong_while_the_sheet_is_right():
    records = (RECORDS[0], record(2, "38 32", Score="S 60; E -20; N -20; W -20"))
    message = "the record's Score says Novák, Jan 60, but the hand gives 54, as the sheet has it: the record is wrong."
    assert found(records=records) == [("record", "2", "", (6, 7, 8, 9), message)]


def test_which_is_right_cannot_be_told_without_the_hand():
    records = (RECORDS[0], record(2, "?", Score="S 60; E -20; N -20; W -20"))
    messages = [message for *_, message in found(records=records)]
    assert messages[0].startswith("54 on the sheet, 60 in the record; the hand cannot be settled (it lacks")
    assert messages[0].endswith("so which of them is right cannot be told.")


def test_two_players_exchanged():
    sheet = changed(("Jan\",54", "Jan\",-18"), ("Eva\",-18", "Eva\",54"))
    assert found(sheet) == [
        ("exchanged", "2", "", (6, 7),
         "the scores of Novák, Jan and Malá, Eva are exchanged; it follows from the hand: the sheet is wrong."),
    ]  # fmt: skip


def test_all_signs_turned():
    sheet = changed(("54", "-54"), ("-18", "18"), ("-18", "18"), ("-18", "18"))
    assert [(kind, lines) for kind, _, _, lines, _ in found(sheet)] == [("signs", (6, 7, 8, 9))]


def test_a_misspelt_name_is_told_once_and_its_score_still_compared():
    sheet = changed(("2,\"Malá, Eva\"", "2,\"Mála, Evva\""), ("Evva\",-18", "Evva\",-81"))
    kinds = [(kind, lines) for kind, _, _, lines, _ in found(sheet)]
    assert kinds == [("unknown-player", (7,)), ("score", (7,))]
    assert found(sheet)[0][4] == "there is no Mála, Evva at this table; the nearest name is Malá, Eva."


def test_a_stranger_and_the_player_he_stands_for():
    sheet = changed(("2,\"Malá, Eva\"", "2,\"Zbořil, Bohumil\""))
    assert [(kind, player) for kind, _, player, *_ in found(sheet)] == [("unknown-player", ""), ("missing-player", "Malá, Eva")]


@pytest.mark.parametrize("name", ["Jan Novák", "novak jan", "NOVÁK,  Jan", "S", "s", "South"])
def test_a_player_by_another_spelling_or_his_seat(name):
    assert found(changed(("\"Novák, Jan\",54", f"\"{name}\",54"))) == []


def test_a_seat_column():
    sheet = "table,board,seat,score\n1,1,S,90\n1,1,E,-30\n1,1,North,-30\n1,1,w,-30\n"
    assert found(sheet, RECORDS[:1]) == []
    assert found(sheet.replace("1,1,E", "1,1,X"), RECORDS[:1])[0][4] == "there is no seat X at this table; it has S, E, N, W."


def test_seat_and_player_that_contradict_each_other():
    sheet = 'table,board,seat,player,score\n1,1,S,"Malá, Eva",90\n1,1,E,,-30\n1,1,N,,-30\n1,1,W,,-30\n'
    assert [(kind, message) for kind, _, _, _, message in found(sheet, RECORDS[:1])] == [
        ("unknown-player", "Novák, Jan sits S in the record, not Malá, Eva.")
    ]


def test_entered_twice():
    again = SHEET + '1,2,"Malá, Eva",-18\n'
    assert found(again) == [("twice", "2", "Malá, Eva", (7, 10), "the score of Malá, Eva is entered twice.")]
    other = SHEET + '1,2,"Malá, Eva",-19\n'
    message = "Malá, Eva is entered twice, with -18 and -19; the record has -18."
    assert found(other) == [("twice", "2", "Malá, Eva", (7, 10), message)]


def test_board_without_record_and_record_without_result():
    sheet = SHEET.replace("\n1,2,", "\n1,3,")
    assert [(kind, board, lines) for kind, board, _, lines, _ in found(sheet)] == [("no-result", "2", ()), ("no-record", "3", (6, 7, 8, 9))]
    assert found(sheet)[1][4] == "no record of this board: the records of this table are of boards 1, 2."


def test_a_whole_table_without_results_is_told_once():
    more = [record(board, "40 30", Table="2") for board in (1, 2)]
    assert found(records=(*RECORDS, *more)) == [
        ("no-result", "all", "", (), "no result of this table is on the sheet, but there are records of boards 1, 2.")
    ]


def test_a_sum_that_is_not_0_is_told_where_nothing_else_can_be_compared():
    sheet = SHEET + "1,3,S,9\n1,3,E,-3\n1,3,N,-3\n1,3,W,-4\n"
    assert [(kind, message) for kind, _, _, _, message in found(sheet)][1] == ("sum", "the scores add up to -1, not to 0.")


def test_a_record_without_a_score():
    records = (RECORDS[0], record(2, "?"))
    sheet = changed(("54", "55"))
    assert [kind for kind, *_ in found(sheet, records)] == ["no-score", "sum"]


def test_lines_that_cannot_be_used():
    sheet = changed(("Jan\",54", "Jan\",won"), ("Eva\",-18", "Eva\","))
    assert [(kind, lines) for kind, _, _, lines, _ in found(sheet)] == [("unreadable", (6,)), ("unreadable", (7,))]


def test_thirds_rounded_on_the_sheet():
    names = {"South": "A", "East": "B", "North": "C", "West": "D"}
    text = '[Event "?"]\n[Table "1"]\n[Board "1"]\n[Game "taroky"]\n' + "".join(f'[{k} "{v}"]\n' for k, v in names.items())
    text += '[Score "S 10; E -10/3; N -10/3; W -10/3"]\n'
    sheet = "table;board;player;score\n1;1;A;10\n1;1;B;-3,33\n1;1;C;-3 1/3\n1;1;D;-10/3\n"
    assert found(sheet, (text,)) == []
    assert [kind for kind, *_ in found(sheet.replace("3,33", "3,34"), (text,))] == ["score"]


def test_several_records_of_a_board_ask_for_a_column():
    other = record(1, "38 32", Date="2026.11.15")
    first = record(1, "40 30", Date="2026.11.14")
    ((kind, _, _, _, message),) = found("\n".join(SHEET.splitlines()[:5]) + "\n", (first, other))
    assert kind == "ambiguous"
    assert message.endswith("a column date tells them apart.")
    dated = "\n".join(["date," + SHEET.splitlines()[0], *(f"14. 11. 2026,{line}" for line in SHEET.splitlines()[1:5])])
    assert [kind for kind, *_ in found(dated, (first, other))] == ["no-result"]  # of the fifteenth


def test_numbers_are_numbers():
    assert found(SHEET.replace("\n1,1,", "\n01,001,")) == []


# --- the command ----------------------------------------------------------------------------------


def verified(*more, sheet=LEAGUE / "wrong" / "results.csv"):
    return tarok("verify", str(sheet), FINAL[0], str(LEAGUE / "wrong" / "table-2.tpbn"), FINAL[2], *more)


def test_the_league_is_right():
    done = tarok("verify", str(LEAGUE / "final" / "results.csv"), *FINAL)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "96 lines and 24 records: all agree."


def test_every_mistake_that_was_planted_is_found_and_nothing_else():
    """As samples/league/README.md lists them."""
    made = json.loads(verified("--format", "json").out)
    kinds = [one["kind"] for table in made["tables"] for one in table["disagreements"]]
    assert sorted(kinds) == [
        "exchanged", "no-record", "no-result", "record", "score", "score", "twice", "unknown-player",
    ]  # fmt: skip
    assert made["disagreements"] == 8


def test_text():
    done = verified()
    assert done.code == 1
    assert "results.csv:7: board 2, Bruun, Else: -1 on the sheet, 1 in the record (its sign is turned round); " in done.out
    assert "table-1.tpbn:72 (record 2)" in done.out
    assert done.out.splitlines()[-1] == "97 lines and 24 records: 8 disagreements at 3 of 3 tables."


def test_junit():
    root = ET.fromstring(verified("--format", "junit").raw)  # noqa: S314 - our own
    suites = {suite.get("name"): (suite.get("tests"), suite.get("failures")) for suite in root}
    assert suites == {"table 1": ("8", "2"), "table 2": ("8", "3"), "table 3": ("9", "3")}
    assert len(root.findall(".//failure")) == 8
    assert root.findall(".//failure")[0].get("type") == "score"


def test_page():
    done = verified("--format", "html")
    assert done.code == 1
    parts = Page(done.out)
    assert parts.problems == []
    assert parts.open == []
    assert not {"script", "link", "img"} & set(parts.tags)
    assert not [name for name, _ in parts.attributes if name.startswith("on") or name in ("src", "style")]
    assert "scores exchanged" in done.out


def test_the_page_escapes_the_sheet():
    report = verify(read_sheet(b"table,board,player,score\n1,1,<script>x</script>,3\n", "<b>.csv"), [])
    page = verification_page(report)
    assert "<script>" not in page
    assert "<b>.csv" not in page


def test_standard_input_and_unknown_columns():
    sheet = (LEAGUE / "final" / "results.csv").read_bytes().replace(b"score\n", b"score,remark\n", 1)
    done = tarok("verify", "-", *FINAL, stdin=sheet)
    assert (done.code, done.err) == (0, "Not used: remark.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.csv", FINAL[0]), "cannot read none.csv"),
        ((str(LEAGUE / "README.md"), FINAL[0]), "no column is headed"),
        (("-", "-"), "only one of"),
        ((str(LEAGUE / "final" / "results.csv"), "none.tpbn"), "cannot read none.tpbn"),
    ],
)
def test_what_leaves_with_2(arguments, words):
    done = tarok("verify", *arguments)
    assert done.code == 2
    assert words in done.err


@pytest.mark.parametrize("seed", range(60))
def test_no_sheet_makes_it_fall_over(seed, tmp_path):
    """A sheet with a few bytes overwritten is compared or refused, never an internal error."""
    from random import Random

    rng, data = Random(seed), bytearray((LEAGUE / "wrong" / "results.csv").read_bytes()[:900])
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.choice(b';,"\n\r\t0-/ \xffa')
    file = tmp_path / "r.csv"
    file.write_bytes(bytes(data))
    assert tarok("verify", str(file), FINAL[0]).code in (0, 1, 2)
