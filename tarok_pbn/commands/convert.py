"""The command ``tarok convert``: records from form to form, and out into tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, count, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, cast

import click

from tarok_pbn.commands.steps import Steps
from tarok_pbn.commands.workers import cut, engine_option, jobs_option, parts_of, say
from tarok_pbn.report.base import Entry, counted
from tarok_pbn.report.output import unwritable
from tarok_pbn.report.sources import STDIN, Unreadable, found
from tarok_pbn.report.terminal import printable, style_for
from tarok_pbn.report.text import head_line

if TYPE_CHECKING:
    from tarok_pbn.archive.engine import Engine
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.exchange.formats import Format, FormatError, Item
    from tarok_pbn.exchange.spread import ConvertTask, Made
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
@jobs_option
@engine_option
def convert(
    paths: tuple[str, ...],
    source_form: str | None,
    target_form: str | None,
    output: str | None,
    tables: tuple[str, ...],
    strict: bool,
    exclude: tuple[str, ...],
    stdin_filename: str,
    jobs: int,
    engine: Engine,
) -> int:
    """Convert records from one form to another; nothing that was written is lost.

    Forms are tpbn, json, json-lines and xml, those of other programs, and as output only the tables csv, parquet and
    arrow. Leaves with 1 if a record has errors of syntax (its text is kept as it stands), with 2 if a file is not of
    its form; then nothing is written. A file that is written over is whole at every moment.
    """
    source = _named(source_form, "--from") if source_form else None
    if source is not None and source.reads is None:
        raise click.UsageError(
            f"--from {source.name}: it is only written, never read; tpbn, json, json-lines and xml keep all"
        )
    target = _target(target_form, output)
    sources = found(paths, exclude)
    steps = Steps(sources, records_out=output in (None, "-"))
    run = _Run(source, strict, stdin_filename, steps, jobs, engine)
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
            records: Iterator[Any] = run.items(group) if target.binds is None else run.pieces(group, target)
            begun = _begun(records)
            with run.opened(out, target) as file:
                (target.binds or target.writes)(begun, file)
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


class _Standard:
    """Standard output, of which it is known whether anything was written; it is not closed."""

    def __init__(self) -> None:
        self.touched = False

    def write(self, data: bytes) -> int:
        """Write bytes. Raises OSError."""
        self.touched = self.touched or bool(data)
        return sys.stdout.buffer.write(data)

    def writelines(self, lines: Iterable[bytes]) -> None:
        """Write lines. Raises OSError."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Let it out. Raises OSError."""
        sys.stdout.buffer.flush()


@contextmanager
def _opened(output: str, strict: bool, standard: _Standard, torn: bytes) -> Iterator[BinaryIO]:
    """The file to write: it takes the place of an older one when it is complete.

    standard: what stands for standard output, unless input is refused as a whole. torn: what it is to end with where
    an exception ends the writing after something was written.
    """
    from tarok_pbn.files import replacing

    if output == "-":
        sys.stdout.flush()
        if not strict:
            try:
                yield cast("BinaryIO", standard)
            except OSError:
                raise  # it cannot be written at all
            except Exception:
                if standard.touched:
                    standard.write(torn)
                    standard.flush()
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
                pieces = _begun(run.pieces(sources, target, tables))
                with (
                    run.opened(out, target) as file,
                    closed({tables[0]: make(TABLES[tables[0]], file)}) as to,
                ):
                    write_tables(pieces, to)
        else:
            with run.reported(output), _folder(output), table_files(target.name, output, tables, suffix) as files:
                write_tables(run.pieces(sources, target, tables), files)
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


class _Whole(NamedTuple):
    """A file that is read here, in one go. form, stream: of standard input that was looked at already."""

    path: str
    form: Format | None = None
    stream: BinaryIO | None = None


