"""The verification of a results file as text, JSON and JUnit XML: a report a table."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TextIO

from tarok_pbn.archive.verification import BoardReport, Disagreement, TableReport, Verification
from tarok_pbn.report.terminal import printable
from tarok_pbn.worded import Worded, worded, worded_n

__all__ = ["VERIFICATIONS", "lines_of", "sentence", "table_line", "write_json", "write_junit", "write_text"]

#: so many lines of the sheet are named; of more, the first and the last
_NAMED = 4


def sentence(report: Verification) -> Worded:
    """``97 lines and 24 records: 8 disagreements at 3 of 3 tables.``"""
    tables = report.tables
    found = _disagreements(report.found)
    if report.found:
        wrong = str(sum(bool(table.found) for table in tables))
        found = worded_n(
            "{found} at {wrong} of {count} table", "{found} at {wrong} of {count} tables", len(tables),
            found=found, wrong=wrong,
        )  # fmt: skip
    lines = worded_n("{count} line", "{count} lines", report.lines)
    text = worded("{lines} and {records}: {found}.", lines=lines, records=_records(report.records), found=found)
    if report.unplaced:
        unplaced = _records(report.unplaced)
        text = worded("{told} Not used: {records} without a Board.", told=text, records=unplaced)
    return text


def _records(number: int) -> Worded:
    return worded_n("{count} record", "{count} records", number)


def _disagreements(number: int) -> Worded:
    if not number:
        return worded("all agree")
    return worded_n("{count} disagreement", "{count} disagreements", number)


def lines_of(one: Disagreement) -> str:
    """``7``, ``18,19``, ``95-98``; "" for none."""
    numbers = sorted(one.lines)
    if len(numbers) > _NAMED or (len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))):
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(map(str, numbers))


def table_line(table: TableReport) -> Worded:
    """``table 2: 28 results of 8 boards, 3 disagreements``"""
    results = worded_n("{count} result", "{count} results", table.results)
    of = worded_n("{results} of {count} board", "{results} of {count} boards", len(table.boards), results=results)
    return worded("{table}: {results}, {found}", table=table.label, results=of, found=_disagreements(len(table.found)))


def _whole(name: str, board: BoardReport, one: Disagreement) -> str:
    """A disagreement in one line: where on the sheet, what, and where the record is."""
    numbers = lines_of(one)
    where = f"{name}:{numbers}: " if numbers else f"{name}: "
    who = f", {one.player}" if one.player else ""
    return printable(f"{where}{'all boards' if board.board == 'all' else f'board {board.board}'}{who}: {one.message}")


def write_text(report: Verification, out: TextIO) -> None:
    """A paragraph a table, then the sum."""
    for table in report.tables:
        out.write(printable(table_line(table)) + "\n")
        for board, one in table.found:
            out.write(f"  {_whole(report.name, board, one)}\n")
            if one.place:
                out.write(f"    the record: {printable(one.place)}\n")
    out.write(sentence(report) + "\n")


def write_json(report: Verification, out: TextIO) -> None:
    """One object; every disagreement with the lines of the sheet and the place of the record."""
    tables = [
        {
            "table": table.label,
            "results": table.results,
            "boards": [board.board for board in table.boards],
            "disagreements": [
                {
                    "kind": one.kind,
                    "board": board.board,
                    "player": one.player or None,
                    "lines": sorted(one.lines),
                    "record": one.place or None,
                    "message": one.message,
                }
                for board, one in table.found
            ],
        }
        for table in report.tables
    ]
    made = {
        "sheet": report.name, "lines": report.lines, "records": report.records, "unplaced": report.unplaced,
        "disagreements": report.found, "tables": tables,
    }  # fmt: skip
    out.write(json.dumps(made, indent=2, ensure_ascii=False) + "\n")


def write_junit(report: Verification, out: TextIO) -> None:
    """A test suite a table, a test case a board; its disagreements are its failure."""
    root = ET.Element("testsuites", name="tarok verify")
    for table in report.tables:
        failures = sum(bool(board.found) for board in table.boards)
        suite = ET.SubElement(
            root, "testsuite", name=printable(table.label), tests=str(len(table.boards)), failures=str(failures),
            errors="0", skipped="0",
        )  # fmt: skip
        for board in table.boards:
            case = ET.SubElement(
                suite, "testcase", classname=printable(table.label), name=printable(f"board {board.board}")
            )
            if board.found:
                first = board.found[0]
                failure = ET.SubElement(case, "failure", type=first.kind, message=printable(first.message))
                failure.text = "\n".join(
                    _whole(report.name, board, one) + (f" The record: {printable(one.place)}." if one.place else "")
                    for one in board.found
                )
    ET.indent(root)
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    out.write(ET.tostring(root, encoding="us-ascii").decode("ascii") + "\n")


#: format -> writer of that format
VERIFICATIONS = {"text": write_text, "json": write_json, "junit": write_junit}
