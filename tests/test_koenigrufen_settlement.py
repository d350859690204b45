"""The settlement table of the rules page (koenigrufen §11.1), row by row and rule set by rule set.

Rows state what was won and lost; they are written here as records without cards (tags Points, Bonuses,
Called ...), one row a parameter. Numbers are the declarer's; "( )" of the page is the money account.
"""

from __future__ import annotations

import pytest

from tests.koenigrufen_support import result

OOE, WTC, TTC, RUE, CHE = "ooe-2023-04", "wtc-2020", "ttc-2020", "ruediger", "cheltenham"
ALL = (OOE, WTC, TTC, RUE, CHE)
WON, LOST = "40/0 30/0", "30/0 40/0"
#: all but the three cards of the discard: what opponents without a trick have is nothing
SWEPT = "70/0 0/0"


def said(*words: str) -> str:
    """The declarer's announcements, then a kontra of East where one is given."""
    own = " ".join(w for w in words if not w.startswith(("kontra", "re")))
    kontra = " ".join(w for w in words if w.startswith("kontra"))
    return f"S {own} liegt  E {kontra or 'gut'}".replace("  liegt", " liegt") + "  N gut  W gut  S gut"


# row: contract, facts, {rule set: (declarer's score, declarer's money)}
ROWS = {
    "1 Rufer with kings against Trull": (
        "rufer", {"partner": "N", "points": WON, "bonuses": "trull E; koenige S"},
        dict.fromkeys(ALL, (1, 1)),
    ),
    "2 Besserrufer, Pagat made, kontra on it": (
        "besserrufer", {"partner": "N", "points": WON, "bonuses": "pagat S", "announcements": said("pagat", "kontra:pagat")},
        {OOE: (3, 5), WTC: (3, 5), TTC: (3, 5), RUE: (5, 5), CHE: (5, 5)},
    ),
    "4 Dreier won, own Trull, Pagat of the opponents": (
        "dreier", {"points": WON, "bonuses": "trull S; pagat E"},
        {OOE: (12, 12), WTC: (15, 15), TTC: (15, 15), RUE: (9, 9), CHE: (6, 6)},
    ),
    "5 Sechserdreier lost, announced Uhu made": (
        "sechserdreier", {"points": LOST, "bonuses": "uhu S", "announcements": said("uhu")},
        {OOE: (-12, -12), WTC: (-12, -12), TTC: (-12, -12), RUE: (-6, -6), CHE: (-9, -9)},
    ),
    "6 Sechserdreier lost, kontra on the game": (
        "sechserdreier", {"points": LOST, "announcements": said("kontra:spiel")},
        {OOE: (-24, -48), WTC: (-24, -48), TTC: (-24, -48), RUE: (-36, -36), CHE: (-36, -36)},
    ),
    "7 Solorufer lost, announced König ultimo made": (
        "solorufer", {"partner": "N", "called": "SK", "points": LOST, "bonuses": "ku N", "announcements": "S liegt  E gut  N ku  W gut  S gut  E gut"},
        dict.fromkeys(ALL, (2, 2)),
    ),
    "9 Besserrufer won, announced Uhu lost, kontra on it": (
        "besserrufer", {"partner": "N", "points": WON, "announcements": said("uhu", "kontra:uhu")},
        {OOE: (-3, -7), WTC: (-3, -7), TTC: (-3, -7), RUE: (-7, -7), CHE: (-5, -5)},
    ),
    "10 Dreier, silent Valat, announced Trull, silent Pagat": (
        "dreier", {"points": SWEPT, "bonuses": "valat S; trull S; pagat S", "announcements": said("trull")},
        {OOE: (54, 54), WTC: (54, 54), TTC: (48, 48), RUE: (48, 48)},
    ),
    # Cheltenham has no Trull to announce; the forty-five of its own is worth nothing silent
    "10 Dreier, silent Valat, silent Pagat (Cheltenham)": (
        "dreier", {"points": SWEPT, "bonuses": "valat S; trull S; pagat S"},
        {CHE: (24, 24)},
    ),
    "11 Dreier won, announced Valat lost, announced Pagat made": (
        "dreier", {"points": WON, "bonuses": "pagat S", "announcements": said("valat", "pagat")},
        {OOE: (-90, -90), WTC: (-39, -39), TTC: (-39, -39), RUE: (-24, -24), CHE: (-9, -9)},
    ),
    "13 Rufer, announced Valat made": (
        "rufer", {"partner": "N", "points": SWEPT, "bonuses": "valat S", "announcements": said("valat")},
        {OOE: (8, 8), WTC: (21, 21), TTC: (21, 21), RUE: (8, 8), CHE: (9, 9)},
    ),
    "13 the same, kontra on the Valat": (
        "rufer", {"partner": "N", "points": SWEPT, "bonuses": "valat S", "announcements": said("valat", "kontra:valat")},
        {OOE: (8, 16), WTC: (21, 41), TTC: (21, 41), RUE: (16, 16), CHE: (17, 17)},
    ),
    "14 Farbensolo won, silent kings": (
        "farbensolo", {"points": WON, "bonuses": "koenige S"},
        {OOE: (24, 24), WTC: (36, 36), TTC: (36, 36), RUE: (24, 24)},
    ),
    "16 Besserrufer with the Uhu conceded": (
        "besserrufer", {"called": "SK", "exchange": "S concedes:uhu"},
        {OOE: (-15, -15), WTC: (-15, -15), RUE: (-15, -15)},
    ),
    "17 Solodreier won, announced Pagat lost, silent Trull": (
        "solodreier", {"points": WON, "bonuses": "trull S", "announcements": said("pagat")},
        {OOE: (18, 18), WTC: (24, 24), TTC: (24, 24), RUE: (12, 12), CHE: (6, 6)},
    ),
    "20 Dreier won with 168 thirds, silent Mondfang": (
        "dreier", {"points": "56/0 14/0", "bonuses": "mondfang S E"},
        {TTC: (24, 24)},
    ),
    "23 Solodreier won": ("solodreier", {"points": WON}, {CHE: (18, 18)}),
    "23 Solodreier won, kontra": ("solodreier", {"points": WON, "announcements": said("kontra:spiel")}, {CHE: (36, 36)}),
    "23 Solodreier won, silent Pagat": ("solodreier", {"points": WON, "bonuses": "pagat S"}, {CHE: (24, 24)}),
}  # fmt: skip
CASES = [(row, rules) for row, (_, _, expected) in ROWS.items() for rules in expected]


