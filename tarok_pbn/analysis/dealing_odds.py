"""How often deals fit: exact where it was counted, else an estimate with its confidence interval."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, lgamma, log, log1p
from typing import NamedTuple

from tarok_pbn.archive.interval import LEVEL, wilson

__all__ = ["Odds", "waiting_interval"]

#: from so many hits on the normal approximation is as good
_MANY = 200


class Odds(NamedTuple):
    """The share of deals that fit, between low and high with a confidence of 95 %; exact: low and high are the same."""

    share: float
    low: float
    high: float
    exact: Fraction | None = None

    @classmethod
    def known(cls, share: Fraction) -> Odds:
        """A share that was counted."""
        value = float(share)
        return cls(value, value, value, share)

    @classmethod
    def drawn(cls, hits: int, tries: int, of: Fraction = Fraction(1), *, waited: bool = False) -> Odds:
        """An estimate from *hits* in *tries*, out of a part of all deals.

        of: the number of deals that were drawn from, as a part of all. waited: it was tried until there were so many
        hits, and not a number of times that was fixed before. Raises ValueError without tries.
        """
        low, high = waiting_interval(hits, tries) if waited and hits else wilson(hits, tries)
        part = float(of)
        return cls(part * hits / tries, part * low, min(1.0, part * high))


def waiting_interval(hits: int, tries: int, level: float = LEVEL) -> tuple[float, float]:
    """Interval of a rate where it was tried until there were *hits*, the last try being one.

    Exact in the sense of Clopper and Pearson for the negative binomial distribution, by Wilson where hits are many.
    Raises ValueError for hits that are not 1 to *tries*.
    """
    if not 1 <= hits <= tries:
        raise ValueError(f"{hits} of {tries}: the last try must be a hit")
    if hits > _MANY:
        return wilson(hits, tries, level)
    tail = (1 - level) / 2
    # So low that so few tries would rarely do; so high that so many would rarely be needed.
    low = _rising(lambda rate: 1 - _fewer(hits, tries, rate), tail)
    high = 1.0 if hits == tries else _rising(lambda rate: 1 - _fewer(hits, tries - 1, rate), 1 - tail)
    return low, high


def _rising(chance: Callable[[float], float], wanted: float) -> float:
    """The rate at which a chance that rises with it is as wanted."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if chance(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _fewer(hits: int, tries: int, rate: float) -> float:
    """Probability of fewer than *hits* in *tries*."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return 0.0 if tries >= hits else 1.0
    total = 0.0
    for number in range(min(hits, tries + 1)):
        ways = lgamma(tries + 1) - lgamma(number + 1) - lgamma(tries - number + 1)
        total += exp(ways + number * log(rate) + (tries - number) * log1p(-rate))
    return min(1.0, total)
