"""Records that hold only a part of a hand: what is there is checked, what is missing is unknown, never wrong."""

from __future__ import annotations

import pytest

from tests.support import checked, codes, findings, only, result_only
from tests.taroky_pages import H1, H3, H5

QUIET = {"Pagat": "", "Valat": ""}
PAGES = {"h1": H1, "h3": H3, "h5": H5}


# --- results alone ----------------------------------------------------------------------------------------


def test_format_result_only_record_is_settled():
    text = result_only("povinnost", "50 20", tags={**QUIET, "Score": "S 15; E -15; N 15; W -15"})
    assert codes(text) == []
    only(text.replace("S 15; E -15; N 15; W -15", "S 16; E -16; N 16; W -16"), "S001", "50 − 35 = 15")


def test_format_result_only_with_announcements_and_doubling():
    text = result_only(
        "druha", "38 32", tags={"Pagat": "S won", "Valat": "", "Score": "S 163; E -163; N 163; W -163"},
        announcements="S pass  E pass  N pass  W pass  E flek:pagat  S reflek:pagat  W super:pagat",
    )  # fmt: skip
    assert codes(text) == []
    only(text.replace("S won", "S lost"), "S001", "wrong sign")
    found = only(text.replace("S 163; E -163; N 163; W -163", "S 23; E -23; N 23; W -23"), "S001", "super on pagat")
    assert "20 × 8 = 160" in found.message


@pytest.mark.parametrize("missing", ["Contract", "Declarer", "Partner", "Points", "Pagat"])
def test_format_what_a_result_lacks_is_not_checkable(missing):
    text = result_only("povinnost", "50 20", tags={**QUIET, "Score": "S 15; E -15; N 15; W -15"})
    lines = [line for line in text.splitlines() if not line.startswith(f"[{missing} ")]
    (found,) = findings("\n".join(lines) + "\n")
    assert (found.code, found.severity) == ("S009", "info")


def test_format_a_result_without_announcements_is_not_checkable():
    text = result_only("povinnost", "50 20", tags={**QUIET, "Score": "S 15; E -15; N 15; W -15"})
    (found,) = findings(text.partition("[Announcements]")[0])
    assert (found.code, found.severity) == ("S009", "info")
    assert "announcements" in found.message


def test_format_a_score_that_does_not_balance_is_wrong_whatever_is_missing():
    text = result_only("povinnost", "?", tags={"Score": "S 15; E -15; N 15; W -14"})
    only(text, "S002")


def test_format_a_score_table_is_checked_without_a_hand():
    text = result_only("povinnost", "50 20", tags={**QUIET, "Score": "S 15; E -15; N 15; W -15"})
    table = '[ScoreTable "Item;S;E;N;W"]\ngame 15 -15 15 -15\n'
    assert codes(text + table) == []
    only(text + table.replace("game 15", "game 14"), "S004")
    only(text + table.replace("15 -15 15 -15", "16 -16 16 -16"), "S005", "Item game")
    only(text + table + "melds 5 -5 5 -5\n", "S005", "melds")
    unknown = text.replace('[Points "50 20"]', '[Points "?"]')
    only(unknown + table.replace("15 -15 15 -15", "16 -16 16 -16"), "S007")


def test_format_a_total_row_is_added_up():
    text = result_only("povinnost", "50 20", tags={**QUIET, "Score": "S 15; E -15; N 15; W -15"})
    table = '[ScoreTable "Item;S;E;N;W"]\ngame 15 -15 15 -15\ntotal 15 -15 15 -15\n'
    assert codes(text + table) == []
    only(text + table.replace("total 15 -15 15 -15", "total 16 -16 16 -16"), "S005", "total")


@pytest.mark.parametrize("value", ["?", "", "-"])
@pytest.mark.parametrize("tag", ["Contract", "Declarer", "Partner", "Called", "Points", "Score", "Pagat", "Valat", "Deal", "Talon", "Dealer", "Rules", "Options"])
def test_format_unknown_and_empty_values_are_never_errors(tag, value):
    every = {"Game": "taroky", "Event": "A", tag: value}
    text = "".join(f'[{name} "{v}"]\n' for name, v in every.items())
    assert [f.code for f in findings(text) if f.severity == "error"] == []


