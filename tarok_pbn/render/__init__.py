"""Pages and diagrams of a checked record.

``text_diagram`` needs nothing but the package; Jinja2 is imported only when a page is made.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarok_pbn.render.html import html_page
    from tarok_pbn.render.look import Look
    from tarok_pbn.render.rendering import render
    from tarok_pbn.render.sheet import sheet_page
    from tarok_pbn.render.svg import svg_card, svg_cards, svg_deal, svg_hand
    from tarok_pbn.render.text import text_diagram
    from tarok_pbn.render.view import view_of

__all__ = [
    "Look", "html_page", "render", "sheet_page", "svg_card", "svg_cards", "svg_deal", "svg_hand", "text_diagram",
    "view_of",
]  # fmt: skip

_HOME = {
    "Look": "tarok_pbn.render.look",
    "html_page": "tarok_pbn.render.html",
    "render": "tarok_pbn.render.rendering",
    "sheet_page": "tarok_pbn.render.sheet",
    "svg_card": "tarok_pbn.render.svg",
    "svg_cards": "tarok_pbn.render.svg",
    "svg_deal": "tarok_pbn.render.svg",
    "svg_hand": "tarok_pbn.render.svg",
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
