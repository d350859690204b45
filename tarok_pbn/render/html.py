"""HTML pages: one self-contained file, correct without scripts, with no request to any network."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import cleaned, is_clean, rendered, script, style
from tarok_pbn.render.links import Links
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import View
from tarok_pbn.render.view import views_of

__all__ = ["html_page", "needs_style", "unique_ids"]


def html_page(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    title: str | None = None,
    links: Links | None = None,
    analyses: Sequence[Analysed | None] = (),
) -> str:
    """One page of one or several checked records.

    title: of the page; without one it is the record's, or the event that all records share.
    links: to the neighbours of a page in a site. analyses: of each record, in the same order, or of none.
    """
    views = views_of(checked_list, look, analyses)
    unique_ids(views)
    more = [*(["analysis.css"] if links is not None or needs_style(views) else [])]
    more += ["site.css"] if links is not None else []
    css = style("page.css", "replay.css", *more, look=look)
    page = rendered(
        look,
        "page.html",
        views=views,
        title=title or ("" if len(views) == 1 else _title(views, look)),
        css=css,
        links=links,
        script=script(look.templates),
    )
    whole = links is None and all(view.whole for view in views)  # then all that is not ours stands in these:
    clean = whole and is_clean(title or "", *[view.file + view.text for view in views])
    return page if clean else cleaned(page)


def needs_style(views: list[View]) -> bool:
    """Whether something on a page was computed, so that it needs ``analysis.css``."""
    return any(view.computed or view.best is not None for view in views)


def unique_ids(views: list[View]) -> None:
    """Makes the ids of views that share a page unlike each other."""
    used: set[str] = set()
    for view in views:
        wanted, count = view.id, 1
        while view.id in used:
            count += 1
            view.id = f"{wanted}-{count}"
        used.add(view.id)


def _title(views: list[View], look: Look) -> str:
    """Of a page of several records; that of one is its heading."""
    events = {fact.value for view in views for fact in view.facts if fact.name == "Event"}
    return events.pop() if len(events) == 1 else texts(look.lang).gettext("Tarok records")
