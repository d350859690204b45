"""Saved games of mprihoda/taroky, the score sheet "Počítadlo taroků" with its shared pot: running totals.

The page keeps three stores: ``history`` (a line after each hand: the totals p1 to p4 and the pot ``jew``),
``slots`` (the players) and ``game`` (the hand being entered). What was played in a finished hand is not
kept; a record of it has the score, what the pot held before and after, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tarok_pbn.exchange.foreign.base import Imported, Text, people, record, score, stream
from tarok_pbn.exchange.foreign.jsonplaces import Broken, Value, parse, repeated
from tarok_pbn.exchange.foreign.saved import Notes, opened
from tarok_pbn.record import Record

__all__ = ["read"]

_SEATS = "SENW"
_STORES = ("history", "slots", "game")
_CONTRACTS = {1: "povinnost", 2: "druha", 3: "trojka", 4: "solo"}
_STEPS = ("flek", "reflek", "super", "resub")
_LARGEST = 10_000_000
_MOST = 10_000


class _Line(NamedTuple):
    """A line of the history: the totals of the seats and what the pot held, and where it stands."""

    totals: list[int]
    pot: int
    at: Value


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The hands of a saved game: one for each line of the history after the first, and the one in progress."""
    text = Text(data, name)
    try:
        document = parse(text)
        stores = {key: opened(found) for key in _STORES if (found := document.get(key)) is not None}
    except Broken as broken:
        yield Imported(None, [*text.early, broken.finding])
        return
    early = Notes()
    early.findings += text.early + repeated(document)
    if not stores:
        message = "This is not a saved game of Počítadlo taroků: it has none of its stores."
        early.say("I010", message, document, ", ".join(_STORES))
        yield Imported(None, early.findings)
        return
    slots = _models(stores.get("slots"), "slots", early)
    names = _names(slots)
    lines = [line for value in _models(stores.get("history"), "history", early) if (line := _line(value, early))]
    made: list[tuple[Record, Notes]] = []
    for number, (before, after) in enumerate(pairwise(lines), 1):
        notes = Notes(number)
        made.append((_finished(before, after, names, number, notes), notes))
    if made:
        made[0][0].set("Totals", score(dict(zip(_SEATS, lines[0].totals, strict=True))))
        made[-1][0].set("TotalsAfter", score(dict(zip(_SEATS, lines[-1].totals, strict=True))))
    games = _models(stores.get("game"), "game", early)
    if games:
        notes = Notes(len(made) + 1)
        running = _running(games[0], slots, names, notes)
        if running is not None:
            made.append((running, notes))
        else:
            early.findings += notes.findings
    if not made:
        early.say("I006", "No hand stands in this saved game.", document)
        yield Imported(None, early.findings)
        return
    start = stores.get("history") or document
    early.say("I001", "The rules are not named; they are those of the score sheet itself.", start)
    message = "Players 1 to 4 sit at S E N W, the way in which povinnost goes round."
    early.say("I002", message, stores.get("slots") or start)
    if lines:
        early.say("I004", "The lines of the history are taken in the order in which they stand.", start)
        message = "What was played, by whom and how it came to its score, is not part of the history; nor are dates."
        early.say("I006", message, start)
    for index, (one, notes) in enumerate(made):
        yield Imported(one, (early.findings if index == 0 else []) + notes.findings)


def _models(store: Value | None, what: str, notes: Notes) -> list[Value]:
    """The models of a store, in their order."""
    if store is None:
        return []
    models = store.array if store.array is not None else list((store.object or {}).values())
    if store.array is None and store.object is None:
        notes.say("I011", f"The store {what} is {store.kind}, not an object.", store)
    good = [model for model in models if model.object is not None]
    if len(good) < len(models):
        bad = next(model for model in models if model.object is None)
        notes.say("I011", f"An entry of {what} is {bad.kind}, not an object.", bad)
    if len(good) > _MOST:
        notes.say("I019", f"The store {what} has more than {_MOST} entries; the rest is not read.", store)
    return good[:_MOST]


