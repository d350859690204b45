"""Checked constraints: weighed counts of cards that must be one of some totals, joined by "every" and "some".

In this form a constraint can be evaluated on a deal, and the deals that fit it can be counted. A place is an index:
the seats in the order of play from forehand, and behind them the talon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

__all__ = ["NEVER", "Bound", "Condition", "Every", "Some", "Term", "Test", "compiled", "every", "negated", "some"]

#: place, mask of cards, what each of these cards in that place weighs (in thirds)
Term = tuple[int, int, int]
#: the cards of each place -> whether they are as wanted
Test = Callable[[Sequence[int]], bool]


@dataclass(frozen=True, slots=True)
class Bound:
    """The total weight of some cards in some places is one of *allowed*. Everything is in thirds.

    at: where it stands in the expression. text: how it is told. wanted: the total that it is to be, or the least of
    them, though there may be none such; None where it is bounded otherwise.
    """

    terms: tuple[Term, ...]
    allowed: frozenset[int]
    text: str = field(default="", compare=False)
    at: tuple[int, int] = field(default=(0, 0), compare=False)
    wanted: Fraction | None = field(default=None, compare=False)

    @property
    def least(self) -> int:
        """No total is less, whatever the deal."""
        return sum(min(0, weight * mask.bit_count()) for _, mask, weight in self.terms)

    @property
    def most(self) -> int:
        """No total is more, whatever the deal."""
        return sum(max(0, weight * mask.bit_count()) for _, mask, weight in self.terms)

    def total(self, cards: Sequence[int]) -> int:
        """The total of a deal, by place."""
        return sum(weight * (cards[place] & mask).bit_count() for place, mask, weight in self.terms)


@dataclass(frozen=True, slots=True)
class Every:
    """All of the parts; without parts always true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """Any of the parts; without parts never true."""

    parts: tuple[Condition, ...]


Condition = Bound | Every | Some
NEVER = Some(())


def every(parts: Iterable[Condition]) -> Condition:
    """All of the parts: opened up, and those that count the same made one."""
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Every) else (part,))
    joined = _joined(flat, frozenset.intersection, "and")
    return joined[0] if len(joined) == 1 else Every(tuple(joined))


def some(parts: Iterable[Condition]) -> Condition:
    """Any of the parts: opened up, and those that count the same made one."""
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Some) else (part,))
    joined = _joined(flat, frozenset.union, "or")
    return joined[0] if len(joined) == 1 else Some(tuple(joined))


def _joined(
    parts: list[Condition], join: Callable[[frozenset[int], frozenset[int]], frozenset[int]], word: str
) -> list[Condition]:
    places: dict[tuple[Term, ...], int] = {}
    kept: list[Condition] = []
    for part in parts:
        place = places.get(part.terms) if isinstance(part, Bound) else None
        if place is None:
            if isinstance(part, Bound):
                places[part.terms] = len(kept)
            kept.append(part)
            continue
        before = kept[place]
        assert isinstance(before, Bound)
        assert isinstance(part, Bound)
        text = before.text if part.text in before.text else f"{before.text} {word} {part.text}"
        kept[place] = replace(before, allowed=join(before.allowed, part.allowed), text=text, at=part.at, wanted=None)
    return kept


def negated(node: Condition) -> Condition:
    """What is true where *node* is not."""
    if isinstance(node, Every):
        return some(map(negated, node.parts))
    if isinstance(node, Some):
        return every(map(negated, node.parts))
    others = frozenset(range(node.least, node.most + 1)) - node.allowed
    text = node.text.removeprefix("not ") if node.text.startswith("not ") else f"not {node.text}"
    return replace(node, allowed=others, text=text)


def compiled(node: Condition) -> Test:
    """The function that says whether the cards of a deal, by place, are as *node* wants them."""
    if isinstance(node, Bound):
        return _bound(node)
    tests = tuple(map(compiled, node.parts))
    if len(tests) == 1:
        return tests[0]
    if isinstance(node, Every):
        return lambda cards: all(test(cards) for test in tests)
    return lambda cards: any(test(cards) for test in tests)


def _bound(bound: Bound) -> Test:
    terms, allowed = bound.terms, bound.allowed
    if len(terms) == 1:  # by far the most
        ((place, mask, weight),) = terms
        counts = frozenset(n for n in range(mask.bit_count() + 1) if n * weight in allowed)
        return lambda cards: (cards[place] & mask).bit_count() in counts
    return lambda cards: sum([weight * (cards[place] & mask).bit_count() for place, mask, weight in terms]) in allowed
