"""Verification of a tournament: a results file against the records, table by table.

Every disagreement is told once, with the lines of the file and the place of the record. What the record of a board
has is what its hand gives; where that cannot be settled, its tag Score.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import combinations
from typing import NamedTuple

from tarok_pbn.archive.names import folded, person_key
from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.verification_reasons import Sources, pattern, which_is_right
from tarok_pbn.archive.verification_sheet import Line, Sheet
from tarok_pbn.figures import by_number, whole
from tarok_pbn.games.kit.table import SEAT_NAMES
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.session import score_of

__all__ = ["KINDS", "BoardReport", "Disagreement", "Expected", "TableReport", "Verification", "expected_of", "verify"]

#: kind of a disagreement -> what it is called in a heading
KINDS = {
    "score": "score differs",
    "exchanged": "scores exchanged",
    "signs": "signs turned round",
    "record": "record's score wrong",
    "twice": "entered twice",
    "unknown-player": "unknown player",
    "missing-player": "player without a score",
    "no-record": "no record of the board",
    "no-result": "no result of the board",
    "ambiguous": "several records of the board",
    "no-score": "record without a score",
    "sum": "sum is not 0",
    "unreadable": "line cannot be used",
}
#: columns that narrow a table down where the sheet has them
_NARROWING = ("event", "date", "round")
_DATE = re.compile(r"[0-9]+")


class Expected(NamedTuple):
    """What a record says of its board. seats: in the order of play; line: of its Score tag (or first tag), or 0."""

    event: str
    date: str
    round: str
    table: str
    board: str
    seats: tuple[str, ...]
    active: tuple[str, ...]
    players: dict[str, str]
    hand: dict[str, Amount] | None
    recorded: dict[str, Amount] | None
    lacks: str
    balanced: bool
    id: str
    file: str
    number: int
    line: int

    def sources(self, seat: str) -> Sources:
        """What is known of a seat's score; a seat that a score does not name had 0."""
        hand = self.hand.get(seat, 0) if self.hand is not None else None
        recorded = self.recorded.get(seat, 0) if self.recorded is not None else None
        return Sources(hand, recorded, self.lacks)

    @property
    def place(self) -> str:
        """``table-2.tpbn:48 (record 2)``"""
        return f"{self.file or 'record'}:{self.line} (record {self.number})"

    def name(self, seat: str) -> str:
        """The player of a seat, else the seat."""
        return self.players.get(seat, seat)


class Disagreement(NamedTuple):
    """One thing in which sheet and records differ. lines: of the sheet; place: of the record, "" without one."""

    kind: str
    player: str
    lines: tuple[int, ...]
    place: str
    message: str


class BoardReport:
    """A board of a table: how many results of it were compared, and the disagreements."""

    def __init__(self, board: str) -> None:
        self.board = board
        self.results = 0
        self.found: list[Disagreement] = []


class TableReport:
    """A table with its boards in order of number."""

    def __init__(self, label: str) -> None:
        self.label = label
        self._boards: dict[str, BoardReport] = {}

    def board(self, name: str) -> BoardReport:
        """The report of a board."""
        return self._boards.setdefault(_key(name), BoardReport(name))

    @property
    def boards(self) -> list[BoardReport]:
        """The boards, by number."""
        return [self._boards[key] for key in sorted(self._boards, key=by_number)]

    @property
    def found(self) -> list[tuple[BoardReport, Disagreement]]:
        """All disagreements with their boards."""
        return [(board, one) for board in self.boards for one in board.found]

    @property
    def results(self) -> int:
        """How many results were compared."""
        return sum(board.results for board in self.boards)


class Verification:
    """The report. name: of the sheet; records: how many were given; unplaced: how many of them have no Board."""

    def __init__(self, sheet: Sheet) -> None:
        self.name = sheet.name
        self.lines = len(sheet.lines)
        self.records = 0
        self.unplaced = 0
        self._tables: dict[tuple[str, ...], TableReport] = {}

    def table(self, key: tuple[str, ...], label: str) -> TableReport:
        """The report of a table."""
        return self._tables.setdefault(key, TableReport(label))

    @property
    def tables(self) -> list[TableReport]:
        """The tables in order."""
        return [self._tables[key] for key in sorted(self._tables, key=lambda key: [by_number(part) for part in key])]

    @property
    def found(self) -> int:
        """How many disagreements there are."""
        return sum(len(table.found) for table in self.tables)

    @property
    def kinds(self) -> Counter[str]:
        """Kind -> how many."""
        return Counter(one.kind for table in self.tables for _, one in table.found)


