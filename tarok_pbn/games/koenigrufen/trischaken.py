"""The settlement of Trischaken in its models. Source: koenigrufen §9.5.

Where the record lacks the order of the turned talon cards, or where Vorhand's choice is not recorded,
every possibility is settled; the result stands if all of them agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Final

from tarok_pbn.cards import PACK54, bits
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import masks_of
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.cards import PACK_THIRDS, blatt, parse_blatt, thirds
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import State
from tarok_pbn.ledger import Amount, Factor, Item, Ledger

__all__ = ["points_each", "settle_trischaken"]

_PLACES: Final = ("last_trick", "first_six", "unused")


def settle_trischaken(table: Table, rules: Rules, state: State, book: Ledger, radl: int) -> None:
    """Adds the one item of a Trischaken. Raises Undetermined."""
    if rules.trischaken == "?":
        raise Undetermined("a way to settle Trischaken (option trischaken)")
    value = state.games[0][1].value
    if value is None:
        raise Undetermined("a tariff: the rule set gives no values")
    tricks = facts.tricks_of(table)
    results: dict[tuple[Amount, ...], list[int]] = {}
    for counts in _possible(table, rules, state):
        amounts = _MODELS[rules.trischaken](counts, [t == 0 for t in tricks], state.forehand, rules)
        results.setdefault(tuple(amounts), counts)
        if len(results) > 1:
            raise Undetermined(_lacks(table, state))
    shares, counts = results.popitem()
    working = "; ".join(f"{table.seats[s]} {blatt(counts[s])}" for s in range(table.n))
    item = book.add(Item("trischaken", 0, working, (Factor(radl, "double round"),) if radl > 1 else ()))
    _pay(table, item, [share * radl for share in shares])


def points_each(table: Table, rules: Rules, state: State) -> list[int]:
    """Thirds of each player, the talon included as the rule set has it. Raises Undetermined where they are not
    known.
    """
    found = {tuple(counts) for counts in _possible(table, rules, state)}
    if len(found) > 1:
        raise Undetermined(_lacks(table, state))
    return list(found.pop())


def _lacks(table: Table, state: State) -> str:
    if not state.talon_to:
        return "Vorhand's choice where the talon goes"
    return "the talon" if table.talon is None else "the order in which the talon cards were turned"


def _possible(table: Table, rules: Rules, state: State) -> list[list[int]]:
    """``possible_points``, worked out once."""
    memo = table.memo.get("possible")
    if not isinstance(memo, list):
        table.memo["possible"] = memo = list(possible_points(table, rules, state))
    return memo


def possible_points(table: Table, rules: Rules, state: State) -> Iterator[list[int]]:
    """Thirds of each player, for everything that the record leaves open."""
    if not facts.played(table):
        parts = {
            w[0]: parse_blatt(w[1])
            for w in (p.split() for p in table.stated.get("Points", "?").split(";"))
            if len(w) == 2
        }
        stated = [parts.get(letter) for letter in table.seats]
        known = [value for value in stated if value is not None]
        if "Play" in table.given or len(known) != table.n or sum(known) > PACK_THIRDS:
            raise Undetermined("the play or the points")
        yield known
        return
    if not table.play_complete(12):
        raise Undetermined("all twelve tricks")
    won = [thirds(masks_of(table.won_by({seat}))) for seat in range(table.n)]
    talon = PACK54 & ~masks_of(table.tricks)
    for place in (state.talon_to,) if state.talon_to else _PLACES:
        if place == "unused":
            yield list(won)
        elif place == "last_trick":
            counts = list(won)
            counts[table.tricks[-1].winner or 0] += thirds(talon)
            yield counts
        else:
            yield from _first_six(table, state, won, talon)


def _first_six(table: Table, state: State, won: list[int], talon: int) -> Iterator[list[int]]:
    winners = [trick.winner or 0 for trick in table.tricks[:6]]
    cards = list(bits(talon))
    orders: Iterator[tuple[int, ...]] = permutations(cards)
    if table.talon is not None and -1 not in table.talon and state.turned:
        orders = iter([tuple(table.talon)])
    elif len(set(winners)) == 1:
        orders = iter([tuple(cards)])
    seen = set()
    for order in orders:
        counts = list(won)
        for winner, card in zip(winners, order, strict=True):
            counts[winner] += thirds(1 << card)
        key = tuple(counts)
        if key not in seen:
            seen.add(key)
            yield counts


def _pay(table: Table, item: Item, amounts: list[Amount]) -> None:
    """Transfers that bring every player his amount: payers pay the receivers in proportion."""
    total = sum(a for a in amounts if a > 0)
    for payer, loss in enumerate(amounts):
        for payee, gain in enumerate(amounts):
            if loss < 0 < gain:
                item.pay(table.seats[payer], table.seats[payee], _part(-loss * gain, total))


def _part(amount: Amount, parts: Amount) -> Amount:
    """*amount* divided, an int where it comes out even."""
    value = Fraction(amount, parts) if amount % parts else amount // parts
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _shared(n: int, payers: list[int], receivers: list[int], pot: Amount) -> list[Amount]:
    amounts: list[Amount] = [0] * n
    loss, gain = _part(pot, len(payers)), _part(pot, len(receivers))
    for seat in payers:
        amounts[seat] -= loss
    for seat in receivers:
        amounts[seat] += gain
    return amounts


def _pot(counts: list[int], virgins: list[bool], forehand: int, rules: Rules) -> list[Amount]:
    """One pot: the highest pays it; Vorhand at the top pays alone and double; doubled again from 107 thirds on."""
    top = max(counts)
    losers = [s for s, c in enumerate(counts) if c == top]
    times = 1
    if rules.trischaken_vorhand_alone and forehand in losers:
        losers, times = [forehand], 2
    if top >= rules.trischaken_buergermeister:
        times *= 2
    pure = [s for s, v in enumerate(virgins) if v and s not in losers]
    receivers = pure or [s for s in range(len(counts)) if s not in losers]
    unit = rules.trischaken_unit
    pot = 3 * unit * times
    if rules.trischaken_two_virgins == "two_each":
        if len(losers) == 2:
            pot = 4 * unit * times
        elif len(pure) == 2 and times == 1:
            pot = 4 * unit
    elif rules.trischaken_two_virgins == "three_each" and len(pure) == 2:
        pot = 6 * unit * times
    elif rules.trischaken_two_virgins == "three_each" and len(losers) == 2:
        pot = 4 * unit * times
    if not receivers:
        return [0] * len(counts)
    return _shared(len(counts), losers, receivers, pot)


def _pairs(counts: list[int], virgins: list[bool], forehand: int, rules: Rules) -> list[Amount]:
    """The two highest pay the two lowest; a Bürgermeister, a highest Vorhand and a virgin settle for all."""
    n, unit = len(counts), rules.trischaken_unit
    top = max(counts)
    highest = [s for s in range(n) if counts[s] == top]
    pure = [s for s in range(n) if virgins[s]]
    payers: list[int] | None = None
    pot = 3 * unit
    if forehand in highest and len(highest) > 1:
        _silent(rules, "Vorhand shares the highest count")
    if top >= rules.trischaken_buergermeister:
        payers, pot = highest, 3 * unit * (2 if forehand in highest else 1)
    elif forehand in highest:
        payers = [forehand]
    if payers is not None or pure:
        if payers is None:
            _silent(rules, "somebody took no trick and there is no Bürgermeister")
        payers = payers or highest
        receivers = [s for s in pure if s not in payers] or [s for s in range(n) if s not in payers]
        return _shared(n, payers, receivers, pot) if receivers else [0] * n
    return _two_and_two(counts, unit, rules)


def _silent(rules: Rules, case: str) -> None:
    """§12.12: the text says nothing of the case."""
    if rules.trischaken_open == "?":
        raise Undetermined(f"a rule for Trischaken when {case} (option trischaken_open)")


def _two_and_two(counts: list[int], unit: int, rules: Rules) -> list[Amount]:
    """The lowest two receive a unit, the highest two pay one; equal middle players neither; ties share."""
    order = sorted(counts)
    if order[1] != order[2]:
        return [unit if count <= order[1] else -unit for count in counts]
    payers, receivers = ([s for s, c in enumerate(counts) if c == end] for end in (order[3], order[0]))
    if len(payers) > 1 or len(receivers) > 1:
        _silent(rules, "three players have the same count")
    if order[0] == order[3]:
        return [0] * len(counts)
    return _shared(len(counts), payers, receivers, unit)


def _ruediger(counts: list[int], virgins: list[bool], forehand: int, rules: Rules) -> list[Amount]:
    """A single virgin takes a unit from each (or three from a Bürgermeister alone); a Bürgermeister pays a unit to
    each.
    """
    n, unit = len(counts), rules.trischaken_unit
    big = [s for s in range(n) if counts[s] >= rules.trischaken_buergermeister]
    pure = [s for s in range(n) if virgins[s]]
    if len(pure) == 1:
        return _shared(n, big or [s for s in range(n) if s != pure[0]], pure, 3 * unit)
    if big:
        return _shared(n, big[:1], [s for s in range(n) if s != big[0]], 3 * unit)
    return _two_and_two(counts, unit, rules)


def _rounded(counts: list[int], virgins: list[bool], forehand: int, rules: Rules) -> list[Amount]:
    """Whole points of each player for himself: those without a trick win, else the highest lose."""
    n, unit = len(counts), rules.trischaken_unit
    pure = [s for s in range(n) if virgins[s]]
    if pure:
        rest = [s for s in range(n) if s not in pure]
        pot = {1: 3, 2: 2, 3: 3}[len(pure)] * unit
        return _shared(n, rest, pure, pot)
    points = [(count + 1) // 3 for count in counts]
    losers = [s for s in range(n) if points[s] == max(points)]
    if len(losers) == n:
        return [0] * n
    pot = {1: 3, 2: 2, 3: 3}[len(losers)] * unit * (2 if losers == [forehand] else 1)
    return _shared(n, losers, [s for s in range(n) if s not in losers], pot)


_MODELS: Final = {"pot": _pot, "pairs": _pairs, "ruediger": _ruediger, "rounded": _rounded}
