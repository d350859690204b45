"""Comments and notes as prose: a small part of Markdown, with the cards that are named set as cards.

Paragraphs, lists, ``*emphasis*``, ``**strong**``, ``code`` in backticks and links to the web or to an
address; nothing else, and never markup of the output. What does not read as one of these is text.
A list begins a comment or stands behind a blank line or a colon, and has two items at least, so that
"14. trick" and a dash at the head of a line stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from markupsafe import Markup, escape

from tarok_pbn.cards import CARD
from tarok_pbn.games import find
from tarok_pbn.notation.spelling import card as spelled
from tarok_pbn.notation.spelling import rank_letters
from tarok_pbn.render.controls import cleaned
from tarok_pbn.render.escapes import latex_escape, markdown_escape
from tarok_pbn.render.faces import Face, Faces, faces_of
from tarok_pbn.render.model import View

__all__ = ["html_prose", "latex_prose", "markdown_prose", "parsed", "set_cards"]

#: a card's token standing alone in a sentence; in "call:T19" or "T2,T10" it is something to type.
#: A lone F before a point may be somebody's initial.
_TOKEN = re.compile(
    r'(?<![\w:,"-])(?:T(?:1\d|2[01]|[1-9])|[SHDC][KQNJT1-9]|F(?!\.)|[♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?(?:10|[A-Z1-9]))'
    r'(?![\w"-]|[:,]\S)'
)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s<>()\"'\\]{1,1000}|mailto:[^\s<>()\"'\\]{1,300})\)")
_ESCAPED = re.compile(r"\\([\\`*\[\]()_-])")
_MARKS_OF = {"`": _CODE, "[": _LINK, "\\": _ESCAPED}
_SPECIAL = re.compile(r"[\\`\[*]")
_ITEM = re.compile(r"\s*(?:[-*+]|(\d{1,3})[.)])\s+(?=\S)")
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


@dataclass(frozen=True, slots=True)
class Span:
    """Part of a line: ``em``, ``strong``, ``code`` or a ``link`` to *href*."""

    kind: Literal["em", "strong", "code", "link"]
    parts: tuple[str | Face | Span, ...]
    href: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (one line) or a list (a line an item). ordered: whether its items are numbered."""

    kind: Literal["paragraph", "list"]
    lines: tuple[tuple[str | Face | Span, ...], ...]
    ordered: bool = False


_Line = Sequence["str | Face | Span"]


def set_cards(text: str, faces: Faces, letters: Mapping[str, str] | None = None, own: bool = False) -> list[str | Face]:
    """The text with the cards that it names as faces. letters: rank letters that may follow a suit's sign.

    own: only cards of the game's pack, for "H5" is a house or a hall where no such card is played.
    """
    parts: list[str | Face] = []
    end = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if not token[0].isascii():
            token = spelled(token, dict(letters) if letters else None) or ""
        face = faces.token(token) if token in CARD else None
        if face is None or (own and not faces.pack >> CARD[token] & 1):
            continue
        if match.start() > end:
            parts.append(text[end : match.start()])
        parts.append(face)
        end = match.end()
    if end < len(text):
        parts.append(text[end:])
    return parts


def parsed(text: str, cards: Callable[[str], Sequence[str | Face]]) -> list[Block]:
    """The blocks of a comment. cards: sets the cards of a piece of text."""
    blocks: list[Block] = []
    for chunk in _BLANK.split(text.replace("\r\n", "\n").replace("\r", "\n").strip()):
        lines = [line for line in chunk.split("\n") if line.strip()]
        start = next((i for i in range(len(lines)) if _begins_list(lines, i)), len(lines))
        if start:
            blocks.append(Block("paragraph", (_inline(" ".join(" ".join(lines[:start]).split()), cards),)))
        if start < len(lines):
            blocks.append(_list(lines[start:], cards))
    return blocks


def _begins_list(lines: list[str], at: int) -> bool:
    """Whether a list begins there: at the head or behind a colon, from one, with two items or more."""
    first = _ITEM.match(lines[at])
    if first is None or (at and not lines[at - 1].rstrip().endswith(":")):
        return False
    if first[1] and int(first[1]) != 1:
        return False
    others = [_ITEM.match(line) for line in lines[at + 1 :]]
    return any(other is not None and bool(other[1]) == bool(first[1]) for other in others)


