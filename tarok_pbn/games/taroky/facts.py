"""What a settlement needs to know of a hand: from the play, or as the record states it.

Each function raises ``Undetermined`` with what the record lacks. Source: taroky §1.3, §9, §10.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from tarok_pbn.cards import PACK54, T1, bits
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.announce import partner_known, sides
from tarok_pbn.games.taroky.cards import BIT_I, VALUES, count
from tarok_pbn.games.taroky.rules import Rules

__all__ = ["known_sides", "last_trick_pagat", "piles", "points", "swept", "varsava_points"]

TRICKS: Final = 12


_P = ParamSpec("_P")
_T = TypeVar("_T")


def remembered(fact: Callable[Concatenate[Table, _P], _T]) -> Callable[Concatenate[Table, _P], _T]:
    """Work a fact out once a table; what cannot be determined is asked again."""
    name = fact.__name__

    @wraps(fact)
    def ask(table: Table, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        memo: dict[str, Any] = table.memo
        if name not in memo:
            memo[name] = fact(table, *args, **kwargs)
        known: _T = memo[name]
        return known

    return ask


@remembered
def known_sides(table: Table) -> tuple[frozenset[int], frozenset[int]]:
    """Declarer's side and the defence."""
    if table.contract is None:
        raise Undetermined("the contract")
    if table.declarer is None:
        raise Undetermined("the declarer")
    if not partner_known(table):
        raise Undetermined("the partner (who holds the called card)")
    return sides(table)


@remembered
def _won(table: Table) -> dict[int | None, int]:
    """Seat -> what it has won, of seats that have won a trick."""
    return table.won()


def piles(table: Table) -> tuple[int, int]:
    """The two sides' piles as masks: tricks, own discards, and the unused talon for the defence."""
    ours, _ = known_sides(table)
    if table.claim is None and not table.play_complete(TRICKS):
        raise Undetermined("all twelve tricks")
    mine = other = 0
    for winner, mask in _won(table).items():
        if winner in ours:
            mine |= mask
        else:
            other |= mask
    if table.claim is not None:
        claimer, rest = table.claim
        if rest is None:
            raise Undetermined("the cards left at the claim")
        if claimer in ours:
            mine |= rest
        else:
            other |= rest
    for seat in range(table.n):
        laid = table.laid[seat]
        if laid is None:
            raise Undetermined("the cards laid away")
        if seat in ours:
            mine |= laid
        else:
            other |= laid
    talon = table.talon
    if talon is not None and len(talon) > sum(map(len, table.taken)) and min(talon) >= 0:
        drawn = [card for cards in table.taken for card in cards]
        for card in talon:
            if card not in drawn:
                other |= 1 << card
    return mine, other


@remembered
def points(table: Table, rules: Rules) -> int:
    """Card points of the declarer's side."""
    if table.count and not table.broken:
        mine, _ = piles(table)
        return count(mine, rules.point_base)
    stated = table.stated.get("Points", "?").split()
    told = whole(stated[0]) if len(stated) == 2 else None
    if "Play" not in table.given and told is not None:
        return told
    raise Undetermined("the play or the points" if not table.broken else "a play without faults")


@remembered
def last_trick_pagat(table: Table) -> tuple[int, bool] | None:
    """(seat, whether it won) of the pagát played in the last trick; None if it was not."""
    if len(table.run) == TRICKS and not table.run[-1][3] & BIT_I and not table.broken:
        return None
    if table.tricks and not table.broken:
        if any(T1 in trick.cards for trick in table.tricks[: TRICKS - 1]):
            return None
        if len(table.tricks) < TRICKS:
            if table.claim is not None and table.claim[1] is not None and not table.claim[1] & 1:
                return None
            raise Undetermined("the last trick (who played the pagát)")
        trick = table.tricks[-1]
        if T1 not in trick.cards:
            if trick.known:
                return None
            raise Undetermined("the last trick (who played the pagát)")
        seat = trick.seats[trick.cards.index(T1)]
        return seat, trick.winner == seat
    stated = table.stated.get("Pagat", "?")
    if "Play" not in table.given:
        if stated in ("", "-"):
            return None
        words = stated.split()
        if len(words) == 2 and words[1] in ("won", "lost"):
            seat_index = table.index(words[0])
            if seat_index is not None:
                return seat_index, words[1] == "won"
    raise Undetermined("the last trick, or a Pagat tag" if not table.broken else "a play without faults")


