"""Sentences that know what they are made of: English text, which a page can tell in another language.

``worded("{name} has no score.", name="Ida")`` is the text "Ida has no score." with its pattern and its values, which
may be worded themselves. The patterns are keys of the catalogues (``render.wording.told``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["Worded", "listed", "worded", "worded_n"]


class Worded(str):
    """An English text. pattern, values: what it is made of; plural, number: of a text that depends on a number."""

    pattern: str
    plural: str
    number: int
    values: Mapping[str, str]

    @classmethod
    def made(cls, pattern: str, values: Mapping[str, str], plural: str = "", number: int = 1) -> Worded:
        """The text of a pattern with its values put in their places."""
        chosen = pattern if number == 1 or not plural else plural
        text = cls(chosen.format(**values) if values else chosen)
        text.pattern, text.plural, text.number, text.values = pattern, plural, number, values
        return text


def worded(pattern: str, **values: str) -> Worded:
    """A text with values in the places of its pattern; without any the pattern is the text, braces and all."""
    return Worded.made(pattern, values)


def worded_n(pattern: str, plural: str, count: int, **values: str) -> Worded:
    """A text about a number: ``worded_n("{count} board", "{count} boards", 3)``."""
    return Worded.made(pattern, {**values, "count": f"{count:,}"}, plural, count)


def listed(parts: Sequence[str]) -> str:
    """Parts with commas between them; "" for none."""
    text = parts[-1] if parts else ""
    for part in reversed(parts[:-1]):
        text = worded("{first}, {rest}", first=part, rest=text)
    return text
