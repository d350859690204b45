"""Devices and named pipes as output: they are written to and stay what they are; authority: POSIX."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tarok_pbn.files import replacing
from tests.running import tarok

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")


def _reader(pipe: Path, into: list[bytes]) -> threading.Thread:
    thread = threading.Thread(target=lambda: into.append(pipe.read_bytes()), daemon=True)
    thread.start()
    return thread


def test_a_named_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    thread = _reader(pipe, read)
    with replacing(pipe) as file:
        file.write(b"one\n")
    thread.join(10)
    assert read == [b"one\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_merge_writes_to_a_named_pipe(tmp_path: Path) -> None:
    source, pipe = tmp_path / "a.tpbn", tmp_path / "pipe"
    source.write_bytes(b'[Event "A"]\n[Site "B"]\n')
    os.mkfifo(pipe)
    read: list[bytes] = []
    thread = _reader(pipe, read)
    assert tarok("merge", str(source), "-o", str(pipe)).code == 0
    thread.join(10)
    assert read == [b'% TPBN 1.0\n\n[Event "A"]\n[Site "B"]\n']
    assert stat.S_ISFIFO(pipe.stat().st_mode)
