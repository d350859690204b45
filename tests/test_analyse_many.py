"""Issue 7, parallel over records: many records side by side are told as one after the other, each where it stands."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from tarok_pbn.analysis.aims import aims_for
from tarok_pbn.analysis.exchange import exchange_cost
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import position_at
from tarok_pbn.analysis.solver import Limits, divided, solve
from tarok_pbn.archive.partition import Broken, Partition
from tarok_pbn.check import check, check_bytes, check_path
from tarok_pbn.commands.analysis_run import Run
from tarok_pbn.commands.singles import Singles
from tarok_pbn.report import analysis_tasks, progress
from tarok_pbn.report.analysis_tasks import SolveTask
from tests.hands import FILE, H1
from tests.running import Outcome, tarok

SAMPLES = Path(__file__).parent.parent / "samples"
TAROKY = SAMPLES / "taroky"
H1_PATH = str(TAROKY / "rules-h1.tpbn")
EVENING = str(TAROKY / "evening.tpbn")
UNFINISHED = str(TAROKY / "unfinished.tpbn")
CONTRACTS = str(SAMPLES / "koenigrufen" / "contracts.tpbn")
MEGABYTE = 1 << 20
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")


def places(told: Outcome) -> list[str]:
    """What was answered, in order: file name and number."""
    return [f"{Path(file).name}:{number}" for file, number in re.findall(r"^(\S+):(\d+)(?:, .*)?$", told.out, re.M)]


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A directory of taroky, Königrufen and Danish records, good ones and others, and files that are none."""
    folder = tmp_path / "league"
    folder.mkdir()
    (folder / "a.tpbn").write_bytes((TAROKY / "evening.tpbn").read_bytes())
    (folder / "b.tpbn").write_bytes((TAROKY / "unfinished.tpbn").read_bytes())
    (folder / "c.tpbn").write_bytes(b"")
    (folder / "d.tpbn").write_bytes((SAMPLES / "koenigrufen" / "contracts.tpbn").read_bytes())
    (folder / "e.tpbn").write_bytes((SAMPLES / "dansk" / "rules-f1.tpbn").read_bytes())
    (folder / "f.tpbn").write_text(FILE.replace("S ST SQ SK S7", "S ST SQ SK C7", 1), "utf-8")
    return folder


# --- the same, however many work --------------------------------------------------------------------


@pytest.mark.parametrize(("form", "at", "left_out"), [
    ("text", "10", "e.tpbn"), ("json", "10.4", "e.tpbn"), ("json-lines", "22", "none"),
])  # fmt: skip
def test_positions_are_the_same_with_any_number_of_jobs(league, form, at, left_out):
    paths = (str(league), str(league / "gone.tpbn"), f"{H1_PATH}:2", "-")
    asked = ("solve", *paths, "--exclude", left_out, "--at", at, "--format", form)
    one, two, three = (tarok(*asked, "--objective", "points", "-j", n, stdin=FILE.encode()) for n in "123")
    assert two == one
    assert three == one
    assert one.code == 2
    assert ("e.tpbn" in one.out) == (left_out == "none")
    assert f"Error: cannot read {league / 'gone.tpbn'}: No such file or directory\n" in one.err
    assert one.err.endswith(f"\nError: {H1_PATH} has 1 record, not 2\n")


@needs_kernel
@pytest.mark.parametrize("form", ["text", "json", "json-lines", "tpbn"])
def test_analyses_are_the_same_with_any_number_of_jobs(league, form):
    asked = ("analyse", f"{CONTRACTS}:7", EVENING, UNFINISHED, "--objective", "last", "--format", form)
    one, two, three = (tarok(*asked, "--jobs", n) for n in "123")
    assert two == one
    assert three == one
    assert one.code == 1


@needs_kernel
def test_under_a_limit_of_nodes_bounds_are_the_same_too():
    asked = ("--nodes", "300", "--time", "0", "--format", "json", "--memory", "1")
    for paths in ((EVENING, H1_PATH), (H1_PATH,)):  # records side by side, and cards
        one, two, many = (tarok("solve", *paths, "--at", "4", *asked, "-j", n) for n in ("1", "2", "20"))
        assert two == one
        assert many == one
        assert one.code == 1
        assert any(found["low"] < found["high"] for found in json.loads(one.out))


@needs_kernel
def test_exchanges_are_the_same_side_by_side():
    asked = ("analyse", H1_PATH, "--objective", "tricks", "--exchange", "--exchange-time", "0")
    one, two = (tarok(*asked, "-j", n) for n in "12")
    assert two == one
    assert one.code == 0
    south = "South laid away S8, DQ, D4, C9 after takes:1-4: 5; better ST, S8, DQ, D4: 6 (15 of 15 looked at).\n"
    assert south in one.out


