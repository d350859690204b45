"""Checked expressions: every word has become a name, a seat, a card or a text, and every comparison has a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tarok_pbn.archive.query_names import Level

__all__ = [
    "All", "Comparison", "Condition", "Days", "Either", "Ended", "Holding", "Negation", "Told", "Value", "level",
    "parts",
]  # fmt: skip


class Days(NamedTuple):
    """The first and the last day that a date may be, as yyyymmdd."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Value:
    """Something with a value.

    kind: ``name`` (of NAMES), ``tag``, ``call`` (of FUNCTIONS) or ``literal``. type: as in the tables of names;
    literals also ``card``, ``suit``, ``trick``, ``code``, ``account``. content: of a literal a str, a number, ``Days``,
    seat letters or a card number; else the name.
    """

    kind: str
    type: str
    content: Any
    arguments: tuple[Value, ...] = ()
    level: Level = Level.HEADER


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left operator right``, the operator one of ``= < <= > >= ~``."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Told:
    """Whether the record tells a value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Ended:
    """``who won`` (or lost)."""

    who: Value
    word: str


@dataclass(frozen=True, slots=True)
class Holding:
    """A value of type truth as a condition."""

    value: Value


@dataclass(frozen=True, slots=True)
class Negation:
    """Not the part."""

    part: Condition


@dataclass(frozen=True, slots=True)
class All:
    """All of the parts."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Any of the parts."""

    parts: tuple[Condition, ...]


Condition = Comparison | Told | Ended | Holding | Negation | All | Either


def parts(node: Condition) -> Iterator[Value]:
    """All values in a condition, arguments among them."""
    if isinstance(node, All | Either):
        for part in node.parts:
            yield from parts(part)
    elif isinstance(node, Negation):
        yield from parts(node.part)
    elif isinstance(node, Comparison):
        yield from _values(node.left)
        yield from _values(node.right)
    elif isinstance(node, Ended):
        yield from _values(node.who)
    else:
        yield from _values(node.value)


def _values(value: Value) -> Iterator[Value]:
    yield value
    for argument in value.arguments:
        yield from _values(argument)


def level(node: Condition) -> Level:
    """How much of a record has to be looked at to decide a condition."""
    if isinstance(node, Ended):
        return Level.REPLAY
    if isinstance(node, Comparison) and node.operator == "~" and node.left.type == "person":
        return Level.REPLAY  # names have to be found at the table; seat letters are compared as they stand
    if isinstance(node, All | Either):
        return max(map(level, node.parts))
    if isinstance(node, Negation):
        return level(node.part)
    return max(value.level for value in parts(node))
