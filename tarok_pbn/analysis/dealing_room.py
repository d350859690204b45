"""Whether bounds go together at all: a quick proof that no deal fits them, though each of them could be met alone.

The cards are taken to be divisible, so that deals become a linear programme; where that has no solution, no deal fits.
The programme is solved in floating point, and what it finds is believed only after it has been proven with exact
numbers: factors for the bounds and prices for the places, under which the cards come to less than the bounds ask for.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from tarok_pbn.analysis.constraint_tree import Bound
from tarok_pbn.cards import bits

__all__ = ["Clash", "clash"]

#: programmes with more variables are not tried
_VARIABLES = 600
_STEPS = 3_000
_SMALL = 1e-9
#: factors and prices are rounded to such fractions before they are proven
_PARTS = 360


class Clash(NamedTuple):
    """Bounds that cannot hold together.

    asked, there: where their totals count alike, the sum that they ask for and the one nearest to it that there is, in
    thirds; None otherwise.
    """

    bounds: tuple[Bound, ...]
    asked: int | None = None
    there: int | None = None


def clash(
    free: int, lacks: Sequence[int], known: Sequence[int], bounds: Sequence[Bound], until: float = 0.0
) -> Clash | None:
    """Some of the bounds that cannot hold together; None where none were found, which proves nothing.

    free: mask of the cards that are dealt. lacks: how many each place gets; together all of them. known: mask of what
    lies in each place already. until: the moment, by ``time.monotonic``, at which the search ends; 0 none.
    """
    found = _proof(free, lacks, known, bounds, until)
    if found is None:
        return None
    left = [bound for bound in bounds if bound in found.bounds]
    for bound in list(left):  # without some of them it may be proven too
        if len(left) > 1 and bound in left:
            fewer = _proof(free, lacks, known, [other for other in left if other is not bound], until)
            if fewer is not None:
                found, left = fewer, [other for other in left if other in fewer.bounds]
    return found


def _proof(
    free: int, lacks: Sequence[int], known: Sequence[int], bounds: Sequence[Bound], until: float
) -> Clash | None:
    """The bounds that take part in a proof that they do not hold together."""
    asks = []
    for bound in bounds:
        had, (base, step) = bound.total(known), _steps(free, lacks, bound)
        ends = [total - had for total in bound.allowed if not step or (total - had - base) % step == 0]
        if not ends:
            return None  # this one alone is impossible, and is told as that
        asks.append((min(ends), max(ends)))
    places = [place for place, lack in enumerate(lacks) if lack]
    classes = _classes(free, bounds, places)
    if not asks or not 0 < len(classes) * len(places) <= _VARIABLES:
        return None
    found = _Programme(classes, [lacks[place] for place in places], asks, until).multipliers()
    if found is None:
        return None
    factors, prices = ([Fraction(value).limit_denominator(_PARTS) for value in values] for values in found)
    asked = sum(
        (factor * (least if factor > 0 else most) for factor, (least, most) in zip(factors, asks, strict=True)),
        Fraction(0),
    )
    there = sum((price * lacks[place] for price, place in zip(prices, places, strict=True)), Fraction(0))
    for many, weights in classes:
        there += many * max(
            sum((factor * weight for factor, weight in zip(factors, column, strict=True)), -price)
            for column, price in zip(weights, prices, strict=True)
        )
    if there >= asked:
        return None
    part = tuple(bound for bound, factor in zip(bounds, factors, strict=True) if factor)
    kinds = {factor for factor in factors if factor}
    if len(kinds) != 1:
        return Clash(part)
    (factor,) = kinds
    had = sum(bound.total(known) for bound in part)
    return Clash(part, int(asked / factor) + had, (there // factor if factor > 0 else -(-there // factor)) + had)


def _steps(free: int, lacks: Sequence[int], bound: Bound) -> tuple[int, int]:
    """What is dealt comes to the first number and some times the second; 0 where it always comes to the first."""
    base = step = 0
    for place, lack in enumerate(lacks):
        masks = {weight: cards & free for where, cards, weight in bound.terms if where == place}
        rest = free
        for cards in masks.values():
            rest &= ~cards
        weights = [weight for weight, cards in masks.items() if cards] + ([0] if rest else [])
        if weights and lack:
            base += lack * weights[0]
            step = gcd(step, *(weight - weights[0] for weight in weights))
    return base, step


#: how many cards, and place by place what each weighs in each bound
_Class = tuple[int, tuple[tuple[int, ...], ...]]


def _classes(free: int, bounds: Sequence[Bound], places: Sequence[int]) -> list[_Class]:
    """The cards that no bound tells apart."""
    many: dict[tuple[tuple[int, ...], ...], int] = {}
    for card in bits(free):
        weights = tuple(
            tuple(sum(w for where, cards, w in bound.terms if where == place and cards >> card & 1) for bound in bounds)
            for place in places
        )
        many[weights] = many.get(weights, 0) + 1
    return [(number, weights) for weights, number in many.items()]


class _Programme:
    """The linear programme: how much of each class goes to each place. What it lacks is made as small as can be."""

    def __init__(
        self, classes: Sequence[_Class], lacks: Sequence[int], asks: Sequence[tuple[int, int]], until: float
    ) -> None:
        self._until = until
        self._bounds, self._places = len(asks), len(lacks)
        variables = [(kind, place) for kind in range(len(classes)) for place in range(len(lacks))]
        rows: list[list[float]] = []
        for kind, (many, _) in enumerate(classes):
            rows.append([*(float(k == kind) for k, _ in variables), float(many)])
        for place, lack in enumerate(lacks):
            rows.append([*(float(p == place) for _, p in variables), float(lack)])
        for number, (least, most) in enumerate(asks):
            weights = [float(classes[kind][1][place][number]) for kind, place in variables]
            rows.append([*weights, float(least)])
            rows.append([*weights, float(most)])
        first = len(rows) - 2 * len(asks)
        slack = 2 * len(asks)
        self._signs: list[float] = []
        self._rows: list[list[float]] = []
        for at, row in enumerate(rows):
            extra = [0.0] * slack
            if at >= first:
                extra[at - first] = 1.0 if (at - first) % 2 else -1.0
            whole = [*row[:-1], *extra, row[-1]]
            sign = -1.0 if whole[-1] < 0 else 1.0
            self._signs.append(sign)
            self._rows.append([sign * value for value in whole])
        self._first = first
        self._real = len(variables) + slack
        n = len(self._rows)
        for at, row in enumerate(self._rows):  # what is lacking in each row
            row[-1:-1] = [float(other == at) for other in range(n)]
        self._basis = [self._real + at for at in range(n)]

    def multipliers(self) -> tuple[list[float], list[float]] | None:
        """(factors of the bounds, prices of the places) of the proof; None where there is a solution, or no end."""
        rows, real = self._rows, self._real
        cost = [-sum(column) for column in zip(*rows, strict=True)]
        for at in range(real, real + len(rows)):
            cost[at] = 0.0
        for step in range(_STEPS):
            if self._until and not step % 16 and time.monotonic() > self._until:
                return None
            entering = self._entering(cost, step)
            if entering < 0:
                break
            ratios = [
                (row[-1] / row[entering], self._basis[at], at) for at, row in enumerate(rows) if row[entering] > _SMALL
            ]
            if not ratios:
                return None
            least = min(ratios)[0]
            leaving = min((basis, at) for ratio, basis, at in ratios if ratio <= least + _SMALL)[1]
            self._pivot(cost, leaving, entering)
        else:
            return None
        if -cost[-1] < 1e-6:
            return None
        duals = [sign * (1.0 - cost[real + at]) for at, sign in enumerate(self._signs)]
        of_bounds = duals[self._first :]
        factors = [of_bounds[2 * number] + of_bounds[2 * number + 1] for number in range(self._bounds)]
        scale = max(map(abs, factors), default=0.0)
        if scale < _SMALL:
            return None
        prices = duals[self._first - self._places : self._first]
        return [factor / scale for factor in factors], [-price / scale for price in prices]

    def _entering(self, cost: list[float], step: int) -> int:
        """The column that lessens most what is lacking; after many steps the first that does, which ends surely."""
        if step > _STEPS // 2:
            return next((at for at in range(self._real) if cost[at] < -_SMALL), -1)
        at = min(range(self._real), key=cost.__getitem__)
        return at if cost[at] < -_SMALL else -1

    def _pivot(self, cost: list[float], leaving: int, entering: int) -> None:
        rows = self._rows
        pivot = rows[leaving][entering]
        line = rows[leaving] = [value / pivot for value in rows[leaving]]
        places = [(at, value) for at, value in enumerate(line) if value]
        for at, row in enumerate(rows):
            if at != leaving and row[entering]:
                factor = row[entering]
                for place, value in places:
                    row[place] -= factor * value
                row[entering] = 0.0
        factor = cost[entering]
        for place, value in places:
            cost[place] -= factor * value
        self._basis[leaving] = entering
