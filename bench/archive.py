"""The check of a large archive: in one process, in two, and on a cluster of two workers; time, memory, growth.

The archive is mixed: Czech, Danish and Königrufen records by turns. Playing a random hand takes longer than checking
it, so at most ``_DISTINCT`` hands a game are played, from a seed; a larger archive has them again and again, with
other Event and Board tags. A hand comes back only after thousands of others, and what the check keeps from record to
record (a few hundred or thousand small things, least recently used go first) has been given up by then.

Each figure is of the command itself, in processes of its own. Elapsed seconds tell little where something else is
running on the machine; CPU seconds of all its processes stand beside them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench import corpus
from bench.timing import Report

if TYPE_CHECKING:
    import psutil

__all__ = ["Archive", "Run", "archive", "check", "made"]

#: records; the last one is for all figures, the others for the growth. ``--quick`` leaves that out.
_SIZES = (1_000, 10_000, 100_000)
_GAMES = ("taroky", "dansk", "koenigrufen")
_DISTINCT = 2_000
#: seconds between two looks at the processes
_LOOK = 0.05
_TWO, _CLUSTER = ("--jobs", "2"), ("--engine", "dask", "--jobs", "2")
_MEGABYTES = 150
_EVENT, _BOARD = re.compile(r'^\[Event "[^"]*"\]', re.MULTILINE), re.compile(r'^\[Board "[^"]*"\]', re.MULTILINE)


class Run(NamedTuple):
    """What a run of the command took.

    seconds: elapsed. cpu: CPU seconds of all its processes. peak: MB of the largest of them. processes: how many.
    """

    seconds: float
    cpu: float
    peak: float
    processes: int


def check(path: Path, *options: str) -> Run:
    """``tarok check`` of a file in which nothing is wrong. Raises RuntimeError where it does not leave with 0."""
    import psutil

    command = [sys.executable, "-m", "tarok_pbn", "check", str(path), "--no-session", "--output-format", "json-lines"]
    cpu: dict[int, float] = {}
    peak: dict[int, float] = {}
    with tempfile.TemporaryFile() as told:
        begun = time.perf_counter()
        with subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=told) as child:
            main = psutil.Process(child.pid)
            while child.poll() is None:
                for process in _family(main):
                    try:
                        times = process.cpu_times()
                        cpu[process.pid] = times.user + times.system
                        peak[process.pid] = max(peak.get(process.pid, 0.0), _peak(process))
                    except (psutil.Error, OSError):  # it has ended meanwhile
                        continue
                time.sleep(_LOOK)
            seconds = time.perf_counter() - begun
        if child.returncode:
            told.seek(0)
            raise RuntimeError(f"{' '.join(options)}: left with {child.returncode}: {told.read().decode()[-400:]}")
    return Run(seconds, sum(cpu.values()), max(peak.values(), default=0.0), len(cpu))


def _family(main: psutil.Process) -> list[psutil.Process]:
    """A process and all that descend from it."""
    import psutil

    try:
        return [main, *main.children(recursive=True)]
    except psutil.Error:
        return []


def _peak(process: psutil.Process) -> float:
    """Most MB of memory so far where the system keeps it, else those of now."""
    status = Path(f"/proc/{process.pid}/status")
    if status.exists() and (found := re.search(r"VmHWM:\s*(\d+)", status.read_text())) is not None:
        return int(found[1]) / 1024
    return process.memory_info().rss / (1 << 20)


class Archive:
    """Generated records of all games by turns, as many as one wants."""

    def __init__(self, distinct: int) -> None:
        hands = [_records(corpus.records(distinct, family)) for family in _GAMES]
        self._hands = [record for by_turns in zip(*hands, strict=True) for record in by_turns]

    def records(self) -> Iterator[bytes]:
        """Without end; each time round is an event of its own."""
        number = 0
        while True:
            event, at = divmod(number, len(self._hands))
            text = _EVENT.sub(f'[Event "Bench {event + 1}"]', self._hands[at], count=1)
            number += 1
            yield _BOARD.sub(f'[Board "{number}"]', text, count=1).encode()

    def write(self, path: Path, *, records: int = 0, size: int = 0) -> int:
        """A file of so many records, or of at least *size* bytes; how many records it has."""
        count = written = 0
        with path.open("wb") as file:
            written += file.write(b"% TPBN 1.0\n\n")
            for raw in self.records():
                if (records and count == records) or (size and written >= size):
                    return count
                written += file.write(raw)
                count += 1
        raise AssertionError("the records have no end")


def made(records: int) -> Archive:
    """What an archive of so many records is written from."""
    return Archive(min(_DISTINCT, -(-records // len(_GAMES))))


def _records(text: str) -> list[str]:
    """The records of a file in canonical form, each with the empty line after it."""
    return [f'[Event "{part.rstrip()}\n\n' for part in text.split('[Event "')[1:]]


def archive(report: Report, *, quick: bool = False) -> None:
    """The rows of the archive. quick: with 10,000 records instead of 100,000."""
    sizes = _SIZES[:-1] if quick else _SIZES
    records = sizes[-1]
    if find_spec("psutil") is None:
        report.row("check of an archive", "psutil is not installed")
        return
    source = made(records)
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size}.tpbn" for size in (1, *sizes)}
        for size, path in paths.items():
            source.write(path, records=size)
        start = min(check(paths[1]).cpu for _ in range(3))
        alone = {size: check(paths[size]) for size in sizes}
        one, two = alone[records], check(paths[records], *_TWO)
        report.row(f"check of {records:,} records, one process", *_told(one))
        report.row("  two processes", *_told(two))
        faster = one.seconds / two.seconds
        # Two processes cannot be faster than one where they have no processors of their own.
        free = (os.cpu_count() or 1) >= 2
        met = faster >= 1.7 if free else None
        report.row("  ratio", f"{faster:.2f} x as fast", "at least 1.7 on an idle machine", met)
        report.row("  CPU seconds, two to one process", f"{two.cpu / one.cpu:.2f}")
        if find_spec("distributed") is None:
            report.row("  a cluster of two workers", "dask is not installed")
        else:
            cluster = check(paths[records], *_CLUSTER)
            report.row("  a cluster of two workers", *_told(cluster))
            report.row("  its overhead over two processes", f"{cluster.seconds - two.seconds:+.1f} s")
        _memory(report, alone, two, check(paths[sizes[-2]], *_TWO))
    _growth(report, {size: (run.cpu - start) / size for size, run in alone.items()})


def _told(run: Run) -> tuple[str, str]:
    return f"{run.seconds:.1f} s", f"{run.cpu:.1f} s of CPU, {run.processes} processes"


def _memory(report: Report, alone: dict[int, Run], two: Run, fewer: Run) -> None:
    """The largest process; the same for ten times as many records."""
    for what, peak, least in (
        ("one process", max(run.peak for run in alone.values()), min(list(alone.values())[-2:], key=_by_peak).peak),
        ("two processes", two.peak, fewer.peak),
    ):
        met = peak < _MEGABYTES and peak <= 1.15 * least
        target = f"below {_MEGABYTES} MB, for a tenth {least:.0f} MB"
        report.row(f"  peak memory per process, {what}", f"{peak:.0f} MB", target, met)


def _by_peak(run: Run) -> float:
    return run.peak


def _growth(report: Report, costs: dict[int, float]) -> None:
    """CPU time a record, the start of the process apart."""
    for size, cost in costs.items():
        report.row(f"  a record of {size:,}", f"{cost * 1e6:,.0f} us of CPU")
    spread = max(costs.values()) / min(costs.values()) - 1
    report.row("  most to least", f"{spread:+.0%}", "at most +15 %", spread <= 0.15)


def main(arguments: list[str]) -> int:
    """``python -m bench.archive [--quick]``"""
    report = Report()
    archive(report, quick="--quick" in arguments)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
