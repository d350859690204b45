"""Words of a stream: what one run of characters says.

A word is a card, an action such as ``pass`` or ``lays:DQ,C9``, ``-`` (no card, no
action) or ``??`` (an unknown card). Marks may follow without a space: first a suffix
(``!`` ``?`` ``!!`` ``??`` ``!?`` ``?!``), then NAGs, notes and irregularities. Readings
are cached by spelling, because an archive repeats a few hundred spellings for ever.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final, NamedTuple

from tarok_pbn.cards import CARD
from tarok_pbn.notation import spelling
from tarok_pbn.record import Mark

__all__ = ["FIXED", "SUFFIXES", "Reading", "Words", "spelled"]

#: Canonical words that mean the same everywhere and need no further look.
FIXED: Final[dict[str, str]] = {**{token: token for token in CARD}, "-": "-", "??": "??"}

SUFFIXES: Final = ("!!", "??", "!?", "?!", "!", "?")

_ACTION: Final = re.compile(r"([a-z][a-z0-9_]*+)(?::(.+))?", re.DOTALL)
_ARGUMENT: Final = re.compile(r"[A-Za-z0-9_.+/=*-]+|\?\?")
_HANGING: Final = re.compile(r"\$([0-9]{1,3})|=([0-9]{1,6})=|\^([RISL])")
_HANGING_TAIL: Final = re.compile(r"(?:\$[0-9]{1,3}|=[0-9]{1,6}=|\^[RISL])+\Z")
_HANGING_FORM: Final = {"nag": " $%s", "note": " =%s=", "irregular": " ^%s", "suffix": "%s"}
_CACHE_LIMIT: Final = 8192
_LONGEST: Final = 1000  # characters of a word; a longer one is no word


class Reading(NamedTuple):
    """What a word says.

    kind: ``word``, ``seat``, ``marks`` (nothing but marks), ``suffix`` (a suffix standing alone),
    ``end`` (``*`` or ``+``) or ``junk``.
    text: the canonical word; for junk the text as it stands.
    marks: the marks written onto it.
    lenient: code of the rewriting (F100, F101), or "".
    plain: whether it is a word in canonical spelling without marks.
    """

    kind: str
    text: str
    marks: tuple[Mark, ...] = ()
    lenient: str = ""
    plain: bool = False


def spelled(reading: Reading) -> str:
    """The canonical spelling of a word with the marks written onto it."""
    text = reading.text
    for mark in reading.marks:
        text += _HANGING_FORM[mark.kind] % mark.text
    return text.strip()


def _hanging(text: str) -> tuple[Mark, ...]:
    """The marks of a run such as ``$3=1=^R``."""
    marks = []
    for nag, note, irregular in _HANGING.findall(text):
        if nag:
            marks.append(Mark("nag", str(int(nag))))
        elif note:
            marks.append(Mark("note", str(int(note))))
        else:
            marks.append(Mark("irregular", irregular))
    return tuple(marks)


class Words:
    """Reads words, with the rank letters of one language. Use ``Words.of(language)``."""

    _shared: ClassVar[dict[str, Words]] = {}

    def __init__(self, letters: dict[str, str] | None = None) -> None:
        self.letters = letters
        self.known: dict[str, Reading] = {}

    @classmethod
    def of(cls, language: str = "") -> Words:
        """The shared reader of a language code; "" and unknown codes give the canonical letters only."""
        language = language.strip().lower()
        letters = spelling.rank_letters(language)
        if letters is None:
            language = ""
        words = cls._shared.get(language)
        if words is None:
            words = cls._shared[language] = cls(letters)
        return words

    def read(self, text: str) -> Reading:
        """The reading of one word; never raises."""
        found = self.known.get(text)
        if found is None:
            found = self._read(text)
            if len(text) <= 64:
                if len(self.known) >= _CACHE_LIMIT:
                    self.known.clear()
                self.known[text] = found
        return found

    def bare(self, text: str) -> int:
        """How many characters of a word come before the marks written onto it."""
        if len(text) > _LONGEST:
            return len(text)
        tail = _HANGING_TAIL.search(text)
        size = tail.start() if tail else len(text)
        marks = self.read(text).marks
        if marks and marks[0].kind == "suffix":
            size -= len(marks[0].text)
        return size

    def _read(self, text: str) -> Reading:
        if len(text) > _LONGEST:
            return Reading("junk", text)
        if text in spelling.SEATS:
            return Reading("seat", text)
        if text in ("*", "+"):
            return Reading("end", text)
        if text in ("!", "!!", "!?", "?!"):
            return Reading("suffix", text, (Mark("suffix", text),), "F101")
        tail = _HANGING_TAIL.search(text)
        marks = _hanging(tail[0]) if tail else ()
        body = text[: tail.start()] if tail else text
        if not body:
            return self._glued(Reading("marks", "", marks), text)
        plain = self._word(body)
        if plain is None:
            for suffix in SUFFIXES:
                if body.endswith(suffix) and (plain := self._word(body[: -len(suffix)])) is not None:
                    marks = (Mark("suffix", suffix), *marks)
                    break
        if plain is not None:
            word, lenient = plain
            return self._glued(Reading("word", word, marks, lenient), text)
        letter = spelling.seat(text)
        if letter is not None:
            return Reading("seat", letter, (), "F101")
        return Reading("junk", text)

    @staticmethod
    def _glued(reading: Reading, text: str) -> Reading:
        """Say F101 where hanging marks are written without a space or with leading zeros."""
        if reading.lenient:
            return reading
        if spelled(reading) == text:
            return reading._replace(plain=reading.kind == "word" and not reading.marks)
        return reading._replace(lenient="F101")

    def _word(self, body: str) -> tuple[str, str] | None:
        """Canonical word and code of the rewriting, or None."""
        if body in FIXED:
            return body, ""
        if not body or body in spelling.SEATS:
            return None
        card = spelling.card(body, self.letters)
        if card is not None:
            return card, "F100"
        if spelling.seat(body) is not None:
            return None
        match = _ACTION.fullmatch(body)
        if match is None:
            return None
        name, arguments = match[1], match[2]
        if arguments is None:
            return None if ":" in body else (name, "")
        canonical: list[str] = []
        lenient = ""
        for argument in arguments.split(","):
            token = argument if argument in FIXED else spelling.card(argument, self.letters)
            if token is None:
                if _ARGUMENT.fullmatch(argument) is None:
                    return None
                token = argument
            elif token != argument:
                lenient = "F100"
            canonical.append(token)
        return f"{name}:{','.join(canonical)}", lenient
