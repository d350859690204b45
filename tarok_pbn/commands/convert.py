"""The command ``tarok convert``: records from form to form, and out into tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from tarok_pbn.commands.steps import Steps
from tarok_pbn.report.base import Entry, counted
from tarok_pbn.report.output import unwritable
from tarok_pbn.report.sources import STDIN, Unreadable, found
from tarok_pbn.report.terminal import Style, printable, style_for
from tarok_pbn.report.text import head_line

if TYPE_CHECKING:
    from tarok_pbn.archive.summary import Summary
    from tarok_pbn.exchange.formats import Format, Item
    from tarok_pbn.findings import Finding

__all__ = ["convert"]

_T = TypeVar("_T")


class _NotConverted(click.ClickException):
    """A file that cannot be converted; nothing is written."""

    exit_code = 2


class _Refused(Exception):
    """With --strict: a source has errors; nothing is written."""


def _complete_form(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from tarok_pbn.exchange.formats import formats

    return [name for name in formats() if name.startswith(incomplete)]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH|-...")
@click.option(
    "--from",
    "source_form",
    metavar="FORM",
    shell_complete=_complete_form,
    help="Form of the input; else told from its name, or from how it begins.",
)
@click.option(
    "--to",
    "target_form",
    metavar="FORM",
    shell_complete=_complete_form,
    help="Form of the output; else told from the name of -o.",
)
@click.option(
    "-o", "--output", metavar="FILE|DIR|-", help="Where to: a file, a directory, or standard output. [default: -]"
)
@click.option(
    "--table", "tables", multiple=True, metavar="NAME", help="Only this table (csv, parquet, arrow); repeatable."
)
@click.option("--strict", is_flag=True, help="Refuse input with errors of syntax, and write nothing.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@click.option("--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input in messages.")
def convert(
    paths: tuple[str, ...],
    source_form: str | None,
    target_form: str | None,
    output: str | None,
    tables: tuple[str, ...],
    strict: bool,
    exclude: tuple[str, ...],
    stdin_filename: str,
) -> int:
    """Convert records from one form to another; nothing that was written is lost.

    Forms are tpbn, json, jsonl and xml, those of other programs, and as output only the tables csv, parquet and
    arrow. Leaves with 1 if a record has errors of syntax (its text is kept as it stands), with 2 if a file is not of
    its form; then nothing is written. A file that is written over is whole at every moment.
    """
    source = _named(source_form, "--from") if source_form else None
    if source is not None and source.reads is None:
        raise click.UsageError(
            f"--from {source.name}: it is only written, never read; tpbn, json, jsonl and xml keep all"
        )
    target = _target(target_form, output)
    sources = found(paths, exclude)
    run = _Run(source, strict, stdin_filename, style_for(sys.stderr), Steps(sources, records_out=output in (None, "-")))
    if target.tables:
        return _to_tables(run, sources, target, output, tables)
    if tables:
        raise click.UsageError(f"--table is for csv, parquet and arrow; {target.name} holds whole records")
    if target.writes is None:
        raise click.UsageError(f"--to {target.name}: it is only read, never written")
    outputs = _outputs(sources, target, output, stdin_filename)
    for out, group in outputs:
        _refuse_input(out, group)
    for out, group in outputs:
        with run.reported(out):
            items = _begun(run.items(group))
            with run.opened(out, target) as file:
                target.writes(items, file)
        if run.refused:
            break
    return run.finish()


# --- which forms, which files -------------------------------------------------------------------


def _named(name: str, option: str) -> Format:
    from tarok_pbn.exchange.formats import named

    try:
        return named(name)
    except KeyError as wrong:
        raise click.UsageError(f"{option}: {wrong.args[0]}") from wrong


def _target(name: str | None, output: str | None) -> Format:
    """The form to write: as named, or as the suffix of the output says."""
    from tarok_pbn.exchange.formats import guess

    if name:
        return _named(name, "--to")
    fitting = [form for form in guess(output) if not form.foreign] if output else []
    if len(fitting) != 1:
        where = "standard output has no name" if output in (None, "-") else f"{printable(output)} does not tell it"
        raise click.UsageError(f"--to is missing: which form is to be written? {where}")
    return fitting[0]


def _is_folder(output: str) -> bool:
    return os.path.isdir(output) or output.endswith(("/", os.sep))


def _outputs(
    sources: list[str], target: Format, output: str | None, stdin_filename: str
) -> list[tuple[str, list[str]]]:
    """(output, its sources): one output for all, or in a directory one for each."""
    if output is None or not _is_folder(output):
        return [(output or "-", sources)]
    made: dict[str, str] = {}
    for path in sources:
        stem = PurePath(stdin_filename if path == "-" else path).stem.strip("<>")
        out = os.path.join(output, stem + (target.suffixes[0] if target.suffixes else f".{target.name}"))
        if out in made:
            raise click.UsageError(f"{printable(made[out])} and {printable(path)} would both become {printable(out)}")
        made[out] = path
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as wrong:
        raise unwritable(output, wrong) from wrong
    return [(out, [path]) for out, path in made.items()]


def _refuse_input(out: str, group: list[str]) -> None:
    """Several files into one of them is wrong usage; a single file may be converted onto itself."""
    if out == "-" or len(group) < 2:
        return
    if os.path.realpath(out) in {os.path.realpath(path) for path in group if path != "-"}:
        raise click.UsageError(f"{printable(out)} is one of the files to convert; choose another name for -o")


def _begun(items: Iterator[_T]) -> Iterator[_T]:
    """*items*, of which the first is there: what is refused at once leaves no beginning of an output."""
    first = list(islice(items, 1))
    return chain(first, items)


@contextmanager
def _opened(output: str, strict: bool, torn: Callable[[], bytes]) -> Iterator[BinaryIO]:
    """The file to write: it takes the place of an older one when it is complete.

    torn: gives what standard output is to end with where an exception ends the writing.
    """
    from tarok_pbn.files import replacing

    if output == "-":
        sys.stdout.flush()
        if not strict:
            try:
                yield sys.stdout.buffer
            except OSError:
                raise  # it cannot be written at all
            except Exception:
                sys.stdout.buffer.write(torn())
                sys.stdout.buffer.flush()
                raise
            return
        import shutil

        from tarok_pbn.archive.scratch import scratch

        with scratch() as spool:
            yield spool
            spool.seek(0)
            shutil.copyfileobj(spool, sys.stdout.buffer)
        return
    try:
        with replacing(output) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise unwritable(output, wrong) from wrong


# --- tables -------------------------------------------------------------------------------------


def _to_tables(run: _Run, sources: list[str], target: Format, output: str | None, wanted: tuple[str, ...]) -> int:
    from tarok_pbn.archive.tables import TABLES
    from tarok_pbn.exchange.formats import nearest
    from tarok_pbn.exchange.tablefiles import MissingExtra, closed, maker, table_files, write_tables

    for name in wanted:
        if name not in TABLES:
            near = nearest(name, list(TABLES))
            hint = f"did you mean {near}?" if near else f"there are {', '.join(TABLES)}"
            raise click.UsageError(f"no table {name}; {hint}")
    tables = [name for name in TABLES if name in wanted] if wanted else list(TABLES)
    suffix = target.suffixes[0]
    try:
        make = maker(target.name)
        if output is None or output == "-" or (len(tables) == 1 and output.endswith(suffix)):
            out = output or "-"
            if len(tables) != 1 or (out == "-" and target.name != "csv"):
                what = "name one with --table, or " if target.name == "csv" else ""
                raise click.UsageError(f"{target.name} makes a file a table: {what}give a directory with -o DIR")
            with run.reported(out):
                summaries = _begun(run.summaries(sources))
                with (
                    run.opened(out, target) as file,
                    closed({tables[0]: make(TABLES[tables[0]], file)}) as to,
                ):
                    write_tables(summaries, to)
        else:
            with run.reported(output), _folder(output), table_files(target.name, output, tables, suffix) as files:
                write_tables(run.summaries(sources), files)
    except MissingExtra as wrong:
        raise click.UsageError(str(wrong)) from wrong
    return run.finish()


@contextmanager
def _folder(output: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise unwritable(output, wrong) from wrong


# --- one run ------------------------------------------------------------------------------------


class _Run:
    """Reads the sources, tells what is wrong with them, and counts."""

    def __init__(self, form: Format | None, strict: bool, stdin_filename: str, style: Style, progress: Steps) -> None:
        self.form = form
        self.strict = strict
        self.stdin_filename = stdin_filename
        self.style = style
        self.progress = progress
        self.stream: BinaryIO | None = None  # the file that is being read
        self.records = self.kept = self.errors = 0
        self.written = 0  # records that the writer has taken and asked for the next
        self.files = self.in_files = 0  # outputs that are complete, and their records
        self.begun = False  # whether something went to standard output
        self.headed = False  # whether the form has a head
        self.refused = ""  # what there is of the output that was refused

    def items(self, paths: list[str]) -> Iterator[Item]:
        """The records of all these files."""
        for path in paths:
            for item in self._of(path):
                yield item[1]
                self.written += 1

    def summaries(self, paths: list[str]) -> Iterator[Summary]:
        """The checked records of all these files, for tables."""
        from tarok_pbn.archive.summary import Summary
        from tarok_pbn.check import check
        from tarok_pbn.notation import Parsed

        for path in paths:
            for number, item in self._of(path):
                parsed = Parsed(item.record, item.findings, item.text or "", number=number)
                if parsed.is_record:
                    yield Summary(check(parsed))
                    self.written += 1

    def _of(self, path: str) -> Iterator[tuple[int, Item]]:
        """(number, record) of a file. Raises Unreadable and _NotConverted."""
        from tarok_pbn.exchange.formats import FormatError

        name = self.stdin_filename if path == "-" else path
        reading = self._read(path, name)
        for number in count(1):
            try:
                form, item = next(reading)
            except StopIteration:
                return
            except OSError as wrong:
                raise Unreadable("standard input" if path == "-" else path, wrong) from wrong
            except FormatError as wrong:
                place = "" if wrong.line is None else f":{wrong.line}:{wrong.column or 1}"
                help = f"\n  = help: {printable(wrong.help)}" if wrong.help else ""
                raise _NotConverted(f"{printable(name)}{place}: {printable(wrong.what)}{help}") from wrong
            self.progress.step(path, self.stream.tell() if self.stream is not None else 0, name)
            self._look(item, name, number, form)
            yield number, item

    def _read(self, path: str, name: str) -> Iterator[tuple[Format, Item]]:
        from tarok_pbn.exchange.source import recognised, records

        with _stream(path) as stream:
            self.stream = stream if path != "-" else None
            form, rest = (self.form, stream) if self.form is not None else recognised(stream, name)
            for item in records(form, rest, name):
                yield form, item

    def _look(self, item: Item, name: str, number: int, form: Format) -> None:
        told = [f for f in item.findings if form.foreign or _of_syntax(f) or f.code == "F012"]
        errors = sum(f.severity == "error" for f in told)
        if told:
            self.progress.clear()
        for finding in told:
            click.echo(head_line(Entry(name, number, None, []), finding, self.style), err=True)
        self.records += bool(item.record.tags or item.record.sections)
        self.kept += item.text is not None
        self.errors += errors
        if errors and self.strict:
            raise _Refused

    @contextmanager
    def opened(self, output: str, target: Format) -> Iterator[BinaryIO]:
        """The file to write, as ``_opened`` has it."""
        self.headed = target.headed
        torn = target.torn
        with _opened(output, self.strict, lambda: torn if self.written or self.headed else b"") as file:
            self.begun = output == "-" and not self.strict
            yield file
        self.files += 1
        self.in_files = self.written

    @contextmanager
    def reported(self, output: str) -> Iterator[None]:
        """What ends the making of an output is told, with what there is of it."""
        from tarok_pbn.exchange.formats import FormatError

        try:
            yield
        except _Refused:
            self.refused = self._left(output)
        except FormatError as wrong:  # of the writer: what the form cannot hold
            raise _NotConverted(f"{printable(str(wrong))}\n{self._left(output)}") from wrong
        except (_NotConverted, Unreadable) as wrong:
            raise _NotConverted(f"{wrong.message}\n{self._left(output)}") from wrong
        finally:
            self.progress.clear()

    def _left(self, output: str) -> str:
        """What there is of the output when the making of it has ended too early."""
        if self.begun and not (self.written or self.headed):
            return "Nothing was written to standard output."
        if self.begun:
            return f"Standard output is incomplete: it breaks off after {counted(self.written, 'record')}."
        if not self.files:
            return "Nothing was written."
        before = f"{counted(self.files, 'file')} with {counted(self.in_files, 'record')}"
        return f"{printable(output)} was not written; {before} before it {'was' if self.files == 1 else 'were'}."

    def finish(self) -> int:
        """Tell what was done; the exit code."""
        if self.refused:
            click.echo(f"The input has errors of syntax. {self.refused}", err=True)
            return 1
        kept = f"; the text of {self.kept:,} is kept as it stands" if self.kept else ""
        click.echo(f"Converted {counted(self.records, 'record')}{kept}.", err=True)
        return 1 if self.errors else 0


def _of_syntax(finding: Finding) -> bool:
    return finding.severity == "error" and (finding.code[0] == "F" or finding.code == "R011")


@contextmanager
def _stream(path: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input. Raises OSError."""
    if path == "-":
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file