def _names(slots: Sequence[Value]) -> dict[str, str]:
    names: dict[str, str] = {}
    for seat, slot in zip(_SEATS, slots, strict=False):
        name = slot.get("name")
        if name is not None and name.string:
            names[seat] = name.string
    return names


def _line(value: Value, notes: Notes) -> _Line | None:
    numbers: list[int] = []
    for key in ("p1", "p2", "p3", "p4", "jew"):
        missing = f"The line of the history has no {key}."
        number = notes.integer(value.get(key), key, -_LARGEST, _LARGEST, value, missing)
        if number is None:
            return None
        numbers.append(number)
    if sum(numbers):
        message = f"The totals and the pot of this line add up to {sum(numbers)}, not to 0."
        notes.say("I016", message, value)
    return _Line(numbers[:4], numbers[4], value)


def _tags(names: Mapping[str, str], number: int) -> dict[str, str]:
    tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Board": str(number), **people(_SEATS, names)}
    return {**tags, "Game": "taroky", "Rules": "mprihoda"}


def _finished(before: _Line, after: _Line, names: Mapping[str, str], number: int, notes: Notes) -> Record:
    change = [new - old for old, new in zip(before.totals, after.totals, strict=True)]
    tags = _tags(names, number)
    tags |= {"Dealer": "?", "Pots": f"pot {before.pot}", "Contract": "?", "Declarer": "?", "Partner": "?"}
    amounts: dict[str, object] = dict(zip(_SEATS, change, strict=True))
    amounts["pot"] = after.pot - before.pot
    tags |= {"Score": score(amounts), "PotsAfter": f"pot {after.pot}"}
    if sorted(change) == [-20, 0, 0, 0] and after.pot - before.pot == 20:
        seat = _SEATS[change.index(-20)]
        tags["Description"] = "Renonc"
        notes.say("I008", f"Twenty from {seat} alone into the pot are read as a fine for a revoke (renonc).", after.at)
    tags["Source"] = "Počítadlo taroků, history"
    return record(tags)


# --- the hand being entered ---------------------------------------------------------------------


def _running(game: Value, slots: Sequence[Value], names: Mapping[str, str], notes: Notes) -> Record | None:
    """The hand in progress; None where nothing has been entered."""
    seats = [seat for seat, slot in zip(_SEATS, slots, strict=False) if _ticked(slot)]
    kind = notes.integer(game.get("game_name"), "game_name", 0, 4, game)
    if not seats or kind is None:
        return None
    if kind == 0 or len(seats) > (2 if kind < 3 else 1):
        notes.say("I007", "The hand in progress is not complete and is not taken over.", game)
        return None
    notes.say("I008", "The hand in progress is taken over although it is not in the history yet.", game)
    baton = game.get("baton")
    first = notes.integer(baton, "baton", 1, 4, game)
    forehand = None if first is None else _SEATS[first - 1]
    tags = _tags(names, notes.number)
    tags["Dealer"] = "?" if first is None else _SEATS[first - 2]
    if forehand is not None:
        message = f"{forehand} has the baton and is taken for forehand, so the player before dealt."
        notes.say("I003", message, baton or game)
    scores = [slot.get("score") for slot in slots[:4]]
    totals = [value.integer if value else None for value in scores]
    if len(totals) == 4 and None not in totals:
        tags["Pots"] = f"pot {-sum(total for total in totals if total is not None)}"
    declarer = forehand if kind == 1 and forehand in seats else seats[0]
    if len(seats) == 2 and declarer != forehand:
        notes.say("I008", f"Which of {' and '.join(seats)} declared is not said; {declarer} is named.", game)
    partner = next((seat for seat in seats if seat != declarer), "")
    tags |= {"Contract": _contract(game, kind, notes), "Declarer": declarer, "Partner": partner}
    order = _SEATS if forehand is None else _SEATS[_SEATS.index(forehand) :] + _SEATS[: _SEATS.index(forehand)]
    sides = (declarer, next(seat for seat in order if seat not in seats))
    result = notes.integer(game.get("result"), "result", -35, 35, game, "The result is not said.")
    tags["Points"] = "?" if result is None else f"{35 + result} {35 - result}"
    announced = notes.integer(game.get("valat"), "valat", -1, 1, game) or 0
    tags["Valat"] = ""
    if result is not None and abs(result) == 35:
        tags["Valat"] = sides[0 if result > 0 else 1]
        message = "All points are read as all tricks (valát), as the score sheet does."
        notes.say("I008", message, game.get("result") or game)
    said: dict[str, list[str]] = {}
    tags["Pagat"] = _pagat(game, kind, sides, said, notes)
    if announced:
        said.setdefault(sides[0 if announced > 0 else 1], []).append("valat")
    tags["Source"] = "Počítadlo taroků, hand in progress"
    if any(_revealed(slot, notes) for slot in slots[:4]):
        notes.say("I006", "Which melds were declared is not said, only what they are worth.", game)
        return record(tags)
    groups = [(seat, said.get(seat, ["pass"])) for seat in order]
    for key, what, owner in (("flek", "hra", 1), ("pagat_flek", "pagat", _owner(said, sides, "pagat")),
                             ("valat_flek", "valat", _owner(said, sides, "valat"))):  # fmt: skip
        groups += _doubled(game, key, what, owner, sides, notes)
    return record(tags, [stream("Announcements", groups)])


