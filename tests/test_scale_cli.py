"""Issue 6, scale: ``tarok check`` by several processes, with a journal, and over bad input prints what it prints alone."""

from __future__ import annotations

import io
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.archive import partition
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.tasks import CheckTask
from tarok_pbn.report import FORMATS
from tarok_pbn.report import progress as progress_module
from tarok_pbn.report.progress import Progress
from tests.hands import FILE, H1, REVOKE, WRONG_SCORE
from tests.running import Outcome, tarok
from tests.test_scale_partitions import HOSTILE, PIECES

#: Four records in one file; the third breaks a rule of play, the fourth has a wrong score.
FOUR = (FILE + "\n" + H1 + "\n" + REVOKE.partition("\n\n")[2] + "\n" + WRONG_SCORE.partition("\n\n")[2]).encode()


@pytest.fixture(autouse=True)
def _small_partitions(monkeypatch):
    monkeypatch.setattr(partition, "TARGET", 1)


@pytest.fixture
def worked(monkeypatch) -> list[int]:
    """The numbers of the first records of the partitions that were worked on."""
    numbers: list[int] = []
    work = CheckTask.__call__

    def call(task: CheckTask, part: Partition):
        numbers.append(part.start.number)
        return work(task, part)

    monkeypatch.setattr(CheckTask, "__call__", call)
    return numbers


def lines_of(journal: Path) -> list[bytes]:
    return journal.read_bytes().splitlines(keepends=True)


# --- the same output --------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(HOSTILE, st.sampled_from(FORMATS), st.sampled_from([(), ("--strict",), ("--no-session",), ("--rewrites",)]), st.data())
def test_a_journal_changes_nothing(data, form, options, draw):
    asked = ("check", "-", "--output-format", form, *options)
    one = tarok(*asked, stdin=data)
    assert one.code in (0, 1)
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal"
        assert tarok(*asked, "--resume", str(journal), stdin=data) == one
        kept = journal.read_bytes()
        assert tarok(*asked, "--resume", str(journal), stdin=data) == one
        assert journal.read_bytes() == kept
        cut = draw.draw(st.integers(0, len(kept)))
        damage = draw.draw(st.sampled_from([b"", b"\n", b"\xff", b"0" * 40]))
        journal.write_bytes(kept[:cut] + (damage if cut >= len(b"tarok journal 1\n") else b""))
        assert tarok(*asked, "--resume", str(journal), stdin=data) == one


@pytest.mark.parametrize("form", ["full", "json"])
def test_two_processes_print_what_one_does(tmp_path, monkeypatch, form):
    some = random.Random(f"hostile {form}")
    for number in range(40):
        data = b"".join(some.choice(PIECES) for _ in range(some.randrange(24)))
        (tmp_path / f"{number:02}.tpbn").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    asked = ("check", ".", "gone.tpbn", "-", "--output-format", form, "--rewrites")
    one = tarok(*asked, stdin=FOUR)
    assert one.code == 2
    assert one.out.count("P002") == 1 + sum(path.read_bytes().count(REVOKE.encode()) for path in tmp_path.iterdir())
    assert tarok(*asked, "--jobs", "2", stdin=FOUR) == one
    assert tarok(*asked, "--jobs", "2", "--resume", "journal", stdin=FOUR) == one
    assert tarok(*asked, "--jobs", "2", "--resume", "journal", stdin=FOUR) == one


# --- a journal --------------------------------------------------------------------------------------------


def first(journal: Path) -> Outcome:
    done = tarok("check", "-", "--resume", str(journal), stdin=FOUR)
    assert done.code == 1
    assert done.out.count("P002") == done.out.count("S001") == 1
    return done


def test_what_is_done_is_not_done_again(tmp_path, worked):
    journal = tmp_path / "journal"
    done = first(journal)
    assert worked == [1, 2, 3, 4]
    assert first(journal) == done
    assert worked == [1, 2, 3, 4]


def test_a_line_that_was_torn_off_is_done_again(tmp_path, worked):
    journal = tmp_path / "journal"
    done, kept = first(journal), journal.read_bytes()
    journal.write_bytes(kept[:-7])
    worked.clear()
    assert first(journal) == done
    assert worked == [4]
    assert journal.read_bytes() == kept


