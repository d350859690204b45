"""Counts the deals that fit some bounds, exactly, and draws one of them so that each is as likely as any other.

Cards that no bound tells apart are one class. How many cards of each class each place gets is decided one after the
other; what is still to come depends only on how many cards each place lacks and on the totals of the bounds that are
not decided yet, so every such state is counted once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from tarok_pbn.analysis.constraint_tree import Bound
from tarok_pbn.analysis.dice import Dice
from tarok_pbn.cards import bits

__all__ = ["Counting", "TooMany", "arrangements"]


class TooMany(Exception):
    """More states than the limit allows."""


class _Slot(NamedTuple):
    """How many cards of a class (that lies at *last* of its slots) go to a place.

    weights: bound -> weight of each. begins: the first slot of its class. ends: bounds that are decided here.
    rest: number of cards of the classes behind it.
    """

    kind: int
    place: int
    weights: tuple[tuple[int, int], ...]
    begins: bool
    last: bool
    ends: tuple[int, ...]
    rest: int


#: (slot, cards left of its class, cards that each place lacks, totals of the bounds)
_State = tuple[int, int, tuple[int, ...], tuple[int, ...]]


class _Node(NamedTuple):
    """A state: how many deals it leads to, and by which choice how many of them at most.

    upto: running sums of the deals of each choice. choices: (number of cards, next state).
    """

    deals: int
    upto: tuple[int, ...]
    choices: tuple[tuple[int, _State], ...]


_NONE = _Node(0, (), ())


def arrangements(sizes: Sequence[int]) -> int:
    """In how many ways cards can be dealt to places of these sizes."""
    left, ways = sum(sizes), 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


class Counting:
    """The deals in which all of some bounds hold.

    free: mask of the cards that are dealt. lacks: how many each place gets; together all of them. known: mask of what
    lies in each place already. limit: states to look at; more raise TooMany.
    """

    def __init__(
        self, free: int, lacks: Sequence[int], known: Sequence[int], bounds: Sequence[Bound], limit: int
    ) -> None:
        self._limit = limit
        self._lacks = tuple(lacks)
        self._bounds = bounds
        #: no total of theirs may ever be more; None where it may fall again
        self._most = [
            None if any(weight < 0 for *_, weight in bound.terms) else max(bound.allowed, default=-1)
            for bound in bounds
        ]
        named = {place for bound in bounds for place, mask, _ in bound.terms if mask & free}
        #: the places whose cards the bounds count; all others share what is left
        self.counted = [place for place in sorted(named) if lacks[place]]
        self.classes = _classes(free, bounds, self.counted)
        self._totals = tuple(bound.total(known) for bound in bounds)
        self._slots = self._laid_out()
        self._nodes: dict[_State, _Node] = {}
        others = [lack for place, lack in enumerate(lacks) if place not in self.counted]
        self._tail = sum(others)
        fits = all(
            total in bound.allowed
            for bound, total, moves in zip(bounds, self._totals, self._moving(), strict=True)
            if not moves
        )
        self.deals = self._first().deals * arrangements(others) if fits else 0

    def _moving(self) -> list[bool]:
        """Whether each bound depends on what is dealt."""
        moving = {bound for slot in self._slots for bound, _ in slot.weights}
        return [number in moving for number in range(len(self._bounds))]

    def _laid_out(self) -> list[_Slot]:
        laid: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
        for kind, mask in enumerate(self.classes):
            card = mask & -mask
            for place in self.counted:
                weights = []
                for number, bound in enumerate(self._bounds):
                    weight = sum(w for where, cards, w in bound.terms if where == place and cards & card)
                    if weight:
                        weights.append((number, weight))
                laid.append((kind, place, tuple(weights)))
        last = {number: at for at, (_, _, weights) in enumerate(laid) for number, _ in weights}
        behind = [sum(mask.bit_count() for mask in self.classes[kind + 1 :]) for kind in range(len(self.classes))]
        each = len(self.counted)
        return [
            _Slot(kind, self.counted.index(place), weights, at % each == 0, at % each == each - 1,
                  tuple(number for number, end in last.items() if end == at), behind[kind])
            for at, (kind, place, weights) in enumerate(laid)
        ]  # fmt: skip

    def _first(self) -> _Node:
        if not self.counted:
            return _Node(1, (), ())
        lacks = tuple(self._lacks[place] for place in self.counted)
        return self._node((0, self.classes[0].bit_count(), lacks, self._totals))

    def _node(self, state: _State) -> _Node:
        at, left, lacks, _ = state
        if at == len(self._slots):
            return _Node(1, (), ())
        known = self._nodes.get(state)
        if known is not None:
            return known
        if len(self._nodes) >= self._limit:
            raise TooMany
        slot = self._slots[at]
        lack = lacks[slot.place]
        deals = 0
        upto: list[int] = []
        choices: list[tuple[int, _State]] = []
        for number in range(max(0, lack - slot.rest), min(left, lack) + 1):
            following = self._following(slot, state, number)
            if following is None:
                continue
            more = self._node(following).deals
            if more:
                deals += comb(left, number) * more
                upto.append(deals)
                choices.append((number, following))
        node = _Node(deals, tuple(upto), tuple(choices)) if deals else _NONE
        self._nodes[state] = node
        return node

    def _following(self, slot: _Slot, state: _State, number: int) -> _State | None:
        """The state after so many cards for the slot; None where a bound is broken or the rest does not come out."""
        at, left, lacks, totals = state
        place = slot.place
        lacks = (*lacks[:place], lacks[place] - number, *lacks[place + 1 :])
        if number and slot.weights:
            moved = list(totals)
            for bound, weight in slot.weights:
                moved[bound] += number * weight
                most = self._most[bound]
                if most is not None and moved[bound] > most:
                    return None
            totals = tuple(moved)
        if slot.ends:
            for bound in slot.ends:
                if totals[bound] not in self._bounds[bound].allowed:
                    return None
            totals = tuple(0 if bound in slot.ends else total for bound, total in enumerate(totals))
        left -= number
        if slot.last:
            if slot.rest < sum(lacks):
                return None  # the places that are counted could not be filled
            left = self.classes[slot.kind + 1].bit_count() if slot.kind + 1 < len(self.classes) else 0
        return at + 1, left, lacks, totals

    def reached(self, number: int) -> list[int]:
        """The totals that a bound comes to in the deals in which all bounds hold, each once, from the least on."""
        last = next((at for at, slot in enumerate(self._slots) if number in slot.ends), None)
        if last is None:  # nothing of it is dealt
            return [self._totals[number]] if self.deals else []
        weight = dict(self._slots[last].weights)[number]
        return sorted({
            state[3][number] + count * weight
            for state, node in self._nodes.items() if state[0] == last
            for count, _ in node.choices
        })  # fmt: skip

    def draw(self, dice: Dice) -> list[int]:
        """The cards that each place gets in one of the deals, as masks. There must be one."""
        given = [0] * len(self._lacks)
        others: list[int] = []
        cards: list[int] = []
        state: _State = (0, 0, (), ())
        if self.counted:
            lacks = tuple(self._lacks[place] for place in self.counted)
            state = (0, self.classes[0].bit_count(), lacks, self._totals)
            for slot in self._slots:
                if slot.begins:
                    cards = list(bits(self.classes[slot.kind]))
                node = self._nodes[state]
                number, state = node.choices[bisect_right(node.upto, dice.below(node.deals))]
                given[self.counted[slot.place]] |= _mask(dice.taken(cards, number))
                if slot.last:
                    others += cards
        else:
            others = [card for mask in self.classes for card in bits(mask)]
        for place, lack in enumerate(self._lacks):
            if place not in self.counted and lack:
                # the last one gets what is left
                given[place] = _mask(dice.taken(others, lack) if lack < len(others) else others)
        return given


def _mask(cards: list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _classes(free: int, bounds: Sequence[Bound], places: Sequence[int]) -> list[int]:
    """Masks of the cards that no bound tells apart; the cards of a bound of few classes come first, and together."""
    marks: dict[tuple[tuple[int, ...], ...], int] = {}
    for card in bits(free):
        mark = tuple(
            tuple(sum(w for where, cards, w in bound.terms if where == place and cards >> card & 1) for place in places)
            for bound in bounds
        )
        marks[mark] = marks.get(mark, 0) | 1 << card
    parted = [sum(any(mark[number]) for mark in marks) for number in range(len(bounds))]

    def first(mark: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
        named = [(parted[number], number) for number, weights in enumerate(mark) if any(weights)]
        return min(named, default=(len(marks) + 1, len(bounds)))

    return [marks[mark] for mark in sorted(marks, key=lambda mark: (first(mark), marks[mark]))]
