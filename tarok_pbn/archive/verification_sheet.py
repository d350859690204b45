"""Reads the results file of a tournament: a table with a line for each score, as clubs really write them.

Separated by commas, semicolons or tabs, with or without a byte order mark, headed in one of five languages; scores as
``-8``, ``−3 1/3``, ``3⅓``, ``-10/3``, ``3,33`` or ``(8)``.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from tarok_pbn.archive.names import folded
from tarok_pbn.ledger import Amount, amount_text

__all__ = ["HEADINGS", "BadSheet", "Given", "Line", "Sheet", "parse_given", "read_sheet"]

_WORDS = {
    "event": "event tournament turnaj soutez akce turnering turnier bewerb veranstaltung turnir tekmovanje",
    "date": "date datum dato den dag tag dan",
    "round": "round kolo runde krog session",
    "table": "table tableno tablenumber stul stolu cislostolu bord bordnr tisch tischnr miza",
    "board": "board boardno boardnumber deal hand hra rozdani cislohry spil giv spiel spielnr partie blatt igra",
    "player": "player name hrac jmeno spiller navn spieler igralec ime",
    "seat": "seat misto strana plads sitz platz sedez",
    "score": "score points result skore body vysledek bod point resultat punkte ergebnis tocke rezultat izid",
}
#: column -> what it may be headed by, in English, Czech, Danish, German and Slovene; without accents, small
HEADINGS: dict[str, frozenset[str]] = {column: frozenset(words.split()) for column, words in _WORDS.items()}
_WANTED = ("table", "board", "score")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{HYPHEN}": "-", "\N{NON-BREAKING HYPHEN}": "-"})
_NUMBER = re.compile(
    r"(?P<sign>[+-]?) ?(?:(?P<top>[0-9]+) ?/ ?(?P<bottom>[0-9]+)|(?P<whole>[0-9]+)(?:[.,](?P<decimals>[0-9]+)|"
    r" (?P<over>[0-9]+) ?/ ?(?P<under>[0-9]+))?)",
    re.ASCII,
)
#: longer figures are no scores
_LONGEST = 40


class BadSheet(ValueError):
    """A file that is no results file; the message says why, and in which line where there is one."""


class Given(NamedTuple):
    """A score as the file has it. decimals: how many places it was rounded to; 0 exact."""

    value: Fraction
    decimals: int = 0

    def agrees(self, amount: Amount) -> bool:
        """Whether it is that amount, or that amount rounded."""
        difference = abs(self.value - amount)
        return difference * 2 * 10**self.decimals <= 1 if self.decimals else not difference

    @property
    def text(self) -> str:
        """As amounts are written: ``-8``, ``-10/3``, ``3.33``."""
        if not self.decimals:
            return amount_text(self.value)
        sign = "-" if self.value < 0 else ""
        whole, part = divmod(int(abs(self.value) * 10**self.decimals), 10**self.decimals)
        return f"{sign}{whole}.{part:0{self.decimals}}"


class Line(NamedTuple):
    """A line of the file. number: where it begins, from 1. score: None where it cannot be read; problem says why."""

    number: int
    event: str
    date: str
    round: str
    table: str
    board: str
    player: str
    seat: str
    score: Given | None
    problem: str


class Sheet(NamedTuple):
    """A results file. columns: those that were understood; ignored: the headings of the others."""

    name: str
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    lines: list[Line]


def parse_given(text: str) -> Given | None:
    """A score in any of the usual spellings; None where it is none.

    >>> parse_given("−3 1/3"), parse_given("3,33")
    (Given(value=Fraction(-10, 3), decimals=0), Given(value=Fraction(333, 100), decimals=2))
    """
    word = " ".join(text.translate(_MINUS).split())
    if len(word) > _LONGEST:
        return None
    if word.startswith("(") and word.endswith(")"):  # as accountants write what is owed
        word = f"-{word[1:-1].strip()}"
    vulgar = Fraction(0)
    if word and not word[-1].isascii() and 0 < unicodedata.numeric(word[-1], 0) < 1:
        vulgar = Fraction(unicodedata.numeric(word[-1])).limit_denominator(12)
        word = word[:-1].rstrip()
        word += "0" if word in ("", "+", "-") else ""
    match = _NUMBER.fullmatch(word)
    if match is None or (vulgar and match["whole"] is None) or (vulgar and (match["decimals"] or match["over"])):
        return None
    if match["top"] is not None:
        value = Fraction(int(match["top"]), int(match["bottom"])) if int(match["bottom"]) else None
    else:
        value = Fraction(int(match["whole"])) + vulgar
        if match["over"] is not None:
            value = value + Fraction(int(match["over"]), int(match["under"])) if int(match["under"]) else None
        elif match["decimals"]:
            value += Fraction(int(match["decimals"]), 10 ** len(match["decimals"]))
    if value is None:
        return None
    return Given(-value if match["sign"] == "-" else value, len(match["decimals"] or ""))


def read_sheet(data: bytes, name: str) -> Sheet:
    """The lines of a results file. Raises BadSheet where it cannot be read as one."""
    text = _decoded(data, name)
    rows = max((_rows(text, name, delimiter) for delimiter in ";\t,"), key=lambda rows: len(_columns(rows)[0]))
    columns, ignored = _columns(rows)
    if not rows:
        raise BadSheet(f"{name} is empty; its first line must name the columns: table, board, player, score")
    lacking = [column for column in _WANTED if column not in columns]
    if "player" not in columns and "seat" not in columns:
        lacking.append("player")
    if lacking:
        seen = ", ".join(cell.strip() for cell in rows[0][1] if cell.strip())
        raise BadSheet(f"{name}:{rows[0][0]}: no column is headed {' or '.join(lacking)}; the first line has: {seen}")
    lines = [_line(number, cells, columns, len(rows[0][1])) for number, cells in rows[1:]]
    return Sheet(name, tuple(columns), tuple(ignored), lines)


def _decoded(data: bytes, name: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise BadSheet(f"{name}:{line}: this is not UTF-8; save the file as CSV UTF-8") from wrong


def _rows(text: str, name: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of every line that is not empty; what a wrong delimiter breaks is left to the right one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    rows: list[tuple[int, list[str]]] = []
    at = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((at, cells))
            at = reader.line_num + 1
    except csv.Error as wrong:
        if len(_columns(rows)[0]) >= len(_WANTED):
            raise BadSheet(f"{name}:{at}: the line cannot be read: {wrong}") from wrong
    return rows


def _columns(rows: list[tuple[int, list[str]]]) -> tuple[dict[str, int], list[str]]:
    """Column -> its place in a line; and headings that are not known."""
    found: dict[str, int] = {}
    ignored = []
    for place, cell in enumerate(rows[0][1] if rows else ()):
        word = folded(cell).replace(" ", "")
        column = next((name for name, words in HEADINGS.items() if word in words), None)
        if column is None or column in found:
            ignored.append(cell.strip())
        else:
            found[column] = place
    return found, [cell for cell in ignored if cell]


def _line(number: int, cells: list[str], columns: dict[str, int], size: int) -> Line:
    def cell(column: str) -> str:
        place = columns.get(column)
        return cells[place].strip() if place is not None and place < len(cells) else ""

    score, problem = parse_given(cell("score")), ""
    if any(extra.strip() for extra in cells[size:]):
        score, problem = None, f"it has {len(cells)} cells, but {size} columns are named: is a comma not quoted?"
    elif not cell("score"):
        problem = "it has no score"
    elif score is None:
        problem = f"{cell('score')!r} is no score; write -8, -10/3 or -3 1/3"
    for column in ("table", "board"):
        if not cell(column):
            score, problem = None, f"it has no {column}"
    if not cell("player") and not cell("seat"):
        score, problem = None, "it names no player"
    return Line(
        number, cell("event"), cell("date"), cell("round"), cell("table"), cell("board"), cell("player"), cell("seat"),
        score, problem,
    )  # fmt: skip
