"""The table: everything a hand has come to so far, as the script writes it down.

Seats are indexes in the order of play, 0 is forehand. A mask or list that is None
is not known; nothing here is ever guessed.
"""

from __future__ import annotations

from tarok_pbn.cards import CODES
from tarok_pbn.ledger import Ledger

__all__ = ["SEAT_NAMES", "Double", "Table", "Trick"]

SEAT_NAMES = {"S": "South", "E": "East", "N": "North", "W": "West"}


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

    def __init__(self, seats: tuple[str, ...], dealt: list[int | None], talon: list[int] | None) -> None:
        n = len(seats)
        self.seats = seats
        self.n = n
        #: all seats of the table in table order, one that sits out among them
        self.everybody: tuple[str, ...] = seats
        self.dealer: int | None = n - 1
        self.given: set[str] = {"Auction", "Exchange", "Announcements", "Play"}
        self.stated: dict[str, str] = {}
        #: hands as dealt, as held now, and as held when play begins
        self.dealt = dealt
        self.held: list[int | None] = list(dealt)
        self.at_play: list[int | None] = list(dealt)
        #: ordered talon; None not given, -1 an unknown card
        self.talon = talon
        self.bids: list[tuple[int, str]] = []
        self.contract: str | None = None
        self.declarer: int | None = None
        self.partner: int | None = None
        self.called: int | None = None
        #: cards taken from the talon, per seat, in talon order (None: not known)
        self.taken: list[list[int]] = [[] for _ in range(n)]
        self.exposed: list[int] = []
        self.laid: list[int | None] = [0] * n
        self.shown: list[int] = [0] * n
        #: words declared by each seat; None where the record does not tell
        self.declared: list[list[str]] | None = None
        self.doubles: list[Double] = []
        self.tricks: list[Trick] = []
        #: (seat that claimed all the rest, mask of the cards left or None)
        self.claim: tuple[int, int | None] | None = None
        #: a fault of the play (a card nobody could have played) makes its count meaningless
        self.broken = False
        #: why the play was over before its last trick, or ""
        self.over = ""
        #: seats of marked revokes that stood
        self.revokes: list[int] = []
        #: what a room has worked out once and wants to keep
        self.memo: dict[str, object] = {}
        #: the settlement, once a game has made it
        self.ledger: Ledger | None = None
        #: why something cannot be computed, keyed by what ("points", "score" ...)
        self.unknown: dict[str, str] = {}

    def name(self, seat: int) -> str:
        """The seat's name for a sentence."""
        letter = self.seats[seat]
        return SEAT_NAMES.get(letter, letter)

    def index(self, letter: str) -> int | None:
        """Index of a seat letter, or None."""
        return self.seats.index(letter) if letter in self.seats else None

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat *steps* further in the order of play."""
        return (seat + steps) % self.n

    def play_complete(self, tricks: int) -> bool:
        """Whether all tricks were played and every card of them is known."""
        return len(self.tricks) == tricks and all(t.winner is not None and t.known for t in self.tricks)

    def won_by(self, seats: set[int] | frozenset[int]) -> list[Trick]:
        """The tricks won by any of *seats*."""
        return [t for t in self.tricks if t.winner in seats]
