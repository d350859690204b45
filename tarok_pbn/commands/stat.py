"""The command ``tarok stat``: how often, how well, how much - with intervals."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tarok_pbn.commands.page_options import lang_option, page_look
from tarok_pbn.commands.steps import Steps
from tarok_pbn.commands.workers import Losses, cut, engine_option, jobs_option, parts_of
from tarok_pbn.report.sources import STDIN, found
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.archive.engine import Engine
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.statistics import Statistics
    from tarok_pbn.archive.statistics_task import StatTask

__all__ = ["stat"]

_BY = ("contract", "player", "declarer", "seat", "rules", "game")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH|-...")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(_BY),
    help="What to group hands by; may be given several times. [default: rules, contract, player]",
)
@click.option("--where", default="", metavar="EXPRESSION", help="Only records that match, as tarok query has it.")
@click.option(
    "--output-format",
    "--format",
    "output_format",
    type=click.Choice(["text", "csv", "json", "html"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option(
    "--min",
    "least",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Give no rate and no mean from fewer hands.",
)
@click.option("--all", "everything", is_flag=True, help="Count records with errors, too.")
@lang_option
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@jobs_option
@engine_option
@click.pass_context
def stat(
    ctx: click.Context,
    paths: tuple[str, ...],
    by: tuple[str, ...],
    where: str,
    output_format: str,
    least: int,
    everything: bool,
    lang: str | None,
    exclude: tuple[str, ...],
    jobs: int,
    engine: Engine,
) -> int:
    """Count hands: how often they were played and won, what they brought, pagat and valat.

    Rates have Wilson's interval and means Student's, both of 95 %. Amounts of different games and rule sets are never
    added. Records with errors are left out unless --all is given. Leaves with 0, or with 2 if a file cannot be read.
    """
    from tarok_pbn.archive.statistics_task import StatTask
    from tarok_pbn.report.statistics import STATISTICS

    look = page_look(lang, output_format)
    task = StatTask(everything, where)
    _tried(task)
    files = found(paths, exclude)
    with Steps(files) as steps:
        losses = Losses(steps.clear, debug=bool((ctx.obj or {}).get("debug")))
        counts = _counted(files, engine, jobs, task, losses, steps)
    wanted = list(dict.fromkeys(by)) or ["rules", "contract", "player"]
    code = losses.code(0)
    if not counts.records:
        if code:
            return code
        raise click.UsageError("there is no record to count")
    if output_format == "html":
        from tarok_pbn.report.statistics_page import statistics_page

        click.echo(statistics_page(counts, wanted, least, look=look), nl=False)
    else:
        STATISTICS[output_format](counts, wanted, sys.stdout, least)
    return code


def _tried(task: StatTask) -> None:
    """Raise click.UsageError for an expression that is none, before anything is read."""
    if not task.where:
        return
    from tarok_pbn.archive.query_syntax import QueryError

    try:
        task.test("")
    except QueryError as wrong:
        raise click.UsageError("\n".join(map(printable, f"--where, {wrong}".split("\n")))) from wrong


def _counted(files: list[str], engine: Engine, jobs: int, task: StatTask, losses: Losses, steps: Steps) -> Statistics:
    """The counts of all files, part by part; the same however many processes work."""
    from tarok_pbn.archive.engine import EngineError
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.statistics import Statistics

    def known(item: Partition | Broken) -> Statistics | None:
        return Statistics() if isinstance(item, Broken) else None

    counts = Statistics(everything=task.everything)
    items = cut(files, STDIN, sys.stdin.buffer)
    try:
        for item, part in engine.mapped(items, task.__call__, jobs, known=known, parts=parts_of, notice=losses.notice):
            if not losses.of(item, part):
                assert isinstance(part, Statistics)
                assert isinstance(item, Partition)
                counts.merge(part)
                steps.step(item.path or "-", item.offset + item.size, item.name, len(item.sizes))
    except EngineError as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    return counts
