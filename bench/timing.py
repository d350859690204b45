"""How the benchmarks measure, and how they tell."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["USUAL", "Report", "best", "by_turns", "calibration", "loop"]

#: loops per second of the calibration loop on a usual machine (CPython 3.11, 2020s laptop)
USUAL = 22e6


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """Least CPU seconds of *rounds* runs."""
    least = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def by_turns(*works: Callable[[], object], rounds: int = 5) -> list[float]:
    """Least CPU seconds of each, the works in turn: what slows the machine down for a while slows all of them."""
    least = [float("inf")] * len(works)
    for _ in range(rounds):
        least = [min(before, best(work, 1)) for before, work in zip(least, works, strict=True)]
    return least


def loop() -> None:
    """A million turns of a plain loop."""
    x = 0
    for i in range(1_000_000):
        x += i & 3


def calibration() -> float:
    """Iterations per second of a plain loop."""
    return 1e6 / best(loop)


class Report:
    """Prints rows and remembers whether a target was missed."""

    def __init__(self) -> None:
        self.missed = 0

    def row(self, what: str, figure: str, target: str = "", met: bool | None = None) -> None:
        """One line; *met* None where there is no target."""
        verdict = "" if met is None else "ok" if met else "MISSED"
        self.missed += met is False
        print(f"{what:<46} {figure:>22}   {target:<34} {verdict}")
