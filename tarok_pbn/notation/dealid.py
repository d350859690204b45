"""DealId: one short name for one deal, however it is written down.

The hash is equal under the order of tags, white space, the order of cards within a
hand and the rotation of the seats, and different as soon as a card moves. The exact
definition is in ``docs/format.md``; this is its reference implementation.
"""

from __future__ import annotations

import hashlib

from tarok_pbn.notation.hands import Problem, read_deal, read_talon, seats_of
from tarok_pbn.record import Record

__all__ = ["deal_id"]

_UNKNOWN = ("?", "-")


def deal_id(record: Record) -> str | None:
    """16 hexadecimal digits; None where the game, a hand, a card or the talon is not given or cannot be read."""
    game = record.get("Game").strip().lower()
    talon_value = record.get("Talon").strip()
    if game in ("", *_UNKNOWN) or talon_value in _UNKNOWN:
        return None
    language = record.get("Letters", "")
    problems: list[Problem] = []
    deal = read_deal(record.get("Deal"), problems, language=language)
    talon, talon_text, _ = read_talon(talon_value, problems, language=language)
    if problems or not deal.hands or deal.unknown or -1 in talon:
        return None
    texts = dict([part.split(":", 1) for part in deal.value.split(" ")])
    hands = [texts[seat] for seat in seats_of(record) if seat in texts]
    if "-" in hands or len(hands) != len(texts):
        return None
    first = min(hands[turn:] + hands[:turn] for turn in range(len(hands)))
    text = "\n".join(["TPBN deal 1", game, *first, talon_text, ""])
    return hashlib.sha256(text.encode("ascii", "backslashreplace")).hexdigest()[:16]
