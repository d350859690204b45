"""Includes put in place when a template is compiled: a page is then one function, not thirty.

An include costs as much as a table row when a page is made, and most of a page is included. The included
text stands in a scope of its own, so that a template means the same in both ways. Where a user's
templates are in play nothing is put in place: a fault is then told with the file and line it stands in.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension

__all__ = ["Inlined"]

_INCLUDE = re.compile(r'\{%(-?)\s*include "([\w.-]+\.html)"\s*(-?)%\}')


class Inlined(Extension):
    """``{% include "name.html" %}`` replaced by the text of that template."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with its includes, and theirs, in place."""
        return _INCLUDE.sub(self._text, source)

    def _text(self, found: re.Match[str]) -> str:
        loader = self.environment.loader
        assert loader is not None
        text, _, _ = loader.get_source(self.environment, found[2])
        whole = _INCLUDE.sub(self._text, text.removesuffix("\n"))
        return f"{{%{found[1]} with %}}{whole}{{% endwith {found[3]}%}}"
