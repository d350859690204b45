"""The commands ``tarok solve`` and ``tarok analyse``: best play with all hands open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.commands.analysis_options import aim_options, at_place, limit_options, limits_of, time_option
from tarok_pbn.commands.analysis_run import Run
from tarok_pbn.commands.given import refuse_empty
from tarok_pbn.commands.singles import Singles
from tarok_pbn.report.sources import STDIN

if TYPE_CHECKING:
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.report.analysis_tasks import AnalyseTask, SolveTask

__all__ = ["analyse", "solve"]


def _records_options(seconds: float, of: str, parts: str) -> Callable[[Any], Any]:
    """Which records, what is asked of them, and the limits. seconds: the usual one *of* what.

    parts: what a single record is divided into.
    """
    jobs = f"records side by side, or {parts} of a single one; 0: one a processor. The output is the same"

    def add(command: Any) -> Any:
        for option in reversed((
            click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH[:N]|-..."),
            aim_options,
            limit_options(seconds, of, jobs=jobs),
            click.option("--exclude", multiple=True, metavar="NAME",
                         help="Leave out files and directories of that name; * and ?."),
            click.option("--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input."),
        )):  # fmt: skip
            command = option(command)
        return command

    return add


@click.command()
@_records_options(60, "a position", "cards")
@click.option("--at", metavar="TRICK[.CARD]", default="1", help="The position before that card.", show_default=True)
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json", "json-lines"]),
              default="text", show_default=True)  # fmt: skip
@click.pass_context
def solve(
    ctx: click.Context,
    paths: tuple[str, ...],
    at: str,
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    jobs: int,
    exclude: tuple[str, ...],
    stdin_filename: str,
    output_format: str,
) -> int:
    """The value of a position with all hands open, and every card that keeps it (marked *).

    Two sides play as if they saw all cards: the declarer's and the others, or where each plays for himself one seat
    against the rest, for each seat in turn. docs/analysis.md says what that means and what not. Leaves with 1 where a
    record has no such position, or where nothing was proven to the end within the limits.
    """
    from tarok_pbn.report.analysis_tasks import SolveTask

    refuse_empty(ctx)
    trick, card = at_place(at)

    def task(limits: Limits, threads: int, progress: Callable[[str], object] | None) -> SolveTask:
        return SolveTask(trick, card, objective, side, output_format, replace(limits, threads=threads))

    run = Run(Singles(paths, exclude, stdin_filename), output_format, debug=_debug(ctx))
    return run.code(task, limits_of(seconds, nodes, memory), jobs)


@click.command()
@_records_options(120, "a hand", "discards with --exchange")
@click.option("--exchange", is_flag=True,
              help="Also what other discards and the other half of the talon would have made.")  # fmt: skip
@time_option("--exchange-time", 120, "the exchange of a hand", "exchange_time")
@click.option("--all", "everything", is_flag=True, help="Tell the value after every card, not only of mistakes.")
@click.option(
    "--output-format", "--format", "output_format", type=click.Choice(["text", "json", "json-lines", "tpbn"]),
    default="text", show_default=True, help="tpbn: the records with the marks and comments in their play.",
)  # fmt: skip
@click.option("--no-comments", is_flag=True, help="With tpbn: marks only.")  # fmt: skip
@click.pass_context
def analyse(
    ctx: click.Context,
    paths: tuple[str, ...],
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    exchange: bool,
    exchange_time: float,
    jobs: int,
    exclude: tuple[str, ...],
    stdin_filename: str,
    everything: bool,
    output_format: str,
    no_comments: bool,
) -> int:
    """What each card of a record cost with all hands open, and what would have been better.

    Where each seat plays for itself and --for names none, forehand is looked at. Leaves with 1 where a record cannot
    be analysed, or not to the end within the limits; the others are told as ever.
    """
    from tarok_pbn.report.analysis_tasks import AnalyseTask

    refuse_empty(ctx)
    if no_comments and output_format != "tpbn":
        raise click.UsageError("--no-comments is for --output-format tpbn")
    if exchange and output_format == "tpbn":
        raise click.UsageError("--exchange is for --output-format text and json; tpbn marks the play")

    def task(limits: Limits, threads: int, progress: Callable[[str], object] | None) -> AnalyseTask:
        asked = replace(limits, seconds=exchange_time, threads=threads) if exchange else None
        return AnalyseTask(objective, side, output_format, limits, everything, not no_comments, asked, progress)

    run = Run(Singles(paths, exclude, stdin_filename), output_format, debug=_debug(ctx))
    return run.code(task, limits_of(seconds, nodes, memory), jobs)


def _debug(ctx: click.Context) -> bool:
    return bool((ctx.obj or {}).get("debug"))
