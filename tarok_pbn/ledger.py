"""The ledger: a settlement as balanced transfers, grouped into items.

Amounts are ints, or ``Fraction`` where a rule really divides (a Varšava with three
tied losers). Scores and score tables are views of the transfers; a pot is an
account like a seat's.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

__all__ = ["Amount", "Factor", "Item", "Ledger", "Transfer", "amount_text", "parse_amount"]

#: Units of the game, or chips: an int, or an exact fraction.
Amount = int | Fraction
#: characters of an amount at most
_LONGEST: Final = 40


class Transfer(NamedTuple):
    """*payer* pays *payee* the (positive) *amount*; *why* in a few words."""

    payer: str
    payee: str
    amount: Amount
    why: str = ""


class Factor(NamedTuple):
    """One multiplier of an item's chain, such as (2, "flek on the game")."""

    times: int
    why: str


class Item:
    """One line of a settlement.

    name: the item's token in a score table (``game``, ``melds``, ``pagat`` ...).
    base: the amount before the multipliers, from the declarer's point of view, per head.
    working: how base came about, in figures ("32 - 35").
    factors: the multipliers, in order.
    transfers: who paid whom.
    """

    __slots__ = ("base", "factors", "name", "transfers", "working")

    def __init__(
        self,
        name: str,
        base: Amount = 0,
        working: str = "",
        factors: tuple[Factor, ...] = (),
    ) -> None:
        self.name = name
        self.base = base
        self.working = working
        self.factors = factors
        self.transfers: list[Transfer] = []

    @property
    def amount(self) -> Amount:
        """base times all multipliers."""
        total = self.base
        for times, _ in self.factors:
            total *= times
        return total

    def pay(self, payer: str, payee: str, amount: Amount, why: str = "") -> None:
        """Book a transfer; a negative amount is booked the other way round, a zero not at all."""
        if amount > 0:
            self.transfers.append(Transfer(payer, payee, amount, why))
        elif amount < 0:
            self.transfers.append(Transfer(payee, payer, -amount, why))

    def changes(self) -> dict[str, Amount]:
        """Account -> what it gained or lost in this item; accounts without a change are missing."""
        result: dict[str, Amount] = {}
        for payer, payee, amount, _ in self.transfers:
            result[payer] = result.get(payer, 0) - amount
            result[payee] = result.get(payee, 0) + amount
        return result

    def __repr__(self) -> str:
        return f"<Item {self.name} {self.changes()}>"


class Ledger:
    """The items of one hand over its accounts (seats, then pots)."""

    __slots__ = ("accounts", "items")

    def __init__(self, accounts: Iterable[str]) -> None:
        self.accounts = tuple(accounts)
        self.items: list[Item] = []

    def add(self, item: Item) -> Item:
        """Append an item and return it."""
        self.items.append(item)
        return item

    def item(self, name: str) -> Item | None:
        """The first item of that name."""
        for item in self.items:
            if item.name == name:
                return item
        return None

    def totals(self) -> dict[str, Amount]:
        """Account -> sum over all items, every account present. The sum of the values is 0."""
        totals: dict[str, Amount] = dict.fromkeys(self.accounts, 0)
        for item in self.items:
            for payer, payee, amount, _ in item.transfers:
                totals[payer] -= amount
                totals[payee] += amount
        return totals

    def rows(self) -> list[tuple[str, dict[str, Amount]]]:
        """(item name, account -> amount) for a score table; items of one name are added up."""
        merged: dict[str, dict[str, Amount]] = {}
        for item in self.items:
            row = merged.get(item.name)
            if row is None:
                row = merged[item.name] = dict.fromkeys(self.accounts, 0)
            for payer, payee, amount, _ in item.transfers:
                row[payer] -= amount
                row[payee] += amount
        return list(merged.items())


def amount_text(amount: Amount, *, sign: bool = False) -> str:
    """``-8``, ``-10/3``; with *sign* a plus before positive amounts."""
    text = str(amount)
    return f"+{text}" if sign and amount > 0 else text


def parse_amount(text: str) -> Amount | None:
    """The amount written as ``-8``, ``+8`` or ``-10/3``; None where it is none, or longer than amounts are."""
    if len(text) > _LONGEST:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = Fraction(text.replace("\N{MINUS SIGN}", "-"))
    except (ValueError, ZeroDivisionError):
        return None
    if "." in text or "e" in text.lower():
        return None  # units are whole or a fraction, never decimals
    return int(value) if value.denominator == 1 else value
