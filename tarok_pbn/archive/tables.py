"""The tables of an archive: what CSV, Parquet and SQL are made of.

Every row begins with the record that it is of: ``record_id`` is the same wherever the same record stands, ``file`` and
``number`` are one place. Card points are integer thirds; amounts are units of the game as text (``-10/3``) and, where
they have no other denominator, as integer thirds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tarok_pbn.archive.summary import Summary, cards_text, thirds
from tarok_pbn.cards import CODES, TAROKS
from tarok_pbn.games.kit.table import Trick
from tarok_pbn.ledger import amount_text

__all__ = ["TABLES", "Column", "Row", "rows"]

Value = str | int | bool | None
Row = tuple[Value, ...]


class Column(NamedTuple):
    """A column: its name, the type of its values (None may stand for any) and what it holds."""

    name: str
    type: Literal["text", "integer", "boolean"]
    about: str


#: the columns that every table begins with; file and number join them
_KEY = (
    Column("record_id", "text", "hash of the record's canonical text, 16 hexadecimal digits"),
    Column("file", "text", "file it was read from"),
    Column("number", "integer", "place of the record in that file, from 1"),
)

#: table -> its columns, in their order
TABLES: dict[str, tuple[Column, ...]] = {
    "records": (
        *_KEY,
        Column("game", "text", "family of the game"),
        Column("rules", "text", "rule set"),
        Column("event", "text", "tag Event"),
        Column("site", "text", "tag Site"),
        Column("date", "text", "tag Date, as written: 2026.11.??"),
        Column("round", "text", "tag Round"),
        Column("table_name", "text", "tag Table"),
        Column("board", "text", "tag Board"),
        Column("deal_id", "text", "DealId, where the deal is wholly known"),
        Column("dealer", "text", "seat"),
        Column("contract", "text", "token of the contract"),
        Column("declarer", "text", "seat"),
        Column("partner", "text", "seat"),
        Column("called", "text", "tag Called, or the card that was called"),
        Column("outcome", "text", "won or lost, for the declarer's side"),
        Column("declarer_thirds", "integer", "thirds of a card point of the declarer's side"),
        Column("defence_thirds", "integer", "thirds of a card point of the other side"),
        Column("tricks", "integer", "number of tricks recorded"),
        Column("recorded_score", "text", "tag Score"),
        Column("computed_score", "text", "score that the hand gives"),
        Column("agrees", "boolean", "whether both are the same; empty where one is missing"),
        Column("errors", "integer", "number of errors found"),
        Column("warnings", "integer", "number of warnings found"),
    ),
    "hands": (
        *_KEY,
        Column("seat", "text", "seat"),
        Column("player", "text", "name as recorded"),
        Column("side", "text", "declarer or defence; empty where everyone plays alone, sits out or it is not known"),
        Column("dealt", "text", "cards as dealt"),
        Column("held", "text", "cards when play began"),
        Column("laid", "text", "cards laid away"),
        Column("taroks", "integer", "number of taroks dealt, the fool among them"),
        Column("thirds", "integer", "thirds of a card point, where every player counts alone"),
        Column("tricks", "integer", "number of tricks won"),
        Column("score", "text", "score that the hand gives, else the recorded one"),
        Column("score_thirds", "integer", "the same in thirds of a unit"),
    ),
    "calls": (
        *_KEY,
        Column("ordinal", "integer", "place in the hand, from 1"),
        Column("section", "text", "Auction, Exchange or Announcements"),
        Column("seat", "text", "seat"),
        Column("word", "text", "the word as written"),
        Column("verb", "text", "what stands before the colon"),
        Column("argument", "text", "what stands after it"),
    ),
    "tricks": (
        *_KEY,
        Column("trick", "integer", "number, from 1"),
        Column("leader", "text", "seat"),
        Column("winner", "text", "seat; empty where it is not known"),
        Column("cards", "text", "cards in the order in which they fell"),
        Column("thirds", "integer", "thirds of a card point that its winner gains"),
    ),
    "cards": (
        *_KEY,
        Column("trick", "integer", "number, from 1"),
        Column("place", "integer", "place in the trick, 1 led"),
        Column("seat", "text", "seat"),
        Column("card", "text", "token of the card; ?? not known"),
        Column("won", "boolean", "whether it won the trick; empty where that is not known"),
    ),
    "ledger": (
        *_KEY,
        Column("ordinal", "integer", "place in the settlement, from 1"),
        Column("item", "text", "name of the item"),
        Column("payer", "text", "account that pays"),
        Column("payee", "text", "account that is paid"),
        Column("amount", "text", "units of the game"),
        Column("amount_thirds", "integer", "the same in thirds"),
        Column("factor", "integer", "product of the item's multipliers"),
        Column("working", "text", "how the base came about"),
        Column("why", "text", "what the transfer is for"),
    ),
    "findings": (
        *_KEY,
        Column("ordinal", "integer", "place among the findings of the record, from 1"),
        Column("code", "text", "code of the finding"),
        Column("severity", "text", "error, warning or info"),
        Column("line", "integer", "line in the file"),
        Column("column_number", "integer", "column in that line"),
        Column("message", "text", "what is wrong"),
        Column("help", "text", "what would be right"),
    ),
}  # fmt: skip


def rows(summary: Summary, file: str | None = None) -> dict[str, list[Row]]:
    """Table -> the rows that a record adds to it; every table is there. file: what to call the file that it is in."""
    key = (summary.id, summary.file if file is None else file, summary.number)
    made = {
        "records": iter([_record(summary)]),
        "hands": _hands(summary),
        "calls": _calls(summary),
        "tricks": _tricks(summary),
        "cards": _cards(summary),
        "ledger": _ledger(summary),
        "findings": _findings(summary),
    }
    return {table: [(*key, *row) for row in lines] for table, lines in made.items()}


def _record(summary: Summary) -> Row:
    points = summary.side_points or (None, None)
    found = summary.checked.findings
    called = summary.table.called if summary.table is not None else None
    computed = summary.computed
    return (
        summary.game, summary.rules, summary.tag("Event"), summary.tag("Site"), summary.tag("Date"),
        summary.tag("Round"), summary.tag("Table"), summary.tag("Board"), summary.deal,
        summary.dealer, summary.contract, summary.declarer, summary.partner,
        CODES[called] if called is not None else summary.tag("Called"), summary.outcome, *points,
        summary.table.count if summary.table is not None else 0, summary.tag("Score"),
        "; ".join(f"{name} {amount_text(value)}" for name, value in computed.items()) if computed is not None else None,
        summary.agrees, sum(f.severity == "error" for f in found), sum(f.severity == "warning" for f in found),
    )  # fmt: skip


def _hands(summary: Summary) -> Iterator[Row]:
    table, sides, score = summary.table, summary.sides, summary.score or {}
    won = [trick.winner for trick in summary.tricks]
    for seat in summary.seats:
        side = None
        if sides is not None and len(sides) == 2 and summary.declarer is not None:
            side = next((name for name, who in zip(("declarer", "defence"), sides, strict=True) if seat in who), None)
        dealt, held = summary.dealt.get(seat), summary.at_play.get(seat)
        index = summary.active.index(seat) if seat in summary.active else None
        laid = table.laid[index] if table is not None and index is not None else None
        amount = score.get(seat)
        yield (
            seat, summary.players.get(seat), side, _cards_or_none(dealt), _cards_or_none(held), _cards_or_none(laid),
            (dealt & TAROKS).bit_count() if dealt is not None else None, summary.seat_points.get(seat),
            won.count(index) if index is not None and won and None not in won else None,
            amount_text(amount) if amount is not None else None, thirds(amount) if amount is not None else None,
        )  # fmt: skip


def _cards_or_none(mask: int | None) -> str | None:
    return None if mask is None else cards_text(mask)


def _calls(summary: Summary) -> Iterator[Row]:
    ordinal = 0
    for name in ("Auction", "Exchange", "Announcements"):
        section = summary.record.section(name)
        for seat, word, _ in section.items() if section is not None else ():
            ordinal += 1
            verb, colon, argument = word.partition(":")
            yield ordinal, name, seat, word, verb, argument if colon else None


def _tricks(summary: Summary) -> Iterator[Row]:
    for trick in summary.tricks:
        cards = " ".join(_card(card) for card in trick.cards)
        yield trick.number, summary.active[trick.leader], _winner(summary, trick), cards, summary.trick_thirds(trick)


def _winner(summary: Summary, trick: Trick) -> str | None:
    return summary.active[trick.winner] if trick.winner is not None else None


def _card(card: int) -> str:
    return CODES[card] if card >= 0 else "??"


def _cards(summary: Summary) -> Iterator[Row]:
    for trick in summary.tricks:
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True), 1):
            won = None if trick.winner is None else trick.winner == seat
            yield trick.number, place, summary.active[seat], _card(card), won


def _ledger(summary: Summary) -> Iterator[Row]:
    ordinal = 0
    for item in summary.ledger.items if summary.ledger is not None else ():
        factor = 1
        for times, _ in item.factors:
            factor *= times
        for payer, payee, amount, why in item.transfers:
            ordinal += 1
            yield (
                ordinal, item.name, payer, payee, amount_text(amount), thirds(amount), factor,
                item.working or None, why or None,
            )  # fmt: skip


def _findings(summary: Summary) -> Iterator[Row]:
    for ordinal, finding in enumerate(summary.checked.findings, 1):
        span = finding.span
        line, column = (span.line, span.column) if span is not None else (None, None)
        yield ordinal, finding.code, finding.severity, line, column, finding.message, finding.help or None
