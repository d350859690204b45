"""Pages and diagrams of a checked record.

``text_diagram`` needs nothing but the package; Jinja2 is imported only when a page is made.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarok_pbn.render.html import html_page
    from tarok_pbn.render.sheet import sheet_page
    from tarok_pbn.render.text import text_diagram
    from tarok_pbn.render.view import view_of

__all__ = ["html_page", "sheet_page", "text_diagram", "view_of"]

_HOME = {
    "html_page": "tarok_pbn.render.html",
    "sheet_page": "tarok_pbn.render.sheet",
    "text_diagram": "tarok_pbn.render.text",
    "view_of": "tarok_pbn.render.view",
}


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value
