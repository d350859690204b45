"""Two archives compared, and names taken out of one: ``diff`` and ``anonymise``."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import click

from tarok_pbn.archive.intake import Intake
from tarok_pbn.commands.housekeeping import FINDINGS, OK, RECORDS, TEXT_OR_JSON, USAGE, intake_of
from tarok_pbn.report.base import counted
from tarok_pbn.report.sources import addressed, found
from tarok_pbn.report.terminal import Style, printable, style_for

__all__ = ["diff"]


@click.command()
@click.argument("one", type=RECORDS, metavar="A[:N]")
@click.argument("other", type=RECORDS, metavar="B[:N]")
@click.option("--check", is_flag=True, help="Compare the findings too: which appeared, which are gone.")
@click.option("--order", is_flag=True, help="Records that stand in another order differ.")
@click.option("--output-format", "--format", "output_format", type=TEXT_OR_JSON, default="text", show_default=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours.")
def diff(one: str, other: str, check: bool, order: bool, output_format: str, color: Any) -> int:
    """Compare two records or two archives by what they mean; leaves with 1 if they differ.

    Layout, the order of tags and of cards in a hand make no difference. Records of archives are paired by what they
    say, by event, date, round, table and board, or by their deal.
    """
    from tarok_pbn.archive.pairing import Pair, paired

    if one == other == "-":
        raise click.UsageError("standard input can be one of the two only")
    (a, first, ours), (b, second, theirs) = (_shelf(text) for text in (one, other))
    if ours.unreadable or theirs.unreadable:
        return USAGE
    if first is not None or second is not None or len(a.entries) == len(b.entries) == 1:
        if len(a.entries) != 1 or len(b.entries) != 1:
            raise click.UsageError("one record is compared with one record: name both as FILE:N")
        pairs = [Pair(a.entries[0], b.entries[0])]
    else:
        pairs = paired(a.entries, b.entries)
    told = []
    differs = 0
    style = style_for(sys.stdout, color)
    for pair in pairs:
        listed: list[Any] = []
        if pair.a is not None and pair.b is not None and (pair.a.id != pair.b.id or check):
            listed = _compared(a.take(pair.a), b.take(pair.b), check)
        if not (listed or pair.a is None or pair.b is None or pair.moved):
            continue
        differs += bool(listed or pair.a is None or pair.b is None or order)
        if output_format == "json":
            told.append(_object(pair, listed))
        else:
            click.echo(_text(pair, listed, style), nl=False, color=style.color)
    if output_format == "json":
        click.echo(json.dumps(told, indent=2))
    return FINDINGS if differs or ours.refused or theirs.refused else OK


def _shelf(text: str) -> tuple[Any, int | None, Intake]:
    """The records of an argument on a shelf, the number of the one that was named, and how they were read."""
    from tarok_pbn.archive.pairing import Shelf

    path, number = addressed(text)
    intake = intake_of(found([path]))
    shelf = Shelf()
    shelf.fill((name, loose) for name, loose in intake if number is None or loose.number == number)
    if number is not None and not shelf.entries and not intake.unreadable:
        raise click.UsageError(f"{printable(path)} has {counted(intake.last, 'record')}, not {number}")
    return shelf, number, intake


def _compared(one: Any, other: Any, check: bool) -> list[Any]:
    """The differences of two records and, where asked for, of their findings."""
    from tarok_pbn.archive.difference import Difference, differences

    found = differences(one.record, other.record)
    if check:
        from tarok_pbn.check import check as checked

        ours, theirs = (Counter((f.code, f.where, f.message) for f in checked(p).findings) for p in (one, other))
        for code, where, message in (ours - theirs).elements():
            found.append(Difference("finding", where, "", code, None, f"{code} in A only: {message}"))
        for code, where, message in (theirs - ours).elements():
            found.append(Difference("finding", where, "", None, code, f"{code} in B only: {message}"))
    return found


def _object(pair: Any, listed: list[Any]) -> dict[str, object]:
    def place(entry: Any) -> object:
        return None if entry is None else {"file": entry.file, "record": entry.record}

    return {
        "a": place(pair.a), "b": place(pair.b), "moved": pair.moved, "differences": [d._asdict() for d in listed],
    }  # fmt: skip


def _text(pair: Any, listed: list[Any], style: Style) -> str:
    if pair.a is None or pair.b is None:
        entry, side, colour = (pair.b, "B", "green") if pair.a is None else (pair.a, "A", "red")
        return style.paint(printable(f"{entry.label}: in {side} only"), colour) + "\n"
    title = f"{pair.a.label} - {pair.b.label}"
    if pair.moved:
        title += " (it stands elsewhere in the order)"
    lines = [style.paint(printable(title), "bold")]
    for item in listed:
        colour = "red" if item.b is None else "green" if item.a is None else "yellow"
        more = f"; {counted(item.more, 'further item')} of it differ" if item.more else ""
        more = more.replace("item of it differ", "item of it differs")
        lines.append("  " + style.paint(printable(item.text), colour) + more)
    return "\n".join(lines) + "\n"
