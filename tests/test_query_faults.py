"""docs/query.md and docs/dealing.md: suits by any name, numbers of any size, and where the fault of a long expression is."""

from __future__ import annotations

import pytest

from tarok_pbn.analysis.constraint_check import constraint
from tarok_pbn.analysis.dealing import layout
from tarok_pbn.archive.query_check import checked_query
from tarok_pbn.archive.query_syntax import QueryError
from tarok_pbn.games import get
from tests.running import tarok

SOLO = "samples/taroky/solo.tpbn"
GAME = get("taroky")
TABLE = layout(GAME, GAME.rulesets()[GAME.default])


def fault(expression: str, language: str) -> QueryError:
    """What is wrong with an expression."""
    with pytest.raises(QueryError) as caught:
        _ = checked_query(expression) if language == "query" else constraint(expression, TABLE)
    return caught.value


@pytest.mark.parametrize(
    ("words", "letter"),
    [
        (["T", "t", "taroks", "Taroks"], "T"), (["S", "s", "spades", "♠", "♤"], "S"), (["H", "hearts", "HEARTS", "♥", "♡"], "H"),
        (["D", "diamonds", "♦", "♢"], "D"), (["C", "clubs", "♣", "♧"], "C"),
    ],
)  # fmt: skip
def test_suits_mean_the_same_in_queries_and_deals(words, letter):
    for word in words:
        assert checked_query(f"void(E, {word})") == checked_query(f"void(E, {letter})")
        assert constraint(f"void(E, {word})", TABLE) == constraint(f"void(E, {letter})", TABLE)


@pytest.mark.parametrize("language", ["query", "deal"])
@pytest.mark.parametrize(
    ("word", "help_"),
    [("harts", "did you mean hearts?"), ("X", "S, H, D, C, or T for the taroks"), ("9", "S, H, D, C, or T")],
)
def test_what_is_no_suit_is_told_alike(language, word, help_):
    wrong = fault(f"void(S, {word})", language)
    assert (wrong.message, wrong.at) == (f"{word} is not a suit", 8)
    assert wrong.help.startswith(help_)


@pytest.mark.parametrize("language", ["query", "deal"])
@pytest.mark.parametrize("digits", [1001, 4301, 20_000])
@pytest.mark.parametrize(
    "before", ["kings(S) = ", "kings(S) = -", "kings(S) = 1/", "kings(S) = 1 ", "kings(S) in (1, "]
)
def test_numbers_without_end_are_refused_at_their_place(language, digits, before):
    wrong = fault(before + "9" * digits, language)
    assert wrong.message == f"a number of {digits:,} digits is too long"
    assert (wrong.at, wrong.end) == (len(before), len(before) + digits)
    assert len(str(wrong)) < 400


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1" + "0" * 999, "1" + "0" * 400 + " 2/3"])
def test_huge_numbers_have_true_answers(number):
    assert tarok("query", f"kings(S) < {number} and not taroks(S) = {number}", SOLO, "--count").out == "1\n"
    assert tarok("query", f"points(S) >= {number}", SOLO, "--count").out == "0\n"
    assert tarok("query", f"points(S) > -{number} and taroks(S) > -1/{number.split()[0]}", SOLO, "--count").out == "1\n"
    dealt = tarok("deal", "--where", f"taroks(S) > -{number}", "--seed", "1", "--format", "count", "-n", "20")
    assert dealt.out.startswith("20 of 20 deals fit")


@pytest.mark.parametrize(
    "expression",
    [
        "points(S) > 1e999",
        "trick(" + "9" * 1000 + ").winner = S",
        "level(" + "9" * 1000 + ") = 2",
        "date > " + "9" * 1000,
    ],
)
def test_huge_numbers_where_there_can_be_none(expression):
    done = tarok("query", expression, SOLO)
    assert done.code == 2
    assert "Error: column " in done.err
    assert max(map(len, done.err.splitlines())) < 160


@pytest.mark.parametrize("language", ["query", "deal"])
def test_of_a_long_expression_what_stands_about_the_fault_is_shown(language):
    many = " or ".join(f"kings(S) = {number}" for number in range(90))
    text = f"{many} or kinks(S) = 1 and {many}"
    head, line, caret, help_ = str(fault(text, language)).split("\n")
    assert head.startswith(f"column {len(many) + 5}: there is no function kinks")
    assert line.startswith("  ... ")
    assert line.endswith(" ...")
    assert len(line) < 130
    at = caret.index("^")
    assert line[at : at + caret.count("^")].startswith("kinks(S)"[: caret.count("^")])
    assert help_ == "  did you mean kings?"


@pytest.mark.parametrize(("before", "behind"), [("", " and kings(S) = 1" * 20), ("kings(S) = 1 and " * 20, "")])
def test_at_either_end_of_a_long_expression(before, behind):
    _, line, caret, _ = str(fault(f"{before}kinks(S) = 1{behind}", "query")).split("\n")
    at = caret.index("^")
    assert line[at : at + 5] == "kinks"
    assert line.startswith("  ... ") is bool(before)
    assert line.endswith(" ...") is bool(behind)
