"""A question to an index, beside the same question to the records themselves."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench import corpus
from bench.timing import Report, best
from tarok_pbn.archive.index import Kept, update
from tarok_pbn.archive.partition import Partition, partitions_of
from tarok_pbn.archive.query_index import indexed
from tarok_pbn.archive.query_search import Search

__all__ = ["Ratios", "archive_index", "ratios"]

_FILES, _HANDS = 10, 150
#: a question that takes a replay of every record
_ASKED = "declarer lost and holds(declarer, T21) and date >= 2026"


class Ratios(NamedTuple):
    """How many times as fast as a scan. asked: with an index that is up to date, checking that included.

    built: with one that has to be made first. records: how many were asked.
    """

    asked: float
    built: float
    records: int


def ratios(files: int = _FILES, hands: int = _HANDS) -> Ratios:
    """The ratios for an archive of generated records, by CPU time.

    What is scanned and what is indexed by the clock are records not met before, in a process that has read others: an
    archive is in no cache. Raises AssertionError where the answers are not the same.
    """
    search = Search(_ASKED, ("contract", "points(declarer)"))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        paths, _ = _made(folder, files, hands, corpus.SEED), _made(other, files, hands, corpus.SEED + files)
        building = best(lambda: update(other), 1)
        scanned: list[object] = []
        scan = best(lambda: scanned.extend(_scan(search, paths)), 1)
        assert scanned == _ask(search, folder, paths), "an index answers as a scan does"
        assert scanned, "and there is something to answer"
        asked = best(lambda: _ask(search, folder, paths), 3)
    return Ratios(scan / asked, scan / (building + asked), files * hands)


def _made(folder: str, files: int, hands: int, seed: int) -> list[str]:
    """An archive of generated records; the paths of its files."""
    paths = [os.path.join(folder, f"{number:03}.tpbn") for number in range(files)]
    for number, path in enumerate(paths):
        Path(path).write_text(corpus.records(hands, seed=seed + number), "utf-8")
    return paths


def archive_index(report: Report) -> None:
    """The rows of the table."""
    made = ratios()
    asked = f"query of {made.records:,} records, index : scan"
    report.row(asked, f"{made.asked:.1f} x as fast", "5 x", made.asked >= 5)
    report.row("  the index made first", f"{made.built:.2f} x as fast")


def _scan(search: Search, paths: list[str]) -> list[object]:
    hits: list[object] = []
    for partition in partitions_of([(path, path) for path in paths]):
        assert isinstance(partition, Partition)
        hits += search(partition).hits
    return hits


def _ask(search: Search, folder: str, paths: list[str]) -> list[object]:
    """Bring the index up to date and ask it."""
    update(folder)
    kept = Kept(folder, updated=True)
    hits: list[object] = []
    for path in paths:
        stored = kept.stored(path)
        assert stored is not None
        for found in indexed(search, path, stored):
            hits += found.hits
    return hits
