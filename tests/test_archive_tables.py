"""The tables of an archive, held to the columns they promise and to hands whose figures are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, rows
from tarok_pbn.check import check_path

SAMPLES = Path(__file__).parent.parent / "samples"
_TYPES = {"text": str, "integer": int, "boolean": bool}


def _first(name: str) -> Summary:
    return Summary(next(check_path(SAMPLES / name)))


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.tpbn")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_cell_has_the_type_of_its_column(path):
    for checked in check_path(path):
        found = rows(Summary(checked))
        assert list(found) == list(TABLES)
        assert {row[1:3] for lines in found.values() for row in lines} == {(str(path), checked.parsed.number)}
        for table, lines in found.items():
            for row in lines:
                assert len(row) == len(TABLES[table])
                for cell, column in zip(row, TABLES[table], strict=True):
                    assert cell is None or type(cell) is _TYPES[column.type], (table, column.name, cell)


def test_the_rules_page_hand_h1_in_tables():
    """Czech rules page, H1: S calls XIX and loses 32 : 38; Score S -8; E 8; N 8; W -8."""
    found = rows(_first("taroky/rules-h1.tpbn"))
    names = [column.name for column in TABLES["records"]]
    record = dict(zip(names, found["records"][0], strict=True))
    assert (record["declarer"], record["outcome"], record["declarer_thirds"], record["defence_thirds"]) == (
        "S", "lost", 96, 114,
    )  # fmt: skip
    assert record["agrees"] is True
    assert len(found["tricks"]) == 12
    assert len(found["cards"]) == 48
    assert found["tricks"][0][3:] == (1, "S", "N", "ST SQ SK S7", 25)  # 13 + 10 + 1 + 1 thirds
    laid_away = 1 + 10 + 1 + 1 + 1 + 7  # S8 DQ D4 C9, H3, DN
    assert sum(int(row[7] or 0) for row in found["tricks"]) + laid_away == 210
    hands = {row[3]: row for row in found["hands"]}
    assert [hands[seat][12] for seat in "SENW"] == ["-8", "8", "8", "-8"]


def test_a_danish_hand_counts_every_player_alone():
    """Danish rules page, F1: points S 16; E 15; W 47, score S -195; E -230; W 310 and the two pots."""
    found = rows(_first("dansk/rules-f1.tpbn"))
    hands = {row[3]: row for row in found["hands"]}
    assert {seat: (row[10], row[12], row[13]) for seat, row in hands.items()} == {
        "S": (48, "-195", -585), "E": (45, "-230", -690), "W": (141, "310", 930),
    }  # fmt: skip
    assert hands["W"][8] == "S9 D2 D5"
    assert [hands[seat][9] for seat in "SEW"] == [9, 3, 10]
    assert found["tricks"][0][3:] == (1, "S", "W", "DT D8 DJ", 6)
    assert found["calls"][0][3:] == (1, "Exchange", "W", "lays:S9,D2,D5", "lays", "S9,D2,D5")
    fees = [row for row in found["ledger"] if row[4] == "fee"]
    assert [row[5:9] for row in fees] == [("W", "pagat", "5", 15), ("W", "king", "5", 15)]


def test_the_id_is_that_of_the_content_not_of_the_place(tmp_path):
    text = (SAMPLES / "taroky/rules-h1.tpbn").read_text(encoding="utf-8")
    moved = tmp_path / "moved.tpbn"
    moved.write_text(text, encoding="utf-8")
    assert Summary(next(check_path(moved))).id == _first("taroky/rules-h1.tpbn").id
