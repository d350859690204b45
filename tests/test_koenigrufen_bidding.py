"""Bidding, call, talon and announcements (koenigrufen §3 to §6)."""

from __future__ import annotations

import pytest

from tests.koenigrufen_support import fill, hand_text
from tests.support import checked, codes, findings, only

OOE, WTC, TTC, RUE, CHE = "ooe-2023-04", "wtc-2020", "ttc-2020", "ruediger", "cheltenham"


def auction(words: str, rules: str, deal: str = "", options: str = "") -> str:
    """A record of an auction alone; South is Vorhand."""
    return hand_text(rules, deal=deal, options=options, auction=words)


def outcome(text: str) -> tuple[str, str]:
    computed = checked(text).replay.computed
    return computed.get("Contract", ""), computed.get("Declarer", "")


# --- §3.4 ------------------------------------------------------------------------------------------


def test_sequence_1_every_bid_higher():
    text = auction("S vorhand E pass N bettler W solorufer S pass N farbendreier W pass", OOE)
    assert codes(text) == []
    assert outcome(text) == ("farbendreier", "N")


def test_sequence_2_vorhand_holds():
    text = auction("S vorhand E piccolo N pass W pass S hold E pass", OOE)
    assert codes(text) == []
    assert outcome(text) == ("piccolo", "S")


def test_sequence_3_vorhand_holds_the_dreier_not_her_sechserdreier():
    text = auction("S sechserdreier E pass N dreier W pass S hold N pass", OOE)
    assert codes(text) == []
    assert outcome(text) == ("dreier", "S")


@pytest.mark.parametrize("rules", [OOE, WTC, TTC])
def test_sequence_4_sechserdreier_only_as_the_first_word(rules):
    text = auction("S vorhand E pass N pass W pass S sechserdreier", rules)
    only(text, "A002", "only Vorhand may bid, and only as her first word")


@pytest.mark.parametrize("rules", [RUE, CHE])
def test_sequence_4_sechserdreier_after_three_passes(rules):
    assert codes(auction("S vorhand E pass N pass W pass S sechserdreier", rules)) == []


def test_sequence_5_rank_decides_not_value():
    text = auction("S vorhand E uhurufer N farbendreier W pass S pass E pass", WTC)
    assert codes(text) == []
    assert outcome(text) == ("farbendreier", "N")


def test_sequence_6_solorufer_over_piccolo_and_bettler_below_it():
    assert codes(auction("S vorhand E piccolo N solorufer W pass S pass E pass N call:SK", OOE)) == []
    found = only(
        auction("S vorhand E solorufer N bettler", OOE),
        "A002",
        "does not rank above East's solorufer",
        "rank decides, not value",
    )
    assert found.rule == "koenigrufen §3.2"
    assert codes(auction("S vorhand E solorufer N bettler W pass S pass E pass", WTC)) == []


def test_the_same_rank_does_not_overbid():
    only(auction("S vorhand E piccolo N zwiccolo", WTC), "A002", "does not rank above East's piccolo")


def test_vorhand_keeps_her_right():
    only(auction("S pass", OOE), "A002", "Vorhand speaks first and keeps her right")
    only(auction("S vorhand E pass N pass W pass S pass", OOE), "A002", "Vorhand must name a game")
    only(
        auction("S vorhand E rufer", OOE),
        "A002",
        "a Vorhandspiel, which only Vorhand may choose, and only after three passes",
    )
    only(auction("S vorhand E vorhand", OOE), "A002", "only Vorhand says that, as her first word")


def test_opening_word():
    assert codes(auction("S dreier E pass N pass W pass", OOE)) == []
    only(auction("S dreier", WTC), "A002", "Vorhand's first word is vorhand")
    assert codes(auction("S sechserdreier E pass N pass W pass", WTC)) == []