def _list(lines: list[str], cards: Callable[[str], Sequence[str | Face]]) -> Block:
    first = _ITEM.match(lines[0])
    ordered = bool(first and first[1])
    items: list[list[str]] = []
    for line in lines:
        begun = _ITEM.match(line)
        if begun is not None and bool(begun[1]) == ordered:
            items.append([line[begun.end() :].strip()])
        else:
            items[-1].append(line.strip())
    return Block("list", tuple(_inline(" ".join(item), cards) for item in items), ordered)


class _Writer:
    """Collects the parts of a line; stars that find no partner become text again."""

    def __init__(self, cards: Callable[[str], Sequence[str | Face]]) -> None:
        self.cards = cards
        #: open spans, outermost first: (stars, parts so far); the line itself has no stars
        self.open: list[tuple[str, list[str | Face | Span]]] = [("", [])]

    def text(self, text: str) -> None:
        """A piece of text."""
        self.open[-1][1].append(text)

    def add(self, span: Span) -> None:
        """A span."""
        self.open[-1][1].append(span)

    def stars(self, stars: str, opens: bool, closes: bool) -> None:
        """One star or two: the end of what they opened, else a beginning, else text."""
        if closes and any(stars == begun for begun, _ in self.open[1:]):
            while self.open[-1][0] != stars:
                self.unopened()
            _, parts = self.open.pop()
            self.add(Span("em" if stars == "*" else "strong", self.done(parts)))
        elif opens and all(stars != begun for begun, _ in self.open[1:]):
            self.open.append((stars, []))
        else:
            self.text(stars)

    def unopened(self) -> None:
        """What was opened last was no beginning."""
        stars, parts = self.open.pop()
        self.open[-1][1].extend([stars, *parts])

    def done(self, parts: list[str | Face | Span]) -> tuple[str | Face | Span, ...]:
        """The parts with their cards set; pieces of text are joined first, so that no card is cut in two."""
        made: list[str | Face | Span] = []
        for is_text, grouped in groupby(parts, lambda part: isinstance(part, str)):
            run = list(grouped)
            made += self.cards("".join(map(str, run))) if is_text else run
        return tuple(made)

    def line(self) -> tuple[str | Face | Span, ...]:
        """All of it."""
        while len(self.open) > 1:
            self.unopened()
        return self.done(self.open[0][1])


def _inline(text: str, cards: Callable[[str], Sequence[str | Face]]) -> tuple[str | Face | Span, ...]:
    writer = _Writer(cards)
    at, end = 0, len(text)
    while at < end:
        special = _SPECIAL.search(text, at)
        if special is None:
            writer.text(text[at:])
            break
        if special.start() > at:
            writer.text(text[at : special.start()])
        at = special.start()
        char = text[at]
        if char == "*":
            at = _starred(writer, text, at)
            continue
        found = _MARKS_OF[char].match(text, at)
        if found is None:
            writer.text(char)
            at += 1
            continue
        if char == "`":
            writer.add(Span("code", (found[1],)))
        elif char == "[":
            writer.add(Span("link", tuple(cards(found[1])), found[2]))
        else:
            writer.text(found[1])
        at = found.end()
    return writer.line()


def _starred(writer: _Writer, text: str, at: int) -> int:
    """Reads one star or two; returns where the text goes on."""
    inner = text.startswith("***", at) and writer.open[-1][0] == "*"  # of three, the first closes the inner span
    stars = "**" if text.startswith("**", at) and not inner else "*"
    end = at + len(stars)
    before, after = text[at - 1 : at], text[end : end + 1]
    writer.stars(stars, bool(after.strip()) and not before.isalnum(), bool(before.strip()) and not after.isalnum())
    return end


def _blocks(text: str, view: View) -> list[Block]:
    faces = faces_of(find(view.family), view.look)
    letters = rank_letters(view.letters) if view.letters else None
    return parsed(cleaned(text), lambda piece: set_cards(piece, faces, letters, own=True))


# --- HTML ---------------------------------------------------------------------------------------------------

_HTML = {"em": "em", "strong": "strong", "code": "code"}


def html_prose(text: str, view: View, card: Callable[[Face], Markup]) -> Markup:
    """A comment as phrasing content, which may stand in a paragraph or a cell; its direction is its own."""
    lang = view.comments
    drawn = card if lang in ("", view.look.lang) else _in(view.look.lang, card)
    blocks = [_html_block(block, drawn) for block in _blocks(text, view)]
    body = Markup("<br>").join(blocks)
    told = Markup(' lang="{}"').format(lang) if lang else Markup("")
    return Markup('<span dir="auto"{}>{}</span>').format(told, body)


