"""Random Danish hands: 2,000 a rule set, at tables of three and four, each written, read back and checked.

Whatever the random player plays must check clean, balance with the pots at every step, count 78 points
and 25 tricks, and the hands together must reach every payment of §6 and every meld of §4.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tarok_pbn.cards import CODES, FOOL, T1
from tarok_pbn.check import check
from tarok_pbn.games.dansk.cards import ULTIMO
from tarok_pbn.games.dansk.melds import kind_of
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.strategy import DEALS, for_ultimo, stacked
from tarok_pbn.games.kit.decision import Decision, PlayCard
from tarok_pbn.games.kit.player import by_lot, play_hand
from tarok_pbn.games.kit.pots import parse_pots
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import Ledger
from tarok_pbn.notation import read_text, write
from tests.dansk_support import DANSK

HANDS = 2000
TABLES = (("S", "E", "W"), ("S", "E", "N", "W"))

MELDS = (
    "tarokker",
    "tarokker med pagat",
    "matadorer",
    *(f"{grade} {what}" for grade in ("sprojtefulde", "fulde", "halve") for what in ("farve", "konger")),
)
PLAY = (
    "fool led and named",
    "fool led to trick 25",
    "fool lost in trick 25",
    "fool kept",
    "fool demanded",
    "play wound back",
    "trumps laid away",
    "meld cards laid away",
)
PAYMENTS = (
    "lost king", "lost pagat", "won pagat", "ultimo king", "ultimo pagat", "bagud king", "bagud pagat", "bagud two kings", "bagud pagat and king",
    "ultimo and bagud", "last", "tout", "nolo", "nolo and bagud", "cards to the next dealer", "cards from the next dealer",
)  # fmt: skip
POTS = ("fee", "foundation of one pot", "foundation of both pots", "pot emptied", "pot multiplied")


def any_way(decision: Decision, table: Table, rng: Random) -> Any:
    """The random player, who also demands the fool now and then."""
    if (
        isinstance(decision, PlayCard)
        and len(table.tricks) == 22
        and decision.speech is not None
        and rng.random() < 0.3
    ):
        words = decision.speech.words(decision.seat)
        if "demand" in words:
            return "demand"
    return by_lot(decision, table, rng)


def holds_back(decision: Decision, table: Table, rng: Random) -> Any:
    """The random player, who keeps kings and pagat as long as he can."""
    if isinstance(decision, PlayCard) and decision.cards & ~ULTIMO:
        return by_lot(PlayCard(decision.seat, decision.cards & ~ULTIMO, decision.lead, decision.why), table, rng)
    return by_lot(decision, table, rng)


def late_fool(decision: Decision, table: Table, rng: Random) -> Any:
    """The random player, who keeps the fool as long as he can."""
    if isinstance(decision, PlayCard) and decision.cards & ~(1 << FOOL):
        return by_lot(PlayCard(decision.seat, decision.cards & ~(1 << FOOL), decision.lead, decision.why), table, rng)
    return by_lot(decision, table, rng)


def count_hand(seen: Counter[str], table: Table, ledger: Ledger) -> None:
    """What happened in a hand."""
    for words in table.declared or []:
        for word in words:
            grade, kind = word.partition(":")[0].removesuffix("_konger"), kind_of(word)
            if kind == "tarokker":
                seen["tarokker med pagat" if word.endswith("pagat") else "tarokker"] += 1
            else:
                seen[
                    "matadorer" if kind == "matadorer" else f"{grade} {'konger' if kind == 'konger' else 'farve'}"
                ] += 1
    for trick in table.tricks:
        if FOOL in trick.cards:
            led = trick.cards[0] == FOOL
            seen["fool lost in trick 25" if trick.number == 25 else "fool kept"] += 1
            if led:
                seen["fool led to trick 25" if trick.named is None else "fool led and named"] += 1
        seen["play wound back"] += bool(trick.withdrawn)
    dealer = table.dealer or 0
    seen["trumps laid away"] += bool((table.laid[dealer] or 0) & ((1 << FOOL) - 1))
    seen["meld cards laid away"] += bool(table.shown[dealer])
    names = [item.name for item in ledger.items]
    for name in names:
        what, _, card = name.partition(":")
        if what in ("lost", "won", "ultimo", "bagud"):
            seen[f"{what} {'pagat' if card == CODES[T1] else 'king'}"] += 1
        else:
            seen[what] += 1
    baguds = [name for name in names if name.startswith("bagud")]
    if len(baguds) == 2:
        seen["bagud pagat and king" if "bagud:T1" in baguds else "bagud two kings"] += 1
    seen["ultimo and bagud"] += bool(baguds) and any(name.startswith("ultimo") for name in names)
    seen["nolo and bagud"] += bool(baguds) and "nolo" in names
    cards = ledger.item("cards")
    for transfer in cards.transfers if cards is not None else ():
        seen[f"cards {'to' if transfer.payee == table.seats[0] else 'from'} the next dealer"] += 1
    founding = ledger.item("foundation")
    if founding is not None:
        seen[f"foundation of {'both pots' if len({t.payee for t in founding.transfers}) == 2 else 'one pot'}"] += 1


def balanced(ledger: Ledger, before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Every item sums to zero and moves multiples of 5; no pot is ever below nothing. What each pot came to at most."""
    pots, most = dict(before), dict(before)
    for item in ledger.items:
        changes = item.changes()
        assert sum(changes.values()) == 0
        assert all(amount % 5 == 0 for amount in changes.values())
        for pot in pots:
            pots[pot] += int(changes.get(pot, 0))
            assert pots[pot] >= 0
            most[pot] = max(most[pot], pots[pot])
    assert pots == after
    return most


