"""pages.md 4.2, 4.8: the forms of `tarok html`, its choices, and a site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarok_pbn.render.modes import MODES
from tests.running import tarok

ROOT = Path(__file__).parent.parent
CZECH = ROOT / "samples" / "taroky" / "varsava-tie.tpbn"
AUSTRIAN = ROOT / "samples" / "koenigrufen" / "konig-12-solorufer.tpbn"
DANISH = ROOT / "samples" / "dansk" / "evening.tpbn"
#: how a file of each form begins
BEGINS = {
    "page": b"<!DOCTYPE html>",
    "fragment": b'<div class="tp-embed"',
    "inline": b"<div",
    "svg": b"<svg",
    "text": b"Record 1",
    "markdown": b"##",
    "latex": b"\\section*{",
    "handrecords": b"<!DOCTYPE html>",
}


@pytest.mark.parametrize("mode", BEGINS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_form_is_written_in_every_language(mode, lang, tmp_path):
    result = tarok("html", f"{AUSTRIAN}:1", "--mode", mode, "--lang", lang, "-o", str(tmp_path))
    assert (result.code, result.err) == (0, "Wrote 1 page.\n")
    (file,) = tmp_path.iterdir()
    assert file.suffix == MODES[mode].suffix
    made = file.read_bytes()
    if mode != "text" or lang == "en":
        assert made.lstrip().startswith(BEGINS[mode])
    assert ("Süd" if lang == "de" else "South").encode() in made


def test_letters_of_the_cards_are_chosen_apart_from_the_language():
    made = tarok("html", str(CZECH), "--mode", "text", "--lang", "en", "--cards", "da").out
    own = tarok("html", str(CZECH), "--mode", "text", "--letters", "R D C V").out
    assert "K king, D queen, C knight, B jack" in made
    assert "R king, D queen, C knight, V jack" in own


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--lang", "fr"], "'fr' is not one of"),
        (["--letters", "K D"], "letters are four"),
        (["--show", "dummy"], "no part of a record is called 'dummy'"),
        (["--show", "endposition@99"], "the record has no trick 99"),
        (["--show", "hands=Q"], "the record has no seat 'Q'"),
        (["--full"], "page is whole already"),
        (["--mode", "svg", "--single"], "one record at a time"),
        (["--site", "x", "--mode", "svg"], "--site makes its own pages"),
        (["--site", "x", "--base-url", "tarok"], "tarok"),
    ],
)
def test_a_choice_that_there_is_not_is_wrong_usage(options, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = tarok("html", str(AUSTRIAN), *options)
    assert result.code == 2
    assert why in " ".join(result.err.split())
    assert not (tmp_path / "x" / "index.html").exists()


def test_an_end_position_shows_what_is_left_and_hides_how_it_ended():
    made = tarok("html", f"{AUSTRIAN}:1", "--show", "endposition@9.2").out
    assert "Cards still in hand" in made
    assert "East to play." in made
    assert "Settlement" not in made
    assert "verdict" not in made.split("</style>")[1]


def test_a_quiz_folds_its_solution():
    made = tarok("html", f"{AUSTRIAN}:1", "--show", "quiz").out.split("</style>")[1]
    before, after = made.split('<details class="tp-solution">')
    assert "Settlement" not in before
    assert "Settlement" in after
    assert "tp-tricks" not in before
    assert "tp-tricks" in after


def test_a_text_is_written_over_by_force_only(tmp_path):
    target = tmp_path / "notes.md"
    target.write_text("mine", "utf-8")
    refused = tarok("html", str(CZECH), "--mode", "markdown", "-o", str(target))
    assert refused.code == 2
    assert "--force" in refused.err
    assert target.read_text("utf-8") == "mine"
    assert tarok("html", str(CZECH), "--mode", "markdown", "--force", "-o", str(target)).code == 0
    assert target.read_text("utf-8") != "mine"


def test_a_site_of_an_evening(tmp_path):
    first = tarok("html", str(DANISH), "--site", str(tmp_path / "site"), "--title", "Evenings", "--lang", "da")
    assert (first.code, first.err) == (0, "12 records, 12 of them rendered.\n")
    index = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<html lang="da">' in index
    assert len(set(re.findall(r'href="(record/[^"#]+)"', index))) == 12
    again = tarok("html", str(DANISH), "--site", str(tmp_path / "site"), "--title", "Evenings", "--lang", "da")
    assert again.err == "12 records, 0 of them rendered.\n"


def test_a_site_keeps_what_is_not_its_own(tmp_path):
    (tmp_path / "index.html").write_text("mine", "utf-8")
    result = tarok("html", str(CZECH), "--site", str(tmp_path))
    assert "Kept index.html" in result.err
    assert (tmp_path / "index.html").read_text("utf-8") == "mine"


def test_fuller_forms():
    document = tarok("html", f"{AUSTRIAN}:1", "--mode", "latex", "--full").out
    assert "\\documentclass" in document
    assert "\\end{document}" in document
    assert "\\documentclass" not in tarok("html", f"{AUSTRIAN}:1", "--mode", "latex").out
    assert "<script>" in tarok("html", f"{AUSTRIAN}:1", "--mode", "fragment", "--full").out
    assert "<script" not in tarok("html", f"{AUSTRIAN}:1", "--mode", "fragment").out


def test_diagrams_and_score_sheets_have_a_language_too():
    assert "předák" in tarok("show", str(CZECH), "--lang", "cs").out
    assert "Øst" in tarok("score", str(DANISH), "--session", "--output-format", "html", "--lang", "da").out
    refused = tarok("score", str(DANISH), "--session", "--lang", "da")
    assert refused.code == 2
    assert "--output-format html" in refused.err


def test_a_file_without_a_record_does_not_stop_a_site(tmp_path):
    empty = tmp_path / "empty.tpbn"
    empty.write_bytes(b"")
    result = tarok("html", str(CZECH), str(empty), str(DANISH), "--site", str(tmp_path / "site"))
    assert (result.code, result.err) == (0, "13 records, 13 of them rendered.\n")
    assert (tmp_path / "site" / "index.html").exists()
