"""The statistics of an archive as tables: text, CSV and JSON. The page is made from the same tables.

``tables`` gives the rows once; a table never holds amounts of different rule sets.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import Any, NamedTuple, TextIO

from tarok_pbn.archive.interval import LEVEL
from tarok_pbn.archive.statistics import MIN, Group, Mean, Rate, Statistics, Units
from tarok_pbn.ledger import amount_text
from tarok_pbn.report.base import counted
from tarok_pbn.report.terminal import cells, printable

__all__ = [
    "METHOD", "STATISTICS", "Line", "StatTable", "foot", "mean_text", "percent", "rate_names", "rate_text", "tables",
    "tenth", "write_csv", "write_json", "write_text",
]  # fmt: skip

METHOD = f"Rates with Wilson's interval, means with Student's, both {round(100 * LEVEL)} %"
#: in which order rates stand in a table
_RATES = ("share", "declared", "won", "pagat", "pagat lost", "valat", "ultimo", "bagud", "tout", "nolo")


class Line(NamedTuple):
    """A row. share: its part of all hands of the rule set; None for players and seats, who share each hand.

    units: whether its amounts may be shown; they may not where several rule sets are added up.
    """

    key: str
    group: Group
    share: Rate | None
    units: bool = True

    def rate(self, name: str) -> Rate | None:
        """The rate of that name; None where there is none."""
        return self.share if name == "share" else self.group.rates.get(name)

    @property
    def result(self) -> Mean | None:
        """The mean result; None where there is none or units differ."""
        return self.group.result if self.units and self.group.result.n else None


class StatTable(NamedTuple):
    """A table of the report. units: game and rule set; rules "" where it is of several."""

    units: Units
    by: str
    lines: list[Line]

    @property
    def title(self) -> str:
        """``taroky, devatenactka-1, by player``"""
        return ", ".join([*(part for part in self.units if part), f"by {self.by}"])

    @property
    def result_of(self) -> str:
        """Heading of the results: whose they are."""
        return "result" if self.by in ("player", "seat") else "declarer's result"


def tables(statistics: Statistics, by: Sequence[str]) -> list[StatTable]:
    """The tables, rule set by rule set; those by rule set and by game come first."""
    found: list[StatTable] = []
    blocks = list(statistics.listed())
    if "game" in by:
        games: dict[str, Group] = {}
        sets: dict[str, int] = {}
        for units, block in blocks:
            sets[units.game] = sets.get(units.game, 0) + 1
            games.setdefault(units.game, Group()).merge(block.whole, units=True)
        lines = [_line(game, group, statistics.hands, units=sets[game] == 1) for game, group in games.items()]
        if lines:
            found.append(StatTable(Units("", ""), "game", lines))
    if "rules" in by:
        for game in dict.fromkeys(units.game for units, _ in blocks):
            own = [(units, block) for units, block in blocks if units.game == game]
            total = sum(block.whole.hands for _, block in own)
            lines = [_line(units.rules, block.whole, total) for units, block in own]
            found.append(StatTable(Units(game, ""), "rules", lines))
    for units, block in blocks:
        for name in by:
            if name in block.groups:
                shared = name in ("player", "seat")
                lines = [
                    Line(key, group, None) if shared else _line(key, group, block.whole.hands)
                    for key, group in statistics.groups(block, name)
                ]
                if lines:
                    found.append(StatTable(units, name, lines))
    return found


def _line(key: str, group: Group, total: int, *, units: bool = True) -> Line:
    return Line(key, group, Rate(group.hands, total), units)


def rate_names(table: StatTable) -> list[str]:
    """The rates that the table has a column for, in their order."""
    return [name for name in _RATES if any(line.rate(name) is not None for line in table.lines)]


def foot(statistics: Statistics, least: int = MIN) -> str:
    """How it was counted, and what was left out."""
    text = f"{METHOD}; too few: fewer than {counted(least, 'hand')}. {counted(statistics.records, 'record')}"
    left = statistics.left_out
    if not left:
        return f"{text}, all counted."
    told = ", ".join(f"{count:,} {why}" for why, count in sorted(left.items()))
    hint = " (--all counts those with errors too)" if left["with errors"] else ""
    return f"{text}: {statistics.hands:,} counted; left out: {told}{hint}."


def percent(value: float) -> str:
    """``62 %``; a rate that is not quite none or all never looks like it."""
    rounded = round(100 * value)
    if rounded == 0 and value > 0:
        return "<1"
    return ">99" if rounded == 100 and value < 1 else str(rounded)


def rate_text(rate: Rate | None, least: int) -> str:
    """``62 % (45–77)``, ``too few (3/5)``, or nothing."""
    if rate is None or not rate.of:
        return ""
    if rate.of < least:
        return f"too few ({rate.hits}/{rate.of})"
    low, high = rate.interval()
    return f"{percent(rate.rate)} % ({percent(low)}-{percent(high)})"


def mean_text(mean: Mean | None, least: int) -> str:
    """``+3.2 (-1.0 to +7.4)``, ``too few (5)``, or nothing."""
    if mean is None:
        return ""
    if mean.n < max(least, 2):
        return f"too few ({mean.n})"
    low, high = mean.interval()
    return f"{tenth(float(mean.mean))} ({tenth(low)} to {tenth(high)})"


def tenth(value: float) -> str:
    """``+3.2``, ``-0.1``, ``0.0``."""
    return f"{round(value, 1) + 0.0:+.1f}".replace("+0.0", "0.0")


def write_text(statistics: Statistics, by: Sequence[str], out: TextIO, least: int = MIN) -> None:
    """The tables for a terminal, and the foot line."""
    for table in tables(statistics, by):
        names = rate_names(table)
        rows = [[table.by, "hands", *names, table.result_of]]
        for line in table.lines:
            rates = [rate_text(line.rate(name), least) for name in names]
            rows.append([printable(line.key), f"{line.group.hands:,}", *rates, mean_text(line.result, least)])
        if not any(row[-1] for row in rows[1:]):
            rows = [row[:-1] for row in rows]
        widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
        out.write(f"{printable(table.title)}\n")
        for row in rows:
            parts = [
                cell + " " * (width - cells(cell)) if number != 1 else cell.rjust(width)
                for number, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            out.write(f"  {'  '.join(parts)}".rstrip() + "\n")
        out.write("\n")
    out.write(foot(statistics, least) + "\n")


_COLUMNS = (
    "game", "rules", "by", "key", "hands", "measure", "hits", "n", "sum", "value", "low", "high", "note",
)  # fmt: skip


def write_csv(statistics: Statistics, by: Sequence[str], out: TextIO, least: int = MIN) -> None:
    """A row a figure: rates from 0 to 1 with hits and n, results in units with their exact sum and n."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for table in tables(statistics, by):
        for line in table.lines:
            head = [*table.units, table.by, line.key, line.group.hands]
            for name in rate_names(table):
                rate = line.rate(name)
                if rate is not None and rate.of:
                    shown = _figures(rate, least)
                    writer.writerow([*head, name, rate.hits, rate.of, "", *shown])
            if line.result is not None:
                mean = line.result
                writer.writerow([*head, "result", "", mean.n, amount_text(mean.total), *_figures(mean, least)])


