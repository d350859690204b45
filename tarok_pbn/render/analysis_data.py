"""An analysis with all hands open as pages take it: plain numbers, so that no page needs a solver."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Analysed", "Fallen"]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A card that was played. trick, place: from 1; seat: index; card: number; named: suit of a led fool, -1.

    low, high: bounds of the final count before it, after_low, after_high: after it. lost: what it lost for its
    player's side, None not known, less than 0 for a card against the rules that gained something. better:
    (card, named) of those that would have kept the value. turned: it turned the hand.
    """

    trick: int
    place: int
    seat: int
    card: int
    low: int
    high: int
    after_low: int
    after_high: int
    lost: int | None
    named: int = -1
    better: tuple[tuple[int, int], ...] = ()
    turned: bool = False

    @property
    def cost(self) -> int:
        """What it certainly lost, 0 for nothing."""
        return max(0, self.lost or 0)


@dataclass(frozen=True, slots=True)
class Analysed:
    """An analysis of a record's play, or *why* there is none: then nothing else is looked at.

    kind: what is counted for *side*, seats by their indexes: ``points`` in thirds, ``tricks``, or ``trick``, 1 if the
    side wins that trick (*trick*: its number, 0 the last; with *card*, if that card wins it or, *lying*, lies in it).
    few: the side wants little. enough: what decides the contract, None for nothing. lacks: what the count leaves out.
    alone: each seat plays for itself, and the side is one of them. cards: in the order in which they fell.
    result: the final count, None where not all tricks are told. open_until: number of cards, from the first, whose
    values are not proven.
    """

    why: str = ""
    kind: str = "points"
    side: frozenset[int] = frozenset()
    few: bool = False
    trick: int = 0
    card: int | None = None
    lying: bool = False
    enough: int | None = None
    lacks: str = ""
    alone: bool = False
    cards: tuple[Fallen, ...] = ()
    result: int | None = None
    open_until: int = 0
