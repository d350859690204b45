"""Issue 6, scale: a query answered by several processes is the query answered by one, with and without an index."""

from __future__ import annotations

import shutil

import pytest

from tarok_pbn.archive import partition, query_search
from tarok_pbn.archive.query_search import Search
from tests.hands import FILE, H1, WRONG_SCORE
from tests.query_support import SAMPLES
from tests.running import tarok


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """A directory with the sample hands of taroky and a file that is not there, in the smallest partitions."""
    monkeypatch.setattr(partition, "TARGET", 1)
    folder = tmp_path / "archive"
    shutil.copytree(SAMPLES / "taroky", folder)
    return str(folder)


@pytest.mark.parametrize("form", ["lines", "json", "csv", "tpbn"])
def test_two_processes_find_what_one_does(archive, form):
    asked = ("query", "game = taroky and declarer won", archive, archive + "/gone.tpbn", "-", "--format", form)
    one = tarok(*asked, stdin=FILE.encode())
    two = tarok(*asked, "--jobs", "2", stdin=FILE.encode())
    assert one.code == 2
    assert "gone.tpbn" in one.err
    assert two == one


def test_an_index_answers_for_its_files_and_processes_for_the_others(archive):
    asked = ("query", "contract = varsava", archive, "--format", "json")
    read = tarok(*asked)
    assert tarok("index", archive).code == 0
    with open(archive + "/evening.tpbn", "ab") as file:
        file.write(b"\n" + H1.encode())
    done = tarok(*asked, "--index", "--no-update", "--jobs", "2")
    assert done.raw == read.raw
    assert done.err.split(" of ")[0] == "6"


def test_a_search_that_ends_early_ends_its_processes(archive):
    done = tarok("query", "game = taroky", archive, "--limit", "3", "--show", "game", "--jobs", "2")
    assert (done.code, done.err) == (0, "Stopped after 3 matches.\n")
    assert done.out.count("\n") == 3


def test_a_record_that_cannot_be_searched_is_left_out_and_told(tmp_path, monkeypatch):
    file = tmp_path / "a.tpbn"
    file.write_text(FILE + "\n" + WRONG_SCORE + "\n" + H1, "utf-8")
    searched = query_search._Run.found

    def found(run):
        if b"S 8; E -8" in run.partition.content():
            raise RuntimeError("out of cards")
        return searched(run)

    monkeypatch.setattr(query_search._Run, "found", found)
    done = tarok("query", "game = taroky", str(file), "--show", "game")
    assert (done.code, done.out.count("taroky")) == (3, 2)
    assert done.err.startswith(
        f"tarok: {file}:45: record 2 could not be done and is left out: RuntimeError: out of cards\n"
    )
    assert "2 of 2 records match." in done.err


def test_a_search_travels():
    import pickle

    search = Search("contract = solo", ("declarer",), True)
    assert pickle.loads(pickle.dumps(search)) == search  # noqa: S301  # our own


def test_an_engine_that_is_none_is_wrong_usage(archive):
    done = tarok("query", "game = taroky", archive, "--engine", "ray")
    assert (done.code, done.out) == (2, "")
    assert "no engine ray; write processes, dask" in done.err
