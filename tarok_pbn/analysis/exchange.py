"""What the exchange cost: other discards and the other half of the talon, each solved with all hands open.

The script of the game is driven again with another answer, so that what may be laid away, who the partner then is and
whose the talon is are the game's own business. Every card is taken to be played with best play afterwards.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb

from tarok_pbn.analysis.alongside import awaited
from tarok_pbn.analysis.engine import Engine, engine
from tarok_pbn.analysis.position import Position, Unsolvable, beginning
from tarok_pbn.analysis.solver import Deadline, Limits, divided, solve
from tarok_pbn.cards import bits
from tarok_pbn.drive import Driver, Stopped
from tarok_pbn.games.kit.decision import EXCHANGE, Answer, Decision, Lay, PlayCard, Say
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.replay import Replay
from tarok_pbn.setup import set_table

__all__ = ["Exchange", "Other", "exchange_cost"]

_TAKES = "takes:"


@dataclass(frozen=True, slots=True)
class Other:
    """The best that was found with another exchange.

    takes: the word of the other half, "" for the recorded one. laid: mask of the discard. low, high: the final count.
    """

    takes: str
    laid: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a seat's exchange came to. Counts are the aim's side's final count with best play from the first lead.

    taken: the recorded word (``takes:1-3``) or ""; laid: mask of the discard. low, high: with what was recorded.
    wants: whether the seat wants the count high.
    discard: the best other discard that is better for the seat, with the recorded half; half: with another half.
    looked, of: how many of the possible exchanges were looked at; all of them: nothing better exists.
    """

    seat: int
    taken: str
    laid: int
    low: int
    high: int
    wants: bool
    discard: Other | None = None
    half: Other | None = None
    looked: int = 0
    of: int = 0
    seconds: float = field(default=0.0, compare=False)

    def cost(self, other: Other | None) -> int | None:
        """What the recorded exchange lost against another one: at least so much; None where it is not known."""
        if other is None:
            return 0 if self.looked == self.of else None
        return other.low - self.high if self.wants else self.low - other.high


class _Drive:
    """One run of the script up to the first lead, with some answers changed."""

    def __init__(self, replay: Replay, takes: dict[int, str], lays: dict[int, int]) -> None:
        assert replay.table is not None  # whoever asks has a position
        assert replay.game is not None
        game = replay.game
        self.replay, self.takes, self.lays = replay, takes, lays
        #: seat -> the words it may take by, its word; seat -> how much may be laid away from what
        self.draws: dict[int, tuple[tuple[str, ...], str]] = {}
        self.discards: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}
        self.laid: dict[int, int] = {}
        self.table = table = set_table(replay.record, game, [])
        table.stated, table.given = dict(replay.table.stated), set(replay.table.given)
        driver, script = Driver(replay.record, game, table), game.script(table, replay.rules)
        decision = next(script, None)
        try:
            while decision is not None and not isinstance(decision, PlayCard):
                decision = script.send(self._answer(decision, driver.answer(decision)))
        except StopIteration:
            pass
        except Stopped as stop:
            raise Unsolvable(f"the {stop.phase.lower()} stops too early") from stop
        script.close()

    def _answer(self, decision: Decision, answer: Answer) -> Answer:
        seat, said = answer
        if isinstance(decision, Say) and decision.phase == EXCHANGE and isinstance(said, str):
            words = tuple(word for word in decision.words if word.startswith(_TAKES))
            if words and said.startswith(_TAKES):
                said = self.takes.get(seat, said)
                self.draws[seat] = words, said
                return seat, said
        if isinstance(decision, Lay) and decision.verb == "lays":
            said = self.lays.get(seat, said)
            self.discards[seat] = decision.count, decision.choices
            if isinstance(said, int):
                self.laid[seat] = said
            return seat, said
        return answer

    def position(self) -> Position:
        """The position before the first lead."""
        assert self.replay.game is not None
        return beginning(self.table, self.replay.game, self.replay.rules)


def exchange_cost(
    replay: Replay,
    aim: Aim,
    limits: Limits | None = None,
    *,
    value: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Exchange]:
    """The exchange of every seat that laid cards away, or could have.

    limits: seconds are for all of it; the exchanges that are nearest to the recorded one are looked at first. threads:
    how many side by side; one after the other under a limit of nodes. value: the final count with what was recorded,
    where it has been found already.
    progress: called with (exchanges done, of how many). Raises Unsolvable where the record has no position before the
    first lead.
    """
    limits = limits or Limits()
    deadline = Deadline(limits.seconds)
    recorded = _Drive(replay, {}, {})
    recorded.position()  # raises where hands are not known
    if "Exchange" not in recorded.table.given:
        return []
    seats = [_Seat(replay, aim, recorded, seat, limits, deadline, value) for seat in sorted(recorded.laid)]
    return [seat.cost(progress) for seat in seats]


