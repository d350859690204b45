"""The language of ``tarok query``: expressions as text and as trees.

The grammar stands in ``docs/query.md``. Nothing here knows what a name means; ``query_check`` does.
Words, calls and literals remember where they stood, so that whoever finds fault with them can point there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from types import UnionType
from typing import NamedTuple

__all__ = [
    "Among", "And", "Call", "Compare", "Date", "Node", "Not", "Number", "Or", "Outcome", "QueryError", "Text",
    "Unknown", "Word", "clipped", "date_help", "parse", "show",
]  # fmt: skip

#: Deeper nesting than this is refused rather than followed.
DEPTH = 100
#: And so is a number of more digits.
DIGITS = 1000
#: So much of an expression is shown before and behind the place of a fault.
_BEFORE, _BEHIND = 50, 60
_KEYWORDS = frozenset(("and", "or", "not", "in"))
_OUTCOMES = frozenset(("won", "lost"))
OPERATORS = ("=", "!=", "<=", ">=", "<", ">", "~")
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>"(?:[^"\\]|\\.)*")
    | (?P<date>[0-9]{4}\.(?:[0-9]{2}|\?\?)(?:\.(?:[0-9]{2}|\?\?))?(?![\w.]))
    | (?P<undated>[0-9]+(?:\.[0-9?]*|-[0-9]+)+(?!\w)|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}(?!\w))
    | (?P<word>(?:[^\W\d]|[♠♥♦♣♤♡♢♧])[\w♠♥♦♣♤♡♢♧]*(?:[:.\-][\w/]+)*)
    | (?P<number>[0-9]+(?!\w))
    | (?P<sign>!=|<=|>=|[=<>~(),?./\-])
    | (?P<end>\Z)
    | (?P<wrong>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_LITERALS = "numbers: 7, 41 2/3, -10/3; dates: 2026.03, 2026.03.14; anything else in quotation marks"
_DATE = re.compile(r"([0-9]{4})([.\-/])([0-9]{1,2}|\?+)(?:[.\-/]([0-9]{1,2}|\?+))?")
_YEAR_LAST = re.compile(r"(?:[0-9?]{1,2}[.\-/]){1,2}[0-9]{4}")
_ENDLESS = re.compile(r"\S{81,}")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class QueryError(ValueError):
    """An expression that cannot be used: where and why, and what would have been right.

    expression: the whole of it. at, end: the place of the fault in characters, the end exclusive.
    """

    def __init__(self, message: str, at: int, end: int, help_: str = "", expression: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.end = max(end, at + 1)
        self.help = help_
        self.expression = expression

    def __str__(self) -> str:
        line_start = self.expression.rfind("\n", 0, self.at) + 1
        line_end = self.expression.find("\n", self.at)
        line = self.expression[line_start : line_end if line_end >= 0 else None]
        column = self.at - line_start
        marked = max(1, min(self.end - self.at, len(line) - column))
        window, at, marked = _window(line, column, marked)
        lines = [f"column {column + 1}: {clipped(self.message)}", f"  {window}", f"  {' ' * at}{'^' * marked}"]
        return "\n".join([*lines, f"  {self.help}"] if self.help else lines)


def clipped(text: str) -> str:
    """A message in which nothing that was written without blanks is endlessly long."""
    return _ENDLESS.sub(lambda match: f"{match[0][:30]}...{match[0][-10:]}", text)


def _window(line: str, column: int, marked: int) -> tuple[str, int, int]:
    """What is shown of a line: all of it, or what stands about the place; and there the place and its length."""
    if len(line) <= _BEFORE + _BEHIND:
        return line, column, marked
    start = max(0, min(column - _BEFORE, len(line) - _BEFORE - _BEHIND))
    end = min(len(line), start + _BEFORE + _BEHIND)
    before, behind = "... " if start else "", " ..." if end < len(line) else ""
    return f"{before}{line[start:end]}{behind}", len(before) + column - start, max(1, min(marked, end - column))


_At = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """Text in quotation marks."""

    value: str
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Number:
    """A number; ``41 2/3`` and ``-10/3`` are numbers too."""

    value: int | Fraction
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Date:
    """A date of the format, whole or in part: ``2026.03``, ``2026.03.??``."""

    value: str
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Word:
    """A word without quotation marks: a name, a seat, a card or a word of a game."""

    value: str
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Unknown:
    """``?``: what the record does not tell."""

    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Call:
    """``name(…)``; ``trick(3).winner`` is the call of ``trick.winner`` with 3."""

    name: str
    arguments: tuple[Node, ...]
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Compare:
    """``left operator right``."""

    operator: str
    left: Node
    right: Node
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Among:
    """``left in (…)``; ``negated`` for ``not in``."""

    left: Node
    values: tuple[Node, ...]
    negated: bool = False
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Outcome:
    """``who won`` or ``who lost``."""

    who: Node
    word: str
    at: tuple[int, int] = _At


@dataclass(frozen=True, slots=True)
class Not:
    """``not part``."""

    part: Node


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts, two or more."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of the parts, two or more."""

    parts: tuple[Node, ...]


