"""The command ``tarok query``: which records of an archive are as an expression says."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import click

from tarok_pbn.commands.steps import Steps
from tarok_pbn.commands.workers import Losses, cut, engine_option, jobs_option, parts_of
from tarok_pbn.report.base import counted
from tarok_pbn.report.output import opened
from tarok_pbn.report.sources import STDIN, found
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.archive.engine import Engine
    from tarok_pbn.archive.index import Kept, Stored
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.query_search import Found, Hit, Search

__all__ = ["query"]

_FOUND, _NOTHING = 0, 1
_FORMATS = ("lines", "json", "json-lines", "csv", "tpbn", "paths")
_COUNTED = ("lines", "json", "json-lines", "csv")
#: what is shown of a match unless --show says otherwise
_SHOWN = ("date", "event", "table", "board", "game", "tag.Contract", "tag.Declarer")


def _names(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print what can be asked, and leave."""
    if not wanted or ctx.resilient_parsing:
        return
    from tarok_pbn.archive.query_names import FUNCTIONS, NAMES

    for name, entry in NAMES.items():
        click.echo(f"{name:<34} {entry.about.replace('`', '')}")
    for name, function in FUNCTIONS.items():
        head, _, part = name.partition(".")
        parameters = list(function.parameters)
        said = f"{head}({parameters[0]}).{part}" if part else f"{name}({', '.join(parameters)})"
        if part and len(parameters) > 1:
            said += f"({', '.join(parameters[1:])})"
        click.echo(f"{said:<34} {function.about.replace('`', '')}")
    click.echo(f"{'tag.Name':<34} value of that tag; every tag of the format also by its name alone")
    ctx.exit(_FOUND)


@click.command()
@click.argument("expression")
@click.argument("paths", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH|-...")
@click.option("--count", "only_count", is_flag=True, help="Print how many records match, and nothing else.")
@click.option("--count-by", metavar="NAME", help="Count the matches by that value: contract, player, month.")
@click.option("--show", metavar="NAME,...", help="The values to show of each match.")
@click.option(
    "--output-format", "--format", "output_format", type=click.Choice(_FORMATS), default="lines", show_default=True,
    help="How to tell the matches; tpbn writes the records themselves.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write there, in one step at the end, instead of standard output.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after so many matches.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@click.option("--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input in results.")
@click.option("--index", "use_index", is_flag=True, help="Ask the indexes of directories, brought up to date first.")
@click.option("--no-update", is_flag=True, help="With --index: leave the indexes as they are; read what they lack.")
@jobs_option
@engine_option
@click.option("--names", is_flag=True, is_eager=True, expose_value=False, callback=_names, help="List the names.")
@click.pass_context
def query(
    ctx: click.Context,
    expression: str,
    paths: tuple[str, ...],
    only_count: bool,
    count_by: str | None,
    show: str | None,
    output_format: str,
    output: str | None,
    limit: int | None,
    exclude: tuple[str, ...],
    stdin_filename: str,
    use_index: bool,
    no_update: bool,
    jobs: int,
    engine: Engine,
) -> int:
    """Find records: tarok query 'game = taroky and declarer lost' records/

    The language is described in docs/query.md; --names lists what can be asked. Leaves with 0 if a record
    matches, 1 if none does, 2 for an expression that is wrong or a file that cannot be read.
    """
    from tarok_pbn.archive.query_search import Search
    from tarok_pbn.archive.query_syntax import QueryError
    from tarok_pbn.report.matches import Count, Counts, Writer, writer

    names = _names_of(show, count_by, only_count, output_format)
    try:
        search = Search(expression, names, output_format == "tpbn")
    except QueryError as wrong:
        raise click.UsageError(_lines(str(wrong))) from wrong
    files = found(paths, exclude)
    kept = _kept(paths, use_index, no_update, jobs)
    progress = Steps(files)
    losses = Losses(progress.clear, debug=bool((ctx.obj or {}).get("debug")))
    answers = _answers(search, _items(files, stdin_filename, kept), engine, jobs, losses, progress)
    tally = _Tally(limit)
    with opened(output) as out, closing(answers):
        told: Writer
        if only_count:
            told = Count(out, output_format)
        elif count_by is not None:
            told = Counts(out, output_format, names[0])
        else:
            told = writer(output_format, out, names)
        told.begin()
        for hit in tally.hits(answers):
            told.add(hit)
        told.finish()
    click.echo(tally.sentence(), err=True)
    return losses.code(_FOUND if tally.matches else _NOTHING)


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))


def _names_of(show: str | None, count_by: str | None, only_count: bool, output_format: str) -> tuple[str, ...]:
    """The values that are asked of each match. Raises click.UsageError for options that exclude each other."""
    if only_count and count_by is not None:
        raise click.UsageError("--count and --count-by are two questions; ask one of them")
    if only_count or count_by is not None:
        if output_format not in _COUNTED:
            raise click.UsageError(f"counts are told as {', '.join(_COUNTED)}, not as {output_format}")
        if show is not None:
            raise click.UsageError("--show is for matches; counts show none")
        return (count_by.strip(),) if count_by is not None else ()
    if output_format in ("tpbn", "paths"):
        if show is not None:
            raise click.UsageError(f"--show has no meaning with --output-format {output_format}")
        return ()
    return split_names(show) if show is not None else _SHOWN


