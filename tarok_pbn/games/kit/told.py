"""What a hand tells everybody beside its play, as data: for whoever sees only one hand and wants to know more.

A room says so where its rules are exact about it, and says nothing where they leave it open. The law of play is not
repeated here: whoever asks holds the recorded cards to the ``Law`` itself.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["HAND", "LAID", "OWNED", "TALON", "Shown", "Told", "all_of", "none_of"]

#: where the cards of a ``Told`` lie: in the hand when play began, in what the seat laid away, in either, in the talon
HAND, LAID, OWNED, TALON = "hand", "laid", "owned", "talon"


@dataclass(frozen=True, slots=True)
class Told:
    """So many of some cards lie somewhere.

    seat: whose; -1 for the talon. cards: mask. counts: how many of them, one of these numbers. where: see above.
    text: what it comes from, after the seat's name ("declared tarocky"). rule: the paragraph.
    """

    seat: int
    cards: int
    counts: frozenset[int]
    where: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody at the table has been shown and told.

    talon: places of the talon that lay face up; cards that were exposed out of it besides are on the table.
    told: what follows from words and from the law of discarding. ways: one of these holds besides, and only one.
    silent: what is not drawn on, each a sentence's end.
    open: why the cards of a game cannot be guessed at all ("the hands lie open"), or "".
    """

    talon: frozenset[int] = frozenset()
    told: tuple[Told, ...] = ()
    ways: tuple[tuple[Told, ...], ...] = ((),)
    silent: tuple[str, ...] = ()
    open: str = ""


def none_of(seat: int, cards: int, where: str, text: str, rule: str) -> Told:
    """None of these cards lies there."""
    return Told(seat, cards, frozenset({0}), where, text, rule)


def all_of(seat: int, cards: int, where: str, text: str, rule: str) -> Told:
    """All of these cards lie there."""
    return Told(seat, cards, frozenset({cards.bit_count()}), where, text, rule)

