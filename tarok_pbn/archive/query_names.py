"""What can be asked of a record: the names and functions of the query language, as data.

``docs/query.md`` shows these tables, ``query_check`` holds expressions to them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from tarok_pbn.notation.tags import KNOWN

__all__ = ["FUNCTIONS", "NAMES", "TAGS", "Function", "Level", "Name", "tag_level"]


class Level(IntEnum):
    """How much of a record has to be looked at before something is known of it."""

    HEADER = 0
    READ = 1
    REPLAY = 2


class Name(NamedTuple):
    """A name: the type of what it stands for, what it takes to know it, and what it means.

    type: ``text``, ``word`` (a word of the game, compared without regard to case), ``person``, ``number``,
    ``date`` or ``truth``. vocabulary: the words it can be, by name; "" for any.
    """

    type: str
    level: Level
    about: str
    vocabulary: str = ""


class Function(NamedTuple):
    """A function: what it takes, the type of its value, what it takes to know it, and what it means.

    parameters: ``who``, ``card``, ``cards`` (one or more), ``suit``, ``trick`` (a number or ``last``), ``number``,
    ``level`` (a number or a step of the ladder), ``announcement``, ``item``, ``code``, ``account``, ``name``,
    ``value``; with ``?`` behind it, one that may be left out.
    """

    parameters: tuple[str, ...]
    type: str
    level: Level
    about: str
    vocabulary: str = ""


_H, _R, _P = Level

NAMES: dict[str, Name] = {
    "game": Name("word", _H, "family of the game", "game"),
    "rules": Name("word", _H, "rule set that is used", "rules"),
    "contract": Name("word", _P, "contract that is played", "contract"),
    "called": Name("word", _P, "card that was called", "card"),
    "outcome": Name("word", _P, "`won` or `lost`, for the declarer's side", "outcome"),
    "declarer": Name("person", _P, "the declarer"),
    "partner": Name("person", _P, "the declarer's partner; nobody where the declarer plays alone"),
    "dealer": Name("person", _H, "the dealer"),
    "forehand": Name("person", _P, "the player after the dealer"),
    "defender": Name("person", _P, "any player of the side against the declarer"),
    "any": Name("person", _P, "any player at the table, one who sits out among them"),
    "player": Name("text", _P, "name of any player at the table"),
    "date": Name("date", _H, "the date"),
    "year": Name("number", _H, "year of the date"),
    "month": Name("text", _H, "year and month of the date: `2026.03`"),
    "tricks": Name("number", _P, "number of tricks recorded"),
    "agrees": Name("truth", _P, "whether the recorded score is what the hand gives"),
    "clean": Name("truth", _P, "neither an error nor a warning"),
    "errors": Name("number", _P, "number of errors found"),
    "warnings": Name("number", _P, "number of warnings found"),
    "findings": Name("number", _P, "number of findings, notes among them"),
    "finding": Name("text", _P, "code of any finding"),
    "deal_id": Name("text", _R, "DealId, where the deal is wholly known"),
    "id": Name("text", _R, "hash of the record's canonical text"),
    "file": Name("text", _H, "name of the file"),
    "number": Name("number", _H, "place in the file, from 1"),
}  # fmt: skip

FUNCTIONS: dict[str, Function] = {
    "player": Function(("name",), "person", _P, 'the seat of that player; "Nov*" with a star for any ending'),
    "name": Function(("who",), "text", _P, "name of the player"),
    "side": Function(("who",), "word", _P, "`declarer` or `defence`", "side"),
    "holds": Function(("who", "cards"), "truth", _P, "was dealt all these cards"),
    "holds_at_play": Function(("who", "cards"), "truth", _P, "held all these cards when play began"),
    "laid": Function(("who", "cards"), "truth", _P, "laid all these cards away"),
    "void": Function(("who", "suit"), "truth", _P, "was dealt no card of the suit; `T` for the taroks"),
    "cards": Function(("who", "suit"), "number", _P, "number of cards dealt of the suit; `T` for the taroks"),
    "taroks": Function(("who",), "number", _P, "number of taroks dealt, the fool among them"),
    "kings": Function(("who",), "number", _P, "number of kings dealt"),
    "points": Function(("who",), "number", _P, "card points of the side, or of the player where each counts alone"),
    "score": Function(("account",), "number", _P, "units won or lost: what the hand gives, else as recorded"),
    "tricks": Function(("who",), "number", _P, "number of tricks that the player won"),
    "played": Function(("who", "cards"), "truth", _P, "played all these cards"),
    "took": Function(("who", "cards"), "truth", _P, "won the tricks in which these cards fell"),
    "won": Function(("who", "card"), "truth", _P, "won a trick with this card"),
    "lost": Function(("who", "card"), "truth", _P, "played this card to a trick that somebody else won"),
    "last": Function(("card",), "truth", _P, "the card fell in the last trick"),
    "trick.winner": Function(("trick",), "person", _P, "who won the trick"),
    "trick.leader": Function(("trick",), "person", _P, "who led to the trick"),
    "trick.points": Function(("trick",), "number", _P, "card points that the trick brings"),
    "trick.contains": Function(("trick", "cards"), "truth", _P, "these cards fell in the trick"),
    "announced": Function(("who?", "announcement"), "truth", _P, "said this word in the announcements"),
    "doubled": Function(("item", "level?"), "truth", _P, "`game` or an announcement was doubled, so far at least"),
    "finding": Function(("code",), "truth", _P, "there is a finding of this code, or of one that begins so"),
    "thirds": Function(("number",), "number", _H, "so many thirds of a card point: `thirds(125)` is `41 2/3`"),
    "known": Function(("value",), "truth", _H, "the record tells it"),
    "unknown": Function(("value",), "truth", _H, "the record does not tell it"),
}  # fmt: skip

#: lower-case name -> tag; where a name of NAMES is spelled alike, ``tag.Name`` is the tag
TAGS: dict[str, str] = {tag.lower(): tag for tag in sorted(KNOWN)}

#: tags whose value the reader respells with a look at the whole record
_READ = frozenset(("Deal", "Talon", "DealId"))


def tag_level(tag: str) -> Level:
    """What it takes to know the value of a tag."""
    return Level.READ if tag in _READ else Level.HEADER
