"""docs/duplicate.md: matchpoints and differences worked by hand, places found by the cards, what is not compared."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.traveller import Travellers, datum_of, matchpoints, standings
from tarok_pbn.check import check_bytes, check_path
from tarok_pbn.report.traveller import decimal
from tarok_pbn.report.traveller_page import travellers_page
from tests.running import tarok
from tests.test_render_html import Page

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "duplicate.tpbn"
FINAL = ROOT / "samples" / "league" / "final"


def travellers(*texts, by="board", trimmed=False):
    made = Travellers(by, trimmed=trimmed)
    for text in texts:
        for done in check_bytes(text.encode()):
            if done.parsed.is_record:
                made.add(Summary(done))
    return made


def example(*, change=(), table=None):
    """The example's text; *change*: (old, new) in the record of that table."""
    records = EXAMPLE.read_text("utf-8").split("\n\n[Event")
    for old, new in change:
        assert old in records[table]
        records[table] = records[table].replace(old, new)
    return "\n\n[Event".join(records)


def test_the_example_of_the_document():
    (board,) = travellers(example()).boards()
    assert board.places == ("forehand", "second", "third", "dealer")
    assert [entry.scores for entry in board.entries] == [
        (90, -30, -30, -30), (54, -18, -18, -18), (54, -18, -18, -18), (-90, 30, 30, 30),
    ]  # fmt: skip
    assert board.matchpoints == [[6, 0, 0, 0], [3, 3, 3, 3], [3, 3, 3, 3], [0, 6, 6, 6]]
    assert board.tops == [6, 6, 6, 6]
    assert board.datums == [27, -9, -9, -9]
    assert [row[0] for row in board.differences] == [63, 27, 27, -117]
    assert [row[1] for row in board.differences] == [-21, -9, -9, 39]


def test_the_order_of_the_example():
    ((units, players),) = standings(travellers(example()).boards()).items()
    assert units == ("taroky", "devatenactka-1")
    found = {p.player: [p.place, p.percent, p.difference, p.place_by_difference] for p in players}
    assert found["Adam"] == [1, 100, 63, 1]
    assert found["Nina"] == [1, 100, 39, 2]
    assert found["Ivan"] == [5, 50, 27, 5]
    assert found["Milan"] == [13, 0, -117, 16]
    assert len(found) == 16


def test_trimmed_datum_leaves_out_one_at_each_end():
    assert datum_of([126, 90, 54, 54, -90], trimmed=True) == 66
    assert datum_of([126, 90, 54, 54, -90]) == Fraction(234, 5)
    assert datum_of([90, 54, 54, -90], trimmed=True) == 27  # four are too few to leave any out
    assert datum_of([90, None]) is None


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ([3, 2, 1], [4, 2, 0]),
        ([1, 1, 1], [2, 2, 2]),
        ([5, 5, 0, None], [3, 3, 0, None]),
        ([7, None], [None, None]),
        ([Fraction(-10, 3), -3], [0, 2]),
    ],
)
def test_matchpoints(scores, points):
    assert matchpoints(scores) == points


def test_a_missing_score_leaves_the_others_compared():
    (board,) = travellers(example(change=[('[Points "38 32"]', '[Points "?"]')], table=2)).boards()
    assert board.entries[1].scores == (None,) * 4
    assert [row[0] for row in board.matchpoints] == [4, None, 2, 0]
    assert board.datums[0] == 18  # (90 + 54 - 90) / 3
    assert board.differences[1] == [None] * 4


def test_a_recorded_score_stands_in_for_a_hand_that_cannot_be_settled():
    more = [('[Points "38 32"]', '[Points "?"]\n[Score "S 60; E -20; N -20; W -20"]')]
    (board,) = travellers(example(change=more, table=2)).boards()
    assert (board.entries[1].scores, board.entries[1].computed) == ((60, -20, -20, -20), False)
    assert [row[0] for row in board.matchpoints] == [6, 4, 2, 0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ([('"devatenactka-1"', '"vysocina"')], "it is scored by vysocina, at table 1 by devatenactka-1: their units differ"),
        ([('[Rules "devatenactka-1"]', '[Rules "devatenactka-1"]\n[Options "pagat_silent=6"]')],
         "it is scored by devatenactka-1 with pagat_silent=6, at table 1 by devatenactka-1: their units differ"),
        ([('[Table "3"]', '[Table "2"]')], "another record of the same table stands at record:2"),
    ],
)  # fmt: skip
def test_what_is_not_compared(change, why):
    (board,) = travellers(example(change=change, table=3)).boards()
    assert [refusal.why for refusal in board.refused] == [why]
    assert [row[0] for row in board.matchpoints] == [4, 2, 0]


def final(number):
    return (FINAL / f"table-{number}.tpbn").read_text("utf-8")


def test_turned_seats_are_found_by_the_cards():
    boards = list(travellers(final(1), final(2), final(3), by="deal").boards())
    assert [board.head.board for board in boards] == [str(number) for number in range(1, 9)]
    assert [entry.seats for entry in boards[0].entries] == [
        ("S", "E", "N", "W"), ("E", "N", "W", "S"), ("N", "W", "S", "E"),
    ]  # fmt: skip
    # as the tags Score of the three records of board 1 have them
    scores = [[part.split() for part in hand.record.get("Score").split(";")] for n in (1, 2, 3)
              for hand in list(check_path(FINAL / f"table-{n}.tpbn"))[:1]]  # fmt: skip
    held = [{seat: int(amount) for seat, amount in parts} for parts in scores]
    assert [entry.scores[0] for entry in boards[0].entries] == [held[0]["S"], held[1]["E"], held[2]["N"]]


