"""A position in the words of the native kernel, and back.

The kernel knows cards as (suit, rank) with ranks by strength under the law, seats as bits, and everything counted in
one whole number: thirds of a card point, tricks, or 0 and 1.
"""

from __future__ import annotations

from functools import lru_cache

from tarok_pbn.analysis.native import Kernel, KernelSolver
from tarok_pbn.analysis.position import Move, Position
from tarok_pbn.cards import SUIT_MASK, TAROKS, bits
from tarok_pbn.games.kit.terms import Aim, Terms

__all__ = ["Codec", "kernel_solver"]

_SUITS = 5
_ORDERS = ("off", "any_order", "mond_skus_pagat")
_FLAGS = (
    "colour", "overtake", "pagat_last", "mond_restricted", "from_top", "excuse", "excuse_endgame", "excuse_any_name",
    "kaiserstich_tarok_led", "kaiserstich_forced", "highest_first",
)  # fmt: skip


class Codec:
    """Cards to (suit, rank) and back, by their strength within the suit."""

    def __init__(self, strength: tuple[int, ...]) -> None:
        self.pair: list[tuple[int, int]] = [(0, 0)] * 78
        self.card: dict[tuple[int, int], int] = {}
        for suit, mask in enumerate(SUIT_MASK):
            cards = sorted(bits(mask), key=strength.__getitem__) if suit else list(bits(TAROKS))
            for rank, card in enumerate(cards):
                self.pair[card] = suit, rank
                self.card[suit, rank] = card

    def hand(self, mask: int) -> list[int]:
        """Five masks of ranks."""
        masks = [0] * _SUITS
        for card in bits(mask):
            suit, rank = self.pair[card]
            masks[suit] |= 1 << rank
        return masks

    def move(self, move: Move) -> tuple[int, int, int]:
        """(suit, rank, named)."""
        return *self.pair[move.card], move.named

    def back(self, suit: int, rank: int, named: int) -> Move:
        """The move that (suit, rank, named) stands for."""
        return Move(self.card[suit, rank], named)


codec = lru_cache(maxsize=8)(Codec)


def kernel_solver(kernel: Kernel, position: Position, aim: Aim, memory: int) -> tuple[KernelSolver, Codec] | None:
    """The kernel's solver for a position that is not over; None where it cannot hold the cards or say the law.

    memory: bytes of its table at most.
    """
    terms = position.law.terms()
    if terms is None:
        return None
    coder = codec(position.law.strength)
    worth = position.worth
    cards = [coder.pair[card] for card in position.cards]
    try:
        solver = kernel.Solver(
            seats=len(position.hands),
            total=position.tricks,
            done=position.trick - 1,
            side=sum(1 << seat for seat in aim.side),
            maximisers=sum(1 << seat for seat in range(len(position.hands)) if aim.wants(seat)),
            leader=position.leader,
            hands=[coder.hand(hand) for hand in position.hands],
            table=cards,
            named=position.named,
            law=_law(terms),
            kept=[(keep.seat, *coder.pair[keep.card], keep.until) for keep in terms.kept],
            values=_values(coder, worth.cards) if aim.kind == "points" else [],
            per_trick=_per_trick(position, aim),
            fool_stays=worth.fool_stays and aim.kind == "points",
            fool_lost_last=worth.fool_lost_last,
            trick=aim.trick if aim.kind == "trick" else 0,
            with_card=coder.pair[aim.card] if aim.card is not None else (-1, -1),
            lying=aim.lying,
            memory=memory,
        )
    except ValueError:  # more cards than fit into an entry of its table
        return None
    return solver, coder


def _law(terms: Terms) -> dict[str, int]:
    law = {name: int(getattr(terms, name)) for name in _FLAGS}
    law["kaiserstich"] = _ORDERS.index(terms.kaiserstich)
    return law


def _values(coder: Codec, cards: tuple[int, ...]) -> list[list[int]]:
    return [[cards[coder.card[suit, rank]] for rank in range(mask.bit_count())] for suit, mask in enumerate(SUIT_MASK)]


def _per_trick(position: Position, aim: Aim) -> list[int]:
    if aim.kind == "tricks":
        return [1] * (position.tricks + 1)
    return list(position.worth.tricks) if aim.kind == "points" else []
