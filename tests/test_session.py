"""Sessions: issue 'pots, carry-over, a whole evening'; dansk §6.1 and §7; taroky §2 (rotation)."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable

import pytest

from tarok_pbn.check import check_bytes
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.ledger import amount_text
from tarok_pbn.notation import write_file
from tarok_pbn.record import Record, Tag
from tarok_pbn.report.sheet import SHEETS
from tarok_pbn.session import SessionChecker, sheets

SEATS = ("S", "E", "N", "W")


def evening(hands: int = 6, family: str = "dansk", seed: int = 3) -> list[Record]:
    """A correct session: rotating dealer, carried pots, running totals."""
    game = get(family)
    rules = game.rulesets()[game.default]
    rng = random.Random(seed)
    records: list[Record] = []
    dealer, pots = "W", "pagat 0; king 0"
    totals: dict[str, int] = {}
    for board in range(1, hands + 1):
        tags = {"Event": "Klubaften", "Date": "2026.11.20", "Table": "1", "Board": str(board), "South": "Holm, Ane"}
        if family == "dansk":
            tags["Pots"] = pots
        record, _ = play_hand(game, rules.options, rng, tags=tags, dealer=dealer, seats=SEATS)
        for part in record.get("Score").split(";"):
            account, amount = part.split()
            totals[account] = totals.get(account, 0) + int(amount)
        record.set("TotalsAfter", "; ".join(f"{a} {amount_text(v)}" for a, v in totals.items() if len(a) == 1))
        records.append(record)
        pots = record.get("PotsAfter")
        dealer = SEATS[(SEATS.index(dealer) + 1) % 4]
    return records


def codes(records: list[Record]) -> list[list[str]]:
    """Codes of errors and warnings of each record, its session checked."""
    checker = SessionChecker()
    result = []
    for checked in check_bytes("".join(write_file(records)).encode()):
        checker.add(checked)
        result.append([f.code for f in checked.findings if f.severity != "info"])
    return result


@pytest.mark.parametrize("family", ["dansk", "taroky"])
def test_a_correct_evening_is_clean(family: str) -> None:
    assert codes(evening(family=family)) == [[]] * 6


def change(name: str, value: str) -> Callable[[Record], None]:
    return lambda record: record.set(name, value)


@pytest.mark.parametrize(
    ("board", "edit", "code"),
    [
        (4, change("Pots", "pagat 95; king 5"), "T002"),
        (5, change("TotalsAfter", "S 1; E 0; N 0; W -1"), "T003"),
        (3, change("South", "Another, Person"), "T007"),
        (6, change("Board", "9"), "T004"),
        (6, change("Board", "5"), "T005"),
    ],
)
def test_a_contradiction_is_one_finding_at_the_right_record(
    board: int, edit: Callable[[Record], None], code: str
) -> None:
    records = evening()
    edit(records[board - 1])
    found = codes(records)
    assert code in found[board - 1]
    sessions = [c for row in found for c in row if c[0] == "T"]
    assert sessions == [code]


SPLIT_TESTS = [
    # recorded, option, finding: four players, 40 + 110 in the pots; E has the lowest score
    ("S 35; E 45; N 35; W 35", "", []),
    ("S 45; E 35; N 35; W 35", "", ["T006"]),
    ("S 35; E 35; N 35; W 35", "", ["T006"]),
    ("S 35; E 45; N 35; W 35; X 5", "", ["T006"]),
    ("a quarter each", "", ["R007"]),
    ("S 45; E 35; N 35; W 35", "end_split_remainder=recorded", []),
    ("S 40; E 40; N 35; W 35", "end_split_remainder=recorded", []),
    ("S 30; E 50; N 35; W 35", "end_split_remainder=recorded", ["T006"]),
    ("S 45; E 35; N 35; W 40", "end_split_remainder=recorded", ["T006"]),
]


def result_only(**tags: str) -> Record:
    """A Danish hand of which only the numbers were written down, as the last of an evening at a table of four."""
    known = {
        "Event": "Klubaften", "Table": "1", "Board": "1", "Game": "dansk", "Rules": "dansk-1", "Seats": "S E N W", "Dealer": "W",
        "Pots": "pagat 30; king 100", "Score": "S 10; E -40; N 0; W 10; pagat 10; king 10", "PotsAfter": "pagat 40; king 110",
    }  # fmt: skip
    return Record([Tag(name, value) for name, value in (known | tags).items()])


@pytest.mark.parametrize(("split", "option", "found"), SPLIT_TESTS)
def test_the_final_division_is_checked(split: str, option: str, found: list[str]) -> None:
    """dansk §7: equal shares in multiples of 5, the rest to the lowest score - or, by the option, as recorded."""
    tags = {"Split": split} | ({"Options": option} if option else {})
    assert codes([result_only(**tags)]) == [found]


def test_the_division_shown_where_the_rules_leave_the_rest_open() -> None:
    for split, shares in (
        ("?", None),
        ("S 40; E 40; N 35; W 35", {"S": 40, "E": 40, "N": 35, "W": 35, "pagat": -40, "king": -110}),
    ):
        record = result_only(Options="end_split_remainder=recorded", Split=split)
        (sheet,) = sheets(check_bytes("".join(write_file([record])).encode()))
        assert sheet.split == shares
        assert sheet.over is (split != "?")


def test_after_the_division_a_session_begins_anew() -> None:
    first = result_only(Split="S 35; E 45; N 35; W 35")
    again = result_only(
        Board="2", Dealer="E", Pots="pagat 0; king 0", Score="S 0; E 0; N 0; W 0; pagat 0; king 0", PotsAfter="?"
    )
    assert codes([first, again]) == [[], []]
    assert len(sheets(check_bytes("".join(write_file([first, again])).encode()))) == 2
    again.set("Pots", "pagat 40; king 0")
    assert codes([first, again]) == [[], ["T002"]]


def test_other_carried_state_is_compared_as_it_stands() -> None:
    first = result_only(RadlAfter="S 1; E 1")
    assert codes([first, result_only(Board="2", Dealer="S", Pots="?", PotsAfter="?", Radl="S 1;  E 1")]) == [[], []]
    assert codes([first, result_only(Board="2", Dealer="S", Pots="?", PotsAfter="?", Radl="S 2; E 1")]) == [
        [],
        ["T008"],
    ]


def test_totals_of_a_file_that_begins_in_the_middle_of_an_evening_are_taken_as_they_stand() -> None:
    later = result_only(Board="5", TotalsAfter="S 100; E -40; N -60; W 0")
    assert codes([later]) == [[]]
    assert codes([result_only(TotalsAfter="S 100; E -40; N -60; W 0")]) == [["T003"]]


def test_a_sheet_goes_on_with_recorded_totals_where_a_score_is_missing() -> None:
    hands = [
        result_only(),
        result_only(
            Board="2",
            Dealer="S",
            Score="?",
            Pots="?",
            PotsAfter="pagat 50; king 120",
            TotalsAfter="S 20; E -90; N 0; W 0",
        ),
        result_only(Board="3", Dealer="E", Score="?", Pots="?", PotsAfter="?"),
    ]
    (sheet,) = sheets(check_bytes("".join(write_file(hands)).encode()))
    assert sheet.totals[0] == {"S": 10, "E": -40, "N": 0, "W": 10, "pagat": 40, "king": 110}
    assert sheet.totals[1] == {"S": 20, "E": -90, "N": 0, "W": 0, "pagat": 50, "king": 120}
    assert sheet.totals[2] is None
    assert sheet.stated == [False, True, False]


def test_the_deal_passes_to_the_right() -> None:
    """dansk §3.1: next dealer = d+1; only the session knows that a dealer is wrong."""
    records = evening(2, "taroky")
    again = evening(3, "taroky", seed=8)
    again[1].set("Board", "2")
    moved = [records[0], again[2]]  # dealt by E after W: S was due
    moved[1].set("Board", "2")
    moved[1].set("TotalsAfter", "?")
    assert codes(moved)[1] == ["T001"]


def test_a_broken_record_in_the_middle_does_not_stop_the_others() -> None:
    text = "".join(write_file(evening()))
    parts = text.split('[Event "Klubaften"]')
    parts[3] = parts[3].replace('[Deal "', '[Deal "S:garbage ', 1)
    found = []
    checker = SessionChecker()
    for checked in check_bytes('[Event "Klubaften"]'.join(parts).encode()):
        checker.add(checked)
        found.append([f.code for f in checked.findings if f.severity == "error"])
    assert [bool(row) for row in found] == [False, False, True, False, False, False]


def test_records_without_table_or_board_are_no_session() -> None:
    records = evening(2, "taroky")
    for record in records:
        record.set("Table", "?")
    records[1].set("Dealer", records[0].get("Dealer"))
    checker = SessionChecker()
    assert [checker.add(c) for c in check_bytes("".join(write_file(records)).encode())] == [[], []]


def test_a_sheet_adds_up() -> None:
    """Every hand's row and the final total sum to zero with the pots (dansk §6)."""
    items = list(check_bytes("".join(write_file(evening(8))).encode()))
    (sheet,) = sheets(items)
    assert [hand.board for hand in sheet.hands] == list(range(1, 9))
    for hand in sheet.hands:
        assert hand.score is not None
        assert sum(hand.score.values()) == 0
    assert sheet.split is not None
    final = sheet.totals[-1]
    assert final is not None
    seats = {a: final[a] + sheet.split.get(a, 0) for a in SEATS}
    assert sum(seats.values()) == 0


def test_sheets_as_text_csv_and_json() -> None:
    items = list(check_bytes("".join(write_file(evening(5))).encode()))
    outputs = {}
    for name, form in SHEETS.items():
        out = io.StringIO()
        writer = form(out)
        for sheet in sheets(items):
            writer.add(sheet)
        writer.finish()
        outputs[name] = out.getvalue()
    assert outputs["text"].startswith("Klubaften, 2026.11.20, table 1, dansk\n")
    assert "subtotal" in outputs["text"]
    assert "if divided" in outputs["text"]
    rows = json.loads(outputs["json"])[0]["rows"]
    assert [row["row"] for row in rows].count("hand") == 5
    assert outputs["csv"].count("\n") == 1 + len(rows) * 6
