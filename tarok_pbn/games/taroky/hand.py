"""A hand of Czech taroky as a script, and what it has come to. Reads like the rule page."""

from __future__ import annotations

from functools import cache
from typing import Final

from tarok_pbn.cards import CARD, CODES
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import Law, PlainLaw, play, strengths
from tarok_pbn.games.taroky.announce import announcements
from tarok_pbn.games.taroky.auction import auction
from tarok_pbn.games.taroky.exchange import exchange
from tarok_pbn.games.taroky.laws import HeldPagat, Varsava
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["called_word", "contract_word", "hand", "law", "opening"]

TRICKS: Final = 12
_strengths: Final = cache(strengths)


def hand(table: Table, rules: Rules) -> Script:
    """One hand from the first bid to the last trick."""
    if "Auction" in table.given:
        yield from auction(table, rules)
    else:
        _as_stated(table)
    if "Exchange" in table.given or table.contract in ("solo", "varsava"):
        yield from exchange(table, rules)
    else:
        _unseen_exchange(table)
    table.at_play = list(table.held)
    if "Announcements" in table.given or table.contract == "varsava":
        yield from announcements(table, rules)
    if _is_played(table, rules):
        yield from play(table, law(table, rules), 0, TRICKS)


def law(table: Table, rules: Rules) -> Law:
    """The law of play of the contract."""
    strength = _strengths("" if rules.red_pips == "A234" else rules.red_pips)
    if table.contract == "varsava":
        return Varsava(table, strength, rules)
    if table.declared:
        holders = [seat for seat, words in enumerate(table.declared) if "pagat" in words]
        if holders:
            return HeldPagat(table, strength, frozenset(holders))
    return PlainLaw(table, strength, f"{PAGE} §8")


def opening(table: Table, rules: Rules) -> tuple[Law, int] | None:
    """The law of play, and forehand, who leads; None where the contract is not known, or was given up."""
    return (law(table, rules), 0) if table.contract not in (None, "given_up") else None


def _is_played(table: Table, rules: Rules) -> bool:
    if table.contract == "given_up":
        return False
    if rules.unflekked == "not_played" and table.contract == "povinnost" and table.declared is not None:
        bound = any(word in ("pagat", "valat") for words in table.declared for word in words)
        return bool(table.doubles) or bound
    return True


def _as_stated(table: Table) -> None:
    """A record without an auction may state what came of it."""
    stated = table.stated
    contract = stated.get("Contract", "?")
    table.contract = contract if contract not in ("?", "", "-") else None
    if table.contract == "varsava":
        return
    if table.contract is not None and table.contract.startswith("trojka:") and "Exchange" in table.given:
        table.contract = "trojka"  # its grade comes from the exchange
    table.declarer = table.index(stated.get("Declarer", "?"))
    table.partner = table.index(stated.get("Partner", "?"))
    if stated.get("Partner") in ("", "-") or (table.contract or "").partition(":")[0] in ("trojka", "solo"):
        stated["partner_known"] = "yes"
    called = stated.get("Called", "?")
    table.called = CARD.get(called)


def _unseen_exchange(table: Table) -> None:
    """Without an exchange the hands of those who drew are not known, and what they laid away is not either."""
    contract = table.contract
    stated = table.stated.get("Contract", "?")
    if contract == "trojka" and stated.startswith("trojka:"):
        table.contract = stated
    drawers: tuple[int, ...] = tuple(range(table.n))
    if contract is not None and table.declarer is not None:
        first = table.declarer
        drawers = (first,) if contract.startswith("trojka") else (first, table.after(first), table.after(first, 2))
    for seat in drawers:
        table.held[seat] = None
        table.laid[seat] = None
    called = table.called
    if called is not None and table.partner is None and table.declarer is not None:
        for seat in range(table.n):
            dealt = table.dealt[seat]
            if dealt is not None and dealt >> called & 1:
                table.partner = None if seat == table.declarer else seat
                table.stated["partner_known"] = "yes"


def contract_word(table: Table) -> str:
    """The contract as the Contract tag writes it."""
    return table.contract or "?"


def called_word(table: Table) -> str:
    """The called card as the Called tag writes it."""
    return CODES[table.called] if table.called is not None else ""