def test_who_may_hold():
    only(auction("S vorhand E piccolo N pass W pass S hold", WTC), "A002", "nobody may hold a bid here")
    only(auction("S vorhand E piccolo N hold", OOE), "A002", "has no right to hold this bid")
    only(auction("S vorhand E solodreier N pass W pass S hold", OOE, options="hold_except=solodreier"), "A002")
    text = auction("S vorhand E piccolo N pass W pass S hold E dreier S hold E pass", OOE)
    assert codes(text) == []
    assert outcome(text) == ("dreier", "S")


def test_a_pass_is_irrevocable():
    found = findings(auction("S vorhand E pass N piccolo W pass S pass E dreier", OOE))
    assert [f.code for f in found] == ["A005"]


def test_nobody_raises_his_own_bid():
    assert codes(auction("S vorhand E pass N piccolo W pass S pass N dreier", OOE)) == ["A005"]


def test_contracts_that_the_set_does_not_offer():
    only(auction("S vorhand E zwiccolo", OOE), "A002", "which the rule set does not offer")
    only(auction("S vorhand E farbendreier", CHE), "A002", "which the rule set does not offer")
    only(auction("S vorhand E schnapsen", OOE), "A002", "which is no bid")


# --- hands and bids: §3.3 --------------------------------------------------------------------------

FOUR_KINGS = "S:F,9.K.K.K32.KQNJT E:- N:- W:-"
THREE_KINGS = "S:F,9,8.K.K.K32.QNJT E:- N:- W:-"
NO_BIRD = "S:21,20.K.K2.Q32.QNJT E:- N:- W:-"


def test_a_besserrufer_needs_a_vogel():
    only(auction("S besserrufer", OOE, NO_BIRD), "A002", "without a Vogel (I, II, III or IIII)")
    only(auction("S vorhand E pagatrufer", WTC, "S:- E:F,9,2.K.K.K32.QNJT N:- W:-"), "A002", "without the Pagat (T1)")


def test_four_kings():
    found = only(
        auction("S vorhand E pass N pass W pass S rufer", OOE, FOUR_KINGS), "A002", "with all four kings in hand"
    )
    assert found.rule == "koenigrufen §3.3"
    assert codes(auction("S vorhand E pass N pass W pass S rufer S call:SQ", WTC, FOUR_KINGS)) == []
    only(auction("S vorhand E pass N pass W pass S rufer S call:CQ", WTC, FOUR_KINGS), "A003", "which South holds")
    only(
        auction("S vorhand E pass N pass W pass S rufer S call:SQ", WTC, THREE_KINGS),
        "A003",
        "only with all four kings in hand",
    )
    text = auction("S gibt_ab E sechserdreier N pass W pass S pass", "sauwald-2019", FOUR_KINGS)
    assert codes(text) == []
    assert outcome(text) == ("sechserdreier", "E")
    only(auction("S gibt_ab", OOE, FOUR_KINGS), "A002", "only Vorhand with four kings")


def test_the_own_king():
    deal = "S:F,9,8.K.K.Q32.QNJT E:- N:- W:-"
    found = only(
        auction("S vorhand E pass N pass W pass S rufer S call:SK", OOE, deal),
        "A003",
        "South calls SK, which South holds",
    )
    assert found.rule == "koenigrufen §4.4"
    assert codes(auction("S vorhand E pass N pass W pass S rufer S call:SK", RUE, deal)) == []


def test_the_fourth_king_must_or_may():
    named = auction("S vorhand E pass N pass W pass S rufer S call:CK", "seed-default", THREE_KINGS)
    found = only(named, "A003", "with three kings the fourth is called without naming it")
    assert found.rule == "koenigrufen §4.3"
    fourth = auction("S vorhand E pass N pass W pass S rufer S call:fourth", "seed-default", THREE_KINGS)
    assert codes(fourth) == []
    assert checked(fourth).replay.computed["Called"] == "CK"
    assert codes(named.replace("seed-default", OOE)) == []
    assert codes(fourth.replace("seed-default", OOE)) == []
    only(
        auction("S vorhand E pass N pass W pass S rufer S call:fourth", OOE, NO_BIRD), "A003", "that needs three kings"
    )


