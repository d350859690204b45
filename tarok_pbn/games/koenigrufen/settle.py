"""The settlement: score sheet (Schrift) and money (Geld) as two ledgers. Source: koenigrufen §6, §9.

Items are drafted once, from the declarer's point of view and per opponent, and then booked into both
accounts; they differ only in whether kontra counts. Nothing here asks which rule set is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Final, NamedTuple

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.cards import blatt
from tarok_pbn.games.koenigrufen.contracts import Contract
from tarok_pbn.games.koenigrufen.exchange import held_birds
from tarok_pbn.games.koenigrufen.renonce import renonce
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import State, state_of
from tarok_pbn.games.koenigrufen.tariff import bonuses_of, prices
from tarok_pbn.games.koenigrufen.trischaken import settle_trischaken
from tarok_pbn.ledger import Amount, Factor, Item, Ledger

__all__ = ["radl_factor", "settle"]

LEVELS: Final = ("", "kontra", "re", "sub", "mord", "hirsch", "supra")
_NO_TARIFF: Final = "a tariff: the rule set gives no values"


class Draft(NamedTuple):
    """An item before it is booked. base: units per opponent, positive for the declarer's side.

    kontra: the doubling, which not every account counts. pair: (payer, payee) where only two players settle.
    """

    name: str
    base: Amount
    working: str
    factors: tuple[Factor, ...] = ()
    kontra: tuple[Factor, ...] = ()
    pair: tuple[int, int] | None = None


def settle(table: Table, rules: Rules) -> tuple[Ledger, Ledger]:
    """Score sheet and money; one and the same ledger where they cannot differ. Raises Undetermined."""
    known = table.memo.get("ledgers")
    if isinstance(known, tuple):
        return known
    state = state_of(table)
    if not state.games:
        raise Undetermined("the contract" if table.contract is None else "the declarer")
    score = Ledger(table.seats)
    one_account = rules.kontra_in_score or not state.kontra
    money = score if one_account else Ledger(table.seats)
    books = (score,) if one_account else (score, money)
    if table.revokes and rules.renonce == "settled":
        score = renonce(table, rules, counts=rules.kontra_in_score)
        money = score if rules.kontra_in_score else renonce(table, rules, counts=True)
    elif state.family == "T":
        for book in books:
            settle_trischaken(table, rules, state, book, radl_factor(table, rules))
    elif state.family == "N":
        for book in books:
            _negative(table, rules, state, book, counts=book is money)
    else:
        drafts = [_conceded(table, rules, state)] if state.conceded else _positive(table, rules, state)
        ours, theirs = (
            (frozenset({state.games[0][0]}), frozenset(range(table.n)) - {state.games[0][0]})
            if state.conceded
            else facts.sides(table, state)
        )
        for book in books:
            for draft in drafts:
                _book(table, rules, book, draft, ours, theirs, counts=book is money)
    table.memo["ledgers"] = result = (score, money)
    return result


def radl_factor(table: Table, rules: Rules) -> int:
    """The factor of a running double round, as the Radl tag carries it in."""
    text = table.stated.get("Radl", "")
    if rules.radl == "none" or text in ("", "?", "-", "1"):
        return 1
    factor = whole(text)
    if factor is None:
        raise Undetermined("a Radl tag that is a factor (2, 4 ...)")
    return factor


def value_of(game: Contract, lost: bool = False) -> Amount:
    """Units per opponent of the game. Raises Undetermined without a tariff."""
    value = game.lost if lost else game.value
    if value is None:
        raise Undetermined(_NO_TARIFF)
    return value


def _radl(table: Table, rules: Rules) -> tuple[Factor, ...]:
    times = radl_factor(table, rules)
    return (Factor(times, "double round"),) if times > 1 else ()


def _book(
    table: Table,
    rules: Rules,
    book: Ledger,
    draft: Draft,
    ours: frozenset[int],
    theirs: frozenset[int],
    *,
    counts: bool,
) -> None:
    factors = (*draft.factors, *(draft.kontra if counts else ()), *_radl(table, rules))
    item = book.add(Item(draft.name, draft.base, draft.working, factors))
    amount, seats = item.amount, table.seats
    if draft.pair is not None:
        item.pay(seats[draft.pair[0]], seats[draft.pair[1]], amount)
    elif len(ours) == 1:
        for seat in sorted(theirs):
            item.pay(seats[seat], seats[min(ours)], amount)
    else:
        for mine, other in zip(sorted(ours), sorted(theirs), strict=True):
            item.pay(seats[other], seats[mine], amount)


# --- kontra --------------------------------------------------------------------------------------


def kontra_of(table: Table, rules: Rules, state: State, what: str, seat: int, *, lost: bool) -> tuple[Factor, ...]:
    """The doubling of an item of *seat*, as far as it stands."""
    key = (what, seat, -1)
    level = state.kontra.get(key, 0)
    if not level or key in state.void or kontra_void(table, rules, state, lost=lost):
        return ()
    return (Factor(1 << level, f"{LEVELS[level]} on {'the game' if what == 'spiel' else what}"),)


def kontra_void(table: Table, rules: Rules, state: State, *, lost: bool) -> bool:
    """§4.6: the called king of a Solorufer lay in the talon."""
    if (
        rules.solo_king_kontra == "kept"
        or state.games[0][1].kind.talon != "solo"
        or not facts.king_in_talon(table, state)
    ):
        return False
    if rules.solo_king_kontra == "void":
        return True
    declarer = state.games[0][0]
    spoke = any(a.seat == declarer for a in state.announced or ())
    return lost and not spoke and all(level < 2 for level in state.kontra.values())


# --- positive games ------------------------------------------------------------------------------


def _conceded(table: Table, rules: Rules, state: State) -> Draft:
    """§4.5: the game and the Vogel that was (or would have been) announced, to each opponent."""
    seat, game = state.games[0]
    price = value_of(game)
    working = f"conceded: {game.word} {price}"
    if game.kind.bird:
        bird = game.kind.bird if game.kind.bird != "any" else state.conceded_bird or state.promised
        if not bird:
            held = held_birds(table, seat)
            if table.dealt[seat] is None or len(held) != 1:
                raise Undetermined("the Vogel of the conceded Besserrufer (concedes:uhu)")
            bird = held[0]
        announced = prices(rules.bonuses).get(bird)
        if announced is None or announced.announced is None:
            raise Undetermined(_NO_TARIFF)
        price += announced.announced
        working += f" and {bird} {announced.announced}"
    return Draft("game", -price, working)


def won(table: Table, rules: Rules, state: State) -> bool:
    """Whether the declarer's side reached its number of thirds."""
    threshold = rules.threshold_thirds
    if rules.threshold_kontra and state.kontra.get(("spiel", state.games[0][0], -1)):
        threshold = rules.threshold_kontra
    return facts.reaches(table, rules, state, 0, threshold)


