"""Issue 6, statistics: counts recounted by hand, exact sums, parts in any order, units that are never added."""

from __future__ import annotations

import csv
import io
import json
import pickle
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tarok_pbn.archive.names import person_key
from tarok_pbn.archive.statistics import Mean, Rate, Statistics, Units
from tarok_pbn.archive.statistics_events import events
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check_path
from tests.running import tarok
from tests.support import checked, result_only

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
NAMES = {
    "South": "Novák, Jan",
    "East": "Malá, Eva",
    "North": "Dvořák, Petr",
    "West": "Černá, Jana",
    "Pagat": "",
    "Valat": "",
}
CZECH = Units("taroky", "devatenactka-1")


def hand(contract="solo", points="40 30", **more):
    """A Czech result: a solo pays six times the difference from 35 to or from each of three: 30 for 40 points."""
    return Summary(checked(text(contract, points, **more)))


def text(contract="solo", points="40 30", tags=None, **more):
    return result_only(contract, points, partner="", tags={**NAMES, **(tags or {})}, **more)


def counted(*summaries, **options):
    statistics = Statistics(**options)
    for summary in summaries:
        statistics.add(summary)
    return statistics


@pytest.fixture(scope="module")
def everything():
    paths = sorted(SAMPLES.glob("*/*.tpbn"))
    return [Summary(done) for path in paths for done in check_path(path) if done.parsed.is_record]


def test_a_hand_won_and_one_lost():
    block = counted(hand(), hand(points="30 40", tags={"Pagat": "E won", "Valat": ""})).blocks[CZECH]
    solo = block.groups["contract"]["solo"]
    assert (solo.hands, solo.rates["won"]) == (2, Rate(1, 2))
    declarer = block.groups["declarer"][person_key("Novák, Jan")]
    assert declarer.hands == 2
    assert declarer.rates["won"] == Rate(1, 2)
    # 40 points: 3 * 6 * 5; 30 points: the same against him, and 10 to each for East's silent pagat
    assert declarer.result == Mean(2, 90 - 120, 8100 + 14400)
    east = block.groups["player"][person_key("Malá, Eva")]
    assert east.result == Mean(2, -30 + 40, 900 + 1600)
    assert east.rates["declared"] == Rate(0, 2)
    assert "won" not in east.rates
    assert east.rates["pagat"] == Rate(1, 2)
    assert block.groups["player"][person_key("Novák, Jan")].rates["pagat"] == Rate(0, 2)
    assert solo.rates["pagat"] == Rate(1, 2)
    assert declarer.rates["pagat"] == Rate(0, 2)  # it was the defence's


def test_a_record_with_errors_is_left_out_unless_all_are_asked_for():
    wrong = hand(tags={"Score": "S 91; E -31; N -30; W -30"})
    few = counted(hand(), wrong)
    assert (few.records, few.hands, few.left_out) == (2, 1, {"with errors": 1})
    assert few.blocks[CZECH].whole.hands == 1
    assert counted(hand(), wrong, everything=True).blocks[CZECH].whole.hands == 2


def test_a_record_of_an_unknown_game_is_left_out():
    assert counted(Summary(checked('[Event "?"]\n[Game "skat"]\n')), everything=True).left_out == {
        "of an unknown game": 1
    }


def test_units_of_rule_sets_and_options_stay_apart():
    found = counted(hand(), hand(rules="vysocina"), hand(options="pagat_silent=6"))
    assert sorted(units.rules for units in found.blocks) == [
        "devatenactka-1", "devatenactka-1 with pagat_silent=6", "vysocina",
    ]  # fmt: skip


def test_the_grade_of_a_trojka_is_no_contract_of_its_own():
    found = counted(hand("trojka:2"), hand("trojka:3"))
    assert list(found.blocks[CZECH].groups["contract"]) == ["trojka"]


def test_mean_is_exact():
    mean = Mean()
    for value in (Fraction(-10, 3), Fraction(-10, 3), 10):
        mean.add(value)
    assert (mean.n, mean.total, mean.squares) == (3, Fraction(10, 3), Fraction(1100, 9))
    assert mean.mean == Fraction(10, 9)
    assert mean.deviation == pytest.approx(7.6980035892, abs=1e-9)  # sqrt(1600/27)


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_parts_add_up_to_the_whole_in_any_order(everything, parts):
    whole = counted(*everything, everything=True)
    rng = Random(parts)
    shares = [Statistics(everything=True) for _ in range(parts)]
    for summary in everything:
        rng.choice(shares).add(summary)
    rng.shuffle(shares)
    total = Statistics(everything=True)
    for share in shares:
        total.merge(pickle.loads(pickle.dumps(share)))  # noqa: S301 - our own, as a worker sends it
    assert total == whole
    assert [units for units, _ in total.listed()] == [units for units, _ in whole.listed()]


def test_every_player_of_a_hand_is_counted_once(everything):
    for block in counted(*everything, everything=True).blocks.values():
        seats = block.groups["seat"]
        assert sum(group.hands for group in seats.values()) % block.whole.hands == 0
        if "declared" in next(iter(seats.values())).rates:
            declared = sum(group.rates["declared"].hits for group in seats.values())
            assert declared <= block.whole.hands


