"""How often a contract is made: many deals, each solved with all hands open.

Only contracts that are played with the cards as they were dealt can be asked about: what a player would take from the
talon and lay away is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from tarok_pbn.analysis.aims import aim_words, aims_for
from tarok_pbn.analysis.alongside import alongside
from tarok_pbn.analysis.engine import Engine, engine
from tarok_pbn.analysis.means import mean_of
from tarok_pbn.analysis.position import Position, Unsolvable, position_at
from tarok_pbn.analysis.solver import Limits
from tarok_pbn.archive.interval import wilson
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.record import Record
from tarok_pbn.replay import replay

__all__ = ["Contract", "Simulation", "Solved", "simulated"]


class Contract(NamedTuple):
    """What is played, and what is asked about it.

    word: of the game. declarer: seat letter, "" for a contract without one. called: the card, "" for none.
    objective, side: as for ``aims_for``.
    """

    word: str
    declarer: str = ""
    called: str = ""
    objective: str = ""
    side: str = ""


class Solved(NamedTuple):
    """One deal: whether the side makes it (None: not proven, or nothing to make), and bounds of its final count."""

    made: bool | None
    low: int
    high: int


@dataclass(slots=True)
class Simulation:
    """What many deals came to. Counts are of the aim's side, in thirds, tricks, or 0 and 1.

    about: what is counted, in words. target: the count that decides, None where none does. low: at most so much.
    open: deals that were not solved within the limits; bounds: sums of the least and the most that they count.
    """

    about: str = ""
    target: int | None = None
    kind: str = ""
    low: bool = False
    deals: int = 0
    made: int = 0
    open: int = 0
    total: int = 0
    squares: int = 0
    bounds: tuple[int, int] = (0, 0)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, at 95 %, of the part of the deals that is made.

        Deals that are open count as lost for its lower end and as made for its upper one.
        """
        return wilson(self.made, self.deals)[0], wilson(self.made + self.open, self.deals)[1]

    @property
    def mean(self) -> tuple[Fraction, float, float]:
        """Mean count of the deals that were solved, and Student's interval at 95 % (the mean itself for one deal).

        Deals that are open are left out of both, and they are not like the others; ``mean_bounds`` is about all.
        """
        return mean_of(self.deals - self.open, self.total, self.squares)

    @property
    def mean_bounds(self) -> tuple[Fraction, Fraction]:
        """What the mean count of all deals lies between, those among them that were not solved."""
        least, most = self.bounds
        return Fraction(self.total + least, self.deals), Fraction(self.total + most, self.deals)

    def note(self, position: Position, aim: Aim) -> None:
        """What is asked of a deal; the same of all of them, but the partner may sit elsewhere."""
        about = aim_words(position, aim)
        if not self.about:
            self.about, self.target, self.kind, self.low = about, aim.target, aim.kind, aim.low
        elif about != self.about:
            self.about = aim_words(position, aim, "the side")

    def add(self, solved: Solved) -> None:
        """One more deal."""
        self.deals += 1
        if self.target is not None:
            self.made += solved.made is True
            self.open += solved.made is None
        elif solved.low == solved.high:
            self.total += solved.low
            self.squares += solved.low**2
        else:
            self.open += 1
            self.bounds = self.bounds[0] + solved.low, self.bounds[1] + solved.high


def _position(record: Record, contract: Contract) -> tuple[Position, Aim]:
    """The position before the first lead, and what is asked. Raises Unsolvable and UnknownAim."""
    record.set("Contract", contract.word)
    if contract.declarer:
        record.set("Declarer", contract.declarer)
    if contract.called:
        record.set("Called", contract.called)
    found = replay(record)
    assert found.game is not None  # the deal was made for one
    assert found.table is not None
    fault = next((finding for finding in found.findings if finding.severity == "error"), None)
    if fault is not None:
        raise Unsolvable(fault.message.rstrip(".") + (f" ({fault.help.rstrip('.')})" if fault.help else ""))
    if None in found.table.at_play:
        raise Unsolvable(f"{contract.word} is played after an exchange with the talon, which is not decided here")
    position = position_at(found)
    return position, aims_for(position, contract.objective, contract.side)[0]


class _Question:
    """One deal on its way to the solver."""

    def __init__(self, record: Record, contract: Contract, limits: Limits) -> None:
        self.limits = limits
        self.position, self.aim = _position(record, contract)
        self.work: Engine = engine(self.position, self.aim, limits.memory)

    def stop(self) -> None:
        """End ``solved``."""
        self.work.stop()

    def solved(self) -> Solved:
        """The answer; where a count decides, only whether it is reached is asked."""
        aim, had, limits = self.aim, self.position.counted(self.aim), self.limits
        if aim.target is None:
            found = self.work.value(seconds=limits.seconds, nodes=limits.nodes)
            return Solved(None, had + found.low, had + found.high)
        edge = aim.target - had + (1 if aim.low else 0)  # the count from which on it is made, or no longer
        if edge <= 0:
            return Solved(not aim.low, had, had)
        found = self.work.value(low=edge - 1, high=edge, seconds=limits.seconds, nodes=limits.nodes)
        if not found.exact:
            return Solved(None, had + found.low, had + found.high)
        return Solved((found.low >= edge) != aim.low, had + found.low, had + found.high)


def simulated(
    records: Iterator[Record],
    contract: Contract,
    count: int,
    limits: Limits,
    progress: Callable[[int, int], object] | None = None,
    *,
    result: Simulation | None = None,
) -> Simulation:
    """Solve so many records of deals, ``limits.threads`` of them side by side; fewer where they end before.

    seconds and nodes are for each deal. progress: called with (deals solved, deals solved). result: what is added to,
    so that after Ctrl-C it tells what was done. Raises Unsolvable for a
    contract that cannot be asked about and UnknownAim for an objective that there is not, with the first deal.
    """
    result = Simulation() if result is None else result
    threads = max(1, limits.threads)
    each = replace(limits, memory=limits.memory // threads)

    def questions() -> Iterator[_Question]:
        for record in islice(records, count):
            question = _Question(record, contract, each)
            result.note(question.position, question.aim)
            yield question

    with closing(alongside(questions(), threads, _Question.solved, _Question.stop)) as answers:
        for _, solved in answers:
            result.add(solved)
            if progress is not None:
                progress(result.deals, result.deals)
    return result