def test_farbensolo_needs_six_suit_cards():
    deal = "S:21,20,19,18,17,16,15.K.2.Q.QN E:- N:- W:-"
    only(auction("S farbensolo", "sauwald-2019", deal), "A002", "1 suit card too few")


def test_a_call_is_due():
    only(auction("S solorufer E pass N pass W pass S liegt", OOE), "A006", "now the king is called")


# --- §3.5, parallel negatives ----------------------------------------------------------------------


def test_bei_is_not_allowed_in_the_cups():
    for rules in (OOE, WTC, TTC, "sauwald-2019"):
        only(auction("S vorhand E piccolo N bei:piccolo", rules), "A002", "cannot be played beside")


def test_equal_rank_in_the_frame():
    text = auction("S vorhand E piccolo N bei:zwiccolo W bei:triccolo S pass", "seed-default")
    assert codes(text) == []
    assert outcome(text) == ("piccolo zwiccolo triccolo", "E N W")
    only(auction("S vorhand E piccolo N bei:bettler", "seed-default"), "A002")


def test_ruediger_bei():
    text = auction("S vorhand E bettler N bei:piccolo W pass S pass", RUE)
    assert codes(text) == []
    assert outcome(text) == ("bettler piccolo", "E N")
    only(auction("S vorhand E piccolo N bei:bettler", RUE), "A002", "cannot be played beside")
    only(auction("S vorhand E piccolo_ouvert N bei:piccolo", RUE), "A002", "cannot be played beside")


def test_a_suspended_bid_counts_as_a_pass_until_another_joins():
    alone = auction("S vorhand E besserrufer N verdacht:piccolo W pass S pass E call:SK", RUE)
    assert codes(alone) == []
    assert outcome(alone) == ("besserrufer", "E")
    joined = auction("S vorhand E besserrufer N verdacht:piccolo W bei:piccolo S pass E pass", RUE)
    assert codes(joined) == []
    assert outcome(joined) == ("piccolo piccolo", "N W")


def test_the_besserrufer_may_promise_a_better_vogel():
    text = auction(
        "S vorhand E besserrufer N verdacht:piccolo W bei:piccolo S pass E besserrufer:uhu N pass W pass E call:SK", RUE
    )
    assert codes(text) == []
    assert outcome(text) == ("besserrufer", "E")
    only(auction("S vorhand E piccolo N bei:piccolo W besserrufer", RUE), "A002", "without promising a Vogel")
    only(auction("S vorhand E besserrufer N bei:piccolo", RUE), "A002")


# --- §4.5 and §5, talon and discard ----------------------------------------------------------------

DEAL = "S:20,17,11,8,5.Q9.KJ.3.K8 E:F,16,13,9,3.J.N2.QJ.QN N:19,15,12,4,2.KT.13.K2.T W:21,14,10,7,1.N87.4.1.J7"
TALON = "T18 T6 D4 HQ DN C9"
GOES_ON = "[Announcements]\nS liegt  E gut  N gut  W gut\n"
RUFER = "S vorhand E pass N pass W pass S rufer S call:SK"


def exchange(
    words: str, rules: str = OOE, *, deal: str = DEAL, talon: str = TALON, auction: str = RUFER, options: str = ""
) -> str:
    return hand_text(rules, deal=deal, talon=talon, auction=auction, exchange=words, options=options)


def test_hand_1_exchange_is_legal():
    assert codes(exchange("S takes:1-3 lays:HJ,D4,D3")) == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("S takes:1-6 lays:HJ,D4,D3", "X001", "a rufer takes one half"),
        ("S takes:1-3 lays:HJ,D4", "X002", "lays away 2 cards, but took 3"),
        ("S takes:1-3 lays:HJ,D4,HQ", "X003", "lays away HQ, but does not hold it"),
        ("S takes:1-3 lays:HK,D4,D3", "X004", "kings and Trull (I, XXI, Sküs) may never be laid away"),
        (
            "S takes:1-3 lays:T5,D4,D3 shows:T5",
            "X005",
            "a tarok may go only when no suit card other than a king is left",
        ),
        ("S concedes", "X008", "does not lie in the talon"),
    ],
)
def test_discard_of_a_tarok_game(words, code, says):
    found = findings(exchange(words))
    assert [f.code for f in found] == [code]
    assert says in found[0].message
    assert found[0].rule.startswith("koenigrufen §")


