"""A quiz tells what its reader could know at the table, and no more. Issue 5; Königrufen §2: the holder of the called king keeps silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn import check_path
from tarok_pbn.render.look import Look
from tarok_pbn.render.modes import MODES
from tarok_pbn.render.view import view_of

SAMPLES = Path(__file__).parent.parent / "samples"


def harbour():
    """South calls a king and North has it."""
    return next(check_path(SAMPLES / "koenigrufen" / "harbour-hand-1.tpbn"))


def fell_in(checked) -> int:
    view = view_of(checked)
    assert view.called is not None
    return next(t.number for t in view.tricks for c in t.cells if c.card and c.card.token == view.called.token)


def question(mode: str, look: Look) -> str:
    """What stands before the solution."""
    made = MODES[mode].made([harbour()], look).decode()
    for fold in ("<details", "\\newpage", "\\clearpage"):
        made = made.partition(fold)[0]
    return made


def test_the_partner_and_the_points_are_kept_until_the_called_king_has_fallen():
    when = fell_in(harbour())
    before = view_of(harbour(), Look(show=("quiz", "hands=S", f"endposition@{when}.0")))
    after = view_of(harbour(), Look(show=("quiz", "hands=S", f"endposition@{when}")))
    assert before.standing is not None
    assert after.standing is not None
    assert (before.partner, before.standing.totals) == ("", [])
    assert [seat.side for seat in before.seats if seat.name == "North"] == [None]
    assert after.partner == "North"
    assert after.standing.totals == []


def test_whoever_is_shown_all_hands_is_told_the_points():
    view = view_of(harbour(), Look(show=("quiz", "endposition@1")))
    assert view.standing is not None
    assert len(view.standing.totals) == 2
    assert view.partner == "North"


@pytest.mark.parametrize("mode", ["page", "fragment", "inline", "svg", "markdown", "latex"])
def test_no_form_names_the_sides_in_a_question(mode):
    when = fell_in(harbour())
    asked = question(mode, Look(show=("quiz", "hands=S", f"endposition@{when}.0")))
    told = MODES[mode].made([harbour()], Look(show=("hands=S", f"endposition@{when}.0"))).decode()
    for side in ("South + North", "East + West"):
        assert side in told
        assert side not in asked
