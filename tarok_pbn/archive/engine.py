"""Where work is done: in this process, in processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple, TypeVar

from tarok_pbn.archive.work import EngineError, Lost, cores, mapped, nothing_known

__all__ = ["Engine", "EngineError", "parse_engine"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Engine(NamedTuple):
    """What works: ``processes`` or ``dask``. address: of the cluster's scheduler, "" for one that is made here."""

    kind: str = "processes"
    address: str = ""

    def mapped(
        self,
        items: Iterable[_Item],
        task: Callable[[Any], _Result],
        jobs: int = 1,
        *,
        known: Callable[[_Item], _Result | None] = nothing_known,
        parts: Callable[[_Item], Iterable[_Item]] = lambda item: (item,),
        notice: Callable[[str], None] = lambda text: None,
    ) -> Generator[tuple[_Item, _Result | Lost], None, None]:
        """As ``work.mapped``; jobs 0: as many as processors. Raises EngineError for what cannot be used."""
        jobs = jobs or cores()
        if self.kind == "processes":
            return mapped(items, task, jobs, known=known, parts=parts, notice=notice)
        from tarok_pbn.archive.engine_dask import mapped_on_cluster  # an extra

        return mapped_on_cluster(items, task, jobs, self.address, known=known, parts=parts, notice=notice)


def parse_engine(text: str) -> Engine:
    """``processes``, ``dask`` or ``dask://HOST:PORT``. Raises ValueError for anything else."""
    kind, separator, address = text.partition("://")
    if kind == "dask" and (address or not separator):
        return Engine("dask", address if "://" in address or not address else f"tcp://{address}")
    if text == "processes":
        return Engine()
    raise ValueError(f"no engine {text}; write processes, dask (a cluster of this machine) or dask://HOST:PORT")
