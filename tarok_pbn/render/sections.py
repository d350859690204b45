"""The stream sections of a record as a page shows them: words, signs, notes, comments in their places."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.words import Word
from tarok_pbn.record import Group, Mark, Record, Section
from tarok_pbn.render.analysis_words import COMPUTED
from tarok_pbn.render.catalogue import noted, texts
from tarok_pbn.render.faces import Face, Faces
from tarok_pbn.render.model import Cost, Note, Remark, Said, SectionView
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.wording import word_of

__all__ = ["PASSES", "cost_of", "remarks_of", "said_of", "section_view", "signs_of"]

PASSES = frozenset({"pass", "-", "pas"})
#: words read once; those that name hands of cards hardly ever come again
_KEPT = 4096
#: the NAGs of PBN: 1 to 6 judge a call, 7 to 12 a card, 0 says nothing; the others are shown by number
_NAGS = {str(number): ("!", "?", "!!", "??", "!?", "?!")[(number - 1) % 6] for number in range(1, 13)} | {"0": ""}
_IRREGULAR = {
    "R": noted("revoke"),
    "I": noted("insufficient"),
    "S": noted("skipped"),
    "L": noted("led out of turn"),
}


def remarks_of(marks: list[Mark], on: str = "") -> list[Remark]:
    """The comments among *marks*, white space at their ends removed; empty ones are left out.

    Line comments one after the other are the lines of one comment, an empty one a blank line of it.
    """
    if not marks:
        return []
    remarks = []
    for is_line, run in groupby(marks, lambda mark: mark.kind == "line"):
        told = [mark.text.strip() for mark in run if mark.kind in ("brace", "line")]
        remarks += ["\n".join(told).strip()] if is_line else told
    return [Remark(text, on) for text in remarks if text]


def signs_of(marks: list[Mark], lang: str) -> tuple[str, str, list[int]]:
    """(suffixes and NAGs, irregularity in words, numbers of notes)."""
    if not marks:
        return "", "", []
    signs, irregular, notes = [], "", []
    for kind, text in marks:
        if kind == "suffix":
            signs.append(text)
        elif kind == "nag":
            signs.append(_NAGS.get(text.lstrip("$"), f"${text.lstrip('$')}"))
        elif kind == "irregular":
            known = _IRREGULAR.get(text.lstrip("^"))
            irregular = texts(lang).gettext(known) if known else text
        elif kind == "note" and (number := whole(text.strip("="))) is not None:
            notes.append(number)
    return " ".join(filter(None, signs)), irregular, notes


def cost_of(marks: list[Mark], lang: str) -> tuple[Cost | None, list[Mark]]:
    """What ``tarok analyse`` has marked on a card, and the marks of people: its sign stands before its comment."""
    at = next((n for n, mark in enumerate(marks) if mark.kind == "brace" and mark.text.startswith(COMPUTED)), None)
    if at is None:
        return None, marks
    sign = _NAGS.get(marks[at - 1].text.lstrip("$"), "") if at and marks[at - 1].kind == "nag" else ""
    turned = sign == "??"
    tr = texts(lang)
    words = tr.gettext("turned the hand (computed)") if turned else tr.gettext("cost something (computed)")
    return Cost(words, turned, sign), [*marks[: at - 1 if sign else at], *marks[at + 1 :]]


def said_of(token: str, group: Group, table: Table | None, game: Game | None, faces: Faces, marks: list[Mark]) -> Said:
    """One word of a stream."""
    lang = faces.language.code
    seat = table.index(group.seat) if table is not None else None
    name = seat_names(lang).get(group.seat, group.seat)
    word, cards, rest = _read(token, game, faces)
    said = Said(seat, name, token, word, cards, rest, plain=token in PASSES)
    if marks:
        said.signs, said.irregular, said.notes = signs_of(marks, lang)
    return said


@lru_cache(maxsize=_KEPT)
def _read(token: str, game: Game | None, faces: Faces) -> tuple[Word, tuple[Face, ...], str]:
    """A word of a stream as the game calls it, the cards that it names, and what else it names."""
    lang = faces.language.code
    word = Word(token) if game is None else word_of(game, token, lang)
    cards: tuple[Face, ...] = ()
    rest = ""
    face = faces.token(token)
    if face is not None:
        cards, word = (face,), Word("")
    elif ":" in token and (
        game is None or word == word_of(game, token.partition(":")[0], lang)
    ):  # else the word says it all
        verb, _, what = token.partition(":")
        if game is None:
            word = Word(verb)
        parts = what.split(",")
        found = [faces.token(part) for part in parts]
        if all(found):
            cards = tuple(f for f in found if f is not None)
        else:
            rest = (
                what.replace(",", ", ")
                if game is None
                else ", ".join(word_of(game, p, lang).shown if p in game.words else p for p in parts)
            )
    return word, cards, rest


def _place(group: Group, said: Said | None, lang: str) -> str:
    name = seat_names(lang).get(group.seat, group.seat)
    if said is None:
        return name
    words = [said.word.shown, *(face.text for face in said.cards), said.rest]
    return " ".join(part for part in (name, *words) if part)


def section_view(record: Record, name: str, table: Table | None, game: Game | None, faces: Faces) -> SectionView | None:
    """A stream section, or None where the record has none. Comments of the play belong to its tricks."""
    section = record.section(name)
    if section is None:
        return None
    lang = faces.language.code
    view = SectionView(name, end=section.end)
    view.remarks += remarks_of(section.marks.get(-1, []))
    for group in section.groups if name != "Play" else ():
        if group.marks:
            view.remarks += remarks_of(group.marks_on(-1), _place(group, None, lang))
        for index, token in enumerate(group.words):
            marks = group.marks_on(index)
            said = said_of(token, group, table, game, faces, marks)
            view.said.append(said)
            if marks:
                view.remarks += remarks_of(marks, _place(group, said, lang))
    view.remarks += remarks_of(section.end_marks)
    view.notes = _notes(section)
    return view


def _notes(section: Section) -> list[Note]:
    return [Note(number, text) for number, text in sorted(section.notes.items())] if section.notes else []
