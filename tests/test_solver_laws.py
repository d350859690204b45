"""Issue of the solver: the kernel plays by the games' laws - its legal moves and winners on random positions.

``TAROK_PBN_POSITIONS=100000`` looks at so many positions of each law instead of two thousand.
"""

from __future__ import annotations

import os
import random

import pytest

from tarok_pbn.analysis.engine import PythonEngine, engine
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import beginning, followed, moves_of
from tarok_pbn.games import games, get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.replay import replay
from tests import brute
from tests.endings import CASES, start, tokens

POSITIONS = int(os.environ.get("TAROK_PBN_POSITIONS", "2000"))
#: the kernel's table holds the ownership of no more cards than this of a 78-card pack
_DANISH = 20

needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")


@needs_kernel
@pytest.mark.parametrize("name", CASES)
def test_kernel_allows_what_the_law_allows_and_gives_the_trick_to_the_same_seat(name):
    rng = random.Random(f"laws {name}")
    seen, numbers, places = 0, set(), set()
    tricks = get(CASES[name].family).tricks
    while seen < POSITIONS:
        position, ending = start(name, tricks, rng)
        aims = [brute.Aims("points", frozenset({seat})) for seat in range(len(position.hands))]
        works = [engine(position, Aim("points", aim.side)) for aim in aims]
        assert not any(isinstance(work, PythonEngine) for work in works)
        while not position.over:
            moves = position.moves()
            for work in works[: 1 if seen % 8 else None]:
                assert work.moves() == sorted(moves), position
            numbers.add(position.trick)
            places.add(len(position.cards))
            move = rng.choice(moves)
            token = str(move).partition(" ")[0], "TSHDC"[move.named] if move.named >= 0 else ""
            before, (ending, won, cards) = ending, brute.played(ending, token)
            position = position.after(move)
            for work, aim in zip(works, aims, strict=True):
                # each trick counts something, so this says who won it, and who has the fool
                expected = 0 if won is None else brute.gained(before, aim, cards, won)
                assert work.advance(move) == expected, before
            assert position.leader == ending.leader
            seen += 1
    assert numbers == set(range(1, tricks + 1))
    assert places == set(range(len(works)))


@pytest.mark.parametrize("name", CASES)
def test_law_allows_what_its_page_says(name):
    """The Law objects and the brute force of the tests, both written from the rule pages, agree."""
    rng = random.Random(f"pages {name}")
    for _ in range(max(1, POSITIONS // 100)):
        position, other = start(name, _DANISH if name.startswith("danish") else get(CASES[name].family).tricks, rng)
        while not position.over:
            moves = position.moves()
            said = {(str(move).partition(" ")[0], "TSHDC"[move.named] if move.named >= 0 else "") for move in moves}
            assert said == set(brute.moves(other)), position
            move = rng.choice(moves)
            token = str(move).partition(" ")[0]
            other, _, _ = brute.played(other, (token, "TSHDC"[move.named] if move.named >= 0 else ""))
            position = position.after(move)
            assert position.leader == other.leader
            assert [tokens(hand) for hand in position.hands] == list(other.hands)


@needs_kernel
@pytest.mark.parametrize("family", games())
def test_recorded_hands_of_every_rule_set_can_be_followed(family):
    """What the random player plays under each rule set is legal for the kernel, card by card."""
    game = get(family)
    rng = random.Random(f"records {family}")
    solved = 0
    for ruleset in game.rulesets().values():
        for _ in range(max(2, POSITIONS // 300)):
            tags = {"Event": "Laws", "Rules": ruleset.name}
            record, _ = play_hand(game, ruleset.options, rng, tags=tags, dealer=rng.choice(game.seats))
            replayed = replay(record)
            moves = moves_of(replayed)
            if not moves or replayed.table is None:
                continue
            position = beginning(replayed.table, game, replayed.rules)
            skip = len(position.hands) * (game.tricks - _DANISH) if family == "dansk" else 0
            work = None
            for number, move in enumerate(moves):
                if number == skip:
                    work = engine(position, Aim("tricks", frozenset({0})))
                if work is not None:
                    assert work.moves() == sorted(position.moves())
                    work.advance(move)
                position = followed(position, move, replayed)
            solved += 1
    assert solved >= len(game.rulesets())
