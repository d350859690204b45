"""Issue 6, verification: results files as clubs write them - separators, languages, spellings of scores."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarok_pbn.archive.names import folded
from tarok_pbn.archive.verification_sheet import BadSheet, Given, parse_given, read_sheet


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("-8", -8, 0), ("+8", 8, 0), ("\N{MINUS SIGN}8", -8, 0), ("\N{EN DASH}8", -8, 0), (" 8 ", 8, 0), ("- 8", -8, 0),
        ("-10/3", Fraction(-10, 3), 0), ("-3 1/3", Fraction(-10, 3), 0), ("3\N{VULGAR FRACTION ONE THIRD}", Fraction(10, 3), 0),
        ("-\N{VULGAR FRACTION TWO THIRDS}", Fraction(-2, 3), 0), ("-3\N{VULGAR FRACTION ONE THIRD}", Fraction(-10, 3), 0),
        ("3,5", Fraction(7, 2), 1), ("-3.33", Fraction(-333, 100), 2), ("(8)", -8, 0), ("0", 0, 0),
        ("3\N{NO-BREAK SPACE}1/3", Fraction(10, 3), 0),
    ],
)  # fmt: skip
def test_scores(text, value, decimals):
    assert parse_given(text) == Given(Fraction(value), decimals)


@pytest.mark.parametrize(
    "text", ["", "-", "eight", "8-", "1/0", "3 1/0", "1e5", "--8", "8 8", "1/3⅓", "3,3⅓", "²", "9" * 50, "٣"]
)
def test_what_is_no_score(text):
    assert parse_given(text) is None


def test_a_rounded_score_agrees_with_what_it_was_rounded_from():
    assert Given(Fraction(333, 100), 2).agrees(Fraction(10, 3))
    assert not Given(Fraction(334, 100), 2).agrees(Fraction(10, 3))
    assert not Given(Fraction(3), 0).agrees(Fraction(10, 3))
    assert Given(Fraction(-67, 10), 1).agrees(Fraction(-20, 3))
    assert Given(Fraction(-333, 100), 2).text == "-3.33"
    assert Given(Fraction(-5, 100), 2).text == "-0.05"


@pytest.mark.parametrize(
    "data",
    [
        b"table,board,player,score\n1,2,\"Nov\xc3\xa1k, Jan\",-8\n",
        b"\xef\xbb\xbfst\xc5\xafl;rozd\xc3\xa1n\xc3\xad;hr\xc3\xa1\xc4\x8d;sk\xc3\xb3re\r\n1;2;Nov\xc3\xa1k, Jan;-8\r\n",
        "bord\tspil\tspiller\tpoint\n1\t2\tNovák, Jan\t-8\n".encode(),
        "Tisch;Spiel;Spieler;Punkte\n\n1;2;\"Novák, Jan\";−8\n".encode(),
        "miza,igra,igralec,točke\n1,2,\"Novák, Jan\",-8\n".encode(),
        "Score,Player,Board,Table\n-8,\"Novák, Jan\",2,1\n".encode("utf-16"),
    ],
)  # fmt: skip
def test_separators_languages_marks_and_order(data):
    (line,) = read_sheet(data, "r.csv").lines
    assert (line.table, line.board, line.player, line.score, line.problem) == (
        "1",
        "2",
        "Novák, Jan",
        Given(Fraction(-8)),
        "",
    )


def test_optional_and_unknown_columns():
    sheet = read_sheet(b"date,round,event,table,board,seat,score,remark\n2026-11-14,1,League,1,2,S,-8,late\n", "r.csv")
    assert (sheet.lines[0].date, sheet.lines[0].round, sheet.lines[0].event, sheet.lines[0].seat) == (
        "2026-11-14",
        "1",
        "League",
        "S",
    )
    assert sheet.ignored == ("remark",)


def test_line_numbers_count_blank_lines_and_cells_of_several_lines():
    sheet = read_sheet(b'table,board,player,score\n\n1,1,"No\nvak",3\n1,1,Mala,-3\n', "r.csv")
    assert [line.number for line in sheet.lines] == [3, 5]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("1,2,Jan,3,5", "5 cells, but 4 columns"),
        ("1,2,Jan,", "no score"),
        ("1,2,Jan,won", "'won' is no score"),
        ("1,2,,8", "names no player"),
        ("1,,Jan,8", "no board"),
        (",2,Jan,8", "no table"),
        ("1,2", "names no player"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(row, problem):
    (line,) = read_sheet(f"table,board,player,score\n{row}\n".encode(), "r.csv").lines
    assert line.score is None
    assert problem in line.problem


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "r.csv is empty"),
        (
            b"table,board,player\n1,1,Jan\n",
            "r.csv:1: no column is headed score; the first line has: table, board, player",
        ),
        (b"table,board,score\n1,1,8\n", "no column is headed player"),
        (b"table,board,player,score\n1,1,Nov\xe1k,8\n", "r.csv:2: this is not UTF-8"),
        (b'table,board,player,score\n1,1,"Novak,8\n', "r.csv:2: the line cannot be read"),
    ],
)
def test_what_is_no_results_file(data, words):
    with pytest.raises(BadSheet) as wrong:
        read_sheet(data, "r.csv")
    assert words in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Šimková, Libuše", "simkova libuse"), ("JØRGEN  Lindegaard", "jorgen lindegaard"), ("Weiß", "weiss")],
)
def test_names_are_compared_without_accents_and_capitals(text, plain):
    assert folded(text) == plain


def test_a_cell_too_many_stands_in_no_column():
    (line,) = read_sheet(b"table,board,player,score\n1,2,Adam,-8,N\n", "r.csv").lines
    assert (line.seat, line.event, line.score) == ("", "", None)
    assert line.problem == "it has 5 cells, but 4 columns are named: is a comma not quoted?"
