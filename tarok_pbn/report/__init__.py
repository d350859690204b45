"""Reports: what a check found, in the formats that people and programs read.

Each format is one room with one class; all of them are fed one record after another
and hold no more than they must, so that an archive is reported as it is read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TextIO

from tarok_pbn.report.base import Entry, Reporter, Tally
from tarok_pbn.report.terminal import Style

__all__ = ["FORMATS", "MACHINE", "Entry", "Reporter", "Style", "Tally", "reporter"]

#: format name -> (module, class)
_ROOMS: dict[str, tuple[str, str]] = {
    "full": ("text", "Full"),
    "concise": ("text", "Concise"),
    "json": ("lines", "Json"),
    "json-lines": ("lines", "JsonLines"),
    "github": ("github", "Github"),
    "junit": ("junit", "Junit"),
    "sarif": ("sarif", "Sarif"),
}
#: The names of the formats.
FORMATS = tuple(_ROOMS)
#: Formats that programs read: nothing but the product may stand on their stream.
MACHINE = frozenset(FORMATS) - {"full", "concise"}


def reporter(name: str, out: TextIO, style: Style) -> Reporter:
    """The reporter of that format, writing to *out*. Raises KeyError for an unknown format."""
    module, kind = _ROOMS[name]
    made = getattr(import_module(f"tarok_pbn.report.{module}"), kind)(out, style)
    if not isinstance(made, Reporter):
        raise TypeError(f"{kind} is no reporter")
    return made
