"""Work spread over processes: results in the order of the items, a bounded number of them under way.

The pool is that of the standard library. What is added here: items are asked for only as results are taken, so
that memory stays the same however many there are; and a process that dies, or an item that makes
its task fail, costs nothing but itself. What was under way is done again, each item alone, then each part of
the item alone; a part that fails even so is ``Lost`` and told as such.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["DIED", "EngineError", "Lost", "cores", "in_parts", "mapped", "nothing_known"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

#: Modules that a worker begins with.
_PRELOAD = ["tarok_pbn.archive.tasks", "tarok_pbn.games.taroky", "tarok_pbn.games.koenigrufen", "tarok_pbn.games.dansk"]
#: Items under way for each process: one that it works on, one that waits for it, one whose result waits for its turn.
_AHEAD = 3
#: Why an item is lost that takes its process with it.
DIED = "the process that worked on it died, twice"


class EngineError(Exception):
    """Processes or a cluster that cannot be used. The message says why and what to do."""


class Lost(NamedTuple):
    """What could not be done.

    why: in a few words. trace: the traceback of a fault, or "". system: what the system said, where the item could not
    be read; None where the program is at fault.
    """

    why: str
    trace: str = ""
    system: OSError | None = None

    @classmethod
    def by(cls, fault: Exception) -> Lost:
        """By an exception of the task."""
        if isinstance(fault, OSError):
            return cls(fault.strerror or str(fault), "", fault)
        return cls(f"{type(fault).__name__}: {fault}", "".join(traceback.format_exception(fault)))


def nothing_known(item: object) -> None:
    """For ``mapped``: no result is known beforehand."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def mapped(
    items: Iterable[_Item],
    task: Callable[[Any], _Result],
    jobs: int,
    *,
    known: Callable[[_Item], _Result | None] = nothing_known,
    parts: Callable[[_Item], Iterable[_Item]] = lambda item: (item,),
    notice: Callable[[str], None] = lambda text: None,
) -> Generator[tuple[_Item, _Result | Lost], None, None]:
    """The items with their results, in order, worked on by *jobs* processes; one job works in this process.

    task: a top-level function, or an object of a top-level class; items and results can be pickled too. known: a
    result that need not be worked for, or None. parts: what an item falls into where its task fails; each part then
    comes in its place, with its result or ``Lost``. notice: is told when a process has died. What *items* raises comes
    after the results before it. Whoever takes no more results, or is interrupted, waits for nothing: the processes end
    in the middle of their work. Raises EngineError where no process can begin.
    """
    if jobs == 1:
        for item in items:
            result = known(item)
            if result is not None:
                yield item, result
                continue
            yield from _attempt(item, task, parts)
        return
    pool = _Pool[_Item, _Result](task, jobs, notice)
    done = False
    try:
        yield from _pooled(items, pool, jobs * _AHEAD, known, parts)
        done = True
    finally:
        pool.close(at_once=not done)


def _attempt(
    item: _Item, task: Callable[[Any], _Result], parts: Callable[[_Item], Iterable[_Item]]
) -> Iterator[tuple[_Item, _Result | Lost]]:
    """The item's result; where its task fails, those of its parts."""

    def tried(item: _Item) -> _Result | Lost:
        try:
            return task(item)
        except Exception as fault:
            return Lost.by(fault)

    result = tried(item)
    yield from in_parts(item, result, tried, parts)


def in_parts(
    item: _Item,
    result: _Result | Lost,
    tried: Callable[[_Item], _Result | Lost],
    parts: Callable[[_Item], Iterable[_Item]],
) -> Iterator[tuple[_Item, _Result | Lost]]:
    """The item with its result; where the program failed at an item of several parts, the parts with theirs."""
    if isinstance(result, Lost) and result.system is None:
        try:
            pieces = list(parts(item))
        except OSError as wrong:
            result, pieces = Lost.by(wrong), []
        if len(pieces) > 1:
            for piece in pieces:
                yield piece, tried(piece)
            return
    yield item, result


