"""The skat: discard test cases of the rules page (§3.3), and what a record says about them."""

from __future__ import annotations

from itertools import combinations

import pytest

from tarok_pbn.cards import CODES, bits
from tarok_pbn.games.dansk.exchange import Discard
from tarok_pbn.games.kit.decision import Lay
from tests.dansk_support import SAMPLES, cards, options
from tests.support import codes, only

F1 = (SAMPLES / "rules-f1.tpbn").read_text("utf-8")


def allows(hand: str, laid: str, *, tout: bool = False, **changes) -> bool:
    discard = Discard(cards(hand), options(**changes), tout)
    lay = Lay(0, 3, discard.choices, lambda seat, mask: None)  # type: ignore[arg-type,return-value]  # never asked why
    return lay.legal(cards(laid))


def every_legal(hand: str, **changes) -> set[frozenset[str]]:
    """All legal discards of a hand, by trying every set of three."""
    discard = Discard(cards(hand), options(**changes))
    lay = Lay(0, 3, discard.choices, lambda seat, mask: None)  # type: ignore[arg-type,return-value]  # never asked why
    found = set()
    for three in combinations(bits(cards(hand)), 3):
        if lay.legal(sum(1 << card for card in three)):
            found.add(frozenset(CODES[card] for card in three))
    return found


TWO_TRUMPS = "T3 T9 F sK s9 s8 s7 s4 hQ h9 h8 h7 h6 d9 d8 d7 d6 d5 d4 c9 c8 c7 c6 c5 c4 c3 c2 c1"


def test_trumps_3_and_9_go_together_or_not_at_all():
    assert allows(TWO_TRUMPS, "T3 T9 s9")
    assert not allows(TWO_TRUMPS, "T3 s9 s8")
    assert allows(TWO_TRUMPS, "s9 s8 h9")
    assert not allows(TWO_TRUMPS, "T3 T9 F")
    assert not allows(TWO_TRUMPS, "T3 T9 sK")


def test_trumps_3_and_9_do_not_go_where_the_fool_counts_as_a_trump():
    assert not allows(TWO_TRUMPS, "T3 T9 s9", fool_counts_for_voiding=True)
    assert allows(TWO_TRUMPS.replace(" F", " hN"), "T3 T9 s9", fool_counts_for_voiding=True)


THREE_TRUMPS = "T1 T5 T9 sK s9 s8 s7 s4 hQ h9 h8 h7 h6 h5 d9 d8 d7 d6 d5 d4 c9 c8 c7 c6 c5 c4 c3 c2"


def test_the_pagat_goes_with_the_last_trumps_by_default_and_never_elsewhere():
    assert allows(THREE_TRUMPS, "T1 T5 T9")
    assert not allows(THREE_TRUMPS, "T1 T5 T9", discard_pagat="never")
    assert not allows(THREE_TRUMPS, "T1 s9 s8")
    assert not allows(THREE_TRUMPS, "T5 T9 s9")
    assert allows(THREE_TRUMPS, "s9 s8 s7", discard_pagat="never")


def test_with_the_mondo_no_trump_may_go():
    hand = "T4 T21 sK s9 s8 s7 s4 hQ h9 h8 h7 h6 h5 h4 d9 d8 d7 d6 d5 d4 c9 c8 c7 c6 c5 c4 c3 c2"
    assert all(not three & {"T4", "T21"} for three in every_legal(hand))
    assert allows(hand, "s9 s8 s7")


def test_all_trumps_fool_and_kings_leave_two_pips_and_one_trump():
    hand = "F " + " ".join(f"T{n}" for n in range(1, 22)) + " sK hK dK cK s2 h7"
    legal = every_legal(hand)
    assert len(legal) == 19
    assert legal == {frozenset({"S2", "H7", f"T{n}"}) for n in range(2, 21)}


def test_two_meld_cards_must_go_where_only_one_pip_is_free():
    hand = "F " + " ".join(f"T{n}" for n in range(1, 22)) + " sK sQ sN sJ hK s2"
    assert every_legal(hand) == {frozenset({"S2", *pair}) for pair in combinations(("SQ", "SN", "SJ"), 2)}


