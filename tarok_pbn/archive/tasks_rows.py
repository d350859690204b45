"""What a check leaves of a record when it travels: findings, and what its session asks for.

A row is made of plain lists, strings and numbers, so that it can be sent to another process and kept in a
journal alike. ``restore`` makes of it what reports and the session's check take for the checked record; the
few things that they rarely ask for are read again from the partition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from tarok_pbn.archive.partition import Partition
from tarok_pbn.check import Checked, check
from tarok_pbn.findings import Finding, Span
from tarok_pbn.games import find
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import Amount, Item, Ledger
from tarok_pbn.notation import Parsed
from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.record import Record, Source, Tag
from tarok_pbn.replay import Replay, rules_for
from tarok_pbn.session import session_key

__all__ = ["Row", "restore", "row_of"]

#: Tags that the check of a session and the rules of a division look at.
_TAGS = frozenset(
    (
        "Event", "Date", "Round", "Table", "Game", "Board", "Rules", "Options", "Dealer",
        "South", "East", "North", "West", "A", "B", "C", "D", "E",
        "Radl", "RadlAfter", "Pots", "PotsAfter", "Totals", "TotalsAfter", "Score", "Split",
    )
)  # fmt: skip
_Plain = Any  # lists, strings, numbers, None


class Row(NamedTuple):
    """One checked record in plain values.

    line: of its first character. counts: False for text without any record. findings: as lists of their fields.
    tags: [name, value, token] of those that are needed later. hand: what it came to for its session, or None.
    """

    line: int
    counts: bool
    findings: list[_Plain]
    tags: list[_Plain]
    hand: list[_Plain] | None


def row_of(checked: Checked, session: bool) -> Row:
    """The row of a checked record. session: whether its place in its session will be checked."""
    record, parsed = checked.record, checked.parsed
    findings = [_unmade(finding) for finding in checked.findings]
    if not session or session_key(record) is None:
        tag = record.tag("Board") if record.has("Board") else None
        tags = [["Board", tag.value, tag.at]] if tag is not None else []
        return Row(parsed.line, parsed.is_record, findings, tags, None)
    first: dict[str, _Plain] = {}
    for tag in record.tags:
        if tag.name in _TAGS and tag.name not in first:
            first[tag.name] = [tag.name, tag.value, tag.at]
    return Row(parsed.line, parsed.is_record, findings, list(first.values()), _hand(checked.replay))


def _hand(replay: Replay) -> list[_Plain]:
    """Game, seats, dealer by the hands, computed totals (None: they cannot be relied upon)."""
    table, ledger = replay.table, replay.ledger
    dealer = table.seats[table.dealer] if table is not None and table.dealer is not None else None
    totals = None
    if ledger is not None and not replay.doubt:
        totals = [[account, _number(amount)] for account, amount in ledger.totals().items()]
    return [replay.game.family if replay.game is not None else None, list(replay.record_seats), dealer, totals]


def _number(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else str(amount)


def _unmade(finding: Finding) -> list[_Plain]:
    span = list(finding.span) if finding.span is not None else None
    return [finding.code, finding.message, span, finding.where, finding.rule, finding.help, finding.severity]


def _made(values: list[_Plain]) -> Finding:
    code, message, span, where, rule, help_, severity = values
    return Finding(code, message, Span(*span) if span is not None else None, where, rule, help_, severity)


def _replayed(record: Record, hand: list[_Plain] | None) -> Replay:
    """What a record came to, as far as its session asks."""
    family, seats, dealer, totals = hand if hand is not None else (None, (), None, None)
    replayed = Replay(record, tuple(seats))
    replayed.game = find(family) if family is not None else None
    if dealer is not None:
        replayed.table = Table((dealer,), [None], None)
        replayed.table.dealer = 0
    if totals is not None:
        replayed.ledger = _summed({account: _amount(value) for account, value in totals})
    if replayed.game is not None and record.has("Split"):  # the division of the pots goes by the rules
        replayed.rules = rules_for(record, replayed.game, [])[1]
    return replayed


def _summed(totals: dict[str, Amount]) -> Ledger:
    """A settlement with these totals, of which only the sums are left: the first account pays all others."""
    ledger = Ledger(totals)
    item = ledger.add(Item("total"))
    first = next(iter(totals), "")
    for account, amount in totals.items():
        if account != first:
            item.pay(first, account, amount)
    return ledger


def _amount(value: int | str) -> Amount:
    return value if isinstance(value, int) else Fraction(value)


class _Alone(NamedTuple):
    """A record of a partition: its number in it, from 0, and *at* which of its bytes it begins."""

    partition: Partition
    number: int
    at: int

    def tokens(self) -> list[tuple[str, str]]:
        """The tokens of the record; as if it were empty where the file can no longer be read."""
        try:
            raw = self.partition.content(self.at, abs(self.partition.sizes[self.number]))
        except OSError:
            raw = b""
        return tokenize(raw.decode("utf-8", "surrogateescape"))

    def again(self, name: str, value: str) -> Checked:
        """The record read and checked again, as if that tag had another value."""
        (parsed,) = self.partition.single(self.number).parsed()
        return check(parsed).again(name, value)


def restore(rows: Iterable[Row], partition: Partition) -> Iterator[Checked]:
    """The checked records of a partition's rows, for reports and the session's check; they have the rows' tags only."""
    at = 0
    for index, row in enumerate(rows):
        alone = _Alone(partition, index, at)
        offset, number = partition.offset + at, partition.start.number + index
        source = Source(alone.tokens, partition.name, number, offset, row.line)
        record = Record([Tag(name, value, token) for name, value, token in row.tags], source=source)
        parsed = Parsed(record, [], "", offset, row.line, number)
        findings = [_made(values) for values in row.findings]
        yield Checked(parsed, _replayed(record, row.hand), findings, alone.again)
        at += abs(partition.sizes[index])
