"""Tarok PBN: records of tarok hands - read, checked, scored, shown.

The public names are gathered here and loaded when they are first asked for, so that
``import tarok_pbn`` stays light. ``docs/api.md`` describes each of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

#: public name -> module that defines it
_HOME: dict[str, str] = {
    "Cards": "tarok_pbn.cards",
    "Checked": "tarok_pbn.check",
    "Finding": "tarok_pbn.findings",
    "Group": "tarok_pbn.record",
    "Header": "tarok_pbn.notation",
    "Item": "tarok_pbn.ledger",
    "Ledger": "tarok_pbn.ledger",
    "Mark": "tarok_pbn.record",
    "Parsed": "tarok_pbn.notation",
    "Record": "tarok_pbn.record",
    "Replay": "tarok_pbn.replay",
    "Section": "tarok_pbn.record",
    "Span": "tarok_pbn.findings",
    "Tag": "tarok_pbn.record",
    "Transfer": "tarok_pbn.ledger",
    "check_bytes": "tarok_pbn.check",
    "check_path": "tarok_pbn.check",
    "format_text": "tarok_pbn.notation",
    "from_json": "tarok_pbn.exchange.json",
    "html_page": "tarok_pbn.render",
    "json_schema": "tarok_pbn.exchange.json",
    "read_bytes": "tarok_pbn.notation",
    "read_file": "tarok_pbn.notation",
    "read_path": "tarok_pbn.notation",
    "scan": "tarok_pbn.notation",
    "text_diagram": "tarok_pbn.render",
    "to_json": "tarok_pbn.exchange.json",
    "write": "tarok_pbn.notation",
    "write_file": "tarok_pbn.notation",
}

if TYPE_CHECKING:
    from tarok_pbn.cards import Cards
    from tarok_pbn.check import Checked, check_bytes, check_path
    from tarok_pbn.exchange.json import from_json, json_schema, to_json
    from tarok_pbn.findings import Finding, Span
    from tarok_pbn.ledger import Item, Ledger, Transfer
    from tarok_pbn.notation import (
        Header,
        Parsed,
        format_text,
        read_bytes,
        read_file,
        read_path,
        scan,
        write,
        write_file,
    )
    from tarok_pbn.record import Group, Mark, Record, Section, Tag
    from tarok_pbn.render import html_page, text_diagram
    from tarok_pbn.replay import Replay

__all__ = [
    "Cards",
    "Checked",
    "Finding",
    "Group",
    "Header",
    "Item",
    "Ledger",
    "Mark",
    "Parsed",
    "Record",
    "Replay",
    "Section",
    "Span",
    "Tag",
    "Transfer",
    "__version__",
    "check_bytes",
    "check_path",
    "format_text",
    "from_json",
    "html_page",
    "json_schema",
    "read_bytes",
    "read_file",
    "read_path",
    "scan",
    "text_diagram",
    "to_json",
    "write",
    "write_file",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
