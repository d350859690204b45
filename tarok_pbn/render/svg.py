"""Deals as stand-alone pictures: the hands round the table, the talon, an end position, or one hand as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from markupsafe import Markup

from tarok_pbn.check import Checked
from tarok_pbn.games import find
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import cleaned, rendered
from tarok_pbn.render.faces import Face, SuitRow, faces_of
from tarok_pbn.render.look import DEFAULT, PARTS, Look
from tarok_pbn.render.model import Seat, View
from tarok_pbn.render.numbers import thirds
from tarok_pbn.render.partial import chosen_seats
from tarok_pbn.render.svgcards import HEIGHT, WIDTH, card_symbols, svg_card, svg_cards
from tarok_pbn.render.svgflow import Atom, Canvas, atoms, words
from tarok_pbn.render.svgink import SANS, ink_of, number, signs
from tarok_pbn.render.textual import hands_title, headline
from tarok_pbn.render.view import view_of

__all__ = ["svg_card", "svg_cards", "svg_deal", "svg_hand"]

_PAGE, _MARGIN, _CENTRE = 640.0, 20.0, 112.0
_TYPE, _SMALL = 15.0, 12.5
_LINE = 20.0


def svg_deal(checked: Checked, look: Look = DEFAULT) -> str:
    """The hands of a record round the table as a picture, with the talon and who laid away what.

    ``look.show`` chooses hands, or an end position; the solution of a quiz is left out. The picture needs nothing
    but itself: no font, script or style sheet. Raises ValueError where the record has not what is asked for.
    """
    view = view_of(checked, look)
    drawing = _Deal(view)
    drawing.draw()
    return drawing.picture(headline(view), drawing.told(), _PAGE)


def svg_hand(checked: Checked, seat: str, look: Look = DEFAULT) -> str:
    """One hand as a row of card faces. *seat*: a letter, a name or a role, such as ``declarer`` or ``dealer``.

    Raises ValueError where the record has no such seat or its hand is not known.
    """
    view = view_of(checked, look)
    found = [view.seats[index] for index in sorted(chosen_seats(view, (seat,)))]
    if len(found) != 1 or found[0].hand is None:
        raise ValueError(f"the hand of {seat!r} is not known" if found else f"nobody is {seat!r} in this record")
    drawing = _Deal(view, found[0].letter)
    width = drawing.hand_of_cards(found[0])
    return drawing.picture(_named(found[0]), " ".join(row.spoken for row in found[0].hand.rows), width)


def _named(seat: Seat) -> str:
    return f"{seat.name}, {seat.player}" if seat.player else seat.name


class _Deal:
    """Draws one view; ``y`` is how far down the drawing goes. of: the seat, in a picture of one hand."""

    def __init__(self, view: View, of: str = "") -> None:
        self.view = view
        self.ink = ink_of(view.look.scheme)
        shown = (view.id, headline(view), self.told(), view.look, of)  # a page may hold many pictures
        self.prefix = f"tk{crc32(repr(shown).encode('utf-8', 'replace')):08x}"
        self.canvas = Canvas(self.ink, self.prefix)
        self.symbols: list[Markup] = [signs(self.prefix)]
        self.y = 0.0

    def picture(self, title: str, told: str, width: float) -> str:
        """The whole file, from its template."""
        drawing = Markup("\n").join(self.canvas.parts)
        page = rendered(
            self.view.look, "deal.svg", view=self.view, width=number(width), height=number(self.y), prefix=self.prefix,
            fonts=SANS, ink=self.ink, title=title, words=told, symbols=Markup("").join(self.symbols), drawing=drawing,
        )  # fmt: skip
        return cleaned(page) + "\n"

    # --- a deal -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Title, hands, and what stands under them."""
        view, canvas = self.view, self.canvas
        room = _PAGE - 2 * _MARGIN
        self.y = canvas.flow(words(headline(view), self.ink.text, True), _MARGIN, 32, 17, room)
        facts = " · ".join([*(fact.value for fact in view.facts), *([view.game] if view.contract else [])])
        if facts:
            self.y = canvas.flow(words(facts, self.ink.grey), _MARGIN, self.y - 3, _SMALL, room)
        self.y += 2
        if view.seats and "hands" in view.shown:
            self._flow() if view.layout == "flow" else self._table()
        self.y += _SMALL
        self._under(room)
        self.y += 4

    def _table(self) -> None:
        """The hands where the seats are, the table between them."""
        side = (_PAGE - 2 * _MARGIN - _CENTRE) / 2
        rooms = {"west": side, "east": side}
        blocks = {seat.place: self._block(seat, rooms.get(seat.place, 440)) for seat in self.view.seats}
        if "north" in blocks:
            self._place(blocks["north"], (_PAGE - blocks["north"][1]) / 2, self.y)
            self.y += blocks["north"][2] + 14
        height = max(_CENTRE - 8, *(blocks[place][2] for place in ("west", "east") if place in blocks))
        for place, x in (("west", _MARGIN), ("east", _PAGE - _MARGIN)):
            if place in blocks:
                tallest = max(blocks[p][2] for p in ("west", "east") if p in blocks)
                left = x if place == "west" else x - blocks[place][1]
                self._place(blocks[place], left, self.y + (height - tallest) / 2)
        self._centre(_PAGE / 2, self.y + height / 2)
        self.y += height + 14
        if "south" in blocks:
            self._place(blocks["south"], (_PAGE - blocks["south"][1]) / 2, self.y)
            self.y += blocks["south"][2] + 12

    def _flow(self) -> None:
        """The hands two in a row, for tables that have no compass."""
        room = (_PAGE - 2 * _MARGIN - 30) / 2
        blocks = [self._block(seat, room) for seat in self.view.seats]
        for at in range(0, len(blocks), 2):
            pair = blocks[at : at + 2]
            for column, block in enumerate(pair):
                self._place(block, _MARGIN + column * (room + 30), self.y)
            self.y += max(block[2] for block in pair) + 14

    def _place(self, block: tuple[Canvas, float, float], x: float, y: float) -> None:
        form = Markup('<g transform="translate({} {})">{}</g>')
        self.canvas.parts.append(form.format(number(x), number(y), Markup("").join(block[0].parts)))

    def _block(self, seat: Seat, room: float) -> tuple[Canvas, float, float]:
        """A seat's name and hand with their width and height."""
        ink, canvas = self.ink, Canvas(self.ink, self.prefix)
        name = words(seat.name, ink.text, True) + words(seat.player, ink.text)
        wide_lines = [canvas.lines(name, _TYPE, room, _TYPE * 0.32)]
        y = canvas.flow(name, 0, 14, _TYPE, room)
        roles = words(", ".join(role.text for role in seat.roles), ink.grey)
        if roles:
            y = canvas.flow(roles, 0, y - 4, _SMALL, room)
        rule_at = len(canvas.parts)
        y += _LINE - 10
        used = 0.0
        if seat.hand is not None:
            for row in seat.hand.rows:
                y, reach = self._row(canvas, seat, row, y, room)
                used = max(used, reach)
        elif self.view.origin and seat.asked:
            y = canvas.flow(words(texts(self.view.look.lang).gettext("hand not known"), ink.grey), 0, y, _SMALL, room)
        for line in wide_lines[0]:
            used = max(used, sum(canvas.width(atom, _TYPE) + 5 for atom in line) - 5)
        used = min(room, max(used, sum(canvas.width(atom, _SMALL) + 4 for atom in roles), 90.0))
        below = y - _LINE + 6
        head = Canvas(ink, self.prefix)
        ruled = (14 if not roles else 14 + _SMALL * 1.4) + 6 + (len(wide_lines[0]) - 1) * _TYPE * 1.4
        head.line(0, ruled, used, ruled, ink.text if seat.side == 0 else ink.rule, 2 if seat.side == 0 else 1)
        canvas.parts[rule_at:rule_at] = head.parts
        return canvas, used, below

    def _row(self, canvas: Canvas, seat: Seat, row: SuitRow, y: float, room: float) -> tuple[float, float]:
        """A suit of a hand; returns the next baseline and how far it reaches."""
        ink = self.ink
        colour = ink.suit(row.suit)
        canvas.sign(row.suit, 0, y, _TYPE)
        held = [Atom(f.rank, ink.grey if f.token in seat.gone else colour, style=_style(seat, f)) for f in row.cards]
        held += [Atom("?", ink.grey)] * row.unknown
        held = held or [Atom("—", ink.grey)]
        gap = _TYPE * 0.5
        lines = canvas.lines(held, _TYPE, room - 24, gap)
        for line in lines:
            x = 24.0
            for atom in line:
                canvas.text(x, y, atom.text, _TYPE, atom.colour, style=atom.style)
                x += canvas.width(atom, _TYPE) + gap
            y += _LINE
        return y, 24 + max(sum(canvas.width(atom, _TYPE) + gap for atom in line) - gap for line in lines)

    def _centre(self, x: float, y: float) -> None:
        """The table: the letters of the seats, or the cards that lie on it, and which way the play goes."""
        view, ink = self.view, self.ink
        box = Markup('<rect x="{}" y="{}" width="76" height="76" rx="8" fill="none" stroke="{}" stroke-width="1"/>')
        self.canvas.parts.append(box.format(number(x - 38), number(y - 38), ink.rule))
        lying = {cell.seat: cell for cell in view.standing.table} if view.standing is not None else {}
        at = {"north": (0, -21), "south": (0, 31), "west": (-24, 5), "east": (24, 5)}
        for seat in view.seats:
            dx, dy = at[seat.place]
            cell = lying.get(seat.index)
            if cell is None or cell.card is None:
                self.canvas.text(x + dx, y + dy, seat.letter, 13, ink.grey, True, middle=True)
                continue
            (atom,) = atoms([cell.card], ink)
            left = x + dx - self.canvas.width(atom, 14) / 2
            self.canvas.flow([atom], left, y + dy, 14, 60)
            if cell.led:
                lead = Markup('<path d="M{} {}l6 4-6 4z" fill="{}"/>')
                self.canvas.parts.append(lead.format(number(left - 9), number(y + dy - 9), ink.text))
        if view.direction and not lying:
            form = Markup(
                '<g transform="translate({} {}){}" fill="none" stroke="{}" stroke-width="1.4">'
                '<path d="M-8-6.6a10.4 10.4 0 1 1-1.9 9"/><path d="M-4.2-5.6l-4.6.2-.2-4.6"/></g>'
            )
            turn = " scale(-1 1)" if view.direction == "clockwise" else ""
            self.canvas.parts.append(form.format(number(x), number(y), turn, ink.grey))

    # --- under the hands ----------------------------------------------------------------------------

    def _under(self, room: float) -> None:
        """Auction of a partial diagram, talon and cards laid away, the moment of an end position, the legend."""
        blocks = [*self._auction(), *self._exchange(), *self._moment()]
        for block in blocks:
            self.y = self.canvas.flow(block, _MARGIN, self.y, 14, room)
        if blocks:
            self.y += 4
        self.y = self.canvas.flow(self._legend(), _MARGIN, self.y, _SMALL, room)

    def _auction(self) -> list[list[Atom]]:
        view, ink = self.view, self.ink
        if view.auction is None or "auction" not in view.shown or view.shown == PARTS:
            return []
        line: list[Atom] = []
        for place, said in enumerate(view.auction.said):
            text = [*words(said.seat_name, ink.grey), *words(said.word.shown, ink.text), *atoms(said.cards, ink)]
            text += words(said.rest + said.signs.replace(" ", ""), ink.text)
            if place + 1 < len(view.auction.said):
                text[-1] = replace(text[-1], text=f"{text[-1].text},")
            line += text
        return [line] if line else []

    def _exchange(self) -> list[list[Atom]]:
        view, ink = self.view, self.ink
        _ = texts(view.look.lang).gettext
        if "exchange" not in view.shown:
            return []
        blocks = []
        if view.talon:
            blocks.append([*words(view.talon_word, ink.text, True), *atoms(view.talon, ink)])
        for taken in view.taken:
            line = words(taken.name, ink.text, True)
            if taken.took:
                line += [*words(_("took"), ink.grey), *atoms(taken.took, ink)]
            if taken.laid is None:
                line += words(f"{_('laid away')} – {_('not known')}", ink.grey)
            elif taken.laid:
                line += [*words(_("laid away"), ink.grey), *atoms(taken.laid, ink)]
            blocks.append(line)
        if view.unused and view.taken:
            blocks.append(self._with_cards(_("Left in the talon: %(cards)s"), view.unused))
        if view.exposed:
            blocks.append(self._with_cards(_("Exposed: %(cards)s"), view.exposed))
        return blocks

    def _with_cards(self, sentence: str, faces: Sequence[Face]) -> list[Atom]:
        before, _, after = sentence.partition("%(cards)s")
        return [*words(before, self.ink.grey), *atoms(faces, self.ink), *words(after, self.ink.grey)]

    def _moment(self) -> list[list[Atom]]:
        view = self.view
        standing = view.standing
        if standing is None:
            return []
        _ = texts(view.look.lang).gettext
        form = _("After trick %(number)s") if standing.card is None else _("In trick %(number)s")
        items = [words(form % {"number": standing.trick}, self.ink.text, True)]
        if standing.to_play is not None:
            items.append(words(_("%(seat)s to play.") % {"seat": view.seats[standing.to_play].name}, self.ink.text))
        for side, total in zip(view.sides, standing.totals, strict=False):
            items.append(words(f"{side.name} {thirds(total)}", self.ink.grey))
        return [_dotted(items)]

    def _legend(self) -> list[Atom]:
        view, ink = self.view, self.ink
        _ = texts(view.look.lang).gettext
        if not view.origin or "hands" not in view.shown:
            return []
        items = [[Atom(hands_title(view), ink.grey)], [Atom(_("taroks"), ink.grey, 0)]]
        items += [[Atom(f"{letter} {name}", ink.grey)] for letter, name in view.legend]
        if view.drawn:
            items.append([Atom("XX", ink.grey, style="new"), Atom(_("from the talon"), ink.grey)])
        if view.begun:
            items.append([Atom("XX", ink.grey, style="gone"), Atom(_("already played"), ink.grey)])
        if view.direction:
            clockwise = view.direction == "clockwise"
            items.append([Atom(_("play runs clockwise") if clockwise else _("play runs anticlockwise"), ink.grey)])
        return _dotted(items)

    # --- words and cards ------------------------------------------------------------------------------

    def told(self) -> str:
        """What the picture shows, for those who do not see it."""
        view = self.view
        _ = texts(view.look.lang).gettext
        parts = [f"{hands_title(view)}."] if view.origin else []
        for seat in view.seats:
            roles = ", ".join(role.text for role in seat.roles)
            who = f"{_named(seat)} ({roles})" if roles else _named(seat)
            if seat.hand is not None:
                parts.append(f"{who}: {' '.join(row.spoken for row in seat.hand.rows)}")
            elif seat.asked:
                parts.append(f"{who}: {_('hand not known')}." if view.origin else f"{who}.")
        said = [*self._auction(), *self._moment()]
        parts += [_sentence(" ".join(_plain(atom) for atom in block)) for block in said]
        if view.talon:
            parts.append(f"{view.talon_word}: {_spoken(view.talon)}.")
        for taken in view.taken:
            moved = [f"{_('took')} {_spoken(taken.took)}"] if taken.took else []
            laid = _("not known") if taken.laid is None else _spoken(taken.laid)
            moved += [f"{_('laid away')} {laid}"] if laid else []
            parts.append(f"{taken.name}: {'; '.join(moved)}.")
        return " ".join(parts)

    def hand_of_cards(self, seat: Seat) -> float:
        """A hand as card faces, half over each other, at most fourteen in a row; returns the width."""
        faces = [face for row in seat.hand.rows for face in row.cards] if seat.hand is not None else []
        unknown = sum(row.unknown for row in seat.hand.rows) if seat.hand is not None else 0
        game_faces = faces_of(find(self.view.family), self.view.look)
        drawn = [*faces, *([game_faces.unknown] if unknown else [])]
        self.symbols += card_symbols(drawn, self.view.look, self.prefix)
        names = [face.token for face in faces] + ["back"] * unknown
        rows = -(-len(names) // 14)
        in_row = -(-len(names) // rows) if rows else 1
        step = 38
        for place, name in enumerate(names):
            row, column = divmod(place, in_row)
            form = Markup('<use href="#{}-{}" x="{}" y="{}" width="{}" height="{}"/>')
            self.canvas.parts.append(
                form.format(self.prefix, name, 6 + column * step, 6 + row * (HEIGHT + 6), WIDTH, HEIGHT)
            )
        self.y = 6 + max(rows, 1) * (HEIGHT + 6)
        return 12 + (in_row - 1) * step + WIDTH


def _dotted(items: Sequence[Sequence[Atom]]) -> list[Atom]:
    """Items with dots between them; a dot stays with what is before it."""
    line: list[Atom] = []
    for place, item in enumerate(items):
        line += item
        if place + 1 < len(items):
            line[-1] = replace(line[-1], text=f"{line[-1].text} ·")
    return line


def _style(seat: Seat, face: Face) -> str:
    return "gone" if face.token in seat.gone else "new" if face.token in seat.talon else ""


def _plain(atom: Atom) -> str:
    return ("♠♥♦♣"[atom.suit - 1] if atom.suit else "") + atom.text


def _spoken(faces: Sequence[Face]) -> str:
    return ", ".join(face.spoken for face in faces)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
