"""Who plays, deals and sits out (§3.1), records that stop or leave things out, and evenings of hands (§7)."""

from __future__ import annotations

from random import Random

import pytest

from tarok_pbn.check import check
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.strategy import for_ultimo
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.notation import read_text, write
from tarok_pbn.session import SessionChecker, sheets
from tests.dansk_support import DANSK, SAMPLES
from tests.support import checked, codes, only

F1 = (SAMPLES / "rules-f1.tpbn").read_text("utf-8")
FOUR = (SAMPLES / "first-hand-of-four.tpbn").read_text("utf-8")


@pytest.mark.parametrize(("dealer", "order"), [("S", "EWS"), ("E", "WSE"), ("W", "SEW")])
def test_section_3_1_three_players(dealer, order):
    assert DANSK.active(("S", "E", "W"), dealer) == tuple(order)


@pytest.mark.parametrize(
    ("dealer", "order", "out"), [("S", "EWS", "N"), ("E", "NSE", "W"), ("N", "WEN", "S"), ("W", "SNW", "E")]
)
def test_section_3_1_of_four_the_one_opposite_the_dealer_sits_out(dealer, order, out):
    assert DANSK.active(("S", "E", "N", "W"), dealer) == tuple(order)
    assert set("SENW") - set(order) == {out}
    assert order[0] == DANSK.next_dealer(("S", "E", "N", "W"), dealer)


def test_record_of_four_has_an_account_for_the_one_who_sits_out():
    done = checked(FOUR)
    assert done.findings == []
    assert done.replay.ledger is not None
    assert done.replay.ledger.accounts == ("S", "E", "N", "W", "pagat", "king")
    assert done.replay.ledger.totals()["N"] == -40


def test_record_of_four_is_known_by_its_sitting_out_tag_alone():
    assert '[Seats "S E N W"]\n' in FOUR
    assert codes(FOUR.replace('[Seats "S E N W"]\n', "")) == []


def test_record_the_one_who_sits_out_must_be_in_a_score_that_changes_it():
    only(FOUR.replace("; N -40", ""), "S001", "does not name N")


def test_record_the_one_who_sits_out_cannot_act():
    found = only(FOUR.replace("[Announcements]\n", "[Announcements]\nN pass  "), "R014", "North sits out this hand")
    assert found.where == "Announcements"


def test_record_the_one_who_sits_out_has_no_hand():
    assert codes(FOUR.replace('[Deal "S:', '[Deal "N:- S:')) == []
    text = FOUR.replace('[Deal "S:', '[Deal "N:21.... S:')
    assert "R014" in codes(text)


def test_record_other_seats_by_the_seats_tag():
    text = F1
    for old, new in (("S", "A"), ("E", "B"), ("W", "C")):
        text = (
            text.replace(f"\n{old} ", f"\n{new} ")
            .replace(f"  {old} ", f"  {new} ")
            .replace(f'"{old}:', f'"{new}:')
            .replace(f" {old}:", f" {new}:")
        )
        text = (
            text.replace(f'"{old} ', f'"{new} ')
            .replace(f"; {old} ", f"; {new} ")
            .replace(f";{old};", f";{new};")
            .replace(f";{old};", f";{new};")
        )
    text = text.replace('[Dealer "W"]', '[Seats "A B C"]\n[Dealer "C"]')
    assert codes(text) == []


def test_record_the_score_may_leave_the_pots_out():
    assert codes(F1.replace("; pagat 10; king 105", "")) == []


def test_record_a_score_with_its_pots_sums_to_zero():
    only(F1.replace("; pagat 10; king 105", "; pagat 10; king 110"), "S002")


def test_record_without_a_deal_is_settled_from_what_was_laid_said_and_played():
    text = "\n".join(line for line in F1.splitlines() if not line.startswith("[Deal "))
    done = checked(text)
    assert done.findings == []
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals()["W"] == 310


def test_record_without_the_declarations_is_unknown_not_wrong():
    start, end = F1.index("[Announcements]"), F1.index("[Play]")
    found = only(F1[:start] + F1[end:], "S009", "the declarations")
    assert found.severity == "info"


@pytest.mark.parametrize("tricks", [0, 1, 7, 22, 24])
def test_record_that_stops_after_some_tricks_has_nothing_wrong(tricks):
    head, play = F1.split("[Play]\n")
    for name in ("Points", "Result", "Score", "PotsAfter"):
        head = "\n".join(line for line in head.splitlines() if not line.startswith(f"[{name} ")) + "\n"
    lines = [line for line in play.splitlines() if "demand" not in line][:tricks]
    assert codes("\n".join([head + "[Play]", *lines, "+", ""])) == []


def test_record_only_a_deal_or_only_a_score_has_nothing_wrong():
    head = F1.split("[Exchange]")[0]
    assert [f.severity for f in checked(head).findings if f.severity != "info"] == []
    assert codes('[Event "Score"]\n[Game "dansk"]\n[Score "S -195; E -230; W 310; pagat 10; king 105"]\n') in (
        [],
        ["S009"],
    )


def test_an_evening_of_nine_hands_hangs_together():
    """Pots, dealer and totals are carried from hand to hand, and the pots are divided at the end (§7)."""
    rules = DANSK.rulesets()["dansk-1"].options
    assert isinstance(rules, Rules)
    seats, rng, pots = ("S", "E", "N", "W"), Random("evening"), "pagat 0; king 0"
    dealer, done = "S", []
    checker = SessionChecker()
    for board in range(1, 10):
        tags = {
            "Event": "Evening",
            "Date": "2026.11.21",
            "Round": "1",
            "Table": "1",
            "Board": str(board),
            "Rules": "dansk-1",
            "Pots": pots,
        }
        record, _ = play_hand(DANSK, rules, rng, tags=tags, dealer=dealer, seats=seats, choose=for_ultimo)
        (parsed,) = read_text(write(record))
        done.append(check(parsed))
        assert done[-1].findings == []
        assert checker.add(done[-1]) == []
        pots, dealer = record.get("PotsAfter"), DANSK.next_dealer(seats, dealer)
    (sheet,) = sheets(done)
    assert sheet.split is not None
    total = sheet.totals[-1]
    assert total is not None
    assert sum(total.values()) == 0
    assert sum(sheet.split.values()) == 0
    assert sum(total[seat] + sheet.split[seat] for seat in seats) == 0
