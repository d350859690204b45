"""The command ``tarok deal``: deals by lot, under a constraint where one is given."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from tarok_pbn.commands.analysis_options import LIMITS, aim_options, limit_options, limits_of
from tarok_pbn.commands.given import refuse_empty, refuse_idle
from tarok_pbn.games import games
from tarok_pbn.report.base import counted
from tarok_pbn.report.output import opened
from tarok_pbn.report.sources import STDIN, addressed, called, selected
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.analysis.contract_wish import Calling
    from tarok_pbn.analysis.dealing import Deal, Dealing
    from tarok_pbn.analysis.dealing_record import Wish
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.exchange.formats import Item
    from tarok_pbn.record import Record

__all__ = ["deal"]

_DONE, _FEWER = 0, 1
#: how deals can be told; the records among them by the name of their form
_FORMATS = ("tpbn", "json", "json-lines", "text", "count")
_TRIES = 1_000_000
#: how many deals are looked at where only their number is asked for
_SAMPLE = 10_000
#: how many deals are solved
_SIMULATED = 100
_SEEDS = 1 << 32
#: the arguments that are for --simulate alone
_SIMULATION = ("declarer", "called", "objective", "side", *LIMITS)


def _names(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print what can be asked, and leave."""
    if not wanted or ctx.resilient_parsing:
        return
    from tarok_pbn.analysis.constraint_names import FUNCTIONS, PLAYERS

    for name, about in PLAYERS.items():
        click.echo(f"{name:<24} {about}")
    for name, function in FUNCTIONS.items():
        said = f"{name}({', '.join(function.parameters)})"
        click.echo(f"{said:<24} {function.about.replace('`', '')}")
    ctx.exit(_DONE)


@click.command()
@click.argument("source", required=False, type=click.Path(readable=False), metavar="[FILE[:N]]")
@click.option("--game", metavar="NAME", default="", help="Game: taroky (unless said otherwise), koenigrufen ...")
@click.option("--rules", metavar="NAME", default="", help="Rule set of the game.")
@click.option("--seats", metavar="SEATS", default="", help="Who sits at the table, in the order of play: SENW.")
@click.option("--dealer", metavar="SEAT", default="", help="Who deals; the last of the seats unless said otherwise.")
@click.option("--hand", "hands", multiple=True, metavar="SEAT=CARDS",
              help="Cards that the seat gets: S=F,T21,SK, or five groups as F,21,?.K-.-.-.-; more than once for more.")
@click.option("--talon", metavar="CARDS", default="", help="Cards of the talon; ?? for one that is dealt.")
@click.option("--where", metavar="EXPR", default="", help="What the deals are to be: taroks(S) >= 9 and holds(S, F).")
@click.option("-n", "--count", type=click.IntRange(min=1), metavar="COUNT",
              help=f"So many deals; 1 unless said otherwise, with --output-format count {_SAMPLE}.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same deals for the same number.")
@click.option("--tries", type=click.IntRange(min=1), default=_TRIES, show_default=True, metavar="N",
              help="Give up where so many tries in a row give no deal.")
@click.option("--output-format", "--format", "output_format", type=click.Choice(_FORMATS),
              help="tpbn unless said otherwise; count: only how many of all deals fit.")
@click.option("-o", "--output", metavar="FILE", help="Write there, in one step at the end, instead of standard output.")
@click.option("--simulate", metavar="CONTRACT", default="",
              help="Solve the deals with all hands open and tell how often that contract is made.")
@click.option("--declarer", metavar="SEAT", default="", help="Who plays it; forehand otherwise.")
@click.option("--called", metavar="CARD", default="", help="The card that is called.")
@aim_options
@limit_options(
    30, "a deal", then="Then it is left open.", jobs="deals side by side; 0 one a processor",
    nodes="At most so many positions for a deal; the same result on every machine.",
)
@click.option("--names", is_flag=True, is_eager=True, expose_value=False, callback=_names,
              help="List what can be asked of a deal.")  # fmt: skip