@remembered
def swept(table: Table, rules: Rules) -> int | None:
    """The side (0 declarer's, 1 the defence) that took all twelve tricks, or None."""
    ours, _ = known_sides(table)
    if table.count and not table.broken:
        winners = {winner in ours for winner in _won(table)}
        if table.claim is not None:
            winners.add(table.claim[0] in ours)
        elif table.count < TRICKS and len(winners) == 1:
            raise Undetermined("all twelve tricks")
        if len(winners) == 2:
            return None
        return 0 if winners == {True} else 1
    stated = table.stated.get("Valat", "?")
    if "Play" not in table.given:
        if stated in ("", "-"):
            return None
        seat = table.index(stated)
        if seat is not None:
            return 0 if seat in ours else 1
        if stated == "?":
            own = points(table, rules)
            mine, other = _most_without_tricks(table, rules)
            if own > mine and rules.point_base - own > other:
                return None
    raise Undetermined("the tricks, or a Valat tag" if not table.broken else "a play without faults")


def owned_without_tricks(table: Table, side: int) -> int:
    """Raw value of the cards that a side without a trick owns: its discards, and an unused talon."""
    if not table.count or table.broken:
        raise Undetermined("the cards laid away")
    return sum(VALUES[card] for card in bits(piles(table)[side]))


def _most_without_tricks(table: Table, rules: Rules) -> tuple[int, int]:
    """The highest count that each side can own without a trick (§9.1): its discards, and an unused talon."""
    contract = table.contract or ""
    if contract == "solo":
        return 0, _highest(6, rules, any_card=True)
    if contract.startswith("trojka"):
        return _highest(3, rules), _highest(3, rules, any_card=True)
    alone = table.partner is None
    if rules.talon_draw == "1/2/3/0" and contract == "povinnost":
        return _highest(1 if alone else 4, rules), _highest(5, rules)
    return _highest((4 if alone else 5) + 2 * (rules.talon_draw == "refusable"), rules), _highest(2, rules)


def _highest(cards: int, rules: Rules, *, any_card: bool = False) -> int:
    values = sorted((v for card, v in enumerate(VALUES) if PACK54 >> card & 1 and (any_card or v < 5)), reverse=True)
    return sum(values[:cards]) - (0 if rules.point_base == 106 else 2 * (cards // 3) + (1 if cards % 3 else 0))


def varsava_points(table: Table, rules: Rules) -> tuple[list[int], list[bool]]:
    """Points of each seat, and which seats took no trick. The winner of trick t (1-6) owns talon card t."""
    if table.tricks and not table.broken:
        if not table.play_complete(TRICKS):
            raise Undetermined("all twelve tricks")
        if table.talon is None or -1 in table.talon:
            raise Undetermined("the talon in order")
        result, none = [], []
        for seat in range(table.n):
            won = table.won_by({seat})
            pile = 0
            for trick in won:
                pile |= trick.mask
            for trick in won:
                if trick.number <= 6:
                    pile |= 1 << table.talon[trick.number - 1]
            result.append(count(pile, rules.point_base))
            none.append(not won)
        return result, none
    if "Play" not in table.given:
        stated = seat_numbers(table.stated.get("Points", "?"), table)
        if stated is not None:
            return stated, [p == 0 for p in stated]
    raise Undetermined("the play or the points" if not table.broken else "a play without faults")


def seat_numbers(text: str, table: Table) -> list[int] | None:
    """The numbers of ``S 20; E 11; N 29; W 10`` in seat order, or None."""
    numbers: dict[str, int] = {}
    for part in text.split(";"):
        words = part.split()
        number = whole(words[1]) if len(words) == 2 else None
        if number is None:
            return None
        numbers[words[0]] = number
    if set(numbers) != set(table.seats):
        return None
    return [numbers[s] for s in table.seats]
