"""What the player to move knows of a hand: the cards seen, and what words, discards and play say of the others'.

Each inference, and where it comes from:

* own cards: the hand when play began, the cards drawn from the talon, those laid away. *The record of this seat.*
* cards that were played. *Everybody saw them.*
* talon cards that lay face up, and who took them: such a card, not yet played, is in that hand or among its discards.
  *``Ahead.shown`` of the game's room; ``Table.exposed``.*
* discards that were shown. *``Table.shown``.*
* numbers of cards that a meld, an announcement or a call stands for, and what the law of discarding keeps out of the
  discards. *``Ahead.shown``: by the room's own definitions; where the room cannot say, nothing is inferred.*
* single cards that cannot be held, because a card that was played would have been illegal beside them: suits not
  followed, taroks not played, tricks not overtaken. *The ``Law`` of the contract, asked of each card (``_excluded``).*
* everything else that the rules bind - bids, the call, melds left out, who may double whom, whole hands under the law
  of play - is not worked out here: each deal by lot is replayed by the game's script and kept only if nothing in it is
  against the rules (``worlds``). So what is said here only has to be true; it need not be all.

Not drawn on: how well anybody plays or bids, what a bid promises by custom, how long somebody thought.

Nothing here looks at a card that the player does not see. Hands of others are taken out of the table first.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tarok_pbn.analysis.constraint_tree import Bound
from tarok_pbn.analysis.position import CONTRACT, GAME, HANDS, ORDER, Move, Unsolvable
from tarok_pbn.cards import CARD, CODES, FOOL, SUIT_MASK, bits
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import SUIT_NAMES, cards_list
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.told import HAND, LAID, OWNED, TALON, Told
from tarok_pbn.replay import Replay

__all__ = ["Knowledge", "Learned", "Place", "knowledge_at"]

#: what a card weighs in a bound: those are in thirds, as card points are
_THIRD = 3
#: more places no talon has
_PLACES = 16


class Place(NamedTuple):
    """Where cards lie that the player does not see.

    seat: -1 for the talon. where: HAND, LAID or TALON. lack: how many unseen cards lie there.
    known: mask of those that are seen to belong there: cards played from the hand, discards that were shown.
    never: mask of unseen cards that cannot lie there.
    """

    seat: int
    where: str
    lack: int
    known: int
    never: int


class Learned(NamedTuple):
    """An inference for the reader. seat: of whom, -1 the talon. text: goes on after its name. source: the paragraph."""

    seat: int
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat knows before it plays a card.

    table: as this seat sees it: hands, discards and talon cards of others are None or -1. Seats in order of play.
    moves: the cards played so far. hand, laid, dealt: the seat's own cards now, laid away, and as dealt.
    talon: cards at their places, -1 unseen. drawn: places of the talon that each seat took.
    places: where unseen cards lie. free: mask of the unseen cards. ways: numbers of cards, over *places*, of which one
    list holds and no other.
    learned: what was inferred. silent: what is not drawn on. recorded: the card that was played next, or None.
    """

    replay: Replay
    game: Game
    rules: Any
    table: Table = field(repr=False)
    seat: int
    trick: int
    card: int
    moves: tuple[Move, ...]
    hand: int
    laid: int
    dealt: int
    talon: tuple[int, ...]
    drawn: tuple[tuple[int, ...], ...]
    places: tuple[Place, ...]
    free: int
    ways: tuple[tuple[Bound, ...], ...]
    learned: tuple[Learned, ...]
    silent: tuple[str, ...]
    recorded: Move | None


def knowledge_at(replay: Replay, trick: int, card: int) -> Knowledge:
    """What the seat knows that is to play that card of that trick. Raises Unsolvable with why it cannot be told."""
    game, table = replay.game, replay.table
    if game is None or table is None:
        raise Unsolvable("its game is not known", GAME)
    if "deal" in table.unknown:
        raise Unsolvable("two places claim one card in its deal", HANDS)
    if not (1 <= trick <= game.tricks and 1 <= card <= table.n):
        raise Unsolvable(f"a hand has {game.tricks} tricks of {table.n} cards")
    tricks, recorded = _played(table, trick, card)
    law = game.ahead.opening(table, replay.rules)
    if law is None:
        raise Unsolvable("the contract is not known, and with it how the cards are to be played", CONTRACT)
    running = tricks[-1] if card > 1 else None
    complete = tricks[:-1] if card > 1 else tricks
    leader = running.leader if running else complete[-1].winner if complete else law[1]
    if leader is None:
        raise Unsolvable(f"it is not known who leads to trick {trick}", ORDER)
    seat = (leader + card - 1) % table.n
    view = _Viewed(replay, game, table, seat, tricks)
    return view.knowledge(trick, card, recorded)


