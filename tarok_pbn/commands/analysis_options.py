"""What the commands that analyse share: their options, and what is made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.analysis.solver import Limits

__all__ = ["LIMITS", "aim_options", "at_place", "limit_options", "limits_of", "time_option"]

_AT = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?", re.ASCII)
_MEGABYTES = 1 << 20
#: the arguments that the limits become
LIMITS = ("seconds", "nodes", "memory", "jobs")


class _Seconds(click.FloatRange):
    """Seconds, 0 or more."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises click.BadParameter."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is no time; 0 is without limit", param, ctx)
        return seconds


def aim_options(command: Any) -> Any:
    """--objective and --for: which question is asked."""
    for option in reversed((
        click.option("--objective", metavar="NAME", default="",
                     help="points, tricks, last, valat, none, pagat, CARD@TRICK ...; else what the hand is about."),
        click.option("--for", "side", metavar="SEATS", default="", help="Whose: S, SN, declarer, defence."),
    )):  # fmt: skip
        command = option(command)
    return command


def time_option(
    name: str, seconds: float, of: str, into: str = "seconds", then: str = "Then bounds are told."
) -> Callable[[Any], Any]:
    """A time limit called *name*; seconds: the usual one *of* what; into: the argument that it becomes."""
    return click.option(
        name, into, type=_Seconds(min=0), default=seconds, show_default=True, metavar="SECONDS",
        help=f"At most so long for {of}; 0 without limit. {then}",
    )  # fmt: skip


def limit_options(
    seconds: float, of: str, *, jobs: str, then: str = "Then bounds are told.", nodes: str = ""
) -> Callable[[Any], Any]:
    """--time, --nodes, --memory and --jobs, as the arguments LIMITS.

    seconds: the usual limit *of* what. then: what it means that a limit is reached. jobs: what is done side by side.
    nodes: another sentence for --nodes.
    """
    nodes = nodes or "At most so many positions for each question; the same answer on every machine."

    def add(command: Any) -> Any:
        for option in reversed((
            time_option("--time", seconds, of, then=then),
            click.option("--nodes", type=click.IntRange(min=0), default=0, metavar="N", help=nodes),
            click.option("--memory", type=click.IntRange(min=1), default=512, show_default=True, metavar="MB",
                         help="At most so much for tables."),
            click.option("-j", "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N",
                         help=f"So many {jobs}."),
        )):  # fmt: skip
            command = option(command)
        return command

    return add


def limits_of(seconds: float, nodes: int, memory: int, jobs: int = 1) -> Limits:
    """The limits that the options mean. memory: megabytes. jobs: questions side by side, 0 one a processor."""
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.archive.work import cores

    return Limits(seconds, nodes, memory * _MEGABYTES, jobs or cores())


def at_place(at: str) -> tuple[int, int]:
    """The trick and card that ``--at TRICK[.CARD]`` means, from 1. Raises click.UsageError."""
    match = _AT.fullmatch(at.strip())
    if match is None or int(match[1]) < 1 or int(match[2] or 1) < 1:
        raise click.UsageError(f"--at {printable(at)}: write a trick, or a trick and a card of it: 7 or 7.3")
    return int(match[1]), int(match[2] or 1)
