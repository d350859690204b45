"""The TPBN format: lexer, lossless syntax tree, reader, canonical writer. It knows no rules of any game."""

from tarok_pbn.notation.dealid import deal_id
from tarok_pbn.notation.files import read_bytes, read_file, read_path, read_text, to_bytes
from tarok_pbn.notation.formatter import format_text
from tarok_pbn.notation.hands import (
    Problem,
    format_deal,
    format_hand,
    format_talon,
    parse_deal,
    parse_hand,
    parse_talon,
    seats_of,
)
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.scan import Header, scan
from tarok_pbn.notation.tree import Node, SyntaxTree, syntax
from tarok_pbn.notation.writer import write, write_file

__all__ = [
    "Header",
    "Node",
    "Parsed",
    "Problem",
    "SyntaxTree",
    "deal_id",
    "format_deal",
    "format_hand",
    "format_talon",
    "format_text",
    "parse_deal",
    "parse_hand",
    "parse_talon",
    "read_bytes",
    "read_file",
    "read_path",
    "read_text",
    "scan",
    "seats_of",
    "syntax",
    "to_bytes",
    "write",
    "write_file",
]
