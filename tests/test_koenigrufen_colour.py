"""Colour games: koenigrufen §6.4, last line (OÖ 2023: an opponent may give kontra or announce Valat, not both)."""

from __future__ import annotations

import pytest

from tarok_pbn.check import check_bytes

RECORD = """[Event "?"]
[Game "koenigrufen"]
[Rules "{rules}"]
[Dealer "W"]
[Contract "farbendreier"]
[Declarer "S"]
[Announcements]
S liegt  {said}  E gut
"""


def findings(rules: str, said: str) -> list[tuple[str, int]]:
    """(code, column) of the errors of the announcements."""
    (checked,) = check_bytes(RECORD.format(rules=rules, said=said).encode())
    return [(f.code, f.span.column) for f in checked.findings if f.severity == "error" and f.span is not None]


def test_an_opponent_chooses_between_kontra_and_valat():
    assert findings("ooe-2023-04", "E kontra:spiel valat  N gut  W gut  S gut") == [("M009", 25)]
    assert findings("ooe-2023-04", "E valat kontra:spiel  N gut  W gut  S gut") == [("M009", 18)]


@pytest.mark.parametrize("said", ["E kontra:spiel  N valat  W gut  S gut", "E valat  N kontra:spiel  W gut  S gut"])
def test_two_opponents_may_do_one_each(said):
    assert findings("ooe-2023-04", said) == []


def test_elsewhere_both_are_allowed():
    assert findings("wtc-2018", "E kontra:spiel valat  N gut  W gut  S gut") == []
