"""Bidding and calling. Source: taroky §3 and §4."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Final

from tarok_pbn.cards import CARD, CODES, T1
from tarok_pbn.games.kit.decision import AUCTION, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["RANK", "auction", "callable_cards"]

#: The bids from low to high.
RANK: Final = {"pass": 0, "povinnost": 1, "druha": 2, "trojka": 3, "solo": 4}
BIDS: Final = ("povinnost", "druha", "trojka", "solo")


def auction(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """One round of bids from forehand on, then the call: sets contract, declarer and called card."""
    high, holder = 0, 0

    def legal(seat: int) -> tuple[str, ...]:
        hand = table.dealt[seat]
        pagat = (hand is None or hand >> T1 & 1 > 0) and (seat != 0 or rules.forhont_druha)
        return _bids(rules.contracts, high, seat == 0, pagat)

    def why(seat: int, word: str) -> Problem:
        name = table.name(seat)
        help_ = f"Legal: {these(legal(seat), 'or')}."
        if word == "pass":
            return Problem("A002", f"{name} passes, but forehand speaks first and must bid.", f"{PAGE} §3", help_)
        if word not in RANK:
            return Problem("A002", f"{name} says {word!r}, which is not a bid.", f"{PAGE} §3", help_)
        if word not in rules.contracts:
            return Problem("A002", f"{name} bids {word}, which the rule set does not offer.", f"{PAGE} §3", help_)
        if RANK[word] <= high:
            return Problem(
                "A002",
                f"{name} bids {word}, which is not higher than {table.name(holder)}'s {BIDS[high - 1]}.",
                f"{PAGE} §3",
                help_,
            )
        if seat == 0 and not rules.forhont_druha:
            return Problem("A002", f"{name} opens with druha, but forehand may not bid druhá.", f"{PAGE} §3", help_)
        return Problem(
            "A002",
            f"{name} bids druha without the pagát (T1): druhá promises the last trick with it.",
            f"{PAGE} §3",
            help_,
        )

    feed = table.feed(AUCTION)
    for turn in range(table.n):
        words = legal(turn)
        seat, word = turn, feed.take(turn, words)
        if word is None:
            seat, word = yield Say(turn, AUCTION, words, why)
        table.bids.append((seat, word))
        if RANK.get(word, 0) > high:
            high, holder = RANK[word], seat
    table.contract = BIDS[high - 1] if high else "povinnost"
    table.declarer = holder
    if table.contract in ("povinnost", "druha"):
        yield from _call(table, rules)


@lru_cache(maxsize=256)
def _bids(contracts: tuple[str, ...], high: int, forehand: bool, druha: bool) -> tuple[str, ...]:
    """The bids above *high* that are offered; forehand must bid, all others may pass."""
    words = [b for b in BIDS if b in contracts and RANK[b] > high and (b != "druha" or druha)]
    return tuple(words) if forehand else ("pass", *words)


def callable_cards(hand: int | None, rules: Rules) -> tuple[int, ...]:
    """The taroks that a declarer with *hand* (as dealt) may call.

    The XIX always (by its holder only under ``self_call_xix``), and where it is held the highest
    tarok below it that is not held, down to the floor.
    """
    xix = CARD["T19"]
    lower = [CARD[f"T{n}"] for n in range(18, rules.call_floor - 1, -1)]
    if hand is None:
        return (xix, *lower)
    if not hand >> xix & 1:
        return (xix,)
    other = next((card for card in lower if not hand >> card & 1), None)
    if other is None:
        return (xix,)
    return (xix, other) if rules.self_call_xix else (other,)


def _call(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    declarer = table.declarer or 0
    hand = table.dealt[declarer]
    words = tuple([f"call:{CODES[card]}" for card in callable_cards(hand, rules)])
    if table.contract == "povinnost" and "varsava" in rules.contracts:
        words += ("varsava",)

    def why(seat: int, word: str) -> Problem:
        name = table.name(seat)
        help_ = f"Legal: {these(words, 'or')}."
        if word == "varsava":
            reason = "only forehand may choose Varšava, and only after povinnost and three passes"
            return Problem("A003", f"{name} chooses Varšava, but {reason}.", f"{PAGE} §4, §10", help_)
        verb, _, code = word.partition(":")
        if verb != "call":
            return Problem("A005", f"{name} says {word!r} after the bidding: a call is due.", f"{PAGE} §4", help_)
        if code not in CARD or hand is None:
            return Problem("A003", f"{name} calls {code or 'nothing'}, which cannot be called.", f"{PAGE} §4", help_)
        if not hand >> CARD["T19"] & 1:
            return Problem(
                "A003",
                f"{name} calls {code}, but does not hold the XIX: only the XIX may be called.",
                f"{PAGE} §4",
                help_,
            )
        if hand >> CARD[code] & 1:
            return Problem(
                "A003",
                f"{name} calls {code}, which {name} holds; only the XIX may be called from the own hand.",
                f"{PAGE} §4",
                help_,
            )
        return Problem(
            "A003",
            f"{name} calls {code}, which is not the nearest tarok below the XIX that {name} lacks.",
            f"{PAGE} §4",
            help_,
        )

    word = table.feed(AUCTION).take(declarer, words)
    if word is None:
        _, word = yield Say(declarer, AUCTION, words, why)
    if word == "varsava":
        table.contract, table.declarer = "varsava", None
    else:
        table.called = CARD.get(word.partition(":")[2])
