"""Issue of the solver: values and all best cards are those of plain minimax, under every law and for every objective.

``TAROK_PBN_ENDINGS=5000`` looks at so many endings of each law, for each of five objectives, instead of some dozens;
most of them are then short, and the plain Python engine is asked about every twentieth only.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from tarok_pbn.analysis.engine import PythonEngine, engine
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import Move, Position
from tarok_pbn.analysis.solver import solve
from tarok_pbn.cards import CARD
from tarok_pbn.games import get
from tarok_pbn.games.dansk.hand import law as danish_law
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Terms
from tarok_pbn.games.kit.tricks import Law
from tarok_pbn.games.koenigrufen import laws as koenigrufen
from tarok_pbn.games.koenigrufen.state import State
from tarok_pbn.games.taroky.hand import law as taroky_law
from tests import brute
from tests.endings import CASES, Made, aims, ending, start

ENDINGS = int(os.environ.get("TAROK_PBN_ENDINGS", "30"))
#: seats -> (cards a hand, how often): plain minimax looks at every order of all cards
_SIZES = {4: ((1, 5), (2, 40), (3, 50), (4, 5)), 3: ((1, 5), (2, 25), (3, 50), (4, 20))}
_SHORT = {4: ((1, 2), (2, 70), (3, 26), (4, 2)), 3: ((1, 2), (2, 50), (3, 40), (4, 8))}
_MANY = ENDINGS > 1000


def _size(seats: int, number: int, rng: random.Random) -> int:
    if number % 200 == 199:
        return 5 if seats == 3 or number % 2000 == 1999 else 4
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
    seats = len(get(CASES[name].family).seats)
    for number in range(ENDINGS):
        position, other = ending(name, _size(seats, number, rng), rng)
        asked = list(aims(Made(position, other), rng))
        for (aim, told), (value, best) in zip(asked, brute.solve(other, *[a for _, a in asked]), strict=True):
            if kernel() is not None:
                found = solve(position, aim)
                assert (found.low - found.had, found.high - found.had) == (value, value), (other, told)
                assert set(found.best) == _moves(best), (other, told)
            if not _MANY or number % 20 == 0:
                assert _in_python(position, aim) == (value, _moves(best)), (other, told)


@pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
@pytest.mark.parametrize("name", CASES)
def test_longer_endings_have_the_same_values_in_the_kernel_and_in_python(name):
    """Too long for plain minimax: here the kernel's table tells of positions that were never looked at."""
    rng = random.Random(f"longer {name}")
    for number in range(max(1, ENDINGS // 50)):
        made = ending(name, 6 if number % 10 == 9 else 5, rng)
        position = made.position
        for aim, _ in rng.sample(list(aims(made, rng)), 2):
            native, python = engine(position, aim), PythonEngine(position, aim)
            for move in position.moves():
                assert native.value_after(move)[:2] == python.value_after(move)[:2], (made.ending, aim, move)


def test_every_law_of_every_rule_set_is_looked_at():
    """As data, and but for whose cards are kept."""
    seen = {_unkept(start(name, 4, random.Random(seed)).position.law.terms()) for name in CASES for seed in range(12)}
    for family in ("koenigrufen", "taroky", "dansk"):
        game = get(family)
        for ruleset in game.rulesets().values():
            rules, table = ruleset.options, Table(game.seats, [0] * len(game.seats), None)
            if family == "dansk":
                laws: list[Law] = [danish_law(table, rules)]
            elif family == "taroky":
                table.contract = "varsava"
                laws = [taroky_law(table, rules)]
            else:
                laws = [koenigrufen.PlainKaiserstich(table, rules), koenigrufen.Positive(table, rules, {0: 1})]
                laws += [koenigrufen.Colour(table, rules), koenigrufen.Negative(table, rules)]
                for word in ("yes", "no"):
                    state = State()
                    state.overtake = word
                    laws.append(koenigrufen.Trischaken(table, rules, state))
            for law in laws:
                assert _unkept(law.terms()) in seen, (ruleset.name, law)


def _unkept(terms: Terms | None) -> Terms:
    assert terms is not None
    return replace(terms, kept=())
