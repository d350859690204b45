"""Duplicate play: one deal at several tables, compared seat by seat in matchpoints and differences from a datum.

A place at a table is counted from forehand, so that a table whose seats are turned is compared with those who held
the same cards. Everything is exact; ``docs/duplicate.md`` defines it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tarok_pbn.archive.names import Spellings
from tarok_pbn.archive.statistics import Units, units_of
from tarok_pbn.archive.summary import Summary
from tarok_pbn.figures import by_number
from tarok_pbn.ledger import Amount
from tarok_pbn.session import score_of

__all__ = [
    "PLACES", "TRIMMED", "Board", "Entry", "Refusal", "Standing", "Travellers", "datum_of", "entry_of", "matchpoints",
    "standings",
]  # fmt: skip

#: from so many scores on, the trimmed mean leaves out one at each end
TRIMMED = 5
#: what the places are called at tables of three and of four
PLACES = {3: ("forehand", "third player", "dealer"), 4: ("forehand", "second", "third", "dealer")}


class Entry(NamedTuple):
    """A deal at one table.

    label: of the table. seats, players, scores: place by place from forehand on, then whoever sits out; a player is ""
    where his name is not known, a score None. declarer: seat letter or "". computed: whether the scores follow from
    the hand. errors: whether the record has any. file, number: where it stands.
    """

    event: str
    date: str
    round: str
    table: str
    board: str
    deal: str
    units: Units
    seats: tuple[str, ...]
    players: tuple[str, ...]
    scores: tuple[Amount | None, ...]
    contract: str
    declarer: str
    computed: bool
    errors: bool
    cards: tuple[object, ...]
    carried: str
    id: str
    file: str
    number: int

    @property
    def label(self) -> str:
        """The table as a reader is told of it."""
        return self.table or self.where

    @property
    def where(self) -> str:
        """File and number of the record."""
        return f"{self.file or 'record'}:{self.number}"


class Refusal(NamedTuple):
    """A table that is not compared with the others of its board, and why. again: another record of it is compared."""

    entry: Entry
    why: str
    again: bool = False

    @property
    def label(self) -> str:
        """What is not compared, so that it is not taken for a table that is."""
        return self.entry.where if self.again else self.entry.label


class Board:
    """A deal with the tables that are compared. Lists of lists go by table and place; None: not known.

    datums: place by place, what a difference is taken from; None where fewer than two scores are known.
    """

    def __init__(self, entries: Sequence[Entry], refused: Sequence[Refusal], *, trimmed: bool = False) -> None:
        self.entries = list(entries)
        self.refused = list(refused)
        size = len(entries[0].seats)
        columns = [[entry.scores[place] for entry in entries] for place in range(size)]
        counted = [matchpoints(column) for column in columns]
        self.tops = [2 * (sum(score is not None for score in column) - 1) for column in columns]
        self.matchpoints = [[points[row] for points in counted] for row in range(len(entries))]
        self.datums = [datum_of(column, trimmed=trimmed) for column in columns]
        self.differences = [
            [_minus(score, datum) for score, datum in zip(entry.scores, self.datums, strict=True)] for entry in entries
        ]

    @property
    def places(self) -> tuple[str, ...]:
        """What the places are called."""
        size = len(self.entries[0].cards) - 1 or len(self.entries[0].seats)
        names = PLACES.get(size, ())
        more = len(self.entries[0].seats) - len(names)
        return (*names, *(("sits out",) * more)) if names else self.entries[0].seats

    @property
    def head(self) -> Entry:
        """Its first table, for whatever all have in common."""
        return self.entries[0]


def matchpoints(scores: Sequence[Amount | None]) -> list[int | None]:
    """Two for each score beaten, one for each equal one; None for a score that is not known or has none beside it.

    >>> matchpoints([8, -4, 8, None])
    [3, 0, 3, None]
    """
    known = [score for score in scores if score is not None]
    if len(known) < 2:
        return [None] * len(scores)
    return [
        None if score is None else 2 * sum(other < score for other in known) + known.count(score) - 1
        for score in scores
    ]


def datum_of(scores: Sequence[Amount | None], *, trimmed: bool = False) -> Fraction | None:
    """The mean of the known scores; *trimmed*: of ``TRIMMED`` or more, without one highest and one lowest.

    None for fewer than two scores.
    """
    known = sorted(score for score in scores if score is not None)
    if len(known) < 2:
        return None
    if trimmed and len(known) >= TRIMMED:
        known = known[1:-1]
    return Fraction(sum(known)) / len(known)


def _minus(score: Amount | None, datum: Fraction | None) -> Fraction | None:
    return None if score is None or datum is None else score - datum


class Standing:
    """What a player has over all boards of one rule set.

    boards: how many were compared. matchpoints of top: the most he could have had. difference: the sum.
    place, place_by_difference: equal results share a place.
    """

    __slots__ = ("boards", "difference", "matchpoints", "place", "place_by_difference", "player", "top")

    def __init__(self, player: str) -> None:
        self.player = player
        self.boards = 0
        self.matchpoints = 0
        self.top = 0
        self.difference = Fraction(0)
        self.place = self.place_by_difference = 0

    @property
    def percent(self) -> Fraction:
        """Of the most he could have had."""
        return Fraction(100 * self.matchpoints, self.top)


def standings(boards: Iterable[Board]) -> dict[Units, list[Standing]]:
    """The players of each rule set, by percentage; amounts of different rule sets are never added.

    However a name was spelt, it is one player's, and stands there as it was spelt most often.
    """
    boards = list(boards)
    names = Spellings()
    for entry in (entry for board in boards for entry in board.entries):
        for player in filter(None, entry.players):
            names.add(player)
    found: dict[Units, dict[str, Standing]] = {}
    for board in boards:
        for row, entry in enumerate(board.entries):
            for place, player in enumerate(entry.players):
                points, difference = board.matchpoints[row][place], board.differences[row][place]
                if points is None or difference is None:
                    continue
                name = names.shown(player) if player else f"{entry.seats[place]}, table {entry.label}"
                standing = found.setdefault(entry.units, {}).setdefault(name, Standing(name))
                standing.boards += 1
                standing.matchpoints += points
                standing.top += board.tops[place]
                standing.difference += difference
    return {units: _placed(list(players.values())) for units, players in sorted(found.items())}


def _placed(players: list[Standing]) -> list[Standing]:
    for player in players:
        player.place = 1 + sum(other.percent > player.percent for other in players)
        player.place_by_difference = 1 + sum(other.difference > player.difference for other in players)
    return sorted(players, key=lambda player: (player.place, player.place_by_difference, player.player))


class Travellers:
    """Collects the tables of deals and compares them.

    by: ``deal`` groups by DealId, ``board`` by event, date, round and board number, for records whose cards are not
    known. trimmed: the datum. records: how many were given. lacking: how many could not be put into a group.
    """

    def __init__(self, by: str = "deal", *, trimmed: bool = False) -> None:
        self.by = by
        self.trimmed = trimmed
        self.records = 0
        self.lacking = 0
        self._groups: dict[tuple[str, ...], list[Entry]] = {}

    def add(self, summary: Summary) -> None:
        """Take in a record; one of an unknown game has nothing to compare."""
        self.records += 1
        if summary.table is None:
            self.lacking += 1
            return
        entry = entry_of(summary)
        key: tuple[str, ...] | None
        if self.by == "deal":
            key = (entry.deal,) if entry.deal else None
        else:
            placed = entry.event and entry.board
            key = (entry.event, entry.date, entry.round, entry.board) if placed else None
        if key is None:
            self.lacking += 1
        else:
            self._groups.setdefault(key, []).append(entry)

    @property
    def alone(self) -> int:
        """Records whose deal was played at no other table."""
        return sum(len(entries) == 1 for entries in self._groups.values())

    def boards(self) -> Iterator[Board]:
        """The boards that were played at several tables, in order of event, date, round and number."""
        made = [_board(entries, self.trimmed) for entries in self._groups.values() if len(entries) > 1]
        yield from sorted(made, key=lambda board: _order(board.head))


def _order(entry: Entry) -> tuple[object, ...]:
    board, table = by_number(entry.board), by_number(entry.table)
    return (entry.event, entry.date, entry.round, *board, *table, entry.deal, entry.file, entry.number)


def _board(entries: list[Entry], trimmed: bool) -> Board:
    entries = sorted(entries, key=_order)
    refused: list[Refusal] = []
    single: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        key = (entry.event, entry.date, entry.round, entry.table, entry.board) if entry.table else (entry.id,)
        first = single.setdefault(key, entry)
        if first is not entry:
            same = "the same record" if first.id == entry.id else "another record of the same table"
            refused.append(Refusal(entry, f"{same} stands at {first.where}", again=True))
    tables = list(single.values())
    kinds: dict[tuple[object, ...], list[Entry]] = {}
    for entry in tables:
        kinds.setdefault((entry.units, len(entry.seats), entry.cards, entry.carried), []).append(entry)
    compared = max(kinds.values(), key=len)  # of equally many, those of the first table
    refused += [Refusal(entry, _why(entry, compared[0])) for entry in tables if entry not in compared]
    return Board(compared, refused, trimmed=trimmed)


def _why(entry: Entry, other: Entry) -> str:
    """Why a table is not compared with the others."""
    table = f"table {other.label}"
    if entry.units.game != other.units.game:
        return f"it is {entry.units.game}, at {table} {other.units.game}"
    if entry.units.rules != other.units.rules:
        return f"it is scored by {entry.units.rules}, at {table} by {other.units.rules}: their units differ"
    if len(entry.seats) != len(other.seats):
        return f"it has {len(entry.seats)} seats, {table} has {len(other.seats)}"
    if entry.cards != other.cards:
        if entry.deal and entry.deal == other.deal:
            return f"the cards are those of {table}, but another of the hands is forehand's"
        if (None in entry.cards) != (None in other.cards):
            known = ("are not known", "are") if None in entry.cards else ("are known", "are not")
            return f"its cards {known[0]}, those of {table} {known[1]}"
        return f"other cards were dealt than at {table}"
    return f"it began with {entry.carried or 'nothing carried over'}, {table} with {other.carried or 'nothing'}"


def entry_of(summary: Summary) -> Entry:
    """The record as an entry; it holds nothing of the record itself."""

    def tag(name: str) -> str:
        return summary.tag(name) or ""

    active = summary.active
    seats = (*active, *(seat for seat in summary.seats if seat not in active))
    score, computed = score_of(summary.checked.replay)
    score = summary.with_idle(score)
    table = summary.table
    hands: tuple[object, ...] = tuple(summary.dealt.get(seat) for seat in active)
    talon = tuple(table.talon) if table is not None and table.talon is not None else None
    carried = ", ".join(f"{name} {tag(name)}" for name in ("Pots", "Radl") if tag(name))
    return Entry(
        tag("Event"), tag("Date"), tag("Round"), tag("Table"), tag("Board"), summary.deal or "", units_of(summary),
        seats, tuple(summary.players.get(seat, "") for seat in seats),
        tuple(score.get(seat) if score is not None else None for seat in seats),
        summary.contract or "", summary.declarer or "", computed,
        any(finding.severity == "error" for finding in summary.checked.findings),
        (*hands, talon), carried, summary.id, summary.file, summary.number,
    )  # fmt: skip
