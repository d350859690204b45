"""docs/duplicate.md and docs/statistics.md: a name that is spelt in several ways is one player's."""

from __future__ import annotations

import json
import pickle
import re
import unicodedata

import pytest

from tarok_pbn.archive.names import Spellings, caseless, folded_word, person_key
from tests.running import tarok
from tests.test_traveller_scoring import example

JAN = "Novák, Jan"
DECOMPOSED = unicodedata.normalize("NFD", JAN)


@pytest.mark.parametrize("name", [
    "Jan Novák", "NOVÁK, JAN", "novak jan", " Novák ,  Jan ", DECOMPOSED, "Novák,\N{NO-BREAK SPACE}Jan", "No\N{SOFT HYPHEN}vák, Jan",
    "Ｎovák, Jan", "Novák\tJan", "Novák-Jan.",
])  # fmt: skip
def test_spellings_of_one_name(name):
    assert person_key(name) == person_key(JAN)


@pytest.mark.parametrize(("one", "other"), [
    (JAN, "Novák, Petr"), (JAN, "Novák, J."), ("Player 1", "Player 2"), ("Team 1 2", "Team 2 1"), ("Klub +", "Klub"), ("★", "☆"),
    ("हिन्दी", "हन्द"), ("?", "-"), ("a\udcff", "a\udcfe"),
])  # fmt: skip
def test_names_of_two(one, other):
    assert person_key(one) != person_key(other)


def test_composition_makes_no_difference_to_letters_with_strokes():
    assert (
        folded_word("\N{LATIN SMALL LETTER O WITH STROKE AND ACUTE}")
        == folded_word("ø\N{COMBINING ACUTE ACCENT}")
        == "o"
    )
    assert caseless("Kafé") == caseless(unicodedata.normalize("NFD", "KAFÉ")) != caseless("Kafe")


@pytest.mark.parametrize(("met", "shown"), [
    ([JAN, "JAN NOVAK", JAN], JAN), (["JAN NOVAK", JAN, "JAN NOVAK"], "JAN NOVAK"), (["JAN NOVÁK", "jan novák", "Jan Novák"], "Jan Novák"),
    (["Novak, Jan", JAN], JAN), ([DECOMPOSED, "Novák,  Jan", "NOVÁK, JAN"], JAN), (["Jan Novák", JAN], "Jan Novák"),
])  # fmt: skip
def test_the_spelling_that_is_met_most_is_shown_whatever_comes_first(met, shown):
    for order in (met, met[::-1]):
        names, other = Spellings(), Spellings()
        assert {names.add(name) for name in order[:1]} | {other.add(name) for name in order[1:]} == {person_key(JAN)}
        names.merge(pickle.loads(pickle.dumps(other)))  # noqa: S301  # our own bytes
        assert names[person_key(JAN)] == names.shown("novák jan") == shown


def test_a_player_stands_once_in_the_order_and_in_the_statistics(tmp_path):
    """The example of duplicate.md, in which Adam plays one hand, three times; in one of them he is written otherwise."""
    text = example()
    shouted = text.replace('"Adam"', '" ADAM "').replace('[Board "1"]', '[Board "2"]')
    path = tmp_path / "a.tpbn"
    path.write_text("\n".join((text, shouted, text.replace('[Board "1"]', '[Board "3"]'))), "utf-8")
    report = json.loads(tarok("traveller", "--by", "board", str(path), "--format", "json").out)
    (order,) = report["standings"]
    assert [
        (player["player"], player["boards"]) for player in order["players"] if person_key(player["player"]) == "adam"
    ] == [("Adam", 3)]
    assert {seat["player"] for board in report["boards"] for seat in board["tables"][0]["seats"]} >= {"Adam", " ADAM "}
    for by in ("player", "declarer"):
        done = tarok("stat", "--all", "--by", by, "--min", "1", str(path))
        assert re.findall("^ +(adam) +([0-9]+)", done.out, re.M | re.I) == [("Adam", "3")]
