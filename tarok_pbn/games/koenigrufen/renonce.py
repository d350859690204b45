"""The price of a revoke that stood (Renonce), as a proposal beside the score. Source: koenigrufen §7.9.

Everybody who played by the rules is treated as if the game and all announced bonuses had been won by
him, and the offender pays the sum; or, in the other model, the offender's side has lost all of it.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.contracts import Contract
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import State, state_of
from tarok_pbn.games.koenigrufen.tariff import prices
from tarok_pbn.ledger import Amount, Item, Ledger

__all__ = ["renonce"]


def renonce(table: Table, rules: Rules, *, counts: bool) -> Ledger:
    """The settlement of the marked revokes instead of the hand. counts: whether kontra counts in this account.

    Raises Undetermined.
    """
    state = state_of(table)
    if not state.games:
        raise Undetermined("the contract" if table.contract is None else "the declarer")
    ledger = Ledger(table.seats)
    for offender in dict.fromkeys(table.revokes):
        item = ledger.add(Item("renonce", 0, f"revoke of {table.name(offender)}"))
        if state.family == "T":
            _trischaken(table, rules, state, item, offender)
        elif rules.renonce_model == "side_lost":
            _side_lost(table, rules, state, item, offender, counts=counts)
        else:
            for seat in range(table.n):
                if seat != offender:
                    item.pay(table.seats[offender], table.seats[seat], _due(table, rules, state, seat, counts=counts))
    return ledger


def _trischaken(table: Table, rules: Rules, state: State, item: Item, offender: int) -> None:
    price = rules.renonce_trischaken
    if offender == state.forehand and rules.renonce_trischaken_vorhand:
        price = rules.renonce_trischaken_vorhand
    if not price:
        raise Undetermined("the price of a revoke in Trischaken (option renonce_trischaken)")
    for seat in range(table.n):
        if seat != offender:
            item.pay(table.seats[offender], table.seats[seat], price)


def _due(table: Table, rules: Rules, state: State, seat: int, *, counts: bool) -> Amount:
    """What a regular player would have won."""
    if state.family == "N":
        total: Amount = 0
        for declarer, game in state.games:
            own = declarer == seat
            others = [other for other in range(table.n) if other != declarer] if own else [seat]
            total += sum(_value(game, state, declarer, other, lost=not own, counts=counts) for other in others)
        return total
    ours, theirs = facts.sides(table, state)
    mine, against = (ours, theirs) if seat in ours else (theirs, ours)
    heads = len(against) if len(mine) == 1 else 1
    return heads * _per_head(rules, state, lost=seat not in ours, counts=counts)


def _value(game: Contract, state: State, declarer: int, other: int, *, lost: bool, counts: bool) -> Amount:
    value = game.lost if lost else game.value
    if value is None:
        raise Undetermined("a tariff: the rule set gives no values")
    level = state.kontra.get(("spiel", declarer, other), 0) if counts else 0
    return floor(Fraction(value) * (1 << level))


def _per_head(rules: Rules, state: State, *, lost: bool, counts: bool) -> Amount:
    """The game and every announced bonus, with their doubling."""
    declarer, game = state.games[0]
    total = _value(game, state, declarer, -1, lost=lost, counts=counts)
    table = prices(rules.bonuses)
    for word, seat in state.announced or ():
        level = state.kontra.get((word, seat, -1), 0) if counts else 0
        if word == "valat":
            value = rules.valat_announced if rules.valat == "add" else (rules.valat_announced - 1) * (game.value or 0)
        else:
            value = (table[word].announced or 0) * (2 if game.word in rules.solo_double else 1)
        total += value * (1 << level)
    return total


def _side_lost(table: Table, rules: Rules, state: State, item: Item, offender: int, *, counts: bool) -> None:
    if state.family == "N":
        guilty = [game for game in state.games if game[0] == offender]
        for declarer, game in guilty or state.games:
            for other in range(table.n):
                if other != declarer:
                    payer, payee = (declarer, other) if guilty else (other, declarer)
                    item.pay(
                        table.seats[payer],
                        table.seats[payee],
                        _value(game, state, declarer, other, lost=bool(guilty), counts=counts),
                    )
        return
    ours, theirs = facts.sides(table, state)
    losers, winners = (ours, theirs) if offender in ours else (theirs, ours)
    value = _per_head(rules, state, lost=offender in ours, counts=counts)
    if len(ours) == 1:
        for loser in losers:
            for winner in winners:
                item.pay(table.seats[loser], table.seats[winner], value)
        return
    for loser, winner in zip(sorted(losers), sorted(winners), strict=True):
        item.pay(table.seats[loser], table.seats[winner], value)
