"""Escaping, a little faster: what is markup already, or has letters and digits only, is put out as it is.

A page puts out some four hundred values, most of them cards, numbers and names of seats. The rule is
MarkupSafe's own; this only knows sooner when there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from types import CodeType
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

__all__ = ["QuickTemplate", "quick"]


def quick(value: Any) -> str:
    """``escape(value)``, without a new string where nothing has to be escaped.

    >>> quick("a<b"), quick("K"), quick(12)
    (Markup('a&lt;b'), 'K', '12')
    """
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]  # a Markup is a str
    if kind is int:
        return str(value)
    if kind is str and value.isalnum():
        return value  # type: ignore[no-any-return]  # the very str
    return escape(value)


class QuickTemplate(Template):
    """A template whose code escapes by ``quick``."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """The template of compiled code; its module's name ``escape`` is ours from then on."""
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = quick
        return made
