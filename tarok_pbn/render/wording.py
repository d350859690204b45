"""Words and sentences of the games in the reader's language."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.numbers import grouped
from tarok_pbn.render.phrases import PARTS, WHOLE
from tarok_pbn.worded import Worded

__all__ = ["localised", "told", "translated", "word_of"]

_PLACE = re.compile(r"\{(\w+)\}")
#: what joins parts of a working that say something each
_JOINTS = ("; ", ": ")
#: what tells that a part is English still; then the whole stays so, for half a sentence helps nobody
_ENGLISH = re.compile(r"\b(?:the|from|each|empty|everybody|with|held|into|trick)\b")
#: longer texts are comments of a record, not words of a game
_LONGEST = 200


@cache
def _patterns(phrases: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The phrases that have places, each as a pattern."""
    made = []
    for phrase in phrases:
        parts = _PLACE.split(phrase)
        if len(parts) > 1:
            pattern = "".join([f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts)])
            made.append((re.compile(pattern), phrase))
    return tuple(made)


@lru_cache(maxsize=4096)
def translated(text: str, lang: str) -> str:
    """An English text of a game in the reader's language; a text that no catalogue has stays as it is."""
    if lang == "en" or not text or len(text) > _LONGEST or not any(map(str.isalpha, text)):
        return text
    found = texts(lang).gettext(text)
    if found != text:
        return found
    found = _filled(text, WHOLE, lang)
    if found:
        return found
    for joint in _JOINTS:
        if joint in text:
            made = joint.join([translated(part, lang) for part in text.split(joint)])
            return text if _ENGLISH.search(made) else made
    return _filled(text, PARTS, lang) or text


def _filled(text: str, phrases: tuple[str, ...], lang: str) -> str:
    """The translation of the first phrase that fits, its places translated too; "" where none fits."""
    for pattern, phrase in _patterns(phrases):
        match = pattern.fullmatch(text)
        if match is not None:
            parts = _PLACE.split(texts(lang).gettext(phrase))
            made = "".join([translated(match[part], lang) if i % 2 else part for i, part in enumerate(parts)])
            if not _ENGLISH.search(made):
                return made
    return ""


def told(text: str, lang: str) -> str:
    """A worded text in the reader's language, and so all that it is made of; any other text stays as it is."""
    if lang == "en" or not isinstance(text, Worded):
        return str(text)
    if not text.values:
        return translated(text.pattern, lang)
    catalogue = texts(lang)
    values = {name: told(value, lang) for name, value in text.values.items()}
    if not text.plural:
        return catalogue.gettext(text.pattern).format(**values)
    values["count"] = grouped(text.number, lang)
    return catalogue.ngettext(text.pattern, text.plural, text.number).format(**values)


def localised(word: Word, lang: str, language: str) -> Word:
    """A word of a game for a reader of *lang*; *language*: of the game.

    In the game's own language every word stands for itself and needs no gloss; elsewhere its gloss is translated.
    """
    if lang == "en":
        return word
    if lang == language:
        return Word(word.text)
    return word._replace(gloss=translated(word.gloss, lang)) if word.gloss else word


@lru_cache(maxsize=4096)
def word_of(game: Game, token: str, lang: str) -> Word:
    """The word of a token of a game for a reader of *lang*."""
    return localised(game.word(token), lang, game.language)
