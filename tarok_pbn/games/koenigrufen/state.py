"""What a Königrufen hand comes to beside the table: games, announcements, kontra, choices."""

from __future__ import annotations

from typing import NamedTuple

from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.contracts import Contract

__all__ = ["Announced", "State", "state_of"]


class Announced(NamedTuple):
    """A bonus or Valat announced by a seat."""

    word: str
    seat: int


class State:
    """Written by the script as the hand goes on. Seats are indexes in the order of play."""

    __slots__ = (
        "announced", "conceded", "conceded_bird", "forehand", "fourth", "games", "halves", "kontra", "overtake",
        "partner_known", "promised", "talon_to", "turned", "void",
    )  # fmt: skip

    def __init__(self) -> None:
        #: (declarer, contract) - several only in negative games played at the same time
        self.games: list[tuple[int, Contract]] = []
        #: Vorhand; another seat where she handed on her right
        self.forehand = 0
        #: whether the fourth king was called without being named
        self.fourth = False
        #: Vogel that a Besserrufer promised in the bidding, or ""
        self.promised = ""
        #: whether the hand was conceded when the king lay in the talon, and the Vogel named with it
        self.conceded = False
        self.conceded_bird = ""
        self.partner_known = False
        #: None where the record does not tell
        self.announced: list[Announced] | None = None
        #: (what, seat that is doubled, seat that doubles or -1 for its side) -> level, 1 kontra, 2 re ...
        self.kontra: dict[tuple[str, int, int], int] = {}
        #: doublings that turned out to be of the own side (§4.7)
        self.void: set[tuple[str, int, int]] = set()
        #: Trischaken: where the talon goes and whether must be overtaken; "" not known
        self.talon_to = ""
        self.overtake = ""
        #: whether the record knows which cards of the talon form the halves, and in what order they lie
        self.halves = True
        self.turned = True

    @property
    def contract(self) -> Contract | None:
        """The contract; of several negative games the first one."""
        return self.games[0][1] if self.games else None

    @property
    def family(self) -> str:
        """``R E F N T``, or "" where the contract is not known."""
        return self.games[0][1].kind.family if self.games else ""


def state_of(table: Table) -> State:
    """The state of the hand that is played at *table*."""
    state = table.memo.get("state")
    assert isinstance(state, State)  # the script makes it before anything else
    return state
