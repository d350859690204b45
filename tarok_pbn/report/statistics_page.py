"""The statistics of an archive as a page: the tables of the text report, each figure with a small plot.

The page is one file without script; its plots are drawings beside the figures and say nothing that those do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tarok_pbn.archive.statistics import MIN, Mean, Rate, Statistics
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT
from tarok_pbn.render.numbers import MINUS
from tarok_pbn.report.base import counted
from tarok_pbn.report.statistics import Line, StatTable, foot, percent, rate_names, tables, tenth

__all__ = ["statistics_page"]

#: width of a plot in its own units; the drawing is stretched to its cell
_WIDTH = 200.0
#: what a reader is told of the rates, in the order of the columns
_ABOUT = {
    "share": "of all hands of the rule set",
    "declared": "of the hands in which the player sat at the table",
    "won": "of the hands that the declarer won or lost",
    "pagat": "the I won the last trick",
    "pagat lost": "the I was beaten in the last trick",
    "valat": "one side took every trick",
    "ultimo": "a king or the pagat won the last trick",
    "bagud": "a king or the pagat was beaten in the last trick",
    "tout": "one player took every trick",
    "nolo": "one player took no trick",
}


class Plot(NamedTuple):
    """A bar with its whisker, in units of ``_WIDTH``. zero: where the axis stands; start, length: of the bar."""

    zero: float
    start: float
    length: float
    low: float
    high: float


class Figure(NamedTuple):
    """A cell: value and interval as text ("" where there are too few), what it was counted from, and its plot."""

    name: str
    value: str
    interval: str
    counted: str
    plot: Plot | None


class Entry(NamedTuple):
    """A row of a page's table."""

    key: str
    hands: int
    figures: list[Figure | None]


class Section(NamedTuple):
    """A table of the page, with the heading of its rule set where that is new."""

    heading: str
    by: str
    columns: list[str]
    entries: list[Entry]


def statistics_page(statistics: Statistics, by: Sequence[str], least: int = MIN, title: str = "Statistics") -> str:
    """The page. by: what hands are grouped by; least: below so many hands there is no figure."""
    sections: list[Section] = []
    before = ""
    used: set[str] = set()
    for table in tables(statistics, by):
        heading = ", ".join(part for part in table.units if part)
        names = rate_names(table)
        used.update(names)
        scale = _scale([line.result for line in table.lines], least)
        has_result = any(line.result is not None for line in table.lines)
        entries = [_entry(line, names, has_result, table, scale, least) for line in table.lines]
        columns = [*names, *([table.result_of] if has_result else [])]
        sections.append(Section("" if heading == before else heading, table.by, columns, entries))
        before = heading
    about = [(name, text) for name, text in _ABOUT.items() if name in used]
    context = {
        "title": title,
        "sections": sections,
        "about": about,
        "foot": foot(statistics, least),
        "counted": counted(statistics.hands, "hand"),
        "css": style("page.css", "stat.css"),
    }
    return cleaned(rendered(DEFAULT, "stat.html", **context))


def _entry(
    line: Line, names: list[str], has_result: bool, table: StatTable, scale: tuple[float, float], least: int
) -> Entry:
    figures = [_rate(name, line.rate(name), least) for name in names]
    if has_result:
        figures.append(_mean(table.result_of, line.result, scale, least))
    return Entry(line.key, line.group.hands, figures)


def _rate(name: str, rate: Rate | None, least: int) -> Figure | None:
    if rate is None or not rate.of:
        return None
    count = f"{rate.hits:,} of {rate.of:,}"
    if rate.of < least:
        return Figure(name, "", "", count, None)
    low, high = rate.interval()
    plot = Plot(0.0, 0.0, rate.rate * _WIDTH, low * _WIDTH, high * _WIDTH)
    return Figure(name, f"{percent(rate.rate)} %", f"{percent(low)}–{percent(high)} %", count, plot)


def _scale(means: list[Mean | None], least: int) -> tuple[float, float]:
    """The ends of the common axis of a table's results, 0 among them."""
    ends = [0.0]
    for mean in means:
        if mean is not None and mean.n >= max(least, 2):
            ends += mean.interval()
    return min(ends), max(ends)


def _mean(name: str, mean: Mean | None, scale: tuple[float, float], least: int) -> Figure | None:
    if mean is None:
        return None
    count = f"n {mean.n:,}"
    if mean.n < max(least, 2):
        return Figure(name, "", "", count, None)
    low, high = mean.interval()
    span = scale[1] - scale[0]
    plot = None
    if span > 0:
        zero, value, *ends = [(x - scale[0]) / span * _WIDTH for x in (0.0, float(mean.mean), low, high)]
        plot = Plot(zero, min(zero, value), abs(value - zero), ends[0], ends[1])
    return Figure(name, _minus(tenth(float(mean.mean))), f"{_minus(tenth(low))} to {_minus(tenth(high))}", count, plot)


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
