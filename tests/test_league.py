"""Issue 6, samples: the league is what its tool makes, checks clean with its sessions, and is small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn.check import check_path
from tarok_pbn.session import SessionChecker
from tests.running import tarok
from tools import league

LEAGUE = Path(__file__).parent.parent / "samples" / "league"


@pytest.fixture(scope="module")
def made():
    return league.files()


def test_the_files_are_those_of_the_tool(made):
    present = {path.relative_to(LEAGUE).as_posix() for path in LEAGUE.rglob("*") if path.is_file()}
    assert present == {*made, "README.md"}
    for name, content in made.items():
        assert (LEAGUE / name).read_bytes() == content, f"{name}: run python -m tools.league"


def test_all_of_it_is_clean_with_its_sessions():
    done = tarok("check", str(LEAGUE), "--exclude", "wrong")
    assert (done.code, done.out) == (0, "Found nothing wrong in 132 records (all clean).\n")


def test_the_hands_of_an_evening_are_one_session_with_running_totals():
    for path in sorted(LEAGUE.glob("*/round-*.tpbn")):
        checker, hands = SessionChecker(), list(check_path(path))
        assert [finding for hand in hands for finding in checker.add(hand)] == []
        assert [hand.record.get("Board") for hand in hands] == [str(board) for board in range(1, 13)]
        assert all(hand.record.has("TotalsAfter") for hand in hands)


def test_the_danish_pots_are_divided_at_the_end_of_each_evening():
    for path in sorted((LEAGUE / "norrevig").glob("*.tpbn")):
        assert [hand.record.has("Split") for hand in check_path(path)] == [False] * 11 + [True]


def test_three_clubs_three_games():
    games = {
        path.parent.name: {hand.record.get("Game") for hand in check_path(path)}
        for path in LEAGUE.glob("*/round-1.tpbn")
    }
    assert games == {"lhota": {"taroky"}, "norrevig": {"dansk"}, "obermoos": {"koenigrufen"}}


def test_the_same_eight_deals_lie_at_the_three_tables_of_the_final():
    from tarok_pbn.notation.dealid import deal_id

    tables = [[deal_id(hand.record) for hand in check_path(LEAGUE / "final" / f"table-{n}.tpbn")] for n in (1, 2, 3)]
    assert tables[0] == tables[1] == tables[2]
    assert len(set(tables[0])) == 8
    first = [next(iter(check_path(LEAGUE / "final" / f"table-{n}.tpbn"))).record for n in (1, 2, 3)]
    assert [record.get("Dealer") for record in first] == ["W", "S", "E"]
    hands = [dict(part.split(":") for part in record.get("Deal").split()) for record in first]
    assert hands[0]["S"] == hands[1]["E"] == hands[2]["N"]


def test_the_wrong_table_has_one_wrong_score():
    found = [f.code for hand in check_path(LEAGUE / "wrong" / "table-2.tpbn") for f in hand.findings]
    assert found == ["S001"]


def test_it_is_small():
    assert sum(path.stat().st_size for path in LEAGUE.rglob("*")) < 400_000


def test_the_tool_writes_where_it_is_told(tmp_path, made):
    assert league.main([str(tmp_path)]) == 0
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == set(made)
