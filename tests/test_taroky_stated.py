"""Results without play: an outcome tag that nothing can confirm must at least be one that a hand can have."""

from __future__ import annotations

import pytest

from tests.support import checked, codes, only, result_only
from tests.taroky_pages import H1

PLAIN = {"Pagat": "", "Valat": ""}
SCORE = {"Score": "S 3; E -3; N 3; W -3", **PLAIN}


def stated(contract: str = "povinnost", points: str = "38 32", *, rules: str = "devatenactka-1", **tags: str) -> str:
    seats = {name.lower(): tags.pop(name) for name in ("Declarer", "Partner") if name in tags}
    return result_only(contract, points, rules=rules, tags={**SCORE, **tags}, **seats)


def test_a_result_that_can_be_is_clean():
    assert codes(stated()) == []


@pytest.mark.parametrize("points", ["38", "38:32", "abc", "S 38; E 32", "80 -10", "38 32 0"])
def test_points_are_two_numbers(points):
    only(stated(points=points), "R007", "two numbers", '[Points "38 32"]')


def test_points_add_up_to_the_pack():
    only(stated(points="38 30"), "S003", "add up to 68, not to 70")
    only(stated(points="38 32", Score="?", rules="texas"), "S003", "not to 106")


@pytest.mark.parametrize("contract", ["povinost", "Povinnost", "POVINNOST"])
def test_a_contract_that_is_none_is_not_settled_as_if_it_were(contract):
    only(stated(contract), "R007", "not a contract", "Did you mean povinnost?")


def test_a_grade_that_no_trojka_has_and_a_contract_of_another_rule_set():
    only(stated("trojka:4", Partner=""), "R007", "trojka:4")
    only(stated("solo", "60 46", Partner="", rules="texas"), "R007", "'solo'", "povinnost, trojka:1")


@pytest.mark.parametrize(("value", "right"), [("s", '[Declarer "S"]'), ("South", '[Declarer "S"]'), ("Jan", "S E N W")])
def test_a_declarer_that_is_not_a_seat_is_said_to_be_none_not_to_be_lacking(value, right):
    only(stated(Declarer=value), "R007", "not a seat of this table", right)


def test_a_partner_is_another_seat():
    only(stated(Partner="n"), "R007", '[Partner "N"]')
    only(stated(Partner="S"), "R015", "both declarer and partner")
    only(stated("trojka:1", Partner="N"), "R015", "without a partner")


def test_no_partner_may_be_written_as_a_dash():
    assert checked(stated(Partner="-", Score="?")).replay.ledger is not None


@pytest.mark.parametrize("value", ["W", "w won", "W wins", "Q won", "won W"])
def test_the_pagat_tag_says_who_and_what(value):
    only(stated(Pagat=value), "R007", '[Pagat "W lost"]')


def test_valat_called_card_and_pot():
    only(stated(Valat="both"), "R007", "Valat 'both'")
    only(stated(Called="XIX"), "R007", "'XIX'", "T19")
    only(stated(Called="T15"), "R007", "'T15'")
    only(stated(Pots="forty", rules="mprihoda"), "R007", '[Pots "pot 40"]')


def test_where_the_hand_tells_there_is_one_finding_still():
    assert codes(H1.text(Points="32 37")) == ["S003"]
    assert codes(H1.text(Contract="povinost")) == ["A007"]


def test_a_dealer_who_does_not_sit_at_the_table():
    text = stated().replace('[Dealer "W"]', '[Dealer "A"]')
    found = only(text, "R014", "dealer A", "S E N W")
    assert found.span is not None
