"""The quick way to read: a record that stands there in canonical form and without marks.

Most records of an archive do. Their lines are split and looked up, a few look-ups a
trick; the tokens are worked out only if a finding needs a place. Whatever is not plain
goes the long way through ``reader``, which gives the same record - the tests hold the
two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tarok_pbn.notation import tags
from tarok_pbn.notation.spelling import SEATS
from tarok_pbn.notation.words import FIXED, Words
from tarok_pbn.record import Group, Section, Tag

__all__ = ["read_plain"]

_TAG = re.compile(r'\[([A-Za-z_][A-Za-z0-9_]*+) "([^"\\\r\n\ufeff]*+)"\]')
_CELLS = re.compile(r"[A-Za-z0-9_:/+.,-]++(?: [A-Za-z0-9_:/+.,-]++)*+")
_HEADERS = {f"[{name}]": rank for rank, name in enumerate(tags.SECTIONS)}
_PLAY = tags.SECTIONS.index("Play")
_TABLES = len(tags.SECTIONS)
_VERSION = "% TPBN 1.0"

_pairs: dict[str, tuple[str, str]] = {}
_LIMIT = 8192
#: Canonical words without marks that were met so far; grows to the words of an archive.
_plain = set(FIXED)


def read_plain(text: str, first: bool) -> tuple[list[Tag], list[Section]] | None:
    """Tags and sections of a plain canonical record; None if it is not one. first: of the file."""
    lines = text.rstrip("\n").split("\n")
    i, count, fine = 0, len(lines), 0
    if first and lines[0] == _VERSION:
        i = fine = 1
    while i < count and not lines[i]:
        i += 1
    found: list[Tag] = []
    pairs = _pairs
    while i < count:
        line = lines[i]
        pair = pairs.get(line)
        if pair is None:
            pair = _tag(line)
            if pair is None:
                break
        found.append(Tag(pair[0], pair[1], fine))
        fine += 1
        i += 1
    if not found:
        return None
    sections: list[Section] = []
    rank = -1
    while i < count:
        line = lines[i]
        place = _HEADERS.get(line, _TABLES)
        if place < _TABLES:
            if place <= rank:
                return None
            section = Section(tags.SECTIONS[place], None, fine)
        else:
            match = _TAG.fullmatch(line)
            if match is None or not tags.is_table(match[1]) or any(s.name == match[1] for s in sections):
                return None
            section = Section(match[1], match[2], fine)
        rank = place
        fine += 1
        i += 1
        start = i
        while i < count and lines[i][:1] != "[":
            i += 1
        body = lines[start:i]
        if place == _PLAY:
            fine = _items(body, section, fine)
        elif place < _TABLES:
            fine = _items([item for line in body for item in line.split("  ")], section, fine)
        else:
            fine = _table(body, section, fine)
        if fine < 0:
            return None
        sections.append(section)
    return found, sections


def _tag(line: str) -> tuple[str, str] | None:
    match = _TAG.fullmatch(line)
    if match is None:
        return None
    name, value = match[1], match[2]
    if name == "Note" or tags.is_table(name) or name in tags.SECTIONS or name == "Letters" or value[:1] == "#":
        return None
    pair = (name, value)
    if len(line) < 100:
        if len(_pairs) >= _LIMIT:
            _pairs.clear()
        _pairs[line] = pair
    return pair


def _items(items: Iterable[str], section: Section, fine: int) -> int:
    """Items of a stream, each a seat and its words; the number of tokens so far, -1 if one is not plain."""
    groups, plain = section.groups, _plain
    for item in items:
        seat, *words = item.split(" ")
        if seat not in SEATS or not words or (not plain.issuperset(words) and not _known(words)):
            return -1
        end = fine + 1 + len(words)
        groups.append(Group(seat, words, fine, range(fine + 1, end)))
        fine = end
    return fine


def _known(words: list[str]) -> bool:
    """Whether all are canonical words without marks."""
    read = Words.of().read
    for word in words:
        if word not in _plain:
            reading = read(word)
            if reading.kind != "word" or not reading.plain:
                return False
            if len(_plain) >= _LIMIT:
                _plain.intersection_update(FIXED)
            _plain.add(word)
    return True


def _table(lines: list[str], section: Section, fine: int) -> int:
    width = len(section.columns)
    for line in lines:
        cells = line.split(" ")
        if len(cells) != width or _CELLS.fullmatch(line) is None:
            return -1
        section.rows.append(cells)
        section.row_at.append(fine)
        fine += width
    return fine
