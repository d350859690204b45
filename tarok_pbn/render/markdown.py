"""Records as Markdown with the tables of GitHub: for a forum, a wiki, a repository, a notebook."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.escapes import markdown_escape
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.prose import markdown_prose
from tarok_pbn.render.textual import TextForm, text_rendered
from tarok_pbn.render.view import views_of

__all__ = ["MARKDOWN", "markdown_text"]

_BLANK_LINES = re.compile(r"\n{3,}")

MARKDOWN = TextForm(
    name="markdown",
    escape=markdown_escape,
    card=lambda face: markdown_escape(face.text),
    prose=markdown_prose,
    reference=lambda number: f"\\[{number}\\]",
)


def markdown_text(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    analyses: Sequence[Analysed | None] = (),
) -> str:
    """The records as Markdown, from ``records.md``. Whatever a record holds is text, never a mark of its own.

    analyses: of each record, in the same order, or of none.
    """
    views = views_of(checked_list, look, analyses)
    title = texts(look.lang).gettext("Tarok records")
    text = text_rendered(look, MARKDOWN, "records.md", views=views, title=title)
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", lines).strip("\n") + "\n"
