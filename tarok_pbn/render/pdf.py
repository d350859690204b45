"""PDF of any page of ours, by WeasyPrint: an optional extra, loaded only when a PDF is made."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.render.environment import style
from tarok_pbn.render.html import html_page
from tarok_pbn.render.look import DEFAULT, Look

__all__ = ["html_to_pdf", "pdf_bytes"]

_MISSING = (
    "a PDF needs WeasyPrint: install it with pip install 'tarok-pbn[pdf]'; or print the HTML page from a browser, "
    "it is made for A4"
)


def pdf_bytes(checked_list: Sequence[Checked], look: Look = DEFAULT) -> bytes:
    """The page of one or several records as a PDF, each on a sheet of A4 of its own.

    Raises ImportError, with advice, where WeasyPrint or one of its libraries is missing.
    """
    return html_to_pdf(html_page(checked_list, look), look)


def html_to_pdf(html: str, look: Look = DEFAULT) -> bytes:
    """A page of ours as a PDF: of records, hand records or score sheets. Nothing outside it is asked for."""
    try:
        from weasyprint import HTML  # type: ignore[import-untyped,unused-ignore]
    except (ImportError, OSError) as wrong:  # OSError: Pango is missing
        raise ImportError(_MISSING, name="weasyprint") from wrong
    # after the page's own style: a style sheet that WeasyPrint is given apart would come before it
    page = html.replace("</head>", f"<style>{style('pdf.css', look=look)}</style></head>", 1)
    return bytes(HTML(string=page, url_fetcher=_refused).write_pdf())


def _refused(url: str, *_: object, **__: object) -> dict[str, object]:
    """No address is fetched: whatever a page needs is in it."""
    raise ValueError(f"{url} is not asked for")
