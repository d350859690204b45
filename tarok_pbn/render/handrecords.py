"""Hand records: many deals on a page, as a tournament prints them after the last board."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Fact, View
from tarok_pbn.render.view import view_of

__all__ = ["handrecord_page"]

#: deals side by side on a sheet of A4
COLUMNS = (1, 2, 3)


def handrecord_page(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    columns: int = 2,
    results: bool = True,
    title: str | None = None,
) -> str:
    """One page of the deals of several records: number, dealer, hands as dealt, talon.

    columns: deals side by side on paper, 1 to 3. results: what was played and what it was worth under each.
    title: of the page; without one it is the event that all records share. Raises ValueError for other columns.
    """
    if columns not in COLUMNS:
        raise ValueError(f"columns is {columns!r}; a sheet has 1 to 3")
    views = [view_of(checked, look) for checked in checked_list]
    for number, view in enumerate(views, 1):
        view.id = f"h{number}"
    shared = _shared(views)
    event = next((fact.value for fact in shared if fact.name == "Event"), "")
    page = rendered(
        look,
        "handrecords.html",
        views=views,
        columns=columns,
        results=results,
        facts=[fact for fact in shared if fact.name != "Event"],
        title=title or event or texts(look.lang).gettext("Hand records"),
        legend=views[0].legend if views else (),
        css=style("page.css", "handrecords.css", look=look),
    )
    return cleaned(page)


def _shared(views: Sequence[View]) -> list[Fact]:
    """The facts that hold for all records."""
    first = views[0].facts if views else []
    return [fact for fact in first if all(fact in view.facts for view in views)]