def test_answers_come_in_the_order_of_the_command_line():
    told = tarok("solve", f"{EVENING}:3", H1_PATH, f"{EVENING}:1", "--at", "12", "-j", "2")
    assert places(told) == ["evening.tpbn:3", "rules-h1.tpbn:1", "evening.tpbn:1"]
    assert re.findall(r"^Card points of (.*) \(so far", told.out, re.M) == [
        "North + West: 28 1/3", "South + West: 31 2/3", "South + North: 28 1/3",
    ]  # fmt: skip


def test_a_directory_is_searched_and_parts_are_left_out(league):
    told = tarok("solve", str(league), "--exclude", "[b-f].tpbn", "--at", "12.4", "--objective", "tricks", "--for", "S")
    assert places(told) == [f"a.tpbn:{number}" for number in range(1, 9)]
    assert (told.code, told.err) == (0, "")


# --- what cannot be done, among what can ------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_cannot_be_solved_says_why_and_the_others_are_told(league, jobs):
    told = tarok("solve", str(league), "--exclude", "[ade].tpbn", H1_PATH, "--at", "12", "-j", jobs)
    assert places(told) == ["rules-h1.tpbn:1"]
    b, f = league / "b.tpbn", league / "f.tpbn"
    assert told.err.splitlines() == [
        f"{b}:1: not solved: the contract is not known, and with it how the cards are to be played",
        f"{b}:2: not solved: the contract is not known, and with it how the cards are to be played",
        f"{b}:3: not solved: the cards of East are not known when play begins",
        f"{b}:4: not solved: the record shows no more than 28 cards; trick 8, card 1 was not played",
        f"{b}:5: not solved: the record shows no more than 18 cards; trick 5, card 3 was not played",
        f"{f}:1: not solved: trick 1, card 4: West plays C7 (7 of clubs), which is in East's hand (tarok check: P017 in line 30, card of another player)",
    ]
    assert told.code == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_aim_that_only_some_games_have_is_told_where_there_is_none(jobs):
    asked = ("--objective", "kakadu", "--at", "12.4", "-j", jobs)
    told = tarok("solve", H1_PATH, f"{CONTRACTS}:7", *asked)
    assert (told.code, places(told)) == (1, ["contracts.tpbn:7"])
    assert told.err.startswith(f"{H1_PATH}:1: not solved: there is no objective 'kakadu'; ")


@pytest.mark.parametrize("asked", [["--objective", "pagatt"], ["--for", "Q"]])
def test_an_aim_that_no_record_has_is_wrong_usage(asked):
    told = tarok("solve", H1_PATH, f"{EVENING}:1", "--at", "12", *asked)
    assert (told.code, told.out) == (2, "")
    assert len(told.err.splitlines()) == 2
    assert {"pagatt": "did you mean pagat?", "Q": "'Q' names no side"}[asked[1]] in told.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_has_no_record_is_told_when_it_was_named(tmp_path, jobs):
    empty, words, folder = tmp_path / "empty.tpbn", tmp_path / "words.tpbn", tmp_path / "folder"
    empty.write_bytes(b"")
    words.write_bytes(b"% TPBN 1.0\n; nothing yet\n")
    folder.mkdir()
    (folder / "e.tpbn").write_bytes(b"")
    told = tarok("solve", str(empty), f"{words}", f"{words}:2", str(folder), H1_PATH, "--at", "12", "-j", jobs)
    assert (told.code, places(told)) == (2, ["rules-h1.tpbn:1"])
    assert told.err.splitlines() == [
        f"Error: {empty} has no record", f"Error: {words} has no record", f"Error: {words} has 0 records, not 2",
    ]  # fmt: skip
    assert tarok("solve", str(folder), "-j", jobs) == Outcome(0, "", "", b"")


def test_a_directory_without_a_file_and_a_record_zero_are_wrong_usage(tmp_path):
    assert tarok("solve", str(tmp_path)).code == 2
    assert "records are numbered from 1" in tarok("analyse", H1_PATH, f"{H1_PATH}:0").err


def test_standard_input_has_numbers_and_a_name():
    told = tarok("solve", "--stdin-filename", "club.tpbn", "--at", "12", "--", "-:2", stdin=(FILE + "\n" + H1).encode())
    assert (told.code, places(told)) == (0, ["club.tpbn:2"])
    assert tarok("solve", "--", "-:3", stdin=FILE.encode()).err == "Error: standard input has 1 record, not 3\n"


