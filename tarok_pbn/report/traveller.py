"""Travellers as text, CSV and JSON: each board with its tables, then the order of the players."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TextIO

from tarok_pbn.archive.traveller import Board, Entry, Travellers, standings
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.report.terminal import cells, printable
from tarok_pbn.worded import Worded, listed, worded, worded_n

__all__ = ["TRAVELLERS", "decimal", "foot", "heading", "write_csv", "write_json", "write_text"]


def decimal(value: Amount | None, *, sign: bool = True) -> str:
    """An exact amount with one decimal, halves away from zero: ``+2.3``, ``-0.5``, ``0.0``; ``?`` for None.

    >>> decimal(Fraction(7, 3)), decimal(Fraction(-1, 20)), decimal(0)
    ('+2.3', '-0.1', '0.0')
    """
    if value is None:
        return "?"
    tenths = (abs(Fraction(value)) * 20 + 1) // 2
    before = "-" if value < 0 and tenths else "+" if sign and value > 0 and tenths else ""
    return f"{before}{tenths // 10}.{tenths % 10}"


def score_word(value: Amount | None) -> str:
    """A score with its sign; ``?`` where it is not known."""
    return "?" if value is None else amount_text(value, sign=True)


def heading(board: Board) -> Worded:
    """``Board 3, League, 2026.11.14, round final: taroky, devatenactka-1``"""
    head = board.head
    name = worded("Board {board}", board=head.board) if head.board else worded("Deal {deal}", deal=head.deal)
    parts: list[str] = [name, *(part for part in (head.event, head.date) if part)]
    if head.round:
        parts.append(worded("round {round}", round=head.round))
    return worded("{board}: {rules}", board=listed(parts), rules=listed(head.units))


def foot(travellers: Travellers, boards: Sequence[Board]) -> Worded:
    """What was compared and what was not."""
    several = [board for board in boards if compared(board)]
    tables = sum(len(board.entries) for board in several)
    told = worded("no deal was played at two tables")
    if boards:
        told = worded(
            "{boards} compared, {results} in all",
            boards=worded_n("{count} board", "{count} boards", len(several)), results=_results(tables),
        )  # fmt: skip
    more: list[Worded] = []
    refused = sum(len(board.refused) for board in boards)
    missing = sum(None in entry.scores for board in boards for entry in board.entries)
    if refused:
        more.append(worded_n("{count} table not compared", "{count} tables not compared", refused))
    if missing:
        more.append(worded("{results} without a score", results=_results(missing)))
    if travellers.alone:
        more.append(worded("{records} of a deal that was played at one table only", records=_records(travellers.alone)))
    if travellers.lacking:
        lack = worded("{records} without Event and Board, or of an unknown game", records=_records(travellers.lacking))
        if travellers.by == "deal":
            lack = worded(
                "{records} without a whole deal, or of an unknown game; --by board compares by their numbers",
                records=_records(travellers.lacking),
            )
        more.append(lack)
    if any(entry.errors for board in boards for entry in board.entries):
        more.append(worded("! stands at a record with errors; tarok check tells them"))
    for part in more:
        told = worded("{first}; {rest}", first=told, rest=part)
    return worded("{told}.", told=told)


def _records(number: int) -> Worded:
    return worded_n("{count} record", "{count} records", number)


def _results(number: int) -> Worded:
    return worded_n("{count} result", "{count} results", number)


def compared(board: Board) -> bool:
    """Whether at least two tables of the board are compared."""
    return len(board.entries) > 1


def _table(rows: list[list[str]], left: int, out: TextIO) -> None:
    """A table whose first *left* columns are words and the others figures."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        parts = [
            cell + " " * (width - cells(cell)) if number < left else " " * (width - cells(cell)) + cell
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        out.write(f"  {'  '.join(parts)}".rstrip() + "\n")


