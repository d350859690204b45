"""A record with what its analysis found written into the play: a mark and a comment on each card that lost something.

Everything written here begins with ``[computed]``, so that nobody takes it for an annotator's word, and so that a
second analysis replaces the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from tarok_pbn.analysis.aims import count_words
from tarok_pbn.analysis.annotate import Analysis, Step
from tarok_pbn.cards import CARD, CODES
from tarok_pbn.check import Checked
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.record import Group, Mark, Record, Section
from tarok_pbn.render.analysis_words import COMPUTED, TAG, cost_words, subject_words, summary_words, yes_or_no
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.look import LANGUAGES
from tarok_pbn.render.seatnames import seat_name

__all__ = ["annotated"]

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
        if (step.lost or 0) > 0:
            marks = [Mark("nag", _TURNS if step.turned else _LOSES)]
            if comments:
                marks.append(Mark("brace", f"{COMPUTED} {_sentence(analysis, step, lang)}"))
            _hang(group, index, marks)
    record.set(TAG, _summary(analysis, lang))
    return record


def _summary(analysis: Analysis, lang: str) -> str:
    aim, position = analysis.aim, analysis.start
    subject = subject_words(
        aim.kind,
        " + ".join(seat_name(position.table, seat, lang) for seat in sorted(aim.side)),
        lang,
        few=aim.low,
        trick=0 if aim.trick == position.tricks else aim.trick,
        card="" if aim.card is None else CODES[aim.card],
        lying=aim.lying,
    )
    value = _count(aim, analysis.low, lang)
    if analysis.low != analysis.high:
        value = f"{value}–{_count(aim, analysis.high, lang)}"
        if aim.kind == "trick":
            value = texts(lang).gettext("not known")
    return summary_words(subject, value, "" if analysis.result is None else _count(aim, analysis.result, lang), lang)


def _count(aim: Aim, count: int, lang: str) -> str:
    """A count with its thirds in plain letters."""
    return yes_or_no(count, lang) if aim.kind == "trick" else count_words(aim, count)


def _sentence(analysis: Analysis, step: Step, lang: str) -> str:
    aim = analysis.aim
    told = cost_words(aim.kind, step.lost or 0, step.turned, lang, number=lambda lost: count_words(aim, lost))
    if step.better:
        told += texts(lang).gettext("; better {cards}").format(cards=", ".join(map(str, step.better)))
    return told


def _clear(section: Section) -> None:
    """Take away what an earlier analysis has written."""
    for group in section.groups:
        for place, marks in list((group.marks or {}).items()):
            kept: list[Mark] = []
            for mark in marks:
                if mark.kind == "brace" and mark.text.startswith(COMPUTED):
                    if kept and kept[-1].kind == "nag" and kept[-1].text.lstrip("$") in (_LOSES, _TURNS):
                        kept.pop()
                else:
                    kept.append(mark)
            if group.marks is not None:
                group.marks[place] = kept


def _hang(group: Group, index: int, marks: list[Mark]) -> None:
    """Put the sign, and the comment if there is one, behind the signs that stand on a card.

    With its comment the sign is put even where an annotator has the same: so each can be told from the other. Alone
    it could not, and is put only where there is none.
    """
    if group.marks is None:
        group.marks = {}
    before = group.marks.setdefault(index + 1, [])
    if len(marks) == 1 and any(mark.kind == "nag" and mark.text.lstrip("$") == marks[0].text for mark in before):
        return
    at = next((n for n, mark in enumerate(before) if mark.kind not in ("nag", "suffix", "irregular")), len(before))
    before[at:at] = marks


def _cards(section: Section, table: Table) -> Iterator[tuple[Group, int]]:
    """Where the cards of the tricks stand, in their order; cards that were taken back are passed over."""
    words = ((group, index) for group in section.groups for index, word in enumerate(group.words) if word in CARD)
    for trick in table.begun():
        first = trick.seats.index(trick.withdrawn[0][0]) if trick.withdrawn else len(trick.cards)
        for place in range(len(trick.cards)):
            if place == first:
                for _ in trick.withdrawn:
                    next(words, None)
            found = next(words, None)
            if found is None:
                return
            yield found
