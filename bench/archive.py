"""The check of a large archive: in one process, in two, and on a cluster of two workers; time, memory, growth.

The archive is mixed: Czech, Danish and Königrufen records by turns, no hand twice: what the check keeps from record to
record would make a hand that comes again cheaper than one that does not. Playing a random hand takes longer than
checking it, so the hands are played by two processes, in blocks with seeds of their own. Only the file of
``bench.gigabyte``, where nothing but memory is asked, has ``_DISTINCT`` hands a game again and again, with other Event
and Board tags.

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
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench import corpus
from bench.timing import Report
from tarok_pbn.check import check_bytes

if TYPE_CHECKING:
    import psutil

__all__ = ["MEGABYTES", "Archive", "Run", "archive", "check", "made"]

#: records; the last one is for all figures, the others for the growth. ``--quick`` leaves that out.
_SIZES = (1_000, 10_000, 100_000)
#: records of a file whose memory is told, too; of those that a process has checked before a warm cost is measured
_HALF, _WARM = 50_000, 5_000
_GAMES = ("taroky", "dansk", "koenigrufen")
_DISTINCT = 2_000
#: hands that are played with one seed
_BLOCK = 500
#: seconds between two looks at the processes, at least; and as a share of the elapsed time, for looking costs time too
_LOOK, _SHARE = 0.05, 0.01
_TWO, _CLUSTER = ("--jobs", "2"), ("--engine", "dask", "--jobs", "2")
#: how many times as fast two processes must be; the share of a processor that one has on an idle machine
_FASTER, _IDLE = 1.7, 0.95
#: what is still the same, as a ratio
_GROWTH = 1.15
#: what a process may take at most
MEGABYTES = 150
_EVENT, _BOARD = re.compile(r'^\[Event "[^"]*"\]', re.MULTILINE), re.compile(r'^\[Board "[^"]*"\]', re.MULTILINE)


class Run(NamedTuple):
    """What a run of the command took.

    seconds: elapsed. cpu: CPU seconds of all its processes. busiest: of the one that took most. peak: MB of memory of
    the largest. processes: how many.
    """

    seconds: float
    cpu: float
    busiest: float
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
            while True:
                for process in _family(main):
                    try:
                        times = process.cpu_times()
                        cpu[process.pid] = times.user + times.system
                        peak[process.pid] = max(peak.get(process.pid, 0.0), _peak(process))
                    except (psutil.Error, OSError):  # it has ended meanwhile
                        continue
                try:
                    child.wait(max(_LOOK, _SHARE * (time.perf_counter() - begun)))
                except subprocess.TimeoutExpired:
                    continue
                break
            seconds = time.perf_counter() - begun
        if child.returncode:
            told.seek(0)
            raise RuntimeError(f"{' '.join(options)}: left with {child.returncode}: {told.read().decode()[-400:]}")
    return Run(
        seconds, sum(cpu.values()), max(cpu.values(), default=0.0), max(peak.values(), default=0.0), len(cpu)
    )  # fmt: skip


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
        blocks = [(family, number) for family in _GAMES for number in range(-(-distinct // _BLOCK))]
        hands: dict[str, list[str]] = {family: [] for family in _GAMES}
        with ProcessPoolExecutor(2) as pool:
            for (family, _), text in zip(blocks, pool.map(_block, blocks), strict=True):
                hands[family] += _records(text)
        by_games = zip(*(found[:distinct] for found in hands.values()), strict=True)
        self._hands = [record for by_turns in by_games for record in by_turns]

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


def made(records: int, *, again: bool = False) -> Archive:
    """What an archive of so many records is written from. again: hands may come more than once."""
    distinct = -(-records // len(_GAMES))
    return Archive(min(_DISTINCT, distinct) if again else distinct)


def _block(block: tuple[str, int]) -> str:
    """A file of hands of a game, played with a seed of its own."""
    family, number = block
    return corpus.records(_BLOCK, family, seed=corpus.SEED + number)


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
    source = made(_WARM + sum(sizes))  # the warm rounds take all of them
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size}.tpbn" for size in (len(_GAMES), _HALF, *sizes)}
        for size, path in paths.items():
            source.write(path, records=size)
        start = min(check(paths[len(_GAMES)]).cpu for _ in range(3))  # all games loaded, next to nothing checked
        alone = {size: _least(paths[size], 3 if size == sizes[0] else 1) for size in sizes}
        one, two = alone[records], check(paths[records], *_TWO)
        report.row(f"check of {records:,} records, one process", *_told(one))
        report.row("  two processes", *_told(two))
        _faster(report, one, two, start)
        if find_spec("distributed") is None:
            report.row("  a cluster of two workers", "dask is not installed")
        else:
            cluster = check(paths[records], *_CLUSTER)
            report.row("  a cluster of two workers", *_told(cluster))
            over = f"{cluster.seconds - two.seconds:+.1f} s, {cluster.cpu - two.cpu:+.1f} s of CPU"
            report.row("  its overhead over two processes", over)
            met = cluster.peak < MEGABYTES
            report.row("  its peak memory per process", f"{cluster.peak:.0f} MB", f"below {MEGABYTES} MB", met)
        fewer, half = check(paths[sizes[-2]], *_TWO), check(paths[_HALF])
    _memory(report, "one process", one, alone[sizes[-2]], full=not quick)
    _memory(report, "two processes", two, fewer, full=not quick)
    report.row(f"  peak memory for {_HALF:,} records", f"{half.peak:.0f} MB", "one process")
    _growth(report, {size: (run.cpu - start) / size for size, run in alone.items()})
    _warm(report, source, sizes)


def _least(path: Path, rounds: int) -> Run:
    """The run of *rounds* that took least CPU time: short ones are soon disturbed."""
    return min((check(path) for _ in range(rounds)), key=lambda run: run.cpu)


def _warm(report: Report, source: Archive, sizes: tuple[int, ...]) -> None:
    """The same cost in a process that has checked other records: how much of the spread is what it keeps from them.

    One round each, every record once, so that no size is favoured; no target, for a command begins cold.
    """
    records = source.records()
    _check(records, _WARM)
    for size in sizes:
        report.row(f"    of {size:,}, in a warm process", f"{_check(records, size) * 1e6:,.0f} us of CPU")


def _check(records: Iterator[bytes], count: int) -> float:
    """CPU seconds for each of the next *count* records."""
    data = b"% TPBN 1.0\n\n" + b"".join(islice(records, count))
    start = time.process_time()
    checked = sum(1 for _ in check_bytes(data))
    spent = time.process_time() - start
    assert checked == count
    return spent / count


def _faster(report: Report, one: Run, two: Run, start: float) -> None:
    """How many times as fast two processes are, by the clock and by CPU time.

    By CPU time: what one process takes, to what the busier of two takes after the start of the program. The clock
    decides, except where one process alone did not get a processor for itself: then something else was running.
    """
    idle = one.cpu >= _IDLE * one.seconds and (os.cpu_count() or 1) >= 2
    clock, work = one.seconds / two.seconds, one.cpu / (start + two.busiest)
    target = f"at least {_FASTER}"
    met = clock >= _FASTER if idle else None
    report.row("  as fast by the clock", f"{clock:.2f} x", target if idle else "(the machine is busy)", met)
    report.row("  as fast by CPU time", f"{work:.2f} x", target, work >= _FASTER)
    report.row("  CPU seconds, two to one process", f"{two.cpu / one.cpu:.2f}")


def _told(run: Run) -> tuple[str, str]:
    return f"{run.seconds:.1f} s", f"{run.cpu:.1f} s of CPU, {run.processes} processes"


def _memory(report: Report, what: str, many: Run, fewer: Run, *, full: bool) -> None:
    """The largest process, beside that for a tenth of the records.

    What the check keeps from record to record has limits, which hands that differ fill within some thousands of
    records; so whether memory stays the same is asked of the *full* number only.
    """
    met = many.peak < MEGABYTES and (not full or many.peak <= _GROWTH * fewer.peak)
    target = f"below {MEGABYTES} MB{', no growth' if full else ''}"
    figure = f"{many.peak:.0f} MB, for a tenth {fewer.peak:.0f}"
    report.row(f"  peak memory per process, {what}", figure, target, met)


def _growth(report: Report, costs: dict[int, float]) -> None:
    """CPU time a record, the start of the process apart."""
    for size, cost in costs.items():
        report.row(f"  a record of {size:,}", f"{cost * 1e6:,.0f} us of CPU")
    spread = max(costs.values()) / min(costs.values()) - 1
    report.row("  most to least", f"{spread:+.0%}", f"at most {_GROWTH - 1:+.0%}", spread <= _GROWTH - 1)


def main(arguments: list[str]) -> int:
    """``python -m bench.archive [--quick]``"""
    report = Report()
    archive(report, quick="--quick" in arguments)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
