"""Holds an expression to what there is to ask: unknown names and wrong types are found before anything is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NoReturn

from tarok_pbn.archive.query_names import FUNCTIONS, NAMES, TAGS, Function, Level, tag_level
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
    date_help,
    parse,
    show,
)  # fmt: skip
from tarok_pbn.archive.query_tree import (
    All,
    Comparison,
    Condition,
    Days,
    Either,
    Ended,
    Holding,
    Negation,
    Told,
    Value,
)  # fmt: skip
from tarok_pbn.cards import CARD
from tarok_pbn.codes import CODES
from tarok_pbn.games import games, get
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.notation import spelling

__all__ = ["checked_query", "checked_value"]

#: what a type is called in a message
_CALLED = {
    "text": "text", "word": "a word of the game", "person": "a player", "number": "a number", "date": "a date",
    "truth": "a condition",
}  # fmt: skip
_OPERATORS = {
    "text": ("=", "!=", "<", "<=", ">", ">=", "~"),
    "word": ("=", "!=", "~"),
    "person": ("=", "!=", "~"),
    "number": ("=", "!=", "<", "<=", ">", ">="),
    "date": ("=", "!=", "<", "<=", ">", ">="),
}
_EXAMPLE = {
    "text": '"…"', "word": "a word", "person": 'S, declarer or player("Novák, Jan")',
    "number": "a number such as 41 2/3", "date": "a date such as 2026, 2026.03 or 2026.03.14",
}  # fmt: skip


def checked_query(expression: str) -> Condition:
    """The checked tree of an expression. Raises QueryError with the place of the fault."""
    node = parse(expression)
    try:
        return _condition(node)
    except QueryError as wrong:
        wrong.expression = expression
        raise


def checked_value(expression: str) -> Value:
    """The checked tree of a value to be shown: a name, a tag or a call. Raises QueryError."""
    node = parse(expression)
    try:
        if isinstance(node, Compare | Among | Outcome | Not | And | Or):
            _fail(node, "here stands a condition, not a value", "a name or a call: contract, points(declarer)")
        return _value(node)
    except QueryError as wrong:
        wrong.expression = expression
        raise


def _fail(node: Node, message: str, help_: str = "") -> NoReturn:
    at, end = _place(node)
    raise QueryError(message, at, end, help_)


def _place(node: Node) -> tuple[int, int]:
    if isinstance(node, And | Or):
        return _place(node.parts[0])
    return _place(node.part) if isinstance(node, Not) else node.at


# --- conditions -----------------------------------------------------------------------------------


def _condition(node: Node) -> Condition:
    if isinstance(node, And):
        return All(tuple(map(_condition, node.parts)))
    if isinstance(node, Or):
        return Either(tuple(map(_condition, node.parts)))
    if isinstance(node, Not):
        return Negation(_condition(node.part))
    if isinstance(node, Outcome):
        return Ended(_person(node.who), node.word)
    if isinstance(node, Compare):
        return _compare(node)
    if isinstance(node, Among):
        left = _value(node.left)
        _orderless(left, node.left)
        equal = tuple(_equal(left, value) for value in node.values)
        among = equal[0] if len(equal) == 1 else Either(equal)
        return Negation(among) if node.negated else among
    value = _value(node)
    if value.type != "truth":
        said = show(node)
        if value.type == "person":
            _fail(node, f"{said} is {_CALLED[value.type]}, not a condition", f"for example: {said} won, {said} = S")
        _fail(node, f"{said} is {_CALLED[value.type]}, not a condition", f"compare it: {said} = {_EXAMPLE[value.type]}")
    return Holding(value)


def _orderless(left: Value, node: Node) -> None:
    if left.type == "truth":
        _fail(node, f"{show(node)} is a condition by itself", f"write {show(node)}, or not {show(node)}")


def _compare(node: Compare) -> Condition:
    left = _value(node.left)
    _orderless(left, node.left)
    operator = node.operator
    if operator not in _OPERATORS[left.type]:
        what = f"{show(node.left)} is {_CALLED[left.type]}, and {operator} cannot be asked of that"
        raise QueryError(what, *node.at, f"one of {' '.join(_OPERATORS[left.type])}")
    if isinstance(node.right, Unknown):
        if operator not in ("=", "!="):
            raise QueryError("? stands for what is not known, and only = and != can be asked of it", *node.at)
        told = Told(left)
        return told if operator == "!=" else Negation(told)
    if operator == "~":
        if not isinstance(node.right, Text | Word | Number | Date):
            _fail(node.right, "after ~ stands a text", '"nov" for a part of it, "nov*" for its beginning')
        return Comparison("~", left, Value("literal", "text", str(node.right.value)))
    if operator in ("=", "!="):
        equal = _equal(left, node.right)
        return Negation(equal) if operator == "!=" else equal
    return Comparison(operator, left, _right(left, node.right))


def _equal(left: Value, node: Node) -> Condition:
    return Negation(Told(left)) if isinstance(node, Unknown) else Comparison("=", left, _right(left, node))


def _right(left: Value, node: Node) -> Value:
    """What stands to the right of a comparison, read as the left side wants it."""
    return _AS[left.type](node, _vocabulary_of(left))


def _vocabulary_of(value: Value) -> str:
    if value.kind == "name":
        return NAMES[value.content].vocabulary
    return FUNCTIONS[value.content].vocabulary if value.kind == "call" else ""


# --- values ---------------------------------------------------------------------------------------


def _value(node: Node) -> Value:
    """A value by itself: a name, a tag, a call, a seat."""
    if isinstance(node, Call):
        return _call(node)
    if isinstance(node, Word):
        found = _named(node.value)
        if found is not None:
            return found
        seat = spelling.seat(node.value)
        if seat is not None:
            return Value("literal", "person", (seat,))
        if node.value.lower() in FUNCTIONS:
            _fail(node, f"{node.value} is a function", f"write {_usage(node.value.lower())}")
        _fail(node, f"there is no name {node.value}", _near(node.value, _names()))
    if isinstance(node, Text | Number | Date):
        _fail(
            node, f"a condition cannot begin with {show(node)}",
            'the name comes first: date >= 2026.03, event = "Prague"; tarok query --names lists the names',
        )  # fmt: skip
    if isinstance(node, Unknown):
        _fail(node, "? stands behind = or !=", "for example: declarer = ?")
    _fail(node, f"here stands a value, not a condition such as {show(node)}")


def _named(word: str) -> Value | None:
    lower = word.lower()
    if lower.startswith("tag."):
        tag = TAGS.get(lower[4:], word[4:])
        return Value("tag", "text", tag, (), tag_level(tag))
    name = NAMES.get(lower)
    if name is not None:
        return Value("name", name.type, lower, (), name.level)
    known = TAGS.get(lower)
    return Value("tag", "text", known, (), tag_level(known)) if known is not None else None


def _names() -> Iterable[str]:
    return (*NAMES, *(tag for tag in TAGS.values() if tag.lower() not in NAMES), *FUNCTIONS)


def _near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    by_lower = {name.lower(): name for name in known}
    near = nearest(word.lower(), by_lower)
    return f"did you mean {by_lower[near]}?" if near else otherwise


# --- values of a type -------------------------------------------------------------------------------


def _text(node: Node, vocabulary: str = "") -> Value:
    if isinstance(node, Text | Date):
        return Value("literal", "text", node.value)
    if isinstance(node, Number):
        return Value("literal", "number", node.value)
    if isinstance(node, Word):
        found = _named(node.value) if len(node.value) > 1 else None
        if found is None:
            return Value("literal", "text", node.value)
        if found.type not in ("text", "word"):
            _fail(
                node, f"{node.value} is {_CALLED[found.type]}; here stands a text", f'if it is meant so: "{node.value}"'
            )
        return found
    value = _value(node)
    if value.type not in ("text", "word"):
        _fail(node, f"{show(node)} is {_CALLED[value.type]}; here stands a text")
    return value


def _word(node: Node, vocabulary: str = "") -> Value:
    if isinstance(node, Text):
        return Value("literal", "text", node.value)
    if isinstance(node, Word):
        found = _of_vocabulary(node, vocabulary)
        if found is not None:
            return Value("literal", "text", found)
        named = _named(node.value)
        if named is not None and named.type in ("text", "word"):
            return named
        what = {"card": "a card", "game": "a game", "rules": "a rule set"}.get(vocabulary, f"a word for {vocabulary}")
        near = _near(node.value, _vocabulary(vocabulary), f"known: {', '.join(_vocabulary(vocabulary)[:12])}")
        _fail(node, f"{node.value} is not {what} that is known here", f'{near}; any other word stands in "…"')
    if isinstance(node, Call):
        value = _call(node)
        if value.type in ("text", "word"):
            return value
    _fail(node, f"here stands a word or a text, not {show(node)}", "")


def _person(node: Node, vocabulary: str = "") -> Value:
    if isinstance(node, Text):
        return Value("call", "person", "player", (Value("literal", "text", node.value),), Level.REPLAY)
    if isinstance(node, Word):
        seat = spelling.seat(node.value)
        if seat is not None:
            return Value("literal", "person", (seat,))
        name = NAMES.get(node.value.lower())
        if name is not None and name.type == "person":
            return Value("name", "person", node.value.lower(), (), name.level)
        people = [known for known, entry in NAMES.items() if entry.type == "person"]
        if node.value.lower() == "player":
            _fail(node, "player is a name of somebody; here stands who it is", f"for example {_EXAMPLE['person']}")
        near = _near(node.value, people, f"a seat letter, {', '.join(people)}")
        _fail(node, f"{node.value} is no player", f'{near}; a player by name: player("{node.value}")')
    if isinstance(node, Call):
        value = _call(node)
        if value.type == "person":
            return value
    _fail(node, f"here stands a player, not {show(node)}", f"for example {_EXAMPLE['person']}")


def _number(node: Node, vocabulary: str = "") -> Value:
    if isinstance(node, Number):
        return Value("literal", "number", node.value)
    if isinstance(node, Word | Call):
        value = _value(node)
        if value.type == "number":
            return value
    _fail(node, f"here stands a number, not {show(node)}", "for example 7, 41 2/3 or -10/3")


def _date(node: Node, vocabulary: str = "") -> Value:
    if isinstance(node, Number) and isinstance(node.value, int) and 1000 <= node.value <= 9999:
        return Value("literal", "date", Days(node.value * 10000, node.value * 10000 + 9999))
    if isinstance(node, Date):
        text = node.value.replace(".", "")
        first, last = text.replace("?", "0").ljust(8, "0"), text.replace("?", "9").ljust(8, "9")
        month, day = node.value[5:7], node.value[8:10]
        if (month.isdigit() and not 1 <= int(month) <= 12) or (day.isdigit() and not 1 <= int(day) <= 31):
            _fail(node, f"{node.value} is no day or month of any calendar", _EXAMPLE["date"])
        return Value("literal", "date", Days(int(first), int(last)))
    if isinstance(node, Word):
        value = _value(node)
        if value.type == "date":
            return value
    meant = date_help(node.value) if isinstance(node, Text) else ""
    help_ = f"{meant}, without quotation marks" if meant else _EXAMPLE["date"]
    _fail(node, f"here stands a date, not {show(node)}", help_)


_AS: dict[str, Callable[[Node, str], Value]] = {
    "text": _text, "word": _word, "person": _person, "number": _number, "date": _date,
}  # fmt: skip


# --- vocabularies -----------------------------------------------------------------------------------


def _of_vocabulary(node: Word, vocabulary: str) -> str | None:
    """The word as records have it, where it belongs to the vocabulary."""
    word = node.value
    if vocabulary == "card":
        return spelling.card(word) or ("fourth" if word.lower() == "fourth" else None)
    known = {entry.lower(): entry for entry in _vocabulary(vocabulary)}
    verb, colon, rest = word.lower().partition(":")
    if verb + colon + rest in known:
        return known[verb + colon + rest]
    return known[verb] + colon + rest if colon and vocabulary == "contract" and verb in known else None


@cache
def _vocabulary(name: str) -> tuple[str, ...]:
    if name == "outcome":
        return ("won", "lost")
    if name == "side":
        return ("declarer", "defence")
    if name == "game":
        return tuple(games())
    rooms = [get(family) for family in games()]
    if name == "rules":
        return tuple(ruleset for room in rooms for ruleset in room.rulesets())
    return tuple(dict.fromkeys(word for room in rooms for word in room.words if word not in CARD))


# --- calls ------------------------------------------------------------------------------------------


def _usage(name: str) -> str:
    parameters = [parameter.rstrip("?") for parameter in FUNCTIONS[name].parameters]
    head, _, part = name.partition(".")
    if part:
        return f"{head}(3).{part}" + ("(T21)" if len(parameters) > 1 else "")
    examples = {
        "who": "declarer", "account": "declarer", "card": "T21", "cards": "T21, T1", "suit": "H",
        "name": '"Novák, Jan"', "announcement": "pagat", "item": "game", "level": "2", "code": "S001",
        "number": "125", "value": "declarer",
    }  # fmt: skip
    return f"{name}({', '.join(examples[parameter] for parameter in parameters)})"


def _call(node: Call) -> Value:
    function = FUNCTIONS.get(node.name)
    if function is None:
        if node.name == "trick":
            _fail(node, "what of the trick is meant?", "trick(3).winner, .leader, .points or .contains(T21)")
        _fail(node, f"there is no function {node.name}", _near(node.name, FUNCTIONS))
    arguments = list(node.arguments)
    wanted = _fitting(function, len(arguments))
    if wanted is None:
        count = "nothing" if not arguments else f"{len(arguments)} argument{'s' if len(arguments) > 1 else ''}"
        _fail(node, f"{node.name} is given {count}", f"write {_usage(node.name)}")
    values = tuple(_argument(kind, argument) for kind, argument in zip(wanted, arguments, strict=True))
    level = max([function.level, *(value.level for value in values)])
    return Value("call", function.type, node.name, values, level)


def _fitting(function: Function, count: int) -> list[str] | None:
    """The parameter of each of so many arguments; None where they do not fit."""
    parameters = list(function.parameters)
    if count < len(parameters):
        parameters = [parameter for parameter in parameters if not parameter.endswith("?")]
    if parameters and parameters[-1] == "cards":
        parameters += ["cards"] * (count - len(parameters))
    return [parameter.rstrip("?") for parameter in parameters] if len(parameters) == count else None


def _argument(kind: str, node: Node) -> Value:
    if kind == "who":
        return _person(node)
    if kind == "value":
        return _value(node)
    if kind == "name":
        if isinstance(node, Text):
            return Value("literal", "text", node.value)
        _fail(node, f"the name of a player stands in quotation marks, not {show(node)}", 'player("Novák, Jan")')
    if kind == "number":
        if isinstance(node, Number) and isinstance(node.value, int):
            return Value("literal", "number", node.value)
        _fail(node, f"here stands a whole number, not {show(node)}")
    return _ARGUMENTS[kind](node)


def _card(node: Node) -> Value:
    token = spelling.card(node.value) if isinstance(node, Word) else None
    if token is None:
        _fail(node, f"{show(node)} is not a card", "cards: T1 to T21, F, and suit and rank such as HK or C7")
    return Value("literal", "card", CARD[token])


def _suit(node: Node) -> Value:
    word = node.value if isinstance(node, Word) else ""
    suit = spelling.suit(word)
    if suit is None:
        _fail(node, f"{show(node)} is not a suit", _near(word, spelling.SUIT_WORDS, spelling.SUIT_HELP))
    return Value("literal", "suit", suit)


def _trick(node: Node) -> Value:
    if isinstance(node, Word) and node.value.lower() == "last":
        return Value("literal", "trick", 0)
    if isinstance(node, Number) and isinstance(node.value, int) and 1 <= node.value <= 99:
        return Value("literal", "trick", node.value)
    _fail(node, f"{show(node)} is not the number of a trick", "1 for the first, last for the last")


def _announcement(node: Node) -> Value:
    if isinstance(node, Text):
        return Value("literal", "text", node.value.lower())
    return _word(node, "announcement")


def _item(node: Node) -> Value:
    if isinstance(node, Word) and node.value.lower() == "game":
        return Value("literal", "text", "game")
    return _announcement(node)


def _level(node: Node) -> Value:
    if isinstance(node, Number) and isinstance(node.value, int) and node.value >= 1:
        return Value("literal", "number", node.value)
    if isinstance(node, Word):
        return _word(node, "announcement")
    _fail(node, f"{show(node)} is no step of the ladder", "1 for flek or kontra, 2 for reflek or re, or the word")


def _code(node: Node) -> Value:
    text = node.value.upper() if isinstance(node, Word | Text) else ""
    if not text or not any(code.startswith(text) for code in CODES):
        near = _near(text, CODES, "tarok explain lists the codes")
        _fail(node, f"{show(node)} is not the code of a finding", near)
    return Value("literal", "code", text)


def _account(node: Node) -> Value:
    if isinstance(node, Word) and spelling.seat(node.value) is None and node.value.lower() in _POTS:
        return Value("literal", "account", node.value.lower())
    return _person(node)


#: accounts that are no seats
_POTS = ("pot", "pagat", "king", "money")

_ARGUMENTS: dict[str, Callable[[Node], Value]] = {
    "card": _card, "cards": _card, "suit": _suit, "trick": _trick, "announcement": _announcement, "item": _item,
    "level": _level, "code": _code, "account": _account,
}  # fmt: skip
