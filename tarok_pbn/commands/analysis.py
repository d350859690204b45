"""The commands ``tarok solve`` and ``tarok analyse``: best play with all hands open."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.commands.analysis_options import CardsDone, limit_options
from tarok_pbn.files import parse_address
from tarok_pbn.report.sources import STDIN, selected
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.check import Checked
    from tarok_pbn.games.kit.terms import Aim

__all__ = ["analyse", "solve"]

_DONE, _UNSOLVED = 0, 1
_AT = re.compile(r"(\d+)(?:\.(\d+))?", re.ASCII)
_MEGABYTES = 1 << 20


@click.command()
@click.argument("source", type=click.Path(readable=False), metavar="FILE[:N]")
@click.option("--at", metavar="TRICK[.CARD]", default="1", help="The position before that card.", show_default=True)
@limit_options(60, "a position")
@click.option("-j", "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N",
              help="So many cards side by side; 0 one a processor.")
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json", "json-lines"]),
              default="text", show_default=True)  # fmt: skip
def solve(
    source: str,
    at: str,
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    jobs: int,
    output_format: str,
) -> int:
    """The value of a position with all hands open, and every card that keeps it (marked *).

    Two sides play as if they saw all cards: the declarer's and the others, or where each plays for himself one seat
    against the rest, for each seat in turn. docs/analysis.md says what that means and what not. Leaves with 1 where a
    record has no such position, or where nothing was proven to the end within the limits.
    """
    from tarok_pbn.analysis.position import position_at
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.analysis.solver import solve as solved
    from tarok_pbn.report.analysis import SolutionJson, SolutionText

    trick, card = _place(at)
    limits = Limits(seconds, nodes, memory * _MEGABYTES, jobs)
    out: SolutionText | SolutionJson = (
        SolutionText(sys.stdout) if output_format == "text" else SolutionJson(sys.stdout, lines=output_format != "json")
    )
    work = _Work(source)
    for file, number, checked, aims in work.records(lambda replay: position_at(replay, trick, card), objective, side):
        position = position_at(checked.replay, trick, card)
        for aim in aims:
            found = work.tried(file, number, partial(solved, position, aim, limits))
            if found is not None:
                out.add(file, number, found)
                work.unsolved |= not found.exact
    out.finish()
    return work.code


@click.command()
@click.argument("source", type=click.Path(readable=False), metavar="FILE[:N]")
@limit_options(120, "a hand")
@click.option("--exchange", is_flag=True,
              help="Also what other discards and the other half of the talon would have made.")
@click.option("--exchange-time", type=click.FloatRange(min=0), default=120, show_default=True, metavar="SECONDS",
              help="At most so long for the exchange of a hand; 0 without limit.")
@click.option("-j", "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N",
              help="With --exchange: so many discards side by side; 0 one a processor.")
@click.option("--all", "everything", is_flag=True, help="Tell the value after every card, not only of mistakes.")
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json", "json-lines", "tpbn"]),
              default="text", show_default=True, help="tpbn: the record with the marks and comments in its play.")
@click.option("--no-comments", is_flag=True, help="With tpbn: marks only.")  # fmt: skip
def analyse(
    source: str,
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    exchange: bool,
    exchange_time: float,
    jobs: int,
    everything: bool,
    output_format: str,
    no_comments: bool,
) -> int:
    """What each card of a record cost with all hands open, and what would have been better.

    Where each seat plays for itself and --for names none, forehand is looked at. Leaves with 1 where a record cannot
    be analysed, or not to the end within the limits.
    """
    from tarok_pbn.analysis.annotate import analyse as analysed
    from tarok_pbn.analysis.exchange import exchange_cost
    from tarok_pbn.analysis.position import position_at
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.report.analysis import AnalysisJson, AnalysisText

    if no_comments and output_format != "tpbn":
        raise click.UsageError("--no-comments is for --output-format tpbn")
    if exchange and output_format == "tpbn":
        raise click.UsageError("--exchange is for --output-format text and json; tpbn marks the play")
    limits = Limits(seconds, nodes, memory * _MEGABYTES)
    side_by_side = Limits(exchange_time, nodes, memory * _MEGABYTES, jobs or os.cpu_count() or 1)
    out: Any
    if output_format == "tpbn":
        from tarok_pbn.report.analysed import AnalysedRecords

        out = AnalysedRecords(sys.stdout, comments=not no_comments)
    elif output_format == "text":
        out = AnalysisText(sys.stdout, everything=everything)
    else:
        out = AnalysisJson(sys.stdout, lines=output_format != "json")
    work = _Work(source)
    progress = CardsDone()
    keep = out.keep if output_format == "tpbn" else None
    for file, number, checked, aims in work.records(position_at, objective, side, keep):
        aim = aims[0]
        found = work.tried(file, number, partial(analysed, checked.replay, aim, limits, progress=progress))
        progress.clear()
        if found is None:
            if keep is not None:
                keep(checked)
            continue
        if output_format == "tpbn":
            out.add(checked, found)
        else:
            exchanges = None
            if exchange:
                value = found.low if found.low == found.high else None
                ask = partial(exchange_cost, checked.replay, aim, side_by_side, value=value, progress=progress)
                exchanges = work.tried(file, number, ask)
                progress.clear()
            out.add(file, number, found, exchanges)
        work.unsolved |= bool(found.open_until)
    out.finish()
    return work.code


def _place(at: str) -> tuple[int, int]:
    match = _AT.fullmatch(at.strip())
    if match is None or int(match[1]) < 1 or int(match[2] or 1) < 1:
        raise click.UsageError(f"--at {printable(at)}: write a trick, or a trick and a card of it: 7 or 7.3")
    return int(match[1]), int(match[2] or 1)


def _aims(position: Callable[..., Any], checked: Checked, objective: str, side: str) -> list[Aim]:
    from tarok_pbn.analysis.aims import aims_for

    return aims_for(position(checked.replay), objective, side)


class _Work:
    """The records of a source, and what became of them."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.unsolved = False

    @property
    def code(self) -> int:
        """Exit code."""
        return _UNSOLVED if self.unsolved else _DONE

    def records(
        self,
        position: Callable[..., Any],
        objective: str,
        side: str,
        others: Callable[[Checked], object] | None = None,
    ) -> Iterator[tuple[str, int, Checked, list[Aim]]]:
        """(file, number, record, aims) of each record that has the position; why not goes to stderr.

        others: is given the records that have not.
        """
        from tarok_pbn.analysis.aims import UnknownAim

        path = parse_address(self._source).path
        file = STDIN if path == "-" else path
        for number, checked in selected(self._source):
            try:
                aims = self.tried(file, number, partial(_aims, position, checked, objective, side))
            except UnknownAim as wrong:
                raise click.UsageError(printable(str(wrong))) from wrong
            if aims is not None:
                yield file, number, checked, aims
            elif others is not None:
                others(checked)

    def tried(self, file: str, number: int, ask: Callable[[], Any]) -> Any:
        """What *ask* gives; None where it says why not, which is told."""
        from tarok_pbn.analysis.position import Unsolvable

        try:
            return ask()
        except Unsolvable as why:
            self.unsolved = True
            click.echo(f"{printable(file)}:{number}: not solved: {printable(str(why))}", err=True)
            return None
