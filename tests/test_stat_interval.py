"""Printed tables of Student's t, and Wilson intervals worked by hand: the intervals of ``tarok stat``."""

from __future__ import annotations

import pytest

from tarok_pbn.archive.interval import mean_interval, t_quantile, wilson

#: degrees of freedom -> two-sided 95 % point, as every textbook prints it
TABLE_95 = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093, 20: 2.086,
    25: 2.060, 29: 2.045, 30: 2.042, 40: 2.021, 60: 2.000, 80: 1.990, 100: 1.984, 120: 1.980, 1000: 1.962,
}  # fmt: skip
#: the same for 99 %
TABLE_99 = {1: 63.657, 2: 9.925, 3: 5.841, 5: 4.032, 10: 3.169, 20: 2.845, 30: 2.750, 60: 2.660, 120: 2.617, 1000: 2.581}


@pytest.mark.parametrize(("degrees", "value"), TABLE_95.items())
def test_t_95(degrees, value):
    assert round(t_quantile(degrees), 3) == value


@pytest.mark.parametrize(("degrees", "value"), TABLE_99.items())
def test_t_99(degrees, value):
    assert round(t_quantile(degrees, 0.99), 3) == value


def test_t_of_one_degree_is_cauchy_and_of_very_many_normal():
    assert t_quantile(1, 0.5) == pytest.approx(1.0, abs=1e-12)  # quartiles of the Cauchy distribution are -1 and 1
    assert t_quantile(2, 0.5) == pytest.approx(0.816496580927726, abs=1e-12)  # sqrt(2/3)
    assert t_quantile(10**9) == pytest.approx(1.959963984540054, abs=1e-8)


def test_series_and_expansion_meet():
    assert t_quantile(200) == pytest.approx(1.9718962236316089, abs=1e-9)
    assert t_quantile(201) == pytest.approx(1.9718365, abs=1e-6)
    assert t_quantile(200) > t_quantile(201) > t_quantile(202)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Newcombe 1998, table I: the Wilson interval without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_newcombe_prints_it(hits, of, low, high):
    found = wilson(hits, of)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


def test_wilson_is_symmetric_and_keeps_its_ends():
    assert wilson(7, 7)[1] == 1.0
    assert wilson(0, 7)[0] == 0.0
    low, high = wilson(5, 20)
    assert list(wilson(15, 20)) == pytest.approx([1 - high, 1 - low])


def test_mean_of_four_values():
    # 2, 4, 4, 6: mean 4, sum of squares about it 8, deviation sqrt(8/3); 3.1824 * sqrt(8/3) / 2 = 2.5985
    low, high = mean_interval(4, 4.0, (8 / 3) ** 0.5)
    assert (round(low, 3), round(high, 3)) == (1.402, 6.598)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wilson(3, 2), "3 of 2"),
        (lambda: wilson(0, 0), "0 of 0"),
        (lambda: wilson(-1, 2), "-1 of 2"),
        (lambda: wilson(1, 2, 1.0), "between 0 and 1"),
        (lambda: mean_interval(1, 0.0, 0.0), "from 1 value"),
        (lambda: t_quantile(0), "0 degrees"),
    ],
)
def test_what_has_no_interval_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
