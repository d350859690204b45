"""The settlement of every contract except Varšava. Source: taroky §9, options §11."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.ladder import level_of, spoken
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky import facts
from tarok_pbn.games.taroky.announce import meld_value
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.games.taroky.varsava import settle_varsava
from tarok_pbn.ledger import Amount, Factor, Item, Ledger, parse_amount

__all__ = ["settle"]

_LEVELS: Final = ("", "flek", "reflek", "super", "resub")


def settle(table: Table, rules: Rules) -> Ledger:
    """All items of a hand. Raises Undetermined."""
    pot = (
        rules.pot == "shared"
        or rules.renonc == "pot"
        or (rules.varsava_scoring == "pot" and table.contract == "varsava")
    )
    ledger = Ledger((*table.seats, "pot") if pot else table.seats)
    if rules.pot == "shared":
        _found(table, rules, ledger)
    if table.contract == "varsava":
        settle_varsava(table, rules, ledger)
        _renonc(table, rules, ledger)
        return ledger
    sides = facts.known_sides(table)
    if table.contract == "given_up":
        item = ledger.add(Item("game", -rules.give_up_price, "gave up after drawing the called card"))
        for seat in range(table.n):
            if seat != table.declarer:
                item.pay(table.seats[table.declarer or 0], table.seats[seat], rules.give_up_price)
        return ledger
    if table.declared is None:
        raise Undetermined("the announcements")
    swept = facts.swept(table, rules) if _played(table, rules) else None
    game = _game(table, rules, swept)
    if game is not None:
        distribute(table, sides, ledger.add(game))
    _melds(table, rules, sides, ledger)
    if _played(table, rules):
        _pagat(table, rules, sides, ledger)
        _valat(table, rules, sides, swept, ledger)
    _renonc(table, rules, ledger)
    return ledger


def distribute(table: Table, sides: tuple[frozenset[int], frozenset[int]], item: Item) -> None:
    """§9.3: two against two each member gets or pays the amount; a lone player three times, against each."""
    ours, theirs = sides
    amount, seats, pay = item.amount, table.seats, item.pay
    if len(ours) == 1:
        winner = seats[min(ours)]
        for seat in sorted(theirs):
            pay(seats[seat], winner, amount)
    else:
        for mine, other in zip(sorted(ours), sorted(theirs), strict=True):
            pay(seats[other], seats[mine], amount)


def _played(table: Table, rules: Rules) -> bool:
    if rules.unflekked == "play" or table.contract != "povinnost" or table.doubles:
        return True
    return _announced(table, "pagat") or _announced(table, "valat")


def _announced(table: Table, what: str) -> bool:
    return any(what in words for words in table.declared or ())


def flek(table: Table, what: str) -> tuple[Factor, ...]:
    """The multiplier of a doubled item, in words."""
    level = level_of(table, what)
    return (
        (Factor(1 << level, f"{_LEVELS[level]} on {'the game' if what == 'hra' else spoken(what)}"),) if level else ()
    )


def factor(table: Table, rules: Rules) -> tuple[int, str]:
    """The contract's factor k and its name."""
    contract = table.contract or ""
    if contract.startswith("trojka"):
        grade = contract.partition(":")[2]
        if grade not in ("1", "2", "3"):
            raise Undetermined("the grade of the trojka (which triple was taken)")
        return rules.trojka_factor[
            int(grade) - 1
        ], f"trojka in the {('first', 'second', 'third')[int(grade) - 1]} cards"
    if contract == "solo":
        return rules.solo_factor, "solo"
    if contract == "druha":
        return rules.druha_factor, "druha"
    return 1, "povinnost"