def some_hand(rng: Random, number: int) -> tuple[Any, tuple[list[int], list[int]] | None]:
    """Most hands are random in every respect; one in ten is dealt, and three are played, for something rare."""
    if number % 10 == 0:
        choose = holds_back if number // 10 // len(DEALS) % 2 else for_ultimo
        return choose, stacked(list(DEALS)[number // 10 % len(DEALS)], rng)
    return {1: for_ultimo, 2: late_fool, 3: holds_back}.get(number % 10, any_way), None


@pytest.mark.parametrize("name", DANSK.rulesets())
def test_random_hands_check_clean_and_reach_every_payment(name, capsys):
    rules = DANSK.rulesets()[name].options
    assert isinstance(rules, Rules)
    rng, seen = Random(f"dansk {name}"), Counter[str]()
    names = {2: ("pagat", "king"), 0: ()}[rules.pots]
    pots = dict.fromkeys(names, 0)
    for number in range(HANDS):
        seats = TABLES[number % 2]
        choose, hands = some_hand(rng, number // 2)
        tags = {"Event": "Random", "Rules": name}
        if rules.pots:
            tags["Pots"] = "; ".join(f"{pot} {content}" for pot, content in pots.items())
        record, table = play_hand(
            DANSK, rules, rng, tags=tags, dealer=rng.choice(seats), seats=seats, choose=choose, hands=hands
        )
        text = write(record)
        (parsed,) = read_text(text)
        done = check(parsed)
        assert [f.message for f in done.findings] == [], text
        assert write(parsed.record) == text
        ledger = done.replay.ledger
        assert ledger is not None
        points = [int(part.split()[1]) for part in done.replay.computed["Points"].split(";")]
        assert sum(points) == 78
        assert [len(trick.cards) for trick in table.tricks] == [3] * 25
        assert ledger.accounts[: len(seats)] == seats
        after = (parse_pots(record.get("PotsAfter")) or {}) if rules.pots else {}
        most = balanced(ledger, pots, after)
        seen["pot emptied"] += any(not content for content in after.values())
        seen["pot multiplied"] += any(after[pot] >= 2 * pots[pot] > 0 and most[pot] > pots[pot] + 60 for pot in pots)
        played = record.section("Play")
        assert played is not None
        seen["fool demanded"] += any("demand" in group.words for group in played.groups)
        count_hand(seen, table, ledger)
        pots = after if sum(after.values()) < 5000 else dict.fromkeys(names, 0)
    expected = [*MELDS, *PLAY, *PAYMENTS, *(POTS if rules.pots else ())]
    if rules.card_settlement == "own_rounding":
        expected = [what for what in expected if not what.startswith("cards")]
    if rules.fool_counts_for_voiding or rules.discard_pagat == "never":
        expected.remove("trumps laid away") if not seen["trumps laid away"] else None
    with capsys.disabled():
        print(f"\n{name}: {HANDS} hands")
        for what in expected:
            print(f"  {what:<28}{seen[what]:>6}")
    assert [what for what in expected if not seen[what]] == []
