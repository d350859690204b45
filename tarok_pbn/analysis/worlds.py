"""Whole deals by lot that a player cannot tell from the one at the table.

A deal here is everything that is hidden: hands, talon, what others drew and laid away. Every one of them in which
nothing that was said and played is against the rules, and which shows the player what the player has seen, is as
likely as any other. Numbers of cards are dealt directly (``dealing_count``); the rest is tried: each deal is written
as a record with the words of the real one and replayed by the game's script, then the cards are played by the law.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tarok_pbn.analysis.constraint_tree import Bound
from tarok_pbn.analysis.dealing_count import Counting, TooMany
from tarok_pbn.analysis.dice import Dice
from tarok_pbn.analysis.knowledge import Knowledge
from tarok_pbn.analysis.position import Position, Unsolvable, beginning, followed
from tarok_pbn.cards import CODES, bits, ordered
from tarok_pbn.games.kit.told import HAND, LAID
from tarok_pbn.notation.hands import format_deal, format_talon
from tarok_pbn.record import Group, Record, Section, Tag
from tarok_pbn.replay import Replay, replay

__all__ = ["Hidden", "World", "Worlds"]

#: states that a counting may look at
_STATES = 200_000
#: tries between two reports of progress
_OFTEN = 64
#: what a record tells of its hand before the cards, and what came of an auction where it has none
_KEPT = ("Game", "Rules", "Options", "Seats", "Dealer", "SittingOut", "TalonOrder")
_OUTCOME = ("Contract", "Declarer", "Called")
_NOTHING = ("?", "", "-")
#: findings that only say that the record stops
_STOPS = frozenset({"X009", "M011", "P015"})
#: of the auction, the deal, the exchange, the announcements and the play
_ABOUT = frozenset("ADXMP")
_LAYS = "lays"


class Hidden(NamedTuple):
    """A deal by lot. hands: what each seat holds now. laid: what it has laid away. dealt, talon: how it came about."""

    hands: tuple[int, ...]
    laid: tuple[int, ...]
    dealt: tuple[int, ...]
    talon: tuple[int, ...]


class World(NamedTuple):
    """A deal that the player cannot tell from the real one, and the position that it gives."""

    hidden: Hidden
    position: Position


class Worlds:
    """Deals by lot that agree with what is known. seed: a whole number from 0.

    ``tries`` counts the deals that were looked at, ``found`` those that agreed, ``reasons`` what the others had wrong.
    """

    def __init__(self, knowledge: Knowledge, seed: int) -> None:
        self.known = knowledge
        self.dice = Dice(seed)
        self.tries = self.found = 0
        self.reasons: Counter[str] = Counter()
        self._ways = [_counting(knowledge, way) for way in knowledge.ways]
        self._upto = list(accumulate(way.deals for way in self._ways))
        self._tags, self._sections = _template(knowledge)

    @property
    def why_none(self) -> str:
        """What most of the deals had against them; "" where no deal has the right numbers of cards."""
        return self.reasons.most_common(1)[0][0] if self.reasons else ""

    def worlds(self, tries: int, progress: Callable[[int, int], object] | None = None) -> Iterator[World]:
        """Deals without end; ends where so many tries in a row have not given one. progress: (tries, found)."""
        if not self._upto[-1]:
            return
        missed = 0
        while missed < tries:
            self.tries += 1
            missed += 1
            if progress is not None and not self.tries % _OFTEN:
                progress(self.tries, self.found)
            hidden = self._drawn()
            world = self.world(hidden) if hidden is not None else None
            if world is not None:
                self.found += 1
                missed = 0
                yield world

    def world(self, hidden: Hidden) -> World | None:
        """The position of a deal, where nothing in it is against the rules or against what was seen."""
        found = replay(self.record(hidden))
        against = self._wrong(found)
        if not against:
            try:
                position = self._position(found)
            except Unsolvable as why:
                against = str(why).partition(":")[0]
            else:
                if position.hands[self.known.seat] == self.known.hand and position.turn == self.known.seat:
                    return World(hidden, position)
                against = "another card, or another player, would be to play"
        self.reasons[against] += 1
        return None

    def _wrong(self, found: Replay) -> str:
        """What a replayed deal has against it, before a card is played; "" for nothing."""
        for finding in found.findings:
            if finding.severity != "info" and finding.code[0] in _ABOUT and finding.code not in _STOPS:
                return f"{finding.title} ({finding.code})"
        seen, table = self.known.table, found.table
        if table is None or table.shown != seen.shown or table.exposed != seen.exposed:
            return "other cards would have been shown"
        return ""

    def _position(self, found: Replay) -> Position:
        assert found.table is not None  # asked before
        assert found.game is not None
        position = beginning(found.table, found.game, found.rules)
        for move in self.known.moves:
            position = followed(position, move, found)
        return position

    def _drawn(self) -> Hidden | None:
        """A deal by lot with the right numbers of cards; None where a card would have been drawn by nobody's hand."""
        known, dice = self.known, self.dice
        n = known.table.n
        hands, laid = [0] * n, list(known.table.shown)
        hands[known.seat], laid[known.seat] = known.hand, known.laid
        rest: list[int] = []
        way = bisect_right(self._upto, dice.below(self._upto[-1])) if len(self._ways) > 1 else 0
        for place, mask in zip(known.places, self._ways[way].draw(dice), strict=True):
            if place.where == HAND:
                hands[place.seat] = mask
            elif place.where == LAID:
                laid[place.seat] |= mask
            else:
                rest = dice.shuffled(list(bits(mask)))
        return self.hidden(hands, laid, rest)

    def hidden(self, hands: list[int], laid: list[int], rest: list[int]) -> Hidden | None:
        """How hands and discards came to be, where there is a choice by lot; None where they cannot have.

        rest: the unseen cards of the talon that nobody took, in their order.
        """
        known, dice = self.known, self.dice
        played = {place.seat: place.known for place in known.places if place.where == HAND}
        talon, dealt = list(known.talon), []
        for seat, positions in enumerate(known.drawn):
            had = hands[seat] | laid[seat] | played.get(seat, 0)
            if seat == known.seat:
                dealt.append(known.dealt)
                continue
            for at in positions:
                if talon[at] >= 0:
                    if not had >> talon[at] & 1:
                        self.reasons["a card taken face up would lie elsewhere"] += 1
                        return None
                    had &= ~(1 << talon[at])
            unseen = [at for at in positions if talon[at] < 0]
            for at, card in zip(unseen, dice.taken(list(bits(had)), len(unseen)), strict=True):
                talon[at] = card
                had &= ~(1 << card)
            dealt.append(had)
        left = iter(rest)
        return Hidden(tuple(hands), tuple(laid), tuple(dealt), tuple(c if c >= 0 else next(left) for c in talon))

    def record(self, hidden: Hidden) -> Record:
        """The deal as a record with all that was said, and no card played yet."""
        known, table = self.known, self.known.table
        tags = [Tag(name, value) for name, value in self._tags]
        tags.append(Tag("Deal", format_deal(dict(zip(table.seats, hidden.dealt, strict=True)))))
        if hidden.talon:
            tags.append(Tag("Talon", format_talon(hidden.talon)))
        sections = []
        for section in self._sections:
            if section.name == "Exchange":
                spoken = Section("Exchange")
                spoken.groups = [*section.groups, *_laid_words(known, hidden)]
                sections.append(spoken)
            else:
                sections.append(section)
        return Record(tags, sections, source=known.replay.record.source)


