"""Saved games of tarakus: the amounts are those of the program's own tests (taroky §12.4), 5 haléř a unit."""

from __future__ import annotations

import json

import pytest

from tarok_pbn.exchange.foreign import tarakus
from tests.foreign_support import SAMPLES, codes, records, settled, spoken, wrong

BASE: dict[str, object] = {
    "forhont": 0, "vydrazitel": 0, "partner": 2, "tretiPozice": None, "hlasky": {},
    "flekHry": 0, "flekPagat": 0, "flekValat": 0,
}  # fmt: skip


def hand(kind="prvni", delta=(0, 0, 0, 0), result=None, **more):
    found = {"ociT1": 35, "pagat": None, "valat": None, "shozProtiValat": 0, "ociHrace": [0, 0, 0, 0], **(result or {})}
    return {**BASE, "type": kind, "vysledek": found, "delta": list(delta), **more}


def state(*hands, **more):
    totals = [sum(h["delta"][i] for h in hands) for i in range(4)]
    return {"players": ["A", "B", "C", "D"], "totals": totals, "povinnostIdx": 0, "sehravky": list(hands), "current": None, **more}


def read(document):
    return list(tarakus.read(json.dumps(document).encode(), "x"))


#: what the program's tests enter and expect, in haléř of players 0 to 3, who sit S W N E
TESTS = [
    ("50:20", hand(delta=(75, -75, 75, -75), result={"ociT1": 50}), "S 15; E -15; N 15; W -15"),
    ("18:52", hand(delta=(-85, 85, -85, 85), result={"ociT1": 18}), "S -17; E 17; N -17; W 17"),
    ("preferanc", hand("treti", (150, -50, -50, -50), {"ociT1": 40}, partner=None, tretiPozice=2),
     "S 30; E -10; N -10; W -10"),
    ("flek", hand(delta=(150, -150, 150, -150), result={"ociT1": 50}, flekHry=1), "S 30; E -30; N 30; W -30"),
    ("tie and trul", hand(delta=(-25, 25, -25, 25), hlasky={"1": {"trul": True}}), "S -5; E 5; N -5; W 5"),
    ("preferanc and trul", hand("treti", (210, -70, -70, -70), {"ociT1": 40}, partner=None, tretiPozice=2,
                                hlasky={"0": {"trul": True, "barvy": False}}), "S 42; E -14; N -14; W -14"),
    ("pagat", hand(delta=(275, -275, 275, -275), result={"ociT1": 50, "pagat": {"uhran": True, "hlaseno": "vydr"}}),
     "S 55; E -55; N 55; W -55"),
    ("pagat, newer form", hand(delta=(275, -275, 275, -275), result={"ociT1": 50, "pagat": {"uhran": True, "player": 2}}),
     "S 55; E -55; N 55; W -55"),
    ("varsava", hand("varsava", (-1400, 400, 400, 600), {"ociHrace": [40, 20, 10, 0]}, vydrazitel=None, partner=None),
     "S -280; E 120; N 80; W 80"),
    ("alone", hand(delta=(225, -75, -75, -75), result={"ociT1": 50}, partner=0), "S 45; E -15; N -15; W -15"),
]  # fmt: skip


@pytest.mark.parametrize(("saved", "score"), [test[1:] for test in TESTS], ids=[test[0] for test in TESTS])
def test_results_settle_to_what_tarakus_paid(saved, score):
    imported = read(state(saved))
    (record,) = records(imported)
    assert wrong(imported) == []
    assert record.get("Score") == score
    (checked,) = settled([record])
    assert [(f.code, f.message) for f in checked.findings] == []
    assert checked.replay.ledger is not None, checked.replay.undetermined
    totals = checked.replay.ledger.totals()
    assert "; ".join(f"{seat} {totals[seat]}" for seat in "SENW") == score


def test_a_hand_in_all_its_parts():
    saved = hand("druha", (0, 0, 0, 0), {"ociT1": 38, "pagat": {"uhran": False, "player": 1}}, vydrazitel=1, partner=3,
                 forhont=3, flekPagat=2, hlasky={"0": {"kralovske_honery": True}, "3": {"barvicky": True, "trul_honery": True}},
                 at=1777118400000)  # fmt: skip
    imported = read(state(saved))
    (record,) = records(imported)
    assert [record.get(tag) for tag in ("South", "East", "North", "West")] == ["A", "D", "C", "B"]
    assert (record.get("Contract"), record.get("Declarer"), record.get("Partner")) == ("druha", "W", "E")
    assert (record.get("Dealer"), record.get("Points"), record.get("Pagat")) == ("S", "38 32", "W lost")
    assert (record.get("Date"), record.get("Unit"), record.get("Rules")) == ("2026.04.25", "5 hal", "vysocina")
    assert spoken(record, "Announcements") == (
        "E barvicky trulhonery | N pass | W pagat | S kralove | N flek:pagat | E reflek:pagat"
    )
    found = imported[0].findings
    assert codes(found) == ["I001", "I002", "I006", "I008", "I008"]
    assert any("in UTC" in f.message for f in found)
    assert any("the first of it in the order of play" in f.message for f in found)


