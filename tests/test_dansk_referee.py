"""Random hands under random options: the package and the referee, written from the page alone, agree to the chip."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tarok_pbn.check import check
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.kit.rules import show
from tarok_pbn.notation import read_text, write
from tests.dansk_referee import Referee, Sheet, amounts, parse
from tests.dansk_support import DANSK, SAMPLES, options
from tests.test_dansk_random import TABLES, some_hand

HANDS = 80
CHOICES: dict[str, tuple[Any, ...]] = {
    "red_pips": ("reversed", "natural"),
    "pots": (2, 2, 1, 0),
    "foundation": (20, 40),
    "foundation_time": ("next_hand", "immediate"),
    "dealer_fee": (5, 10, 0),
    "pots_not_moved_fine": (0, 5),
    "discard_pagat": ("when_voiding", "never"),
    "discard_fool": ("never", "tout_announced"),
    "fool_counts_for_voiding": (False, True),
    "trump_discard_answer": ("count", "yes_no", "auto"),
    "fool_naming": ("no_win", "must_be_held"),
    "fool_endgame": ("trick_23", "none"),
    "lost_card": (5, 10),
    "pagat_win_pays": (5, 0),
    "last_trick_on_bagud": (False, True),
    "tout_cards": ("80", "50", "counted"),
    "card_settlement": ("via_next_dealer", "own_rounding"),
    "card_points": (True, False),
}


def refereed(text: str, **changes: Any) -> Sheet:
    """What the referee makes of a record, and that its outcome tags and its score table say the same."""
    tags, sections = parse(text)
    sheet = Referee(text, **{name: show(v) if isinstance(v, bool) else v for name, v in changes.items()}).run()
    assert sheet.wrong == [], text
    head, *rows = sections["ScoreTable"]
    assert head[1:] == sheet.accounts
    assert {
        row[0]: [int(cell) for cell in row[1:]] for row in rows if any(c != "0" for c in row[1:])
    } == sheet.totals_of_rows()
    assert amounts(tags["Points"]) == sheet.points
    assert sum(sheet.points.values()) == 78
    score = amounts(tags["Score"])
    assert score == {account: sheet.score[account] for account in score}
    if sheet.after:
        assert amounts(tags["PotsAfter"]) == sheet.after
    said = {f"{part.split()[0]} {word}" for part in tags["Result"].split(";") for word in part.split()[1:]}
    assert said == sheet.result
    return sheet


@pytest.mark.parametrize("seed", range(5))
def test_random_hands_are_settled_as_the_page_says(seed):
    rng = Random(f"referee {seed}")
    for number in range(HANDS):
        changes = {name: rng.choice(values) for name, values in CHOICES.items()} if number % 3 else {}
        rules, seats = options(**changes), TABLES[number % 2]
        choose, hands = some_hand(rng, number // 2)
        tags = {"Event": "Referee", "Rules": "dansk-1"}
        if changes:
            tags["Options"] = "; ".join(f"{name}={show(value)}" for name, value in changes.items())
        names = {2: ("pagat", "king"), 1: ("pot",), 0: ()}[rules.pots]
        if names:
            tags["Pots"] = "; ".join(f"{name} {rng.choice((0, 0, 65, 95, 250))}" for name in names)
            if number % 5 == 0:
                tags["Fines"] = f"{seats[0]} {seats[1]} 10 revoke; {seats[1]} {names[0]} 5"
        dealer = rng.choice(seats)
        record, _ = play_hand(DANSK, rules, rng, tags=tags, dealer=dealer, seats=seats, choose=choose, hands=hands)
        text = write(record)
        (parsed,) = read_text(text)
        assert [f.message for f in check(parsed).findings] == [], text
        refereed(text, **changes)


@pytest.mark.parametrize("name", ["rules-f1", "rules-f3", "rules-f5"])
def test_the_worked_hands_of_section_12(name):
    """The referee itself: the ledgers of F1, F3 and F5 as the page prints them."""
    text = (SAMPLES / f"{name}.tpbn").read_text("utf-8")
    referee = Referee(text)
    sheet = referee.run()
    assert sheet.wrong == []
    end = {
        "rules-f1": (-195, -230, 310, 85, 200),
        "rules-f3": (75, -150, -125, 160, 210),
        "rules-f5": (-35, -275, 250, 0, 230),
    }
    assert (*[sheet.score[seat] for seat in "SEW"], sheet.after["pagat"], sheet.after["king"]) == end[name]


def test_a_payment_that_is_wrong_by_five_chips_is_seen():
    rng, rules = Random("five"), options()
    record, _ = play_hand(DANSK, rules, rng, tags={"Event": "R", "Rules": "dansk-1", "Pots": "pagat 65; king 65"})
    wrong = replace(rules, lost_card=10)
    assert refereed(write(record)).rows
    with pytest.raises(AssertionError):
        refereed(write(record), lost_card=wrong.lost_card)
