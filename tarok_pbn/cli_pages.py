"""The command ``tarok html``: pages, diagrams and other forms of records, one by one or as a site."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tarok_pbn.commands.analysis_options import aim_options, time_option
from tarok_pbn.commands.given import refuse_idle
from tarok_pbn.commands.page_options import LANGUAGES
from tarok_pbn.report.base import counted
from tarok_pbn.report.progress import Line
from tarok_pbn.report.sources import addressed, found, selected
from tarok_pbn.report.terminal import printable, style_for

if TYPE_CHECKING:
    from tarok_pbn.check import Checked
    from tarok_pbn.render.analysis_data import Analysed
    from tarok_pbn.render.look import Look
    from tarok_pbn.report.pages import Analyser, Pages

__all__ = ["LANGUAGES", "html", "look_from", "look_options"]

_MODES = ("page", "fragment", "inline", "svg", "text", "markdown", "latex", "pdf", "handrecords")


def look_options(command: Any) -> Any:
    """The options that say how records are shown; ``look_from`` makes a Look of them."""
    for option in reversed((
        click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the page."),
        click.option("--cards", type=click.Choice(LANGUAGES), help="Language of the rank letters; that of the page."),
        click.option("--letters", metavar="'K Q C J'", default="", help="Your own letters, king to jack."),
        click.option("--four", type=click.Choice(["IIII", "IV"]), default="IIII", help="How the fourth tarok is set."),
        click.option("--colours", "scheme", type=click.Choice(["two", "four", "mono"]), default="two",
                     help="Colours of the suits."),
        click.option("--show", multiple=True, metavar="PART",
                     help="A part of the record: hands=S,E, auction, endposition@9, quiz. May be given several times."),
        click.option("--templates", type=click.Path(exists=True, file_okay=False),
                     help="A directory whose templates replace ours, one by one."),
    )):  # fmt: skip
        command = option(command)
    return command


def look_from(
    lang: str, cards: str | None, letters: str, four: Any, scheme: Any, show: tuple[str, ...], templates: str | None
) -> Look:
    """The Look that the options describe. Raises click.UsageError for one that there is not."""
    from tarok_pbn.render.look import Look

    try:
        return Look(lang, cards or "", letters, four, scheme, show, templates or "")
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.Path(readable=False), metavar="PATH[:N]|-...")
@click.option("-o", "--output", default="-", metavar="DIR|FILE|-", help="Where to write; - is standard output.")
@click.option("--mode", type=click.Choice(_MODES), default="page", help="The form; page is the whole write-up.")
@click.option("--single", is_flag=True, help="One page for all records of a file.")
@click.option("--full", is_flag=True, help="A fragment with its replay, a LaTeX document with its preamble.")
@look_options
@click.option("--analyse", is_flag=True, help="Also best play with all hands open, and what each card cost.")
@time_option("--analyse-time", 120, "the analysis of a hand", "seconds")
@aim_options
@click.option("--force", is_flag=True, help="Write over files that are no pages, too.")
@click.option("--site", metavar="DIR", help="A whole site instead: index, a page a record, feed.")
@click.option("--title", default="", help="Of the site.")
@click.option("--base-url", default="", metavar="URL", help="Where the site will stand; needed for its sitemap.")
def html(
    sources: tuple[str, ...],
    output: str,
    mode: str,
    single: bool,
    full: bool,
    analyse: bool,
    seconds: float,
    objective: str,
    side: str,
    force: bool,
    site: str | None,
    title: str,
    base_url: str,
    **options: Any,
) -> int:
    """Make self-contained HTML pages, one a record, or another form of them.

    With several pages -o names a directory; a record's page is called after its file and number, and
    the pages of a directory lie as its files do. With --analyse a page shows what "tarok analyse" finds, or why it
    finds nothing; --objective and --for are those of that command.
    """
    look = look_from(**options)
    if not analyse:
        refuse_idle(click.get_current_context(), ("objective", "side", "seconds"), "--analyse")
    if site is not None:
        if output != "-" or mode != "page" or single or analyse:
            raise click.UsageError("--site makes its own pages: it goes without -o, --mode, --single and --analyse")
        return _site(sources, site, look, title, base_url)
    from tarok_pbn.render.modes import MODES
    from tarok_pbn.report.pages import Unwritable, write_pages

    form = MODES[mode]
    if full and not form.more:
        raise click.UsageError(f"--full is for --mode fragment and latex; {mode} is whole already")
    whole = single or mode == "handrecords"
    if form.single and single:
        raise click.UsageError(f"--mode {mode} shows one record at a time: it goes without --single")
    analyser = _analyser(objective, side, seconds) if analyse else None
    if analyse and not form.analysed:
        raise click.UsageError(f"--analyse tells of the play, which --mode {mode} does not show")
    if analyse and look.show and not _shows_play(look):
        raise click.UsageError("--analyse tells of the play, which --show leaves out; add --show play")
    try:
        written = write_pages(
            _pages(sources), output, single=whole, mode=form, look=look, force=force, fuller=full, analyser=analyser
        )
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except (Unwritable, ImportError) as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    if output != "-":
        click.echo(f"Wrote {counted(written, 'page')}.", err=True)
    return 0


def _shows_play(look: Look) -> bool:
    """Whether a partial diagram has the play, be it as the solution of a quiz."""
    from tarok_pbn.render.partial import wanted

    try:
        ask = wanted(look.show)
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    return "play" in ask.parts or ask.quiz


def _analyser(objective: str, side: str, seconds: float) -> Analyser:
    """Analyses a record for its page; that it cannot be done, or not to the end, is told on stderr too."""
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.report.bestplay import best_play

    line = Line(sys.stderr, style_for(sys.stderr).width)

    def progress(done: int, total: int) -> None:
        line.show(time.monotonic(), f"{done} of {total} cards")

    def analysed(file: str, number: int, checked: Checked) -> Analysed:
        try:
            found = best_play(checked, objective, side, Limits(seconds), progress=progress)
        finally:
            line.clear()
        where = f"{printable('<stdin>' if file == '-' else file)}:{number}"
        if found.why:
            click.echo(f"{where}: not analysed: {printable(found.why)}", err=True)
        elif found.open_until:
            card = found.cards[found.open_until - 1]
            click.echo(f"{where}: not proven within the limits up to trick {card.trick}, card {card.place}", err=True)
        return found

    return analysed


def _pages(sources: tuple[str, ...], *, some: bool = False) -> Iterator[Pages]:
    """The records of the sources; *some*: a file without any is left out, not wrong usage."""
    from tarok_pbn.report.pages import Pages

    for source in sources:
        if os.path.isdir(source):
            for path in found([source]):
                yield Pages(path, os.path.splitext(os.path.relpath(path, source))[0], selected(path, plain=True))
        else:
            path, number = addressed(source)
            name = "stdin" if path == "-" else Path(path).stem
            yield Pages(path, name, selected(path, plain=True) if some and number is None else selected(source))


def _site(sources: tuple[str, ...], directory: str, look: Look, title: str, base_url: str) -> int:
    from tarok_pbn.report.pages import Unwritable
    from tarok_pbn.report.site import build_site

    try:
        with _bar(sources) as step:
            pages = _pages(sources, some=True)
            report = build_site(pages, directory, look, title=title, base_url=base_url, progress=step)
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except Unwritable as wrong:
        raise click.ClickException(printable(str(wrong))) from wrong
    for name in report.kept:
        click.echo(f"Kept {printable(name)}: it is not of this site, or was changed by hand.", err=True)
    told = [f"{counted(report.records, 'record')}, {report.rendered} of them rendered"]
    told += [f"{report.wrong} wrong"] if report.wrong else []
    told += [f"{counted(report.deleted, 'file')} deleted"] if report.deleted else []
    click.echo(f"{', '.join(told)}.", err=True)
    return 0


@contextmanager
def _bar(sources: tuple[str, ...]) -> Iterator[Callable[[int], object] | None]:
    """A progress bar on a terminal; its length is what a scan of the headers counts."""
    if not sys.stderr.isatty():
        yield None
        return
    from tarok_pbn.notation import scan

    files = [path for source in sources if source != "-" for path in (found([source]) if os.path.isdir(source) else ())]
    files += [addressed(s)[0] for s in sources if s != "-" and not os.path.isdir(s)]
    total = 0
    for path in files:
        with suppress(OSError):  # told when the file is read
            total += sum(1 for _ in scan(path))
    with click.progressbar(length=total, label="Records", file=sys.stderr, show_pos=True) as bar:
        yield bar.update