def _figures(of: Rate | Mean, least: int) -> list[str]:
    number = of.of if isinstance(of, Rate) else of.n
    value = round(of.rate if isinstance(of, Rate) else float(of.mean), 4) + 0.0  # no minus zero
    if number < max(least, 1 if isinstance(of, Rate) else 2):
        return [f"{value:.4f}", "", "", "too few"]
    low, high = of.interval()
    return [f"{value:.4f}", f"{low:.4f}", f"{high:.4f}", ""]


def write_json(statistics: Statistics, by: Sequence[str], out: TextIO, least: int = MIN) -> None:
    """One object: how it was counted, and the tables."""
    made: list[dict[str, Any]] = []
    for table in tables(statistics, by):
        lines = []
        for line in table.lines:
            rates = {}
            for name in rate_names(table):
                rate = line.rate(name)
                if rate is not None and rate.of:
                    rates[name] = {"hits": rate.hits, "n": rate.of, **_object(rate, least)}
            result = None
            if line.result is not None:
                mean = line.result
                result = {"sum": amount_text(mean.total), "n": mean.n, **_object(mean, least)}
            lines.append({"key": line.key, "hands": line.group.hands, "rates": rates, "result": result})
        made.append({"game": table.units.game, "rules": table.units.rules, "by": table.by, "rows": lines})
    left = dict(sorted(statistics.left_out.items()))
    counts = {"records": statistics.records, "counted": statistics.hands, "left_out": left}
    method = {"rates": "Wilson", "means": "Student", "level": LEVEL, "least": least}
    out.write(json.dumps({"method": method, **counts, "tables": made}, indent=2, ensure_ascii=False) + "\n")


def _object(of: Rate | Mean, least: int) -> dict[str, float | bool | None]:
    value, low, high, note = _figures(of, least)
    return {
        "value": float(value),
        "low": float(low) if low else None,
        "high": float(high) if high else None,
        "too_few": bool(note),
    }


#: format -> writer of that format
STATISTICS = {"text": write_text, "csv": write_csv, "json": write_json}
