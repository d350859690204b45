"""Tags of Königrufen's own form, the deal, and what a session needs of double rounds (koenigrufen §2, §9.6)."""

from __future__ import annotations

from random import Random

import pytest

from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.koenigrufen.cards import blatt, parse_blatt, thirds
from tests.koenigrufen_support import fill, hand_text, result_text
from tests.support import checked, codes, mask, only


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("SK SN ST", 7), ("SK SQ F", 12), ("T21 T1 SK", 13), ("SQ HQ DQ", 10), ("SQ HQ CN", 9), ("SJ HJ DJ", 4), ("S7 S8 T4", 1),
    ],
)  # fmt: skip
def test_koenigrufen_section_11_1b_counting(cards, points):
    assert thirds(mask(cards)) == 3 * points


def test_koenigrufen_section_11_1b_a_longer_pile():
    empties = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 S7 S8 S9"
    assert thirds(mask("F T21 T1 HK SK DQ CQ HN SJ CJ " + empties)) == 117
    assert blatt(117) == "39/0"
    assert (parse_blatt("35/2"), parse_blatt("35/1"), parse_blatt("35"), parse_blatt("35/3"), parse_blatt("x")) == (
        107,
        106,
        105,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("tag", "value", "says"),
    [
        ("Points", "41.2 28.1", "is not in points and Blatt"),
        ("Points", "41/2 28/2", "do not add up to 70/0"),
        ("Tricks", "S 1; E 3", "does not give a number of tricks for each seat"),
        ("Tricks", "S 1; E 3; N 3; W 6", "more than twelve"),
        ("Bonuses", "pagatt S", "names pagatt, which is no bonus"),
        ("Bonuses", "pagat", "names no seat for pagat"),
        ("Radl", "twice", "is not a factor"),
        ("TalonOrder", "top", "is neither halves nor none"),
    ],
)
def test_a_value_of_another_form(tag, value, says):
    text = f'[Event "Tags"]\n[Game "koenigrufen"]\n[Rules "ooe-2023-04"]\n[{tag} "{value}"]\n'
    assert says in only(text, "R007").message


def test_koenigrufen_section_2_rethrow():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T1 SK SQ SN HK HQ HN DK DQ DN CK CQ", talon)
    base = {"deal": deal, "talon": talon}
    found = only(hand_text("ruediger", **base), "D008", "a single tarok, and that of the Trull")
    assert found.severity == "warning"
    assert codes(hand_text("ooe-2023-04", **base)) == []


def radl(text: str) -> str:
    return checked(text).replay.computed.get("RadlAfter", "-")


def test_koenigrufen_section_9_6_double_rounds():
    trischaken = result_text(
        "trischaken", "ruediger", declarer="", points="S 20/0; E 30/0; N 10/0; W 10/0", tricks="S 3; E 3; N 3; W 3"
    )
    assert radl(trischaken) == "2x4"
    assert radl(result_text("dreier", "ruediger", points="40/0 30/0")) == ""
    assert radl(trischaken.replace("ruediger", "ooe-2023-04")) == "-"
    doubled = checked(result_text("dreier", "ruediger", points="40/0 30/0", tags='[Radl "4"]')).replay.ledger
    assert doubled is not None
    assert doubled.totals() == {"S": 36, "E": -12, "N": -12, "W": -12}
    plain = checked(result_text("dreier", "ooe-2023-04", points="40/0 30/0", tags='[Radl "4"]')).replay.ledger
    assert plain is not None
    assert plain.totals()["S"] == 12


def test_koenigrufen_section_2_at_a_table_of_five_the_dealer_sits_out():
    game, seats = get("koenigrufen"), ("A", "B", "C", "D", "E")
    for dealer in seats:
        tags = {"Event": "Five", "Rules": "ooe-2023-04"}
        record, table = play_hand(
            game, game.rulesets()["ooe-2023-04"].options, Random(3), tags=tags, seats=seats, dealer=dealer
        )
        assert dealer not in table.seats
        assert len(table.seats) == 4
        assert codes(record) == []