def sample(path, number=1):
    return Summary(list(check_path(SAMPLES / path))[number - 1])


@pytest.mark.parametrize(
    ("path", "number", "found"),
    [
        ("dansk/evening.tpbn", 5, {"ultimo": ("W",), "bagud": (), "tout": (), "nolo": ()}),
        ("dansk/evening.tpbn", 8, {"ultimo": ("W",), "bagud": ("N",), "tout": (), "nolo": ()}),
        ("dansk/evening.tpbn", 10, {"ultimo": (), "bagud": (), "tout": ("E",), "nolo": ()}),
        ("taroky/varsava-tie.tpbn", 1, {}),
        ("koenigrufen/konig-06-trischaken.tpbn", 1, {}),
    ],
)
def test_events_of_known_hands(path, number, found):
    """The Danish ones as docs/sessions.md tells the evening."""
    assert {name: who.seats for name, who in events(sample(path, number)).found.items()} == found


def test_a_valat_is_that_of_the_side():
    found = events(sample("taroky/valat.tpbn")).found
    assert len(found["valat"].seats) in (1, 2, 3)
    assert "valat" in {item.name for item in sample("taroky/valat.tpbn").ledger.items}


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path):
    def written(*texts):
        file = tmp_path / "a.tpbn"
        file.write_text("\n".join(texts), "utf-8")
        return str(file)

    return written


TEN = [text(points=points) for points in ["40 30"] * 8 + ["30 40"] * 4]


def test_text(archive):
    done = tarok("stat", archive(*TEN), "--by", "contract")
    assert done.code == 0
    # 8 of 12: Wilson 0.3906 to 0.8619; mean (8 * 90 - 4 * 90) / 12 = 30, deviation 88.63, t(11) = 2.201: 56.3
    assert done.out.splitlines() == [
        "taroky, devatenactka-1, by contract",
        "  contract  hands  share           won           pagat       pagat lost  valat       declarer's result",
        "  solo         12  100 % (76-100)  67 % (39-86)  0 % (0-24)  0 % (0-24)  0 % (0-24)  +30.0 (-26.3 to +86.3)",
        "",
        "Rates with Wilson's interval, means with Student's, both 95 %; too few: fewer than 10 hands. 12 records, all counted.",
    ]


def test_too_few(archive):
    done = tarok("stat", archive(*TEN), "--by", "declarer", "--min", "13")
    assert "Novák, Jan     12  too few (12/12)  too few (8/12)  too few (0/12)" in done.out


def test_errors_are_told_in_the_foot(archive):
    wrong = text(tags={"Score": "S 91; E -31; N -30; W -30"})
    file = archive(*TEN, wrong)
    assert (
        tarok("stat", file)
        .out.splitlines()[-1]
        .endswith("13 records: 12 counted; left out: 1 with errors (--all counts those with errors too).")
    )
    assert tarok("stat", file, "--all").out.splitlines()[-1].endswith("13 records, all counted.")


def test_csv_and_json_have_the_exact_sums(archive):
    file = archive(*TEN)
    rows = list(csv.DictReader(io.StringIO(tarok("stat", file, "--format", "csv", "--by", "player").out)))
    west = {row["measure"]: row for row in rows if row["key"] == "Černá, Jana"}
    assert (west["result"]["sum"], west["result"]["n"], west["result"]["value"]) == ("-120", "12", "-10.0000")
    assert (west["declared"]["hits"], west["declared"]["n"], west["declared"]["low"]) == ("0", "12", "0.0000")
    made = json.loads(tarok("stat", file, "--format", "json", "--by", "rules").out)
    assert made["method"] == {"rates": "Wilson", "means": "Student", "level": 0.95, "least": 10}
    (table,) = made["tables"]
    assert table["rows"][0]["rates"]["won"] == {
        "hits": 8, "n": 12, "value": 0.6667, "low": 0.3906, "high": 0.8619, "too_few": False,
    }  # fmt: skip
    assert table["rows"][0]["result"]["sum"] == "360"


def test_by_game_adds_rates_and_never_units(archive):
    made = json.loads(tarok("stat", archive(*TEN, text(rules="vysocina")), "--format", "json", "--by", "game").out)
    (row,) = made["tables"][0]["rows"]
    assert (row["key"], row["hands"], row["rates"]["won"]["hits"], row["result"]) == ("taroky", 13, 9, None)


def test_wrong_usage(tmp_path):
    empty = tmp_path / "empty.tpbn"
    empty.write_text("", "utf-8")
    assert tarok("stat", str(empty)).code == 2
    assert "no record" in tarok("stat", str(empty)).err
    gone = tarok("stat", str(tmp_path / "gone.tpbn"))
    assert (gone.code, gone.out) == (2, "")
    assert "cannot read" in gone.err


def test_names_cannot_drive_the_terminal(archive):
    done = tarok("stat", archive(text(tags={"South": "\x1b[31mred"})), "--all")
    assert "\x1b" not in done.out
    assert "\\x1b[31mred" in done.out
