"""docs/query.md, the grammar: what parses is printed so that it reads the same, and faults are shown where they are."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarok_pbn.archive.query_check import checked_query, checked_value
from tarok_pbn.archive.query_eval import pattern
from tarok_pbn.archive.query_functions import wildcards
from tarok_pbn.archive.query_names import Level
from tarok_pbn.archive.query_search import Search, plan
from tarok_pbn.archive.query_syntax import (
    And,
    Call,
    Compare,
    Date,
    Not,
    Number,
    Or,
    Outcome,
    QueryError,
    Text,
    Word,
    parse,
    show,
)
from tests.query_support import expression


@given(expression)
def test_what_is_printed_reads_the_same(text):
    tree = parse(text)
    assert parse(show(tree)) == tree
    checked_query(show(tree))


@given(st.text(alphabet='abT1 ()"=<>~?,.-/\\and notor', max_size=40) | st.text(max_size=30))
def test_any_text_is_an_expression_or_a_located_fault(text):
    try:
        checked_query(text)
    except QueryError as caught:
        wrong = caught
    else:
        return
    assert 0 <= wrong.at <= len(text)
    assert str(wrong).startswith("column ")


def test_precedence_is_not_and_or():
    assert parse("clean or not agrees and declarer won") == Or(
        (Word("clean"), And((Not(Word("agrees")), Outcome(Word("declarer"), "won"))))
    )
    assert parse("(clean or agrees) and clean") == And((Or((Word("clean"), Word("agrees"))), Word("clean")))


def test_literals():
    assert parse("points(S) >= 41 2/3") == Compare(">=", Call("points", (Word("S"),)), Number(Fraction(125, 3)))
    assert parse("score(S) = -10/3") == Compare("=", Call("score", (Word("S"),)), Number(Fraction(-10, 3)))
    assert parse("date < 2026.03.??") == Compare("<", Word("date"), Date("2026.03.??"))
    assert parse(r'event = "a \"b\" \\"') == Compare("=", Word("event"), Text('a "b" \\'))
    assert parse("TRICK(3).winner = S") == Compare("=", Call("trick.winner", (Number(3),)), Word("S"))


@pytest.mark.parametrize(("text", "column", "message", "help_"), [
    ("contrct = solo", 1, "there is no name contrct", "did you mean contract?"),
    ("game = taroky and holds(dclarer, T1)", 25, "dclarer is no player", "did you mean declarer?"),
    ("contract = solodreirer", 12, "solodreirer is not a word for contract", "did you mean solodreier?"),
    ("game = konigrufen", 8, "konigrufen is not a game", "did you mean koenigrufen?"),
    ("holds(S, T22x)", 10, "T22x is not a card", "T1 to T21"),
    ("holds(S)", 1, "holds is given 1 argument", "holds(declarer, T21, T1)"),
    ("hols(S, T1)", 1, "there is no function hols", "did you mean holds?"),
    ("trick(3) = S", 1, "what of the trick is meant?", "trick(3).winner"),
    ("trick(0).winner = S", 7, "0 is not the number of a trick", "1 for the first"),
    ("finding(S999)", 9, "S999 is not the code of a finding", "did you mean S009?"),
    ("declarer", 1, "declarer is a player, not a condition", "declarer won"),
    ("errors", 1, "errors is a number, not a condition", "compare it"),
    ("clean = yes", 1, "clean is a condition by itself", "not clean"),
    ("declarer < S", 10, "declarer is a player, and < cannot be asked of that", "one of = != ~"),
    ("date = tomorrow", 8, "there is no name tomorrow", ""),
    ("date = 2026.1", 8, "2026.1 is neither a number nor a date", "a month has two digits, and so has a day: 2026.01"),
    ("date = 2026.3.4", 8, "2026.3.4 is neither", "a month has two digits, and so has a day: 2026.03.04"),
    ("date = 2026.03.4 and clean", 8, "2026.03.4 is neither", "and so has a day: 2026.03.04"),
    ("date in (2026, 2026.1.14)", 16, "2026.1.14 is neither", "and so has a day: 2026.01.14"),
    ("date = 2026.?.?", 8, "2026.?.? is neither", "and so has a day: 2026.??.??"),
    ("date = 2026.", 8, "2026. is neither", "dates: 2026.03, 2026.03.14"),
    ("date = 2026.13.1", 8, "2026.13.1 is neither", "dates: 2026.03, 2026.03.14"),
    ("date = 2026.03.123", 8, "2026.03.123 is neither", "dates: 2026.03, 2026.03.14"),
    ("date >= 2026-3-14", 9, "2026-3-14 is neither", "points stand between year, month and day: 2026.03.14"),
    ("date = 2026/03/14", 8, "2026/03/14 is neither", "points stand between year, month and day: 2026.03.14"),
    ("date = 14.3.2026", 8, "14.3.2026 is neither", "a date begins with the year: 2026.03.14"),
    ('date = "2026.1"', 8, 'here stands a date, not "2026.1"', "2026.01, without quotation marks"),
    ('date = "2026.01"', 8, 'here stands a date, not "2026.01"', "\n  2026.01, without quotation marks"),
    ("points(S) > 41.5", 13, "41.5 is neither", "numbers: 7, 41 2/3"),
    ("date > 2026.13", 8, "2026.13 is no day or month", "2026.03"),
    ('date = "2026"', 8, 'here stands a date, not "2026"', "2026.03"),
    ('tricks = "x"', 10, "here stands a number", "41 2/3"),
    ("event < ?", 7, "? stands for what is not known", ""),
    ("5 = board", 1, "a condition cannot begin with 5", "the name comes first"),
    ("clean clean", 7, "expected and, or, or the end, but here is clean", ""),
    ("clean and", 10, "expected a condition, but here is the end", ""),
    ("(clean", 7, "expected a closing parenthesis", ""),
    ('event = "x', 9, "the quotation mark is never closed", ""),
    ("event = 3rd", 9, "3rd is neither a number nor a date", ""),
    ("board in 3", 10, "expected ( and a list of values", ""),
    ("points(S) = 3 4", 16, "expected a fraction such as 2/3", ""),
    ("points(S) = 3/0", 15, "expected a number from 1 on", ""),
    ("clean & agrees", 7, "'&' has no meaning here", ""),
    ("holds declarer", 7, "expected and, or, or the end", ""),
    ("holds", 1, "holds is a function", "write holds(declarer, T21, T1)"),
    ("event = tricks", 9, "tricks is a number; here stands a text", '"tricks"'),
    ("", 1, "expected an expression", "game = taroky"),
])  # fmt: skip
def test_a_fault_is_shown_where_it_is_with_what_would_be_right(text, column, message, help_):
    with pytest.raises(QueryError) as caught:
        checked_query(text)
    said = str(caught.value)
    assert said.startswith(f"column {column}: ")
    assert message in said
    assert help_ in said
    lines = said.split("\n")
    assert lines[2].index("^") == column + 1


def test_deep_nesting_is_refused():
    for text in ("(" * 5000 + "clean" + ")" * 5000, "not " * 5000 + "clean", "known(" * 5000):
        with pytest.raises(QueryError, match="nested more than 100 deep"):
            checked_query(text)


def test_a_word_may_be_a_name_a_seat_or_a_text():
    assert checked_query("declarer = s") == checked_query("DECLARER = South")
    assert checked_query("contract = Varsava") == checked_query("contract = varsava")
    assert checked_query("holds(S, t21)") == checked_query("holds(S, XXI)")


@pytest.mark.parametrize(("text", "guard", "needs"), [
    ("event = x and board > 3", True, Level.HEADER),
    ("game = taroky and date >= 2026.03 and rules = devatenactka-1", True, Level.HEADER),
    ("dealer = S or number = 3", True, Level.HEADER),
    ("not (site ~ prague)", True, Level.HEADER),
    ("game = taroky and deal_id = ?", True, Level.READ),
    ("tag.Deal = ?", False, Level.READ),
    ("game = taroky and declarer lost", True, Level.REPLAY),
    ("game = taroky or declarer lost", False, Level.REPLAY),
    ("declarer = S", False, Level.REPLAY),
    ('dealer = "Novák, Jan"', False, Level.REPLAY),
    ("dealer ~ nov", False, Level.REPLAY),
    ("clean", False, Level.REPLAY),
])  # fmt: skip
def test_what_has_to_be_looked_at(text, guard, needs):
    made = plan(checked_query(text))
    assert (made.guard is not None, made.level) == (guard, needs)
    assert (made.rest is None) == (needs is Level.HEADER)


def test_what_is_shown_is_looked_at_too():
    assert plan(checked_query("event = x"), (checked_value("contract"),)).level is Level.REPLAY
    with pytest.raises(QueryError, match="here stands a condition"):
        Search("clean", ("declarer won",))


@pytest.mark.parametrize(("asked", "value", "found"), [
    ("a*b", "AxxB", True), ("a*b", "ab", True), ("a*b", "abc", False), ("*b*", "abc", True), ("*", "", True), ("**", "x\ny", True), ("a?c", "abc", True),
    ("a?c", "ac", False), ("?", "", False), ("a**c", "abc", True), ("*ab*ab*", "abab", True), ("*ab*ab*", "aba", False), ("a*a", "a", False), ("*a?a", "aaba", True),
    ("*aab", "aaab", True), ("[a]*", "[A]b", True), ("*.c", "abc", False), ("*b*a", "baab", False), ("*ab*b", "abab", True),
])  # fmt: skip
def test_stars_and_question_marks(asked, value, found):
    assert (pattern(asked).search(value) is not None) is found


def test_stars_take_no_longer_than_the_text_is_long():
    begun = time.process_time()
    assert pattern("*x" * 12 + "*y").search("x" * 100_000) is None
    assert pattern("*" * 50 + "xy" + "*" * 50).search("x" * 100_000) is None
    assert wildcards("*x" * 12 + "*y").search("x" * 100_000) is None
    assert time.process_time() - begun < 5