def _in(lang: str, card: Callable[[Face], Markup]) -> Callable[[Face], Markup]:
    """Cards that are spoken in the page's language inside a text of another."""
    return lambda face: Markup('<span lang="{}">{}</span>').format(lang, card(face))


def _html_block(block: Block, card: Callable[[Face], Markup]) -> Markup:
    if block.kind == "paragraph":
        return _html_line(block.lines[0], card)
    items = []
    for number, line in enumerate(block.lines, 1):
        sign = f"{number}." if block.ordered else "•"
        items.append(
            Markup('<span role="listitem">{}<span{}>{}</span> {}</span>').format(
                Markup("<br>") if number > 1 else Markup(""),
                Markup("") if block.ordered else Markup(' aria-hidden="true"'),
                sign,
                _html_line(line, card),
            )
        )
    return Markup('<span role="list">{}</span>').format(Markup(" ").join(items))


def _html_line(parts: _Line, card: Callable[[Face], Markup]) -> Markup:
    made = []
    for part in parts:
        if isinstance(part, str):
            made.append(escape(part))
        elif isinstance(part, Face):
            made.append(card(part))
        elif part.kind == "link":
            made.append(
                Markup('<a href="{}" rel="nofollow noopener noreferrer">{}</a>').format(
                    part.href, _html_line(part.parts, card)
                )
            )
        else:
            name = Markup(_HTML[part.kind])  # noqa: S704 - one of three constants
            made.append(Markup("<{0}>{1}</{0}>").format(name, _html_line(part.parts, card)))
    return Markup("").join(made)


# --- LaTeX --------------------------------------------------------------------------------------------------

_COMMAND = {"em": "emph", "strong": "textbf", "code": "texttt"}


def latex_prose(text: str, view: View) -> str:
    """A comment for LaTeX: paragraphs and lists, a blank line between any two."""
    blocks = []
    for block in _blocks(text, view):
        if block.kind == "paragraph":
            blocks.append(_latex_line(block.lines[0]))
        else:
            name = "enumerate" if block.ordered else "itemize"
            items = "\n".join(f"\\item {_latex_line(line)}" for line in block.lines)
            blocks.append(f"\\begin{{{name}}}\n{items}\n\\end{{{name}}}")
    return "\n\n".join(blocks)


def _latex_line(parts: _Line) -> str:
    made = []
    for part in parts:
        if isinstance(part, str):
            made.append(latex_escape(part))
        elif isinstance(part, Face):
            made.append(f"\\mbox{{{latex_escape(part.text)}}}")
        elif part.kind == "link":
            made.append(f"{_latex_line(part.parts)} (\\texttt{{{latex_escape(part.href)}}})")
        else:
            made.append(f"\\{_COMMAND[part.kind]}{{{_latex_line(part.parts)}}}")
    return "".join(made)


# --- Markdown -----------------------------------------------------------------------------------------------

_MARKS = {"em": "*", "strong": "**"}


def markdown_prose(text: str, view: View) -> str:
    """A comment for Markdown: the same marks, everything else escaped; a blank line between any two blocks."""
    blocks = []
    for block in _blocks(text, view):
        if block.kind == "paragraph":
            blocks.append(_markdown_line(block.lines[0]))
        else:
            signs = [f"{n}." if block.ordered else "-" for n in range(1, len(block.lines) + 1)]
            blocks.append("\n".join(f"{s} {_markdown_line(line)}" for s, line in zip(signs, block.lines, strict=True)))
    return "\n\n".join(blocks)


def _markdown_line(parts: _Line) -> str:
    made = []
    for part in parts:
        if isinstance(part, str):
            made.append(markdown_escape(part))
        elif isinstance(part, Face):
            made.append(markdown_escape(part.text))
        elif part.kind == "link":
            made.append(f"[{_markdown_line(part.parts)}]({part.href.replace('*', '%2A').replace('_', '%5F')})")
        elif part.kind == "code":
            made.append(f"`{part.parts[0]}`")
        else:
            made.append(f"{_MARKS[part.kind]}{_markdown_line(part.parts)}{_MARKS[part.kind]}")
    return "".join(made)
