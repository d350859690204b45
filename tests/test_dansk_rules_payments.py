"""Payments: worked examples U2-U8, U12 and U13 of the rules page (§12), and the options of §6 and §10."""

from __future__ import annotations

import pytest

from tarok_pbn.games.dansk import facts
from tarok_pbn.games.dansk.pots import final_split, to_be_founded
from tarok_pbn.games.dansk.settle import Settlement, round5
from tests.dansk_support import SAMPLES, options, settlement, sums, trick_of
from tests.support import checked, codes, only

F1 = (SAMPLES / "rules-f1.tpbn").read_text("utf-8")
F3 = (SAMPLES / "rules-f3.tpbn").read_text("utf-8")


def points(monkeypatch: pytest.MonkeyPatch, *count: int) -> None:
    """Let the piles count what the worked example says."""
    monkeypatch.setattr(facts, "points", lambda table, rules: list(count))


def end(done: Settlement, *played: str, leader: int = 0) -> Settlement:
    """The last trick and the cards."""
    done.last_trick(trick_of(played, leader=leader))
    done.cards()
    return done


@pytest.mark.parametrize(
    ("low", "high", "amount"),
    [(0, 3, -25), (4, 8, -20), (9, 13, -15), (14, 18, -10), (19, 23, -5), (24, 28, 0), (29, 33, 5), (34, 38, 10), (39, 43, 15),
     (44, 48, 20), (49, 53, 25), (54, 58, 30), (59, 63, 35), (64, 68, 40), (69, 73, 45), (74, 78, 50)],
)  # fmt: skip
def test_u2_card_table(low, high, amount):
    assert {round5(p - 26) for p in range(low, high + 1)} == {amount}


def test_u3_king_ultimo_with_pot_against_a_king_bagud(monkeypatch):
    points(monkeypatch, 24, 31, 23)
    done = end(settlement(counts=[8, 9, 8]), "s9", "sK", "dK")
    assert sums(done) == (0, 275, -275, 0, 0)
    assert done.pots == {"pagat": 125, "king": 150}
    assert to_be_founded(done.pots) == ()
    assert [(t.payer, t.payee, t.amount) for item in done.ledger.items for t in item.transfers] == [
        ("S", "E", 40), ("W", "E", 40), ("king", "E", 150),
        ("W", "S", 40), ("W", "E", 40), ("W", "king", 150),
        ("S", "E", 5), ("W", "S", 5),
    ]  # fmt: skip


def test_u4_rounding_goes_through_the_next_dealer(monkeypatch):
    """p2 is the next dealer and sits first here: p2, p0, p1 are South, East and West."""
    points(monkeypatch, 25, 29, 24)
    done = end(settlement(counts=[8, 9, 8]), "T9", "s3", "s2", leader=1)
    assert sums(done) == (-25, 45, -20, 0, 0)


def test_u4_own_rounding_makes_chips_and_says_where_they_come_from(monkeypatch):
    points(monkeypatch, 25, 29, 24)
    done = end(settlement(counts=[8, 9, 8], card_settlement="own_rounding"), "T9", "s3", "s2", leader=1)
    assert sums(done)[:3] == (-20, 45, -20)
    assert done.ledger.totals()["rounding"] == -5


def test_u5_winning_only_the_last_trick_is_not_nolo(monkeypatch):
    """p1 is the next dealer: p1, p2, p0 are South, East and West."""
    points(monkeypatch, 38, 35, 5)
    done = end(settlement(counts=[12, 12, 1]), "sK", "s9", "c3", leader=2)
    assert sums(done) == (-30, -30, 210, 0, -150)
    assert done.pots == {"pagat": 125, "king": 0}
    assert to_be_founded(done.pots) == ("king",)


@pytest.mark.parametrize(("tout_cards", "result"), [("80", (605, -165, -165)), ("50", (545, -135, -135))])
def test_u6_tout_won_with_the_pagat_in_the_last_trick(tout_cards, result):
    done = end(settlement(counts=[25, 0, 0], tout_cards=tout_cards), "T1", "s9", "c3")
    assert sums(done) == (*result, -125, -150)
    assert done.pots == {"pagat": 0, "king": 0}
    assert [item.name for item in done.ledger.items] == ["tout"]


def test_section_6_5_tout_with_the_cards_counted_pays_110_each(monkeypatch):
    """§6.5: opponents with 0-3 points pay 25 each through the counting, so 85 + 25."""
    points(monkeypatch, 76, 1, 1)
    done = end(settlement(counts=[25, 0, 0], tout_cards="counted"), "T9", "s9", "c3")
    assert sums(done) == (275 + 220, -110, -110, -125, -150)


def test_u7_a_nolo_beats_a_king_in_the_last_trick():
    done = end(settlement(counts=[14, 11, 0]), "sK", "s9", "c3")
    assert sums(done) == (-25, -25, 50, 0, 0)


