"""Outcome tags whose value nothing in the hand can confirm: their form, and whether they fit each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import TagProblem, Undetermined
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.facts import seat_numbers
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.games.taroky.settle import pot_before
from tarok_pbn.notation.spelling import seat as seat_named

__all__ = ["stated_problems"]

_NOTHING: Final = ("?", "", "-")
_TROJKA: Final = ("trojka", "trojka:1", "trojka:2", "trojka:3")
_ALONE: Final = ("trojka", "solo", "varsava")


def stated_problems(table: Table, rules: Rules) -> Iterator[TagProblem]:
    """What is wrong with the stated outcome, tag by tag."""
    given = {name: value for name, value in table.stated.items() if value not in _NOTHING}
    seats = table.seats
    contract = given.get("Contract", "")
    if contract:
        yield from _contract(contract, rules)
    if "Auction" in table.given:
        contract = ""  # the hand itself tells it; a wrong word or tag there is no mistake of the other tags
    for name in ("Declarer", "Partner", "Valat"):
        if given.get(name, seats[0]) not in seats:
            yield _not_a_seat(name, given[name], table)
    partner = given.get("Partner")
    if partner in table.seats and "Auction" not in table.given:
        who = table.name(table.seats.index(partner))
        if partner == given.get("Declarer"):
            message = f"{who} is both declarer and partner."
            yield TagProblem("Partner", "R015", message, '[Partner ""] where the declarer plays alone')
        elif contract.partition(":")[0] in _ALONE:
            message = f"The contract {contract} is played without a partner, but {who} is named."
            yield TagProblem("Partner", "R015", message, '[Partner ""]')
    called = given.get("Called")
    if called is not None:
        callable_ = _callable(rules.call_floor)
        if called not in callable_:
            yield TagProblem(
                "Called", "R007", f"{called!r} is not a card that is called.", f"One of {', '.join(callable_)}."
            )
    if "Points" in given and not _plain_points(given["Points"], contract, rules):
        yield from _points(given["Points"], contract, table, rules)
    pagat = given.get("Pagat", "").split()
    if pagat and not (len(pagat) == 2 and pagat[0] in table.seats and pagat[1] in ("won", "lost")):
        message = f"Pagat {given['Pagat']!r} does not say who played the pagát to the last trick and what became of it."
        yield TagProblem("Pagat", "R007", message, '[Pagat "W lost"], [Pagat "S won"]; "" where it was not in it')
    if rules.pot == "shared" and "Pots" in given:
        try:
            pot_before(table)
        except Undetermined:
            message = f"Pots {given['Pots']!r} does not say what the pot holds."
            yield TagProblem("Pots", "R007", message, '[Pots "pot 40"]')


@cache
def _callable(floor: int) -> tuple[str, ...]:
    return tuple(f"T{number}" for number in range(19, floor - 1, -1))


def _contract(contract: str, rules: Rules) -> Iterator[TagProblem]:
    played = [word for word in rules.contracts if word != "trojka"]
    if "trojka" in rules.contracts:
        played += _TROJKA
    if contract not in played and contract != "given_up":
        near = nearest(contract.lower(), dict.fromkeys(played))
        known = f"Contracts: {', '.join(word for word in played if word != 'trojka')}."
        message = f"{contract!r} is not a contract of this rule set."
        yield TagProblem("Contract", "R007", message, f"Did you mean {near}? {known}" if near else known)


def _not_a_seat(name: str, value: str, table: Table) -> TagProblem:
    seat = seat_named(value)
    right = f'[{name} "{seat}"]' if seat in table.seats else f"A seat: {' '.join(table.seats)}."
    return TagProblem(name, "R007", f"{name} {value!r} is not a seat of this table.", right)


def _plain_points(points: str, contract: str, rules: Rules) -> bool:
    """Whether these are plainly the points of two sides."""
    numbers = [whole(part) for part in points.split(" ")]
    mine, other = numbers if len(numbers) == 2 else (None, None)
    return contract != "varsava" and mine is not None and other is not None and mine + other == rules.point_base


def _points(points: str, contract: str, table: Table, rules: Rules) -> Iterator[TagProblem]:
    pair = [number for part in points.split() if (number := whole(part)) is not None]
    if contract == "varsava":
        if seat_numbers(points, table) is None:
            message = f"Points {points!r} does not give the points of each seat."
            yield TagProblem("Points", "R007", message, '[Points "S 20; E 11; N 29; W 10"]')
    elif len(pair) != 2 or len(points.split()) != 2:
        if contract or seat_numbers(points, table) is None:
            message = f"Points {points!r} is not two numbers, the declarer's side first."
            yield TagProblem("Points", "R007", message, '[Points "38 32"]')
    elif sum(pair) != rules.point_base:
        message = f"The points {points} add up to {sum(pair)}, not to {rules.point_base}."
        yield TagProblem("Points", "S003", message)