def _played(table: Table, number: int, card: int) -> tuple[list[Trick], Move | None]:
    """The tricks before a card, the running one among them if it is not empty; and the recorded card."""
    begun, tricks = table.begun(), table.tricks[: number - 1]
    if len(tricks) < number - 1:
        told = f"the record shows no more than {len(tricks)} tricks; trick {number} was not reached"
        raise Unsolvable(told, ORDER)
    fell: dict[int, int] = {}
    for before, trick in zip([None, *tricks], tricks, strict=False):
        _plain(trick, table, len(trick.cards), before, fell)
    last = begun[number - 1] if len(begun) >= number else None
    if last is None or len(last.cards) < card - 1:
        if card == 1:
            return tricks, None
        told = f"the record does not show {card - 1} card{'s' * (card > 2)} of trick {number}"
        raise Unsolvable(told, ORDER)
    _plain(last, table, card - 1, tricks[-1] if tricks else None, fell)
    recorded = None
    if len(last.cards) >= card and last.cards[card - 1] >= 0 and not last.withdrawn:
        led = card == 1 and last.cards[0] == FOOL and last.named is not None
        recorded = Move(last.cards[card - 1], last.named if led and last.named is not None else -1)
    if card > 1:
        now = Trick(number, last.leader)
        now.cards, now.seats, now.named = last.cards[: card - 1], last.seats[: card - 1], last.named
        tricks.append(now)
    return tricks, recorded


def _plain(trick: Trick, table: Table, cards: int, before: Trick | None, fell: dict[int, int]) -> None:
    """Refuse a trick whose first *cards* cards do not say what the players knew of it, or cannot have fallen so.

    before: the last trick. fell: card -> number of the trick it fell to; those of this one are put into it.
    """
    if any(card < 0 for card in trick.cards[:cards]) or (cards == table.n and trick.winner is None):
        raise Unsolvable(f"a card of trick {trick.number} is not known", ORDER)
    for at, (seat, card) in enumerate(zip(trick.seats[:cards], trick.cards[:cards], strict=True), 1):
        told = f"trick {trick.number}, card {at}: {table.name(seat)} plays {CODES[card]}"
        if at == 1 and before is not None and before.winner not in (None, seat):
            raise Unsolvable(f"{told}, but {table.name(before.winner)} is to play", ORDER)
        if card in fell:
            raise Unsolvable(f"{told}, which has fallen in trick {fell[card]}", ORDER)
        fell[card] = trick.number
    if trick.withdrawn and cards:
        raise Unsolvable(f"cards of trick {trick.number} were taken back, and what that showed is not looked at")
    seats = set(trick.seats[:cards])
    if any(number == trick.number and seat in seats for number, seat in table.revoked):
        raise Unsolvable(f"in trick {trick.number} a revoke stood; what the play tells of the hands is not certain")


