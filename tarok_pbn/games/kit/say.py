"""Words for sentences: cards and suits spelled out, lists with "and"."""

from __future__ import annotations

from collections.abc import Iterable

from tarok_pbn.cards import CODES, FOOL, SUIT_NAMES, SUIT_OF, ordered

__all__ = ["RANK_NAMES", "SUIT_NAMES", "card_name", "cards_counted", "cards_list", "suit_name", "these"]

RANK_NAMES = {"K": "king", "Q": "queen", "N": "knight", "J": "jack", "T": "ten", "1": "ace"}


def suit_name(index: int) -> str:
    """``taroks`` or the suit's name."""
    return SUIT_NAMES[index]


def card_name(card: int) -> str:
    """Token and words: ``DQ (queen of diamonds)``, ``T14``, ``F (the fool)``."""
    if card < 0:
        return "an unknown card"
    code = CODES[card]
    if card == FOOL:
        return "F"
    if card < FOOL:
        return code
    rank = RANK_NAMES.get(code[1], code[1])
    return f"{code} ({rank} of {SUIT_NAMES[SUIT_OF[card]]})"


def cards_counted(cards: int) -> str:
    """``1 card``, ``12 cards``: how many a mask holds."""
    number = cards.bit_count()
    return f"{number} card{'' if number == 1 else 's'}"


def cards_list(cards: int | Iterable[int], limit: int = 8) -> str:
    """Tokens, high to low, joined with "and"; a long list is cut with "..."."""
    numbers = ordered(cards) if isinstance(cards, int) else list(cards)
    codes = [CODES[card] for card in numbers]
    if len(codes) > limit:
        return ", ".join(codes[:limit]) + " ..."
    return these(codes)


def these(words: Iterable[str], join: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words = list(words)
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {join} {words[-1]}"
