"""Danish records with one mistake each, and what an arbiter would say of it: one finding, at its place, with its reason."""

from __future__ import annotations

import re

import pytest

from tarok_pbn.check import check
from tarok_pbn.games.kit.rules import with_options
from tarok_pbn.notation import read_bytes
from tarok_pbn.session import SessionChecker
from tests.dansk_support import SAMPLES, options
from tests.support import checked


def sample(name: str, *changes: tuple[str, str]) -> str:
    """The text of a sample with parts of it replaced, each once."""
    text = (SAMPLES / f"{name}.tpbn").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def told(text: str) -> list[tuple[str, str]]:
    """Code and token of each finding that is more than a note."""
    lines = text.split("\n")
    found = []
    for f in checked(text).findings:
        if f.severity != "info":
            assert f.span is not None
            end = f.span.end_column - 1 if f.span.end_line == f.span.line else None
            found.append((f.code, lines[f.span.line - 1][f.span.column - 1 : end]))
    return found


# --- options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["; ", " ", ";", "\t"])
def test_options_stand_with_semicolons_or_spaces_between(between):
    changed, problems = with_options(
        options(), between.join(["pots=1", "premiums=30, 20, 10, 80, 20", "card_points=no"])
    )
    assert problems == []
    assert (changed.pots, changed.premiums, changed.card_points) == (1, (30, 20, 10, 80, 20), False)


@pytest.mark.parametrize("value", ["-20", "--5", "\N{SUPERSCRIPT TWO}0", "1e3"])
def test_an_amount_is_a_whole_number_that_is_not_negative(value):
    _, problems = with_options(options(), f"foundation={value}")
    assert [code for code, *_ in problems] == ["R006"]
    assert "whole number, 0 or more" in problems[0][1]


# --- the demand for the fool (§2.5) --------------------------------------------------------------------

#: trick 23 of a sample in which West leads, South holds the fool and East demands it
ROUND = "W T17 C3\nE demand\nS F ST\n"
SECOND = "fool-demanded-second-hand"


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("E demand\nW T17 F ST\n", []),
        ("W T17\nE demand\nS F ST\n", []),
        # a demand that is not allowed but was obeyed
        ("W T17 C3\nW demand\nS F ST\n", [("P022", "demand")]),
        ("W T17 C3\nS demand\nS F ST\n", [("P022", "demand")]),
        ("W T17 C3\nE demand:S\nS F ST\n", [("P022", "demand:S")]),
        ("W T17 C3\nE demand\nE demand\nS F ST\n", [("P022", "demand")]),
        # one that did not lead anywhere
        ("W T17 F ST\nE demand\n", [("P022", "demand")]),
        # nobody has demanded it, and play is wound back all the same
        ("W T17 C3\nS F ST\n", [("P022", "F")]),
        # wound back too far
        ("W T17 C3\nE demand\nW T17 F ST\n", [("P018", "T17")]),
        # wound back, and then another card
        ("W T17 C3\nE demand\nS C3 ST\n", [("P018", "C3")]),
    ],
)
@pytest.mark.parametrize("hands", [True, False])
def test_section_2_5_a_demand_and_what_came_of_it(play, found, hands):
    text = sample(SECOND, (ROUND, play))
    if not hands:  # as legal, and mostly as wrong, where the record does not know the hands
        text = text.replace('[Deal "', '[_Deal "')
        if "P018" in {code for code, _ in found} or "S demand" in play:
            return
    assert told(text) == found


def test_section_2_5_a_demand_that_play_ignores():
    text = sample(
        SECOND,
        ("W T17 C3\nE demand\nS F ST\nW T16 C3 SQ\nW CK HJ HQ", "W T17 C3\nE demand\nE ST\nW T16 HJ SQ\nW CK F HQ"),
    )
    first = next(f for f in checked(text).findings if f.code[0] == "P")
    assert (first.code, first.rule) == ("P018", "dansk §2.5")
    assert first.message == (
        "East has demanded the fool, and South, who has played C3 (3 of clubs), must take that back and play the fool; "
        "but East plays on."
    )
    # it is followed as it was played: South loses the fool, worth 4, in trick 25
    assert told(text) == [("S003", '[Points "S 29; E 14; W 35"]'), ("P018", "ST")]


