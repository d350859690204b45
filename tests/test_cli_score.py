"""``tarok score``: the itemised settlement; figures are those of hand H1 of the rules page (12.2)."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.hands import FILE, REVOKE
from tests.running import tarok


@pytest.fixture(autouse=True)
def hand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h1.tpbn").write_text(FILE, "utf-8")
    return tmp_path


def test_text_has_a_row_an_item_with_its_arithmetic():
    run = tarok("score", "h1.tpbn")
    assert run.code == 0
    assert run.out.splitlines() == [
        "h1.tpbn, record 1 (board 7): taroky, devatenactka-1",
        "         S   E   N    W",
        "game    -3   3   3   -3  32 − 35",
        "melds    5  -5  -5    5  5 − 0",
        "pagat  -10  10  10  -10  silent, West's is beaten in the last trick",
        "total   -8   8   8   -8",
    ]


def test_text_with_a_flek_shows_the_multiplication(hand):
    fleked = FILE.replace("W pass\n[Play]", "W pass  S pass  E flek:hra  N pass  W pass  S pass  E pass\n[Play]")
    (hand / "h1.tpbn").write_text(fleked, "utf-8")
    run = tarok("score", "h1.tpbn")
    assert "game    -6   6   6   -6  32 − 35 = -3; × 2 (flek on the game) = -6" in run.out
    assert "total  -11  11  11  -11" in run.out


def test_text_falls_back_to_ascii():
    assert "game    -3   3   3   -3  32 - 35\n" in tarok("score", "h1.tpbn", encoding="ascii").out


def test_json_gives_items_transfers_and_totals():
    (found,) = json.loads(tarok("score", "h1.tpbn", "--format", "json").out)
    assert (found["game"], found["rules"], found["record"], found["settled"]) == ("taroky", "devatenactka-1", 1, True)
    assert found["totals"] == {"S": -8, "E": 8, "N": 8, "W": -8}
    assert [(item["item"], item["base"]) for item in found["items"]] == [("game", -3), ("melds", 5), ("pagat", -10)]
    for item in found["items"]:
        assert sum(item["amounts"].values()) == 0
        for seat, amount in item["amounts"].items():
            moved = [t["amount"] * ((t["payee"] == seat) - (t["payer"] == seat)) for t in item["transfers"]]
            assert sum(moved) == amount


def test_csv_is_one_row_an_item_and_account():
    rows = list(csv.DictReader(io.StringIO(tarok("score", "h1.tpbn", "--format", "csv").out)))
    assert len(rows) == 4 * 4
    assert {(r["account"], r["amount"]) for r in rows if r["item"] == "total"} == {
        ("S", "-8"), ("E", "8"), ("N", "8"), ("W", "-8"),
    }  # fmt: skip


def test_a_record_that_cannot_be_settled_says_what_it_lacks(hand):
    (hand / "x.tpbn").write_text('[Event "?"]\n[Game "taroky"]\n', "utf-8")
    run = tarok("score", "x.tpbn")
    assert run.code == 1
    assert "x.tpbn: record 1: not settled: the record does not give the contract" in run.err
    (found,) = json.loads(tarok("score", "x.tpbn", "--format", "json").out)
    assert (found["settled"], found["reason"]) == (False, "the record does not give the contract")


def test_errors_of_the_record_are_told_on_stderr(hand):
    (hand / "r.tpbn").write_text(REVOKE, "utf-8")
    run = tarok("score", "r.tpbn")
    assert run.code == 1
    assert "r.tpbn:33:13: P002" in run.err


@pytest.mark.parametrize("command", ["score", "show", "html"])
@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("h1.tpbn:2", "h1.tpbn has 1 record, not 2"),
        ("h1.tpbn:0", "records are numbered from 1"),
        ("nowhere.tpbn", "cannot read nowhere.tpbn"),
        ("nowhere.tpbn:1", "cannot read nowhere.tpbn"),
        ("empty.tpbn", "empty.tpbn has no record"),
    ],
)
def test_an_address_that_leads_nowhere_is_wrong_usage(hand, command, argument, said):
    (hand / "empty.tpbn").touch()
    run = tarok(command, argument)
    assert run.code == 2
    assert said in run.err


def test_standard_input_has_addresses_too():
    assert "<stdin>, record 1 (board 7)" in tarok("score", "-", stdin=FILE.encode()).out
    assert tarok("score", "--", "-:1", stdin=FILE.encode()).code == 0


def test_several_rule_sets_stand_side_by_side():
    """Hand H1 by the page's default (12.2) and by the Vysočina profile (11): melds 4, no loss of a silent pagát."""
    run = tarok("score", "h1.tpbn", "--rules", "devatenactka-1,vysocina")
    assert run.code == 0
    assert run.out.splitlines() == [
        "h1.tpbn, record 1: taroky",
        "                 S   E   N   W  items of S",
        "devatenactka-1  -8   8   8  -8  game -3, melds +5, pagat -10",
        "vysocina         1  -1  -1   1  game -3, melds +4",
    ]
    found = json.loads(tarok("score", "h1.tpbn", "--rules", "devatenactka-1,vysocina", "--format", "json").out)
    assert found[0]["rules"]["devatenactka-1"]["score"]["totals"] == {"S": -8, "E": 8, "N": 8, "W": -8}
    assert found[0]["rules"]["vysocina"]["score"]["totals"] == {"S": 1, "E": -1, "N": -1, "W": 1}


def test_a_hand_that_a_rule_set_forbids_or_cannot_settle_says_why():
    run = tarok("score", "h1.tpbn", "--rules", "mprihoda")
    assert run.code == 1
    assert "not settled: the record does not give the pot before the hand" in run.out


def test_an_unknown_rule_set_is_wrong_usage():
    run = tarok("score", "h1.tpbn", "--rules", "vysocina,nowhere")
    assert run.code == 2
    assert "no rule set nowhere of taroky" in run.err