@click.pass_context
def deal(
    ctx: click.Context,
    source: str | None,
    game: str,
    rules: str,
    seats: str,
    dealer: str,
    hands: tuple[str, ...],
    talon: str,
    where: str,
    count: int | None,
    seed: int | None,
    tries: int,
    output_format: str | None,
    output: str | None,
    simulate: str,
    declarer: str,
    called: str,
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    jobs: int,
) -> int:
    """Deal by lot: tarok deal --game koenigrufen --where 'taroks(S) >= 9 and holds(S, F)'

    Every deal that fits is as likely as any other. With a record of which not all cards are known, the others are
    dealt. The language is described in docs/dealing.md; --names lists what can be asked. What stands below --simulate
    is for it alone. Leaves with 1 where fewer deals than were asked for could be found, or none can be, or not all
    could be solved.
    """
    from tarok_pbn.analysis.contract_wish import Calling, wished
    from tarok_pbn.analysis.dealing import Dealing, Impossible
    from tarok_pbn.analysis.dealing_record import Wish, prepared
    from tarok_pbn.analysis.position import Unsolvable
    from tarok_pbn.analysis.simulate import Contract
    from tarok_pbn.archive.query_syntax import QueryError
    from tarok_pbn.report.dealt import Bar

    refuse_empty(ctx)
    if not simulate:
        refuse_idle(ctx, _SIMULATION, "--simulate")
    if not where and not called:
        refuse_idle(ctx, ("tries",), "--where; without it every deal fits, and none is tried in vain")
    if output_format == "count":
        refuse_idle(ctx, ("tries",), "deals that are looked for; --output-format count looks at as many as -n says")
    if simulate and output_format not in (None, "text"):
        raise click.UsageError(f"--simulate tells its result as text, not as {output_format}")
    declarer = _seat(declarer, "--declarer") if declarer else ""
    wish = Wish(game, rules, _seats(seats), _seat(dealer, "--dealer") if dealer else "", _hands(hands), talon)
    record = _record(source) if source is not None else None
    if seed is None:
        import secrets

        seed = secrets.randbelow(_SEEDS)
    try:
        table, known = prepared(wish, record)
        calling = None
        if simulate:
            asked = Contract(simulate.strip().lower(), declarer, called.strip(), objective, side)
            calling = Calling(wished(asked, table), table)
        only = calling if calling is not None and calling.contract.called else None
        dealing = Dealing(table, known, where, seed=seed, only=only)
    except QueryError as wrong:
        raise click.UsageError("\n".join(map(printable, str(wrong).split("\n")))) from wrong
    except Impossible as wrong:
        return _impossible(wrong, where)
    except (ValueError, Unsolvable) as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    if calling is not None:
        limits = limits_of(seconds, nodes, memory, jobs)
        return _simulated(dealing, calling, limits, count or _SIMULATED, tries, seed, where, output)
    if output_format == "count":
        return _counted(dealing, count or _SAMPLE, output)
    bar = Bar(sys.stderr, count or 1, "deals")
    dealt = _deals(dealing, count or 1, tries, bar)
    try:
        with opened(output) as out:
            if output_format == "text":
                from tarok_pbn.report.dealt import write_text

                write_text(dealt, table, out)
            else:
                from tarok_pbn.exchange.formats import named

                writes = named(output_format or "tpbn").writes
                assert writes is not None  # all of them can be written
                writes(_items(dealt, dealing, where, seed, source, record, wish), out)
    except KeyboardInterrupt:
        bar.clear()
        told = "" if output in (None, "-") else f"; {printable(str(output))} is as it was"
        click.echo(f"Interrupted: {dealing.dealt:,} of {counted(count or 1, 'deal')}, seed {seed}{told}.", err=True)
        raise
    finally:
        bar.clear()
    click.echo(_sentence(dealing, count or 1, tries, seed, where), err=True)
    return _DONE if dealing.dealt == (count or 1) else _FEWER


# --- what is asked for ------------------------------------------------------------------------------


def _seat(text: str, option: str) -> str:
    from tarok_pbn.notation import spelling

    seat = spelling.seat(text.strip())
    if seat is None:
        raise click.UsageError(f"{option}: {printable(text)} is no seat; seats are S E N W, at a table of five A to E")
    return seat


def _seats(text: str) -> tuple[str, ...]:
    words = text.replace(",", " ").split()
    letters = words if len(words) > 1 else list(text.strip())
    return tuple(_seat(letter, "--seats") for letter in letters)


def _hands(texts: tuple[str, ...]) -> dict[str, str]:
    hands: dict[str, str] = {}
    for text in texts:
        name, equals, cards = text.partition("=")
        if not equals:
            raise click.UsageError(f"--hand {printable(text)}: write a seat, = and its cards: S=F,T21,SK")
        if not cards.strip():
            raise click.UsageError(f"--hand {printable(text)}: no cards are given; write them after =: S=F,T21,SK")
        seat = _seat(name, "--hand")
        if seat in hands:
            raise click.UsageError(f"--hand: the hand of {seat} is given twice")
        hands[seat] = cards
    return hands


def _record(source: str) -> Record:
    """The record of ``FILE[:N]``; it must have been read without faults in its cards."""
    path, wanted = addressed(source)
    if path in games() and not os.path.exists(path):
        raise click.UsageError(f"{path} is a game, and there is no such file; a game is named with --game {path}")
    found = [checked.parsed for _, checked in islice(selected(source), 2)]
    if len(found) > 1:
        raise click.UsageError(f"{printable(path)} has more than one record; say which: {printable(path)}:1")
    (parsed,) = found
    fault = next((finding for finding in parsed.findings if finding.code[0] == "D"), None)
    if fault is not None:
        place = f"{printable(STDIN if path == '-' else path)}:{wanted or 1}"
        raise click.UsageError(f"{place}: {printable(fault.message.rstrip('.'))}; nothing is dealt to that")
    return parsed.record