def test_u7_b_nolo_pays_bagud_all_the_same():
    done = end(settlement(counts=[14, 11, 0]), "T9", "s9", "T1")
    assert sums(done) == (20, 20, -165, 125, 0)
    assert done.pots == {"pagat": 250, "king": 150}


@pytest.mark.parametrize(("n", "share", "remainder"), [(3, 100, 5), (4, 75, 5)])
def test_u8_final_split(n, share, remainder):
    seats = "SEW" if n == 3 else "SENW"
    scores = {seat: 10 * place for place, seat in enumerate(seats)}
    split = final_split({"pagat": 85, "king": 220}, scores, seats, "W", options())
    assert (split.share, split.remainder, split.receiver) == (share, remainder, "S")
    assert sum(split.amounts(seats).values()) == 305


def test_section_7_a_tie_for_lowest_goes_to_the_first_from_the_last_dealers_right():
    scores = {"S": -5, "E": 10, "N": 0, "W": -5}
    assert final_split({"pagat": 5}, scores, "SENW", "E", options()).receiver == "W"
    assert final_split({"pagat": 5}, scores, "SENW", "W", options()).receiver == "S"
    assert final_split({"pagat": 5}, scores, "SENW", "W", options(end_split_remainder="recorded")).receiver is None


def test_u12_several_ultimo_cards_in_a_middle_trick():
    done = settlement()
    done.trick(trick_of(("sK", "dK", "T1"), leader=1, trick=9))
    assert sums(done) == (20, -15, -15, 0, 10)


def test_section_6_3_the_pagat_may_earn_nothing_by_option():
    done = settlement(pagat_win_pays=0)
    done.trick(trick_of(("sK", "dK", "T1"), leader=1, trick=9))
    assert sums(done) == (10, -10, -10, 0, 10)


def test_section_6_3_a_beaten_pagat_pays_the_pagat_pot():
    done = settlement()
    done.trick(trick_of(("T1", "T5", "s3"), trick=9))
    assert sums(done) == (-15, 5, 5, 5, 0)


def test_u13_foundation_at_a_table_of_three():
    done = settlement("pagat 0; king 0")
    done.before()
    assert sums(done) == (-40, -40, -50, 65, 65)


def test_u13_foundation_at_a_table_of_four():
    """p0 deals: South is p0, and North sits out but founds."""
    done = settlement("pagat 0; king 0", seats="SENW")
    done.before()
    assert sums(done) == (-50, -40, -40, -40, 85, 85)


def test_section_6_1_only_the_empty_pot_is_founded():
    done = settlement("pagat 0; king 95")
    done.before()
    assert sums(done) == (-20, -20, -30, 65, 5)


def test_section_6_1_foundation_of_forty_by_option():
    done = settlement("pagat 0; king 0", foundation=40)
    done.before()
    assert sums(done) == (-80, -80, -90, 125, 125)


@pytest.mark.parametrize(
    ("played", "result", "pots"),
    [
        (("T1", "s9", "c3"), (215, -45, -45, -125, 0), (0, 150)),  # pagat ultimo
        (("T1", "sK", "cK"), (295, -235, -235, -125, 300), (0, 450)),  # and two kings bagud
        (("sK", "s9", "c3"), (230, -40, -40, 0, -150), (125, 0)),  # king ultimo
        (("sK", "hK", "cK"), (310, -230, -230, 0, 150), (125, 300)),  # and two kings bagud
        (("T9", "s9", "c3"), (40, -20, -20, 0, 0), (125, 150)),  # last trick
        (("T9", "T1", "c3"), (45, -215, 45, 125, 0), (250, 150)),  # pagat bagud
        (("T9", "sK", "hK"), (80, -190, -190, 0, 300), (125, 450)),  # two kings bagud
        (("T9", "T1", "hK"), (85, -175, -185, 125, 150), (250, 300)),  # pagat and king bagud
    ],
)
def test_section_6_4_every_combination_of_the_last_trick(monkeypatch, played, result, pots):
    """By hand: 45 or 40 from each opponent; the pot as it was before anybody was paid, for every Bagud."""
    points(monkeypatch, 26, 26, 26)
    done = end(settlement(), *played)
    assert sums(done) == result
    assert tuple(done.pots.values()) == pots


def test_section_6_4_the_last_trick_is_paid_on_bagud_by_option(monkeypatch):
    points(monkeypatch, 26, 26, 26)
    done = end(settlement(last_trick_on_bagud=True), "T9", "sK", "c3")
    assert sums(done) == (80, -80 - 150 - 20, 40 - 20, 0, 150)


@pytest.mark.parametrize(
    ("played", "counts", "result"),
    [
        (("T1", "s9", "c3"), [8, 9, 8], (30, -15, -15)),
        (("sK", "s9", "c3"), [8, 9, 8], (20, -10, -10)),
        (("T9", "s9", "c3"), [8, 9, 8], (10, -5, -5)),
        (("T9", "T1", "c3"), [8, 9, 8], (15, -30, 15)),
        (("T9", "sK", "c3"), [8, 9, 8], (10, -20, 10)),
        (("T9", "s9", "c3"), [25, 0, 0], (50, -25, -25)),
        (("T9", "s9", "c3"), [13, 12, 0], (-25, -25, 50)),
    ],
)
def test_section_6_8_premiums_without_pots(monkeypatch, played, counts, result):
    points(monkeypatch, 26, 26, 26)
    done = end(settlement(pots=0, counts=counts), *played)
    assert sums(done) == result


