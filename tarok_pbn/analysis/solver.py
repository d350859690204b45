"""Solves positions with all hands open: the value of best play, and every card that keeps it.

Two sides, whatever the game: the seats of the aim's side and all others, each side playing as one that sees every
card. Where each seat plays for itself that is one against the rest.
"""

from __future__ import annotations

import os
import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial

from tarok_pbn.analysis.alongside import alongside, interruptible
from tarok_pbn.analysis.engine import MEMORY, Bounds, engine
from tarok_pbn.analysis.position import Move, Position
from tarok_pbn.games.kit.terms import Aim

__all__ = ["Choice", "Deadline", "Limits", "Solution", "divided", "solve"]

#: bytes that a table of the kernel takes at least
_LEAST = 1 << 18
#: tables for which there is room under a limit of nodes, however many there are: what is found depends on their size
_ROOM = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solution may take. seconds, nodes: for the whole of it, 0 no limit; then the answer may be bounds.

    memory: bytes of the tables of all threads together. threads: how many moves are looked at side by side, 0 one for
    each processor; under a limit of nodes one after the other, so that the answer is always the same. Values do not
    depend on the threads; bounds at a limit of time may.
    """

    seconds: float = 0.0
    nodes: int = 0
    memory: int = MEMORY
    threads: int = 1


def divided(limits: Limits, jobs: int) -> tuple[Limits, int]:
    """The limits of each of so many hands that are looked at side by side, and how many can be.

    Their tables together take no more than *limits* allow. Under a limit of nodes they are of one size for any number
    of jobs, since what is found before a limit depends on it.
    """
    share = max(limits.memory // (_ROOM if limits.nodes else jobs), _LEAST)
    return replace(limits, memory=share), max(1, min(jobs, limits.memory // share))


class Deadline:
    """When a limit of time is over. seconds: from now on, 0 no limit."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds if seconds > 0 else 0.0

    def left(self) -> float:
        """Seconds for the next question, 0 no limit; never less than a moment, so that it is none without limit."""
        return max(1e-6, self._until - time.monotonic()) if self._until else 0.0

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return bool(self._until) and time.monotonic() >= self._until


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal card and the final count of the side after it, between low and high."""

    move: Move
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the count is known."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Solution:
    """The final count of the side with best play of both, between low and high, what it has already included.

    choices: the legal cards with theirs, best for the seat to play first; empty where nothing is left to play or only
    the value was asked. had: what the side has already. nodes: positions looked at. seconds: elapsed.
    """

    position: Position
    aim: Aim
    low: int
    high: int
    had: int
    choices: tuple[Choice, ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def exact(self) -> bool:
        """Whether the value is known; otherwise low and high are what was proven within the limits."""
        return self.low == self.high

    @property
    def best(self) -> list[Move]:
        """Every card that is certainly as good as any."""
        if not self.choices:
            return []
        if self.aim.wants(self.position.turn):
            most = max(choice.high for choice in self.choices)
            return [choice.move for choice in self.choices if choice.low >= most]
        least = min(choice.low for choice in self.choices)
        return [choice.move for choice in self.choices if choice.high <= least]


def solve(position: Position, aim: Aim, limits: Limits | None = None, *, choices: bool = True) -> Solution:
    """The value of a position, and with *choices* that of each legal card.

    Raises Unsolvable where there is no engine for it.
    """
    limits = limits or Limits()
    begun, had = time.monotonic(), position.counted(aim)
    if position.over:
        return Solution(position, aim, had, had, had)
    if not choices:
        work = engine(position, aim, limits.memory)
        with interruptible(work.stop) as run:
            found = run(lambda: work.value(seconds=limits.seconds, nodes=limits.nodes))
        return Solution(
            position, aim, had + found.low, had + found.high, had, (), found.nodes, time.monotonic() - begun
        )
    moves = position.moves()
    threads = 1 if limits.nodes else min(limits.threads or os.cpu_count() or 1, len(moves))
    if threads > 1:
        share, threads = divided(limits, threads)
        bounds = _side_by_side(position, aim, share, moves, threads)
    else:
        bounds = _one_by_one(position, aim, limits, moves)
    wants = aim.wants(position.turn)
    pick = max if wants else min
    low, high = pick(b.low for b in bounds), pick(b.high for b in bounds)
    told = [Choice(move, had + b.low, had + b.high) for move, b in zip(moves, bounds, strict=True)]
    told.sort(key=lambda c: ((-c.low, -c.high) if wants else (c.high, c.low), c.move))
    nodes = sum(b.nodes for b in bounds)
    return Solution(position, aim, had + low, had + high, had, tuple(told), nodes, time.monotonic() - begun)


def _one_by_one(position: Position, aim: Aim, limits: Limits, moves: list[Move]) -> list[Bounds]:
    work, deadline = engine(position, aim, limits.memory), Deadline(limits.seconds)
    found: list[Bounds] = []
    spent, guess = 0, -1
    with interruptible(work.stop) as run:
        for move in moves:
            nodes = max(1, limits.nodes - spent) if limits.nodes else 0
            bounds = run(partial(work.value_after, move, guess=guess, seconds=deadline.left(), nodes=nodes))
            spent += bounds.nodes
            guess = bounds.low
            found.append(bounds)
    return found


def _side_by_side(position: Position, aim: Aim, limits: Limits, moves: list[Move], threads: int) -> list[Bounds]:
    """Each thread has an engine of its own and takes the next move that is left. limits: memory of each."""
    works = [engine(position, aim, limits.memory) for _ in range(threads)]
    deadline, idle = Deadline(limits.seconds), list(works)

    def one(move: Move) -> Bounds:
        work = idle.pop()
        try:
            return work.value_after(move, seconds=deadline.left())
        finally:
            idle.append(work)

    def stop(_: Move) -> None:
        for work in works:
            work.stop()

    with closing(alongside(iter(moves), threads, one, stop)) as answers:
        return [bounds for _, bounds in answers]
