"""Lots from a seed, the same in every version of Python and on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

__all__ = ["Dice"]

_FULL = 1 << 53


class Dice:
    """Numbers and cards by lot.

    Of ``random.Random`` only ``random()`` is used: it alone is promised to give the same sequence for the same seed.
    It gives multiples of 2**-53, so that 53 bits are exact. seed: a whole number from 0; ValueError for any other.
    """

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is a whole number from 0, not {seed}")
        self._random = Random(seed).random

    def below(self, count: int) -> int:
        """A number from 0 up to, but without, *count*, each exactly as likely as any other."""
        while True:
            full, number = _FULL, int(self._random() * _FULL)
            while full < count:
                full, number = full << 53, number << 53 | int(self._random() * _FULL)
            if number < full - full % count:  # the few numbers behind would favour the low ones
                return number % count

    def taken(self, cards: list[int], number: int) -> list[int]:
        """So many of *cards*, which are taken out of the list; every choice and order is as likely as any other."""
        random, taken = self._random, []
        for left in range(len(cards), len(cards) - number, -1):
            lot = int(random() * _FULL)
            while lot >= _FULL - _FULL % left:
                lot = int(random() * _FULL)
            place = lot % left
            last = cards.pop()
            if place < left - 1:
                last, cards[place] = cards[place], last
            taken.append(last)
        return taken

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """*cards* in another order, each order as likely as any other."""
        return self.taken(list(cards), len(cards))