def test_forced_taroks_are_shown():
    talon = "T18 T6 D4 HQ DN C9"
    deal = fill("T20 T19 T17 T16 T14 T11 T8 T5 SK HK DK CJ", talon)
    bid = {"deal": deal, "talon": talon, "auction": "S dreier E pass N pass W pass"}
    assert codes(exchange("S takes:1-3 lays:T5,D4,CJ shows:T5", **bid)) == []
    found = only(
        exchange("S takes:1-3 lays:T5,D4,CJ", **bid) + GOES_ON, "X007", "lays away T5, which the rules show face up"
    )
    assert found.help == "Add shows:T5."
    only(exchange("S takes:1-3 lays:T6,T5,CJ shows:T6,T5", **bid), "X005", "keeps D4")


def test_taroks_may_be_laid_at_will_where_the_set_has_it():
    text = exchange("S takes:1-3 lays:T5,D4,D3 shows:T5", RUE, deal=DEAL)
    assert codes(text) == []
    assert "X007" in codes(text.replace(" shows:T5", "") + GOES_ON)


def test_king_in_the_talon():
    deal = "S:20,17,11,8,5.Q9.KJ.3.K8 E:F,16,13,9,3.J.N2.QJ.QN N:19,15,12,4,2.T.13.K42.T W:21,14,10,7,1.N87.4.1.J7"
    talon = "T18 T6 SK HQ DN C9"
    assert codes(exchange("S takes:4-6 lays:HQ,DN,C9", deal=deal, talon=talon)) == []
    found = only(
        exchange("S takes:4-6 lays:HQ,DN,C9", RUE, deal=deal, talon=talon),
        "X001",
        "the half with the called king must be taken",
    )
    assert "takes:1-3" in found.help
    for rules in (OOE, RUE, WTC, "seed-default"):
        assert codes(exchange("S concedes", rules, deal=deal, talon=talon)) == []


def test_colour_games_lay_taroks_first():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T21 T7 T6 SK SQ SN HK HQ DK DQ CK CQ", talon)
    bid = {"deal": deal, "talon": talon, "auction": "S farbendreier E pass N pass W pass"}
    assert codes(exchange("S takes:1-3 lays:T7,T6,T5", **bid)) == []
    wrong = exchange("S takes:1-3 lays:SQ,T6,T5", **bid)
    only(wrong, "X005", "the taroks outside the Trull go first")
    assert codes(wrong.replace(OOE, "seed-default")) == []
    assert codes(
        exchange("S takes:1-3 lays:SQ,T6,T5", "seed-default", options="colour_keep_suits_while_tarock=yes", **bid)
    ) == ["X005"]


def test_a_farbendreier_keeps_six_suit_cards():
    talon = "T18 T5 T17 T11 C9 SJ"
    deal = fill("T21 T20 T19 T16 T15 T14 T7 SK SQ HK HQ DK", talon)
    bid = {"deal": deal, "talon": talon, "auction": "S vorhand E pass N pass W pass S farbendreier"}
    only(exchange("S takes:1-3 lays:T7,T14,T5", WTC, **bid), "X005", "keeps 5 suit cards, but a farbendreier needs 6")
    assert codes(exchange("S takes:1-3 lays:T7,T14,T5", TTC, **bid)) == []


# --- §6.2 and §6.4, announcements and kontra -------------------------------------------------------


def talk(
    words: str,
    rules: str = OOE,
    *,
    auction: str = RUFER,
    exchange: str = "S takes:1-3 lays:HJ,D4,D3",
    deal: str = DEAL,
    options: str = "",
) -> str:
    return hand_text(
        rules, deal=deal, talon=TALON, auction=auction, exchange=exchange, announcements=words, options=options
    )


