"""The command ``tarok stat``: how often, how well, how much - with intervals."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tarok_pbn.report.sources import STDIN, Unreadable, found
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.archive.statistics import Statistics
    from tarok_pbn.archive.statistics_task import StatTask

__all__ = ["stat"]

_BY = ("contract", "player", "declarer", "seat", "rules", "game")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH|-...")
@click.option("--by", multiple=True, type=click.Choice(_BY), help="What to group hands by; may be given several times. "
              "[default: rules, contract, player]")
@click.option("--where", default="", metavar="EXPRESSION", help="Only records that match, as tarok query has it.")
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "csv", "json", "html"]),
              default="text", show_default=True, help="How to report.")
@click.option("--min", "least", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
              help="Give no rate and no mean from fewer hands.")
@click.option("--all", "everything", is_flag=True, help="Count records with errors, too.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
def stat(
    paths: tuple[str, ...],
    by: tuple[str, ...],
    where: str,
    output_format: str,
    least: int,
    everything: bool,
    exclude: tuple[str, ...],
) -> int:
    """Count hands: how often they were played and won, what they brought, pagat and valat.

    Rates have Wilson's interval and means Student's, both of 95 %. Amounts of different games and rule sets are never
    added. Records with errors are left out unless --all is given. Leaves with 0, or with 2 if a file cannot be read.
    """
    from tarok_pbn.archive.statistics_task import StatTask
    from tarok_pbn.report.statistics import STATISTICS

    task = StatTask(everything, where)
    _tried(task)
    counts, code = _counted(found(paths, exclude), task)
    wanted = list(dict.fromkeys(by)) or ["rules", "contract", "player"]
    if not counts.records:
        if code:
            return code
        raise click.UsageError("there is no record to count")
    if output_format == "html":
        from tarok_pbn.report.statistics_page import statistics_page

        click.echo(statistics_page(counts, wanted, least), nl=False)
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


def _counted(files: list[str], task: StatTask) -> tuple[Statistics, int]:
    """The counts of all files, part by part; and the exit code, 2 where a file could not be read."""
    from tarok_pbn.archive.partition import Broken, partitions_of
    from tarok_pbn.archive.statistics import Statistics

    counts, code = Statistics(everything=task.everything), 0
    named = [(path, STDIN if path == "-" else path) for path in files]
    for partition in partitions_of(named, sys.stdin.buffer):
        try:
            if isinstance(partition, Broken):
                raise partition.why
            counts.merge(task(partition))
        except OSError as wrong:
            Unreadable(partition.path or STDIN, wrong).show()
            code = 2
    return counts, code
