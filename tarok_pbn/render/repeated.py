"""What a page repeats most, its rows of cards and the cells of its tricks: each made once for what it shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup, escape

from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.escaping import quick, ready
from tarok_pbn.render.faces import SYMBOLS, Face, SuitRow
from tarok_pbn.render.language import language
from tarok_pbn.render.model import Cell, Hand, Seat, Trick, View
from tarok_pbn.render.numbers import thirds

__all__ = ["dealt_data", "offer"]

#: of each kind, so that a long archive does not fill the memory; cells are those of all seats
_KEPT, _KEPT_ROWS, _KEPT_CELLS = 1024, 4096, 8192
_NONE: frozenset[str] = frozenset()
#: what ends a script or begins markup inside one
_HARMLESS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def offer(
    made: Environment, lang: str, card: Callable[..., Markup], symbol: Callable[[int], Markup], lead: Markup
) -> None:
    """Gives an environment ``rows``, ``trick_row`` and its parts, ``cost_mark``, ``viewer`` and ``dealt_data``."""
    _ = texts(lang).gettext
    void = Markup('<span class="tp-void">—</span>')
    unknown = Markup('<span data-c="??">?</span>')
    led = lead + Markup('<span class="tp-sr">{} </span>').format(_("led"))
    wins = Markup('<span class="tp-sr"> {}</span>').format(_("wins"))
    played = _("Played: {cards}.")
    ring = '<svg viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="3" stroke="#1b1b1b" fill="{}"/></svg>'
    rings = {False: ring.format("none"), True: ring.format("#1b1b1b")}

    heads = [f'<span class="tp-s">{symbol(suit)}</span> <span class="tp-cards">' for suit in range(len(SYMBOLS))]
    plain_rows: dict[SuitRow, str] = {}

    @lru_cache(maxsize=_KEPT)
    def in_row(face: Face, tag: str, kind: str) -> str:
        return f'<{tag} data-c="{face.token}"{kind}>{escape(face.rank)}</{tag}>'

    def element(row: SuitRow, shown: list[str], spoken: str) -> str:
        shown += [unknown] * row.unknown
        return (
            f'<div class="tp-row tp-suit{row.suit}" role="img" aria-label="{escape(spoken)}">'
            f"{heads[row.suit]}{' '.join(shown) or void}</span></div>\n"
        )

    def plain(row: SuitRow) -> str:
        """A row whose cards are all alike; kept for plain suits, for those of the taroks hardly ever come again."""
        made = element(row, [in_row(face, "span", "") for face in row.cards], row.spoken)
        if row.suit and len(plain_rows) < _KEPT_ROWS:
            plain_rows[row] = made
        return made

    def mixed(row: SuitRow, gone: frozenset[str], talon: frozenset[str]) -> str:
        """A row with cards that are already played or came from the talon."""
        shown, names = [], []
        for face in row.cards:
            if face.token in gone:
                shown.append(in_row(face, "s", ""))
                names.append(face.spoken)
            else:
                shown.append(in_row(face, "span", ' class="tp-new"' if face.token in talon else ""))
        if not names:
            return element(row, shown, row.spoken)
        return element(row, shown, f"{row.spoken} {played.format(cards=', '.join(names))}")

    def rows(hand: Hand, gone: frozenset[str] = _NONE, talon: frozenset[str] = _NONE) -> Markup:
        """The rows of a hand, one element a card; *gone*: tokens already played, *talon*: those from the talon."""
        kept = plain_rows.get
        if gone or talon:
            marked = gone | talon
            parts = [
                mixed(row, gone, talon)
                if not marked.isdisjoint([face.token for face in row.cards])
                else kept(row) or plain(row)
                for row in hand.rows
            ]
        else:
            parts = [kept(row) or plain(row) for row in hand.rows]
        return ready("".join(parts))

    cells: dict[Cell, str] = {}

    def cell_of(view: View, each: Cell) -> str:
        """A cell's element; kept where nothing but the card stands in it."""
        winner = ' class="tp-w"' if each.wins else ""
        parts = [f'<td data-k="{escape(each.letter)}"{winner}>']
        if each.card is not None:
            parts += [led if each.led else "", card(each.card, True), wins if each.wins else ""]
        marked = each.signs or each.irregular or each.notes or each.cost
        if marked:
            parts.append(signs(view, each))
        if each.cost is not None:
            parts.append(cost_mark(each.cost.turned, each.cost.words))
        made = "".join([*parts, "</td> "])
        if not marked and len(cells) < _KEPT_CELLS:
            cells[each] = made
        return made

    def cost_mark(turned: bool, words: str) -> Markup:
        """The mark of a card that lost something with all hands open; *words*: what, "" where that is said anyway."""
        told, kind = escape(words), " tp-turns" if turned else ""
        title, said = (f' title="{told}"', f'<span class="tp-sr"> {told}</span>') if words else ("", "")
        return ready(f'<span class="tp-cost{kind}"{title}>{rings[turned]}{said}</span>')

    def trick_cells(view: View, trick: Trick) -> Markup:
        """The cells of a trick's cards, a space between them."""
        kept = cells.get
        return ready("".join([kept(each) or cell_of(view, each) for each in trick.cells]))

    @lru_cache(maxsize=_KEPT)
    def won_by(winner: str, points: int | None, complete: bool) -> str:
        shown, who = thirds(points) if complete else "", (winner or "?") if complete else winner
        return f'<td class="tp-won">{escape(who)}</td> <td class="tp-n" data-k="+">{shown}</td>'

    @lru_cache(maxsize=_KEPT)
    def total_of(side: str, total: int | None, known: bool) -> str:
        return f' <td class="tp-n" data-k="{escape(side)}">{thirds(total) if known else ""}</td>'

    def trick_sums(view: View, trick: Trick) -> Markup:
        """The cells behind a trick's cards: who won it, its points, what each side has."""
        text, totals = won_by(trick.winner_name, trick.points, trick.complete), trick.totals
        for number, side in enumerate(view.sides):
            text += total_of(side.short, totals[number], True) if totals else total_of(side.short, None, False)
        return ready(text)

    def trick_row(view: View, trick: Trick) -> Markup:
        """The row of a trick in the table: its number, the cells of its cards, the cells behind them."""
        number, bad = trick.number, ' class="tp-bad"' if trick.faulty else ""
        head = f'<th scope="row" class="tp-no">{number}</th>\n{trick_cells(view, trick)}\n{trick_sums(view, trick)}'
        return ready(f'<tr id="{quick(view.id)}-trick-{number}" data-t="{number}"{bad}>{head}</tr>')

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

    made.globals.update(
        rows=rows, trick_row=trick_row, trick_cells=trick_cells, trick_sums=trick_sums, viewer=viewer,
        dealt_data=dealt_data, cost_mark=cost_mark,
    )  # fmt: skip


