"""What may be played and what wins (koenigrufen §6.3, §7, §8), position by position."""

from __future__ import annotations

import pytest

from tarok_pbn.cards import CARD, CODES, ordered
from tarok_pbn.games import get
from tarok_pbn.games.kit.rules import with_options
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.tricks import Law
from tarok_pbn.games.koenigrufen.contracts import contract
from tarok_pbn.games.koenigrufen.laws import law_of
from tarok_pbn.games.koenigrufen.state import Announced, State
from tests.koenigrufen_support import fill, hand_text
from tests.support import checked, codes, mask, only

OOE, WTC, TTC, RUE = "ooe-2023-04", "wtc-2020", "ttc-2020", "ruediger"
ERASMUS = "kaiserstich=any_order; kaiserstich_colour=always; kaiserstich_negative=yes"


def law(
    game: str,
    held: str = "",
    *,
    rules: str = OOE,
    options: str = "",
    announced: str = "",
    called: str = "",
    overtake: str = "yes",
) -> Law:
    """The law for East, who holds *held*; others' hands are not known."""
    options_, problems = with_options(get("koenigrufen").rulesets()[rules].options, options)
    assert problems == []
    table = Table(("S", "E", "N", "W"), [None, mask(held), None, None], None)
    state = State()
    game_ = contract(options_.contracts, game)
    assert game_ is not None
    state.games = [(0, game_)]
    state.announced = [Announced(word, 1) for word in announced.split()]
    state.overtake = overtake
    table.called = CARD.get(called)
    table.contract = game
    table.memo["state"] = state
    return law_of(table, options_, state)


def legal(game: str, held: str, lying: str = "", *, number: int = 1, **more: str) -> str:
    """What East may play to the cards that lie (South led them)."""
    rule = law(game, held, **more)
    trick = rule.trick = Trick(number, 0 if lying else 1)
    trick.cards = [CARD[c] for c in lying.split()]
    return " ".join(CODES[c] for c in ordered(rule.legal(1, mask(held), trick)))


def winner(game: str, cards: str, **more: str) -> str:
    """Which of four cards wins the trick."""
    trick = Trick(1, 0)
    trick.cards = [CARD[c] for c in cards.split()]
    trick.seats = [0, 1, 2, 3]
    return CODES[trick.cards[law(game, **more).best(trick)]]


# --- §7.1, §7.2 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "lying", "may"),
    [
        ("T5 SK S7 H4", "SQ", "SK S7"),
        ("T5 T3 H4", "SQ", "T5 T3"),
        ("H4 D1", "SQ", "H4 D1"),
        ("T5 SK H4", "T20", "T5"),
        ("T5 SK H4", "", "T5 SK H4"),
    ],
)
def test_positive_games_follow_else_tarok_else_anything(held, lying, may):
    assert legal("dreier", held, lying) == may


def test_red_pips_run_downwards():
    assert winner("dreier", "H4 H1 H3 H2") == "H1"
    assert winner("dreier", "S7 ST S9 S8") == "ST"
    assert winner("dreier", "HK T1 H1 T2") == "T2"
    assert winner("dreier", "T21 F T20 T1") == "F"


# --- §7.3 ------------------------------------------------------------------------------------------


def test_colour_games():
    assert winner("farbensolo", "S7 F T21 S8") == "S8"
    assert winner("farbensolo", "T3 SK T9 HK") == "T9"
    assert legal("farbensolo", "T5 SK H4") == "SK H4"
    assert legal("farbensolo", "T5 T3") == "T5 T3"
    assert legal("farbensolo", "T5 T3 H4", "SQ") == "T5 T3"


def test_a_tarok_lead_in_a_colour_game_is_found():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T21 T7 T6 SK SQ SN HK HQ DK DQ CK CQ", talon)
    text = hand_text(
        OOE,
        deal=deal,
        talon=talon,
        auction="S farbensolo E pass N pass W pass",
        announcements="S liegt E gut N gut W gut",
        play="S T21 +",
    )
    found = only(text, "P020", "in a colour game a tarok is led only without suit cards")
    assert found.rule == "koenigrufen §7.3"


