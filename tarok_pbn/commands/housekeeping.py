"""Keeping an archive in order: ``split``, ``merge``, ``sort``, ``dedupe``."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import click

from tarok_pbn.archive.intake import Intake, same_bytes, same_file
from tarok_pbn.archive.scratch import ScratchFull, scratch
from tarok_pbn.commands.steps import Steps
from tarok_pbn.report.base import counted
from tarok_pbn.report.output import opened, unwritable
from tarok_pbn.report.sources import found
from tarok_pbn.report.terminal import printable

__all__ = ["Keeping", "dedupe", "intake_of", "merge", "outcome", "sort", "split", "writing"]

OK, FINDINGS, USAGE = 0, 1, 2
RECORDS = click.Path(readable=False)
TEXT_OR_JSON = click.Choice(["text", "json"])


class Keeping(click.Command):
    """A command that puts records aside in temporary files; where there is no room for those, it says so."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except ScratchFull as wrong:
            raise click.ClickException(printable(str(wrong))) from wrong


def _paths(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments of every command that reads an archive."""
    command = click.option(
        "--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?."
    )(command)
    return click.argument("paths", nargs=-1, required=True, type=RECORDS, metavar="PATH|-...")(command)


def intake_of(paths: list[str], steps: Steps) -> Intake:
    """The records of *paths*; what is left out is told on stderr."""

    def tell(sentence: str) -> None:
        steps.clear()
        click.echo(printable(sentence), err=True)

    return Intake(paths, sys.stdin.buffer, tell, steps.step)


def outcome(intake: Intake) -> int:
    """The exit code after the records of *intake* were written; says how many had errors of reading."""
    if intake.faulty:
        click.echo(
            f"{counted(intake.faulty, 'record')} with errors of reading carried over as they stood; "
            "tarok check tells what is wrong",
            err=True,
        )
    if intake.unreadable:
        return USAGE
    return FINDINGS if intake.refused or intake.faulty else OK


@contextlib.contextmanager
def writing(path: str | None, intake: Intake) -> Iterator[BinaryIO]:
    """The file to write records to, in one step at the end; standard output for None and ``-``.

    A file that was to be read and could not be is not written over.
    """
    with opened(path) as file:
        yield file
        if path is not None and path != "-" and intake.left_out(path):
            raise click.ClickException(f"{printable(path)} stays as it is: what it holds could not be taken over")


# --- split --------------------------------------------------------------------------------------


@click.command(cls=Keeping)
@_paths
@click.option("--by", "by_text", metavar="WHAT", help="event, date, table, game, player, contract, deal, any other "
              "tag, several with commas; 100 (records a file); 2MB.")  # fmt: skip
@click.option("--pattern", "pattern_text", metavar="NAME", help="Names of the files: {event}-{table}.tpbn; "
              "without --by it says by what to split.")  # fmt: skip
@click.option("-d", "--output-dir", default=".", metavar="DIR", help="Where the files go.  [default: here]")
@click.option("--force", is_flag=True, help="Write over files with other content.")
@click.option("--dry-run", is_flag=True, help="Write nothing; list the files.")
@click.option("--output-format", "--format", "output_format", type=TEXT_OR_JSON, default="text", help="Of the list.")
def split(
    paths: tuple[str, ...],
    exclude: tuple[str, ...],
    by_text: str | None,
    pattern_text: str | None,
    output_dir: str,
    force: bool,
    dry_run: bool,
    output_format: str,
) -> int:
    """Divide an archive into files, by what its records say or into pieces; no record is lost.

    The files are listed on stdout. A file that exists with other content is only written over with --force.
    """
    from tarok_pbn.archive.divide import Division, Occupied

    division = Division(*_how(by_text, pattern_text), output_dir)
    files = found(paths, exclude)
    with Steps(files) as steps:
        intake = intake_of(files, steps)
        for name, loose in intake:
            division.add(loose, name)
    listed = []
    written = 0
    try:
        with Steps(files, records_out=output_format == "text") as steps:
            for made in division.plan() if dry_run else division.write(force=force):
                listed.append({"file": made.path, "records": made.records, "unchanged": made.kept})
                written += 0 if dry_run else os.path.getsize(made.path)
                steps.step("", written, made.path, made.records)
                if output_format == "text":
                    kept = ", unchanged" if made.kept else ""
                    _say(f"{printable(made.path)}: {counted(made.records, 'record')}{kept}")
    except Occupied as wrong:
        for name in wrong.names:
            click.echo(f"{printable(name)} exists with other content", err=True)
        why = "nothing was written; --force writes over them, -d names another directory"
        raise click.ClickException(why) from wrong
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except OSError as wrong:
        raise unwritable(wrong.filename or output_dir, wrong) from wrong
    if output_format == "json":
        click.echo(json.dumps(listed, indent=2))
    would = "would go" if dry_run else "are"
    click.echo(f"{counted(intake.last, 'record')} {would} in {counted(len(listed), 'file')}.", err=True)
    return outcome(intake)


def _say(line: str) -> None:
    """A line on standard output, of which a failure is no failure of the files that are written meanwhile."""
    try:
        click.echo(line)
    except OSError as wrong:
        raise unwritable("standard output", wrong) from wrong


def _how(by_text: str | None, pattern_text: str | None) -> tuple[Any, Any]:
    """By what to split, and the pattern; each of them may say both."""
    from tarok_pbn.archive.divide import By, Division
    from tarok_pbn.archive.filenames import Pattern

    try:
        pattern = Pattern(pattern_text) if pattern_text is not None else None
        if by_text is None:
            fields = [field for field in (pattern.fields if pattern else []) if field not in ("number", "file")]
            if not fields:
                raise click.UsageError("say by what to split: --by event, --by 100, --pattern '{event}-{table}.tpbn'")
            by_text = ",".join(fields)
        by = By.parse(by_text)
        Division(by, pattern, ".")
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    return by, pattern


# --- merge and sort -----------------------------------------------------------------------------


def _keys(text: str) -> list[str]:
    from tarok_pbn.archive.fields import fields_of

    try:
        return fields_of(text)
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong


@click.command(cls=Keeping)
@_paths
@click.option("-o", "--output", metavar="FILE", help="Where to write; standard output without it.")
@click.option("--sort", "sort_text", metavar="KEYS", help="Sort by these: date,event,round,table,board.")
def merge(paths: tuple[str, ...], exclude: tuple[str, ...], output: str | None, sort_text: str | None) -> int:
    """Put the records of several files into one.

    The output may be one of the files that are named. While a directory is searched, the output of an earlier run is
    left out.
    """
    from tarok_pbn.archive.join import join

    fields = _keys(sort_text) if sort_text else []
    named = set(paths)
    files = found(paths, exclude)
    if output not in (None, "-"):
        kept = [path for path in files if path in named or not same_file(path, str(output))]
        if len(kept) < len(files):
            click.echo(f"{printable(str(output))} is the output and was not read", err=True)
        files = kept
    with Steps(files, records_out=output in (None, "-")) as steps:
        intake = intake_of(files, steps)
        with writing(output, intake) as file:
            count = join((loose for _, loose in intake), file, fields)
    if output not in (None, "-"):
        read = len(files) - len({*intake.unreadable, *intake.refused})
        what = f"{counted(count, 'record')} of {counted(read, 'file')}"
        click.echo(f"{what} in {printable(str(output))}.", err=True)
    return outcome(intake)


@click.command(cls=Keeping)
@_paths
@click.option("--by", "by_text", default="date,event,round,table,board", show_default=True, metavar="KEYS",
              help="Tags, the first one counts most; deal is the DealId.")  # fmt: skip
@click.option("--reverse", is_flag=True, help="From last to first; what is not known stays at the end.")
@click.option("-i", "--in-place", is_flag=True, help="Sort each file in itself.")
@click.option("-o", "--output", metavar="FILE", help="Where to write; standard output without it.")
def sort(
    paths: tuple[str, ...],
    exclude: tuple[str, ...],
    by_text: str,
    reverse: bool,
    in_place: bool,
    output: str | None,
) -> int:
    """Sort records; numbers inside a text count as numbers, equal records keep their order.

    Without --in-place all files are sorted into one.
    """
    from tarok_pbn.archive.join import join

    fields = _keys(by_text)
    files = found(paths, exclude)
    _one_target(files, in_place, output)
    with Steps(files, records_out=not in_place and output in (None, "-")) as steps:
        intake = intake_of(files, steps)
        if not in_place:
            with writing(output, intake) as file:
                join((loose for _, loose in intake), file, fields, reverse=reverse)
        else:
            for path in files:
                _rewrite(path, intake, lambda records, file: join(records, file, fields, reverse=reverse))
    return outcome(intake)


def _one_target(files: list[str], in_place: bool, output: str | None) -> None:
    if in_place and output is not None:
        raise click.UsageError("--in-place and --output are two places; one of them can be meant")
    if in_place and "-" in files:
        raise click.UsageError("standard input cannot be written in place")


def _rewrite(path: str, intake: Intake, write: Callable[[Iterator[Any], BinaryIO], object]) -> None:
    """Write one file anew; one that would be the same, or that was left out, is not touched."""
    import shutil

    with scratch() as made:
        before = intake.last
        write((loose for _, loose in intake.records(path)), made)
        made.seek(0)
        if intake.last == before or intake.left_out(path) or same_bytes(path, made):
            return
        made.seek(0)
        with writing(path, intake) as file:
            shutil.copyfileobj(made, file)


# --- dedupe -------------------------------------------------------------------------------------


@click.command(cls=Keeping)
@_paths
@click.option("--keep", type=click.Choice(["first", "complete", "comments"]), default="first", show_default=True,
              help="Which copy stays: the first, the one that tells most, the one with most comments.")  # fmt: skip
@click.option("--across", is_flag=True, help="One deal and play are one hand, whatever event, table and players say.")
@click.option("-i", "--in-place", is_flag=True, help="Take copies out of the files themselves.")
@click.option("-o", "--output", metavar="FILE", help="Where to write what is left; standard output without it.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; leave with 1 if there are copies.")
@click.option("--report", is_flag=True, help="Tell of copies, of what is near, and of deals played in several ways.")
@click.option("--output-format", "--format", "output_format", type=TEXT_OR_JSON, default="text", help="Of the report.")
def dedupe(
    paths: tuple[str, ...],
    exclude: tuple[str, ...],
    keep: str,
    across: bool,
    in_place: bool,
    output: str | None,
    only_check: bool,
    report: bool,
    output_format: str,
) -> int:
    """Take out records that are there twice: the same text, or the same deal and play at the same table.

    A deal that was played in another way is kept, and so is what differs by a card; --report tells of both. The
    report goes to stdout, or to stderr where the records go there.
    """
    from tarok_pbn.archive.dedupe import Found
    from tarok_pbn.archive.join import join

    files = found(paths, exclude)
    _one_target(files, in_place, output)
    if only_check and (in_place or output is not None):
        raise click.UsageError("--check writes nothing; leave --in-place and --output away")
    on_stderr = not (in_place or only_check) and output in (None, "-")
    with Steps(files, 1 if only_check else 2, records_out=on_stderr) as steps:
        intake = intake_of(files, steps)
        copies = Found(keep, across=across)
        for name, loose in intake:
            copies.add(loose, name)
        copies.finish()
        count = intake.last
        numbers = iter(range(count))
        if in_place:
            for path in files:
                def left(records: Iterator[Any], file: BinaryIO) -> int:
                    kept = (loose for loose, n in zip(records, numbers, strict=False) if n not in copies.out)
                    return join(kept, file)

                _rewrite(path, intake, left)
        elif not only_check:
            with writing(output, intake) as file:
                join((loose for (_, loose), n in zip(intake, numbers, strict=False) if n not in copies.out), file)
    if report:
        click.echo(_report(copies, count, output_format), nl=False, err=on_stderr)
    out = "1 copy" if len(copies.out) == 1 else f"{len(copies.out)} copies"
    taken = "would be" if only_check else "was" if len(copies.out) == 1 else "were"
    near = counted(len(copies.near), "pair")
    click.echo(f"{out} of {counted(count, 'record')} {taken} taken out; {near} near.", err=True)
    code = outcome(intake)
    return FINDINGS if code == OK and only_check and copies.out else code


def _report(copies: Any, count: int, output_format: str) -> str:
    """The report of ``dedupe``, as text or JSON."""
    if output_format == "json":

        def place(own: Any) -> dict[str, object]:
            return {"file": own.file, "record": own.record}

        return json.dumps({
            "records": count,
            "copies": [{"kept": place(c.kept), "out": [place(own) for own in c.others], "how": c.how}
                       for c in copies.copies],
            "near": [{"records": [place(pair.one), place(pair.other)], "what": pair.what} for pair in copies.near],
            "deals": [{"deal": deal.deal, "records": [place(own) for own in deal.records]} for deal in copies.deals],
        }, indent=2) + "\n"  # fmt: skip
    lines = []
    for c in copies.copies:
        how = "the same text" if c.how == "exact" else "the same deal and play"
        lines += [f"{own.label}: copy of {c.kept.label} ({how})" for own in c.others]
    lines += [f"{pair.other.label}: near to {pair.one.label}; {pair.what}" for pair in copies.near]
    for deal in copies.deals:
        lines.append(f"deal {deal.deal} was played in {len(deal.records)} ways:")
        lines += [f"  {own.label}" for own in deal.records]
    return "".join(printable(line) + "\n" for line in lines)
