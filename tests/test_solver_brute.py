"""Issue of the solver: values and all best cards are those of plain minimax, under every law and for every objective.

``TAROK_PBN_ENDINGS=5000`` looks at so many endings of each law, for each of five objectives, instead of some dozens;
most of them are then short, and the plain Python engine is asked about every twentieth only. ``TAROK_PBN_TREES=1000000``
works out so many positions of each law for the ways through whole endings, instead of some ten thousand.
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

needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
ENDINGS = int(os.environ.get("TAROK_PBN_ENDINGS", "30"))
TREES = int(os.environ.get("TAROK_PBN_TREES", "40000"))
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
        cards = _size(seats, number, rng)
        position, other = ending(name, cards, rng, dense=cards <= 3 and rng.random() < 0.3)
        asked = list(aims(Made(position, other), rng))
        for (aim, told), (value, best) in zip(asked, brute.solve(other, *[a for _, a in asked]), strict=True):
            if kernel() is not None:
                found = solve(position, aim)
                assert (found.low - found.had, found.high - found.had) == (value, value), (other, told)
                assert set(found.best) == _moves(best), (other, told)
            if not _MANY or number % 20 == 0:
                assert _in_python(position, aim) == (value, _moves(best)), (other, told)


@pytest.mark.parametrize("name", CASES)
def test_tree_of_an_ending_has_the_values_of_plain_minimax(name):
    """What a tree meets again it does not work out again; that must change nothing."""
    rng = random.Random(f"trees {name}")
    for _ in range(5):
        made = start(name, 3, rng, dense=True)
        asked = [told for _, told in aims(made, rng)]
        tree = brute.Tree(made.ending, *asked)
        for other, values, _ in _way(made.ending, tree, rng):
            assert values == [value for value, _ in brute.solve(other, *asked)], other


@needs_kernel
@pytest.mark.parametrize("name", CASES)
def test_every_position_on_the_way_through_an_ending_has_the_value_of_plain_minimax(name):
    """One table answers for all of them, so that whatever it remembers too broadly is asked for again and again.

    The endings are of few suits, where most positions are told from others, and each is asked about for 15 aims.
    """
    rng = random.Random(f"ways {name}")
    looked = 0
    while looked < TREES:
        made = start(name, 4, rng, dense=True)
        asked = [pair for _ in range(3) for pair in aims(made, rng)]
        tree = brute.Tree(made.ending, *(told for _, told in asked))
        ways = [_way(made.ending, tree, rng) for _ in range(12)]
        looked += len(tree)
        for number, (aim, told) in enumerate(asked):
            work = engine(made.position, aim)
            for way in ways:
                work.reset()
                for other, values, move in way:
                    assert work.value()[:2] == (values[number], values[number]), (made.ending, told, other)
                    work.advance(move)


def _way(other: brute.Ending, tree: brute.Tree, rng: random.Random) -> list[tuple[brute.Ending, list[int], Move]]:
    """Each position down to the last card of random play, its values and the card that is played."""
    way = []
    while other.number <= other.total:
        token, name = rng.choice(sorted(brute.moves(other)))
        way.append((other, tree.value(other), Move(CARD[token], "TSHDC".index(name) if name else -1)))
        other, _, _ = brute.played(other, (token, name))
    return way


def _kernel_and_python_agree(made: Made, asked: list[Aim]) -> None:
    for aim in asked:
        native, python = engine(made.position, aim), PythonEngine(made.position, aim)
        for move in made.position.moves():
            assert native.value_after(move)[:2] == python.value_after(move)[:2], (made.ending, aim, move)


@needs_kernel
@pytest.mark.parametrize("name", CASES)
def test_longer_endings_have_the_same_values_in_the_kernel_and_in_python(name):
    """Too long for plain minimax: here the kernel's table tells of positions that were never looked at."""
    rng = random.Random(f"longer {name}")
    for number in range(max(1, ENDINGS // 50)):
        made = ending(name, 6 if number % 10 == 9 else 5, rng)
        _kernel_and_python_agree(made, rng.sample([aim for aim, _ in aims(made, rng)], 2))


@needs_kernel
@pytest.mark.parametrize("name", CASES)
def test_endings_of_few_suits_have_the_same_values_in_the_kernel_and_in_python(name):
    """Here it tells of most positions, so that each reason for which a low card matters has to be known to it."""
    rng = random.Random(f"dense {name}")
    for _ in range(max(1, ENDINGS // 5)):
        made = ending(name, 4, rng, dense=True)
        _kernel_and_python_agree(made, rng.sample([aim for aim, _ in aims(made, rng)], 3))


@needs_kernel
@pytest.mark.parametrize(
    ("hands", "leader", "kind", "side", "counts"),
    [
        (
            ["T2 T11 T15 T21", "T7 T8 T9 T17", "T3 T6 T13 T16", "T5 T10 T14 F"],
            *(0, "tricks", {0, 1, 3}),
            {"T2": 3, "T11": 4, "T15": 3, "T21": 3},
        ),
        (
            ["T1 T6 T14 T17", "T3 T10 T11 T16", "T2 T7 T8 F", "T5 T13 T19 T21"],
            *(3, "points", {0}),
            {"T5": 4, "T13": 0, "T19": 4, "T21": 4},
        ),
    ],
)
def test_a_card_that_has_to_be_overtaken_matters_where_it_does_not_win(hands, leader, kind, side, counts):
    """What may follow it depends on whose the cards above it are: a kernel that forgot it gave T11 3, and T13 4."""
    laws = brute.Laws("negative", overtake=True, pagat_last=True)
    told = brute.Ending(tuple(frozenset(hand.split()) for hand in hands), leader, 9, 12, laws)
    wish = brute.Aims(kind, frozenset(side), low=True)
    assert brute.after(told, wish) == counts
    masks = tuple(sum(1 << CARD[token] for token in hand.split()) for hand in hands)
    position = replace(start("negative", 4, random.Random(1)).position, hands=masks, leader=leader)
    position = replace(position, worth=replace(position.worth, tricks=(0,) * 13))
    work = engine(position, Aim(kind, frozenset(side), low=True))
    assert {str(move): work.value_after(move).low for move in position.moves()} == counts


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
