"""A text diagram's parts: words, cards and numbers as text, and the hands round the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from tarok_pbn.games import find
from tarok_pbn.ledger import Amount
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.faces import Face, Faces, SuitRow
from tarok_pbn.render.layout import beside, hanging
from tarok_pbn.render.model import Remark, Said, Seat, View
from tarok_pbn.render.numbers import amount, thirds
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.wording import word_of
from tarok_pbn.report.terminal import cells, printable

__all__ = ["Diagram", "to_ascii"]

_ASCII = str.maketrans({
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "\N{MINUS SIGN}": "-", "–": "-", "—": "-", "×": "x", "·": "-",
    "’": "'", "‘": "'",
    "“": '"', "”": '"', "„": '"', "‚": "'", "…": "...",
    "⅓": " 1/3", "⅔": " 2/3", "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "ø": "o", "Ø": "O",
    "æ": "ae", "Æ": "AE", "ß": "ss", "đ": "d", "ł": "l", "Ł": "L", "\N{NO-BREAK SPACE}": " ",
})  # fmt: skip


def to_ascii(text: str) -> str:
    """Nothing but ASCII: accents dropped, what has no likeness as ``?``."""
    if text.isascii():
        return text
    for whole in "⅓⅔½¼¾":  # "5 1/3", but " 1/3" for a third alone keeps its column
        text = text.replace(f" {whole}", f" {_ASCII[ord(whole)].strip()}")
    text = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c for c in text if not unicodedata.combining(c)).encode("ascii", "replace").decode()


class Diagram:
    """What the text forms of a record share."""

    def __init__(self, view: View, faces: Faces, width: int, plain: bool) -> None:
        self.view = view
        self.faces = faces
        self.width = width
        self.plain = plain
        self.lang = view.look.lang
        self.gettext = texts(self.lang).gettext

    # --- words ------------------------------------------------------------------------------

    def number(self, count: int | None) -> str:
        """Card points; in ASCII already, so that columns keep their widths."""
        text = thirds(count)
        return to_ascii(text).strip() if self.plain else text

    def money(self, value: Amount | None) -> str:
        """An amount of the settlement, likewise."""
        text = "-" if value is None else amount(value)
        return to_ascii(text).strip() if self.plain else text

    def cards(self, faces: Iterable[Face]) -> str:
        """Cards in a sentence."""
        return " ".join(face.text for face in faces) or "—"

    def say(self, said: Said) -> str:
        """One word of a section."""
        parts = [said.word.shown, *(face.text for face in said.cards), said.rest]
        text = " ".join(printable(part) for part in parts if part)
        text += said.signs.replace(" ", "") + "".join(f"[{n}]" for n in said.notes)
        return f"{text} ({said.irregular})" if said.irregular else text

    def paragraph(self, text: str, indent: int = 0) -> list[str]:
        """Running text, wrapped."""
        return hanging(" " * indent, printable(" ".join(text.split())).split(" "), self.width)

    def remarks(self, remarks: Sequence[Remark], indent: int = 2) -> list[str]:
        """Comments in braces, as the record has them."""
        lines = []
        for remark in remarks:
            on = f"{remark.on}: " if remark.on else ""
            lines += self.paragraph(f"{{{on}{remark.text}}}", indent)
        return lines

    def title(self) -> str:
        """One line: what was played, by whom, how it ended."""
        view, _ = self.view, self.gettext
        title = _("Board %(board)s") % {"board": view.board} if view.board else ""
        title = title or _("Record %(number)s") % {"number": view.number}
        played = self.contract() or view.game
        return (f"{title} · {played}" if played else title) + self.outcome()

    def contract(self) -> str:
        """What was played and by whom; "" where no contract is known."""
        view, _ = self.view, self.gettext
        if view.contract is None:
            return ""
        contract = view.contract.shown
        if not view.declarer:
            return contract
        if view.partner:
            form = _("%(contract)s by %(declarer)s and %(partner)s")
        elif view.alone:
            form = _("%(contract)s by %(declarer)s alone")
        else:
            form = _("%(contract)s by %(declarer)s")
        return form % {"contract": contract, "declarer": view.declarer, "partner": view.partner}

    def outcome(self) -> str:
        """How it ended, as the end of a title."""
        view, _ = self.view, self.gettext
        if not view.outcome:
            return f", {view.result}" if " : " in view.result else ""
        if not view.result:
            return {"won": _(", won"), "lost": _(", lost"), "tied": _(", tied")}[view.outcome]
        forms = {"won": _(", won %(result)s"), "lost": _(", lost %(result)s"), "tied": _(", tied %(result)s")}
        return forms[view.outcome] % {"result": view.result}

    def account(self, account: str) -> str:
        """A seat's name, or a pot's: in English as the record has it, elsewhere in the game's words."""
        return seat_names(self.lang).get(account) or self.pot(account)

    def pot(self, account: str) -> str:
        """A pot's name; the letter of a seat stays what it is."""
        game = find(self.view.family)
        if self.lang == "en" or game is None or account in {seat.letter for seat in self.view.seats}:
            return account
        return word_of(game, account, self.lang).shown

    def letters(self) -> list[str]:
        """Whose the seat letters are, where a name begins otherwise."""
        return [f"{seat.letter} {seat.name}" for seat in self.view.seats if seat.name[:1] != seat.letter[:1]]

    def who(self, seat: Seat) -> str:
        """Seat, player, roles."""
        text = f"{seat.name}  {printable(seat.player)}" if seat.player else seat.name
        return f"{text} ({', '.join(role.text for role in seat.roles)})" if seat.roles else text

    # --- hands round the table --------------------------------------------------------------------

    def hand(self, seat: Seat, rows: Sequence[SuitRow] | None, width: int) -> list[str]:
        """A hand as a block of lines: who, then a row a suit."""
        who = self.who(seat)
        name, paren, roles = who.partition(" (") if cells(who) > width else (who, "", "")
        lines = hanging("", name.split(" "), width) + ([f"({roles}"] if paren else [])
        if rows is None:
            return [*lines, self.gettext("not known")] if seat.asked else lines
        for row in rows:
            names = [self.marked(seat, face) for face in row.cards] + ["?"] * row.unknown
            lines += hanging(f"{row.symbol}  ", names or ["—"], width)
        return lines

    def marked(self, seat: Seat, face: Face) -> str:
        """A card of a hand; from the talon with ``+``."""
        return f"{face.rank}+" if face.token in seat.talon else face.rank

    def diagram(self, hands: dict[int, tuple[SuitRow, ...] | None], centre: list[str]) -> list[str]:
        """The hands where the seats are; in a narrow column one under the other."""
        view, width = self.view, self.width
        by_place = {seat.place: seat for seat in view.seats}
        if view.layout == "flow" or width < 56:
            lines: list[str] = []
            for seat in view.seats:
                lines += (
                    ["", *self.hand(seat, hands[seat.index], width)]
                    if lines
                    else self.hand(seat, hands[seat.index], width)
                )
            return [*lines, *([""] if centre else []), *centre]
        total = min(width, 88)
        side = (total - 16) // 2
        centre = centre or self.compass()
        column = side + 2 + max(0, (12 - max(cells(line) for line in centre)) // 2)
        middle = max(0, side - 8)
        lines = []

        def block(place: str, room: int) -> list[str]:
            seat = by_place[place]
            return self.hand(seat, hands[seat.index], room)

        west, east = block("west", side), block("east", total - side - 16)
        height = max(len(west), len(east))
        gap = [""] * max(0, (height - len(centre)) // 2)
        if view.layout == "compass":
            lines += [*beside([(middle, block("north", total - middle))]), ""]
        lines += beside([(0, west), (column, [*gap, *centre]), (side + 16, east)])
        return [*lines, "", *beside([(middle, block("south", total - middle))])]

    def compass(self) -> list[str]:
        """The seat letters, as they sit."""
        letter = {seat.place: seat.letter for seat in self.view.seats}
        return [
            f"    {letter.get('north', ' ')}",
            f"{letter.get('west', ' ')}       {letter.get('east', ' ')}",
            f"    {letter.get('south', ' ')}",
        ]
