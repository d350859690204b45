"""Temporary files that cannot be written are told as that; nothing that was named is blamed or touched."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tarok_pbn.archive import scratch
from tests.hands import H1
from tests.running import tarok

FULL = os.strerror(errno.ENOSPC)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of the temporary files has no room."""

    def write(self: scratch._Raw, data: bytes) -> int:
        if self.failed:
            return memoryview(data).nbytes
        self.failed = True
        raise scratch.ScratchFull(OSError(errno.ENOSPC, FULL))

    monkeypatch.setattr(scratch._Raw, "write", write)


@pytest.mark.parametrize(
    "arguments",
    [["sort", "-i", "A"], ["dedupe", "-i", "A", "B"], ["diff", "A", "B"], ["anonymise", "A", "-o", "OUT"],
     ["merge", "-", "-o", "OUT"]],
)  # fmt: skip
def test_it_is_told_as_that(full: None, tmp_path: Path, arguments: list[str]) -> None:
    names = {"A": tmp_path / "a.tpbn", "B": tmp_path / "b.tpbn", "OUT": tmp_path / "out"}
    many = "\n".join(H1.replace('[Board "7"]', f'[Board "{n}"]') for n in range(20, 0, -1))
    names["A"].write_text(many, "utf-8")
    names["B"].write_text(H1, "utf-8")
    done = tarok(*[str(names.get(word, word)) for word in arguments], stdin=many.encode() * 3)
    assert done.code == 2
    assert f"Error: cannot write a temporary file in {tempfile.gettempdir()}: {FULL}; TMPDIR names another directory\n" in done.err
    assert "internal" not in done.err
    assert names["A"].read_text("utf-8") == many
    assert not names["OUT"].exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_file_that_fails_fails_once() -> None:
    raw = scratch._Raw("/dev/full", "w")
    file = io.BufferedWriter(raw)
    file.write(b"x")
    with pytest.raises(scratch.ScratchFull, match=FULL):
        file.flush()
    file.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("command", [["anonymise"], ["split", "--by", "event", "--dry-run"], ["merge"], ["dedupe", "--check", "--report"]])
def test_a_full_standard_output_is_told_as_that(tmp_path: Path, command: list[str]) -> None:
    source = tmp_path / "a.tpbn"
    source.write_text(H1 + "\n" + H1, "utf-8")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tarok_pbn", *command, str(source)], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == f"Error: cannot write standard output: {FULL}"


def test_a_scratch_file_is_read_and_written_and_has_no_name() -> None:
    with scratch.scratch() as file:
        file.write(b"one\ntwo\n")
        file.seek(0)
        assert file.readlines() == [b"one\n", b"two\n"]
        file.seek(4)
        file.write(b"TWO")
        file.seek(0)
        assert file.read() == b"one\nTWO\n"
