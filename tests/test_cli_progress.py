"""Issue 6: every long command tells rate and remaining time on stderr, on a terminal only, and leaves no trace of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tarok_pbn.report import progress
from tests.examples import playground
from tests.running import tarok

DIR = "samples/league/lhota"
FILE = "samples/league/lhota/round-1.tpbn"
#: what each command is given; the records do not go to standard output
COMMANDS = {
    "check": ["check", DIR],
    "convert": ["convert", DIR, "-o", "out.jsonl"],
    "convert to a directory": ["convert", DIR, "--to", "xml", "-o", "out/"],
    "convert to tables": ["convert", DIR, "--to", "csv", "-o", "out/"],
    "query": ["query", "agrees", DIR, "--count"],
    "query in two processes": ["query", "agrees", DIR, "--count", "--jobs", "2"],
    "index": ["index", DIR],
    "sql": ["sql", "SELECT count(*) FROM records", DIR],
    "query by an index": ["query", "--index", "agrees", DIR, "--count"],
    "split": ["split", DIR, "--by", "10", "-d", "parts", "--format", "json"],
    "merge": ["merge", DIR, "-o", "all.tpbn"],
    "merge sorted": ["merge", DIR, "-o", "all.tpbn", "--sort", "date"],
    "sort": ["sort", DIR, "-o", "all.tpbn"],
    "sort in place": ["sort", "-i", DIR],
    "dedupe": ["dedupe", DIR, "--check"],
    "dedupe to a file": ["dedupe", DIR, "-o", "all.tpbn"],
    "diff": ["diff", DIR, "samples/league/obermoos"],
    "anonymise": ["anonymise", DIR, "-d", "names"],
    "anonymise back": ["anonymise", DIR, "-d", "back", "--key", "none.key", "--reverse"],
    "stat": ["stat", DIR],
    "stat in two processes": ["stat", DIR, "--jobs", "2"],
    "traveller": ["traveller", "samples/league/final", "--by", "board"],
    "verify": ["verify", "docs/examples/results.csv", DIR],
}
LINE = re.compile(r"\r\x1b\[2K([^\r]+)")


@pytest.fixture(autouse=True)
def _eager(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_EVERY", 0)
    monkeypatch.setattr(progress, "_STEP", 1)
    with playground():
        yield


@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_terminal_there_are_rate_and_remaining_time_and_then_nothing(name):
    if name == "anonymise back":
        tarok("anonymise", DIR, "-d", "names", "--key", "none.key")
    done = tarok(*COMMANDS[name], tty=True)
    assert done.code in (0, 1), done.err
    lines = LINE.findall(done.err)
    last = [line for line in lines if " records, " in line][-1]
    assert re.match(r"\d[\d,]* records, [\d,]+/s, \d+ kB of \d+ kB, \d+:\d\d left \.\.\. [^ ]", last), last
    assert done.err.rfind("\r\x1b[2K") > done.err.rfind(last)  # it is wiped at the end
    size, total = map(int, re.findall(r"(\d+) kB", last))
    assert size <= total
    assert size >= total * 0.8


@pytest.mark.parametrize("name", COMMANDS)
def test_piped_there_is_none(name):
    if name == "anonymise back":
        tarok("anonymise", DIR, "-d", "names", "--key", "none.key")
    done = tarok(*COMMANDS[name])
    assert "\r" not in done.err
    assert " left ..." not in done.err


@pytest.mark.parametrize("arguments", [
    ["convert", DIR, "--to", "json-lines"], ["merge", DIR], ["sort", DIR], ["dedupe", DIR], ["anonymise", FILE],
])  # fmt: skip
def test_records_that_go_to_the_terminal_are_not_mixed_with_it(arguments):
    assert "\r" not in tarok(*arguments, tty=True).err


def test_what_cannot_be_read_is_told_on_a_line_of_its_own():
    shutil.copy(FILE, "a.tpbn")
    Path("b.tpbn").symlink_to("nowhere")
    for arguments in (["stat", "."], ["merge", ".", "-o", "x.out"], ["traveller", "."], ["query", "agrees", ".", "--count"]):
        done = tarok(*arguments, tty=True, env={"COLUMNS": "60"})
        (line,) = [line for line in done.err.split("\n") if "cannot read" in line]
        assert re.search(r"(^|\x1b\[2K)(Error: )?cannot read", line), line
