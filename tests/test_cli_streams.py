"""A program that was started with a standard stream closed, or with names that would drive the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import ROOT
from tests.running import tarok

SOLO = "samples/taroky/solo.tpbn"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell closes the streams")


def shell(arguments: str, streams: str, directory: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run ``tarok`` by a shell that closes the streams."""
    command = f'PYTHONPATH="{ROOT}" "{sys.executable}" -m tarok_pbn {arguments} {streams}'
    return subprocess.run(["sh", "-c", command], cwd=directory, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        f"check {SOLO}", "deal --seed 1", "deal --seed 1 --format count -n 10", "rules taroky", f"query 'game = taroky' {SOLO}",
        f"solve --at 11 {SOLO}", f"estimate --at 11 --samples 1 {SOLO}", f"analyse --nodes 1 {SOLO}", f"stat {SOLO}",
        f"html {SOLO}", f"convert {SOLO} --to json", f"sort {SOLO}", "--version", "deal --help",
    ],
)  # fmt: skip
def test_standard_output_that_is_closed_is_told(command):
    done = shell(command, ">&- </dev/null")
    assert done.returncode == 2
    assert done.stderr.endswith("Error: cannot write standard output: Bad file descriptor\n")


@pytest.mark.parametrize(
    "command",
    [
        "check -", "check -j 2 -", "deal -", "query 'game = taroky' -", "solve -", "analyse -", "estimate --at 3 -",
        "stat -", "fmt -", "show -", "html -", "sort -", "convert - --to json", "traveller -", "verify - samples",
    ],
)  # fmt: skip
def test_standard_input_that_is_closed_is_told(command):
    done = shell(command, "<&-")
    assert done.returncode == 2
    assert "cannot read standard input: Bad file descriptor\n" in done.stderr


def test_who_needs_no_stream_does_not_miss_it(tmp_path):
    assert shell("deal --seed 1", "<&-").returncode == 0
    assert shell(f"fmt --check {SOLO}", ">&- <&-").returncode == 0
    assert shell("deal --seed 1", "2>&-").returncode == 0
    done = shell("deal --seed 1 -o deals.tpbn", ">&- <&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "1 deal, seed 1.\n")
    # the file has not got the descriptor of standard output
    assert (tmp_path / "deals.tpbn").read_text("utf-8").startswith("% TPBN 1.0\n\n[Event ")


@pytest.mark.parametrize("command", ["deal", "solve", "analyse", "show", "score", "html"])
def test_standard_input_without_a_record_is_called_by_its_name(command):
    done = tarok(command, "-")
    assert done.code == 2
    assert done.err.endswith("Error: standard input has no record\n")
    named = tarok(command, "--", "-:2", stdin=Path(ROOT, SOLO).read_bytes())
    assert named.err.endswith("Error: standard input has 1 record, not 2\n")


def test_control_characters_of_a_file_name_break_no_line(tmp_path):
    odd = tmp_path / "a\n[Board\x1b.tpbn"
    odd.write_bytes(Path(ROOT, "samples/taroky/unfinished.tpbn").read_bytes())
    done = tarok("deal", f"{odd}:1", "--seed", "1")
    (generator,) = (line for line in done.out.splitlines() if line.startswith("[Generator "))
    assert r"a\\x0a[Board\\x1b.tpbn:1, seed 1" in generator
    assert tarok("check", "--strict", "-", stdin=done.raw).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal", "no\nsuch"], ["deal", "-o", "no\nsuch/file"], ["deal", "--game", "a\nb"], ["deal", "--rules", "a\nb"],
        ["explain", "a\nb"], ["rules", "a\nb"], ["rules", "taroky", "a\nb"], ["new", "--game", "a\nb"],
        ["deal", "--simulate", "a\nb"], ["deal", "--simulate", "varsava", "--objective", "a\nb"],
        ["deal", "--seats", "S\x07"], ["deal", "--dealer", "\n"], ["deal", "--hand", "S\x07=F"],
    ],
)  # fmt: skip
def test_what_was_given_breaks_no_line_of_the_message(arguments):
    told = tarok(*arguments)
    (line,) = (line for line in told.err.splitlines() if line.startswith("Error: "))
    assert told.code == 2
    assert told.err.endswith(f"{line}\n")