def test_an_ordinary_hand_keeps_its_meld_cards():
    hand = "F T14 T9 T7 sK sQ sN sJ hQ hN h9 h8 h7 d9 d8 d7 d6 d5 d4 c9 c8 c7 c6 c5 c4 c3 c2 c1"
    assert not allows(hand, "sQ h9 h8")
    assert allows(hand, "hQ h9 h8")


@pytest.mark.parametrize(
    ("discard_fool", "tout", "may"),
    [
        ("never", True, False),
        ("tout_announced", False, False),
        ("tout_announced", True, True),
        ("tout_any", False, True),
    ],
)
def test_the_fool_goes_only_by_option(discard_fool, tout, may):
    hand = "F T14 T9 T7 T6 sQ sN s9 s8 hQ hN h9 h8 h7 d9 d8 d7 d6 d5 d4 c9 c8 c7 c6 c5 c4 c3 c2"
    assert allows(hand, "F h9 h8", discard_fool=discard_fool, tout=tout) is may


def test_least_cost_by_brute_force_agrees_with_the_choices():
    """Every set of three, costed as §3.3 says, against the two pairs that the script offers."""
    hands = [TWO_TRUMPS, THREE_TRUMPS, "F " + " ".join(f"T{n}" for n in range(1, 22)) + " sK sQ sN sJ hK s2",
             "F T21 T1 T20 " + " ".join(f"{s}{r}" for s in "shdc" for r in "KQNJ") + " s9 h9 T2 T3 T4 T5 T6 T7"]  # fmt: skip
    for hand in hands:
        mask = cards(hand)
        discard = Discard(mask, options())
        melds = mask & ~discard.plain & ~discard.never & ~discard.trumps & discard.melded
        costs = {}
        for three in combinations(bits(mask), 3):
            laid = sum(1 << card for card in three)
            void = bool(laid & discard.trumps) and not discard.trumps & ~laid
            if laid & discard.never or (laid & 1 and not void):
                continue
            trumps = 0 if void else (laid & discard.trumps).bit_count()
            costs[laid] = (trumps, (laid & melds).bit_count())
        least = min(costs.values())
        lay = Lay(0, 3, discard.choices, lambda seat, mask: None)  # type: ignore[arg-type,return-value]  # never asked why
        assert {laid for laid, cost in costs.items() if cost == least} == {laid for laid in costs if lay.legal(laid)}


def lays(cards_: str) -> str:
    return F1.replace("W lays:S9,D2,D5", f"W lays:{cards_}")


@pytest.mark.parametrize(
    ("laid", "code", "words"),
    [
        ("S9,D2", "X002", ("lays away 2 cards", "the skat has three")),
        ("S9,D2,D4", "X003", ("D4", "does not hold it")),
        ("S9,D2,HK", "X004", ("a king may never be laid away",)),
        ("S9,D2,T21", "X004", ("the mondo may never be laid away",)),
        ("S9,D2,T3", "X004", ("West lays away T3 and keeps T21, T19", "all together")),
        ("S9,D2,HQ", "X005", ("HQ, part of a declaration", "only when it cannot be avoided")),
    ],
)
def test_record_section_3_3_each_fault_is_named(laid, code, words):
    found = only(lays(laid), code, *words)
    assert found.rule == "dansk §3.3"
    assert found.span is not None
    assert lays(laid).splitlines()[found.span.line - 1].startswith("W lays:")


def test_record_without_the_discard_is_unknown_not_wrong():
    assert codes(F1.replace("[Exchange]\nW lays:S9,D2,D5\n", "")) == []


def test_the_last_three_cards_may_stand_as_a_talon():
    with_skat = "W:21,19,16,14,13,10,9,8,6,3.96.KQNJ12T.J2359.N971"
    without = "W:21,19,16,14,13,10,9,8,6,3.6.KQNJ12T.J39.N971"
    assert with_skat in F1
    text = F1.replace(with_skat, without).replace('[Talon ""]', '[Talon "S9 D2 D5"]')
    assert codes(text) == []
    assert codes(text.replace('[Talon "S9 D2 D5"]', '[Talon "S9 D2"]'))[0] == "D003"