class _Run:
    """Reads the sources, tells what is wrong with them, and counts."""

    def __init__(
        self, form: Format | None, strict: bool, stdin_filename: str, progress: Steps, jobs: int, engine: Engine
    ) -> None:
        self.form = form
        self.strict = strict
        self.stdin_filename = stdin_filename
        self.style = style_for(sys.stderr)
        self.progress = progress
        self.jobs = jobs
        self.engine = engine
        self.stream: BinaryIO | None = None  # the file that is being read
        self.records = self.kept = self.errors = 0
        self.written = 0  # records that the writer has taken and asked for the next
        self.files = self.in_files = 0  # outputs that are complete, and their records
        self.standard = _Standard()
        self.refused = ""  # what there is of the output that was refused

    def items(self, paths: list[str]) -> Iterator[Item]:
        """The records of all these files."""
        for path in paths:
            for item in self._of(path):
                yield item[1]
                self.written += 1

    def pieces(self, paths: list[str], target: Format, tables: Sequence[str] = ()) -> Iterator[Any]:
        """What each record of these files comes to in a form of ours; of tables, its rows in these."""
        from tarok_pbn.exchange.formats import unwritten
        from tarok_pbn.exchange.spread import ConvertTask

        task = ConvertTask(target.name, tuple(tables))
        if self.jobs == 1 and self.engine.kind == "processes":
            every: Iterator[Made] = chain.from_iterable(self._whole(_Whole(path), task) for path in paths)
        else:
            every = self._spread(paths, task)
        for number, made in enumerate(every, 1):
            if made.wrong:
                raise unwritten(target, made.wrong, number)
            if made.piece is not None:
                yield made.piece
                self.written += 1

    def _whole(self, whole: _Whole, task: ConvertTask) -> Iterator[Made]:
        """What the records of a file come to, made here."""
        for number, item in self._of(*whole):
            yield from task.made((item,), number)

    def _spread(self, paths: list[str], task: ConvertTask) -> Iterator[Made]:
        """The same, with records of TPBN made in other processes. Raises click.ClickException and RuntimeError."""
        from tarok_pbn.archive.engine import EngineError
        from tarok_pbn.archive.partition import Broken, Partition
        from tarok_pbn.archive.work import Lost

        def known(item: Partition | Broken | _Whole) -> Iterable[Made] | None:
            if isinstance(item, _Whole):
                return self._whole(item, task)  # read when its turn comes
            return () if isinstance(item, Broken) else None

        def parts(item: Partition | Broken | _Whole) -> Iterable[Partition | Broken | _Whole]:
            return (item,) if isinstance(item, _Whole) else parts_of(item)

        def notice(text: str) -> None:
            self.progress.clear()
            say(text)

        call: Callable[[Partition], Iterable[Made]] = task
        unknown = False
        try:
            for item, result in self.engine.mapped(
                self._parts(paths), call, self.jobs, known=known, parts=parts, notice=notice
            ):
                if isinstance(item, Broken):
                    raise Unreadable(item.path, item.why)
                if isinstance(result, Lost):
                    assert isinstance(item, Partition)
                    if result.system is not None:
                        raise Unreadable(item.path or item.name, result.system)
                    place = f"{printable(item.name)}:{item.start.line}"
                    raise RuntimeError(f"{place}: record {item.start.number} could not be converted: {result.why}")
                if isinstance(item, _Whole):
                    yield from result
                    continue
                unknown = unknown and item.start.number > 1
                every = task.part(item, unknown=True) if unknown else result
                for number, made in enumerate(every, item.start.number):
                    unknown = unknown or any(finding.code == "F012" for finding in made.findings)
                    self.progress.step(item.path or "-", item.offset, item.name)
                    self._look(made.findings, item.name, number, record=made.record, kept=made.kept)
                    yield made
        except EngineError as wrong:
            raise click.ClickException(printable(str(wrong))) from wrong

    def _parts(self, paths: list[str]) -> Iterator[Partition | Broken | _Whole]:
        """TPBN in partitions, other forms as they are. Raises _NotConverted."""
        from tarok_pbn.exchange.formats import FormatError
        from tarok_pbn.exchange.source import recognised

        for path in paths:
            name = self.stdin_filename if path == "-" else path
            form, stdin = self.form, cast("BinaryIO", sys.stdin.buffer)
            if form is None and path == "-":
                try:
                    form, stdin = recognised(stdin, name)
                except FormatError as wrong:
                    raise _refusal(name, wrong) from wrong
            elif form is None:
                with suppress(OSError, FormatError), _stream(path) as stream:  # told when its turn comes
                    form = recognised(stream, name)[0]
            if form is not None and form.name == "tpbn":
                yield from cut([path], name, stdin)
            else:
                yield _Whole(path, form if path == "-" else None, stdin if path == "-" else None)

    def _of(self, path: str, form: Format | None = None, stream: BinaryIO | None = None) -> Iterator[tuple[int, Item]]:
        """(number, record) of a file. Raises Unreadable and _NotConverted."""
        from tarok_pbn.exchange.formats import FormatError

        name = self.stdin_filename if path == "-" else path
        reading = self._read(path, name, form, stream)
        for number in count(1):
            try:
                form, item = next(reading)
            except StopIteration:
                return
            except OSError as wrong:
                raise Unreadable("standard input" if path == "-" else path, wrong) from wrong
            except FormatError as wrong:
                raise _refusal(name, wrong) from wrong
            self.progress.step(path, self.stream.tell() if self.stream is not None else 0, name)
            record, kept = bool(item.record.tags or item.record.sections), item.text is not None
            self._look(item.findings, name, number, record=record, kept=kept, foreign=form.foreign)
            yield number, item

    def _read(self, path: str, name: str, form: Format | None, begun: BinaryIO | None) -> Iterator[tuple[Format, Item]]:
        from tarok_pbn.exchange.source import recognised, records

        with _stream(path) as stream:
            self.stream = stream if path != "-" else None
            form = form or self.form
            form, rest = (form, begun or stream) if form is not None else recognised(stream, name)
            for item in records(form, rest, name):
                yield form, item

    def _look(
        self, findings: list[Finding], name: str, number: int, *, record: bool, kept: bool, foreign: bool = False
    ) -> None:
        told = [f for f in findings if foreign or _of_syntax(f) or f.code == "F012"]
        errors = sum(f.severity == "error" for f in told)
        if told:
            self.progress.clear()
        for finding in told:
            click.echo(head_line(Entry(name, number, None, []), finding, self.style), err=True)
        self.records += record
        self.kept += kept
        self.errors += errors
        if errors and self.strict:
            raise _Refused

    @contextmanager
    def opened(self, output: str, target: Format) -> Iterator[BinaryIO]:
        """The file to write, as ``_opened`` has it."""
        with _opened(output, self.strict, self.standard, target.torn) as file:
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
        if self.standard.touched:
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


def _refusal(name: str, wrong: FormatError) -> _NotConverted:
    """What is told of a file that is not of its form."""
    place = "" if wrong.line is None else f":{wrong.line}:{wrong.column or 1}"
    help = f"\n  = help: {printable(wrong.help)}" if wrong.help else ""
    return _NotConverted(f"{printable(name)}{place}: {printable(wrong.what)}{help}")


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
