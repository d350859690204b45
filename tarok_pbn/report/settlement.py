"""The settlement of a record, item by item, as text, JSON or CSV."""

from __future__ import annotations

import csv
import json
from typing import Any, NamedTuple, TextIO

from tarok_pbn.check import Checked
from tarok_pbn.ledger import Amount, Item, Ledger, amount_text
from tarok_pbn.report.base import Entry
from tarok_pbn.report.terminal import Style, can_print, cells, printable
from tarok_pbn.report.text import head_line

__all__ = ["SETTLEMENTS", "Settlement", "settle"]


class Settlement(NamedTuple):
    """A record with its ledger, or with the reason why there is none."""

    entry: Entry
    game: str
    rules: str
    ledger: Ledger | None
    reason: str

    @property
    def failed(self) -> bool:
        """Whether it could not be settled or the record has errors."""
        return self.ledger is None or any(f.severity == "error" for f in self.entry.findings)

    @property
    def title(self) -> str:
        """File, number and what is played."""
        played = ", ".join(part for part in (self.game, self.rules) if part)
        return f"{self.entry.file}, {self.entry.label}" + (f": {played}" if played else "")

    def complaints(self) -> list[str]:
        """Errors of the record, and why it was not settled."""
        lines = [head_line(self.entry, f, Style()) for f in self.entry.findings if f.severity == "error"]
        if self.ledger is None:
            lines.append(f"{printable(self.entry.file)}: {self.entry.label}: not settled: {printable(self.reason)}")
        return lines


def settle(file: str, number: int, checked: Checked) -> Settlement:
    """The settlement of a checked record."""
    entry = Entry(file, number, checked.record, checked.findings)
    replay = checked.replay
    if replay.game is None or replay.ruleset is None:
        return Settlement(entry, "", "", None, "its game is not known")
    reason = f"the record does not give {replay.undetermined}"
    return Settlement(entry, replay.game.family, replay.ruleset.name, replay.ledger, reason)


def _arithmetic(item: Item) -> str:
    """``32 - 35 = -3; x 2 (flek on the game) = -6``"""
    parts = [item.working]
    if item.working and item.factors:
        parts[0] += f" = {amount_text(item.base)}"
    amount = item.base
    for times, why in item.factors:
        amount *= times
        parts.append(f"× {times} ({why}) = {amount_text(amount)}")
    return "; ".join(part for part in parts if part)


class _Text:
    """A table a record."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._first = True

    def add(self, settlement: Settlement) -> None:
        """Write one settlement."""
        if not self._first:
            self.out.write("\n")
        self._first = False
        self.out.write(f"{printable(settlement.title)}\n")
        if settlement.ledger is None:
            self.out.write(f"not settled: {printable(settlement.reason)}\n")
            return
        text = "\n".join(_table(settlement.ledger)) + "\n"
        if not can_print(self.out, text):
            text = text.replace("×", "x").replace("\N{MINUS SIGN}", "-").replace("’", "'")
        self.out.write(text)

    def finish(self) -> None:
        """Nothing is left to write."""


def _table(ledger: Ledger) -> list[str]:
    accounts = ledger.accounts
    rows = [["", *accounts, ""]]
    for item in ledger.items:
        changes = item.changes()
        rows.append([item.name, *(amount_text(changes.get(account, 0)) for account in accounts), _arithmetic(item)])
    totals = ledger.totals()
    rows.append(["total", *(amount_text(totals[account]) for account in accounts), ""])
    widths = [max(cells(row[column]) for row in rows) for column in range(len(accounts) + 1)]
    lines = []
    for row in rows:
        numbers = "  ".join(cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:], strict=True))
        lines.append(f"{row[0]:<{widths[0]}}  {numbers}  {row[-1]}".rstrip())
    return lines


class _Json:
    """An array of settlements."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._all: list[dict[str, Any]] = []

    def add(self, settlement: Settlement) -> None:
        """Keep one settlement."""
        self._all.append(_object(settlement))

    def finish(self) -> None:
        """Write them."""
        self.out.write(json.dumps(self._all, indent=2) + "\n")


def _object(settlement: Settlement) -> dict[str, Any]:
    ledger = settlement.ledger
    return {
        "file": settlement.entry.file,
        "record": settlement.entry.number,
        "game": settlement.game,
        "rules": settlement.rules,
        "settled": ledger is not None,
        "reason": "" if ledger is not None else settlement.reason,
        "accounts": list(ledger.accounts) if ledger is not None else [],
        "items": [_item_object(item, ledger.accounts) for item in ledger.items] if ledger is not None else [],
        "totals": {a: _number(amount) for a, amount in ledger.totals().items()} if ledger is not None else {},
    }


def _item_object(item: Item, accounts: tuple[str, ...]) -> dict[str, Any]:
    changes = item.changes()
    return {
        "item": item.name,
        "base": _number(item.base),
        "working": item.working,
        "factors": [{"times": factor.times, "why": factor.why} for factor in item.factors],
        "amounts": {account: _number(changes.get(account, 0)) for account in accounts},
        "transfers": [
            {"payer": t.payer, "payee": t.payee, "amount": _number(t.amount), "why": t.why} for t in item.transfers
        ],
    }


def _number(amount: Amount) -> int | str:
    """Whole amounts as numbers; thirds exactly, as ``"-10/3"``."""
    return amount if isinstance(amount, int) else int(amount) if amount.denominator == 1 else str(amount)


class _Csv:
    """One row an item and account, so that games with different seats share a table."""

    def __init__(self, out: TextIO) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(["file", "record", "item", "account", "amount", "working"])

    def add(self, settlement: Settlement) -> None:
        """Write one settlement."""
        ledger, entry = settlement.ledger, settlement.entry
        if ledger is None:
            return
        for item in ledger.items:
            changes, how = item.changes(), _arithmetic(item)
            for account in ledger.accounts:
                amount = amount_text(changes.get(account, 0))
                self._writer.writerow([entry.file, entry.number, item.name, account, amount, how])
        for account, total in ledger.totals().items():
            self._writer.writerow([entry.file, entry.number, "total", account, amount_text(total), ""])

    def finish(self) -> None:
        """Nothing is left to write."""


#: format name -> writer, made with the stream
SETTLEMENTS: dict[str, type[_Text] | type[_Json] | type[_Csv]] = {"text": _Text, "json": _Json, "csv": _Csv}
