"""The double-dummy solver: a table of fixed deals, and bridge's own solver beside it as the field's yardstick.

Alone: ``python -m bench.solver``. Times are CPU seconds of one thread, each position with an empty table.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

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
    found = game.law(table, rules)
    assert found is not None  # the contract is known
    number = game.tricks - cards + 1
    worth = game.worth(table, rules)
    return Position(game, rules, game.seats, tuple(hands), number, rng.randrange(n), found[0], worth, table=table)


def _points(side: frozenset[int]) -> Callable[[Position], Aim]:
    return lambda position: Aim("points", side)


def _tricks(position: Position) -> Aim:
    return Aim("tricks", _PARTNERS)


def _last(side: frozenset[int]) -> Callable[[Position], Aim]:
    return lambda position: Aim("trick", side, trick=position.tricks)


def _seconds(family: str, cards: int, count: int, aim: Callable[[Position], Aim], window: bool = False) -> list[float]:
    """CPU seconds of each of *count* positions, sorted. window: only whether half of the points are made."""
    rng = random.Random(SEED)
    spent = []
    for _ in range(count):
        position = ending(family, cards, rng)
        start = time.process_time()
        work = engine(position, aim(position), MEMORY)
        if window:
            target = position.worth.total * cards // position.tricks // 2
            work.value(low=target - 1, high=target)
        else:
            work.value()
        spent.append(time.process_time() - start)
    return sorted(spent)


#: what, family, cards, how many, aim, window, targets on a usual machine (median, 90 %)
_ROWS: tuple[tuple[str, str, int, int, Callable[[Position], Aim], bool, tuple[float, float] | None], ...] = (
    ("points, 2 against 2, 6 cards", "taroky", 6, 100, _points(_PARTNERS), False, None),
    ("points, 2 against 2, 8 cards", "taroky", 8, 100, _points(_PARTNERS), False, None),
    ("points, 2 against 2, 10 cards", "taroky", 10, 60, _points(_PARTNERS), False, None),
    ("points, 2 against 2, 11 cards", "taroky", 11, 40, _points(_PARTNERS), False, None),
    ("points, 2 against 2, 12 cards", "taroky", 12, 40, _points(_PARTNERS), False, (0.4, 2.0)),
    ("points, 1 against 3, 12 cards", "taroky", 12, 40, _points(_ALONE), False, None),
    ("tricks, 2 against 2, 12 cards", "taroky", 12, 40, _tricks, False, None),
    ("last trick, 2 against 2, 12 cards", "taroky", 12, 40, _last(_PARTNERS), False, None),
    ("half of the points or not, 12 cards", "taroky", 12, 40, _points(_PARTNERS), True, None),
    ("Danish, half or not, 20 cards", "dansk", 20, 30, _points(_ALONE), True, None),
    ("Danish, last trick, 16 cards", "dansk", 16, 30, _last(_ALONE), False, None),
    ("Danish, last trick, 18 cards", "dansk", 18, 20, _last(_ALONE), False, None),
)


def solver(report: Report) -> None:
    """The rows of the solver."""
    if kernel() is None:
        report.row("double-dummy solver", "no native kernel", backend())
        return
    share = min(1.0, calibration() / USUAL)
    report.row("double-dummy solver", backend())
    for what, family, cards, count, aim, window, targets in _ROWS:
        spent = _seconds(family, cards, count, aim, window)
        median, most = spent[len(spent) // 2], spent[int(len(spent) * 0.9)]
        figure = f"{_told(median)}, 90 % {_told(most)}, all {_told(spent[-1])}"
        if targets is None:
            report.row(f"  {what}", figure)
        else:
            limits = f"{_told(targets[0] / share)}, 90 % {_told(targets[1] / share)}"
            met = median < targets[0] / share and most < targets[1] / share
            report.row(f"  {what}", figure, limits, met)
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
        report.row(f"  bridge, endplay, {what}", f"{_told(middle)}, 90 % {_told(most)}, all {_told(spent[-1])}")


def main() -> int:
    """``python -m bench.solver``"""
    report = Report()
    solver(report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
