"""Danish Tarok: the 78-card game of Ultimo and Bagud for three, or four with one sitting out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from tarok_pbn.cards import CODES, PACK78
from tarok_pbn.games.dansk import facts
from tarok_pbn.games.dansk.aims import aims, named_aims, worth
from tarok_pbn.games.dansk.cards import ULTIMO
from tarok_pbn.games.dansk.hand import hand, opening
from tarok_pbn.games.dansk.pots import final_split, pot_names, to_be_founded
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.running import trick_points
from tarok_pbn.games.dansk.settle import settle
from tarok_pbn.games.dansk.stated import stated_problems
from tarok_pbn.games.dansk.told import shown
from tarok_pbn.games.dansk.words import WORDS, wording
from tarok_pbn.games.kit.ahead import Ahead
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.game import Game, TagProblem, Undetermined
from tarok_pbn.games.kit.pots import pots_before
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.words import Word
from tarok_pbn.ledger import Amount, Ledger

__all__ = ["GAME", "Dansk"]


class Dansk(Game):
    """The room's face to the rest of the house."""

    family = "dansk"
    title = "Danish Tarok"
    seats = ("S", "E", "W")
    tables = (("S", "E", "W"), ("S", "E", "N", "W"))
    pack = PACK78
    hand_size = 25
    dealer_size = 28
    talon_size = 0
    talon_sizes = (0, 3)
    shows = "names"
    tricks = 25
    default = "dansk-1"
    package = "tarok_pbn.games.dansk"
    options_model = Rules
    balanced = False
    lead_paragraph = "5"
    compared: ClassVar[dict[str, str]] = {"SittingOut": "R015", "Points": "S003", "Result": "S008", "PotsAfter": "S010"}
    stated_tags = ("Result", "Score", "PotsAfter")
    language = "da"
    words = WORDS
    ahead = Ahead(opening, worth, aims, named_aims, shown)

    def active(self, seats: tuple[str, ...], dealer: str | None) -> tuple[str, ...]:
        """Forehand, the third player, the dealer; of four the one opposite the dealer sits out (§3.1)."""
        d = seats.index(dealer) if dealer in seats else len(seats) - 1
        n = len(seats)
        return (seats[(d + 1) % n], seats[(d + n - 1) % n], seats[d])

    def hand_sizes(self, table: Table) -> tuple[int, ...]:
        """25 cards each; the dealer's 28, with the last three, unless those stand in the Talon tag (§3.2)."""
        last = 3 if not table.talon else 0
        if table.dealer is None:
            return tuple([28 if last and hand is not None and hand.bit_count() == 28 else 25 for hand in table.dealt])
        return tuple([25 + last * (seat == table.dealer) for seat in range(table.n)])

    def script(self, table: Table, rules: Any) -> Script:
        """One hand."""
        return hand(table, rules)

    def settle(self, table: Table, rules: Any) -> Ledger:
        """The settlement; raises Undetermined."""
        if table.ledger is None:
            table.ledger = settle(table, rules)
        return table.ledger

    def idle_score(self, table: Table, rules: Any) -> Amount | None:
        """Nothing where no pot is founded; else who sits out founds it, too, and a score has to say so (§6.1, §7)."""
        if not rules.pots:
            return 0
        if rules.foundation_time == "immediate":
            return None
        try:
            return None if to_be_founded(pots_before(table, pot_names(rules))) else 0
        except Undetermined:
            return None

    def computed(self, table: Table, rules: Any) -> dict[str, str]:
        """Points, result and pots as the hand gives them, and who sits out."""
        tags: dict[str, str] = {}
        out = [seat for seat in table.everybody if seat not in table.seats]
        if out or "SittingOut" in table.stated:
            tags["SittingOut"] = " ".join(out)
        if table.dealer is None or not table.tricks:
            return tags
        try:
            points = dict(zip(table.seats, facts.points(table, rules), strict=True))
            tags["Points"] = "; ".join([f"{s} {points[s]}" for s in table.everybody if s in points])
            tags["Result"] = _result(table)
            if rules.pots:
                pots, totals = pots_before(table, pot_names(rules)), self.settle(table, rules).totals()
                tags["PotsAfter"] = "; ".join([f"{pot} {content + totals[pot]}" for pot, content in pots.items()])
        except Undetermined:
            pass
        return tags

    def split_pots(
        self,
        pots: dict[str, Amount],
        totals: dict[str, Amount],
        replay: Any,
        recorded: Mapping[str, Amount] | None = None,
    ) -> dict[str, Amount] | None:
        """The final division (§7); None where a remainder is left to a record that states nothing."""
        seats, rules = replay.record_seats, replay.rules
        split = final_split(pots, totals, seats, replay.record.get("Dealer"), rules)
        out = {pot: -content for pot, content in pots.items()}
        if split.remainder and split.receiver is None:
            if recorded is None:
                return None
            shares = {seat: recorded.get(seat, 0) for seat in seats}
            if sum(shares.values()) == sum(pots.values()) and min(shares.values()) >= split.share:
                return {**shares, **out}
            # Nobody may get less than the equal share: shown as it would be by the usual rule.
            split = final_split(
                pots, totals, seats, replay.record.get("Dealer"), replace(rules, end_split_remainder="lowest_score")
            )
        return {**split.amounts(seats), **out}

    def tag_problems(self, table: Table, rules: Any) -> list[TagProblem]:
        """Stated tags that cannot be used, or cannot be what came of a hand."""
        return list(stated_problems(table, rules))

    def word(self, token: str) -> Word:
        """Melds and table talk in whole phrases, the rest word by word."""
        return wording(token)

    def sides(self, table: Table) -> tuple[frozenset[int], ...] | None:
        """Everybody plays for himself."""
        return tuple(frozenset({seat}) for seat in range(table.n))

    def trick_points(self, table: Table, rules: Any, trick: Trick | None) -> Mapping[int, int] | None:
        """Thirds gained by a trick, or by the skat."""
        return trick_points(table, rules, trick)


def _result(table: Table) -> str:
    """What the last trick and the trick counts came to: ``W ultimo:HK; S bagud:SK; E bagud:DK``."""
    counts = facts.trick_counts(table)
    trick = table.tricks[-1]
    winner = trick.winner or 0
    best = trick.cards[trick.winning]
    tout, nolo = facts.sole_winner(counts), facts.trickless(counts)
    if tout is not None:
        parts = [f"{table.seats[tout]} tout"]
    elif nolo is not None:
        parts = [f"{table.seats[nolo]} nolo"]
    elif ULTIMO >> best & 1:
        parts = [f"{table.seats[winner]} ultimo:{CODES[best]}"]
    else:
        parts = [f"{table.seats[winner]} last"]
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        if seat != winner and ULTIMO >> card & 1:
            parts.append(f"{table.seats[seat]} bagud:{CODES[card]}")
    return "; ".join(parts)


GAME = Dansk()
