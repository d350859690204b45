"""The mean of some whole numbers, and how sure it is."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from tarok_pbn.archive.interval import mean_interval

__all__ = ["mean_of"]


def mean_of(n: int, total: int, squares: int) -> tuple[Fraction, float, float]:
    """Mean of *n* numbers, and Student's interval at 95 %; the mean itself where there is but one number.

    total, squares: sums of the numbers and of their squares. Raises ZeroDivisionError where there is none.
    """
    mean = Fraction(total, n)
    if n < 2:
        return mean, float(mean), float(mean)
    deviation = sqrt(max(0.0, float((squares - mean * total) / (n - 1))))
    return mean, *mean_interval(n, float(mean), deviation)
