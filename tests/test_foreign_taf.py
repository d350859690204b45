"""TAF: the format's own page and example (sedlak477/pagengine, "ROCK Dateiformat"), koenigrufen §13."""

from __future__ import annotations

import pytest

from tarok_pbn import read_path
from tarok_pbn.cards import CARD
from tarok_pbn.exchange.foreign import taf, tafwrite
from tarok_pbn.exchange.foreign.base import Refused
from tests.foreign_support import ROOT, SAMPLES, codes, one, plays, records, settled, spoken, wrong

HIDDEN = "............"
#: The situation of the example on the format's page: player 1 sees the talon and his own cards.
EXAMPLE = (
    f"XKX10X9/H4H3H2#HkXkT1T3T5T6K1K2K3K4KBKP/X10X9HD#{HIDDEN}/#{HIDDEN}/#{HIDDEN}/# R1XK-1 1K/T// - R12\n"
)


@pytest.mark.parametrize(
    ("foreign", "ours"),
    [("HK", "HK"), ("k1", "D1"), ("KK", "DK"), ("PP", "SN"), ("P10", "ST"), ("X9", "C9"), ("xb", "CJ"), ("T1", "T1"),
     ("T14", "T14"), ("t22", "F"), ("HD", "HQ")],
)  # fmt: skip
def test_cards_are_those_of_the_table(foreign, ours):
    assert taf.card(foreign) == CARD[ours]
    assert taf.spelled(CARD[ours]) == foreign.upper()


def test_the_example_of_the_page():
    record, findings = one(taf.read(EXAMPLE.encode(), "x"))
    # dealt: what is held and laid away, without the half that was taken (the king of clubs, X10, X9)
    assert record.get("Deal") == "S:6,5,3,1..KQ.NJ1234. E:- N:- W:-"
    assert record.get("Talon") == "CK CT C9 H4 H3 H2"
    assert record.get("TalonOrder") == "halves"
    assert (record.get("Contract"), record.get("Declarer"), record.get("Called"), record.get("Partner")) == (
        "rufer", "S", "CK", "?",
    )  # fmt: skip
    assert spoken(record, "Exchange") == "S takes:1-3 lays:CT,C9,HQ"
    assert spoken(record, "Announcements") == "S pagat koenige liegt | E trull"
    assert record.get("Options") == "kaiserstich=off"
    assert record.get("_TAF") == EXAMPLE.strip()
    assert codes(findings) == ["I002", "I004", "I005", "I006", "I007"]
    assert any("'R12'" in f.message for f in findings if f.code == "I007")
    assert [f.code for f in settled([record])[0].findings if f.severity != "info"] == []


@pytest.mark.parametrize(
    ("group", "contract", "declarer"),
    [("D2--2", "dreier", "E"), ("PB21PB34---", "zwiccolo triccolo", "S W"), ("T4---", "trischaken", ""),
     ("PO24---", "zwiccolo_ouvert", "W"), ("sr3hk--", "solorufer", "N"), ("S1--12", "sechserdreier", "S"),
     ("B3---", "bettler", "N"), ("BO1---", "bettler_ouvert", "S"), ("P12---", "piccolo", "E"),
     ("SD4---", "solodreier", "W"), ("PD1--1", "besserdreier", "S"), ("SPD1---", "?", "S")],
)  # fmt: skip
def test_games_of_the_page(group, contract, declarer):
    line = f".../...#{HIDDEN}/#{HIDDEN}/#{HIDDEN}/#{HIDDEN}/# {group} /// J -"
    record, findings = one(taf.read(line.encode(), "x"))
    assert (record.get("Contract"), record.get("Declarer")) == (contract, declarer)
    assert record.get("Options") == "kaiserstich=any_order"
    assert [f for f in findings if f.severity != "info"] == []


def test_lines_that_follow_by_one_card_are_one_hand():
    imported = list(taf.read((SAMPLES / "rufer.rock").read_bytes(), "rufer.rock"))
    (record,) = records(imported)
    assert wrong(imported) == []
    assert plays(record)[:2] == ["S F T11 T5 T7", "S T20 T12 T8 T6"]
    assert len(plays(record)) == 12
    assert record.get("Deal").startswith("S:F,20,19,18,17,16,14,10,4,3,1...2. E:12,11.KN9.23.KQ14.9")
    assert record.get("Partner") == "E"
    assert spoken(record, "Exchange") == "S takes:4-6 lays:ST,D2,DN"
    assert [f.code for f in settled([record])[0].findings if f.severity != "info"] == []


