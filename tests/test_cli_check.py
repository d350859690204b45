"""Issue 2, command line: ``tarok check`` - exit codes, selection, input of every kind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarok_pbn.report import FORMATS
from tests.hands import FILE, REVOKE, WRONG_SCORE
from tests.running import tarok


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with one right and two wrong files, being the working directory."""
    (tmp_path / "right.tpbn").write_text(FILE, "utf-8")
    inner = tmp_path / "cup"
    inner.mkdir()
    (inner / "revoke.tpbn").write_text(REVOKE, "utf-8")
    (inner / "score.tpbn").write_text(WRONG_SCORE, "utf-8")
    (inner / "notes.txt").write_text("no record", "utf-8")
    hidden = tmp_path / ".git"
    hidden.mkdir()
    (hidden / "hidden.tpbn").write_text(REVOKE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_clean_file_leaves_with_0(folder):
    run = tarok("check", "right.tpbn")
    assert (run.code, run.out, run.err) == (0, "Found nothing wrong in 1 record (all clean).\n", "")


def test_wrong_score_leaves_with_1_and_points_at_the_score(folder):
    run = tarok("check", "cup/score.tpbn")
    assert run.code == 1
    assert run.out.startswith("cup/score.tpbn:22:1: S001 ")
    assert '22 | [Score "S 8; E -8; N -8; W 8"]' in run.out
    assert "= help: Computed: S -8; E 8; N 8; W -8." in run.out
    assert run.out.endswith("Found 1 error in 1 record (0 clean).\n")


def test_unfollowed_suit_has_its_caret_under_the_card(folder):
    lines = tarok("check", "cup/revoke.tpbn").out.splitlines()
    assert lines[0].startswith("cup/revoke.tpbn:33:13: P002 East plays T5, but still holds DK")
    at = next(n for n, line in enumerate(lines) if "N D2 DJ T14 T5" in line)
    assert lines[at + 1][lines[at].index("T5") :].startswith("^^ trick 4")


def test_directories_are_searched_in_order_without_hidden_ones(folder):
    run = tarok("check", ".", "--output-format", "concise")
    files = list(dict.fromkeys(line.partition(":")[0] for line in run.out.splitlines()[:-1]))
    assert files == [os.path.join(".", "cup", "revoke.tpbn"), os.path.join(".", "cup", "score.tpbn")]
    assert " in 3 records (1 clean)." in run.out


def test_exclude_leaves_out_by_name(folder):
    assert " in 1 record " in tarok("check", ".", "--exclude", "cup").out
    assert " in 2 records " in tarok("check", ".", "--exclude", "rev*").out
    assert tarok("check", "cup/score.tpbn", "--exclude", "score.tpbn").code == 1  # named outright, it is meant


def test_directory_without_records_is_wrong_usage(folder):
    (folder / "empty").mkdir()
    run = tarok("check", "empty")
    assert run.code == 2
    assert "no .tpbn file in empty" in run.err


def test_wrong_usage_is_told_before_anything_is_printed(folder):
    (folder / "empty").mkdir()
    run = tarok("check", "cup/score.tpbn", "empty")
    assert (run.code, run.out) == (2, "")


def test_file_that_is_missing_is_named_and_the_others_are_checked(folder):
    run = tarok("check", "nowhere.tpbn", "cup/score.tpbn")
    assert run.code == 2
    assert "cannot read nowhere.tpbn: No such file or directory" in run.err
    assert "S001" in run.out


def test_file_that_cannot_be_opened_is_named(folder):
    run = tarok("check", "right.tpbn/inner.tpbn")
    assert run.code == 2
    assert "cannot read right.tpbn/inner.tpbn: Not a directory" in run.err


def test_standard_input_has_the_name_that_an_editor_gives_it(folder):
    assert tarok("check", "-", stdin=FILE.encode()).code == 0
    run = tarok("check", "-", "--stdin-filename", "evening.tpbn", "--format", "concise", stdin=WRONG_SCORE.encode())
    assert run.code == 1
    assert run.out.startswith("evening.tpbn:22:1: S001 ")
    assert tarok("check", "-", "--format", "concise", stdin=WRONG_SCORE.encode()).out.startswith("<stdin>:22:1: ")


@pytest.mark.parametrize(
    ("options", "code", "found"),
    [
        (["--select", "S"], 1, {"S001"}),
        (["--select", "S001"], 1, {"S001"}),
        (["--select", "P"], 0, set()),
        (["--ignore", "S001"], 0, set()),
        (["--ignore", "S", "--select", "S001"], 1, {"S001"}),
        (["--ignore", "ALL"], 0, set()),
        (["--exit-zero"], 0, {"S001"}),
    ],
)
def test_select_ignore_and_exit_zero(folder, options, code, found):
    run = tarok("check", "cup/score.tpbn", "--output-format", "json", *options)
    assert run.code == code
    assert {f["code"] for f in json.loads(run.out)} == found


def test_unknown_code_is_wrong_usage_with_the_nearest(folder):
    run = tarok("check", "right.tpbn", "--select", "P0022")
    assert run.code == 2
    assert re.search(r"no code begins with P0022; did you mean P0\d\d\?", run.err)


def test_statistics_count_by_code(folder):
    run = tarok("check", ".", "--statistics", "--select", "P002,S001")
    assert run.out.splitlines() == [
        "1  P002  suit not followed",
        "1  S001  recorded score differs",
        "Found 2 errors in 3 records (1 clean).",
    ]
    run = tarok("check", "cup/score.tpbn", "--statistics", "--output-format", "json")
    assert json.loads(run.out) == [{"code": "S001", "title": "recorded score differs", "count": 1}]


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"full", "concise"}))
def test_summary_goes_to_stderr_where_a_program_reads_stdout(folder, name):
    run = tarok("check", "cup/score.tpbn", "--output-format", name)
    assert "Found 1 error" not in run.out
    assert run.err == "Found 1 error in 1 record (0 clean).\n"