@pytest.mark.parametrize("at", [0, 8, 12, 100, -2])
def test_a_line_that_was_spoilt_is_done_again(tmp_path, worked, at):
    journal = tmp_path / "journal"
    done = first(journal)
    lines = lines_of(journal)
    assert len(lines) == 5
    spoilt = bytearray(lines[2])
    spoilt[at] ^= 1
    journal.write_bytes(b"".join([*lines[:2], bytes(spoilt), *lines[3:]]))
    worked.clear()
    assert first(journal) == done
    assert worked == [2]
    assert lines_of(journal)[5:] == [lines[2]]


def test_options_that_change_the_findings_have_their_own_results(tmp_path, worked):
    journal = tmp_path / "journal"
    first(journal)
    worked.clear()
    for options, again in [
        (("--strict",), [1, 2, 3, 4]), (("--rewrites",), [1, 2, 3, 4]), (("--no-session",), [1, 2, 3, 4]),
        (("--strict",), []), (("--select", "P"), []), (("--output-format", "json"), []), (("--statistics",), []),
        (("--stdin-filename", "other.tpbn"), [1, 2, 3, 4]),
    ]:  # fmt: skip
        done = tarok("check", "-", *options, "--resume", str(journal), stdin=FOUR)
        assert worked == again, options
        assert done == tarok("check", "-", *options, stdin=FOUR)
        worked.clear()


def test_a_record_that_was_mended_meanwhile_is_checked_anew(tmp_path, worked):
    journal, file = tmp_path / "journal", tmp_path / "a.tpbn"
    file.write_bytes(FOUR)
    asked = ("check", str(file), "--resume", str(journal))
    assert "P002" in tarok(*asked).out
    worked.clear()
    mended = FOUR.replace(b"N D2 DJ T14 T5", b"N D2 DJ T14 DK").replace(b"N D3 T19 T9 DK", b"N D3 T19 T9 T5")
    assert len(mended) == len(FOUR)
    file.write_bytes(mended)
    assert "P002" not in tarok(*asked).out
    assert worked == [3]