def write_text(travellers: Travellers, out: TextIO) -> None:
    """Boards and standings for a terminal."""
    boards = list(travellers.boards())
    for board in boards:
        out.write(printable(heading(board)) + "\n")
        if compared(board):
            rows = [["table", "contract", "by"]]
            for name in board.places:
                rows[0] += [name, "MP", "diff"]
            for number, entry in enumerate(board.entries):
                line = [printable(entry.label) + " !" * entry.errors, printable(entry.contract), entry.declarer]
                for place, score in enumerate(entry.scores):
                    points = board.matchpoints[number][place]
                    line += [score_word(score), "?" if points is None else str(points)]
                    line += [decimal(board.differences[number][place])]
                rows.append(line)
            datums = ["datum", "", ""]
            for datum in board.datums:
                datums += [decimal(datum), "", ""]
            _table([*rows, datums], 3, out)
        for refusal in board.refused:
            out.write(f"  table {printable(refusal.label)} is not compared: {printable(refusal.why)}.\n")
        out.write("\n")
    for units, players in standings(boards).items():
        out.write(printable(f"Order of the players: {', '.join(units)}") + "\n")
        rows = [["player", "place", "boards", "MP", "of", "%", "difference", "place by it"]]
        for player in players:
            rows.append([
                printable(player.player), str(player.place), str(player.boards), str(player.matchpoints),
                str(player.top), decimal(player.percent, sign=False), decimal(player.difference),
                str(player.place_by_difference),
            ])  # fmt: skip
        _table(rows, 1, out)
        out.write("\n")
    out.write(foot(travellers, boards) + "\n")


_COLUMNS = (
    "event", "date", "round", "board", "deal", "game", "rules", "table", "place", "seat", "player", "contract",
    "declarer", "score", "matchpoints", "top", "datum", "difference", "note", "file", "record",
)  # fmt: skip


def write_csv(travellers: Travellers, out: TextIO) -> None:
    """A row a seat of each table; amounts exact (``-7/3``); note: why a table is not compared."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for board in travellers.boards():
        for row, entry in enumerate(board.entries):
            for place, seat in enumerate(entry.seats):
                points, difference = board.matchpoints[row][place], board.differences[row][place]
                top, datum = ("", None) if points is None else (str(board.tops[place]), board.datums[place])
                figures = ["" if points is None else str(points), top, _exact(datum), _exact(difference)]
                _csv_row(writer, entry, place, seat, figures, board.places[place], "")
        for entry, why, _ in board.refused:
            for place, seat in enumerate(entry.seats):
                _csv_row(writer, entry, place, seat, ["", "", "", ""], "", why)


def _csv_row(writer: Any, entry: Entry, place: int, seat: str, figures: list[str], name: str, note: str) -> None:
    writer.writerow([
        entry.event, entry.date, entry.round, entry.board, entry.deal, *entry.units, entry.table, name, seat,
        entry.players[place], entry.contract, entry.declarer, _exact(entry.scores[place]), *figures, note,
        entry.file, entry.number,
    ])  # fmt: skip


def _exact(value: Amount | None) -> str:
    return "" if value is None else amount_text(value)


def write_json(travellers: Travellers, out: TextIO) -> None:
    """One object: boards with their tables and seats, and the standings; amounts exact, as text."""
    boards = list(travellers.boards())
    made = []
    for board in boards:
        head = board.head
        tables = []
        for row, entry in enumerate(board.entries):
            seats = [
                {
                    "place": board.places[place],
                    "seat": seat,
                    "player": entry.players[place],
                    "score": _exact(entry.scores[place]) or None,
                    "matchpoints": board.matchpoints[row][place],
                    "difference": _exact(board.differences[row][place]) or None,
                }
                for place, seat in enumerate(entry.seats)
            ]
            tables.append({**_place(entry), "computed": entry.computed, "errors": entry.errors, "seats": seats})
        made.append({
            "event": head.event, "date": head.date, "round": head.round, "board": head.board, "deal": head.deal,
            "game": head.units.game, "rules": head.units.rules,
            "places": [
                {"place": name, "top": max(top, 0), "datum": _exact(datum) or None}
                for name, top, datum in zip(board.places, board.tops, board.datums, strict=True)
            ],
            "tables": tables,
            "not_compared": [{**_place(entry), "why": why} for entry, why, _ in board.refused],
        })  # fmt: skip
    order = [
        {
            "game": units.game,
            "rules": units.rules,
            "players": [
                {
                    "player": player.player, "place": player.place, "boards": player.boards,
                    "matchpoints": player.matchpoints, "top": player.top,
                    "percent": decimal(player.percent, sign=False), "difference": _exact(player.difference),
                    "place_by_difference": player.place_by_difference,
                }
                for player in players
            ],
        }
        for units, players in standings(boards).items()
    ]  # fmt: skip
    out.write(json.dumps({"boards": made, "standings": order}, indent=2, ensure_ascii=False) + "\n")


def _place(entry: Entry) -> dict[str, Any]:
    return {
        "table": entry.label,
        "contract": entry.contract or None,
        "declarer": entry.declarer or None,
        "file": entry.file,
        "record": entry.number,
    }


#: format -> writer of that format
TRAVELLERS = {"text": write_text, "csv": write_csv, "json": write_json}
