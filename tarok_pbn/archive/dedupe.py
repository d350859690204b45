"""Copies of one hand in an archive: which are the same, which may be, and which one is kept.

Same are records of one canonical text; and records of one deal and one play, word by word, unless their tags say
that they were two tables (another event, date, round, table or board, or other players). Only those are taken out.
One deal played in another way is duplicate play, and what differs by a card is near: both are told of and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from tarok_pbn.archive.likeness import Likeness, contradictions, likeness, near
from tarok_pbn.archive.loose import Loose
from tarok_pbn.archive.spool import Spool

__all__ = ["KEEP", "Copies", "Deal", "Found", "Near"]

#: Which copy is kept: the first, the one that tells most, the one with most comments.
KEEP = ("first", "complete", "comments")
#: Records of one group that a further one is compared with.
_WINDOW = 100


class Copies(NamedTuple):
    """Copies of one hand: the one that is kept, the others, and how they are alike (``exact``, ``same play``)."""

    kept: Likeness
    others: list[Likeness]
    how: str


class Near(NamedTuple):
    """Two records that differ by a card, and in what."""

    one: Likeness
    other: Likeness
    what: str


class Deal(NamedTuple):
    """A deal that was played in several ways."""

    deal: str
    records: list[Likeness]


class Found:
    """Takes all records of an archive and says which are copies.

    keep: one of KEEP. across: one deal and one play are the same hand whatever the tags say. Memory holds what is
    found and some 100 MiB at most; the rest waits in temporary files.
    """

    def __init__(self, keep: str = "first", *, across: bool = False) -> None:
        self._keep = keep
        self._across = across
        self._by_deal, self._by_play, self._by_place = Spool(_text), Spool(_text), Spool(_text)
        self._count = 0
        self.copies: list[Copies] = []
        self.near: list[Near] = []
        self.deals: list[Deal] = []
        #: numbers of the records that are taken out
        self.out: set[int] = set()

    def add(self, loose: Loose, file: str) -> None:
        """Take the next record."""
        own = likeness(loose, file, self._count)
        self._count += 1
        line = own.text()
        self._by_deal.add([f"deal {own.deal}" if own.deal else f"text {own.id}"], line)
        if own.play_key:
            self._by_play.add([own.play_key], line)
        if own.place_key and own.played:
            self._by_place.add([own.place_key], line)

    def finish(self) -> None:
        """Compare. Afterwards ``copies``, ``near``, ``deals`` and ``out`` are filled, in the order of the records."""
        for group in _groups(self._by_deal):
            self._one_deal(group)
        told: set[tuple[int, int]] = set()
        for spool in (self._by_deal, self._by_play, self._by_place):
            for group in _groups(spool):
                self._near(group, told)
        self.copies.sort(key=lambda copies: copies.kept.number)
        self.near.sort(key=lambda pair: (pair.one.number, pair.other.number))
        self.deals.sort(key=lambda deal: deal.records[0].number)

    def _one_deal(self, group: Iterator[Likeness]) -> None:
        """Sort the records of one deal, or of one text, into classes of the same."""
        classes: dict[tuple[str, ...], list[list[Likeness]]] = {}
        for own in group:
            play = own.words if own.deal and own.words else ("text", own.id)
            for members in classes.setdefault(play, []):
                first = members[0]
                if own.id == first.id or self._across or not contradictions(own, first):
                    members.append(own)
                    break
            else:
                classes[play].append([own])
        everything = [members for several in classes.values() for members in several]
        for members in everything:
            if len(members) > 1:
                kept = max(members, key=self._worth)
                others = [own for own in members if own is not kept]
                how = "exact" if all(own.id == kept.id for own in others) else "same play"
                self.copies.append(Copies(kept, others, how))
                self.out.update(own.number for own in others)
        if len(everything) > 1:
            firsts = [members[0] for members in everything]
            self.deals.append(Deal(firsts[0].deal, firsts))

    def _worth(self, own: Likeness) -> tuple[int, ...]:
        if self._keep == "first":
            return (-own.number,)
        if self._keep == "complete":
            return own.known, -own.number
        return own.comments, own.known, -own.number

    def _near(self, group: Iterator[Likeness], told: set[tuple[int, int]]) -> None:
        before: list[Likeness] = []
        for own in group:
            if own.number in self.out:
                continue
            for other in before:
                pair = (other.number, own.number)
                if pair not in told and (what := near(other, own)):
                    told.add(pair)
                    self.near.append(Near(other, own, what))
            before = [*before[1 - _WINDOW :], own]


def _text(values: object) -> object:
    return values


def _groups(spool: Spool) -> Iterator[Iterator[Likeness]]:
    for _, rows in groupby(spool, key=lambda row: row[0][0]):
        yield (Likeness.of(line) for _, line in rows)
