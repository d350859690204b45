"""Which files are meant, which record of one, and the progress of a long run."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from tarok_pbn.files import Address, find, parse_address, write_atomically
from tarok_pbn.report import progress
from tarok_pbn.report.selection import Selection


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("a.tpbn", Address("a.tpbn", None)),
        ("a.tpbn:7", Address("a.tpbn", 7)),
        ("a.tpbn#12", Address("a.tpbn", 12)),
        ("C:\\x.tpbn", Address("C:\\x.tpbn", None)),
        ("C:\\x.tpbn:3", Address("C:\\x.tpbn", 3)),
        ("-", Address("-", None)),
        ("-:2", Address("-", 2)),
        (":2", Address(":2", None)),
    ],
)
def test_address_of_a_record(text, address):
    assert parse_address(text) == address


def test_a_file_that_really_has_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("odd:7").touch()
    assert parse_address("odd:7") == Address("odd:7", None)


def test_wildcards_that_the_shell_left_are_resolved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.tpbn", "a.tpbn", "c.txt"):
        Path(name).touch()
    assert list(find(["*.tpbn"])) == ["a.tpbn", "b.tpbn"]
    assert list(find(["*.pgn"])) == ["*.pgn"]
    assert list(find(["-", "x"])) == ["-", "x"]
    Path("[odd].tpbn").touch()
    assert list(find(["[odd].tpbn"])) == ["[odd].tpbn"]


@pytest.mark.skipif(os.name == "nt", reason="permission bits of POSIX")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes as POSIX has them")
def test_a_directory_has_no_records_in_its_pipes_devices_and_links_to_themselves(tmp_path):
    for name in ("a.tpbn", "folder.tpbn/b.tpbn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    os.mkfifo(tmp_path / "pipe.tpbn")
    (tmp_path / "zero.tpbn").symlink_to("/dev/zero")
    (tmp_path / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "loop.tpbn").symlink_to("loop.tpbn")  # it cannot be read, and whoever reads says so
    assert [os.path.relpath(path, tmp_path) for path in find([str(tmp_path)])] == [
        "a.tpbn",
        "loop.tpbn",
        "folder.tpbn/b.tpbn",
    ]
    assert list(find([str(tmp_path / "pipe.tpbn")])) == [str(tmp_path / "pipe.tpbn")]  # named by itself it is meant


def test_new_file_gets_the_usual_permission_bits(tmp_path):
    write_atomically(tmp_path / "new", b"x")
    usual = tmp_path / "usual"
    usual.touch()
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def steps(stream: io.StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    """What 640 records over so many seconds leave on the stream."""
    clock = iter(seconds * n / 10 for n in range(1000))
    monkeypatch.setattr("tarok_pbn.report.progress.time.monotonic", lambda: next(clock))
    shown = progress.Progress(stream, 40)
    for _ in range(640):
        shown.step("a" * 60)
    shown.clear()
    return stream.getvalue()


def test_progress_comes_late_fits_the_line_and_leaves_no_trace(monkeypatch):
    text = steps(Terminal(), 5.0, monkeypatch)
    lines = [part for part in text.split("\r\x1b[2K") if part]
    assert lines
    assert all("records, " in line and "/s ... aaa" in line and len(line) < 40 for line in lines)
    assert text.endswith("\r\x1b[2K")


def test_no_progress_on_a_short_run_or_off_a_terminal(monkeypatch):
    assert steps(Terminal(), 0.1, monkeypatch) == ""
    assert steps(io.StringIO(), 50.0, monkeypatch) == ""


@pytest.mark.parametrize(
    ("select", "ignore", "code", "wanted"),
    [
        ([], [], "P002", True),
        (["P"], [], "P002", True),
        (["P"], [], "S001", False),
        (["p002, s"], [], "S001", True),
        ([], ["P"], "P002", False),
        (["P002"], ["P"], "P002", True),
        (["P"], ["P002"], "P002", False),
        (["P002"], ["P002"], "P002", False),
        (["ALL"], ["P"], "P002", False),
        (["ALL"], ["P"], "S001", True),
        ([], ["ALL"], "S001", False),
    ],
)
def test_the_longest_prefix_decides(select, ignore, code, wanted):
    assert Selection(select, ignore)(code) is wanted
