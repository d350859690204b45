"""The language of ``tarok deal --where``: that of ``tarok query``, and sums.

A sum is a call of ``+`` with its parts; a part that is taken off is a call of ``-``.
"""

from __future__ import annotations

# The grammar is the query language's own, and so is its parser; it is no part of that module's face to the house.
from tarok_pbn.archive.query_syntax import Call, Node, QueryError, _Parser, _Token, _tokens, show

__all__ = ["parse", "shown"]

#: a sum of more parts than this is refused
_PARTS = 100
_BEGINS = "a condition begins with a function: taroks(S) >= 9, holds(S, F), void(W, hearts)"


def parse(expression: str) -> Node:
    """The tree of an expression. Raises QueryError with the place of the fault."""
    try:
        return _Sums(_with_plus(expression)).whole()
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
            if first and wrong.at == token.at:
                wrong.help = _BEGINS
            raise


def _place(node: Node) -> tuple[int, int]:
    return getattr(node, "at", (0, 0))
