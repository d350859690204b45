"""What a reader chose: language, card letters, colours, and what of a record is shown.

The language of the interface, the letters on the cards and the language of the record are three
things: a Czech page may show an Austrian hand with French letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["DEFAULT", "LANGUAGES", "PARTS", "Look", "Scheme"]

#: languages of the interface and of card words
LANGUAGES = ("en", "cs", "da", "de", "sl")
#: what a record's page consists of; a partial diagram shows some of it
PARTS = frozenset({"hands", "auction", "exchange", "announcements", "play", "score", "remarks"})
Scheme = Literal["two", "four", "mono"]
_SCHEMES = ("two", "four", "mono")


@dataclass(frozen=True, slots=True)
class Look:
    """How records are shown. Every field has a default; a Look is a value and may be shared.

    lang: language of the interface, one of ``LANGUAGES``. cards: language of the rank letters, "" for
    that of the interface. letters: the four court letters king, queen, cavalier, jack when the language's
    own are not wanted ("K D C B"). four: the fourth tarok of a Roman pack. scheme: colours of the suits.
    show: parts of a partial diagram (``hands=S,E``, ``auction``, ``endposition@9``, ``quiz``), () for all.
    templates: a directory whose templates replace ours one by one, "" for none.
    Raises ValueError for a value that is none of these.
    """

    lang: str = "en"
    cards: str = ""
    letters: str = ""
    four: Literal["IIII", "IV"] = "IIII"
    scheme: Scheme = "two"
    show: tuple[str, ...] = ()
    templates: str = ""

    def __post_init__(self) -> None:
        for what, value in (("lang", self.lang), ("cards", self.cards or self.lang)):
            if value not in LANGUAGES:
                raise ValueError(f"{what} is {value!r}, which is none of {', '.join(LANGUAGES)}")
        if self.letters and len(self.letters.split()) != 4:
            raise ValueError(f"letters are four, king to jack, such as 'K D C B', not {self.letters!r}")
        if self.four not in ("IIII", "IV"):
            raise ValueError(f"four is IIII or IV, not {self.four!r}")
        if self.scheme not in _SCHEMES:
            raise ValueError(f"scheme is {self.scheme!r}, which is none of {', '.join(_SCHEMES)}")
        if self.templates and not Path(self.templates).is_dir():
            raise ValueError(f"templates are in no directory {self.templates!r}")

    @property
    def letters_of(self) -> str:
        """The language of the rank letters."""
        return self.cards or self.lang


DEFAULT = Look()