Node = Text | Number | Date | Word | Unknown | Call | Compare | Among | Outcome | Not | And | Or


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    end: int

    @property
    def shown(self) -> str:
        return "the end of the expression" if self.kind == "end" else self.text


def parse(expression: str) -> Node:
    """The tree of an expression. Raises QueryError with the place of the fault."""
    try:
        return _Parser(_tokens(expression)).whole()
    except QueryError as wrong:
        wrong.expression = expression
        raise


def date_help(text: str) -> str:
    """How a text that was meant to be a date is written as one; "" where none can be made of it."""
    match = _DATE.fullmatch(text)
    if match is None:
        return "a date begins with the year: 2026.03.14" if _YEAR_LAST.fullmatch(text) else ""
    year, stroke, *written = match.groups()
    parts = [("??" if "?" in part else part.zfill(2)) for part in written if part is not None]
    highest = ("12", "31")[: len(parts)]
    if any(part != "??" and not "01" <= part <= most for part, most in zip(parts, highest, strict=True)):
        return ""
    date = ".".join([year, *parts])
    if date == text:
        return date
    if stroke != ".":
        return f"points stand between year, month and day: {date}"
    return f"a month has two digits, and so has a day: {date}"


def _tokens(expression: str) -> list[_Token]:
    tokens = []
    position = 0
    while True:
        match = _TOKEN.match(expression, position)
        assert match is not None  # the last alternative takes any character
        kind = match.lastgroup or "end"
        at, end = match.span(kind)
        if kind == "undated":
            text = match[kind]
            raise QueryError(f"{text} is neither a number nor a date", at, end, date_help(text) or _LITERALS)
        if kind == "wrong":
            if match[kind] == '"':
                raise QueryError("the quotation mark is never closed", at, len(expression), 'text stands in "…"')
            if match[kind].isdigit():
                rest = re.match(r"[\w.]+", expression[at:])
                size = rest.end() if rest else 1
                text = expression[at : at + size]
                raise QueryError(f"{text} is neither a number nor a date", at, at + size, date_help(text) or _LITERALS)
            raise QueryError(f"{match[kind]!r} has no meaning here", at, end, 'text with such characters stands in "…"')
        if kind == "number" and end - at > DIGITS:
            raise QueryError(f"a number of {end - at:,} digits is too long", at, end)
        tokens.append(_Token(kind, match[kind], at, end))
        if kind == "end":
            return tokens
        position = end


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.position]

    def take(self) -> _Token:
        token = self.next
        self.position += token.kind != "end"
        return token

    def keyword(self, word: str, ahead: int = 0) -> bool:
        place = min(self.position + ahead, len(self.tokens) - 1)
        token = self.tokens[place]
        return token.kind == "word" and token.text.lower() == word

    def sign(self, text: str) -> bool:
        return self.next.kind == "sign" and self.next.text == text

    def fail(self, expected: str, help_: str = "") -> QueryError:
        token = self.next
        return QueryError(f"expected {expected}, but here is {token.shown}", token.at, token.end, help_)

    def expect(self, text: str, what: str) -> _Token:
        if not self.sign(text):
            raise self.fail(what)
        return self.take()

    # --- logic ------------------------------------------------------------------------------------

    def whole(self) -> Node:
        if self.next.kind == "end":
            raise self.fail("an expression", "for example: game = taroky and declarer lost")
        node = self.either()
        if self.next.kind != "end":
            raise self.fail("and, or, or the end", "conditions are joined by and or or")
        return node

    def either(self) -> Node:
        parts = [self.all_of()]
        while self.keyword("or"):
            self.take()
            parts.append(self.all_of())
        return parts[0] if len(parts) == 1 else Or(_flat(parts, Or))

    def all_of(self) -> Node:
        parts = [self.negation()]
        while self.keyword("and"):
            self.take()
            parts.append(self.negation())
        return parts[0] if len(parts) == 1 else And(_flat(parts, And))

    def negation(self) -> Node:
        self.depth += 1
        if self.depth > DEPTH:
            raise QueryError(f"this is nested more than {DEPTH} deep", self.next.at, self.next.end)
        if self.keyword("not"):
            self.take()
            node: Node = Not(self.negation())
        elif self.sign("("):
            self.take()
            node = self.either()
            self.expect(")", "a closing parenthesis, and or or")
        else:
            node = self.condition()
        self.depth -= 1
        return node

    def condition(self) -> Node:
        start = self.next.at
        left = self.value("a condition")
        if self.next.kind == "sign" and self.next.text in OPERATORS:
            operator = self.take()
            return Compare(operator.text, left, self.value("a value", first=False), (operator.at, operator.end))
        if self.keyword("in") or (self.keyword("not") and self.keyword("in", 1)):
            negated = self.keyword("not")
            self.position += 1 + negated
            return self.among(left, start, negated)
        if self.next.kind == "word" and self.next.text.lower() in _OUTCOMES:
            word = self.take()
            return Outcome(left, word.text.lower(), (start, word.end))
        return left

    def among(self, left: Node, start: int, negated: bool) -> Node:
        self.expect("(", "( and a list of values")
        values = [self.value("a value", first=False)]
        while self.sign(","):
            self.take()
            values.append(self.value("a value", first=False))
        end = self.expect(")", "a comma or a closing parenthesis").end
        return Among(left, tuple(values), negated, (start, end))

    # --- values -----------------------------------------------------------------------------------

    def value(self, what: str, first: bool = True) -> Node:
        """A value; *first*: where a condition begins, so that the message names what may stand there."""
        token = self.next
        if token.kind == "text":
            self.take()
            return Text(_ESCAPE.sub(r"\1", token.text[1:-1]), (token.at, token.end))
        if token.kind == "date":
            self.take()
            return Date(token.text, (token.at, token.end))
        if token.kind == "number" or self.sign("-"):
            return self.number()
        if self.sign("?"):
            self.take()
            return Unknown((token.at, token.end))
        if token.kind == "word" and token.text.lower() not in _KEYWORDS:
            self.take()
            return self.call(token) if self.sign("(") else Word(token.text, (token.at, token.end))
        help_ = "a condition begins with a name: declarer won, holds(S, T21), date >= 2026.03" if first else ""
        raise self.fail(what, help_)

    def number(self) -> Number:
        start = self.next.at
        negative = self.sign("-")
        if negative:
            self.take()
        if self.next.kind != "number":
            raise self.fail("a number after the minus sign")
        token = self.take()
        value: int | Fraction = int(token.text)
        whole = 0
        if self.next.kind == "number":  # 41 2/3
            whole, token = int(value), self.take()
            value = int(token.text)
            if not self.sign("/"):
                raise self.fail("a fraction such as 2/3 after a whole number")
        if self.sign("/"):
            self.take()
            if self.next.kind != "number" or not int(self.next.text):
                raise self.fail("a number from 1 on below the stroke")
            token = self.take()
            value = Fraction(int(value), int(token.text)) + whole
        value = -value if negative else value
        return Number(int(value) if value == int(value) else value, (start, token.end))

    def call(self, name: _Token) -> Call:
        self.depth += 1
        if self.depth > DEPTH:
            raise QueryError(f"this is nested more than {DEPTH} deep", name.at, name.end)
        self.take()
        arguments: list[Node] = []
        if not self.sign(")"):
            arguments.append(self.value("an argument", first=False))
            while self.sign(","):
                self.take()
                arguments.append(self.value("an argument", first=False))
        end = self.expect(")", "a comma or a closing parenthesis").end
        called = name.text.lower()
        if self.sign("."):
            self.take()
            if self.next.kind != "word":
                raise self.fail("what of it is meant", "trick(3).winner, .leader, .points or .contains(T21)")
            part = self.take()
            called, end = f"{called}.{part.text.lower()}", part.end
            if self.sign("("):
                more = self.call(part)
                arguments += more.arguments
                end = more.at[1]
        self.depth -= 1
        return Call(called, tuple(arguments), (name.at, end))


