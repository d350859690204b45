"""Checks a file of one gigabyte in two processes: ``python -m bench.gigabyte [MEGABYTES]``.

The file is made of the records of ``bench.archive`` in a temporary directory, and is removed at the end. Prints the
elapsed time, the CPU time of all processes, and the peak memory of the largest; leaves with 1 where that is 150 MB or
more, and with 2 where there is no room for the file or the size is no number.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from bench.archive import MEGABYTES, check, made
from bench.timing import Report

__all__ = ["main"]

#: more than all the distinct hands there are
_RECORDS = 100_000


def main(arguments: list[str]) -> int:
    """Make the file, check it, print the figures."""
    if len(arguments) > 1 or not all(argument.isdecimal() and int(argument) for argument in arguments):
        print("usage: python -m bench.gigabyte [MEGABYTES]", file=sys.stderr)
        return 2
    size = int(arguments[0] if arguments else 1000) * 10**6
    with tempfile.TemporaryDirectory() as folder:
        free = shutil.disk_usage(folder).free
        if free < 2 * size:
            print(f"{folder}: {free / 1e9:.1f} GB free; the file needs {size / 1e9:.1f} GB", file=sys.stderr)
            return 2
        path = Path(folder) / "archive.tpbn"
        records = made(_RECORDS, again=True).write(path, size=size)
        run = check(path, "--jobs", "2")
    report = Report()
    report.row(f"{size / 1e6:,.0f} MB, {records:,} records", f"{run.seconds:,.1f} s", f"{run.cpu:,.1f} s of CPU")
    report.row("  records a second", f"{records / run.seconds:,.0f}", f"{records / run.cpu:,.0f} a second of CPU")
    report.row("  peak memory per process", f"{run.peak:.0f} MB", f"below {MEGABYTES} MB", run.peak < MEGABYTES)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
