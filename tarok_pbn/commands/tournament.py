"""The commands of a tournament: ``traveller`` compares tables, ``verify`` a results file with the records."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from tarok_pbn.archive.summary import Summary
from tarok_pbn.commands.page_options import lang_option, page_look
from tarok_pbn.commands.steps import Steps
from tarok_pbn.report.sources import STDIN, Unreadable, checked_records, content, found
from tarok_pbn.report.terminal import printable

__all__ = ["traveller", "verify"]

_PATHS = click.Path(readable=False)


class _Reading:
    """The records of the paths, one by one; afterwards whether a file could not be read."""

    def __init__(self, paths: tuple[str, ...], exclude: tuple[str, ...]) -> None:
        self.paths = paths
        self.exclude = exclude
        self.unreadable = False

    def __iter__(self) -> Iterator[Summary]:
        files = found(self.paths, self.exclude)
        with Steps(files) as steps:
            for path in files:
                try:
                    for checked in checked_records(path):
                        steps.step(path, checked.parsed.offset)
                        if checked.parsed.is_record:
                            yield Summary(checked)
                except Unreadable as wrong:
                    steps.clear()
                    wrong.show()
                    self.unreadable = True


@click.command()
@click.argument("paths", nargs=-1, required=True, type=_PATHS, metavar="PATH|-...")
@click.option(
    "--by",
    type=click.Choice(["deal", "board"]),
    default="deal",
    show_default=True,
    help="What belongs together: equal cards, or equal event, date, round and board number.",
)
@click.option(
    "--datum",
    type=click.Choice(["mean", "trimmed"]),
    default="mean",
    show_default=True,
    help="What differences are taken from; trimmed leaves out the best and the worst of five or more.",
)
@click.option(
    "--output-format",
    "--format",
    "output_format",
    type=click.Choice(["text", "csv", "json", "html"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option("--title", default="", help="Of the page; else the event.")
@lang_option
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
def traveller(
    paths: tuple[str, ...],
    by: str,
    datum: str,
    output_format: str,
    title: str,
    lang: str | None,
    exclude: tuple[str, ...],
) -> int:
    """Compare the tables at which one deal was played: matchpoints, differences, order of the players.

    Seats that were turned are found by the cards. Tables with other rules, pots or another forehand are not compared,
    and the report says why; it then leaves with 1.
    """
    from tarok_pbn.archive.traveller import Travellers
    from tarok_pbn.report.traveller import TRAVELLERS, foot

    if title and output_format != "html":
        raise click.UsageError("--title is for --output-format html")
    look = page_look(lang, output_format)
    travellers = Travellers(by, trimmed=datum == "trimmed")
    reading = _Reading(paths, exclude)
    for summary in reading:
        travellers.add(summary)
    boards = list(travellers.boards())
    if not boards:
        if reading.unreadable:
            return 2
        raise click.UsageError(f"nothing to compare: {foot(travellers, boards)}")
    if output_format == "html":
        from tarok_pbn.report.traveller_page import travellers_page

        click.echo(travellers_page(travellers, title, look), nl=False)
    else:
        TRAVELLERS[output_format](travellers, sys.stdout)
    if reading.unreadable:
        return 2
    return 1 if any(board.refused for board in boards) else 0


@click.command()
@click.argument("results", type=_PATHS, metavar="RESULTS.csv|-")
@click.argument("paths", nargs=-1, required=True, type=_PATHS, metavar="PATH...")
@click.option(
    "--output-format",
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "html", "junit"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option("--title", default="", help="Of the page; else the name of the results file.")
@lang_option
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
def verify(
    results: str, paths: tuple[str, ...], output_format: str, title: str, lang: str | None, exclude: tuple[str, ...]
) -> int:
    """Check a results file against the records, table by table.

    RESULTS.csv has a line for each table, board, player and score, and may have event, date, round and seat. Leaves
    with 1 if they disagree, with 2 if a file cannot be read.
    """
    from tarok_pbn.archive.verification import expected_of
    from tarok_pbn.archive.verification import verify as compare
    from tarok_pbn.archive.verification_sheet import BadSheet, read_sheet
    from tarok_pbn.report.verification import VERIFICATIONS

    if title and output_format != "html":
        raise click.UsageError("--title is for --output-format html")
    look = page_look(lang, output_format)
    if results == "-" and "-" in paths:
        raise click.UsageError("only one of the results and the records can come from standard input")
    try:
        sheet = read_sheet(content(results), STDIN if results == "-" else results)
    except BadSheet as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    if sheet.ignored:
        click.echo(f"Not used: {printable(', '.join(sheet.ignored))}.", err=True)
    reading = _Reading(paths, exclude)
    report = compare(sheet, (expected_of(summary) for summary in reading))
    if output_format == "html":
        from tarok_pbn.report.verification_page import verification_page

        click.echo(verification_page(report, title, look), nl=False)
    else:
        VERIFICATIONS[output_format](report, sys.stdout)
    if reading.unreadable:
        return 2
    return 1 if report.found else 0
