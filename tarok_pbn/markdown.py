"""Records in Markdown: a fence ``tarok`` becomes a diagram, in Python-Markdown and in MkDocs.

As an extension of Python-Markdown: ``extensions: ["tarok_pbn.markdown"]``. As a custom fence of
``pymdownx.superfences``: ``format: tarok_pbn.markdown.fence`` and ``validator: tarok_pbn.markdown.valid``.
A record that is wrong is shown with its findings; a fence that cannot be shown says why. Nothing here ends a build.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markupsafe import Markup

from tarok_pbn.render.look import Look
from tarok_pbn.render.rendering import render

__all__ = ["TarokExtension", "fence", "makeExtension", "valid"]

#: options of a fence; mode is a form that a page can hold
_OPTIONS = ("lang", "cards", "letters", "four", "scheme", "show", "mode")
_MODES = ("fragment", "inline", "svg", "text")
_OPENING = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)")
#: ```` ```tarok lang="cs" show="hands=S,E quiz" ````, with braces or without
_INFO = re.compile(r"\{?\s*\.?tarok\b(?P<options>[^}]*)\}?\s*")
_OPTION = re.compile(r"\s*(?P<name>[A-Za-z_]+)=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'}]+))")


def fence(
    source: str,
    language: str = "tarok",
    css_class: str = "tarok",
    options: Mapping[str, Any] | None = None,
    md: Markdown | None = None,
    **_more: Any,
) -> str:
    """The HTML of a fence's records: a formatter as ``pymdownx.superfences`` calls it. It never raises."""
    return _shown(source, {name: str(value) for name, value in (options or {}).items()})


def _shown(source: str, given: dict[str, str], templates: str = "") -> str:
    try:
        unknown = [name for name in given if name not in _OPTIONS]
        if unknown:
            raise ValueError(f"a fence has no option {unknown[0]!r}; it has {', '.join(_OPTIONS)}")
        mode = given.pop("mode", "fragment")
        if mode not in _MODES:
            raise ValueError(f"mode is {mode!r}, which is none of {', '.join(_MODES)}")
        made = render(source, mode, Look(templates=templates), **given)
    except ValueError as error:
        return _refused(str(error), source)
    if mode == "svg":
        return f'<figure class="tarok-picture">\n{made}</figure>'
    return str(Markup("<pre>{}</pre>").format(made)) if mode == "text" else made


def _refused(why: str, source: str) -> str:
    """What stands where no record can be shown: why not, and the fence as it was written."""
    return str(
        Markup('<div class="tarok-refused" role="note"><p>{}</p><pre><code>{}</code></pre></div>').format(why, source)
    )


def valid(language: str, inputs: dict[str, str], options: dict[str, Any], attrs: dict[str, Any], md: Markdown) -> bool:
    """Takes every option of a superfence for ours; ``fence`` tells which one is wrong."""
    options.update(inputs)
    return True


class _Fences(Preprocessor):
    """Replaces the ``tarok`` fences of a text; other fences are left alone with all that is in them."""

    def __init__(self, md: Markdown, defaults: dict[str, str], templates: str) -> None:
        super().__init__(md)
        self.defaults = defaults
        self.templates = templates

    def run(self, lines: list[str]) -> list[str]:
        """The lines with a placeholder for each fence of ours."""
        result: list[str] = []
        at = 0
        while at < len(lines):
            opening = _OPENING.fullmatch(lines[at])
            end = self._end(lines, at, opening["fence"]) if opening else None
            if opening is None or end is None:
                result.append(lines[at])
                at += 1
                continue
            ours = _INFO.fullmatch(opening["info"])
            if ours is None:
                result += lines[at : end + 1]
            else:
                made = self._made("\n".join(lines[at + 1 : end]) + "\n", ours["options"])
                result += ["", self.md.htmlStash.store(made), ""]
            at = end + 1
        return result

    @staticmethod
    def _end(lines: list[str], start: int, fence_: str) -> int | None:
        for at in range(start + 1, len(lines)):
            line = lines[at].rstrip()
            if len(line) >= len(fence_) and line == fence_[0] * len(line):
                return at
        return None

    def _made(self, source: str, text: str) -> str:
        options = dict(self.defaults)
        at = 0
        text = text.strip()
        for match in _OPTION.finditer(text):
            if text[at : match.start()].strip():
                break
            options[match["name"]] = next(v for v in match.group("double", "single", "bare") if v is not None)
            at = match.end()
        rest = text[at:].strip()
        if rest:
            return _refused(f'an option of a fence is name=value or name="value", not {rest.split()[0]!r}', source)
        return _shown(source, options, self.templates)


class TarokExtension(Extension):
    """The extension. Its settings are what every fence has unless it says otherwise: ``lang``, ``scheme``, ``mode``."""

    def __init__(self, **settings: Any) -> None:
        self.config = {name: ["", f"{name} of every fence"] for name in (*_OPTIONS, "templates")}
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Puts the fences before those of code."""
        defaults = {name: str(value) for name, value in self.getConfigs().items() if value}
        templates = defaults.pop("templates", "")
        md.preprocessors.register(_Fences(md, defaults, templates), "tarok", 28)


def makeExtension(**settings: Any) -> TarokExtension:  # noqa: N802 - Python-Markdown's name
    """Python-Markdown's entry."""
    return TarokExtension(**settings)
