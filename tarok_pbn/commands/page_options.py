"""Options of commands that can report as a page: in which language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tarok_pbn.render.look import Look

__all__ = ["LANGUAGES", "lang_option", "page_look"]

#: as ``render.look.LANGUAGES``, which is not loaded for a help text
LANGUAGES = ("en", "cs", "da", "de", "sl")


def lang_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--lang``: the language of the page."""
    return click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the page. [default: en]")(command)


def page_look(lang: str | None, output_format: str) -> Look:
    """The look of the page. Raises click.UsageError where a language is chosen for another form."""
    from tarok_pbn.render.look import Look

    if lang is not None and output_format != "html":
        raise click.UsageError("--lang is for --output-format html")
    return Look(lang or "en")
