"""Options of the commands that analyse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click

__all__ = ["aim_options", "limit_options", "time_option"]


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


def time_option(name: str, seconds: float, of: str, into: str = "seconds") -> Callable[[Any], Any]:
    """A time limit called *name*; seconds: the usual one *of* what; into: the argument that it becomes."""
    return click.option(
        name, into, type=_Seconds(min=0), default=seconds, show_default=True, metavar="SECONDS",
        help=f"At most so long for {of}; 0 without limit. Then bounds are told.",
    )  # fmt: skip


def limit_options(seconds: float, of: str) -> Callable[[Any], Any]:
    """--objective, --for and the limits; seconds: the usual time limit *of* what."""

    def add(command: Any) -> Any:
        for option in reversed((
            aim_options,
            time_option("--time", seconds, of),
            click.option("--nodes", type=click.IntRange(min=0), default=0, metavar="N",
                         help="At most so many positions for each question; the same answer on every machine."),
            click.option("--memory", type=click.IntRange(min=1), default=512, show_default=True, metavar="MB",
                         help="At most so much for tables."),
        )):  # fmt: skip
            command = option(command)
        return command

    return add
