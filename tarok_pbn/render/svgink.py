"""What drawings share: colours of a scheme, signs of the suits as paths, and how wide text is."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from tarok_pbn.render.look import Scheme

__all__ = ["SANS", "SERIF", "Ink", "ink_of", "measured", "number", "sign_use", "signs", "wide"]

#: only fonts that the reader has; nothing is fetched
SANS = "Arial,'Liberation Sans',Helvetica,'Noto Sans','DejaVu Sans',sans-serif"
SERIF = "Georgia,'Noto Serif','Liberation Serif','DejaVu Serif',serif"
#: signs of spades, hearts, diamonds and clubs in a box of 20 by 20
_PATHS = (
    "M10 .9C7.2 5.6 1.6 8.4 1.6 12.9a4.1 4.1 0 0 0 7.3 2.6C8.7 17.3 8 18.4 6.4 19.1h7.2C12 18.4 11.3 17.3 11.1 15.5"
    "a4.1 4.1 0 0 0 7.3-2.6C18.4 8.4 12.8 5.6 10 .9z",
    "M10 18.8C8.2 14.8 1.3 11.7 1.3 6.4A4.7 4.7 0 0 1 10 4.5 4.7 4.7 0 0 1 18.7 6.4C18.7 11.7 11.8 14.8 10 18.8z",
    "M10 .8L17.4 10 10 19.2 2.6 10z",
    "M10 1a4.1 4.1 0 0 1 3.2 6.7 4.2 4.2 0 1 1-2.2 7.1c.2 2 1 3.5 2.6 4.3H6.4c1.6-.8 2.4-2.3 2.6-4.3"
    "a4.2 4.2 0 1 1-2.2-7.1A4.1 4.1 0 0 1 10 1z",
)
#: advance widths of a Grotesque such as Arial in thousandths, and the characters that have them
_ADVANCES = {
    191: "'", 222: "ijl", 260: "|", 278: " !,./:;I[]\\ft\N{NO-BREAK SPACE}ı·", 333: "()-`r", 334: "{}",
    355: '"', 389: "*", 469: "^", 500: "Jcksvxyz", 556: "#$0123456789?L_abdeghnopqu–", 584: "+<=>~×−", 611: "FTZøßđ",
    667: "&ABEKPSVXY", 722: "CDHNRUwĐ", 778: "GOQØ", 833: "Mm⅓⅔½", 889: "%æ", 944: "W", 1000: "—Æ…", 1015: "@",
}  # fmt: skip
_ADVANCE = {char: width / 1000 for width, chars in _ADVANCES.items() for char in chars}


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of a scheme. suits: of taroks, spades, hearts, diamonds, clubs; hollow: suits drawn as outlines."""

    paper: str
    text: str
    grey: str
    rule: str
    suits: tuple[str, str, str, str, str]
    hollow: frozenset[int]

    def suit(self, suit: int) -> str:
        """The colour of a suit, that of the text where it is not known."""
        return self.suits[suit] if suit >= 0 else self.text


_BLACK, _RED, _BLUE, _GREEN = "#1b1b1b", "#c00020", "#0b57d0", "#00693e"
#: pure black and white in mono: greys and mixed blacks are screened in print
_INKS = {
    "two": Ink("#fff", _BLACK, "#595959", "#c9c5bb", (_BLACK, _BLACK, _RED, _RED, _BLACK), frozenset()),
    "four": Ink("#fff", _BLACK, "#595959", "#c9c5bb", (_BLACK, _BLACK, _RED, _BLUE, _GREEN), frozenset()),
    "mono": Ink("#fff", "#000", "#000", "#000", ("#000",) * 5, frozenset({2, 3})),
}


def ink_of(scheme: Scheme) -> Ink:
    """The colours of a scheme."""
    return _INKS[scheme]


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


def signs(prefix: str) -> Markup:
    """The suit signs as symbols, named after *prefix*, which is unique on a page that holds several drawings."""
    sign = Markup('<symbol id="{}-s{}" viewBox="0 0 20 20" overflow="visible"><path d="{}"/></symbol>')
    return Markup("").join(sign.format(prefix, suit, path) for suit, path in enumerate(_PATHS, 1))


def sign_use(prefix: str, suit: int, x: float, y: float, size: float, ink: Ink) -> Markup:
    """A suit sign with its corner at x, y."""
    colour = ink.suit(suit)
    paint = f'fill="#fff" stroke="{colour}" stroke-width="1.7"' if suit in ink.hollow else f'fill="{colour}"'
    return Markup('<use href="#{}-s{}" x="{}" y="{}" width="{}" height="{}" {}/>').format(
        prefix,
        suit,
        number(x),
        number(y),
        number(size),
        number(size),
        Markup(paint),  # noqa: S704 - constants
    )


@cache
def _em(char: str) -> float | None:
    base = unicodedata.normalize("NFD", char)[0]
    if unicodedata.combining(char):
        return 0
    return _ADVANCE.get(char) or _ADVANCE.get(base)


def wide(text: str, size: float, bold: bool = False) -> float:
    """How wide text is; characters of other scripts count as wide ones."""
    ems = [_em(char) for char in text]
    other = 1.05 if any(unicodedata.east_asian_width(char) in "WF" for char in text) else 0.8
    return sum(other if em is None else em for em in ems) * size * (1.1 if bold else 1)


def measured(text: str) -> bool:
    """Whether every character's width is known, so that a drawing may hold the text to its width."""
    return all(_em(char) is not None for char in text)
