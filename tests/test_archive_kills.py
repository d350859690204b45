"""Issue 6: a command that is killed leaves every file as it was or as it was to be, and another run finishes the work."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.hands import FILE, H1, REVOKE, WRONG_SCORE
from tests.killing import Killer

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked and killed as POSIX has it")

#: Content of a directory: path -> bytes. Files that are interrupted work are counted, not compared.
Content = dict[str, bytes]
#: All files of a directory get this time of change, for the index remembers it.
_TIME = 1_750_000_000_000_000_000
_KILLS = 50
_INDEX = ".tarok-index"
#: Parquet files for each file of the archive: the seven tables of SQL, and what queries ask.
_TABLES = 8


class Case(NamedTuple):
    """A command that writes. before: what is there. outputs: how many files it puts in their place, one by one."""

    arguments: tuple[str, ...]
    before: Content
    outputs: int


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    with Killer() as started:
        yield started


def loose(text: str) -> bytes:
    """Records as the formatter would not write them."""
    return text.replace("  ", "   ").replace("\n", "\r\n").encode()


HANDS: Content = {
    "a.tpbn": loose(FILE),
    "b.tpbn": loose(REVOKE + "\n" + H1),
    "c.tpbn": loose(WRONG_SCORE),
}
OLD = b"the work of years, and nobody has a copy of it\n" * 400
DIVIDED = {f"d/{name}": OLD for name in ("a-0001.tpbn", "b-0001.tpbn", "b-0002.tpbn", "c-0001.tpbn")}
_SPLIT = ("split", "a.tpbn", "b.tpbn", "c.tpbn", "--by", "1", "-d", "d", "--pattern", "{file}-{number:4}.tpbn")
CASES = {
    "fmt": Case(("fmt", "a.tpbn", "b.tpbn", "c.tpbn"), HANDS, 3),
    "convert": Case(("convert", "a.tpbn", "b.tpbn", "c.tpbn", "-o", "all.json"), {**HANDS, "all.json": OLD}, 1),
    "convert-new": Case(("convert", "a.tpbn", "b.tpbn", "c.tpbn", "-o", "all.json"), HANDS, 1),
    "split": Case((*_SPLIT, "--force"), {**HANDS, **DIVIDED}, 4),
    "split-new": Case(_SPLIT, HANDS, 4),
    "merge": Case(("merge", "a.tpbn", "b.tpbn", "c.tpbn", "-o", "all.tpbn"), {**HANDS, "all.tpbn": OLD}, 1),
    "merge-self": Case(("merge", "a.tpbn", "b.tpbn", "c.tpbn", "-o", "a.tpbn"), HANDS, 1),
}


def put(folder: Path, content: Content) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(_TIME, _TIME))


def content_of(folder: Path) -> Content:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def parts(content: Content) -> list[str]:
    return [name for name in content if name.endswith(".part")]


class Workshop:
    """A directory in which one command is killed over and over."""

    def __init__(self, killer: Killer, folder: Path, case: Case) -> None:
        self.killer, self.folder, self.case = killer, folder, case
        put(folder, case.before)
        ended = killer.run([*case.arguments], folder)
        assert (ended.killed, ended.code) == (False, 0)
        self.seconds = ended.seconds
        self.after = content_of(folder)
        assert self.after != case.before
        assert parts(self.after) == []

    def killed(self, **how: object) -> Content | None:
        """What a killed run leaves; None where it came to its end before. Either way all is checked."""
        put(self.folder, self.case.before)
        ended = self.killer.run([*self.case.arguments], self.folder, **how)  # type: ignore[arg-type]  # the words of Killer.run
        left = content_of(self.folder)
        self.check(left)
        ended_again = self.killer.run([*self.case.arguments], self.folder)
        finished = content_of(self.folder)
        self.repeated(left, ended_again.code, finished)
        assert parts(finished) == []
        return left if ended.killed else None

    def check(self, left: Content) -> None:
        """Every file is old or new, to the byte; what was there and is to be there is there; nothing else is."""
        before, after = self.case.before, self.after
        assert (before.keys() & after.keys()) <= left.keys()
        for name, data in left.items():
            if not name.endswith(".part"):
                assert data in (before.get(name), after.get(name)), name

    def repeated(self, left: Content, code: int, finished: Content) -> None:
        """Another run has come to the end that the first was to come to."""
        assert code == 0
        assert finished == self.after


class SelfMerge(Workshop):
    """Where the output is one of the inputs, another run begins with what the first has left."""

    def repeated(self, left: Content, code: int, finished: Content) -> None:
        if left["a.tpbn"] == self.case.before["a.tpbn"]:
            super().repeated(left, code, finished)
        else:
            assert code == 0
            assert finished["a.tpbn"].startswith(self.after["a.tpbn"])


class Indexed(Workshop):
    """An index: what its list of files names is there."""

    def check(self, left: Content) -> None:
        super().check(left)
        listed = json.loads(left[f"{_INDEX}/manifest.json"])["files"]
        for entry in listed.values():
            tables = [
                name for name in left if name.startswith(f"{_INDEX}/{entry['key']}-") and name.endswith(".parquet")
            ]
            assert len(tables) == _TABLES


def workshop(killer: Killer, folder: Path, name: str) -> Workshop:
    if name == "index":
        put(folder, HANDS)
        assert killer.run(["index", "."], folder).code == 0
        kept = content_of(folder)
        changed = {"a.tpbn": HANDS["a.tpbn"] + b"\r\n" + HANDS["b.tpbn"]}
        return Indexed(killer, folder, Case(("index", "."), {**kept, **changed}, _TABLES + 1))
    return (SelfMerge if name == "merge-self" else Workshop)(killer, folder, CASES[name])


@pytest.mark.parametrize(
    ("name", "kills"),
    [
        ("fmt", _KILLS), ("convert", _KILLS // 2), ("convert-new", _KILLS // 2), ("index", _KILLS),
        ("split", _KILLS // 2), ("split-new", _KILLS // 2), ("merge", _KILLS // 2), ("merge-self", _KILLS // 2),
    ],
)  # fmt: skip
def test_killed_at_any_moment(killer, tmp_path, name, kills):
    shop = workshop(killer, tmp_path / "archive", name)
    moments = random.Random(f"kills of {name}")
    seconds = shop.seconds
    done = 0
    while done < kills:
        if shop.killed(after=moments.uniform(0, seconds)) is None:
            seconds *= 0.9  # the machine has become faster since this was measured
        else:
            done += 1


@pytest.mark.parametrize("name", [*CASES, "index"])
def test_killed_around_the_step_that_counts(killer, tmp_path, name):
    shop = workshop(killer, tmp_path / "archive", name)
    for call in ("replace", "replace+"):
        for number in count():
            left = shop.killed(call=call, number=number)
            if left is None:
                break
            assert parts(left) or call == "replace+"
        assert number == shop.case.outputs, call


def test_killed_before_the_last_of_three_files(killer, tmp_path):
    shop = workshop(killer, tmp_path / "archive", "fmt")
    left = shop.killed(call="replace", number=2)
    assert left is not None
    assert {name: left[name] == HANDS[name] for name in HANDS} == {"a.tpbn": False, "b.tpbn": False, "c.tpbn": True}
    assert left["a.tpbn"] == FILE.encode()
    assert len(parts(left)) == 1


def test_a_check_with_a_journal_is_killed(killer, tmp_path):
    folder, out = tmp_path / "archive", tmp_path / "out"
    names = ["a.tpbn", "b.tpbn", "c.tpbn"]
    put(folder, HANDS)
    assert killer.run(["check", *names], folder, out=str(out)).code == 1
    said = out.read_bytes()
    assert [said.count(code) for code in (b"F003", b"P002", b"S001", b"T005")] == [3, 1, 1, 3]
    command = ["check", *names, "--resume", "journal"]
    put(folder, HANDS)
    whole = killer.run(command, folder, out=str(out), target=1)
    assert (whole.code, out.read_bytes()) == (1, said)
    kept = content_of(folder)["journal"]
    assert kept.count(b"\n") == 1 + 4
    moments = random.Random("kills of a check")
    hows: list[dict[str, object]] = [{"after": moments.uniform(0, whole.seconds)} for _ in range(20)]
    hows += [{"call": call, "number": number} for call in ("fsync", "fsync+") for number in range(5)]
    for how in hows:
        put(folder, HANDS)
        ended = killer.run(command, folder, target=1, **how)
        assert ended.killed or "after" in how
        assert kept.startswith(content_of(folder).get("journal", b""))
        again = killer.run(command, folder, out=str(out), target=1)
        assert (again.code, out.read_bytes(), content_of(folder)["journal"]) == (1, said, kept)
