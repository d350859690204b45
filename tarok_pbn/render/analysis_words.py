"""What an analysis with all hands open says, in the reader's language: on pages, and in the record itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.numbers import thirds

__all__ = [
    "COMPUTED", "TAG", "cost_words", "count_words", "in_thirds", "range_words", "subject_words", "summary_words",
    "yes_or_no",
]  # fmt: skip

#: how a comment begins that a program has computed
COMPUTED = "[computed]"
#: private tag of a record with the aim of its analysis, and the value
TAG = "_Analysis"
_FRACTION = re.compile(r"(?:(?<=\d) |(?<![\d/]))([12])/3(?![\d/])")


def in_thirds(text: str) -> str:
    """Thirds as one sign: ``2 1/3`` -> ``2⅓``.

    >>> in_thirds("costs 2 1/3 points; better 2/3"), in_thirds("11/3")
    ('costs 2⅓ points; better ⅔', '11/3')
    """
    return _FRACTION.sub(lambda match: "⅓" if match[1] == "1" else "⅔", text)


def count_words(kind: str, count: int, lang: str) -> str:
    """A count: ``31⅔`` card points of thirds, ``7`` tricks, "yes" or "no" for one ``trick``."""
    if kind == "trick":
        return yes_or_no(count, lang)
    return thirds(count) if kind == "points" else str(count)


def yes_or_no(count: int, lang: str) -> str:
    """Whether a trick is won: "yes" for 1, "no" for 0."""
    tr = texts(lang)
    return tr.gettext("yes") if count else tr.gettext("no")


def range_words(kind: str, low: int, high: int, lang: str) -> str:
    """A count, or what it is proven to lie between: ``30–35⅓``."""
    if low == high:
        return count_words(kind, low, lang)
    if kind == "trick":
        return texts(lang).gettext("not known")
    return f"{count_words(kind, low, lang)}–{count_words(kind, high, lang)}"


def subject_words(kind: str, side: str, lang: str, *, few: bool = False, trick: int = 0, card: str = "",
                  lying: bool = False) -> str:  # fmt: skip
    """What is counted, and for whom: ``Card points of South + West``.

    side: names. few: the side wants little. trick: number of the trick that counts, 0 the last one. card: that must
    win it or, *lying*, lie in it.
    """
    tr = texts(lang)
    if kind == "points":
        told = tr.gettext("Card points of {side}")
    elif kind == "tricks":
        told = tr.gettext("Tricks of {side}")
    elif not card:
        told = tr.gettext("Trick {trick} for {side}") if trick else tr.gettext("The last trick for {side}")
    elif lying:
        told = (
            tr.gettext("Trick {trick} with {card} in it for {side}")
            if trick
            else tr.gettext("The last trick with {card} in it for {side}")
        )
    else:
        told = (
            tr.gettext("Trick {trick}, won with {card}, for {side}")
            if trick
            else tr.gettext("The last trick, won with {card}, for {side}")
        )
    told = told.format(side=side, trick=trick, card=card)
    return tr.gettext("{subject} (few are wanted)").format(subject=told) if few else told


def cost_words(kind: str, lost: int, turned: bool, lang: str, *, number: Callable[[int], str] = thirds) -> str:
    """What a card lost: ``costs 2⅓ points and turns the hand``. number: how thirds are written."""
    tr = texts(lang)
    if kind == "points":
        if lost < 3:
            told = tr.gettext("costs {points} of a point")
        elif lost % 3:  # not a plural like those of whole numbers
            told = tr.gettext("costs {points} points")
        else:
            told = tr.ngettext("costs {points} point", "costs {points} points", lost // 3)
        told = told.format(points=number(lost))
    elif kind == "tricks":
        told = tr.ngettext("costs {count} trick", "costs {count} tricks", lost).format(count=lost)
    else:
        return tr.gettext("costs it")
    return told + tr.gettext(" and turns the hand") if turned else told


def summary_words(subject: str, value: str, result: str, lang: str) -> str:
    """An analysis in a line, for the record; *result*: "" where not all tricks are told."""
    tr = texts(lang)
    told = tr.gettext("{subject}: {value} with best play, all hands open").format(subject=subject, value=value)
    return told + (tr.gettext("; {result} as played").format(result=result) if result else "")
