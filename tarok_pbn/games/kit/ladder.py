"""Doubling ladders: two sides answer each other, item by item, until all pass in turn."""

from __future__ import annotations

from collections.abc import Callable, Generator

from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Double, Table

__all__ = ["ladder", "level_of", "multiplier"]


def level_of(table: Table, what: str) -> int:
    """How often *what* was doubled."""
    level = 0
    for double in table.doubles:
        if double.what == what and double.level > level:
            level = double.level
    return level


def multiplier(table: Table, what: str) -> int:
    """1, 2, 4, 8 ... for *what*."""
    return 1 << level_of(table, what)


def ladder(
    table: Table,
    steps: tuple[str, ...],
    owners: dict[str, int],
    side_of: Callable[[int], int | None],
    first: int,
    rule: str,
    beyond: tuple[str, ...] = (),
) -> Generator[Decision, Answer, None]:
    """The doubling round.

    steps: the words of the ladder in order, as many as the ceiling allows.
    owners: what can be doubled -> side (0 or 1) that is to be doubled first.
    side_of: seat -> its side; None where it cannot be known (then it is not checked).
    first: the seat that speaks first. Records differ in who speaks when, and any member of the side
        that is due may answer, so every seat may speak at any time until all have passed in a row.
    beyond: words above the ceiling, which are steps of the ladder elsewhere.
    """
    levels = dict.fromkeys(owners, 0)
    verbs = frozenset({"pass", *steps, *beyond})

    def legal(seat: int) -> tuple[str, ...]:
        words = ["pass"]
        for what, level in levels.items():
            due = owners[what] if level % 2 else 1 - owners[what]
            if level < len(steps) and side_of(seat) in (due, None):
                words.append(f"{steps[level]}:{what}")
        return tuple(words)

    def why(seat: int, word: str) -> Problem:
        name = table.name(seat)
        verb, _, what = word.partition(":")
        help_ = f"Legal: {these(legal(seat), 'or')}."
        if what not in levels:
            doubled = these(levels, "or")
            return Problem("M008", f"{name} says {word}, but {what or 'nothing'} was not announced: only {doubled} can be doubled.", rule, help_)
        level = levels[what]
        if verb not in steps:
            return Problem("M007", f"{name} says {word}, which is above the ceiling of the ladder ({steps[-1]}).", rule, help_)
        if steps.index(verb) != level:
            before = f"{steps[level - 1]}:{what}" if level else "nothing"
            return Problem("M007", f"{name} says {word}, but the ladder of {what} stands at {before}.", rule, help_)
        side = "own" if not level else "own side's"
        return Problem("M006", f"{name} says {word} to the {side} {what}: the other side was to speak.", rule, help_)

    while True:
        words = legal(first)
        actor, word = yield Say(first, ANNOUNCEMENTS, words, why, verbs=verbs, implied="pass", anyone=legal)
        if word == "pass":
            return
        # A step that was not legal is followed all the same: the answers to it are no new mistakes.
        verb, _, what = word.partition(":")
        if verb in steps and what:
            if what not in owners:
                owners = {**owners, what: 1 - (side_of(actor) or 0)}
            levels[what] = steps.index(verb) + 1
            table.doubles.append(Double(actor, what, levels[what], verb))
