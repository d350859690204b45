r"""Records as LaTeX: a part of a document in plain tables, which needs no package.

The text is UTF-8: a format of 2018 or later reads it as it is, an older one with
``\usepackage[utf8]{inputenc}``. Letters that a font lacks need another font, as always.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.escapes import latex_escape
from tarok_pbn.render.faces import Face
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.prose import latex_prose
from tarok_pbn.render.textual import TextForm, text_rendered
from tarok_pbn.render.view import views_of

__all__ = ["LATEX", "latex_text"]

_BLANK_LINES = re.compile(r"\n{3,}")


def _card(face: Face) -> str:
    r"""A card that no line breaks: ``\mbox{$\heartsuit$K}``."""
    return f"\\mbox{{{latex_escape(face.text)}}}"


LATEX = TextForm(
    name="latex",
    escape=latex_escape,
    card=_card,
    prose=latex_prose,
    reference=lambda number: f"\\textsuperscript{{{number}}}",
    delimiters=(
        ("block_start_string", "<%"), ("block_end_string", "%>"), ("variable_start_string", "<<"),
        ("variable_end_string", ">>"), ("comment_start_string", "<#"), ("comment_end_string", "#>"),
    ),
)  # fmt: skip


def latex_text(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    standalone: bool = False,
    analyses: Sequence[Analysed | None] = (),
) -> str:
    """The records as LaTeX, from ``records.tex``.

    standalone: a whole document instead of a part of one. analyses: of each record, in the same order, or of none.
    """
    views = views_of(checked_list, look, analyses)
    text = text_rendered(look, LATEX, "records.tex", views=views, standalone=standalone)
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", lines).strip("\n") + "\n"