def test_an_older_version_paid_everything_twice():
    rows = [{"label": "Hra (50:20)", "value": 75, "winners": [0, 2], "losers": [1, 3]}]
    imported = read(state(hand(delta=(150, -150, 150, -150), result={"ociT1": 50}, rows=rows)))
    (record,) = records(imported)
    assert record.get("Score") == "S 30; E -30; N 30; W -30"  # as it stands
    assert [f.code for f in wrong(imported)] == ["I016"]
    assert [f.code for f in settled([record])[0].findings] == ["S001"]


def test_totals_are_taken_over_where_they_fit():
    made = records(read(state(*(test[1] for test in TESTS[:3]))))
    assert made[0].get("Totals") == "S 0; E 0; N 0; W 0"
    assert made[2].get("TotalsAfter") == "S 28; E -8; N -12; W -8"
    assert [f.code for c in settled(made) for f in c.findings] == []
    imported = read(state(TESTS[0][1], totals=[1, 2, 3, 4]))
    assert [f.code for f in wrong(imported)] == ["I016"]
    assert not records(imported)[0].has("TotalsAfter")


def test_a_dump_of_the_browsers_store_is_read_as_well():
    plain = records(read(state(TESTS[0][1])))
    assert records(read({"tarakus:v1": json.dumps(state(TESTS[0][1]))})) == plain
    assert records(read({"tarakus:v1": state(TESTS[0][1])})) == plain
    assert records(read(json.dumps(state(TESTS[0][1])))) == plain


def test_silent_pagat_and_valat():
    saved = hand(delta=(0, 0, 0, 0), result={"ociT1": 70, "pagat": {"uhran": True, "player": None},
                                             "valat": {"uhran": True, "hlaseno": "prot"}, "shozProtiValat": 7})  # fmt: skip
    imported = read(state(saved))
    (record,) = records(imported)
    assert (record.get("Pagat"), record.get("Valat")) == ("S won", "E")
    assert spoken(record, "Announcements") == "S pass | E valat | N pass | W pass"
    assert {"I007", "I008"} <= set(codes(imported[0].findings))


def test_the_sample():
    imported = list(tarakus.read((SAMPLES / "vysocina.tarakus.json").read_bytes(), "x"))
    assert wrong(imported) == []
    made = records(imported)
    assert [r.get("Contract") for r in made] == ["povinnost", "druha", "varsava"]
    assert [r.get("Score") for r in made] == [
        "S 15; E -15; N 15; W -15", "S -83; E 83; N -83; W 83", "S 80; E 80; N -280; W 120",
    ]  # fmt: skip
    assert [f.code for c in settled(made) for f in c.findings] == []


@pytest.mark.parametrize(
    ("document", "code", "words"),
    [
        ({"players": []}, "I010", "no list of hands"),
        (state(), "I006", "No hand has been played"),
        (state(hand(), players=["A", 2, "C", "D"]), "I011", "The name of a player is '2'"),
        (state(hand(), players="x"), "I011", "not four names"),
        (state(hand("pata")), "I011", "The type of the hand is 'pata'"),
        (state(hand(vydrazitel=9)), "I011", "vydrazitel is '9', not a number from 0 to 3"),
        (state(hand(result={"ociT1": 71})), "I011", "ociT1 is '71'"),
        (state(hand(result={"ociT1": "x"})), "I011", "ociT1 is 'x'"),
        (state(hand(hlasky={"0": {"bingo": True}})), "I017", "'bingo' is not a meld"),
        (state(hand(hlasky=[1])), "I011", "The melds (hlasky) are a list of 1"),
        (state(hand(hlasky={"9": {}})), "I011", "The melds of '9'"),
        (state(hand("treti", partner=None)), "I011", "Which three talon cards"),
        (state(hand(flekHry=7)), "I011", "flekHry is '7'"),
        (state(hand("varsava", result={"ociHrace": [1, 2]})), "I011", "a list of 2, not four numbers"),
        (state(hand(at=-5)), "I011", "The time of the hand"),
        ({**state(hand()), "sehravky": [{**hand(), "delta": [1]}]}, "I011", "The payments are a list of 1"),
        ({**state(hand()), "sehravky": [5]}, "I010", "A hand is '5'"),
        (state(hand(), current={"type": None}), "I007", "hand in progress"),
        ({"tarakus:v1": "{"}, "I010", "The text in this string: line 1, column 2"),
    ],
)
def test_damage_is_said(document, code, words):
    found = [f for one in read(document) for f in one.findings if f.code == code and words in f.message]
    assert len(found) == 1, [(f.code, f.message) for one in read(document) for f in one.findings]
    assert found[0].span is not None


def test_a_finding_points_at_the_value_and_the_other_hands_are_kept():
    text = json.dumps(state(hand(), hand(vydrazitel=9), hand()), indent=1)
    imported = list(tarakus.read(text.encode(), "x"))
    (found,) = wrong(imported)
    assert found.span is not None
    line = text.splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 :] == "9,"
    assert found.span.record == 2
    assert len(records(imported)) == 3