class _Pool(Generic[_Item, _Result]):
    """A pool that is replaced when one of its processes dies, and a process for items that are tried alone."""

    def __init__(self, task: Callable[[Any], _Result], jobs: int, notice: Callable[[str], None]) -> None:
        self.task = task
        self._jobs = jobs
        self._notice = notice
        self._pool: ProcessPoolExecutor | None = None
        self._single: ProcessPoolExecutor | None = None
        self._begins = False

    def submit(self, item: _Item) -> Future[_Result]:
        """Give an item to the pool; a broken one is replaced."""
        if self._pool is None:
            self._pool = _executor(self._jobs)
        try:
            return self._pool.submit(self.task, item)
        except BrokenProcessPool:
            self.replace(self._pool)
            return self.submit(item)

    def replace(self, pool: ProcessPoolExecutor | None) -> None:
        """Give up a pool in which a process has died; a pool that was replaced already is no news."""
        if pool is not None and pool is self._pool:
            self._notice("a worker process has died; what it was working on is done again")
            self._pool = None
            pool.shutdown(wait=False, cancel_futures=True)

    @property
    def pool(self) -> ProcessPoolExecutor | None:
        """The present pool."""
        return self._pool

    def alone(self, item: _Item) -> _Result | Lost:
        """The item's result, worked for while nothing else is in the same process."""
        if self._single is None:
            self._single = _executor(1)
        try:
            return self._single.submit(self.task, item).result()
        except BrokenProcessPool:
            self._single.shutdown(wait=False, cancel_futures=True)
            self._single = None
            self._probe()
            return Lost(DIED)
        except Exception as fault:
            return Lost.by(fault)

    def _probe(self) -> None:
        """Whether it is the item that a process dies of. Raises EngineError where one dies without any."""
        if self._begins:
            return
        with _executor(1) as pool:
            try:
                pool.submit(os.getpid).result()
            except BrokenProcessPool as wrong:
                raise EngineError("no worker process can begin here; --jobs 1 works without") from wrong
        self._begins = True

    def close(self, *, at_once: bool = False) -> None:
        """Let the processes end; what was not begun is not begun. at_once: what was begun is given up, too."""
        for pool in (self._pool, self._single):
            if pool is not None:
                if at_once and isinstance(pool, _Workers):
                    pool.give_up()
                pool.shutdown(wait=True, cancel_futures=True)


def _pooled(
    items: Iterable[_Item],
    pool: _Pool[_Item, _Result],
    ahead: int,
    known: Callable[[_Item], _Result | None],
    parts: Callable[[_Item], Iterable[_Item]],
) -> Iterator[tuple[_Item, _Result | Lost]]:
    iterator = iter(items)
    running: deque[tuple[_Item, Future[_Result] | None, _Result | None, ProcessPoolExecutor | None]] = deque()
    raised: Exception | None = None
    exhausted = False
    while True:
        while not exhausted and len(running) < ahead:
            try:
                item = next(iterator)
            except StopIteration:
                exhausted = True
                break
            except Exception as wrong:
                exhausted, raised = True, wrong
                break
            result = known(item)
            future = pool.submit(item) if result is None else None
            running.append((item, future, result, pool.pool))
        if not running:
            break
        item, future, result, used = running.popleft()
        if future is None:
            assert result is not None
            yield item, result
            continue
        try:
            found: _Result | Lost = future.result()
        except BrokenProcessPool:
            pool.replace(used)
            found = pool.alone(item)
        except Exception as fault:
            found = Lost.by(fault)
        yield from in_parts(item, found, pool.alone, parts)
    if raised is not None:
        raise raised


class _Workers(ProcessPoolExecutor):
    """A pool whose processes can be ended in the middle of their work, and end with this process however it ends."""

    def __init__(self, jobs: int, context: BaseContext) -> None:
        ended, self._end = context.Pipe(duplex=False)
        super().__init__(jobs, context, initializer=_begin, initargs=(ended,))

    def give_up(self) -> None:
        """End the processes at once."""
        self._end.close()


def _executor(jobs: int) -> ProcessPoolExecutor:
    """A pool whose processes begin with the rules of the games."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_PRELOAD)
        return _Workers(jobs, context)
    return _Workers(jobs, multiprocessing.get_context("spawn"))


def _begin(ended: Connection) -> None:
    """In a worker: Ctrl-C is for the main process, and nobody works for one that is gone or wants no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(ended,), daemon=True).start()


def _watch(ended: Connection) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel, ended])
        os._exit(1)
