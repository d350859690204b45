"""House rule sets: a TOML file beside the records that changes options of a named rule set.

``Rules "file:our-club.toml"`` names it; the path is relative to the record's own file and stays
below its directory. The file holds ``base`` (a named rule set), ``title``, ``source`` and a table
``[options]``. Whatever is wrong in it is reported with its place in that file.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import stat
import tomllib
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.rules import RuleSet, nearest, parse_value, show

__all__ = ["PREFIX", "Fault", "house_bytes", "house_rules", "is_house"]

PREFIX = "file:"
_LIMIT = 1 << 18
_KEYS = {"base": "", "title": "", "source": "", "options": ""}


class Fault(NamedTuple):
    """What is wrong with a rule set file: line and columns in it (line 0: the file as such), a sentence, help."""

    message: str
    line: int = 0
    column: int = 1
    end: int = 1
    help: str = ""


def is_house(name: str) -> bool:
    """Whether a Rules value names a file."""
    return name.startswith(PREFIX)


def house_rules(game: Game, name: str, directory: Path | None) -> tuple[RuleSet | None, Path | None, tuple[Fault, ...]]:
    """The rule set of ``file:…``, the file it is in, and what is wrong with it.

    The rule set is None where the file cannot be used at all; single wrong options are left out.
    """
    text = name.removeprefix(PREFIX).strip()
    relative = _beside(text)
    if relative is None:
        return (
            None,
            None,
            (
                Fault(
                    f"{text!r} is not the name of a .toml file beside the record.",
                    help='Write Rules "file:our-club.toml".',
                ),
            ),
        )
    if directory is None:
        return None, None, (Fault(f"{text} stands beside the record, but the record was not read from a file."),)
    path = directory / relative
    try:
        found = _status(path)
        if found.st_size > _LIMIT:
            return None, path, (Fault(f"{text} has {found.st_size} bytes; a rule set file has at most {_LIMIT}."),)
        rules, faults = _load(game, name, path, found.st_mtime_ns, found.st_size)
    except OSError as why:
        return None, None, (Fault(f"{text} cannot be read: {why.strerror or why}."),)
    return rules, path, faults


def house_bytes(name: str, directory: Path) -> bytes:
    """The file of ``file:…`` as far as records come to it: b"" for what is no name of one. Raises OSError."""
    relative = _beside(name.removeprefix(PREFIX).strip())
    if relative is None:
        return b""
    path = directory / relative
    found = _status(path)
    return path.read_bytes() if found.st_size <= _LIMIT else f"{found.st_size} bytes".encode()


def _beside(text: str) -> PurePosixPath | None:
    """The path of a .toml file in the record's directory or below it; None for anything else."""
    path = PurePosixPath(text)
    strange = path.is_absolute() or ".." in path.parts or "\\" in text or "\0" in text
    return path if text and not strange and path.suffix == ".toml" else None


def _status(path: Path) -> os.stat_result:
    """Size and time of an ordinary file; of no other can it be known that it ends. Raises OSError."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", os.fspath(path))
    return found


@lru_cache(maxsize=64)
def _load(game: Game, name: str, path: Path, changed: int, size: int) -> tuple[RuleSet | None, tuple[Fault, ...]]:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
        table = tomllib.loads(text)
    except UnicodeDecodeError as why:
        return None, (Fault("The file is not UTF-8.", data[: why.start].count(b"\n") + 1),)
    except tomllib.TOMLDecodeError as why:
        place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", str(why))
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (max(1, text.count("\n")), 1)
        what = str(why)[: place.start()] if place else str(why)
        return None, (Fault(f"The file is not TOML: {what[:1].lower()}{what[1:]}.", line, column, column + 1),)
    faults: list[Fault] = []
    lines = text.splitlines()
    for key in table:
        if key not in _KEYS:
            known = key in game.option_fields()
            near = "" if known else nearest(key, _KEYS)
            help_ = (
                "Options stand below [options]."
                if known
                else f"Did you mean {near}?"
                if near
                else f"Known: {', '.join(_KEYS)}."
            )
            faults.append(_at(lines, key, f"{key!r} is no key of a rule set file.", help_))
    sets = game.rulesets()
    base = table.get("base", game.default)
    if not isinstance(base, str) or base not in sets:
        near = nearest(str(base), sets)
        faults.append(
            _at(
                lines,
                "base",
                f"There is no rule set {base!r} of {game.family} to inherit from.",
                f"Did you mean {near}?" if near else f"Known: {', '.join(sets)}.",
            )
        )
        base = game.default
    options = table.get("options", {})
    if not isinstance(options, dict):
        faults.append(_at(lines, "options", "options is a table.", "Write [options] and the options below it."))
        options = {}
    changes = _changes(game, options, lines, faults)
    values = dataclasses.replace(sets[base].options, **changes)
    title, source = (str(table.get(key, "")) for key in ("title", "source"))
    return RuleSet(name, title or path.stem, source or f"{path.name}, after {base}", values), tuple(faults)


def _changes(game: Game, options: dict[str, Any], lines: list[str], faults: list[Fault]) -> dict[str, Any]:
    fields = game.option_fields()
    changes: dict[str, Any] = {}
    for key, value in options.items():
        field = fields.get(key)
        if field is None:
            near = nearest(key, fields)
            faults.append(
                _at(
                    lines, key, f"There is no option {key!r} in {game.family}.", f"Did you mean {near}?" if near else ""
                )
            )
            continue
        items = value if isinstance(value, list) else [value]
        text = ",".join(str(item) for item in items)
        try:
            if isinstance(value, dict | float) or isinstance(value, list) != isinstance(field.default, tuple):
                raise ValueError(
                    f"{key} is {'a list' if isinstance(field.default, tuple) else 'a single value'}, not {value!r}"
                )
            changes[key] = parse_value(field, text)
        except ValueError as why:
            default = show(field.default)
            faults.append(_at(lines, key, f"Option {why}.", f"The default is {default}." if len(default) < 60 else ""))
    return changes


def _at(lines: list[str], key: str, message: str, help_: str = "") -> Fault:
    """A fault at the line that sets *key*."""
    pattern = re.compile(rf"""^\s*\[?(?:options\.)?["']?({re.escape(key)})["']?\s*[\]=.]""")
    for number, line in enumerate(lines, 1):
        found = pattern.match(line)
        if found:
            return Fault(message, number, found.start(1) + 1, found.end(1) + 1, help_)
    return Fault(message, 1, 1, 1, help_)