@pytest.mark.parametrize(
    ("said", "found", "reason"),
    [
        ("S F name:H name:D H2 DJ", "name:D", "has been named already"),
        ("S F name:H\nE name:H H2 DJ", "name:H", "has been named already"),
        ("S F name:T H2 DJ", "name:T", "nobody could win the trick"),
    ],
)
def test_section_2_4_naming_twice_or_in_vain(said, found, reason):
    text = sample("fool-demanded", ("S F name:H H2 DJ", said))
    assert told(text) == [("P019", found)]
    assert reason in next(f.message for f in checked(text).findings if f.code == "P019")


# --- records that do not know the hands ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [("W HT SN CQ", "W HT SN C2", "C2"), ("W HT SN CQ", "W HT S9 CQ", "S9"), ("E DQ T6 T17", "E DQ DQ T17", "DQ")],
)
def test_a_card_comes_once_even_where_the_hands_are_not_known(old, new, found):
    text = sample("rules-f1", (old, new), ('[Deal "', '[_Deal "'))
    assert told(text) == [("P010", found)]


# --- who deals, who sits out (§3.1) --------------------------------------------------------------------

THREE, FOUR = "double-bagud", "first-hand-of-four"  # W deals S E W; S deals S E W, and N sits out


@pytest.mark.parametrize("seats", ['[Seats "S E N W"]\n', ""])
@pytest.mark.parametrize("dealer", ["E", "N", "W"])
def test_section_3_1_the_hand_of_28_is_the_dealers(dealer, seats):
    text = sample(FOUR, ('[Seats "S E N W"]\n', seats), ('[Dealer "S"]', f'[Dealer "{dealer}"]'))
    assert told(text) == [("R015", dealer)]


@pytest.mark.parametrize(("dealer", "code"), [("S", "R015"), ("E", "R015"), ("N", "R014"), ("X", "D007")])
def test_section_3_1_a_wrong_dealer_at_a_table_of_three(dealer, code):
    assert told(sample(THREE, ('[Dealer "W"]', f'[Dealer "{dealer}"]'))) == [(code, dealer)]


def test_section_3_1_without_a_dealer_the_hands_tell():
    assert told(sample(THREE, ('[Dealer "W"]\n', ""))) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        (THREE, '[Dealer "W"]', '[Dealer "W"]\n[SittingOut "N"]', '[SittingOut "N"]'),
        (THREE, '[Dealer "W"]', '[Dealer "W"]\n[SittingOut "E"]', '[SittingOut "E"]'),
        (THREE, '[Dealer "W"]', '[Seats "S E N W"]\n[Dealer "W"]', "S E N W"),
        (FOUR, '[SittingOut "N"]', '[SittingOut "E"]', '[SittingOut "E"]'),
        (
            FOUR,
            '[Seats "S E N W"]\n[Dealer "S"]\n[SittingOut "N"]',
            '[Dealer "S"]\n[SittingOut "W"]',
            '[SittingOut "W"]',
        ),
    ],
)
def test_section_3_1_a_wrong_seat_that_sits_out(name, old, new, found):
    assert told(sample(name, (old, new))) == [("R015", found)]


# --- sessions (§7) -------------------------------------------------------------------------------------


def evening(*changes: tuple[int, str, str]) -> list[tuple[int, str]]:
    """(number of the record, code) of what is found in the evening when tags of some records are changed."""
    parts = sample("evening").split('[Event "')
    for number, tag, value in changes:
        parts[number], count = re.subn(rf'\[{tag} "[^"]*"\]', f'[{tag} "{value}"]', parts[number], count=1)
        assert count == 1
    sessions, found = SessionChecker(), []
    for parsed in read_bytes('[Event "'.join(parts).encode()):
        done = check(parsed)
        sessions.add(done)
        found += [(parsed.number, f.code) for f in done.findings if f.severity != "info"]
    return found


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([], []),
        ([(4, "Board", "3")], [(4, "T005"), (5, "T004")]),
        ([(4, "Board", "5")], [(4, "T004"), (5, "T005")]),  # what follows goes on from the later of the two
        ([(4, "South", "Somebody, Else")], [(4, "T007")]),  # who comes back is no second mistake
        ([(4, "Dealer", "E")], [(4, "R015")]),  # the hands show who dealt: no wrong turn here or in the next hand
        ([(4, "Seats", "S E W")], [(4, "R015")]),
        ([(4, "SittingOut", "N")], [(4, "R015")]),
        ([(4, "Pots", "pagat 65; king 60")], [(4, "T002")]),
        ([(4, "PotsAfter", "pagat 65; king 60")], [(4, "S010")]),
        ([(4, "Totals", "S 0; E 0; N 0; W 0")], [(4, "T003")]),
        ([(12, "Split", "S 50; E 45; N 45; W 45")], [(12, "T006")]),
    ],
)
def test_section_7_one_wrong_tag_of_an_evening_is_one_finding(changes, found):
    assert evening(*changes) == found


