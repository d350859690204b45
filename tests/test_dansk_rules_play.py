"""Play and the fool: worked examples U14 and U15 of the rules page (§12), §2 and §5."""

from __future__ import annotations

import pytest

from tests.dansk_support import SAMPLES, legal, winner
from tests.support import checked, codes, only

F1 = (SAMPLES / "rules-f1.tpbn").read_text("utf-8")
F5 = (SAMPLES / "rules-f5.tpbn").read_text("utf-8")


def test_u14_a_follow_suit_or_play_the_fool():
    assert legal("F T1 h7 c3", "h2") == {"H7", "F"}


def test_u14_b_without_the_suit_a_trump_or_the_fool():
    assert legal("F T1 h7 c3", "s2", trick=10) == {"T1", "F"}


@pytest.mark.parametrize(("named", "cards"), [("T", {"T1"}), ("H", {"H7"}), ("S", {"T1"})])
def test_u14_c_a_named_fool_is_followed_as_if_the_suit_were_led(named, cards):
    assert legal("T1 h7 c3", "F", named=named) == cards


def test_u14_d_no_fool_in_trick_24():
    assert legal("F h7", "s2", trick=24) == {"H7"}


def test_u14_e_a_demanded_fool_must_fall():
    assert legal("F h7 c3", "h2", trick=23, demanded=True) == {"F"}


def test_u14_f_only_fool_and_other_suits():
    assert legal("F c3 d9", "s2") == {"F", "C3", "D9"}


def test_section_2_without_endgame_rules_the_fool_may_fall_in_trick_24():
    assert legal("F h7", "s2", trick=24, fool_endgame="none") == {"F", "H7"}


@pytest.mark.parametrize(
    ("played", "best"), [(("d10", "d7", "d1"), "D1"), (("d9", "d6", "d2"), "D2"), (("s10", "s7", "s1"), "ST")]
)
def test_u15_red_pips_run_down(played, best):
    assert winner(*played) == best


def test_red_pips_may_be_natural_by_option():
    assert winner("d10", "d7", "d1", red_pips="natural") == "DT"
    assert winner("dJ", "d10", "d9", red_pips="natural") == "DJ"


def test_section_1_2_trumps_beat_suits_and_the_fool_never_wins():
    assert winner("sK", "T2", "T1") == "T2"
    assert winner("F", "h3", "s9", named="H") == "H3"
    assert winner("F", "s9", "c9", trick=25) == "S9"
    assert winner("F", "c3", "T2", trick=25) == "T2"


# --- in records: F1 has the fool demanded in trick 23 and led --------------------------------------

TRICK_22 = "W T16 T20 S3\n"
DEMAND = "W demand\nS F name:S S1 T10\n"


def instead(lines: str) -> str:
    assert TRICK_22 + DEMAND in F1
    return F1.replace(TRICK_22 + DEMAND, TRICK_22 + lines)


def test_record_a_demand_winds_back_to_the_holder_who_led():
    done = checked(instead("S SK S1 T10\n".replace("SK", "SN").replace(" T10", "") + "W demand\nS F name:S S1 T10\n"))
    assert [f.code for f in done.findings] == []
    assert done.replay.table is not None
    trick = done.replay.table.tricks[22]
    assert len(trick.cards) == 3
    assert [seat for seat, _ in trick.withdrawn] == [0, 1]
    assert trick.named == 1


def test_record_a_demand_before_the_holder_has_played_takes_nothing_back():
    text = F5.replace("W H6 CQ S9\nW H5 CK CT\nW T1 F SK\n", "W H6 CQ S9\nW H5 CK CT\nW T1 F SK\n")
    text = text.replace("W H6 CQ S9\n", "W demand\nW H6 F S9\n").replace(
        "W H5 CK CT\nW T1 F SK\n", "W H5 CQ CT\nW T1 CK SK\n"
    )
    done = checked(text)
    assert [f.code for f in done.findings] == ["S003"]  # who took which king and the fool has changed, and is said once
    assert done.replay.table is not None
    assert done.replay.table.tricks[22].withdrawn == []


def test_record_a_demand_may_stand_in_the_middle_of_a_trick():
    text = F5.replace("W H6 CQ S9\nW H5 CK CT\nW T1 F SK\n", "W H6 CQ\nE demand\nS F S9\nW H5 CQ CT\nW T1 CK SK\n")
    done = checked(text)
    assert [f.code for f in done.findings] == ["S003"]
    assert done.replay.table is not None
    assert [(seat, trick.number) for trick in done.replay.table.tricks for seat, _ in trick.withdrawn] == [(0, 23)]


def test_record_a_demanded_fool_that_does_not_fall_is_p018():
    text = F5.replace("W H6 CQ S9\n", "W demand\nW H6 CQ S9\n")
    found = only(text, "P018", "South plays CQ", "West has demanded the fool", "Legal: F")
    assert found.rule == "dansk §2.5"


