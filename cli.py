"""The command line: parses arguments, calls the package, prints.

Exit codes of every command: 0 clean, 1 findings, 2 wrong usage or a file that cannot
be read, 3 an internal error. The product goes to stdout, everything else to stderr.
Rooms of the package are imported inside the commands, so that each loads only its own.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarok_pbn import __version__
from tarok_pbn.cli_pages import LANGUAGES, html
from tarok_pbn.commands import LAZY
from tarok_pbn.commands.check import RECORDS, check, color_option
from tarok_pbn.report.output import unwritable
from tarok_pbn.report.sources import STDIN, Unreadable, addressed, content, found, selected
from tarok_pbn.report.standard import ClosedInput, muted, stood_in
from tarok_pbn.report.terminal import ColorChoice, can_print, printable, style_for

if TYPE_CHECKING:
    from tarok_pbn.games import Game

__all__ = ["main", "tarok"]

OK, FINDINGS, USAGE, INTERNAL = 0, 1, 2, 3
#: What a shell reports of a program that Ctrl-C ended, or the end of a pipe.
INTERRUPTED, BROKEN_PIPE = 130, 141
#: Why standard output may refuse what is written to it, where it is a file or closed.
DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class ReaderGone(Exception):
    """Whoever read standard output has closed it."""


class Group(click.Group):
    """Lists its commands in the order in which they are defined, not by alphabet."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. A closed pipe is told apart here, for click would leave with 1, which means findings."""
        try:
            code: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as wrong:
            raise ReaderGone from wrong
        return code

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order of definition, those of the archive after them."""
        return [*self.commands, *LAZY]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command; those of the archive are loaded when they are asked for."""
        module = LAZY.get(cmd_name)
        if module is None:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(module), cmd_name)
        return command


