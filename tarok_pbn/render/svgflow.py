"""Running text in a drawing: words and cards one after the other, wrapped to a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from tarok_pbn.render.faces import Face
from tarok_pbn.render.svgink import Ink, measured, number, sign_use, wide

__all__ = ["Atom", "Canvas", "atoms", "words"]


@dataclass(frozen=True, slots=True)
class Atom:
    """What no line is broken in: a word or a card. suit: of a sign before it, None for none, 0 for the boxed T.

    style: ``""``, ``new`` (from the talon), ``gone`` (already played).
    """

    text: str
    colour: str
    suit: int | None = None
    bold: bool = False
    style: str = ""


def words(text: str, colour: str, bold: bool = False) -> list[Atom]:
    """The words of a text."""
    return [Atom(word, colour, None, bold) for word in text.split()]


def atoms(faces: Iterable[Face], ink: Ink) -> list[Atom]:
    """Cards in a sentence: with the sign of their suit, taroks by their number."""
    return [Atom(face.rank, ink.suit(face.suit), face.suit if face.symbol else None) for face in faces]


class Canvas:
    """Collects the parts of a drawing. prefix: of its ids."""

    def __init__(self, ink: Ink, prefix: str) -> None:
        self.ink = ink
        self.prefix = prefix
        self.parts: list[Markup] = []

    def text(self, x: float, y: float, text: str, size: float, colour: str, bold: bool = False, middle: bool = False,
             style: str = "") -> None:  # fmt: skip
        """One line of text, its baseline at y. A font that is wider or narrower than ours is held to our width."""
        extra = Markup(' font-weight="700"') if bold else Markup("")
        extra += Markup(' text-anchor="middle"') if middle else Markup("")
        if style:
            extra += Markup(' text-decoration="{}"').format("underline" if style == "new" else "line-through")
        if colour != self.ink.text:
            extra += Markup(' fill="{}"').format(colour)
        if len(text) > 2 and not bold and measured(text):
            length = Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"')
            extra += length.format(number(wide(text, size)))
        form = Markup('<text x="{}" y="{}" font-size="{}"{}>{}</text>')
        self.parts.append(form.format(number(x), number(y), number(size), extra, text))

    def sign(self, suit: int, x: float, y: float, size: float) -> None:
        """The sign of a suit on a line whose baseline is y: a boxed T for taroks."""
        if suit:
            self.parts.append(sign_use(self.prefix, suit, x, y - size * 0.8, size * 0.88, self.ink))
            return
        colour = self.ink.suit(0)
        box = '<rect x="{}" y="{}" width="{w}" height="{w}" rx="2" fill="none" stroke="{}" stroke-width="1.2"/>'
        self.parts.append(Markup(box).format(number(x + 0.3), number(y - size * 0.78), colour, w=number(size * 0.86)))  # noqa: S704 - a constant
        self.text(x + 0.3 + size * 0.43, y - size * 0.08, "T", size * 0.72, colour, True, True)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> None:
        """A rule."""
        form = Markup('<path d="M{} {}L{} {}" stroke="{}" stroke-width="{}"/>')
        self.parts.append(form.format(number(x1), number(y1), number(x2), number(y2), colour, number(width)))

    def width(self, atom: Atom, size: float) -> float:
        """How much room an atom takes."""
        return wide(atom.text, size, atom.bold) + (0 if atom.suit is None else self.before(atom, size))

    @staticmethod
    def before(atom: Atom, size: float) -> float:
        """The room of an atom's sign: a word stands further off than a rank."""
        return size * (1.2 if atom.suit == 0 and len(atom.text) > 2 else 1)

    def lines(self, parts: Sequence[Atom], size: float, room: float, gap: float) -> list[list[Atom]]:
        """The atoms as lines of a width."""
        lines: list[list[Atom]] = [[]]
        used = 0.0
        for part in [piece for atom in parts for piece in self._pieces(atom, size, room)]:
            need = self.width(part, size)
            if lines[-1] and used + gap + need > room:
                lines.append([])
                used = 0.0
            used += need + (gap if lines[-1] else 0)
            lines[-1].append(part)
        return lines

    def _pieces(self, atom: Atom, size: float, room: float) -> Iterator[Atom]:
        """An atom that is wider than a line is broken all the same, so that nothing stands over the edge."""
        while self.width(atom, size) > room and len(atom.text) > 1:
            cut = len(atom.text) - 1
            while cut > 1 and self.width(replace(atom, text=atom.text[:cut]), size) > room:
                cut = cut * 3 // 4
            yield replace(atom, text=atom.text[:cut])
            atom = replace(atom, text=atom.text[cut:], suit=None)
        yield atom

    def flow(self, parts: Sequence[Atom], x: float, y: float, size: float, room: float, gap: float = 0) -> float:
        """Sets atoms into lines from the baseline y on; returns the baseline after the last."""
        gap = gap or size * 0.32
        for line in self.lines(parts, size, room, gap):
            self._set(line, x, y, size, gap)
            y += size * 1.4
        return y

    def _set(self, line: Sequence[Atom], x: float, y: float, size: float, gap: float) -> None:
        """One line. Words of one kind that follow each other are one text, so that their gaps are the font's."""
        at = 0
        while at < len(line):
            first, end = line[at], at + 1
            if first.suit is None:
                while end < len(line) and line[end].suit is None and _like(line[end], first) and not first.style:
                    end += 1
            else:
                self.sign(first.suit, x, y, size)
                x += self.before(first, size)
            run = line[at:end]
            self.text(x, y, " ".join(atom.text for atom in run), size, first.colour, first.bold, style=first.style)
            x += wide(" ".join(atom.text for atom in run), size, first.bold) + gap
            at = end


def _like(one: Atom, other: Atom) -> bool:
    return (one.colour, one.bold, one.style) == (other.colour, other.bold, other.style)
