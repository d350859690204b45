"""Danish records with one mistake each, and what an arbiter would say of it: one finding, at its place, with its reason."""

from __future__ import annotations

import pytest

from tarok_pbn.games.kit.rules import with_options
from tests.dansk_support import SAMPLES, options
from tests.support import checked


def sample(name: str, *changes: tuple[str, str]) -> str:
    """The text of a sample with parts of it replaced, each once."""
    text = (SAMPLES / f"{name}.tpbn").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def told(text: str) -> list[tuple[str, str]]:
    """Code and token of each finding that is more than a note."""
    lines = text.split("\n")
    found = []
    for f in checked(text).findings:
        if f.severity != "info":
            assert f.span is not None
            end = f.span.end_column - 1 if f.span.end_line == f.span.line else None
            found.append((f.code, lines[f.span.line - 1][f.span.column - 1 : end]))
    return found


# --- options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["; ", " ", ";", "\t"])
def test_options_stand_with_semicolons_or_spaces_between(between):
    changed, problems = with_options(
        options(), between.join(["pots=1", "premiums=30, 20, 10, 80, 20", "card_points=no"])
    )
    assert problems == []
    assert (changed.pots, changed.premiums, changed.card_points) == (1, (30, 20, 10, 80, 20), False)


@pytest.mark.parametrize("value", ["-20", "--5", "\N{SUPERSCRIPT TWO}0", "1e3"])
def test_an_amount_is_a_whole_number_that_is_not_negative(value):
    _, problems = with_options(options(), f"foundation={value}")
    assert [code for code, *_ in problems] == ["R006"]
    assert "whole number, 0 or more" in problems[0][1]
