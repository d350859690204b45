"""The samples of Königrufen: every contract, a round of one table, a house rule set, and records that are wrong on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn.check import check, check_path
from tarok_pbn.games.koenigrufen.contracts import KINDS
from tarok_pbn.notation import read_path
from tarok_pbn.replay import replay
from tarok_pbn.session import SessionChecker

SAMPLES = Path(__file__).parent.parent / "samples" / "koenigrufen"
#: contracts of house rules only, which no shipped rule set offers
UNSHIPPED = {"solobesser", "plauderer"}

WRONG = {
    "konig-03-revoke": "P002", "bid-too-low": "A002", "own-king": "A003", "king-laid-away": "X004", "pagat-not-held": "M004",
    "suit-not-followed": "P002", "not-overtaken": "P004", "pagat-too-early": "P005", "pagat-given-away": "P021",
    "wrong-points": "S003", "wrong-score": "S001", "kontra-on-the-sheet": "S001",
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_sample_has_one_finding(name):
    (done,) = check_path(SAMPLES / "wrong" / f"{name}.tpbn")
    assert [f.code for f in done.findings] == [WRONG[name]]
    assert done.findings[0].span is not None


def test_all_wrong_samples_are_listed():
    assert {path.stem for path in (SAMPLES / "wrong").glob("*.tpbn")} == set(WRONG)


def test_there_is_a_record_of_every_contract():
    seen = {word for parsed in read_path(SAMPLES / "contracts.tpbn") for word in parsed.record.get("Contract").split()}
    assert seen == set(KINDS) - UNSHIPPED


def test_every_record_of_a_contract_is_settled_where_its_rule_set_has_a_tariff():
    for parsed in read_path(SAMPLES / "contracts.tpbn"):
        done = check(parsed)
        assert [f.code for f in done.findings] == []
        assert (done.replay.ledger is None) is (parsed.record.get("Rules") == "seed-default")


def test_the_round_is_one_session_with_running_totals():
    session = SessionChecker()
    records = list(read_path(SAMPLES / "round.tpbn"))
    assert len(records) == 5
    assert [session.add(check(parsed)) for parsed in records] == [[]] * 5


def test_the_round_compared_under_two_rule_sets():
    sums = {}
    for name in ("ooe-2023-04", "wtc-2020"):
        total = dict.fromkeys("SENW", 0)
        for parsed in read_path(SAMPLES / "round.tpbn"):
            ledger = replay(parsed.record, ruleset=name).ledger
            assert ledger is not None
            for seat, amount in ledger.totals().items():
                total[seat] += int(amount)
        assert sum(total.values()) == 0
        sums[name] = total
    assert sums["ooe-2023-04"] != sums["wtc-2020"]


def test_the_house_rules_turn_the_hand():
    (done,) = check_path(SAMPLES / "house-rules.tpbn")
    assert done.findings == []
    assert done.replay.ruleset is not None
    assert done.replay.ruleset.title == "Our club"
    assert done.record.get("Points") == "35/1 34/2"
    vienna = replay(done.record, ruleset="wtc-2020").ledger
    assert done.replay.ledger is not None
    assert vienna is not None
    assert done.replay.ledger.totals()["S"] > 0 > vienna.totals()["S"]


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.tpbn")), ids=lambda p: p.stem)
def test_samples_are_canonical(path):
    for parsed in read_path(path, strict=True):
        assert [f.code for f in parsed.findings] == []
