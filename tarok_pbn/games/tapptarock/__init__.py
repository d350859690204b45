"""Tapp-Tarock for three: a relative of Königrufen on the same kit."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, ClassVar

from tarok_pbn.cards import PACK54
from tarok_pbn.games.kit.ahead import Ahead
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.game import Game, Undetermined
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.terms import Offer
from tarok_pbn.games.kit.tricks import masks_of
from tarok_pbn.games.kit.words import Word
from tarok_pbn.games.koenigrufen.cards import thirds
from tarok_pbn.games.koenigrufen.words import WORDS
from tarok_pbn.games.tapptarock.aims import aims, named_aims, worth
from tarok_pbn.games.tapptarock.hand import BIDS, hand, opening
from tarok_pbn.games.tapptarock.rules import Rules
from tarok_pbn.games.tapptarock.settle import points, settle
from tarok_pbn.games.tapptarock.told import shown
from tarok_pbn.ledger import Ledger

__all__ = ["GAME", "Tapptarock"]


class Tapptarock(Game):
    """The room's face to the rest of the house."""

    family = "tapptarock"
    title = "Tapp-Tarock"
    seats = ("S", "E", "W")
    pack = PACK54
    hand_size = 16
    talon_size = 6
    tricks = 16
    default = "tapp-1"
    package = "tarok_pbn.games.tapptarock"
    options_model = Rules
    language = "de"
    words: ClassVar[Mapping[str, Word]] = {
        **WORDS,
        "unterer": Word("Unterer", "the lower half of the talon"),
        "oberer": Word("Oberer", "the upper half of the talon"),
        "solo": Word("Solo", "without the talon"), "koenigstrull": Word("Königstrull", "four kings in hand"),
        "koepfe": Word("Köpfe", "two Trull cards in hand"), "redeal": Word("neu geben", "dealt again"),
    }  # fmt: skip
    lead_paragraph = "App. A"
    stated_tags = ("Bonuses",)
    compared: ClassVar[dict[str, str]] = {"Contract": "A007", "Declarer": "A008", "Points": "S003"}
    ahead = Ahead(opening, worth, aims, named_aims, shown)

    def script(self, table: Table, rules: Any) -> Script:
        """One hand."""
        return hand(table, rules)

    def settle(self, table: Table, rules: Any) -> Ledger:
        """The settlement; raises Undetermined."""
        return settle(table, rules)

    def computed(self, table: Table, rules: Any) -> dict[str, str]:
        """Outcome tags that the hand determines."""
        tags: dict[str, str] = {}
        if "Auction" in table.given and table.contract is not None:
            tags["Contract"] = table.contract
            tags["Declarer"] = table.seats[table.declarer] if table.declarer is not None else ""
        if table.tricks and table.declarer is not None:
            with contextlib.suppress(Undetermined):
                tags["Points"] = " ".join(str(count // 3) for count in points(table))
        return tags

    def sides(self, table: Table) -> tuple[frozenset[int], ...] | None:
        """The declarer and the others; in Trischaken each for himself."""
        if table.declarer is None:
            return tuple(frozenset({seat}) for seat in range(table.n)) if table.contract == "trischaken" else None
        return frozenset({table.declarer}), frozenset(range(table.n)) - {table.declarer}

    def trick_points(self, table: Table, rules: Any, trick: Trick | None) -> dict[int, int] | None:
        """Thirds won by a trick, or owned before the first: what was laid away, and what was left of the talon."""
        if trick is not None:
            return None if trick.winner is None or not trick.known else {trick.winner: thirds(masks_of([trick]))}
        if table.declarer is None:
            return {} if table.contract == "trischaken" else None
        laid = table.laid[table.declarer]
        if laid is None or not table.play_complete(self.tricks):
            return None
        left = PACK54 & ~masks_of(table.tricks) & ~laid
        other = table.after(table.declarer, 1)
        return {seat: count for seat, count in ((table.declarer, thirds(laid)), (other, thirds(left))) if count}

    def offers(self, rules: Any) -> Mapping[str, Offer]:
        """The contracts of a rule set."""
        found = {bid: Offer(as_dealt=bid == "solo") for bid in BIDS}
        return (
            {"trischaken": Offer(as_dealt=True, declared=False), **found} if rules.all_pass == "trischaken" else found
        )


GAME = Tapptarock()