def _game(table: Table, rules: Rules, swept: int | None) -> Item | None:
    if not _played(table, rules):
        return Item("game", rules.unflekked_value, "not played: no flek and no commitment")
    if rules.valat_base == "replace" and (swept is not None or _announced(table, "valat")):
        return None
    half, k = rules.point_base // 2, factor(table, rules)
    fleks = flek(table, "hra")
    if swept is not None and rules.valat_base == "deduct":
        owned = facts.owned_without_tricks(table, 1 - swept)
        margin = max(half - owned, 0) * (1 if swept == 0 else -1)
        working = f"{half} − {owned} of the trickless side's cards"
    else:
        won = facts.points(table, rules)
        margin, working = won - half, f"{won} − {half}"
    if margin == 0:
        return _tie(table, rules, k, fleks)
    times: tuple[Factor, ...] = (Factor(*k),) if k[0] != 1 and (margin < 0 or not rules.trojka_loss_only) else ()
    if rules.rounding == "texas":
        each = 3 if (table.contract or "").startswith("trojka") else 2
        chips = ((abs(margin) + 10) * each * 2 + 10) // 20
        return _capped(
            Item(
                "game",
                chips if margin > 0 else -chips,
                f"({abs(margin)} + 10) × {each} / 10, rounded",
                (*times, *fleks),
            ),
            rules,
        )
    item = _capped(Item("game", margin, working, (*times, *fleks)), rules)
    if rules.rounding == "up2" and item.amount % 2:
        amount = int(item.amount)
        return Item("game", amount + (1 if amount > 0 else -1), f"{item.working}, rounded up to 2 units")
    return item


def _capped(item: Item, rules: Rules) -> Item:
    if rules.cap and not -rules.cap <= item.amount <= rules.cap:
        return Item("game", rules.cap if item.amount > 0 else -rules.cap, f"{item.working}, capped at {rules.cap}")
    return item


def _tie(table: Table, rules: Rules, k: tuple[int, str], fleks: tuple[Factor, ...]) -> Item:
    half = rules.point_base // 2
    unit = 2 if rules.rounding == "texas" else 1
    times = (Factor(*k),) if k[0] != 1 else ()
    if rules.tie == "zero":
        return Item("game", 0, f"{half} − {half}: a tie costs nothing")
    if rules.tie == "rate":
        return Item("game", -unit, "tie", (*times, *fleks))
    if rules.tie == "flek_flips":
        times = () if fleks and rules.trojka_loss_only else times
        return Item("game", unit if fleks else -unit, "tie: the flek turns it" if fleks else "tie", (*times, *fleks))
    return Item("game", -unit, "tie", fleks)


def _melds(table: Table, rules: Rules, sides: tuple[frozenset[int], frozenset[int]], ledger: Ledger) -> None:
    declared = table.declared or []
    if not any(declared):
        return
    worth = [
        sum([meld_value(w, table.at_play[s], rules) for w in words if w not in ("pagat", "valat")])
        for s, words in enumerate(declared)
    ]
    if not any(worth):
        return
    if rules.meld_payment == "individual":
        item = ledger.add(
            Item("melds", 0, ", ".join(f"{table.seats[s]} {worth[s]}" for s in range(table.n) if worth[s]))
        )
        for seat in range(table.n):
            for other in range(table.n):
                if other != seat:
                    item.pay(table.seats[other], table.seats[seat], worth[seat])
        return
    ours, theirs = sides
    mine, other_side = sum([worth[s] for s in ours]), sum([worth[s] for s in theirs])
    distribute(table, sides, ledger.add(Item("melds", mine - other_side, f"{mine} − {other_side}")))


def _pagat(table: Table, rules: Rules, sides: tuple[frozenset[int], frozenset[int]], ledger: Ledger) -> None:
    ours, _ = sides
    announcers = [s for s, words in enumerate(table.declared or ()) if "pagat" in words]
    announcer = announcers[0] if announcers else None
    last = facts.last_trick_pagat(table)
    if announcer is None and last is None:
        return
    if announcer is not None:
        seat, won, value, fleks = announcer, last == (announcer, True), rules.pagat_announced, flek(table, "pagat")
        how = f"announced by {table.name(seat)} and {'won' if won else 'lost'}"
    else:
        assert last is not None
        (seat, won), value, fleks = last, rules.pagat_silent, ()
        how = f"silent, {table.name(seat)}'s {'wins' if won else 'is beaten in'} the last trick"
    if rules.pot == "shared":
        _pagat_from_pot(table, sides, seat, won, announcer is not None, fleks, how, rules, ledger)
        return
    if not won and announcer is None and not rules.silent_pagat_loss:
        return
    sign = (1 if won else -1) * (1 if seat in ours else -1)
    distribute(table, sides, ledger.add(Item("pagat", sign * value, how, fleks)))


