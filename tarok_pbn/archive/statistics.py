"""Statistics of an archive: counts and exact sums that can be taken in parts and added up in any order.

``Statistics.add`` takes a record, ``merge`` another one's counts; both only add integers and fractions, so that the
result does not depend on how an archive was divided. Amounts of different games or rule sets are never added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from tarok_pbn.archive.interval import LEVEL, mean_interval, wilson
from tarok_pbn.archive.names import Spellings, person_key
from tarok_pbn.archive.statistics_events import Happened, events
from tarok_pbn.archive.summary import Summary
from tarok_pbn.games.kit.house import is_house
from tarok_pbn.ledger import Amount
from tarok_pbn.session import score_of

__all__ = ["BY", "MIN", "Block", "Group", "Mean", "Rate", "Statistics", "Units", "units_of"]

#: what hands can be grouped by, beside the whole
BY = ("contract", "player", "declarer", "seat", "rules", "game")
#: below so many hands a rate or a mean says too little
MIN = 10


class Units(NamedTuple):
    """What amounts may be added: one game, one rule set (with the options that change it)."""

    game: str
    rules: str


class Rate:
    """How often something happened: *hits* of *of* hands in which it could and is known."""

    __slots__ = ("hits", "of")

    def __init__(self, hits: int = 0, of: int = 0) -> None:
        self.hits = hits
        self.of = of

    def add(self, hit: bool) -> None:
        """Count one hand."""
        self.hits += hit
        self.of += 1

    def merge(self, other: Rate) -> None:
        """Add another count."""
        self.hits += other.hits
        self.of += other.of

    @property
    def rate(self) -> float:
        """From 0 to 1. Raises ZeroDivisionError for a rate of nothing."""
        return self.hits / self.of

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Wilson's. Raises ValueError for a rate of nothing."""
        return wilson(self.hits, self.of, level)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rate) and (self.hits, self.of) == (other.hits, other.of)

    def __repr__(self) -> str:
        return f"Rate({self.hits}, {self.of})"


class Mean:
    """The mean of amounts: their number, exact sum and exact sum of squares, in units of the game."""

    __slots__ = ("n", "squares", "total")

    def __init__(self, n: int = 0, total: Amount = 0, squares: Amount = 0) -> None:
        self.n = n
        self.total = total
        self.squares = squares

    def add(self, value: Amount) -> None:
        """Take in one amount."""
        self.n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Mean) -> None:
        """Add another's amounts."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> Fraction:
        """Exact. Raises ZeroDivisionError for nothing."""
        return Fraction(self.total) / self.n

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample (with n - 1). Raises ZeroDivisionError for fewer than two."""
        return sqrt((Fraction(self.squares) - Fraction(self.total) ** 2 / self.n) / (self.n - 1))

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Student's. Raises ValueError for fewer than two values."""
        if self.n < 2:
            raise ValueError(f"no interval from {self.n} value{'' if self.n == 1 else 's'}")
        return mean_interval(self.n, float(self.mean), self.deviation, level)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Mean) and self.n == other.n
        return same and isinstance(other, Mean) and (self.total, self.squares) == (other.total, other.squares)

    def __repr__(self) -> str:
        return f"Mean({self.n}, {self.total}, {self.squares})"


class Group:
    """The hands of one contract, player, seat ...

    hands: how many. result: of whoever the group is about - the declarer for contracts, declarers and whole rule sets,
    else the player or seat. rates: name -> Rate, among them ``declared`` (of players and seats), ``won`` (of the hands
    that a declarer won or lost), and the events of the game.
    """

    __slots__ = ("hands", "rates", "result")

    def __init__(self) -> None:
        self.hands = 0
        self.result = Mean()
        self.rates: dict[str, Rate] = {}

    def count(self, name: str, hit: bool) -> None:
        """Count a hand under a rate."""
        rate = self.rates.get(name)
        if rate is None:
            rate = self.rates[name] = Rate()
        rate.add(hit)

    def merge(self, other: Group, *, units: bool = True) -> None:
        """Add another group of the same kind; *units* False: its amounts are of another game and stay out."""
        self.hands += other.hands
        if units:
            self.result.merge(other.result)
        for name, rate in other.rates.items():
            self.rates.setdefault(name, Rate()).merge(rate)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Group):
            return False
        return (self.hands, self.result, self.rates) == (other.hands, other.result, other.rates)


class Block:
    """All hands of one rule set: the whole, and the groups by what they are of; players by ``person_key``."""

    __slots__ = ("groups", "whole")

    def __init__(self) -> None:
        self.whole = Group()
        self.groups: dict[str, dict[str, Group]] = {"contract": {}, "player": {}, "declarer": {}, "seat": {}}

    def group(self, by: str, key: str) -> Group:
        """The group of that name."""
        groups = self.groups[by]
        found = groups.get(key)
        if found is None:
            found = groups[key] = Group()
        return found

    def merge(self, other: Block) -> None:
        """Add another block of the same rule set."""
        self.whole.merge(other.whole)
        for by, groups in other.groups.items():
            for key, group in groups.items():
                self.group(by, key).merge(group)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and (self.whole, self.groups) == (other.whole, other.groups)


