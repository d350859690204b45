"""Pots and fines: what a record states about accounts beside the seats.

A Pots tag lists what each pot holds before the hand (``pagat 65; king 65``); a Fines tag lists
payments that were agreed at the table (``W S 10; W pagat 5 cards miscounted``): payer, payee,
amount and, if one likes, why. The scorer books fines as they stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import Item, Ledger, Transfer

__all__ = ["book_fines", "fines_of", "parse_pots", "pots_before"]

_NOTHING: Final = ("?", "", "-")


def parse_pots(text: str) -> dict[str, int] | None:
    """Pot -> content of ``pagat 65; king 65``; None where it cannot be read."""
    pots: dict[str, int] = {}
    for part in text.split(";"):
        words = part.split()
        content = whole(words[1]) if len(words) == 2 else None
        if content is None or words[0] in pots:
            return None
        pots[words[0]] = content
    return pots


def pots_before(table: Table, names: Iterable[str]) -> dict[str, int]:
    """What the pots of these names hold before the hand. Raises Undetermined without a usable Pots tag."""
    names = tuple(names)
    if not names:
        return {}
    stated = table.stated.get("Pots", "?")
    pots = parse_pots(stated) if stated not in _NOTHING else None
    if pots is None or any(name not in pots for name in names):
        raise Undetermined(
            f'what the pots held before the hand (a tag such as [Pots "{"; ".join(f"{name} 0" for name in names)}"])'
        )
    return {name: pots[name] for name in names}


def fines_of(text: str) -> list[Transfer] | str:
    """The fines of a Fines tag, or the part of it that cannot be read."""
    fines = []
    for part in text.split(";"):
        words = part.split()
        if not words:
            continue
        amount = whole(words[2]) if len(words) > 2 else None
        if amount is None or words[0] == words[1]:
            return part.strip()
        fines.append(Transfer(words[0], words[1], amount, " ".join(words[3:])))
    return fines


def book_fines(table: Table, ledger: Ledger) -> None:
    """Add the recorded fines to a ledger as they stand. Raises Undetermined where they cannot be used."""
    stated = table.stated.get("Fines", "")
    if stated in _NOTHING:
        return
    fines = fines_of(stated)
    if isinstance(fines, str) or any({f.payer, f.payee} - set(ledger.accounts) for f in fines):
        raise Undetermined("fines that can be booked")
    item = ledger.add(Item("fine", 0, "; ".join(f.why or f"{f.payer} to {f.payee}" for f in fines)))
    item.transfers += fines