def _positive(table: Table, rules: Rules, state: State) -> list[Draft]:
    seat, game = state.games[0]
    if state.announced is None:
        raise Undetermined("the announcements")
    ours, _ = facts.sides(table, state)
    swept = facts.swept(table, state)
    claims = [(a.seat, int(a.seat not in ours)) for a in state.announced if a.word == "valat"]
    how = "" if swept is None else "silent"
    if claims:
        how = "announced" if any(side == swept for _, side in claims) else "failed"
    made = won(table, rules, state)
    if how and rules.valat == "?":
        raise Undetermined("a tariff for the Valat")
    drafts: list[Draft] = []
    lost = how == "failed" and claims[0][1] == 0 if rules.valat == "multiply" and how == "failed" else not made
    voided = how == "silent" and rules.valat_silent_voids_kontra
    kontra = () if voided else kontra_of(table, rules, state, "spiel", seat, lost=lost)
    if not (how and rules.valat == "replace"):
        value = value_of(game, lost)
        reason = _game_words(table, rules, state, made, how == "failed" and lost and made)
        drafts.append(Draft("game", -value if lost else value, reason, (), kontra))
    drops = {
        "": (),
        "silent": rules.valat_silent_drops,
        "announced": rules.valat_announced_drops,
        "failed": rules.valat_failed_drops,
    }[how]
    double = (Factor(2, "solo"),) if game.word in rules.solo_double else ()
    for name in bonuses_of(rules, state):
        drafts += _bonus(table, rules, state, name, drops, double, lost=not made)
    if how:
        drafts = _valat(table, rules, state, drafts, how, claims, swept, kontra, double)
    return drafts


def _game_words(table: Table, rules: Rules, state: State, made: bool, by_valat: bool) -> str:
    game = state.games[0][1]
    try:
        count = f"{blatt(facts.points(table, rules, state)[0])} points"
    except Undetermined:
        count = "points"
    return f"{game.word} {'lost with the Valat' if by_valat else 'won' if made else 'lost'}, {count}"