@pytest.mark.parametrize(("row", "rules"), CASES)
def test_koenigrufen_section_11_1(row, rules):
    contract, facts, expected = ROWS[row]
    settled = result(contract, rules, **facts)
    assert settled.score is not None, settled.undetermined
    assert settled.money is not None
    assert (settled.score[0], settled.money[0]) == expected[rules]
    assert sum(settled.score) == sum(settled.money) == 0
    alone = not facts.get("partner")
    per_head = expected[rules][0] // (3 if alone else 1)
    assert settled.score == [expected[rules][0], -per_head, per_head * (-1 if alone else 1), -per_head]


@pytest.mark.parametrize(
    ("rules", "score", "money"),
    [
        (OOE, [6, -2, -2, -2], [8, -2, -2, -4]),
        (WTC, [6, -2, -2, -2], [8, -2, -2, -4]),
        (TTC, [6, -2, -2, -2], [8, -2, -2, -4]),
        (RUE, [8, -2, -2, -4], [8, -2, -2, -4]),
        (CHE, [8, -2, -2, -4], [8, -2, -2, -4]),
    ],
)
def test_koenigrufen_section_11_1_row_3_piccolo_with_one_kontra(rules, score, money):
    settled = result(
        "piccolo",
        rules,
        tricks="S 1; E 4; N 4; W 3",
        announcements="S liegt  E gut  N gut  W kontra:S  S gut  E gut  N gut",
    )
    assert (settled.score, settled.money) == (score, money)


@pytest.mark.parametrize(
    ("rules", "score"),
    [(OOE, [6, -2, -2, -2]), (WTC, [6, -2, -2, -2]), (RUE, [12, -4, -4, -4]), (CHE, [12, -4, -4, -4])],
)
def test_koenigrufen_section_11_1_row_8_solorufer_won_with_the_king_in_the_talon(rules, score):
    settled = result(
        "solorufer",
        rules,
        called="SK",
        points=WON,
        announcements=said("kontra:spiel"),
        tags='[Talon "SK T4 T5 H1 H2 H3"]',
    )
    assert settled.score == score
    assert settled.money == score


def test_koenigrufen_section_11_1_row_8_under_ttc_keeps_the_kontra_in_money():
    settled = result(
        "solorufer",
        TTC,
        called="SK",
        points=WON,
        announcements=said("kontra:spiel"),
        tags='[Talon "SK T4 T5 H1 H2 H3"]',
    )
    assert (settled.score, settled.money) == ([6, -2, -2, -2], [12, -4, -4, -4])


