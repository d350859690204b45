"""Travellers as a page: the order of the players, then every board with its tables. One file, no script."""

from __future__ import annotations

from tarok_pbn.archive.traveller import Travellers, standings
from tarok_pbn.ledger import Amount
from tarok_pbn.render.environment import cleaned, rendered, style
from tarok_pbn.render.look import DEFAULT
from tarok_pbn.render.numbers import MINUS
from tarok_pbn.render.numbers import amount as shown_amount
from tarok_pbn.report.base import counted
from tarok_pbn.report.traveller import compared, decimal, foot, heading

__all__ = ["travellers_page"]


def travellers_page(travellers: Travellers, title: str = "") -> str:
    """The page of all boards that were played at several tables. title: else the event, where all have the same."""
    boards = list(travellers.boards())
    events = {board.head.event for board in boards}
    found = title or (events.pop() if len(events) == 1 else "") or "Duplicate boards"
    context = {
        "title": found,
        "kicker": f"Duplicate, {counted(len(boards), 'board')}",
        "boards": [board for board in boards if compared(board) or board.refused],
        "standings": [(", ".join(units), players) for units, players in standings(boards).items()],
        "foot": foot(travellers, boards),
        "heading": heading,
        "compared": compared,
        "tenth": _tenth,
        "score": _score,
        "css": style("page.css", "traveller.css"),
    }
    return cleaned(rendered(DEFAULT, "traveller.html", **context))


def _tenth(value: Amount | None, sign: bool = True) -> str:
    return decimal(value, sign=sign).replace("-", MINUS)


def _score(value: Amount | None) -> str:
    return "?" if value is None else shown_amount(value)
