"""What a beginner types: the help names the mistake, and one mistake is one finding."""

from __future__ import annotations

import pytest

from tarok_pbn.notation.explain import unreadable
from tests.support import codes, findings, only
from tests.taroky_pages import H1


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("taročky", "action words have no accents: tarocky"),
        ("H4\u200b", "an invisible character stands in it: zero width space, U+200B"),
        ("CK\u00ad", "soft hyphen, U+00AD"),
        ("\u0421J", "cyrillic capital letter es, not the letter C"),
        ("J", "a seat is S, E, N or W"),
        ("Z", "a seat is S, E, N or W"),
        ("E:", "a seat has no colon: E"),
        ("D2,", "nothing is written onto it: D2"),
        ("CD", 'D stands for Q in a record with [Letters "cs"]'),
        ("sD", 'D stands for Q in a record with [Letters "cs"]'),
        ("SB", 'B stands for J in a record with [Letters "da"]'),
        ("Pass", "action words are written in small letters: pass"),
    ],
)
def test_the_help_names_what_was_probably_meant(text: str, help_: str) -> None:
    code, _, said = unreadable(text)
    assert code == "F008"
    assert help_ in said


def test_ranks_of_another_language_in_a_hand_point_to_the_letters_tag():
    only(H1.text().replace(".QNJ9.", ".DNJ9."), "D001", '[Letters "cs"]')


@pytest.mark.parametrize(
    ("old", "new"),
    [("S tarocky", "S taročky"), ("N H4 H1", "N H4\u200b H1"), ("W CJ CN", "W \u0421J CN"), ("S ST SQ", "1. S ST SQ")],
)
def test_a_word_that_cannot_be_read_is_not_a_second_mistake(old: str, new: str) -> None:
    text = H1.text()
    assert old in text
    assert codes(text.replace(old, new, 1)) == ["F008"]


def test_one_card_is_no_cards():
    text = H1.text()
    (lays,) = [word for word in text.split() if word.startswith("lays:") and word.count(",") == 3]
    found = findings(text.replace(lays, lays.partition(",")[0]))
    assert "lays away 1 card, but took 4" in found[0].message
