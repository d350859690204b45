"""The verification of a results file as a page: a table of disagreements for each table played. No script."""

from __future__ import annotations

from tarok_pbn.archive.verification import KINDS, Verification
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.wording import told
from tarok_pbn.report.verification import lines_of, sentence, table_line
from tarok_pbn.worded import worded

__all__ = ["verification_page"]


def verification_page(report: Verification, title: str = "", look: Look = DEFAULT) -> str:
    """The page. title: else the name of the sheet. look: the language."""
    lang = look.lang
    context = {
        "title": title or told(worded("Results checked: {name}", name=report.name), lang),
        "report": report,
        "sentence": told(sentence(report), lang),
        "told": lambda text: told(text, lang),
        "all_boards": worded("all boards"),
        "kinds": KINDS,
        "lines_of": lines_of,
        "table_line": table_line,
        "css": style("page.css", "verification.css"),
    }
    return cleaned(rendered(look, "verification.html", **context))
