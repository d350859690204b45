"""The settlement of a hand, in the order of the table. Source: dansk §6.

Accounts are all seats of the table, the one that sits out among them, then the pots; under
``own_rounding``, which creates and destroys chips, an account ``rounding`` takes them.
"""

from __future__ import annotations

from functools import cache

from tarok_pbn.cards import CODES, T1
from tarok_pbn.games.dansk import facts
from tarok_pbn.games.dansk.cards import ULTIMO
from tarok_pbn.games.dansk.melds import meld_value
from tarok_pbn.games.dansk.pots import pot_names, pot_of, to_be_founded
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.words import wording
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.pots import book_fines, pots_before
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.ledger import Item, Ledger

__all__ = ["Settlement", "accounts", "round5", "settle"]


def accounts(table: Table, rules: Rules) -> tuple[str, ...]:
    """The accounts of a hand."""
    rounding = ("rounding",) if rules.card_settlement == "own_rounding" else ()
    return (*table.everybody, *pot_names(rules), *rounding)


@cache
def round5(n: int) -> int:
    """The multiple of 5 nearest to *n*; a tie cannot occur (§6.6)."""
    q, m = divmod(n, 5)
    return 5 * q if m <= 2 else 5 * q + 5


def settle(table: Table, rules: Rules) -> Ledger:
    """All items of a hand. Raises Undetermined."""
    ledger = Ledger(accounts(table, rules))
    if table.contract == "redeal":
        return ledger
    hand = Settlement(table, rules, ledger)
    hand.before()
    hand.melds()
    facts.played(table)
    hand.counts = facts.trick_counts(table)
    for trick in table.tricks:
        if trick.number < facts.TRICKS and trick.mask & ULTIMO:
            hand.trick(trick)
    hand.last_trick(table.tricks[-1])
    hand.cards()
    hand.found_again()
    book_fines(table, ledger)
    return ledger


