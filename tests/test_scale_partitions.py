"""Issue 6, scale: the records of the partitions of a file are the records of the file, whatever stands in it."""

from __future__ import annotations

import io
import os
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.partition import Broken, Changed, Partition, partitions, partitions_of
from tarok_pbn.findings import Finding
from tarok_pbn.notation import read_bytes
from tarok_pbn.notation.split import RECORD_LIMIT
from tests.hands import FILE, H1

#: Lines and pieces of lines that decide where records end, what they hand down, and what is told once a file.
PIECES = [
    b"\n", b"\r\n", b"\r", b"\n\n", b"\r\n\r\n", b" \n", b"\t", b"\xef\xbb\xbf", b"% TPBN 1.0\n\n", b"% TPBN 2.0\n",
    b'[Event "a"]\n', b'[Event "a"]\r\n', b'\n[Event "b"]\n', b'\n\n[Event "#"]\n', b'[Event "##c"]\n', b'[Site "##x"]\n',
    b'[Site "#"]\n', b'[Round "##"]\n', b'[Round "7"]\n', b'[Board "#"]\n', b'[Date "2026.1.2"]\n', b'[Date "#"]\n',
    b"[Auction]\n", b"[Play]\nS ST SQ SK S7\n", b"[Auction]\r\nS pass\r\n", b"{", b"}", b"{ open\n", b"; note\n", b"%", b'"',
    b'"#', b"[", b"]", b"[Odd]\nx\n", b'[ScoreTable "A;B"]\n1 2\n', b"\xff\xfe", b"\x00", b"\x1b[31m", b"chatter\n", b"*\n",
    b'[Letters "cs"]\n', b'[Deal "S:1 E:2"]\n', b'[Deal "#"]\n', b'[Game "taroky"]\n', b'[Game "#"]\n', b'[Dealer "Q"]\n',
    b'\n[Event "next"]\n', H1.encode(), FILE.encode(), FILE.replace("\n", "\r\n").encode(), b"\n" + H1.encode(),
]  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PIECES) | st.binary(max_size=12), max_size=24).map(b"".join)


def whole(data: bytes, strict: bool, rewrites: bool) -> list[tuple[object, ...]]:
    return [shown(parsed) for parsed in read_bytes(data, "a.tpbn", strict=strict, rewrites=rewrites)]


def shown(parsed) -> tuple[object, ...]:
    record = parsed.record
    tags = [(tag.name, tag.value, tag.at) for tag in record.tags]
    return parsed.number, parsed.line, parsed.offset, parsed.text, tags, record.sections, parsed.findings


def cut(data: bytes, target: int) -> list[Partition]:
    return list(partitions(io.BytesIO(data), "a.tpbn", target=target))


@settings(max_examples=400)
@given(HOSTILE, st.sampled_from([1, 1, 20, 60, 1000]), st.booleans(), st.booleans())
def test_partitions_read_like_the_whole(data, target, strict, rewrites):
    parts = cut(data, target)
    assert b"".join(part.data or b"" for part in parts) == data
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True] * bool(parts)
    read = [shown(parsed) for part in parts for parsed in part.parsed(strict=strict, rewrites=rewrites)]
    assert read == whole(data, strict, rewrites)


@settings(max_examples=200)
@given(HOSTILE, st.sampled_from([1, 60, 1000]), st.booleans())
def test_records_cut_out_of_partitions_read_like_the_whole(data, target, strict):
    singles = [single for part in cut(data, target) for single in part.singles()]
    assert all(len(single.sizes) == 1 for single in singles)
    read = [shown(parsed) for single in singles for parsed in single.parsed(strict=strict)]
    assert read == whole(data, strict, False)


