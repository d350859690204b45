"""A player who tries for Ultimo, and deals that make rare results likely.

No rules are here: ``for_ultimo`` is a chooser for ``games.kit.player.play_hand``. It looks only at its
own hand and at what lies on the table, and is used for samples, sessions and tests.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from tarok_pbn.cards import CARD, FOOL, KINGS, PACK78, SUIT_MASK, SUIT_OF, T1, bits
from tarok_pbn.games.dansk.cards import FOOL_BIT, PAGAT_BIT, TRUMPS, ULTIMO, VALUES
from tarok_pbn.games.kit.decision import PLAY, Decision, Lay, PlayCard, Say
from tarok_pbn.games.kit.player import by_lot
from tarok_pbn.games.kit.table import Table, Trick

__all__ = ["DEALS", "for_ultimo", "stacked"]


class Plan(NamedTuple):
    """What a hand is played for: ``ultimo`` (with its card), ``tout``, ``nolo`` or ``defend``."""

    kind: str
    target: int = -1


@lru_cache(maxsize=4096)
def plan_of(hand: int) -> Plan:
    """The plan for a hand of 25 cards."""
    trumps = (hand & TRUMPS).bit_count()
    top = sum(1 for card in bits(hand & TRUMPS) if card >= 12)
    if trumps >= 16 and (hand & KINGS).bit_count() >= 2:
        return Plan("tout")
    if hand & PAGAT_BIT and trumps >= 9:
        return Plan("ultimo", T1)
    kings = [card for card in bits(hand & KINGS) if (hand & SUIT_MASK[SUIT_OF[card]]).bit_count() >= 4]
    if kings and trumps >= 7:
        return Plan("ultimo", max(kings, key=lambda card: (hand & SUIT_MASK[SUIT_OF[card]]).bit_count()))
    courts = sum(1 for card in bits(hand & ~TRUMPS & ~FOOL_BIT) if VALUES[card] >= 2)
    if trumps <= 4 and top == 0 and courts <= 2:
        return Plan("nolo")
    return Plan("defend")


def for_ultimo(decision: Decision, table: Table, rng: Random) -> Any:
    """Answer a decision as a player who holds a king or the pagat back for the last trick."""
    if isinstance(decision, PlayCard):
        return _play(decision, table, rng)
    if isinstance(decision, Lay) and decision.implied is None:
        return _lay(decision, table)
    if isinstance(decision, Say) and decision.many:
        return list(decision.required) or ["pass"]
    if isinstance(decision, Say) and decision.phase == PLAY:
        held = table.held[decision.seat] or 0
        return min(decision.words, key=lambda word: (held & SUIT_MASK["TSHDC".index(word[-1])]).bit_count())
    if isinstance(decision, Say) and decision.implied is not None:
        return decision.implied
    return by_lot(decision, table, rng)


def _lay(decision: Lay, table: Table) -> int:
    """Short suits go first, and in them what counts."""
    forced, allowed = decision.choices[0]
    hand = table.held[decision.seat] or 0
    free = sorted(bits(allowed & ~forced), key=lambda c: ((hand & SUIT_MASK[SUIT_OF[c]]).bit_count(), -VALUES[c], c))
    for card in free[: decision.count - forced.bit_count()]:
        forced |= 1 << card
    return forced


def _play(decision: PlayCard, table: Table, rng: Random) -> Any:
    seat = decision.seat
    if (
        len(table.tricks) == 22
        and decision.speech is not None
        and rng.random() < 0.5
        and "demand" in decision.speech.words(seat)
    ):
        return "demand"
    plan = plan_of(table.at_play[seat] or 0)
    cards = list(bits(decision.cards))
    if len(cards) == 1:
        return cards[0]
    kept = {plan.target} if plan.kind == "ultimo" else set()
    free = [card for card in cards if card not in kept] or cards
    if decision.lead:
        return _lead(free, table.held[seat] or 0, plan, rng)
    return _follow(free, table, seat, plan)


def _lead(cards: list[int], held: int, plan: Plan, rng: Random) -> int:
    plain = [card for card in cards if card != FOOL] or cards
    if plan.kind == "tout":
        return max(plain, key=lambda card: (card < FOOL, _worth(card)))
    if plan.kind == "nolo":
        return min(plain, key=_worth)
    length = {card: (held & SUIT_MASK[SUIT_OF[card]]).bit_count() for card in plain}
    kings = [card for card in plain if KINGS >> card & 1 and length[card] >= 3]
    if kings and plan.kind == "defend":
        return kings[0]
    suits = [card for card in plain if card > FOOL and not ULTIMO >> card & 1]
    if suits and rng.random() < 0.85:
        return max(suits, key=lambda card: (length[card], -VALUES[card], -card))
    trumps = [card for card in plain if card < FOOL and card != T1]
    return max(trumps, default=min(plain, key=_worth))


def _follow(cards: list[int], table: Table, seat: int, plan: Plan) -> int:
    trick = _running(table)
    best = _best(trick)
    winning = [card for card in cards if card != FOOL and _beats(card, best, trick)]
    losing = [card for card in cards if card not in winning]
    if plan.kind == "nolo":
        return max(losing or cards, key=lambda card: (card == FOOL, _worth(card)) if losing else (0, -_worth(card)))
    last_to_play = len(trick.cards) == table.n - 1
    if winning and plan.kind == "tout":
        return min(winning, key=_worth)
    safe = [card for card in winning if last_to_play or not ULTIMO >> card & 1]
    if safe:
        honours = [card for card in safe if ULTIMO >> card & 1]
        return honours[0] if honours and plan.kind == "defend" else min(safe, key=_worth)
    pool = [card for card in losing if not ULTIMO >> card & 1 and card != FOOL] or losing or cards
    if FOOL in cards and all(VALUES[card] for card in pool):
        return FOOL
    return min(pool, key=lambda card: (VALUES[card], _worth(card)))


def _running(table: Table) -> Trick:
    """The trick under way, put together from the hands: what has left them and lies in no finished trick."""
    done = 0
    for trick in table.tricks:
        for card in trick.cards:
            done |= 1 << card
    leader = (table.tricks[-1].winner or 0) if table.tricks else 0
    running = Trick(len(table.tricks) + 1, leader)
    for step in range(table.n):
        player = table.after(leader, step)
        gone = (table.at_play[player] or 0) & ~(table.held[player] or 0) & ~done
        if gone:
            running.cards.append(next(bits(gone)))
            running.seats.append(player)
    return running


def _best(trick: Trick) -> int:
    cards = [card for card in trick.cards if card != FOOL]
    if not cards:
        return FOOL
    return max(cards, key=lambda card: (card < FOOL, SUIT_OF[card] == SUIT_OF[cards[0]], card))


def _beats(card: int, best: int, trick: Trick) -> bool:
    if best == FOOL:
        return True
    if card < FOOL:
        return best > FOOL or card > best
    return best > FOOL and SUIT_OF[card] == SUIT_OF[best] and card > best


def _worth(card: int) -> int:
    """Playing strength: trumps above all, then the rank within the suit."""
    return 100 + card if card < FOOL else (card - 22) % 14


#: Deals that make a result likely: forehand's 25 cards, or the dealer's 28, by token; the rest is random.
DEALS: dict[str, tuple[str, ...]] = {
    kind: tuple(cards.split())
    for kind, cards in {
        "tout": "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 SK SQ HK DK CK",
        "tout_pagat": "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T1 SK SQ HK HQ DK CK CQ",
        "nolo": "S1 S2 S3 S4 S5 S6 S7 S8 HT H9 H8 H7 H6 DT D9 D8 D7 D6 C1 C2 C3 C4 C5 C6 C7",
        "pagat": "T21 T20 T18 T17 T16 T15 T14 T12 T11 T9 T8 T6 T1 SK SQ SN S9 S8 S7 S6 S5 CK C9 C8 C7",
        "king": "T21 T20 T19 T17 T16 T15 T14 T12 T10 T9 T7 T5 T4 SK SQ SN SJ ST S9 S8 S7 HK H1 H2 H3",
        "matadors": "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T1 SK S9 S2 HK HQ HN HJ DK DQ DJ D7 CK C8",
        "kings": "F T21 T13 T2 SK SQ SN SJ S3 S2 HK HQ H3 H4 DK D2 D3 D4 D5 CK CQ CJ C6 C4 C2",
        "skat": "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T1 SK SQ SN SJ S2 HK",
    }.items()
}


def stacked(kind: str, rng: Random) -> tuple[list[int], list[int]]:
    """Hands (masks from forehand on, the dealer's of 28 last) and no talon, one of them out of DEALS."""
    given = sum(1 << CARD[token] for token in DEALS[kind])
    pack = list(bits(PACK78 & ~given))
    rng.shuffle(pack)
    owner = 0 if given.bit_count() == 25 else 2
    hands = []
    for seat, size in enumerate((25, 25, 28)):
        hands.append(given if seat == owner else sum(1 << pack.pop() for _ in range(size)))
    return hands, []
