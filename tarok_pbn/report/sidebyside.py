"""One hand settled under several rule sets, side by side.

What is legal may differ from rule set to rule set; a hand that one of them does not allow
gets the reason instead of a result.
"""

from __future__ import annotations

import csv
import json
from typing import Any, NamedTuple, TextIO

from tarok_pbn.check import Checked, check
from tarok_pbn.ledger import Amount, Ledger, amount_text
from tarok_pbn.report.terminal import cells, printable

__all__ = ["COMPARISONS", "Column", "columns", "unknown_rules"]


class Column(NamedTuple):
    """What a hand comes to under one rule set.

    rules: name of the rule set. ledgers: tag (``Score``, ``Money`` ...) -> its ledger.
    reason: why there is none: what is illegal under this rule set, or what the record lacks.
    """

    rules: str
    ledgers: dict[str, Ledger]
    reason: str


def unknown_rules(checked: Checked, names: list[str]) -> list[str]:
    """The names that are no rule set of the record's game (files of house rules are looked at later)."""
    game = checked.replay.game
    known = game.rulesets() if game is not None else {}
    return [name for name in names if name not in known and not name.startswith("file:")]


def columns(checked: Checked, names: list[str]) -> list[Column]:
    """The hand under each rule set."""
    return [_column(checked, name) for name in names]


def _column(checked: Checked, name: str) -> Column:
    again = check(checked.parsed, name)
    replay = again.replay
    # The outcome tags were written under the record's own rules; only what was done is held against it.
    illegal = next(
        (f for f in again.findings if f.severity == "error" and f.code[0] in "DAXMP" and f.code not in _TAGS), None
    )
    file = next((f for f in again.findings if f.code == "R016"), None)
    if illegal is not None or file is not None:
        fault = file or illegal
        assert fault is not None
        return Column(name, {}, f"{fault.code} {fault.message}")
    if replay.ledger is None:
        return Column(name, {}, f"not settled: the record does not give {replay.undetermined}")
    return Column(name, {"Score": replay.ledger, **replay.ledgers}, "")


#: codes about recorded outcome tags
_TAGS = frozenset({"A007", "A008", "A009"})


def _items(ledger: Ledger, account: str) -> str:
    parts = [f"{name} {amount_text(row[account], sign=True)}" for name, row in ledger.rows() if row[account]]
    return ", ".join(parts)


class _Text:
    """A table a record: a line a rule set, an account a column, and the items from the first account that has any."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._first = True

    def add(self, title: str, found: list[Column], account: str) -> None:
        """Write one record. account: whose items are listed."""
        self.out.write("" if self._first else "\n")
        self._first = False
        self.out.write(f"{printable(title)}\n")
        accounts = list(
            dict.fromkeys(a for column in found for ledger in column.ledgers.values() for a in ledger.accounts)
        )
        rows: list[list[str]] = [["", *accounts, f"items of {account}"]]
        for column in found:
            if column.reason:
                rows.append([column.rules, *[""] * len(accounts), printable(column.reason)])
                continue
            for tag, ledger in column.ledgers.items():
                totals = ledger.totals()
                name = column.rules if tag == "Score" else f"  {tag.lower()}"
                figures = [amount_text(totals[a]) if a in totals else "" for a in accounts]
                rows.append([name, *figures, _items(ledger, account) if account in totals else ""])
        widths = [max(cells(row[i]) for row in rows) for i in range(len(accounts) + 1)]
        for row in rows:
            figures = [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:], strict=True)]
            self.out.write("  ".join([row[0].ljust(widths[0]), *figures, row[-1]]).rstrip() + "\n")

    def finish(self) -> None:
        """Nothing is left to write."""


class _Json:
    """An array of records, each with its rule sets."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._all: list[dict[str, Any]] = []

    def add(self, title: str, found: list[Column], account: str) -> None:
        """Keep one record."""
        self._all.append({"record": title, "rules": {column.rules: _object(column) for column in found}})

    def finish(self) -> None:
        """Write them."""
        self.out.write(json.dumps(self._all, indent=2, ensure_ascii=False) + "\n")


def _object(column: Column) -> dict[str, Any]:
    if column.reason:
        return {"settled": False, "reason": column.reason}
    settled = {
        tag.lower(): {
            "totals": {a: _number(v) for a, v in ledger.totals().items()},
            "items": {name: {a: _number(v) for a, v in row.items()} for name, row in ledger.rows()},
        }
        for tag, ledger in column.ledgers.items()
    }
    return {"settled": True, **settled}


def _number(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else int(amount) if amount.denominator == 1 else str(amount)


class _Csv:
    """One row a record, rule set, ledger and account."""

    def __init__(self, out: TextIO) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(["record", "rules", "ledger", "account", "amount", "reason"])

    def add(self, title: str, found: list[Column], account: str) -> None:
        """Write one record."""
        for column in found:
            if column.reason:
                self._writer.writerow([title, column.rules, "", "", "", column.reason])
            for tag, ledger in column.ledgers.items():
                for name, amount in ledger.totals().items():
                    self._writer.writerow([title, column.rules, tag, name, amount_text(amount), ""])

    def finish(self) -> None:
        """Nothing is left to write."""


#: format name -> writer, made with the stream
COMPARISONS: dict[str, type[_Text] | type[_Json] | type[_Csv]] = {"text": _Text, "json": _Json, "csv": _Csv}
