"""One round of declarations, dealer first. Source: dansk §4."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import KINGS, TAROKS
from tarok_pbn.games.dansk.cards import COURTS, FOOL_BIT, MONDO_BIT, PAGAT_BIT
from tarok_pbn.games.dansk.facts import hand_of
from tarok_pbn.games.dansk.melds import ALL_MELDS, kind_of, melds_of
from tarok_pbn.games.dansk.rules import PAGE
from tarok_pbn.games.dansk.words import wording
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import cards_list, these
from tarok_pbn.games.kit.table import Table

__all__ = ["announcements"]

_RULE: Final = f"{PAGE} §4.2"
_SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def announcements(table: Table) -> Generator[Decision, Answer, None]:
    """Dealer, forehand and the third player each state all their melds; the dealer's are those of 28 cards."""
    declared: list[list[str]] = [[] for _ in range(table.n)]
    dealer = table.dealer if table.dealer is not None else table.n - 1
    for step in range(table.n):
        seat = table.after(dealer, step)
        yield from _declare(table, seat, hand_of(table, seat), declared)
    table.declared = declared


def _declare(table: Table, seat: int, hand: int | None, declared: list[list[str]]) -> Generator[Decision, Answer, None]:
    melds = ALL_MELDS if hand is None else melds_of(hand)
    words = ("pass", *melds) if hand is None or not melds else melds

    def why(who: int, word: str) -> Problem:
        return _why(table, who, word, hand or 0, melds)

    def missing(who: int, word: str) -> Problem:
        return Problem(
            "M002",
            f"{table.name(who)} does not declare {word} ({wording(word).text}): "
            "every meld that is held must be declared.",
            f"{PAGE} §4.1",
            f"Declare {these(melds)}.",
        )

    required = melds if hand is not None else ()
    said = table.feed(ANNOUNCEMENTS).take_all(seat, words, "pass", required=required)
    if said is None:
        _, said = yield Say(
            seat, ANNOUNCEMENTS, words, why, implied="pass", many=True, required=required, missing=missing
        )
    declared[seat] = [word for word in said if word != "pass"]


def _why(table: Table, seat: int, word: str, hand: int, melds: tuple[str, ...]) -> Problem:
    name = table.name(seat)
    kind = kind_of(word)
    help_ = f"Declare {these(melds)}." if melds else "Legal: pass."
    if word == "pass":
        return Problem(
            "M002",
            f"{name} says pas, but holds {these([wording(m).text for m in melds])}: every meld must be declared.",
            f"{PAGE} §4.1",
            help_,
        )
    if not kind:
        return Problem("M009", f"{name} says {word}, which is not a declaration of Danish Tarok.", _RULE, help_)
    right = next((m for m in melds if kind_of(m) == kind), None)
    if right is None:
        return Problem(
            "M001", f"{name} declares {word} ({wording(word).text}), but {_lack(kind, hand)}.", _RULE, help_, ""
        )
    return Problem(
        "M003",
        f"{name} declares {word} ({wording(word).text}), but {_differ(kind, word, right, hand)}.",
        _RULE,
        f"Declare {right}.",
        right,
    )


def _lack(kind: str, hand: int) -> str:
    """Why nothing of that kind is held."""
    fool = " with the fool" if hand & FOOL_BIT else ""
    if kind == "tarokker":
        return f"holds only {(hand & TAROKS).bit_count()} trumps{fool}, not ten or more"
    if kind == "matadorer":
        needed = FOOL_BIT | PAGAT_BIT | MONDO_BIT
        return f"does not hold {cards_list(needed & ~hand)}"
    cards = KINGS if kind == "konger" else COURTS["TSHDC".index(kind)]
    what = "kings" if kind == "konger" else f"courts of {_SUIT_NAMES[kind]}"
    held = hand & cards
    return f"of the {what} holds only {cards_list(held) or 'none'}" + ("" if hand & FOOL_BIT else " and not the fool")


def _differ(kind: str, word: str, right: str, hand: int) -> str:
    """In what a declaration differs from the meld that is held."""
    said, held = wording(word).text, wording(right).text
    if kind == "tarokker":
        if word.partition(",")[0] == right.partition(",")[0]:
            return "holds the pagat, which must be mentioned" if right.endswith("pagat") else "does not hold the pagat"
        count = (hand & TAROKS).bit_count()
        extra = "; the pagat must be mentioned too" if right.endswith("pagat") and not word.endswith("pagat") else ""
        return f"holds {count} trumps{' with the fool, which counts' if hand & FOOL_BIT else ''}{extra}"
    if kind == "matadorer":
        return f"the unbroken run from the mondo gives {held}"
    if word.partition(":")[0] == right.partition(":")[0]:
        lacks = (
            "which card is missing must be said"
            if "," not in word and "mangler" not in said
            else "another card is missing"
        )
        return f"it is {held}: {lacks}"
    return f"it is {held}, not {said}"