def _bonus(
    table: Table, rules: Rules, state: State, name: str, drops: tuple[str, ...], double: tuple[Factor, ...], *,
    lost: bool,
) -> Iterator[Draft]:  # fmt: skip
    """The item of a bonus, or two where both sides announced it."""
    if name in drops or "all" in drops:
        return
    ours, _ = facts.sides(table, state)
    price = prices(rules.bonuses)[name]
    found = facts.outcome(table, rules, state, name)
    said = [a for a in state.announced or () if a.word == name]
    if not said and found is None:
        return
    if price.silent is None or price.announced is None:
        raise Undetermined(_NO_TARIFF)
    for _, seat in said:
        side = int(seat not in ours)
        good = found is not None and found.made and found.side == side
        sign = 1 if good == (side == 0) else -1
        kontra = kontra_of(table, rules, state, name, seat, lost=lost)
        pair = _pair(rules, name, found) if good else None
        words = f"announced by {table.name(seat)}, {'made' if good else 'lost'}"
        yield Draft(name, price.announced if pair else sign * price.announced, words, double, kontra, pair)
    if said or found is None or f"{name}:silent" in drops or "all:silent" in drops or not price.silent:
        return
    if found.made or name in rules.silent_failure:
        sign = 1 if found.made == (found.side == 0) else -1
        pair = _pair(rules, name, found)
        words = (
            f"silent, {table.name(found.seat)}"
            if name not in ("trull", "koenige")
            else f"silent, {('declarer’s side', 'opponents')[found.side]}"
        )
        yield Draft(
            name,
            price.silent if pair else sign * price.silent,
            words if found.made else f"{words}: lost",
            double,
            (),
            pair,
        )


def _pair(rules: Rules, name: str, found: facts.Outcome | None) -> tuple[int, int] | None:
    if name != "mondfang" or rules.mondfang != "player" or found is None or found.against < 0:
        return None
    return found.against, found.seat


def _valat(
    table: Table, rules: Rules, state: State, drafts: list[Draft], how: str, claims: list[tuple[int, int]],
    swept: int | None, kontra: tuple[Factor, ...], double: tuple[Factor, ...],
) -> list[Draft]:  # fmt: skip
    """§6.5, in its three modes."""
    game = state.games[0][1]
    times = rules.valat_silent if how == "silent" else rules.valat_announced
    announcer = next((seat for seat, side in claims if how == "failed" or side == swept), None)
    side = claims[0][1] if how == "failed" else swept or 0
    good = how != "failed"
    sign = 1 if good == (side == 0) else -1
    own = kontra_of(table, rules, state, "valat", announcer, lost=sign < 0) if announcer is not None else ()
    kind = "silent" if how == "silent" else "announced"
    words = f"{kind} Valat of the {('declarer’s side', 'opponents')[side]}, {'made' if good else 'lost'}"
    if rules.valat == "add":
        extra = double if rules.solo_double_valat else ()
        return [*drafts, Draft("valat", sign * times, words, extra, own)]
    if rules.valat == "replace":
        factors = (Factor(times, f"{'silent' if how == 'silent' else 'announced'} Valat"),)
        value = value_of(game, lost=sign < 0)
        return [Draft("valat", sign * value, f"{words}: {game.word} {value}", factors, (*kontra, *own)), *drafts]
    return [
        draft._replace(factors=(*draft.factors, Factor(times, words)), kontra=(*draft.kontra, *own)) for draft in drafts
    ]


# --- negative games ------------------------------------------------------------------------------


def made(table: Table, state: State, seat: int, game: Contract) -> bool:
    """Whether a negative game was made: exactly its number of tricks."""
    counts = facts.tricks_of(table)
    target = game.kind.target
    if counts[seat] > target:
        return False
    left = 12 - sum(counts)
    if counts[seat] + left < target:
        return False
    if left and not table.over:
        raise Undetermined("all twelve tricks")
    return counts[seat] == target


def _negative(table: Table, rules: Rules, state: State, book: Ledger, *, counts: bool) -> None:
    """§8: every declarer settles with each of the others."""
    if state.announced is None:
        raise Undetermined("the announcements")
    radl = _radl(table, rules)
    for seat, game in state.games:
        good = made(table, state, seat, game)
        value = value_of(game, lost=not good)
        taken = facts.tricks_of(table)[seat]
        name = "game" if len(state.games) == 1 else f"game:{table.seats[seat]}"
        words = f"{game.word} {'made' if good else 'lost'} with {taken} trick{'' if taken == 1 else 's'}"
        item = book.add(Item(name, value if good else -value, words, radl))
        for other in range(table.n):
            if other == seat:
                continue
            level = state.kontra.get(("spiel", seat, other), 0) if counts else 0
            amount = floor(value * (1 << level) * radl_factor(table, rules))
            why = f"{LEVELS[level]} of {table.name(other)}" if level else ""
            item.pay(table.seats[other], table.seats[seat], amount if good else -amount, why)
