"""Commands that work in several processes: their options, and how they tell what could not be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.report.sources import Unreadable
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from typing import BinaryIO

    from tarok_pbn.archive.engine import Engine
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.work import Lost

__all__ = ["Losses", "cut", "engine_option", "jobs_option", "parts_of", "say"]


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--jobs N``: how many processes work."""
    return click.option(
        "-j", "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N",
        help="Processes that work; 0: as many as there are processors. The output is the same.",
    )(command)  # fmt: skip


def _engine(ctx: click.Context, param: click.Parameter, value: str) -> Engine:
    from tarok_pbn.archive.engine import parse_engine

    try:
        return parse_engine(value)
    except ValueError as wrong:
        raise click.BadParameter(printable(str(wrong))) from wrong


def engine_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--engine NAME``: what works."""
    return click.option(
        "--engine", default="processes", callback=_engine, metavar="NAME", show_default=True,
        help="What works: processes, dask (a cluster of this machine) or dask://HOST:PORT.",
    )(command)  # fmt: skip


def cut(paths: Iterable[str], stdin_name: str, stdin: BinaryIO) -> Iterator[Partition | Broken]:
    """The partitions of the files on a command line; ``-`` is *stdin*."""
    from tarok_pbn.archive.partition import partitions_of

    return partitions_of(((path, stdin_name if path == "-" else path) for path in paths), stdin)


def parts_of(item: Partition | Broken) -> Iterable[Partition | Broken]:
    """The records of a partition, each alone, to find the one that cannot be done."""
    from tarok_pbn.archive.partition import Partition

    return item.singles() if isinstance(item, Partition) else (item,)


def say(text: str) -> None:
    """A message about the run on stderr."""
    click.echo(f"tarok: {text}", err=True)


class Losses:
    """Tells what could not be read or done, each once, and what the exit code is.

    before: is called before a message is written. debug: whether to show tracebacks. then: what becomes of a record
    that could not be done.
    """

    def __init__(
        self, before: Callable[[], None] = lambda: None, *, debug: bool = False, then: str = "is left out"
    ) -> None:
        self.before = before
        self._debug = debug
        self._then = then
        self._unreadable: set[str] = set()
        self._lost = 0

    def notice(self, text: str) -> None:
        """Something has happened that costs nothing but time."""
        self.before()
        say(text)

    def unreadable(self, wrong: Unreadable) -> None:
        """A file could not be read, or not to its end."""
        text = wrong.format_message()
        if text not in self._unreadable:
            self._unreadable.add(text)
            self.before()
            wrong.show()

    def lost(self, name: str, number: int, line: int, why: Lost) -> None:
        """A record could not be worked on, by a fault of the program."""
        self._lost += 1
        self.before()
        if self._debug and why.trace:
            click.echo(why.trace, err=True, nl=False)
        place = f"{printable(name)}:{line}"
        say(f"{place}: record {number} could not be done and {self._then}: {printable(why.why)}")

    def of(self, item: Partition | Broken, result: object) -> bool:
        """Whether an item has no result; then it is told why."""
        from tarok_pbn.archive.partition import Broken
        from tarok_pbn.archive.work import Lost

        if isinstance(item, Broken):
            self.unreadable(Unreadable(item.path, item.why))
            return True
        if not isinstance(result, Lost):
            return False
        if result.system is not None:
            self.unreadable(Unreadable(item.path or item.name, result.system))
        else:
            self.lost(item.name, item.start.number, item.start.line, result)
        return True

    def code(self, otherwise: int) -> int:
        """The exit code: 3 where a record was lost, 2 where a file could not be read, else *otherwise*."""
        if self._lost:
            say(
                "what could not be done is a fault of tarok, not of your records. Please report it to its maintainers, "
                f"with the\nrecord if it may be shared{'' if self._debug else ' and with what tarok --debug shows'}."
            )
            return 3
        return 2 if self._unreadable else otherwise
