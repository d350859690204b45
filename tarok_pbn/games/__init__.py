"""The games: a registry that loads a room when it is asked for."""

from __future__ import annotations

from importlib import import_module

from tarok_pbn.games.kit.game import Game

__all__ = ["Game", "find", "games", "get"]

#: family id -> module whose ``GAME`` it is
_ROOMS: dict[str, str] = {
    "taroky": "tarok_pbn.games.taroky",
    "dansk": "tarok_pbn.games.dansk",
    "koenigrufen": "tarok_pbn.games.koenigrufen",
    "tapptarock": "tarok_pbn.games.tapptarock",
}
_loaded: dict[str, Game] = {}


def games() -> list[str]:
    """The family ids of the games known."""
    return list(_ROOMS)


def find(family: str) -> Game | None:
    """The game of that family id, or None."""
    game = _loaded.get(family)
    if game is None and family in _ROOMS:
        game = _loaded[family] = import_module(_ROOMS[family]).GAME
    return game


def get(family: str) -> Game:
    """The game of that family id. Raises KeyError for an unknown one."""
    game = find(family)
    if game is None:
        raise KeyError(f"no game {family!r}; known: {', '.join(_ROOMS)}")
    return game
