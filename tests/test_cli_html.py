"""``tarok html``: where pages go. What stands on them is the business of the render tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hands import FILE, H1, REVOKE
from tests.running import tarok


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a file of one record and, further down, one of two."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup" / "day").mkdir(parents=True)
    (tmp_path / "cup" / "one.tpbn").write_text(FILE, "utf-8")
    (tmp_path / "cup" / "day" / "two.tpbn").write_text(FILE + "\n" + H1.replace('"7"', '"8"'), "utf-8")
    return tmp_path


def written(top: str) -> list[str]:
    return sorted(path.relative_to(top).as_posix() for path in Path(top).rglob("*") if path.is_file())


def test_one_record_goes_to_standard_output():
    run = tarok("html", "cup/one.tpbn")
    assert run.code == 0
    assert run.out.lower().startswith("<!doctype html>")
    assert "Novák, Jan" in run.out
    assert run.err == ""


def test_several_pages_do_not_fit_one_stream():
    run = tarok("html", "cup/day/two.tpbn")
    assert run.code == 2
    assert "there are several pages: give a directory with -o, or --single, or one record as FILE:N" in run.err
    assert run.out == ""
    assert tarok("html", "cup/day/two.tpbn:2").code == 0
    assert tarok("html", "cup/day/two.tpbn", "--single").code == 0


def test_a_page_a_record_lies_as_the_files_do():
    run = tarok("html", "cup", "-o", "out")
    assert (run.code, run.out, run.err) == (0, "", "Wrote 3 pages.\n")
    assert written("out") == ["day/two-1.html", "day/two-2.html", "one-1.html"]
    assert Path("out/one-1.html").read_text("utf-8") == tarok("html", "cup/one.tpbn").out


def test_an_empty_file_in_a_directory_has_no_page():
    Path("cup/empty.tpbn").touch()
    assert tarok("html", "cup", "-o", "out").err == "Wrote 3 pages.\n"
    assert tarok("html", "cup", "-o", "single", "--single").err == "Wrote 2 pages.\n"


def test_a_page_a_file():
    assert tarok("html", "cup", "-o", "out", "--single").err == "Wrote 2 pages.\n"
    assert written("out") == ["day/two.html", "one.html"]


def test_a_file_name_takes_one_page():
    assert tarok("html", "cup/one.tpbn", "-o", "page.html").code == 0
    assert Path("page.html").read_text("utf-8").lower().startswith("<!doctype html>")
    run = tarok("html", "cup/day/two.tpbn", "-o", "page.html")
    assert (run.code, "there are several pages" in run.err) == (2, True)


def test_standard_input():
    assert tarok("html", "-", "-o", "out", stdin=FILE.encode()).code == 0
    assert written("out") == ["stdin-1.html"]


def test_pages_of_one_name_are_refused():
    Path("cup/day/one.tpbn").write_text(FILE, "utf-8")
    run = tarok("html", "cup/one.tpbn", "cup/day/one.tpbn", "-o", "out")
    assert run.code == 2
    assert "two pages would be called one-1.html" in run.err


def test_an_input_is_never_written_over():
    run = tarok("html", "cup/one.tpbn", "-o", "cup/one.tpbn")
    assert run.code == 2
    assert "cannot write" in run.err
    assert Path("cup/one.tpbn").read_text("utf-8") == FILE
    Path("record.html").write_text(FILE, "utf-8")
    run = tarok("html", "record.html", "-o", "record.html")
    assert run.code == 2
    assert Path("record.html").read_text("utf-8") == FILE


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="a device that is always full is POSIX")
def test_a_page_that_cannot_be_written_is_named():
    Path("out").write_text("a file", "utf-8")
    run = tarok("html", "cup/one.tpbn", "-o", "out")
    assert run.code == 2
    assert f"cannot write {os.path.join('out', 'one-1.html')}" in run.err


def test_a_wrong_record_still_has_its_page():
    run = tarok("html", "-", stdin=REVOKE.encode())
    assert run.code == 0
    assert "P002" in run.out


def test_any_bytes_have_a_page_or_are_no_record():
    for data in (bytes(range(256)), b"[Event \"\x1b<script>\"]\n[Play]\nS \xff T1", FILE.encode("utf-16")):
        run = tarok("html", "-", stdin=data)
        assert run.code in (0, 2)
        assert "internal error" not in run.err
        assert "<script>" not in run.out.partition("<script>/* Replay of the hands")[0]
