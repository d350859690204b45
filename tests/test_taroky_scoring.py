"""Settlement of Czech taroky against the figures of the rules page: counting, component oracles, other people's tests."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tarok_pbn.cards import PACK54
from tarok_pbn.games.taroky.cards import count
from tests.support import checked, codes, mask, page_cards, result_only, totals

PASS = "S pass  E pass  N pass  W pass"
QUIET = {"Pagat": "", "Valat": ""}


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("cK", 4),
        ("cQ sQ", 7),
        ("s10 hQ V sK d4 c8", 9),
        ("sK VII hK", 9),
        ("s10", 0),
        ("s10 s9", 1),
        ("s10 s9 s8", 1),
        ("s10 s9 s8 s7", 1),
        ("", 0),
    ],
)
def test_taroky_section_1_3_counting_by_threes(cards, points):
    assert count(mask(" ".join(page_cards(cards)))) == points


def test_taroky_section_1_3_whole_pack_is_70_by_threes_and_106_raw():
    assert count(PACK54) == 70
    assert count(PACK54, 106) == 106


def test_taroky_section_1_3_two_piles_always_make_70_four_piles_may_make_71():
    rng, pack = Random(3), [card for card in range(78) if PACK54 >> card & 1]
    for size in range(55):
        mine = sum(1 << card for card in rng.sample(pack, size))
        assert count(mine) + count(PACK54 & ~mine) == 70
    rng.shuffle(pack)
    parts = (pack[:14], pack[14:40], pack[40:])
    assert sum(count(sum(1 << card for card in part)) for part in parts) == 71


# Number, text of the record, scores of S E N W.
COMPONENTS = {
    "C1": (result_only("povinnost", "50 20", tags=QUIET), (15, -15, 15, -15)),
    "C2": (result_only("povinnost", "18 52", tags=QUIET), (-17, 17, -17, 17)),
    "C3": (result_only("povinnost", "35 35", tags=QUIET), (-1, 1, -1, 1)),
    "C4": (result_only("povinnost", "35 35", tags=QUIET, announcements=f"{PASS}  E flek:hra"), (-2, 2, -2, 2)),
    "C5": (result_only("trojka:2", "40 30", partner="", tags=QUIET), (30, -10, -10, -10)),
    "C7": (
        result_only("solo", "35 35", partner="", tags=QUIET, announcements=f"{PASS}  N flek:hra  S reflek:hra"),
        (-12, 4, 4, 4),
    ),
    "C9": (
        result_only(
            "povinnost", "44 26", partner="", tags={**QUIET, "Called": "T19"},
            announcements="S pass  E trul honery  N pass  W pass",
        ),
        (-3, 1, 1, 1),
    ),
    "C10": (
        result_only(
            "druha", "38 32", tags={"Pagat": "S won", "Valat": ""},
            announcements=f"{PASS}  E flek:pagat  S reflek:pagat  W super:pagat",
        ),
        (163, -163, 163, -163),
    ),
    "C12": (
        result_only("povinnost", "66 4", tags=QUIET, announcements="S pass  E pass  N valat  W pass"),
        (-109, 109, -109, 109),
    ),
    "C14": (result_only("varsava", "S 40; E 20; N 10; W 0", declarer="", partner=""), (-160, 40, 40, 80)),
    "C16": (
        result_only("varsava", "S 20; E 20; N 20; W 10", declarer="", partner=""),
        (Fraction(-10, 3), Fraction(-10, 3), Fraction(-10, 3), 10),
    ),
}  # fmt: skip


@pytest.mark.parametrize("number", COMPONENTS)
def test_taroky_section_12_1_component_oracles(number):
    text, scores = COMPONENTS[number]
    assert totals(text) == dict(zip("SENW", scores, strict=True))


def test_taroky_section_12_1_thirds_are_written_as_fractions():
    text = result_only(
        "varsava", "S 20; E 20; N 20; W 10", declarer="", partner="",
        tags={"Score": "S -10/3; E -10/3; N -10/3; W 10"},
    )  # fmt: skip
    assert codes(text) == []
    assert codes(text.replace('N -10/3; W 10"]', 'N -10/3; W 9"]').replace('"S -10/3', '"S -7/3')) == ["S001"]


# --- section 9 and 10, paragraph by paragraph ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        # druhá has the factor 1 and the pagát is promised: lost it costs 20
        (result_only("druha", "38 32", tags={"Pagat": "S lost", "Valat": ""}), (-17, 17, -17, 17)),
        # a silent pagát counts for its player's side
        (result_only("povinnost", "40 30", tags={"Pagat": "E won", "Valat": ""}), (-5, 5, -5, 5)),
        (result_only("povinnost", "40 30", tags={"Pagat": "N lost", "Valat": ""}), (-5, 5, -5, 5)),
        # U14: lost by one of three defenders the lone player gains 30, every defender pays 10
        (result_only("solo", "36 34", partner="", tags={"Pagat": "E lost", "Valat": ""}), (48, -16, -16, -16)),
        # an announced pagát that was not in the last trick is lost
        (
            result_only("povinnost", "40 30", tags=QUIET, announcements="S pass  E pagat  N pass  W pass"),
            (25, -25, 25, -25),
        ),
        # valát silent, by either side, and against an announcement of the other side (U12)
        (result_only("povinnost", "63 7", tags={"Pagat": "", "Valat": "S"}), (98, -98, 98, -98)),
        (result_only("povinnost", "16 54", tags={"Pagat": "", "Valat": "W"}), (-89, 89, -89, 89)),
        (
            result_only(
                "povinnost", "16 54", tags={"Pagat": "", "Valat": "W"}, announcements="S valat  E pass  N pass  W pass"
            ),
            (-229, 229, -229, 229),
        ),
        # announced and made, with the flek on it; the game is still settled
        (
            result_only(
                "trojka:1", "64 6", partner="", tags={"Pagat": "", "Valat": "S"},
                announcements="S valat  E pass  N pass  W pass  E flek:valat",
            ),
            (927, -309, -309, -309),
        ),
        # the flek on the game touches nothing but the game
        (
            result_only(
                "povinnost", "45 25", tags={"Pagat": "S won", "Valat": ""},
                announcements="S tarocky  E barvy  N pass  W pass  W flek:hra  N reflek:hra  E super:hra",
            ),
            (85, -85, 85, -85),
        ),
    ],
)  # fmt: skip
def test_taroky_section_9_components(text, scores):
    assert totals(text) == dict(zip("SENW", scores, strict=True))


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        # tiers: 10 up to 29, 20 from 30 to 39, 40 from 40 on
        ("S 29; E 20; N 11; W 10", (-30, 10, 10, 10)),
        ("S 30; E 20; N 10; W 10", (-60, 20, 20, 20)),
        ("S 39; E 20; N 11; W 0", (-80, 20, 20, 40)),
        ("S 40; E 20; N 10; W 0", (-160, 40, 40, 80)),
        ("S 70; E 0; N 0; W 0", (-240, 80, 80, 80)),
        # two tied losers pay half each
        ("S 25; E 25; N 11; W 9", (-10, -10, 10, 10)),
        ("S 35; E 35; N 0; W 0", (-40, -40, 40, 40)),
        # three tied losers pay thirds
        ("S 23; E 23; N 1; W 23", (Fraction(-10, 3), Fraction(-10, 3), 10, Fraction(-10, 3))),
    ],
)
def test_taroky_section_10_tiers_ties_and_thirds(points, scores):
    assert totals(result_only("varsava", points, declarer="", partner="")) == dict(zip("SENW", scores, strict=True))


@pytest.mark.parametrize(
    ("contract", "points", "bound"),
    [("povinnost", "62 8", "63 7"), ("trojka:1", "56 14", "57 13"), ("solo", "43 27", "44 26"), ("povinnost", "17 53", "16 54")],
)
def test_taroky_section_9_1_bounds_tell_whether_a_valat_is_possible(contract, points, bound):
    """A side that owns more than it can have laid away took a trick: no Valat tag is needed then."""
    partner = "N" if contract == "povinnost" else ""
    needed = result_only(contract, bound, partner=partner, tags={"Pagat": "", "Score": "S 1; E -1; N 1; W -1"})
    told = result_only(contract, points, partner=partner, tags={"Pagat": "", "Score": "S 1; E -1; N 1; W -1"})
    assert codes(needed) == ["S009"]
    assert codes(told) == ["S001"]


def test_taroky_section_9_4_highest_game():
    text = result_only(
        "solo", "70 0", partner="", tags=QUIET, announcements=f"{PASS}  E flek:hra  S reflek:hra  E super:hra"
    )
    assert totals(text)["E"] == -1680


# --- section 12.4: other people's tests, in units of 5 haléř for the Vysočina rules ------------------


def vysocina(contract: str, points: str, **changes) -> str:
    changes.setdefault("tags", QUIET)
    return result_only(contract, points, rules="vysocina", **changes)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        (vysocina("povinnost", "50 20"), (15, -15, 15, -15)),
        (vysocina("povinnost", "18 52"), (-17, 17, -17, 17)),
        (vysocina("trojka:2", "40 30", partner=""), (30, -10, -10, -10)),
        (vysocina("povinnost", "50 20", announcements=f"{PASS}  E flek:hra"), (30, -30, 30, -30)),
        (vysocina("povinnost", "35 35", announcements="S pass  E trul  N pass  W pass"), (-5, 5, -5, 5)),
        (
            vysocina("trojka:2", "40 30", partner="", announcements="S trul  E pass  N pass  W pass"),
            (42, -14, -14, -14),
        ),
        (
            vysocina(
                "povinnost", "50 20", announcements="S pagat  E pass  N pass  W pass",
                tags={"Pagat": "S won", "Valat": ""},
            ),
            (55, -55, 55, -55),
        ),
        (vysocina("varsava", "S 40; E 20; N 10; W 0", declarer="", partner=""), (-280, 80, 80, 120)),
    ],
)  # fmt: skip
def test_taroky_section_12_4_tarakus_tests(text, scores):
    assert totals(text) == dict(zip("SENW", scores, strict=True))


def test_taroky_section_12_4_vysocina_page_rounds_up_where_the_option_says_so():
    """17 points at 5 haléř are 85, paid as 90: 18 units. The preferans in the third cards is 17 times 20 haléř, 3.40 Kč."""
    assert totals(vysocina("povinnost", "18 52", options="rounding=up2"))["E"] == 18
    assert totals(vysocina("povinnost", "18 52"))["E"] == 17
    assert totals(vysocina("trojka:3", "18 52", partner="", options="rounding=up2"))["E"] == 68


def mprihoda(contract: str, points: str, pot: str = "pot 40", **changes) -> str:
    tags = {"Pots": pot, **QUIET, **changes.pop("tags", {})}
    return result_only(contract, points, rules="mprihoda", tags=tags, **changes)


#: druhá always has its pagát, so its game is looked at alone
@pytest.mark.parametrize(
    ("text", "mine", "theirs"),
    [
        (mprihoda("povinnost", "40 30"), 5, -5),
        (mprihoda("povinnost", "40 30", partner=""), 15, -5),
        (mprihoda("druha", "40 30"), 10, -10),
        (mprihoda("druha", "40 30", partner=""), 30, -10),
        (mprihoda("trojka:1", "40 30", partner=""), 15, -5),
        (mprihoda("trojka:2", "30 40", partner=""), -30, 10),
        (mprihoda("trojka:3", "40 30", partner=""), 45, -15),
        (mprihoda("solo", "40 30", partner=""), 60, -20),
        (mprihoda("povinnost", "40 30", announcements=f"{PASS}  E flek:hra"), 10, -10),
    ],
)
def test_taroky_section_12_4_mprihoda_game(text, mine, theirs):
    ledger = checked(text).replay.ledger
    assert ledger is not None
    game = ledger.item("game")
    assert game is not None
    assert game.changes()["S"] == mine
    assert game.changes()["E"] == theirs


def test_taroky_section_12_4_mprihoda_melds():
    text = mprihoda("povinnost", "40 30", announcements="S tarocky  E taroky honery  N pass  W pass")
    assert totals(text) == {"S": -5, "E": 5, "N": -5, "W": 5, "pot": 0}


@pytest.mark.parametrize(
    ("points", "valat", "announcements", "unit"),
    [
        ("63 7", "S", PASS, 70),
        ("16 54", "E", PASS, -70),
        ("63 7", "S", "S valat  E pass  N pass  W pass", 140),
        ("16 54", "E", "S pass  E valat  N pass  W pass", -140),
        ("63 7", "S", "S valat  E pass  N pass  W pass  E flek:valat", 280),
        ("55 15", "", "S valat  E pass  N pass  W pass", -70),
        ("55 15", "", "S pass  E valat  N pass  W pass", 70),
        ("40 30", "", "S valat  E pass  N pass  W pass  E flek:valat", -140),
    ],
)
def test_taroky_section_12_4_mprihoda_valat_stands_instead_of_the_game(points, valat, announcements, unit):
    text = mprihoda("povinnost", points, announcements=announcements, tags={"Valat": valat})
    assert totals(text) == {"S": unit, "E": -unit, "N": unit, "W": -unit, "pot": 0}


@pytest.mark.parametrize(
    ("pagat", "announcements", "ours", "theirs"),
    [
        ("S won", PASS, 160, 0),
        ("E won", PASS, 0, 160),
        ("S lost", PASS, 0, 0),
        ("S won", "S pagat  E pass  N pass  W pass", 320, 0),
        ("S won", "S pagat  E pass  N pass  W pass  E flek:pagat", 640, -320),
        ("E won", "S pass  E pagat  N pass  W pass", 0, 320),
        ("E won", "S pass  E pagat  N pass  W pass  S flek:pagat", -320, 640),
        ("", "S pagat  E pass  N pass  W pass", -320, 0),
        ("S lost", "S pagat  E pass  N pass  W pass  E flek:pagat", -640, 320),
        ("", "S pass  E pagat  N pass  W pass  S flek:pagat", 320, -640),
    ],
)
def test_taroky_section_12_4_mprihoda_pagat_from_a_pot_of_320(pagat, announcements, ours, theirs):
    text = mprihoda("povinnost", "35 35", pot="pot 320", announcements=announcements, tags={"Pagat": pagat})
    assert totals(text) == {
        "S": ours // 2, "E": theirs // 2, "N": ours // 2, "W": theirs // 2, "pot": -ours - theirs,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ("S 10; E 10; N 25; W 25", (-10, -10, -25, -25)),
        ("S 10; E 10; N 50; W 0", (-20, -20, -100, 0)),
        ("S 10; E 60; N 0; W 0", (-40, -240, 0, 0)),
        ("S 70; E 0; N 0; W 0", (-560, 0, 0, 0)),
    ],
)
def test_taroky_section_12_4_mprihoda_varsava_feeds_the_pot(points, scores):
    got = totals(mprihoda("varsava", points, declarer="", partner=""))
    assert tuple(got[seat] for seat in "SENW") == scores
    assert got["pot"] == -sum(scores)


def test_taroky_section_11_mprihoda_an_empty_pot_is_filled_first():
    assert totals(mprihoda("povinnost", "40 30", pot="pot 0")) == {"S": -5, "E": -15, "N": -5, "W": -15, "pot": 40}
    assert totals(mprihoda("varsava", "S 10; E 10; N 25; W 25", pot="pot 0", declarer="", partner=""))["pot"] == 110


def test_taroky_section_11_mprihoda_without_the_pot_before_the_hand_nothing_is_checkable():
    text = result_only("povinnost", "40 30", rules="mprihoda", tags={**QUIET, "Score": "S 9; E -9; N 9; W -9"})
    assert codes(text) == ["S009"]


def texas(contract: str, points: str, **changes) -> str:
    changes.setdefault("tags", QUIET)
    return result_only(contract, points, rules="texas", **changes)


def test_taroky_section_12_4_westfest_chips():
    """59 of 106 points are 6 over half: (6 + 10) · 2 = 32 makes 3 chips, prever 48 makes 5 from each."""
    assert totals(texas("povinnost", "59 47")) == {"S": 3, "E": -3, "N": 3, "W": -3}
    assert totals(texas("trojka:1", "59 47", partner="")) == {"S": 15, "E": -5, "N": -5, "W": -5}


def test_taroky_section_11_texas_doubles_a_prever_only_for_the_loser():
    assert totals(texas("trojka:3", "59 47", partner=""))["E"] == -5
    assert totals(texas("trojka:3", "47 59", partner=""))["E"] == 20
    assert totals(texas("trojka:2", "47 59", partner=""))["E"] == 10


def test_taroky_section_11_texas_a_tie_costs_two_chips_and_a_challenger_loses_it():
    assert totals(texas("povinnost", "53 53"))["S"] == -2
    assert totals(texas("povinnost", "53 53", announcements=f"{PASS}  E flek:hra"))["S"] == 4
    assert totals(texas("trojka:3", "53 53", partner="", announcements=f"{PASS}  E flek:hra"))["E"] == -4