def _ticked(slot: Value) -> bool:
    value = slot.get("licitator")
    return value is not None and value.raw is True


def _revealed(slot: Value, notes: Notes) -> bool:
    value = slot.get("revealing")
    return bool(notes.integer(value, "revealing", 0, 100, slot))


def _contract(game: Value, kind: int, notes: Notes) -> str:
    word = _CONTRACTS[kind]
    if word != "trojka":
        return word
    grade = notes.integer(game.get("game_type"), "game_type", 1, 3, game)
    return word if grade is None else f"{word}:{grade}"


def _pagat(game: Value, kind: int, sides: tuple[str, str], said: dict[str, list[str]], notes: Notes) -> str:
    """The Pagat tag; who announced it is added to *said*."""
    announced = 1 if kind == 2 else notes.integer(game.get("pagat"), "pagat", -1, 1, game) or 0
    made = notes.integer(game.get("pagat_played"), "pagat_played", -1, 1, game) or 0
    if announced:
        who = sides[0 if announced > 0 else 1]
        said.setdefault(who, []).append("pagat")
        if kind != 2:
            notes.say("I008", f"Which player of the side announced the pagát is not said; {who} is named.", game)
        return f"{who} {'won' if made == announced else 'lost'}"
    return f"{sides[0 if made > 0 else 1]} won" if made else ""


def _owner(said: Mapping[str, list[str]], sides: tuple[str, str], what: str) -> int:
    """1 where the declarer's side announced it, -1 where the defence did, 0 for nobody."""
    return next((1 if seat == sides[0] else -1 for seat, words in said.items() if what in words), 0)


def _doubled(
    game: Value, key: str, what: str, owner: int, sides: tuple[str, str], notes: Notes
) -> list[tuple[str, list[str]]]:
    value = game.get(key)
    times = value.integer if value else 1
    if times not in (1, 2, 4, 8, 16):
        notes.say("I011", f"{key} is {value.kind if value else '?'}.", value or game, "1, 2, 4, 8 or 16")
        return []
    if not owner:
        return []
    level = times.bit_length() - 1
    if level:
        notes.say("I008", "Which player of a side doubled is not said; the first of it is named.", value or game)
    turns = (sides[1], sides[0]) if owner > 0 else (sides[0], sides[1])
    return [(turns[step % 2], [f"{_STEPS[step]}:{what}"]) for step in range(level)]