def test_plain_round():
    assert codes(talk("S liegt  E gut  N gut  W gut")) == []
    assert codes(talk("S liegt  E kontra:spiel  N re:spiel  W sub:spiel  S gut  E gut  N gut")) == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("S pagat liegt", "M004", "announces pagat without holding T1"),
        ("S liegt  E ku", "M004", "announces ku without holding SK"),
        ("S liegt  E trull  N gut  W trull", "M005", "which this side has announced already"),
        ("S liegt  E gut  N kontra:spiel", "M006", "for the other side to say"),
        ("S liegt  E kontra:pagat", "M008", "pagat was not announced"),
        ("S liegt  E re:spiel", "M007", "stands undoubled"),
        (
            "S liegt  E kontra:spiel  N re:spiel  W sub:spiel  S mord:spiel",
            "M007",
            "above the ceiling of the ladder (sub)",
        ),
        ("S liegt  E gut  N gut  W kontra:spiel  S gut  E gut  N gut  E kontra:spiel", "M009", ""),
        ("S liegt  E mondfang", "M009", "does not exist in rufer under this rule set"),
        ("S liegt  E liegt", "M009", "the declarer's word at the start"),
    ],
)
def test_talk_that_is_not_legal(words, code, says):
    found = [f for f in findings(talk(words)) if f.code != "M011"]
    assert [f.code for f in found] == [code]
    assert says in found[0].message


def test_kontra_comes_at_the_first_opportunity():
    text = talk("S liegt  E gut  N ku  W gut  S gut  E kontra:spiel", TTC)
    (found,) = [f for f in findings(text) if f.severity == "error"]
    assert found.code == "M009"
    assert "kontra must come at the first opportunity" in found.message
    assert found.rule == "koenigrufen §6.2.4"
    assert codes(talk("S liegt  E gut  N ku  W gut  S gut  E kontra:ku  N gut  W gut  S gut", TTC)) == []


def test_how_long_may_be_announced():
    late = "S liegt  E gut  N ku  W gut  S trull  E gut  N gut  W gut"
    assert codes(talk(late, TTC)) == []
    assert codes(talk(late, OOE)) == ["M009"]
    assert codes(talk(late, WTC)) == ["M009"]


def test_the_vogel_of_a_besserrufer_must_be_announced():
    bid = "S vorhand E besserrufer N pass W pass S pass E call:SK"
    base = {"auction": bid, "exchange": "E takes:4-6 lays:HQ,DN,C9"}
    found = only(talk("E liegt  N gut  W gut  S gut", **base), "M002", "must announce kakadu")
    assert found.rule == "koenigrufen §6.2.7"
    assert codes(talk("E kakadu liegt  N gut  W gut  S gut", **base)) == []


def test_kontra_against_the_own_unknown_partner_is_void():
    # South cannot know that North, who announces, is the partner; under the cup rules the kontra is void
    text = talk("S liegt  E gut  N uhu  W gut  S kontra:uhu  E gut  N gut  W gut", TTC)
    assert codes(text) == []
    assert codes(text.replace(TTC, CHE)) == ["M006"]
    # who holds the called king knows that the declarer is his partner
    assert "M006" in codes(talk("S liegt  E gut  N kontra:spiel", TTC))


def test_only_the_valat_can_be_doubled_after_an_announced_valat():
    text = talk("S valat liegt  E kontra:spiel", "wtc-2018")
    assert [c for c in codes(text) if c != "M011"] == ["M008"]
    assert codes(talk("S valat liegt  E kontra:valat  N gut  W gut  S gut", "wtc-2018")) == []


def test_kontra_in_negative_games_names_the_player():
    bid = "S vorhand E piccolo N pass W pass S pass"
    base = {"auction": bid, "exchange": ""}
    assert codes(talk("E liegt  N kontra:E  W gut  S gut  E re:N  N gut  W gut  S gut", **base)) == []
    found = [f for f in findings(talk("E liegt  N kontra:spiel", **base)) if f.code != "M011"]
    assert [f.code for f in found] == ["M008"]
    assert "in negative games a player is doubled, and E declares" in found[0].message