def dealt_data(view: View) -> Markup:
    """JSON for the replay: rows of the hands as dealt that differ from those shown, by letter of the seat.

    A row is its number, how it is spoken, and pairs of token and rank. Safe inside a script element.
    """
    seats = [f"{json.dumps(seat.letter)}:[{rows}]" for seat in view.seats if (rows := _differing(seat))]
    return ready(f"{{{','.join(seats)}}}".translate(_HARMLESS))  # then nothing in it can end the script


def _differing(seat: Seat) -> str:
    dealt, shown = seat.dealt, seat.hand
    if dealt is None or shown is None or dealt is shown or dealt.mask == shown.mask:
        return ""
    return ",".join(
        [
            f"[{number},{_row_data(row)}]"
            for number, (row, other) in enumerate(zip(dealt.rows, shown.rows, strict=True))
            if row.cards != other.cards or row.unknown != other.unknown
        ]
    )


def _row_data(row: SuitRow) -> str:
    cards = [_card_data(face) for face in row.cards] + ['["??","?"]'] * row.unknown
    return f"{json.dumps(row.spoken)},[{','.join(cards)}]"


@lru_cache(maxsize=_KEPT)
def _card_data(face: Face) -> str:
    return json.dumps([face.token, face.rank], separators=(",", ":"))
