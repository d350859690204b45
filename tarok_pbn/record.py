"""The record: tags and sections as they were written, in canonical spelling.

A record knows no rules. Tags keep their order and their duplicates; a section is a
stream of groups, each a seat and the words that follow it; comments, notes, NAGs
and irregularity marks hang on the item before them. ``Source`` remembers where each
word stood, so that a finding can point at it; a record built by a program has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from tarok_pbn.cards import CODES
from tarok_pbn.findings import Span

__all__ = [
    "ENDS", "MARK_KINDS", "End", "Group", "Lines", "Mark", "MarkKind", "Record", "Section", "Source", "Spoken", "Tag",
]  # fmt: skip

MarkKind: TypeAlias = Literal["brace", "line", "escape", "nag", "suffix", "note", "irregular"]
End: TypeAlias = Literal["", "*", "+"]

#: each kind of mark, and each end of a stream, by the text that names it
MARK_KINDS: Final[dict[str, MarkKind]] = {kind: kind for kind in get_args(MarkKind)}
ENDS: Final[dict[str, End]] = {end: end for end in get_args(End)}


class Mark(NamedTuple):
    """Something hung on the item before it.

    kind: ``brace`` a ``{}`` comment, ``line`` a ``;`` comment, ``escape`` a ``%`` line,
    ``nag`` a number (``$3``), ``suffix`` one of ``! ? !! ?? !? ?!``, ``note`` a reference
    ``=1=``, ``irregular`` one of ``R I S L`` (revoke, insufficient, skipped, lead out of turn).
    text: the text between the delimiters, unchanged.
    """

    kind: MarkKind
    text: str


class Tag:
    """A tag pair. ``at`` is the index of its first token in the source, -1 for none."""

    __slots__ = ("at", "marks", "name", "value")

    def __init__(self, name: str, value: str, at: int = -1, marks: list[Mark] | None = None) -> None:
        self.name = name
        self.value = value
        self.at = at
        self.marks: list[Mark] = marks if marks is not None else []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tag) and (self.name, self.value, self.marks) == (
            other.name,
            other.value,
            other.marks,
        )

    def __repr__(self) -> str:
        return f"Tag({self.name!r}, {self.value!r})"


class Group:
    """A seat and the words that follow it, up to the next seat.

    words: canonical card tokens, action words, ``-`` or ``??``, in time order.
    at: index of each word's token in the source, same length as words (empty: no source).
    seat_at: token index of the seat.
    marks: position -> marks; 0 hangs on the seat, n+1 on word n. None where there are none.
    """

    __slots__ = ("at", "marks", "seat", "seat_at", "words")

    def __init__(
        self,
        seat: str,
        words: list[str] | None = None,
        seat_at: int = -1,
        at: list[int] | range | None = None,
        marks: dict[int, list[Mark]] | None = None,
    ) -> None:
        self.seat = seat
        self.words: list[str] = words if words is not None else []
        self.seat_at = seat_at
        self.at: list[int] | range = at if at is not None else []
        self.marks = marks

    def add(self, word: str, at: int) -> None:
        """Append a word that stands at token *at*."""
        self.words.append(word)
        if not isinstance(self.at, list):
            self.at = list(self.at)
        self.at.append(at)

    def word_at(self, index: int) -> int:
        """Token index of word *index*; -1 where the record was not read from text."""
        return self.at[index] if index < len(self.at) else -1

    def marks_on(self, index: int) -> list[Mark]:
        """Marks on the seat (index -1) or on word *index*."""
        return self.marks.get(index + 1, []) if self.marks else []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and (self.seat, self.words, self.marks or None) == (
            other.seat,
            other.words,
            other.marks or None,
        )

    def __repr__(self) -> str:
        return f"Group({self.seat!r}, {self.words!r})"


class Spoken(NamedTuple):
    """The words of a plain stream before anybody has asked for its groups: for each word its seat and group number."""

    seats: Sequence[str]
    words: Sequence[str]
    numbers: Sequence[int]

    def groups(self, first: int) -> list[Group]:
        """As groups; *first* is the token of the first seat."""
        groups: list[Group] = []
        for seat, word, number in zip(self.seats, self.words, self.numbers, strict=True):
            if number == len(groups):
                groups.append(Group(seat, [], first, []))
                first += 1
            groups[-1].add(word, first)
            first += 1
        return groups


class Lines(NamedTuple):
    """A plain play before anybody has asked for its groups: leaders, and the numbers of the cards, *width* a line."""

    leaders: Sequence[str]
    cards: Sequence[int]
    width: int

    def groups(self, first: int) -> list[Group]:
        """As groups; *first* is the token of the first leader."""
        groups, width = [], self.width
        for number, leader in enumerate(self.leaders):
            at = first + number * (width + 1)
            words = [CODES[card] for card in self.cards[number * width : number * width + width]]
            groups.append(Group(leader, words, at, range(at + 1, at + 1 + width)))
        return groups


class Section:
    """A section: a stream of groups, a table of rows, or an unknown section kept verbatim.

    name: ``Auction``, ``Exchange``, ``Announcements``, ``Play``, a name ending in ``Table``, or another.
    value: what stood after the name in quotes (a table's column descriptor), else None.
    groups: of a stream; words before the first seat stand in a group with seat "".
    rows: of a table, each a list of cells as long as the columns or, in a broken last row, shorter.
    row_at: token index of each row's first cell.
    raw: the body of an unknown section, byte for byte; None for known ones.
    notes: number -> text of the section's own notes.
    end: ``*`` ended by decree, ``+`` still going on, or "".
    marks: on the header (-1), on note n (-1 - n) or, in a table, on row n. A stream's marks are in its groups.
    plain: the words of a stream without marks, as long as nobody has asked for its groups; then None.
    """

    __slots__ = (
        "_groups", "at", "end", "end_marks", "marks", "name", "notes", "plain", "raw", "row_at", "rows", "value",
    )  # fmt: skip

    def __init__(
        self, name: str, value: str | None = None, at: int = -1, plain: Spoken | Lines | None = None
    ) -> None:
        self.name = name
        self.value = value
        self.at = at
        self.plain = plain
        self._groups: list[Group] = []
        self.rows: list[list[str]] = []
        self.row_at: list[int] = []
        self.raw: str | None = None
        self.notes: dict[int, str] = {}
        self.end: End = ""
        self.marks: dict[int, list[Mark]] = {}
        self.end_marks: list[Mark] = []

    @property
    def groups(self) -> list[Group]:
        """The groups of a stream, made when they are first needed."""
        plain = self.plain
        if plain is not None:
            self._groups, self.plain = plain.groups(self.at + 1), None
        return self._groups

    @groups.setter
    def groups(self, groups: list[Group]) -> None:
        self._groups, self.plain = groups, None

    @property
    def columns(self) -> list[str]:
        """Column names of a table."""
        return [c.strip() for c in (self.value or "").split(";")]

    def items(self) -> Iterator[tuple[str, str, int]]:
        """(seat, word, token index) in time order."""
        for group in self.groups:
            for index, word in enumerate(group.words):
                yield group.seat, word, group.word_at(index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Section) and all(
            getattr(self, name) == getattr(other, name)
            for name in ("name", "value", "groups", "rows", "raw", "notes", "end", "marks", "end_marks")
        )

    def __repr__(self) -> str:
        return f"Section({self.name!r}, {len(self.groups or self.rows)} groups)"


class Source:
    """Where a record stood: its tokens tile its text, so a span is found only when it is needed.

    tokens: (white space before, token) pairs; joined they are the record's exact text. They may be given
    as a function that makes them, for most records are never asked where something stood.
    file, number: name of the file and number of the record in it, from 1.
    offset, line: byte offset and line number (from 1) of the record's first character.
    """

    __slots__ = ("_latest", "_make", "_tokens", "file", "line", "number", "offset")

    def __init__(
        self,
        tokens: list[tuple[str, str]] | Callable[[], list[tuple[str, str]]],
        file: str | None = None,
        number: int = 1,
        offset: int = 0,
        line: int = 1,
    ) -> None:
        self._tokens = tokens if isinstance(tokens, list) else None
        self._make = None if isinstance(tokens, list) else tokens
        #: token that was asked for last, line and column where the white space before it begins
        self._latest = (0, line, 1)
        self.file = file
        self.number = number
        self.offset = offset
        self.line = line

    @property
    def tokens(self) -> list[tuple[str, str]]:
        """The tokens, made when they are first needed."""
        if self._tokens is None:
            self._tokens = self._make() if self._make is not None else []
        return self._tokens

    @property
    def text(self) -> str:
        """The record's exact text."""
        return "".join([space + token for space, token in self.tokens])

    def span(self, first: int, last: int | None = None) -> Span:
        """The span of tokens *first* to *last* inclusive (one token by default)."""
        if first < 0 or first >= len(self.tokens):
            first = max(0, min(first, len(self.tokens) - 1))
        last = first if last is None else last
        line, column = self._begins(first)
        inside = "".join([(s if i else "") + t for i, (s, t) in enumerate(self.tokens[first : last + 1])])
        end_line, end_column = _advance(line, column, inside)
        return Span(self.file, self.number, line, column, end_line, end_column, self.offset)

    def _begins(self, token: int) -> tuple[int, int]:
        """Line and column of a token: from the last one asked for, as findings mostly come in the order of the text."""
        known, line, column = self._latest if self._latest[0] <= token else (0, self.line, 1)
        before = "".join([s + t for s, t in self.tokens[known:token]])
        if not before.endswith("\r"):  # else it may be half of a line's end
            self._latest = (token, *_advance(line, column, before))
        return _advance(line, column, before + self.tokens[token][0] if self.tokens else "")


def _advance(line: int, column: int, text: str) -> tuple[int, int]:
    if "\r" in text:  # CR LF and a lone CR end a line too
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    breaks = text.count("\n")
    if not breaks:
        return line, column + len(text)
    return line + breaks, len(text) - text.rfind("\n")


class Record:
    """One hand: tags, sections, and the comments that stood before the first tag.

    values: name -> value of tags without marks, each given once, as long as nobody has asked for the tags; then None.
    """

    __slots__ = ("_at", "_counted", "_first", "_tags", "head", "sections", "source", "values")

    def __init__(
        self,
        tags: list[Tag] | None = None,
        sections: list[Section] | None = None,
        head: list[Mark] | None = None,
        source: Source | None = None,
    ) -> None:
        self.values: dict[str, str] | None = None
        self._at = 0
        self._tags: list[Tag] = tags if tags is not None else []
        self.sections: list[Section] = sections if sections is not None else []
        self.head: list[Mark] = head if head is not None else []
        self.source = source
        #: name -> first tag of that name, made anew when the number of tags has changed
        self._first: dict[str, Tag] = {}
        self._counted = 0

    @classmethod
    def plain(cls, values: dict[str, str], at: int, sections: list[Section], source: Source) -> Record:
        """A record whose tags stand without marks one after the other, the first at token *at*."""
        record = cls(None, sections, None, source)
        record.values, record._at = values, at
        return record

    @property
    def tags(self) -> list[Tag]:
        """The tags in their order, made when they are first needed."""
        values = self.values
        if values is not None:
            self._tags = [Tag(name, value, at) for at, (name, value) in enumerate(values.items(), self._at)]
            self.values = None
        return self._tags

    @tags.setter
    def tags(self, tags: list[Tag]) -> None:
        self._tags, self.values, self._counted = tags, None, 0

    def tag(self, name: str) -> Tag | None:
        """The first tag of that name, or None."""
        if self._counted != len(self.tags):
            self._index()
        return self._first.get(name)

    def get(self, name: str, default: str = "?") -> str:
        """Value of the first tag of that name; ``?`` (unknown) where it is missing."""
        if self.values is not None:
            return self.values.get(name, default)
        if self._counted != len(self._tags):
            self._index()
        tag = self._first.get(name)
        return default if tag is None else tag.value

    def known(self) -> Mapping[str, str]:
        """name -> value of the first tag of that name, for whoever looks at many of them."""
        if self.values is not None:
            return self.values
        return {tag.name: tag.value for tag in reversed(self.tags)}

    def has(self, name: str) -> bool:
        """Whether there is a tag of that name."""
        return name in self.values if self.values is not None else self.tag(name) is not None

    def _index(self) -> None:
        tags = self._tags
        self._first = {tag.name: tag for tag in tags}
        if len(self._first) != len(tags):
            self._first = {tag.name: tag for tag in reversed(tags)}
        self._counted = len(tags)

    def set(self, name: str, value: str) -> None:
        """Change the first tag of that name, or add it at the end."""
        tag = self.tag(name)
        if tag is None:
            self.tags.append(Tag(name, value))
        else:
            tag.value = value

    def section(self, name: str) -> Section | None:
        """The first section of that name, or None."""
        for section in self.sections:
            if section.name == name:
                return section
        return None

    def span(self, at: int, last: int | None = None) -> Span | None:
        """Span of a token index, or None without a source."""
        if self.source is None or at < 0:
            return None
        return self.source.span(at, last)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and (self.tags, self.sections, self.head) == (
            other.tags,
            other.sections,
            other.head,
        )

    def __repr__(self) -> str:
        return f"<Record {self.get('Event')} {self.get('Board')} {self.get('Game')}>"
