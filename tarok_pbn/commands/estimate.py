"""The command ``tarok estimate``: which card is best for a player who sees only the own hand and what was shown."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tarok_pbn.commands.analysis_options import aim_options, at_place, limit_options, limits_of
from tarok_pbn.commands.given import refuse_empty
from tarok_pbn.files import parse_address
from tarok_pbn.report.sources import STDIN, selected
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.analysis.estimate import Estimate
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.check import Checked
    from tarok_pbn.report.dealt import Bar

__all__ = ["estimate"]

_DONE, _PART = 0, 1
#: a seed that is chosen has so many values
_SEEDS = 1_000_000_000


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.Path(readable=False), metavar="FILE[:N]...")
@click.option("--at", required=True, metavar="TRICK[.CARD]", help="Before that card; the first of the trick without.")
@click.option("--samples", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="So many deals by lot.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same deals for the same number.")
@aim_options
@limit_options(
    120, "an estimate", then="Then it is over fewer deals.", jobs="deals side by side; 0 one a processor",
    nodes="At most so many positions for each card of a deal; deals that need more are left out.",
)
@click.option("--output-format", "--format", "output_format", type=click.Choice(["text", "json", "json-lines"]),
              default="text", show_default=True)  # fmt: skip
@click.pass_context
def estimate(
    ctx: click.Context,
    sources: tuple[str, ...],
    at: str,
    samples: int,
    seed: int | None,
    objective: str,
    side: str,
    seconds: float,
    nodes: int,
    memory: int,
    jobs: int,
    output_format: str,
) -> int:
    """EXPERIMENTAL: an estimate which card is best for the player to move, who sees only what a player sees.

    Deals that this player cannot tell from the real one are made by lot, and each is solved with all hands open; the
    cards are ranked by what they lose in the mean against the best. It is no proof, and takes all others, and later the
    player too, to see everything. docs/estimate.md says what the player is taken to know. Leaves with 1 where a record
    has no such position, where no deal agrees with what was seen, or where fewer were solved than were asked for.
    """
    from tarok_pbn.report.analysis import as_json, blocks, document, lines
    from tarok_pbn.report.dealt import Bar
    from tarok_pbn.report.estimated import estimate_object, estimate_text

    refuse_empty(ctx)
    place = at_place(at)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    limits = limits_of(seconds, nodes, memory, jobs)
    whole = True

    def pieces() -> Iterator[str]:
        nonlocal whole
        for source in sources:
            path = parse_address(source).path
            file = STDIN if path == "-" else path
            for number, checked in selected(source):
                bar = Bar(sys.stderr, samples, "deals solved", "deals tried")
                found = _estimated(file, number, checked, place, objective, side, limits, samples, seed, bar)
                whole &= found is not None and found.whole
                if found is None:
                    continue
                if output_format == "text":
                    yield estimate_text(file, number, found)
                else:
                    yield as_json(estimate_object(file, number, found), indent=output_format == "json")

    put_together = {"text": blocks, "json": document, "json-lines": lines}[output_format]
    for text in put_together(pieces()):
        sys.stdout.write(text)
    return _DONE if whole else _PART


def _estimated(
    file: str,
    number: int,
    checked: Checked,
    place: tuple[int, int],
    objective: str,
    side: str,
    limits: Limits,
    samples: int,
    seed: int,
    bar: Bar,
) -> Estimate | None:
    """The estimate of a record; None where there is none, and why not goes to stderr."""
    from tarok_pbn.analysis.aims import UnknownAim
    from tarok_pbn.analysis.estimate import estimated
    from tarok_pbn.analysis.knowledge import knowledge_at
    from tarok_pbn.analysis.position import Unsolvable
    from tarok_pbn.report.analysis import refusal_words

    try:
        known = knowledge_at(checked.replay, *place)
        return estimated(known, objective, side, limits, samples=samples, seed=seed, progress=bar)
    except UnknownAim as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except Unsolvable as why:
        bar.clear()  # before anything is written
        told = refusal_words(why, checked.findings)
        click.echo(f"{printable(file)}:{number}: not estimated: {printable(told)}", err=True)
        return None
    finally:
        bar.clear()
