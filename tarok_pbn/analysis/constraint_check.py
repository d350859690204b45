"""Holds a constraint to what there is to ask of a deal at a certain table, and makes counts of it.

In a deal everything is known, so that the three values of the query language come to two; what a deal cannot tell,
such as who the declarer is, is refused before anything is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from operator import eq, ge, gt, le, lt
from typing import NamedTuple, NoReturn

from tarok_pbn.analysis.constraint_names import FUNCTIONS, LATER, PLAYERS
from tarok_pbn.analysis.constraint_syntax import parse, shown
from tarok_pbn.analysis.constraint_tree import Bound, Condition, Term, every, negated, some
from tarok_pbn.analysis.dealing_layout import Layout
from tarok_pbn.archive.query_names import FUNCTIONS as ASKED
from tarok_pbn.archive.query_names import NAMES, TAGS
from tarok_pbn.archive.query_syntax import (
    Among,
    And,
    Call,
    Compare,
    Date,
    Node,
    Not,
    Number,
    Or,
    Outcome,
    QueryError,
    Text,
    Unknown,
    Word,
)  # fmt: skip
from tarok_pbn.cards import CARD, FOOL, KINGS, SUIT_MASK, T1, T21, TAROKS, bits
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.notation import spelling

__all__ = ["constraint"]

_OPERATORS = {"=": eq, "!=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}
_TRULL = 1 << T1 | 1 << T21 | 1 << FOOL
#: thirds of one card that is counted
_ONE = 3
#: what is chosen for all deals
_CHOSEN = {"game": "game", "rules": "rule set", "seats": "table"}
_CARDS = "cards: T1 to T21, F, and suit and rank such as HK or C7"


class _Who(NamedTuple):
    """A player or more. word: ``any`` or ``all`` where more are meant, else ""."""

    places: tuple[int, ...]
    word: str


class _Part(NamedTuple):
    """A part of a count: the cards by weight in thirds, whose, and how often (1 or -1)."""

    weights: Mapping[int, int]
    who: _Who
    sign: int
    node: Node


class _Count(NamedTuple):
    """A number of the language: counted parts, and a constant."""

    parts: tuple[_Part, ...]
    constant: Fraction


def constraint(expression: str, table: Layout) -> Condition:
    """The checked tree of an expression, for deals at that table. Raises QueryError with the place of the fault."""
    node = parse(expression)
    try:
        return _Check(expression, table).condition(node)
    except QueryError as wrong:
        wrong.expression = expression
        raise


def _fail(node: Node, message: str, help_: str = "") -> NoReturn:
    raise QueryError(message, *_place(node), help_)


def _place(node: Node) -> tuple[int, int]:
    if isinstance(node, And | Or):
        return _place(node.parts[0])[0], _place(node.parts[-1])[1]
    if isinstance(node, Not):
        return _place(node.part)
    if isinstance(node, Compare):
        return _place(node.left)[0], _place(node.right)[1]
    return node.at


def _near(word: str, known: Iterable[str], otherwise: str) -> str:
    near = nearest(word.lower(), dict.fromkeys(known))
    return f"did you mean {near}?" if near else otherwise


def _usage(name: str) -> str:
    example = {"who": "S", "cards": "T21, T1", "suit": "hearts", "number": "64"}
    return f"{name}({', '.join(example[parameter] for parameter in FUNCTIONS[name].parameters)})"


class _Check:
    def __init__(self, expression: str, table: Layout) -> None:
        self.expression = expression
        self.table = table

    # --- conditions ---------------------------------------------------------------------------------

    def condition(self, node: Node) -> Condition:
        """A condition of the language as counts."""
        if isinstance(node, And):
            return every(map(self.condition, node.parts))
        if isinstance(node, Or):
            return some(map(self.condition, node.parts))
        if isinstance(node, Not):
            return negated(self.condition(node.part))
        if isinstance(node, Compare):
            return self.comparison(node)
        if isinstance(node, Among):
            return self.among(node)
        if isinstance(node, Outcome):
            _fail(node, f"a deal is neither won nor lost, so {node.word} cannot be asked of it")
        if isinstance(node, Call) and node.name in FUNCTIONS and FUNCTIONS[node.name].type == "truth":
            return self.truth(node)
        self.number(node)  # what is no number is refused by its own reason
        _fail(node, f"{shown(node)} is a number, not a condition", f"compare it: {shown(node)} >= 3")

    def truth(self, node: Call) -> Condition:
        """``holds``, ``void`` and ``trull``."""
        who, mask = self.asked(node)
        wanted = 0 if node.name == "void" else mask.bit_count()
        part = _Part(dict.fromkeys(bits(mask), _ONE), who, 1, node)
        return self.bounds(node, (part,), lambda total: total == wanted * _ONE)

    def comparison(self, node: Compare) -> Condition:
        """``number operator number``."""
        if node.operator == "~":
            raise QueryError("~ looks for a part of a text, and there is none in a deal", *node.at)
        if isinstance(node.right, Unknown) or isinstance(node.left, Unknown):
            _fail(node.right, "? asks for what is not known, and in a deal all is known")
        left, right = self.side(node.left), self.side(node.right)
        order = _OPERATORS[node.operator]
        parts = left.parts + tuple(part._replace(sign=-part.sign) for part in right.parts)
        words = {part.who.word for part in parts} - {""}
        split = [part.who.word for part in left.parts if part.who.word], [p for p in right.parts if p.who.word]
        if len(words) > 1 or all(split):
            word = split[0][0] if split[0] else "any"
            _fail(node, f"more than one player is meant on both sides; which {word} goes with which?",
                  "on one side they are one and the same: taroks(any) - kings(any) > 3")  # fmt: skip
        limit = (right.constant - left.constant) * 3
        wanted = limit if node.operator == "=" else None
        return self.bounds(node, parts, lambda total: bool(order(total, limit)), wanted, unlike=node.operator == "!=")

    def side(self, node: Node) -> _Count:
        """One side of a comparison."""
        if isinstance(node, Call) and node.name in FUNCTIONS and FUNCTIONS[node.name].type == "truth":
            _fail(node, f"{shown(node)} is a condition by itself", f"write {shown(node)}, or not {shown(node)}")
        return self.number(node)

    def among(self, node: Among) -> Condition:
        """``number in (…)``."""
        left = self.side(node.left)
        values: set[Fraction] = set()
        for value in node.values:
            right = self.number(value)
            if right.parts:
                _fail(value, f"here stands a number such as 3, not {shown(value)}")
            values.add((right.constant - left.constant) * 3)
        wanted = None if node.negated else min(values)
        return self.bounds(node, left.parts, lambda total: total in values, wanted, unlike=node.negated)

    def bounds(
        self,
        node: Node,
        parts: tuple[_Part, ...],
        fits: Callable[[int], bool],
        wanted: Fraction | None = None,
        *,
        unlike: bool = False,
    ) -> Condition:
        """The condition that the sum of the parts fits, for each or some of the players that are meant.

        wanted: the total that it is to be, or the least of them, None for any other wish. unlike: all of it is denied,
        as ``!=`` denies ``=``: of ``any`` that it fits for anybody, of ``all`` that it fits for everybody.
        """
        plural = next((part.who for part in parts if part.who.word), None)
        at = _place(node)
        text = " ".join(self.expression[slice(*at)].split())
        made: list[Condition] = []
        for chosen in plural.places if plural is not None else (0,):
            weighed: dict[tuple[int, int], int] = {}
            for part in parts:
                place = chosen if part.who.word else part.who.places[0]
                for card, weight in part.weights.items():
                    weighed[place, card] = weighed.get((place, card), 0) + part.sign * weight
            terms = _terms(weighed)
            empty = Bound(terms, frozenset())
            allowed = frozenset(total for total in range(empty.least, empty.most + 1) if fits(total) != unlike)
            said = f"{text} ({self.table.name(chosen)})" if plural is not None else text
            made.append(Bound(terms, allowed, said, at, wanted))
        together = plural is not None and (plural.word == "all") != unlike
        return every(made) if together else some(made)

    # --- numbers ------------------------------------------------------------------------------------

    def number(self, node: Node) -> _Count:
        """A number of the language."""
        if isinstance(node, Number):
            return _Count((), Fraction(node.value))
        if isinstance(node, Call):
            return self.sum(node) if node.name in ("+", "-") else self.call(node)
        if isinstance(node, Word):
            self.no_number(node)
        if isinstance(node, Text | Date):
            _fail(node, f"here stands a number, not {shown(node)}", "for example 9, 21 1/3 or taroks(S)")
        if isinstance(node, Unknown):
            _fail(node, "? asks for what is not known, and in a deal all is known")
        _fail(node, f"here stands a number, not {shown(node)}")

    def no_number(self, node: Word) -> NoReturn:
        """Say what is wrong with a word where a number is wanted."""
        word = node.value.lower()
        if word in FUNCTIONS:
            _fail(node, f"{node.value} is a function", f"write {_usage(word)}")
        if spelling.seat(word) is not None or word in PLAYERS:
            _fail(node, f"{node.value} is a player, not a number", f"ask what he has: taroks({node.value}) >= 9")
        if word in LATER:
            self.later(node, word)
        if spelling.card(node.value) is not None:
            _fail(node, f"{node.value} is a card, neither a condition nor a number", f"holds(S, {node.value})")
        self.of_records(node, node.value, {*NAMES, *TAGS})
        _fail(node, f"there is no name {node.value}", _near(word, [*FUNCTIONS, *PLAYERS], f"known: {_known()}"))

    def later(self, node: Node, word: str) -> NoReturn:
        """Say that a player is known only when the bidding is over."""
        if word == "player":
            _fail(node, "the players of a deal have no names", "seats: S, forehand, dealer, any, all")
        _fail(node, f"who is {word} comes out in the bidding, and this is a deal before it", "S, forehand, dealer, any")

    def of_records(self, node: Node, name: str, known: Collection[str]) -> None:
        """Refuse what only records can be asked."""
        if name.lower() in _CHOSEN:
            _fail(node, f"the deals are all of one {_CHOSEN[name.lower()]}", f"it is chosen with --{name.lower()}")
        if name.lower() in known:
            _fail(node, f"{name} is asked of records, and a deal is nothing but its cards", f"known: {_known()}")

    def sum(self, node: Call) -> _Count:
        """A sum; each part counted and added."""
        parts: list[_Part] = []
        constant = Fraction(0)
        for argument in node.arguments:
            less = isinstance(argument, Call) and argument.name == "-"
            inner = argument.arguments[0] if isinstance(argument, Call) and less else argument
            count = self.side(inner)
            sign = -1 if less else 1
            parts += [part._replace(sign=sign * part.sign) for part in count.parts]
            constant += sign * count.constant
        words = {part.who.word for part in parts} - {""}
        if len(words) > 1:
            _fail(node, "any and all cannot be added: it is not clear which of them are meant")
        return _Count(tuple(parts), constant)

    def call(self, node: Call) -> _Count:
        """A function whose value is a number."""
        if node.name in FUNCTIONS and FUNCTIONS[node.name].type == "truth":
            _fail(node, f"here stands a number, not {shown(node)}", "for example 9, 21 1/3 or taroks(S)")
        if node.name == "thirds":
            given = node.arguments[0] if len(node.arguments) == 1 else None
            if not isinstance(given, Number) or not isinstance(given.value, int):
                _fail(node, "thirds is given a whole number", "write thirds(64)")
            return _Count((), Fraction(given.value, 3))
        who, mask = self.asked(node)
        thirds = self.table.thirds
        weights = {card: thirds[card] if node.name == "points" else _ONE for card in bits(mask)}
        return _Count((_Part(weights, who, 1, node),), Fraction(0))

    # --- arguments ------------------------------------------------------------------------------------

    def asked(self, node: Call) -> tuple[_Who, int]:
        """Whose cards a function counts, and which."""
        function = FUNCTIONS.get(node.name)
        if function is None:
            head = node.name.partition(".")[0]
            if head in LATER:
                self.later(node, head)
            self.of_records(node, node.name, ASKED)
            if spelling.suit(node.name) is not None:
                _fail(node, f"there is no function {node.name} for deals", f"cards(S, {node.name})")
            near = _near(node.name, FUNCTIONS, f"known: {_known()}")
            _fail(node, f"there is no function {node.name} for deals", near)
        wanted, given = len(function.parameters), len(node.arguments)
        if given < wanted or (given > wanted and function.parameters[-1] != "cards"):
            count = "nothing" if not given else f"{given} argument{'' if given == 1 else 's'}"
            _fail(node, f"{node.name} is given {count}", f"write {_usage(node.name)}")
        who = self.who(node.arguments[0])
        pack = self.table.game.pack
        if function.parameters[-1] == "cards":
            mask = 0
            for argument in node.arguments[1:]:
                card = 1 << self.card(argument)
                if mask & card:
                    _fail(argument, f"{shown(argument)} stands here twice")
                mask |= card
            return who, mask
        if function.parameters[-1] == "suit":
            return who, SUIT_MASK[self.suit(node.arguments[1])] & pack
        return who, {"taroks": TAROKS, "kings": KINGS, "trull": _TRULL}.get(node.name, pack) & pack

    def who(self, node: Node) -> _Who:
        """A player, or the talon."""
        table = self.table
        players = tuple(range(len(table.order)))
        if isinstance(node, Call) and node.name.partition(".")[0] in LATER:
            self.later(node, node.name.partition(".")[0])
        if not isinstance(node, Word):
            what = "a sum of players" if isinstance(node, Call) and node.name == "+" else shown(node)
            help_ = "taroks(S) + taroks(N)" if isinstance(node, Call) else "for example S, forehand, any, talon"
            _fail(node, f"here stands a player, not {what}", help_)
        word = node.value.lower()
        seat = spelling.seat(word)
        if word in ("any", "all"):
            return _Who(players, word)
        if word == "talon":
            if not table.talon:
                _fail(node, f"{table.game.title} is dealt without a talon", "the last cards are the dealer's")
            return _Who((len(table.order),), "")
        if word == "forehand":
            return _Who((0,), "")
        if word in LATER:
            self.later(node, word)
        if word == "dealer":
            seat = table.dealer
        if seat is None:
            _fail(node, f"{node.value} is no player", _near(word, PLAYERS, f"a seat letter, {', '.join(PLAYERS)}"))
        if seat not in table.order:
            _fail(node, table.absent(seat), f"cards are dealt to {' '.join(table.order)}")
        return _Who((table.order.index(seat),), "")

    def card(self, node: Node) -> int:
        """A card of the pack."""
        token = spelling.card(node.value) if isinstance(node, Word) else None
        if token is None:
            _fail(node, f"{shown(node)} is not a card", _CARDS)
        card = CARD[token]
        if not self.table.game.pack >> card & 1:
            _fail(node, f"{token} is not in the pack of {self.table.game.title}")
        return card

    def suit(self, node: Node) -> int:
        """A suit by name or letter; 0 the taroks."""
        word = node.value if isinstance(node, Word) else ""
        suit = spelling.suit(word)
        if suit is None:
            _fail(node, f"{shown(node)} is not a suit", _near(word, spelling.SUIT_WORDS, spelling.SUIT_HELP))
        return suit


def _known() -> str:
    return ", ".join(FUNCTIONS)


def _terms(weighed: Mapping[tuple[int, int], int]) -> tuple[Term, ...]:
    """(place, card) -> weight, as masks of equal weight; always in the same order."""
    masks: dict[tuple[int, int], int] = {}
    for (place, card), weight in weighed.items():
        if weight:
            masks[place, weight] = masks.get((place, weight), 0) | 1 << card
    return tuple(sorted((place, mask, weight) for (place, weight), mask in masks.items()))
