"""A file that the command line means twice: its records are not copies of themselves and count once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tarok_pbn.notation import read_bytes
from tests.hands import H1
from tests.running import tarok

MEANT = [
    pytest.param(lambda folder: [str(folder / "a.tpbn"), str(folder / "a.tpbn")], id="named twice"),
    pytest.param(lambda folder: [str(folder / "a.tpbn"), os.path.join(str(folder), ".", "a.tpbn")], id="named otherwise"),
    pytest.param(lambda folder: [str(folder), str(folder / "a.tpbn")], id="in a directory too"),
    pytest.param(lambda folder: [str(folder), str(folder)], id="directory twice"),
    pytest.param(lambda folder: [str(folder / "a.tpbn"), str(_link(folder))], id="by a link"),
]


def _link(folder: Path) -> Path:
    link = folder / "latest.tpbn"
    link.symlink_to("a.tpbn")
    return link


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.tpbn").write_text(H1 + '\n[Event "other"]\n', "utf-8")
    return tmp_path


def events(path: Path) -> list[str]:
    return [parsed.record.get("Event") for parsed in read_bytes(path.read_bytes())]


@pytest.mark.parametrize("meant", MEANT)
@pytest.mark.parametrize("command", [["dedupe", "-i"], ["dedupe", "-i", "--keep", "complete"], ["sort", "-i"], ["anonymise", "-i"]])
def test_in_place_loses_nothing(folder: Path, meant: Callable[[Path], list[str]], command: list[str]) -> None:
    done = tarok(*command, *meant(folder))
    assert done.code == 0
    assert sorted(events(folder / "a.tpbn")) == ["Example", "other"]
    assert "is meant twice and read once" in done.err


@pytest.mark.parametrize("meant", MEANT)
def test_no_copies_are_found_and_records_count_once(folder: Path, meant: Callable[[Path], list[str]]) -> None:
    paths = meant(folder)
    assert tarok("dedupe", "--check", *paths).code == 0
    merged = tarok("merge", *paths)
    assert [p.record.get("Event") for p in read_bytes(merged.raw)] == ["Example", "other"]
    counted = tarok("stat", *paths, "--by", "contract", "--format", "json")
    (block,) = [b for b in json.loads(counted.out)["tables"] if b["by"] == "contract"]
    assert [row["hands"] for row in block["rows"]] == [1]


def test_the_sentence(folder: Path) -> None:
    path = str(folder / "a.tpbn")
    assert f"{path} is meant twice and read once\n" in tarok("check", path, path).err
    assert f"{path} is meant twice and read once, and so are 2 more\n" in tarok("check", path, path, path, path).err


def test_files_of_one_name_in_two_directories_are_two(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.tpbn").write_text(f'[Event "{name}"]\n', "utf-8")
    merged = tarok("merge", str(tmp_path / "x"), str(tmp_path / "y" / "a.tpbn"))
    assert [p.record.get("Event") for p in read_bytes(merged.raw)] == ["x", "y"]
    assert "twice" not in merged.err
