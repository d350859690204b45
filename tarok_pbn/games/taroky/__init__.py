"""Czech taroky, volání devatenáctky (calling the XIX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tarok_pbn.cards import PACK54
from tarok_pbn.games.kit.ahead import Ahead
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.game import Game, TagProblem, Undetermined
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.terms import Offer
from tarok_pbn.games.taroky import facts
from tarok_pbn.games.taroky.aims import aims, named_aims, worth
from tarok_pbn.games.taroky.announce import partner_known
from tarok_pbn.games.taroky.announce import sides as two_sides
from tarok_pbn.games.taroky.hand import called_word, contract_word, hand, opening
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.games.taroky.running import sides, trick_points
from tarok_pbn.games.taroky.settle import pot_before, settle
from tarok_pbn.games.taroky.stated import stated_problems
from tarok_pbn.games.taroky.told import shown
from tarok_pbn.games.taroky.words import WORDS
from tarok_pbn.ledger import Ledger, amount_text

__all__ = ["GAME", "Taroky"]

_TROJKA = ("trojka:1", "trojka:2", "trojka:3")


class Taroky(Game):
    """The room's face to the rest of the house."""

    family = "taroky"
    title = "Czech taroky"
    seats = ("S", "E", "N", "W")
    pack = PACK54
    hand_size = 12
    talon_size = 6
    tricks = 12
    default = "devatenactka-1"
    package = "tarok_pbn.games.taroky"
    options_model = Rules
    language = "cs"
    told = frozenset({"pagat", "valat", "renonc"})
    words = WORDS
    lead_paragraph = "8"
    compared: ClassVar[dict[str, str]] = {
        "Contract": "A007",
        "Declarer": "A008",
        "Partner": "A009",
        "Called": "R015",
        "Points": "S003",
        "Pagat": "R015",
        "Valat": "R015",
        "PotsAfter": "S010",
    }
    ahead = Ahead(opening, worth, aims, named_aims, shown)

    def script(self, table: Table, rules: Any) -> Script:
        """One hand."""
        return hand(table, rules)

    def settle(self, table: Table, rules: Any) -> Ledger:
        """The settlement; raises Undetermined."""
        return settle(table, rules)

    def computed(self, table: Table, rules: Any) -> dict[str, str]:
        """Outcome tags that the hand determines."""
        tags = self._outcome(table, rules)
        if rules.pot == "shared" and "Pots" in table.stated:
            try:
                change = settle(table, rules).totals()["pot"]
                tags["PotsAfter"] = f"pot {amount_text(pot_before(table) + change)}"
            except Undetermined:
                pass
        return tags

    def _outcome(self, table: Table, rules: Any) -> dict[str, str]:
        tags: dict[str, str] = {}
        if "Auction" in table.given:
            tags["Contract"] = contract_word(table)
            tags["Declarer"] = table.seats[table.declarer] if table.declarer is not None else ""
            tags["Called"] = called_word(table)
        elif table.contract is not None and table.contract.startswith("trojka") and "Exchange" in table.given:
            tags["Contract"] = contract_word(table)
        if table.contract == "varsava":
            tags["Partner"] = ""
            try:
                points, _ = facts.varsava_points(table, rules)
                tags["Points"] = "; ".join(f"{s} {p}" for s, p in zip(table.seats, points, strict=True))
            except Undetermined:
                pass
            return tags
        if table.contract is None or table.declarer is None:
            return tags
        if partner_known(table):
            tags["Partner"] = table.seats[table.partner] if table.partner is not None else ""
        if not table.count:
            return tags
        try:
            own = facts.points(table, rules)
            tags["Points"] = f"{own} {rules.point_base - own}"
        except Undetermined:
            pass
        try:
            last = facts.last_trick_pagat(table)
            tags["Pagat"] = "" if last is None else f"{table.seats[last[0]]} {'won' if last[1] else 'lost'}"
        except Undetermined:
            pass
        try:
            swept = facts.swept(table, rules)
            tags["Valat"] = _valat(table, swept)
        except Undetermined:
            pass
        return tags

    def tag_problems(self, table: Table, rules: Any) -> list[TagProblem]:
        """Outcome tags that cannot be what came of a hand."""
        return list(stated_problems(table, rules))

    def sides(self, table: Table) -> tuple[frozenset[int], ...] | None:
        """Declarer's side and defence; in Varšava each for himself."""
        return sides(table)

    def trick_points(self, table: Table, rules: Any, trick: Trick | None) -> dict[int, int] | None:
        """Thirds won by a trick, or owned before the first."""
        return trick_points(table, rules, trick)

    def offers(self, rules: Any) -> Mapping[str, Offer]:
        """The contracts of a rule set."""
        found = {"solo": Offer(as_dealt=True), "varsava": Offer(as_dealt=True, declared=False)}
        calls = dict.fromkeys(("povinnost", "druha"), Offer(calls=True))
        words = [part for word in rules.contracts for part in (_TROJKA if word == "trojka" else (word,))]
        return {word: found.get(word) or calls.get(word) or Offer() for word in words}


def _valat(table: Table, swept: int | None) -> str:
    """A seat of the side that took all tricks, the recorded one if it is; "" where neither side did."""
    if swept is None:
        return ""
    letters = [table.seats[seat] for seat in sorted(two_sides(table)[swept])]
    stated = table.stated.get("Valat", "")
    if stated in letters:
        return stated
    return table.seats[table.declarer or 0] if swept == 0 else letters[0]


GAME = Taroky()
