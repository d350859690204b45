"""What a page repeats most, its rows of cards and the cells of its tricks: each made once for what it shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.faces import Face, SuitRow
from tarok_pbn.render.language import language
from tarok_pbn.render.model import Cell, Hand, Seat, Trick, View
from tarok_pbn.render.numbers import thirds

__all__ = ["dealt_data", "offer"]

#: of each kind, so that a long archive does not fill the memory
_KEPT = 1024
_NONE: frozenset[str] = frozenset()
#: what ends a script or begins markup inside one
_HARMLESS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def offer(made: Environment, lang: str, card: Callable[..., Markup], symbol: Callable[[int], Markup]) -> None:
    """Gives an environment ``rows``, ``trick_cells``, ``trick_sums``, ``viewer`` and ``dealt_data``."""
    _ = texts(lang).gettext
    void = Markup('<span class="tp-void">—</span>')
    unknown = Markup('<span data-c="??">?</span>')
    lead: Markup = made.globals["icon"]("lead")  # type: ignore[operator]  # a function of the environment
    led = lead + Markup('<span class="tp-sr">{} </span>').format(_("led"))
    wins = Markup('<span class="tp-sr"> {}</span>').format(_("wins"))
    played = _("Played: {cards}.")

    @lru_cache(maxsize=_KEPT)
    def row(row: SuitRow, gone: frozenset[str], talon: frozenset[str]) -> Markup:
        shown = []
        for face in row.cards:
            tag, kind = ("s", "") if face.token in gone else ("span", ' class="tp-new"' if face.token in talon else "")
            shown.append(f'<{tag} data-c="{face.token}"{kind}>{escape(face.rank)}</{tag}>')
        shown += [unknown] * row.unknown
        spoken = row.spoken
        if gone:
            names = ", ".join(face.spoken for face in row.cards if face.token in gone)
            spoken += " " + played.format(cards=names)
        return Markup(  # noqa: S704 - ranks and words are escaped, the rest are constants
            f'<div class="tp-row tp-suit{row.suit}" role="img" aria-label="{escape(spoken)}">'
            f'<span class="tp-s">{symbol(row.suit)}</span> '
            f'<span class="tp-cards">{" ".join(shown) or void}</span></div>\n'
        )

    def once(each: SuitRow) -> Callable[[SuitRow, frozenset[str], frozenset[str]], Markup]:
        """Rows of plain suits are kept; those of the taroks hardly ever come again."""
        return row if each.suit else row.__wrapped__

    def rows(hand: Hand, gone: frozenset[str] = _NONE, talon: frozenset[str] = _NONE) -> Markup:
        """The rows of a hand, one element a card; *gone*: tokens already played, *talon*: those from the talon."""
        if not gone and not talon:
            return Markup("".join([once(each)(each, _NONE, _NONE) for each in hand.rows]))  # noqa: S704 - rows are Markup
        parts = []
        for each in hand.rows:
            tokens = frozenset(face.token for face in each.cards)
            parts.append(once(each)(each, gone & tokens, talon & tokens))
        return Markup("".join(parts))  # noqa: S704 - rows are Markup

    @lru_cache(maxsize=_KEPT)
    def cell(letter: str, face: Face | None, is_led: bool, is_won: bool) -> Markup:
        start = Markup('<td data-k="{}"{}>').format(letter, Markup(' class="tp-w"') if is_won else "")
        if face is None:
            return start
        return start + (led if is_led else "") + card(face, True) + (wins if is_won else "")

    def trick_cells(view: View, trick: Trick) -> Markup:
        """The cells of a trick's cards, a space between them."""
        seats = view.seats
        parts: list[str] = []
        for each in trick.cells:
            parts.append(cell(seats[each.seat].letter, each.card, each.led, each.wins))
            if each.signs or each.irregular or each.notes:
                parts.append(signs(view, each))
            parts.append("</td> ")
        return Markup("".join(parts))  # noqa: S704 - cells are Markup

    @lru_cache(maxsize=_KEPT)
    def won_by(winner: str, points: str) -> str:
        return f'<td class="tp-won">{escape(winner)}</td> <td class="tp-n" data-k="+">{points}</td>'

    @lru_cache(maxsize=_KEPT)
    def total_of(side: str, total: str) -> str:
        return f' <td class="tp-n" data-k="{escape(side)}">{total}</td>'

    def trick_sums(view: View, trick: Trick) -> Markup:
        """The cells behind a trick's cards: who won it, its points, what each side has."""
        if trick.complete:
            text = won_by(trick.winner_name or "?", thirds(trick.points))
        else:
            text = won_by(trick.winner_name, "")
        if trick.totals:
            for side, total in zip(view.sides, trick.totals, strict=False):
                text += total_of(side.short, thirds(total))
        else:
            for side in view.sides:
                text += total_of(side.short, "")
        return Markup(text)  # noqa: S704 - names are escaped, the rest are numbers and constants

    def signs(view: View, cell: Cell) -> Markup:
        text = made.get_template("signs.html").render(said=cell, view=view, where="play")
        return Markup(text)  # noqa: S704 - escaped by the template

    kept: dict[str, Markup] = {}

    def viewer() -> Markup:
        """The controls of the replay, the same for every record; made once."""
        if not kept:
            text = made.get_template("viewer.html").render(void=language(lang).void)
            kept[""] = Markup(text)  # noqa: S704 - escaped by the template
        return kept[""]

    made.globals.update(rows=rows, trick_cells=trick_cells, trick_sums=trick_sums, viewer=viewer, dealt_data=dealt_data)


def dealt_data(view: View) -> Markup:
    """JSON for the replay: rows of the hands as dealt that differ from those shown, by letter of the seat.

    A row is its number, how it is spoken, and pairs of token and rank. Safe inside a script element.
    """
    found = {seat.letter: rows for seat in view.seats if (rows := _differing(seat))}
    text = json.dumps(found, separators=(",", ":")).translate(_HARMLESS)
    return Markup(text)  # noqa: S704 - nothing in it can end the script


def _differing(seat: Seat) -> list[Any]:
    dealt, shown = seat.dealt, seat.hand
    if dealt is None or shown is None or dealt is shown or dealt.mask == shown.mask:
        return []
    return [
        [number, row.spoken, [[face.token, face.rank] for face in row.cards] + [["??", "?"]] * row.unknown]
        for number, (row, other) in enumerate(zip(dealt.rows, shown.rows, strict=True))
        if row.cards != other.cards or row.unknown != other.unknown
    ]
