"""Tokens to a Record: one pass, no object per card, a finding for whatever is odd.

The loop over a stream takes the usual words (cards, seats, actions seen before) on
a short path of dictionary look-ups; everything else goes through ``_odd``. Nothing is
thrown away: a word that cannot be read stays in its place, and text that has no
place is kept as an escape line.
"""

from __future__ import annotations

import re

from tarok_pbn.notation import spelling, tags
from tarok_pbn.notation.explain import unreadable
from tarok_pbn.notation.lexer import SECTION, TAG, blank_before, breaks_line, is_tag_or_section, unquote
from tarok_pbn.notation.report import Report
from tarok_pbn.notation.words import FIXED, Reading, Words, spelled
from tarok_pbn.record import ENDS, Group, Mark, Record, Section, Source, Tag

__all__ = ["Builder", "is_version_line"]

_NOTE = re.compile(r"\s*([0-9]{1,6})\s*:(.*)", re.DOTALL)
_VERSION = re.compile(r"%\s*TPBN\b.*", re.DOTALL)
_TYPOGRAPHIC = re.compile("[\u201c-\u201f\u2018-\u201b\xab\xbb']")
_UNKNOWN_ESCAPE = re.compile(r"\\([^\"\\])")
_SEATS = spelling.SEATS
_FIXED = frozenset(FIXED)
_TAG_START = re.compile(r"\[\s*[A-Za-z_][A-Za-z0-9_]*\s*\"")
_STREAMS = frozenset(tags.SECTIONS)

_HEADERS = {f"[{name}]": name for name in tags.SECTIONS}

_tag_cache: dict[str, tuple[str, str]] = {}
_TAG_CACHE_LIMIT = 8192


def is_version_line(token: str) -> bool:
    """Whether an escape line is the file's version line (``% TPBN 1.0``)."""
    return token[:1] == "%" and _VERSION.fullmatch(token) is not None


