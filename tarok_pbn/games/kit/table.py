"""The table: everything a hand has come to so far, as the script writes it down.

Seats are indexes in the order of play, 0 is forehand. A mask or list that is None
is not known; nothing here is ever guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tarok_pbn.cards import CODES
from tarok_pbn.games.kit.feed import EMPTY, Feed
from tarok_pbn.ledger import Ledger

__all__ = ["SEAT_NAMES", "Double", "Line", "Played", "Table", "Trick"]

SEAT_NAMES: Final = {"S": "South", "E": "East", "N": "North", "W": "West"}


#: Leader and cards of a whole trick, a ``name:`` word after a led fool among them.
Line = tuple[int, tuple[Any, ...]]
#: A trick of known cards that was played in one go: leader, cards from there on, winner, mask of the cards.
Played = tuple[int, Sequence[int], int, int]


class Trick:
    """One trick. cards in the order in which they fell, -1 unknown, -2 missing; seats likewise."""

    __slots__ = ("_mask", "cards", "leader", "named", "number", "seats", "winner", "winning", "withdrawn")

    def __init__(self, number: int, leader: int) -> None:
        self._mask = -1
        self.number = number
        self.leader = leader
        self.cards: list[int] = []
        self.seats: list[int] = []
        #: seat that won it; None while it runs or where it cannot be known
        self.winner: int | None = None
        #: best card so far, -1 for none
        self.winning = -1
        #: suit index as which a led excuse was named, None where none was
        self.named: int | None = None
        #: (seat, card) pairs that were played and taken back
        self.withdrawn: list[tuple[int, int]] = []

    def card_of(self, seat: int) -> int | None:
        """The card that a seat played to this trick, or None."""
        for other, card in zip(self.seats, self.cards, strict=True):
            if other == seat:
                return card
        return None

    @property
    def known(self) -> bool:
        """Whether every card of it is known."""
        return self._mask >= 0 or min(self.cards, default=0) >= 0

    def complete(self, cards: list[int], seats: list[int], winner: int, mask: int) -> None:
        """Fill in a whole trick of known cards at once."""
        self.cards, self.seats, self.winner, self._mask = cards, seats, winner, mask
        self.winning = seats.index(winner)

    @classmethod
    def of(cls, played: Played, number: int) -> Trick:
        """The trick that was played in one go."""
        leader, cards, winner, mask = played
        trick, n = cls(number, leader), len(cards)
        trick.cards, trick.winner, trick._mask = list(cards), winner, mask
        trick.seats = [(leader + place) % n for place in range(n)]
        trick.winning = (winner - leader) % n
        return trick

    @property
    def mask(self) -> int:
        """Its known cards as a mask."""
        mask = self._mask
        if mask >= 0:
            return mask
        mask = 0
        for card in self.cards:
            if card >= 0:
                mask |= 1 << card
        return mask

    def __repr__(self) -> str:
        cards = " ".join(CODES[c] if c >= 0 else "??" for c in self.cards)
        return f"<Trick {self.number}: {self.leader} {cards} -> {self.winner}>"


class Double:
    """One step of a ladder: *seat* doubled *what* to *level* (1 flek, 2 reflek ...)."""

    __slots__ = ("level", "seat", "what", "word")

    def __init__(self, seat: int, what: str, level: int, word: str) -> None:
        self.seat = seat
        self.what = what
        self.level = level
        self.word = word


class Table:
    """State of one hand.

    seats: seat letters in order of play from forehand; dealer: index of the dealer, None unknown.
    given: the phases that a record has (all of them for a player who plays on).
    stated: outcome tags, for what a record states without showing how it came about.
    """

    dealer: int | None
    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    called: int | None = None
    #: words declared by each seat; None where the record does not tell
    declared: list[list[str]] | None = None
    #: (seat that claimed all the rest, mask of the cards left or None)
    claim: tuple[int, int | None] | None = None
    #: a fault of the play (a card nobody could have played) makes its count meaningless
    broken: bool = False
    #: the trick that is being played; where a record breaks off, the one that it leaves unfinished
    running: Trick | None = None
    #: why the play was over before its last trick, or ""
    over: str = ""
    #: the settlement, once a game has made it
    ledger: Ledger | None = None
    #: the plain tricks that a record begins its play with; nothing for a player
    lines: Sequence[Line] = ()
    #: tricks that were on the table when the play took those at once; -1: it has not
    run_from: int = -1

    def __init__(self, seats: tuple[str, ...], dealt: list[int | None], talon: list[int] | None) -> None:
        n = len(seats)
        self.seats = seats
        self.n = n
        #: all seats of the table in table order, one that sits out among them
        self.everybody: tuple[str, ...] = seats
        self.dealer = n - 1
        self.given: set[str] = {"Auction", "Exchange", "Announcements", "Play"}
        self.stated: dict[str, str] = {}
        #: hands as dealt, as held now, and as held when play begins
        self.dealt = dealt
        self.held: list[int | None] = list(dealt)
        self.at_play: list[int | None] = list(dealt)
        #: ordered talon; None not given, -1 an unknown card
        self.talon = talon
        self.bids: list[tuple[int, str]] = []
        #: cards taken from the talon, per seat, in talon order (None: not known)
        self.taken: list[list[int]] = [[] for _ in range(n)]
        self.exposed: list[int] = []
        self.laid: list[int | None] = [0] * n
        self.shown: list[int] = [0] * n
        self.doubles: list[Double] = []
        #: tricks that were played in one go after ``_tricks``, while nobody has asked for more of them
        self.run: list[Played] = []
        self._tricks: list[Trick] = []
        #: seats of marked revokes that stood
        self.revokes: list[int] = []
        #: (number of the trick, seat) of each of them
        self.revoked: set[tuple[int, int]] = set()
        #: what a room has worked out once and wants to keep
        self.memo: dict[str, object] = {}
        #: what a record says, phase by phase; nothing for a player
        self.feeds: dict[str, Feed] = {}
        #: why something cannot be computed, keyed by what ("points", "score" ...)
        self.unknown: dict[str, str] = {}

    @property
    def tricks(self) -> list[Trick]:
        """The tricks; those that were played in one go are made when they are first needed."""
        tricks = self._tricks
        if self.run:
            tricks += [Trick.of(played, number) for number, played in enumerate(self.run, len(tricks) + 1)]
            self.run = []
        return tricks

    def begun(self) -> list[Trick]:
        """The tricks, and the one that is being played where there is one."""
        return self.tricks if self.running is None else [*self.tricks, self.running]

    def won(self) -> dict[int | None, int]:
        """Seat -> mask of the known cards that it has won; under None those of tricks whose winner is not known."""
        won: dict[int | None, int] = {}
        if self.run and not self._tricks:
            for _, _, winner, mask in self.run:
                won[winner] = won.get(winner, 0) | mask
        else:
            for trick in self.tricks:
                won[trick.winner] = won.get(trick.winner, 0) | trick.mask
        return won

    @property
    def count(self) -> int:
        """Number of tricks."""
        return len(self._tricks) + len(self.run)

    def feed(self, phase: str) -> Feed:
        """What a record says in a phase; nothing where no record is followed."""
        return self.feeds.get(phase, EMPTY)

    def name(self, seat: int) -> str:
        """The seat's name for a sentence."""
        letter = self.seats[seat]
        return SEAT_NAMES.get(letter, letter)

    def index(self, letter: str) -> int | None:
        """Index of a seat letter, or None."""
        return self.seats.index(letter) if letter in self.seats else None

    def holder(self, card: int) -> int | None:
        """The seat that held a card when play began; None where none is known to have."""
        return next((seat for seat, hand in enumerate(self.at_play) if hand is not None and hand >> card & 1), None)

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat *steps* further in the order of play."""
        return (seat + steps) % self.n

    def play_complete(self, tricks: int) -> bool:
        """Whether all tricks were played and every card of them is known."""
        if len(self.run) == tricks:
            return True
        return len(self.tricks) == tricks and all(t.winner is not None and t.known for t in self._tricks)

    def won_by(self, seats: set[int] | frozenset[int]) -> list[Trick]:
        """The tricks won by any of *seats*."""
        return [t for t in self.tricks if t.winner in seats]