def split_names(text: str) -> tuple[str, ...]:
    """``contract, points(declarer)`` in its parts; commas inside parentheses and quotation marks part nothing."""
    parts, start, depth, quoted = [], 0, 0, False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, ")": -1}.get(char, 0)
            if char == "," and depth <= 0:
                parts.append(text[start:place])
                start = place + 1
    parts.append(text[start:])
    return tuple(part.strip() for part in parts)


class _Tally:
    """What was gone through so far. limit: the number of matches after which to stop, None for no limit."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.matches = self.records = self.faulty = 0

    def hits(self, answers: Iterable[Found]) -> Iterator[Hit]:
        """The matches of all answers, one by one."""
        for answer in answers:
            self.records += answer.records
            self.faulty += answer.faulty
            for hit in answer.hits:
                self.matches += 1
                yield hit
                if self.matches == self.limit:
                    return

    def sentence(self) -> str:
        """``3 of 24 records match.``"""
        if self.matches == self.limit:
            return f"Stopped after {self.matches:,} {'match' if self.matches == 1 else 'matches'}."
        verb = "matches" if self.matches == 1 else "match"
        text = f"{self.matches:,} of {counted(self.records, 'record')} {verb}."
        if self.faulty:
            text += f" Of those that were read, {self.faulty:,} {'has' if self.faulty == 1 else 'have'} reading errors."
        return text


def _kept(paths: tuple[str, ...], use_index: bool, no_update: bool, jobs: int) -> list[Kept]:
    """The indexes that are asked. Raises click.UsageError for what has none."""
    if not use_index:
        if no_update:
            raise click.UsageError("--no-update is for --index")
        return []
    for path in paths:
        if not os.path.isdir(path):
            raise click.UsageError(f"--index is for directories, and {printable(path)} is none")
    from tarok_pbn.commands.index import kept_of

    return [kept_of(path, update=not no_update, jobs=jobs) for path in dict.fromkeys(paths)]


class _Indexed(NamedTuple):
    """A file that an index has as it is."""

    path: str
    stored: Stored


def _items(files: list[str], stdin_filename: str, kept: list[Kept]) -> Iterator[Partition | Broken | _Indexed]:
    """What is to be searched, in order: files that an index has, and the partitions of the others."""
    for path in files:
        stored = next(filter(None, (index.stored(path) for index in kept)), None)
        if stored is None:
            yield from cut([path], stdin_filename, sys.stdin.buffer)
        else:
            yield _Indexed(path, stored)


def _answers(
    search: Search,
    items: Iterator[Partition | Broken | _Indexed],
    engine: Engine,
    jobs: int,
    losses: Losses,
    progress: Steps,
) -> Generator[Found, None, None]:
    """What the search finds, part by part in order; what cannot be read or done is told and passed over."""
    from tarok_pbn.archive.engine import EngineError
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.query_search import Found
    from tarok_pbn.archive.work import Lost

    def known(item: Partition | Broken | _Indexed) -> Iterator[Found | Broken] | None:
        if isinstance(item, _Indexed):
            return _stored(search, item.path, item.stored)  # it is asked when its turn comes
        return iter([item]) if isinstance(item, Broken) else None

    def parts(item: Partition | Broken | _Indexed) -> Iterable[Partition | Broken | _Indexed]:
        return (item,) if isinstance(item, _Indexed) else parts_of(item)

    task: Callable[[Partition], Found | Iterator[Found | Broken]] = search
    try:
        for item, result in engine.mapped(items, task, jobs, known=known, parts=parts, notice=losses.notice):
            if not isinstance(item, _Indexed) and losses.of(item, result):
                continue
            assert not isinstance(result, Lost)
            if isinstance(item, Partition):
                name, end = item.name, item.offset + item.size
            else:
                name, end = item.path, item.stored.stamp[0] if isinstance(item, _Indexed) else 0
            for part in [result] if isinstance(result, Found) else result:
                if isinstance(part, Broken):
                    losses.of(part, None)
                    continue
                progress.step(item.path or "-", end, name, part.records)
                if part.hits:
                    progress.clear()
                yield part
    except EngineError as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    finally:
        progress.clear()


def _stored(search: Search, path: str, stored: Stored) -> Iterator[Found | Broken]:
    """What the search finds in what an index keeps of a file. Raises click.ClickException where that is damaged."""
    from tarok_pbn.archive.index_list import Damaged
    from tarok_pbn.archive.partition import Broken
    from tarok_pbn.archive.query_index import indexed
    from tarok_pbn.commands.index import damaged

    try:
        yield from indexed(search, path, stored)
    except OSError as wrong:
        yield Broken(path, wrong)
    except Damaged as wrong:
        raise damaged(wrong) from wrong
