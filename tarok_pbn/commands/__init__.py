"""Commands of the command line, each in the module of its room; loaded when it is first asked for."""

from __future__ import annotations

#: command -> module that defines it, in the order in which they are listed
LAZY: dict[str, str] = {
    "stat": "tarok_pbn.commands.stat",
    "traveller": "tarok_pbn.commands.tournament",
}