# --- §7.4 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "lying", "may"),
    [
        ("SK S8 H4", "SQ", "SK"),  # overtake
        ("S9 S8 H4", "SQ", "S9 S8"),  # cannot
        ("SK S8 T4", "SQ T1", "SK S8"),  # a tarok lies already: any card of the suit
        ("T9 T4 T1", "SQ", "T9 T4"),  # every tarok overtakes, the Pagat last
        ("T9 T4 T1", "T5", "T9"),
        ("T9 T4 T1", "T20", "T9 T4"),
        ("T1 H4", "T20", "T1"),
        ("T1", "SQ", "T1"),
        ("T9 T1 H4", "", "T9 H4"),
        ("T1 H4", "", "T1 H4"),
    ],
)
def test_negative_games_overtake_and_pagat_last(held, lying, may):
    assert legal("bettler", held, lying) == may


def test_pagat_last_can_be_switched_off():
    assert legal("bettler", "T9 T4 T1", "SQ", options="pagat_last=no") == "T9 T4 T1"


@pytest.mark.parametrize(
    ("rules", "options", "may"),
    [(RUE, "", "T1"), (TTC, "", "T1"), (WTC, "", "T4"), (OOE, "", "T4"), (OOE, ERASMUS, "T1")],
)
def test_clash_of_pagat_last_and_kaiserstich(rules, options, may):
    assert legal("bettler", "T4 T1 H4", "T21 F", rules=rules, options=options) == may


def test_why_negative_plays_are_wrong():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T1 T7 T6 S7 SQ SN HK HQ DK DQ CK CQ", talon)
    base = {
        "deal": deal,
        "talon": talon,
        "auction": "S bettler E pass N pass W pass",
        "announcements": "S liegt E gut N gut W gut",
    }
    found = only(hand_text(OOE, play="S T1 +", **base), "P005", "the Pagat is the last tarok to go")
    assert found.rule == "koenigrufen §7.4"
    # East holds the low taroks and spades; the rest of the trick is not known
    text = hand_text(OOE, play="S S7 ?? ?? ??  +", **base)
    assert codes(text) == []


# --- §7.5 ------------------------------------------------------------------------------------------


def test_trischaken_leads_and_overtaking():
    assert legal("trischaken", "T9 T4 SK") == "T9 T4 SK"
    assert legal("trischaken", "T9 T4 SK", options="trischaken_lead=von_oben") == "T9"
    assert legal("trischaken", "SK S8", options="trischaken_lead=von_oben") == "SK S8"
    assert legal("trischaken", "SK S8", "SQ") == "SK"
    assert legal("trischaken", "SK S8", "SQ", overtake="no") == "SK S8"


# --- §7.6 ------------------------------------------------------------------------------------------

ORDERED, LOOSE = "T21 F T5 T1", "F T1 T21 T5"


@pytest.mark.parametrize(
    ("game", "rules", "options", "cards", "wins"),
    [
        ("dreier", "seed-default", "", LOOSE, "T1"),
        ("dreier", "seed-default", "", ORDERED, "T1"),
        ("dreier", OOE, "", ORDERED, "F"),
        ("dreier", WTC, "", LOOSE, "T1"),
        ("dreier", TTC, "", ORDERED, "T1"),
        ("dreier", TTC, "", LOOSE, "F"),
        ("dreier", RUE, "", ORDERED, "T1"),
        ("farbensolo", WTC, "", LOOSE, "T1"),
        ("farbensolo", WTC, "", "SK F T21 T1", "SK"),
        ("farbensolo", "seed-default", "", LOOSE, "F"),
        ("farbensolo", OOE, ERASMUS, "SK F T21 T1", "T1"),
        ("bettler", WTC, "", ORDERED, "F"),
        ("bettler", TTC, "", ORDERED, "T1"),
        ("bettler", RUE, "", ORDERED, "T1"),
        ("bettler", RUE, "", LOOSE, "F"),
    ],
)
def test_kaiserstich(game, rules, options, cards, wins):
    assert winner(game, cards, rules=rules, options=options) == wins


# --- §6.3 ------------------------------------------------------------------------------------------


