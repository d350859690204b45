"""The trick table: cards by seat, points of each trick, running totals, and what was noted under it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.table import Trick as Played
from tarok_pbn.record import Group, Lines, Mark, Section
from tarok_pbn.render.faces import Faces
from tarok_pbn.render.model import Cell, Remark, Side, Trick
from tarok_pbn.render.seatnames import seat_name
from tarok_pbn.render.sections import cost_of, remarks_of, said_of, signs_of
from tarok_pbn.replay import Replay

__all__ = ["play_of", "sides_of", "start_of"]

_TRICK = re.compile(r"trick (\d+)")
#: cells made once: a card of a pack at a seat, led or not, won or not; a game in one language has some 3,500
_KEPT = 8192


def sides_of(replay: Replay, lang: str = "en") -> list[Side]:
    """Who counts together; empty where it is not known."""
    table, game = replay.table, replay.game
    groups = game.sides(table) if game is not None and table is not None else None
    if groups is None or table is None:
        return []
    sides = []
    for group in groups:
        seats = sorted(group)
        name = " + ".join(seat_name(table, seat, lang) for seat in seats)
        sides.append(Side(seats, name, "+".join(table.seats[seat] for seat in seats), table.declarer in group))
    return sides


def start_of(replay: Replay, sides: list[Side]) -> list[int] | None:
    """Thirds that each side owns before the first trick; None where not known."""
    table, game = replay.table, replay.game
    if game is None or table is None or not sides:
        return None
    owned = game.trick_points(table, replay.rules, None)
    if owned is None:
        return None
    return [sum(owned.get(seat, 0) for seat in side.seats) for side in sides]


class _Words:
    """What the record wrote for each trick, walked once: marks of cards, and words that are no cards.

    A trick begins where a group begins and the trick before it is full, or its cards are the next trick's;
    cards that were taken back stay with the trick in which they were played.
    """

    def __init__(self, section: Section | None, table: Table, faces: Faces) -> None:
        #: trick number -> (group, position, token) of its cards in time order
        self.cards: dict[int, list[tuple[Group, int, str]]] = {}
        self.others: dict[int, list[tuple[Group, int, str]]] = {}
        self.seat_marks: dict[int, list[tuple[Group, list[Mark]]]] = {}
        if section is None or _plain(section, table):
            return
        number, count = 0, table.n
        for group in section.groups:
            begun = self._begins(group, number, count, table, faces)
            for position, token in enumerate(group.words):
                is_card = faces.token(token) is not None or token == "-"
                if is_card and begun:
                    number, count, begun = number + 1, 0, False
                    self.cards[number] = []
                if is_card:
                    count += 1
                    self.cards[number].append((group, position, token))
                else:
                    self.others.setdefault(max(number, 1) if not begun else number + 1, []).append(
                        (group, position, token)
                    )
            if group.marks and (marks := group.marks_on(-1)):
                self.seat_marks.setdefault(max(number, 1), []).append((group, marks))

    @staticmethod
    def _begins(group: Group, number: int, count: int, table: Table, faces: Faces) -> bool:
        """Whether a group is the first of the next trick."""
        if count >= table.n or not number:
            return True
        if number < len(table.tricks) and group.words:
            coming = table.tricks[number]
            face = faces.token(group.words[0])
            first = faces[coming.cards[0]] if coming.cards else None
            return table.seats[coming.leader] == group.seat and face == first
        return False


def _plain(section: Section, table: Table) -> bool:
    """Whether every word is a card of a whole trick and nothing is marked: then the table says it all."""
    n, tricks, plain = table.n, table.tricks, section.plain
    if isinstance(plain, Lines):  # whose groups nobody needs
        count = len(plain.cards)
    else:
        if [group for group in section.groups if group.marks]:
            return False
        count = sum([len(group.words) for group in section.groups])
    return count == n * len(tricks) and not [t for t in tricks if len(t.cards) != n or t.withdrawn]


def play_of(
    replay: Replay,
    section: Section | None,
    faces: Faces,
    sides: list[Side],
    start: list[int] | None,
    findings: Sequence[Finding],
) -> list[Trick]:
    """The tricks as played, a trick that stops in the middle last."""
    table, game = replay.table, replay.game
    if table is None or game is None:
        return []
    words = _Words(section, table, faces)
    names = [seat_name(table, seat, faces.language.code) for seat in range(table.n)]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side.seats}
    totals: list[int | None] = list(start) if start is not None else [0] * len(sides)
    tricks = []
    for played in table.tricks:
        gains = game.trick_points(table, replay.rules, played)
        totals = _added(totals, gains, side_of)
        points = None if gains is None else sum(gains.values())
        tricks.append(_trick(played, table, faces, words, names, points, totals))
    tricks += _unfinished(table, faces, words)
    _noted(tricks, words, table, replay, faces)
    _found(tricks, findings)
    return tricks


def _added(totals: list[int | None], gains: Mapping[int, int] | None, side_of: Mapping[int, int]) -> list[int | None]:
    """The totals of the sides after a trick; one that is not known leaves them unknown."""
    if gains is None:
        return [None] * len(totals)
    after = list(totals)
    for seat, gain in gains.items():
        side = side_of.get(seat)
        if side is not None:
            before = after[side]
            after[side] = None if before is None else before + gain
    return after


@lru_cache(maxsize=_KEPT)
def _cell(faces: Faces, card: int, seat: int, letter: str, led: bool, wins: bool) -> Cell:
    """The cell of a card without signs; -2 for none."""
    return Cell(seat, faces[card] if card != -2 else None, led, wins, letter=letter)


def _signed(cells: list[Cell], written: list[tuple[Group, int, str]], lang: str) -> None:
    """Puts what is marked on the cards of a trick into its cells."""
    for group, position, token in written:
        if not group.marks:
            continue
        for index, cell in enumerate(cells):
            if (cell.card.token if cell.card is not None else "-") == token:
                cost, marks = cost_of(group.marks_on(position), lang)
                signs, irregular, notes = signs_of(marks, lang)
                cells[index] = replace(cell, signs=signs, irregular=irregular, notes=notes, cost=cost)


def _trick(
    played: Played,
    table: Table,
    faces: Faces,
    words: _Words,
    names: list[str],
    points: int | None,
    totals: list[int | None],
) -> Trick:
    winner, seats, letters = played.winner, played.seats, table.seats
    lead = seats[0] if seats else None
    cells: list[Cell] = [None] * table.n  # type: ignore[list-item]  # every seat has its cell below
    for seat, card in zip(seats, played.cards, strict=True):
        cells[seat] = _cell(faces, card, seat, letters[seat], seat == lead, seat == winner)
    if len(seats) < table.n:
        cells = [cell or Cell(seat, None, letter=letters[seat]) for seat, cell in enumerate(cells)]
    if words.cards:
        _signed(cells, words.cards.get(played.number, []), faces.language.code)
    return Trick(
        played.number,
        played.leader,
        winner,
        "" if winner is None else names[winner],
        cells,
        list(seats),
        points,
        totals,
        taken_back=[(names[seat], faces[card]) for seat, card in played.withdrawn],
    )


def _unfinished(table: Table, faces: Faces, words: _Words) -> list[Trick]:
    """The trick that stops in the middle, from the record: the replay keeps only whole ones."""
    number = len(table.tricks) + 1
    written = words.cards.get(number)
    if not written:
        return []
    leader = table.index(written[0][0].seat)
    if leader is None or table.broken:
        return []
    cells = [Cell(seat, None, letter=letter) for seat, letter in enumerate(table.seats)]
    fell = []
    for place, (group, position, token) in enumerate(written[: table.n]):
        seat = table.after(leader, place)
        face = faces.token(token)
        if face is None:
            continue
        cost, marks = cost_of(group.marks_on(position), faces.language.code)
        signs, irregular, notes = signs_of(marks, faces.language.code)
        cells[seat] = Cell(seat, face, place == 0, False, signs, irregular, notes, table.seats[seat], cost)
        fell.append(seat)
    return [Trick(number, leader, None, "", cells, fell, None, [], False)]


def _noted(tricks: list[Trick], words: _Words, table: Table, replay: Replay, faces: Faces) -> None:
    """Comments and words that are no cards, under the trick they belong to; those of no trick under the last."""
    if not tricks:
        return
    by_number = {trick.number: trick for trick in tricks}
    last = tricks[-1]
    for number, marked in words.seat_marks.items():
        for _, marks in marked:
            by_number.get(number, last).remarks += remarks_of(marks)
    for number, written in words.cards.items():
        for group, position, token in written:
            if group.marks and (marks := group.marks_on(position)):
                ends = token == written[-1][2]  # a comment behind the last card is on the trick
                by_number.get(number, last).remarks += _on_card(marks, token, faces, ends)
    for number, written in words.others.items():
        trick = by_number.get(number, last)
        for group, position, token in written:
            marks = group.marks_on(position)
            trick.words.append(said_of(token, group, table, replay.game, faces, marks))
            trick.remarks += remarks_of(marks)


def _on_card(marks: list[Mark], token: str, faces: Faces, ends: bool) -> list[Remark]:
    """The comments on a card; behind the last one of a trick only what was computed is about the card."""
    face = faces.token(token)
    remarks = remarks_of(marks, face.text if face is not None else "")
    for remark in remarks if ends else ():
        remark.on = remark.on if remark.computed else ""
    return remarks


def _found(tricks: list[Trick], findings: Sequence[Finding]) -> None:
    if not findings:
        return
    by_number = {trick.number: trick for trick in tricks}
    for finding in findings:
        found = _TRICK.match(finding.where)
        if found and int(found[1]) in by_number:
            by_number[int(found[1])].findings.append(finding)