def test_a_fault_costs_its_record_only(monkeypatch):
    def fails(parsed):
        if parsed.number == 2:
            raise RuntimeError("out of cards")
        return check(parsed)

    monkeypatch.setattr(analysis_tasks, "check", fails)
    told = tarok("solve", EVENING, H1_PATH, "--at", "12.4", "--objective", "tricks", "--for", "S")
    assert places(told) == [*(f"evening.tpbn:{n}" for n in (1, 3, 4, 5, 6, 7, 8)), "rules-h1.tpbn:1"]
    line = Path(EVENING).read_text("utf-8").splitlines().index('[Board "2"]') + 1
    first, *rest = told.err.splitlines()
    match = re.fullmatch(
        rf"tarok: {re.escape(EVENING)}:(\d+): record 2 could not be done and is left out: RuntimeError: out of cards",
        first,
    )
    assert match is not None
    assert line - 12 < int(match[1]) <= line
    assert rest[0].startswith("tarok: what could not be done is a fault of tarok, not of your records.")
    assert told.code == 3
    written = tarok("analyse", EVENING, "--nodes", "1", "--format", "tpbn")
    assert written.code == 3
    assert "record 2 could not be done and stays as it is: RuntimeError: out of cards" in written.err
    monkeypatch.undo()
    assert [not checked.record.has("_Analysis") for checked in check_bytes(written.raw)] == [
        number == 2 for number in range(1, 9)
    ]
    assert [checked.record.get("Score") for checked in check_bytes(written.raw)] == [
        checked.record.get("Score") for checked in check_path(EVENING)
    ]


# --- one file of many -------------------------------------------------------------------------------

BETWEEN = """
; the first is over

{here begins

the second}
"""


def bare(text: str) -> str:
    """Without what an analysis adds to the head."""
    return re.sub(r'^\[_Analysis ".*"\]\n', "", text, flags=re.M)


@needs_kernel
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_records_of_several_files_become_one_as_fmt_writes_it(tmp_path, jobs):
    first, second = tmp_path / "1.tpbn", tmp_path / "2.tpbn"
    first.write_text("% TPBN 1.0\n\n; of the first file\n" + H1 + BETWEEN + "\n" + H1 + "\n; its end\n", "utf-8")
    second.write_text("% TPBN 1.0\n\n; of the second file\n" + H1, "utf-8")
    told = tarok("analyse", str(first), str(second), "--nodes", "1", "--no-comments", "--format", "tpbn", "-j", jobs)
    whole = tarok("convert", str(first), str(second), "--to", "tpbn").raw
    assert bare(told.out) == whole.decode()
    assert told.out.count("[_Analysis ") == 3
    assert [line for line in told.err.splitlines() if "not proven within the limits up to trick" in line] == [
        line for line in told.err.splitlines() if line
    ]
    assert len(told.err.splitlines()) == 3
    for comment in (
        "; of the first file\n",
        "; the first is over\n",
        "the second}",
        "; its end\n",
        "; of the second f",
    ):
        assert told.out.count(comment) == 1
    assert told.out.count("% TPBN 1.0") == 1


@needs_kernel
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_has_errors_of_syntax_or_another_version_keeps_its_text(tmp_path, jobs):
    torn, later = tmp_path / "torn.tpbn", tmp_path / "later.tpbn"
    broken = H1.replace('[Dealer "W"]', '[Dealer "W]', 1) + "  ; caf\xe9 \n"
    torn.write_bytes(b"% TPBN 1.0\n\n" + H1.encode() + b"\n" + broken.encode("latin-1"))
    later.write_text(
        "% TPBN 7.0\n\n" + H1.replace("[Site", "[Site ", 1) + "\n" + H1.replace("[Site", "[Site  ", 1), "utf-8"
    )
    told = tarok("analyse", str(torn), str(later), "--objective", "last", "--format", "tpbn", "-j", jobs)
    assert told.code == 1
    assert told.err.splitlines() == [
        f"{torn}:2: not analysed: its text has errors of syntax and stays as it is",
        *(
            f"{later}:{n}: not analysed: the file is of a version that is not known; its text stays as it is"
            for n in (1, 2)
        ),
    ]
    assert broken.encode("latin-1") in told.raw
    assert b'[Site  "?"]' in told.raw
    assert b'[Site   "?"]' in told.raw
    assert told.raw.count(b"[_Analysis ") == 1


