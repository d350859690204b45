"""Which question is asked of a position: by name, for whose side, or what the contract is about."""

from __future__ import annotations

import re
from dataclasses import replace

from tarok_pbn.analysis.position import HANDS, Position, Unsolvable
from tarok_pbn.cards import CARD, CODES
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.games.kit.terms import Aim

__all__ = ["NAMES", "UnknownAim", "aim_words", "aims_for", "count_words", "seats_words"]

_TRICK = re.compile(r"[0-9]{1,2}")
#: aims that every game has
NAMES = ("points", "tricks", "last", "valat", "none")


class UnknownAim(ValueError):
    """There is no such objective or side; the message is for the user."""


def aims_for(position: Position, objective: str = "", side: str = "") -> list[Aim]:
    """The aims that are meant; several where each seat plays for itself and none was named.

    objective: ``points``, ``tricks``, ``last`` (the last trick), ``valat`` (all tricks), ``none`` (no trick), a name of
    the game's own such as ``pagat``, ``CARD@TRICK`` (the card wins that trick), or "" for what the contract is about.
    side: seat letters (``S``, ``SN``, ``S,N``), ``declarer``, ``defence`` or "" for the contract's own.
    Raises UnknownAim for what there is not, Unsolvable where the record does not tell who plays with whom.
    """
    game, table, rules = position.game, position.table, position.rules
    own = game.ahead.aims(table, rules)
    seats = _side(position, side)
    name = objective.strip().lower()
    if not name:
        if not own:
            raise _no_sides()
        if seats is None:
            return own
        alike = [aim for aim in own if aim.side == seats]
        return alike or [replace(own[0], side=seats, enough=None)]
    aim = {key.lower(): aim for key, aim in named(position).items()}.get(name)
    if aim is not None:
        return [aim if seats is None else replace(aim, side=seats)]
    base = _base(position, name)
    if seats is not None:
        sides = [seats]
    elif own:
        sides = list(dict.fromkeys(aim.side for aim in own))
    elif (groups := game.sides(table)) is not None:
        sides = [groups[0]] if len(groups) == 2 else list(groups)
    else:
        raise _no_sides()
    alike = [aim for aim in own if aim.kind == base.kind == "points"]
    low = bool(alike) and alike[0].low
    enough = alike[0].enough if alike and seats is None else base.enough
    return [replace(base, side=group, low=base.low or low, enough=enough) for group in sides]


def named(position: Position) -> dict[str, Aim]:
    """The game's own aims by name."""
    return position.game.ahead.named_aims(position.table, position.rules)


def _base(position: Position, name: str) -> Aim:
    nobody: frozenset[int] = frozenset()
    if name == "points":
        return Aim("points", nobody)
    if name == "tricks":
        return Aim("tricks", nobody)
    if name == "valat":
        return Aim("tricks", nobody, enough=position.tricks)
    if name == "none":
        return Aim("tricks", nobody, low=True, enough=0)
    if name == "last":
        return Aim("trick", nobody, trick=position.tricks)
    card, at, trick = name.upper().partition("@")
    if at and card in CARD and _TRICK.fullmatch(trick) and 1 <= int(trick) <= position.tricks:
        return Aim("trick", nobody, trick=int(trick), card=CARD[card])
    known = [*NAMES, *named(position)]
    near = nearest(name, dict.fromkeys(known))
    hint = f"did you mean {near}?" if near else f"known here: {', '.join(known)}, or CARD@TRICK such as T1@12"
    raise UnknownAim(f"there is no objective {name!r}; {hint}")


def _side(position: Position, text: str) -> frozenset[int] | None:
    word = text.strip().lower()
    if not word:
        return None
    groups = position.game.sides(position.table)
    if word in ("declarer", "defence"):
        if groups is None or len(groups) != 2:
            raise _no_sides() if groups is None else Unsolvable("each seat plays for itself here; name a seat")
        return groups[word == "defence"]
    letters = [letter for letter in word.upper() if letter not in ", "]
    wrong = [letter for letter in letters if letter not in position.letters]
    if wrong or not letters:
        seats = position.letters
        part = f"{wrong[0]!r} in " if wrong and len(wrong) < len(letters) <= len(seats) else ""
        raise UnknownAim(
            f"{part}{text.strip()!r} names no side; a side is declarer, defence or the seats that play together, of "
            f"{' '.join(seats)}: for example {seats[0]} or {seats[0]}{seats[2]}"
        )
    if len(set(letters)) == len(position.letters):
        raise UnknownAim("all seats together have nobody to play against")
    return frozenset(position.letters.index(letter) for letter in letters)


def _no_sides() -> Unsolvable:
    return Unsolvable("the record does not tell who plays with whom; name the side with --for", HANDS)


def seats_words(position: Position, seats: frozenset[int]) -> str:
    """``South + North``."""
    return " + ".join(position.table.name(seat) for seat in sorted(seats))


def aim_words(position: Position, aim: Aim, who: str = "") -> str:
    """What is counted and for whom: ``card points of South + North``. who: other words for several seats."""
    few = ", who want few" if aim.low and (who or len(aim.side) > 1) else ", who wants few" if aim.low else ""
    who = who or seats_words(position, aim.side)
    if aim.kind == "points":
        return f"card points of {who}{few}"
    if aim.kind == "tricks":
        return f"tricks of {who}{few}"
    last = "the last trick" if aim.trick == position.tricks else f"trick {aim.trick}"
    if aim.card is None:
        return f"{last} for {who}"
    if aim.lying:
        return f"{last} with {CODES[aim.card]} in it for {who}"
    return f"{last} won by {CODES[aim.card]} for {who}"


def count_words(aim: Aim, count: int) -> str:
    """A count as people write it: ``41 2/3`` card points, ``7`` tricks, ``yes`` or ``no``."""
    if aim.kind == "trick":
        return "yes" if count else "no"
    if aim.kind == "tricks":
        return str(count)
    whole, part = divmod(abs(count), 3)
    text = f"{whole} {part}/3" if part and whole else f"{part}/3" if part else str(whole)
    return f"-{text}" if count < 0 else text
