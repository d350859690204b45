"""The settlement of Tapp-Tarock. Source: koenigrufen App. A."""

from __future__ import annotations

from tarok_pbn.cards import KINGS, PACK54, T1
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.ladder import level_of
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import masks_of
from tarok_pbn.games.koenigrufen.cards import PACK_THIRDS, TRULL, thirds
from tarok_pbn.games.tapptarock.hand import BIDS, TRICKS
from tarok_pbn.games.tapptarock.rules import Rules
from tarok_pbn.ledger import Factor, Item, Ledger

__all__ = ["points", "settle"]

_LEVELS = ("", "kontra", "re", "sub")


def settle(table: Table, rules: Rules) -> Ledger:
    """All items of a hand. Raises Undetermined."""
    ledger = Ledger(table.seats)
    if table.contract == "redeal":
        return ledger
    if table.contract == "trischaken":
        _trischaken(table, rules, ledger)
    elif table.contract is None or table.declarer is None:
        raise Undetermined("the contract" if table.contract is None else "the declarer")
    elif table.declared is None:
        raise Undetermined("the announcements")
    else:
        _game(table, rules, ledger, table.declarer)
    _hand_bonuses(table, rules, ledger)
    return ledger


def points(table: Table) -> tuple[int, int]:
    """Thirds of the declarer and of the opponents, who own what he did not take of the talon. Raises Undetermined."""
    if not table.tricks:
        numbers = [whole(word) for word in table.stated.get("Points", "?").split()]
        mine, other = numbers if len(numbers) == 2 else (None, None)
        if "Play" in table.given or mine is None or other is None or 3 * (mine + other) != PACK_THIRDS:
            raise Undetermined("the play or the points")
        return 3 * mine, 3 * other
    mine = _won(table, {table.declarer or 0})
    laid = table.laid[table.declarer or 0]
    if laid is None:
        raise Undetermined("the cards laid away")
    mine |= laid
    return thirds(mine), thirds(PACK54 & ~mine)


def _won(table: Table, seats: set[int]) -> int:
    if table.broken or not table.play_complete(TRICKS):
        raise Undetermined("a play without faults" if table.broken else f"all {TRICKS} tricks")
    return masks_of(table.won_by(seats))


def _stated(table: Table) -> dict[str, list[str]]:
    """The Bonuses tag of a record without play: ``pagat S; koepfe S; valat S``."""
    text = table.stated.get("Bonuses", "?")
    if "Play" in table.given or text == "?":
        raise Undetermined("the play, or a Bonuses tag")
    found: dict[str, list[str]] = {}
    for words in (part.split() for part in text.split(";")):
        if len(words) > 1:
            found.setdefault(words[0], []).append(" ".join(words[1:]))
    return found


def _pay(table: Table, item: Item, seat: int) -> None:
    """Everybody else pays the item's amount to *seat*."""
    for other in range(table.n):
        if other != seat:
            item.pay(table.seats[other], table.seats[seat], item.amount)


def _kontra(table: Table, what: str) -> tuple[Factor, ...]:
    level = level_of(table, what)
    return (Factor(1 << level, f"{_LEVELS[level]} on {'the game' if what == 'spiel' else what}"),) if level else ()


def _swept(table: Table, declarer: int) -> int | None:
    """0 or 1: the side that took every trick."""
    if table.tricks:
        _won(table, {declarer})
        sides = {int(t.winner != declarer) for t in table.tricks}
        return sides.pop() if len(sides) == 1 else None
    seats = _stated(table).get("valat", [])
    return int(table.index(seats[0]) != declarer) if seats else None


def _game(table: Table, rules: Rules, ledger: Ledger, declarer: int) -> None:
    contract = table.contract or ""
    value = rules.values[BIDS.index(contract)]
    swept = _swept(table, declarer)
    announced = next((int(s != declarer) for s, words in enumerate(table.declared or []) if "valat" in words), None)
    if swept is None or announced not in (None, swept):
        mine = points(table)[0]
        won = mine >= rules.threshold_thirds
        item = Item(
            "game",
            value if won else -value,
            f"{contract} {'won' if won else 'lost'} with {mine // 3} points",
            _kontra(table, "spiel"),
        )
        _pay(table, ledger.add(item), declarer)
    if swept is not None or announced is not None:
        side = announced if announced is not None else swept
        made = swept == side
        amount = rules.valat[announced is not None] * (value if rules.valat_mode == "multiple" else 1)
        sign = 1 if made == (side == 0) else -1
        how = f"{'silent' if announced is None else 'announced'} Valat, {'made' if made else 'lost'}"
        _pay(
            table,
            ledger.add(
                Item("valat", sign * amount, how, (*_kontra(table, "spiel" if announced is None else "valat"),))
            ),
            declarer,
        )
    _pagat(table, rules, ledger, declarer)


def _pagat(table: Table, rules: Rules, ledger: Ledger, declarer: int) -> None:
    announcer = next((s for s, words in enumerate(table.declared or []) if "pagat" in words), None)
    last: tuple[int, bool] | None = None
    if table.tricks:
        trick = table.tricks[-1]
        if T1 in trick.cards:
            seat = trick.seats[trick.cards.index(T1)]
            last = seat, trick.winner == seat
    else:
        for words in _stated(table).get("pagat", []):
            last = table.index(words.split()[0]) or 0, not words.endswith("lost")
    if announcer is None and (last is None or (not last[1] and not rules.silent_pagat_loss)):
        return
    seat = announcer if announcer is not None else last[0] if last else 0
    made = last == (seat, True)
    value = rules.pagat[announcer is not None] * (rules.pagat_solo if table.contract == "solo" else 1)
    sign = 1 if made == (seat == declarer) else -1
    words = f"{'announced' if announcer is not None else 'silent'}, {'made' if made else 'lost'}"
    _pay(
        table,
        ledger.add(Item("pagat", sign * value, words, _kontra(table, "pagat") if announcer is not None else ())),
        declarer,
    )


def _hand_bonuses(table: Table, rules: Rules, ledger: Ledger) -> None:
    """Trull, Königstrull and Köpfe go to their holder alone, from each other player."""
    stated = _stated(table) if not table.tricks else {}
    for seat, held in enumerate(table.at_play):
        for name, value in (("trull", rules.trull), ("koenigstrull", rules.koenigstrull), ("koepfe", rules.koepfe)):
            if not table.tricks:
                holds = table.seats[seat] in stated.get(name, [])
            elif held is None:
                raise Undetermined(f"the hand of {table.name(seat)} after the talon")
            else:
                heads = (held & TRULL).bit_count()
                holds = {"trull": heads == 3, "koenigstrull": held & KINGS == KINGS, "koepfe": heads == 2}[name]
            if holds and value:
                _pay(table, ledger.add(Item(name, value, f"in {table.name(seat)}'s hand")), seat)


def _trischaken(table: Table, rules: Rules, ledger: Ledger) -> None:
    """The highest pays to each of the others, and once more to a player without a trick; the talon is unused."""
    counts = [thirds(_won(table, {seat})) for seat in range(table.n)]
    losers = [seat for seat in range(table.n) if counts[seat] == max(counts)]
    item = ledger.add(Item("trischaken", 0, "; ".join(f"{table.seats[s]} {counts[s] // 3}" for s in range(table.n))))
    for loser in losers:
        for seat in range(table.n):
            if seat not in losers:
                times = 1 if table.won_by({seat}) else 2
                item.pay(table.seats[loser], table.seats[seat], rules.trischaken_value * times)