class Builder:
    """Builds one record. ``build`` does the syntax; values of tags are looked at afterwards, elsewhere."""

    __slots__ = (
        "chatter",
        "ended",
        "header_at",
        "note",
        "note_at",
        "rank",
        "record",
        "refs",
        "report",
        "rewrites",
        "section",
        "suffixed",
        "texts",
        "tokens",
        "words",
    )

    def __init__(self, source: Source, *, rewrites: bool = False) -> None:
        self.tokens = source.tokens
        self.texts = [token for _, token in source.tokens]
        self.record = Record(source=source)
        self.report = Report(source)
        self.rewrites = rewrites
        self.words = Words.of()
        self.section: Section | None = None
        self.header_at: dict[str, int] = {}
        self.rank = -1  # of the latest section so far
        self.note = 0  # the note that was read last, while nothing else has followed it
        self.refs: dict[int, int] = {}
        self.note_at: dict[int, int] = {}
        self.chatter = False  # whether text outside any record was reported
        self.suffixed: list[Mark] | None = None  # marks that have a suffix, not at their beginning
        self.ended = False  # whether text after the end of the section was reported

    def build(self) -> Record:
        """The record. Findings are in ``report.findings``."""
        record = self.record
        texts = self.texts
        index, count = 0, len(texts)
        cached = _tag_cache.get
        add_tag = record.tags.append
        while index < count:
            token = texts[index]
            pair = cached(token)
            if pair is not None:
                if self.section is not None:
                    self._close()
                add_tag(Tag(pair[0], pair[1], index))
                index += 1
            elif token[:1] == "[":
                index = self._bracket(index, token)
            elif self.section is None or self.section.raw is not None:
                index = self._between(index, token)
            elif self.section.name in _STREAMS:
                index = self._stream(index, self.section)
            else:
                index = self._table(index, self.section)
        if self.section is not None:
            self._close()
        return record

    # --- tags and headers ---------------------------------------------------------------------

    def _bracket(self, index: int, token: str) -> int:
        name = _HEADERS.get(token)
        if name is not None:
            self._open(index, Section(name, None, index))
            return index + 1
        match = TAG.fullmatch(token)
        if match is None:
            match = SECTION.fullmatch(token)
            if match is None:
                return self._malformed(index, token)
            name = match[1]
            if name in tags.KNOWN or name == "Note":
                return self._malformed(index, token, f"the tag {name} has no value")
            section = Section(name, None, index)
            self._open(index, section)
            return index + 1 if section.raw is None else self._raw(index + 1, section)
        name, raw = match[1], match[2]
        value = unquote(raw)
        if "\\" in raw:
            for odd in _UNKNOWN_ESCAPE.finditer(raw.replace("\\\\", "\0\0")):
                start = match.start(2) + odd.start()
                self.report.add_inside(
                    "F016", index, start, start + 2, f"\\{odd[1]} is no escape: the backslash stands for itself",
                    help="write \\\\ for a backslash",
                )  # fmt: skip
        if name == "Note":
            return self._note(index, value)
        if name in _STREAMS or tags.is_table(name):
            self._open(index, Section(name, value, index))
            return index + 1
        if self.section is not None:
            self._close()
        self.record.tags.append(Tag(name, value, index))
        if "\\" not in raw and len(token) < 100:
            if len(_tag_cache) >= _TAG_CACHE_LIMIT:
                _tag_cache.clear()
            _tag_cache[token] = (name, value)
        return index + 1

    def _malformed(self, index: int, token: str, why: str = "") -> int:
        quotes = token.replace("\\\\", "").replace('\\"', "").count('"')
        if not why and quotes % 2:
            self.report.add(
                "F006", index, "the quoted string is not closed on its line", help='a tag is [Name "value"]'
            )
        else:
            if not why:
                why = "a tag pair or a section was expected"
                if quotes > 2:
                    why = "there are quotes inside the value"
            help = 'a tag is [Name "value"], a section [Name]'
            if _TYPOGRAPHIC.search(token) is not None:
                help = 'a value stands in straight quotes: [Name "value"]'
            if quotes > 2:
                help = 'a quote inside a value is written \\"'
            self.report.add("F005", index, why, help=help)
        self._attach(Mark("escape", " " + " ".join(token.splitlines())))
        return index + 1

    def _open(self, index: int, section: Section) -> None:
        if self.section is not None:
            self._close()
        self.section = section
        name = section.name
        rank = tags.section_rank(name)
        if rank < 0 or (section.value is None and rank == len(tags.SECTIONS)):
            section.raw = ""
            if name[0] != "_":
                why = f"the section {name} is not known; it is kept as it is"
                self.report.add("F018", index, why, help=tags.meant(name))
        elif name in self.header_at:
            self.report.add("R012", index, f"the section {name} is given a second time; only the first one counts")
        elif rank < self.rank:
            other = max(self.header_at, key=tags.section_rank)
            self.report.add(
                "R013", index, f"{name} stands after {other}, but came before it in time",
                help="Auction, Exchange, Announcements, Play, then tables",
            )  # fmt: skip
        else:
            self.rank = rank
        if rank >= 0:
            self.header_at.setdefault(name, index)
        self.record.sections.append(section)

    def _close(self) -> None:
        section, self.section = self.section, None
        self.note = 0
        self.ended = False
        if self.refs or self.note_at:
            self._check_notes(section)

    def _check_notes(self, section: Section | None) -> None:
        for number, at in self.refs.items():
            if number not in self.note_at:
                name = section.name if section is not None else ""
                self.report.add("R009", at, f'={number}= refers to a note, but {name} has no [Note "{number}:..."]')
        for number, at in self.note_at.items():
            if number not in self.refs and (section is None or section.raw is None):
                self.report.add("R010", at, f"no ={number}= in this section refers to the note")
        self.refs = {}
        self.note_at = {}

    def _note(self, index: int, value: str) -> int:
        match = _NOTE.fullmatch(value)
        section = self.section
        if section is None:
            self.report.add("F020", index, "a note belongs to a section, and none is open here")
        elif match is None:
            self.report.add("F005", index, f"{value!r} is not a note", help='a note is [Note "1:text"]')
        elif int(match[1]) in section.notes:
            self.report.add("R011", index, f"note {int(match[1])} of {section.name} was given before")
        else:
            number = int(match[1])
            section.notes[number] = match[2]
            self.note_at[number] = index
            self.note = number
            return index + 1
        self.record.tags.append(Tag("Note", value, index))
        return index + 1

    # --- marks --------------------------------------------------------------------------------

    def _attach(self, mark: Mark) -> None:
        """Hang a mark on the item that was read last."""
        section = self.section
        if section is None:
            record = self.record
            (record.tags[-1].marks if record.tags else record.head).append(mark)
        elif self.note:
            section.marks.setdefault(-1 - self.note, []).append(mark)
        elif section.end:
            section.end_marks.append(mark)
        elif section.rows:
            section.marks.setdefault(len(section.rows) - 1, []).append(mark)
        elif section.groups:
            group = section.groups[-1]
            if group.marks is None:
                group.marks = {}
            group.marks.setdefault(len(group.words), []).append(mark)
        else:
            section.marks.setdefault(-1, []).append(mark)

    def _is_escape(self, index: int) -> bool:
        space = self.tokens[index][0]
        if not space and index and self.tokens[index - 1][1] == "\ufeff":  # the mark stands first, and is read over
            index -= 1
            space = self.tokens[index][0]
        return space[-1:] in ("\n", "\r") or (not space and index == 0)

    def _comment(self, index: int, token: str) -> bool:
        """Take a comment, an escape line or a byte order mark; False for another token."""
        first = token[:1]
        if first == "{":
            if token[-1] != "}":
                self.report.add_inside(
                    "F004", index, 0, 1, "this { opens a comment and no } closes it before the record ends",
                    help="write } where the comment ends",
                )  # fmt: skip
                self._attach(Mark("brace", token[1:]))
            else:
                self._attach(Mark("brace", token[1:-1]))
        elif first == ";":
            self._attach(Mark("line", token[1:]))
        elif first == "%" and self._is_escape(index):
            if not is_version_line(token):
                self._attach(Mark("escape", token[1:]))
        elif first == "\ufeff":
            if index or self.report.source.offset:
                self.report.add("F002", index, "a byte order mark stands inside the file; it is read over")
        else:
            return first == ""
        return True

    def _hang(self, index: int, reading: Reading) -> None:
        """Hang the marks of a word that holds nothing else."""
        section = self.section
        record = self.record
        stray = not record.tags if section is None else not (section.groups or section.rows)
        notes = section is None and any(mark.kind == "note" for mark in reading.marks)
        if stray or notes:
            what = "nothing before it to which it could belong" if stray else "no section whose note it could name"
            self.report.add("F020", index, f"{self.tokens[index][1]!r} has {what}")
        if reading.lenient and self.rewrites:
            self._respelled(index, reading)
        for mark in reading.marks:
            if mark.kind == "note" and section is not None:
                self.refs.setdefault(int(mark.text), index)
            self._attach(mark)

    # --- between tags -------------------------------------------------------------------------

    def _between(self, index: int, token: str) -> int:
        if self._comment(index, token):
            return index + 1
        reading = self.words.read(token)
        if reading.kind == "marks" and self.record.tags:
            self._hang(index, reading)
            return index + 1
        outside = not self.record.tags or blank_before(self.tokens[index][0])
        return self._outside(index, outside=outside)

    def _outside(self, index: int, *, outside: bool) -> int:
        """Keep text that has no place, line by line, as escape lines; up to a bracket, a comment or a blank line."""
        tokens = self.tokens
        start, end = index, index
        line: list[str] = []
        while index < len(tokens):
            space, token = tokens[index]
            if token[:1] in ("", "[", "{", ";", "\ufeff") or (token[:1] == "%" and self._is_escape(index)):
                break
            if index > start and blank_before(space):
                break
            if line and breaks_line(space):
                self._attach(_outside_mark("".join(line)))
                line = []
            if line:
                line.append(space)
            line.append(token)
            end = index
            index += 1
        self._attach(_outside_mark("".join(line)))
        if not outside:
            self.report.add(
                "F008", start, "this text stands between tags, where only tags and comments can stand", last=end,
                help="put it in braces: {a comment}",
            )  # fmt: skip
        elif not self.chatter:
            self.chatter = True
            self.report.add(
                "F007", start, "this text belongs to no record; it is kept as an escape line", last=end,
                help="a line of another program begins with %",
            )  # fmt: skip
        return index

    # --- streams ------------------------------------------------------------------------------

    def _stream(self, start: int, section: Section) -> int:
        """Read words as far as they are usual ones; the index of the first token that was not read."""
        groups = section.groups
        if section.end or self.note:
            return self._odd(start, section)
        texts = self.texts
        known, fixed, seats = self.words.known, FIXED, _SEATS
        index, count = start, len(texts)
        words = groups[-1].words.append if groups else None
        last = groups[-1].at if groups else None
        places = last.append if isinstance(last, list) else None
        while index < count:
            token = texts[index]
            if token in seats:
                at: list[int] = []
                group = Group(token, [], index, at)
                groups.append(group)
                index += 1
                cards = texts[index : index + 4]
                if _FIXED.issuperset(cards):  # a whole trick at once
                    group.words = cards
                    at.extend(range(index, index + len(cards)))
                    index += len(cards)
                words, places = group.words.append, at.append
                continue
            if words is None or places is None:
                return self._odd(index, section)
            if token not in fixed:
                reading = known.get(token)
                if reading is None or not reading.plain or len(self.tokens[index][0]) > 1:
                    return index if token[:1] == "[" else self._odd(index, section)
            words(token)
            places(index)
            index += 1
        return count

    def _odd(self, index: int, section: Section) -> int:
        """Read one token of a stream that asks for more than a look-up."""
        space, token = self.tokens[index]
        if self._comment(index, token):
            return index + 1
        reading = self.words.read(token)
        kind = reading.kind
        if blank_before(space) and (kind == "junk" or (kind == "word" and reading.text[0] in _SMALL)):
            return self._outside(index, outside=True)
        if kind == "marks":
            self._hang(index, reading)
            return index + 1
        if kind == "suffix" or (not space and token == "??"):  # tokens of text
            return self._suffix(index, section, token)
        if kind == "end":
            return self._end(index, section, token)
        if section.end and not self.ended:
            self.ended = True
            self.report.add("F021", index, f"{section.name} was ended by {section.end}, but goes on here")
        self.note = 0
        if reading.lenient and self.rewrites:
            self._respelled(index, reading)
        if kind == "seat":
            section.groups.append(Group(reading.text, [], index, []))
            return index + 1
        if not section.groups:
            section.groups.append(Group("", [], -1, []))
            if kind != "junk":
                self.report.add(
                    "F009", index, f"{section.name} must begin with a seat, then say what that seat did",
                    help=f"a seat stands before its actions: S {reading.text}",
                )  # fmt: skip
        if kind == "junk":
            return self._junk(index, section)
        self._word(index, section, reading)
        return index + 1

    def _word(self, index: int, section: Section, reading: Reading) -> None:
        group = section.groups[-1]
        group.add(reading.text, index)
        for mark in reading.marks:
            if mark.kind == "note":
                self.refs.setdefault(int(mark.text), index)
            self._on_word(group, mark)

    @staticmethod
    def _on_word(group: Group, mark: Mark) -> None:
        if group.marks is None:
            group.marks = {}
        group.marks.setdefault(len(group.words), []).append(mark)

    def _suffix(self, index: int, section: Section, token: str) -> int:
        """A suffix that stands alone belongs to the word before it, which may have no other."""
        group = section.groups[-1] if section.groups else None
        on_word = group is not None and bool(group.words) and not section.end and not self.note
        marks = group.marks_on(len(group.words) - 1) if group is not None else []
        if not on_word or marks is self.suffixed or (marks and marks[0].kind == "suffix"):
            why = "follows no word" if not on_word else "is a second suffix on one word"
            self.report.add("F020", index, f"{token} {why}", help="a suffix is written onto the word: HK!")
        elif self.rewrites:
            self.report.add("F101", index, f"{token} is written onto the word before it, without a space")
        self._attach(Mark("suffix", token))
        if on_word and group is not None:
            self.suffixed = group.marks_on(len(group.words) - 1)
        return index + 1

    def _end(self, index: int, section: Section, token: str) -> int:
        if section.end:
            self.report.add("F020", index, f"{section.name} was ended by {section.end} before")
            self._attach(Mark("escape", " " + token))
        else:
            self.note = 0
            section.end = ENDS[token]
        return index + 1

    def _junk(self, index: int, section: Section) -> int:
        """Keep words that cannot be read; a run of them on one line is one mistake."""
        tokens, group = self.tokens, section.groups[-1]
        first, count = index, len(tokens)
        while True:
            group.add(tokens[index][1], index)
            index += 1
            if index == count:
                break
            space, token = tokens[index]
            if breaks_line(space) or token[:1] in ("", "[", "{", ";", "\ufeff"):
                break
            if self.words.read(token).kind != "junk":
                break
        text = "".join([s * (i > 0) + t for i, (s, t) in enumerate(tokens[first:index])])
        code, message, help = unreadable(text)
        self.report.add(code, first, message, last=index - 1, help=help)
        return index

    def _respelled(self, index: int, reading: Reading) -> None:
        token = self.tokens[index][1]
        word = spelled(reading)
        what = "seat" if reading.kind == "seat" else "word" if reading.lenient == "F101" else "card"
        self.report.add(reading.lenient, index, f"the {what} {token!r} is read as {word}", help=f"write {word}")

    # --- tables and unknown sections ----------------------------------------------------------

    def _table(self, start: int, section: Section) -> int:
        """Read cells up to the next bracket, one row for every so many cells as there are columns."""
        width = len(section.columns)
        rows, tokens = section.rows, self.tokens
        index = start
        while index < len(tokens):
            space, token = tokens[index]
            first = token[:1]
            if first == "[":
                break
            if self._comment(index, token):
                index += 1
                continue
            if first in "$=^" and (reading := self.words.read(token)).kind == "marks":
                self._hang(index, reading)
                index += 1
                continue
            new_row = not rows or len(rows[-1]) == width
            if new_row and blank_before(space) and self._cells_on_line(index) != width:
                index = self._outside(index, outside=True)
                continue
            self.note = 0
            if first == '"' and token[-1] == '"' and len(token) > 1:
                cell = unquote(token[1:-1])
            else:
                cell = token
                if first in '"]}':
                    code, message, help = unreadable(token)
                    self.report.add(code, index, message, help=help)
            if new_row:
                rows.append([cell])
                section.row_at.append(index)
            else:
                rows[-1].append(cell)
            index += 1
        if rows and len(rows[-1]) < width and not (index < len(tokens) and self._is_note(tokens[index][1])):
            self._incomplete(section, width)
        return index

    @staticmethod
    def _is_note(token: str) -> bool:
        match = TAG.fullmatch(token)
        return match is not None and match[1] == "Note"

    def _cells_on_line(self, index: int) -> int:
        cells = 0
        for position in range(index, len(self.tokens)):
            space, token = self.tokens[position]
            if (cells and breaks_line(space)) or token[:1] in ("", "[", "{", ";"):
                break
            cells += 1
        return cells

    def _incomplete(self, section: Section, width: int) -> None:
        """The last row is short: point at the first line that does not hold one row."""
        at = section.row_at[-1]
        for row, place in enumerate(section.row_at):
            if row and not breaks_line(self.tokens[place][0]):
                at = section.row_at[row - 1]
                break
        row = section.row_at.index(at)
        self.report.add(
            "F017", at, f"row {row + 1} of {section.name} does not have {width} cells on its line, one for each column",
            help=f"the columns are {'; '.join(section.columns)}; an empty cell is written -",
        )  # fmt: skip

    def _raw(self, start: int, section: Section) -> int:
        """Keep the body of an unknown section: up to the next line that begins with a tag or section."""
        tokens = self.tokens
        index = start
        while index < len(tokens):
            space, token = tokens[index]
            first = token[:1]
            if first == "[" and breaks_line(space):
                if is_tag_or_section(token):
                    break
                if _TAG_START.match(token) is not None:
                    self.report.add("F005", index, "a tag pair begins here, but is not closed on its line")
            if first == "{" and token[-1] != "}":
                self.report.add_inside("F004", index, 0, 1, "this { opens a comment and no } closes it")
            index += 1
        body = "".join([space + token for space, token in tokens[start:index]])
        if index < len(tokens):
            body += tokens[index][0]
        kept = body.rstrip(" \t\r\n")
        rest = body[len(kept) :]
        ends = [at for at in (rest.find("\n"), rest.find("\r")) if at >= 0]
        section.raw = kept + (rest[: min(ends)] if ends else rest)
        return index


_SMALL = frozenset("abcdefghijklmnopqrstuvwxyz")


def _outside_mark(line: str) -> Mark:
    """A line without a place as an escape line, which must not look like a version line."""
    text = " " + line
    return Mark("escape", " :" + text if is_version_line("%" + text) else text)
