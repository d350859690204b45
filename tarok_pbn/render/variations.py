"""Lines that were not played: what a commentator thought of, kept in a record as ``[Variation]`` or ``[Analysis]``.

The format keeps both sections as they are written; pages read them so: a number is the trick at which a line
begins, then seats, words and comments as in ``[Play]``. A line without a number is about the whole hand.
Nothing of it is checked, and what is neither seat, word nor comment is shown as it stands.
"""

from __future__ import annotations

import re

from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.table import Table
from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.notation.words import Reading, Words
from tarok_pbn.record import Group, Mark, Record, Section
from tarok_pbn.render.faces import Faces
from tarok_pbn.render.model import Line, Step, Trick
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.sections import said_of

__all__ = ["SECTIONS", "lines_of", "placed"]

#: sections that hold lines
SECTIONS = ("Variation", "Analysis")
_TRICK = re.compile(r"(\d{1,2})\.?")


def lines_of(record: Record, table: Table | None, game: Game | None, faces: Faces) -> list[Line]:
    """The lines of a record in the order in which they are written."""
    lines: list[Line] = []
    for section in record.sections:
        if section.name in SECTIONS and section.raw is not None:
            lines += _Lines(section, record.get("Letters", ""), table, game, faces).lines
    return lines


def placed(lines: list[Line], tricks: list[Trick]) -> list[Line]:
    """Puts each line under its trick; returns those that belong to none."""
    if not lines:
        return []
    by_number = {trick.number: trick for trick in tricks}
    rest = []
    for line in lines:
        trick = by_number.get(line.trick)
        if trick is not None:
            trick.lines.append(line)
        else:
            rest.append(line)
    return rest


class _Lines:
    """Reads the body of one section."""

    def __init__(self, section: Section, letters: str, table: Table | None, game: Game | None, faces: Faces) -> None:
        self.section, self.table, self.game, self.faces = section, table, game, faces
        self.lines: list[Line] = []
        self.seat = ""
        self.names = seat_names(faces.language.code)
        self.words = Words.of(letters)
        for _, token in tokenize(section.raw or ""):
            if token:
                self._token(token)
        self.lines = [line for line in self.lines if line.steps]

    def _token(self, token: str) -> None:
        if token[0] == "{":
            self._remark(token[1:].removesuffix("}"))
        elif token[0] == ";":
            self._remark(token[1:])
        elif token[0] == "%":
            return  # an escape line is for programs
        elif (number := _TRICK.fullmatch(token)) is not None:
            self.lines.append(Line(int(number[1])))
            self.seat = ""
        else:
            self._word(token, self.words.read(token))

    def _word(self, token: str, reading: Reading) -> None:
        if reading.kind == "seat":
            self.seat = reading.text
            self._line().steps.append(Step(seat=self.names.get(self.seat, self.seat)))
        elif reading.kind == "word":
            self._said(reading.text, list(reading.marks))
        elif reading.kind in ("marks", "suffix"):
            self._marks(list(reading.marks) or [Mark("suffix", reading.text)])
        else:
            self._remark(token)

    def _said(self, token: str, marks: list[Mark]) -> None:
        said = said_of(token, Group(self.seat), self.table, self.game, self.faces, marks)
        self._line().steps.append(Step(said=said))
        self._noted(said.notes)

    def _marks(self, marks: list[Mark]) -> None:
        """Marks that stand alone belong to the word before them."""
        last = next((step.said for step in reversed(self._line().steps) if step.said is not None), None)
        if last is None:
            return
        more = said_of("-", Group(self.seat), self.table, self.game, self.faces, marks)
        last.signs = " ".join(part for part in (last.signs, more.signs) if part)
        last.irregular = last.irregular or more.irregular
        self._noted(more.notes)

    def _noted(self, notes: list[int]) -> None:
        """A note stands where it is referred to; there is no place for it below."""
        for number in notes:
            self._remark(self.section.notes.get(number, f"={number}="))
        notes.clear()

    def _remark(self, text: str) -> None:
        if text.strip():
            self._line().steps.append(Step(remark=text.strip()))

    def _line(self) -> Line:
        if not self.lines:
            self.lines.append(Line(0))
        return self.lines[-1]
