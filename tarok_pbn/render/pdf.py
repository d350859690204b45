"""PDF of any page of ours, by WeasyPrint: an optional extra, loaded only when a PDF is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.environment import style
from tarok_pbn.render.html import html_page
from tarok_pbn.render.look import DEFAULT, Look

__all__ = ["document", "html_to_pdf", "pdf_bytes"]

_MISSING = (
    "a PDF needs WeasyPrint: install it with pip install 'tarok-pbn[pdf]'; or print the HTML page from a browser, "
    "it is made for A4"
)


def pdf_bytes(
    checked_list: Sequence[Checked], look: Look = DEFAULT, *, analyses: Sequence[Analysed | None] = ()
) -> bytes:
    """The page of one or several records as a PDF, each on a sheet of A4 of its own.

    analyses: of each record, in the same order, or of none. Raises ImportError, with advice, where WeasyPrint or one
    of its libraries is missing.
    """
    return html_to_pdf(html_page(checked_list, look, analyses=analyses), look)


def html_to_pdf(html: str, look: Look = DEFAULT) -> bytes:
    """A page of ours as a PDF: of records, hand records or score sheets. Nothing outside it is asked for."""
    return bytes(document(html, look).write_pdf())


def document(html: str, look: Look = DEFAULT) -> Any:
    """The same, set but not yet written: WeasyPrint's document with its sheets as ``pages``."""
    try:
        from weasyprint import HTML  # type: ignore[import-untyped,unused-ignore]  # it ships no types
        from weasyprint.urls import URLFetcher  # type: ignore[import-untyped,unused-ignore]  # it ships no types
    except (ImportError, OSError) as wrong:  # OSError: Pango is missing
        raise ImportError(_MISSING, name="weasyprint") from wrong
    # after the page's own style: a style sheet that WeasyPrint is given apart would come before it
    page = html.replace("</head>", f"<style>{style('pdf.css', look=look)}</style></head>", 1)
    return HTML(string=page, url_fetcher=URLFetcher(allowed_protocols=())).render()
