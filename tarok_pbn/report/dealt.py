"""What is told of deals by lot: the deals as lines, how often they fit, and how far the work is."""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import BinaryIO, TextIO

from tarok_pbn.analysis.aims import count_words
from tarok_pbn.analysis.dealing import Deal, Layout
from tarok_pbn.analysis.dealing_odds import Odds
from tarok_pbn.analysis.simulate import Contract, Simulation
from tarok_pbn.cards import TAROKS
from tarok_pbn.games.kit.table import SEAT_NAMES
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.notation.hands import format_hand, format_talon
from tarok_pbn.report.base import counted
from tarok_pbn.report.progress import Line
from tarok_pbn.report.terminal import style_for

__all__ = ["Bar", "odds_words", "percent", "simulation_lines", "write_text"]

#: length of the bar
_CELLS = 24


def write_text(deals: Iterable[Deal], table: Layout, out: BinaryIO) -> None:
    """The deals one after the other, a hand a line with its taroks and card points."""
    head = f"{table.game.title}, rules {table.ruleset.name}, dealer {table.dealer}, forehand {table.order[0]}"
    for number, deal in enumerate(deals, 1):
        lines = [f"Deal {number}: {head}"]
        hands = [format_hand(mask) for mask in deal.hands]
        width = max(map(len, hands))
        rows = list(zip(table.order, hands, deal.hands, strict=True))
        if deal.talon:
            rows.append(("talon", format_talon(deal.talon), sum(1 << card for card in deal.talon)))
        edge = max(len(name) for name, *_ in rows)
        for name, text, mask in rows:
            taroks = (mask & TAROKS).bit_count()
            points = _points(sum(table.thirds[card] for card in range(78) if mask >> card & 1))
            lines.append(f"  {name:<{edge}}  {text:<{width}}  {counted(taroks, 'tarok')}, {points} points")
        out.write(("\n" * (number > 1) + "\n".join(lines) + "\n").encode("utf-8"))


def _points(thirds: int) -> str:
    whole, part = divmod(thirds, 3)
    return f"{whole} {part}/3" if part else str(whole)


def odds_words(odds: Odds) -> str:
    """``1 deal in about 12,000 fits (95 % confidence: 1 in 9,800 to 14,700)``."""
    if odds.exact is not None:
        if odds.exact == 1:
            return "every deal fits"
        if not odds.exact:
            return "no deal fits"
        if odds.share > 0.5:
            return f"{percent(odds.share)} of all deals fit, counted exactly"
        return f"1 deal in {_one_in(odds.share)} fits, counted exactly"
    if not odds.share:
        return f"fewer than 1 deal in {_one_in(odds.high)} fits (95 % confidence)"
    if odds.share > 0.5:
        low, high = percent(odds.low), percent(odds.high)
        return f"about {percent(odds.share)} of all deals fit (95 % confidence: {low} to {high})"
    low, high = _one_in(odds.high), _one_in(odds.low)
    return f"1 deal in about {_one_in(odds.share)} fits (95 % confidence: 1 in {low} to {high})"


def simulation_lines(result: Simulation, contract: Contract) -> list[str]:
    """What a simulation came to: how often it is made, or the mean count where nothing is to be made."""
    who = f" by {SEAT_NAMES.get(contract.declarer, contract.declarer)}" if contract.declarer else ""
    lines = [f"{contract.word}{who}, all hands open: {result.about}"]
    left = result.deals - result.open
    if result.target is not None:
        low, high = result.interval
        wanted = count_words(Aim(result.kind, frozenset()), result.target)
        needs = "" if result.kind == "trick" else f" ({'at most' if result.low else 'at least'} {wanted})"
        rate = percent(result.made / result.deals)
        if result.open:
            rate += f" to {percent((result.made + result.open) / result.deals)}"
        sure = f"95 % confidence: {percent(low)} to {percent(high)}"
        lines.append(f"made in {result.made:,} of {counted(result.deals, 'deal')}{needs}: {rate} ({sure})")
    elif result.open < result.deals:
        mean, least, most = (_rounded(result.kind, float(value)) for value in result.mean)
        solved = counted(result.deals, "deal")
        if result.open:
            solved = f"those that were solved, {left:,} of {solved}"
        sure = f" (95 % confidence: {least} to {most})" if left > 1 else ""
        lines.append(f"mean of {solved}: {mean}{sure}")
    if result.open:
        lines.append(_left_open(result))
    return lines


def _left_open(result: Simulation) -> str:
    """What was not solved, and what that means for the figures before."""
    told = f"{counted(result.open, 'deal')} not solved within the limits"
    if result.target is not None:
        return f"{told}; rate and interval allow for either outcome of each"
    least, most = _outward(result.kind, result.mean_bounds)
    bounds = f"the mean of all lies between {least} and {most}"
    if result.open == result.deals:
        return f"{told}; {bounds}"
    return f"{told}, of which mean and interval say nothing; {bounds}"


def _outward(kind: str, bounds: tuple[Fraction, Fraction]) -> tuple[str, str]:
    """Bounds as they are told, rounded so that they still hold."""
    unit = Fraction(3, 10) if kind == "points" else Fraction(1, 100)
    low, high = (floor(bounds[0] / unit) * unit, ceil(bounds[1] / unit) * unit)
    return _rounded(kind, float(low)), _rounded(kind, float(high))


def _rounded(kind: str, value: float) -> str:
    return f"{value / 3:.1f}" if kind == "points" else f"{value:.2f}"


def _one_in(share: float) -> str:
    if share <= 0:
        return "very many"
    many = 1 / share
    if many < 10:
        return f"{many:.2f}"
    return f"{many:.1f}" if many < 100 else f"{_three(many):,}" if many < 1e15 else f"{many:.3g}"


def _three(value: float) -> int:
    """Rounded to four digits that mean something."""
    return int(round(value, -max(0, len(str(int(value))) - 4)))


def percent(share: float) -> str:
    """``12.3 %``; small shares with as many digits as say something."""
    value = 100 * share
    if not 0 < value < 100:
        return f"{value:.0f} %"
    digits = 1 if value >= 1 else 2
    while digits < 12 and value < 10 ** (1 - digits):
        digits += 1
    return f"{value:.{digits}f} %"


class Bar:
    """How far the dealing is, on a terminal only: a bar after a second, which leaves no trace.

    total: what is to be done. what: of what. tries: what is tried for it.
    """

    def __init__(self, stream: TextIO, total: int, what: str, tries: str = "tries") -> None:
        self._line = Line(stream, style_for(stream).width)
        self._total, self._what, self._tries = total, what, tries
        self._begun = time.monotonic()

    def __call__(self, tries: int, done: int) -> None:
        """So many tries, so much done."""
        now = time.monotonic()
        if not self._line.due(now):
            return
        full = min(_CELLS, _CELLS * done // max(1, self._total))
        bar = "#" * full + "." * (_CELLS - full)
        text = f"[{bar}] {done:,} of {self._total:,} {self._what}"
        if self._tries:
            text += f", {tries:,} {self._tries}, {tries / (now - self._begun):,.0f}/s"
        self._line.show(now, text)

    def clear(self) -> None:
        """Wipe it, before anything else is printed and at the end."""
        self._line.clear()
