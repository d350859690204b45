"""What a law of play says, and what a hand is played for, as data: for whoever looks ahead without a script.

The rules stay in the rooms of the games, as ``Law`` objects; ``Law.terms`` says the same in the few words below, and
the tests hold the two to each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Aim", "Keeping", "Offer", "Terms", "Worth"]


@dataclass(frozen=True, slots=True)
class Keeping:
    """A card that leaves its holder's hand only when nothing else is legal, until the trick of that number."""

    seat: int
    card: int
    until: int


@dataclass(frozen=True, slots=True)
class Terms:
    """A law of play as data. Everywhere: follow suit, else a tarok, else any card; taroks beat suits.

    colour: a tarok beats no suit card, and is led only by a hand without suit cards.
    overtake: the trick is to be overtaken by whoever can. pagat_last: the pagat is the last tarok to go.
    mond_restricted: with another tarok than the pagat in hand the mond is neither led nor laid under the fool.
    from_top: taroks are led first, the highest first.
    excuse: the fool goes at any turn and never wins; led it is named as a suit. excuse_endgame: but it does not go to
        the last trick but one. excuse_any_name: it may be named as a suit nobody holds while an opponent has a tarok.
    kaiserstich: ``off``, ``any_order`` or ``mond_skus_pagat``: the pagat wins a trick that has the mond and the fool.
    kaiserstich_tarok_led: only where a tarok was led. kaiserstich_forced: and it has to be played.
    kept: cards that are kept. highest_first: of several kept taroks that must go the highest goes first.
    """

    colour: bool = False
    overtake: bool = False
    pagat_last: bool = False
    mond_restricted: bool = False
    from_top: bool = False
    excuse: bool = False
    excuse_endgame: bool = False
    excuse_any_name: bool = False
    kaiserstich: str = "off"
    kaiserstich_tarok_led: bool = False
    kaiserstich_forced: bool = False
    kept: tuple[Keeping, ...] = ()
    highest_first: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """What cards and tricks count, in thirds of a card point.

    cards: by card number. tricks: by number of the trick, from 1 (place 0 is not used), such as a talon card that goes
    with it. fool_stays: the fool counts for its owner; fool_lost_last: but not in the last trick.
    owned: seat -> thirds owned before the first trick (cards laid away, an unused talon), given to any seat of a
    side; None where the record does not tell. total: of the whole pack.
    without: what the count leaves out for it is not known ("the talon"), or "".
    """

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    fool_stays: bool = False
    fool_lost_last: bool = False
    owned: Mapping[int, int] | None = field(default_factory=dict)
    total: int = 210
    without: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is counted, for whom, and who wants it.

    kind: ``points`` (thirds of a card point), ``tricks`` (their number), or ``trick``: 1 if the side wins the trick of
    that number, else 0; with *card* only if that card wins it (or, *lying*, lies in it).
    side: seats whose tricks count. low: the side wants little of it, and everybody else much; otherwise the other way
    round. Where each seat plays for itself that means: one against the rest.
    enough: the count that decides the contract for the side (at least, or at most where *low*), None where none does.
    """

    kind: str
    side: frozenset[int]
    low: bool = False
    trick: int = 0
    card: int | None = None
    lying: bool = False
    enough: int | None = None

    @property
    def target(self) -> int | None:
        """The count that makes it: at least, or at most where *low*; None where it is only more or less."""
        return 1 if self.kind == "trick" else self.enough

    def wants(self, seat: int) -> bool:
        """Whether a seat wants the count high."""
        return (seat in self.side) != self.low


class Offer(NamedTuple):
    """A contract that a rule set offers.

    as_dealt: it is played with the cards as they were dealt, and nobody takes any from the talon. declared: one player
    declares it. calls: the declarer calls a card, whose holder is the partner.
    """

    as_dealt: bool = False
    declared: bool = True
    calls: bool = False