@pytest.mark.parametrize(
    ("thirds", "rules", "score"),
    [
        ((60, 91, 59, 0), OOE, [0, -3, 0, 3]), ((60, 91, 59, 0), WTC, [0, -6, 0, 6]), ((60, 91, 59, 0), CHE, [-1, -1, -1, 3]),
        ((108, 40, 40, 22), OOE, [-12, 4, 4, 4]), ((108, 40, 40, 22), WTC, [-24, 8, 8, 8]), ((108, 40, 40, 22), CHE, [-6, 2, 2, 2]),
        ((0, 106, 104, 0), OOE, [2, -4, 0, 2]), ((0, 106, 104, 0), WTC, [3, -6, 0, 3]), ((0, 106, 104, 0), CHE, [1, -1, -1, 1]),
        ((30, 60, 60, 60), OOE, [3, -1, -1, -1]), ((30, 60, 60, 60), WTC, [6, -2, -2, -2]), ((30, 60, 60, 60), CHE, [3, -1, -1, -1]),
        ((50, 110, 30, 20), OOE, [2, -6, 2, 2]), ((50, 110, 30, 20), WTC, [4, -12, 4, 4]), ((50, 110, 30, 20), CHE, [1, -3, 1, 1]),
        ((0, 105, 105, 0), OOE, [2, -2, -2, 2]), ((0, 105, 105, 0), WTC, [3, -3, -3, 3]), ((0, 105, 105, 0), CHE, [1, -1, -1, 1]),
        ((40, 75, 60, 35), TTC, [2, -2, -2, 2]), ((30, 80, 50, 50), TTC, [2, -2, 0, 0]),
        # Sauwald: two players without a trick get three each, from Vorhand twice that
        ((0, 106, 104, 0), "sauwald-2019", [3, -6, 0, 3]), ((120, 90, 0, 0), "sauwald-2019", [-24, 0, 12, 12]),
        # Rüdiger: a single virgin, a Bürgermeister, both; equal middle players
        ((60, 91, 59, 0), RUE, [-1, -1, -1, 3]), ((50, 110, 30, 20), RUE, [1, -3, 1, 1]), ((50, 110, 50, 0), RUE, [0, -3, 0, 3]),
        ((30, 80, 50, 50), RUE, [1, -1, 0, 0]), ((40, 75, 60, 35), RUE, [1, -1, -1, 1]), ((0, 104, 106, 0), RUE, [1, 1, -3, 1]),
    ],
)  # fmt: skip
def test_koenigrufen_section_11_2_trischaken(thirds, rules, score):
    points = "; ".join(f"{seat} {count // 3}/{count % 3}" for seat, count in zip("SENW", thirds, strict=True))
    left = iter((1, 11) if thirds.count(0) == 2 else (1, 2, 9) if 0 in thirds else (1, 2, 3, 6))
    tricks = "; ".join(f"{seat} {next(left) if count else 0}" for seat, count in zip("SENW", thirds, strict=True))
    settled = result("trischaken", rules, declarer="", points=points, tricks=tricks)
    assert settled.score == score, settled.undetermined
    assert sum(score) == 0


@pytest.mark.parametrize(
    ("thirds", "needs"),
    [
        ((60, 90, 60, 0), "somebody took no trick"),
        ((90, 90, 20, 10), "Vorhand shares the highest count"),
        ((30, 60, 60, 60), "three players have the same count"),
    ],
)
def test_koenigrufen_section_12_12_ttc_is_silent(thirds, needs):
    points = "; ".join(f"{seat} {count // 3}/{count % 3}" for seat, count in zip("SENW", thirds, strict=True))
    left = iter((1, 2, 9) if 0 in thirds else (1, 2, 3, 6))
    tricks = "; ".join(f"{seat} {next(left) if count else 0}" for seat, count in zip("SENW", thirds, strict=True))
    settled = result("trischaken", TTC, declarer="", points=points, tricks=tricks)
    assert settled.score is None
    assert needs in settled.undetermined
    shared = result("trischaken", TTC, declarer="", points=points, tricks=tricks, options="trischaken_open=share")
    assert shared.score is not None
    assert sum(shared.score) == 0


# --- §8, parallel negative games -------------------------------------------------------------------

GUT = "S liegt  E gut  N gut  W gut"