def test_the_same_cards_with_another_forehand_are_not_compared():
    head = final(1).split("\n\n[Event")[1]
    other = "[Event" + head.replace('[Dealer "W"]', '[Dealer "S"]').replace('[Table "1"]', '[Table "7"]')
    made = travellers(final(1), final(2), other, by="deal")
    board = next(iter(made.boards()))
    assert [refusal.why for refusal in board.refused] == [
        "the cards are those of table 1, but another of the hands is forehand's"
    ]


def test_a_copy_of_a_file_is_counted_once():
    board = next(iter(travellers(final(1), final(2), final(2), by="deal").boards()))
    assert [refusal.why for refusal in board.refused] == ["the same record stands at record:1"]
    assert len(board.entries) == 2


def test_known_and_unknown_cards_are_not_compared_by_board():
    cut = final(2).split("\n\n[Event")[1]
    result = "[Event" + "\n".join(line for line in cut.splitlines() if not line.startswith(("[Deal ", "[Talon"))).split("\n[Auction")[0]
    board = next(iter(travellers(final(1), final(3), result + "\n", by="board").boards()))
    assert [refusal.why for refusal in board.refused] == ["its cards are not known, those of table 1 are"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(7, 3), "+2.3"), (Fraction(-20, 3), "-6.7"), (Fraction(1, 20), "+0.1"), (Fraction(-1, 20), "-0.1"),
     (Fraction(1, 25), "0.0"), (0, "0.0"), (None, "?"), (12, "+12.0")],
)  # fmt: skip
def test_one_decimal_halves_away_from_zero(value, text):
    assert decimal(value) == text


# --- the command ----------------------------------------------------------------------------------


def test_text_and_exit_code():
    done = tarok("traveller", "--by", "board", str(EXAMPLE))
    assert done.code == 0
    assert "  4      solo      S        -90   0  -117.0     +30   6  +39.0" in done.out
    assert done.out.splitlines()[-1] == "1 board compared, 4 results in all."


def test_a_refusal_leaves_with_1(tmp_path):
    file = tmp_path / "a.tpbn"
    file.write_text(example(change=[('"devatenactka-1"', '"vysocina"')], table=3), "utf-8")
    done = tarok("traveller", "--by", "board", str(file))
    assert done.code == 1
    assert "  table 3 is not compared: it is scored by vysocina" in done.out


def test_nothing_to_compare_is_wrong_usage():
    done = tarok("traveller", str(EXAMPLE))
    assert done.code == 2
    assert "no deal was played at two tables; 4 records without a whole deal, or of an unknown game; --by board" in done.err


def test_csv_is_exact():
    rows = list(csv.DictReader(io.StringIO(tarok("traveller", str(FINAL), "--format", "csv").out)))
    assert len(rows) == 8 * 3 * 4
    first = [row for row in rows if row["board"] == "1" and row["place"] == "forehand"]
    assert [(row["table"], row["seat"]) for row in first] == [("1", "S"), ("2", "E"), ("3", "N")]
    scores = [int(row["score"]) for row in first]
    assert first[0]["datum"] == str(Fraction(sum(scores), 3))
    assert sum(Fraction(row["difference"]) for row in first) == 0


def test_json():
    made = json.loads(tarok("traveller", "--by", "board", str(EXAMPLE), "--format", "json").out)
    (board,) = made["boards"]
    assert board["places"][0] == {"place": "forehand", "top": 6, "datum": "27"}
    assert board["tables"][3]["seats"][0] == {
        "place": "forehand", "seat": "S", "player": "Milan", "score": "-90", "matchpoints": 0, "difference": "-117",
    }  # fmt: skip
    assert made["standings"][0]["players"][0] == {
        "player": "Adam", "place": 1, "boards": 1, "matchpoints": 6, "top": 6, "percent": "100.0",
        "difference": "63", "place_by_difference": 1,
    }  # fmt: skip


def test_page():
    hostile = example(change=[('"Milan"', '"<b>Milan"'), ('"38 32"', '"38 32"')][:1], table=4)
    page = travellers_page(travellers(hostile))
    parts = Page(page)
    assert parts.problems == []
    assert parts.open == []
    assert not {"script", "link", "img"} & set(parts.tags)
    assert not [name for name, _ in parts.attributes if name.startswith("on") or name in ("src", "style")]
    assert "<b>Milan" not in page
    assert "&lt;b&gt;Milan" in page
    assert "−117.0" in page
    done = tarok("traveller", "--by", "board", str(EXAMPLE), "--format", "html")
    assert done.out == travellers_page(travellers(example()))


def test_tables_of_which_no_two_are_alike_are_no_board_compared(tmp_path):
    records = example(change=[('"devatenactka-1"', '"vysocina"')], table=2).split("\n\n[Event")[:3]
    file = tmp_path / "a.tpbn"
    file.write_text("\n\n[Event".join(records) + "\n", "utf-8")
    done = tarok("traveller", "--by", "board", str(file))
    assert done.code == 1
    assert "table 2 is not compared: it is scored by vysocina, at table 1 by devatenactka-1: their units differ." in done.out
    assert done.out.splitlines()[-1] == "0 boards compared, 0 results in all; 1 table not compared."


def test_a_copy_is_named_by_its_place_for_its_table_is_compared(tmp_path):
    one, two = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    one.write_text(example(), "utf-8")
    two.write_text(example(), "utf-8")
    done = tarok("traveller", "--by", "board", str(one), str(two))
    assert done.code == 1
    assert f"  table {two}:1 is not compared: the same record stands at {one}:1.\n" in done.out
    page = tarok("traveller", "--by", "board", "--output-format", "html", str(one), str(two))
    assert f"Table <bdi>{two}:1</bdi> is not compared" in page.out
