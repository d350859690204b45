"""A record to fill in: each game's room holds one as ``skeleton.tpbn``."""

from __future__ import annotations

from importlib import resources

from tarok_pbn.games.kit.game import Game
from tarok_pbn.notation import read_bytes, write_file

__all__ = ["skeleton"]


def skeleton(game: Game, ruleset: str) -> str:
    """The game's skeleton record under that rule set, as a canonical file."""
    data = resources.files(game.package).joinpath("skeleton.tpbn").read_bytes()
    records = []
    for parsed in read_bytes(data, "skeleton.tpbn"):
        parsed.record.set("Rules", ruleset)
        records.append(parsed.record)
    return "".join(write_file(records))