def test_a_repeated_value_crosses_the_cut():
    data = b'[Event "Cup"]\n[Site "##Brno"]\n[Board "1"]\n\n[Event "#"]\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n'
    third = next(cut(data, 1)[-1].parsed()).record
    parts = [part for one in cut(data, 1) for part in one.singles()]
    assert [next(part.parsed()).record.get("Event") for part in parts] == ["Cup", "Cup", "Cup"]
    assert third.get("Site") == "Brno"
    assert parts[2].start.before == {"Event": "Cup", "Board": "2", "Site": "Brno"}


def test_a_cut_is_put_off_to_a_record_that_repeats_nothing():
    head = b'[Event "Cup"]\n[Board "1"]\n\n'
    repeating = b'[Event "#"]\n[Board "2"]\n\n'
    parts = cut(head + repeating + head + head, len(head))
    assert [part.sizes for part in parts] == [(27, 25), (27,), (27,)]
    assert parts[1].start.before == {}


def test_line_ends_are_reported_once_a_file():
    data = b'[Event "a"]\r\n[Auction]\r\n\r\n[Event "b"]\r\n[Auction]\r\n'
    found = [[f.code for parsed in part.parsed() for f in parsed.findings] for part in cut(data, 1)]
    assert [codes.count("F003") for codes in found] == [1, 0]


def test_a_record_that_was_cut_for_its_length_is_read_as_such():
    data = b'[Event "a"]\n{' + b"x" * (RECORD_LIMIT + 100) + b'}\n\n[Event "b"]\n'
    parts = cut(data, 1)
    assert [part.sizes[0] < 0 for part in parts] == [True, True, False, False]
    read = [shown(parsed) for part in parts for parsed in part.parsed()]
    assert read == whole(data, False, False)
    assert [sum(f.code == "F010" for parsed in part.parsed() for f in parsed.findings) for part in parts] == [1, 1, 0, 0]


def test_a_file_is_named_and_not_held(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_bytes(FILE.encode() + b"\n" + H1.encode())
    parts = [part for part in partitions_of([(str(path), "a.tpbn")], target=1) if isinstance(part, Partition)]
    assert [(part.data, part.path) for part in parts] == [(None, str(path)), (None, str(path))]
    read = [shown(parsed) for part in parts for parsed in part.parsed()]
    assert read == whole(path.read_bytes(), False, False)
    assert parts[1].single(0) == replace(parts[1])


def test_a_file_that_changes_meanwhile_is_not_read_at_the_wrong_place(tmp_path):
    path = tmp_path / "a.tpbn"
    path.write_bytes(FILE.encode())
    (part,) = partitions_of([(str(path), "a.tpbn")])
    path.write_bytes(b"\n" + FILE.encode())
    assert isinstance(part, Partition)
    with pytest.raises(Changed, match="has changed"):
        part.content()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_named_pipe_is_held_in_memory(tmp_path):
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(FILE.encode()))
    writer.start()
    (part,) = partitions_of([(str(path), "a.tpbn")])
    writer.join()
    assert isinstance(part, Partition)
    assert part.data == FILE.encode()


class Failing(io.BytesIO):
    """Two records and a half, then the disk is broken."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = [FILE.encode(), b"\n" + H1.encode() + b'\n[Event "third"]\n']

    def read1(self, size: int | None = -1) -> bytes:
        if self._parts:
            return self._parts.pop(0)
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("target", [1, 10_000])
def test_what_was_read_before_a_broken_disk_is_kept(target):
    found = list(partitions_of([("-", "a.tpbn"), ("nowhere.tpbn", "nowhere.tpbn")], Failing(), target=target))
    numbers = [parsed.number for part in found if isinstance(part, Partition) for parsed in part.parsed(strict=True)]
    assert numbers == [1, 2]
    broken = [item for item in found if isinstance(item, Broken)]
    assert [(item.path, item.why.errno) for item in broken] == [("standard input", 5), ("nowhere.tpbn", 2)]
    codes: list[Finding] = [f for p in found if isinstance(p, Partition) for q in p.parsed(strict=True) for f in q.findings]
    assert codes == []
