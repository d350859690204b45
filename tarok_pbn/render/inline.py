"""Records for mail and for blogs that allow no style sheet: tables and inline styles, nothing else.

No class, no ``<style>``, no picture, no script, no link inside the page; at most 620 pixels wide. The ground is
white and the ink dark in every theme, because a mail cannot know which theme surrounds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup, escape

from tarok_pbn.check import Checked
from tarok_pbn.games import find
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.environment import cleaned, rendered
from tarok_pbn.render.faces import SYMBOLS, Face, faces_of
from tarok_pbn.render.look import DEFAULT, Look, Scheme
from tarok_pbn.render.model import Said, Seat, View
from tarok_pbn.render.prose import html_prose, set_cards
from tarok_pbn.render.textual import hands_title, headline, meta_of
from tarok_pbn.render.view import views_of

__all__ = ["html_inline"]

_AS_TEXT = "\N{VARIATION SELECTOR-15}"
#: colours of spades, hearts, diamonds, clubs; "" the colour of the text
_INKS: dict[Scheme, tuple[str, str, str, str, str]] = {
    "two": ("", "", "#c00020", "#c00020", ""),
    "four": ("", "", "#c00020", "#0b57d0", "#00693e"),
    "mono": ("", "", "", "", ""),
}


def html_inline(
    checked_list: Sequence[Checked],
    look: Look = DEFAULT,
    *,
    analyses: Sequence[Analysed | None] = (),
) -> str:
    """The records as one ``<div>`` of tables with inline styles, from ``inline.html``.

    analyses: of each record, in the same order, or of none.
    """
    views = views_of(checked_list, look, analyses)
    return cleaned(rendered(look, "inline.html", views=views, **_functions(look)))


def _functions(look: Look) -> dict[str, Callable[..., object]]:
    """What the template has in place of the pages' functions, which rely on a style sheet."""
    inks = _INKS[look.scheme]

    def ink(suit: int) -> Markup:
        return Markup("color:{};").format(inks[suit]) if suit > 0 and inks[suit] else Markup("")

    def card(face: Face) -> Markup:
        return Markup('<span role="img" aria-label="{}" style="white-space:nowrap;{}">{}{}</span>').format(
            face.spoken, ink(face.suit), symbol(face.suit) if face.symbol else "", face.rank
        )

    def symbol(suit: int) -> str:
        return "T" if suit < 1 else SYMBOLS[suit] + _AS_TEXT

    def cards(faces: Iterable[Face]) -> Markup:
        return Markup(" ").join([card(face) for face in faces])

    def sentence(text: str, view: View) -> Markup:
        parts = set_cards(text, faces_of(find(view.family), view.look))
        return Markup("").join([card(part) if isinstance(part, Face) else escape(part) for part in parts])

    def phrase(word: Word, view: View) -> Markup:
        if view.language in ("", view.look.lang) or not word.term:
            return sentence(word.shown, view)
        return Markup('<span lang="{}">{}</span>').format(view.language, sentence(word.text, view))

    def say(said: Said, view: View) -> Markup:
        parts = [phrase(said.word, view)] if said.word.text else []
        parts += [card(face) for face in said.cards]
        parts += [escape(said.rest)] if said.rest else []
        notes = [Markup('<sup style="line-height:0;">{}</sup>').format(number) for number in said.notes]
        signs = Markup("").join([escape(said.signs), *notes])
        irregular = Markup(" ({})").format(said.irregular) if said.irregular else Markup("")
        return Markup(" ").join(parts) + signs + irregular

    def prose(text: str, view: View) -> Markup:
        return html_prose(text, view, card)

    def places(view: View) -> dict[str, Seat]:
        return {seat.place: seat for seat in view.seats}

    return {
        "ink": ink, "card": card, "cards": cards, "symbol": symbol, "sentence": sentence, "phrase": phrase, "say": say,
        "prose": prose, "headline": headline, "meta": meta_of, "hands_title": hands_title, "places": places,
    }  # fmt: skip
