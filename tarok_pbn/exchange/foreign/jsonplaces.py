"""JSON whose values know where they stand, so that a finding can point at them.

The values themselves are read by the standard library; only objects and arrays are walked here.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from tarok_pbn.exchange.foreign.base import Text, shown
from tarok_pbn.findings import Finding

__all__ = ["Broken", "Value", "parse", "repeated"]

_SPACE = re.compile(r"[ \t\r\n]*")
_DEEPEST = 32
_MOST = 200_000


class Broken(Exception):
    """A text that is not JSON; ``finding`` says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Value:
    """A value and where it stands.

    raw: a str, int, float, bool or None, a list of values, or a dict of values by name. start, end: in the text.
    again: where names stand that an object gives a second time.
    """

    __slots__ = ("again", "end", "raw", "start", "text")

    def __init__(self, text: Text, raw: object, start: int, end: int, again: tuple[tuple[str, int], ...] = ()) -> None:
        self.text = text
        self.raw = raw
        self.start = start
        self.end = end
        self.again = again

    def get(self, name: str) -> Value | None:
        """The value of that name in an object; None where there is none, or null."""
        found = self.raw.get(name) if isinstance(self.raw, dict) else None
        return found if isinstance(found, Value) and found.raw is not None else None

    @property
    def object(self) -> dict[str, Value] | None:
        """The members of an object, or None."""
        return self.raw if isinstance(self.raw, dict) else None

    @property
    def array(self) -> list[Value] | None:
        """The items of an array, or None."""
        return self.raw if isinstance(self.raw, list) else None

    @property
    def string(self) -> str | None:
        """The text of a string, or None."""
        return self.raw if isinstance(self.raw, str) else None

    @property
    def integer(self) -> int | None:
        """A whole number, also one written 5.0, or None; at most 15 digits."""
        raw = self.raw
        if isinstance(raw, bool):
            return None
        if isinstance(raw, float) and raw.is_integer():
            raw = int(raw)
        return raw if isinstance(raw, int) and abs(raw) < 10**15 else None

    @property
    def kind(self) -> str:
        """What the value is, in words."""
        raw = self.raw
        if isinstance(raw, dict):
            return "an object"
        if isinstance(raw, list):
            return f"a list of {len(raw)}"
        if raw is None or isinstance(raw, bool):
            return "null" if raw is None else str(raw).lower()
        return shown(raw)

    def finding(self, code: str, message: str, *, number: int = 1, help: str = "") -> Finding:
        """A finding about this value; of a long one, about its beginning."""
        end = self.end if self.raw is None or not isinstance(self.raw, (dict, list)) else self.start + 1
        return self.text.finding(code, message, self.start, end, number=number, help=help)


def parse(text: Text) -> Value:
    """The one value of a text. Raises Broken."""
    reader = _Reader(text)
    value = reader.value(reader.skip(0), 0)
    rest = reader.skip(value.end)
    if rest < len(text.text):
        raise Broken(text.finding("I010", f"After the JSON value stands {shown(text.text[rest : rest + 20])}.", rest))
    return value


def repeated(value: Value, most: int = 20) -> list[Finding]:
    """Findings about names that an object has twice, anywhere in a value; at most so many."""
    found: list[Finding] = []
    waiting = [value]
    while waiting and len(found) < most:
        one = waiting.pop()
        for name, at in one.again:
            message = f"{shown(name)} stands twice in one object; the first counts."
            found.append(one.text.finding("I016", message, at))
        waiting += reversed(one.array or list((one.object or {}).values()))
    return found[:most]


class _Reader:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.source = text.text
        self.decoder = json.JSONDecoder(parse_constant=self._constant)
        self.count = 0

    @staticmethod
    def _constant(name: str) -> NoReturn:
        raise ValueError(f"{name} is not JSON")

    def skip(self, at: int) -> int:
        match = _SPACE.match(self.source, at)
        return match.end() if match else at

    def broken(self, at: int, wanted: str) -> NoReturn:
        found = shown(self.source[at : at + 20]) if at < len(self.source) else "the end of the file"
        raise Broken(self.text.finding("I010", f"Not JSON: {wanted} is expected here, but there is {found}.", at))

    def unread(self, at: int, wrong: Exception, wanted: str) -> NoReturn:
        """Say why a text, a number or a word cannot be read."""
        if self.source[at : at + 1] != '"' or not isinstance(wrong, json.JSONDecodeError):
            self.broken(at, wanted)
        spot = self.source[wrong.pos : wrong.pos + 1]
        if wrong.msg.startswith("Unterminated") or spot in ("\n", "\r"):
            why, spot_at = "the text that begins here is not closed by a quotation mark", at
        elif spot and spot < " ":
            why, spot_at = f"a control character, U+{ord(spot):04X}, stands in a text as it is", wrong.pos
        else:
            why, spot_at = "a text has a \\ here that begins nothing that JSON knows", wrong.pos
        raise Broken(self.text.finding("I010", f"Not JSON: {why}.", spot_at)) from wrong

    def value(self, at: int, depth: int) -> Value:
        self.count += 1
        if depth > _DEEPEST or self.count > _MOST:
            message = "The JSON value is deeper or has more parts than any saved game."
            raise Broken(self.text.finding("I019", message, at))
        opening = self.source[at : at + 1]
        if opening == "{":
            return self.members(at, depth)
        if opening == "[":
            return self.items(at, depth)
        try:
            raw, end = self.decoder.raw_decode(self.source, at)
        except (ValueError, RecursionError) as wrong:
            self.unread(at, wrong, "a value")
        return Value(self.text, raw, at, end)

    def items(self, start: int, depth: int) -> Value:
        items: list[Value] = []
        at = self.skip(start + 1)
        if self.source[at : at + 1] == "]":
            return Value(self.text, items, start, at + 1)
        while True:
            item = self.value(at, depth + 1)
            items.append(item)
            at = self.skip(item.end)
            mark = self.source[at : at + 1]
            if mark == "]":
                return Value(self.text, items, start, at + 1)
            if mark != ",":
                self.broken(at, "a comma or ]")
            at = self.skip(at + 1)

    def members(self, start: int, depth: int) -> Value:
        members: dict[str, Value] = {}
        again: list[tuple[str, int]] = []
        at = self.skip(start + 1)
        if self.source[at : at + 1] == "}":
            return Value(self.text, members, start, at + 1)
        while True:
            if self.source[at : at + 1] != '"':
                self.broken(at, "a name in quotes")
            try:
                name, end = self.decoder.raw_decode(self.source, at)
            except ValueError as wrong:
                self.unread(at, wrong, "a name in quotes")
            colon = self.skip(end)
            if self.source[colon : colon + 1] != ":":
                self.broken(colon, "a colon")
            value = self.value(self.skip(colon + 1), depth + 1)
            if name in members:
                again.append((name, at))
            else:
                members[name] = value
            at = self.skip(value.end)
            mark = self.source[at : at + 1]
            if mark == "}":
                return Value(self.text, members, start, at + 1, tuple(again))
            if mark != ",":
                self.broken(at, "a comma or }")
            at = self.skip(at + 1)
