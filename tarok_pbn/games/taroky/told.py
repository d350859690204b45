"""What a hand tells everybody beside its play. Source: taroky §4, §5, §6."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tarok_pbn.cards import CARD, CODES, KINGS, PACK54, TAROKS
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.told import HAND, LAID, OWNED, TALON, Shown, Told, all_of, none_of
from tarok_pbn.games.taroky.announce import MELDS, melds_of
from tarok_pbn.games.taroky.cards import BIT_I, FIVES, TRUL
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["shown"]

_T19 = CARD["T19"]
#: suit cards other than kings
_LOW = PACK54 & ~TAROKS & ~KINGS


def shown(table: Table, rules: Rules) -> Shown:
    """Triples of a trojka that were exposed, melds and commitments, the call, and what the discard cannot be."""
    contract = table.contract or ""
    silent = []
    places: frozenset[int] = frozenset()
    if contract == "trojka:2":
        places = frozenset(range(3))
    elif contract == "trojka:3":
        places = frozenset(range(6))
    if contract == "varsava":
        return Shown(silent=("talon cards that went with a trick (the rules do not say who sees them)",))
    told = [*_laid(table), *_call(table)]
    if contract == "trojka:1" and rules.reveal_grade1 == "taroks_and_fives":
        seen = sum(1 << card for card in table.exposed)
        told.append(none_of(-1, (TAROKS | FIVES) & ~seen, TALON, "shows its taroks and fives", f"{PAGE} §5.1"))
    if table.declared is None:
        silent.append("melds and commitments (the record does not tell them)")
    else:
        told += _declared(table, rules, table.declared)
        if rules.melds == "automatic":
            silent.append("melds (they are counted without being declared)")
        elif rules.melds != "mandatory":
            silent.append("that somebody did not declare a meld (it is not compulsory)")
    return Shown(places, tuple(told), silent=tuple(silent))


def _laid(table: Table) -> Iterator[Told]:
    rule = f"{PAGE} §5.2"
    for seat, taken in enumerate(table.taken):
        if not taken:
            continue
        public = table.shown[seat]
        yield none_of(seat, FIVES, LAID, "laid away no king and nothing of the trul", rule)
        yield none_of(seat, TAROKS & ~public, LAID, "laid away no tarok unseen", rule)
        if public:
            yield none_of(seat, _LOW, HAND, "laid away taroks, for which all suit cards but kings have to go", rule)


def _call(table: Table) -> Iterator[Told]:
    """A tarok below the XIX is called by a declarer who was dealt all between."""
    called, declarer = table.called, table.declarer
    if called is not None and declarer is not None and called < _T19:
        between = sum(1 << card for card in range(called + 1, _T19 + 1))
        yield all_of(declarer, between, OWNED, f"called {CODES[called]}", f"{PAGE} §4")


def _declared(table: Table, rules: Rules, declared: list[list[str]]) -> Iterator[Told]:
    for seat, words in enumerate(declared):
        if "pagat" in words:
            yield all_of(seat, BIT_I, HAND, "announced the pagát", f"{PAGE} §6.4")
        if rules.melds == "automatic":
            continue
        melds = tuple(word for word in MELDS if word in words)
        if not melds and rules.melds != "mandatory":
            continue
        text = f"declared {', '.join(melds)}" if melds else "declared no meld"
        for cards, counts in _possible(melds, rules.melds == "mandatory", rules):
            if len(counts) <= cards.bit_count():
                yield Told(seat, cards, counts, HAND, text, f"{PAGE} §6.1")


@lru_cache(maxsize=256)
def _possible(melds: tuple[str, ...], every: bool, rules: Rules) -> tuple[tuple[int, frozenset[int]], ...]:
    """How many taroks, kings, cards of the trul and fives a hand can have that declares these melds.

    every: no meld may be left out. By the definition of the melds itself, over all hands that differ in it.
    """
    found: set[tuple[int, int, int]] = set()
    others, kings = list(range(1, 20)), [CARD[suit + "K"] for suit in "SHDC"]
    for part in (0, BIT_I, TRUL & ~BIT_I, TRUL, *(1 << card for card in (20, 21)), BIT_I | 1 << 20, BIT_I | 1 << 21):
        for more in range(13):
            for number in range(5):
                count = part.bit_count() + more
                if count + number > 12:
                    continue
                hand = part | sum(1 << c for c in others[:more]) | sum(1 << c for c in kings[:number])
                has = melds_of(hand, rules)
                if has == melds if every else set(melds) <= set(has):
                    found.add((count, part.bit_count(), number))
    return (
        (TAROKS, frozenset(taroks for taroks, _, _ in found)),
        (TRUL, frozenset(trul for _, trul, _ in found)),
        (KINGS, frozenset(number for _, _, number in found)),
        (FIVES, frozenset(trul + number for _, trul, number in found)),
    )
