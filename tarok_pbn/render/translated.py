"""Translated templates: what ``{% trans %}`` marks is put into the compiled template in its language.

An environment has one language, so a text costs nothing when a page is made. Babel finds the texts as
in any Jinja template; only plurals are decided when a page is made.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from typing import cast

from jinja2 import Environment, nodes
from jinja2.ext import InternationalizationExtension

__all__ = ["CompiledTexts", "TranslatedEnvironment"]

_PLACE = re.compile(r"%\((\w+)\)s")


class TranslatedEnvironment(Environment):
    """An environment in one language, for ``CompiledTexts``; ``speak`` gives it before the first template."""

    texts: gettext.NullTranslations
    #: added by the extension, for the plurals
    install_gettext_translations: Callable[..., None]

    def speak(self, texts: gettext.NullTranslations) -> None:
        """Sets the language."""
        self.texts = texts
        self.install_gettext_translations(texts, newstyle=True)


class CompiledTexts(InternationalizationExtension):
    """``{% trans %}`` decided when a template of a ``TranslatedEnvironment`` is compiled."""

    def _make_node(
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output:
        if plural is not None:
            return super()._make_node(
                singular, plural, context, variables, plural_expr, vars_referenced, num_called_num
            )
        texts = cast("TranslatedEnvironment", self.environment).texts
        text = texts.pgettext(context, singular) if context else texts.gettext(singular)
        parts: list[nodes.Expr] = []
        for index, part in enumerate(_PLACE.split(text)):
            if index % 2:
                parts.append(variables.get(part) or nodes.Name(part, "load"))
            elif part:
                parts.append(nodes.TemplateData(part.replace("%%", "%")))
        return nodes.Output(parts)
