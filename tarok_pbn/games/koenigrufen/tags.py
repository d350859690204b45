"""What is wrong with the tags whose form is this game's own, and with the deal under the rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tarok_pbn.cards import TAROKS
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import TagProblem
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.cards import BIT_I, BIT_SKUES, BIT_XXI, PACK_THIRDS, parse_blatt
from tarok_pbn.games.koenigrufen.facts import seat_numbers
from tarok_pbn.games.koenigrufen.rules import BONUSES, PAGE, Rules

__all__ = ["tag_problems"]

_NOTHING = ("", "?", "-")


def tag_problems(table: Table, rules: Rules) -> list[TagProblem]:
    """R007 for a value that has not the form of its tag, D008 for a hand that is dealt again (§2)."""
    problems = []
    for tag, check in _CHECKS.items():
        value = table.stated.get(tag, "?")
        reason = check(value, table) if value not in _NOTHING else ""
        if reason:
            problems.append(TagProblem(tag, "R007", f"The {tag} tag {value!r} {reason}", _FORMS[tag]))
    if rules.rethrow:
        problems += _rethrow(table, rules)
    return problems


def _points(value: str, table: Table) -> str:
    return _points_of(value, table.seats)


@lru_cache(maxsize=4096)
def _points_of(value: str, seats: tuple[str, ...]) -> str:
    if ";" in value:
        parts = {
            words[0]: parse_blatt(words[1]) for words in (part.split() for part in value.split(";")) if len(words) == 2
        }
        counts = [parts.get(seat) for seat in seats]
        limit = "add up to more than 70/0."
    else:
        counts = [parse_blatt(word) for word in value.split()]
        limit = "do not add up to 70/0."
        if len(counts) != 2:
            return "does not give two counts."
    known = [count for count in counts if count is not None]
    if len(known) != len(counts):
        return "is not in points and Blatt."
    total = sum(known)
    return f"{limit}" if total > PACK_THIRDS or (";" not in value and total != PACK_THIRDS) else ""


def _tricks(value: str, table: Table) -> str:
    counts = seat_numbers(value, table)
    if counts is None:
        return "does not give a number of tricks for each seat."
    return "adds up to more than twelve tricks." if sum(counts) > 12 else ""


def _bonuses(value: str, table: Table) -> str:
    for part in value.split(";"):
        words = part.split()
        if not words:
            continue
        if words[0] not in (*BONUSES, "valat"):
            return f"names {words[0]}, which is no bonus."
        if len(words) < 2 or table.index(words[1]) is None:
            return f"names no seat for {words[0]}."
        if words[2:] not in ([], ["lost"]) and (words[0] != "mondfang" or table.index(words[2]) is None):
            return f"says {' '.join(words[2:])} of {words[0]}."
    return ""


_CHECKS: dict[str, Callable[[str, Table], str]] = {
    "Points": _points,
    "Tricks": _tricks,
    "Bonuses": _bonuses,
    "Radl": lambda value, table: "" if whole(value) is not None else "is not a factor.",
    "TalonOrder": lambda value, table: "" if value in ("halves", "none") else "is neither halves nor none.",
}
_FORMS = {
    "Points": "41/2 28/1, the declarer's side first; in Trischaken S 16/2; E 16/2; N 17/0; W 16/2",
    "Tricks": "S 1; E 3; N 3; W 5",
    "Bonuses": "trull E; pagat S; uhu W lost; mondfang S E",
    "Radl": '[Radl "2"]',
    "TalonOrder": '[TalonOrder "halves"]',
}


def _rethrow(table: Table, rules: Rules) -> list[TagProblem]:
    for seat, hand in enumerate(table.dealt):
        taroks = hand & TAROKS if hand is not None else -1
        if taroks == 0 and "no_tarock" in rules.rethrow:
            why = "no tarok"
        elif taroks in (BIT_I, BIT_XXI, BIT_SKUES) and "lone_trull" in rules.rethrow:
            why = "a single tarok, and that of the Trull"
        else:
            continue
        return [
            TagProblem(
                "Deal",
                "D008",
                f"{table.name(seat)} holds {why}: under this rule set the cards are dealt again ({PAGE} §2).",
            )
        ]
    return []
