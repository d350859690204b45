"""The drawing of the value over the tricks: a stepped line that moves where a card lost something.

Coordinates are in the units of a view box. What only bounds are known of is a band, and the line has a gap there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor

from tarok_pbn.render.analysis_data import Analysed, Fallen
from tarok_pbn.render.analysis_words import count_words
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.model import Curve
from tarok_pbn.render.svgink import number, wide

__all__ = ["curve_of"]

_WIDTH, _HEIGHT, _TOP, _BOTTOM = 400, 200, 12.0, 176.0
#: size of the letters, and how near two of them may stand above each other
_SIZE, _APART = 12.0, 13.0
_STEPS = (1, 2, 5, 10, 20, 50)
#: more lines than this at the left are too many
_TICKS = 6
#: room below "no" and above "yes"
_YES_NO = 36.0
#: of more tricks not every number is told
_NUMBERED = 13


#: a stretch between two cards: from, to, lowest and highest value
_Stretch = tuple[float, float, int, int]


def curve_of(
    found: Analysed, subject: str, values: list[tuple[str, str, str]], tricks: int, seats: int, lang: str
) -> Curve:
    """The drawing. subject, values: as in ``BestPlay``. tricks: of a whole hand; seats: cards in a trick."""
    cards, kind = found.cards, found.kind
    tricks = max(tricks, cards[-1].trick)
    counts = [count for card in cards for count in (card.low, card.high, card.after_low, card.after_high)]
    counts += [count for count in (found.enough, found.result) if count is not None]
    scale = _Scale(kind, min(counts), max(counts))
    first, last = cards[0], cards[-1]
    begin = count_words(kind, first.low, lang) if first.low == first.high else ""
    end = count_words(kind, last.after_low, lang) if last.after_low == last.after_high else ""
    need = count_words(kind, found.enough, lang) if found.enough is not None else ""
    ticks = [(scale.at(count), count_words(kind, count, lang)) for count in scale.ticks()]
    _ = texts(lang).gettext
    left = max(wide(text, _SIZE) for text in (begin, _("trick"), *(text for _place, text in ticks))) + 8
    right = _WIDTH - max(wide(end, _SIZE, bold=True), wide(need, _SIZE)) - 9
    begins = (scale.at(first.low), begin) if begin else None
    if begins is not None:
        ticks = [tick for tick in ticks if abs(tick[0] - begins[0]) >= _APART]
    wide_of_trick = (right - left) / tricks

    def across(card: Fallen) -> float:
        return left + wide_of_trick * (card.trick - 1 + (card.place - 0.5) / seats)

    stretches = _stretches(cards, [across(card) for card in cards], left, right, whole=found.result is not None)
    ends = (scale.at(last.after_low), end) if end else None
    needed = (scale.at(found.enough), need) if found.enough is not None else None
    need_at = needed[0] if needed is not None else None
    if ends is not None and needed is not None:
        ends, needed = _kept_apart(ends, needed)
    stop = stretches[-1]
    told = "; ".join(f"{label}: {value}" for _name, label, value in values)
    return Curve(
        _WIDTH,
        _HEIGHT,
        left,
        right,
        _TOP,
        _BOTTOM,
        _line(stretches, scale),
        _band(stretches, scale),
        need_at,
        tuple(ticks),
        tuple(
            (left + wide_of_trick * (trick - 0.5), trick, tricks <= _NUMBERED or trick == 1 or trick % 5 == 0)
            for trick in range(1, tricks + 1)
        ),
        tuple(left + wide_of_trick * trick for trick in range(1, tricks)),
        begins,
        ends,
        needed,
        (stop[1], scale.at(stop[2])),
        tuple((across(card), scale.at(card.after_low), card.turned) for card in cards if card.cost),
        subject,
        f"{told}.",
    )


class _Scale:
    """Heights of counts. Thirds of points are drawn between whole ones; a trick is won or not."""

    def __init__(self, kind: str, low: int, high: int) -> None:
        self.unit = 3 if kind == "points" else 1
        if kind == "trick":
            self.step, self.low, self.high, self.foot, self.head = 1, 0, 1, _BOTTOM - _YES_NO, _TOP + _YES_NO
            return
        self.foot, self.head, least = _BOTTOM, _TOP, 4
        low_whole, high_whole = floor(low / self.unit), ceil(high / self.unit)
        spare = max(0, least - (high_whole - low_whole))
        low_whole = max(min(0, low_whole), low_whole - spare // 2)
        high_whole = max(high_whole, low_whole + least)
        self.step = next(
            (step for step in _STEPS if ceil((high_whole - low_whole) / step) + 1 <= _TICKS), _STEPS[-1]
        )  # fmt: skip
        self.low, self.high = low_whole * self.unit, high_whole * self.unit

    def at(self, count: int) -> float:
        """The height of a count."""
        return self.foot - (count - self.low) * (self.foot - self.head) / (self.high - self.low)

    def ticks(self) -> Iterable[int]:
        """Counts at which a number stands."""
        step = self.step * self.unit
        return range(-(-self.low // step) * step, self.high + 1, step)


def _stretches(
    cards: Sequence[Fallen], places: list[float], left: float, right: float, *, whole: bool
) -> list[_Stretch]:
    """From the left edge to the first card, from each to the next, and after the last one to its end."""
    edges = [left, *places, right if whole else places[-1] + (right - left) / 40]
    bounds = [(card.low, card.high) for card in cards] + [(cards[-1].after_low, cards[-1].after_high)]
    return [(edges[n], edges[n + 1], low, high) for n, (low, high) in enumerate(bounds)]


def _line(stretches: list[_Stretch], scale: _Scale) -> str:
    """A line where values are known; a stroke up or down only where they are on both sides of a card."""
    path = ""
    at: float | None = None
    for start, stop, low, high in stretches:
        if low != high:
            at = None
            continue
        height = scale.at(low)
        if at is None:
            path += f"M{number(start)} {number(height)}"
        elif at != height:
            path += f"V{number(height)}"
        path += f"H{number(stop)}"
        at = height
    return _merged(path)


def _merged(path: str) -> str:
    """Strokes that go on in one direction as one: ``H3H5`` is ``H5``."""
    parts = path.split("H")
    made = parts[0]
    for n, part in enumerate(parts[1:], 1):
        if n < len(parts) - 1 and part.replace(".", "").isdigit():
            continue
        made += f"H{part}"
    return made


def _band(stretches: list[_Stretch], scale: _Scale) -> str:
    """What lies between the bounds, one shape for stretches that meet."""
    path = ""
    run: list[_Stretch] = []
    for stretch in [*stretches, (0.0, 0.0, 0, 0)]:
        if stretch[2] != stretch[3]:
            run.append(stretch)
            continue
        if run:
            path += f"M{number(run[0][0])} {number(scale.at(run[0][3]))}"
            path += "".join(f"V{number(scale.at(high))}H{number(stop)}" for _start, stop, _low, high in run)
            path += "".join(f"V{number(scale.at(low))}H{number(start)}" for start, _stop, low, _high in reversed(run))
            path += "Z"
            run = []
    return path


def _kept_apart(
    ends: tuple[float, str], needed: tuple[float, str]
) -> tuple[tuple[float, str], tuple[float, str] | None]:
    """Two numbers at the right edge: one where they are the same, else moved apart where they would touch."""
    if ends[1] == needed[1]:
        return ends, None
    gap = _APART - abs(ends[0] - needed[0])
    if gap <= 0:
        return ends, needed
    move = gap / 2 if ends[0] > needed[0] else -gap / 2
    return (ends[0] + move, ends[1]), (needed[0] - move, needed[1])
