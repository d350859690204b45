"""Evaluates checked expressions over the facts of a record, in three values: true, false, and not known (None).

``compiled`` makes functions out of a tree once; nothing of it is pickled, every process makes its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Any

from tarok_pbn.archive.names import caseless
from tarok_pbn.archive.query_facts import Facts
from tarok_pbn.archive.query_functions import CALLS, NAMED, Truth, named_like, playing, some, two_sides, wildcards
from tarok_pbn.archive.query_tree import (
    All,
    Comparison,
    Condition,
    Either,
    Ended,
    Holding,
    Negation,
    Told,
    Value,
)  # fmt: skip

__all__ = ["Test", "Truth", "compiled", "getter", "pattern"]

Test = Callable[[Facts], Truth]
Get = Callable[[Facts], Any]
_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,18})(?:/([1-9][0-9]{0,8}))?\s*", re.ASCII)
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def compiled(node: Condition) -> Test:
    """The test that a condition asks for."""
    if isinstance(node, All | Either):
        tests = [compiled(part) for part in node.parts]
        return _all(tests) if isinstance(node, All) else _either(tests)
    if isinstance(node, Negation):
        return _negation(compiled(node.part))
    if isinstance(node, Comparison):
        return _comparison(node)
    if isinstance(node, Told):
        return _told(getter(node.value))
    if isinstance(node, Ended):
        return _ended(getter(node.who), node.word)
    assert isinstance(node, Holding)
    return getter(node.value)


def getter(value: Value) -> Get:
    """The function that gives a value: None for not known; a tuple where there is one for each of several players."""
    if value.kind == "literal":
        content = value.content
        return lambda facts: content
    if value.kind == "tag":
        name = value.content
        return lambda facts: facts.tag(name)
    if value.kind == "name":
        return NAMED[value.content]
    if value.content in ("known", "unknown"):
        told, wanted = _told(getter(value.arguments[0])), value.content == "known"
        return lambda facts: told(facts) is wanted
    call, arguments = CALLS[value.content], [getter(argument) for argument in value.arguments]
    return lambda facts: call(facts, *[argument(facts) for argument in arguments])


# --- logic --------------------------------------------------------------------------------------------


def _all(tests: list[Test]) -> Test:
    def test(facts: Facts) -> Truth:
        result: Truth = True
        for part in tests:
            truth = part(facts)
            if truth is False:
                return False
            if truth is None:
                result = None
        return result

    return test


def _either(tests: list[Test]) -> Test:
    return lambda facts: some(part(facts) for part in tests)


def _negation(part: Test) -> Test:
    def test(facts: Facts) -> Truth:
        truth = part(facts)
        return None if truth is None else not truth

    return test


def _told(get: Get) -> Test:
    def test(facts: Facts) -> Truth:
        value = get(facts)
        return value is not None and not (isinstance(value, tuple) and value and all(part is None for part in value))

    return test


def _ended(who: Get, word: str) -> Test:
    def one(facts: Facts, seat: str) -> Truth:
        outcome, sides = facts.hand["outcome"], two_sides(facts)
        if outcome is None or sides is None:
            return None
        ours = seat in sides[0]
        if not ours and not any(seat in side for side in sides[1:]):
            return None
        return (outcome == word) is ours

    def test(facts: Facts) -> Truth:
        seats = playing(facts, who(facts))
        return None if seats is None else some(one(facts, seat) for seat in seats)

    return test


# --- comparisons --------------------------------------------------------------------------------------


def _comparison(node: Comparison) -> Test:
    left, right, operator = node.left, node.right, node.operator
    if left.type == "person":
        if operator == "~":
            return _name_like(getter(left), pattern(right.content))
        return _same_person(getter(left), getter(right))
    if operator == "~":
        return _over(getter(left), getter(right), _like(pattern(right.content)))
    if left.type == "date":
        return _over(getter(left), getter(right), _DATES[operator])
    if left.type == "number":
        return _over(getter(left), getter(right), _ordered(operator))
    if right.type == "number":
        return _over(getter(left), getter(right), _as_number(operator))
    if left.type == "word":
        return _over(getter(left), getter(right), _same_word)
    return _over(getter(left), getter(right), _ordered(operator))


def _over(left: Get, right: Get, compare: Callable[[Any, Any], Truth]) -> Test:
    """*compare* between a value of the left and one of the right, for any players that are meant."""

    def test(facts: Facts) -> Truth:
        one, other = left(facts), right(facts)
        if one is None or other is None:
            return None
        if type(one) is not tuple and type(other) is not tuple:
            return compare(one, other)
        ones = one if type(one) is tuple else (one,)
        others = other if type(other) is tuple else (other,)
        return some(None if a is None or b is None else compare(a, b) for a in ones for b in others)

    return test


def _same_person(left: Get, right: Get) -> Test:
    def test(facts: Facts) -> Truth:
        ones, others = left(facts), right(facts)
        return None if ones is None or others is None else any(seat in others for seat in ones)

    return test


def _name_like(who: Get, wanted: re.Pattern[str]) -> Test:
    def test(facts: Facts) -> Truth:
        seats = who(facts)
        return None if seats is None else some(named_like(facts, seat, wanted) for seat in seats)

    return test


def _ordered(operator: str) -> Callable[[Any, Any], Truth]:
    if operator == "=":
        return lambda one, other: bool(one == other)
    return _ORDERS[operator]


def _as_number(operator: str) -> Callable[[Any, Any], Truth]:
    """A tag compared with a number: what is no number is not equal to one, and is neither above nor below it."""
    order = _ordered(operator)

    def compare(text: str, number: int | Fraction) -> Truth:
        match = _NUMBER.fullmatch(text)
        if match is None:
            return False if operator == "=" else None
        return order(Fraction(int(match[1]), int(match[2] or 1)), number)

    return compare


def _same_word(one: str, other: str) -> Truth:
    return one == other or caseless(one) == caseless(other)


def _like(wanted: re.Pattern[str]) -> Callable[[Any, Any], Truth]:
    return lambda value, _: wanted.search(value) is not None


@lru_cache(maxsize=256)
def pattern(text: str) -> re.Pattern[str]:
    """What ``~`` asks for: a part of the value, or with ``*`` (anything) and ``?`` (one character) all of it.

    Without regard to case.
    """
    if "*" not in text and "?" not in text:
        return re.compile(re.escape(text), re.IGNORECASE)
    return wildcards(text, "?")


# --- dates --------------------------------------------------------------------------------------------


def _date_equal(one: Any, other: Any) -> Truth:
    (first, last), (least, most) = one, other
    if least <= first and last <= most:
        return True
    return False if last < least or most < first else None


def _date_before(one: Any, other: Any) -> Truth:
    (first, last), (least, _) = one, other
    return True if last < least else False if first >= least else None


def _date_until(one: Any, other: Any) -> Truth:
    (first, last), (_, most) = one, other
    return True if last <= most else False if first > most else None


def _date_after(one: Any, other: Any) -> Truth:
    until = _date_until(one, other)
    return None if until is None else not until


def _date_from(one: Any, other: Any) -> Truth:
    before = _date_before(one, other)
    return None if before is None else not before


_DATES: dict[str, Callable[[Any, Any], Truth]] = {
    "=": _date_equal, "<": _date_before, "<=": _date_until, ">": _date_after, ">=": _date_from,
}  # fmt: skip
