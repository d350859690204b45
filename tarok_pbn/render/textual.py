"""Templates whose output is text: Markdown and LaTeX, with every value made safe where it is printed.

The templates see a ``View`` as the pages do. What they print is escaped unless a function here made it, so that
a template cannot forget it; texts of the interface are escaped when the template is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateError, nodes
from markupsafe import Markup

from tarok_pbn.games import find
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import TemplateFault, rendered
from tarok_pbn.render.escapes import Raw, flat
from tarok_pbn.render.faces import SYMBOLS, Face, faces_of
from tarok_pbn.render.look import Look
from tarok_pbn.render.model import Better, Mistake, Said, View
from tarok_pbn.render.numbers import amount, thirds
from tarok_pbn.render.prose import set_cards
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.translated import CompiledTexts, TranslatedEnvironment
from tarok_pbn.shipped import shipped

__all__ = ["TextForm", "hands_title", "headline", "meta_of", "text_environment", "text_rendered"]


@dataclass(frozen=True)
class TextForm:
    """A form of output. name: its templates' suffix. delimiters: where those of Jinja would be in the way.

    escape: makes a text safe. card: a card in a sentence. prose: a comment. reference: of a note's number.
    """

    name: str
    escape: Callable[[str], str]
    card: Callable[[Face], str]
    prose: Callable[[str, View], str]
    reference: Callable[[int], str]
    delimiters: tuple[tuple[str, str], ...] = ()


class _Environment(TranslatedEnvironment):
    """The templates of a form."""

    def __init__(self, escape: Callable[[str], str], **options: Any) -> None:
        super().__init__(**options)
        self.escape = escape


class _EscapedTexts(CompiledTexts):
    """Texts of the interface, escaped for the form when the template is compiled."""

    def _make_node(self, *args: Any) -> nodes.Output:
        escape = cast("_Environment", self.environment).escape
        made = super()._make_node(*args)
        for child in made.nodes:
            if isinstance(child, nodes.TemplateData):
                child.data = escape(child.data)
        return made


def text_rendered(look: Look, form: TextForm, name: str, **context: Any) -> str:
    """A template's text. Raises TemplateFault where a template of the user's directory is wrong."""
    try:
        return text_environment(look, form).get_template(name).render(**context)
    except TemplateError as error:
        where = f"{getattr(error, 'filename', None) or name}:{getattr(error, 'lineno', None) or '?'}"
        raise TemplateFault(f"{where}: {error}") from error


def text_environment(look: Look, form: TextForm) -> Environment:
    """The templates of a form in the language of *look*, its own directory before ours."""
    return _environment(look.lang, look.templates, form)


@cache
def _environment(lang: str, templates: str, form: TextForm) -> Environment:
    ours = FileSystemLoader(shipped("templates"))
    made = _Environment(
        form.escape,
        loader=ChoiceLoader([FileSystemLoader(templates), ours]) if templates else ours,
        autoescape=False,  # not HTML: finalize escapes for the form
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=[_EscapedTexts],
        finalize=lambda value: value if isinstance(value, Raw) else form.escape(flat(str(value))),
        **dict(form.delimiters),
    )
    made.speak(texts(lang))
    made.globals.update(_functions(lang, form))
    return made


def _functions(lang: str, form: TextForm) -> dict[str, Callable[..., object]]:
    names = seat_names(lang)

    def safe(text: str) -> str:
        return form.escape(flat(text))

    def cards(faces: Iterable[Face]) -> Raw:
        return Raw(" ".join(form.card(face) for face in faces))

    def sentence(text: str, view: View) -> Raw:
        parts = set_cards(flat(text), faces_of(find(view.family), view.look))
        return Raw("".join(form.card(part) if isinstance(part, Face) else form.escape(part) for part in parts))

    def phrase(word: Word, view: View) -> Raw:
        return sentence(word.text if word.term else word.shown, view)

    def say(said: Said, view: View) -> Raw:
        parts: list[str] = [phrase(said.word, view)] if said.word.text else []
        parts += [form.card(face) for face in said.cards]
        parts += [safe(said.rest)] if said.rest else []
        signs = safe(said.signs) + "".join(form.reference(number) for number in said.notes)
        irregular = f" ({safe(said.irregular)})" if said.irregular else ""
        return Raw(" ".join(parts) + signs + irregular)

    def others(mistake: Mistake) -> Raw:
        parts = [
            " ".join([form.card(other.face), *([safe(f"({_suits(other)})")] if other.named else [])])
            for other in mistake.better
        ]
        return Raw(", ".join(parts))

    def account_name(view: View, account: str) -> str:
        if account in names:
            return names[account]
        game = find(view.family)
        return game.word(account).shown if game is not None else account

    return {
        "card": lambda face: Raw(form.card(face)),
        "cards": cards,
        "prose": lambda text, view: Raw(form.prose(text, view)),
        "sentence": sentence,
        "phrase": phrase,
        "say": say,
        "others": others,
        "reference": lambda number: Raw(form.reference(number)),
        "thirds": thirds,
        "amount": amount,
        "account_name": account_name,
        "headline": headline,
        "hands_title": hands_title,
        "meta": meta_of,
        "trick_title": _trick_title,
        "prose_lines": lambda text, view: [Raw(line) for line in form.prose(text, view).split("\n")],
    }


def _suits(other: Better) -> str:
    """The suits as any of which a fool would have been named."""
    return " ".join(SYMBOLS[suit] for suit in other.named)


def headline(view: View) -> str:
    """The heading of a record as plain text: what was played, by whom, how it ended."""
    line = Markup(rendered(view.look, "title.html", view=view))  # noqa: S704 - escaped by the template
    return " ".join(line.striptags().replace("\ufe0e", "").split())


def hands_title(view: View) -> str:
    """The heading of the hands, which says in what state they are."""
    _ = texts(view.look.lang).gettext
    origin = view.origin
    if origin == "exchanged":
        return _("Hands after the exchange")
    if origin == "dealt":
        return _("Hands as dealt")
    if origin == "left":
        return _("Cards still in hand")
    return _("Hands as played") if origin else _("Players")


def _trick_title(number: int, view: View) -> str:
    return texts(view.look.lang).gettext("Trick %(number)s") % {"number": number}


def meta_of(view: View) -> list[str]:
    """Event and place, then game, pack, rules, dealer and direction, each a phrase of its own."""
    _ = texts(view.look.lang).gettext
    made = []
    if view.game and view.contract:
        made.append(view.game)
    if view.pack:
        made.append(_("%(count)s cards") % {"count": view.pack})
    if view.rules:
        made.append(_("rules %(rules)s") % {"rules": view.rules})
    if view.dealer:
        made.append(_("dealer %(dealer)s, forehand %(forehand)s") % {"dealer": view.dealer, "forehand": view.forehand})
    if view.direction == "clockwise":
        made.append(_("play runs clockwise"))
    elif view.direction:
        made.append(_("play runs anticlockwise"))
    made += [_("%(name)s sits out") % {"name": name} for name in view.sitting_out]
    return made
