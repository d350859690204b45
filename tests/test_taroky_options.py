"""Options of Czech taroky (section 11): each value of each option does what the rules page says, in figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tarok_pbn.games import get
from tests.support import checked, codes, result_only, totals
from tests.taroky_pages import H1, H3, H5

TAROKY = get("taroky")
PASS = "S pass  E pass  N pass  W pass"
QUIET = {"Pagat": "", "Valat": ""}


def payment(contract: str, points: str, *, seat: str = "E", always: str = "", **changes: Any) -> Callable[[str], Any]:
    """A result whose score of one seat depends on the option."""
    changes.setdefault("tags", QUIET)

    def outcome(option: str) -> Any:
        return totals(result_only(contract, points, options="; ".join(filter(None, (option, always))), **changes))[seat]

    return outcome


def finding(text: str, always: str = "") -> Callable[[str], Any]:
    """The codes of all findings of a record."""

    def outcome(option: str) -> Any:
        return codes(with_options(text, "; ".join(filter(None, (option, always)))))

    return outcome


def with_options(text: str, options: str) -> str:
    return text.replace('[Dealer "', f'[Options "{options}"]\n[Dealer "', 1)


def bare(text: str) -> str:
    """Without outcome tags and score table."""
    lines = [
        line for line in text.partition("[ScoreTable")[0].splitlines()
        if not line.startswith(("[Contract", "[Declarer", "[Partner", "[Points", "[Score"))
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def head(text: str, until: str) -> str:
    """The record up to a section."""
    return bare(text).partition(f"[{until}]")[0]


def score(text: str, seat: str = "E") -> Callable[[str], Any]:
    """The computed score of a seat of a whole record."""

    def outcome(option: str) -> Any:
        return totals(with_options(bare(text), option))[seat]

    return outcome


def revoked(option: str) -> Any:
    """H1 with a revoke of East in trick 10 that stood."""
    text = bare(H1.text()).replace("W C8 T6 T18 F\nN H2 T16 T13 SN\nW T1 T7 S9 D1", "W C8 T6 S9 ^R F\nN H2 T16 T13 T18\nE SN D1 T1 T7")
    if "pot" in option:
        return {k: v for k, v in totals(with_options(text, option)).items() if k in ("E", "S", "pot")}
    return totals(with_options(text, option))["E"]


def exposed(option: str) -> Any:
    """What the table has seen of the talon after a trojka in the first cards."""
    text = head(H3.text(), "Exchange") + "[Exchange]\nE takes:1-3  E lays:SQ,DQ,CJ\n"
    table = checked(with_options(text, option)).replay.table
    assert table is not None
    return len(table.exposed)


def first_asked(option: str) -> Any:
    """Who is asked first in the flek round of a trojka by East."""
    from random import Random

    from tarok_pbn.games.kit.decision import Say
    from tarok_pbn.games.kit.player import play_hand
    from tarok_pbn.games.kit.rules import with_options as changed

    rules, problems = changed(TAROKY.rulesets()["devatenactka-1"].options, option)
    assert not problems
    asked: list[int] = []

    def choose(decision: Any, table: Any, rng: Random) -> Any:
        from tarok_pbn.games.kit.player import by_lot

        if isinstance(decision, Say):
            if decision.anyone is not None:
                asked.append(decision.seat)
                return decision.seat, "pass"
            if "solo" in decision.words and decision.seat == 1:
                return "solo"
            if decision.phase == "Auction":
                return decision.words[0]
        return by_lot(decision, table, rng)

    play_hand(TAROKY, rules, Random(1), choose=choose)
    return asked[0]


SWEEP = {"Pagat": "", "Valat": "S"}
#: H5 with nothing in the talon for East: the draw of the neighbours in other ways
REFUSED = head(H1.text(), "Exchange") + (
    "[Exchange]\nS takes:1-4  E refuses  N takes:5\nS lays:DQ,C9,D4,S8,CN  N lays:DN\n"
)
MCR = head(H1.text(), "Exchange") + (
    "[Exchange]\nS takes:1  E takes:2-3  N takes:4-6\nS lays:DQ  E lays:H3,HN  N lays:DN,D1,D2\n"
)
CALL_XV = (
    '[Event "A"]\n[Game "taroky"]\n[Dealer "W"]\n'
    '[Deal "S:19,18,17,16,3.KQNJT9.Q.. E:-. N:- W:-"]\n[Auction]\nS povinnost  E pass  N pass  W pass  S call:T15\n'
).replace("E:-.", "E:-")
SELF = CALL_XV.replace("call:T15", "call:T19").replace("19,18,17,16,3", "19,18,17,4,3")

#: option -> what is observed, and the value -> what must be seen
CASES: dict[str, list[tuple[Callable[[str], Any], dict[str, Any]]]] = {
    "contracts": [(finding(head(H3.text(), "Exchange")), {"povinnost,druha,trojka,solo,varsava": [], "povinnost,solo": ["A002"]})],
    "red_pips": [
        # trick 9 of H3 with other red pips: hearts N and 2; trick 7 lies 4 J Q 2
        (finding(
            '[Event "A"]\n[Game "taroky"]\n[Dealer "W"]\n[Auction]\nS solo  E pass  N pass  W pass\n'
            "[Play]\nS D2 D3 D4 H1\nS D1 +\n"
        ), {"A234": [], "A432": ["P007"], "432A": ["P007"]}),
        (finding(
            '[Event "A"]\n[Game "taroky"]\n[Dealer "W"]\n[Auction]\nS solo  E pass  N pass  W pass\n'
            "[Play]\nS D2 D1 D3 H1\nE D4 +\n"
        ), {"A234": [], "A432": [], "432A": ["P007"]}),
    ],
    "forhont_druha": [(finding(
        '[Event "A"]\n[Game "taroky"]\n[Dealer "W"]\n[Deal "S:3,2,1.KQNJT9.QNJ.. E:- N:- W:-"]\n'
        "[Auction]\nS druha  E pass  N pass  W pass  S call:T19\n"
    ), {"no": ["A002"], "yes": []})],
    "call_floor": [(finding(CALL_XV), {"16": ["A003"], "15": []})],
    "self_call_xix": [(finding(SELF), {"yes": [], "no": ["A003"]})],
    "talon_draw": [
        (finding(head(H1.text(), "Exchange") + "[Exchange]\nS takes:1-4  E takes:5  N takes:6\n"), {"4/1/1": [], "refusable": [], "1/2/3/0": ["X001"]}),
        (finding(REFUSED), {"refusable": [], "4/1/1": ["X001"]}),
        (finding(MCR), {"1/2/3/0": [], "4/1/1": ["X001"]}),
    ],
    "called_in_talon": [(finding(head(H5.text(), "Exchange") + "[Exchange]\nS takes:1-4  S gives_up\n"), {"alone": ["X008"], "give_up": []})],
    "give_up_price": [(payment("given_up", "?", partner=""), {"2": 2, "5": 5})],
    "discard_called": [],  # test_taroky_section_5_2_the_called_tarok_may_have_to_go_and_the_partnership_stays
    "reveal_grade1": [(exposed, {"none": 0, "taroks_and_fives": 3})],
    "unflekked": [
        (lambda option: checked(with_options(head(H1.text(), "Play"), option)).replay.ledger is not None, {"play": False, "not_played": True}),
        (finding(H1.text()), {"play": [], "not_played": ["P011"]}),
    ],
    "unflekked_value": [(
        lambda option: totals(with_options(head(H1.text(), "Play"), f"unflekked=not_played; {option}"))["E"], {"0": -5, "3": -8}
    )],
    "druha_factor": [(payment("druha", "40 30", tags={"Pagat": "S won", "Valat": ""}), {"1": -25, "2": -30})],
    "trojka_factor": [
        (payment("trojka:2", "40 30", partner=""), {"1,2,3": -10, "1,2,4": -10, "4,2,1": -10, "1,3,3": -15}),
        (payment("trojka:3", "40 30", partner=""), {"1,2,3": -15, "1,2,4": -20, "4,2,1": -5}),
        (payment("trojka:1", "40 30", partner=""), {"1,2,3": -5, "1,2,4": -5, "4,2,1": -20}),
    ],
    "trojka_loss_only": [
        (payment("trojka:3", "40 30", partner=""), {"no": -15, "yes": -5}),
        (payment("trojka:3", "30 40", partner=""), {"no": 15, "yes": 15}),
    ],
    "solo_factor": [(payment("solo", "40 30", partner=""), {"6": -30, "4": -20, "8": -40})],
    "tie": [
        (payment("solo", "35 35", partner=""), {"flat": 1, "rate": 6, "flek_flips": 6, "zero": 0}),
        (payment("solo", "35 35", partner="", announcements=f"{PASS}  E flek:hra"), {"flat": 2, "rate": 12, "flek_flips": -12, "zero": 0}),
    ],
    "meld_small": [(payment("povinnost", "40 30", announcements="S trul  E pass  N pass  W pass"), {"5": -10, "4": -9})],
    "meld_big": [(payment("povinnost", "40 30", announcements="S kralove  E pass  N pass  W pass"), {"10": -15, "8": -13})],
    "meld_kings_trul": [(score(H5.text()), {"0": -127, "12": -129})],
    "trul_honery": [
        (payment("povinnost", "40 30", announcements="S trul honery  E pass  N pass  W pass"), {"sum": -15}),
        (payment("povinnost", "40 30", announcements="S trulhonery  E pass  N pass  W pass"), {"one": -15}),
        (finding(H5.text()), {"sum": [], "one": ["M001", "M001"]}),
    ],
    "barvy_with": [],  # test_taroky_section_11_barvy_with
    "melds": [
        (finding(bare(H1.text()).replace("S tarocky", "S pass")), {"optional": [], "mandatory": ["M002"], "automatic": []}),
        (score(H1.text().replace("S tarocky", "S pass")), {"optional": 13, "automatic": 8}),
    ],
    "meld_payment": [
        (payment("povinnost", "40 30", announcements="S tarocky  E pass  N pass  W pass", seat="N"), {"team": 10, "individual": 0}),
        (payment("povinnost", "40 30", announcements="S tarocky  E pass  N pass  W pass", seat="S"), {"team": 10, "individual": 20}),
    ],
    "pagat_silent": [(payment("povinnost", "40 30", tags={"Pagat": "S won", "Valat": ""}), {"10": -15, "20": -25})],
    "pagat_announced": [(payment("druha", "40 30", tags={"Pagat": "S won", "Valat": ""}), {"20": -25, "40": -45})],
    "silent_pagat_loss": [(payment("povinnost", "40 30", tags={"Pagat": "S lost", "Valat": ""}), {"yes": 5, "no": -5})],
    "valat_silent": [(payment("povinnost", "63 7", tags=SWEEP), {"70": -98, "40": -68})],
    "valat_announced": [(
        payment("povinnost", "63 7", tags=SWEEP, announcements="S valat  E pass  N pass  W pass"), {"140": -168, "80": -108}
    )],
    "valat_fail": [(payment("povinnost", "40 30", announcements="S valat  E pass  N pass  W pass"), {"140": 135, "70": 65})],
    "valat_trojka": [
        (payment("trojka:1", "60 10", partner="", tags=SWEEP), {"0": -95, "30": -55}),
        (payment("trojka:1", "60 10", partner="", tags=SWEEP, announcements="S valat  E pass  N pass  W pass"), {"0": -165, "30": -85}),
    ],
    "valat_base": [(payment("povinnost", "63 7", tags=SWEEP), {"add": -98, "replace": -70})],
    "flek_max": [
        (payment("povinnost", "40 30", announcements=f"{PASS}  E flek:hra  S reflek:hra  E super:hra"), {"8": -40, "16": -40}),
        (
            lambda option: codes(
                result_only("povinnost", "40 30", options=option, tags=QUIET,
                            announcements=f"{PASS}  E flek:hra  S reflek:hra  E super:hra  S resub:hra")
            ),
            {"16": [], "8": ["M007"], "4": ["M007"], "2": ["M007"]},
        ),
    ],
    "cap": [(payment("solo", "60 10", partner="", announcements=f"{PASS}  E flek:hra  S reflek:hra"), {"0": -600, "400": -400})],
    "rounding": [
        (payment("povinnost", "18 52"), {"none": 17, "up2": 18}),
        (payment("povinnost", "59 47", always="point_base=106"), {"none": -6, "texas": -3}),
    ],
    "varsava_scoring": [
        (payment("varsava", "S 40; E 20; N 10; W 0", declarer="", partner="", seat="S"), {"tiers": -160, "fixed": -280, "pot": -80, "difference": -160}),
        (payment("varsava", "S 40; E 20; N 10; W 0", declarer="", partner="", seat="E"), {"tiers": 40, "fixed": 80, "pot": -40, "difference": -20}),
    ],
    "varsava_tiers": [(payment("varsava", "S 29; E 20; N 11; W 10", declarer="", partner=""), {"10,20,40": 10, "6,12,24": 6})],
    "varsava_bounds": [(payment("varsava", "S 30; E 20; N 10; W 10", declarer="", partner=""), {"30,40": 20, "31,41": 10})],
    "varsava_mond": [],  # test_taroky_play.py, section 10
    "varsava_overtake": [],  # test_taroky_play.py, section 10
    "varsava_trickless": [(payment("varsava", "S 40; E 20; N 10; W 0", declarer="", partner="", seat="W"), {"2": 80, "1": 40})],
    "varsava_split": [
        (lambda option: str(payment("varsava", "S 20; E 20; N 20; W 10", declarer="", partner="", seat="S")(option)), {"exact": "-10/3", "floor_then_first_seat": "-4"}),
        (lambda option: str(payment("varsava", "S 20; E 20; N 20; W 10", declarer="", partner="", seat="E")(option)), {"exact": "-10/3", "floor_then_first_seat": "-3"}),
    ],
    "pot": [(payment("povinnost", "40 30", tags={"Pagat": "S won", "Valat": "", "Pots": "pot 40"}), {"none": -15, "shared": -5})],
    "pot_stake": [(payment("povinnost", "40 30", tags={**QUIET, "Pots": "pot 0"}, always="pot=shared"), {"10": -15, "5": -10})],
    "declare_start": [(finding(
        bare(H3.text()).replace("S pass  E pass  N barvicky  W pass", "E pass  N barvicky  W pass  S pass")
    ), {"any": [], "akter": [], "forhont": ["M010"]})],
    "flek_start": [(first_asked, {"forhont": 0, "akter": 1})],
    "renonc": [(revoked, {"as_played": 10, "each": -50, "pot": {"E": -10, "S": -10, "pot": 20}})],
    "renonc_fine": [(lambda option: revoked(f"renonc=each; {option}"), {"20": -50, "5": -5})],
    "point_base": [(
        lambda option: checked(with_options(bare(H1.text()), option)).replay.computed["Points"], {"70": "32 38", "106": "53 53"}
    )],
}  # fmt: skip


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, seen in CASES.items() for _, values in seen for v in values])
def test_taroky_section_11_every_value(option, value):
    for outcome, values in CASES[option]:
        if value in values:
            assert outcome(f"{option}={value}") == values[value]


def test_taroky_section_11_no_option_is_forgotten_and_each_makes_a_difference():
    assert set(CASES) == set(TAROKY.option_fields())
    for option, seen in CASES.items():
        for _, values in seen:
            assert len(values) == 1 or len({str(v) for v in values.values()}) > 1 or option in ("trojka_factor", "flek_max", "trojka_loss_only")


def test_taroky_section_11_the_default_is_the_seed():
    from dataclasses import asdict

    from tarok_pbn.games.taroky.rules import Rules

    assert asdict(TAROKY.rulesets()["devatenactka-1"].options) == asdict(Rules())
    assert list(TAROKY.rulesets()) == ["devatenactka-1", "vysocina", "mprihoda", "texas"]


@pytest.mark.parametrize(
    ("hand", "pagat", "none", "trul"),
    [
        ("T1 CK CQ CN CJ CT C9 C8 C7 SQ SN SJ", "barvy", "barvicky", "barvy"),
        ("F CK CQ CN CJ CT C9 C8 C7 SQ SN SJ", "barvicky", "barvicky", "barvy"),
        ("T5 CK CQ CN CJ CT C9 C8 C7 SQ SN SJ", "barvicky", "barvicky", "barvicky"),
        ("SK CK CQ CN CJ CT C9 C8 C7 SQ SN SJ", "barvy", "barvy", "barvy"),
    ],
)
def test_taroky_section_11_barvy_with(hand, pagat, none, trul):
    from tarok_pbn.games.taroky.announce import melds_of
    from tarok_pbn.games.taroky.rules import Rules
    from tests.support import mask

    for value, word in (("pagat", pagat), ("none", none), ("trul", trul)):
        assert melds_of(mask(hand), Rules(barvy_with=value)) == (word,)


def test_taroky_section_11_deducting_takes_the_raw_value_of_the_discards():
    """A valát under ``valat_base=deduct``: 35 less what the trickless side's cards are worth singly."""
    from tests.test_taroky_hands import SAMPLES

    text = bare((SAMPLES / "valat.tpbn").read_text("utf-8"))
    # the defence owns T2, S7 and C8: three cards of one point, of which counting by threes leaves one
    assert totals(with_options(text, "valat_base=add"))["E"] == -34 - 20 - 20 - 140
    assert totals(with_options(text, "valat_base=deduct"))["E"] == -32 - 20 - 20 - 140
    assert totals(with_options(text, "valat_base=replace"))["E"] == -20 - 20 - 140


def test_taroky_section_11_unknown_options_and_values_name_the_nearest():
    from tests.support import only

    only(H1.text(Options="flek_maks=16"), "R005", "flek_maks", "flek_max")
    only(H1.text(Options="flek_max=7"), "R006", "flek_max")
    only(H1.text(Options="tie"), "R006", "tie")
    only(H1.text(Rules="mprihodaa"), "R004", "mprihoda")