def test_record_the_fool_is_banned_from_trick_24():
    text = F5.replace("W H5 CK CT\nW T1 F SK\n", "W H5 F CT\nW T1 CK SK\n")
    only(text, "P018", "South plays the fool (F) to trick 24", "Legal: CK")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("W H5 CK CT\n", "E demand\nW H5 CK CT\n", ("possible in trick 23 only, not in trick 24",)),
        ("W H6 CQ S9\n", "S demand\nW H6 CQ S9\n", ("South demands the fool, but holds it",)),
        ("W H6 CQ S9\n", "W H6\nW demand\nS CQ S9\n", ("West demands the fool, but has already played to this trick",)),
    ],
)
def test_record_a_demand_out_of_place_is_p022(old, new, words):
    only(F5.replace(old, new), "P022", *words)


def test_record_a_demand_for_a_fool_long_played_is_p022():
    text = F1.replace(DEMAND, "S SN S1 T10\n")  # not demanded, and kept
    text = text.replace("W HT SN CQ\nW HK SK DK\n", "W HT F CQ\nW HK SK DK\n")
    assert codes(text)[:1] == ["P018"]


def test_record_a_second_demand_is_p022():
    only(instead("W demand\nE demand\nS F name:S S1 T10\n"), "P022", "West has done so already")


def test_record_a_led_fool_without_a_name_is_p019():
    only(instead("W demand\nS F S1 T10\n"), "P019", "without naming a suit")


def test_record_a_name_that_no_opponent_can_win_is_p019():
    """East holds S1 CQ DK, West T10 HT HK: in every suit the trump can win, but hearts and clubs are held too."""
    assert codes(instead("W demand\nS F name:D S1 T10\n"))[:1] == ["P002"]  # named diamonds: East holds the DK


def test_record_must_be_held_forbids_a_suit_nobody_holds():
    text = instead("W demand\nS F name:T S1 T10\n").replace(
        '[Rules "dansk-1"]', '[Rules "dansk-1"]\n[Options "fool_naming=must_be_held"]'
    )
    assert codes(text) == []
    text = F1.replace("S F name:S S1 T10", "S F name:S S1 T10").replace(
        '[Rules "dansk-1"]', '[Rules "dansk-1"]\n[Options "fool_naming=must_be_held"]'
    )
    assert codes(text) == []


def test_record_a_trick_that_nobody_wins_is_p019_where_the_hands_are_not_known():
    text = "\n".join(line for line in F1.splitlines() if not line.startswith("[Deal ")) + "\n"
    text = text.replace("S F name:S S1 T10", "S F name:D S1 HT").replace("W HT SN CQ", "W T10 SN CQ")
    found = [f for f in checked(text).findings if f.severity == "error"]
    assert found[0].code == "P019"
    assert "nobody wins trick 23" in found[0].message


def test_record_a_name_in_the_last_trick_is_p019():
    text = F5.replace("W H5 CK CT\nW T1 F SK\n", "W H5 CK CT\nW T1\nS name:S\nS F SK\n")
    only(text, "P019", "name:S")


def test_record_a_name_where_no_fool_was_led_is_p019():
    only(F1.replace("S DT D8 DJ", "S DT\nS name:D\nE D8 DJ"), "P019", "the fool was not led")


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("E D7 D3 D1\n", "E D7 DJ D1\n", "P010", ("DJ",)),
        ("S DT D8 DJ\n", "S DT SQ DJ\n", "P002", ("East plays SQ", "diamonds were led and must be followed")),
        (
            "W H1 T12 H8\n",
            "W H1 SJ H8\n",
            "P003",
            (
                "South plays SJ",
                "has no hearts",
                "without the suit led a trump must be played",
                "the fool, F, may always be played",
            ),
        ),
    ],
)
def test_record_section_5_following_and_trumping(old, new, code, words):
    done = checked(F1.replace(old, new))
    first = done.findings[0]
    assert first.code == code, [(f.code, f.message) for f in done.findings]
    said = f"{first.message} {first.help}"
    for word in words:
        assert word in said


def test_record_a_revoke_that_stood_is_told_once_and_followed():
    text = F5.replace("E H3 H9 HQ", "E H3 H9 CK^R")
    assert codes(text)[0] == "P012"


# --- the question about trumps laid away (§3.3) -------------------------------------------------------

VOID = (SAMPLES / "trumps-laid-away.tpbn").read_text("utf-8")


def test_record_the_dealer_tells_how_many_trumps_were_laid_away():
    assert codes(VOID) == []
    assert "W trumps:3" in VOID


def test_record_a_wrong_answer_contradicts_the_discard():
    only(VOID.replace("W trumps:3", "W trumps:2"), "R015", "Legal: trumps:3")


def test_record_only_whether_under_yes_no():
    text = VOID.replace('[Rules "dansk-1"]', '[Rules "dansk-1"]\n[Options "trump_discard_answer=yes_no"]')
    only(text, "R015", "Legal: trumps:yes")
    assert codes(text.replace("W trumps:3", "W trumps:yes")) == []


def test_record_nothing_may_be_asked_before_the_dealer_has_failed():
    only(F1.replace("S DT D8 DJ\n", "E asks\nS DT D8 DJ\n"), "P016", "has not failed to follow suit")
