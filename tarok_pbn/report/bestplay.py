"""An analysis with all hands open, made for a page: the solver's answer as the plain numbers that pages take."""

from __future__ import annotations

from collections.abc import Callable

from tarok_pbn.analysis.aims import aims_for
from tarok_pbn.analysis.annotate import Analysis, Step, analyse
from tarok_pbn.analysis.position import Unsolvable, position_at
from tarok_pbn.analysis.solver import Limits
from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed, Fallen

__all__ = ["analysed", "best_play"]


def best_play(
    checked: Checked,
    objective: str = "",
    side: str = "",
    limits: Limits | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Analysed:
    """What each card of a record cost, for its page; where that cannot be said, the reason.

    objective, side: as in ``aims_for``; where each seat plays for itself and none is named, forehand. limits,
    progress: as in ``analyse``. Raises UnknownAim for an objective or a side that there is not.
    """
    try:
        aims = aims_for(position_at(checked.replay), objective, side)
        found = analyse(checked.replay, aims[0], limits, progress=progress)
    except Unsolvable as why:
        return Analysed(str(why))
    return analysed(found, alone=len(aims) > 1)


def analysed(found: Analysis, *, alone: bool = False) -> Analysed:
    """An analysis as pages take it. alone: each seat plays for itself, and the side is one of them."""
    aim = found.aim
    return Analysed(
        kind=aim.kind,
        side=aim.side,
        few=aim.low,
        trick=0 if aim.trick == found.start.tricks else aim.trick,
        card=aim.card,
        lying=aim.lying,
        enough=aim.enough,
        lacks=found.start.lacks(aim),
        alone=alone,
        cards=tuple(map(_fallen, found.steps)),
        result=found.result,
        open_until=found.open_until,
    )


def _fallen(step: Step) -> Fallen:
    return Fallen(
        step.trick,
        step.place,
        step.seat,
        step.move.card,
        step.low,
        step.high,
        step.after_low,
        step.after_high,
        step.lost,
        step.move.named,
        tuple((move.card, move.named) for move in step.better),
        step.turned,
    )
