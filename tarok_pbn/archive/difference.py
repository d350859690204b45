"""Two records compared by what they mean, not by how they are written.

White space, the order of tags and of cards in a hand, ``#`` and lenient spellings make no difference, nor does a
tag that is missing where the other says ``?``. Each difference has one place, and reads like the note of a
referee who has both sheets before him.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tarok_pbn.cards import CARD, CODES, bits
from tarok_pbn.games.kit.table import SEAT_NAMES
from tarok_pbn.notation import parse_deal, parse_talon, seats_of
from tarok_pbn.notation.hands import Problem, read_deal
from tarok_pbn.notation.lexer import normal
from tarok_pbn.notation.tags import canonical_order, section_rank
from tarok_pbn.record import Group, Mark, Record, Section

__all__ = ["Difference", "differences"]

_NO_TURN = re.compile(r"[a-z]")
_BREAKS = re.compile(r"\r\n?")
_KINDS = {
    "brace": "comment", "line": "comment", "escape": "escape line", "nag": "number", "suffix": "suffix",
    "note": "reference to a note", "irregular": "mark of an irregularity",
}  # fmt: skip
_SIGNS = {"brace": "{%s}", "line": ";%s", "escape": "%%%s", "nag": "$%s", "suffix": "%s", "note": "=%s=",
          "irregular": "^%s"}  # fmt: skip


class Difference(NamedTuple):
    """One difference between A and B.

    kind: ``tag``, ``hand``, ``talon``, ``auction``, ``exchange``, ``announcements``, ``play``, ``table``, ``note``,
    ``section``, ``comment``, ``mark``, ``finding``. where: the place, in words. seat: whom it is about, or "".
    a, b: what stands there in A and in B, None where nothing does. text: the sentence. more: how many further
    items of the section differ after this one.
    """

    kind: str
    where: str
    seat: str
    a: str | None
    b: str | None
    text: str
    more: int = 0


def differences(one: Record, other: Record) -> list[Difference]:
    """In what two records differ, in the order of the record; nothing where they mean the same."""
    found = [*_tags(one, other), *_deal(one, other), *_sections(one, other)]
    aligned = not any(d.more or d.a is None or d.b is None for d in found if d.kind not in ("tag", "hand", "talon"))
    return [*found, *_marks(one, other, aligned)]


def _clean(text: str) -> str:
    return _BREAKS.sub("\n", normal(text))


def _seat(letter: str) -> str:
    return SEAT_NAMES.get(letter, letter)


# --- tags ----------------------------------------------------------------------------------------


def _values(record: Record) -> dict[str, list[str]]:
    values: dict[str, list[str]] = defaultdict(list)
    for tag in canonical_order(record.tags):
        values[tag.name].append(_clean(tag.value))
    return values


def _tags(one: Record, other: Record) -> Iterator[Difference]:
    ours, theirs = _values(one), _values(other)
    for name in dict.fromkeys([*ours, *theirs]):
        a, b = ours.get(name, ["?"]), theirs.get(name, ["?"])
        if a == b or (name == "Deal" and _lies(one) is not None and _lies(other) is not None):
            continue
        if name == "Talon" and _talon(one) is not None and _talon(other) is not None:
            continue
        for number in range(max(len(a), len(b))):
            old = a[number] if number < len(a) else None
            new = b[number] if number < len(b) else None
            if old == new:
                continue
            given = (old if name in ours else None, new if name in theirs else None)
            yield Difference("tag", name, "", *given, _tag_sentence(name, *given))


def _tag_sentence(name: str, old: str | None, new: str | None) -> str:
    if old is None:
        return f'{name} is "{new}" in B; A has no such tag'
    if new is None:
        return f'{name} is "{old}" in A; B has no such tag'
    return f'{name} is "{old}" in A, "{new}" in B'


# --- deal ----------------------------------------------------------------------------------------


def _lies(record: Record) -> dict[str, int | None] | None:
    """The hands of a record: None where they cannot be read or hold unknown cards."""
    problems: list[Problem] = []
    value = record.get("Deal")
    if value.strip() in ("?", "-", ""):
        return {}
    deal = read_deal(value, problems, language=record.get("Letters", ""))
    if problems or deal.unknown:
        return None
    return dict(parse_deal(value, language=record.get("Letters", "")))


def _talon(record: Record) -> list[int] | None:
    """The cards of the talon in their order; None where they are not given or cannot be read."""
    problems: list[Problem] = []
    value = record.get("Talon")
    if value.strip() in ("?", "-"):
        return None
    cards = parse_talon(value, problems, language=record.get("Letters", ""))
    return None if problems or -1 in cards else cards


def _deal(one: Record, other: Record) -> Iterator[Difference]:
    ours, theirs = _lies(one), _lies(other)
    old, new = _talon(one), _talon(other)
    talons = old is not None and new is not None
    if ours is None or theirs is None:
        ours = theirs = {}
    for seat in dict.fromkeys([*ours, *theirs]):
        if (ours.get(seat) is None) != (theirs.get(seat) is None):
            has, lacks = ("A", "B") if ours.get(seat) is not None else ("B", "A")
            a, b = ("given", None) if has == "A" else (None, "given")
            text = f"{_seat(seat)}'s hand is given in {has} only, not in {lacks}"
            yield Difference("hand", f"{_seat(seat)}'s hand", seat, a, b, text)
    known = {seat for seat in ours if ours.get(seat) is not None and theirs.get(seat) is not None}
    before, after = _places(ours, known, old if talons else None), _places(theirs, known, new if talons else None)
    for card in sorted({*before, *after}):
        a, b = before.get(card), after.get(card)
        if a == b:
            continue
        kind = "talon" if "talon" in (a, b) and {a, b} <= {"talon", None} else "hand"
        seat = next((place for place in (a, b) if place not in (None, "talon")), "") or ""
        text = f"{CODES[card]}: {_lie(a)} in A, {_lie(b)} in B"
        yield Difference(kind, "Talon" if kind == "talon" else "Deal", seat, a, b, text)
    if old is not None and new is not None and old != new and sorted(old) == sorted(new):
        at = next(i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
        more = sum(a != b for a, b in zip(old, new, strict=True)) - 1
        text = f"Talon card {at + 1} is {CODES[old[at]]} in A, {CODES[new[at]]} in B: the same cards in another order"
        yield Difference("talon", f"Talon, card {at + 1}", "", CODES[old[at]], CODES[new[at]], text, more)


def _places(hands: dict[str, int | None], seats: set[str], talon: list[int] | None) -> dict[int, str]:
    found = dict.fromkeys(talon or (), "talon")
    for seat in seats:
        found.update(dict.fromkeys(bits(hands[seat] or 0), seat))
    return found


def _lie(place: str | None) -> str:
    if place is None:
        return "nowhere"
    return "in the talon" if place == "talon" else f"in {_seat(place)}'s hand"


# --- sections ------------------------------------------------------------------------------------


def _named(record: Record) -> dict[tuple[str, int], Section]:
    """(name, how many of that name before) -> section, in time order; an unknown one behind the one it follows."""
    seen: Counter[str] = Counter()
    found = {}
    ranks, rank = [], -1
    for section in record.sections:
        rank = section_rank(section.name) if section.raw is None else rank
        ranks.append(rank)
    for _, section in sorted(zip(ranks, record.sections, strict=True), key=lambda pair: pair[0]):
        found[section.name, seen[section.name]] = section
        seen[section.name] += 1
    return found


def _sections(one: Record, other: Record) -> Iterator[Difference]:
    ours, theirs = _named(one), _named(other)
    for key in dict.fromkeys([*ours, *theirs]):
        a, b = ours.get(key), theirs.get(key)
        name = key[0] if not key[1] else f"{key[0]} ({key[1] + 1})"
        if a is None or b is None:
            has, lacks = ("A", "B") if b is None else ("B", "A")
            yield Difference("section", name, "", "given" if a else None, "given" if b else None,
                             f"[{name}] is in {has}; {lacks} has none")  # fmt: skip
        elif a.raw is not None or b.raw is not None:
            if _clean(a.raw or "").rstrip() != _clean(b.raw or "").rstrip() or a.value != b.value:
                yield Difference("section", name, "", a.raw, b.raw, f"the text of [{name}] differs")
        elif a.rows or b.rows or (a.value or "") != (b.value or ""):
            yield from _table(name, a, b)
        else:
            yield from _stream(name, a, b, one, other)
        if a is not None and b is not None:
            yield from _notes(name, a, b)


class _Item(NamedTuple):
    """A word of a stream: its place in words, who said or played it, and the word."""

    where: str
    seat: str
    word: str


def _items(section: Section, record: Record) -> list[_Item]:
    play = section.name == "Play"
    out = record.get("SittingOut", "").split()
    order = [seat for seat in seats_of(record) if seat not in out]
    items = []
    for number, group in enumerate(section.groups, 1):
        turn = order.index(group.seat) if group.seat in order else -1
        card = 0
        if not group.words:
            items.append(_Item(_place(section.name, number, 0, play), group.seat, ""))
        for word in group.words:
            seat = group.seat
            if play and turn >= 0 and not _NO_TURN.match(word):
                seat = order[(turn + card) % len(order)]
                card += 1
            items.append(_Item(_place(section.name, number, card, play), seat, _clean(word)))
    return items


def _place(name: str, number: int, card: int, play: bool) -> str:
    if not play:
        return f"{name}, word {number}"
    return f"trick {number}, card {card}" if card else f"trick {number}"


def _stream(name: str, a: Section, b: Section, one: Record, other: Record) -> Iterator[Difference]:
    ours, theirs = _items(a, one), _items(b, other)
    kind = name.split(" ")[0].lower()
    pairs = [(x, y) for x, y in zip(ours, theirs, strict=False) if (x.seat, x.word) != (y.seat, y.word)]
    length = len(ours) - len(theirs)
    if pairs:
        old, new = pairs[0]
        more = len(pairs) - 1 + abs(length)
        who = f"{_said(old)} in A, {_said(new)} in B"
        verb = "plays" if old.word in CARD or new.word in CARD else "says"
        if old.seat == new.seat:
            who = f"{_seat(old.seat)} {verb} {old.word or 'nothing'} in A, {new.word or 'nothing'} in B"
        yield Difference(kind, old.where, old.seat, old.word, new.word, f"{old.where}: {who}", more)
    elif length:
        longer, has, lacks = (ours, "A", "B") if length > 0 else (theirs, "B", "A")
        first = longer[min(len(ours), len(theirs))]
        text = f"{first.where}: {lacks} has nothing here, {has} goes on with {_said(first)}"
        x, y = (first.word if side == has else None for side in "AB")
        yield Difference(kind, first.where, first.seat, x, y, text, abs(length) - 1)
    if a.end != b.end:
        ends = {"*": "ended by decree (*)", "+": "still going on (+)", "": "without an end mark"}
        text = f"{name} is {ends[a.end]} in A, {ends[b.end]} in B"
        yield Difference(kind, f"{name}, end", "", a.end or None, b.end or None, text)


def _said(item: _Item) -> str:
    return f"{_seat(item.seat)}'s {item.word}" if item.seat else item.word


def _rows(section: Section) -> dict[tuple[str, int], dict[str, str]]:
    seen: Counter[str] = Counter()
    found = {}
    columns = section.columns
    for row in section.rows:
        name = _clean(row[0]) if row else ""
        cells = {columns[i] if i < len(columns) else str(i): _clean(cell) for i, cell in enumerate(row) if i}
        found[name, seen[name]] = cells
        seen[name] += 1
    return found


def _table(name: str, a: Section, b: Section) -> Iterator[Difference]:
    if sorted(a.columns) != sorted(b.columns) or a.columns[:1] != b.columns[:1]:
        text = f'the columns of {name} are "{a.value}" in A, "{b.value}" in B'
        yield Difference("table", name, "", a.value, b.value, text)
        return
    ours, theirs = _rows(a), _rows(b)
    for key in dict.fromkeys([*ours, *theirs]):
        old, new = ours.get(key), theirs.get(key)
        if old == new:
            continue
        row = key[0] if not key[1] else f"{key[0]} ({key[1] + 1})"
        where = f"{name}, row {row}"
        if old is None or new is None:
            has, lacks, cells = ("A", "B", old) if new is None else ("B", "A", new)
            said = _cells(cells or {})
            yield Difference("table", where, "", said if has == "A" else None, said if has == "B" else None,
                             f"{where} ({said}) is in {has}; {lacks} has none")  # fmt: skip
            continue
        changed = [column for column in dict.fromkeys([*old, *new]) if old.get(column) != new.get(column)]
        x, y = ("; ".join(f"{c} {cells.get(c, 'nothing')}" for c in changed) for cells in (old, new))
        yield Difference("table", where, "", x, y, f"{where}: {x} in A, {y} in B")


def _cells(cells: dict[str, str]) -> str:
    return "; ".join(f"{column} {cell}" for column, cell in cells.items())


def _notes(name: str, a: Section, b: Section) -> Iterator[Difference]:
    for number in sorted({*a.notes, *b.notes}):
        x, y = a.notes.get(number), b.notes.get(number)
        old, new = (_clean(text) if text is not None else None for text in (x, y))
        if old == new:
            continue
        where = f"note {number} of {name}"
        if old is None or new is None:
            has, lacks, text = ("A", "B", old) if new is None else ("B", "A", new)
            sentence = f'{where} ("{text}") is in {has}; {lacks} has none'
        else:
            sentence = f'{where} says "{old}" in A, "{new}" in B'
        yield Difference("note", where, "", old, new, sentence)


# --- marks ---------------------------------------------------------------------------------------


def _hung(record: Record) -> list[tuple[str, str, str]]:
    """(place, kind, text) of every mark."""
    found: list[tuple[str, str, str]] = []

    def hang(place: str, marks: list[Mark]) -> None:
        found.extend((place, mark.kind, _clean(mark.text).rstrip("\n ")) for mark in marks)

    hang("before the first tag", record.head)
    seen: Counter[str] = Counter()
    for tag in canonical_order(record.tags):
        hang(f"at {tag.name}" if not seen[tag.name] else f"at {tag.name} ({seen[tag.name] + 1})", tag.marks)
        seen[tag.name] += 1
    for (name, number), section in _named(record).items():
        label = name if not number else f"{name} ({number + 1})"
        for at, marks in sorted(section.marks.items()):
            where = f"at [{label}]" if at == -1 else f"at note {-1 - at} of {label}" if at < 0 else ""
            hang(where or f"{label}, row {at + 1}", marks)
        hang(f"at the end of {label}", section.end_marks)
        for place, group in enumerate(section.groups if section.plain is None else (), 1):
            _hang_group(label, place, group, hang)
    return found


def _hang_group(label: str, place: int, group: Group, hang: Callable[[str, list[Mark]], None]) -> None:
    for at, marks in sorted((group.marks or {}).items()):
        what = group.words[at - 1] if 0 < at <= len(group.words) else group.seat
        where = f"trick {place}" if label == "Play" else f"{label}, word {place}"
        hang(f"{where}, after {what}", marks)


def _marks(one: Record, other: Record, aligned: bool) -> Iterator[Difference]:
    ours, theirs = Counter(_hung(one)), Counter(_hung(other))
    gone, come = list((ours - theirs).elements()), list((theirs - ours).elements())
    for mark in gone:
        place, kind, text = mark
        moved = next((new for new in come if new[1:] == mark[1:]), None)
        what, sign = _KINDS[kind], _SIGNS[kind] % text
        group = "comment" if what == "comment" else "mark"
        if moved is not None:
            come.remove(moved)
            if aligned:  # else its item has moved, which was told
                sentence = f"the {what} {sign} stands {place} in A, {moved[0]} in B"
                yield Difference(group, place, "", place, moved[0], sentence)
            continue
        yield Difference(group, place, "", sign, None, f"{place}: the {what} {sign} is in A only")
    for place, kind, text in come:
        what, sign = _KINDS[kind], _SIGNS[kind] % text
        yield Difference("comment" if what == "comment" else "mark", place, "", None, sign,
                         f"{place}: the {what} {sign} is in B only")  # fmt: skip
