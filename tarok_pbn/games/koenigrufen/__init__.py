"""Austrian Königrufen: call games, solos, colour and negative games, Trischaken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tarok_pbn.cards import PACK54
from tarok_pbn.games.kit.ahead import Ahead
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.game import Game, TagProblem, Undetermined
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.terms import Offer
from tarok_pbn.games.koenigrufen.aims import aims, named_aims, worth
from tarok_pbn.games.koenigrufen.call import callable_cards
from tarok_pbn.games.koenigrufen.contracts import offers
from tarok_pbn.games.koenigrufen.hand import hand, opening
from tarok_pbn.games.koenigrufen.outcome import computed
from tarok_pbn.games.koenigrufen.renonce import renonce
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.running import sides, trick_points
from tarok_pbn.games.koenigrufen.settle import settle
from tarok_pbn.games.koenigrufen.tags import tag_problems
from tarok_pbn.games.koenigrufen.told import shown
from tarok_pbn.games.koenigrufen.words import WORDS
from tarok_pbn.ledger import Ledger

__all__ = ["GAME", "Koenigrufen"]


class Koenigrufen(Game):
    """The room's face to the rest of the house."""

    family = "koenigrufen"
    title = "Königrufen"
    seats = ("S", "E", "N", "W")
    pack = PACK54
    hand_size = 12
    talon_size = 6
    tricks = 12
    default = "seed-default"
    package = "tarok_pbn.games.koenigrufen"
    options_model = Rules
    language = "de"
    words = WORDS
    lead_paragraph = "3.1"
    silent = frozenset({"pass", "-", "gut"})
    stated_tags = ("Bonuses", "Radl", "TalonOrder", "Tricks")
    compared: ClassVar[dict[str, str]] = {
        "Contract": "A007", "Declarer": "A008", "Partner": "A009", "Called": "R015",
        "Points": "S003", "Tricks": "R015", "RadlAfter": "R015",
    }  # fmt: skip
    ahead = Ahead(opening, worth, aims, named_aims, shown)

    def active(self, seats: tuple[str, ...], dealer: str | None) -> tuple[str, ...]:
        """The four who play, from Vorhand on; at a table of five the dealer sits out (§2)."""
        return super().active(seats, dealer)[:4]

    def script(self, table: Table, rules: Any) -> Script:
        """One hand."""
        return hand(table, rules)

    def settle(self, table: Table, rules: Any) -> Ledger:
        """The score sheet (Schrift); raises Undetermined."""
        return settle(table, rules)[0]

    def other_ledgers(self, table: Table, rules: Any) -> dict[str, Ledger]:
        """Money (Geld), where kontra always counts; and for a marked revoke what it should cost (Renonce)."""
        ledgers = {}
        try:
            ledgers["Money"] = settle(table, rules)[1]
            if table.revokes:
                ledgers["Renonce"] = renonce(table, rules, counts=rules.kontra_in_score)
        except Undetermined as lacks:
            table.unknown["Renonce"] = str(lacks)
        return ledgers

    def tag_problems(self, table: Table, rules: Any) -> list[TagProblem]:
        """Tags of this game's own form, and hands that are dealt again."""
        return tag_problems(table, rules)

    def computed(self, table: Table, rules: Any) -> dict[str, str]:
        """Outcome tags that the hand determines."""
        return computed(table, rules)

    def sides(self, table: Table) -> tuple[frozenset[int], ...] | None:
        """Declarer's side and the others; in Trischaken each for himself."""
        return sides(table)

    def trick_points(self, table: Table, rules: Any, trick: Trick | None) -> dict[int, int] | None:
        """Thirds won by a trick, or owned before the first."""
        return trick_points(table, rules, trick)

    def offers(self, rules: Any) -> Mapping[str, Offer]:
        """The contracts of a rule set."""
        return offers(rules.contracts)

    def callable_cards(self, hand: int | None, rules: Any) -> tuple[str, ...]:
        """The kings, and where the rule set has it so the queens; see §3.3 and §4."""
        return callable_cards(hand, rules)


GAME = Koenigrufen()
