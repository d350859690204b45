"""The forms in which records can be shown, by name; each is loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import cast

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.look import DEFAULT, Look

__all__ = ["MODES", "Mode"]


@dataclass(frozen=True, slots=True)
class Mode:
    """A form. suffix: of its files. home: ``module:function``. single: it shows one record, not several.

    more: argument for a fuller form: the script of a fragment, the preamble of a LaTeX document.
    form: the first bytes by which a file of ours is known, so that nothing else is ever written over.
    analysed: whether it has room for an analysis of the play.
    """

    name: str
    suffix: str
    home: str
    form: tuple[bytes, ...]
    single: bool = False
    more: str = ""
    binary: bool = False
    analysed: bool = True

    def made(
        self,
        checked: Sequence[Checked],
        look: Look = DEFAULT,
        *,
        fuller: bool = False,
        analyses: Sequence[Analysed | None] = (),
    ) -> bytes:
        """The records in this form, as bytes; *fuller*: with what *more* names.

        analyses: of each record, in the same order, or of none; only where *analysed*.
        Raises ImportError where an extra is not installed.
        """
        module, _, name = self.home.partition(":")
        function = cast("Callable[..., str | bytes]", getattr(import_module(module), name))
        extra: dict[str, object] = {self.more: True} if fuller and self.more else {}
        if analyses:
            extra["analyses"] = analyses
        made = function(checked[0] if self.single else checked, look, **extra)
        return made if isinstance(made, bytes) else made.encode("utf-8")


_ALL = (
    Mode("page", ".html", "tarok_pbn.render.html:html_page", (b"<!doctype",)),
    Mode("fragment", ".html", "tarok_pbn.render.fragment:html_fragment", (b'<div class="tp-embed"',), more="script"),
    Mode("inline", ".html", "tarok_pbn.render.inline:html_inline", (b"<div",)),
    Mode("svg", ".svg", "tarok_pbn.render.svg:svg_deal", (b"<svg", b"<?xml"), single=True, analysed=False),
    Mode("text", ".txt", "tarok_pbn.render.text:text_records", ()),
    Mode("markdown", ".md", "tarok_pbn.render.markdown:markdown_text", ()),
    Mode("latex", ".tex", "tarok_pbn.render.latex:latex_text", (), more="standalone"),
    Mode("pdf", ".pdf", "tarok_pbn.render.pdf:pdf_bytes", (b"%PDF",), binary=True),
    Mode("handrecords", ".html", "tarok_pbn.render.handrecords:handrecord_page", (b"<!doctype",), analysed=False),
)
MODES: Mapping[str, Mode] = MappingProxyType({mode.name: mode for mode in _ALL})
