"""The pots: which there are, founding them, dividing them at the end. Source: dansk §6.1, §6.8, §7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tarok_pbn.cards import T1
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.ledger import Amount

__all__ = ["Split", "final_split", "pot_names", "pot_of", "to_be_founded"]

_NAMES: Final[dict[int, tuple[str, ...]]] = {2: ("pagat", "king"), 1: ("pot",), 0: ()}


def pot_names(rules: Rules) -> tuple[str, ...]:
    """The pots' accounts: ``pagat`` and ``king``, a single ``pot``, or none."""
    return _NAMES[rules.pots]


def pot_of(card: int, rules: Rules) -> str | None:
    """The pot of an ultimo card; None without pots."""
    names = _NAMES[rules.pots]
    if not names:
        return None
    return names[0] if card == T1 else names[-1]


def to_be_founded(pots: Mapping[str, Amount]) -> tuple[str, ...]:
    """The pots that are empty and must be founded before the next deal (§6.1)."""
    return tuple(name for name, content in pots.items() if content == 0)


class Split(NamedTuple):
    """A final division of the pots.

    share: chips that each player gets. remainder: chips left over, in multiples of 5.
    receiver: the seat that gets the remainder; None where it is as recorded, or there is none.
    """

    share: int
    remainder: int
    receiver: str | None

    def amounts(self, seats: Sequence[str]) -> dict[str, int]:
        """Seat -> chips. A remainder without a receiver is nobody's."""
        return {seat: self.share + (self.remainder if seat == self.receiver else 0) for seat in seats}


def final_split(
    pots: Mapping[str, Amount], scores: Mapping[str, Amount], seats: Sequence[str], last_dealer: str, rules: Rules
) -> Split:
    """Divide the pots among all players at the end of a session (§7).

    pots: their contents in chips. scores: the running scores before the division. seats: all players
    in anticlockwise order, the one who sat out among them. Each gets the same multiple of 5; the rest goes
    to the lowest score, on a tie to the first of them from the last dealer's right.
    """
    total = int(sum(pots.values()))
    n = len(seats)
    share = total // (5 * n) * 5
    remainder = total - share * n
    receiver = None
    if remainder and rules.end_split_remainder == "lowest_score":
        start = seats.index(last_dealer) + 1 if last_dealer in seats else 0
        order = [*seats[start:], *seats[:start]]
        receiver = min(order, key=lambda seat: scores.get(seat, 0))
    return Split(share, remainder, receiver)
