"""The page of an evening: the score sheets of sessions, self-contained, for screen and paper."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.evening import SheetView, sheet_view
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.session import Sheet

__all__ = ["sheet_page"]


def sheet_page(sheets: Sequence[Sheet], look: Look = DEFAULT, *, title: str | None = None) -> str:
    """One page of the score sheets of one or several sessions.

    title: of the page; without one it is the session's event, or the event that all sessions share.
    """
    views = [sheet_view(sheet, number, look) for number, sheet in enumerate(sheets, 1)]
    css = style("page.css", "sheet.css", look=look)
    return cleaned(rendered(look, "sheet.html", views=views, title=title or _title(views, look), css=css))


def _title(views: list[SheetView], look: Look) -> str:
    catalogue = texts(look.lang)
    _ = catalogue.gettext
    events = {view.event for view in views}
    if len(events) != 1:
        return _("Score sheets")
    dates = {fact.value for view in views for fact in view.facts if fact.name == "Date"}
    event = f"{events.pop()}, {dates.pop()}" if len(dates) == 1 else events.pop()
    title = catalogue.ngettext("{event} · score sheet", "{event} · score sheets", len(views))
    return title.replace("{event}", event)
