"""What an analysis with all hands open found, for a page. The analysis comes ready, as plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from tarok_pbn.games.kit.table import Table
from tarok_pbn.render.analysis_curve import curve_of
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.analysis_words import cost_words, count_words, range_words, subject_words
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.faces import Faces
from tarok_pbn.render.model import BestPlay, Better, Cost, Mistake, View
from tarok_pbn.render.seatnames import seat_name
from tarok_pbn.render.wording import translated

__all__ = ["with_best_play"]


def with_best_play(view: View, found: Analysed, table: Table | None, faces: Faces) -> None:
    """Puts an analysis into a view: its part of the page, and the marks of its cards into the table of tricks.

    Marks and comments that an earlier analysis has written into the record give way to it.
    """
    if found.why or not found.cards or table is None:
        shown = translated(found.why, view.look.lang)
        view.best = BestPlay(shown, view.look.lang != "en" and shown == found.why)
        return
    view.computed = ""
    for trick in view.tricks:
        trick.cells = [cell if cell.cost is None else replace(cell, cost=None) for cell in trick.cells]
        trick.remarks = [remark for remark in trick.remarks if not remark.computed]
    view.best = _best_of(found, table, faces, view)
    by_number = {trick.number: trick for trick in view.tricks}
    for card in found.cards:
        if card.cost and card.trick in by_number:
            cells = by_number[card.trick].cells
            words = cost_words(found.kind, card.cost, card.turned, view.look.lang)
            cells[card.seat] = replace(cells[card.seat], cost=Cost(words, card.turned))


def _best_of(found: Analysed, table: Table, faces: Faces, view: View) -> BestPlay:
    lang, kind = view.look.lang, found.kind
    side = _names(found.side, table, lang)
    subject = subject_words(
        kind, side, lang, few=found.few, trick=found.trick, lying=found.lying,
        card=faces[found.card].token if found.card is not None else "",
    )  # fmt: skip
    first, last = found.cards[0], found.cards[-1]
    _ = texts(lang).gettext
    values = [("best", _("with best play"), range_words(kind, first.low, first.high, lang))]
    if found.result is not None:
        values.append(("played", _("as played"), count_words(kind, found.result, lang)))
    if found.enough is not None:
        label = _("at most") if found.few else _("needed")
        values.append(("need", label, count_words(kind, found.enough, lang)))
    final = range_words(kind, last.after_low, last.after_high, lang)
    return BestPlay(
        subject=subject,
        values=values,
        mistakes=_mistakes(found, table, faces, lang),
        sums=_sums(found, table, side, lang),
        notes=_notes(found, table, faces, side, lang),
        curve=curve_of(found, subject, values, view.total_tricks, table.n, lang),
        figures=_figures(found, lang),
        final=final,
    )


def _names(seats: frozenset[int], table: Table, lang: str) -> str:
    return " + ".join(seat_name(table, seat, lang) for seat in sorted(seats))


def _mistakes(found: Analysed, table: Table, faces: Faces, lang: str) -> list[Mistake]:
    return [
        Mistake(
            card.trick,
            seat_name(table, card.seat, lang),
            faces[card.card],
            "" if found.kind == "trick" else count_words(found.kind, card.cost, lang),
            cost_words(found.kind, card.cost, card.turned, lang),
            card.turned,
            tuple(_better(card.better, faces)),
        )
        for card in found.cards
        if card.cost
    ]


def _better(cards: Iterable[tuple[int, int]], faces: Faces) -> Iterator[Better]:
    """The cards, a fool with all the suits as which it would have been named."""
    for card, namings in groupby(cards, key=lambda each: each[0]):
        yield Better(faces[card], tuple(named for _, named in namings if named >= 0))


def _sums(found: Analysed, table: Table, side: str, lang: str) -> list[tuple[str, str]]:
    """What the cards of each side lost in all, as far as it is known; nothing where one trick is the question."""
    if found.kind == "trick" or not any(card.lost for card in found.cards):
        return []
    others = _names(frozenset(range(table.n)) - found.side, table, lang)
    sums = []
    for name, ours in ((side, True), (others, False)):
        lost = [card.lost for card in found.cards if (card.seat in found.side) is ours]
        if None not in lost:
            sums.append((name, count_words(found.kind, sum(each or 0 for each in lost), lang)))
    return sums


def _notes(found: Analysed, table: Table, faces: Faces, side: str, lang: str) -> list[str]:
    _ = texts(lang).gettext
    notes = []
    if found.alone:
        notes.append(_("Each plays for himself; this is {seat} against all others together.").format(seat=side))
    if found.lacks:
        notes.append(_("Not counted, for the record does not tell: {what}.").format(what=translated(found.lacks, lang)))
    if found.open_until:
        card = found.cards[found.open_until - 1]
        told = _("Up to trick {trick}, card {card} nothing but bounds is proven within the limits.")
        notes.append(told.format(trick=card.trick, card=card.place))
    for card in found.cards:
        if (card.lost or 0) < 0 and found.kind != "trick":
            gain = count_words(found.kind, -(card.lost or 0), lang)
            told = _("Trick {trick}: {card} of {seat} was against the rules and gained {gain}.")
            name = seat_name(table, card.seat, lang)
            notes.append(told.format(trick=card.trick, card=faces[card.card].text, seat=name, gain=gain))
    if not any(card.lost for card in found.cards) and not found.open_until:
        notes.append(_("No card cost anything."))
    return notes


def _figures(found: Analysed, lang: str) -> list[tuple[int, list[str]]]:
    rows: list[tuple[int, list[str]]] = []
    for card in found.cards:
        if not rows or rows[-1][0] != card.trick:
            rows.append((card.trick, []))
        rows[-1][1].append(range_words(found.kind, card.low, card.high, lang))
    return rows
