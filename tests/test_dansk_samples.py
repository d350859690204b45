"""The Danish samples check clean and are canonical; those in wrong/ show what their page says."""

from __future__ import annotations

import re

import pytest

from tarok_pbn.check import check
from tarok_pbn.notation import read_text, write_file
from tests.dansk_support import SAMPLES

RIGHT = sorted(SAMPLES.glob("*.tpbn"))
WRONG = sorted((SAMPLES / "wrong").glob("*.tpbn"))
PAGE = (SAMPLES / "wrong" / "README.md").read_text("utf-8")
LISTED = dict(re.findall(r"^\| `(\S+\.tpbn)` \| ([A-Z0-9 ]+) \|", PAGE, re.MULTILINE))


def test_there_are_at_least_twelve_samples():
    assert len(RIGHT) >= 12


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_sample_is_canonical_tells_a_story_and_checks_clean(path):
    text = path.read_text("utf-8")
    for parsed in read_text(text):
        done = check(parsed)
        assert [f.message for f in done.findings] == []
        assert any(mark.kind == "brace" and len(mark.text) > 40 for mark in parsed.record.head)
        assert done.replay.ledger is not None
        assert "Score" in {tag.name for tag in parsed.record.tags}
    assert "".join(write_file([parsed.record for parsed in read_text(text)])) == text


def test_the_page_lists_every_wrong_sample():
    assert sorted(LISTED) == [path.name for path in WRONG]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_wrong_sample_has_the_finding_that_the_page_says(path):
    (parsed,) = read_text(path.read_text("utf-8"))
    found = check(parsed).findings
    assert [f.code for f in found] == LISTED[path.name].split()
    assert all(f.span is not None for f in found)