def expected_of(summary: Summary) -> Expected:
    """What a record says of its board, without the record itself."""
    record, replay = summary.record, summary.checked.replay
    score, computed = score_of(replay)
    tag = record.tag("Score") or (record.tags[0] if record.tags else None)
    span = record.span(tag.at) if tag is not None else None
    lacks = "" if computed else replay.undetermined or "a hand without errors"
    accounts = set(score or ())
    balanced = replay.game is not None and replay.game.balanced and accounts <= set(summary.seats)
    return Expected(
        summary.tag("Event") or "", summary.tag("Date") or "", summary.tag("Round") or "", summary.tag("Table") or "",
        summary.tag("Board") or "", summary.seats, summary.active, summary.players, score if computed else None,
        summary.recorded, lacks, balanced,
        summary.id, summary.file, summary.number, span.line if span is not None else 0,
    )  # fmt: skip


def verify(sheet: Sheet, records: Iterable[Expected]) -> Verification:
    """Compare a results file with records."""
    return _Comparison(sheet, records).report


def _key(text: str) -> str:
    """A table or board for comparison: ``01`` is ``1``."""
    word = folded(text)
    number = whole(word)
    return word if number is None else str(number)


def _narrow(column: str, text: str) -> str:
    """A date as year, month, day; anything else folded."""
    parts = _DATE.findall(text)
    if column != "date" or len(parts) != 3:
        return _key(text)
    if len(parts[0]) < 4:
        parts.reverse()
    return " ".join(part.lstrip("0") or "0" for part in parts)


class _Comparison:
    def __init__(self, sheet: Sheet, records: Iterable[Expected]) -> None:
        self.sheet = sheet
        self.report = Verification(sheet)
        self.narrowing = [column for column in _NARROWING if column in sheet.columns]
        self.known: dict[tuple[str, ...], list[Expected]] = {}
        for record in records:
            self.report.records += 1
            if record.board:
                same = self.known.setdefault(self._place_of(record), [])
                if all(other.id != record.id for other in same):
                    same.append(record)
            else:
                self.report.unplaced += 1
        self.balanced = all(record.balanced for same in self.known.values() for record in same)
        self._lines()
        self._without_results()

    def _place_of(self, of: Expected | Line) -> tuple[str, ...]:
        before = [_narrow(column, getattr(of, column)) for column in self.narrowing]
        return (*before, _key(of.table), _key(of.board))

    def _table(self, of: Expected | Line) -> TableReport:
        parts = [getattr(of, column) for column in self.narrowing]
        label = ", ".join([*(part for part in parts if part), f"table {of.table or '?'}"])
        return self.report.table(self._place_of(of)[:-1], label)

    def _lines(self) -> None:
        groups: dict[tuple[str, ...], list[Line]] = {}
        for line in self.sheet.lines:
            if line.table and line.board:
                groups.setdefault(self._place_of(line), []).append(line)
            else:
                found = Disagreement("unreadable", line.player, (line.number,), "", _sentence(line.problem))
                self._table(line).board(line.board or "?").found.append(found)
        self.seen = set(groups)
        for place, lines in groups.items():
            board = self._table(lines[0]).board(lines[0].board)
            same = self.known.get(place, [])
            usable = []
            for line in lines:
                if line.problem and (not (line.player or line.seat) or line.score is None):
                    board.found.append(
                        Disagreement("unreadable", line.player, (line.number,), "", _sentence(line.problem))
                    )
                if line.player or line.seat:
                    usable.append(line)
            if len(same) == 1:
                _Board(board, same[0], usable, self.known).compare()
            elif same:
                self._ambiguous(board, lines, same)
            else:
                self._no_record(board, lines, place)

    def _ambiguous(self, board: BoardReport, lines: list[Line], same: list[Expected]) -> None:
        differ = [c for c in _NARROWING if len({_narrow(c, getattr(e, c)) for e in same}) > 1]
        hint = f"a column {' or '.join(differ)} tells them apart" if differ else "remove what does not count"
        message = f"{len(same)} records are of this table and board, {' and '.join(e.place for e in same)}; {hint}."
        board.found.append(Disagreement("ambiguous", "", tuple(line.number for line in lines), same[0].place, message))

    def _no_record(self, board: BoardReport, lines: list[Line], place: tuple[str, ...]) -> None:
        boards = sorted((key[-1] for key in self.known if key[:-1] == place[:-1]), key=by_number)
        tables = sorted({key[-2] for key in self.known}, key=by_number)
        has = f"the records of this table are of {_listed('board', boards)}"
        if not boards:
            has = f"the records are of {_listed('table', tables)}" if tables else "there are no records with a Board"
        numbers = tuple(line.number for line in lines)
        board.found.append(Disagreement("no-record", "", numbers, "", f"no record of this board: {has}."))
        if self.balanced:
            board.found += _sum(lines)

    def _without_results(self) -> None:
        tables = {place[:-1] for place in self.seen}
        missing: dict[tuple[str, ...], list[Expected]] = {}
        for place, same in self.known.items():
            if place[:-1] not in tables:
                missing.setdefault(place[:-1], []).extend(same)
            elif place not in self.seen:
                message = "there is a record of this board, but no result on the sheet."
                found = Disagreement("no-result", "", (), same[0].place, message)
                self._table(same[0]).board(same[0].board).found.append(found)
        for records in missing.values():
            boards = sorted({_key(record.board) for record in records}, key=by_number)
            message = f"no result of this table is on the sheet, but there are records of {_listed('board', boards)}."
            found = Disagreement("no-result", "", (), records[0].place, message)
            self._table(records[0]).board("all").found.append(found)


