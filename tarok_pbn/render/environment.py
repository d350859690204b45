"""The templates with their functions: one environment a language and a directory of overriding templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from traceback import extract_tb
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateSyntaxError
from markupsafe import Markup

from tarok_pbn.games import find
from tarok_pbn.games.kit.words import Word
from tarok_pbn.ledger import Amount
from tarok_pbn.render.analysis_words import in_thirds
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.compiled import Direct
from tarok_pbn.render.controls import cleaned, is_clean
from tarok_pbn.render.escaping import QuickTemplate, quick, ready
from tarok_pbn.render.faces import SYMBOLS, Face, faces_of
from tarok_pbn.render.inlined import Inlined
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Said, View
from tarok_pbn.render.numbers import amount, thirds
from tarok_pbn.render.prose import html_prose, set_cards
from tarok_pbn.render.repeated import offer
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.svgink import number
from tarok_pbn.render.translated import CompiledTexts, TranslatedEnvironment
from tarok_pbn.render.wording import word_of
from tarok_pbn.shipped import shipped

__all__ = ["TemplateFault", "cleaned", "environment", "is_clean", "rendered", "script", "style"]

_TAGS = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
#: asks for the text form of a suit symbol, not the emoji
_AS_TEXT = "\N{VARIATION SELECTOR-15}"
#: words that are set once; the passes and calls of any archive are far fewer
_KEPT_WORDS = 4096
#: a style sheet that a directory of templates adds to ours
_HOUSE = "house.css"
_ICONS = {
    "agrees": Markup(
        '<svg class="tp-icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 8.5l3.7 3.7L13.5 4"/></svg>'
    ),
    "wrong": Markup(
        '<svg class="tp-icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 3.5l9 9m0-9l-9 9"/></svg>'
    ),
    "open": Markup('<svg class="tp-icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h10"/></svg>'),
    "lead": Markup('<svg class="tp-lead" viewBox="0 0 8 10" aria-hidden="true"><path d="M1 1l6 4-6 4z"/></svg>'),
}


def _text_of(markup: str) -> str:
    """What is left of markup without its comments and tags, white space as single spaces."""
    text = " ".join(_TAGS.sub("", str(markup)).split())
    return unescape(text) if "&" in text else text


class TemplateFault(ValueError):
    """A template that cannot be compiled or fails; the message begins with its file and line."""


def rendered(look: Look, name: str, **context: Any) -> str:
    """A template's page. Raises TemplateFault where a template of the user's directory is wrong."""
    try:
        return environment(look).get_template(name).render(**context)
    except TemplateSyntaxError as wrong:
        raise TemplateFault(f"{wrong.filename or wrong.name}:{wrong.lineno}: {wrong.message}") from wrong
    except Exception as wrong:
        where = [frame for frame in extract_tb(wrong.__traceback__) if frame.filename.endswith((".html", ".svg"))]
        if not look.templates or not where or not where[-1].filename.startswith(look.templates):
            raise
        raise TemplateFault(f"{where[-1].filename}:{where[-1].lineno}: {wrong}") from wrong


def environment(look: Look = DEFAULT) -> Environment:
    """The templates in the language of *look*, its own directory before ours."""
    return _environment(look.lang, look.templates)


class _Environment(TranslatedEnvironment):
    """An environment whose functions are all given before its first template is loaded."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template may call, as one dict; Jinja's own chain of dicts is walked for every page."""
        return {**self.globals, **(d or {})}


