"""The statistics of an archive as a page: the tables of the text report, each figure with a small plot.

The page is one file without script; its plots are drawings beside the figures and say nothing that those do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tarok_pbn.archive.statistics import MIN, Mean, Rate, Statistics
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.numbers import decimal, grouped
from tarok_pbn.render.wording import told
from tarok_pbn.report.statistics import Line, StatTable, foot, percent, rate_names, tables, tenth
from tarok_pbn.worded import listed, worded, worded_n

__all__ = ["statistics_page"]

#: width of a plot in its own units; the drawing is stretched to its cell
_WIDTH = 200.0
#: the rates, in the order of the columns: what each is called, and what a reader is told of it
_ABOUT = {
    "share": (worded("share"), worded("of all hands of the rule set")),
    "declared": (worded("declared"), worded("of the hands in which the player sat at the table")),
    "won": (worded("won"), worded("of the hands that the declarer won or lost")),
    "pagat": (worded("pagat"), worded("the I won the last trick")),
    "pagat lost": (worded("pagat lost"), worded("the I was beaten in the last trick")),
    "valat": (worded("valat"), worded("one side took every trick")),
    "ultimo": (worded("ultimo"), worded("a king or the pagat won the last trick")),
    "bagud": (worded("bagud"), worded("a king or the pagat was beaten in the last trick")),
    "tout": (worded("tout"), worded("one player took every trick")),
    "nolo": (worded("nolo"), worded("one player took no trick")),
}
#: what hands are grouped by: the word, and the heading of a table
_BY = {
    "contract": (worded("contract"), worded("by contract")), "player": (worded("player"), worded("by player")),
    "declarer": (worded("declarer"), worded("by declarer")), "seat": (worded("seat"), worded("by seat")),
    "rules": (worded("rules"), worded("by rules")), "game": (worded("game"), worded("by game")),
}  # fmt: skip
_RESULTS = {"result": worded("result"), "declarer's result": worded("declarer's result")}


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
    """A table of the page, with the heading of its rule set where that is new. by: the word and the caption."""

    heading: str
    by: tuple[str, str]
    columns: list[str]
    entries: list[Entry]


def statistics_page(
    statistics: Statistics, by: Sequence[str], least: int = MIN, title: str = "", look: Look = DEFAULT
) -> str:
    """The page. by: what hands are grouped by; least: below so many hands there is no figure. look: its language."""
    lang = look.lang
    writer = _Writer(lang, least)
    sections: list[Section] = []
    before = ""
    used: set[str] = set()
    for table in tables(statistics, by):
        heading = told(listed([part for part in table.units if part]), lang)
        names = rate_names(table)
        used.update(names)
        scale = _scale([line.result for line in table.lines], least)
        has_result = any(line.result is not None for line in table.lines)
        entries = [writer.entry(line, names, has_result, table, scale) for line in table.lines]
        columns = [*(_ABOUT[name][0] for name in names), *([_RESULTS[table.result_of]] if has_result else [])]
        word, caption = _BY[table.by]
        shown = [told(column, lang) for column in columns]
        sections.append(
            Section("" if heading == before else heading, (told(word, lang), told(caption, lang)), shown, entries)
        )
        before = heading
    about = [(told(name, lang), told(text, lang)) for key, (name, text) in _ABOUT.items() if key in used]
    context = {
        "title": title or told(worded("Statistics"), lang),
        "sections": sections,
        "about": about,
        "foot": told(foot(statistics, least), lang),
        "counted": told(worded_n("{count} hand", "{count} hands", statistics.hands), lang),
        "unit": lambda number: told(worded_n("hand", "hands", number), lang),
        "grouped": grouped,
        "css": style("page.css", "stat.css"),
    }
    return cleaned(rendered(look, "stat.html", **context))


class _Writer:
    """Writes figures. lang: of the page; least: below so many hands there is no figure."""

    def __init__(self, lang: str, least: int) -> None:
        self.lang = lang
        self.least = least

    def entry(
        self, line: Line, names: list[str], has_result: bool, table: StatTable, scale: tuple[float, float]
    ) -> Entry:
        """A row."""
        figures = [self.rate(_ABOUT[name][0], line.rate(name)) for name in names]
        if has_result:
            figures.append(self.mean(_RESULTS[table.result_of], line.result, scale))
        return Entry(told(line.key, self.lang), line.group.hands, figures)

    def rate(self, name: str, rate: Rate | None) -> Figure | None:
        """The cell of a rate."""
        if rate is None or not rate.of:
            return None
        name = told(name, self.lang)
        hits, of = grouped(rate.hits, self.lang), grouped(rate.of, self.lang)
        count = told(worded("{hits} of {all}", hits=hits, all=of), self.lang)
        if rate.of < self.least:
            return Figure(name, "", "", count, None)
        low, high = rate.interval()
        plot = Plot(0.0, 0.0, rate.rate * _WIDTH, low * _WIDTH, high * _WIDTH)
        return Figure(name, f"{percent(rate.rate)} %", f"{percent(low)}–{percent(high)} %", count, plot)

    def mean(self, name: str, mean: Mean | None, scale: tuple[float, float]) -> Figure | None:
        """The cell of a mean."""
        if mean is None:
            return None
        name, count = told(name, self.lang), f"n {grouped(mean.n, self.lang)}"
        if mean.n < max(self.least, 2):
            return Figure(name, "", "", count, None)
        low, high = mean.interval()
        span = scale[1] - scale[0]
        plot = None
        if span > 0:
            zero, value, *ends = [(x - scale[0]) / span * _WIDTH for x in (0.0, float(mean.mean), low, high)]
            plot = Plot(zero, min(zero, value), abs(value - zero), ends[0], ends[1])
        ends_text = worded("{low} to {high}", low=self._tenth(low), high=self._tenth(high))
        return Figure(name, self._tenth(float(mean.mean)), told(ends_text, self.lang), count, plot)

    def _tenth(self, value: float) -> str:
        return decimal(tenth(value), self.lang)


def _scale(means: list[Mean | None], least: int) -> tuple[float, float]:
    """The ends of the common axis of a table's results, 0 among them."""
    ends = [0.0]
    for mean in means:
        if mean is not None and mean.n >= max(least, 2):
            ends += mean.interval()
    return min(ends), max(ends)
