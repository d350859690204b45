"""The Czech samples: the clean ones have no findings at all and are canonical, the wrong ones have those of their README."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tarok_pbn.check import check_path
from tarok_pbn.notation import read_path, write_file
from tarok_pbn.session import SessionChecker

SAMPLES = Path(__file__).parent.parent / "samples" / "taroky"
CLEAN = sorted(SAMPLES.glob("*.tpbn"))
WRONG = sorted((SAMPLES / "wrong").glob("*.tpbn"))
ROW = re.compile(r"\| `(?P<file>[^`]+)` \| (?P<what>[^|]+) \| (?P<codes>[A-Z0-9, ]+) \|")


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", CLEAN, ids=name)
def test_clean_samples_have_no_findings_at_all(path):
    sessions = SessionChecker()
    for done in check_path(path, strict=True, rewrites=True):
        assert [(f.code, f.message) for f in (*done.findings, *sessions.add(done))] == []


@pytest.mark.parametrize("path", CLEAN + WRONG, ids=name)
def test_samples_are_canonical_and_tell_a_story(path):
    records = [parsed.record for parsed in read_path(path)]
    assert "".join(write_file(records)) == path.read_text("utf-8")
    assert all(record.head for record in records)


def test_at_least_fifteen_clean_records_of_every_contract_and_meld():
    done = [item for path in CLEAN for item in check_path(path)]
    assert len(done) >= 15
    contracts = {item.replay.computed.get("Contract", item.record.get("Contract")) for item in done}
    assert contracts >= {"povinnost", "druha", "trojka:1", "trojka:2", "trojka:3", "solo", "varsava"}
    said = {word for item in done if item.replay.table for words in item.replay.table.declared or [] for word in words}
    assert said >= {"taroky", "tarocky", "barvy", "barvicky", "trul", "kralove", "honery", "pagat", "valat"}
    steps = {double.word for item in done if item.replay.table for double in item.replay.table.doubles}
    assert steps >= {"flek", "reflek", "super"}


def test_the_evening_is_one_session_of_eight_hands():
    hands = list(check_path(SAMPLES / "evening.tpbn"))
    assert [hand.record.get("Board") for hand in hands] == [str(board) for board in range(1, 9)]
    assert [hand.record.get("Dealer") for hand in hands] == list("WSENWSEN")
    assert hands[0].record.get("Totals") == "S 0; E 0; N 0; W 0"
    for before, after in pairwise(hands):
        assert before.record.get("TotalsAfter") == after.record.get("Totals")


def test_the_pot_is_carried_from_hand_to_hand():
    hands = list(check_path(SAMPLES / "pot.tpbn"))
    assert [hand.record.get("Pots") for hand in hands] == ["pot 40", "pot 0", "pot 180", "pot 90"]
    for before, after in pairwise(hands):
        assert before.record.get("PotsAfter") == after.record.get("Pots")


def rows() -> dict[str, str]:
    text = (SAMPLES / "wrong" / "README.md").read_text("utf-8")
    return {match["file"]: match["codes"] for match in ROW.finditer(text)}


def test_the_readme_of_the_wrong_records_lists_them_all():
    assert sorted(rows()) == [path.name for path in WRONG]
    assert len(WRONG) >= 12


@pytest.mark.parametrize("path", WRONG, ids=name)
def test_wrong_records_have_exactly_the_findings_of_the_readme(path):
    found = [finding.code for done in check_path(path) for finding in done.findings]
    assert ", ".join(found) == rows()[path.name]
