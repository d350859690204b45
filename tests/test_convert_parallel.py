"""docs/scale.md: tarok convert in several processes writes and tells, to the byte, what one process does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tarok_pbn.archive import engine, partition
from tarok_pbn.archive.work import mapped
from tarok_pbn.exchange.spread import ConvertTask
from tests.examples import playground
from tests.running import Outcome, tarok

HOSTILE = (
    b'% TPBN 1.0\n\n[Event "a"]\n[Site "##Brno"]\n\n[Event "#"]\n[Board "2"] {two}\n[Auction]\nS pass\n\n'
    b'[Event "c\xff"]\r\n[Play]\r\nS T1 {open\r\n\r\n[Event "d"]\n[Event "twice"]\n\n; only a comment\n'
)
UNKNOWN = b'% TPBN 9.0\n\n[Event   "a"]\n\n[Event   "b"]\n[Dealer "west"]\n\n[Event   "c"]\n'
KNOWN = b'[Event   "d"]\n[Dealer "west"]\n\n[Event   "e"]\n'


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(partition, "TARGET", 1)  # every record is a part of its own
    with playground():
        Path("hostile.tpbn").write_bytes(HOSTILE)
        Path("unknown.tpbn").write_bytes(UNKNOWN)
        Path("known.tpbn").write_bytes(KNOWN)
        Path("empty.tpbn").write_bytes(b"")
        yield


def written() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path("out").iterdir()} if Path("out").is_dir() else {}


def both(*arguments: str, stdin: bytes = b"") -> tuple[Outcome, dict[str, bytes]]:
    """What is told and written, once it is the same with one process and with two."""
    one = tarok("convert", *arguments, stdin=stdin)
    files = written()
    for path in Path("out").iterdir() if files else ():
        path.unlink()
    two = tarok("convert", *arguments, "--jobs", "2", stdin=stdin)
    assert two == one
    assert written() == files
    return two, files


@pytest.mark.parametrize("form", ["tpbn", "json", "json-lines", "xml"])
def test_every_form_is_the_same(form):
    tarok("convert", "samples/taroky/solo.tpbn", "-o", "solo.json")
    sources = ["samples/koenigrufen", "hostile.tpbn", "solo.json", "unknown.tpbn", "known.tpbn", "empty.tpbn"]
    done, _ = both(*sources, "--to", form)
    assert done.code == 1
    assert "hostile.tpbn:13:6: F004" in done.err
    assert b"taroky" in done.raw


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
def test_tables_are_the_same(form):
    os.mkdir("out")
    done, files = both("samples/dansk", "hostile.tpbn", "known.tpbn", "--to", form, "-o", "out")
    assert done.code == 1
    assert len(files) == 7


def test_a_table_on_standard_output_is_the_same():
    done, _ = both("samples/dansk", "--to", "csv", "--table", "tricks")
    assert done.code == 0


def test_a_version_that_is_not_known_holds_for_all_parts_of_its_file():
    done, _ = both("unknown.tpbn", "known.tpbn", "--to", "tpbn")
    assert done.raw.count(b'[Event   "') == 3
    assert b'[Event "d"]\n[Dealer "W"]' in done.raw
    assert "the text of 3 is kept as it stands" in done.err


@pytest.mark.parametrize("told", [["--from", "tpbn"], []])
def test_standard_input(told):
    done, _ = both("-", *told, "--to", "json-lines", stdin=HOSTILE)
    assert "<stdin>:13:6: F004" in done.err
    done, _ = both("-", *told, "--to", "tpbn", stdin=b"" if told else b"what is this")
    assert done.code == (0 if told else 2)
    json = tarok("convert", "known.tpbn", "--to", "json").raw
    done, _ = both("-", "--to", "tpbn", stdin=json)
    assert done.code == 0


def test_a_directory_of_outputs_and_a_refusal_in_it():
    os.mkdir("out")
    done, files = both("known.tpbn", "samples/taroky/solo.tpbn", "--to", "xml", "-o", "out")
    assert (done.code, sorted(files)) == (0, ["known.xml", "solo.xml"])
    for name in files:
        Path("out", name).unlink()
    done, files = both("known.tpbn", "hostile.tpbn", "--strict", "--to", "xml", "-o", "out")
    assert (done.code, sorted(files)) == (1, ["known.xml"])


def test_what_is_refused_in_the_middle_breaks_off_at_the_same_place():
    Path("bad.json").write_text('{"format":"TPBN","version":"1.0","records":[\n{"tags":[{"nam":"Event"}]}]}')
    for bad in ("bad.json", "none.tpbn"):
        for form in ("json", "xml", "tpbn", "json-lines"):
            done, _ = both("known.tpbn", bad, "samples/taroky/solo.tpbn", "--to", form)
            assert done.code == 2
            assert "breaks off after 2 records" in done.err


@pytest.fixture
def _here(monkeypatch):
    """The work is spread as over processes, but done in this one, where a fault can be put into it."""
    monkeypatch.setattr(engine, "mapped", lambda items, task, jobs, **told: mapped(items, task, 1, **told))


@pytest.mark.usefixtures("_here")
def test_what_the_form_cannot_hold_is_told_with_the_number_of_the_record(monkeypatch):
    made = ConvertTask.made

    def faulty(self, items, first=1):
        for item in items:
            (one,) = made(self, [item], first)
            yield one._replace(piece=None, wrong="it does not fit") if item.record.get("Event") == "e" else one

    monkeypatch.setattr(ConvertTask, "made", faulty)
    done, _ = both("known.tpbn", "--to", "xml")
    assert done.code == 2
    assert "record 2 cannot be written as XML: it does not fit\nStandard output is incomplete: it breaks off after 1 record." in done.err


@pytest.mark.usefixtures("_here")
def test_a_fault_of_the_program_ends_the_run_and_leaves_the_old_file(monkeypatch):
    def fault(self, part):
        if part.start.number == 2:
            raise ValueError("a fault")
        return list(self.part(part))

    monkeypatch.setattr(ConvertTask, "__call__", fault)
    Path("out.json").write_text("old")
    done = tarok("convert", "known.tpbn", "-o", "out.json", "--jobs", "2")
    assert done.code == 3
    assert "known.tpbn:4: record 2 could not be converted: ValueError: a fault" in done.err
    assert "Traceback" not in done.err
    assert Path("out.json").read_text() == "old"


def test_a_file_may_be_converted_onto_itself():
    expected = tarok("convert", "known.tpbn", "--to", "tpbn").raw
    assert tarok("convert", "known.tpbn", "-o", "known.tpbn", "--jobs", "2").code == 0
    assert Path("known.tpbn").read_bytes() == expected


def test_other_programs_forms_are_made_in_one_process():
    done, _ = both("samples/taroky/solo.tpbn", "--to", "taroky-notation")
    assert done.code in (0, 2)
