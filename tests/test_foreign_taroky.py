"""The notation of coder0987/Taroky (its TarokyNotation.md and notation.js; taroky §14)."""

from __future__ import annotations

import pytest

from tarok_pbn import read_path
from tarok_pbn.cards import CARD
from tarok_pbn.exchange.foreign import taroky, tarokywrite
from tarok_pbn.exchange.foreign.base import Refused
from tests.foreign_support import ROOT, SAMPLES, codes, one, plays, records, settled, spoken, wrong

#: the first of the two positions that the notation's page shows: all cards in the order of the pack
START = (
    "100/100/100/100/H1H2H3H4HJHRHQHKS1S2S3S4/SJSRSQSKD1D2D3D4DJDRDQDK/C1C2C3C4CJCRCQCKT01T02T03T04/"
    "T05T06T07T08T09T10T11T12T13T14T15T16/T17T18T19T20T21T22/;pn=0"
)
#: a whole hand of Texas taroky, prever from the top, and its record
FULL = (SAMPLES / "texas.taroky").read_text("utf-8").splitlines()[1]
#: povinnost that calls the XIX, as far as the second trick
POVINNOST = START.replace(
    "T22/;pn=0", "T22/H1H2H3H4D1C1/B1U2/9/V3/C2C1C2/I3/HJDJCJT163/C2T05HKDK4/aceHigh=false;timeout=0;pn=1"
)


@pytest.mark.parametrize(
    ("foreign", "ours"),
    [("S1", "S7"), ("C2", "C8"), ("S3", "S9"), ("C4", "CT"), ("H1", "H1"), ("D4", "D4"), ("HR", "HN"), ("DJ", "DJ"),
     ("CQ", "CQ"), ("SK", "SK"), ("T01", "T1"), ("T21", "T21"), ("T22", "F")],
)  # fmt: skip
def test_cards_of_the_page(foreign, ours):
    assert taroky.card(foreign) == CARD[ours]
    assert taroky.spelled(CARD[ours]) == foreign


@pytest.mark.parametrize("word", ["T00", "T23", "SA", "X1", "S5", "T", ""])
def test_what_is_no_card(word):
    assert taroky.card(word) is None


def test_start_position():
    record, findings = one(taroky.read(START.encode(), "x"))
    assert record.get("Deal") == (
        "S:.T987.KQNJ1234.. E:.KQNJ..KQNJ1234. N:4,3,2,1....KQNJT987 W:16,15,14,13,12,11,10,9,8,7,6,5...."
    )
    assert record.get("Talon") == "T17 T18 T19 T20 T21 F"
    assert record.get("Totals") == "S 100; E 100; N 100; W 100"
    assert (record.get("Rules"), record.get("Options"), record.get("Dealer")) == ("texas", "red_pips=432A", "W")
    assert record.sections == []
    assert codes(findings) == ["I001", "I003", "I006"]
    assert settled([record])[0].findings == []


def test_a_whole_hand_settles_as_the_sample_it_was_written_from():
    record, findings = one(taroky.read(FULL.encode(), "x"))
    assert (record.get("Contract"), record.get("Declarer")) == ("trojka:1", "W")
    assert spoken(record, "Auction") == "S povinnost | E pass | N pass | W trojka"
    assert spoken(record, "Exchange") == "W takes:1-3 | W lays:S8,HN,H2"
    assert spoken(record, "Announcements") == "W taroky | S pass | E barvicky | N pass"
    assert plays(record)[0] == "S H3 T3 HJ T5"
    assert plays(record)[11] == "W F CQ CK DK"
    (checked,) = settled([record])
    assert checked.findings == []
    assert checked.replay.ledger is not None
    assert checked.replay.ledger.totals() == {"S": -22, "E": -14, "N": -22, "W": 58}
    assert [f for f in findings if f.severity != "info"] == []


def test_povinnost_with_everything_that_can_be_said():
    record, findings = one(taroky.read(POVINNOST.encode(), "x"))
    assert spoken(record, "Auction") == "S povinnost | E pass | N pass | W pass | S call:T19"
    assert record.get("Called") == "T19"
    assert spoken(record, "Exchange") == (
        "S takes:1-4 | E takes:5 | N takes:6 | S lays:H1,H2,H3,H4 | E lays:D1 | N lays:C7"
    )
    assert spoken(record, "Announcements") == (
        "S barvicky | E barvy | N pagat valat | W pass | E flek:hra | S reflek:hra | E super:hra"
    )
    assert plays(record) == ["S HJ DJ CJ T16", "N C8 T5 HK DK"]
    # the XVI won for player 4, not 3; in the second trick North leads, and the V is West's, player 4
    assert [f.message for f in findings if f.code == "I016"] == [
        "Player 3 is said to win this trick, but the cards say another."
    ]