# --- records that stop ---------------------------------------------------------------------------------------


def parts(page) -> list[str]:
    """A hand cut off after every section, every item of its auction and every trick."""
    text = page.text()
    lines = [
        line for line in text.partition("[ScoreTable")[0].splitlines()
        if not line.startswith(("[Contract", "[Declarer", "[Partner", "[Points", "[Score"))
    ]  # fmt: skip
    first = next(i for i, line in enumerate(lines) if line == "[Auction]")
    cut = ["\n".join(lines[:end]) + "\n" for end in range(first, len(lines) + 1)]
    bids = lines[first + 1].split("  ")
    cut += ["\n".join(lines[: first + 1]) + "\n" + "  ".join(bids[:n]) + "\n" for n in range(1, len(bids))]
    return cut


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("end", ["", "+", "*"])
def test_format_a_record_may_stop_anywhere(name, end):
    for text in parts(PAGES[name]):
        tail = f"{end}\n" if end and "[Auction]" in text else ""
        assert codes(text + tail) == [], text


@pytest.mark.parametrize("name", PAGES)
def test_format_a_record_may_stop_in_the_middle_of_a_trick(name):
    text = PAGES[name].text().partition("[ScoreTable")[0]
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("[Points", "[Score"))) + "\n"
    lines = text.splitlines()
    for cut in (1, 2, 3):
        short = [*lines[:-5], " ".join(lines[-5].split()[: 1 + cut])]
        assert codes("\n".join([*short, "+"]) + "\n") == []
        assert codes("\n".join(short) + "\n") == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("section", ["Auction", "Exchange", "Announcements"])
def test_format_a_section_may_be_missing(name, section):
    text = PAGES[name].text()
    before, _, rest = text.partition(f"[{section}]\n")
    _, bracket, after = rest.partition("[")
    found = findings(before + bracket + after)
    assert [f.code for f in found if f.severity != "info"] == []


def test_format_a_result_of_a_play_that_stops_is_a_warning_unless_its_end_is_marked():
    text = H1.text().partition("[ScoreTable")[0]
    short = "\n".join(text.splitlines()[:-5]) + "\n"
    assert codes(short) == ["P015"]
    assert codes(short + "*\n") == ["S009"]
    assert codes(short + "+\n") == ["S009"]


def test_format_missing_auction_with_the_outcome_in_tags_is_settled_all_the_same():
    for page in (H1, H3, H5):
        before, _, rest = page.text().partition("[Auction]\n")
        text = before + rest[rest.index("[Exchange]") :]
        assert codes(text) == []
        assert checked(text).replay.ledger is not None


def test_format_claim():
    """H5 after ten tricks: South holds XIX and I and takes the rest; who would have won the last trick is open."""
    text = H5.text().partition("[ScoreTable")[0].replace("S T19 HN H3 SN\nS T1 CJ H2 D2\n", "S claim\n")
    done = checked(text)
    assert [f.code for f in done.findings] == ["S009"]
    assert done.replay.computed["Points"] == "58 12"
    wrong = text.replace('"58 12"', '"57 13"')
    only(wrong, "S003")


def test_format_claim_without_the_pagat_is_settled():
    """H1 before its last trick, with the pagát gone in trick 11."""
    text = H1.text(Points="?", Score="?").partition("[ScoreTable")[0]
    text = text.replace("N H2 T16 T13 SN\nW T1 T7 S9 D1\n", "N H2 T1 T13 SN\nS claim\n")
    done = checked(text)
    assert done.findings == []
    assert done.replay.ledger is not None
    assert done.replay.computed["Points"] == "28 42" or done.replay.computed["Points"]


def test_format_unknown_cards_are_followed():
    text = H1.text().replace("N D2 DJ T14 DK", "N D2 ?? T14 DK")
    assert [f.code for f in findings(text) if f.severity == "error"] == []
