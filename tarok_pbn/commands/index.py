"""The commands ``tarok index`` and ``tarok sql``: the tables of an archive, kept beside it and asked."""

from __future__ import annotations

import io
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO

import click

from tarok_pbn.commands.steps import Steps
from tarok_pbn.commands.workers import Losses, jobs_option
from tarok_pbn.files import find
from tarok_pbn.report.base import counted
from tarok_pbn.report.output import opened as output_to
from tarok_pbn.report.sources import Unreadable
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    import duckdb

    from tarok_pbn.archive.index import Kept, Update
    from tarok_pbn.archive.index_list import Damaged

__all__ = ["damaged", "index", "kept_of", "sql"]

_FORMATS = ("table", "csv", "json", "json-lines", "parquet")
_DIRECTORY = click.Path(exists=True, file_okay=False)


def _updated(directory: str, *, full: bool = False, thorough: bool = False, jobs: int = 1) -> Update:
    """Bring the index up to date and say what was done. jobs: processes, 0 as many as there are processors."""
    try:
        from tarok_pbn.archive.index import Busy, update
    except ImportError as wrong:
        raise _missing() from wrong
    from tarok_pbn.archive.work import EngineError, cores

    def step(path: str, end: int, records: int) -> None:
        steps.step(path, end, records=records)

    try:
        with Steps(find([directory])) as steps:
            notice = Losses(steps.clear).notice
            done = update(directory, full=full, thorough=thorough, jobs=jobs or cores(), step=step, notice=notice)
    except ImportError as wrong:
        raise _missing() from wrong
    except Busy as wrong:
        raise click.ClickException(f"another tarok is writing the index of {printable(directory)}") from wrong
    except EngineError as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    except FileNotFoundError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except OSError as wrong:
        raise click.ClickException(f"cannot write the index: {printable(str(wrong))}") from wrong
    files = f"{counted(done.read, 'file')} read, {done.unchanged:,} unchanged, {done.gone:,} gone"
    if done.mended:
        files += f"; the tables of {counted(done.mended, 'file')} were damaged and are made anew"
    click.echo(f"Index of {counted(done.records, 'record')}: {files}.", err=True)
    return done


def _code(ctx: click.Context, done: Update) -> int:
    """Tell what is not in the index; the exit code."""
    losses = Losses(debug=bool((ctx.obj or {}).get("debug")))
    for partition, why in done.lost:
        losses.of(partition, why)
    for path, wrong in done.unreadable:
        losses.unreadable(Unreadable(path, wrong))
    return losses.code(0)


def kept_of(directory: str, *, update: bool, jobs: int) -> Kept:
    """The index of a directory for a query, which reads itself what is not in it.

    update: bring it up to date first, with so many processes.

    Raises click.ClickException where it cannot be written, or pyarrow is not installed.
    """
    if update:
        _updated(directory, jobs=jobs)
    try:
        import_module("pyarrow.parquet")  # said now, and not at the first file
    except ImportError as wrong:
        raise _missing() from wrong
    from tarok_pbn.archive.index import Kept

    return Kept(directory, updated=update)


def damaged(wrong: Damaged) -> click.ClickException:
    """What is told of a table that is not what was written."""
    directory = printable(str(wrong.path.parent.parent))
    return click.ClickException(
        f"a table of the index is damaged or gone: {printable(str(wrong.path))}\n"
        f"Your records are not touched by that. To make the table anew: tarok index {directory}"
    )


def _missing() -> click.ClickException:
    return click.ClickException("this needs pyarrow and duckdb: pip install 'tarok-pbn[sql]'")


@click.command()
@click.argument("directory", type=_DIRECTORY)
@click.option("--full", is_flag=True, help="Read every file again.")
@jobs_option
@click.pass_context
def index(ctx: click.Context, directory: str, full: bool, jobs: int) -> int:
    """Keep the tables of an archive beside it, in DIRECTORY/.tarok-index.

    Only new and changed files are read, and those of which a table is damaged. Leaves with 0, with 2 if a file
    cannot be read, or with 3 if a record cannot be done.
    """
    return _code(ctx, _updated(directory, full=full, thorough=True, jobs=jobs))


@click.command()
@click.argument("statement")
@click.argument("directory", type=_DIRECTORY)
@click.option(
    "--output-format", "--format", "output_format", type=click.Choice(_FORMATS),
    default="table", show_default=True, help="How to write the rows; parquet goes to a file.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write there, in one step at the end, instead of standard output.")
@click.option("--no-update", is_flag=True, help="Ask the index as it is.")
@click.pass_context
def sql(
    ctx: click.Context, statement: str, directory: str, output_format: str, output: str | None, no_update: bool
) -> int:
    """Ask the tables of an archive in SQL: tarok sql 'SELECT game, count(*) FROM records GROUP BY game' records/

    The tables records, hands, calls, tricks, cards, ledger and findings are joined by file and number. The index is
    brought up to date first. Leaves with 0, or with 2 if the statement is wrong or a file cannot be read.
    """
    if output_format == "parquet" and output in (None, "-"):
        raise click.UsageError("parquet is written to a file: -o FILE")
    code = 0 if no_update else _code(ctx, _updated(directory))
    try:
        import duckdb
        import pyarrow as pa

        from tarok_pbn.archive.index import tables_of
        from tarok_pbn.archive.index_list import Damaged
        from tarok_pbn.archive.sql import Unkept, opened

        if no_update and not tables_of(directory)["records"]:
            raise click.UsageError(f"{printable(directory)} has no index of this version; tarok index makes one")
        connection = opened(directory)
    except ImportError as wrong:
        raise _missing() from wrong
    except Damaged as wrong:
        raise damaged(wrong) from wrong
    try:
        with output_to(output) as out:
            _write(connection, statement, output_format, out)
    except (duckdb.Error, pa.ArrowException, Unkept) as wrong:
        if not isinstance(wrong, (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException, Unkept)):
            _whole(directory)
        text = "\n".join(map(printable, str(wrong).split("\n")))
        raise click.UsageError(text) from wrong
    return code


def _whole(directory: str) -> None:
    """Nothing where all tables are what was written; else raises click.ClickException."""
    from tarok_pbn.archive.index import tables_of
    from tarok_pbn.archive.index_list import Damaged

    try:
        tables_of(directory, thorough=True)
    except Damaged as wrong:
        raise damaged(wrong) from wrong


def _write(connection: duckdb.DuckDBPyConnection, statement: str, output_format: str, out: BinaryIO) -> None:
    """Write what a statement gives. Raises duckdb.Error, and Unkept where the form cannot hold it."""
    from tarok_pbn.archive.sql import asked, write_parquet
    from tarok_pbn.report.rows import write_rows

    if output_format == "parquet":
        write_parquet(connection, statement, out)
        return
    names, more = asked(connection, statement, named=output_format in ("json", "json-lines"))
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    try:
        write_rows(text, output_format, names, more)
    finally:
        text.detach()