def test_an_announced_vogel_is_kept_for_its_trick():
    assert legal("dreier", "T9 T1 H4", announced="pagat") == "T9 H4"
    assert legal("dreier", "T1 H4", "T20", announced="pagat") == "T1"
    assert legal("dreier", "T9 T2 T1", "T20", number=11, announced="pagat uhu") == "T9 T2"
    assert legal("dreier", "T2 T1", "T20", number=8, announced="pagat uhu") == "T2"
    assert legal("dreier", "T2 T1", "T20", number=8, announced="pagat uhu", rules=RUE) == "T2 T1"
    assert legal("rufer", "SK H4", announced="ku", called="SK") == "H4"
    assert legal("rufer", "SK S7", "SQ", announced="ku", called="SK") == "S7"


def test_giving_up_an_announced_card_without_need_is_a_warning():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T1 T7 T6 S7 SQ SN HK HQ DK DQ CK CQ", talon)
    text = hand_text(
        OOE,
        deal=deal,
        talon=talon,
        auction="S solodreier E pass N pass W pass",
        announcements="S pagat liegt E gut N gut W gut",
        play="S T1 +",
    )
    found = only(text, "P021", "leads the announced T1 in trick 1", "the announcement is lost without need")
    assert found.severity == "warning"
    assert found.rule == "koenigrufen §6.3"


# --- §8 --------------------------------------------------------------------------------------------

PICCOLO = "S:F,19,4,1.87.42.43.97 E:18,14,10,6.QT.KQN.2.K8 N:20,17,13,9,7,5.N.13.QJ.J W:21,16,15,12,8,2.J9.J.N1.T"
TALON = "T3 T11 DK SK CQ CN"
BIDS = "S piccolo E pass N pass W pass"
TALK = "S liegt E gut N gut W gut"
#: the first five tricks of HAND-2; there the second one was South's, and South played 1
FIRST = "S T19 T6 T20 T21\nW T15 F T10 T5\nS T4 T14 T17 T2"


def test_a_negative_game_goes_on_while_it_can_be_made():
    text = hand_text(OOE, deal=PICCOLO, talon=TALON, auction=BIDS, announcements=TALK, play=FIRST)
    replay = checked(text).replay
    assert replay.ledger is None
    assert replay.undetermined == "all twelve tricks"


def test_a_bettler_ends_with_its_first_trick():
    bids = BIDS.replace("piccolo", "bettler")
    text = hand_text(
        OOE, deal=PICCOLO, talon=TALON, auction=bids, announcements=TALK, play="\n".join(FIRST.splitlines()[:2])
    )
    done = checked(text)
    assert done.findings == []
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals() == {"S": -6, "E": 2, "N": 2, "W": 2}
    found = only(hand_text(OOE, deal=PICCOLO, talon=TALON, auction=bids, announcements=TALK, play=FIRST), "P011")
    assert (
        found.message == "The play goes on, but it was over after trick 2: South has 1 trick and has lost the bettler."
    )
    assert (
        codes(
            hand_text(
                OOE,
                deal=PICCOLO,
                talon=TALON,
                auction=bids,
                announcements=TALK,
                play=FIRST,
                options="negative_end=played_out",
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("rules", "options", "bids", "leads"),
    [
        (OOE, "", "S vorhand E piccolo N pass W pass S pass", "East"),
        ("cheltenham", "", "S vorhand E piccolo N pass W pass S pass", "South"),
        ("cheltenham", "", "S vorhand E bettler N pass W pass S pass", "East"),
        (RUE, "", "S vorhand E bettler N bei:piccolo W pass S pass", "East"),
        (RUE, "", "S vorhand E piccolo N bei:piccolo W pass S pass", "East"),
        ("seed-default", "", "S vorhand E piccolo N bei:zwiccolo W pass S pass", "East"),
        ("seed-default", "", "S piccolo E pass N bei:zwiccolo W pass", "South"),
        ("seed-default", "parallel_lead=forehand", "S vorhand E piccolo N bei:zwiccolo W pass S pass", "South"),
        (OOE, "", "S vorhand E solodreier N pass W pass S pass", "South"),
        (OOE, "", "S vorhand E farbensolo N pass W pass S pass", "South"),
    ],
)
def test_who_leads(rules, options, bids, leads):
    for seat in ("South", "East"):
        text = hand_text(
            rules, auction=bids, announcements=f"{leads[0]} +", options=options, play=f"{seat[0]} SK SQ S7 S8 +"
        )
        wrong = [f for f in checked(text).findings if f.code == "P007"]
        assert bool(wrong) is (seat != leads)
        assert all(f"{leads} leads to the first trick" in f.message for f in wrong)
