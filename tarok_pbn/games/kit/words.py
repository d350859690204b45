"""A game's own words, as data: what its tokens are called in its language, with an English gloss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Word", "find_word"]


class Word(NamedTuple):
    """How a token is said at the table.

    text: in the game's language ("taročky"). gloss: in English ("eight or nine taroks"), "" where there is no need.
    term: a term of the game keeps its own word in every language; an ordinary word ("pas", pass) is translated.
    """

    text: str
    gloss: str = ""
    term: bool = True

    @property
    def shown(self) -> str:
        """The word in an English text: terms as they are, ordinary words by their gloss."""
        return self.text if self.term else self.gloss or self.text


def find_word(words: Mapping[str, Word], token: str) -> Word:
    """The word of a token: of the whole token, of its verb (``call`` of ``call:T19``), else the token itself."""
    found = words.get(token)
    if found is None:
        verb = token.partition(":")[0]
        found = words.get(verb) or Word(verb.replace("_", " "))
    return found
