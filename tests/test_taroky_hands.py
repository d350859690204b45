"""The full hands of the Czech rules page (12.2), complete, and one change each that must be rejected (12.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn.notation import read_path
from tests.support import checked, codes, only
from tests.taroky_pages import H1, H3, H5, PageHand

SAMPLES = Path(__file__).parent.parent / "samples" / "taroky"
PAGES = {"h1": H1, "h3": H3, "h5": H5}

#: What the page says of each hand: points of the sides, the items of the declarer's side, its total.
SAYS = {
    "h1": ((32, 38), {"game": -3, "melds": 5, "pagat": -10}, -8),
    "h3": ((23, 47), {"game": -72, "melds": -5}, -77),
    "h5": ((58, 12), {"game": 92, "melds": 15, "pagat": 20}, 127),
}


@pytest.mark.parametrize("name", PAGES)
def test_taroky_section_12_2_full_hands_check_clean(name):
    assert codes(PAGES[name].text()) == []


@pytest.mark.parametrize("name", PAGES)
def test_taroky_section_12_2_winners_points_items_and_total(name):
    page, (points, items, total) = PAGES[name], SAYS[name]
    # without the outcome, so that nothing but the hand itself speaks
    text = "\n".join(
        line for line in page.text().splitlines()
        if not line.startswith(("[Contract", "[Declarer", "[Partner", "[Points", "[Score \""))
    )  # fmt: skip
    done = checked(text.partition("[ScoreTable")[0])
    assert done.findings == []
    table, ledger = done.replay.table, done.replay.ledger
    assert table is not None
    assert ledger is not None
    assert "".join(table.seats[trick.winner or 0] for trick in table.tricks) == page.winners
    assert done.replay.computed["Points"] == f"{points[0]} {points[1]}"
    assert {item.name: item.amount for item in ledger.items} == items
    heads = 1 if page.partner else 3
    assert ledger.totals()[page.declarer] == heads * total
    assert sum(ledger.totals().values()) == 0


@pytest.mark.parametrize("name", PAGES)
def test_taroky_section_12_2_samples_are_these_hands(name):
    (sample,) = read_path(SAMPLES / f"rules-{name}.tpbn")
    page = next(iter(checked(PAGES[name].text()).record.sections), None)
    assert page is not None
    record, typed = sample.record, checked(PAGES[name].text()).record
    for tag in ("Deal", "Talon", "Contract", "Declarer", "Partner", "Points", "Score"):
        assert record.get(tag) == typed.get(tag), tag
    ours, theirs = record.section("Play"), typed.section("Play")
    assert ours is not None
    assert theirs is not None
    assert [(seat, word) for seat, word, _ in ours.items()] == [(seat, word) for seat, word, _ in theirs.items()]


def test_taroky_section_12_2_h1_with_one_flek_on_the_game():
    text = H1.text(Score="S -11; E 11; N 11; W -11").replace("W pass\n[Play]", "W pass  N flek:hra\n[Play]")
    assert codes(text.replace("game -3 3 3 -3", "game -6 6 6 -6")) == []


def test_taroky_section_12_2_h3_without_the_flek():
    text = H3.text(Score="S 41; E -123; N 41; W 41").replace("  N flek:hra", "")
    assert codes(text.replace("game 72 -216 72 72", "game 36 -108 36 36")) == []


# --- 12.3: one change each ----------------------------------------------------------------------------


def changed(page: PageHand, old: str, new: str) -> str:
    text = page.text()
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize("word", ["pass", "druha"])
def test_taroky_section_12_3_n1_forehand_opens(word):
    only(changed(H1, "S povinnost", f"S {word}"), "A002", "Legal: povinnost, trojka or solo")


def test_taroky_section_12_3_n3_druha_after_trojka():
    only(changed(H3, "N pass  W pass\n[Exchange]", "N druha  W pass\n[Exchange]"), "A002", "not higher", "pass or solo")


def test_taroky_section_12_3_n4_call_xviii_without_the_xix():
    only(changed(H1, "call:T19", "call:T18"), "A003", "does not hold the XIX", "call:T19")


def test_taroky_section_12_3_n5_not_the_nearest_lower_tarok():
    """South has XIX and XVIII but not XVII: the XVII may be called, the XVI not."""
    swapped = (
        "XIX XVIII IX VII VI III cK cN c9 s10 dQ d4",
        "XXI VIII V c10 c7 sQ sN sJ s9 dK hN h3",
        "SK XX X II sK dN dA d2 d3 hJ h2 h4",
        "XII XVII XVI XV I cQ cJ c8 s7 dJ hQ hA",
    )
    page = H1._replace(deal=swapped, talon="s8 IIII XIV hK XIII XI")
    head = page.text().partition("[Exchange]")[0]
    head = "\n".join(line for line in head.splitlines() if not line.startswith(("[Partner", "[Points", "[Score"))) + "\n"
    only(head.replace("call:T19", "call:T16"), "A003", "nearest", "call:T19, call:T17 or varsava")
    assert codes(head.replace("call:T19", "call:T17")) == []
    assert codes(head) == []


def test_taroky_section_12_3_n6_a_king_laid_away():
    only(changed(H1, "lays:DQ,C9,D4,S8", "lays:DQ,CK,D4,S8"), "X004", "CK", "never")


def test_taroky_section_12_3_n7_a_tarok_laid_away_while_suit_cards_are_left():
    only(changed(H1, "lays:DQ,C9,D4,S8", "lays:DQ,C9,D4,T3"), "X005", "T3", "suit cards")


def test_taroky_section_12_3_n8_the_suit_card_must_go_first():
    text = changed(H5, "lays:S7,T2,T10,T9\nS shows:T2,T10,T9", "lays:T8,T2,T10,T9\nS shows:T8,T2,T10,T9")
    only(text, "X005", "keeps S7", "must go first")


def test_taroky_section_12_3_n14_barvicky_with_more_than_two_taroks():
    only(changed(H1, "S tarocky  E pass", "S tarocky  E barvicky"), "M001", "holds 4 taroks")


def test_taroky_section_12_3_n15_four_kings_stand_instead_of_honery():
    only(changed(H5, "trul kralove pagat", "trul kralove honery pagat"), "M001", "four kings, which replace honery")


@pytest.mark.parametrize(
    ("ladder", "code"),
    [
        ("N flek:hra  N super:hra", "M007"),
        ("N flek:hra  E reflek:hra  W super:hra  E resub:hra", "M007"),
        ("N flek:hra  E super:hra", "M007"),
    ],
)
def test_taroky_section_12_3_n17_ladder(ladder, code):
    only(changed(H3, "N flek:hra", ladder), code, "ladder")


def test_taroky_section_12_3_n18_flek_on_a_pagat_that_was_not_announced():
    only(changed(H1, "W pass\n[Play]", "W pass  N flek:pagat\n[Play]"), "M008", "pagat was not announced")
