"""What a room says to whoever looks ahead without its script: one function for each question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.kit.told import Shown
from tarok_pbn.games.kit.tricks import Law

__all__ = ["Ahead"]


@dataclass(frozen=True, slots=True)
class Ahead:
    """The functions of a room; each is asked of a table and its rules.

    opening: the law of play for a table at which play is about to begin, and the seat that leads; None where the
        contract is not known, or is one without play.
    worth: what cards and tricks count.
    aims: what the hand is played for: one aim for the declarer's side, or one for each seat that plays for itself.
    named_aims: further aims of the game by name, such as ``pagat``.
    shown: what everybody has been shown and told before the next card. Of the table only what all can see is looked
        at: contract, declarer, words, discards that were shown, tricks; the called card where it was named. Whose
        hands are known there does not matter.
    """

    opening: Callable[[Table, Any], tuple[Law, int] | None]
    worth: Callable[[Table, Any], Worth]
    aims: Callable[[Table, Any], list[Aim]]
    named_aims: Callable[[Table, Any], dict[str, Aim]]
    shown: Callable[[Table, Any], Shown]
