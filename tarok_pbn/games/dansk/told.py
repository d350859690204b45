"""What a hand tells everybody beside its play: every meld is declared. Source: dansk §3.3, §4."""

from __future__ import annotations

from collections.abc import Iterator

from tarok_pbn.cards import CARD, KINGS, SUITS, TAROKS
from tarok_pbn.games.dansk.cards import COURTS, FOOL_BIT, MONDO_BIT, PAGAT_BIT, TRUMPS
from tarok_pbn.games.dansk.melds import kind_of
from tarok_pbn.games.dansk.rules import PAGE, Rules
from tarok_pbn.games.dansk.words import wording
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.told import HAND, LAID, OWNED, Shown, Told, none_of

__all__ = ["shown"]

_ANSWERS = "what the dealer answers about trumps laid away"


def shown(table: Table, rules: Rules) -> Shown:
    """The declarations, and what the skat cannot be."""
    dealer = table.dealer
    never = KINGS | MONDO_BIT
    never |= PAGAT_BIT if rules.discard_pagat == "never" else 0
    never |= FOOL_BIT if rules.discard_fool == "never" else 0
    told: list[Told] = []
    if dealer is not None:
        told.append(none_of(dealer, never, LAID, "laid away no king and not the mondo", f"{PAGE} §3.3"))
    if table.declared is None:
        return Shown(told=tuple(told), silent=("declarations (the record does not tell them)", _ANSWERS))
    for seat, words in enumerate(table.declared):
        where = OWNED if seat == dealer else HAND
        for word in words:
            text = f"declared {wording(word).text}"
            told += [Told(seat, cards, counts, where, text, f"{PAGE} §4.1") for cards, counts in _meld(word)]
        if not any(kind_of(word) == "tarokker" for word in words):
            told.append(Told(seat, TAROKS, frozenset(range(10)), where, "declared no ten trumps", f"{PAGE} §4.1"))
    trumps = any(word.startswith("tarokker:22") for words in table.declared for word in words)
    ways = ((),) if trumps or dealer is None else _trumps_laid(dealer)
    return Shown(told=tuple(told), ways=ways, silent=(_ANSWERS,))


def _trumps_laid(dealer: int) -> tuple[tuple[Told, ...], ...]:
    """Trumps are laid away only all together, unless but two suit cards could go; that takes all 22 and the kings."""
    said, rule = "lays away trumps only all together", f"{PAGE} §3.3"
    return (
        (none_of(dealer, TRUMPS, LAID, said, rule),),
        (Told(dealer, TRUMPS, frozenset({1, 2, 3}), LAID, said, rule), none_of(dealer, TRUMPS, HAND, said, rule)),
    )


def _meld(word: str) -> Iterator[tuple[int, frozenset[int]]]:
    """(cards, how many of them) that a declaration stands for."""
    verb, _, rest = word.partition(":")
    kind = kind_of(word)
    if kind == "tarokker":
        number, _, pagat = rest.partition(",")
        yield TAROKS, frozenset({int(number)})
        yield PAGAT_BIT, frozenset({int(bool(pagat))})
    elif kind == "matadorer":
        run = [CARD[f"T{20 - step}"] for step in range(int(rest) - 3)]
        yield FOOL_BIT | PAGAT_BIT | MONDO_BIT | sum(1 << card for card in run), frozenset({int(rest)})
        if len(run) < 19:
            yield 1 << CARD[f"T{20 - len(run)}"], frozenset({0})
    elif kind:
        cards = KINGS if kind == "konger" else COURTS[1 + SUITS.index(kind)]
        grade = verb.removesuffix("_konger")
        yield FOOL_BIT, frozenset({int(grade != "fulde")})
        missing = 0
        if grade == "halve":
            missing = 1 << CARD[f"{rest}K" if kind == "konger" else rest.replace(",", "")]
            yield missing, frozenset({0})
        yield cards & ~missing, frozenset({4 - int(grade == "halve")})
