"""docs/query.md, "Players": who sits out is at the table for names and scores, and nobody for cards, tricks and sides."""

from __future__ import annotations

import pytest

from tarok_pbn.archive.query_check import checked_query
from tarok_pbn.archive.query_eval import compiled
from tarok_pbn.archive.query_facts import StoredFacts, SummaryFacts, stored_columns
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check
from tarok_pbn.notation import read_text
from tests.query_support import SAMPLES

#: Rufer of samples/koenigrufen/contracts.tpbn, called DK: S and E won 5 each; the talon T13 CN SQ DN T9 ST
_FIRST = (SAMPLES / "koenigrufen/contracts.tpbn").read_text("utf-8").split("\n\n; ")[1]
FIVE = "; " + _FIRST.replace('[Dealer "W"]', '[Seats "S E N W A"]\n[Dealer "A"]').replace(
    '[Game "', '[A "Zauner, Eva"]\n[Game "', 1
)
#: a Danish table of four: North, Krogh, sits out opposite the dealer and pays 40 into the pots; S 170, E -105, W -110
FOUR = (SAMPLES / "dansk/first-hand-of-four.tpbn").read_text("utf-8")


def truth(question: str, text: str) -> bool | None:
    """What an expression is of a record, true, false or not known: of the record, and of what an index keeps of it."""
    (parsed,) = read_text(text)
    facts = SummaryFacts(Summary(check(parsed)))
    test = compiled(checked_query(question))
    result = test(facts)
    assert test(StoredFacts("", 1, stored_columns(facts).get)) is result
    return result


@pytest.mark.parametrize(("question", "five", "four"), [
    # names: everybody at the table
    ('any ~ "zauner"', True, False), ('any = "Zauner, Eva"', True, False), ('any ~ "krogh"', False, True),
    ('player("Zauner*") = A', True, False), ('any = player("Krogh*")', False, True), ("any = dealer", True, True),
    ('dealer = "Zauner, Eva"', True, False), ('any ~ "nobody"', False, False), ("any = N", True, True),
    # scores: everybody's, nothing where the settlement has none
    ("score(A) = 0", True, None), ("score(any) = 0", True, False), ("score(any) = -40", False, True),
    ("score(any) > 20", False, True), ("score(any) > 200", False, False), ('score("Zauner, Eva") < 1', True, False),
    # cards: those of the players who play
    ("holds(any, T21)", True, True), ("holds(any, T13)", False, True), ("holds(A, T13)", False, None),
    ("holds(N, T1)", False, False), ("laid(any, T1)", False, False), ("laid(any, ST)", True, False),
    ("holds_at_play(any, T13)", False, True), ("void(A, H)", False, None),
    ("taroks(A) = 0", False, None), ("kings(any) = 0", True, True), ("cards(any, T) = 0", False, False),
    # tricks, card points, sides
    ("played(A, T21)", False, False), ("won(any, T21)", True, True), ("lost(any, T21)", False, False),
    ("took(any, T21)", True, True), ("tricks(any) = 0", True, False), ("tricks(A) = 0", False, None),
    ("points(A) > 0", False, None), ("points(any) > 200", False, False), ("side(A) = defence", False, None),
    ("side(any) = defence", True, None), ("defender = W", True, None), ("A won", False, None), ("A lost", False, None), ("any won", True, None),
    ("announced(A, koenige)", False, False), ("announced(any, koenige)", True, False),
])  # fmt: skip
def test_five_at_the_table_and_four_of_whom_three_play(question, five, four):
    for text, expected in ((FIVE, five), (FOUR, four)):
        assert truth(question, text) is expected
        assert truth(f"not {question}", text) is (None if expected is None else not expected)


def test_a_dealer_who_sits_out_is_nobody_and_not_unknown():
    assert truth("known(taroks(dealer)) and known(score(dealer)) and known(dealer)", FIVE) is True
    assert truth("not holds(dealer, T21) and not dealer won and not dealer lost", FIVE) is True


def test_where_nothing_tells_who_sits_out_nothing_is_known():
    lines = FIVE.replace('[Dealer "A"]\n', "").split("\n")
    text = "\n".join(line for line in lines if not line.startswith(("[Deal ", "[Talon ")))
    text = text[: text.index("[Auction]")]
    for question in ("holds(any, T13)", "holds(A, T13)", "score(A) = 0", "A won"):
        assert truth(question, text) is None, question
    assert truth('any ~ "zauner"', text) is True


@pytest.mark.parametrize(("question", "expected"), [
    ('any ~ "zauner"', True), ('any = "Zauner, Eva"', True), ('any ~ "nobody"', None), ("score(any) = 3", True),
    ("holds(any, T1)", None), ("any won", None),
])  # fmt: skip
def test_players_of_a_game_that_is_not_known(question, expected):
    text = '[Event "x"]\n[East "Zauner, Eva"]\n[Game "whist"]\n[Score "E 3; S -3"]\n'
    assert truth(question, text) is expected
    assert truth(question, '[Event "x"]\n[Game "whist"]\n') is None


def test_where_everybody_plays_alone_nobody_is_a_defender():
    varsava = next(
        text
        for text in (SAMPLES / "taroky/evening.tpbn").read_text("utf-8").split("\n\n")
        if 'Contract "varsava"' in text
    )
    for question in ("side(any) = declarer", "side(any) = defence", "defender = any", "any won", "S lost"):
        assert truth(question, varsava) is None, question


def scored(game: str, score: str, *more: str) -> str:
    """A result of a table at which one of the seats sits out: A of five as dealer, N of four opposite the dealer."""
    seats = '[Seats "S E N W A"]\n[Dealer "A"]' if game == "koenigrufen" else '[Dealer "S"]\n[SittingOut "N"]'
    return "\n".join(('[Event "x"]', f'[Game "{game}"]', seats, f'[Score "{score}"]', *more)) + "\n"


@pytest.mark.parametrize(("text", "seat", "expected"), [
    # koenigrufen section 3: at a table of five the dealer sits out; nobody pays that seat or is paid by it
    (scored("koenigrufen", "S 3; E -1; N -1; W -1"), "A", True), (scored("koenigrufen", "S 3; E -1; N -1; W -1; A 5"), "A", False),
    (scored("koenigrufen", "?"), "A", None),
    # dansk section 7: the balance of who sits out changes only by foundations, when a pot is empty
    (scored("dansk", "S 40; E -20; W -20"), "N", None), (scored("dansk", "S 40; E -20; W -20; N 0"), "N", True),
    (scored("dansk", "S 40; E -20; W -20", '[Pots "pagat 85; king 85"]'), "N", True),
    (scored("dansk", "S 40; E -20; W -20", '[Pots "pagat 0; king 85"]'), "N", None),
    (scored("dansk", "S 40; E -20; W -20", '[Pots "pagat 85; king 85"]', '[Options "foundation_time=immediate"]'), "N", None),
    (scored("dansk", "S 40; E -20; W -20", '[Options "pots=0"]'), "N", True),
])  # fmt: skip
def test_a_score_that_leaves_out_who_sits_out(text, seat, expected):
    assert truth(f"score({seat}) = 0", text) is expected
    assert truth("score(S) = 0", text) is (None if "?" in text else False)


def test_a_seat_that_plays_and_is_left_out_is_not_known():
    text = scored("koenigrufen", "S 3; E -1; N -1")
    assert truth("score(W) = 0", text) is None
    assert truth("score(A) = 0", text) is True
