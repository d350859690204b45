"""A fragment for somebody else's page: a shadow tree of its own, which that page's style sheet does not reach.

It is declared in the markup, so it needs no script. What copies pages without knowing shadow trees (many
sanitisers, ``innerHTML``, mail) drops it; ``html_inline`` is for those.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.environment import script as replay
from tarok_pbn.render.html import needs_style, unique_ids
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.view import views_of

__all__ = ["html_fragment"]


def html_fragment(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    script: bool = False,
    analyses: Sequence[Analysed | None] = (),
) -> str:
    """The records as one ``<div class="tp-embed">``, from ``fragment.html``.

    script: with the replay's script. analyses: of each record, in the same order, or of none.
    """
    views = views_of(checked_list, look, analyses)
    unique_ids(views)
    sheets = ["page.css", *(["replay.css"] if script else []), *(["analysis.css"] if needs_style(views) else [])]
    css = style(*sheets, look=look)
    code = replay(look.templates) if script else Markup("")
    return cleaned(rendered(look, "fragment.html", views=views, css=css, script=code))
