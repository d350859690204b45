"""Random endings under every law of play: as the package sees them, and as the brute force of the tests does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tarok_pbn.analysis.position import Move, Position
from tarok_pbn.cards import CARD, CODES, PACK54, PACK78, bits
from tarok_pbn.games import get
from tarok_pbn.games.dansk.hand import law as danish_law
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.kit.tricks import Law, PlainLaw, strengths
from tarok_pbn.games.koenigrufen import laws as koenigrufen
from tarok_pbn.games.koenigrufen.state import State
from tarok_pbn.games.taroky import laws as taroky
from tarok_pbn.games.taroky.hand import law as taroky_law
from tests import brute

__all__ = ["CASES", "Case", "Made", "aims", "ending", "start", "tokens"]

_STRENGTH = strengths()


class Case(NamedTuple):
    """A law: the game it is of, how its Law object is made for a table, and the law as the brute force has it."""

    family: str
    law: Callable[[Table, Any], Law]
    laws: brute.Laws
    options: Mapping[str, Any] = MappingProxyType({})


class Made(NamedTuple):
    """One ending on both sides."""

    position: Position
    ending: brute.Ending


def _negative(table: Table, rules: Any) -> Law:
    return koenigrufen.Negative(table, rules)


def _trischaken(overtake: str) -> Callable[[Table, Any], Law]:
    def law(table: Table, rules: Any) -> Law:
        state = State()
        state.overtake = overtake
        return koenigrufen.Trischaken(table, rules, state)

    return law


def _plain(table: Table, rules: Any) -> Law:
    return PlainLaw(table, _STRENGTH, "")


def _kaiser(table: Table, rules: Any) -> Law:
    return koenigrufen.PlainKaiserstich(table, rules)


def _colour(table: Table, rules: Any) -> Law:
    return koenigrufen.Colour(table, rules)


def _varsava(table: Table, rules: Any) -> Law:
    return taroky_law(table, rules)


_OFF = {"kaiserstich": "off"}
_ANY = {"kaiserstich": "any_order"}
_ORDER = {"kaiserstich": "mond_skus_pagat"}
Laws = brute.Laws
CASES: dict[str, Case] = {
    "taroky": Case("taroky", _plain, Laws()),
    "tapptarock": Case("tapptarock", _plain, Laws()),
    "kaiserstich": Case("koenigrufen", _kaiser, Laws(kaiserstich="any"), _ANY),
    "kaiserstich in order": Case("koenigrufen", _kaiser, Laws(kaiserstich="order"), _ORDER),
    "held pagat": Case("taroky", _plain, Laws()),
    "kept": Case("koenigrufen", _plain, Laws(highest_first=True), {**_OFF, "bird_order": "highest_first"}),
    "kept, kaiserstich": Case(
        "koenigrufen", _plain, Laws(kaiserstich="any", highest_first=True), {**_ANY, "bird_order": "highest_first"}
    ),
    "kept, kaiserstich in order": Case(
        "koenigrufen", _plain, Laws(kaiserstich="order", highest_first=True), {**_ORDER, "bird_order": "highest_first"}
    ),
    "kept in any order": Case("koenigrufen", _plain, Laws(kaiserstich="any"), {**_ANY, "bird_order": "any"}),
    "colour": Case("koenigrufen", _colour, Laws("colour"), {**_OFF, "kaiserstich_colour": "off"}),
    "colour, kaiserstich": Case(
        "koenigrufen", _colour, Laws("colour", "any"), {**_ANY, "kaiserstich_colour": "always"}
    ),
    "colour, kaiserstich in order": Case(
        "koenigrufen", _colour, Laws("colour", "order"), {**_ORDER, "kaiserstich_colour": "always"}
    ),
    "colour, kaiserstich in taroks": Case(
        "koenigrufen", _colour, Laws("colour", "any", tarok_led=True), {**_ANY, "kaiserstich_colour": "tarock_led"}
    ),
    "negative": Case(
        "koenigrufen",
        _negative,
        Laws("negative", overtake=True, pagat_last=True),
        {**_OFF, "pagat_last": True, "kaiserstich_negative": False},
    ),
    "negative, kaiserstich": Case(
        "koenigrufen",
        _negative,
        Laws("negative", "order", overtake=True, pagat_last=True),
        {**_ORDER, "pagat_last": True, "kaiserstich_negative": True},
    ),
    "negative, pagat free": Case(
        "koenigrufen",
        _negative,
        Laws("negative", overtake=True),
        {**_OFF, "pagat_last": False, "kaiserstich_negative": False},
    ),
    "trischaken from the top": Case(
        "koenigrufen",
        _trischaken("yes"),
        Laws("negative", overtake=True, pagat_last=True, from_top=True),
        {**_OFF, "pagat_last": True, "kaiserstich_negative": False, "trischaken_lead": "von_oben"},
    ),
    "trischaken without overtaking": Case(
        "koenigrufen",
        _trischaken("no"),
        Laws("negative", "any", pagat_last=True),
        {**_ANY, "pagat_last": True, "kaiserstich_negative": True, "trischaken_lead": "free"},
    ),
    "trischaken without overtaking, kaiserstich in order": Case(
        "koenigrufen",
        _trischaken("no"),
        Laws("negative", "order", pagat_last=True),
        {**_ORDER, "pagat_last": True, "kaiserstich_negative": True, "trischaken_lead": "free"},
    ),
    "varsava": Case(
        "taroky",
        _varsava,
        Laws("varsava", overtake=True, pagat_last=True, mond=True),
        {"varsava_mond": "restricted", "varsava_overtake": True},
    ),
    "varsava, mond free": Case(
        "taroky",
        _varsava,
        Laws("varsava", pagat_last=True),
        {"varsava_mond": "free", "varsava_overtake": False},
    ),
    "varsava, A432": Case(
        "taroky",
        _varsava,
        Laws("varsava", overtake=True, pagat_last=True, mond=True, red="T987652341"),
        {"varsava_mond": "restricted", "varsava_overtake": True, "red_pips": "A432"},
    ),
    "danish": Case("dansk", danish_law, Laws("danish"), {"fool_naming": "no_win", "fool_endgame": "trick_23"}),
    "danish, held suits": Case("dansk", danish_law, Laws("danish", must_be_held=True), {"fool_naming": "must_be_held"}),
    "danish, no endgame": Case("dansk", danish_law, Laws("danish", endgame=False), {"fool_endgame": "none"}),
    "danish, tens high": Case("dansk", danish_law, Laws("danish", red="123456789T"), {"red_pips": "natural"}),
}

_UNTIL = {"T1": 12, "T2": 11, "T3": 10, "T4": 9}


def tokens(mask: int) -> frozenset[str]:
    """A hand as tokens."""
    return frozenset(CODES[card] for card in bits(mask))


def start(name: str, cards: int, rng: random.Random, dense: bool = False) -> Made:
    """A position of *cards* cards a hand at the start of a trick.

    dense: of as few suits as there can be, so that many positions differ only in whose the lower cards are.
    """
    case = CASES[name]
    game = get(case.family)
    rules = replace(game.rulesets()[game.default].options, **case.options)
    pack = list(bits(PACK78 if case.family == "dansk" else PACK54))
    rng.shuffle(pack)
    if rng.random() < 0.5:  # the cards that rules name come often
        pack.sort(key=lambda card: card in (0, 20, 21) or (card in (1, 2, 3) and case.laws.kind == "positive"))
    n = len(game.seats)
    if dense:
        suits = rng.sample("SHDC", 4)
        pack.sort(key=lambda card: 0 if CODES[card][0] in "TF" else -1 - suits.index(CODES[card][0]))
        pack = pack[-max(n * cards, 22 + 8 * rng.randrange(2)) :]
        rng.shuffle(pack)
    dealt = [pack.pop() for _ in range(n * cards)]
    rng.shuffle(dealt)
    hands = [sum(1 << card for card in dealt[seat::n]) for seat in range(n)]
    table = Table(game.seats, list(hands), None)
    table.contract, table.declarer = ("varsava" if case.laws.kind == "varsava" else "druha"), 0
    law, laws = case.law(table, rules), case.laws
    if name.startswith("kept"):
        law, laws = _kept(table, rules, laws, hands, rng)
    elif name == "held pagat":
        holders = frozenset(seat for seat, hand in enumerate(hands) if hand & 1)
        law = taroky.HeldPagat(table, _STRENGTH, holders)
        laws = laws._replace(kept=tuple((seat, "T1", 12) for seat in holders))
    number = game.tricks - cards + 1
    worth = _worth(case, rng, game.tricks)
    leader = rng.randrange(n)
    position = Position(game, rules, game.seats, tuple(hands), number, leader, law, worth, table=table)
    ending_ = brute.Ending(tuple(tokens(hand) for hand in hands), leader, number, game.tricks, laws, extra=worth.tricks)
    if case.family == "dansk":
        ending_ = ending_._replace(extra=())
    return Made(position, ending_)


def _kept(table: Table, rules: Any, laws: brute.Laws, hands: list[int], rng: random.Random) -> tuple[Law, brute.Laws]:
    """Announced Vögel and a called king, some of those that are held."""
    kept: dict[int, int] = {}
    told = []
    for token in (*_UNTIL, "SK", "HK"):
        for seat, hand in enumerate(hands):
            if hand >> CARD[token] & 1 and rng.random() < 0.7:
                kept[seat] = kept.get(seat, 0) | 1 << CARD[token]
                told.append((seat, token, _UNTIL.get(token, 12)))
    law = koenigrufen.Positive(table, rules, kept) if kept else koenigrufen.PlainKaiserstich(table, rules)
    return law, laws._replace(kept=tuple(told))


def _worth(case: Case, rng: random.Random, tricks: int) -> Worth:
    """Values as the rule pages have them; with talon cards for some tricks of a 54-card game."""
    if case.family == "dansk":
        cards = tuple(3 * brute._danish(code) for code in CODES)
        return Worth(cards, (0, *[3] * tricks), fool_stays=True, fool_lost_last=case.laws.endgame, total=234)
    extra = [0] * (tricks + 1)
    if rng.random() < 0.3:
        extra = [0, *(rng.choice((1, 4, 7, 10, 13)) for _ in range(tricks))]
    return Worth(tuple(brute._thirds(code) for code in CODES), tuple(extra))


def ending(name: str, cards: int, rng: random.Random, dense: bool = False) -> Made:
    """The same with a random number of cards in the running trick; now and then they need not be legal.

    Such a trick comes of a revoke that stood. A led fool keeps its legal names and followers, for somebody has to win.
    """
    made = start(name, cards, rng, dense)
    position, other = made
    odd = rng.random() < 0.25
    for _ in range(rng.randrange(len(position.hands))):
        move = rng.choice(sorted(brute.moves(other)))
        hand = sorted(other.hands[position.turn] - {"F"})
        if odd and hand and other.cards[:1] != ("F",):
            move = rng.choice(hand), ""
        other, _, _ = brute.played(other, move)
        position = position.after(Move(CARD[move[0]], "TSHDC".index(move[1]) if move[1] else -1))
    return Made(position, other)


def aims(made: Made, rng: random.Random) -> Iterator[tuple[Aim, brute.Aims]]:
    """One of each objective, for any seats against the rest, and both wishes."""
    n, total = len(made.position.hands), made.position.tricks
    held = sorted({card for hand in made.ending.hands for card in hand} | set(made.ending.cards))
    birds = [c for c in held if c in ("T1", "T2", "T3", "T4")] or held
    last = rng.choice(held)
    asked = [
        ("points", 0, "", False),
        ("tricks", 0, "", False),
        ("trick", total, "", False),
        ("trick", rng.randint(made.position.trick, total), rng.choice(birds), False),
        ("trick", total, last, True),
    ]
    for kind, trick, card, lying in asked:
        side, low = frozenset(rng.sample(range(n), rng.randint(1, n - 1))), rng.random() < 0.5
        yield (
            Aim(kind, side, low, trick, CARD[card] if card else None, lying),
            brute.Aims(kind, side, low, trick, card, lying),
        )
