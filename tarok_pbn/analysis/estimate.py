"""Single-dummy estimate: which card is best on average over the deals that its player cannot tell apart.

Each deal by lot (``worlds``) is solved with all hands open, every legal card; the cards are ranked by what they lose in
the mean against the best one, deal by deal, so that what the deals differ in counts for nothing. It is an estimate of a
guess: in each deal everybody is taken to see all cards afterwards, the player too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from tarok_pbn.analysis.aims import NAMES, UnknownAim, aim_words, aims_for
from tarok_pbn.analysis.alongside import alongside
from tarok_pbn.analysis.engine import Engine, engine
from tarok_pbn.analysis.knowledge import Knowledge
from tarok_pbn.analysis.means import mean_of
from tarok_pbn.analysis.position import HANDS, ORDER, Move, Position, Unsolvable
from tarok_pbn.analysis.solver import Deadline, Limits
from tarok_pbn.analysis.worlds import World, Worlds
from tarok_pbn.games.kit.terms import Aim

__all__ = ["TRIES", "Estimate", "Ranked", "estimated"]

#: so many tries in a row without a deal that agrees, and it is given up
TRIES = 5_000
#: families of findings whose errors no deal can agree with
_AGAINST = HANDS + "M" + ORDER


@dataclass(frozen=True, slots=True)
class Ranked:
    """A card. rank: from 1, cards that lose the same share one. Counts are thirds, tricks, or 0 and 1.

    mean: of the final count of the aim's side. loss: mean of what the card loses against the best card of all, in its
    player's eyes; low, high: its interval at 95 % (the loss itself where one deal says nothing of it).
    best: deals in which no card is better. made: deals in which the count that decides is reached, None where none is.
    """

    move: Move
    rank: int
    mean: Fraction
    loss: Fraction
    low: float
    high: float
    best: int
    made: int | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the cards come to over some deals.

    aim: as of the first deal; about: what is counted, in words that hold for all deals; kind: of the aim.
    enough: the count that decides, None where none does. few: whether the player wants the count low.
    deals: how many were solved; wanted: asked for; tries: looked at. open: not solved within the nodes, and left out.
    ended: "" or why there are no more deals: "time", "tries". against: what was wrong with most of the others.
    cards: from the best on. unsure: legal cards that are not legal in all the deals, and are not ranked.
    """

    knowledge: Knowledge
    aim: Aim
    about: str
    enough: int | None
    few: bool
    seed: int
    deals: int
    wanted: int
    tries: int
    open: int
    ended: str
    against: str
    cards: tuple[Ranked, ...]
    unsure: tuple[Move, ...] = ()
    nodes: int = field(default=0, compare=False)

    @property
    def whole(self) -> bool:
        """Whether as many deals were solved as were asked for."""
        return self.deals == self.wanted


class _Solved(NamedTuple):
    """What a deal came to.

    counts: the final ones of the aim's side after each card; None where the limits did not allow to say. wants:
    whether the player wants them high.
    """

    counts: Mapping[Move, int] | None
    wants: bool
    nodes: int = 0
    timed_out: bool = False


class _Question:
    """One deal on its way to the solver, and what is asked of it.

    aim: None where that cannot happen in it. tries: deals that were looked at until this one. limits: of each card;
    time is for all deals.
    """

    def __init__(self, world: World, aim: Aim | None, tries: int, limits: Limits, deadline: Deadline) -> None:
        self.position, self.aim, self.tries, self.limits, self.deadline = world.position, aim, tries, limits, deadline
        self.work: Engine | None = engine(world.position, aim, limits.memory) if aim is not None else None

    def stop(self) -> None:
        """End ``solved``."""
        if self.work is not None:
            self.work.stop()

    def solved(self) -> _Solved:
        """All cards of the deal."""
        moves = self.position.moves()
        if self.work is None or self.aim is None:
            return _Solved(dict.fromkeys(moves, 0), True)
        had, spent, guess = self.position.counted(self.aim), 0, -1
        wants = self.aim.wants(self.position.turn)
        counts: dict[Move, int] = {}
        for move in moves:
            seconds = self.deadline.left()
            found = self.work.value_after(move, guess=guess, seconds=seconds, nodes=self.limits.nodes)
            spent += found.nodes
            if not found.exact:
                return _Solved(None, wants, spent, self.deadline.over)
            guess = found.low
            counts[move] = had + found.low
        return _Solved(counts, wants, spent)