class _Board:
    """One board of the sheet against its record."""

    def __init__(
        self, report: BoardReport, record: Expected, lines: list[Line], known: dict[tuple[str, ...], list[Expected]]
    ) -> None:
        self.report = report
        self.record = record
        self.lines = lines
        self.known = known
        self.entered: dict[str, Line] = {}
        #: seats with two different scores, which has been told
        self.disputed: set[str] = set()

    def find(self, kind: str, seat: str, lines: Iterable[Line], message: str) -> None:
        player = self.record.name(seat) if seat else ""
        numbers = tuple(line.number for line in lines)
        self.report.found.append(Disagreement(kind, player, numbers, self.record.place, message))

    def compare(self) -> None:
        for line in self.lines:
            seat = self._seat(line)
            if seat is None:
                continue
            before = self.entered.get(seat)
            if before is None:
                self.entered[seat] = line
            else:
                self._twice(seat, before, line)
        for seat in self.record.active:
            if seat not in self.entered:
                self.find("missing-player", seat, (), f"{self.record.name(seat)} has no score on the sheet.")
        compared = {seat: line for seat, line in self.entered.items() if line.score is not None}
        self.report.results += len(compared)
        if self.record.hand is None and self.record.recorded is None:
            why = f" (it lacks {self.record.lacks})" if self.record.lacks else ""
            self.find("no-score", "", compared.values(), f"the record has no score, and its hand is not settled{why}.")
            if self.record.balanced:
                self.report.found += _sum(self.lines)
        else:
            self._scores(compared)

    # --- who is meant ---------------------------------------------------------------------------

    def _seat(self, line: Line) -> str | None:
        """The seat of a line; None where it cannot be found, which is told."""
        by_name = self._named(line.player) if line.player else None
        if line.seat:
            by_seat = _seat_letter(line.seat, self.record.seats)
            if by_seat is None:
                seats = ", ".join(self.record.seats)
                self.find("unknown-player", "", [line], f"there is no seat {line.seat} at this table; it has {seats}.")
                return by_name
            if line.player and by_name != by_seat and by_seat in self.record.players:
                sits = f"{self.record.players[by_seat]} sits {by_seat} in the record, not {line.player}"
                self.find("unknown-player", "", [line], f"{sits}.")
            return by_seat
        if by_name is None:
            return self._nearest(line)
        return by_name

    def _named(self, name: str) -> str | None:
        key = person_key(name)
        for seat, player in self.record.players.items():
            if person_key(player) == key:
                return seat
        return _seat_letter(name, self.record.seats)

    def _nearest(self, line: Line) -> str | None:
        """A name that nobody at the table has: the nearest of those is meant, if one is near."""
        names = {folded(player): seat for seat, player in self.record.players.items()}
        near = get_close_matches(folded(line.player), list(names), 1, 0.6)
        if near:
            seat = names[near[0]]
            told = f"there is no {line.player} at this table; the nearest name is {self.record.name(seat)}."
            self.find("unknown-player", "", [line], told)
            return seat
        elsewhere = next((e for same in self.known.values() for e in same if self._plays(line.player, e)), None)
        at = f"; that is a player of table {elsewhere.table}" if elsewhere is not None else ""
        here = ", ".join(self.record.players.values())
        self.find("unknown-player", "", [line], f"there is no {line.player} at this table{at}; it has {here}.")
        return None

    @staticmethod
    def _plays(name: str, record: Expected) -> bool:
        key = person_key(name)
        return any(person_key(player) == key for player in record.players.values())

    def _twice(self, seat: str, before: Line, line: Line) -> None:
        name = self.record.name(seat)
        if before.score == line.score:
            self.find("twice", seat, (before, line), f"the score of {name} is entered twice.")
            return
        right = self.record.sources(seat).right
        told = f"; the record has {amount_text(right)}" if right is not None else ""
        scores = " and ".join(one.score.text if one.score is not None else "?" for one in (before, line))
        self.find("twice", seat, (before, line), f"{name} is entered twice, with {scores}{told}.")
        self.disputed.add(seat)

    # --- what they have -------------------------------------------------------------------------

    def _scores(self, compared: dict[str, Line]) -> None:
        wrong: dict[str, Line] = {}
        for seat, line in compared.items():
            right = self.record.sources(seat).right
            if seat in self.disputed or right is None or line.score is None:
                continue
            if not line.score.agrees(right):
                wrong[seat] = line
        if not wrong:
            self._recorded(compared)
            return
        if len(wrong) > 2 and all(self._turned(seat, line) for seat, line in wrong.items()):
            reason = self._right(next(iter(wrong)), wrong)
            self.find("signs", "", wrong.values(), f"all signs are turned round; {reason}.")
            return
        for first, second in self._pairs(wrong):
            names = f"{self.record.name(first)} and {self.record.name(second)}"
            lines = (wrong.pop(first), wrong.pop(second))
            reason = self._right(first, {first: lines[0]})
            self.find("exchanged", "", lines, f"the scores of {names} are exchanged; {reason}.")
        for seat, line in wrong.items():
            self._differs(seat, line)

    def _turned(self, seat: str, line: Line) -> bool:
        right = self.record.sources(seat).right
        return right is not None and line.score is not None and line.score.value == -right

    def _right(self, seat: str, lines: dict[str, Line]) -> str:
        given = lines[seat].score
        assert given is not None
        return which_is_right(given, self.record.sources(seat))

    def _pairs(self, wrong: dict[str, Line]) -> list[tuple[str, str]]:
        """Seats of which each has the other's score."""
        found: list[tuple[str, str]] = []
        for first, second in combinations(sorted(wrong, key=lambda seat: wrong[seat].number), 2):
            taken = {seat for pair in found for seat in pair}
            if not taken & {first, second} and self._exchanged(first, second, wrong):
                found.append((first, second))
        return found

    def _exchanged(self, first: str, second: str, wrong: dict[str, Line]) -> bool:
        for seat, other in ((first, second), (second, first)):
            given, right = wrong[seat].score, self.record.sources(other).right
            if given is None or right is None or not given.agrees(right):
                return False
        return True

    def _differs(self, seat: str, line: Line) -> None:
        given, sources = line.score, self.record.sources(seat)
        right = sources.right
        assert given is not None
        assert right is not None
        others = {self.record.name(s): r for s in self.record.active if s != seat
                  if (r := self.record.sources(s).right) is not None}  # fmt: skip
        slip = pattern(given, right, others)
        where = "in the record" if sources.recorded in (None, right) else "by the hand"
        message = f"{given.text} on the sheet, {amount_text(right)} {where}"
        self.find("score", seat, [line], f"{message}{f' ({slip})' if slip else ''}; {which_is_right(given, sources)}.")

    def _recorded(self, compared: dict[str, Line]) -> None:
        """Where the sheet is right and the record's own Score is not."""
        hand, recorded = self.record.hand, self.record.recorded
        if hand is None or recorded is None:
            return
        seat = next((s for s in self.record.seats if hand.get(s, 0) != recorded.get(s, 0)), None)
        if seat is None:
            return
        told = f"{self.record.name(seat)} {amount_text(recorded.get(seat, 0))}, but the hand gives "
        told += f"{amount_text(hand.get(seat, 0))}, as the sheet has it: the record is wrong"
        self.find("record", "", compared.values(), f"the record's Score says {told}.")


def _sum(lines: list[Line]) -> list[Disagreement]:
    """Scores that cannot be compared must at least add up to nothing, in games of that kind."""
    given = [line.score for line in lines if line.score is not None]
    total = sum(score.value for score in given)
    if len(given) < 3 or len(given) < len(lines) or any(score.decimals for score in given) or not total:
        return []
    message = f"the scores add up to {amount_text(total)}, not to 0."
    return [Disagreement("sum", "", tuple(line.number for line in lines), "", message)]


def _seat_letter(text: str, seats: tuple[str, ...]) -> str | None:
    word = text.strip()
    if word.upper() in seats:
        return word.upper()
    return next((letter for letter in seats if SEAT_NAMES.get(letter, "").casefold() == word.casefold()), None)


def _listed(what: str, names: list[str]) -> str:
    shown = ", ".join(names[:12]) + (" ..." if len(names) > 12 else "")
    return f"{what}{'' if len(names) == 1 else 's'} {shown}"


def _sentence(problem: str) -> str:
    return problem if problem.endswith("?") else f"{problem}."
