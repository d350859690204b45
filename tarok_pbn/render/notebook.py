"""How a checked record shows itself in Jupyter and other notebooks: static, without script or style sheet.

A notebook sets an output as ``innerHTML``, which drops shadow trees and scripts, so it gets the form for mail:
tables with inline styles on white ground.
"""

from __future__ import annotations

from collections.abc import Collection

from tarok_pbn.check import Checked
from tarok_pbn.render.rendering import render

__all__ = ["FORMS", "in_form", "mimebundle"]

#: media type -> form of a record
FORMS = {
    "text/plain": "text",
    "text/html": "inline",
    "image/svg+xml": "svg",
    "text/markdown": "markdown",
    "text/latex": "latex",
}
#: what is given unless a notebook asks for more; a picture and a table of the same hand would be stored twice
_USUAL = ("text/plain", "text/html")


def in_form(checked: Checked, media_type: str) -> str:
    """The record as a media type that notebooks know."""
    return render(checked, FORMS[media_type])


def mimebundle(
    checked: Checked, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, str]:
    """The record as text and as HTML, or in the media types that are asked for, as far as we have them."""
    wanted = _USUAL if include is None else [name for name in FORMS if name in include]
    return {name: in_form(checked, name) for name in wanted if name not in (exclude or ())}
