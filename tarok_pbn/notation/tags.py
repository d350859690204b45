"""The tags of TPBN 1.0: which are known, and the order in which a canonical record has them.

A new version may add names at any place and never takes one away.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import Final

from tarok_pbn.record import Tag

__all__ = ["IDENTITY", "KNOWN", "SECTIONS", "canonical_order", "is_table", "meant", "section_rank"]

#: Tags with a fixed place, in canonical order. All others follow in alphabetical order.
IDENTITY: Final[tuple[str, ...]] = (
    "Event", "Site", "Date", "Round", "Table", "Board",
    "South", "East", "North", "West", "A", "B", "C", "D", "E",
    "Game", "Rules", "Options", "Seats", "Dealer", "SittingOut", "Deal", "Talon", "TalonOrder",
    "Pots", "Radl", "Totals",
    "Contract", "Declarer", "Partner", "Called",
    "Points", "Tricks", "Bonuses", "Result", "Score", "Money", "PotsAfter", "RadlAfter", "TotalsAfter", "Split",
)  # fmt: skip

#: Known tags without a fixed place.
_OTHERS: Final = (
    "Annotator", "DealId", "Description", "Fines", "Generator", "Letters", "Mode", "Operator", "Pagat", "Renonce",
    "Room", "Scorer", "Session", "Source", "Stake", "Time", "Unit", "Valat",
)  # fmt: skip

KNOWN: Final[frozenset[str]] = frozenset((*IDENTITY, *_OTHERS))

#: Streams in time order.
SECTIONS: Final[tuple[str, ...]] = ("Auction", "Exchange", "Announcements", "Play")

_PLACE: Final = {name: place for place, name in enumerate(IDENTITY)}
_SECTION_PLACE: Final = {name: place for place, name in enumerate(SECTIONS)}


def is_table(name: str) -> bool:
    """Whether a tag of this name heads a table: ``ScoreTable``, but not ``Table``."""
    return len(name) > 5 and name.endswith("Table")


def section_rank(name: str) -> int:
    """Place of a known section in time order; -1 for an unknown one."""
    rank = _SECTION_PLACE.get(name)
    if rank is None:
        return len(SECTIONS) if is_table(name) else -1
    return rank


def _key(tag: Tag) -> tuple[int, str]:
    place = _PLACE.get(tag.name)
    return (place, "") if place is not None else (len(IDENTITY), tag.name)


def canonical_order(tags: list[Tag]) -> list[Tag]:
    """*tags* in canonical order; tags of one name keep the order they have."""
    return sorted(tags, key=_key)


@lru_cache(maxsize=1024)
def meant(name: str) -> str:
    """``did you mean Rules?`` for a tag or section that may be misspelled, or ""."""
    if len(name) > 20:
        return ""
    known = {word.lower(): word for word in (*KNOWN, *SECTIONS, "ScoreTable")}
    near = difflib.get_close_matches(name.lower(), list(known), 1, 0.8)
    return f"did you mean {known[near[0]]}?" if near else ""
