"""What an expression asks of a record, from whatever is at hand: its tags, the record, its replay, or an index.

All of it is plain data (text, numbers, lists), so that an index can keep it and give the same answers.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from tarok_pbn.archive.summary import Summary
from tarok_pbn.cards import CODES
from tarok_pbn.games import find
from tarok_pbn.games.kit.ladder import spoken
from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.ledger import amount_text
from tarok_pbn.notation import write
from tarok_pbn.notation.dealid import deal_id
from tarok_pbn.notation.files import to_bytes
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.values import CHECKED, check_value
from tarok_pbn.record import Record, Source, Tag
from tarok_pbn.replay import rules_for

__all__ = [
    "Facts", "HeaderFacts", "ParsedFacts", "StoredFacts", "SummaryFacts", "Untold", "known_value", "stored_columns",
]  # fmt: skip

#: what says that something is not known, as ``Summary.tag`` has it
_UNKNOWN = "?.- "
_DECODE = json.JSONDecoder().raw_decode


def known_value(value: str) -> str | None:
    """A tag's value; None where it says nothing."""
    return value if value.strip(_UNKNOWN) else None


class Untold(LookupError):
    """Asked of a record that has not been read, or replayed, far enough to tell it; the search sees to it before."""


class Facts(ABC):
    """A record as the evaluator sees it; whoever knows less than all of it raises Untold for the rest.

    file, number: where it stands. ``hand``: dealing, bidding, outcome and findings. ``play``: the tricks.
    Seats are letters, cards numbers, hands masks; what is not known is None or missing.
    """

    file: str
    number: int

    @abstractmethod
    def tag(self, name: str) -> str | None:
        """Value of a tag; None where the record does not tell it."""

    @cached_property
    def hand(self) -> dict[str, Any]:
        """Everything of ``_hand``."""
        raise Untold("the hand of a record that has not been replayed")

    @cached_property
    def play(self) -> dict[str, Any]:
        """Everything of ``_play``."""
        raise Untold("the tricks of a record that has not been replayed")

    @cached_property
    def worths(self) -> list[int | None]:
        """Thirds of a card point that each trick brings."""
        raise Untold("the worth of the tricks of a record that has not been replayed")

    @cached_property
    def id(self) -> str | None:
        """Hash of the canonical text."""
        raise Untold("the hash of a record of which only the tags were read")

    @cached_property
    def deal_id(self) -> str | None:
        """DealId, where the deal is wholly known."""
        raise Untold("the DealId of a record of which only the tags were read")

    @property
    def game(self) -> str | None:
        """Family of the game, as the record names it."""
        return self.tag("Game")

    @property
    def dealer(self) -> str | None:
        """Seat letter of the dealer."""
        return self.tag("Dealer")

    @cached_property
    def rules(self) -> str | None:
        """Rule set that is used; for a game that is not known the recorded one."""
        named = self.tag("Rules")
        game = find(self.tag("Game") or "")
        if game is None or named in game.rulesets():
            return named
        tags = [Tag("Game", game.family), Tag("Rules", named or "?")]
        source = Source([], self.file or None)
        return rules_for(Record(tags, source=source), game, [])[0].name


class HeaderFacts(Facts):
    """The tags alone, inherited values resolved."""

    def __init__(self, tags: Mapping[str, str], file: str, number: int) -> None:
        self.tags = tags
        self.file = file
        self.number = number

    def tag(self, name: str) -> str | None:
        """Value of a tag; None where the record does not tell it."""
        value = self.tags.get(name, "?")
        if name in CHECKED:
            respelled, problems = check_value(name, value)
            value = value if problems else respelled
        return known_value(value)


class ParsedFacts(Facts):
    """A record as read."""

    def __init__(self, parsed: Parsed, file: str) -> None:
        self.parsed = parsed
        self.file = file
        self.number = parsed.number

    def tag(self, name: str) -> str | None:
        """Value of a tag; None where the record does not tell it."""
        return known_value(self.parsed.record.get(name))

    @cached_property
    def id(self) -> str | None:
        """Hash of the canonical text."""
        return hashlib.sha256(to_bytes(write(self.parsed.record))).hexdigest()[:16]  # as Summary.id

    @cached_property
    def deal_id(self) -> str | None:
        """DealId, where the deal is wholly known."""
        return deal_id(self.parsed.record)


class SummaryFacts(Facts):
    """A replayed record."""

    def __init__(self, summary: Summary, file: str | None = None) -> None:
        self.summary = summary
        self.file = summary.file if file is None else file
        self.number = summary.number

    def tag(self, name: str) -> str | None:
        """Value of a tag; None where the record does not tell it."""
        return self.summary.tag(name)

    @cached_property
    def id(self) -> str | None:
        """Hash of the canonical text."""
        return self.summary.id

    @cached_property
    def deal_id(self) -> str | None:
        """DealId, where the deal is wholly known."""
        return self.summary.deal

    @cached_property
    def rules(self) -> str | None:
        """Rule set that was used."""
        return self.summary.rules

    @cached_property
    def hand(self) -> dict[str, Any]:
        """Everything of ``_hand``."""
        return _hand(self.summary)

    @cached_property
    def play(self) -> dict[str, Any]:
        """Everything of ``_play``."""
        return _play(self.summary)

    @cached_property
    def worths(self) -> list[int | None]:
        """Thirds of a card point that each trick brings."""
        return [self.summary.trick_thirds(trick) for trick in self.summary.tricks]