class Statistics:
    """Counts of many records; picklable, and parts of them can be merged in any order.

    everything: count records with errors too. records: how many were given. left_out: why -> how many were not counted.
    names: of the players.
    """

    def __init__(self, *, everything: bool = False) -> None:
        self.everything = everything
        self.records = 0
        self.left_out: Counter[str] = Counter()
        self.blocks: dict[Units, Block] = {}
        self.names = Spellings()

    def add(self, summary: Summary) -> None:
        """Count a record."""
        self.records += 1
        why = self._unfit(summary)
        if why:
            self.left_out[why] += 1
            return
        block = self.blocks.setdefault(units_of(summary), Block())
        for name in summary.players.values():
            self.names.add(name)
        score, _ = score_of(summary.checked.replay)
        happened = events(summary).found
        self._whole(block, summary, score or {}, happened)
        self._seats(block, summary, score or {}, happened)

    def pass_over(self, why: str) -> None:
        """Count a record that is left out for another reason, such as a question that it does not answer."""
        self.records += 1
        self.left_out[why] += 1

    def _unfit(self, summary: Summary) -> str:
        if summary.checked.replay.game is None:
            return "of an unknown game"
        if not self.everything and any(finding.severity == "error" for finding in summary.checked.findings):
            return "with errors"
        return ""

    @staticmethod
    def _whole(block: Block, summary: Summary, score: dict[str, Amount], happened: dict[str, Happened]) -> None:
        """The hand as one: for the rule set, its contract and its declarer."""
        contract, declarer = summary.contract, summary.declarer
        name = summary.players.get(declarer) if declarer is not None else None
        groups = [block.whole]
        if contract is not None:
            groups.append(block.group("contract", _plain(contract)))
        own = block.group("declarer", person_key(name)) if name is not None else None
        side = _side_of(summary, declarer)
        for group in (*groups, *((own,) if own is not None else ())):
            group.hands += 1
            if declarer in score:
                group.result.add(score[declarer])
            if summary.outcome in ("won", "lost"):
                group.count("won", summary.outcome == "won")
            for event, who in happened.items():
                group.count(event, not side.isdisjoint(who.seats) if group is own else bool(who.seats))

    @staticmethod
    def _seats(block: Block, summary: Summary, score: dict[str, Amount], happened: dict[str, Happened]) -> None:
        """The hand as each of its players sees it."""
        for seat in summary.active:
            groups = [block.group("seat", seat)]
            if seat in summary.players:
                groups.append(block.group("player", person_key(summary.players[seat])))
            for group in groups:
                group.hands += 1
                if seat in score:
                    group.result.add(score[seat])
                if summary.sides is not None and summary.game != "dansk":
                    group.count("declared", seat == summary.declarer)
                if seat == summary.declarer and summary.outcome in ("won", "lost"):
                    group.count("won", summary.outcome == "won")
                for event, who in happened.items():
                    group.count(event, seat in who.seats)

    def merge(self, other: Statistics) -> None:
        """Add the counts of another part."""
        self.records += other.records
        self.left_out += other.left_out
        self.names.merge(other.names)
        for units, block in other.blocks.items():
            self.blocks.setdefault(units, Block()).merge(block)

    @property
    def hands(self) -> int:
        """Records that were counted."""
        return self.records - sum(self.left_out.values())

    def listed(self) -> Iterator[tuple[Units, Block]]:
        """The rule sets by game, the most frequent first."""
        yield from sorted(self.blocks.items(), key=lambda pair: (pair[0].game, -pair[1].whole.hands, pair[0].rules))

    def groups(self, block: Block, by: str) -> list[tuple[str, Group]]:
        """The groups of a block with their names, the most frequent first, those of equal number by name."""
        people = by in ("player", "declarer")
        named = [(self.names[key] if people else key, group) for key, group in block.groups[by].items()]
        return sorted(named, key=lambda pair: (-pair[1].hands, pair[0]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Statistics):
            return False
        mine = (self.records, self.left_out, self.blocks, self.names)
        return mine == (other.records, other.left_out, other.blocks, other.names)


def units_of(summary: Summary) -> Units:
    """Game and rule set; options of the record's own, and the place of a house rule set, belong to its name."""
    rules = summary.rules or "?"
    stated = summary.tag("Rules") or ""
    if is_house(stated):
        folder = summary.file.replace("\\", "/").rpartition("/")[0]
        rules = f"{stated} in {folder}" if folder else stated
    options = summary.tag("Options")
    return Units(summary.game or "?", f"{rules} with {' '.join(options.split())}" if options else rules)


def _plain(contract: str) -> str:
    """``trojka:2`` and ``piccolo S`` by their first word: grades and seats are no contracts of their own."""
    return contract.split()[0].partition(":")[0]


def _side_of(summary: Summary, declarer: str | None) -> set[str]:
    return next((set(side) for side in summary.sides or () if declarer in side), set())
