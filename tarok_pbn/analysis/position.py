"""Positions of a hand with all cards open, taken from a replayed record or made from a deal."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tarok_pbn.cards import CODES, FOOL, bits
from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.decision import NO_CARD
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import suit_name
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.kit.tricks import Law
from tarok_pbn.replay import Replay

__all__ = [
    "CONTRACT", "GAME", "HANDS", "ORDER", "Move", "Position", "Unsolvable", "beginning", "followed", "moves_of",
    "position_at",
]  # fmt: skip

#: families of findings whose errors leave a record without a game, a contract, hands when play begins, or an order of
#: cards
GAME, CONTRACT, HANDS, ORDER = "FR", "FRDA", "FRDAX", "FP"


class Unsolvable(Exception):
    """Why there is nothing to solve: one sentence for the user.

    families: of findings; an error of the record among them may be behind it. "": it is no fault of the record.
    """

    def __init__(self, why: str, families: str = "") -> None:
        super().__init__(why)
        self.families = families

    def fault(self, findings: Iterable[Finding]) -> Finding | None:
        """The first of a record's errors that may be behind it, or None."""
        return next((f for f in findings if f.severity == "error" and f.code[0] in self.families), None)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A card, and the suit index as which a led fool is named (-1: it is not)."""

    card: int
    named: int = -1

    def __str__(self) -> str:
        return CODES[self.card] + (f" name:{'TSHDC'[self.named]}" if self.named >= 0 else "")


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rest of a hand depends on. Seats are indexes in the order of play, 0 is forehand.

    hands: masks of what each seat still holds. trick: number of the trick that is played, from 1; tricks: of the hand.
    leader: of that trick; cards: what lies in it, in order; named: suit as which a led fool was named, -1.
    law: at a table of its own; what has been won lies with it. won: seat -> cards won so far, as tricks.
    """

    game: Game
    rules: Any
    letters: tuple[str, ...]
    hands: tuple[int, ...]
    trick: int
    leader: int
    law: Law
    worth: Worth
    table: Table = field(repr=False, kw_only=True)
    cards: tuple[int, ...] = ()
    named: int = -1
    won: tuple[Trick, ...] = ()

    @property
    def tricks(self) -> int:
        """Number of tricks of a hand."""
        return self.game.tricks

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.trick > self.tricks

    @property
    def turn(self) -> int:
        """The seat that is to play."""
        return (self.leader + len(self.cards)) % len(self.hands)

    @property
    def place(self) -> str:
        """Words for where it is: ``trick 7, card 2``."""
        return f"trick {self.trick}, card {len(self.cards) + 1}"

    def left(self) -> list[int]:
        """The cards that no complete trick has: those in the hands and in the running trick."""
        held = 0
        for hand in self.hands:
            held |= hand
        return [*bits(held), *self.cards]

    def running(self) -> Trick:
        """The running trick as the law sees it."""
        trick = Trick(self.trick, self.leader)
        n = len(self.hands)
        trick.cards = list(self.cards)
        trick.seats = [(self.leader + place) % n for place in range(len(self.cards))]
        trick.named = self.named if self.named >= 0 else None
        return trick

    def moves(self) -> list[Move]:
        """The legal cards, by the law itself."""
        if self.over:
            return []
        seat = self.turn
        self.stand()
        legal = self.law.legal(seat, self.hands[seat], self.running())
        found: list[Move] = []
        for card in bits(legal & self.hands[seat]):
            names = self.law.namings(seat, self.trick) if card == FOOL and not self.cards else ()
            found += [Move(card, name) for name in names] or [Move(card)]
        return found

    def stand(self) -> None:
        """Put the law's own table to this position, for laws that look at all hands."""
        table = self.law.table
        table.held = list(self.hands)
        table.tricks[:] = self.won

    def after(self, move: Move) -> Position:
        """The position after a card of the seat to play, which must hold it."""
        seat = self.turn
        hands = list(self.hands)
        hands[seat] &= ~(1 << move.card)
        cards = (*self.cards, move.card)
        named = move.named if not self.cards else self.named
        if len(cards) < len(hands):
            return replace(self, hands=tuple(hands), cards=cards, named=named)
        trick = replace(self, cards=cards, named=named).running()
        best = trick.winning = self.law.best(trick)
        winner = trick.winner = trick.seats[max(0, best)]
        return replace(
            self,
            hands=tuple(hands),
            cards=(),
            named=-1,
            trick=self.trick + 1,
            leader=winner,
            won=(*self.won, trick),
        )

    def counted(self, aim: Aim) -> int:
        """What the side has before the next card: thirds (with what it owned before play), tricks, or 0 and 1."""
        owned = self.worth.owned or {} if aim.kind == "points" else {}
        return sum(count for seat, count in owned.items() if seat in aim.side) + sum(
            self.gain(aim, trick) for trick in self.won
        )

    def lacks(self, aim: Aim) -> str:
        """What a count leaves out because it is not known ("the cards laid away"), or ""."""
        if aim.kind != "points":
            return ""
        return self.worth.without or ("" if self.worth.owned is not None else "the cards laid away")

    def gain(self, aim: Aim, trick: Trick) -> int:
        """What a complete trick brings the side."""
        if aim.kind == "tricks":
            return int(trick.winner in aim.side)
        if aim.kind == "trick":
            if trick.number != aim.trick or trick.winner not in aim.side:
                return 0
            if aim.card is None:
                return 1
            return int(aim.card in trick.cards if aim.lying else trick.cards[trick.winning] == aim.card)
        worth = self.worth
        gain = worth.tricks[trick.number] if trick.winner in aim.side else 0
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            stays = card == FOOL and worth.fool_stays and not (worth.fool_lost_last and trick.number == self.tricks)
            if (seat if stays else trick.winner) in aim.side:
                gain += worth.cards[card]
        return gain