# --- results without play (§1.4, §6.4) ------------------------------------------------------------------


def result_only(*changes: tuple[str, str]) -> str:
    """F1 of the rules page without hands and play."""
    text = sample("rules-f1", *changes)
    return re.sub(r'\[(?:Deal|Talon) "[^"]*"\]\n', "", text.split("[Exchange]")[0])


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("W 47", "W 47", []),
        ("W 47", "W 46", ["S003"]),  # they add up to 77
        ("W 47", "N 47", ["R007"]),
        ("S 16; E 15; W 47", "S -16; E 15; W 79", ["R007"]),
        ("S 16; E 15; W 47", "16 15 47", ["R007"]),
        ("E -230", "E -225", ["S002"]),
        ("king 105", "king 100", ["S002"]),
        ("pagat 85; king 200", "pagat 85; king 205", ["S010"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "S bagud:SK; W ultimo:HK", []),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "E nolo; E bagud:T1", []),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "E last; S bagud:T1; W bagud:HK", []),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W ultimo:HK; S ultimo:SK", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W ultimo:HK; S bagud:T1", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W ultimo:HK; S bagud:HK", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W last; W bagud:HK", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "S bagud:SK; E bagud:DK", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W tout; S nolo", ["R015"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W ultimo:HQ", ["R007"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "W ultimo", ["R007"]),
        ("W ultimo:HK; S bagud:SK; E bagud:DK", "N last", ["R007"]),
    ],
)
def test_a_stated_result_must_at_least_be_possible(old, new, found):
    assert [code for code, _ in told(result_only((old, new)))] == found


def test_a_fine_cannot_take_more_from_a_pot_than_is_in_it():
    changes = ('[Dealer "W"]', '[Dealer "W"]\n[Fines "king E 1000"]'), ("king 300", "king -700")
    assert told(sample("double-bagud", *changes))[0] == ("R007", '[Fines "king E 1000"]')


# --- records that stop anywhere ------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["W tarokker:10", "W tarokker:10\n+", "W tarokker:10 fulde:H", "W fulde:H"])
def test_declarations_that_stop_are_not_finished(end):
    text = sample("rules-f1").split("W tarokker:10 fulde:H")[0] + end + "\n"
    assert told(text) == []


def test_declarations_that_go_on_were_complete():
    text = sample("rules-f1").split("W tarokker:10 fulde:H")[0]
    assert told(f"{text}W tarokker:10  S halve:S,Q  E pass\n") == [("M002", "tarokker:10")]
    assert told(f"{text}W tarokker:10 fulde:H\n[Play]\nS DT D8 DJ\n+\n") == [("M002", "[Announcements]")]


def test_section_4_2_a_half_cavallery_names_the_missing_card():
    (found,) = checked(sample("rules-f1", ("halve:S,Q", "halve:S"))).findings
    assert found.code == "M003"
    assert found.message.endswith("it is halve spar mangler dame: which card is missing must be said.")


def test_a_row_that_is_a_cell_short_is_one_finding():
    assert told(sample("double-bagud", ("fee 0 0 -10 5 5", "fee 0 0 -10 5"))) == [("F017", "fee")]


def test_a_wrong_deal_id_is_told_once():
    text = sample("rules-f1", ('[Talon ""]', '[Talon ""]\n[DealId "0000000000000000"]'))
    assert [code for code, _ in told(text)] == ["D006"]
