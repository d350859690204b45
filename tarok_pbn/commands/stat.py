"""The command ``tarok stat``: how often, how well, how much - with intervals."""

from __future__ import annotations

import sys

import click

from tarok_pbn.report.sources import Unreadable, checked_records, found

__all__ = ["stat"]

_BY = ("contract", "player", "declarer", "seat", "rules", "game")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH|-...")
@click.option("--by", multiple=True, type=click.Choice(_BY), help="What to group hands by; may be given several times. "
              "[default: rules, contract, player]")
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "csv", "json", "html"]),
              default="text", show_default=True, help="How to report.")
@click.option("--min", "least", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
              help="Give no rate and no mean from fewer hands.")
@click.option("--all", "everything", is_flag=True, help="Count records with errors, too.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
def stat(
    paths: tuple[str, ...],
    by: tuple[str, ...],
    output_format: str,
    least: int,
    everything: bool,
    exclude: tuple[str, ...],
) -> int:
    """Count hands: how often they were played and won, what they brought, pagat and valat.

    Rates have Wilson's interval and means Student's, both of 95 %. Amounts of different games and rule sets are never
    added. Records with errors are left out unless --all is given. Leaves with 0, or with 2 if a file cannot be read.
    """
    from tarok_pbn.archive.statistics import Statistics
    from tarok_pbn.archive.summary import Summary
    from tarok_pbn.report.statistics import STATISTICS

    counts = Statistics(everything=everything)
    unreadable = False
    for path in found(paths, exclude):
        try:
            for checked in checked_records(path):
                if checked.parsed.is_record:
                    counts.add(Summary(checked))
        except Unreadable as wrong:
            wrong.show()
            unreadable = True
    wanted = list(dict.fromkeys(by)) or ["rules", "contract", "player"]
    if not counts.records:
        if unreadable:
            return 2
        raise click.UsageError("there is no record to count")
    if output_format == "html":
        from tarok_pbn.report.statistics_page import statistics_page

        click.echo(statistics_page(counts, wanted, least), nl=False)
    else:
        STATISTICS[output_format](counts, wanted, sys.stdout, least)
    return 2 if unreadable else 0
