"""Issue of the solver: values and all best cards are those of plain minimax, under every law and for every objective.

``TAROK_PBN_ENDINGS=5000`` looks at so many endings of each law instead of some dozens; most of them are then short, and
the plain Python engine is asked about every twentieth only.
"""

from __future__ import annotations

import os
import random

import pytest

from tarok_pbn.analysis.engine import PythonEngine
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import Move, Position
from tarok_pbn.analysis.solver import solve
from tarok_pbn.cards import CARD
from tarok_pbn.games.kit.terms import Aim
from tests import brute
from tests.endings import CASES, aims, ending

ENDINGS = int(os.environ.get("TAROK_PBN_ENDINGS", "40"))
#: cards a hand and how often: plain minimax looks at every order of all cards
_SIZES = {4: ((1, 5), (2, 40), (3, 50), (4, 5)), 3: ((1, 5), (2, 25), (3, 50), (4, 20))}
_SHORT = {4: ((1, 2), (2, 70), (3, 26), (4, 2)), 3: ((1, 2), (2, 50), (3, 40), (4, 8))}
_MANY = ENDINGS > 1000


def _size(seats: int, number: int, rng: random.Random) -> int:
    if number % 200 == 199:
        return 4 if seats == 4 else 5
    sizes, weights = zip(*(_SHORT if _MANY else _SIZES)[seats], strict=True)
    return rng.choices(sizes, weights)[0]


def _moves(moves: set[tuple[str, str]]) -> set[Move]:
    return {Move(CARD[card], "TSHDC".index(name) if name else -1) for card, name in moves}


def _in_python(position: Position, aim: Aim) -> tuple[int, set[Move]]:
    """Value and best moves by the engine that needs no compiler."""
    work = PythonEngine(position, aim)
    value = work.value()
    assert value.exact
    return value.low, {move for move in position.moves() if work.value_after(move)[:2] == value[:2]}


@pytest.mark.parametrize("name", CASES)
def test_values_and_best_cards_are_those_of_plain_minimax(name):
    rng = random.Random(f"brute {name}")
    for number in range(ENDINGS):
        made = ending(name, 1, rng) if number == 0 else None
        seats = len((made or ending(name, 1, random.Random(number))).position.hands)
        made = made or ending(name, _size(seats, number, rng), rng)
        position = made.position
        for aim, other in aims(made, rng):
            value, best = brute.solve(made.ending, other)
            told = f"{made.ending} {other}"
            if kernel() is not None:
                found = solve(position, aim)
                assert (found.low - found.had, found.high - found.had) == (value, value), told
                assert set(found.best) == _moves(best), told
            if not _MANY or number % 20 == 0:
                assert _in_python(position, aim) == (value, _moves(best)), told


def test_every_law_of_the_games_is_looked_at():
    kinds = {case.laws.kind for case in CASES.values()}
    assert kinds == {"positive", "colour", "negative", "varsava", "danish"}