@click.group(cls=Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", "show_version", is_flag=True, help="Show the version and exit.")
@click.option("-v", "--verbose", is_flag=True, help="With --version: what it runs on.")
@click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")
@click.pass_context
def tarok(ctx: click.Context, show_version: bool, verbose: bool, debug: bool) -> int:
    """Read, check, score and show records of tarok hands (TPBN)."""
    ctx.obj["debug"] = debug
    if show_version:
        click.echo(f"tarok {__version__}")
        if verbose:
            _version_details()
        ctx.exit(OK)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    return OK


def _version_details() -> None:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from tarok_pbn.analysis.native import backend
    from tarok_pbn.games import games
    from tarok_pbn.shipped import checks

    click.echo("format TPBN 1.0")
    click.echo(f"games  {' '.join(games())}")
    click.echo(f"python {platform.python_version()} ({platform.python_implementation()}, {platform.system()})")
    for name in ("click", "jinja2", "pydantic"):
        try:
            click.echo(f"{name} {version(name)}")
        except PackageNotFoundError:
            click.echo(f"{name} missing")
    click.echo(f"checks {checks()}")
    click.echo(f"solver {backend()}")


tarok.add_command(check)


# --- fmt ----------------------------------------------------------------------------------------


@tarok.command()
@click.argument("paths", nargs=-1, required=True, type=RECORDS, metavar="PATH|-...")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; leave with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, and leave with 1 if anything would.")
@click.option("--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input in messages.")
@color_option
def fmt(
    paths: tuple[str, ...],
    exclude: tuple[str, ...],
    only_check: bool,
    diff: bool,
    stdin_filename: str,
    color: ColorChoice,
) -> int:
    """Rewrite files in canonical form; - formats standard input to standard output."""
    from tarok_pbn.report.formatting import Formatting

    run = Formatting(write=not (only_check or diff), diff=diff, style=style_for(sys.stdout, color))
    unreadable = False
    for path in found(paths, exclude):
        try:
            run.format(path, stdin_filename if path == "-" else path, content(path))
        except Unreadable as wrong:
            wrong.show()
            unreadable = True
        except OSError as wrong:
            raise unwritable(path, wrong) from wrong
    click.echo(run.sentence(), err=True)
    if unreadable:
        return USAGE
    return FINDINGS if run.refused or (run.changed and not run.write) else OK


# --- show, score, html --------------------------------------------------------------------------


@tarok.command()
@click.argument("source", type=RECORDS, metavar="FILE[:N]")
@click.option("--at", metavar="TRICK[.CARD]", help="The position after that trick or card: 5 or 5.2.")
@click.option("--plain", is_flag=True, help="ASCII only: S H D C instead of suit symbols.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the diagram.")
@click.option("--cards", type=click.Choice(LANGUAGES), help="Language of the rank letters.")
def show(source: str, at: str | None, plain: bool, lang: str, cards: str | None) -> int:
    """Show a record as a text diagram, or the position in it after a trick or card."""
    from tarok_pbn.render import Look, text_diagram

    look, style = Look(lang=lang, cards=cards or ""), style_for(sys.stdout)
    for index, (_, checked) in enumerate(selected(source)):
        if index:
            click.echo()
        try:
            diagram = text_diagram(checked, at=at, plain=plain or not style.suits, width=style.width, look=look)
            if not can_print(sys.stdout, diagram):
                diagram = text_diagram(checked, at=at, plain=True, width=style.width, look=look)
        except ValueError as wrong:
            if at is None:
                raise
            raise click.UsageError(f"--at {at}: {wrong}") from wrong
        click.echo(diagram, nl=False)
    return OK


@tarok.command()
@click.argument("source", type=RECORDS, metavar="FILE[:N]")
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json", "csv", "html"]))
@click.option("--session", is_flag=True, help="The score sheet of each session in the file instead.")
@click.option("--rules", metavar="A,B,...", help="Settle by these rule sets instead, side by side.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the page of a session.")
def score(source: str, output_format: str | None, session: bool, rules: str | None, lang: str | None) -> int:
    """Settle a record item by item, with the arithmetic; or print the sheet of an evening.

    Leaves with 1 if a record has errors or cannot be settled; what is wrong is told on stderr.
    """
    from tarok_pbn.report.settlement import SETTLEMENTS, settle

    path, _ = addressed(source)
    if lang and not (session and output_format == "html"):
        raise click.UsageError("--lang is for --session --output-format html; the other forms are in English")
    if session:
        return _score_sheets(source, output_format or "text", lang or "en")
    if output_format == "html":
        raise click.UsageError("html is for --session; the page of a record comes from tarok html")
    if rules:
        return _score_side_by_side(source, [name.strip() for name in rules.split(",") if name.strip()], output_format)
    failed = False
    out = SETTLEMENTS[output_format or "text"](sys.stdout)
    for number, checked in selected(source):
        settlement = settle(STDIN if path == "-" else path, number, checked)
        failed |= settlement.failed
        out.add(settlement)
        for line in settlement.complaints():
            click.echo(line, err=True)
    out.finish()
    return FINDINGS if failed else OK


def _score_side_by_side(source: str, names: list[str], output_format: str | None) -> int:
    """Print what each record comes to under several rule sets; 1 if it is not settled under one of them."""
    from tarok_pbn.report.sidebyside import COMPARISONS, columns, unknown_rules

    path, _ = addressed(source)
    out = COMPARISONS[output_format or "text"](sys.stdout)
    failed = False
    for number, checked in selected(source):
        game = checked.replay.game
        if game is None:
            raise click.UsageError(f"record {number} names no game that is known here")
        unknown = unknown_rules(checked, names)
        if unknown:
            raise click.UsageError(f"no rule set {unknown[0]} of {game.family}; it has {', '.join(game.rulesets())}")
        found = columns(checked, names)
        failed |= any(column.reason for column in found)
        declarer = checked.replay.computed.get("Declarer") or checked.record.get("Declarer")
        seats = checked.replay.record_seats
        title = f"{STDIN if path == '-' else path}, record {number}: {game.family}"
        out.add(title, found, declarer if declarer in seats else seats[0])
    out.finish()
    return FINDINGS if failed else OK


def _score_sheets(source: str, output_format: str, lang: str) -> int:
    """Print the score sheets of the sessions of a file."""
    from tarok_pbn.session import SessionChecker, sheets

    checker = SessionChecker()
    everything = [checked for _, checked in selected(source)]
    for checked in everything:
        checker.add(checked)
    found_sheets = sheets(everything)
    if not found_sheets:
        raise click.UsageError("no session here: its records need an Event, a Table and a Board number")
    if output_format == "html":
        from tarok_pbn.render import Look, sheet_page

        click.echo(sheet_page(found_sheets, Look(lang=lang)))
    else:
        from tarok_pbn.report.sheet import SHEETS

        out = SHEETS[output_format](sys.stdout)
        for sheet in found_sheets:
            out.add(sheet)
        out.finish()
    wrong = [f for sheet in found_sheets for hand in sheet.hands for f in hand.findings if f.severity == "error"]
    for finding in wrong:
        line = f"{finding.span.line}: " if finding.span is not None else ""
        click.echo(f"{line}{finding.code} {printable(finding.message)}", err=True)
    return FINDINGS if wrong else OK


tarok.add_command(html)


# --- what is known ------------------------------------------------------------------------------


def _complete_code(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from tarok_pbn.codes import CODES

    return [code for code in CODES if code.startswith(incomplete.upper())]


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from tarok_pbn.games import games

    return [family for family in games() if family.startswith(incomplete)]


@tarok.command()
@click.argument("code", required=False, shell_complete=_complete_code)
@click.option("--markdown", is_flag=True, help="The page docs/findings.md.")
def explain(code: str | None, markdown: bool) -> int:
    """Explain a finding's code; without one, list them all."""
    from tarok_pbn.codes import CODES
    from tarok_pbn.report import explain as room

    if markdown:
        click.echo(room.page(), nl=False)
    elif code is None:
        click.echo(room.listing(), nl=False)
    elif code.upper() in CODES:
        click.echo(room.explain(CODES[code.upper()], style_for(sys.stdout).width), nl=False)
    else:
        from tarok_pbn.games.kit.rules import nearest

        near = nearest(code.upper(), CODES)
        hint = f"did you mean {near}?" if near else "tarok explain lists them"
        raise click.UsageError(f"no code {printable(code)}; {hint}")
    return OK


@tarok.command()
@click.option("--form", type=click.Choice(["json", "json-lines", "xml"]), default="json", help="Which form.")
def schema(form: str) -> int:
    """Print the schema of a form of records: JSON Schema, for XML RELAX NG."""
    if form == "xml":
        from tarok_pbn.exchange.xmlschema import schema_text

        click.echo(schema_text(), nl=False)
    elif form == "json-lines":
        from tarok_pbn.exchange.jsonlines import lines_schema

        click.echo(json.dumps(lines_schema(), indent=2))
    else:
        from tarok_pbn.exchange.json import json_schema

        click.echo(json.dumps(json_schema(), indent=2))
    return OK


@tarok.command()
@click.argument("game", required=False, shell_complete=_complete_game)
@click.argument("ruleset", required=False)
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json"]), default="text")
def rules(game: str | None, ruleset: str | None, output_format: str) -> int:
    """List the games; of a GAME, its rule sets; of a RULESET, every option with default and source."""
    from tarok_pbn.report import rulesets

    width = style_for(sys.stdout).width
    known: object
    if game is None:
        known = rulesets.all_games()
        text = rulesets.games_text()
    else:
        room = _game(game)
        if ruleset is None:
            known = rulesets.game_object(room)
            text = rulesets.game_text(room, width)
        else:
            chosen = _ruleset(room, ruleset)
            known = rulesets.ruleset_object(room, chosen)
            text = rulesets.ruleset_text(room, chosen, width)
    click.echo(json.dumps(known, indent=2, ensure_ascii=False) if output_format == "json" else text.rstrip("\n"))
    return OK


def _game(family: str) -> Game:
    from tarok_pbn.games import find, games
    from tarok_pbn.games.kit.rules import nearest

    game = find(family)
    if game is None:
        near = nearest(family, dict.fromkeys(games()))
        hint = f"did you mean {near}?" if near else f"known: {', '.join(games())}"
        raise click.UsageError(f"no game {printable(family)}; {hint}")
    return game


def _ruleset(game: Game, name: str) -> str:
    from tarok_pbn.games.kit.rules import nearest

    known = game.rulesets()
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}"
        raise click.UsageError(f"{game.family} has no rule set {printable(name)}; {hint}")
    return name


@tarok.command()
@click.option("--game", "family", default="taroky", show_default=True, metavar="GAME", help="Game family.")
@click.option("--rules", "ruleset", metavar="RULESET", help="Rule set; the game's default without it.")
def new(family: str, ruleset: str | None) -> int:
    """Print a skeleton record to fill in."""
    from tarok_pbn.report.skeleton import skeleton

    game = _game(family)
    click.echo(skeleton(game, _ruleset(game, ruleset or game.default)), nl=False)
    return OK


# --- the top ------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. No exception leaves it but SystemExit."""
    stood_in()
    for stream in (sys.stdout, sys.stderr):
        # A record may hold what the terminal's encoding, or any encoding, has not.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    called = Path(sys.argv[0]).stem
    state: dict[str, bool] = {"debug": False}
    try:
        code = tarok.main(
            args=list(arguments) if arguments is not None else None,
            prog_name=called if called in ("tarok", "tarok-pbn") else "tarok",
            standalone_mode=False,
            obj=state,
        )
    except click.ClickException as wrong:
        wrong.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except ReaderGone:
        muted()
        return BROKEN_PIPE
    except ClosedInput as wrong:
        Unreadable("-", wrong).show()
        return USAGE
    except OSError as wrong:
        if wrong.errno not in DISK or wrong.filename is not None:
            return _internal_error(wrong, state["debug"])
        muted()
        click.echo(f"Error: cannot write standard output: {wrong.strerror}", err=True)
        return USAGE
    except Exception as fault:  # the last resort: whatever the input, never a traceback unasked
        return _internal_error(fault, state["debug"])
    return code if isinstance(code, int) else OK


def _internal_error(fault: Exception, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exception(fault)
    click.echo(
        f"tarok: internal error: {type(fault).__name__}: {printable(str(fault))}\n"
        "This is a fault of tarok, not of your record. Please report it to its maintainers, with the\n"
        f"record if it may be shared{'' if debug else ' and with the traceback that tarok --debug shows'}.",
        err=True,
    )
    return INTERNAL
