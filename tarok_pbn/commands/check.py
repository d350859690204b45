"""The command ``tarok check``: records one after the other, or spread over processes or a cluster."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.commands.workers import Losses, cut, engine_option, jobs_option, parts_of
from tarok_pbn.report import FORMATS, MACHINE, Entry, Tally, reporter
from tarok_pbn.report.sources import STDIN, Unreadable, found, parsed_records
from tarok_pbn.report.terminal import ColorChoice, printable, style_for

if TYPE_CHECKING:
    from tarok_pbn.archive.engine import Engine
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.resume import Journal
    from tarok_pbn.archive.tasks import CheckTask
    from tarok_pbn.archive.tasks_rows import Row
    from tarok_pbn.check import Checked
    from tarok_pbn.report import Reporter
    from tarok_pbn.report.progress import Progress
    from tarok_pbn.report.selection import Selection
    from tarok_pbn.session import SessionChecker

__all__ = ["RECORDS", "check", "color_option"]

#: Any word, completed as a file name; whether it can be read is found out when it is read.
RECORDS = click.Path(readable=False)


def color_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--color WHEN``"""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colours; auto heeds NO_COLOR, FORCE_COLOR and TERM=dumb.",
    )(command)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=RECORDS, metavar="PATH|-...")
@click.option("--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input in the report.")
@click.option(
    "--output-format", "--format", "output_format", type=click.Choice(FORMATS), default="full", show_default=True,
    envvar="TAROK_OUTPUT_FORMAT", help="How to report; also from TAROK_OUTPUT_FORMAT.",
)  # fmt: skip
@click.option("--select", multiple=True, metavar="CODES", help="Only these codes or prefixes (P,S001); repeatable.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these codes or prefixes; repeatable.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@click.option("--strict", is_flag=True, help="Accept the canonical spelling only.")
@click.option("--rewrites", is_flag=True, help="Report every lenient spelling that was understood.")
@click.option("--session/--no-session", default=True, help="Check hands of one event and table against each other.")
@click.option("--statistics", is_flag=True, help="Count findings by code instead of showing them.")
@click.option("--exit-zero", is_flag=True, help="Leave with 0 in spite of findings.")
@jobs_option
@engine_option
@click.option("--resume", "journal", type=RECORDS, metavar="FILE",
              help="Keep what is done in this file; a run that was interrupted goes on from there.")
@color_option
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[str, ...],
    stdin_filename: str,
    output_format: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exclude: tuple[str, ...],
    strict: bool,
    rewrites: bool,
    session: bool,
    statistics: bool,
    exit_zero: bool,
    jobs: int,
    engine: Engine,
    journal: str | None,
    color: ColorChoice,
) -> int:
    """Check records: syntax, legality and score, and each hand's place in its session.

    Directories are searched for *.tpbn files; - is standard input. Leaves with 1 if there is an
    error or a warning; notes never count.
    """
    from tarok_pbn.archive.tasks import CheckTask
    from tarok_pbn.report.progress import Progress
    from tarok_pbn.report.selection import Selection
    from tarok_pbn.session import SessionChecker

    try:
        wanted = Selection(select, ignore)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from wrong
    style = style_for(sys.stdout, color)
    files = found(paths, exclude)
    sizes = _sizes(files)
    tally = Tally()
    with ExitStack() as stack:
        kept = stack.enter_context(_journal(journal)) if journal is not None else None
        report = None if statistics else reporter(output_format, sys.stdout, style)
        progress = Progress(sys.stderr, style.width, sum(sizes) or None)
        losses = Losses(progress.clear, debug=bool(ctx.obj and ctx.obj["debug"]))
        run = _Run(wanted, report, tally, progress, SessionChecker() if session else None)
        task = CheckTask(strict, rewrites, session)
        if jobs == 1 and engine.kind == "processes" and kept is None:
            _one_by_one(zip(files, sizes, strict=True), stdin_filename, task, run, losses)
        else:
            _spread(cut(files, stdin_filename, sys.stdin.buffer), engine, jobs, task, kept, run, losses)
        progress.clear()
        if report is not None:
            report.finish(tally)
        else:
            _print_statistics(tally, output_format)
    click.echo(tally.sentence(), err=output_format in MACHINE)
    return losses.code(1 if tally.failed and not exit_zero else 0)