def test_what_was_written_is_read_and_written_the_same():
    refused = 0
    for path in sorted((ROOT / "samples" / "koenigrufen").glob("*.tpbn")):
        for parsed in read_path(path):
            try:
                text = tafwrite.write(parsed.record)
            except Refused:
                refused += 1
                continue
            imported = list(taf.read(text.encode(), "x"))
            assert wrong(imported) == []
            (record,) = records(imported)
            assert tafwrite.write(record) == text
            assert plays(record) == plays(parsed.record)
            if parsed.record.get("TalonOrder") != "none":
                assert record.get("Deal") == parsed.record.get("Deal")
            assert record.get("Contract") == parsed.record.get("Contract")
    assert refused  # those with a kontra


def test_the_fourth_card_may_be_gathered_at_once_with_a_talon_card():
    """Trischaken: the winner's pile gets the trick; a line may skip the full trick on the table."""
    hands = ["HKHDT3", "X8T2H1", "T22K1K2", "T21P7P8"]
    filler = ["." * 9] * 4

    def line(*parts: str) -> str:
        return ".../...#" + "#".join(parts[:4]) + f"#{parts[4]} T1--- /// - -"

    start = line(*(f"{h}{f}/" for h, f in zip(hands, filler, strict=True)), "")
    second = line(f"HDT3{filler[0]}/", *(f"{h}{f}/" for h, f in zip(hands[1:], filler[1:], strict=True)), "HK")
    third = line(f"HDT3{filler[0]}/", f"X8T2{filler[1]}/", *(f"{h}{f}/" for h, f in zip(hands[2:], filler[2:], strict=True)), "HKH1")
    fourth = line(f"HDT3{filler[0]}/", f"X8T2{filler[1]}/", f"K1K2{filler[2]}/", f"{hands[3]}{filler[3]}/", "HKH1T22")
    last = line(f"HDT3{filler[0]}/", f"X8T2{filler[1]}/", f"K1K2{filler[2]}/HKH1T22T21", f"P7P8{filler[3]}/", "")
    imported = list(taf.read("\n".join([start, second, third, fourth, last]).encode(), "x"))
    assert [plays(r) for r in records(imported)] == [["S HK H1 F T21"]]
    assert wrong(imported) == []


def test_a_line_in_the_middle_gives_a_position_and_says_that_the_tricks_are_lost():
    line = f".../...#hkhdt3/............h1h2h3h4x7x8x9x10#{HIDDEN[:3]}/#{HIDDEN[:3]}/#{HIDDEN[:3]}/# R1xk-- /// - -"
    record, findings = one(taf.read(line.encode(), "x"))
    assert record.get("Deal") == "S:- E:- N:- W:-"
    assert record.get("_TAF") == line
    assert any("which cards fell in which trick is lost" in f.message for f in findings)


@pytest.mark.parametrize(
    ("line", "code", "column", "words"),
    [
        ("garbage", "I010", 1, "is not the cards of a TAF line"),
        (EXAMPLE.replace("X10X9/H4", "X10ZZ/H4"), "I012", 6, "'ZZ' is not a card"),
        (EXAMPLE.replace("T3T5", "T5T5"), "I013", 1, "T5 stands twice"),
        (EXAMPLE.replace("KBKP/", "KBKPX7/"), "I014", 1, "13 cards"),
        (EXAMPLE.replace(" R1XK-1 ", " Q1XK-1 "), "I011", 92, "is not a game of TAF"),
        (EXAMPLE.replace(" 1K/T// ", " 1K/T/ "), "I011", 99, "announcements of four players"),
        (EXAMPLE.replace(" - R12", " x R12"), "I011", 106, "small beat the big"),
        (EXAMPLE.replace(" - R12", ""), "I010", 1, "3 groups, not five"),
    ],
)
def test_damage_is_located(line, code, column, words):
    imported = list(taf.read(line.encode(), "x"))
    found = [f for one in imported for f in one.findings if f.code == code and words in f.message]
    assert len(found) == 1, [(f.code, f.message, f.span) for one in imported for f in one.findings]
    assert found[0].span is not None
    assert found[0].span[2:4] == (1, column)


@pytest.mark.parametrize(
    ("path", "number", "reason"),
    [("taroky/melds.tpbn", 1, "Königrufen only"), ("koenigrufen/round.tpbn", 1, "kontra"),
     ("koenigrufen/konig-08-conceded.tpbn", 1, "conceded")],
)  # fmt: skip
def test_what_taf_cannot_hold_is_refused_with_the_reason(path, number, reason):
    record = list(read_path(ROOT / "samples" / path))[number - 1].record
    with pytest.raises(Refused, match=reason):
        tafwrite.write(record)
