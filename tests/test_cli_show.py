"""``tarok show``: addresses, positions, fallbacks. What a diagram says is the business of the render tests."""

from __future__ import annotations

import pytest

from tests.hands import FILE, H1
from tests.running import tarok


@pytest.fixture(autouse=True)
def hand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h1.tpbn").write_text(FILE, "utf-8")
    (tmp_path / "two.tpbn").write_text(FILE + "\n" + H1.replace('[Board "7"]', '[Board "8"]'), "utf-8")


def test_a_diagram_names_seats_cards_and_result():
    run = tarok("show", "h1.tpbn")
    assert (run.code, run.err) == (0, "")
    for word in ("North", "East", "South", "West", "Novák", "povinnost", "♠", "XIX", "32 : 38"):
        assert word in run.out


def test_all_records_of_a_file_or_one():
    whole = tarok("show", "two.tpbn").out
    first, second = (tarok("show", f"two.tpbn:{n}").out for n in (1, 2))
    assert whole == f"{first}\n{second}"
    assert "Board 7" in first
    assert "Board 8" in second


def test_a_position_knows_what_was_played():
    before = tarok("show", "h1.tpbn", "--at", "5.2").out
    assert "North to play." in before
    assert before != tarok("show", "h1.tpbn", "--at", "5").out


@pytest.mark.parametrize("place", ["99", "5.9", "x", "5.x", ""])
def test_a_place_that_is_none_is_wrong_usage(place):
    run = tarok("show", "h1.tpbn", "--at", place)
    assert run.code == 2
    assert f"--at {place}: " in run.err


def test_plain_is_ascii_and_so_is_what_the_encoding_cannot_print():
    plain = tarok("show", "h1.tpbn", "--plain").out
    assert plain.isascii()
    assert "S  7" in plain
    assert tarok("show", "h1.tpbn", encoding="ascii").out == plain
    assert tarok("show", "h1.tpbn", encoding="cp1252").out == plain


def test_width_follows_the_terminal():
    def width(columns: str) -> int:
        return max(map(len, tarok("show", "h1.tpbn", env={"COLUMNS": columns}).out.splitlines()))

    assert width("60") < width("120")


@pytest.mark.parametrize("data", [bytes(range(256)), b'[Event "\x1b[31m"]\n[Game "taroky"]\n[Play]\nS \xff T1'])
def test_any_bytes_have_a_diagram_or_are_no_record(data):
    run = tarok("show", "-", stdin=data)
    assert run.code in (0, 2)
    assert "internal error" not in run.err
    assert "\x1b" not in run.out
