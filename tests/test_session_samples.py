"""The Danish evening in the samples, and sessions with one mistake each. Issue 3, sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tarok_pbn.check import Checked, check_path
from tarok_pbn.notation import read_path, write_file
from tarok_pbn.session import SessionChecker, sheets
from tarok_pbn.verdict import parse_score

SAMPLES = Path(__file__).parent.parent / "samples" / "dansk"
WRONG = sorted((SAMPLES / "wrong" / "sessions").glob("*.tpbn"))
PAGE = (SAMPLES / "wrong" / "sessions" / "README.md").read_text("utf-8")
LISTED = dict(re.findall(r"^\| `(\S+\.tpbn)` \| ([A-Z0-9 ]+) \|", PAGE, re.MULTILINE))


def in_session(path: Path) -> Iterator[Checked]:
    """The records of a file with the findings of their session."""
    sessions = SessionChecker()
    for checked in check_path(path, strict=True, rewrites=True):
        sessions.add(checked)
        yield checked


def test_the_page_lists_every_wrong_session():
    assert sorted(LISTED) == [path.name for path in WRONG]
    assert {code for codes in LISTED.values() for code in codes.split()} >= {f"T00{n}" for n in range(1, 8)}


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_wrong_session_has_the_findings_that_the_page_says(path):
    found = [f for checked in in_session(path) for f in checked.findings if f.severity != "info"]
    assert [f.code for f in found] == LISTED[path.name].split()
    assert all(f.span is not None for f in found)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_wrong_session_is_canonical_and_says_what_is_wrong(path):
    records = [parsed.record for parsed in read_path(path)]
    assert "".join(write_file(records)) == path.read_text("utf-8")
    assert all(record.head for record in records)


@pytest.fixture(scope="module")
def evening() -> list[Checked]:
    return list(in_session(SAMPLES / "evening.tpbn"))


def items(checked: Checked) -> list[str]:
    assert checked.replay.ledger is not None
    return [item.name for item in checked.replay.ledger.items]


def test_the_evening_is_clean_and_one_session_of_twelve_hands(evening):
    assert [f.message for checked in evening for f in checked.findings] == []
    assert [checked.record.get("Board") for checked in evening] == [str(n) for n in range(1, 13)]
    (sheet,) = sheets(evening)
    assert sheet.over
    assert sheet.split_computed


def test_in_every_hand_the_one_opposite_the_dealer_sits_out_and_is_named(evening):
    opposite = dict(zip("SENW", "NWSE", strict=True))
    for checked, dealer in zip(evening, "WSEN" * 3, strict=True):
        assert checked.record.get("Dealer") == dealer
        assert checked.record.get("SittingOut") == opposite[dealer]


def test_everything_is_carried_from_hand_to_hand(evening):
    for before, after in pairwise(evening):
        assert before.record.get("PotsAfter") == after.record.get("Pots")
        assert before.record.get("TotalsAfter") == after.record.get("Totals")


def test_both_pots_are_emptied_and_founded_again(evening):
    for pot in ("pagat", "king"):
        emptied = [i for i, c in enumerate(evening) if (parse_score(c.record.get("PotsAfter")) or {})[pot] == 0]
        assert emptied
        assert all("foundation" in items(evening[i + 1]) for i in emptied)
    assert sum("foundation" in items(checked) for checked in evening) >= 4


@pytest.mark.parametrize(
    "item", ["ultimo:T1", "bagud:T1", "ultimo:SK", "bagud:DK", "nolo", "tout", "last", "cards", "lost:T1", "won:T1"]
)
def test_the_evening_has(evening, item):
    assert any(item in items(checked) for checked in evening)


def test_what_everybody_takes_home_adds_up_to_nothing(evening):
    last = evening[-1].record
    after, split = parse_score(last.get("TotalsAfter")), parse_score(last.get("Split"))
    assert after is not None
    assert split is not None
    assert sum(after.values()) + sum(split.values()) == 0
    assert len(set(split.values())) == 2, "there is a remainder"


def test_a_wrong_pots_tag_does_not_spoil_the_sheet():
    (sheet,) = sheets(in_session(SAMPLES / "wrong" / "sessions" / "pots.tpbn"))
    assert sheet.final is not None
    assert (sheet.final["pagat"], sheet.final["king"]) == (0, 0)
