"""The language of ``tarok deal --where``: that of ``tarok query``, and sums.

A sum is a call of ``+`` with its parts; a part that is taken off is a call of ``-``.
"""

from __future__ import annotations

import re
from fractions import Fraction

# The grammar is the query language's own, and so is its parser; it is no part of that module's face to the house.
from tarok_pbn.archive.query_syntax import Call, Node, QueryError, _Parser, _Token, _tokens, show

__all__ = ["parse", "shown"]

#: a sum of more parts than this is refused
_PARTS = 100
_DECIMAL = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
_NUMBERS = "numbers: 7, 21 1/3, -10/3"
#: what may have been meant by a sign that has no meaning
_MEANT = {
    "&": "conditions are joined by and",
    "|": "conditions are joined by or",
    "!": "unlike is !=, and what is not so is said with not",
    "*": "there are only sums, with + and -",
    "%": "odds are told with each deal, and need not be asked for",
    "≥": "write >=",
    "≤": "write <=",
    "≠": "write !=",
    "–": "write -",
    "−": "write -",
}
#: and by two operators one after the other
_DOUBLED = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", ">>": ">", "<<": "<", "!==": "!="}
_BEGINS = "a condition begins with a function: taroks(S) >= 9, holds(S, F), void(W, hearts)"


def parse(expression: str) -> Node:
    """The tree of an expression. Raises QueryError with the place of the fault."""
    try:
        return _Sums(_tokens_of(expression)).whole()
    except QueryError as wrong:
        wrong.expression = expression
        raise


def shown(node: Node) -> str:
    """An expression that reads as *node*."""
    if isinstance(node, Call) and node.name == "+":
        first, *others = node.arguments
        return shown(first) + "".join(
            f" - {shown(part.arguments[0])}" if isinstance(part, Call) and part.name == "-" else f" + {shown(part)}"
            for part in others
        )
    return show(node)


def _tokens_of(expression: str) -> list[_Token]:
    """The tokens of an expression. Raises QueryError, in which nothing is said of texts and dates: there are none."""
    try:
        tokens = _with_plus(expression)
    except QueryError as wrong:
        text = expression[wrong.at : wrong.end]
        if text.startswith('"'):
            wrong.help = "there is no text in what is asked of a deal"
        elif text.isascii() and text.isdigit():
            raise  # too long
        elif text[:1].isdigit():
            wrong.message, wrong.help = f"{text} is not a number", _fraction(text)
        else:
            wrong.help = _MEANT.get(text, "")
        raise
    return tokens


def _fraction(text: str) -> str:
    """How a decimal is written: ``3.5`` as ``3 1/2``."""
    if not _DECIMAL.fullmatch(text):
        return _NUMBERS
    whole, part = divmod(Fraction(text), 1)
    return f"write {whole} {part}" if whole and part else f"write {part or whole}"


def _with_plus(expression: str) -> list[_Token]:
    """The tokens of an expression, plus signs among them, each at its place in the whole."""
    tokens: list[_Token] = []
    start = 0
    for piece in expression.split("+"):
        if tokens:
            tokens[-1] = _Token("sign", "+", start - 1, start)  # in place of the end of the piece before
        tokens += _tokens(" " * start + piece)
        start += len(piece) + 1
    return tokens


class _Sums(_Parser):
    """The parser of the query language; a value may be a sum."""

    def whole(self) -> Node:
        """All of the expression."""
        if self.next.kind == "end":
            raise self.fail("an expression", _BEGINS)
        return super().whole()

    def value(self, what: str, first: bool = True) -> Node:
        """A value, or a sum of values."""
        parts = [self._part(what, first)]
        while self.sign("+") or self.sign("-"):
            sign = self.take()
            part = self._part("a value", False)
            start, end = _place(part)
            parts.append(Call("-", (part,), (sign.at, end)) if sign.text == "-" else part)
            if len(parts) > _PARTS:
                raise QueryError(f"this sum has more than {_PARTS} parts", start, end)
        if len(parts) == 1:
            return parts[0]
        return Call("+", tuple(parts), (_place(parts[0])[0], _place(parts[-1])[1]))

    def _part(self, what: str, first: bool) -> Node:
        token = self.next
        try:
            return super().value(what, first)
        except QueryError as wrong:
            if wrong.at == token.at:
                wrong.help = _BEGINS if first else wrong.help or self._doubled()
            raise

    def _doubled(self) -> str:
        """What may have been meant where a value should stand and another operator does."""
        before, token = self.tokens[max(0, self.position - 1)], self.next
        meant = _DOUBLED.get(before.text + token.text) if before.end == token.at else None
        return f"write {meant}" if meant else ""


def _place(node: Node) -> tuple[int, int]:
    return getattr(node, "at", (0, 0))
