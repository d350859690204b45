"""docs/dealing.md: an option that does nothing where it was given is refused, with the reason."""

from __future__ import annotations

import pytest

from tests.running import tarok

SOLO = "samples/taroky/solo.tpbn"


def refused(*arguments: str) -> str:
    """The reason why a command line is refused."""
    done = tarok(*arguments)
    assert (done.code, done.out) == (2, "")
    return done.err.rpartition("Error: ")[2].rstrip("\n")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--declarer", "S"), ("--called", "HK"), ("--objective", "last"), ("--for", "S"), ("--time", "30"),
        ("--nodes", "0"), ("--memory", "512"), ("--jobs", "1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["tpbn", "text", "count"])
def test_what_is_for_a_simulation_is_refused_without_one(option, value, form):
    assert refused("deal", option, value, "--output-format", form) == f"{option} is for --simulate"


def test_a_short_option_is_told_by_its_long_name():
    assert refused("deal", "-j", "2") == "--jobs is for --simulate"


@pytest.mark.parametrize("form", ["tpbn", "text", "count"])
def test_tries_where_nothing_can_be_tried_in_vain(form):
    assert refused("deal", "--tries", "5", "--output-format", form).startswith("--tries is for --where")


def test_tries_where_a_number_of_deals_is_looked_at():
    assert refused("deal", "--tries", "5", "--where", "void(S, H)", "--output-format", "count").startswith(
        "--tries is for "
    )


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(
    ("option", "what"),
    [
        ("--game", "NAME"), ("--rules", "NAME"), ("--seats", "SEATS"), ("--dealer", "SEAT"), ("--hand", "SEAT=CARDS"),
        ("--talon", "CARDS"), ("--where", "EXPR"), ("--output", "FILE"), ("--simulate", "CONTRACT"), ("--declarer", "SEAT"),
        ("--called", "CARD"), ("--objective", "NAME"), ("--for", "SEATS"),
    ],
)  # fmt: skip
def test_an_empty_option_is_refused(option, what, blank):
    assert refused("deal", option, blank) == f"{option} is empty; give {what}, or leave it out"


def test_one_empty_hand_of_several_is_refused():
    assert refused("deal", "--hand", "S=F", "--hand", "").startswith("--hand is empty")
    assert refused("deal", "--hand", "S=").startswith("--hand S=: no cards are given")


@pytest.mark.parametrize("command", [("solve",), ("analyse",), ("estimate", "--at", "11")])
@pytest.mark.parametrize("option", ["--objective", "--for"])
def test_all_commands_that_solve_refuse_empty_questions(command, option):
    assert refused(*command, option, "", SOLO).startswith(f"{option} is empty; give ")


@pytest.mark.parametrize("command", ["deal", "solve", "analyse"])
def test_a_file_without_a_name_is_refused(command):
    assert refused(command, "").startswith("a file without a name cannot be read; write ")


@pytest.mark.parametrize("command", ["deal", "solve", "analyse", "estimate"])
@pytest.mark.parametrize("option", ["--time", "--nodes", "--memory", "--jobs"])
def test_the_limits_are_those_of_all_commands_that_solve(command, option):
    told = tarok(command, "--help").out
    assert option in told
    assert "nan is no time" in refused(command, SOLO, "--time", "nan")