def test_tricks_in_the_order_of_the_players_are_seen_by_their_winners():
    lead_by_four = POVINNOST.replace("HJDJCJT163/C2T05HKDK4", "HJDJCJT164/HKDKC2T054/HQDQC3T064")
    record, findings = one(taroky.read(lead_by_four.encode(), "x"))
    assert plays(record) == ["S HJ DJ CJ T16", "W T5 HK DK C8", "W T6 HQ DQ C9"]
    assert "I008" in codes(findings)
    assert "I016" not in codes(findings)


@pytest.mark.parametrize(("sign", "grade", "words"), [
    ("T", "trojka:1", "E takes:1-3"), ("B", "trojka:2", "E exposes:1-3 takes:4-6"),
    ("R", "trojka:3", "E exposes:1-3 exposes:4-6 takes:1-3"),
])  # fmt: skip
def test_prever(sign, grade, words):
    record, _ = one(taroky.read(START.replace("/;pn", f"/P2/{sign}/;pn").encode(), "x"))
    assert (record.get("Contract"), record.get("Declarer"), record.get("Partner")) == (grade, "E", "")
    assert spoken(record, "Exchange") == words


def test_a_card_passed_on_is_not_interpreted_but_kept():
    line = START.replace("/;pn", "/GR2GR3/H1H2H3H4D1C1/;pn")
    record, findings = one(taroky.read(line.encode(), "x"))
    assert record.get("_Notation") == line
    assert record.section("Exchange") is None
    assert [f.code for f in findings if "GR2GR3" in f.message] == ["I007"]


def test_what_was_written_is_read_and_written_the_same():
    for line in [tarokywrite.write(r) for r in records(taroky.read((SAMPLES / "texas.taroky").read_bytes(), "x"))]:
        record, findings = one(taroky.read(line.encode(), "x"))
        assert tarokywrite.write(record) == line
        assert [f for f in findings if f.severity != "info"] == []
    count = 0
    for path in sorted((ROOT / "samples" / "taroky").glob("*.tpbn")):
        for parsed in read_path(path):
            try:
                line = tarokywrite.write(parsed.record)
            except Refused:
                continue
            record, findings = one(taroky.read(line.encode(), "x"))
            assert [f for f in findings if f.severity != "info"] == []
            assert tarokywrite.write(record) == line
            assert sorted(record.get("Talon").split()) == sorted(parsed.record.get("Talon").split())
            count += 1
    assert count >= 15


@pytest.mark.parametrize(
    ("name", "number", "reason"),
    [("druha", 1, "no druha"), ("solo", 1, "no solo"), ("varsava-tie", 1, "no varsava"), ("claim", 1, "claim"),
     ("results", 1, "all four hands"), ("ladder", 1, "doubles the game only")],
)  # fmt: skip
def test_what_the_notation_cannot_hold_is_refused_with_the_reason(name, number, reason):
    record = list(read_path(ROOT / "samples" / "taroky" / f"{name}.tpbn"))[number - 1].record
    with pytest.raises(Refused, match=reason):
        tarokywrite.write(record)


@pytest.mark.parametrize(
    ("line", "code", "column", "words"),
    [
        ("a/b/c", "I010", 1, "3 fields"),
        (START.replace("100/H1", "x/H1"), "I011", 13, "'x' is not a number of chips"),
        (START.replace("H1H2", "H1Z2"), "I012", 19, "'Z2' is not a card"),
        (START.replace("H1H2", "H1H3"), "I013", 17, "H3 stands twice"),
        (START.replace("T17T18", "T18"), "I014", 133, "The talon has 5 cards"),
        (START.replace(";pn=0", "colour=blue"), "I017", 152, "'colour=blue'"),
        (START[:-6], "I018", 133, "without settings"),
        (START.replace("/;pn", "/Q9Q/;pn"), "I011", 152, "'Q9Q' is no field"),
        (START.replace("/;pn", "/P2/9/;pn"), "I016", 155, "played alone"),
        (POVINNOST.replace("C2T05HKDK4", "HJT05HKDK4"), "I013", 196, "HJ is played twice"),
    ],
)
def test_damage_is_located(line, code, column, words):
    imported = list(taroky.read(line.encode(), "x"))
    found = [f for one in imported for f in one.findings if f.code == code and words in f.message]
    assert found, [(f.code, f.message, f.span) for one in imported for f in one.findings]
    assert found[0].span is not None
    assert found[0].span[2:4] == (1, column)


def test_a_broken_line_does_not_stop_the_next():
    imported = list(taroky.read(f"nonsense\n{START}\n".encode(), "x"))
    assert [one.record is None for one in imported] == [True, False]
    assert wrong(imported)[0].span is not None
