"""Confidence intervals: Wilson's for a rate, Student's for a mean. Sums are exact; only the interval is a float.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
"Student", "The probable error of a mean", Biometrika 6 (1908); the distribution function by the finite
series of Abramowitz and Stegun, 26.7.3 and 26.7.4, its tail of many degrees by 26.7.5.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

__all__ = ["LEVEL", "mean_interval", "t_quantile", "wilson"]

#: the usual confidence: of a hundred such intervals, 95 hold the true value
LEVEL = 0.95
#: from so many degrees of freedom on, the expansion is good to nine digits
_MANY = 200


def wilson(hits: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval of the rate *hits*/*of*, both ends within 0 and 1.

    Raises ValueError for a rate of nothing, for hits that are not 0 to *of*, or a level outside 0 to 1.
    """
    if of < 1 or not 0 <= hits <= of:
        raise ValueError(f"{hits} of {of} is no rate")
    z = _z(level)
    rate, square = hits / of, z * z
    centre = (rate + square / (2 * of)) / (1 + square / of)
    half = z / (1 + square / of) * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    # A rate of none or of all has its own end exactly; rounding must not move it.
    return (0.0 if hits == 0 else max(0.0, centre - half)), (1.0 if hits == of else min(1.0, centre + half))


def mean_interval(n: int, mean: float, deviation: float, level: float = LEVEL) -> tuple[float, float]:
    """Student's interval of a mean. deviation: standard deviation of the sample (with n - 1), in the mean's unit.

    Raises ValueError for fewer than two values.
    """
    if n < 2:
        raise ValueError(f"no interval from {n} value{'' if n == 1 else 's'}")
    half = t_quantile(n - 1, level) * deviation / sqrt(n)
    return mean - half, mean + half


@lru_cache(maxsize=4096)
def t_quantile(degrees: int, level: float = LEVEL) -> float:
    """What a Student variable with *degrees* of freedom stays within, on both sides of 0, with probability *level*.

    Raises ValueError for fewer than one degree or a level outside 0 to 1.
    """
    if degrees < 1:
        raise ValueError(f"no distribution has {degrees} degrees of freedom")
    z = _z(level)
    if degrees > _MANY:
        return _expansion(z, degrees)
    low, high = 0.0, z + 1
    while _within(high, degrees) < level:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _within(middle, degrees) < level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _z(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level of confidence lies between 0 and 1, not at {level}")
    return NormalDist().inv_cdf((1 + level) / 2)


def _within(t: float, degrees: int) -> float:
    """Probability that a Student variable lies between -t and t (26.7.3 for odd, 26.7.4 for even degrees)."""
    theta = atan(t / sqrt(degrees))
    square = cos(theta) ** 2
    odd = degrees % 2
    term = cos(theta) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(2 if odd else 1, degrees - 1, 2):
        term *= square * k / (k + 1)
        total += term
    return 2 / pi * (theta + sin(theta) * total) if odd else sin(theta) * total


def _expansion(z: float, degrees: int) -> float:
    n, s = degrees, z * z
    first = z * (s + 1) / 4
    second = z * ((5 * s + 16) * s + 3) / 96
    third = z * (((3 * s + 19) * s + 17) * s - 15) / 384
    fourth = z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4