def test_records_with_rules_of_a_file_are_always_checked(tmp_path, worked, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = FOUR.replace(b'[Rules "devatenactka-1"]', b'[Rules "file:our.toml"]', 1)
    Path("a.tpbn").write_bytes(data)
    assert "our.toml" in tarok("check", "a.tpbn", "--resume", "journal").out
    assert tarok("check", "a.tpbn", "--resume", "journal") == tarok("check", "a.tpbn")
    assert worked == [1, 2, 3, 4, 1]


def test_a_file_that_is_no_journal_is_left_as_it_is(tmp_path):
    file = tmp_path / "a.tpbn"
    file.write_bytes(FOUR)
    done = tarok("check", "-", "--resume", str(file), stdin=FOUR)
    assert (done.code, done.out) == (2, "")
    assert f"{file} is no journal of tarok, and is left as it is; name another file" in done.err
    assert file.read_bytes() == FOUR


def test_a_journal_that_cannot_be_opened(tmp_path):
    done = tarok("check", "-", "--resume", str(tmp_path), stdin=FOUR)
    assert (done.code, done.out) == (2, "")
    assert f"cannot open {tmp_path}: Is a directory" in done.err


def test_a_journal_belongs_to_one_run(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    journal = tmp_path / "journal"
    done = first(journal)
    kept = journal.read_bytes()
    with journal.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        second = tarok("check", "-", "--resume", str(journal), stdin=FOUR)
    assert (second.code, second.out) == (2, "")
    assert "is being written by another run" in second.err
    assert journal.read_bytes() == kept
    assert first(journal) == done


# --- bad input in the middle ------------------------------------------------------------------------------

WAYS = [(), ("--jobs", "2"), ("--resume", "journal")]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, data in [("a", FILE.encode()), ("b", REVOKE.encode()), ("c", b"\x00\xff[\n" * 50)]:
        (tmp_path / f"{name}.tpbn").write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_exit_codes(folder, way):
    assert tarok("check", "a.tpbn", *way).code == 0
    assert tarok("check", "a.tpbn", "b.tpbn", "a.tpbn", *way).code == 1
    assert tarok("check", "a.tpbn", "b.tpbn", "a.tpbn", *way, "--exit-zero").code == 0
    assert tarok("check", "a.tpbn", "c.tpbn", "a.tpbn", *way).code == 1
    assert tarok("check", "a.tpbn", *way, "--jobs", "-1").code == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_file_that_cannot_be_read_does_not_stop_the_others(folder, way):
    done = tarok("check", "gone.tpbn", "b.tpbn", "gone.tpbn", "a.tpbn", *way, "--output-format", "concise")
    assert done.code == 2
    assert done.err == "Error: cannot read gone.tpbn: No such file or directory\n"
    assert done.out.splitlines() == [
        "b.tpbn:33:13: P002 East plays T5, but still holds DK: diamonds were led and must be followed.",
        "a.tpbn:8:1: T005 Board 7 stands twice in this session.",
        "Found 2 errors in 2 records (0 clean).",
    ]


@pytest.mark.parametrize("way", [(), ("--resume", "journal")])
def test_a_record_that_cannot_be_checked_is_left_out_and_told(folder, monkeypatch, way):
    import tarok_pbn.archive.tasks
    import tarok_pbn.check

    check = tarok_pbn.check.check

    def failing(parsed):
        if parsed.number == 2:
            raise RuntimeError("out of cards")
        return check(parsed)

    monkeypatch.setattr(tarok_pbn.check, "check", failing)
    monkeypatch.setattr(tarok_pbn.archive.tasks, "check", failing)
    monkeypatch.setattr(partition, "TARGET", 1 << 18)
    done = tarok("check", "-", *way, stdin=FOUR)
    assert done.code == 3
    assert done.err.startswith(
        "tarok: <stdin>:43: record 2 could not be done and is left out: RuntimeError: out of cards\n"
        "tarok: what could not be done is a fault of tarok, not of your records."
    )
    assert "Traceback" not in done.err
    assert "in 3 records" in done.out
    assert [done.out.count(code) for code in ("P002", "S001")] == [1, 1]
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert tarok("check", "-", *way, stdin=FOUR) == tarok("check", "-", stdin=FOUR)


# --- how far the work is ----------------------------------------------------------------------------------


class Clock:
    """A time that is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Terminal(io.StringIO):
    """What a terminal was told."""

    def isatty(self) -> bool:
        return True

    def shown(self) -> list[str]:
        """The lines, each in the place of the one before."""
        return self.getvalue().split("\r\x1b[2K")[1:]


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress_module, "time", made)
    return made


def test_progress_tells_rate_and_remaining_time(clock):
    terminal = Terminal()
    shown = Progress(terminal, 100, 4_000_000)
    for number in range(1, 641):
        clock.now = 100 + number / 64
        shown.step("spring.tpbn", number * 1000)
    lines = terminal.shown()
    assert lines[0] == "64 records, 64/s, 64 kB of 4.0 MB, 1:02 left ... spring.tpbn"
    assert lines[-1] == "640 records, 64/s, 640 kB of 4.0 MB, 0:52 left ... spring.tpbn"
    shown.clear()
    assert terminal.shown()[-1] == ""


def test_progress_forgets_what_a_journal_gave_fast(clock):
    terminal = Terminal()
    shown = Progress(terminal, 100, 1_000_000)
    clock.now += 1
    for number in range(1, 6401):
        shown.step("a.tpbn", number * 100)
    for number in range(1, 641):
        clock.now += 1 / 16
        shown.step("a.tpbn", 640_000 + number * 100)
    assert terminal.shown()[-1] == "7,040 records, 16/s, 704 kB of 1.0 MB, 3:05 left ... a.tpbn"


def test_progress_of_a_pipe_has_no_remaining_time(clock):
    terminal = Terminal()
    shown = Progress(terminal, 100)
    for _ in range(128):
        clock.now += 1 / 32
        shown.step("<stdin>")
    assert terminal.shown() == ["64 records, 32/s ... <stdin>", "128 records, 32/s ... <stdin>"]


def test_progress_waits_a_second_and_stays_off_pipes(clock):
    terminal, pipe = Terminal(), io.StringIO()
    quick, piped = Progress(terminal, 100), Progress(pipe, 100)
    for _ in range(640):
        clock.now += 1 / 1000
        quick.step("a.tpbn")
    clock.now += 5
    for _ in range(64):
        piped.step("a.tpbn")
    assert terminal.getvalue() == pipe.getvalue() == ""