@pytest.mark.parametrize(
    ("declarers", "tricks", "talk", "score"),
    [
        ("S N", "S 1; E 5; N 2; W 4", GUT, [8, 0, -8, 0]),
        ("S N", "S 1; E 5; N 2; W 4", "S liegt  E kontra:S  N gut  W gut  S gut", [10, -2, -8, 0]),
        ("S E N", "S 1; E 1; N 2; W 8", GUT, [6, 6, -10, -2]),
    ],
)
def test_koenigrufen_section_8_worked_pair_matrix(declarers, tricks, talk, score):
    contract = " ".join("piccolo" for _ in declarers.split())
    settled = result(contract, RUE, declarer=declarers, tricks=tricks, announcements=talk)
    assert settled.score == score
    assert settled.codes == []


def test_koenigrufen_section_8_a_declarer_may_double_another():
    settled = result(
        "piccolo piccolo",
        RUE,
        declarer="S N",
        tricks="S 1; E 5; N 2; W 4",
        announcements="S liegt  E gut  N kontra:S  W gut  S re:N  E gut  N gut  W gut",
    )
    assert settled.codes == []
    # South made it against North at four times two; North's own game stays at two
    assert settled.score == [2 + 8 + 2 + 2, -2 + 2, -8 - 2 - 2 - 2, -2 + 2]


@pytest.mark.parametrize(("kontra", "radl", "value"), [(False, "", 2), (True, "", 5), (False, "2", 5), (True, "2", 10)])
def test_koenigrufen_section_9_7_bettler_of_two_and_a_half(kontra, radl, value):
    talk = "S liegt  E kontra:S  N kontra:S  W kontra:S  S gut  E gut  N gut" if kontra else GUT
    settled = result(
        "bettler", RUE, tricks="S 0; E 5; N 4; W 3", announcements=talk, tags=f'[Radl "{radl}"]' if radl else ""
    )
    assert settled.score == [3 * value, -value, -value, -value]


# --- §6.5 and single options -----------------------------------------------------------------------


def test_koenigrufen_section_6_5_sechserdreier_with_a_lost_announced_valat_costs_sixty_four():
    assert result("sechserdreier", OOE, points=LOST, announcements=said("valat")).score == [-192, 64, 64, 64]


def test_koenigrufen_section_6_5_opponents_can_make_a_valat():
    assert result("dreier", OOE, points="5/0 65/0", bonuses="valat E").score == [-48, 16, 16, 16]
    assert result("dreier", WTC, points="5/0 65/0", bonuses="valat E").score == [-45, 15, 15, 15]


def test_koenigrufen_section_6_1_silent_failure():
    facts = {"partner": "N", "points": WON, "bonuses": "pagat S lost"}
    assert result("rufer", OOE, **facts).score == [1, -1, 1, -1]
    for rules in (RUE, CHE):
        assert result("rufer", rules, **facts).score == [0, 0, 0, 0]


@pytest.mark.parametrize(("points", "won"), [("35/2 34/1", True), ("35/1 34/2", False), ("35/0 35/0", False)])
def test_koenigrufen_section_1_4_two_blatt_decide(points, won):
    settled = result("dreier", OOE, points=points)
    assert settled.score is not None
    assert (settled.score[0] > 0) is won


def test_koenigrufen_section_1_4_thresholds_of_other_tables():
    assert result("dreier", OOE, points="35/1 34/2", options="threshold_thirds=106").score == [12, -4, -4, -4]
    kontra = said("kontra:spiel")
    assert result("dreier", OOE, points="34/2 35/1", options="threshold_kontra=104", announcements=kontra).score == [
        12,
        -4,
        -4,
        -4,
    ]


def test_koenigrufen_section_6_1_mondfang_from_player_to_player():
    settled = result("dreier", RUE, points=WON, bonuses="mondfang E N")
    assert settled.score == [9, -3 + 1, -3 - 1, -3]


def test_a_frame_without_tariff_says_what_it_needs():
    settled = result("dreier", "seed-default", points=WON)
    assert settled.score is None
    assert settled.undetermined == "a tariff: the rule set gives no values"


def test_results_need_what_they_need():
    assert result("dreier", OOE, bonuses="").undetermined == "the play or the points"
    assert result("dreier", OOE, points=WON, bonuses=None).undetermined == "the play, or a Bonuses tag"
    assert (
        result("besserrufer", OOE, called="SK", exchange="S concedes").undetermined
        == "the Vogel of the conceded Besserrufer (concedes:uhu)"
    )
    assert result("piccolo", OOE).undetermined == "the play, or a Tricks tag"