# --- what is done -----------------------------------------------------------------------------------


def _deals(dealing: Dealing, count: int, tries: int, bar: Callable[[int, int], object]) -> Iterator[Deal]:
    for deal_ in dealing.deals(tries, bar):
        yield deal_
        if dealing.dealt == count:
            return


def _items(
    deals: Iterator[Deal],
    dealing: Dealing,
    where: str,
    seed: int,
    source: str | None,
    record: Record | None,
    wish: Wish,
) -> Iterator[Item]:
    """The deals as records on their way to a form."""
    from tarok_pbn import __version__
    from tarok_pbn.analysis.dealing_record import dealt_record
    from tarok_pbn.exchange.formats import Item

    said = f", where {' '.join(where.split())}" if where.strip() else ""
    of = f", the rest of {called(source)}" if source is not None else ""
    generator = f"tarok {__version__} deal{of}{said}, seed {seed}"
    for number, deal_ in enumerate(deals, 1):
        yield Item(dealt_record(deal_, dealing.table, number, generator, record=record, rules=wish.rules), [])


def _counted(dealing: Dealing, count: int, output: str | None) -> int:
    """How many of so many deals fit."""
    from tarok_pbn.analysis.dealing_odds import Odds
    from tarok_pbn.report.dealt import Bar, odds_words, percent

    bar = Bar(sys.stderr, count, "deals", "")
    try:
        hits = dealing.sample(count, lambda number, _: bar(number, number))
    finally:
        bar.clear()
    drawn = Odds.drawn(hits, count)
    low, high = percent(drawn.low), percent(drawn.high)
    lines = [f"{hits:,} of {count:,} deals fit: {percent(drawn.share)} (95 % confidence: {low} to {high})"]
    if dealing.exact is not None:
        exact = Odds.known(dealing.exact)
        lines.append(f"counted exactly: {percent(exact.share)}, {odds_words(exact).removesuffix(', counted exactly')}")
    else:
        lines.append(odds_words(drawn))
    with opened(output) as out:
        out.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
    return _DONE if hits else _FEWER


def _simulated(
    dealing: Dealing,
    calling: Calling,
    limits: Limits,
    count: int,
    tries: int,
    seed: int,
    where: str,
    output: str | None,
) -> int:
    """How often a contract is made, of so many deals."""
    from tarok_pbn.analysis.aims import UnknownAim
    from tarok_pbn.analysis.dealing_record import dealt_record
    from tarok_pbn.analysis.position import Unsolvable
    from tarok_pbn.analysis.simulate import Simulation, simulated
    from tarok_pbn.report.dealt import Bar, simulation_lines

    contract = calling.contract
    bar = Bar(sys.stderr, count, "deals solved", "")
    deals = _deals(dealing, count, tries, lambda _tries, _dealt: None)
    records = (dealt_record(deal_, dealing.table, number) for number, deal_ in enumerate(deals, 1))
    result = Simulation()
    try:
        simulated(records, contract, count, limits, bar, result=result)
    except (Unsolvable, UnknownAim) as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except KeyboardInterrupt:
        bar.clear()
        for line in simulation_lines(result, contract) if result.deals else ():
            click.echo(line, err=True)
        click.echo(f"Interrupted: {result.deals:,} of {counted(count, 'deal')} solved, seed {seed}.", err=True)
        raise
    finally:
        bar.clear()
    if result.deals:
        lines = simulation_lines(result, contract)
        if calling.chose:
            lines.append(f"only deals in which {calling.who} may call {contract.called}")
        with opened(output) as out:
            out.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
    click.echo(_sentence(dealing, count, tries, seed, where), err=True)
    return _DONE if result.deals == count and not result.open else _FEWER


def _impossible(wrong: Exception, where: str) -> int:
    from tarok_pbn.analysis.dealing import Impossible
    from tarok_pbn.archive.query_syntax import QueryError

    assert isinstance(wrong, Impossible)
    text = str(wrong)
    if wrong.at is not None and where.strip():
        text = str(QueryError(text, *wrong.at, "", where))
    click.echo("\n".join(map(printable, text.split("\n"))), err=True)
    return _FEWER


def _sentence(dealing: Dealing, count: int, tries: int, seed: int, where: str) -> str:
    """``10 deals, seed 7; 1 deal in about 12,000 fits (...)``."""
    from tarok_pbn.report.dealt import odds_words

    if dealing.dealt == count:
        text = f"{counted(count, 'deal')}, seed {seed}"
    else:
        text = f"{dealing.dealt:,} of {counted(count, 'deal')}, seed {seed}: given up after {tries:,} tries in a row"
    odds = dealing.odds() if where.strip() else None
    return f"{text}; {odds_words(odds)}." if odds is not None else f"{text}."
