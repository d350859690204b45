"""Issue 2, command line: ``tarok fmt`` - the only command that writes over an input, and that atomically."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.hands import FILE
from tests.running import tarok

LOOSE = FILE.replace("S ST SQ SK S7\n", "S  ♠10   ♠Q ♠K s7\n")
BROKEN = FILE.replace("{the XX goes early}", "{the XX goes early")


@pytest.fixture
def loose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in lenient spelling, in the working directory."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "loose.tpbn"
    path.write_bytes(LOOSE.encode())
    return path


def test_fmt_writes_the_canonical_form_and_says_so(loose):
    run = tarok("fmt", "loose.tpbn")
    assert run.code == 0
    assert run.out == ""
    assert run.err == "reformatted loose.tpbn\n1 file reformatted.\n"
    assert loose.read_bytes() == FILE.encode()


def test_fmt_leaves_a_canonical_file_alone(loose):
    loose.write_bytes(FILE.encode())
    before = loose.stat()
    run = tarok("fmt", ".")
    assert (run.code, run.err) == (0, "1 file canonical already.\n")
    assert loose.stat().st_mtime_ns == before.st_mtime_ns
    assert loose.stat().st_ino == before.st_ino


def test_check_writes_nothing_and_leaves_with_1(loose):
    run = tarok("fmt", "--check", "loose.tpbn")
    assert (run.code, run.out) == (1, "")
    assert run.err == "would reformat loose.tpbn\n1 file would be reformatted.\n"
    assert loose.read_bytes() == LOOSE.encode()
    loose.write_bytes(FILE.encode())
    assert tarok("fmt", "--check", "loose.tpbn").code == 0


def test_diff_shows_the_change_and_leaves_with_1(loose):
    run = tarok("fmt", "--diff", "loose.tpbn")
    assert run.code == 1
    assert run.out.splitlines()[:2] == ["--- loose.tpbn", "+++ loose.tpbn"]
    assert "-S  ♠10   ♠Q ♠K s7\n+S ST SQ SK S7\n" in run.out
    assert loose.read_bytes() == LOOSE.encode()


def test_diff_is_a_patch_but_drives_no_terminal(loose):
    loose.write_bytes(LOOSE.replace("\n", "\r\n").replace("Novák", "N\u202e").encode())
    assert '-[South "N\u202e, Jan"]\r\n'.encode() in tarok("fmt", "--diff", "loose.tpbn").raw
    seen = tarok("fmt", "--diff", "loose.tpbn", "--color", "never", tty=True).out
    assert '-[South "N\\u202e, Jan"]\\x0d\n' in seen
    assert "\u202e" not in seen


def test_diff_in_colour(loose):
    assert "\x1b[32m+S ST SQ SK S7\x1b[0m" in tarok("fmt", "--diff", "loose.tpbn", "--color", "always").out


def test_standard_input_goes_to_standard_output(loose):
    run = tarok("fmt", "-", stdin=LOOSE.encode())
    assert (run.code, run.raw) == (0, FILE.encode())
    assert tarok("fmt", "-", "--check", stdin=LOOSE.encode()).code == 1


def test_file_with_a_reading_error_is_left_as_it_is(loose):
    loose.write_bytes(BROKEN.encode())
    run = tarok("fmt", "loose.tpbn")
    assert run.code == 1
    assert "F004" in run.err
    assert run.err.endswith("left as it is: loose.tpbn\n1 file not formatted because of errors.\n")
    assert loose.read_bytes() == BROKEN.encode()


def test_standard_input_with_a_reading_error_gives_no_output(loose):
    run = tarok("fmt", "-", stdin=BROKEN.encode())
    assert (run.code, run.raw) == (1, b"")


def test_missing_file_leaves_with_2_and_the_rest_is_formatted(loose):
    run = tarok("fmt", "nowhere.tpbn", "loose.tpbn")
    assert run.code == 2
    assert "cannot read nowhere.tpbn" in run.err
    assert loose.read_bytes() == FILE.encode()


@pytest.mark.skipif(os.name == "nt", reason="permission bits of POSIX")
def test_permission_bits_stay(loose):
    loose.chmod(0o640)
    tarok("fmt", "loose.tpbn")
    assert stat.S_IMODE(loose.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_symbolic_link_keeps_pointing_at_the_file(loose):
    link = loose.with_name("link.tpbn")
    link.symlink_to(loose.name)
    tarok("fmt", "link.tpbn")
    assert link.is_symlink()
    assert loose.read_bytes() == FILE.encode()


def test_failed_write_leaves_the_old_content_and_no_litter(loose, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tarok_pbn.files.os.replace", full)
    run = tarok("fmt", "loose.tpbn")
    assert run.code == 2
    assert "cannot write loose.tpbn: No space left on device" in run.err
    assert loose.read_bytes() == LOOSE.encode()
    assert os.listdir(loose.parent) == ["loose.tpbn"]


def test_no_other_command_touches_its_input(loose):
    loose.chmod(0o444)
    before = (loose.read_bytes(), loose.stat().st_mtime_ns)
    for arguments in (["check"], ["show"], ["score"], ["html"], ["check", "--strict", "--rewrites"]):
        tarok(*arguments, "loose.tpbn")
    assert (loose.read_bytes(), loose.stat().st_mtime_ns) == before