class _Seat:
    """The exchange of one seat."""

    def __init__(
        self,
        replay: Replay,
        aim: Aim,
        recorded: _Drive,
        seat: int,
        limits: Limits,
        deadline: Deadline,
        value: int | None,
    ) -> None:
        self.replay, self.aim, self.recorded, self.seat = replay, aim, recorded, seat
        self.deadline, self.value = deadline, value
        self.wants = aim.wants(seat)
        wanted = 1 if limits.nodes else limits.threads or os.cpu_count() or 1
        self.limits, self.threads = divided(limits, wanted) if wanted > 1 else (limits, 1)
        self.running: set[Engine] = set()
        self.ended = False

    def cost(self, progress: Callable[[int, int], object] | None) -> Exchange:
        """Look at what else could have been laid away and taken."""
        begun, seat = time.monotonic(), self.seat
        words, taken = self.recorded.draws.get(seat, ((), ""))
        laid = self.recorded.laid[seat]
        low, high = (self.value, self.value) if self.value is not None else self._now()
        result = Exchange(seat, taken, laid, low, high, self.wants)
        if low != high:
            return replace(result, of=1)
        best: dict[str, Other] = {}
        looked = 1
        halves = [("", self.recorded)] + [
            (word, _Drive(self.replay, {seat: word}, {})) for word in words if word != taken and len(words) > 1
        ]
        sizes = [_size(drive, seat) for _, drive in halves]
        of = sum(sizes)
        for word, drive in halves:
            mark = result.low
            for mask, least, most, number in self._better(word, drive, mark, laid if not word else 0):
                looked += number
                if progress is not None:
                    progress(looked, of)
                if least is not None and most is not None:
                    best["half" if word else "discard"] = Other(word, mask, least, most)
        return replace(
            result,
            discard=best.get("discard"),
            half=best.get("half"),
            looked=min(looked, of),
            of=of,
            seconds=time.monotonic() - begun,
        )

    def _now(self) -> tuple[int, int]:
        """Bounds of the count with what was recorded."""
        limits = replace(self.limits, seconds=self.deadline.left())
        now = solve(self.recorded.position(), self.aim, limits, choices=False)
        return now.low, now.high

    def _better(
        self, word: str, drive: _Drive, mark: int, recorded: int
    ) -> Iterator[tuple[int, int | None, int | None, int]]:
        """(discard, bounds of its count where it beats all before it, how many were looked at)."""
        like = recorded or self.recorded.laid[self.seat]
        masks = [mask for mask in _masks(drive, self.seat, like) if mask != recorded]
        with ThreadPoolExecutor(self.threads) as pool:
            for start in range(0, len(masks), self.threads):
                if self.deadline.over:
                    return
                block = masks[start : start + self.threads]
                futures = [pool.submit(self._beats, word, mask, mark) for mask in block]
                results = [awaited(future, self._end) for future in futures]
                yield 0, None, None, len([r for r in results if r is not None])
                for mask, result in zip(block, results, strict=True):
                    if result is None or not result[0]:
                        continue
                    low, high = result[1], result[2]
                    if (low > mark) if self.wants else (high < mark):
                        mark = low if self.wants else high
                        yield mask, low, high, 0

    def _end(self) -> None:
        """The user has had enough."""
        self.ended = True
        for work in list(self.running):
            work.stop()

    def _beats(self, word: str, mask: int, mark: int) -> tuple[bool, int, int] | None:
        """Whether a discard is better than *mark*, and its count; None where the limits did not allow to say."""
        try:
            drive = _Drive(self.replay, {self.seat: word} if word else {}, {self.seat: mask})
            position = drive.position()
        except Unsolvable:
            return False, 0, 0
        work = engine(position, self.aim, self.limits.memory)
        self.running.add(work)
        try:
            return None if self.ended else self._counted(work, position.counted(self.aim), mark)
        finally:
            self.running.remove(work)

    def _counted(self, work: Engine, had: int, mark: int) -> tuple[bool, int, int] | None:
        """Whether the position of an engine is worth more than *mark*, and its count. had: what is counted already."""
        left, nodes = self.deadline.left(), self.limits.nodes
        target = mark - had + 1 if self.wants else mark - had
        if target <= 0:
            better = self.wants
        else:
            first = work.value(low=target - 1, high=target, seconds=left, nodes=nodes)
            if not first.exact:
                return None
            better = (first.low >= target) == self.wants
        if not better:
            return False, 0, 0
        low, high = (max(0, target), -1) if self.wants else (0, target - 1)
        bounds = work.value(low=low, high=high, seconds=left, nodes=nodes)
        return True, had + bounds.low, had + bounds.high


def _size(drive: _Drive, seat: int) -> int:
    if seat not in drive.discards:
        return 1
    count, choices = drive.discards[seat]
    return sum(
        comb((allowed & ~forced).bit_count(), count - forced.bit_count())
        for forced, allowed in choices
        if count >= forced.bit_count()
    )


def _masks(drive: _Drive, seat: int, like: int) -> list[int]:
    """The legal discards, those most like another one first."""
    count, choices = drive.discards.get(seat, (0, ()))
    found = {
        forced | sum(1 << card for card in cards)
        for forced, allowed in choices
        if count >= forced.bit_count()
        for cards in combinations(list(bits(allowed & ~forced)), count - forced.bit_count())
    }
    return sorted(found, key=lambda mask: ((mask & ~like).bit_count(), mask))
