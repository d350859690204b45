"""Why a score on the sheet differs from the record's, and which of the two is right, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tarok_pbn.archive.verification_sheet import Given
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.worded import worded

__all__ = ["Sources", "pattern", "which_is_right"]


class Sources(NamedTuple):
    """What is known of one seat's score. hand: what the hand gives; recorded: the tag Score; lacks: why no hand."""

    hand: Amount | None
    recorded: Amount | None
    lacks: str

    @property
    def right(self) -> Amount | None:
        """The hand's, else the recorded one."""
        return self.hand if self.hand is not None else self.recorded


def which_is_right(given: Given, sources: Sources) -> str:
    """Which of sheet, record and hand is right, as far as that can be told."""
    hand, recorded = sources.hand, sources.recorded
    if hand is None:
        if not sources.lacks:
            return worded("the hand cannot be settled, so which of them is right cannot be told")
        lacks = worded(sources.lacks)
        return worded(
            "the hand cannot be settled (it lacks {lacks}), so which of them is right cannot be told", lacks=lacks
        )
    if recorded is None:
        return worded("it follows from the hand: the sheet is wrong")
    if recorded == hand:
        return worded("the hand and the record's Score agree: the sheet is wrong")
    if given.agrees(recorded):
        return worded(
            "the record's Score is the same, but the hand gives {hand}: both are wrong", hand=amount_text(hand)
        )
    return worded(
        "the record's Score is {recorded}, but the hand gives {hand}: both are wrong",
        recorded=amount_text(recorded), hand=amount_text(hand),
    )  # fmt: skip


def pattern(given: Given, right: Amount, others: dict[str, Amount]) -> str:
    """What kind of slip it looks like, or "". others: who -> right score of the others of the board."""
    value, right = given.value, Fraction(right)
    if value and value == -right:
        return worded("its sign is turned round")
    if not given.decimals and value.denominator == 1 and right.denominator == 1:
        wrong, good = str(abs(value)), str(abs(right))
        same_sign = (value < 0) == (right < 0)
        if same_sign and wrong != good and sorted(wrong) == sorted(good):
            if _one_swap(wrong, good):
                return worded("two digits have changed places")
            return worded("its digits are in another order")
        if same_sign and value and right and (value == 10 * right or right == 10 * value):
            return worded("a 0 is too many") if abs(value) > abs(right) else worded("a 0 is missing")
        if same_sign and len(wrong) > 1 and len(wrong) == len(good) and _digits_off(wrong, good) == 1:
            return worded("one digit differs")
    if value and (value == 2 * right or right == 2 * value):
        if value == 2 * right:
            return worded("it is twice of that; was a doubling counted wrongly?")
        return worded("it is half of that; was a doubling counted wrongly?")
    whose = next((who for who, amount in others.items() if given.agrees(amount)), "")
    if whose and list(others.values()).count(others[whose]) == 1:
        return worded("that is the score of {whose}", whose=whose)
    return ""


def _one_swap(wrong: str, good: str) -> bool:
    return _digits_off(wrong, good) == 2


def _digits_off(wrong: str, good: str) -> int:
    return sum(a != b for a, b in zip(wrong, good, strict=True))
