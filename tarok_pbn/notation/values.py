"""Values of the standard tags whose form is the same in every game.

``?`` (unknown), "" (not applicable) and ``-`` (none) are allowed in all of them.
"""

from __future__ import annotations

import re
from typing import Final

from tarok_pbn.notation import spelling
from tarok_pbn.notation.hands import Problem

__all__ = ["CHECKED", "check_value", "plain_score"]

_DATE: Final = re.compile(r"([0-9]{4}|[0-9?]{2}\?\?|\?\?\?\?)\.(0[1-9]|1[0-2]|\?\?)\.(0[1-9]|[12][0-9]|3[01]|\?\?)")
_ISO_DATE: Final = re.compile(r"([0-9]{4})[-/]([0-9?]{1,2})[-/]([0-9?]{1,2})")
_SCORE: Final = re.compile(r"([A-Za-z]+)\s*:?\s*([+\u2212-]?[0-9]{1,12})(?:/([1-9][0-9]{0,5}))?")
_PLAIN_SCORE: Final = re.compile(r"[SENWABCD] (?:0|-?[1-9][0-9]{0,11}+)(?:; [SENWABCD] (?:0|-?[1-9][0-9]{0,11}+))*+")
_HASH: Final = re.compile(r"[0-9a-f]{16}")

#: A date as it is written in Czech, German and Danish.
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})\.\s*([0-9]{1,2})\.\s*([0-9]{4})")

#: Tags that ``check_value`` looks at.
CHECKED: Final[frozenset[str]] = frozenset(("Date", "Dealer", "Seats", "SittingOut", "Score", "DealId", "Letters"))

_MONTH_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def check_value(name: str, value: str) -> tuple[str, list[Problem]]:
    """The canonical spelling of a value, and what is wrong with it (then the value comes back as it is).

    name: one of CHECKED. Columns of the problems count characters of *value*.
    """
    if value in ("?", "", "-"):
        return value, []
    return _CHECKS[name](value)


def plain_score(value: str) -> bool:
    """Whether this is plainly a score in canonical spelling, of whole numbers, each seat once."""
    if _PLAIN_SCORE.fullmatch(value) is None:
        return False
    seats = [part[0] for part in value.split("; ")]
    return len(set(seats)) == len(seats)


def _whole(code: str, value: str, message: str, help: str) -> tuple[str, list[Problem]]:
    return value, [Problem(code, 0, len(value), message, help)]


def _date(value: str) -> tuple[str, list[Problem]]:
    text = value.strip()
    match = _ISO_DATE.fullmatch(text)
    if match:
        text = f"{match[1]}.{match[2].zfill(2)}.{match[3].zfill(2)}"
    match = _DATE.fullmatch(text)
    if match is None:
        help = "YYYY.MM.DD with ?? for what is not known: 2026.11.??"
        turned = _DAY_FIRST.fullmatch(text)
        if turned is not None and 1 <= int(turned[1]) <= 31 and 1 <= int(turned[2]) <= 12:
            help = f"YYYY.MM.DD: {turned[3]}.{turned[2].zfill(2)}.{turned[1].zfill(2)}"
        return _whole("R007", value, f"{value!r} is not a date", help)
    year, month, day = match.groups()
    if month.isdigit() and day.isdigit():
        days = _MONTH_DAYS[int(month) - 1]
        if month == "02" and year.isdigit() and (int(year) % 4 or (int(year) % 100 == 0 and int(year) % 400)):
            days = 28
        if int(day) > days:
            return _whole("R007", value, f"month {month} of {year} has no day {day}", "")
    return text, []


def _dealer(value: str) -> tuple[str, list[Problem]]:
    seat = spelling.seat(value.strip())
    if seat is None:
        return _whole("D007", value, f"{value!r} is not a seat", "a seat is S, E, N or W, or A to E at a table of five")
    return seat, []


def _seats(value: str) -> tuple[str, list[Problem]]:
    seats: list[str] = []
    position = 0
    for word in value.split():
        start = value.index(word, position)
        position = start + len(word)
        seat = spelling.seat(word)
        if seat is None or seat in seats:
            what = "is not a seat" if seat is None else "is named twice"
            return value, [Problem("R007", start, position, f"{word!r} {what}", "seats with spaces between: S E N W")]
        seats.append(seat)
    return " ".join(seats), []


def _score(value: str) -> tuple[str, list[Problem]]:
    items: list[str] = []
    seen: set[str] = set()
    position = 0
    for part in value.split(";"):
        start, end = position, position + len(part)
        position = end + 1
        match = _SCORE.fullmatch(part.strip())
        form = "a seat and a number for each, as in S -8; E 8; N 8; W -8; thirds as -10/3"
        if match is None:
            if not part.strip() and end == len(value) and items:
                continue  # a semicolon at the end
            return value, [Problem("S006", start, end, f"{part.strip()!r} is not a seat and a number", form)]
        seat = spelling.seat(match[1])
        name = seat if seat is not None else match[1]
        if name in seen:
            return value, [Problem("S006", start, end, f"the score of {name} is given twice", form)]
        seen.add(name)
        sign = "-" if match[2][0] in "-\u2212" else ""
        number = sign + str(int(match[2].lstrip("+-\u2212")))
        if match[3] is not None:
            number += f"/{match[3]}"
        items.append(f"{name} {'0' if number == '-0' else number}")
    return "; ".join(items), []


def _deal_id(value: str) -> tuple[str, list[Problem]]:
    text = value.strip().lower()
    if _HASH.fullmatch(text) is None:
        return _whole("R007", value, f"{value!r} is not a DealId", "a DealId is 16 hexadecimal digits")
    return text, []


def _letters(value: str) -> tuple[str, list[Problem]]:
    text = value.strip().lower()
    if text not in spelling.LETTERS:
        known = ", ".join(sorted(spelling.LETTERS))
        return _whole("R007", value, f"{value!r} is not a language whose rank letters are known", f"known are {known}")
    return text, []


_CHECKS: Final = {
    "Date": _date,
    "Dealer": _dealer,
    "Seats": _seats,
    "SittingOut": _seats,
    "Score": _score,
    "DealId": _deal_id,
    "Letters": _letters,
}
