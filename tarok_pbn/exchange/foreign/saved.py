"""Games that a page kept in a browser: one JSON value, a store by its key, or the text of one inside another."""

from __future__ import annotations

from tarok_pbn.exchange.foreign.base import Text
from tarok_pbn.exchange.foreign.jsonplaces import Broken, Value, parse
from tarok_pbn.findings import Finding

__all__ = ["Notes", "opened"]


class Notes:
    """The findings of one hand of a saved game.

    number: of the hand, from 1.
    """

    def __init__(self, number: int = 1) -> None:
        self.findings: list[Finding] = []
        self.number = number

    def say(self, code: str, message: str, at: Value, help: str = "") -> None:
        """Add a finding about a value."""
        self.findings.append(at.finding(code, message, number=self.number, help=help))

    def integer(self, value: Value | None, what: str, low: int, high: int, at: Value, missing: str = "") -> int | None:
        """A whole number in a range; None, with a finding, for anything else, and without one where it is missing."""
        if value is None:
            if missing:
                self.say("I011", missing, at)
            return None
        number = value.integer
        if number is None or not low <= number <= high:
            self.say("I011", f"{what} is {value.kind}, not a number from {low} to {high}.", value)
            return None
        return number

    @property
    def wrong(self) -> bool:
        """Whether there is an error."""
        return any(finding.severity == "error" for finding in self.findings)


def opened(value: Value) -> Value:
    """The value itself, or the one whose text a string holds. Raises Broken, with a place in the file.

    A value inside a string keeps the string's place: all findings about it point there.
    """
    words = value.string
    if words is None:
        return value
    inner = Text(words.encode("utf-8", "replace"), value.text.name)
    try:
        found = parse(inner)
    except Broken as broken:
        line, column = inner.place(0) if broken.finding.span is None else broken.finding.span[2:4]
        message = f"The text in this string: line {line}, column {column}: {broken.finding.message}"
        raise Broken(value.finding(broken.finding.code, message)) from None
    _move(found, value)
    return found


def _move(value: Value, to: Value) -> None:
    value.text, value.start, value.end = to.text, to.start, to.end
    value.again = tuple((name, to.start) for name, _ in value.again)
    for part in value.array or (value.object or {}).values():
        _move(part, to)