class Settlement:
    """One settlement under way. pots: what each pot holds now. counts: tricks of each seat."""

    def __init__(self, table: Table, rules: Rules, ledger: Ledger) -> None:
        self.table = table
        self.rules = rules
        self.ledger = ledger
        self.pots = pots_before(table, pot_names(rules))
        if table.dealer is None:
            raise Undetermined("the dealer")
        self.dealer = table.dealer
        self.counts: list[int] = []

    def _others(self, seat: int) -> tuple[str, ...]:
        return tuple([letter for other, letter in enumerate(self.table.seats) if other != seat])

    def _from_others(self, item: Item, seat: int, amount: int, why: str = "") -> None:
        for letter in self._others(seat):
            item.pay(letter, self.table.seats[seat], amount, why)

    def _to_others(self, item: Item, seat: int, amount: int, why: str = "") -> None:
        for letter in self._others(seat):
            item.pay(self.table.seats[seat], letter, amount, why)

    def _pot_pays(self, item: Item, pot: str, seat: int, amount: int) -> None:
        """Money moves from the pot to a seat (a negative amount: into the pot)."""
        self.pots[pot] -= amount
        item.pay(pot, self.table.seats[seat], amount, f"{pot} pot" if pot != "pot" else pot)

    # --- §6.1 and §6.2 ------------------------------------------------------------------------

    def before(self) -> None:
        """Found empty pots; the dealer's fee."""
        self._found()
        fee, fine = self.rules.dealer_fee, self.rules.pots_not_moved_fine
        if not self.pots:
            return
        if fee:
            item = self.ledger.add(Item("fee", 0, f"{self.table.name(self.dealer)} deals: {fee} into each pot"))
            for pot in self.pots:
                self._pot_pays(item, pot, self.dealer, -fee)
        if self.table.stated.get("pots_not_moved"):
            working = f"the pots were not moved on before the first lead: {fine} into each"
            item = self.ledger.add(Item("pots_not_moved", 0, working))
            for pot in self.pots:
                self._pot_pays(item, pot, self.dealer, -fine)

    def _found(self) -> None:
        empty = to_be_founded(self.pots)
        if not empty:
            return
        stake = self.rules.foundation
        item = self.ledger.add(Item("foundation", 0, f"{' and '.join(empty)} empty: {stake} from everybody"))
        for pot in empty:
            for letter in self.table.everybody:
                item.pay(letter, pot, stake)
            self.pots[pot] += stake * len(self.table.everybody)

    def found_again(self) -> None:
        """An emptied pot, where it is founded at once."""
        if self.rules.foundation_time == "immediate":
            self._found()

    def melds(self) -> None:
        """Each meld is paid by both opponents, player by player from the dealer on."""
        declared = self.table.declared
        if declared is None:
            raise Undetermined("the declarations")
        for step in range(self.table.n):
            seat = self.table.after(self.dealer, step)
            words = declared[seat]
            if words:
                worth = [meld_value(word) for word in words]
                working = " + ".join(
                    [f"{wording(word).text} {value}" for word, value in zip(words, worth, strict=True)]
                )
                item = self.ledger.add(Item(f"melds:{self.table.seats[seat]}", 0, f"{working} from each"))
                for word, value in zip(words, worth, strict=True):
                    self._from_others(item, seat, value, word)

    # --- §6.3 -----------------------------------------------------------------------------------

    def trick(self, trick: Trick) -> None:
        """Kings and pagat in one of the tricks 1 to 24, each for itself."""
        for card, seat in zip(trick.cards, trick.seats, strict=True):
            if not ULTIMO >> card & 1:
                continue
            where = f"{CODES[card]} in trick {trick.number}"
            if seat != trick.winner:
                amount, pot = self.rules.lost_card, pot_of(card, self.rules)
                working = f"{where}: {amount} to each{'' if pot is None else ' and to the pot'}"
                item = self.ledger.add(Item(f"lost:{CODES[card]}", 0, working))
                self._to_others(item, seat, amount)
                if pot is not None:
                    self._pot_pays(item, pot, seat, -amount)
            elif card == T1 and self.rules.pagat_win_pays:
                item = self.ledger.add(Item("won:T1", 0, f"{where}: {self.rules.pagat_win_pays} from each"))
                self._from_others(item, seat, self.rules.pagat_win_pays)

    # --- §6.4 -----------------------------------------------------------------------------------

    def last_trick(self, trick: Trick) -> None:
        """Tout, Nolo, Ultimo or the last trick; then every Bagud, by what the pots held before."""
        content = dict(self.pots)
        counts = self.counts
        tout, nolo = facts.sole_winner(counts), facts.trickless(counts)
        winner = trick.winner or 0
        best = trick.cards[trick.winning]
        bagud = [
            (seat, card)
            for seat, card in zip(trick.seats, trick.cards, strict=True)
            if ULTIMO >> card & 1 and seat != winner
        ]
        rules, add, name = self.rules, self.ledger.add, self.table.name
        if tout is not None:
            amount, fixed = rules.premium("tout"), rules.tout_sum()
            for_cards = f" and {fixed} for the cards" if fixed else ""
            pots = ", and the pots" if content else ""
            item = add(Item("tout", 0, f"{name(tout)} takes all 25 tricks: {amount}{for_cards} from each{pots}"))
            self._from_others(item, tout, amount, "tout")
            if fixed:
                self._from_others(item, tout, fixed, "cards")
            for pot in reversed(content):
                self._pot_pays(item, pot, tout, content[pot])
        elif nolo is not None:
            amount = rules.premium("nolo")
            self._from_others(add(Item("nolo", 0, f"{name(nolo)} takes no trick: {amount} from each")), nolo, amount)
        elif ULTIMO >> best & 1:
            self._ultimo(best, winner, content)
        elif not bagud or rules.last_trick_on_bagud:
            amount = rules.premium("last")
            item = add(Item("last", 0, f"{name(winner)} wins the last trick with {CODES[best]}: {amount} from each"))
            self._from_others(item, winner, amount)
        for seat, card in bagud:
            self._bagud(card, seat, content, f"{CODES[card]} under {CODES[best]} in the last trick")

    def _ultimo(self, card: int, seat: int, content: dict[str, int]) -> None:
        amount, pot = self._premium(card), pot_of(card, self.rules)
        held = "" if pot is None else f", and the pot ({content[pot]})"
        working = f"{self.table.name(seat)} wins the last trick with {CODES[card]}: {amount} from each{held}"
        item = self.ledger.add(Item(f"ultimo:{CODES[card]}", 0, working))
        self._from_others(item, seat, amount, "ultimo")
        if pot is not None:
            self._pot_pays(item, pot, seat, content[pot])

    def _bagud(self, card: int, seat: int, content: dict[str, int], how: str) -> None:
        amount, pot = self._premium(card), pot_of(card, self.rules)
        held = "" if pot is None else f", and as much as the pot held ({content[pot]})"
        item = self.ledger.add(Item(f"bagud:{CODES[card]}", 0, f"{how}: {amount} to each{held}"))
        self._to_others(item, seat, amount, "bagud")
        if pot is not None:
            self._pot_pays(item, pot, seat, -content[pot])

    def _premium(self, card: int) -> int:
        return self.rules.premium("pagat" if card == T1 else "king")

    # --- §6.6 -----------------------------------------------------------------------------------

    def cards(self) -> None:
        """Card points above or below 26, through the next dealer; not after Nolo nor a Tout with a fixed sum."""
        rules, table, counts = self.rules, self.table, self.counts
        if facts.trickless(counts) is not None or (facts.sole_winner(counts) is not None and rules.tout_sum()):
            return
        if rules.pots and not rules.card_points:
            return
        points = facts.points(table, rules)
        bank = facts.next_dealer(table)
        item = Item("cards", 0, ", ".join([f"{letter} {p}" for letter, p in zip(table.seats, points, strict=True)]))
        for seat in range(table.n):
            if rules.card_settlement == "own_rounding":
                item.pay("rounding", table.seats[seat], round5(points[seat] - 26), f"{points[seat]} points")
            elif seat != bank:
                item.pay(table.seats[bank], table.seats[seat], round5(points[seat] - 26), f"{points[seat]} points")
        if rules.card_settlement != "own_rounding":
            item.working += f"; through the next dealer, {table.seats[bank]}"
        self.ledger.add(item)
