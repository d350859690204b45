"""`tarok solve` and `tarok analyse` with odd values of their options, and records that have nothing to be solved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tarok_pbn.analysis.native import kernel
from tests.hands import FILE, REVOKE
from tests.running import Outcome, tarok

SAMPLES = Path(__file__).parent.parent / "samples"
H1 = str(SAMPLES / "taroky" / "rules-h1.tpbn")
F1 = str(SAMPLES / "dansk" / "rules-f1.tpbn")
LONG = "1" * 5000
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
#: all hands pass, which in this house means that cards are dealt again
REDEAL = """% TPBN 1.0

[Event "?"]
[South "A"]
[East "B"]
[West "C"]
[Game "tapptarock"]
[Rules "tapp-1"]
[Options "all_pass=redeal"]
[Dealer "W"]
[Deal "S:19,17,13,10,8,7,3.T7.K12.N4.NJ E:21,20,18,15,4,1.NJ.NJ3.Q23.KQ W:F,16,14,11,9,5.KQ9.Q4.K.T987"]
[Talon "T6 DJ T2 T12 S8 D1"]
[Contract "redeal"]
[Score "S 0; E 0; W 0"]
[Auction]
S pass  E pass  W pass
"""
#: the position before trick 9 of the rules page's first hand; by the brute force of other tests
BEST = "  * T18  28 1/3\n  * SN   28 1/3\n    SJ   29 1/3\n    S9   30 1/3\n"


@pytest.mark.parametrize("limits", [
    ["--time", "inf"], ["--time", "1e300"], ["--time", "0"], ["--nodes", "9" * 30], ["--nodes", str((1 << 63) - 1)],
    ["--memory", "9" * 30], ["--memory", "1"], ["--memory", "1", "--jobs", "9"], ["--jobs", "0"],
])  # fmt: skip
def test_limits_as_large_or_small_as_can_be(limits):
    told = tarok("solve", H1, "--at", "9", *limits)
    assert (told.code, told.err) == (0, "")
    assert told.out.endswith(BEST)


@needs_kernel
def test_so_for_an_analysis():
    asked = ("analyse", H1, "--objective", "last", "--exchange")
    told = tarok(*asked, "--time", "inf", "--exchange-time", "1e300", "--nodes", "9" * 30, "--memory", "9" * 30)
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[1] == "The last trick for South + West, all hands open: yes with best play, yes as played."


@pytest.mark.parametrize(("option", "value"), [
    ("--time", "nan"), ("--time", "-1"), ("--time", "soon"), ("--nodes", "-1"), ("--memory", "0"), ("--jobs", "-1"),
    ("--at", "0"), ("--at", "9.0"), ("--at", "9,2"), ("--at", LONG), ("--at", f"9.{LONG}"), ("--at", ""),
])  # fmt: skip
def test_no_limits_and_no_places(option, value):
    told = tarok("solve", H1, option, value)
    assert (told.code, told.out) == (2, "")
    assert option in told.err


@pytest.mark.parametrize("objective", [f"T1@{LONG}", "T1@0", "T1@13", "T1@", "@12", "T1@1२", "T22@3"])
def test_no_objectives(objective):
    told = tarok("solve", H1, "--at", "12", "--objective", objective)
    assert (told.code, told.out) == (2, "")
    assert f"{H1}:1: not solved: there is no objective " in told.err


@pytest.mark.parametrize("address", [f"{H1}:{LONG}", f"{H1}#{LONG}"])
@pytest.mark.parametrize("command", ["solve", "analyse", "show", "score"])
def test_no_number_of_a_record(command, address):
    told = tarok(command, address)
    assert (told.code, told.out) == (2, "")
    assert f"cannot read {H1}" in told.err


@pytest.mark.parametrize(("objective", "value"), [
    ("king:S", "won by SK for South: no"), ("KING:h", "won by HK for South: no"), (" king:H ", "won by HK for West: yes"),
])  # fmt: skip
def test_objectives_are_known_in_any_case(objective, value):
    """The last trick of this hand is W HK SK DK."""
    told = tarok("solve", F1, "--at", "25", "--objective", objective, "--for", value.partition(" for ")[2][0])
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[1] == f"The last trick {value}"


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_hand_that_is_dealt_again_has_no_play(command):
    told = tarok(command, "-", stdin=REDEAL.encode())
    assert tarok("check", "-", stdin=REDEAL.encode()).code == 0
    assert told == Outcome(1, "", "<stdin>:1: not solved: in the contract redeal no card is played\n", b"")


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_hand_that_is_given_up_has_no_play(command):
    """The second hand of this file: the declarer drew the called card and gave up (taroky 4)."""
    address = f"{SAMPLES / 'taroky' / 'texas.tpbn'}:2"
    told = tarok(command, address)
    assert told == Outcome(1, "", f"{address}: not solved: in the contract given_up no card is played\n", b"")


def test_standard_input_may_be_closed():
    command = "import sys; sys.stdin = None; from tarok_pbn.__main__ import load; sys.exit(load().main(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", command, "solve", H1, "-", "--at", "9"], capture_output=True, text=True)
    assert done.stdout.endswith(BEST)
    assert (done.returncode, done.stderr) == (2, "Error: cannot read standard input: Bad file descriptor\n")


def test_a_record_that_ends_in_the_middle():
    for end in range(FILE.index("[Play]"), len(FILE), 37):
        told = tarok("solve", "-", "--at", "12", stdin=FILE[:end].encode())
        assert told.code in (0, 1)
        assert told.out or told.err.startswith("<stdin>:1: not solved: ")


@needs_kernel
@pytest.mark.parametrize(("line", "with_gap", "place"), [
    ("S ST SQ SK S7", "S ST SQ SK ??", "trick 1, card 3"), ("W CJ CN C7 T11", "W CJ ?? C7 T11", "trick 6, card 1"),
    ("N D3 T19 T9 T5", "N D3 *", "trick 7, card 1"), ("N D3 T19 T9 T5", "N D3 T19 claim *", "trick 7, card 2"),
])  # fmt: skip
def test_an_analysis_says_how_far_the_record_goes(line, with_gap, place):
    text = FILE.replace(line, with_gap, 1)
    if with_gap.endswith("*"):
        text = text[: text.index(" *") + 2] + "\n"
    told = tarok("analyse", "-", "--objective", "tricks", stdin=text.encode())
    assert (told.code, told.err) == (0, "")
    assert f"\nThe record shows the cards up to {place}; later ones are not analysed.\n" in told.out
    assert " as played" not in told.out


@needs_kernel
def test_the_cards_of_a_trick_that_breaks_off_are_marked():
    text = FILE[: FILE.index(" T20 CQ {the XX goes early}")] + " T20 *\n"
    told = tarok("analyse", "-", "--objective", "points", "--format", "tpbn", stdin=text.encode())
    assert (told.code, told.err) == (0, "")
    play = " ".join(told.out[told.out.index("[Play]") :].split())
    assert "CT T20 $8 {[computed] costs 2 1/3 points; better T2, T10, T11} *" in play
    assert tarok("solve", "-", "--at", "3.4", "--objective", "points", stdin=text.encode()).out.startswith(
        "<stdin>:1, trick 3, card 4, West to play\n"
    )


@pytest.mark.parametrize(("file", "why"), [
    ("taroky/wrong/dealt-twice", "the cards of South are not known when play begins (tarok check: D002 in line 18, card dealt twice)"),
    ("dansk/wrong/king-laid-away", "the cards of West are not known when play begins (tarok check: X004 in line 24, card may not be laid away)"),
    ("dansk/wrong/wrong-score", "a hand has 25 tricks of 3 cards"),
])  # fmt: skip
def test_a_record_with_errors_tells_the_one_that_may_be_why(file, why):
    told = tarok("solve", str(SAMPLES / f"{file}.tpbn"), "--at", "6.4")
    assert told == Outcome(1, "", f"{SAMPLES / file}.tpbn:1: not solved: {why}\n", b"")


@needs_kernel
def test_what_the_solver_cannot_hold_is_not_laid_to_the_record():
    """The score of this hand is wrong, which has nothing to do with the number of its cards."""
    told = tarok("solve", str(SAMPLES / "dansk/wrong/wrong-score.tpbn"))
    assert told.err.endswith("more than the table can hold; ask from a later one\n")


#: one change of H1, what solve and estimate say of it, and the error of the record that both name
FAULTS = {
    "an unknown card": ("N H4 H1 HK HN", "N H4 H1 ?? HN",
        "trick 2, card 3: the card of South is not known", "a card of trick 2 is not known", ""),
    "a word that is no card": ("S ST SQ SK S7", "S ST SQ SK T99",
        "trick 1, card 4: the card of West is missing", "a card of trick 1 is not known",
        " (tarok check: F008 in line 30, word that cannot be read)"),
    "a card missing": ("N H4 H1 HK HN", "N H4 H1 HK",
        "trick 2, card 4: the card of East is missing", "a card of trick 2 is not known",
        " (tarok check: P008 in line 31, card missing in a trick)"),
    "a card played twice": ("W CJ CN C7 T11", "W CJ CN C7 SQ",
        "trick 6, card 4: North plays SQ (queen of spades), which East has already played to trick 1",
        "trick 6, card 4: North plays SQ, which has fallen in trick 1",
        " (tarok check: P010 in line 35, card played before)"),
    "a card laid away": ("N D3 T19 T9 T5", "N D3 T19 C9 T5",
        "trick 7, card 3: South plays C9 (9 of clubs), which South has laid away",
        "no deal was found that agrees with what West has seen and heard: the numbers of cards contradict each other",
        " (tarok check: P010 in line 36, card played before)"),
    "the wrong leader": ("W CJ CN C7 T11", "N CJ CN C7 T11",
        "trick 6, card 1: North plays CJ, but West is to play", "trick 6, card 1: North plays CJ, but West is to play",
        " (tarok check: P007 in line 35, wrong leader)"),
    "a card of another": ("S T4 T8 T10 T17", "S T4 H2 T10 T17",
        "trick 5, card 2: East plays H2 (2 of hearts), which is in North's hand",
        "trick 11, card 1: North plays H2, which has fallen in trick 5",
        " (tarok check: P017 in line 34, card of another player)"),
}  # fmt: skip


def test_a_suit_not_followed_is_told_as_that():
    """West does not know of East's king until it falls; then no deal agrees with both cards."""
    found = "(tarok check: P002 in line 33, suit not followed)"
    why = "trick 4, card 4 is illegal: East plays T5, but still holds DK: diamonds were led and must be followed"
    told = tarok("solve", "-", "--at", "12", stdin=REVOKE.encode())
    assert told == Outcome(1, "", f"<stdin>:1: not solved: {why} {found}\n", b"")
    told = tarok("estimate", "-", "--at", "12", stdin=REVOKE.encode())
    why = "no deal was found that agrees with what West has seen and heard: the numbers of cards contradict each other"
    assert told == Outcome(1, "", f"<stdin>:1: not estimated: {why} {found}\n", b"")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("command", ["solve", "estimate"])
def test_each_fault_of_the_play_is_told_as_what_it_is(fault, command):
    line, wrong, solve, estimate, found = FAULTS[fault]
    assert line in FILE
    told = tarok(command, "-", "--at", "12", stdin=FILE.replace(line, wrong).encode())
    verb, why = ("solved", solve) if command == "solve" else ("estimated", estimate)
    assert told == Outcome(1, "", f"<stdin>:1: not {verb}: {why}{found}\n", b"")