@pytest.mark.parametrize("tout_cards", ["80", "50", "counted"])
def test_section_6_8_without_pots_the_cards_of_a_tout_are_counted(monkeypatch, tout_cards):
    points(monkeypatch, 78, 0, 0)
    done = end(settlement(pots=0, counts=[25, 0, 0], tout_cards=tout_cards), "T9", "s9", "c3")
    assert sums(done) == (50 + 50, -25 - 25, -25 - 25)  # the winner is the next dealer: 25 from each


def test_section_6_8_a_single_pot_plays_both_parts(monkeypatch):
    points(monkeypatch, 26, 26, 26)
    done = settlement("pot 0", pots=1)
    done.before()
    assert sums(done) == (-20, -20, -25, 65)
    end(done, "T1", "sK", "c3")
    # pagat ultimo takes the 65, then the beaten king puts in as much
    assert sums(done) == (-20 + 90 + 65 + 40, -20 - 45 - 80 - 65, -25 - 45 + 40, 65)
    assert done.pots == {"pot": 65}


def test_section_6_6_card_points_off_by_option_but_not_without_pots(monkeypatch):
    points(monkeypatch, 40, 26, 12)
    assert sums(end(settlement(card_points=False), "T9", "s9", "c3")) == (40, -20, -20, 0, 0)
    assert sums(end(settlement(card_points=False, pots=0), "T9", "s9", "c3")) == (10 + 15, -5, -5 - 15)


# --- in records ---------------------------------------------------------------------------------------


def test_record_variant_f3_last_trick_on_bagud():
    """§12, variant results: 115 / -170 / -145, pots 160 / 210."""
    text = F3.replace('[Rules "dansk-1"]', '[Rules "dansk-1"]\n[Options "last_trick_on_bagud=yes"]')
    done = checked(text)
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals() == {"S": 115, "E": -170, "W": -145, "pagat": 85, "king": 115}
    assert done.replay.computed["PotsAfter"] == "pagat 160; king 210"


def test_record_without_the_pots_tag_the_score_is_unknown_not_wrong():
    found = only(F1.replace('[Pots "pagat 75; king 95"]\n', ""), "S009", "what the pots held before the hand")
    assert found.severity == "info"


def test_record_pots_that_do_not_exist_are_r007():
    assert codes(F1.replace("pagat 75; king 95", "pot 170")) == ["R007"]
    assert codes(F1.replace("pagat 75; king 95", "pagat many")) == ["R007"]


def test_record_fines_are_booked_as_they_stand():
    text = F1.replace(
        '[PotsAfter "pagat 85; king 200"]', '[PotsAfter "pagat 90; king 200"]\n[Fines "E S 10 revoke; W pagat 5"]'
    )
    text = text.replace("S -195; E -230; W 310; pagat 10; king 105", "S -185; E -240; W 305; pagat 15; king 105")
    assert codes(text) == []
    assert codes(text.replace("E S 10 revoke", "E S ten revoke")) == ["R007"]


def test_record_pots_not_moved_is_a_fine_by_option_only():
    text = F1.replace("W tarokker:10 fulde:H", "W pots_not_moved tarokker:10 fulde:H")
    assert "M009" in codes(text)
    text = text.replace('[Rules "dansk-1"]', '[Rules "dansk-1"]\n[Options "pots_not_moved_fine=5"]')
    text = text.replace("S -195; E -230; W 310; pagat 10; king 105", "S -195; E -230; W 300; pagat 15; king 110")
    done = checked(text.replace("pagat 85; king 200", "pagat 90; king 205"))
    assert done.replay.ledger is not None
    assert done.replay.ledger.item("pots_not_moved") is not None


def test_record_a_redeal_is_demanded_by_option_and_pays_nothing():
    hands = {
        "S": ".KQNJT98765.KQNJ12345.KQNJ1234.",
        "E": "F,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1..6.5.K",
        "W": "." + "4321" + ".789T.6789T.QNJT987654321",
    }
    deal = " ".join(f"{seat}:{hand}" for seat, hand in hands.items())
    text = f'[Event "Redeal"]\n[Game "dansk"]\n[Options "redeal_no_trump=yes"]\n[Dealer "W"]\n[Deal "{deal}"]\n[Score "S 0; E 0; W 0"]\n[Exchange]\nS redeal\n'
    done = checked(text)
    assert [f.code for f in done.findings if f.code[0] != "D"] == []
    assert done.replay.ledger is not None
    assert set(done.replay.ledger.totals().values()) == {0}
