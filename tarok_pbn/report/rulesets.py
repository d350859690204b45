"""What is known of the games: families, rule sets, options - as text and as plain objects."""

from __future__ import annotations

import textwrap
from typing import Any

from tarok_pbn.games import find, games
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.rules import OptionField, show

__all__ = ["all_games", "game_object", "game_text", "games_text", "ruleset_object", "ruleset_text"]


def all_games() -> list[dict[str, Any]]:
    """Every game known."""
    return [game_object(game) for game in map(find, games()) if game is not None]


def game_object(game: Game) -> dict[str, Any]:
    """A game and its rule sets."""
    return {
        "game": game.family,
        "title": game.title,
        "seats": list(game.seats),
        "default": game.default,
        "rulesets": [{"name": r.name, "title": r.title, "source": r.source} for r in game.rulesets().values()],
    }


def ruleset_object(game: Game, name: str) -> dict[str, Any]:
    """A rule set with the value of every option."""
    chosen = game.rulesets()[name]
    return {
        "game": game.family,
        "name": chosen.name,
        "title": chosen.title,
        "source": chosen.source,
        "options": [
            {
                "name": field.name,
                "value": getattr(chosen.options, field.name),
                "default": field.default,
                "kind": field.kind,
                "values": list(field.values),
                "doc": field.doc,
                "source": field.source,
            }
            for field in game.option_fields().values()
        ],
    }


def games_text() -> str:
    """The games and their rule sets, two lines or more a game."""
    blocks = []
    for game in all_games():
        lines = [f"{game['game']}  {game['title']}"]
        lines += _aligned([(f"  {r['name']}", r["title"], r["name"] == game["default"]) for r in game["rulesets"]])
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _aligned(rows: list[tuple[str, str, bool]]) -> list[str]:
    width = max((len(name) for name, _, _ in rows), default=0)
    return [f"{name:<{width}}  {title}{' (default)' if default else ''}" for name, title, default in rows]


def game_text(game: Game, width: int) -> str:
    """A game's rule sets with their sources."""
    lines = [
        f"{game.family}  {game.title}",
        f"seats {' '.join(game.seats)} in order of play, {game.hand_size} cards each, {game.talon_size} in the talon",
    ]
    for chosen in game.rulesets().values():
        default = " (default)" if chosen.name == game.default else ""
        lines += ["", f"{chosen.name}{default}", *_filled(chosen.title, width)]
        lines += _filled(f"source: {chosen.source}", width)
    return "\n".join(lines)


def ruleset_text(game: Game, name: str, width: int) -> str:
    """Every option of a rule set: its value, the game's default where it differs, meaning, source."""
    chosen = game.rulesets()[name]
    lines = [f"{chosen.name}  {chosen.title}", *_filled(f"source: {chosen.source}", width)]
    for field in game.option_fields().values():
        value = getattr(chosen.options, field.name)
        differs = "" if value == field.default else f"   (default {show(field.default)})"
        lines += ["", f"{field.name} = {show(value)}{differs}", *_filled(field.doc, width)]
        lines += _filled(f"values: {_values(field)}", width)
        if field.source:
            lines += _filled(f"source: {field.source}", width)
    return "\n".join(lines)


def _values(field: OptionField) -> str:
    if field.values:
        joined = " | ".join(show(value) for value in field.values)
        return f"any of {joined}" if field.kind == "words" else joined
    kinds = {"bool": "yes | no", "int": "a whole number", "ints": "whole numbers, comma between"}
    return kinds.get(field.kind, "a word")


def _filled(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, min(max(width, 40), 100), initial_indent="    ", subsequent_indent="    ")
