"""`tarok solve` and `tarok analyse` with odd values of their options, and records that have nothing to be solved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tarok_pbn.analysis.native import kernel
from tests.hands import FILE
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
    ("taroky/wrong/wrong-leader", "trick 2, card 1: South plays HK, but North is to play (tarok check: P007 in line 33)"),
    ("taroky/wrong/dealt-twice", "the cards of South are not known when play begins (tarok check: D002 in line 18)"),
    ("taroky/wrong/card-of-another", "trick 5, card 3: North plays T12 without holding it (tarok check: P017 in line 36)"),
    ("dansk/wrong/king-laid-away", "the cards of West are not known when play begins (tarok check: X004 in line 24)"),
])  # fmt: skip
def test_a_record_with_errors_tells_the_first_of_them(file, why):
    told = tarok("solve", str(SAMPLES / f"{file}.tpbn"), "--at", "6")
    assert told == Outcome(1, "", f"{SAMPLES / file}.tpbn:1: not solved: {why}\n", b"")
