"""Melds, commitments and the flek ladder of Czech taroky: sections 6 and 7 of the rules page."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from tarok_pbn.cards import PACK54
from tarok_pbn.games.taroky.announce import meld_value, melds_of
from tarok_pbn.games.taroky.rules import Rules
from tests.support import codes, mask, only, page_cards, result_only, totals
from tests.taroky_pages import H1, H3

PASS = "S pass  E pass  N pass  W pass"
QUIET = {"Pagat": "", "Valat": ""}


def hand(text: str) -> int:
    return mask(" ".join(page_cards(text)))


@pytest.mark.parametrize(
    ("cards", "melds", "units"),
    [
        # the number of taroks, at every edge
        ("II III IIII V VI VII VIII IX X XI XII XIII", "taroky", 10),
        ("II III IIII V VI VII VIII IX X XI cK cQ", "taroky", 10),
        ("II III IIII V VI VII VIII IX X cK cQ cN", "tarocky", 5),
        ("II III IIII V VI VII VIII IX cK cQ cN cJ", "tarocky", 5),
        ("II III IIII V VI VII VIII cK cQ cN cJ c10", "", 0),
        ("II III IIII cK cQ cN cJ c10 c9 c8 c7 sQ", "", 0),
        ("II III cK cQ cN cJ c10 c9 c8 c7 sQ sN", "barvicky", 5),
        ("II cK cQ cN cJ c10 c9 c8 c7 sQ sN sJ", "barvicky", 5),
        ("I II cK cQ cN cJ c10 c9 c8 c7 sQ sN", "barvicky", 5),
        ("I cK cQ cN cJ c10 c9 c8 c7 sQ sN sJ", "barvy", 10),
        ("cK cQ cN cJ c10 c9 c8 c7 sQ sN sJ s10", "barvy", 10),
        # U20: a lone mond or škýz makes barvičky
        ("XXI cK cQ cN cJ c10 c9 c8 c7 sQ sN sJ", "barvicky", 5),
        ("SK cK cQ cN cJ c10 c9 c8 c7 sQ sN sJ", "barvicky", 5),
        # trul, kings, honery
        ("I XXI SK cQ cN cJ c10 c9 c8 c7 sQ sN", "trul", 5),
        ("I XXI SK cK cN cJ c10 c9 c8 c7 sQ sN", "trul honery", 10),
        ("I XXI SK cK sK hK c10 c9 c8 c7 sQ sN", "trul honery", 10),
        ("I XXI SK cK sK hK dK c9 c8 c7 sQ sN", "trul kralove", 15),
        ("II III IIII cK sK hK dK c9 c8 c7 sQ sN", "kralove", 10),
        ("I III IIII cK sK hK dK c9 c8 c7 sQ sN", "kralove", 10),
        ("I XXI IIII cK sK V VI c9 c8 c7 sQ sN", "honery", 5),
        ("I III IIII cK sK hK VI c9 c8 c7 sQ sN", "honery", 5),
        ("I III IIII cK sK V VI c9 c8 c7 sQ sN", "", 0),
        # the most that one player can have
        ("I XXI SK II III IIII V VI cK sK hK dK", "tarocky trul kralove", 20),
        ("I XXI SK II III IIII V VI VII VIII cK sK", "taroky trul honery", 20),
    ],
)
def test_taroky_section_6_1_melds(cards, melds, units):
    rules = Rules()
    held = hand(cards)
    assert held.bit_count() == 12
    assert sorted(melds_of(held, rules)) == sorted(melds.split())
    assert sum(meld_value(word, held, rules) for word in melds_of(held, rules)) == units


def test_taroky_section_6_1_totals_are_0_to_20_in_fives():
    """Every way to have so many of each kind of card: pagát, other trul, kings, other taroks, other suit cards."""
    rules = Rules()
    seen = set()
    trul, kings = page_cards("I XXI SK"), page_cards("cK sK hK dK")
    taroks = [f"T{n}" for n in range(2, 21)]
    plain = [suit + rank for suit in "SC" for rank in "QNJT987"] + [suit + rank for suit in "HD" for rank in "QNJ1234"]
    for pagat in (0, 1):
        for others in range(3):
            for king in range(5):
                for tarok in range(13 - pagat - others - king):
                    rest = 12 - pagat - others - king - tarok
                    if not 0 <= rest <= len(plain):
                        continue
                    cards = trul[:pagat] + trul[1 : 1 + others] + kings[:king] + taroks[:tarok] + plain[:rest]
                    held = mask(" ".join(cards))
                    assert held.bit_count() == 12
                    assert not held & ~PACK54
                    seen.add(sum(meld_value(word, held, rules) for word in melds_of(held, rules)))
    assert seen == {0, 5, 10, 15, 20}


def test_taroky_section_6_1_discards_do_not_count():
    """H1: South is dealt six taroks and has eight after the exchange; with one laid away seven would be left."""
    assert codes(H1.text()) == []


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("S trul  E trul", "M001"),
        ("S kralove  E kralove", "M001"),
        ("S honery  E trul", "M001"),
        ("S honery  E honery", "M001"),
        ("S kralove  E honery", "M001"),
        ("S trul  E kralove", ""),
        ("S trul honery  E taroky", ""),
    ],
)
def test_taroky_section_6_1_two_players_where_the_hands_are_not_known(said, code):
    text = result_only("povinnost", "40 30", announcements=f"{said}  N pass  W pass", tags=QUIET)
    if code:
        only(text, code, "another player has declared")
    else:
        assert codes(text) == []


def test_taroky_section_6_2_melds_may_stay_undeclared():
    text = H1.text(Score="S -13; E 13; N 13; W -13").replace("S tarocky", "S pass").replace("melds 5 -5 -5 5\n", "")
    assert codes(text) == []


def test_taroky_section_6_2_a_rule_set_may_make_melds_compulsory():
    text = H1.text(Options="melds=mandatory").replace("S tarocky", "S pass")
    only(text, "M002", "South holds tarocky")
    assert codes(H1.text(Options="melds=mandatory")) == []


def test_taroky_section_6_3_melds_are_settled_between_the_sides_and_never_multiplied():
    text = result_only(
        "solo", "36 34", partner="", announcements="S tarocky  E barvy  N pass  W pass  E flek:hra", tags=QUIET
    )
    assert totals(text)["E"] == -12 + 5


def test_taroky_section_6_4_only_the_holder_announces_the_pagat():
    only(H1.text().replace("S tarocky", "S tarocky pagat"), "M004", "without holding it")
    # West holds it: the announcement is good, but its flek is the other side's
    text = H1.text().partition("[Play]")[0].replace("W pass\n", "W pagat  S flek:pagat\n")
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("[Points", "[Score")))
    only(text, "M006", "other side was to speak")
    assert codes(text.replace("S flek", "E flek")) == []


def test_taroky_section_6_4_one_commitment_a_side_and_both_sides_may_announce_a_valat():
    text = result_only("povinnost", "40 30", announcements="S valat  E valat  N pass  W pass", tags=QUIET)
    assert totals(text)["S"] == 5 - 140 + 140
    only(text.replace("N pass  W pass", "N valat  W pass"), "M005", "announced already")


def test_taroky_section_6_4_druha_promises_the_pagat_without_a_word():
    text = result_only("druha", "40 30", announcements=f"{PASS}  E flek:pagat", tags={"Pagat": "S won", "Valat": ""})
    assert totals(text)["S"] == 5 + 40
    again = text.replace("S pass  E pass", "S pagat  E pass")
    assert totals(again)["S"] == 5 + 40
    only(text.replace("E flek:pagat", "S flek:pagat"), "M006")


def test_taroky_section_6_no_announcements_in_varsava():
    text = result_only("varsava", "S 40; E 20; N 10; W 0", declarer="", partner="")
    only(text + "[Announcements]\nS tarocky\n", "M009", "nothing of the kind is due in varsava")
    only(text + "[Announcements]\nS pass  E flek:hra\n", "M009", "flek:hra")


# --- section 7 ------------------------------------------------------------------------------------------


def ladder(words: str, contract: str = "povinnost", said: str = PASS, **changes) -> str:
    changes.setdefault("tags", QUIET)
    return result_only(contract, "40 30", announcements=f"{said}  {words}", **changes)


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("", 5),
        ("E flek:hra", 10),
        ("W flek:hra  N reflek:hra", 20),
        ("W flek:hra  S reflek:hra  E super:hra", 40),
        # passes in between, nobody in turn: the side counts, not the order of speaking
        ("W pass  E flek:hra  N pass  W pass  S reflek:hra  E pass  N pass  W pass  S pass", 20),
        # several items in one breath
        ("W flek:hra  S pass", 10),
    ],
)
def test_taroky_section_7_levels(words, unit):
    assert totals(ladder(words))["S"] == unit


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("S flek:hra", "M006"),
        ("N flek:hra", "M006"),
        ("E flek:hra  W reflek:hra", "M006"),
        ("E flek:hra  S reflek:hra  N super:hra", "M006"),
        ("E reflek:hra", "M007"),
        ("E flek:hra  W flek:hra", "M007"),
        ("E flek:hra  S super:hra", "M007"),
        ("E flek:hra  S reflek:hra  E super:hra  S resub:hra", "M007"),
        ("E flek:pagat", "M008"),
        ("E flek:valat", "M008"),
        ("E flek:melds", "M008"),
        # the mistake is reported once; the answers to it are none
        ("S flek:hra  E reflek:hra  S super:hra", "M006"),
        ("E flek:pagat  S reflek:pagat", "M008"),
    ],
)
def test_taroky_section_7_wrong_steps(words, code):
    only(ladder(words), code)


def test_taroky_section_7_silent_items_cannot_be_doubled():
    only(ladder("E flek:pagat", tags={"Pagat": "S won", "Valat": ""}), "M008", "only hra can be doubled")


def test_taroky_section_7_each_item_has_its_own_ladder():
    text = ladder("E flek:hra  S flek:valat  W reflek:valat  N reflek:hra", said="S pass  E valat  N pass  W pass")
    assert totals(text)["S"] == 20 + 140 * 4


def test_taroky_section_7_both_sides_valats_are_doubled_by_their_opponents():
    """U22: two announcements of a valát, one of each side; either may be doubled by its opponents."""
    text = ladder("E flek:valat  S reflek:valat  N flek:valat", said="S valat  E valat  N pass  W pass")
    assert totals(text)["S"] == 5 - 140 * 4 + 140 * 2
    only(text.replace("N flek:valat", "N super:valat"), "M006")


def test_taroky_section_7_after_four_passes_nothing_is_due():
    only(ladder("S pass  E pass  N pass  W pass  E flek:hra"), "M009", "flek:hra")


def test_taroky_section_7_ceiling_of_sixteen():
    words = "E flek:hra  S reflek:hra  E super:hra  S resub:hra"
    assert totals(ladder(words, options="flek_max=16"))["S"] == 80
    only(ladder("E flek:hra  S reflek:hra", options="flek_max=2"), "M007", "above the ceiling")


def test_taroky_section_9_3_a_lone_player_is_paid_by_each():
    lone = H3.text()
    assert codes(lone) == []
    assert 'E -231; N 77; W 77"' in lone


def test_taroky_section_6_every_pair_of_fives_counts_alike():
    """Any four or more of the seven five-pointers, not four kings, are honery; kings or trul cards makes no difference."""
    fives = page_cards("I XXI SK cK sK hK dK")
    filler = "T2 T3 T4 T5 T6"
    for first, second in combinations_with_replacement(range(7), 2):
        out = {first, second}
        kept = [card for index, card in enumerate(fives) if index not in out]
        held = mask(f"{' '.join(kept)} {filler}")
        words = melds_of(held, Rules())
        assert ("honery" in words) == (len(kept) >= 4 and not {"CK", "SK", "HK", "DK"} <= set(kept))