class _Viewed:
    """A hand as one seat sees it, on its way to a ``Knowledge``."""

    def __init__(self, replay: Replay, game: Game, table: Table, seat: int, tricks: list[Trick]) -> None:
        self.replay, self.game, self.seat, self.tricks = replay, game, seat, tricks
        self.rules = replay.rules
        n, name = table.n, table.name(seat)
        self.fallen = [0] * n
        for trick in tricks:
            for who, card in zip(trick.seats, trick.cards, strict=True):
                self.fallen[who] |= 1 << card
        start, laid = table.at_play[seat], table.laid[seat]
        if start is None or laid is None:
            raise Unsolvable(f"the cards of {name} are not known when play begins", HANDS)
        if start.bit_count() != game.tricks:
            told = f"{name} holds {start.bit_count()} cards when play begins and needs {game.tricks}"
            raise Unsolvable(told, HANDS)
        if self.fallen[seat] & ~start:
            told = f"{name} plays {cards_list(self.fallen[seat] & ~start)} without holding it"
            raise Unsolvable(told, ORDER)
        self.hand, self.laid, self.start = start & ~self.fallen[seat], laid, start
        self.drawn = _drawn(replay, table)
        self.sizes = _laid_sizes(game, table, self.drawn)
        table = copy.copy(table)
        table.shown = _shown(replay, game, table)
        table.talon = _talon(game, table)
        masked = _masked(table, seat, tricks, ())
        first = game.ahead.shown(masked, self.rules)
        if first.open:
            raise Unsolvable(first.open)
        seen = {*first.talon, *self.drawn[seat]}
        seen.update(at for at, card in enumerate(table.talon or ()) if card >= 0 and card in table.exposed)
        self.seen = frozenset(seen)
        self.table = _masked(table, seat, tricks, self.seen)
        self.talon = tuple(self.table.talon or ())
        if any(at >= len(self.talon) or self.talon[at] < 0 for at in self.seen):
            raise Unsolvable(f"the record does not tell the cards of the talon that {name} has seen", HANDS)
        self.shown = game.ahead.shown(self.table, self.rules)
        own = sum(1 << self.talon[at] for at in self.drawn[seat])
        self.dealt = (start | laid) & ~own

    def knowledge(self, trick: int, card: int, recorded: Move | None) -> Knowledge:
        """All of it. Raises Unsolvable where the cards do not add up."""
        places, free = self._places()
        learned: list[Learned] = []
        places = self._never(places, free, learned)
        ways = self._ways(places, learned)
        if sum(place.lack for place in places) != free.bit_count() or any(place.lack < 0 for place in places):
            raise Unsolvable("the cards that were played, laid away and left do not add up", HANDS + ORDER)
        moves = tuple(
            Move(code, now.named if code == FOOL and not at and now.named is not None else -1)
            for now in self.tricks
            for at, code in enumerate(now.cards)
        )
        return Knowledge(
            self.replay, self.game, self.rules, self.table, self.seat, trick, card, moves, self.hand, self.laid,
            self.dealt, self.talon, self.drawn, tuple(places), free, ways, tuple(learned), self.shown.silent,
            recorded,
        )  # fmt: skip

    def _places(self) -> tuple[list[Place], int]:
        table = self.table
        free = self.game.pack & ~self.start & ~self.laid
        places = []
        for seat in range(table.n):
            free &= ~self.fallen[seat] & ~table.shown[seat]
            if seat != self.seat:
                left = self.game.tricks - self.fallen[seat].bit_count()
                places.append(Place(seat, HAND, left, self.fallen[seat], 0))
                if self.sizes[seat]:
                    shown = table.shown[seat]
                    places.append(Place(seat, LAID, self.sizes[seat] - shown.bit_count(), shown, 0))
        gone = {at for positions in self.drawn for at in positions}
        for at in self.seen - gone:
            free &= ~(1 << self.talon[at])
        unseen = [at for at in range(len(self.talon)) if at not in gone and at not in self.seen]
        if unseen:
            places.append(Place(-1, TALON, len(unseen), 0, 0))
        return places, free

    def _never(self, places: list[Place], free: int, learned: list[Learned]) -> list[Place]:
        """*places* with the cards that cannot lie there."""
        never = [0] * len(places)
        for told in self.shown.told:
            if told.counts == {0} and told.seat != self.seat:
                for number, place in enumerate(places):
                    if _holds(told, place):
                        never[number] |= told.cards & free
        for seat, positions in enumerate(self.drawn):
            taken = sum(1 << self.talon[at] for at in positions if at in self.seen) & free
            if taken and seat != self.seat:
                where = "holds or has laid away" if self.sizes[seat] else "holds"
                learned.append(Learned(seat, f"{where} {cards_list(taken)}", "taken from the talon face up"))
                for number, place in enumerate(places):
                    if place.seat != seat:
                        never[number] |= taken
        for number, place in enumerate(places):
            if place.where == HAND:
                out = self._excluded(place.seat, free)
                never[number] |= out
                told_out = _without(out, free, self.game)
                if told_out:
                    learned.append(Learned(place.seat, told_out, "law of play"))
        return [place._replace(never=out & free) for place, out in zip(places, never, strict=True)]

    def _excluded(self, seat: int, free: int) -> int:
        """The unseen cards beside which a card that the seat has played would not have been legal.

        Each is held against the law alone: with what the seat played later and this one card. A law of following, of
        taroks, of overtaking forbids a card for the sake of one other, whatever else is held.
        """
        found = self.game.ahead.opening(self.table, self.rules)
        assert found is not None  # there was one before
        law, out, later = found[0], 0, 0
        for trick in reversed(self.tricks):
            if seat not in trick.seats:
                continue
            at = trick.seats.index(seat)
            card = trick.cards[at]
            later |= 1 << card
            before = Trick(trick.number, trick.leader)
            before.cards, before.seats, before.named = trick.cards[:at], trick.seats[:at], trick.named
            for other in bits(free & ~out):
                if not law.legal(seat, later | 1 << other, before) >> card & 1:
                    out |= 1 << other
        return out

    def _ways(self, places: Sequence[Place], learned: list[Learned]) -> tuple[tuple[Bound, ...], ...]:
        """What is told of numbers of cards."""
        others = [told for told in self.shown.told if told.seat != self.seat]
        learned += [Learned(*said) for said in dict.fromkeys((told.seat, told.text, told.rule) for told in others)]
        terms = tuple((number, place.never, _THIRD) for number, place in enumerate(places) if place.never)
        always = [Bound(terms, frozenset({0}), "cards that cannot lie there")] if terms else []
        always += _bounds([told for told in others if told.counts != {0}], places)
        ways = [[told for told in way if told.seat != self.seat] for way in self.shown.ways]
        return tuple((*always, *_bounds(way, places)) for way in ways) if all(ways) else (tuple(always),)


