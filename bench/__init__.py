"""Benchmarks: ``make bench`` or ``python -m bench``. Ratios against peers in the same run."""