class _Run:
    """One run of the check: takes checked records in order, puts them in their sessions, counts and reports them."""

    def __init__(
        self,
        wanted: Selection,
        report: Reporter | None,
        tally: Tally,
        progress: Progress,
        sessions: SessionChecker | None,
    ) -> None:
        self._wanted = wanted
        self._report = report
        self._tally = tally
        self._progress = progress
        self._sessions = sessions

    def add(self, name: str, checked: Checked, counts: bool, done: int) -> None:
        """A record of the file *name*. counts: False for text without any record. done: bytes of all files so far."""
        if self._sessions is not None:
            self._sessions.add(checked)
        findings = [f for f in checked.findings if self._wanted(f.code)]
        entry = Entry(name, checked.parsed.number, checked.record, findings, counts)
        self._tally.add(entry)
        self._progress.step(name, done)
        if self._report is not None:
            if entry.findings:
                self._progress.clear()
            self._report.add(entry)


def _one_by_one(
    files: Iterable[tuple[str, int]], stdin_filename: str, task: CheckTask, run: _Run, losses: Losses
) -> None:
    """Check in this process, each record as soon as it is read."""
    from tarok_pbn.archive.work import Lost
    from tarok_pbn.check import check as check_record

    before = 0
    for path, size in files:
        name = stdin_filename if path == "-" else path
        try:
            for parsed in parsed_records(path, name, strict=task.strict, rewrites=task.rewrites):
                try:
                    checked = check_record(parsed)
                except Exception as fault:  # the other records are worth as much as before
                    losses.lost(name, parsed.number, parsed.line, Lost.by(fault))
                else:
                    run.add(name, checked, parsed.is_record, before + parsed.offset)
        except Unreadable as wrong:
            losses.unreadable(wrong)
        before += size


def _spread(
    items: Iterator[Partition | Broken],
    engine: Engine,
    jobs: int,
    task: CheckTask,
    journal: Journal | None,
    run: _Run,
    losses: Losses,
) -> None:
    """Check in other processes, or with a journal of what is done."""
    from tarok_pbn.archive.engine import EngineError
    from tarok_pbn.archive.partition import Broken
    from tarok_pbn.archive.tasks_rows import restore

    remembered = _Remembered(journal, task)
    before = 0
    file = ""
    done = 0
    try:
        for item, rows in engine.mapped(
            items, task, jobs, known=remembered.known, parts=parts_of, notice=losses.notice
        ):
            if losses.of(item, rows):
                continue
            assert not isinstance(item, Broken)
            assert isinstance(rows, list)
            remembered.keep(item, rows)
            if item.name != file:
                before, file = done, item.name
            for row, checked in zip(rows, restore(rows, item), strict=True):
                run.add(item.name, checked, row.counts, before + checked.parsed.offset)
            done = before + item.offset + item.size
    except EngineError as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong


class _Remembered:
    """What a journal knows of the check, and the files that need no check because they could not be read."""

    def __init__(self, journal: Journal | None, task: CheckTask) -> None:
        self._journal = journal
        self._what = task.key()

    def known(self, item: Partition | Broken) -> list[Row] | None:
        """The rows that an earlier run has left; none where there is nothing to be done."""
        from tarok_pbn.archive.partition import Broken
        from tarok_pbn.archive.resume import key_of
        from tarok_pbn.archive.tasks_rows import Row

        if isinstance(item, Broken):
            return []
        if self._journal is None:
            return None
        try:
            rows = self._journal.get(key_of(item, self._what))
        except OSError:
            return None  # whoever works on it will say so
        return None if rows is None else [Row(*row) for row in rows]

    def keep(self, item: Partition, rows: list[Row]) -> None:
        """Add the rows of a partition to the journal."""
        from tarok_pbn.archive.resume import key_of

        if self._journal is None:
            return
        try:
            key = key_of(item, self._what)
        except OSError:
            return  # the file has changed meanwhile
        try:
            self._journal.add(key, rows)
        except OSError as wrong:
            raise click.ClickException(f"cannot write the journal: {wrong.strerror or wrong}") from wrong


def _journal(path: str) -> Journal:
    from tarok_pbn.archive.resume import Journal, NoJournal

    try:
        return Journal(path)
    except NoJournal as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    except OSError as wrong:
        raise click.ClickException(f"cannot open {printable(path)}: {wrong.strerror or wrong}") from wrong


def _sizes(files: Sequence[str]) -> list[int]:
    """Bytes of the files, to tell how much is left; 0 where that cannot be said."""
    return [os.path.getsize(path) if path != "-" and os.path.isfile(path) else 0 for path in files]


def _print_statistics(tally: Tally, output_format: str) -> None:
    rows = tally.statistics()
    if output_format in ("json", "json-lines"):
        listed = [{"code": code, "title": title, "count": count} for count, code, title in rows]
        click.echo(json.dumps(listed) if output_format == "json" else "\n".join(map(json.dumps, listed)))
        return
    width = max((len(f"{count:,}") for count, _, _ in rows), default=0)
    for count, code, title in rows:
        click.echo(f"{count:>{width},}  {code}  {title}")