def _bounds(told: Sequence[Told], places: Sequence[Place]) -> Iterator[Bound]:
    for one in told:
        at = [number for number, place in enumerate(places) if _holds(one, place)]
        if at:
            allowed = frozenset(_THIRD * count for count in one.counts)
            yield Bound(tuple((number, one.cards, _THIRD) for number in at), allowed, one.text)


def _holds(told: Told, place: Place) -> bool:
    return told.seat == place.seat and (told.where == place.where or (told.where == OWNED and place.where != TALON))


def _without(out: int, free: int, game: Game) -> str:
    """``has no hearts; not T20`` for cards that are not held."""
    suits = [index for index, mask in enumerate(SUIT_MASK) if mask & free and not mask & free & ~out]
    whole = sum(SUIT_MASK[index] for index in suits)
    parts = []
    if suits:
        parts.append(f"has no {' and no '.join(SUIT_NAMES[index] for index in suits)}")
    if out & ~whole:
        parts.append(f"does not hold {cards_list(out & ~whole, 22)}")
    return " and ".join(parts)


def _drawn(replay: Replay, table: Table) -> tuple[tuple[int, ...], ...]:
    """The places of the talon that each seat took, which everybody saw it take."""
    if not any(table.taken):
        return ((),) * table.n
    talon = table.talon
    if talon is not None and -1 not in talon and all(card >= 0 for taken in table.taken for card in taken):
        return tuple(tuple(talon.index(card) for card in taken) for taken in table.taken)
    section = replay.record.section("Exchange")
    found: list[tuple[int, ...]] = [()] * table.n
    for seat, word, _ in section.items() if section is not None else ():
        verb, _, span = word.partition(":")
        index, (first, _, last) = table.index(seat), span.partition("-")
        start, end = whole(first), whole(last or first)
        if verb == "takes" and index is not None and start is not None and end is not None:
            found[index] = tuple(range(start - 1, min(end, _PLACES)))
    if [len(places) for places in found] != [len(taken) for taken in table.taken]:
        raise Unsolvable("the record does not tell which cards of the talon were taken by whom", HANDS)
    return tuple(found)


def _talon(game: Game, table: Table) -> list[int]:
    """The talon, -1 for what is not known; none where its cards are the dealer's."""
    if game.dealer_size:
        return []
    return [-1] * game.talon_size if table.talon is None else list(table.talon)


def _shown(replay: Replay, game: Game, table: Table) -> list[int]:
    """Discards that were shown; as the record says, where it does not tell all that was laid away."""
    shown = list(table.shown)
    section = replay.record.section("Exchange")
    for seat, word, _ in section.items() if section is not None else ():
        verb, _, cards = word.partition(":")
        index = table.index(seat)
        if verb == game.shows and index is not None and table.laid[index] is None:
            shown[index] |= sum({1 << CARD[code] for code in cards.split(",") if code in CARD})
    return shown


def _laid_sizes(game: Game, table: Table, drawn: Sequence[Sequence[int]]) -> list[int]:
    """How many cards each seat laid away: what it had more than there are tricks."""
    if game.dealer_size:
        if table.dealer is None:
            raise Unsolvable("the dealer is not known", HANDS)
        return [(game.dealer_size if seat == table.dealer else game.hand_size) - game.tricks for seat in range(table.n)]
    return [game.hand_size + len(places) - game.tricks for places in drawn]


def _masked(table: Table, seat: int, tricks: list[Trick], seen: Sequence[int] | frozenset[int]) -> Table:
    """The table without what the seat does not see. seen: places of the talon that it has seen."""
    view = copy.copy(table)
    view.dealt = [hand if who == seat else None for who, hand in enumerate(table.dealt)]
    view.at_play = [hand if who == seat else None for who, hand in enumerate(table.at_play)]
    view.held = list(view.at_play)
    view.laid = [laid if who == seat else None for who, laid in enumerate(table.laid)]
    talon = table.talon or []
    view.talon = [card if at in seen else -1 for at, card in enumerate(talon)]
    faces = {talon[at] for at in seen if at < len(talon)}
    view.taken = [[card if card in faces else -1 for card in taken] for taken in table.taken]
    view.partner, view.ledger, view.claim = None, None, None
    view._tricks, view.run, view.lines, view.broken, view.over = list(tricks), [], (), False, ""
    view.shown, view.exposed = list(table.shown), list(table.exposed)
    return view
