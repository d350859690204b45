"""The score sheet of a session: hands down, players and pots across, with subtotals.

``sheet_rows`` gives the lines once; text, CSV, JSON and the HTML page are views of them.
"""

from __future__ import annotations

import csv
import json
from typing import Any, NamedTuple, TextIO

from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.report.terminal import cells, printable
from tarok_pbn.session import Sheet

__all__ = ["SHEETS", "Row", "heading", "round_ends", "sheet_rows"]


class Row(NamedTuple):
    """One line of a sheet.

    kind: ``hand``, ``subtotal`` (after each round of deals), ``split`` (of the pots at the end) or ``total``.
    board, dealer, contract, declarer: of a hand, else empty. amounts: account -> what it gains or has;
    None where it is not known. computed: whether the amounts were computed (else they stand as recorded).
    """

    kind: str
    board: str
    dealer: str
    contract: str
    declarer: str
    amounts: dict[str, Amount] | None
    computed: bool = True


def heading(sheet: Sheet) -> str:
    """Event, date, round, table and game of a sheet, as far as they are known."""
    event, date, round_, table, game = sheet.key
    parts = [
        event,
        *(f"{name} {value}" for name, value in (("round", round_), ("table", table)) if value not in ("?", "")),
        game,
    ]
    if date not in ("?", ""):
        parts.insert(1, date)
    return ", ".join(parts)


def sheet_rows(sheet: Sheet) -> list[Row]:
    """The lines of a sheet, a subtotal after each full round of deals."""
    rows: list[Row] = []
    ends = round_ends(sheet)
    for number, (hand, running) in enumerate(zip(sheet.hands, sheet.totals, strict=True)):
        rows.append(
            Row(
                "hand",
                str(hand.board),
                _known(hand.dealer),
                _known(hand.contract),
                _known(hand.declarer),
                hand.score,
                hand.computed,
            )
        )
        if number in ends:
            rows.append(Row("subtotal", "", "", "", "", running, not sheet.stated[number]))
    last = sheet.totals[-1] if sheet.totals else None
    computed = sheet.stated[-1:] != [True]
    if sheet.split is not None:
        rows.append(Row("subtotal", "", "", "", "", last, computed))
        rows.append(Row("split", "", "", "", "", sheet.split, sheet.split_computed))
    rows.append(Row("total", "", "", "", "", sheet.final, computed))
    return rows


def round_ends(sheet: Sheet) -> set[int]:
    """Indexes of the hands that end a round of deals (everybody has dealt once), but for the last hand of all.

    Rounds go by the board numbers, so that a missing hand does not shift them.
    """
    every = len(sheet.seats)
    if not every:
        return set()
    rounds = [(hand.board - 1) // every for hand in sheet.hands]
    return {index for index, number in enumerate(rounds[:-1]) if rounds[index + 1] != number}


def _known(value: str) -> str:
    return "" if value in ("?", "-") else value


def _amount(row: Row, account: str) -> str:
    if row.amounts is None:
        return "?"
    text = amount_text(row.amounts.get(account, 0))
    return text if row.computed else f"({text})"


class _Text:
    """A table a sheet."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._first = True

    def add(self, sheet: Sheet) -> None:
        """Write one sheet."""
        self.out.write("" if self._first else "\n")
        self._first = False
        self.out.write(f"{printable(heading(sheet))}\n")
        for seat, name in sheet.players.items():
            self.out.write(f"  {seat}  {printable(name)}\n")
        table = [["board", "dealer", "contract", "by", *sheet.accounts]]
        marks = [""]
        for row in sheet_rows(sheet):
            label = row.board if row.kind == "hand" else {"split": "pots divided"}.get(row.kind, row.kind)
            table.append([label, row.dealer, row.contract, row.declarer, *(_amount(row, a) for a in sheet.accounts)])
            marks.append(row.kind)
        widths = [max(cells(line[column]) for line in table) for column in range(len(table[0]))]
        rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
        for kind, line in zip(marks, table, strict=True):
            if kind == "total":
                self.out.write(rule + "\n")
            parts = [
                cell.rjust(w) if column > 3 else cell.ljust(w)
                for column, (cell, w) in enumerate(zip(line, widths, strict=True))
            ]
            self.out.write("  ".join(parts).rstrip() + "\n")

    def finish(self) -> None:
        """Nothing is left to write."""


class _Csv:
    """One row a hand (and subtotal) and account, so that sessions with different seats share a table."""

    def __init__(self, out: TextIO) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(
            [
                "event",
                "date",
                "round",
                "table",
                "game",
                "row",
                "board",
                "dealer",
                "contract",
                "declarer",
                "account",
                "player",
                "amount",
            ]
        )

    def add(self, sheet: Sheet) -> None:
        """Write one sheet."""
        for row in sheet_rows(sheet):
            for account in sheet.accounts:
                amount = "" if row.amounts is None else amount_text(row.amounts.get(account, 0))
                self._writer.writerow(
                    [
                        *sheet.key,
                        row.kind,
                        row.board,
                        row.dealer,
                        row.contract,
                        row.declarer,
                        account,
                        sheet.players.get(account, ""),
                        amount,
                    ]
                )

    def finish(self) -> None:
        """Nothing is left to write."""


class _Json:
    """An array of sheets."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._all: list[dict[str, Any]] = []

    def add(self, sheet: Sheet) -> None:
        """Keep one sheet."""
        rows = []
        for row in sheet_rows(sheet):
            amounts = None if row.amounts is None else {a: _number(row.amounts.get(a, 0)) for a in sheet.accounts}
            entry: dict[str, Any] = {"row": row.kind, "amounts": amounts}
            if row.kind == "hand":
                entry |= {
                    "board": int(row.board),
                    "dealer": row.dealer,
                    "contract": row.contract,
                    "declarer": row.declarer,
                    "computed": row.computed,
                }
            rows.append(entry)
        keys = dict(zip(("event", "date", "round", "table", "game"), sheet.key, strict=True))
        self._all.append({**keys, "accounts": list(sheet.accounts), "players": sheet.players, "rows": rows})

    def finish(self) -> None:
        """Write them."""
        self.out.write(json.dumps(self._all, indent=2, ensure_ascii=False) + "\n")


def _number(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else int(amount) if amount.denominator == 1 else str(amount)


#: format name -> writer, made with the stream
SHEETS: dict[str, type[_Text] | type[_Csv] | type[_Json]] = {"text": _Text, "csv": _Csv, "json": _Json}
