"""docs/dealing.md, simulation: which contracts, declarers and calls there are, what is left out, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

from tarok_pbn.analysis.alongside import alongside
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.simulate import Contract, Simulation, Solved
from tarok_pbn.games import games, get
from tarok_pbn.report.dealt import simulation_lines
from tests.examples import ROOT
from tests.running import tarok

needs_kernel = pytest.mark.skipif(kernel() is None, reason="whole hands are solved by the native kernel only")
KOENIGRUFEN = ("deal", "--game", "koenigrufen", "--seed", "1", "-n", "2", "--nodes", "1000")


def refused(*arguments: str) -> str:
    """The reason why a command line is refused."""
    done = tarok(*arguments)
    assert (done.code, done.out) == (2, "")
    return done.err.rpartition("Error: ")[2].rstrip("\n")


# --- contracts --------------------------------------------------------------------------------------


def test_a_contract_that_the_rule_set_lacks():
    # koenigrufen-rulesets: tarockapp has Zwiccolo and Piccolo, but no Triccolo
    why = refused(*KOENIGRUFEN, "--rules", "tarockapp", "--simulate", "triccolo")
    assert why.startswith("triccolo is no contract of Königrufen in the rule set tarockapp; ")
    assert why.endswith(
        "it has rufer, trischaken, sechserdreier, zwiccolo, piccolo, solorufer, besserrufer, bettler, farbendreier, dreier, "
        "piccolo_ouvert, bettler_ouvert, farbensolo, solodreier"
    )
    assert "solo is no contract of Czech taroky in the rule set texas; it has povinnost, trojka:1" in refused(
        "deal", "--rules", "texas", "--simulate", "solo"
    )


def test_a_contract_with_an_exchange():
    # taroky §3: only Sólo and Varšava leave the talon
    why = refused("deal", "--simulate", "povinnost")
    assert why == (
        "povinnost is played after an exchange with the talon, which is not decided here; with the cards as dealt are "
        "played solo and varsava"
    )
    assert refused("deal", "--game", "dansk", "--simulate", "solo").startswith("Danish Tarok has no contracts")


@pytest.mark.parametrize("family", games())
def test_every_contract_of_every_rule_set_is_simulated_or_refused_with_a_reason(family):
    game = get(family)
    for name, ruleset in game.rulesets().items():
        for word, offer in game.offers(ruleset.options).items():
            if offer.as_dealt:
                called = ("--called", "HK", "--hand", "N=HK") if offer.calls else ()
                done = tarok("deal", "--game", family, "--rules", name, "--simulate", word, *called, "-n", "1",
                             "--nodes", "1", "--seed", "3")  # fmt: skip
                assert done.code in (0, 1), (name, word, done.err)
                assert done.out.startswith(word)
            else:
                assert "is played after an exchange" in refused(
                    "deal", "--game", family, "--rules", name, "--simulate", word
                )


# --- declarer and call ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--simulate", "bettler", "--declarer", "A"],
         "A is not at this table: S E N W; bettler can be declared by S, E, N or W"),
        (["--simulate", "bettler", "--seats", "ABCDE", "--dealer", "B", "--declarer", "B"],
         "B sits out: B deals; bettler can be declared by C, D, E or A"),
        (["--simulate", "trischaken", "--declarer", "S"], "nobody declares trischaken"),
        (["--simulate", "bettler", "--called", "HK"], "no card is called in bettler; one is called in solorufer"),
        (["--simulate", "solorufer"],
         "in solorufer a card is called; say which with --called: SK, HK, DK, CK, SQ, HQ, DQ or CQ"),
        (["--simulate", "solorufer", "--rules", "ooe-2023-04"], "say which with --called: SK, HK, DK or CK"),
        (["--simulate", "solorufer", "--called", "F"], "F cannot be called in solorufer; what can be called is SK, HK"),
        (["--simulate", "solorufer", "--called", "xx"], "'xx' is not a card; what can be called is SK, HK"),
        (["--simulate", "solorufer", "--called", "HK", "--hand", "S=HK,SK"],
         "South may not call HK in any of 10,000 deals in a row; in the last South holds HK and may call "),
    ],
)  # fmt: skip
def test_declarers_and_calls_that_cannot_be(arguments, message):
    assert message in refused(*KOENIGRUFEN, *arguments)


@needs_kernel
def test_only_deals_in_which_the_card_may_be_called_are_asked_about():
    done = tarok(*KOENIGRUFEN, "--simulate", "solorufer", "--called", "hk", "-n", "30")
    assert "only deals in which South may call HK\n" in done.out
    # with the own king called South would play alone in one deal of 54 / 12
    assert "card points of the side" in done.out
    other = tarok(*KOENIGRUFEN, "--simulate", "solorufer", "--called", "HK", "--hand", "N=HK")
    assert "only deals" not in other.out


@needs_kernel
def test_the_own_king_where_the_rule_set_allows_it():
    # rüdiger: koenigrufen §4.4, self_call
    done = tarok(*KOENIGRUFEN, "--rules", "ruediger", "--simulate", "solorufer", "--called", "HK", "--hand", "S=HK")
    assert done.code in (0, 1)
    assert done.out.startswith("solorufer by South, all hands open: card points of South\n")


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("HK", {"SK", "DK", "CK"}), ("HK SK", {"DK", "CK"}), ("HK SK DK", {"CK"}), ("", {"SK", "HK", "DK", "CK"})],
)
def test_the_kings_that_a_hand_may_call(hand, legal):
    from tarok_pbn.cards import CARD

    game = get("koenigrufen")
    rules = game.rulesets()[game.default].options
    assert set(game.callable_cards(sum(1 << CARD[code] for code in hand.split()), rules)) == legal


# --- what is left out -------------------------------------------------------------------------------


def test_a_mean_tells_of_which_deals_it_is():
    result = Simulation("points", kind="points")
    for count in (10, 12, 14):
        result.add(Solved(None, count, count))
    result.add(Solved(None, 3, 9))
    # all four lie between (36 + 3) / 4 = 9.75 and (36 + 9) / 4 = 11.25 thirds, and that is 3.25 and 3.75 points
    assert result.mean_bounds == (Fraction(39, 4), Fraction(45, 4))
    mean, left = simulation_lines(result, Contract("varsava"))[1:]
    assert mean == "mean of those that were solved, 3 of 4 deals: 4.0 (95 % confidence: 2.3 to 5.7)"
    assert left == (
        "1 deal not solved within the limits, of which mean and interval say nothing; the mean of all lies between 3.2 "
        "and 3.8"
    )


def test_where_nothing_is_solved_only_bounds_are_told():
    result = Simulation("points", kind="points")
    result.add(Solved(None, 3, 9))
    assert simulation_lines(result, Contract("varsava"))[1:] == [
        "1 deal not solved within the limits; the mean of all lies between 1.0 and 3.0"
    ]


def test_one_deal_has_no_interval():
    result = Simulation("points", kind="points")
    result.add(Solved(None, 30, 30))
    assert simulation_lines(result, Contract("varsava"))[1:] == ["mean of 1 deal: 10.0"]


# --- Ctrl-C -----------------------------------------------------------------------------------------


def test_work_that_has_not_begun_when_it_is_stopped_is_stopped_too():
    ends: dict[int, threading.Event] = {number: threading.Event() for number in range(3)}
    stops: dict[int, int] = dict.fromkeys(ends, 0)

    def work(number: int) -> int:
        if number:
            time.sleep(0.1)  # a stop in this time is not heard, for it is forgotten
            ends[number].clear()
            assert ends[number].wait(20)
        return number

    def stop(number: int) -> None:
        stops[number] += 1
        ends[number].set()

    answers = alongside(iter(ends), 3, work, stop)
    assert next(answers) == (0, 0)
    begun = time.monotonic()
    answers.close()
    assert time.monotonic() - begun < 5
    assert stops[0] == 0
    assert min(stops[1], stops[2]) > 1


@needs_kernel
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_simulation_ends_at_once_and_tells_what_was_done(jobs, tmp_path):
    target = tmp_path / "told.txt"
    # Trischaken with whole hands takes minutes for a deal
    done = interrupted("deal", "--game", "koenigrufen", "--simulate", "trischaken", "--time", "0", "--seed", "1", "-j", jobs,
                       "-o", str(target))  # fmt: skip
    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr.strip().endswith("of 100 deals solved, seed 1.")
    assert "Traceback" not in done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_deals_leave_no_file(tmp_path):
    target = tmp_path / "deals.tpbn"
    done = interrupted("deal", "-n", "10000000", "--seed", "1", "-o", str(target))
    assert done.returncode == 130
    assert done.stderr.startswith("Interrupted: ")
    assert done.stderr.strip().endswith(f"of 10,000,000 deals, seed 1; {target} is as it was.")
    assert os.listdir(tmp_path) == []


def interrupted(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``tarok`` and press Ctrl-C when it works; it has to end within seconds."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "tarok_pbn", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)
