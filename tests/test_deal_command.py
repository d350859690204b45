"""docs/dealing.md: the command ``tarok deal``, what it writes, and what it says of wrong wishes."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from tarok_pbn.analysis import simulate
from tarok_pbn.analysis.aims import aims_for
from tarok_pbn.analysis.engine import Bounds
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import position_at
from tarok_pbn.analysis.simulate import Simulation, Solved
from tarok_pbn.analysis.solver import solve
from tarok_pbn.check import check_bytes
from tarok_pbn.games import games
from tarok_pbn.notation.hands import parse_deal
from tests.running import tarok

needs_kernel = pytest.mark.skipif(kernel() is None, reason="whole hands are solved by the native kernel only")

PARTLY = """\
[Event "Spring cup"]
[Site "Brno"]
[Date "2026.03.14"]
[South "Novák, Jan"]
[Game "taroky"]
[Rules "texas"]
[Dealer "N"]
[Deal "S:13,12,9,7,6,3.T..Q4.KN9 E:F,21,?,?.?.Q?.N.Q??? N:- W:-"]
[Talon "?? ?? ?? HK ?? T11"]
[Contract "solo"]
[Declarer "S"]
"""


def tags(text, name):
    return re.findall(rf'^\[{name} "(.*)"\]$', text, re.MULTILINE)


# --- records ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", games())
@pytest.mark.parametrize("wish", [(), ("--where", "taroks(any) >= 8 and not void(any, spades)")])
def test_records_of_every_game_check_clean_and_are_canonical(family, wish):
    done = tarok("deal", "--game", family, "--seed", "5", "-n", "4", *wish)
    assert done.code == 0
    checked = list(check_bytes(done.raw))
    assert [record.findings for record in checked] == [[]] * 4
    assert [record.record.get("Game") for record in checked] == [family] * 4
    assert [record.record.get("Board") for record in checked] == ["1", "2", "3", "4"]
    assert all(record.record.has(name) for record in checked for name in ("Event", "Rules", "Dealer", "Deal", "Talon"))
    assert tarok("fmt", "--check", "-", stdin=done.raw).code == 0
    assert tarok("check", "--strict", "-", stdin=done.raw).code == 0


def test_the_first_record_of_a_seed():
    done = tarok("deal", "--seed", "7")
    assert tags(done.out, "Deal") == [
        "S:21,15,9,7,1.QT.K134..J E:19,11,8,6,2.J.J.N14.T9 N:20,18,13,12,10,3.N.Q.QJ3.Q W:F,16,5.987.2.K.KN87"
    ]
    assert tags(done.out, "Talon") == ["HN T4 SK T17 T14 D2"]
    assert (tags(done.out, "Dealer"), tags(done.out, "Rules")) == (["W"], ["devatenactka-1"])
    assert done.err == "1 deal, seed 7.\n"


def test_more_deals_of_a_seed_begin_with_the_same_ones():
    few, many = (tags(tarok("deal", "--seed", "3", "-n", n).out, "Deal") for n in ("2", "6"))
    assert many[:2] == few
    assert len(set(many)) == 6


def test_without_a_seed_one_is_chosen_and_told():
    done = tarok("deal")
    seed = re.fullmatch(r"1 deal, seed (\d+)\.\n", done.err)
    assert seed
    assert tags(tarok("deal", "--seed", seed[1]).out, "Deal") == tags(done.out, "Deal")
    assert tags(tarok("deal").out, "Deal") != tags(done.out, "Deal")


def test_danish_hands_with_one_who_sits_out():
    done = tarok("deal", "--game", "dansk", "--seats", "SENW", "--dealer", "N", "--seed", "1")
    (deal,) = tags(done.out, "Deal")
    hands = parse_deal(deal)
    assert {seat: (hand or 0).bit_count() for seat, hand in hands.items()} == {"E": 25, "N": 28, "W": 25}
    assert tags(done.out, "Talon") == [""]
    assert tags(done.out, "Seats") == ["S E N W"]
    assert [record.findings for record in check_bytes(done.raw)] == [[]]


def test_danish_hands_with_the_last_three_in_the_talon():
    done = tarok("deal", "--game", "dansk", "--talon", "F", "--seed", "1")
    assert [(hand or 0).bit_count() for hand in parse_deal(tags(done.out, "Deal")[0]).values()] == [25, 25, 25]
    (talon,) = tags(done.out, "Talon")
    assert "F" in talon.split()
    assert len(talon.split()) == 3
    assert [record.findings for record in check_bytes(done.raw)] == [[]]


def test_five_at_the_table():
    done = tarok("deal", "--game", "koenigrufen", "--seats", "A,B,C,D,E", "--dealer", "b", "--seed", "1")
    assert list(parse_deal(tags(done.out, "Deal")[0])) == ["A", "C", "D", "E"]
    assert [record.findings for record in check_bytes(done.raw)] == [[]]


def test_rule_sets_by_name():
    assert tags(tarok("deal", "--rules", "texas", "--seed", "1").out, "Rules") == ["texas"]


def test_fixed_cards_are_where_they_were_put():
    done = tarok(
        "deal", "--hand", "S=F,T21,HK", "--hand", "east=20,?.-.-..-", "--talon", "T1 SK", "-n", "20", "--seed", "2"
    )  # fmt: skip
    for deal, talon in zip(tags(done.out, "Deal"), tags(done.out, "Talon"), strict=True):
        south, east = (deal.split(" ")[seat][2:].split(".") for seat in (0, 1))
        assert south[0].startswith("F,21")
        assert "K" in south[2]
        assert east[0].startswith("20,")
        assert len(east[0].split(",")) == 2
        assert east[3] == ""
        assert {"T1", "SK"} < set(talon.split())


def test_what_is_dealt_is_found_by_a_query_of_the_same_words():
    for where in ("taroks(any) >= 8", "holds(S, F) and not void(any, H)", "kings(W) = 0 or cards(E, spades) > 3"):
        dealt = tarok("deal", "--game", "koenigrufen", "--where", where, "-n", "12", "--seed", "4")
        asked = where.replace("spades", "S")
        assert tarok("query", asked, "-", "--count", stdin=dealt.raw).out == "12\n"


def test_a_query_finds_as_many_of_plain_deals_as_the_odds_say():
    plain = tarok("deal", "--game", "koenigrufen", "-n", "400", "--seed", "4")
    # void(S, H) or void(N, H) is 2 * 0.1134 less the deals with both, C(30, 8) / C(54, 8) = 0.0056: 0.2213
    found = int(tarok("query", "void(S, H) or void(N, H)", "-", "--count", stdin=plain.raw).out)
    assert abs(found / 400 - 0.2213) < 4 * (0.2213 * 0.7787 / 400) ** 0.5


# --- other forms ------------------------------------------------------------------------------------


def test_text_tells_each_hand_with_its_taroks_and_points():
    done = tarok("deal", "--seed", "7", "--format", "text")
    # T21 13, T1 13, SQ 10, HK 13, CJ 4 and seven others: 60 thirds; N: SN 7, HQ 10, DQ 10, DJ 4, CQ 10, seven: 48
    assert done.out == (
        "Deal 1: Czech taroky, rules devatenactka-1, dealer W, forehand S\n"
        "  S      21,15,9,7,1.QT.K134..J     5 taroks, 20 points\n"
        "  E      19,11,8,6,2.J.J.N14.T9     5 taroks, 8 points\n"
        "  N      20,18,13,12,10,3.N.Q.QJ3.Q  6 taroks, 16 points\n"
        "  W      F,16,5.987.2.K.KN87        3 taroks, 18 points\n"
        "  talon  HN T4 SK T17 T14 D2        3 taroks, 8 points\n"
    ).replace("     5 taroks", "      5 taroks").replace("        3 taroks", "         3 taroks")  # fmt: skip


def test_json_holds_the_same_records():
    records = json.loads(tarok("deal", "--seed", "7", "-n", "2", "--format", "json").out)["records"]
    deals = [tag["value"] for record in records for tag in record["tags"] if tag["name"] == "Deal"]
    assert deals == tags(tarok("deal", "--seed", "7", "-n", "2").out, "Deal")


def test_json_lines_can_be_converted_back():
    lines = tarok("deal", "--seed", "7", "-n", "2", "--format", "json-lines")
    back = tarok("convert", "-", "--from", "json-lines", "--to", "tpbn", stdin=lines.raw)
    assert tags(back.out, "Deal") == tags(tarok("deal", "--seed", "7", "-n", "2").out, "Deal")


def test_count_estimates_and_counts():
    done = tarok("deal", "--game", "koenigrufen", "--where", "holds(S, F)", "--format", "count", "-n", "2000",
                 "--seed", "1")  # fmt: skip
    first, second = done.out.splitlines()
    match = re.fullmatch(r"(\d+) of 2,000 deals fit: [\d.]+ % \(95 % confidence: ([\d.]+) % to ([\d.]+) %\)", first)
    assert match
    assert float(match[2]) < 100 * 12 / 54 < float(match[3])
    assert second == "counted exactly: 22.2 %, 1 deal in 4.50 fits"
    assert done.code == 0


def test_count_without_any_deal_that_fits_leaves_with_1():
    done = tarok("deal", "--where", "taroks(S) = 12 and kings(N) = 4", "--format", "count", "-n", "50", "--seed", "1")
    assert done.code == 1
    assert done.out.startswith("0 of 50 deals fit: 0 % (95 % confidence: 0 % to 7.1 %)\n")  # Wilson: 3.84 / 53.84


def test_a_file_is_written(tmp_path):
    target = tmp_path / "deals.tpbn"
    done = tarok("deal", "--seed", "7", "-o", str(target))
    assert done.out == ""
    assert tags(target.read_text("utf-8"), "Talon") == ["HN T4 SK T17 T14 D2"]


def test_names_are_listed():
    done = tarok("deal", "--names")
    assert done.code == 0
    assert "holds(who, cards)        is dealt all these cards" in done.out


# --- the rest of a record ---------------------------------------------------------------------------


def test_the_unknown_cards_of_a_record_are_dealt(tmp_path):
    source = tmp_path / "part.tpbn"
    source.write_text(PARTLY, "utf-8")
    done = tarok("deal", str(source), "-n", "10", "--seed", "3", "--where", "holds(N, T1)")
    assert done.code == 0
    for deal, talon in zip(tags(done.out, "Deal"), tags(done.out, "Talon"), strict=True):
        south, east, north, west = deal.split(" ")
        assert south == "S:13,12,9,7,6,3.T..Q4.KN9"
        groups = east[2:].split(".")
        assert groups[0].startswith("F,21,")
        assert [len(groups[0].split(",")), *map(len, groups[1:])] == [4, 1, 2, 1, 4]
        assert north[2:].split(".")[0].endswith(",1")
        assert talon.split()[3] == "HK"
        assert talon.split()[5] == "T11"
        assert west.startswith("W:")
    assert set(tags(done.out, "Event")) == {"Spring cup"}
    assert set(tags(done.out, "South")) == {"Novák, Jan"}
    assert set(tags(done.out, "Rules")) == {"texas"}
    assert set(tags(done.out, "Dealer")) == {"N"}
    assert tags(done.out, "Contract") == []
    assert [record.findings for record in check_bytes(done.raw)] == [[]] * 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--game", "koenigrufen"], "the game is given as koenigrufen, and the record says taroky"),
        (["--dealer", "S"], "the dealer is given as S, and the record says N"),
        (["--hand", "S=F"], "the record gives the hand of S already"),
        (["--talon", "F"], "the record gives the talon already"),
        (["--hand", "W=F"], "given to two places, East and West: F"),
    ],
)
def test_wishes_against_the_record_are_refused(options, message, tmp_path):
    source = tmp_path / "part.tpbn"
    source.write_text(PARTLY, "utf-8")
    done = tarok("deal", str(source), *options)
    assert done.code == 2
    assert message in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("N9 ", "N "), "South is given 11 cards, not 12"),
        (("E:F,", "E:F,13,"), "T13 is in the hand of E and in the hand of S"),
        (('Game "taroky"', 'Game "tarok"'), "there is no game 'tarok'; did you mean taroky?"),
        (('"texas"', '"texs"'), "there is no rule set 'texs' of taroky (Did you mean texas?)"),
        (("HK ??", "F ??"), "F is in the talon and in a hand"),
    ],
)
def test_records_that_nothing_can_be_dealt_to(change, message, tmp_path):
    source = tmp_path / "part.tpbn"
    source.write_text(PARTLY.replace(*change), "utf-8")
    done = tarok("deal", f"{source}:1")
    assert done.code == 2
    assert message in done.err


def test_one_record_of_a_file_must_be_named(tmp_path):
    source = tmp_path / "two.tpbn"
    source.write_text(f"{PARTLY}\n{PARTLY}", "utf-8")
    done = tarok("deal", str(source))
    assert done.code == 2
    assert "more than one record; say which" in done.err
    assert tarok("deal", f"{source}:2", "--seed", "1").code == 0
    assert "has 2 records, not 3" in tarok("deal", f"{source}:3").err


# --- what is wrong ----------------------------------------------------------------------------------


def test_a_wrong_constraint_is_told_with_its_place():
    done = tarok("deal", "--where", "holds(S, F) and tarok(S) > 3")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(
        "Error: column 17: there is no function tarok for deals\n"
        "  holds(S, F) and tarok(S) > 3\n"
        "                  ^^^^^^^^\n"
        "  did you mean taroks?\n"
    )


def test_an_impossible_constraint_leaves_with_1():
    done = tarok("deal", "--where", "kings(S) = 1 and taroks(N) >= 23")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "column 18: no deal has taroks(N) >= 23: the count lies between 0 and 12\n"
        "  kings(S) = 1 and taroks(N) >= 23\n"
        "                   ^^^^^^^^^^^^^^^\n"
    )


def test_exact_odds_are_told():
    done = tarok("deal", "--where", "taroks(S) >= 9 and holds(S, F)", "--seed", "1", "-n", "3")
    # 62661105 / 213142, by hypergeometric counting in test_deal_lots
    assert round(Fraction(62661105, 213142)) == 294
    assert done.err == "3 deals, seed 1; 1 deal in 294 fits, counted exactly.\n"


#: more ways to fit than are spread out, so that some of it is left to trying
TRIED = "(trull(any) or kings(any) > 2) and (void(any, H) or void(any, S)) and (taroks(any) > 8 or taroks(any) < 3)"


def test_estimated_odds_are_told_with_their_interval():
    done = tarok("deal", "--where", TRIED, "--seed", "1", "-n", "40")
    assert done.code == 0
    assert re.fullmatch(
        r"40 deals, seed 1; 1 deal in about [\d.,]+ fits \(95 % confidence: 1 in [\d.,]+ to [\d.,]+\)\.\n", done.err
    )


def test_giving_up_is_told_and_what_was_found_is_kept():
    done = tarok("deal", "--where", f"{TRIED} and points(any) > 28 and (points(any) < 8 or kings(W) = 4)", "--seed", "1",
                 "-n", "5000", "--tries", "3")  # fmt: skip
    assert done.code == 1
    match = re.match(r"(\d+) of 5,000 deals, seed 1: given up after 3 tries in a row; ", done.err)
    assert match
    assert len(tags(done.out, "Deal")) == int(match[1]) < 5000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--game", "tarok"], "there is no game 'tarok'; did you mean taroky?"),
        (["--rules", "texs"], "there is no rule set 'texs' of taroky (Did you mean texas?)"),
        (["--seats", "SEW"], "Czech taroky is for 4 players, not for the seats S E W"),
        (["--seats", "SENS"], "a seat stands twice in S E N S"),
        (["--seats", "SENX"], "--seats: X is no seat"),
        (["--dealer", "X"], "--dealer: X is no seat"),
        (["--dealer", "A"], "the dealer A is not at this table: S E N W"),
        (["--hand", "F,T21"], "--hand F,T21: write a seat, = and its cards"),
        (["--hand", "S=F", "--hand", "S=T1"], "--hand: the hand of S is given twice"),
        (["--hand", "A=F"], "A is not at this table"),
        (["--hand", "S=F,XX,FX"], "'FX' is not a card"),
        (["--talon", "F T1 T2"], ""),
        (["--talon", "F ??"], "the talon has 6 cards, not 2"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["-n", "0"], "0 is not in the range"),
        (["--declarer", "S"], "--declarer is for --simulate"),
        (["--simulate", "solo", "--format", "json"], "--simulate tells its result as text, not as json"),
        (
            ["--simulate", "sollo"],
            "sollo is no contract of Czech taroky in the rule set devatenactka-1; did you mean solo? it has povinnost, ",
        ),
        (["--simulate", "povinnost"], "povinnost is played after an exchange with the talon"),
        (["samples/none.tpbn"], "cannot read samples/none.tpbn"),
    ],
)
def test_wrong_wishes_are_told(options, message):
    done = tarok("deal", *options)
    if not message:
        assert done.code == 0
        return
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_bar_on_a_terminal_leaves_no_trace():
    done = tarok("deal", "--seed", "7", "--where", "taroks(S) > 4", tty=True)
    assert tags(done.out, "Deal")
    assert not done.err.rpartition("\x1b[2K")[2].startswith("[")


# --- simulation -------------------------------------------------------------------------------------

TOP_TAROKS = "F,21,20,19,18,17,16,15,14,13,12,11...."


@needs_kernel
def test_the_twelve_highest_taroks_always_win_the_last_trick():
    done = tarok("deal", "--game", "koenigrufen", "--hand", f"S={TOP_TAROKS}", "--hand", "N=HK", "--simulate",
                 "solorufer", "--called", "HK", "--objective", "last", "-n", "3", "--seed", "1", "--time", "0")  # fmt: skip
    assert done.code == 0
    assert done.out == (
        "solorufer by South, all hands open: the last trick for South + North\n"
        "made in 3 of 3 deals: 100 % (95 % confidence: 43.9 % to 100 %)\n"  # Wilson: 3 / (3 + 3.8415)
    )


@needs_kernel
def test_the_twelve_highest_taroks_never_make_a_bettler():
    done = tarok("deal", "--game", "koenigrufen", "--hand", f"W={TOP_TAROKS}", "--simulate", "bettler", "--declarer",
                 "W", "--time", "0", "-n", "10", "--jobs", "2", "--seed", "1")  # fmt: skip
    assert "bettler by West, all hands open: tricks of West, who wants few\n" in done.out
    # Wilson: 3.8415 / 13.8415
    assert "made in 0 of 10 deals (at most 0): 0 % (95 % confidence: 0 % to 27.8 %)" in done.out


@needs_kernel
def test_a_simulation_makes_what_solving_each_record_gives():
    wish = ("--game", "koenigrufen", "--where", "taroks(S) > 5 and void(S, H)", "--hand", "N=HK", "--seed", "2",
            "-n", "8")  # fmt: skip
    called = '[Contract "solorufer"]\n[Declarer "S"]\n[Called "HK"]\n[Talon'
    dealt = tarok("deal", *wish).out.replace("[Talon", called)
    made = 0
    for checked in check_bytes(dealt.encode()):
        position = position_at(checked.replay)
        (aim,) = aims_for(position, "last")
        made += solve(position, aim, choices=False).low
    assert 0 < made < 8
    out = tarok("deal", *wish, "--simulate", "solorufer", "--called", "HK", "--objective", "last", "--time", "0").out
    assert f"made in {made} of 8 deals: " in out


class Told:
    """An engine that knows the value and tells it within the window that is asked, as the real one does."""

    def __init__(self, value):
        self.number = value

    def value(self, low=0, high=-1, guess=-1, seconds=0, nodes=0):
        number = self.number if high < 0 else min(max(self.number, low), high)
        return Bounds(number, number)

    def stop(self):
        raise AssertionError("nothing is to be stopped")


@pytest.mark.parametrize(
    ("contract", "value", "made"),
    [
        ("bettler", 0, True), ("bettler", 1, False), ("bettler", 12, False),
        ("triccolo", 2, True), ("triccolo", 3, True), ("triccolo", 4, False),
        ("solodreier", 106, False), ("solodreier", 107, True), ("solodreier", 0, False), ("solodreier", 210, True),
    ],
)  # fmt: skip
def test_the_window_that_is_asked_decides_the_contract(contract, value, made, monkeypatch):
    monkeypatch.setattr(simulate, "engine", lambda position, aim, memory: Told(value))
    # of the six talon cards nothing is owned before the first lead by a solo player: they are the opponents'
    out = tarok("deal", "--game", "koenigrufen", "--simulate", contract, "-n", "2", "--seed", "1").out
    assert f"made in {2 if made else 0} of 2 deals (" in out


@needs_kernel
def test_deals_that_are_not_solved_are_told():
    done = tarok("deal", "--game", "koenigrufen", "--where", "taroks(S) = 6 and kings(S) = 2", "--simulate",
                 "solodreier", "--nodes", "1", "-n", "4", "--seed", "1")  # fmt: skip
    assert done.code == 1
    assert "made in 0 of 4 deals (at least 35 2/3): 0 % to 100 % (95 % confidence: 0 % to 100 %)\n" in done.out
    assert "4 deals not solved within the limits; rate and interval allow for either outcome of each\n" in done.out


def test_the_interval_of_a_simulation_covers_what_is_open():
    result = Simulation("points", target=107, kind="points")
    for made in (True, True, False, None):
        result.add(Solved(made, 0, 210))
    # Wilson for 2 of 4 and for 3 of 4, by hand: (0.1500, 0.8500) and (0.3006, 0.9544)
    low, high = result.interval
    assert low == pytest.approx(0.1500, abs=1e-4)
    assert high == pytest.approx(0.9544, abs=1e-4)


def test_the_mean_of_a_simulation_has_students_interval():
    result = Simulation("points", kind="points")
    for count in (10, 12, 14):
        result.add(Solved(None, count, count))
    result.add(Solved(None, 3, 9))
    mean, low, high = result.mean
    assert mean == 12
    assert result.open == 1
    # deviation 2, t of two degrees 4.302653: 12 -+ 4.302653 * 2 / sqrt(3) = 12 -+ 4.968275
    assert low == pytest.approx(7.031725, abs=1e-5)
    assert high == pytest.approx(16.968275, abs=1e-5)


def test_a_game_in_the_place_of_a_file_is_told_where_it_belongs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = tarok("deal", "taroky")
    assert done.code == 2
    assert "taroky is a game, and there is no such file; a game is named with --game taroky" in done.err