def _laid_words(known: Knowledge, hidden: Hidden) -> Iterator[Group]:
    """What each seat lays away, and what it shows of it."""
    table = known.table
    for letter, laid, shown in zip(table.seats, hidden.laid, table.shown, strict=True):
        said = [(word, cards) for word, cards in ((_LAYS, laid), (known.game.shows, shown)) if cards]
        words = [f"{word}:{','.join(CODES[card] for card in ordered(cards))}" for word, cards in said]
        if words:
            yield Group(letter, words)


def _template(known: Knowledge) -> tuple[list[tuple[str, str]], list[Section]]:
    """Tags and sections that say what everybody heard, without cards and without comments."""
    record, table = known.replay.record, known.table
    tags = {name: record.get(name) for name in _KEPT if record.get(name) not in _NOTHING}
    tags["Seats"] = " ".join(table.everybody)
    if table.dealer is not None:
        tags["Dealer"] = table.seats[table.dealer]
    if known.replay.ruleset is not None and "Rules" not in tags:
        tags["Rules"] = known.replay.ruleset.name
    given = {section.name for section in record.sections}
    if "Auction" not in given:
        tags |= {name: record.get(name) for name in _OUTCOME if record.get(name) not in _NOTHING}
    sections = []
    for name in ("Auction", "Exchange", "Announcements"):
        real = record.section(name)
        if real is not None:
            section = Section(name)
            for group in real.groups:
                words = [word for word in group.words if word.partition(":")[0] not in (_LAYS, known.game.shows)]
                if words:
                    section.groups.append(Group(group.seat, words))
            sections.append(section)
    play = Section("Play")
    play.end = "+"
    return list(tags.items()), [*sections, play]


def _counting(known: Knowledge, way: Sequence[Bound]) -> Counting:
    """Counts the deals by numbers of cards; where that takes too much, what is hardest to count is left to trying."""
    lacks = [place.lack for place in known.places]
    seen = [place.known for place in known.places]
    bounds = list(way)
    while True:
        try:
            return Counting(known.free, lacks, seen, bounds, _STATES)
        except TooMany:
            # the first bound keeps single cards out of places, and is the last that can be done without
            hardest = max(range(len(bounds)), key=lambda at: (at > 0, len(bounds[at].terms), at))
            del bounds[hardest]
