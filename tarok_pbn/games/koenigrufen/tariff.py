"""A rule set's bonuses as numbers, and which of them exist in a contract. Source: koenigrufen §6.1."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import State

__all__ = ["Price", "announceable", "bonuses_of", "prices"]

_IN_TAROK_GAMES: Final = frozenset(
    {"pagat", "uhu", "kakadu", "quapil", "ku", "trull", "koenige", "mondfang", "absolut", "sack1", "sack2"}
)


class Price(NamedTuple):
    """Units per opponent of a bonus, silent and announced; None without a tariff."""

    silent: int | None
    announced: int | None


@lru_cache(maxsize=64)
def prices(bonuses: tuple[str, ...]) -> dict[str, Price]:
    """Bonus -> its two prices, in the order of the rule set."""
    table: dict[str, Price] = {}
    for text in bonuses:
        name, _, price = text.partition(":")
        silent, _, announced = price.partition("/")
        table[name] = Price(None, None) if price == "?" else Price(int(silent), int(announced))
    return table


@lru_cache(maxsize=256)
def _of_family(bonuses: tuple[str, ...], colour: tuple[str, ...], family: str) -> tuple[str, ...]:
    if family not in ("R", "E", "F"):
        return ()
    allowed = (
        frozenset(colour) if family == "F" else _IN_TAROK_GAMES - (frozenset({"ku"}) if family == "E" else frozenset())
    )
    return tuple(name for name in prices(bonuses) if name in allowed)


def bonuses_of(rules: Rules, state: State) -> tuple[str, ...]:
    """The bonuses that can be scored in the hand's contract."""
    return _of_family(rules.bonuses, rules.colour_bonuses, state.family)


def announceable(rules: Rules, state: State) -> tuple[str, ...]:
    """The words that can be announced in the hand's contract; the Valat wherever the rule set has one."""
    table = prices(rules.bonuses)
    words = tuple(name for name in bonuses_of(rules, state) if table[name].announced != 0)
    return (*words, "valat")
