"""The quick way to read: a record that stands there in canonical form and without marks.

Most records of an archive do. Their lines are split and looked up, a few look-ups a
section; tags, groups and tokens are made only if somebody asks for them. Whatever is not
plain goes the long way through ``reader``, which gives the same record - the tests hold
the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_letters, digits
from typing import Final, NamedTuple, cast

from tarok_pbn.cards import CARD
from tarok_pbn.notation import tags
from tarok_pbn.notation.spelling import SEATS
from tarok_pbn.notation.words import FIXED, Words
from tarok_pbn.record import Lines, Section, Spoken

__all__ = ["Plain", "read_plain"]

#: A tag pair between its brackets, of characters that ``textcheck`` has nothing to say about.
_TAG: Final = re.compile(r'([A-Za-z_][A-Za-z0-9_]*+) "([\t !#-\[\]-~\xa0-\u017f]*+)"\]')
#: Takes away what the cells of a plain table are made of.
_CELLS: Final = str.maketrans("", "", f"{ascii_letters}{digits}_:/+.,- \n")
_HEADERS: Final = {f"{name}]": rank for rank, name in enumerate(tags.SECTIONS)}
_EXCHANGE: Final = tags.SECTIONS.index("Exchange")
_PLAY: Final = tags.SECTIONS.index("Play")
_TABLES: Final = len(tags.SECTIONS)
_VERSION: Final = "% TPBN 1.0\n"
#: Verbs before a list of cards: no archive repeats such words.
_LISTS: Final = frozenset({"lays", "shows", "names"})

_CARDS: Final = frozenset(CARD)
_LIMIT: Final = 4096
#: Tag lines that were met so far, without the opening bracket.
_pairs: Final[dict[str, tuple[str, str]]] = {}
#: Tags whose lines no archive repeats, so that they are not worth remembering.
_UNIQUE: Final = frozenset(
    ("Deal", "DealId", "Talon", "Points", "Score", "Money", "Totals", "TotalsAfter", "Pots", "PotsAfter", "Bonuses")
)
#: Headers of tables that were met so far.
_tables: Final[dict[str, tuple[str, str]]] = {}
#: Bodies of streams other than the play that were met so far: an archive repeats its auctions.
_streams: Final[dict[str, Spoken]] = {}
#: Canonical words without marks that were met so far; grows to the words of an archive.
_plain: Final = set(FIXED)


class Plain(NamedTuple):
    """A plain record: name -> value, token of the first tag, sections."""

    values: dict[str, str]
    first: int
    sections: list[Section]


def read_plain(text: str, first: bool) -> Plain | None:
    """Tags and sections of a plain canonical record; None if it is not one. first: of the file."""
    fine = 0
    if first and text.startswith(_VERSION):
        fine = 1
        text = text[len(_VERSION) :]
    text = text.strip("\n")
    if text[:1] != "[":
        return None
    blocks = text[1:].split("\n[")
    found: list[tuple[str, str] | None] = [*map(_pairs.get, blocks), None]
    count = 0
    while (count := found.index(None, count)) < len(blocks) and (pair := _tag(blocks[count])) is not None:
        found[count] = pair
    values = dict(cast("list[tuple[str, str]]", found[:count]))
    if not count or len(values) != count:
        return None
    start, fine = fine, fine + count
    sections: list[Section] = []
    rank = -1
    for block in blocks[count:]:
        header, _, body = block.partition("\n")
        if not body and len(header) != len(block):
            return None
        place = _HEADERS.get(header, _TABLES)
        if place < _TABLES:
            if place <= rank:
                return None
            section, fine = _stream(place, body, fine)
        else:
            pair = _tables.get(header) or _table_of(header)
            if pair is None or pair[0] in [section.name for section in sections]:
                return None
            section = Section(*pair, fine)
            fine = _table(body, section, fine + 1)
        if fine < 0:
            return None
        rank = place
        sections.append(section)
    return Plain(values, start, sections)


def _tag(line: str) -> tuple[str, str] | None:
    match = _TAG.fullmatch(line)
    if match is None:
        return None
    name, value = pair = (match[1], match[2])
    if value[:1] == "#":
        return None
    if name in _UNIQUE:
        return pair
    if name == "Note" or tags.is_table(name) or name in tags.SECTIONS or name == "Letters":
        return None
    if len(line) < 100:
        if len(_pairs) >= _LIMIT:
            _pairs.clear()
        _pairs[line] = pair
    return pair


def _table_of(header: str) -> tuple[str, str] | None:
    """Name and columns of a table."""
    match = _TAG.fullmatch(header)
    if match is None or not tags.is_table(match[1]):
        return None
    if len(_tables) >= _LIMIT:
        _tables.clear()
    _tables[header] = pair = (match[1], match[2])
    return pair


def _stream(place: int, body: str, fine: int) -> tuple[Section, int]:
    """A stream, and the number of tokens so far: -1 if it is not plain."""
    name = tags.SECTIONS[place]
    if not body:
        return Section(name, None, fine), fine + 1
    if place == _PLAY:
        lines = _lines(body)
        if lines is not None:
            return Section(name, None, fine, lines), fine + 1 + len(lines.leaders) * (lines.width + 1)
        spoken = _spoken(body.split("\n"))
    else:
        spoken = _streams.get(body) or _spoken(body.replace("\n", "  ").split("  "))
    if spoken is None:
        return Section(name), -1
    if place not in (_EXCHANGE, _PLAY) and len(body) < 200:
        if len(_streams) >= _LIMIT:
            _streams.clear()
        _streams[body] = spoken
    return Section(name, None, fine, spoken), fine + 1 + len(spoken.words) + spoken.numbers[-1] + 1


def _lines(body: str) -> Lines | None:
    """A play in which every line is a leader and as many cards as in the first; None for any other."""
    words = body.replace("\n", " \n ").split(" ")
    width = len(body.partition("\n")[0].split(" ")) - 1
    if (len(words) + 1) % (width + 2) or width < 2:
        return None
    breaks = words[width + 1 :: width + 2]
    leaders = words[:: width + 2]
    del words[width + 1 :: width + 2]
    del words[:: width + 1]
    if breaks.count("\n") != len(breaks) or not SEATS.issuperset(leaders):
        return None
    try:
        return Lines(leaders, [CARD[word] for word in words], width)
    except KeyError:
        return None


def _spoken(items: Iterable[str]) -> Spoken | None:
    """Items of a stream, each a seat and its words; None if one is not plain."""
    seats: list[str] = []
    words: list[str] = []
    numbers: list[int] = []
    plain = _plain
    for number, item in enumerate(items):
        seat, *said = item.split(" ")
        if seat not in SEATS or not said or (not plain.issuperset(said) and not _known(said)):
            return None
        words += said
        seats += [seat] * len(said)
        numbers += [number] * len(said)
    return Spoken(tuple(seats), tuple(words), tuple(numbers))


def _known(words: list[str]) -> bool:
    """Whether all are canonical words without marks."""
    read = Words.of().read
    for word in words:
        if word not in _plain:
            verb, _, cards = word.partition(":")
            if verb in _LISTS and _CARDS.issuperset(cards.split(",")):
                continue
            reading = read(word)
            if reading.kind != "word" or not reading.plain:
                return False
            if len(_plain) >= _LIMIT:
                _plain.intersection_update(FIXED)
            _plain.add(word)
    return True


def _table(body: str, section: Section, fine: int) -> int:
    """The rows of a table; the number of tokens so far, -1 if one is not plain."""
    if not body:
        return fine
    if body.translate(_CELLS):
        return -1
    width = (section.value or "").count(";") + 1
    section.rows = rows = [line.split(" ") for line in body.split("\n")]
    for cells in rows:
        if len(cells) != width or "" in cells:
            return -1
    end = fine + width * len(rows)
    section.row_at = list(range(fine, end, width))
    return end