def beginning(table: Table, game: Game, rules: Any) -> Position:
    """The position before the first card. Raises Unsolvable with what is not known."""
    fresh = copy.copy(table)
    fresh.held = list(table.at_play)
    fresh._tricks, fresh.run, fresh.lines, fresh.broken, fresh.over = [], [], (), False, ""
    found = game.ahead.opening(fresh, rules)
    if found is None and table.contract is not None:
        raise Unsolvable(f"in the contract {table.contract} no card is played")
    if found is None:
        raise Unsolvable("the contract is not known, and with it how the cards are to be played", CONTRACT)
    for seat, hand in enumerate(table.at_play):
        if hand is None:
            raise Unsolvable(f"the cards of {table.name(seat)} are not known when play begins", HANDS)
        if hand.bit_count() != game.tricks:
            held = f"{hand.bit_count()} card{'' if hand.bit_count() == 1 else 's'}"
            raise Unsolvable(f"{table.name(seat)} holds {held} when play begins and needs {game.tricks}", HANDS)
    law, leader = found
    hands = tuple(hand or 0 for hand in table.at_play)
    return Position(game, rules, table.seats, hands, 1, leader, law, game.ahead.worth(fresh, rules), table=table)


def moves_of(replay: Replay) -> list[Move]:
    """The cards that a record shows, in the order in which they fell; up to the first that is not known."""
    assert replay.table is not None  # whoever asks has a position
    moves: list[Move] = []
    for trick in replay.table.begun():
        for place, card in enumerate(trick.cards):
            if card < 0:
                return moves
            named = trick.named if trick.named is not None and card == FOOL and not place else -1
            moves.append(Move(card, named))
    return moves


def position_at(replay: Replay, trick: int = 1, card: int = 1) -> Position:
    """The position before that card of that trick. Raises Unsolvable with why there is none.

    An illegal card before it makes the position meaningless, unless the record marks it as a revoke that stood.
    """
    if replay.table is None or replay.game is None:
        raise Unsolvable("its game is not known", GAME)
    position = beginning(replay.table, replay.game, replay.rules)
    if not (1 <= trick <= position.tricks and 1 <= card <= len(position.hands)):
        raise Unsolvable(f"a hand has {position.tricks} tricks of {len(position.hands)} cards")
    moves = moves_of(replay)
    for number in range((trick - 1) * len(position.hands) + card - 1):
        if number >= len(moves):
            raise Unsolvable(_not_told(position, replay, number), ORDER)
        position = followed(position, moves[number], replay)
    return position


def _not_told(position: Position, replay: Replay, number: int) -> str:
    """Why the record does not go on with the card of a position. number: of the cards before it."""
    tricks = replay.table.begun() if replay.table is not None else []
    cards = tricks[position.trick - 1].cards if position.trick <= len(tricks) else []
    if len(position.cards) < len(cards):
        name = position.table.name(position.turn)
        what = "is missing" if cards[len(position.cards)] == NO_CARD else "is not known"
        return f"{position.place}: the card of {name} {what}"
    return f"the record shows no more than {number} cards; {position.place} was not played"


def followed(position: Position, move: Move, replay: Replay) -> Position:
    """The position after a recorded card. Raises Unsolvable where it is not held, or illegal and not marked."""
    seat, place, table, law = position.turn, position.place, position.table, position.law
    player = _player(position, replay)
    if player != seat:
        told = f"{place}: {table.name(player)} plays {CODES[move.card]}, but {table.name(seat)} is to play"
        raise Unsolvable(told, ORDER)
    legal = position.moves()
    if move in legal:
        return position.after(move)
    position.stand()
    law.trick = position.running()
    if not position.hands[seat] >> move.card & 1:
        raise Unsolvable(f"{place}: {law.why(seat, move.card).message.rstrip('.')}", ORDER)
    if (position.trick, seat) in table.revoked:
        return position.after(move)
    if move.card in {each.card for each in legal}:
        named = suit_name(move.named) if move.named >= 0 else "no suit"
        raise Unsolvable(f"{place} is illegal: {table.name(seat)} leads the fool and names {named}", ORDER)
    raise Unsolvable(f"{place} is illegal: {law.why(seat, move.card).message.rstrip('.')}", ORDER)


def _player(position: Position, replay: Replay) -> int:
    """The seat that the record has play the next card."""
    tricks = replay.table.begun() if replay.table is not None else []
    seats = tricks[position.trick - 1].seats if position.trick <= len(tricks) else []
    return seats[len(position.cards)] if len(position.cards) < len(seats) else position.turn
