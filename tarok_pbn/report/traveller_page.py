"""Travellers as a page: the order of the players, then every board with its tables. One file, no script."""

from __future__ import annotations

from tarok_pbn.archive.traveller import Travellers, standings
from tarok_pbn.ledger import Amount
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.numbers import amount as shown_amount
from tarok_pbn.render.numbers import decimal as shown_decimal
from tarok_pbn.render.wording import told
from tarok_pbn.report.traveller import compared, decimal, foot, heading
from tarok_pbn.worded import listed, worded, worded_n

__all__ = ["travellers_page"]


def travellers_page(travellers: Travellers, title: str = "", look: Look = DEFAULT) -> str:
    """The page of all boards that were played at several tables. title: else the event, where all have the same.

    look: the language.
    """
    lang = look.lang
    boards = list(travellers.boards())
    events = {board.head.event for board in boards}
    found = title or (events.pop() if len(events) == 1 else "") or told(worded("Duplicate boards"), lang)
    context = {
        "title": found,
        "kicker": told(worded_n("Duplicate, {count} board", "Duplicate, {count} boards", len(boards)), lang),
        "boards": [board for board in boards if compared(board) or board.refused],
        "standings": [(told(listed(units), lang), players) for units, players in standings(boards).items()],
        "foot": told(foot(travellers, boards), lang),
        "heading": heading,
        "compared": compared,
        "told": lambda text: told(text, lang),
        "tenth": lambda value, sign=True: shown_decimal(decimal(value, sign=sign), lang),
        "score": _score,
        "css": style("page.css", "traveller.css"),
    }
    return cleaned(rendered(look, "traveller.html", **context))


def _score(value: Amount | None) -> str:
    return "?" if value is None else shown_amount(value)
