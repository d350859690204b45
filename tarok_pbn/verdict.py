"""Compares what a record states with what its hand gives, item by item."""

from __future__ import annotations

from typing import Final

from tarok_pbn.findings import CODES, Finding
from tarok_pbn.ledger import Amount, Item, Ledger, amount_text, parse_amount
from tarok_pbn.record import Record, Section
from tarok_pbn.replay import Replay

__all__ = ["compare", "parse_score", "score_text"]

_NOTHING: Final = ("?", "")
#: names of a row that adds up the rows above it
_SUMS: Final = ("total", "sum")
#: tag -> how a sentence calls it, where that is not its name
_SAID: Final = {"PotsAfter": "pots after the hand", "SittingOut": "sitting-out seat"}
_MINUS: Final = "\N{MINUS SIGN}"


def compare(replay: Replay) -> list[Finding]:
    """Findings about outcome tags, score and score table. Nothing where the game is not known."""
    if replay.game is None or replay.table is None:
        return []
    verdict = _Verdict(replay)
    verdict.tags()
    verdict.score()
    return verdict.findings


def parse_score(text: str) -> dict[str, Amount] | None:
    """Account -> amount of ``S -8; E 8; N 8; W -8``; None where it cannot be read."""
    result: dict[str, Amount] = {}
    for part in text.split(";"):
        words = part.split()
        if not words:
            continue
        amount = parse_amount(words[-1])
        name = " ".join(words[:-1])
        if amount is None or not name or name in result:
            return None
        result[name] = amount
    return result or None


def score_text(totals: dict[str, Amount]) -> str:
    """The canonical value of a Score tag: ``S -8; E 8; N 8; W -8``."""
    return "; ".join([f"{account} {amount}" for account, amount in totals.items()])


def minus(amount: Amount) -> str:
    """An amount for a sentence, with a real minus sign."""
    return amount_text(amount).replace("-", _MINUS)


