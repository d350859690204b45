"""The full check beside python-chess: as a wheel has it, compiled by mypyc, and in plain Python.

Alone: ``python -m bench.checking``. ``make bench`` puts the compiled package into build/compiled; where it is not
there, the targets are plain Python's.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench import corpus
from bench.timing import USUAL, Report, by_turns, loop
from tarok_pbn.check import check_bytes
from tarok_pbn.shipped import checks

__all__ = ["checking"]

HANDS = 1500
ROUNDS = 5
#: cards that are played in a hand of the corpus
CARDS = 48
ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"


class Rates(NamedTuple):
    """Records, chess moves (0 without python-chess) and turns of the calibration loop in a second."""

    records: float
    moves: float
    turns: float


def _measured() -> Rates:
    """Measures by turns, once the process has read other records.

    Each round checks records of its own: a file that is checked a second time finds its own hands, talons and scores
    in the caches, and an archive does not.
    """
    sum(1 for _ in check_bytes(corpus.records(HANDS).encode()))
    files = [corpus.records(HANDS, seed=corpus.SEED + number).encode() for number in range(1, ROUNDS + 1)]

    def check() -> None:
        sum(1 for _ in check_bytes(files.pop()))

    read, moves = _chess()
    checked, reading, turning = by_turns(check, read, loop, rounds=ROUNDS)
    return Rates(HANDS / checked, moves / reading, 1e6 / turning)


def _chess() -> tuple[Callable[[], None], int]:
    """A reading of chess games, and how many moves are in them; 0 where python-chess is not installed."""
    try:
        import chess.pgn
    except ImportError:
        return (lambda: None), 0
    games, moves = corpus.chess_games(120)

    def read() -> None:
        file = io.StringIO(games)
        while chess.pgn.read_game(file) is not None:
            pass

    return read, moves


def _compiled() -> Rates | None:
    """The same measured in a process of the compiled package; None where that was not built."""
    if not (COMPILED / "tarok_pbn").is_dir():
        return None
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(COMPILED), str(ROOT)))}
    command = [sys.executable, "-P", "-m", "bench.checking", "--measure"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    how, *rates = json.loads(done.stdout)
    assert how == "compiled by mypyc", f"{COMPILED} is {how}"
    return Rates(*rates)


def checking(report: Report) -> None:
    """The rows of the full check of records not met before."""
    compiled = _compiled()
    _rows(report, "full check, plain Python", _measured(), judged=compiled is None)
    if compiled is not None:
        _rows(report, "full check, compiled by mypyc", compiled, judged=True)


def _rows(report: Report, what: str, rates: Rates, *, judged: bool) -> None:
    share = rates.turns / USUAL
    usual = f"5,000 on a usual machine; here x {share:.2f}" if judged else ""
    report.row(what, f"{rates.records:,.0f} records/s", usual, rates.records >= 5000 * share if judged else None)
    if not rates.moves:
        report.row("  python-chess read_game", "not installed")
        return
    ratio = rates.records * CARDS / rates.moves
    report.row(
        f"  cards beside {rates.moves:,.0f} moves/s of python-chess", f"{ratio:.2f} x", "5 x" if judged else "",
        ratio >= 5 if judged else None,
    )  # fmt: skip


def main() -> int:
    """``python -m bench.checking``"""
    if sys.argv[1:] == ["--measure"]:
        print(json.dumps([checks(), *_measured()]))
        return 0
    report = Report()
    checking(report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
