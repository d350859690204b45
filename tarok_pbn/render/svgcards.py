"""Card faces of our own: typographic cards for the packs of 54 and 78, in two or four colours or in black alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from tarok_pbn.cards import CODES, PACK54, PACK78
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.faces import Face, Faces, in_order
from tarok_pbn.render.language import language
from tarok_pbn.render.look import DEFAULT, Look, Scheme
from tarok_pbn.render.svgink import SANS, SERIF, Ink, ink_of, number, sign_use, signs

__all__ = ["card_faces", "card_symbols", "svg_card", "svg_cards"]

WIDTH, HEIGHT = 60, 90
_PACKS = {54: PACK54, 78: PACK78}
#: name of the fool, of tarok one and of tarok twenty-one, by the language of the card letters
_HONOURS = {
    "en": ("Sküs", "Pagat", "Mond"),
    "cs": ("Škýz", "Pagát", "Mond"),
    "da": ("Skis", "Pagat", ""),
    "de": ("Sküs", "Pagat", "Mond"),
    "sl": ("Škis", "Pagat", "Mond"),
}
#: where the pips of one to ten stand: columns left, middle, right; rows from 0 to 6
_PIPS: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 3),),
    2: ((1, 0), (1, 6)),
    3: ((1, 0), (1, 3), (1, 6)),
    4: ((0, 0), (2, 0), (0, 6), (2, 6)),
    5: ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6)),
    6: ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)),
    7: ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6), (1, 1.5)),
    8: ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6), (1, 1.5), (1, 4.5)),
    9: ((0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)),
    10: ((0, 0), (2, 0), (0, 2), (2, 2), (0, 4), (2, 4), (0, 6), (2, 6), (1, 1), (1, 5)),
}


def card_faces(look: Look = DEFAULT, pack: int = 54) -> Faces:
    """The faces of a pack without a game, its fool named in the language of the card letters."""
    if pack not in _PACKS:
        raise ValueError(f"a pack has 54 or 78 cards, not {pack}")
    words = language(look.lang, look.letters_of, look.letters)
    return Faces(Word(_HONOURS[look.letters_of][0]), pack < 78, _PACKS[pack], words, look.four)


def svg_cards(look: Look = DEFAULT, pack: int = 54) -> str:
    """All cards of a pack of 54 or 78 as one picture; each is a symbol of its token: ``deck.svg#tk-T14``.

    Raises ValueError for another pack.
    """
    faces = card_faces(look, pack)
    cards = [faces[card] for card in in_order(_PACKS[pack])]
    rows = [[face for face in cards if face.suit == suit] for suit in (0, 2, 1, 3, 4)]
    lines = [row[at : at + 11] for row in rows for at in range(0, len(row), 11)]
    step_x, step_y = WIDTH + 8, HEIGHT + 8
    width, height = 11 * step_x + 8, len(lines) * step_y + 8
    ink = ink_of(look.scheme)
    placed = [
        Markup('<use href="#tk-{}" x="{}" y="{}" width="{}" height="{}"/>').format(
            face.token, 8 + column * step_x, 8 + row * step_y, WIDTH, HEIGHT
        )
        for row, line in enumerate(lines)
        for column, face in enumerate(line)
    ]
    _ = texts(look.lang).gettext
    title = _("The {count} cards").format(count=pack)
    return _picture(width, height, title, [signs("tk"), *card_symbols(cards, look, "tk")], placed, ink)


def svg_card(token: str, look: Look = DEFAULT, pack: int = 54) -> str:
    """One card as a picture of 60 by 90. Raises ValueError where the pack has no such card."""
    faces = card_faces(look, pack)
    face = faces.token(token)
    if face is None or face is faces.unknown or not _PACKS[pack] >> CODES.index(token) & 1:
        raise ValueError(f"the pack of {pack} has no card {token!r}")
    drawn = Markup("<g>{}</g>").format(_card(face, look.letters_of, look.scheme, "tk"))
    return _picture(WIDTH, HEIGHT, face.spoken, [signs("tk")], [drawn], None)


def card_symbols(faces: Sequence[Face], look: Look, prefix: str) -> list[Markup]:
    """The cards as symbols, named by *prefix* and their tokens; they use the signs of the same prefix."""
    return [
        Markup('<symbol id="{}-{}" viewBox="0 0 60 90">{}</symbol>').format(
            prefix, _name(face), _card(face, look.letters_of, look.scheme, prefix)
        )
        for face in faces
    ]


def _name(face: Face) -> str:
    return face.token if face.suit >= 0 else "back"


def _picture(width: float, height: float, title: str, defs: list[Markup], body: list[Markup], ink: Ink | None) -> str:
    ground = Markup('<rect width="{}" height="{}" fill="{}"/>').format(width, height, ink.paper) if ink else ""
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img">'
            "<title>{}</title><defs>{}</defs>{}{}</svg>\n"
        ).format(width, height, width, height, title, Markup("").join(defs), ground, Markup("").join(body))
    )


@cache
def _card(face: Face, letters: str, scheme: Scheme, prefix: str) -> Markup:
    ink = ink_of(scheme)
    parts = [
        Markup('<rect x=".5" y=".5" width="59" height="89" rx="5" fill="{}" stroke="{}" stroke-width="1"/>').format(
            ink.paper, ink.text
        )
    ]
    if face.suit < 0:
        parts.append(_text(30, 54, face.rank, 28, ink.grey, "middle"))
    elif face.suit == 0:
        parts += _tarok(face, letters, ink)
    else:
        parts += _suit_card(face, ink, prefix)
    return Markup("").join(parts)


def _text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "start", serif: bool = True) -> Markup:
    return Markup(
        '<text x="{}" y="{}" font-family="{}" font-size="{}" font-weight="700" fill="{}" text-anchor="{}">{}</text>'
    ).format(number(x), number(y), SERIF if serif else SANS, number(size), colour, anchor, text)


def _both_ends(part: Markup) -> list[Markup]:
    return [part, Markup('<g transform="rotate(180 30 45)">{}</g>').format(part)]


def _size(text: str, large: float) -> float:
    """Type for an index or a numeral: over four letters smaller, words smaller still."""
    return large if len(text) < 4 else large * 0.86 if len(text) == 4 else large * 0.72


# --- taroks -------------------------------------------------------------------------------------


def _tarok(face: Face, letters: str, ink: Ink) -> list[Markup]:
    """A tarok: its number at both ends and in a frame, the three honours with their name."""
    colour = ink.suit(0)
    fool, pagat, mond = _HONOURS[letters]
    names = {"F": face.rank or fool, "T1": pagat, "T21": mond}
    index = _text(4.5, 16, face.rank, _size(face.rank, 14), colour)
    frame = Markup(
        '<rect x="10.5" y="22.5" width="39" height="45" fill="none" stroke="{c}" stroke-width="1.3"/>'
        '<rect x="13" y="25" width="34" height="40" fill="none" stroke="{c}" stroke-width=".5"/>'
    ).format(c=colour)
    parts = [*_both_ends(index), frame]
    name = names.get(face.token, "")
    if face.token == "F":
        return [*parts, _star(30, 40, 11, colour), _text(30, 60, name, 10, colour, "middle")]
    parts.append(_text(30, 44 if name else 50.5, face.rank, _numeral(face.rank), colour, "middle"))
    if name:
        return [*parts, _rule(49, colour), _text(30, 60, name, 9.5, colour, "middle")]
    return [*parts, *_both_ends(_ornament(31.5, colour))]


def _numeral(rank: str) -> float:
    return {1: 20, 2: 19, 3: 15, 4: 12.5}.get(len(rank), 10)


def _rule(y: float, colour: str) -> Markup:
    return Markup('<path d="M18 {y}h9m6 0h9" stroke="{c}" stroke-width=".7"/>{d}').format(
        y=number(y), c=colour, d=_lozenge(30, y, 2, colour)
    )


def _lozenge(x: float, y: float, half: float, colour: str) -> Markup:
    return Markup('<path d="M{} {}l{h} {h} -{h} {h} -{h} -{h}z" fill="{c}"/>').format(
        number(x), number(y - half), h=number(half), c=colour
    )


def _ornament(y: float, colour: str) -> Markup:
    """Two scrolls with a lozenge between them."""
    return Markup(
        '<path d="M26.5 {y}c-3-3.6-8.5-2.6-8.5.6 0 2.4 3.4 2.6 3.6.5m11.9-1.1c3-3.6 8.5-2.6 8.5.6 0 2.4-3.4 2.6-3.6.5"'
        ' fill="none" stroke="{c}" stroke-width=".8" stroke-linecap="round"/>{d}'
    ).format(y=number(y), c=colour, d=_lozenge(30, y, 2.2, colour))


def _star(x: float, y: float, radius: float, colour: str) -> Markup:
    """Eight points, four long and four short."""
    short, inner = radius * 0.62, radius * 0.27
    reach = (radius, inner, short, inner) * 4
    half = ((0, -1), (0.38, -0.92), (0.71, -0.71), (0.92, -0.38), (1, 0), (0.92, 0.38), (0.71, 0.71), (0.38, 0.92))
    turns = [*half, *((-a, -b) for a, b in half)]
    points = " ".join(f"{number(x + a * r)},{number(y + b * r)}" for (a, b), r in zip(turns, reach, strict=True))
    return Markup('<polygon points="{}" fill="{}"/>').format(points, colour)


# --- suits --------------------------------------------------------------------------------------


def _suit_card(face: Face, ink: Ink, prefix: str) -> list[Markup]:
    """A card of a suit: rank and sign at both ends, pips, or a court letter in a frame."""
    colour = ink.suit(face.suit)
    size = 14.5 if len(face.rank) == 1 else 11.5
    index = _text(8.7, 15.5, face.rank, size, colour, "middle") + sign_use(prefix, face.suit, 4.7, 18.5, 8, ink)
    parts = _both_ends(index)
    rank = {"T": 10}.get(face.token[1], 0) or (int(face.token[1]) if face.token[1].isdecimal() else 0)
    if rank:
        return [*parts, *_pips(face.suit, rank, ink, prefix)]
    frame = Markup(
        '<rect x="17.5" y="14.5" width="25" height="61" fill="none" stroke="{c}" stroke-width="1.2"/>'
        '<path d="M17.5 45h25" stroke="{c}" stroke-width=".5"/>'
    ).format(c=colour)
    half = _text(30, 41, face.rank, 20 if len(face.rank) == 1 else 14, colour, "middle")
    half += sign_use(prefix, face.suit, 26, 17, 8, ink)
    return [*parts, frame, *_both_ends(half)]


def _pips(suit: int, rank: int, ink: Ink, prefix: str) -> list[Markup]:
    size = 22.0 if rank == 1 else 10.5 if rank < 9 else 9.5
    parts = []
    for column, row in _PIPS[rank]:
        x, y = 30 + (column - 1) * 9, 45 + (row - 3) * 8.6
        sign = sign_use(prefix, suit, x - size / 2, y - size / 2, size, ink)
        turned = Markup('<g transform="rotate(180 {} {})">{}</g>').format(number(x), number(y), sign)
        parts.append(turned if row > 3 else sign)
    return parts
