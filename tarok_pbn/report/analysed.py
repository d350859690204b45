"""A record with what its analysis found written into the play: a mark and a comment on each card that lost something.

Everything written here begins with ``[computed]``, so that nobody takes it for an annotator's word, and so that a
second analysis replaces the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from tarok_pbn.analysis.aims import aim_words, count_words
from tarok_pbn.analysis.annotate import Analysis, Step
from tarok_pbn.cards import CARD
from tarok_pbn.check import Checked
from tarok_pbn.games.kit.table import Table
from tarok_pbn.notation import write_file
from tarok_pbn.record import Group, Mark, Record, Section
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.look import LANGUAGES

__all__ = ["SIGN", "TAG", "AnalysedRecords", "annotated"]

#: how a computed comment begins
SIGN = "[computed]"
#: private tag with the aim and its value
TAG = "_Analysis"
#: a card that loses something, and one that turns the hand (NAGs 7 to 12 judge a card)
_LOSES, _TURNS = "8", "10"


def annotated(checked: Checked, analysis: Analysis, *, comments: bool = True) -> Record:
    """The record of *checked* with the marks of *analysis*; it is changed in place.

    comments: false for marks alone. Their language is that of the record's Language tag, where there is one.
    """
    record, table = checked.record, checked.replay.table
    section = record.section("Play")
    assert table is not None  # there is no analysis without a table
    assert section is not None  # nor without a play
    spoken = record.get("Language", "").strip().lower().partition("-")[0]
    lang = spoken if spoken in LANGUAGES else "en"
    _clear(section)
    for (group, index), step in zip(_cards(section, table), analysis.steps, strict=False):
        if step.lost:
            marks = [Mark("nag", _TURNS if step.turned else _LOSES)]
            if comments:
                marks.append(Mark("brace", f"{SIGN} {_sentence(analysis, step, lang)}"))
            _hang(group, index, marks)
    record.set(TAG, _summary(analysis))
    return record


def _summary(analysis: Analysis) -> str:
    aim = analysis.aim
    told = f"{aim_words(analysis.start, aim)}: {count_words(aim, analysis.low)}"
    if analysis.low != analysis.high:
        told += f" to {count_words(aim, analysis.high)}"
    told += " with best play, all hands open"
    return told + (f"; {count_words(aim, analysis.result)} as played" if analysis.result is not None else "")


def _sentence(analysis: Analysis, step: Step, lang: str) -> str:
    tr = texts(lang)
    aim, lost = analysis.aim, step.lost or 0
    if aim.kind == "points":
        told = tr.ngettext("costs {points} point", "costs {points} points", 1 if lost == 3 else 2).format(
            points=count_words(aim, lost)
        )
    elif aim.kind == "tricks":
        told = tr.ngettext("costs {count} trick", "costs {count} tricks", lost).format(count=lost)
    else:
        told = tr.gettext("costs it")
    if step.turned and aim.kind != "trick":
        told += tr.gettext(" and turns the hand")
    if step.better:
        told += tr.gettext("; better {cards}").format(cards=", ".join(map(str, step.better)))
    return told


def _clear(section: Section) -> None:
    """Take away what an earlier analysis has written."""
    for group in section.groups:
        for place, marks in list((group.marks or {}).items()):
            kept: list[Mark] = []
            for mark in marks:
                if mark.kind == "brace" and mark.text.startswith(SIGN):
                    if kept and kept[-1].kind == "nag" and kept[-1].text.lstrip("$") in (_LOSES, _TURNS):
                        kept.pop()
                else:
                    kept.append(mark)
            if group.marks is not None:
                group.marks[place] = kept


def _hang(group: Group, index: int, marks: list[Mark]) -> None:
    if group.marks is None:
        group.marks = {}
    before = group.marks.setdefault(index + 1, [])
    numbers = {mark.text.lstrip("$") for mark in before if mark.kind == "nag"}
    nags = [mark for mark in marks if mark.kind == "nag" and mark.text not in numbers]
    others = [mark for mark in marks if mark.kind != "nag"]
    # Signs stand before comments, and the computed comment next to its sign.
    at = next((n for n, mark in enumerate(before) if mark.kind not in ("nag", "suffix", "irregular")), len(before))
    before[at:at] = [*nags, *others]


def _cards(section: Section, table: Table) -> Iterator[tuple[Group, int]]:
    """Where the cards of the tricks stand, in their order; cards that were taken back are passed over."""
    words = ((group, index) for group in section.groups for index, word in enumerate(group.words) if word in CARD)
    for trick in table.tricks:
        first = trick.seats.index(trick.withdrawn[0][0]) if trick.withdrawn else len(trick.cards)
        for place in range(len(trick.cards)):
            if place == first:
                for _ in trick.withdrawn:
                    next(words, None)
            found = next(words, None)
            if found is None:
                return
            yield found


class AnalysedRecords:
    """Writes records as TPBN."""

    def __init__(self, out: TextIO, *, comments: bool) -> None:
        self._out = out
        self._comments = comments
        self._records: list[Record] = []

    def add(self, checked: Checked, analysis: Analysis) -> None:
        """An analysed record."""
        self._records.append(annotated(checked, analysis, comments=self._comments))

    def keep(self, checked: Checked) -> None:
        """A record that could not be analysed, as it is."""
        self._records.append(checked.record)

    def finish(self) -> None:
        """Write them."""
        for text in write_file(self._records):
            self._out.write(text)
