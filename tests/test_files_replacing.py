"""tarok_pbn.files.replacing: old or new, what dead runs left is removed, and many files in one directory stay cheap."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tarok_pbn import files
from tarok_pbn.files import replacing, write_atomically


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    files._listed.clear()
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # nothing here is about a power cut


@pytest.fixture
def dead() -> int:
    """A process that has ended."""
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], check=True, capture_output=True)
    return int(done.stdout)


@pytest.fixture
def looked(monkeypatch) -> list[int]:
    """How many names each look at a directory has gone through."""
    seen: list[int] = []
    listdir = os.listdir

    def counting(path):
        names = listdir(path)
        seen.append(len(names))
        return names

    monkeypatch.setattr(os, "listdir", counting)
    return seen


@pytest.mark.parametrize("before", [0, 500])
def test_the_names_that_are_gone_through_grow_with_the_files_that_are_written(tmp_path, looked, before):
    for number in range(before):
        (tmp_path / f"old-{number}.tpbn").write_bytes(b"")
    written = 600
    for number in range(written):
        write_atomically(tmp_path / f"{number}.tpbn", b"x")
    assert len(list(tmp_path.iterdir())) == before + written
    assert sum(looked) <= 66 * 64 + 3 * (before + written)  # every look at few names, then one for each doubling


def test_parts_of_dead_runs_are_removed_with_their_file_and_no_others(tmp_path, dead):
    own = f".a.tpbn.{os.getpid()}.xy.part"
    parts = [f".a.tpbn.{dead}.xy.part", f".a.tpbn.{dead}.zz.part", own, f".b.tpbn.{dead}.xy.part", f".a.tpbn.{dead}.part", ".a.tpbn.x.y.part"]
    for name in parts:
        (tmp_path / name).write_bytes(b"half")
    write_atomically(tmp_path / "a.tpbn", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["a.tpbn", *parts[2:]])
    write_atomically(tmp_path / "b.tpbn", b"new")
    assert not (tmp_path / parts[3]).exists()


def test_in_a_full_directory_what_an_earlier_run_left_of_any_file_is_removed(tmp_path, dead):
    for number in range(300):
        (tmp_path / f"{number}.tpbn").write_bytes(b"")
        (tmp_path / f".{number}.tpbn.{dead}.xy.part").write_bytes(b"half")
    for number in range(300):
        write_atomically(tmp_path / f"{number}.tpbn", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"{number}.tpbn" for number in range(300))


def test_what_is_left_while_a_process_goes_on_is_found_by_a_later_look(tmp_path, dead):
    write_atomically(tmp_path / "a.tpbn", b"one")
    (tmp_path / f".a.tpbn.{dead}.xy.part").write_bytes(b"half")
    write_atomically(tmp_path / "a.tpbn", b"two")
    assert [path.name for path in tmp_path.iterdir()] == ["a.tpbn"]


def test_names_with_dots_digits_and_line_breaks_have_their_own_parts(tmp_path, dead):
    for name in ("a.1.b.part", "x\ny", ".a"):
        (tmp_path / f".{name}.{dead}.xy.part").write_bytes(b"half")
        write_atomically(tmp_path / name, b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a", "a.1.b.part", "x\ny"]


def test_a_block_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    write_atomically(tmp_path / "a", b"old")

    def stopped() -> None:
        with replacing(tmp_path / "a") as file:
            file.write(b"new")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        stopped()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_directories_without_end_are_not_remembered(tmp_path):
    for number in range(files._MOST + 20):
        (tmp_path / str(number)).mkdir()
        write_atomically(tmp_path / str(number) / "a", b"x")
    assert len(files._listed) == files._MOST
    write_atomically(Path(tmp_path / "0" / "a"), b"y")
    assert (tmp_path / "0" / "a").read_bytes() == b"y"
