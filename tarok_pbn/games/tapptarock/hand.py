"""A hand of Tapp-Tarock as a script. Source: koenigrufen App. A."""

from __future__ import annotations

from collections.abc import Generator

from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, AUCTION, EXCHANGE, Answer, Decision, Problem, Say, Script
from tarok_pbn.games.kit.ladder import ladder
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import Law, PlainLaw, play, strengths
from tarok_pbn.games.koenigrufen.cards import BIT_I
from tarok_pbn.games.koenigrufen.contracts import Kind
from tarok_pbn.games.koenigrufen.exchange import lay_away, take
from tarok_pbn.games.tapptarock.rules import PAGE, Rules

__all__ = ["BIDS", "TRICKS", "hand", "opening"]

TRICKS = 16
BIDS = ("dreier", "unterer", "oberer", "solo")
_HALVES = {"takes:1-3": (0, 1, 2), "takes:4-6": (3, 4, 5)}


def hand(table: Table, rules: Rules) -> Script:
    """One hand from the first bid to the last trick."""
    if "Auction" in table.given:
        yield from _auction(table, rules)
    else:
        stated = table.stated.get("Contract", "?")
        table.contract = stated if stated in (*BIDS, "trischaken", "redeal") else None
        table.declarer = table.index(table.stated.get("Declarer", "?"))
    if table.contract in ("dreier", "unterer", "oberer") and table.declarer is not None:
        if "Exchange" in table.given:
            yield from _exchange(table, rules, table.declarer)
        else:
            table.held[table.declarer] = table.laid[table.declarer] = None
            table.taken[table.declarer] = [-1, -1, -1]
    table.at_play = list(table.held)
    if "Announcements" in table.given or table.contract == "trischaken":
        yield from _announcements(table, rules)
    if table.contract != "redeal":
        yield from play(table, _law(table), 0, TRICKS)


def _law(table: Table) -> PlainLaw:
    return PlainLaw(table, strengths(), PAGE)


def opening(table: Table, rules: Rules) -> tuple[Law, int] | None:
    """The law of play, and forehand, who leads; None where the contract is not known, or cards are dealt again."""
    return (_law(table), 0) if table.contract not in (None, "redeal") else None


def _auction(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """Bids go up step by step, a Solo may be jumped to; a senior player may hold."""
    high, holder, active = -1, -1, [True] * table.n

    def legal(seat: int) -> tuple[str, ...]:
        words = ["pass"]
        if high >= 0 and ((rules.hold == "seniority" and seat < holder) or (rules.hold == "forehand" and seat == 0)):
            words.append("hold")
        return (*words, *[bid for rank, bid in enumerate(BIDS) if rank == high + 1 or (rank > high and bid == "solo")])

    def why(seat: int, word: str) -> Problem:
        stands = f"the bid stands at {BIDS[high]}" if high >= 0 else "nothing has been bid"
        return Problem(
            "A002",
            f"{table.name(seat)} says {word}, but {stands}: bids go up step by step, only a Solo is jumped to.",
            PAGE,
            f"Legal: {these(legal(seat), 'or')}.",
        )

    seat = 0
    while sum(active) > (1 if high >= 0 else 0):
        if active[seat] and seat != holder:
            actor, word = yield Say(seat, AUCTION, legal(seat), why)
            table.bids.append((actor, word))
            if word == "hold" and high >= 0:
                holder = actor
            elif word in BIDS and BIDS.index(word) > high:
                high, holder = BIDS.index(word), actor
            else:
                active[actor] = False
        seat = table.after(seat)
    table.contract = BIDS[high] if high >= 0 else rules.all_pass
    table.declarer = holder if high >= 0 else None


def _exchange(table: Table, rules: Rules, declarer: int) -> Generator[Decision, Answer, None]:
    words = tuple(_HALVES)
    if table.contract != "dreier":
        words = (words[(rules.unterer_half - 1) ^ (table.contract == "oberer")],)

    def why(seat: int, word: str) -> Problem:
        return Problem(
            "X001",
            f"{table.name(seat)} {word.replace(':', ' talon ')}, which is not the half of a {table.contract}.",
            PAGE,
            f"Legal: {these(words, 'or')}.",
        )

    _, word = yield Say(
        declarer,
        EXCHANGE,
        words,
        why,
        verbs=frozenset({"takes"}),
        in_turn=False,
        implied=words[0] if len(words) == 1 else None,
    )
    take(table, declarer, _HALVES.get(word, (0, 1, 2)))
    yield from lay_away(table, rules, Kind("E", "half"), declarer)


def _announcements(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """The declarer announces Pagat and Valat; then the kontra ladder."""
    table.declared = [[] for _ in range(table.n)]
    declarer = table.declarer
    if declarer is None:
        return
    owners = {"spiel": 0}
    for step in range(table.n if rules.defenders_announce else 1):
        seat = table.after(declarer, step)
        hand_ = table.held[seat]
        words = ("pass", *(("pagat",) if hand_ is None or hand_ & BIT_I else ()), "valat")

        def why(who: int, word: str, words: tuple[str, ...] = words) -> Problem:
            code = "M004" if word == "pagat" else "M009"
            return Problem(
                code,
                f"{table.name(who)} announces "
                f"{word}{' without holding T1' if code == 'M004' else ', which does not exist here'}.",
                PAGE,
                f"Legal: {these(words, 'or')}.",
            )

        _, said = yield Say(
            seat,
            ANNOUNCEMENTS,
            words,
            why,
            implied="pass",
            many=True,
            chance=0.1,
            verbs=frozenset({"pass", "pagat", "valat"}),
        )
        table.declared[seat] = [word for word in said if word in ("pagat", "valat")]
        owners.update(dict.fromkeys(table.declared[seat], int(seat != declarer)))
    steps = ("kontra", "re", "sub")[: rules.kontra_max.bit_length() - 1]
    yield from ladder(table, steps, owners, lambda seat: int(seat != declarer), table.after(declarer), PAGE)