# --- limits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "jobs", "each"),
    [
        (Limits(memory=512 * MEGABYTE), 1, (512 * MEGABYTE, 1)),
        (Limits(memory=512 * MEGABYTE), 4, (128 * MEGABYTE, 4)),
        (Limits(memory=MEGABYTE), 3, (MEGABYTE // 3, 3)),
        (Limits(memory=MEGABYTE), 64, (MEGABYTE // 4, 4)),  # the kernel takes no less
        (Limits(memory=512 * MEGABYTE, nodes=9), 1, (32 * MEGABYTE, 1)),
        (Limits(memory=512 * MEGABYTE, nodes=9), 64, (32 * MEGABYTE, 16)),
        (Limits(memory=MEGABYTE, nodes=9), 64, (MEGABYTE // 4, 4)),
        (Limits(memory=1), 2, (MEGABYTE // 4, 1)),
    ],
)
def test_memory_is_a_bound_for_all_together(limits, jobs, each):
    share, most = divided(limits, jobs)
    assert (share.memory, most) == each
    assert share.nodes == limits.nodes


@needs_kernel
def test_cards_and_discards_are_looked_at_one_by_one_under_a_limit_of_nodes(monkeypatch):
    monkeypatch.setattr("tarok_pbn.analysis.solver._side_by_side", None)
    replay = next(check_path(H1_PATH)).replay
    position = position_at(replay, 4)
    (aim,) = aims_for(position)
    assert not solve(position, aim, Limits(nodes=20, threads=4)).exact
    with pytest.raises(TypeError):
        solve(position, aim, Limits(threads=4))


# --- one after the other ----------------------------------------------------------------------------


class Closed(io.StringIO):
    """Standard output whose reader goes away after the first text."""

    def write(self, text: str) -> int:
        if self.tell():
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")
        return super().write(text)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_few_records_are_read_ahead(monkeypatch, tmp_path, jobs):
    many = tmp_path / "many.tpbn"
    many.write_text("% TPBN 1.0\n\n" + "\n".join([H1] * 200), "utf-8")
    drawn: list[int] = []

    class Counted(Singles):
        def __iter__(self) -> Iterator[Partition | Broken]:
            for item in super().__iter__():
                assert isinstance(item, Partition)
                drawn.append(item.start.number)
                yield item

    def task(limits: Limits, threads: int, tell: Callable[[str], object] | None) -> SolveTask:
        return SolveTask(12, 4, "", "", "text", limits)

    monkeypatch.setattr(sys, "stdout", Closed())
    records = Counted([str(many)], (), "<stdin>")
    with click.Context(click.Command("solve")), pytest.raises(BrokenPipeError):
        Run(records, "text", debug=False).code(task, Limits(), jobs)
    assert len(drawn) <= 3 * jobs + 2


def test_each_record_is_told_before_the_last_is_there():
    command = [sys.executable, "-m", "tarok_pbn", "solve", "-", "--at", "12.4"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(FILE.encode() + b"\n" + b"\n".join([H1.encode()] * 3))
        process.stdin.flush()
        assert process.stdout.readline() == b"<stdin>:1, trick 12, card 4, North to play\n"
        process.stdin.close()
        assert process.stdout.read().count(b"<stdin>:") == 3
    assert process.returncode == 0


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_ends_the_work(tmp_path, jobs):
    many = tmp_path / "many.tpbn"
    many.write_text("% TPBN 1.0\n\n" + "\n".join([H1] * 100_000), "utf-8")
    command = [sys.executable, "-m", "tarok_pbn", "solve", str(many), "--at", "12.4", "-j", jobs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@posix
@needs_kernel
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whoever_has_had_enough_waits_for_nothing(jobs):
    """The second record, Danish points without a limit, would take days."""
    command = [
        sys.executable,
        "-m",
        "tarok_pbn",
        "analyse",
        H1_PATH,
        str(SAMPLES / "dansk" / "rules-f1.tpbn"),
        "-j",
        jobs,
    ]
    asked = [*command, "--objective", "points", "--for", "S", "--time", "0"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 130


@posix
@needs_kernel
def test_the_exchange_ends_as_well():
    replay = next(check_path(SAMPLES / "dansk" / "rules-f1.tpbn")).replay
    aim = aims_for(position_at(replay), "points", "S")[0]
    timer = threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        exchange_cost(replay, aim, Limits(threads=2), value=1)
    timer.join()


# --- how far it is ----------------------------------------------------------------------------------


@pytest.fixture
def _eager(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_EVERY", 0)


@pytest.mark.usefixtures("_eager")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_on_a_terminal_there_are_rate_and_remaining_time_and_then_nothing(jobs):
    told = tarok("solve", EVENING, H1_PATH, "--at", "11", "-j", jobs, tty=True)
    lines = re.findall(r"\r\x1b\[2K([^\r\n]+)", told.err)
    assert re.match(r"9 records, [\d,]+(\.\d)?/s, (\d+) kB of \2 kB, 0:00 left \.\.\. ", lines[-1] if lines else "")
    assert told.err.endswith("\r\x1b[2K")
    assert told.code == 0


@pytest.mark.usefixtures("_eager")
@needs_kernel
def test_on_a_terminal_one_record_tells_its_cards():
    told = tarok("analyse", H1_PATH, "--objective", "last", tty=True)
    assert "\r\x1b[2K12 of 48 cards" in told.err
    assert told.err.endswith("\r\x1b[2K")


@pytest.mark.usefixtures("_eager")
def test_piped_there_is_none():
    assert tarok("solve", EVENING, H1_PATH, "--at", "11", "-j", "2").err == ""
