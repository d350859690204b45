"""The two ways to solve a position behind one face: the native kernel, and plain Python for short endings."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from tarok_pbn.analysis.kernel import Codec, kernel_solver
from tarok_pbn.analysis.native import KernelSolver, backend, kernel
from tarok_pbn.analysis.position import Move, Position, Unsolvable
from tarok_pbn.games.kit.terms import Aim

__all__ = ["LONGEST", "MEMORY", "Bounds", "Engine", "PythonEngine", "engine", "maximum"]

#: bytes of the kernel's table unless another limit is given
MEMORY = 512 << 20
#: the longest time in seconds, and the most of anything, that the kernel can be told
_EVER, _MOST = 1e9, (1 << 62) - 1
#: cards a hand up to which plain Python solves
LONGEST = 6


class Bounds(NamedTuple):
    """What the side still gains lies between low and high, both included. nodes: positions that were looked at."""

    low: int
    high: int
    nodes: int = 0

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class Engine(Protocol):
    """Answers about the positions of one hand, and remembers what it has found.

    seconds, nodes: limits of one question, 0 none. guess: a likely value, -1 none.
    """

    def value(self, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0) -> Bounds:
        """What the side still gains, known to lie in [low, high]."""

    def value_after(
        self, move: Move, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0
    ) -> Bounds:
        """The same after a move, its own gain included."""

    def moves(self) -> list[Move]:
        """Legal moves."""

    def advance(self, move: Move) -> int:
        """Play a move, which the seat to play must hold; what the side gains by it at once."""

    def reset(self) -> None:
        """Back to the first position."""

    def stop(self) -> None:
        """End a question that another thread has asked."""


class _KernelEngine:
    """The native kernel."""

    def __init__(self, solver: KernelSolver, codec: Codec) -> None:
        self._solver = solver
        self._codec = codec

    def value(self, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0) -> Bounds:
        return Bounds(*self._solver.value(low, high, guess, min(seconds, _EVER), min(nodes, _MOST)))

    def value_after(
        self, move: Move, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0
    ) -> Bounds:
        move_of = self._codec.move(move)
        return Bounds(*self._solver.value_after(move_of, low, high, guess, min(seconds, _EVER), min(nodes, _MOST)))

    def moves(self) -> list[Move]:
        return sorted(self._codec.back(*move) for move in self._solver.moves())

    def advance(self, move: Move) -> int:
        return self._solver.advance(self._codec.move(move))

    def reset(self) -> None:
        self._solver.reset()

    def stop(self) -> None:
        self._solver.stop()


class _Stopped(Exception):
    """A limit was reached."""


class PythonEngine:
    """Alpha-beta over the law itself, with a table of the positions between two tricks."""

    def __init__(self, position: Position, aim: Aim) -> None:
        self._first = self._position = position
        self._aim = aim
        self._known: dict[tuple[int, int, tuple[int, ...]], tuple[int, int]] = {}
        self._nodes = self._most = 0
        self._until = 0.0
        self._ended = False

    def value(self, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0) -> Bounds:
        """See ``Engine``."""
        return self._bounds(lambda target: self._search(self._position, target), low, high, seconds, nodes)

    def value_after(
        self, move: Move, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0, nodes: int = 0
    ) -> Bounds:
        """See ``Engine``."""
        return self._bounds(lambda target: self._child(self._position, move, target), low, high, seconds, nodes)

    def _bounds(self, search: Callable[[int], int], low: int, high: int, seconds: float, nodes: int) -> Bounds:
        most = maximum(self._position, self._aim)
        low, high = max(0, low), most if high < 0 else min(high, most)
        before, self._most = self._nodes, self._nodes + nodes if nodes else 0
        self._until = time.monotonic() + seconds if seconds > 0 else 0.0
        try:
            while low < high:
                target = (low + high + 1) // 2
                value = search(target)
                if value >= target:
                    low = max(low, min(value, high))
                else:
                    high = min(high, max(value, low))
        except _Stopped:
            pass
        return Bounds(low, high, self._nodes - before)

    def moves(self) -> list[Move]:
        """See ``Engine``."""
        return self._position.moves()

    def advance(self, move: Move) -> int:
        """See ``Engine``."""
        before = self._position
        self._position = before.after(move)
        return _gained(before, self._position, self._aim)

    def reset(self) -> None:
        """See ``Engine``."""
        self._position = self._first

    def stop(self) -> None:
        """See ``Engine``."""
        self._ended = True

    def _search(self, position: Position, target: int) -> int:
        """A value that is at least *target* if and only if the true one is; then the true one is no less than it."""
        if position.over:
            return 0
        key = None
        if not position.cards:
            key = position.trick, position.leader, position.hands
            low, high = self._known.get(key, (0, 1 << 30))
            if low >= target:
                return low
            if high < target:
                return high
        self._nodes += 1
        if (
            self._ended
            or (self._most and self._nodes > self._most)
            or (self._until and self._nodes % 64 == 0 and time.monotonic() > self._until)
        ):
            raise _Stopped
        wants = self._aim.wants(position.turn)
        best = -1 if wants else 1 << 30
        for move in position.moves():
            value = self._child(position, move, target)
            best = max(best, value) if wants else min(best, value)
            if (best >= target) == wants:
                break
        if key is not None:
            low, high = self._known.get(key, (0, 1 << 30))
            self._known[key] = (max(low, best), high) if best >= target else (low, min(high, best))
        return best

    def _child(self, position: Position, move: Move, target: int) -> int:
        after = position.after(move)
        gain = _gained(position, after, self._aim)
        return gain + self._search(after, target - gain)


def _gained(before: Position, after: Position, aim: Aim) -> int:
    """What the side gains by the trick that has just ended, if one has."""
    return before.gain(aim, after.won[-1]) if len(after.won) > len(before.won) else 0


def maximum(position: Position, aim: Aim) -> int:
    """The most that can still be gained."""
    if aim.kind == "tricks":
        return position.tricks - position.trick + 1
    if aim.kind == "trick":
        return int(position.trick <= aim.trick)
    cards = sum(position.worth.cards[card] for card in position.left())
    return cards + sum(position.worth.tricks[position.trick :])


def engine(position: Position, aim: Aim, memory: int = MEMORY) -> Engine:
    """What solves the position and all that follow it.

    memory: bytes of the kernel's table at most. Raises Unsolvable where there is no kernel and more than six cards a
    hand are left, or where there are too many cards for the kernel's table.
    """
    native = kernel()
    if native is not None:
        found = kernel_solver(native, position, aim, min(memory, _MOST))
        if found is not None:
            return _KernelEngine(*found)
    left = position.tricks - position.trick + 1
    if left <= LONGEST:
        return PythonEngine(position, aim)
    if native is None:
        raise Unsolvable(
            f"{left} tricks are left at {position.place}; {backend()}, and without it endings of at most {LONGEST} "
            "tricks are solved"
        )
    raise Unsolvable(f"{left} tricks are left at {position.place}, more than the table can hold; ask from a later one")