def test_format_comes_from_the_environment_too(folder):
    run = tarok("check", "right.tpbn", env={"TAROK_OUTPUT_FORMAT": "json"})
    assert run.out == "[]\n"


def test_infos_never_fail_a_check(folder):
    (folder / "x.tpbn").write_text(FILE.replace("[Site", '[Frobnicate "1"]\n[Site'), "utf-8")
    run = tarok("check", "x.tpbn", "--select", "R002", "--output-format", "concise")
    assert run.code == 0
    assert "R002 [info]" in run.out
    assert run.out.endswith("Found 1 note in 1 record (all clean).\n")


def test_strict_and_rewrites_ask_for_more(folder):
    (folder / "x.tpbn").write_text(FILE.replace("S ST SQ SK S7", "S ♠10 SQ SK S7"), "utf-8")
    assert tarok("check", "x.tpbn").code == 0
    rewrites = tarok("check", "x.tpbn", "--rewrites", "--output-format", "concise")
    assert rewrites.code == 0
    assert "F100 [info]" in rewrites.out
    strict = tarok("check", "x.tpbn", "--strict", "--output-format", "concise")
    assert strict.code == 1
    assert "F011" in strict.out


def test_colour_follows_the_terminal_and_the_flag(folder):
    assert "\x1b[" in tarok("check", "cup/score.tpbn", tty=True).out
    assert "\x1b[" not in tarok("check", "cup/score.tpbn").out
    assert "\x1b[" not in tarok("check", "cup/score.tpbn", tty=True, env={"NO_COLOR": "1"}).out
    assert "\x1b[" in tarok("check", "cup/score.tpbn", "--color", "always").out


def test_a_terminal_without_the_characters_still_gets_the_report(folder):
    run = tarok("check", "cup/score.tpbn", encoding="cp1252")
    assert run.code == 1
    assert "S001" in run.out
    assert run.err == ""


def test_chatter_alone_is_findings_and_no_record(folder):
    run = tarok("check", "-", stdin=b"hello\n")
    assert run.code == 1
    assert "F007" in run.out
    assert run.out.endswith("and no record.\n")


def test_empty_input_is_clean():
    run = tarok("check", "-")
    assert (run.code, run.out) == (0, "Found no records.\n")


@given(st.binary(max_size=400) | st.text("[]\"{};%TSENWKQJ0123456789.,:\n *+$=^?!-#", max_size=300).map(str.encode))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_any_bytes_give_findings_and_never_a_traceback(data):
    run = tarok("check", "-", "--rewrites", stdin=data)
    assert run.code in (0, 1)
    assert run.err == ""


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "data", [bytes(range(256)), b"\xff\xfe[\x00", b"[Play]\n\x1b]0;x\x07 {", FILE.encode("utf-16")]
)
def test_odd_bytes_in_every_format(data, name):
    run = tarok("check", "-", "--output-format", name, stdin=data)
    assert run.code == 1
    assert "\x1b" not in run.out


def test_internal_error_asks_for_a_report_and_leaves_with_3(folder, monkeypatch):
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("tarok_pbn.notation.read_path", fault)
    run = tarok("check", "right.tpbn")
    assert run.code == 3
    assert run.err.startswith("tarok: internal error: ZeroDivisionError: of all things\n")
    assert "Please report it" in run.err
    assert "Traceback" not in run.err
    assert "Traceback" in tarok("--debug", "check", "right.tpbn").err


def test_wrong_usage_leaves_with_2():
    for arguments in (["check"], ["check", "--frob", "x"], ["frob"], ["check", "x", "--output-format", "frob"]):
        run = tarok(*arguments)
        assert run.code == 2, arguments
        assert "Usage: tarok" in run.err


def test_a_reader_that_goes_away_is_no_error(folder):
    many = folder / "many.tpbn"
    many.write_text("\n".join([FILE.partition("\n\n")[0], *[WRONG_SCORE.partition("\n\n")[2]] * 300]), "utf-8")
    command = [sys.executable, "-m", "tarok_pbn", "check", str(many)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_check_imports_neither_pydantic_nor_lxml_nor_jinja2(folder):
    program = (
        "import sys; from tarok_pbn.__main__ import load; load().main(['check', 'right.tpbn']);"
        "print(sorted({'pydantic', 'lxml', 'jinja2', 'asyncio', 'xml'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
