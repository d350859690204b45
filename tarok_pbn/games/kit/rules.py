"""Rule sets as data: documented options, named sets, and the reading of an Options tag.

An options model is a frozen dataclass whose fields are made by ``option``: default,
what it means, where it comes from, and the values it can take. Named rule sets are
tables (TOML) in the package; a record may change single options on top.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, NamedTuple

from tarok_pbn.figures import whole

__all__ = [
    "OptionField",
    "RuleSet",
    "load_rulesets",
    "nearest",
    "option",
    "option_fields",
    "parse_value",
    "with_options",
]


#: what stands between two options: a semicolon, or just white space
_BETWEEN = re.compile(r";|\s+(?=\w+\s*=)")
_FIELDS: dict[type, dict[str, OptionField]] = {}


class OptionField(NamedTuple):
    """One documented option.

    values: the words or numbers it can take; empty: any value of its type.
    kind: ``bool``, ``int``, ``str``, ``ints`` (a comma list of whole numbers) or ``words`` (a comma list).
    check: for words with a grammar of their own: word -> what is wrong with it, or "".
    """

    name: str
    kind: str
    default: Any
    values: tuple[Any, ...]
    doc: str
    source: str
    check: Callable[[str], str] | None = None


class RuleSet(NamedTuple):
    """A named, versioned rule set: options, and where they come from."""

    name: str
    title: str
    source: str
    options: Any


def option(
    default: Any, doc: str, source: str, values: tuple[Any, ...] = (), *, check: Callable[[str], str] | None = None
) -> Any:
    """A dataclass field with its documentation."""
    return dataclasses.field(default=default, metadata={"doc": doc, "source": source, "values": values, "check": check})


def option_fields(model: type) -> dict[str, OptionField]:
    """name -> field of an options model, in the order of definition."""
    known = _FIELDS.get(model)
    if known is not None:
        return known
    fields: dict[str, OptionField] = {}
    for f in dataclasses.fields(model):
        kind = "bool" if isinstance(f.default, bool) else "int" if isinstance(f.default, int) else "str"
        if isinstance(f.default, tuple):
            kind = "ints" if f.default and all(isinstance(v, int) for v in f.default) else "words"
        fields[f.name] = OptionField(
            f.name,
            kind,
            f.default,
            f.metadata.get("values", ()),
            f.metadata.get("doc", ""),
            f.metadata.get("source", ""),
            f.metadata.get("check"),
        )
    _FIELDS[model] = fields
    return fields


def nearest(name: str, known: Mapping[str, Any]) -> str:
    """The nearest known name, or an empty string."""
    found = difflib.get_close_matches(name, list(known), 1, 0.5)
    return found[0] if found else ""


def parse_value(field: OptionField, text: str) -> Any:
    """The value written as *text*. Raises ValueError with the reason where it is none."""
    text = text.strip()
    value: Any
    if field.kind == "bool":
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if text.lower() not in words:
            raise ValueError(f"{field.name} is yes or no, not {text!r}")
        return words[text.lower()]
    if field.kind == "int":
        value = whole(text)
        if value is None:
            raise ValueError(f"{field.name} is a whole number, 0 or more, not {text!r}")
    elif field.kind == "ints":
        value = tuple(whole(p.strip()) for p in text.split(","))
        if None in value or (field.default and len(value) != len(field.default)):
            raise ValueError(f"{field.name} is a list of {len(field.default)} whole numbers, not {text!r}")
    elif field.kind == "words":
        value = tuple(p.strip() for p in text.split(",") if p.strip())
        bad = [p for p in value if field.values and p not in field.values]
        if bad:
            raise ValueError(f"{field.name} takes any of {', '.join(field.values)}, not {bad[0]!r}")
        for part in value if field.check else ():
            reason = field.check(part) if field.check else ""
            if reason:
                raise ValueError(f"{field.name}: {reason}")
        return value
    else:
        value = text
    if field.values and value not in field.values:
        raise ValueError(f"{field.name} is one of {', '.join(str(v) for v in field.values)}, not {text!r}")
    return value


def load_rulesets(package: str, model: type) -> dict[str, RuleSet]:
    """The rule sets in ``rulesets.toml`` of a game's package.

    A set may name a ``base`` from which it inherits. Raises ValueError for a table that does
    not fit the model: a fault of the package, found by its tests.
    """
    text = resources.files(package).joinpath("rulesets.toml").read_text("utf-8")
    fields = option_fields(model)
    sets: dict[str, RuleSet] = {}
    for name, table in tomllib.loads(text).items():
        values = dataclasses.asdict(sets[table["base"]].options) if "base" in table else {}
        for key, value in table.get("options", {}).items():
            field = fields.get(key)
            if field is None:
                raise ValueError(f"{package}: rule set {name}: no option {key}")
            value = tuple(value) if isinstance(value, list) else value
            values[key] = parse_value(field, ",".join(map(str, value)) if isinstance(value, tuple) else str(value))
        sets[name] = RuleSet(name, table["title"], table["source"], model(**values))
    return sets


def with_options(options: Any, text: str) -> tuple[Any, list[tuple[str, str, str]]]:
    """*options* with the changes of an Options tag ("tie=rate; flek_max=16" or "tie=rate flek_max=16").

    Returns the new options and what was wrong: (code, message, help) triples; wrong ones are left out.
    """
    fields = option_fields(type(options))
    changes: dict[str, Any] = {}
    problems: list[tuple[str, str, str]] = []
    for part in _BETWEEN.split(text):
        if not part.strip():
            continue
        name, equals, value = (piece.strip() for piece in part.partition("="))
        field = fields.get(name)
        if field is None:
            near = nearest(name, fields)
            problems.append(
                ("R005", f"There is no option {name!r} in this game.", f"Did you mean {near}?" if near else "")
            )
        elif not equals:
            problems.append(("R006", f"Option {name} has no value.", f"Write {name}={show(field.default)}"))
        else:
            try:
                changes[name] = parse_value(field, value)
            except ValueError as wrong:
                problems.append(("R006", f"Option {wrong}.", f"The default is {name}={show(field.default)}."))
    return (dataclasses.replace(options, **changes) if changes else options), problems


def show(value: Any) -> str:
    """An option's value as an Options tag writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(str(v) for v in value)
    return str(value)
