"""House rule sets (issue 4): a TOML file beside the record; faults point into that file (R016)."""

from __future__ import annotations

import os

import pytest

from tarok_pbn.check import check_path
from tarok_pbn.notation import read_path, read_text
from tarok_pbn.replay import replay
from tests.koenigrufen_support import result_text
from tests.running import tarok

CLUB = """# Our club plays by the Vienna rules, but for the Styrian half.
base = "wtc-2020"
title = "Our club"
source = "house rules of 2026"

[options]
threshold_thirds = 106
kontra_in_score = true
contracts = ["rufer:1:after", "trischaken:2:after", "solorufer:3", "dreier:6", "solodreier:12"]
trischaken_talon = "last_trick"
"""


@pytest.fixture
def club(tmp_path):
    (tmp_path / "sub").mkdir()

    def write(toml: str, rules: str = "file:our-club.toml", **facts: str):
        (tmp_path / "our-club.toml").write_text(toml, "utf-8")
        record = tmp_path / "hand.tpbn"
        record.write_text(result_text("dreier", rules, **{"points": "35/1 34/2", **facts}), "utf-8")
        (done,) = check_path(record)
        return done

    return write


def test_a_file_beside_the_record_inherits_and_changes(club):
    done = club(CLUB)
    assert done.findings == []
    assert done.replay.ruleset is not None
    assert (done.replay.ruleset.title, done.replay.ruleset.source) == ("Our club", "house rules of 2026")
    assert done.replay.rules.valat == "add"  # from the Vienna cup
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals() == {"S": 18, "E": -6, "N": -6, "W": -6}


def test_options_of_the_record_still_apply(club):
    done = club(CLUB, options="threshold_thirds=107")
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals()["S"] == -18


def test_several_files_can_be_compared(club, tmp_path, monkeypatch):
    club(CLUB)
    (parsed,) = read_path(tmp_path / "hand.tpbn")
    monkeypatch.chdir(tmp_path)
    scores = {}
    for name in ("ooe-2023-04", "wtc-2020", "cheltenham", "file:our-club.toml"):
        ledger = replay(parsed.record, ruleset=name).ledger
        assert ledger is not None
        scores[name] = ledger.totals()["S"]
    assert scores == {"ooe-2023-04": -12, "wtc-2020": -15, "cheltenham": -9, "file:our-club.toml": 18}


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "says", "help_"),
    [
        (
            "threshold_thirds = 106",
            "treshold_thirds = 106",
            7,
            1,
            "There is no option 'treshold_thirds'",
            "Did you mean threshold_thirds?",
        ),
        (
            "threshold_thirds = 106",
            'threshold_thirds = "many"',
            7,
            1,
            "threshold_thirds is a whole number, 0 or more, not 'many'",
            "The default is 107.",
        ),
        (
            "kontra_in_score = true",
            'kontra_in_score = "maybe"',
            8,
            1,
            "kontra_in_score is yes or no",
            "The default is yes.",
        ),
        ('"last_trick"', '"first"', 10, 1, "is one of last_trick, first_six, unused, choice, not 'first'", ""),
        ('"dreier:6"', '"dreirer:6"', 9, 1, "'dreirer' is not a contract; did you mean dreier?", ""),
        ('"dreier:6"', '"dreier"', 9, 1, "write dreier:4", ""),
        ('"rufer:1:after"', '"rufer:1:later"', 9, 1, "'later' in 'rufer:1:later' is none of", ""),
        ('"wtc-2020"', '"wtc-2021"', 2, 1, "There is no rule set 'wtc-2021'", "Did you mean wtc-2020?"),
        ("title =", "titel =", 3, 1, "'titel' is no key", "Did you mean title?"),
        ("[options]\n", "", 6, 1, "'threshold_thirds' is no key", "Options stand below [options]."),
        ('base = "wtc-2020"', "base = wtc", 2, 8, "The file is not TOML: invalid value", ""),
        ("trischaken_talon = ", "trischaken_talon = [", 10, 1, "The file is not TOML", ""),
        ("threshold_thirds = 106", "threshold_thirds = [106]", 7, 1, "threshold_thirds is a single value", ""),
        ("kontra_in_score = true", 'bonuses = "trull:1/2"', 8, 1, "bonuses is a list", ""),
        (
            "kontra_in_score = true",
            'bonuses = ["trull:one"]',
            8,
            1,
            "is not name:silent/announced, such as trull:1/2",
            "",
        ),
    ],
)
def test_a_fault_points_into_the_file(club, tmp_path, old, new, line, column, says, help_):
    assert old in CLUB
    found = [f for f in club(CLUB.replace(old, new, 1)).findings if f.code == "R016"]
    first = found[0]
    assert says in first.message
    assert help_ in first.help
    assert first.severity == "error"
    assert first.span is not None
    assert first.span.file == str(tmp_path / "our-club.toml")
    assert (first.span.line, first.span.column) == (line, column)
    assert len(found) == (1 if "[options]" not in old else 4)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("file:no-such.toml", "no-such.toml cannot be read"),
        ("file:../our-club.toml", "is not the name of a .toml file beside the record"),
        ("file:/etc/passwd", "is not the name of a .toml file beside the record"),
        ("file:our-club.txt", "is not the name of a .toml file beside the record"),
        ("file:", "is not the name of a .toml file beside the record"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_at_the_rules_tag(club, tmp_path, rules, says):
    (finding,) = [f for f in club(CLUB, rules).findings if f.code == "R016"]
    assert says in finding.message
    assert finding.span is not None
    assert finding.span.file == str(tmp_path / "hand.tpbn")
    assert finding.span.line == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes as POSIX has them")
@pytest.mark.parametrize("name", ["zero.toml", "pipe.toml", "folder.toml", "a\0.toml", "x" * 5000 + ".toml"])
def test_what_is_no_ordinary_file_is_not_read(club, tmp_path, name):
    """Neither by a check nor by the index, which has to know whether a rule set has changed."""
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (finding,) = [f for f in club(CLUB, f"file:{name}").findings if f.code == "R016"]
    assert "cannot be read" in finding.message or "is not the name of a .toml file" in finding.message
    assert tarok("index", str(tmp_path)).code == 0
    (tmp_path / "hand.tpbn").write_text('[Event "x"]\n[Rules "file:/dev/zero"]\n', "utf-8")
    assert tarok("index", str(tmp_path)).code == 0


def test_a_record_that_was_not_read_from_a_file_has_no_files_beside_it():
    (parsed,) = read_text(result_text("dreier", "file:our-club.toml", points="35/1 34/2"))
    (finding,) = [f for f in replay(parsed.record).findings if f.code == "R016"]
    assert "the record was not read from a file" in finding.message


def test_the_command_line_names_the_place_in_the_rule_set_file(club, tmp_path):
    club(CLUB.replace("threshold_thirds", "treshold_thirds"))
    run = tarok("check", str(tmp_path / "hand.tpbn"))
    assert run.code == 1
    assert f"{tmp_path / 'our-club.toml'}:7:1: R016 There is no option 'treshold_thirds' in koenigrufen." in run.out
    for form in ("json", "github", "sarif", "concise"):
        assert "our-club.toml" in tarok("check", "--format", form, str(tmp_path / "hand.tpbn")).out