@cache
def _environment(lang: str, templates: str) -> Environment:
    ours = FileSystemLoader(shipped("templates"))
    made = _Environment(
        loader=ChoiceLoader([FileSystemLoader(templates), ours]) if templates else ours,
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[CompiledTexts] if templates else [CompiledTexts, Inlined],
    )
    made.template_class = QuickTemplate
    if not templates:
        made.code_generator_class = Direct
    made.speak(texts(lang))
    seats = seat_names(lang)
    drawn: dict[tuple[Face, bool], Markup] = {}
    spoken: dict[tuple[object, ...], Markup] = {}

    def card(face: Face, lone: bool = False) -> Markup:
        """A card, from ``card.html``. *lone*: it stands alone in its place, so that a bare number is no riddle."""
        found = drawn.get((face, lone))
        if found is None:
            text = made.get_template("card.html").render(face=face, lone=lone).strip()
            found = drawn[face, lone] = Markup(text)  # noqa: S704 - escaped by the template
        return found

    def cards(faces: Iterable[Face]) -> Markup:
        """Cards in a line, a space between any two; nothing for none."""
        return ready(" ".join([card(face) for face in faces]))

    def say(said: Said, view: View, where: str) -> Markup:
        """A word of a section, from ``said.html``. *where*: the section, for the ids of its notes."""
        marked = bool(said.signs or said.irregular or said.notes)
        key = (said.word, said.cards, said.rest, said.plain, view.language)
        found = None if marked else spoken.get(key)
        if found is None:
            text = made.get_template("said.html").render(said=said, view=view, where=where).strip()
            found = Markup(text)  # noqa: S704 - escaped by the template
            if not marked and len(spoken) < _KEPT_WORDS:
                spoken[key] = found
        return found

    def account_name(view: View, account: str) -> str:
        """The name of a seat, or of a pot in the game's words."""
        if account in seats:
            return seats[account]
        game = find(view.family)
        return word_of(game, account, lang).shown if game is not None else account

    @lru_cache(maxsize=_KEPT_WORDS)
    def with_cards(text: str, family: str, look: Look) -> Markup:
        parts = set_cards(text, faces_of(find(family), look))
        return ready("".join([card(part) if isinstance(part, Face) else quick(part) for part in parts]))

    def sentence(text: str, view: Any) -> Markup:
        """A finding's sentence with its cards set as cards."""
        return with_cards(text, view.family, view.look)

    def working(steps: list[str], view: Any) -> Markup:
        """The steps of an item's arithmetic, a comma after each but the last."""
        return ready('<span class="tp-step">' + ',</span> <span class="tp-step">'.join(
            [with_cards(step, view.family, view.look) for step in steps]
        ) + "</span>")  # fmt: skip

    def prose(text: str, view: View) -> Markup:
        """A comment or a note: its marks and its cards set, in its own language and direction."""
        return html_prose(text, view, card)

    def phrase(word: Word, view: Any) -> Markup:
        """A word of the game that may name a card, its card set as a card."""
        if view.language in ("", view.look.lang) or not word.term:
            return sentence(word.shown, view)
        return Markup('<span lang="{}">{}</span>').format(view.language, sentence(word.text, view))

    def best_play(view: View, level: int, of: str) -> Markup:
        """What an analysis found, from ``best.html``; apart from the page, for hardly any has it."""
        text = made.get_template("best.html").render(view=view, level=level, of=of).strip()
        return Markup(text)  # noqa: S704 - escaped by the template

    made.filters.update(
        striptags=_text_of, card=card, cards=cards, thirds=_thirds, amount=_amount, word=_word, units=number
    )
    made.globals.update(
        card=card,
        cards=cards,
        symbol=_symbol,
        word=_word,
        phrase=phrase,
        icon=_icon,
        thirds=_thirds,
        amount=_amount,
        account_name=account_name,
        say=say,
        sentence=sentence,
        working=working,
        zip=zip,
        prose=prose,
        best_play=best_play,
        short=_short,
        in_thirds=in_thirds,
        lang=lang,
    )
    offer(made, lang, card, _symbol, _icon("lead"))
    return made


@cache
def script(templates: str = "") -> Markup:
    """The script of the replay; a directory of templates may have its own."""
    own = Path(templates, "replay.js") if templates else None
    path = own if own is not None and own.is_file() else shipped("templates") / "replay.js"
    return Markup(path.read_text("utf-8"))  # noqa: S704 - a script of ours or of whoever makes the page


def style(*names: str, look: Look = DEFAULT) -> Markup:
    """The style sheets of these names, one after the other; a directory of *look* replaces them and adds house.css."""
    return _style(names, look.templates)


@cache
def _style(names: tuple[str, ...], templates: str) -> Markup:
    parts = []
    for name in names:
        own = Path(templates, name) if templates else None
        parts.append((own if own is not None and own.is_file() else shipped("templates") / name).read_text("utf-8"))
    if templates and Path(templates, _HOUSE).is_file():
        parts.append(Path(templates, _HOUSE).read_text("utf-8"))
    return Markup("\n".join(parts))  # noqa: S704 - style sheets of ours and of whoever makes the page


def _icon(name: str) -> Markup:
    return _ICONS[name]


@lru_cache(maxsize=1024)
def _thirds(count: int | None) -> Markup:
    """Card points from a number of thirds; nothing in them is to be escaped."""
    return ready(thirds(count))


@lru_cache(maxsize=1024)
def _amount(value: Amount, *, sign: bool = True) -> Markup:
    """An amount; nothing in it is to be escaped."""
    return ready(amount(value, sign=sign))


@cache
def _symbol(suit: int) -> Markup:
    """The sign of a suit: a boxed T for the taroks, so that it is told by its shape."""
    if suit < 1:
        return Markup('<span class="tp-t">T</span>')
    return Markup(SYMBOLS[suit] + _AS_TEXT)  # noqa: S704 - constants


@lru_cache(maxsize=1024)
def _word(word: Word, lang: str) -> Markup:
    """A word of the game: a term marked with its language, an ordinary word in the reader's."""
    if not lang or lang == "en" or not word.term:
        return Markup("{}").format(word.shown)
    return Markup('<span lang="{}">{}</span>').format(lang, word.text)


@lru_cache(maxsize=256)
def _short(name: str, letter: str) -> Markup:
    """A heading that a narrow table cuts to its letter; a pot's name is cut to five."""
    if name.startswith(letter):
        return Markup('{}<span class="tp-rest">{}</span>').format(letter, name[len(letter) :])
    if len(letter) == 1:
        return Markup('<span class="tp-wide">{}</span> <abbr class="tp-narrow" title="{}">{}</abbr>').format(
            name, name, letter
        )
    return Markup('<abbr title="{}">{}</abbr>').format(name, name if len(name) < 7 else f"{name[:5]}.")
