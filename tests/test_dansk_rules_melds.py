"""Declarations: worked example U1 of the rules page (§12), and §4."""

from __future__ import annotations

import pytest

from tarok_pbn.games.dansk.melds import ALL_MELDS, meld_value, melds_of
from tarok_pbn.games.dansk.words import wording
from tests.dansk_support import SAMPLES, cards
from tests.support import codes, only

F1 = (SAMPLES / "rules-f1.tpbn").read_text("utf-8")
F3 = (SAMPLES / "rules-f3.tpbn").read_text("utf-8")


def test_u1_a_eleven_trumps_with_pagat_pay_fifteen():
    assert melds_of(cards("T1 T2 T3 T5 T7 T9 T10 T11 T12 T13 T14 hK")) == ("tarokker:11,pagat",)
    assert meld_value("tarokker:11,pagat") == 15


def test_u1_b_five_matadors_pay_twenty():
    assert melds_of(cards("F T21 T1 T20 T19")) == ("matadorer:5",)
    assert meld_value("matadorer:5") == 20


def test_u1_c_a_hand_full_of_melds():
    hand = cards("F T21 T20 T18 T15 T12 T9 T7 T4 T1 hK hQ hN hJ dK dQ dJ cK s10 s9 s2 c8 d7 d3 h5")
    assert melds_of(hand) == ("tarokker:10,pagat", "matadorer:4", "sprojtefulde:H", "halve:D,N", "halve_konger:S")
    assert [meld_value(word) for word in melds_of(hand)] == [10, 15, 15, 5, 5]


def test_maxima_of_section_4():
    everything = cards("F " + " ".join(f"T{n}" for n in range(1, 22)))
    assert melds_of(everything) == ("tarokker:22,pagat", "matadorer:22")
    assert meld_value("tarokker:22,pagat") == 70
    assert meld_value("matadorer:22") == 105


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("T21 T1 T20", ()),  # no fool, no matadors
        ("F T1 T20 T19", ()),
        ("F T21 T1 T19 T18", ("matadorer:3",)),  # the gap at 20 stops the run, the fool does not fill it
        ("F T21 T1 T20 T18", ("matadorer:4",)),
        ("sK sQ sN sJ", ("fulde:S",)),
        ("sK sQ sN sJ F", ("sprojtefulde:S",)),
        ("sK sQ sN", ()),
        ("sK sQ sJ F", ("halve:S,N",)),
        ("dQ dN dJ F", ("halve:D,K",)),
        ("sK hK dK cK", ("fulde_konger",)),
        ("sK hK dK cK F", ("sprojtefulde_konger",)),
        ("sK hK cK F", ("halve_konger:D",)),
        ("sK hK cK", ()),
        ("F " + " ".join(f"T{n}" for n in range(2, 11)), ("tarokker:10",)),  # the fool counts
        (" ".join(f"T{n}" for n in range(2, 11)), ()),
    ],
)
def test_section_4_2_each_meld(hand, melds):
    assert melds_of(cards(hand)) == melds
    assert set(melds) <= set(ALL_MELDS)


@pytest.mark.parametrize(
    ("word", "value", "danish"),
    [
        ("tarokker:11,pagat", 15, "11 tarokker med pagat"),
        ("tarokker:10", 10, "10 tarokker"),
        ("matadorer:5", 20, "5 matadorer"),
        ("sprojtefulde:H", 15, "sprøjtefulde hjerter"),
        ("fulde:C", 10, "fulde klør"),
        ("halve:D,N", 5, "halve ruder mangler kaval"),
        ("halve:S,Q", 5, "halve spar mangler dame"),
        ("sprojtefulde_konger", 15, "sprøjtefulde konger"),
        ("fulde_konger", 10, "fulde konger"),
        ("halve_konger:S", 5, "halve konger mangler spar"),
        ("pass", 0, "pas"),
    ],
)
def test_section_4_2_worth_and_danish_wording(word, value, danish):
    assert meld_value(word) == value
    assert wording(word).text == danish


MELDS_F1 = "W tarokker:10 fulde:H  S halve:S,Q  E pass"


def said(text: str, melds: str) -> str:
    assert MELDS_F1 in text
    return text.replace(MELDS_F1, melds)


def test_a_meld_not_declared_is_m002_at_what_the_seat_said():
    found = only(
        said(F1, "W tarokker:10  S halve:S,Q  E pass"),
        "M002",
        "West does not declare fulde:H (fulde hjerter)",
        "Declare",
    )
    assert found.rule == "dansk §4.1"


def test_saying_pas_with_a_meld_is_m002_at_the_pass():
    text = said(F1, "W tarokker:10 fulde:H  S pass  E pass")
    found = only(text, "M002", "halve:S,Q")
    assert found.span is not None
    assert text.splitlines()[found.span.line - 1][found.span.column - 1 :].startswith("pass  E")


@pytest.mark.parametrize(
    ("melds", "words"),
    [
        (
            "W tarokker:11 fulde:H  S halve:S,Q  E pass",
            ("West declares tarokker:11", "holds 10 trumps", "Declare tarokker:10"),
        ),
        ("W tarokker:10,pagat fulde:H  S halve:S,Q  E pass", ("does not hold the pagat",)),
        ("W tarokker:10 halve:H,K  S halve:S,Q  E pass", ("it is fulde hjerter",)),
        ("W tarokker:10 sprojtefulde:H  S halve:S,Q  E pass", ("it is fulde hjerter, not sprøjtefulde hjerter",)),
        ("W tarokker:10 fulde:H  S halve:S,N  E pass", ("halve spar mangler dame: another card is missing",)),
    ],
)
def test_a_meld_wrongly_counted_is_m003_and_nothing_else(melds, words):
    only(said(F1, melds), "M003", *words)


def test_the_pagat_omitted_is_m003():
    text = F3.replace("tarokker:10,pagat", "tarokker:10")
    only(text, "M003", "holds the pagat, which must be mentioned", "Declare tarokker:10,pagat")


@pytest.mark.parametrize(
    ("melds", "words"),
    [
        ("W tarokker:10 fulde:H  S halve:S,Q  E tarokker:10", ("East declares tarokker:10", "holds only 3 trumps")),
        ("W tarokker:10 fulde:H  S halve:S,Q  E matadorer:3", ("does not hold F and T21",)),
        (
            "W tarokker:10 fulde:H  S halve:S,Q  E halve:D,J",
            ("of the courts of diamonds holds only DK, DQ and DN and not the fool",),
        ),
        ("W tarokker:10 fulde:H  S halve:S,Q halve_konger:C  E pass", ("of the kings holds only SK",)),
    ],
)
def test_a_meld_claimed_falsely_is_m001(melds, words):
    only(said(F1, melds), "M001", *words)


def test_a_false_claim_of_one_seat_does_not_hide_what_another_left_out():
    assert codes(said(F1, "W tarokker:10 fulde:H  S pass  E tarokker:10")) == ["M002", "M001"]


def test_a_false_claim_does_not_hide_what_the_same_seat_left_out():
    assert sorted(codes(said(F1, "W tarokker:10 matadorer:3  S halve:S,Q  E pass"))) == ["M001", "M002"]


def test_a_word_that_is_no_meld_is_m009():
    only(said(F1, "W tarokker:10 fulde:H  S halve:S,Q  E trul"), "M009", "trul")


def test_the_dealer_declares_first():
    assert codes(said(F1, "S halve:S,Q  E pass  W tarokker:10 fulde:H")) == ["M010"]