def _valat(
    table: Table, rules: Rules, sides: tuple[frozenset[int], frozenset[int]], swept: int | None, ledger: Ledger
) -> None:
    ours, _ = sides
    announced = {0 if s in ours else 1 for s, words in enumerate(table.declared or ()) if "valat" in words}
    if not announced and swept is None:
        return
    trojka = rules.valat_trojka if (table.contract or "").startswith("trojka") else 0
    for side in sorted(announced):
        made = swept == side
        name = "valat" if len(announced) == 1 else f"valat@{side}"
        value = (trojka * 2 or rules.valat_announced) if made else -rules.valat_fail
        how = f"announced by the {('declarer’s side', 'defence')[side]} and {'made' if made else 'failed'}"
        distribute(table, sides, ledger.add(Item("valat", value if side == 0 else -value, how, flek(table, name))))
    if swept is not None and swept not in announced:
        value = trojka or rules.valat_silent
        how = f"silent, all twelve tricks to the {('declarer’s side', 'defence')[swept]}"
        distribute(table, sides, ledger.add(Item("valat", value if swept == 0 else -value, how)))


def _renonc(table: Table, rules: Rules, ledger: Ledger) -> None:
    if rules.renonc == "as_played":
        return
    for seat in table.revokes:
        item = ledger.add(Item("renonc", rules.renonc_fine, f"revoke of {table.name(seat)}"))
        if rules.renonc == "pot" and "pot" in ledger.accounts:
            item.pay(table.seats[seat], "pot", rules.renonc_fine)
            continue
        for other in range(table.n):
            if other != seat:
                item.pay(table.seats[seat], table.seats[other], rules.renonc_fine << level_of(table, "hra"))


def pot_before(table: Table) -> Amount:
    """What the pot holds before the hand. Raises Undetermined without a Pots tag."""
    words = table.stated.get("Pots", "?").split()
    content = parse_amount(words[1]) if len(words) == 2 and words[0] == "pot" else None
    if content is not None and content >= 0:
        return content
    raise Undetermined("the pot before the hand (Pots tag)")


def _found(table: Table, rules: Rules, ledger: Ledger) -> None:
    if pot_before(table) == 0:
        item = ledger.add(Item("stakes", rules.pot_stake, "the pot is empty"))
        for letter in table.seats:
            item.pay(letter, "pot", rules.pot_stake)


def _pagat_from_pot(
    table: Table,
    sides: tuple[frozenset[int], frozenset[int]],
    seat: int,
    won: bool,
    announced: bool,
    fleks: tuple[Factor, ...],
    how: str,
    rules: Rules,
    ledger: Ledger,
) -> None:
    """§11, shared pot: the pot pays the pagát; fleked, the other side pays or receives its share."""
    content = pot_before(table) or rules.pot_stake * table.n
    times = fleks[0].times if fleks else 1
    if not announced:
        if not won:
            return
        mine: Amount = Fraction(content) / 2
        other: Amount = 0
    elif won:
        mine, other = content * times, content - content * times
    else:
        mine, other = -content * times, content if times > 1 else 0
    side = sides[0] if seat in sides[0] else sides[1]
    item = ledger.add(Item("pagat", mine, f"pot {content}: {how}", ()))
    for members, amount in ((side, mine), (sides[1] if side == sides[0] else sides[0], other)):
        for member in sorted(members):
            share = Fraction(amount) / len(members)
            item.pay("pot", table.seats[member], int(share) if share.denominator == 1 else share)
