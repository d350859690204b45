"""Commands of the command line, each in the module of its room; loaded when it is first asked for."""

from __future__ import annotations

#: command -> module that defines it, in the order in which they are listed
LAZY: dict[str, str] = {
    "convert": "tarok_pbn.commands.convert",
    "query": "tarok_pbn.commands.query",
    "index": "tarok_pbn.commands.index",
    "sql": "tarok_pbn.commands.index",
    "stat": "tarok_pbn.commands.stat",
    "traveller": "tarok_pbn.commands.tournament",
    "verify": "tarok_pbn.commands.tournament",
    "split": "tarok_pbn.commands.housekeeping",
    "merge": "tarok_pbn.commands.housekeeping",
    "sort": "tarok_pbn.commands.housekeeping",
    "dedupe": "tarok_pbn.commands.housekeeping",
    "diff": "tarok_pbn.commands.compare",
    "anonymise": "tarok_pbn.commands.compare",
    "solve": "tarok_pbn.commands.analysis",
    "analyse": "tarok_pbn.commands.analysis",
    "estimate": "tarok_pbn.commands.estimate",
    "deal": "tarok_pbn.commands.deal",
}
