"""Double rounds: what a hand leaves for the hands after it. Source: koenigrufen §9.6.

A session carries the rounds; a hand only knows the factor that runs (tag ``Radl``) and what it starts
(tag ``RadlAfter``): ``2x4`` is a factor of two for four hands.
"""

from __future__ import annotations

from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.settle import settle
from tarok_pbn.games.koenigrufen.state import State, state_of

__all__ = ["radl_after"]


def radl_after(table: Table, rules: Rules) -> str:
    """``2x4``, ``2x1`` or "" for nothing. Raises Undetermined."""
    state = state_of(table)
    if rules.radl == "none":
        return ""
    if state.family == "T" and "trischaken" in rules.radl_triggers:
        return f"2x{table.n}"
    if _may_catch(table, rules, state) and facts.outcome(table, rules, state, "mondfang") is not None:
        return "2x1"
    if "zero_game" in rules.radl_triggers and not any(settle(table, rules)[0].totals().values()):
        return f"2x{table.n}"
    if not state.games:
        raise Undetermined("the contract")
    return ""


def _may_catch(table: Table, rules: Rules, state: State) -> bool:
    """Whether a Mondfang can be looked for."""
    positive = state.family in ("R", "E", "F") and not state.conceded
    return positive and "mondfang" in rules.radl_triggers and facts.played(table)
