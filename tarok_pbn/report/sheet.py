"""The score sheet of a session: hands down, players and pots across, with subtotals.

``sheet_rows`` gives the lines once; text, CSV, JSON and the HTML page are views of them.
"""

from __future__ import annotations

import csv
import json
from typing import Any, NamedTuple, TextIO

from tarok_pbn.games import find
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.report.terminal import cells, printable
from tarok_pbn.session import Sheet

__all__ = ["SHEETS", "Row", "heading", "round_ends", "sheet_rows"]


class Row(NamedTuple):
    """One line of a sheet.

    kind: ``hand``, ``subtotal`` (after each round of deals), ``split`` (of the pots at the end) or ``total``.
    board, dealer, contract, declarer: of a hand, else empty. amounts: account -> what it gains or has;
    None where it is not known. computed: whether the amounts were computed (else they stand as recorded).
    events: what happened in a hand, as (seat or "", token).
    """

    kind: str
    board: str
    dealer: str
    contract: str
    declarer: str
    amounts: dict[str, Amount] | None
    computed: bool = True
    events: tuple[tuple[str, str], ...] = ()


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
                tuple(hand.events),
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


def _told(row: Row, sheet: Sheet) -> str:
    """What happened in a hand, in the game's words."""
    game = find(sheet.key[-1])
    said = [f"{seat} {game.word(token).shown}" for seat, token in row.events if game is not None]
    return printable(", ".join(text.strip() for text in said))


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
        table = [["board", "dealer", "contract", "by", *sheet.accounts, "result"]]
        marks = [""]
        split = "pots divided" if sheet.over else "if divided"
        for row in sheet_rows(sheet):
            label = row.board if row.kind == "hand" else {"split": split}.get(row.kind, row.kind)
            amounts = [_amount(row, account) for account in sheet.accounts]
            table.append([label, row.dealer, row.contract, row.declarer, *amounts, _told(row, sheet)])
            marks.append(row.kind)
        # A game without contracts has no columns for them.
        used = [column for column in range(len(table[0])) if any(line[column] for line in table[1:])]
        right = range(4, len(table[0]) - 1)
        widths = {column: max(cells(line[column]) for line in table) for column in used}
        rule = "-" * sum(widths[column] + 2 for column in used if column <= right[-1])
        for kind, line in zip(marks, table, strict=True):
            if kind == "total":
                self.out.write(rule[2:] + "\n")
            parts = [line[c].rjust(widths[c]) if c in right else line[c].ljust(widths[c]) for c in used]
            self.out.write("  ".join(parts).rstrip() + "\n")

    def finish(self) -> None:
        """Nothing is left to write."""


_COLUMNS = (
    "event", "date", "round", "table", "game", "row", "board", "dealer", "contract", "declarer", "result",
    "account", "player", "amount", "computed",
)  # fmt: skip


class _Csv:
    """One row a hand (and subtotal) and account, so that sessions with different seats share a table."""

    def __init__(self, out: TextIO) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(_COLUMNS)

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
                        "; ".join(f"{seat} {token}".strip() for seat, token in row.events),
                        account,
                        sheet.players.get(account, ""),
                        amount,
                        "yes" if row.computed else "no",
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
            entry: dict[str, Any] = {"row": row.kind, "amounts": amounts, "computed": row.computed}
            if row.kind == "hand":
                entry |= {
                    "board": int(row.board),
                    "dealer": row.dealer,
                    "contract": row.contract,
                    "declarer": row.declarer,
                    "events": [{"seat": seat, "event": token} for seat, token in row.events],
                }
            rows.append(entry)
        keys = dict(zip(("event", "date", "round", "table", "game"), sheet.key, strict=True))
        accounts = {"accounts": list(sheet.accounts), "players": sheet.players}
        self._all.append({**keys, **accounts, "over": sheet.over, "rows": rows})

    def finish(self) -> None:
        """Write them."""
        self.out.write(json.dumps(self._all, indent=2, ensure_ascii=False) + "\n")


def _number(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else int(amount) if amount.denominator == 1 else str(amount)


#: format name -> writer, made with the stream
SHEETS: dict[str, type[_Text] | type[_Csv] | type[_Json]] = {"text": _Text, "csv": _Csv, "json": _Json}
