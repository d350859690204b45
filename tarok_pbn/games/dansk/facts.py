"""What a settlement needs to know of a hand. Each function raises ``Undetermined`` with what is lacking.

Source: dansk §1.4, §2.6, §6.4.
"""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import FOOL
from tarok_pbn.games.dansk.cards import FOOL_BIT, honours
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table, Trick

__all__ = ["TRICKS", "hand_of", "keeps_fool", "next_dealer", "points", "sole_winner", "trick_counts", "trickless"]

TRICKS: Final = 25


def hand_of(table: Table, seat: int) -> int | None:
    """The hand on which melds are computed: as dealt, for the dealer with the last three cards (28)."""
    hand = table.dealt[seat]
    if hand is None or seat != table.dealer or not table.talon:
        return hand
    if -1 in table.talon:
        return None
    for card in table.talon:
        hand |= 1 << card
    return hand


def played(table: Table) -> None:
    """Raise Undetermined unless all 25 tricks are known."""
    if table.broken:
        raise Undetermined("a play without faults")
    if not table.play_complete(TRICKS):
        raise Undetermined("all 25 tricks")


def trick_counts(table: Table) -> list[int]:
    """Tricks of each seat in a play that is complete."""
    counts = [0] * table.n
    for trick in table.tricks:
        counts[trick.winner or 0] += 1
    return counts


def sole_winner(counts: list[int]) -> int | None:
    """The seat that took all 25 tricks (Tout), or None."""
    return counts.index(TRICKS) if TRICKS in counts else None


def trickless(counts: list[int]) -> int | None:
    """The seat without a trick where nobody has Tout (Nolo), or None."""
    return counts.index(0) if 0 in counts and TRICKS not in counts else None


def keeps_fool(trick: Trick, rules: Rules) -> bool:
    """Whether a fool in this trick stays with its owner: always but in the last trick (§2.5, §2.6)."""
    return trick.number != TRICKS or rules.fool_endgame == "none"


def skat(table: Table) -> int:
    """The dealer's discard; where the record does not show it, what the dealer never played."""
    dealer = table.dealer
    if dealer is None:
        raise Undetermined("the dealer")
    laid = table.laid[dealer]
    if laid is None:
        hand = hand_of(table, dealer)
        if hand is None:
            raise Undetermined("the cards laid away")
        laid = hand
        for trick in table.tricks:
            card = trick.card_of(dealer)
            if card is not None:
                laid &= ~(1 << card)
    if laid.bit_count() != 3:
        raise Undetermined("the cards laid away")
    return laid


def points(table: Table, rules: Rules) -> list[int]:
    """Card points of each seat: honours, tricks, and for the dealer the skat. The sum is 78."""
    played(table)
    piles = [0] * table.n
    totals = [0] * table.n
    for trick in table.tricks:
        winner = trick.winner or 0
        totals[winner] += 1
        pile = trick.mask
        if pile & FOOL_BIT and keeps_fool(trick, rules):
            piles[trick.seats[trick.cards.index(FOOL)]] |= FOOL_BIT
            pile ^= FOOL_BIT
        piles[winner] |= pile
    piles[table.dealer or 0] |= skat(table)
    totals[table.dealer or 0] += 1
    return [total + honours(pile) for total, pile in zip(totals, piles, strict=True)]


def next_dealer(table: Table) -> int:
    """The next dealer: the player to the dealer's right, who was forehand (§3.1)."""
    if table.dealer is None:
        raise Undetermined("the dealer")
    return table.after(table.dealer)
