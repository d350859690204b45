"""Tapp-Tarock (koenigrufen App. A) on the kit of Königrufen: the worked examples, the bidding, random hands."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarok_pbn.check import check, check_path
from tarok_pbn.games import get
from tarok_pbn.games.kit.decision import Decision, Say
from tarok_pbn.games.kit.player import by_lot, play_hand
from tarok_pbn.games.kit.table import Table
from tarok_pbn.notation import read_path, read_text, write
from tarok_pbn.render import view_of
from tests.support import checked, codes, only

GAME = get("tapptarock")


def result(contract: str, points: str, bonuses: str = "", talk: str = "S pass", rules: str = "tapp-1") -> list[object]:
    text = f"""[Event "Result"]
[Game "tapptarock"]
[Rules "{rules}"]
[Dealer "W"]
[Contract "{contract}"]
[Declarer "S"]
[Points "{points}"]
[Bonuses "{bonuses}"]
[Announcements]
{talk}
"""
    done = checked(text)
    assert done.findings == []
    assert done.replay.ledger is not None, done.replay.undetermined
    totals = done.replay.ledger.totals()
    return [totals[s] for s in "SEW"]


@pytest.mark.parametrize(
    ("facts", "score"),
    [
        (("dreier", "39 31"), [6, -3, -3]),
        (("dreier", "39 31", "pagat S; koepfe S"), [16, -8, -8]),
        (("solo", "41 29", "pagat S lost", "S pagat"), [-16, 8, 8]),
        (("oberer", "33 37", "", "S pass E kontra:spiel"), [-20, 10, 10]),
        (("dreier", "35 35"), [-6, 3, 3]),
        (("dreier", "70 0", "valat S; trull S"), [30, -15, -15]),
        (("unterer", "37 33", "koenigstrull W"), [5, -7, 2]),
        # a failed announced Valat: the game by its points, the Valat on top
        (("dreier", "50 20", "", "S valat"), [6 - 48, -3 + 24, -3 + 24]),
        (("dreier", "70 0", "valat S", "S valat"), [48, -24, -24]),
    ],
)
def test_app_a_examples(facts, score):
    assert result(*facts) == score


def test_app_a_fixed_valat():
    assert result("dreier", "70 0", "valat S", rules="tapp-fixed-valat") == [24, -12, -12]
    assert result("dreier", "70 0", "valat S", "S valat", rules="tapp-fixed-valat") == [48, -24, -24]


def auction(words: str, options: str = "") -> str:
    extra = f'[Options "{options}"]\n' if options else ""
    return f'[Event "Auction"]\n[Game "tapptarock"]\n[Rules "tapp-1"]\n{extra}[Dealer "W"]\n[Auction]\n{words}\n'


def test_bids_go_up_step_by_step():
    assert codes(auction("S dreier E unterer W pass S hold E oberer S pass")) == []
    assert codes(auction("S dreier E solo W pass S pass")) == []
    only(auction("S dreier E oberer"), "A002", "bids go up step by step, only a Solo is jumped to")
    only(auction("S unterer"), "A002", "nothing has been bid")


def test_hold_by_seniority():
    assert checked(auction("S pass E dreier W pass")).replay.computed["Declarer"] == "E"
    assert checked(auction("S dreier E pass W unterer S hold W pass")).replay.computed == {
        "Contract": "unterer",
        "Declarer": "S",
    }
    only(auction("S dreier E hold"), "A002")
    assert checked(auction("S pass E pass W pass")).replay.computed["Contract"] == "trischaken"
    assert checked(auction("S pass E pass W pass", "all_pass=redeal")).replay.computed["Contract"] == "redeal"


def eager(decision: Decision, table: Table, rng: Random) -> Any:
    """Bids more often than by lot."""
    if isinstance(decision, Say) and decision.phase == "Auction":
        return rng.choice(decision.words)
    return by_lot(decision, table, rng)


@pytest.mark.parametrize("name", GAME.rulesets())
def test_random_hands_check_clean_and_balance(name):
    rng, rules, seen = Random(2), GAME.rulesets()[name].options, set()
    for _ in range(300):
        record, table = play_hand(GAME, rules, rng, tags={"Event": "Random", "Rules": name}, choose=eager)
        (parsed,) = read_text(write(record))
        done = check(parsed)
        assert [f.message for f in done.findings] == [], write(record)
        assert done.replay.ledger is not None
        assert sum(done.replay.ledger.totals().values()) == 0
        if table.declarer is not None:
            assert sum(int(p) for p in done.replay.computed["Points"].split()) == 70
        seen.add(table.contract)
        seen.update(item.name for item in done.replay.ledger.items)
    assert seen >= {"dreier", "unterer", "oberer", "solo", "trischaken", "pagat", "trull", "koepfe", "game"}


def test_samples_check_clean():
    path = Path(__file__).parent.parent / "samples" / "tapptarock" / "contracts.tpbn"
    done = [check(parsed) for parsed in read_path(path, strict=True)]
    assert [[f.code for f in one.findings] for one in done] == [[]] * 5
    assert {one.record.get("Contract") for one in done} == {"dreier", "unterer", "oberer", "solo", "trischaken"}


def test_running_points_end_at_the_official_count():
    """App. A: cards count in thirds, whole points are official; what was laid away and left belongs to a side."""
    done = next(iter(check_path(Path(__file__).parent.parent / "samples" / "tapptarock" / "contracts.tpbn")))
    view = view_of(done)
    assert view.start is not None
    mine, other = view.tricks[-1].totals
    assert mine is not None
    assert other is not None
    assert mine + other == 210
    assert [str(mine // 3), str(other // 3)] == done.record.get("Points").split()
    assert all(trick.points is not None for trick in view.tricks)
