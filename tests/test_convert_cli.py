"""docs/convert.md, the command: which form is meant, where the output goes, exit codes, and what a failure leaves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tarok_pbn.exchange.formats import formats, guess
from tests.examples import playground
from tests.hands import FILE
from tests.running import tarok

SOLO = "samples/taroky/solo.tpbn"
BAD = b'[Event "a"]\n[Play]\nS T1 {open\n\n[Event "b"]\n'


@pytest.fixture(autouse=True)
def _samples():
    with playground():
        yield


def canonical(path: str = SOLO) -> bytes:
    return tarok("fmt", "-", stdin=Path(path).read_bytes()).raw


@pytest.mark.parametrize(
    ("form", "suffix"),
    [("json", "json"), ("json-lines", "jsonl"), ("json-lines", "ndjson"), ("xml", "xml"), ("tpbn", "tpbn")],
)
def test_forms_are_told_from_names_and_from_how_a_file_begins(form, suffix):
    made = tarok("convert", SOLO, "-o", f"x.{suffix}")
    assert (made.code, made.out, made.err) == (0, "", "Converted 1 record.\n")
    data = Path(f"x.{suffix}").read_bytes()
    Path("x.txt").write_bytes(data)
    assert guess("x.txt", data[:4096])[0].name == form
    for arguments, stdin in ([f"x.{suffix}"], b""), (["x.txt"], b""), (["-"], data), (["--from", form, "-"], data):
        done = tarok("convert", *arguments, "--to", "tpbn", stdin=stdin)
        assert (done.code, done.raw) == (0, canonical())


def test_a_form_that_cannot_be_told_is_asked_for():
    done = tarok("convert", "-", "--to", "json", stdin=b"what is this")
    assert done.code == 2
    assert "its form cannot be told" in done.err
    assert "--from" in done.err
    done = tarok("convert", SOLO)
    assert done.code == 2
    assert "--to is missing" in done.err
    done = tarok("convert", SOLO, "--to", "jsno")
    assert done.code == 2
    assert "no form 'jsno'; did you mean json?" in done.err


def test_every_form_says_what_it_is_and_names_are_one_set():
    known = formats()
    assert list(known)[:7] == ["tpbn", "json", "json-lines", "xml", "csv", "parquet", "arrow"]
    assert all(form.about and form.name == name for name, form in known.items())


def test_errors_of_syntax_are_reported_and_the_text_is_kept():
    Path("bad.tpbn").write_bytes(BAD)
    done = tarok("convert", "bad.tpbn", "-o", "bad.json")
    assert done.code == 1
    assert "bad.tpbn:3:6: F004" in done.err
    assert "the text of 1 is kept" in done.err
    back = tarok("convert", "bad.json", "--to", "tpbn")
    assert back.code == 1
    assert "bad.json:2:1: F004" in back.err
    assert "line 3 of the record" in back.err
    assert back.raw == b"% TPBN 1.0\n\n" + BAD


def test_strict_refuses_errors_and_writes_nothing():
    Path("bad.tpbn").write_bytes(b'[Event "0"]\n\n' + BAD)
    Path("out.json").write_text("old")
    done = tarok("convert", "bad.tpbn", "--strict", "-o", "out.json")
    assert done.code == 1
    assert "The input has errors of syntax. Nothing was written." in done.err
    assert Path("out.json").read_text() == "old"
    done = tarok("convert", "bad.tpbn", "--strict", "--to", "json")
    assert (done.code, done.raw) == (1, b"")
    done = tarok("convert", SOLO, "--strict", "--to", "tpbn")
    assert (done.code, done.raw) == (0, canonical())


def test_illegal_hands_are_converted_without_a_word():
    done = tarok("convert", "samples/taroky/wrong/suit-not-followed.tpbn", "--to", "xml")
    assert (done.code, done.err) == (0, "Converted 1 record.\n")


def test_a_wrong_file_is_named_with_its_place_and_the_output_stays_as_it_was():
    Path("x.json").write_text('{"format":"TPBN","version":"1.0","records":[\n{"tags":[{"nam":"Event","value":"a"}]}]}')
    Path("x.xml").write_text("old")
    done = tarok("convert", "x.json", "-o", "x.xml")
    assert (done.code, done.out) == (2, "")
    assert "x.json:2:11: 'nam' is no name that this object can have" in done.err
    assert "did you mean name?" in done.err
    assert Path("x.xml").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir() if path.suffix == ".part") == []


def test_files_that_cannot_be_read_or_written_are_named():
    for arguments, words in (
        (["none.tpbn", "-o", "x.json"], "cannot read none.tpbn"),
        ([SOLO, "-o", "none/x.json"], "cannot write none/x.json"),
        (["samples/taroky", "-o", "x.json/x.xml"], "cannot write x.json/x.xml"),
    ):
        done = tarok("convert", *arguments)
        assert done.code == 2, arguments
        assert words in done.err
    assert not Path("x.json").exists()


def test_a_directory_holds_a_file_for_each_source():
    os.mkdir("out")
    done = tarok("convert", "samples/taroky/solo.tpbn", "samples/taroky/pot.tpbn", "--to", "json-lines", "-o", "out")
    assert done.code == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["pot.jsonl", "solo.jsonl"]
    assert tarok("convert", "out/solo.jsonl", "--to", "tpbn").raw == canonical()
    done = tarok("convert", "samples/taroky/solo.tpbn", "out/solo.jsonl", "--to", "xml", "-o", "out/")
    assert done.code == 2
    assert "would both become out/solo.xml" in done.err


def test_several_sources_become_one_file_in_their_order():
    tarok("convert", "samples/taroky/pot.tpbn", "-o", "pot.xml")
    done = tarok("convert", SOLO, "pot.xml", "--to", "tpbn")
    rest = canonical("samples/taroky/pot.tpbn").removeprefix(b"% TPBN 1.0\n")
    assert (done.code, done.raw) == (0, canonical() + rest)


def test_a_file_may_be_converted_onto_itself():
    Path("x.tpbn").write_bytes(b'[Event   "a"]\r\n')
    assert tarok("convert", "x.tpbn", "-o", "x.tpbn").code == 0
    assert Path("x.tpbn").read_bytes() == b'% TPBN 1.0\n\n[Event "a"]\n'


def test_names_and_text_from_outside_do_not_drive_the_terminal():
    Path("x.json").write_text('{"format":"TPBN","version":"1.0","\\u001b[2J":1}')
    done = tarok("convert", "x.json", "--to", "tpbn")
    assert done.code == 2
    assert "\x1b" not in done.err


def test_several_files_are_not_converted_into_one_of_them(tmp_path):
    one, two = tmp_path / "one.tpbn", tmp_path / "two.tpbn"
    one.write_text(FILE, "utf-8")
    two.write_text(FILE, "utf-8")
    run = tarok("convert", str(one), str(two), "--to", "tpbn", "-o", str(two))
    assert run.code == 2
    assert "is one of the files to convert" in run.err
    assert two.read_text("utf-8") == FILE


def test_the_name_that_json_lines_had_is_read_on():
    lines = tarok("convert", SOLO, "--to", "json-lines")
    assert tarok("convert", SOLO, "--to", "jsonl") == lines
    assert tarok("convert", "-", "--from", "jsonl", "--to", "json-lines", stdin=lines.raw).raw == lines.raw
    assert "json-lines" in tarok("convert", "--help").out
    assert "jsonl" not in tarok("convert", "--help").out
    assert "tpbn, json, json-lines, xml" in tarok("convert", SOLO, "--to", "nothing-like-it").err
