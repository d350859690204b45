"""Escaping, a little faster: what is markup already, or has letters and digits only, is put out as it is.

A page puts out some four hundred values, most of them cards, numbers and names of seats. The rule is
MarkupSafe's own; this only knows sooner when there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache, partial
from types import CodeType
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

__all__ = ["QuickTemplate", "quick", "ready"]

#: texts escaped once, and how long they may be: names, amounts and words of an archive are short and come again
_KEPT, _SHORT = 4096, 40

#: a str that is known to be markup, as Markup; ``Markup(text)`` asks first whether it is markup already
ready: Callable[[str], Markup] = partial(str.__new__, Markup)
_again = lru_cache(maxsize=_KEPT)(escape)


def quick(value: object) -> str:
    """``escape(value)``, without a new string where nothing has to be escaped.

    >>> quick("a<b"), quick("K"), quick(12)
    (Markup('a&lt;b'), 'K', '12')
    """
    if isinstance(value, Markup):
        return value
    if type(value) is int:
        return str(value)
    if type(value) is str:
        if value.isalnum():
            return value
        if len(value) < _SHORT:
            return _again(value)
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
