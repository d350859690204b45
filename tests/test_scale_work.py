"""Issue 6, scale: results in order, a bounded number under way, nothing lost but what cannot be done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tarok_pbn.archive.work import EngineError, Lost, mapped
from tests.hands import FILE
from tests.running import tarok
from tests.scale_tasks import dies_at, fails_at, slow_square, square, stays_at, unreadable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed by signals of POSIX")
ITEMS = [(1, 2), (3, 4), (12, 13, 14), (5, 6), (7, 8), (9, 10)]


def singles(items: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(item,) for item in items]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_items(jobs):
    items = [(n, n + 100) for n in range(8)]
    assert list(mapped(items, slow_square, jobs)) == [((n, n + 100), [n * n, (n + 100) ** 2]) for n in range(8)]


def test_what_is_known_is_not_worked_for_again():
    found = mapped(ITEMS, fails_at, 2, known=lambda item: [0] if 13 in item else None)
    assert [result for _, result in found] == [[1, 4], [9, 16], [0], [25, 36], [49, 64], [81, 100]]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("task", "why"), [(dies_at, "the process that worked on it died, twice"), (fails_at, "ValueError: thirteen")]
)
def test_only_the_part_that_cannot_be_done_is_lost(jobs, task, why):
    if task is dies_at and jobs == 1:
        pytest.skip("it would be the process of the tests")
    notices: list[str] = []
    found = list(mapped(ITEMS, task, jobs, parts=singles, notice=notices.append))
    shown = [(item, result.why if isinstance(result, Lost) else result) for item, result in found]
    assert shown == [
        ((1, 2), [1, 4]), ((3, 4), [9, 16]), ((12,), [144]), ((13,), why), ((14,), [196]),
        ((5, 6), [25, 36]), ((7, 8), [49, 64]), ((9, 10), [81, 100]),
    ]  # fmt: skip
    assert len(notices) == (task is dies_at)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_cannot_be_read_is_told_with_the_words_of_the_system(jobs):
    found = list(mapped(ITEMS, unreadable, jobs, parts=singles))
    assert [item for item, _ in found] == ITEMS
    lost = [result for _, result in found if isinstance(result, Lost)]
    assert [(one.why, one.system.errno if one.system else 0) for one in lost] == [("Input/output error", 5)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_items_are_asked_for_as_results_are_taken(jobs):
    asked: list[int] = []

    def items() -> Iterator[tuple[int, ...]]:
        for n in range(1000):
            asked.append(n)
            yield (n,)

    found = mapped(items(), square, jobs)
    for _ in range(10):
        next(found)
    assert len(asked) <= 10 + 3 * jobs
    found.close()


def test_whoever_wants_no_more_waits_for_nothing():
    found = mapped([(1,), (13,), (13,), (2,)], stays_at, 2)
    assert next(found) == ((1,), [1])
    found.close()  # it would take a day


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_the_source_comes_after_the_results_before_it(jobs):
    def items() -> Iterator[tuple[int, ...]]:
        yield (1,)
        yield (2,)
        raise RuntimeError("no more")

    found = mapped(items(), square, jobs)
    assert [next(found), next(found)] == [((1,), [1]), ((2,), [4])]
    with pytest.raises(RuntimeError, match="no more"):
        next(found)


def test_processes_that_cannot_begin_are_not_the_fault_of_the_items(monkeypatch):
    def dying(jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=os._exit, initargs=(1,))

    monkeypatch.setattr("tarok_pbn.archive.work._executor", dying)
    with pytest.raises(EngineError, match="no worker process can begin here"):
        list(mapped(ITEMS, square, 2))
    run = tarok("check", "-", "--jobs", "2", stdin=FILE.encode())
    assert (run.code, run.out) == (2, "")
    assert "no worker process can begin here; --jobs 1 works without" in run.err


_ORPHANS = """
import os, sys
from tarok_pbn.archive.work import mapped
from tests.scale_tasks import square
if __name__ == "__main__":
    found = mapped([(n,) for n in range(100)], square, 2)
    print(next(found), flush=True)
    sys.stdin.read()
"""


def test_workers_end_with_a_main_process_that_was_killed():
    import psutil

    with subprocess.Popen([sys.executable, "-c", _ORPHANS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"((0,), [0])\n"
        family = psutil.Process(process.pid).children(recursive=True)
        assert len(family) >= 2
        process.send_signal(signal.SIGKILL)
    until = time.monotonic() + 10
    while (living := [p for p in family if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]) and time.monotonic() < until:
        time.sleep(0.05)
    assert living == []