def _flat(parts: list[Node], kind: type[And] | type[Or]) -> tuple[Node, ...]:
    """*parts*, those of the same kind opened up: ``(a and b) and c`` has three parts."""
    flat: list[Node] = []
    for part in parts:
        if isinstance(part, kind):
            flat.extend(part.parts)
        else:
            flat.append(part)
    return tuple(flat)


# --- printing -------------------------------------------------------------------------------------


def show(node: Node) -> str:
    """An expression that reads as *node*."""
    if isinstance(node, Or):
        return " or ".join(show(part) for part in node.parts)
    if isinstance(node, And):
        return " and ".join(_inside(part, Or) for part in node.parts)
    if isinstance(node, Not):
        return f"not {_inside(node.part, And | Or)}"
    if isinstance(node, Compare):
        return f"{show(node.left)} {node.operator} {show(node.right)}"
    if isinstance(node, Among):
        return f"{show(node.left)} {'not ' if node.negated else ''}in ({', '.join(map(show, node.values))})"
    if isinstance(node, Outcome):
        return f"{show(node.who)} {node.word}"
    return _show_value(node)


def _inside(node: Node, weaker: type | UnionType) -> str:
    return f"({show(node)})" if isinstance(node, weaker) else show(node)


def _show_value(node: Text | Number | Date | Word | Unknown | Call) -> str:
    if isinstance(node, Text):
        escaped = node.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(node, Call):
        name, _, part = node.name.partition(".")
        arguments = [show(argument) for argument in node.arguments]
        if part and len(arguments) > 1:
            return f"{name}({arguments[0]}).{part}({', '.join(arguments[1:])})"
        return f"{name}({', '.join(arguments)})" + (f".{part}" if part else "")
    return "?" if isinstance(node, Unknown) else str(node.value)