def _aim(position: Position, objective: str, side: str, seat: int) -> Aim:
    """What is asked of a deal: of several aims that of the player to move."""
    aims = aims_for(position, objective, side)
    return next((aim for aim in aims if len(aims) > 1 and seat in aim.side), aims[0])


def estimated(
    knowledge: Knowledge,
    objective: str = "",
    side: str = "",
    limits: Limits | None = None,
    *,
    samples: int = 100,
    seed: int = 0,
    tries: int = TRIES,
    progress: Callable[[int, int], object] | None = None,
) -> Estimate:
    """Solve so many deals by lot, ``limits.threads`` of them side by side, and rank the cards.

    limits: seconds are for all of it, nodes for each card of a deal. The result depends on the seed and the nodes
    alone, unless the time runs out; then it is that of the first deals. progress: (tries, deals solved).
    Raises UnknownAim for an objective that there is not, Unsolvable where there is no engine for the position, where
    the sides are not known, and where no deal was found or solved.
    """
    limits = limits or Limits()
    run = _Run(knowledge, objective, side, limits, samples, seed)
    run.solve(tries, progress)
    return run.estimate()


class _Run:
    """The deals, what is asked of each, and what it came to."""

    def __init__(
        self, knowledge: Knowledge, objective: str, side: str, limits: Limits, samples: int, seed: int
    ) -> None:
        self.knowledge, self.objective, self.side, self.limits = knowledge, objective, side, limits
        self.samples, self.seed = samples, seed
        self.worlds = Worlds(knowledge, seed)
        self.ended = ""
        self.open = self.nodes = self.tries = 0
        self.aims: list[tuple[Aim, Position]] = []
        #: of each solved deal: the counts, and whether the player wants them high
        self.solved: list[tuple[Mapping[Move, int], bool]] = []
        self.unknown = False
        self._deadline = Deadline(limits.seconds)

    def solve(self, tries: int, progress: Callable[[int, int], object] | None) -> None:
        """Solve the deals, in their order."""
        threads = max(1, self.limits.threads)
        questions = self._questions(threads, tries, progress)
        with closing(alongside(questions, threads, _Question.solved, _Question.stop)) as answers:
            for number, (question, solved) in enumerate(answers, 1):
                self.tries = question.tries
                self._note(solved)
                if progress is not None:
                    progress(self.worlds.tries, number)
                if solved.timed_out:
                    self.ended = "time"
                    return
        if self.worlds.found < self.samples:
            self.ended, self.tries = "time" if self._deadline.over else "tries", self.worlds.tries

    def _questions(
        self, threads: int, tries: int, progress: Callable[[int, int], object] | None
    ) -> Iterator[_Question]:
        each = replace(self.limits, memory=self.limits.memory // threads)
        left = islice(self.worlds.worlds(tries, progress), self.samples)
        while not self._deadline.over and (world := next(left, None)) is not None:
            yield _Question(world, self._asked(world.position), self.worlds.tries, each, self._deadline)

    def _asked(self, position: Position) -> Aim | None:
        seat = self.knowledge.seat
        try:
            aim = _aim(position, self.objective, self.side, seat)
        except UnknownAim as unknown:
            # The game has names for cards that somebody holds; where nobody does, nothing is made with them.
            if not self.objective or self.objective.strip().lower() in NAMES or "@" in self.objective:
                raise
            if not self.unknown and not self.aims:
                self._somewhere(unknown)
            self.unknown = True
            return None
        self.aims.append((aim, position))
        return aim

    def _somewhere(self, unknown: UnknownAim) -> None:
        """Raise *unknown* unless the objective has that name in one of some other deals."""
        for world in islice(Worlds(self.knowledge, self.seed + 1).worlds(TRIES), 50):
            try:
                _aim(world.position, self.objective, self.side, self.knowledge.seat)
            except UnknownAim:
                continue
            return
        raise unknown

    def _nothing(self) -> Unsolvable:
        if self.open:
            return Unsolvable(f"none of {self.open} deals was solved within the limits")
        if self.ended == "time" or self._deadline.over:
            return Unsolvable("the time was over before a deal was solved")
        name = self.knowledge.table.name(self.knowledge.seat)
        told = f"no deal was found that agrees with what {name} has seen and heard"
        if not self.worlds.tries:
            return Unsolvable(f"{told}: the numbers of cards contradict each other", _AGAINST)
        told = f"{told}, in {self.worlds.tries:,} tries; what most had against them: {self.worlds.why_none}"
        return Unsolvable(told, _AGAINST)

    def _note(self, solved: _Solved) -> None:
        self.nodes += solved.nodes
        if solved.counts is not None:
            self.solved.append((solved.counts, solved.wants))
        elif not solved.timed_out:
            self.open += 1

    def estimate(self) -> Estimate:
        """What it came to. Raises Unsolvable where that is nothing."""
        if not self.solved or not self.aims:
            raise self._nothing()
        every = [set(counts) for counts, _ in self.solved]
        sure = set.intersection(*every)
        unsure = set.union(*every) - sure
        enough = {aim.target for aim, _ in self.aims}
        target = enough.pop() if len(enough) == 1 else None
        aim, seat, table = self.aims[0][0], self.knowledge.seat, self.knowledge.table
        return Estimate(
            self.knowledge, aim, _about(self.aims, table.name(seat)), target, not aim.wants(seat), self.seed,
            len(self.solved), self.samples, self.tries, self.open, self.ended, self.worlds.why_none,
            _ranked(sorted(sure), self.solved, target, aim.low), tuple(sorted(unsure)), self.nodes,
        )  # fmt: skip


def _about(aims: Sequence[tuple[Aim, Position]], name: str) -> str:
    """What is counted, for all deals: where the side is not the same in all of them, for those who are always in it.

    name: of the player, who does not know the side.
    """
    words = {aim_words(position, aim) for aim, position in aims}
    if len(words) == 1:
        return words.pop()
    aim, position = aims[0]
    always = frozenset.intersection(*[aim.side for aim, _ in aims])
    who = " and ".join(position.table.name(seat) for seat in sorted(always))
    side = f"{who} and a partner whom {name} does not know" if always else "the holder's side"
    return aim_words(position, aim, side)


def _ranked(
    moves: Sequence[Move], solved: Sequence[tuple[Mapping[Move, int], bool]], target: int | None, low: bool
) -> tuple[Ranked, ...]:
    """The cards from the best on."""
    if not moves:
        return ()
    worth = {move: [counts[move] if wants else -counts[move] for counts, wants in solved] for move in moves}
    best = min(moves, key=lambda move: (-sum(worth[move]), move))
    tops = [max(counts[move] if wants else -counts[move] for move in moves) for counts, wants in solved]
    found = []
    for move in moves:
        losses = [ours - theirs for ours, theirs in zip(worth[best], worth[move], strict=True)]
        loss, least, most = mean_of(len(losses), sum(losses), sum(lost * lost for lost in losses))
        mean = Fraction(sum(counts[move] for counts, _ in solved), len(solved))
        made = None
        if target is not None:
            made = sum((counts[move] <= target) if low else (counts[move] >= target) for counts, _ in solved)
        hits = sum(value == top for value, top in zip(worth[move], tops, strict=True))
        found.append(Ranked(move, 0, mean, loss, least, most, hits, made))
    found.sort(key=lambda card: (card.loss, card.move))
    ranks = [1 + sum(other.loss < card.loss for other in found) for card in found]
    return tuple(replace(card, rank=rank) for card, rank in zip(found, ranks, strict=True))
