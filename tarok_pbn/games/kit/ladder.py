"""Doubling ladders: two sides answer each other, item by item, until all pass in turn."""

from __future__ import annotations

from collections.abc import Callable, Generator

from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Double, Table

__all__ = ["ladder", "level_of", "multiplier", "spoken"]


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
    owners: what can be doubled -> side (0 or 1) whose it is; the other side doubles it first. Items of one
        name that both sides have are told apart by ``@`` and the side.
    side_of: seat -> its side; None where it cannot be known (then it is not checked).
    first: the seat that speaks first. Records differ in who speaks when, and any member of the side
        that is due may answer, so every seat may speak at any time until all have passed in a row.
    beyond: words above the ceiling, which are steps of the ladder elsewhere.
    """
    levels = dict.fromkeys(owners, 0)
    due = {what: 1 - owner for what, owner in owners.items()}
    verbs = frozenset({"pass", *steps, *beyond})

    def legal(seat: int) -> tuple[str, ...]:
        words = {"pass": None}
        for what, level in levels.items():
            if level < len(steps) and side_of(seat) in (due[what], None):
                words[f"{steps[level]}:{spoken(what)}"] = None
        return tuple(words)

    def meant(seat: int, verb: str, name: str) -> str | None:
        """Which item a word is about: of two with one name the one on which this step is the seat's to take."""
        found = [what for what in levels if spoken(what) == name]
        for what in found:
            if verb in steps and steps.index(verb) == levels[what] and side_of(seat) == due[what]:
                return what
        return found[0] if found else None

    def why(seat: int, word: str) -> Problem:
        name = table.name(seat)
        verb, _, item = word.partition(":")
        help_ = f"Legal: {these(legal(seat), 'or')}."
        what = meant(seat, verb, item)
        if what is None:
            doubled = these(dict.fromkeys(map(spoken, owners)), "or")
            return Problem(
                "M008",
                f"{name} says {word}, but {item or 'nothing'} was not announced: only {doubled} can be doubled.",
                rule,
                help_,
            )
        level = levels[what]
        if verb not in steps:
            return Problem(
                "M007", f"{name} says {word}, which is above the ceiling of the ladder ({steps[-1]}).", rule, help_
            )
        if steps.index(verb) != level:
            before = f"{steps[level - 1]}:{item}" if level else "nothing"
            return Problem("M007", f"{name} says {word}, but the ladder of {item} stands at {before}.", rule, help_)
        return Problem("M006", f"{name} says {word}, but on {item} the other side was to speak.", rule, help_)

    feed = table.feed(ANNOUNCEMENTS)
    while not feed.silent:
        taken = feed.take_next(legal, "pass")
        if taken is not None:
            actor, word = taken
        else:
            actor, word = yield Say(first, ANNOUNCEMENTS, (), why, verbs=verbs, implied="pass", anyone=legal)
        if word == "pass":
            return
        # A step that was not legal is followed all the same: the answers to it are no new mistakes.
        verb, _, item = word.partition(":")
        if verb in steps and item:
            what = meant(actor, verb, item) or item
            side = side_of(actor)
            levels[what] = steps.index(verb) + 1
            due[what] = 1 - side if side is not None else 1 - due.get(what, 0)
            table.doubles.append(Double(actor, what, levels[what], verb))


def spoken(what: str) -> str:
    """An item's name as it is said: ``valat`` for ``valat@0`` and ``valat@1``, which the speakers tell apart."""
    return what.partition("@")[0]
