"""What can be asked of a deal: the players and functions of the constraint language, as data.

``docs/dealing.md`` shows these tables, ``constraint_check`` holds expressions to them. What has the name of a function
of the query language asks the same of a deal as that of a record, but ``points``, which there counts tricks.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FUNCTIONS", "LATER", "PLAYERS", "Function"]


class Function(NamedTuple):
    """A function: its parameters (``who``, ``card``, ``cards``, ``suit``, ``number``), its type, what it means.

    type: ``number`` or ``truth``.
    """

    parameters: tuple[str, ...]
    type: str
    about: str


#: who is meant, beside the seats by letter or name
PLAYERS: dict[str, str] = {
    "forehand": "the player after the dealer",
    "dealer": "the dealer",
    "any": "any player who is dealt cards: true if it is for one of them",
    "all": "every player who is dealt cards: true if it is for each of them",
    "talon": "the talon",
}

FUNCTIONS: dict[str, Function] = {
    "holds": Function(("who", "cards"), "truth", "is dealt all these cards"),
    "void": Function(("who", "suit"), "truth", "is dealt no card of the suit; `T` for the taroks"),
    "trull": Function(("who",), "truth", "is dealt the pagat, the mond and the fool"),
    "cards": Function(("who", "suit"), "number", "number of cards of the suit; `T` for the taroks"),
    "length": Function(("who", "suit"), "number", "the same as `cards`"),
    "count": Function(("who", "cards"), "number", "how many of these cards"),
    "taroks": Function(("who",), "number", "number of taroks, the fool among them"),
    "kings": Function(("who",), "number", "number of kings"),
    "points": Function(("who",), "number", "card points of the cards as dealt, exact to a third"),
    "thirds": Function(("number",), "number", "so many thirds of a card point: `thirds(64)` is `21 1/3`"),
}

#: players that the query language knows and a deal does not
LATER = ("declarer", "partner", "defender", "player")
