"""Long questions in threads: several at once, and Ctrl-C ends them at once.

The kernel answers without Python's lock, so that threads are enough; whoever waits for one looks up now and then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillRunning
from contextlib import contextmanager
from itertools import islice
from typing import Protocol, TypeVar

__all__ = ["Question", "awaited", "in_turn", "interruptible"]

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)
#: seconds between two looks whether the user has had enough
_LOOK = 0.2


class Question(Protocol[_T_co]):
    """Something to be worked out in another thread."""

    def solved(self) -> _T_co:
        """The answer."""

    def stop(self) -> None:
        """End ``solved`` from another thread: what it gives then is of no interest."""


_Q = TypeVar("_Q", bound=Question[object])


def in_turn(questions: Iterator[Question[_T]], threads: int) -> Generator[_T, None, None]:
    """The answers in the order of their questions, of which so many are worked on side by side.

    A question is taken out of *questions* when there is a thread for it. Whoever takes no more answers, or is
    interrupted, waits for nothing: what is still worked on is stopped.
    """
    running: deque[tuple[Question[_T], Future[_T]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                running.extend((one, pool.submit(one.solved)) for one in islice(questions, threads - len(running)))
                if not running:
                    return
                answer = awaited(running[0][1])
                running.popleft()
                yield answer
        finally:
            for question, future in running:
                future.cancel()
                question.stop()


@contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[Callable[[Callable[[], _T]], _T]]:
    """Runs long questions in a thread. *stop* ends the running one."""
    with ThreadPoolExecutor(1) as pool:
        yield lambda ask: awaited(pool.submit(ask), stop)


def awaited(future: Future[_T], stop: Callable[[], None] = lambda: None) -> _T:
    """The result of what another thread works on; Ctrl-C calls *stop*, which has to end that, and is raised."""
    try:
        while True:
            try:
                return future.result(_LOOK)
            except StillRunning:
                if future.done():
                    return future.result()
    except KeyboardInterrupt:
        stop()
        raise
