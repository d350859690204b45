"""Work on a cluster of dask: partitions go out, results come back in order, a bounded number under way.

Scheduling, retries after a lost worker and the balance of load are dask's. Added are the order, the bound, and what
happens to an item with which workers keep dying: it is tried alone, then part by part. Workers open the files
themselves, under the same absolute path; they tell from size and time of change whether it is the same file.
"""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

from tarok_pbn import __version__
from tarok_pbn.archive.engine import EngineError
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.work import DIED, Lost, in_parts

__all__ = ["mapped_on_cluster"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
#: Items under way for each thread of the cluster.
_AHEAD = 3
#: Seconds to wait for a scheduler, for a first worker, and for another one when all are gone.
_CONNECT, _FIRST, _GONE = 10.0, 30.0, 60.0
_POLL = 1.0


class Remote:
    """A task as a worker calls it: the answer says which version of the package has worked."""

    def __init__(self, task: Callable[[Any], Any]) -> None:
        self.task = task

    def __call__(self, item: Any) -> tuple[str, Any]:
        """(version, result)"""
        return __version__, self.task(item)


def mapped_on_cluster(
    items: Iterable[_Item],
    task: Callable[[Any], _Result],
    jobs: int,
    address: str,
    *,
    known: Callable[[_Item], _Result | None],
    parts: Callable[[_Item], Iterable[_Item]],
    notice: Callable[[str], None],
) -> Generator[tuple[_Item, _Result | Lost], None, None]:
    """As ``work.mapped``. address: of a scheduler; "" makes a cluster of *jobs* workers on this machine.

    Raises EngineError where there is no dask, no scheduler, no worker, or workers with another version of the package.
    """
    with ExitStack() as stack:
        cluster = _Cluster(_client(stack, address, jobs), Remote(task), notice)
        yield from _run(items, cluster, known, parts)


def _distributed() -> Any:
    """The library, which has no types."""
    try:
        return import_module("distributed")
    except ImportError as wrong:
        raise EngineError("this engine needs dask: pip install 'tarok-pbn[cluster]'") from wrong


def _client(stack: ExitStack, address: str, jobs: int) -> Any:
    distributed = _distributed()
    # What dask logs of lost workers and closed connections is told here, once and in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address:
        try:
            client = stack.enter_context(distributed.Client(address, timeout=_CONNECT, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as wrong:
            raise EngineError(f"no scheduler of dask answers at {address}: {wrong}") from wrong
    else:
        local = stack.enter_context(
            distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
            )
        )
        client = stack.enter_context(distributed.Client(local, set_as_default=False))
    try:
        client.wait_for_workers(1, timeout=_FIRST)
    except TimeoutError as wrong:
        raise EngineError(f"the scheduler at {address} has no worker") from wrong
    return client


class _Cluster:
    """A client with one task, who watches which workers there are."""

    def __init__(self, client: Any, task: Remote, notice: Callable[[str], None]) -> None:
        self._client = client
        self._task = task
        self._notice = notice
        self._workers: set[str] = set(client.nthreads())
        self._threads: int = sum(client.nthreads().values())
        self._looked = time.monotonic()

    @property
    def ahead(self) -> int:
        """How many items may be under way."""
        return max(self._threads, 1) * _AHEAD

    def submit(self, item: Any) -> Any:
        """Send an item out; its future."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a long record from a pipe travels with its bytes
            return self._client.submit(self._task, _located(item), pure=False)

    def watch(self) -> None:
        """Tell which workers have gone. Raises EngineError where none has been left for a while."""
        now = time.monotonic()
        if now - self._looked < _POLL:
            return
        self._looked = now
        until = now + _GONE
        while True:
            try:
                threads = self._client.nthreads()
            except (OSError, TimeoutError) as wrong:
                raise EngineError(f"the scheduler is gone: {wrong}") from wrong
            for worker in sorted(self._workers - set(threads)):
                self._notice(f"worker {worker} has left the cluster; what it was working on is done again")
            self._workers, self._threads = set(threads), sum(threads.values())
            if threads:
                return
            if time.monotonic() >= until:
                raise EngineError("the cluster has no worker any more")
            time.sleep(_POLL / 4)

    def result(self, future: Any) -> Any:
        """What a future comes to, or Lost. Raises EngineError where the cluster is not fit for the work."""
        distributed = _distributed()
        while True:
            self.watch()
            failed = future.status == "error"  # asked first: it may fail just when the waiting for it ends
            try:
                version, result = future.result(timeout=_POLL)
            except TimeoutError as wrong:
                if failed:
                    return Lost.by(wrong)
            except distributed.KilledWorker:
                return Lost(DIED)
            except ImportError as wrong:
                raise EngineError(f"a worker cannot load the package: {wrong}") from wrong
            except distributed.CancelledError as wrong:
                raise EngineError("the scheduler has given up the work, or is gone") from wrong
            except Exception as fault:
                return Lost.by(fault)
            else:
                if version != __version__:
                    raise EngineError(f"a worker has version {version} of the package, here is {__version__}")
                return result

    def settle(self, futures: list[Any]) -> None:
        """Wait until none of them is under way any more."""
        while not all(future.done() for future in futures):
            self.watch()
            time.sleep(_POLL / 20)

    def alone(self, item: Any) -> Any:
        """The result of an item that nothing else runs beside, or Lost."""
        return self.result(self.submit(item))


def _run(
    items: Iterable[_Item],
    cluster: _Cluster,
    known: Callable[[_Item], _Result | None],
    parts: Callable[[_Item], Iterable[_Item]],
) -> Iterator[tuple[_Item, _Result | Lost]]:
    iterator = iter(items)
    running: deque[tuple[_Item, Any, _Result | None]] = deque()
    exhausted = False
    while True:
        while not exhausted and len(running) < cluster.ahead:
            item = next(iterator, None)
            if item is None:
                exhausted = True
                break
            result = known(item)
            running.append((item, cluster.submit(item) if result is None else None, result))
        if not running:
            return
        item, future, result = running.popleft()
        if future is None:
            assert result is not None
            yield item, result
            continue
        found = cluster.result(future)
        future.release()
        if isinstance(found, Lost) and found.why == DIED:
            # It may be innocent: dask counts a lost worker against everything that waited there.
            cluster.settle([other for _, other, _ in running if other is not None])
            found = cluster.alone(item)
        yield from in_parts(item, found, cluster.alone, parts)


def _located(item: Any) -> Any:
    """A partition as a worker finds it, whatever its working directory is."""
    if not isinstance(item, Partition):
        return item
    path = os.path.abspath(item.path) if item.path is not None else None
    place = path or ("" if item.name.startswith("<") else os.path.abspath(item.name))
    return replace(item, path=path, place=place)
