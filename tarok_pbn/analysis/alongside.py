"""Questions that threads work on side by side, answered in their order; whoever has had enough waits for none of them.

The kernel lets go of Python's lock, so threads are enough, and Ctrl-C is seen while they work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as StillRunning
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

__all__ = ["alongside", "awaited", "interruptible"]

_Question = TypeVar("_Question")
_Result = TypeVar("_Result")

#: seconds between two looks whether the user has had enough
_LOOK = 0.2
#: and between two orders to stop, since one that comes before the work has begun is not heard
_AGAIN = 0.02


def alongside(
    questions: Iterator[_Question],
    threads: int,
    work: Callable[[_Question], _Result],
    stop: Callable[[_Question], object],
) -> Generator[tuple[_Question, _Result], None, None]:
    """Each question with what *work* makes of it, so many at a time, in their order.

    stop: ends the work on a question from another thread, and may come before it has begun. It is called for all that
    is under way when the generator is left before its end, by an exception, Ctrl-C or ``close``.
    """
    running: deque[tuple[_Question, Future[_Result]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for question in islice(questions, threads - len(running)):
                    running.append((question, pool.submit(work, question)))
                if not running:
                    return
                result = _waited(running[0][1])
                question, _ = running.popleft()
                yield question, result
        finally:
            under_way = [(question, future) for question, future in running if not future.cancel()]
            while under_way:
                for question, _ in under_way:
                    stop(question)
                wait([future for _, future in under_way], _AGAIN)
                under_way = [(question, future) for question, future in under_way if not future.done()]


@contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[Callable[[Callable[[], _Result]], _Result]]:
    """Runs long questions in a thread, so that Ctrl-C ends them at once. *stop* ends the running one."""
    with ThreadPoolExecutor(1) as pool:
        yield lambda ask: awaited(pool.submit(ask), stop)


def awaited(future: Future[_Result], stop: Callable[[], None]) -> _Result:
    """The result of what another thread works on; Ctrl-C calls *stop*, which has to end that, and is raised."""
    try:
        return _waited(future)
    except KeyboardInterrupt:
        stop()
        raise


def _waited(future: Future[_Result]) -> _Result:
    """The result of what another thread works on. Raises what that raises, and KeyboardInterrupt."""
    while True:
        try:
            return future.result(_LOOK)
        except StillRunning:
            if future.done():
                return future.result()