class StoredFacts(Facts):
    """A record as an index keeps it. stored: gives the text of a column by its name, None for nothing."""

    def __init__(self, file: str, number: int, stored: Callable[[str], str | None]) -> None:
        self.file = file
        self.number = number
        self._stored = stored

    def _loaded(self, column: str) -> Any:
        text = self._stored(column)
        return _DECODE(text)[0] if text is not None else None

    @cached_property
    def _tags(self) -> dict[str, str]:
        return self._loaded("tags") or {}

    def tag(self, name: str) -> str | None:
        """Value of a tag; None where the record does not tell it."""
        return self._tags.get(name)

    @cached_property
    def rules(self) -> str | None:
        """Rule set that was used."""
        rules: str | None = self.hand["rules"]
        return rules

    @cached_property
    def id(self) -> str | None:
        """Hash of the canonical text."""
        return self._stored("record_id")

    @cached_property
    def deal_id(self) -> str | None:
        """DealId, where the deal is wholly known."""
        return self._stored("deal_id")

    @cached_property
    def hand(self) -> dict[str, Any]:
        """Everything of ``_hand``."""
        hand: dict[str, Any] = self._loaded("hand")
        return hand

    @cached_property
    def play(self) -> dict[str, Any]:
        """Everything of ``_play``."""
        play: dict[str, Any] = self._loaded("play")
        return play

    @cached_property
    def worths(self) -> list[int | None]:
        """Thirds of a card point that each trick brings."""
        worths: list[int | None] = self._loaded("worths")
        return worths


def stored_columns(facts: SummaryFacts) -> dict[str, str | None]:
    """Column -> text, from which ``StoredFacts`` gives the same answers."""
    tags = {tag.name: tag.value for tag in reversed(facts.summary.record.tags) if known_value(tag.value) is not None}
    return {
        "record_id": facts.id,
        "deal_id": facts.deal_id,
        "tags": _json(tags),
        "hand": _json(facts.hand),
        "play": _json(facts.play),
        "worths": _json(facts.worths),
    }


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


# --- what a replay tells ------------------------------------------------------------------------------


def _hand(summary: Summary) -> dict[str, Any]:
    table = summary.table
    found = summary.checked.findings
    codes = [finding.code for finding in found]
    sides, score = summary.sides, summary.score
    return {
        "rules": summary.rules,
        "contract": summary.contract,
        "called": CODES[table.called] if table is not None and table.called is not None else summary.tag("Called"),
        "outcome": summary.outcome,
        "declarer": summary.declarer,
        "partner": _partner(summary),
        "forehand": summary.active[0] if summary.active and summary.dealer is not None else None,
        "seats": list(summary.seats or SEAT_NAMES),
        "active": list(summary.active),
        "idle": list(summary.idle),
        "players": summary.players,
        "sides": [list(side) for side in sides] if sides is not None else None,
        "side_points": summary.side_points,
        "seat_points": summary.seat_points,
        "score": {name: amount_text(amount) for name, amount in score.items()} if score is not None else None,
        "agrees": summary.agrees,
        "codes": codes,
        "errors": sum(finding.severity == "error" for finding in found),
        "warnings": sum(finding.severity == "warning" for finding in found),
        "dealt": summary.dealt,
        "held": summary.at_play,
        "laid": _laid(summary, table) if table is not None else {},
        "said": _said(summary),
        "doubles": _doubles(table) if table is not None and summary.record.section("Announcements") else None,
        "tricks": table.count if table is not None else 0,
    }


def _partner(summary: Summary) -> list[str] | None:
    """The partner's letter in a list; an empty one where the declarer plays alone."""
    if summary.partner is not None:
        return [summary.partner]
    sides = summary.sides
    if sides is None or summary.declarer is None:
        return None
    return [] if sides[0] == (summary.declarer,) else None


def _laid(summary: Summary, table: Table) -> dict[str, int]:
    """Seat letter -> mask of the cards laid away; seats of which the record does not tell are missing."""
    told = summary.record.section("Exchange") is not None
    return {
        letter: mask
        for letter, mask in zip(summary.active, table.laid, strict=True)
        if mask is not None and (mask or told)
    }


def _said(summary: Summary) -> list[list[str]] | None:
    section = summary.record.section("Announcements")
    return [[seat, word] for seat, word, _ in section.items()] if section is not None else None


def _doubles(table: Table) -> list[list[Any]]:
    return [[spoken(double.what), double.level, double.word] for double in table.doubles]


def _play(summary: Summary) -> dict[str, Any]:
    table, game = summary.table, summary.checked.replay.game
    if table is None or game is None:
        return {"tricks": [], "complete": False, "claim": None, "total": 0}
    active = summary.active
    complete = table.play_complete(game.tricks) or bool(table.over)
    claim = None
    if table.claim is not None:
        seat, mask = table.claim
        claim = [active[seat], mask]
    tricks = [
        [
            active[trick.leader], [active[seat] for seat in trick.seats], list(trick.cards),
            active[trick.winner] if trick.winner is not None else None,
        ]
        for trick in table.tricks
    ]  # fmt: skip
    return {"tricks": tricks, "complete": complete, "claim": claim, "total": game.tricks}
