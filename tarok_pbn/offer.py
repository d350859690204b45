"""Lays a record open to a script: its words as feeds, its tricks as lines.

What is offered is a shortcut. A script takes from it what is plain; for the first word that
is not it asks the driver, which answers decision by decision - and would have answered the
plain ones in the same way.
"""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import CARD
from tarok_pbn.games.kit.feed import Feed
from tarok_pbn.games.kit.table import Line, Table
from tarok_pbn.record import Group, Lines, Record, Section, Spoken

__all__ = ["PHASES", "all_taken", "offer"]

PHASES: Final = ("Auction", "Exchange", "Announcements", "Play")


def offer(record: Record, table: Table) -> None:
    """Give the table what the record says of the phases that are followed."""
    index = {letter: seat for seat, letter in enumerate(table.seats)}
    given = table.given.copy()
    for section in record.sections:
        name = section.name
        if name not in given:
            continue
        given.remove(name)  # of two sections of one name the first counts
        if name == "Play":
            table.lines = _lines(section, index, table.n)
        else:
            table.feeds[name] = _feed(section, index)


def all_taken(record: Record, table: Table) -> bool:
    """Whether the script has followed the record to its end, and nothing is left to be looked at."""
    for feed in table.feeds.values():
        if not feed.exhausted:
            return False
    play = record.section("Play")
    if play is None:
        return True
    plain = play.plain
    lines = len(plain.leaders) if isinstance(plain, Lines) else len(play.groups)
    return table.run_from >= 0 and lines == table.count - table.run_from and None not in table.at_play


def _feed(section: Section, index: dict[str, int]) -> Feed:
    plain = section.plain
    if isinstance(plain, Spoken):
        return Feed([*map(index.get, plain.seats)], plain.words, plain.numbers)
    seats: list[int | None] = []
    words: list[str] = []
    numbers: list[int] = []
    for number, group in enumerate(section.groups):
        words += group.words
        seats += [index.get(group.seat)] * len(group.words)
        numbers += [number] * len(group.words)
    return Feed(seats, words, numbers)


def _lines(section: Section, index: dict[str, int], n: int) -> list[Line]:
    """(leader, cards) of the plain tricks from the start on, up to the first that is not plain."""
    plain = section.plain
    if isinstance(plain, Lines) and plain.width == n and index.keys() >= set(plain.leaders):
        cards = iter(plain.cards)
        return list(zip(map(index.__getitem__, plain.leaders), zip(*[cards] * n, strict=True), strict=True))
    lines: list[Line] = []
    try:
        for group in section.groups:
            words = group.words
            if group.marks and _has_irregular(group):
                break
            if len(words) != n:
                if len(words) != n + 1 or words[1][:5] != "name:":
                    break
                lines.append((index[group.seat], (CARD[words[0]], words[1], *[CARD[word] for word in words[2:]])))
                continue
            lines.append((index[group.seat], tuple([CARD[word] for word in words])))
    except KeyError:
        pass  # an action word, an unknown card or a strange seat: from here on word by word
    return lines


def _has_irregular(group: Group) -> bool:
    return any(mark.kind == "irregular" for marks in (group.marks or {}).values() for mark in marks)
