"""The double-dummy solver: a table of fixed deals, and bridge's own solver beside it as the field's yardstick.

Alone: ``python -m bench.solver``. Times are CPU seconds of one thread (median, 90 %, the longest), each position
with an empty table; nodes are the median, and those of all positions in a second.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from bench.timing import USUAL, Report, calibration
from tarok_pbn.analysis.engine import MEMORY, engine
from tarok_pbn.analysis.native import backend, kernel
from tarok_pbn.analysis.position import Position
from tarok_pbn.cards import PACK54, PACK78, bits
from tarok_pbn.games import get
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim

__all__ = ["ending", "solver"]

SEED = 2026
_PARTNERS, _ALONE = frozenset({0, 2}), frozenset({0})


def ending(family: str, cards: int, rng: random.Random) -> Position:
    """A random position of *cards* cards a hand under the plain law of the game, seat 0 the declarer."""
    game = get(family)
    rules = game.rulesets()[game.default].options
    pack = list(bits(PACK78 if family == "dansk" else PACK54))
    rng.shuffle(pack)
    n = len(game.seats)
    hands = [sum(1 << pack.pop() for _ in range(cards)) for _ in range(n)]
    table = Table(game.seats, list(hands), None)
    table.contract, table.declarer, table.partner = "druha", 0, 2 if n == 4 else None
    table.at_play, table.declared = list(hands), [[] for _ in range(n)]
    found = game.ahead.opening(table, rules)
    assert found is not None  # the contract is known
    number = game.tricks - cards + 1
    worth = game.ahead.worth(table, rules)
    return Position(game, rules, game.seats, tuple(hands), number, rng.randrange(n), found[0], worth, table=table)


def _points(side: frozenset[int]) -> Callable[[Position], Aim]:
    return lambda position: Aim("points", side)


def _tricks(position: Position) -> Aim:
    return Aim("tricks", _PARTNERS)


def _last(side: frozenset[int]) -> Callable[[Position], Aim]:
    return lambda position: Aim("trick", side, trick=position.tricks)


def _spent(row: _Row) -> tuple[list[float], list[int]]:
    """CPU seconds and nodes of each of the row's positions, each sorted."""
    rng = random.Random(SEED)
    spent, nodes = [], []
    for _ in range(row.deals):
        position = ending(row.family, row.cards, rng)
        start = time.process_time()
        work = engine(position, row.aim(position), MEMORY)
        if row.window:
            target = position.worth.total * row.cards // position.tricks // 2
            found = work.value(low=target - 1, high=target)
        else:
            found = work.value()
        spent.append(time.process_time() - start)
        nodes.append(found.nodes)
    return sorted(spent), sorted(nodes)


class _Row(NamedTuple):
    what: str
    family: str
    cards: int
    deals: int
    aim: Callable[[Position], Aim]
    window: bool = False  # only whether half of the points are made
    targets: tuple[float, float] | None = None  # seconds on a usual machine: median, 90 %


_ROWS = (
    _Row("points, 2 against 2, 6 cards", "taroky", 6, 100, _points(_PARTNERS)),
    _Row("points, 2 against 2, 8 cards", "taroky", 8, 100, _points(_PARTNERS)),
    _Row("points, 2 against 2, 10 cards", "taroky", 10, 60, _points(_PARTNERS)),
    _Row("points, 2 against 2, 11 cards", "taroky", 11, 40, _points(_PARTNERS)),
    _Row("points, 2 against 2, 12 cards", "taroky", 12, 40, _points(_PARTNERS), targets=(0.4, 2.0)),
    _Row("points, 1 against 3, 12 cards", "taroky", 12, 40, _points(_ALONE)),
    _Row("tricks, 2 against 2, 12 cards", "taroky", 12, 40, _tricks),
    _Row("last trick, 2 against 2, 12 cards", "taroky", 12, 40, _last(_PARTNERS)),
    _Row("half of the points or not, 12 cards", "taroky", 12, 40, _points(_PARTNERS), window=True),
    _Row("Danish, points, 1 against 2, 12 cards", "dansk", 12, 30, _points(_ALONE)),
    _Row("Danish, half or not, 20 cards", "dansk", 20, 30, _points(_ALONE), window=True),
    _Row("Danish, half or not, 25 cards", "dansk", 25, 10, _points(_ALONE), window=True),
    _Row("Danish, last trick, 20 cards", "dansk", 20, 20, _last(_ALONE)),
)


def solver(report: Report) -> None:
    """The rows of the solver."""
    if kernel() is None:
        report.row("double-dummy solver", "no native kernel", backend())
        return
    share = min(1.0, calibration() / USUAL)
    report.row("double-dummy solver", backend())
    for row in _ROWS:
        spent, nodes = _spent(row)
        median, most = spent[len(spent) // 2], spent[int(len(spent) * 0.9)]
        figure = f"{_told(median)}, 90 % {_told(most)}, longest {_told(spent[-1])}"
        searched = f"{nodes[len(nodes) // 2]:,} nodes, {sum(nodes) / sum(spent) / 1e6:.1f} M/s"
        if row.targets is None:
            report.row(f"  {row.what}", figure, searched)
        else:
            wanted, longest = row.targets[0] / share, row.targets[1] / share
            limits = f"{_told(wanted)}, 90 % {_told(longest)}; {searched}"
            report.row(f"  {row.what}", figure, limits, median < wanted and most < longest)
    _bridge(report)


def _told(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _bridge(report: Report) -> None:
    """endplay's double-dummy solver on random bridge deals."""
    try:
        from endplay.dds import calc_dd_table, solve_board
        from endplay.dealer import generate_deals
        from endplay.types import Denom
    except ImportError:
        report.row("  bridge, endplay", "not installed")
        return
    deals = list(generate_deals(seed=SEED, produce=30))
    tables, boards = [], []
    for deal in deals:
        start = time.process_time()
        calc_dd_table(deal)
        tables.append(time.process_time() - start)
        deal.trump = Denom.nt
        start = time.process_time()
        solve_board(deal)
        boards.append(time.process_time() - start)
    for what, spent in (("table of 20 results", sorted(tables)), ("one strain, one leader", sorted(boards))):
        middle, most = spent[len(spent) // 2], spent[int(len(spent) * 0.9)]
        report.row(f"  bridge, endplay, {what}", f"{_told(middle)}, 90 % {_told(most)}, longest {_told(spent[-1])}")


def main() -> int:
    """``python -m bench.solver``"""
    report = Report()
    solver(report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
