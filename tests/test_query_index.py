"""docs/query.md, "With an index": the same answers as a scan, whatever the index has and whatever has become of the files."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.index import FOLDER, Kept, update
from tarok_pbn.archive.partition import Partition, partitions_of
from tarok_pbn.archive.query_check import checked_query
from tarok_pbn.archive.query_eval import compiled
from tarok_pbn.archive.query_index import indexed
from tarok_pbn.archive.query_search import Hit, Search
from tests.query_support import FOLDERS, SAMPLES, expression, sample_facts
from tests.running import tarok
from tests.test_query_search import RECORDS

SHOWN = (
    "date",
    "contract",
    "declarer",
    "points(any)",
    "score(declarer)",
    "tricks(any)",
    "trick(1).points",
    "id",
    "deal_id",
    "rules",
    "event",
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """All samples, with an index."""
    place = tmp_path_factory.mktemp("finding")
    for folder in FOLDERS:
        shutil.copytree(SAMPLES / folder, place / folder)
    update(place)
    return place


@cache
def files_of(place: Path) -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((place / folder).rglob("*.tpbn"))]


def from_index(asked: Search, place: Path, files: list[Path]) -> list[Hit]:
    kept = Kept(place, updated=True)
    hits: list[Hit] = []
    for path in files:
        stored = kept.stored(str(path))
        assert stored is not None
        for found in indexed(asked, str(path), stored):
            hits += found.hits
    return hits


def from_files(asked: Search, files: list[Path]) -> list[Hit]:
    hits: list[Hit] = []
    for partition in partitions_of([(str(path), str(path)) for path in files]):
        assert isinstance(partition, Partition)
        hits += asked(partition).hits
    return hits


@settings(max_examples=40)
@given(expression, st.sampled_from([(), SHOWN]))
def test_the_index_and_a_replay_of_every_record_agree(archive, text, shown):
    test = compiled(checked_query(text))
    expected = [
        (Path(facts.file).relative_to(SAMPLES), facts.number) for facts in sample_facts() if test(facts) is True
    ]
    hits = from_index(Search(text, shown), archive, files_of(archive))
    assert [(Path(hit.file).relative_to(archive), hit.number) for hit in hits] == expected


@pytest.mark.parametrize("text", ["number > 0", "declarer lost", "game = dansk", "known(id) and errors > 0"])
def test_the_values_and_texts_of_the_matches_are_those_of_a_scan(archive, text):
    asked = Search(text, SHOWN, True)
    hits = from_index(asked, archive, files_of(archive))
    assert hits == from_files(asked, files_of(archive))
    assert len(hits) > 5


@settings(max_examples=60)
@given(st.lists(st.sampled_from(RECORDS), min_size=1, max_size=6).map("".join), expression)
def test_damaged_and_repeating_records_are_answered_and_cut_out_as_by_a_scan(tmp_path_factory, text, asked):
    place = tmp_path_factory.mktemp("q")
    path = place / "a.tpbn"
    path.write_bytes(text.encode())
    update(place)
    for query in (asked, "number > 0", "site = Brno or event = ?"):
        search = Search(query, ("event", "site", "dealer", "rules", "errors"), True)
        assert from_index(search, place, [path]) == from_files(search, [path]), query


def test_a_value_that_lasts_over_records_is_in_the_text_of_the_match(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_text(RECORDS[0] + RECORDS[1] + '[Event "last"]\n', "utf-8")
    update(tmp_path)
    (hit,) = from_index(Search("event = last", ("site",), True), tmp_path, [path])
    assert (hit.number, hit.values) == (3, ["Brno"])
    assert '[Site "Brno"]' in hit.text


def test_a_file_of_many_groups(tmp_path, monkeypatch):
    monkeypatch.setattr("tarok_pbn.archive.index_tables._GROUP", 3)
    monkeypatch.setattr("tarok_pbn.archive.partition.TARGET", 1)
    path = tmp_path / "evening.tpbn"
    shutil.copy(SAMPLES / "taroky/evening.tpbn", path)
    assert update(tmp_path).records == 8
    asked = Search("number > 1 and tricks > 0", SHOWN, True)
    stored = Kept(tmp_path, updated=True).stored(str(path))
    assert stored is not None
    assert [found.records for found in indexed(asked, str(path), stored)] == [3, 3, 2]
    assert from_index(asked, tmp_path, [path]) == from_files(asked, [path])


def test_bytes_that_are_no_text_are_kept_as_they_are(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_bytes(b'\xef\xbb\xbf[Event "a\xffb"]\r\n[South "\xed\xa0\x80"]\r\n\r\n\x00\n\n[Event "c\\"]\n{\xfe')
    update(tmp_path)
    asked = Search("number > 0", ("event", "south", "errors", "id"), True)
    hits = from_index(asked, tmp_path, [path])
    assert hits == from_files(asked, [path])
    assert hits[0].values[0] == "a\udcffb"
    assert "\udcff" in hits[0].text


# --- the command ----------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path):
    for name in (
        "taroky/rules-h1.tpbn",
        "dansk/rules-f1.tpbn",
        "koenigrufen/house-rules.tpbn",
        "koenigrufen/our-club.toml",
    ):
        shutil.copy(SAMPLES / name, tmp_path)
    return tmp_path


def both(text: str, place: Path, *options: str):
    """What the command prints with and without an index, once they are the same."""
    scan = tarok("query", text, str(place), *options)
    asked = tarok("query", "--index", text, str(place), *options)
    assert (asked.code, asked.out) == (scan.code, scan.out)
    return asked


@pytest.mark.parametrize("options", [
    (), ("--count",), ("--count-by", "game"), ("--format", "json", "--show", "points(any)"), ("--format", "tpbn"),
    ("--format", "paths"), ("--limit", "1"), ("--exclude", "rules-f*"),
])  # fmt: skip
def test_every_form_is_that_of_a_scan(small, options):
    done = both("score(S) < 0", small, *options)
    assert done.code == 0
    assert "Index of " in done.err


def test_the_rules_page_hand_is_found_in_the_index(small):
    done = tarok("query", "--index", "declarer = S and called = T19", str(small), "--show", "points(declarer)")
    assert (done.code, done.out) == (0, f"{small}/rules-h1.tpbn:1: 32\n")
    assert "3 files read" in done.err
    done = tarok("query", "--index", "declarer = S and called = T20", str(small))
    assert (done.code, done.out) == (1, "")
    assert "0 files read, 3 unchanged" in done.err


def test_what_has_changed_is_asked_as_it_is_now_even_without_an_update(small):
    tarok("index", str(small))
    (small / "new.tpbn").write_text('[Event "new"]\n', "utf-8")
    with (small / "rules-f1.tpbn").open("a") as file:
        file.write('\n[Event "new"]\n')
    before = (small / FOLDER / "manifest.json").read_bytes()
    done = tarok("query", "--index", "--no-update", "event = new", str(small), "--show", "event")
    assert done.out == f"{small}/new.tpbn:1: new\n{small}/rules-f1.tpbn:2: new\n"
    assert (small / FOLDER / "manifest.json").read_bytes() == before
    assert both("event = new", small, "--show", "event").out == done.out


def test_a_rule_set_that_has_changed_makes_the_answers_of_the_index_stale(small):
    tarok("index", str(small))
    assert both("finding(R)", small, "--count").code == 1
    (small / "our-club.toml").write_text("base = 'nothing'\n")
    scan = tarok("query", "clean", str(small / "house-rules.tpbn"), "--count").out
    (small / "rules-h1.tpbn").unlink()
    (small / "rules-f1.tpbn").unlink()
    assert tarok("query", "--index", "--no-update", "clean", str(small), "--count").out == scan
    assert tarok("query", "--index", "clean", str(small), "--count").out == scan


def test_two_directories_in_their_order_each_with_its_index(small, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    shutil.copy(SAMPLES / "taroky/evening.tpbn", other)
    scan = tarok("query", "game = taroky", str(small), str(other), str(small))
    done = tarok("query", "--index", "game = taroky", str(small), str(other), str(small))
    assert done.out == scan.out
    assert done.out.count("evening.tpbn") == 8
    assert done.err.count("Index of") == 2
    assert (other / FOLDER / "manifest.json").exists()


def test_a_file_that_cannot_be_read_is_named_once_and_the_others_are_asked(small):
    (small / "gone.tpbn").symlink_to(small / "nowhere")
    done = both("game = taroky", small)
    assert done.code == 2
    assert done.err.count("gone.tpbn") == 1
    assert "rules-h1.tpbn:1" in done.out


def damage(place: Path, spoil: str) -> None:
    """Cut the tables, or change the last byte of a column's dictionary."""
    import pyarrow.parquet as pq

    for table in (place / FOLDER).glob("*-facts.parquet"):
        data = bytearray(table.read_bytes())
        if spoil == "cut":
            del data[len(data) // 2 :]
        else:
            group = pq.read_metadata(table).row_group(0)
            columns = {group.column(place).path_in_schema: group.column(place) for place in range(group.num_columns)}
            data[columns[spoil].data_page_offset - 1] ^= 0x10
        table.write_bytes(data)


ASKED = ("score(S) < 0 and event != ? and took(S, T1)", "--show", "trick(1).points")


@pytest.mark.parametrize("spoil", ["cut", "number", "hand"])
def test_a_damaged_table_is_not_believed_the_file_is_read(small, spoil):
    tarok("index", str(small))
    scan = tarok("query", ASKED[0], str(small), *ASKED[1:])
    damage(small, spoil)
    done = tarok("query", "--index", "--no-update", ASKED[0], str(small), *ASKED[1:])
    assert (done.code, done.out, done.err) == (scan.code, scan.out, scan.err)
    assert "the tables of 3 files were damaged and are made anew" in both(ASKED[0], small, *ASKED[1:]).err
    assert "0 files read" in both(ASKED[0], small, *ASKED[1:]).err


@pytest.mark.parametrize("spoil", ["number", "hand"])
def test_damage_that_only_reading_shows_is_told(small, spoil):
    tarok("index", str(small))
    times = {path: path.stat().st_mtime_ns for path in (small / FOLDER).glob("*-facts.parquet")}
    damage(small, spoil)
    for path, time in times.items():
        os.utime(path, ns=(time, time))
    done = tarok("query", "--index", ASKED[0], str(small), *ASKED[1:])
    assert done.code == 2
    assert "a table of the index is damaged or gone: " in done.err
    assert f"tarok index {small}" in done.err
    assert done.out == ""
    assert "3 files read" in tarok("index", str(small)).err
    both(*ASKED[:1], small)


def test_a_missing_table_is_read_from_the_file(small):
    tarok("index", str(small))
    for table in (small / FOLDER).glob("*-facts.parquet"):
        table.unlink()
    done = tarok("query", "--index", "--no-update", "called = T19", str(small), "--count")
    assert (done.code, done.out) == (0, "1\n")


@pytest.mark.parametrize(("arguments", "message"), [
    (["--no-update"], "--no-update is for --index"), (["--index", "-"], "--index is for directories"),
    (["--index", str(SAMPLES / "taroky/evening.tpbn")], "--index is for directories, and"),
])  # fmt: skip
def test_wrong_usage(small, arguments, message):
    done = tarok("query", "clean", str(small), *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert not (small / FOLDER).exists()


def test_an_index_that_is_being_written_is_not_waited_for(small):
    fcntl = pytest.importorskip("fcntl")
    tarok("index", str(small))
    with (small / FOLDER / "lock").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert tarok("query", "--index", "clean", str(small)).code == 2
        done = tarok("query", "--index", "--no-update", "called = T19", str(small), "--count")
    assert (done.code, done.out) == (0, "1\n")
