"""The verification of a results file as a page: a table of disagreements for each table played. No script."""

from __future__ import annotations

from tarok_pbn.archive.verification import KINDS, Verification
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT
from tarok_pbn.report.verification import lines_of, sentence, table_line

__all__ = ["verification_page"]


def verification_page(report: Verification, title: str = "") -> str:
    """The page. title: else the name of the sheet."""
    context = {
        "title": title or f"Results checked: {report.name}",
        "report": report,
        "sentence": sentence(report),
        "kinds": KINDS,
        "lines_of": lines_of,
        "table_line": table_line,
        "css": style("page.css", "verification.css"),
    }
    return cleaned(rendered(DEFAULT, "verification.html", **context))