class _Verdict:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.record: Record = replay.record
        self.findings: list[Finding] = []
        self.spoilt = replay.doubt

    def find(self, code: str, message: str, at: int, help_: str = "", where: str = "") -> None:
        self.findings.append(Finding(code, message, self.record.span(at), where, "", help_, CODES[code].severity))

    def _at(self, name: str) -> int:
        tag = self.record.tag(name)
        return tag.at if tag is not None else -1

    # --- outcome tags -------------------------------------------------------------------------

    def tags(self) -> None:
        assert self.replay.game is not None
        computed, known = self.replay.computed, self.record.known()
        outcome = False
        for name, code in self.replay.game.compared.items():
            right = computed.get(name)
            value = known.get(name, "?")
            if value == right or right is None or value == "?" or _same(value, right):
                continue
            if self.spoilt and code[0] in "SR":
                continue
            if code[0] == "A" and (
                outcome or "Auction" in {f.where for f in self.replay.findings if f.severity == "error"}
            ):
                continue
            # A wrong outcome tag or a wrong word of the auction: what depends on it is not reported again.
            outcome = outcome or code[0] == "A"
            self.spoilt = True
            self.find(
                code,
                f"Recorded {_SAID.get(name, name.lower())} {value or 'none'}, "
                f"but the hand gives {right or 'none'}.",
                self._at(name),
                f'[{name} "{right}"]',
            )

    # --- score ----------------------------------------------------------------------------------

    def score(self) -> None:
        self._settlement("Score", self.replay.ledger)
        for name, ledger in self.replay.ledgers.items():
            self._settlement(name, ledger)

    def _settlement(self, name: str, ledger: Ledger | None) -> None:
        if self._as_written(name, ledger):
            return
        tag = self.record.tag(name)
        recorded = parse_score(tag.value) if tag is not None and tag.value not in _NOTHING else None
        table = self.record.section(f"{name}Table")
        what = name.lower()
        balanced = True
        if recorded is not None and tag is not None:
            balanced = self._sums_to_zero(recorded, tag.at)
        rows = self._rows(table) if table is not None else None
        if ledger is None or self.spoilt:
            if (
                rows is not None
                and recorded is not None
                and table is not None
                and balanced
                and not self._adds_up(table, rows, recorded)
            ):
                return
            if (
                recorded is not None
                and not self.spoilt
                and tag is not None
                and not self.findings
                and not self._stops_short()
            ):
                self.find("S009", f"The {what} cannot be checked: the record lacks {self.replay.undetermined}.", tag.at)
            return
        differs = False
        table_ = self.replay.table
        assert table_ is not None  # there is a ledger
        if rows is not None and table is not None:
            differs = self._compare_rows(table, rows, ledger)
        if recorded is None or tag is None:
            return
        totals = ledger.totals()
        wrong = [a for a in totals if a in recorded and recorded[a] != totals[a]]
        absent = [
            a for a in totals if a not in recorded and (a in table_.seats or (a in table_.everybody and totals[a]))
        ]
        foreign = [a for a in recorded if a not in totals]
        if foreign:
            self.find(
                "S001",
                f"The {what} names {foreign[0]}, which has no account in this hand.",
                tag.at,
                f"Computed: {self._list(totals)}.",
            )
        elif absent:
            self.find("S001", f"The {what} does not name {absent[0]}.", tag.at, f"Computed: {self._list(totals)}.")
        elif wrong and not differs and balanced:
            first = wrong[0]
            reason = self._explain(recorded, ledger)
            message = f"Recorded {what} {first} {minus(recorded[first])}, computed {minus(totals[first])}: {reason}."
            self.find("S001", message, tag.at, f"Computed: {self._list(totals)}.")

    def _stops_short(self) -> bool:
        """Whether it was reported already that a section stops although the record goes on."""
        return any(f.code in ("A004", "X009", "M011", "P015") for f in self.replay.findings)

    def _adds_up(
        self, section: Section, rows: list[tuple[str, dict[str, Amount], int]], recorded: dict[str, Amount]
    ) -> bool:
        sums: dict[str, Amount] = {}
        for name, amounts, _ in rows:
            if name.lower() not in _SUMS:
                for account, amount in amounts.items():
                    sums[account] = sums.get(account, 0) + amount
        wrong = [account for account in recorded if account in sums and sums[account] != recorded[account]]
        if wrong:
            first = wrong[0]
            message = (
                f"The score table adds up to {first} {minus(sums[first])}, "
                f"but the recorded score is {first} {minus(recorded[first])}."
            )
            self.find("S007", message, section.at)
        return not wrong

    def _as_written(self, name: str, ledger: Ledger | None) -> bool:
        """Whether score and score table stand there letter for letter as they would be written."""
        if ledger is None or self.spoilt or self.record.get(name, "") != score_text(ledger.totals()):
            return False
        section = self.record.section(f"{name}Table")
        if section is None:
            return True
        accounts = ledger.accounts
        return section.value == ";".join(("Item", *accounts)) and section.rows == [
            [item, *[str(row[account]) for account in accounts]] for item, row in ledger.rows()
        ]

    def _sums_to_zero(self, recorded: dict[str, Amount], at: int) -> bool:
        total = sum(recorded.values())
        game, table, ledger = self.replay.game, self.replay.table, self.replay.ledger
        if not total or game is None or table is None:
            return True
        if ledger is not None:
            complete = set(recorded) >= set(ledger.accounts)
        else:
            complete = game.balanced and set(recorded) >= set(table.everybody)
        if complete:
            self.find("S002", f"The recorded scores add up to {minus(total)}, not to 0.", at)
        return not complete

    def _rows(self, section: Section) -> list[tuple[str, dict[str, Amount], int]] | None:
        columns = section.columns
        rows: list[tuple[str, dict[str, Amount], int]] = []
        for number, cells in enumerate(section.rows):
            at = section.row_at[number] if number < len(section.row_at) else section.at
            if len(cells) != len(columns):
                return None
            amounts: dict[str, Amount] = {}
            for column, cell in zip(columns[1:], cells[1:], strict=True):
                amount = parse_amount(cell)
                if amount is None:
                    self.find("S006", f"{cell!r} in row {cells[0]} is not a number of units.", at)
                    return None
                amounts[column] = amount
            total = sum(amounts.values())
            if total:
                self.find("S004", f"Row {cells[0]} of the score table adds up to {minus(total)}, not to 0.", at)
                return None
            rows.append((cells[0], amounts, at))
        return rows

    def _compare_rows(self, section: Section, rows: list[tuple[str, dict[str, Amount], int]], ledger: Ledger) -> bool:
        """The first item of the table that differs is reported; True if one does."""
        computed = _grouped(ledger, {name for name, _, _ in rows})
        stated: dict[str, dict[str, Amount]] = {}
        for name, amounts, at in rows:
            if name.lower() in _SUMS:
                total = {account: sum(row.get(account, 0) for row in stated.values()) for account in amounts}
                wrong = [account for account in amounts if amounts[account] != total[account]]
                if wrong:
                    first = wrong[0]
                    self.find(
                        "S005",
                        f"Row {name}: recorded {first} {minus(amounts[first])}, "
                        f"but the rows above add up to {minus(total[first])}.",
                        at,
                        f"{name} {' '.join(amount_text(total[account]) for account in amounts)}",
                    )
                    return True
                continue
            if name in stated:
                merged = stated[name]
                for account, amount in amounts.items():
                    merged[account] = merged.get(account, 0) + amount
            else:
                stated[name] = dict(amounts)
            if name not in computed and any(amounts.values()):
                self.find(
                    "S005",
                    f"The score table has an item {name}, which this hand does not give.",
                    at,
                    f"Items of this hand: {', '.join(computed)}.",
                )
                return True
        places = {name: at for name, _, at in rows}
        for name, right in computed.items():
            have = stated.get(name)
            if have is None:
                if any(right.values()):
                    self.find(
                        "S005",
                        f"The score table lacks the item {name} ({self._list(right)}).",
                        section.at,
                        f"{name} {' '.join(minus(v) for v in right.values())}",
                    )
                    return True
                continue
            for account, amount in right.items():
                if have.get(account, 0) != amount:
                    item = ledger.item(name) or next((i for i in ledger.items if i.name.startswith(f"{name}:")), None)
                    self.find(
                        "S005",
                        f"Item {name}: recorded {account} {minus(have.get(account, 0))}, computed {minus(amount)} "
                        f"({_working(item)}).",
                        places[name],
                        f"{name} {' '.join(amount_text(v) for v in right.values())}",
                    )
                    return True
        return False

    def _explain(self, recorded: dict[str, Amount], ledger: Ledger) -> str:
        """In what single respect the recorded score would be right, else the whole arithmetic."""
        totals = ledger.totals()
        accounts = [a for a in totals if a in recorded]
        for item in ledger.items:
            changes = item.changes()
            if not changes:
                continue
            others = {a: totals[a] - changes.get(a, 0) for a in accounts}
            if all(recorded[a] == others[a] for a in accounts):
                return f"the item {item.name} ({_working(item)}) is missing from it"
            if all(recorded[a] == others[a] - changes.get(a, 0) for a in accounts):
                return f"the item {item.name} ({_working(item)}) has the wrong sign in it"
            for times, why in item.factors:
                if times and all(recorded[a] * times == others[a] * times + changes.get(a, 0) for a in accounts):
                    single = item.amount // times
                    return f"the {why} makes {minus(single)} × {times} = {minus(item.amount)}"
            if not item.factors and all(recorded[a] == others[a] + 2 * changes.get(a, 0) for a in accounts):
                return f"the item {item.name} ({_working(item)}) is counted twice in it"
        if all(recorded[a] == -totals[a] for a in accounts):
            return "all signs are turned round"
        if sorted(map(float, recorded.values())) == sorted(map(float, totals.values())):
            return "the amounts are right, but paid by the wrong players"
        ratio = {recorded[a] / totals[a] for a in accounts if totals[a]}
        if len(ratio) == 1 and ratio.copy().pop() == 2:
            return "everything is paid twice in it"
        return (
            "; ".join(f"{item.name} {_working(item)}" for item in ledger.items if item.changes()) or "nothing is paid"
        )

    @staticmethod
    def _list(amounts: dict[str, Amount]) -> str:
        return "; ".join(f"{account} {amount_text(amount)}" for account, amount in amounts.items())


def _grouped(ledger: Ledger, stated: set[str]) -> dict[str, dict[str, Amount]]:
    """The rows of a ledger; where the table has ``lost`` for ``lost:DK`` and ``lost:SK``, they are added up."""
    rows: dict[str, dict[str, Amount]] = {}
    for name, row in ledger.rows():
        verb = name.partition(":")[0]
        group = rows.setdefault(verb if verb in stated and name not in stated else name, dict.fromkeys(row, 0))
        for account, amount in row.items():
            group[account] += amount
    return rows


def _working(item: Item | None) -> str:
    if item is None:
        return ""
    text = item.working or minus(item.base)
    if not item.amount:
        return text
    for times, why in item.factors:
        text += f", × {times} {why}"
    return f"{text} = {minus(item.amount)}"


def _same(recorded: str, computed: str) -> bool:
    if recorded == computed:
        return True
    return _plain(recorded) == _plain(computed)


def _plain(text: str) -> list[str]:
    parts = [" ".join(part.split()) for part in text.split(";")]
    return sorted(part for part in parts if part and part != "-")
