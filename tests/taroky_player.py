"""A sensible player of Czech taroky, for samples and tests: no search, only the rules of thumb of a card table."""

from __future__ import annotations

from random import Random
from typing import Any

from tarok_pbn.cards import KINGS, SUIT_MASK, SUIT_OF, T1, TAROKS, bits
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, AUCTION, EXCHANGE, Decision, Lay, PlayCard, Say
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import Law
from tarok_pbn.games.taroky.cards import FIVES, TRUL, VALUES

__all__ = ["sensibly", "strength"]


def strength(hand: int) -> int:
    """A rough worth of a hand: taroks, more for the high ones, and kings."""
    taroks = hand & TAROKS
    return 2 * taroks.bit_count() + sum(card - 13 for card in bits(taroks) if card > 13) + 3 * (hand & KINGS).bit_count()


def sensibly(decision: Decision, table: Table, rng: Random) -> Any:
    """A chooser for ``play_hand``."""
    if isinstance(decision, PlayCard):
        return _card(decision, table)
    if isinstance(decision, Lay):
        return decision.implied if decision.implied is not None else _discard(decision, table)
    assert isinstance(decision, Say)
    if decision.phase == AUCTION:
        return _bid(decision, table)
    if decision.phase == EXCHANGE:
        return _draw(decision, table)
    if decision.phase == ANNOUNCEMENTS and decision.many:
        return _declare(decision, table)
    return _double(decision, table, rng)


def _bid(decision: Say, table: Table) -> str:
    hand = table.dealt[decision.seat] or 0
    worth, taroks = strength(hand), (hand & TAROKS).bit_count()
    if decision.words[0].startswith("call"):
        weak = taroks <= 3 and (hand & KINGS).bit_count() <= 1
        if "varsava" in decision.words and weak and hand & TRUL in (0, 1):
            return "varsava"
        return decision.words[1] if len(decision.words) > 2 and decision.words[1].startswith("call") else decision.words[0]
    for bid, needed, length in (("solo", 54, 8), ("trojka", 44, 7), ("druha", 32, 7)):
        if bid in decision.words and worth >= needed and taroks >= length:
            return bid
    return decision.words[0]


def _draw(decision: Say, table: Table) -> str:
    if len(decision.words) == 1 or not table.talon:
        return decision.words[0]
    first = 0 if decision.words[0] == "takes:1-3" else 3
    triple = table.talon[first : first + 3]
    good = sum(VALUES[card] for card in triple) + 2 * sum(card <= 21 for card in triple)
    return decision.words[0] if good >= 8 else decision.words[1]


def _discard(decision: Lay, table: Table) -> int:
    forced, allowed = decision.choices[0]
    hand = table.held[decision.seat] or 0

    def merit(card: int) -> tuple[int, int]:
        if card <= 21:
            return -9, -card  # a tarok goes only where it must, and then the lowest
        suit = SUIT_MASK[SUIT_OF[card]] & hand
        return VALUES[card] + 3 - suit.bit_count() - 2 * bool(suit & KINGS), card

    free = sorted(bits(allowed & ~forced), key=merit, reverse=True)
    return forced | sum(1 << card for card in free[: decision.count - forced.bit_count()])


def _declare(decision: Say, table: Table) -> list[str]:
    hand = table.held[decision.seat] or 0
    words = [word for word in decision.words if word not in ("pass", "pagat", "valat")]
    taroks = hand & TAROKS
    if "pagat" in decision.words and hand & 1 and taroks.bit_count() >= 9 and strength(hand) >= 48:
        words.append("pagat")
    if "valat" in decision.words and taroks.bit_count() + (hand & KINGS).bit_count() == 12 and strength(hand) >= 75:
        words.append("valat")
    return words or ["pass"]


def _double(decision: Say, table: Table, rng: Random) -> Any:
    if decision.anyone is None or len(table.doubles) >= 4:
        return decision.seat, decision.implied
    for seat in range(table.n):
        worth = strength(table.held[seat] or 0)
        for word in decision.anyone(seat):
            verb = word.partition(":")[0]
            if ((verb == "flek" and worth >= 36) or (verb in ("reflek", "super") and worth >= 44)) and rng.random() < 0.8:
                return seat, word
    return decision.seat, decision.implied


def _card(decision: PlayCard, table: Table) -> int:
    legal = list(bits(decision.cards))
    if len(legal) == 1:
        return legal[0]
    law = decision.why.__self__  # type: ignore[attr-defined]  # the law of play whose reason it is
    assert isinstance(law, Law)
    safe = [card for card in legal if card != T1] or legal
    if table.contract == "varsava":
        return _lose(law, safe)
    hand = table.held[decision.seat] or 0
    if decision.lead:
        return _lead(decision.seat, hand, safe, table)
    return _follow(decision.seat, law, safe, table)


def _side(seat: int, table: Table) -> bool:
    return seat in (table.declarer, table.partner)


def _lead(seat: int, hand: int, safe: list[int], table: Table) -> int:
    taroks = [card for card in safe if card <= 21]
    if _side(seat, table) and len(taroks) >= 5:
        return sorted(taroks)[len(taroks) // 2]  # draw the others' taroks from the middle
    plain = [card for card in safe if card > 21]
    long = [card for card in plain if not 1 << card & FIVES] or plain
    if long:
        return min(long, key=lambda card: (VALUES[card], -(hand & SUIT_MASK[SUIT_OF[card]]).bit_count(), card))
    return min(taroks)


def _follow(seat: int, law: Law, safe: list[int], table: Table) -> int:
    trick = law.trick
    best = law.best(trick)
    winner = trick.seats[best]
    last = len(trick.cards) == table.n - 1
    stake = sum(VALUES[card] for card in trick.cards)
    friend = _side(winner, table) == _side(seat, table)
    sure = last or (trick.cards[best] <= 21 and trick.cards[best] >= 15)
    if friend and sure:
        return max(safe, key=lambda card: (VALUES[card] if not 1 << card & TRUL else 0, -card))
    takers = [card for card in safe if _beats(law, card)]
    if takers and not friend and (last or stake >= 5 or trick.number >= 8):
        cheap = [card for card in takers if not 1 << card & TRUL] or takers
        return min(cheap, key=lambda card: law.strength[card]) if last else max(cheap, key=lambda card: law.strength[card])
    return min(safe, key=lambda card: (VALUES[card], card))


def _lose(law: Law, safe: list[int]) -> int:
    trick = law.trick
    if not trick.cards:
        return min(safe, key=lambda card: (card <= 21, VALUES[card], card))
    under = [card for card in safe if not _beats(law, card)]
    if under:
        return max(under, key=lambda card: (VALUES[card], card))
    return min(safe, key=lambda card: law.strength[card])


def _beats(law: Law, card: int) -> bool:
    trick = law.trick
    top = trick.cards[law.best(trick)]
    return (SUIT_OF[card] == SUIT_OF[top] or card <= 21) and law.strength[card] > law.strength[top]
