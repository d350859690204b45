"""What a hand tells the statistics beside its score: pagat, valat, Ultimo, Bagud, Tout, Nolo.

Each is None where it cannot be known, so that it is left out of the count and not counted as "no".
"""

from __future__ import annotations

from typing import NamedTuple

from tarok_pbn.archive.summary import Summary
from tarok_pbn.cards import T1
from tarok_pbn.games.koenigrufen.contracts import NEGATIVE

__all__ = ["Events", "Happened", "events"]


class Happened(NamedTuple):
    """Whether something could happen in a hand and is known. seats: whom it happened to, () nobody."""

    seats: tuple[str, ...]


class Events(NamedTuple):
    """By name, in the order in which a report lists them; a hand in which it could not happen or be known lacks it."""

    found: dict[str, Happened]


def events(summary: Summary) -> Events:
    """What happened in a hand.

    ``pagat`` and ``pagat lost``: the seat that won, or lost, the last trick with the I in it. ``valat``: the seats of
    the side that took every trick. Both only where two sides play for card points, so not in Varšava, Trischaken
    and negative games. Of a Danish hand ``ultimo``, ``bagud``, ``tout``, ``nolo`` by its Result.
    """
    if summary.game == "dansk":
        return Events(_danish(summary))
    if not _for_points(summary):
        return Events({})
    found: dict[str, Happened] = {}
    pagat = _pagat(summary)
    if pagat is not None:
        found["pagat"] = Happened(tuple(seat for seat, won in pagat if won))
        found["pagat lost"] = Happened(tuple(seat for seat, won in pagat if not won))
    valat = _valat(summary)
    if valat is not None:
        found["valat"] = Happened(valat)
    return Events(found)


def _for_points(summary: Summary) -> bool:
    contract = (summary.contract or "").split()[:1]
    if not contract or contract[0].partition(":")[0] in NEGATIVE:
        return False
    return summary.sides is not None and len(summary.sides) == 2


def _stated(summary: Summary, tag: str) -> str | None:
    """An outcome tag as the hand gives it, else as recorded; None where neither says anything."""
    value = summary.checked.replay.computed.get(tag)
    if value is None and summary.record.has(tag):
        value = summary.record.get(tag)
    return None if value in (None, "?") else value


def _complete(summary: Summary) -> bool:
    game, table = summary.checked.replay.game, summary.table
    if game is None or table is None or table.broken or table.claim is not None:
        return False
    return table.play_complete(game.tricks)


def _pagat(summary: Summary) -> list[tuple[str, bool]] | None:
    text = _stated(summary, "Pagat")
    if text is not None:
        words = text.split()
        return [(words[0], words[1] == "won")] if len(words) == 2 else []
    if _complete(summary):
        last = summary.tricks[-1]
        if T1 not in last.cards:
            return []
        seat = last.seats[last.cards.index(T1)]
        return [(summary.active[seat], last.winner == seat)]
    bonuses = _bonuses(summary)
    if bonuses is None:
        return None
    return [(words[1], "lost" not in words) for words in bonuses if words[0] == "pagat" and len(words) > 1]


def _valat(summary: Summary) -> tuple[str, ...] | None:
    sides = summary.sides or ()
    text = _stated(summary, "Valat")
    if text is None and _complete(summary):
        winners = {summary.active[trick.winner] for trick in summary.tricks if trick.winner is not None}
        return next((side for side in sides if winners <= set(side)), ())
    if text is None:
        bonuses = _bonuses(summary)
        if bonuses is None:
            return None
        text = next((words[1] for words in bonuses if words[0] == "valat" and len(words) == 2), "")
    return next((side for side in sides if text in side), ())


def _bonuses(summary: Summary) -> list[list[str]] | None:
    """The Bonuses tag of a record without play: ``pagat S; uhu E lost; valat S``."""
    text = _stated(summary, "Bonuses")
    return None if text is None else [part.split() for part in text.split(";") if part.split()]


def _danish(summary: Summary) -> dict[str, Happened]:
    """``W ultimo:HK; S bagud:SK``; where the same seat has two kings under it, it is in it once."""
    text = _stated(summary, "Result")
    if not text:
        return {}
    parts = [part.split() for part in text.split(";") if len(part.split()) == 2]
    seats = {
        name: tuple(dict.fromkeys(seat for seat, event in parts if event.partition(":")[0] == name))
        for name in ("ultimo", "bagud", "tout", "nolo")
    }
    return {name: Happened(who) for name, who in seats.items()}
