"""The rows of a site's index pages, kept in a temporary database so that memory does not grow with the archive."""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

__all__ = ["Named", "Player", "Row", "SiteIndex", "Slugs", "slug"]

_LONGEST = 60
#: names that some systems keep for devices
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")
#: letters that have no ASCII letter inside them
_LETTERS = str.maketrans({
    "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
})  # fmt: skip


def slug(text: str) -> str:
    """A safe name for a file: ``Jan Novák`` as ``jan-novak``; "x" where no letter is left.

    >>> slug("Škýz & Sküs"), slug("../../etc"), slug("CON"), slug("☠")
    ('skyz-skus', 'etc', 'con-', 'x')
    """
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    made = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "x"
    return f"{made}-" if _RESERVED.fullmatch(made) else made


class Slugs:
    """A slug for each of many names, no two the same; the first comer has the plain one."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._used: set[str] = set()

    def __getitem__(self, name: str) -> str:
        found = self._of.get(name)
        if found is None:
            found = self._of[name] = self.fresh(name)
        return found

    def fresh(self, name: str) -> str:
        """Another slug each time, also for a name that has one."""
        wanted, count = slug(name), 1
        found = wanted
        while found in self._used:
            count += 1
            found = f"{wanted}-{count}"
        self._used.add(found)
        return found


@dataclass(slots=True)
class Player:
    """Who sat in a seat, and what the hand changed for him, as text."""

    name: str
    score: str


@dataclass(slots=True)
class Row:
    """One record in an index. Its texts are without characters that HTML must not contain.

    page: its address in the site; label: ``Board 7``; title: its heading, as text; what: what was played, as HTML.
    event: the event, or what the file is called; facts: name and value of what else the heading has.
    date: ``2026-11-27`` or "" where it is not known to the day; contract: its name, "" where there is none.
    """

    page: str
    label: str
    title: str
    what: Markup
    declarer: str
    partner: str
    outcome: str
    result: str
    status: str
    event: str
    facts: list[tuple[str, str]]
    date: str
    game: str
    contract: str
    players: list[Player] = field(default_factory=list)
    score: str = ""


@dataclass(slots=True)
class Named:
    """A name of an index with the number of its records, and the earliest and latest day among them."""

    name: str
    detail: str
    count: int
    first: str
    last: str


_TABLES = """
create table row (pos integer primary key, event text, date text, contract text, game text, status text, rest text);
create table player (name text, pos integer, score text, primary key (name, pos)) without rowid;
create index by_event on row (event, pos);
create index by_contract on row (game, contract, pos);
create index by_date on row (date, pos);
"""
#: which records an index page has -> the condition, and the columns that come of the join
_WHERE = {
    "index": "row where 1",
    "event": "row where event = ?",
    "contract": "row where game = ? and contract = ?",
    "player": "player join row using (pos) where player.name = ?",
}


class SiteIndex:
    """The rows of all records, by the order of the archive."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("")  # a temporary file that goes with the connection
        self._db.executescript(_TABLES)
        self._count = 0

    def close(self) -> None:
        """Let the database go."""
        self._db.close()

    def add(self, row: Row) -> None:
        """The next record's row."""
        rest = json.dumps([
            row.page, row.label, row.title, str(row.what), row.declarer, row.partner, row.outcome, row.result,
            row.facts,
        ])  # fmt: skip
        self._count += 1
        self._db.execute(
            "insert into row values (?, ?, ?, ?, ?, ?, ?)",
            (self._count, row.event, row.date, row.contract, row.game, row.status, rest),
        )
        for player in row.players:
            self._db.execute(
                "insert or ignore into player values (?, ?, ?)",
                (player.name, self._count, player.score),
            )

    def count(self, kind: str = "index", *which: str) -> tuple[int, int]:
        """How many records there are, and how many of them are wrong."""
        (found,) = self._db.execute(
            f"select count(*), coalesce(sum(status = 'wrong'), 0) from {_WHERE[kind]}",  # noqa: S608 - our own text
            which,
        )
        return found[0], found[1]

    def rows(self, kind: str, *which: str, limit: int, offset: int = 0) -> list[Row]:
        """Records in the order of the archive."""
        score = "score" if kind == "player" else "''"
        found = self._db.execute(
            f"select event, date, contract, game, status, rest, {score} from {_WHERE[kind]} "  # noqa: S608 - our own text
            "order by pos limit ? offset ?",
            [*which, limit, offset],
        )
        return [_row(*values) for values in found]

    def latest(self, limit: int) -> list[Row]:
        """Records of the latest days, later boards first; those without a day are left out."""
        found = self._db.execute(
            "select event, date, contract, game, status, rest, '' from row where date > '' "
            "order by date desc, pos desc limit ?",
            (limit,),
        )
        return [_row(*values) for values in found]

    def events(self) -> Iterator[Named]:
        """Events in the order of the archive."""
        yield from (
            Named(name, "", count, first or "", last or "")
            for name, count, first, last in self._db.execute(
                "select event, count(*), min(nullif(date, '')), max(date) from row group by event order by min(pos)"
            )
        )

    def players(self) -> list[Named]:
        """Players by their last name, as far as a name tells it."""
        found = [
            Named(name, "", count, "", "")
            for name, count in self._db.execute("select name, count(*) from player group by name")
        ]
        return sorted(found, key=lambda player: _sort_key(player.name))

    def contracts(self) -> list[Named]:
        """Contracts of each game, the most frequent first."""
        return [
            Named(name, game, count, "", "")
            for game, name, count in self._db.execute(
                "select game, contract, count(*) from row where contract > '' group by game, contract "
                "order by game, count(*) desc, contract"
            )
        ]


def _row(event: str, date: str, contract: str, game: str, status: str, rest: str, score: str) -> Row:
    page, label, title, what, declarer, partner, outcome, result, facts = json.loads(rest)
    return Row(
        page, label, title, Markup(what), declarer, partner, outcome, result, status, event,  # noqa: S704 - a template's
        [(name, value) for name, value in facts], date, game, contract, score=score,
    )  # fmt: skip


def _sort_key(name: str) -> tuple[str, str, str]:
    last = name.split()[-1] if name.split() else name
    return slug(last), slug(name), name
