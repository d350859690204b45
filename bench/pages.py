"""Pages a second, beside the boards that python-chess draws in the same run."""

from __future__ import annotations

from bench import corpus
from bench.timing import USUAL, Report, best, by_turns, loop
from tarok_pbn.check import check_bytes
from tarok_pbn.render import html_page, view_of
from tarok_pbn.render.environment import environment

__all__ = ["pages"]

_PAGES = 150


def pages(report: Report) -> None:
    """A page of one record, from the checked record to the text of the file: warm, but of records not met before."""
    checked = list(check_bytes(corpus.records(_PAGES).encode()))
    environment()
    for one in checked:
        html_page([one])
    seeds = range(corpus.SEED + 1, corpus.SEED + 9)
    files = [list(check_bytes(corpus.records(_PAGES, seed=seed).encode())) for seed in seeds]
    took, turns = by_turns(lambda: [html_page([one]) for one in files.pop()], loop, rounds=len(seeds))
    rate, share = _PAGES / took, 1e6 / turns / USUAL
    report.row("pages of one record", f"{rate:,.0f} pages/s", f"1,000 x {share:.2f}", rate >= 1000 * min(share, 1))
    views = _PAGES / best(lambda: [view_of(one) for one in checked], 3)
    report.row("  of which the view model", f"{views:,.0f} views/s")
    try:
        import chess
        import chess.svg
    except ImportError:
        report.row("python-chess svg.board", "not installed")
        return
    board = chess.Board()
    drawn = 60 / best(lambda: [chess.svg.board(board) for _ in range(60)], 3)
    report.row("python-chess svg.board", f"{drawn:,.0f} boards/s")
    report.row("  ratio", f"{rate / drawn:.2f}")
