"""A record analysed card by card: the value of best play before each, what each lost, and what decided the hand.

The values are found from the last card backwards, so that the table of the solver holds the endings when the longer
positions are asked; the value after a card is the value before the next one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tarok_pbn.analysis.alongside import interruptible
from tarok_pbn.analysis.engine import Bounds, Engine, engine, maximum
from tarok_pbn.analysis.position import ORDER, Move, Position, Unsolvable, followed, moves_of, position_at
from tarok_pbn.analysis.solver import Deadline, Limits
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.replay import Replay

__all__ = ["Analysis", "Step", "analyse"]


@dataclass(frozen=True, slots=True)
class Step:
    """A card that was played.

    trick, place: where, both from 1. seat: index. choices: how many legal cards there were.
    low, high: bounds of the side's final count with best play before the card; after_low, after_high: after it.
    better: the cards that would have kept the value, where this one did not.
    turned: whether it turned what decides the contract: from then on the other side has it with best play.
    """

    trick: int
    place: int
    seat: int
    move: Move
    choices: int
    low: int
    high: int
    after_low: int
    after_high: int
    wants: bool
    better: tuple[Move, ...] = ()
    turned: bool = False

    @property
    def exact(self) -> bool:
        """Whether both values are known."""
        return self.low == self.high and self.after_low == self.after_high

    @property
    def lost(self) -> int | None:
        """What the card lost for its player's side: thirds, tricks, or 1; None where it is not known.

        Less than 0 for a card against the rules, marked as a revoke, that was better than every legal one.
        """
        if not self.exact:
            return None
        return self.low - self.after_low if self.wants else self.after_low - self.low

    @property
    def place_words(self) -> str:
        """``trick 7, card 2``."""
        return f"trick {self.trick}, card {self.place}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """A record's play under one aim. Counts are the side's final count: thirds, tricks, or 0 and 1.

    start: the position before the first card. low, high: its value. steps: the recorded cards in order.
    result: the final count where the record shows all tricks, else None; complete: whether it does.
    open_until: number of steps, from the first, whose values were not proven within the limits.
    """

    start: Position
    aim: Aim
    low: int
    high: int
    steps: tuple[Step, ...]
    result: int | None
    open_until: int = 0
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def mistakes(self) -> list[Step]:
        """The cards that certainly lost something."""
        return [step for step in self.steps if (step.lost or 0) > 0]

    def lost_by(self, seats: frozenset[int]) -> int | None:
        """What the cards of some seats lost together; None where one of them is not known."""
        total = 0
        for step in self.steps:
            if step.seat in seats:
                lost = step.lost
                if lost is None:
                    return None
                total += lost
        return total


def analyse(
    replay: Replay,
    aim: Aim,
    limits: Limits | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Analysis:
    """Analyse the recorded cards.

    limits: seconds are for the hand as a whole, nodes for each question; where a position cannot be solved within them
    it and those before it are told with bounds. progress: called with (cards done, cards in all).
    Raises Unsolvable where there is no position to begin with, or a recorded card could not be played.
    """
    limits = limits or Limits()
    begun, deadline = time.monotonic(), Deadline(limits.seconds)
    positions = [position_at(replay)]
    moves = moves_of(replay)
    for move in moves:
        if positions[-1].over:
            break
        positions.append(followed(positions[-1], move, replay))
    moves = moves[: len(positions) - 1]
    if not moves:
        raise Unsolvable("the record shows no play", ORDER)
    counts = [position.counted(aim) for position in positions]
    found = _Search(positions, moves, counts, aim, limits, deadline).run(progress)
    low, high = found.bounds[0]
    steps = []
    for index, move in enumerate(moves):
        position = positions[index]
        before, after = found.bounds[index], found.bounds[index + 1]
        wants = aim.wants(position.turn)
        step = Step(
            position.trick,
            len(position.cards) + 1,
            position.turn,
            move,
            found.choices[index],
            *before,
            *after,
            wants,
            found.better.get(index, ()),
            _turned(aim, before, after, wants),
        )
        steps.append(step)
    result = counts[-1] if positions[-1].over else None
    unknown = next((n for n in range(len(steps), 0, -1) if not steps[n - 1].exact), 0)
    return Analysis(positions[0], aim, low, high, tuple(steps), result, unknown, found.nodes, time.monotonic() - begun)


def _turned(aim: Aim, before: tuple[int, int], after: tuple[int, int], wants: bool) -> bool:
    """Whether the decision passes to the other side by a card, as far as bounds prove it."""
    if aim.enough is None:
        return aim.kind == "trick" and before[0] == before[1] and after[0] == after[1] and before != after
    if aim.low:
        made = before[1] <= aim.enough, after[1] <= aim.enough
        failed = before[0] > aim.enough, after[0] > aim.enough
    else:
        made = before[0] >= aim.enough, after[0] >= aim.enough
        failed = before[1] < aim.enough, after[1] < aim.enough
    return (made[0] and failed[1]) or (failed[0] and made[1])


class _Search:
    """Bounds of the final count before each card and after the last, and what would have been better."""

    def __init__(
        self,
        positions: list[Position],
        moves: list[Move],
        counts: list[int],
        aim: Aim,
        limits: Limits,
        deadline: Deadline,
    ) -> None:
        self.positions, self.moves, self.counts, self.aim, self.limits = positions, moves, counts, aim, limits
        self.deadline = deadline
        self.bounds: list[tuple[int, int]] = [(0, 0)] * len(positions)
        self.better: dict[int, tuple[Move, ...]] = {}
        self.choices = [1] * len(moves)
        self.nodes = 0
        self.work, self.first = self._engine()

    def _engine(self) -> tuple[Engine, int]:
        """An engine for as early a position as one can be had, and the number of that position."""
        reason = Unsolvable("the record shows no play")
        for number, position in enumerate(self.positions[:-1]):
            try:
                return engine(position, self.aim, self.limits.memory), number
            except Unsolvable as why:
                reason = reason if number else why
        raise reason

    def run(self, progress: Callable[[int, int], object] | None) -> _Search:
        """From the last card to the first."""
        last = len(self.moves)
        with interruptible(self.work.stop) as run:
            if self.positions[last].over:
                self.bounds[last] = self.counts[last], self.counts[last]
            else:
                self.bounds[last] = self._value(run, last, -1)
            for index in range(last - 1, -1, -1):
                self._step(run, index)
                if progress is not None:
                    progress(last - index, last)
        return self

    def _step(self, run: Callable[[Callable[[], Bounds]], Bounds], index: int) -> None:
        legal = self.positions[index].moves()
        self.choices[index] = len(legal)
        after = self.bounds[index + 1]
        if index < self.first:
            count = self.counts[index]
            self.bounds[index] = count, count + maximum(self.positions[index], self.aim)
        elif legal == [self.moves[index]]:
            self.bounds[index] = after
        else:
            guess = after[0] - self.counts[index] if after[0] == after[1] else -1
            before = self.bounds[index] = self._value(run, index, guess)
            if before[0] == before[1] and after[0] == after[1] and before != after:
                self.better[index] = tuple(self._better(run, index, legal, before[0] - self.counts[index]))

    def _to(self, index: int) -> None:
        self.work.reset()
        for move in self.moves[self.first : index]:
            self.work.advance(move)

    def _value(self, run: Callable[[Callable[[], Bounds]], Bounds], index: int, guess: int) -> tuple[int, int]:
        self._to(index)
        left, nodes = self.deadline.left(), self.limits.nodes
        found = run(partial(self.work.value, guess=guess, seconds=left, nodes=nodes))
        self.nodes += found.nodes
        return self.counts[index] + found.low, self.counts[index] + found.high

    def _better(
        self, run: Callable[[Callable[[], Bounds]], Bounds], index: int, legal: list[Move], value: int
    ) -> Iterator[Move]:
        """The cards that keep *value*, each asked whether it does: the engine stands at the position already."""
        wants = self.aim.wants(self.positions[index].turn)
        low, high = (max(0, value - 1), value) if wants else (value, value + 1)
        for move in legal:
            if move == self.moves[index]:
                continue
            left, nodes = self.deadline.left(), self.limits.nodes
            found = run(partial(self.work.value_after, move, low=low, high=high, seconds=left, nodes=nodes))
            self.nodes += found.nodes
            if found.low == found.high == value:
                yield move
