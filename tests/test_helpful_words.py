"""What a beginner types: the help names the mistake, and one mistake is one finding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize(
    ("old", "new", "found", "help_"),
    [
        ('[Rules "devatenactka-1"]', '[Ruels "devatenactka-1"]', "R002", "did you mean Rules?"),
        ('[Rules "devatenactka-1"]', '[rules "devatenactka-1"]', "R002", "did you mean Rules?"),
        ("[Announcements]", "[Anouncements]", "F018", "did you mean Announcements?"),
        ('[Dealer "W"]', '[Dealer "W"]\n[Date "14. 11. 2026"]', "R007", "2026.11.14"),
        ('[Dealer "W"]', '[Dealer "W"]\n[Date "31.12.2026"]', "R007", "2026.12.31"),
        ('[Dealer "W"]', "[Dealer \u201eW\u201c]", "F005", "straight quotes"),
    ],
)
def test_the_finding_says_what_was_probably_meant(old: str, new: str, found: str, help_: str) -> None:
    (first,) = [f for f in findings(H1.text().replace(old, new)) if f.code == found]
    assert help_ in first.help


def test_an_unknown_tag_that_is_like_none_is_left_alone():
    (first,) = findings(H1.text(Rating="1500"))
    assert (first.code, first.help) == ("R002", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_no_fault_of_the_program():
    with open("/dev/full", "w") as full:
        run = subprocess.run([sys.executable, "-m", "tarok_pbn", "explain"], stdout=full, stderr=subprocess.PIPE)
    assert run.returncode == 2
    assert run.stderr.decode().startswith("Error: cannot write standard output: ")
