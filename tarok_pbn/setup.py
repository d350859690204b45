"""Seats a record at the table: order of play, hands, talon - and what is wrong with the deal."""

from __future__ import annotations

from typing import Final

from tarok_pbn.cards import CODES, bits
from tarok_pbn.findings import CODES as FINDING_CODES
from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import cards_counted, cards_list
from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.notation.dealid import deal_id
from tarok_pbn.notation.hands import Problem, parse_talon, read_deal
from tarok_pbn.notation.spelling import SEATS
from tarok_pbn.record import Record

__all__ = ["seats_at", "set_table"]

_NOTHING: Final = ("?", "", "-")
#: every seat that there is at some table
_LETTERS: Final = ("S", "E", "N", "W", "A", "B", "C", "D")
#: the seats of a table of five
_FIVE: Final = ("A", "B", "C", "D", "E")


def set_table(record: Record, game: Game, findings: list[Finding]) -> Table:
    """The table at the start of the hand; findings about seats and deal are added to *findings*."""
    seats = seats_at(record, game)
    known = record.known()
    stated = known.get("Dealer", "?")
    dealer, evident = _dealer(record, seats), _evident_dealer(record, game)
    contradicted = evident in seats and evident != dealer and stated not in _NOTHING
    if evident in seats:
        dealer = evident
    order = game.active(seats, dealer)
    deal_value, talon_value = known.get("Deal", "?"), known.get("Talon", "?")
    dealt: list[int | None] = [None] * len(order)
    problems: list[Problem] = []  # the reader has reported them
    if deal_value not in _NOTHING:
        deal = read_deal(deal_value, problems)
        dealt = [deal.hands.get(seat) if seat not in deal.unknown else None for seat in order]
        for seat, hand in deal.hands.items():
            if seat not in order and (hand is not None or seat not in seats):
                why = "sits out this hand" if seat in seats else "is not a seat of this table"
                _find(
                    findings,
                    "R014",
                    f"{seat} has a hand but {why}.",
                    record,
                    "Deal",
                    seat + ":",
                    f"Seats: {' '.join(order)}.",
                )
    talon = None
    if talon_value not in _NOTHING:
        talon = parse_talon(talon_value, problems)
    elif not game.talon_size:
        talon = []
    table = Table(order, dealt, talon)
    table.everybody = seats
    table.dealer = order.index(dealer) if dealer in order else None
    seats_value = known.get("Seats", "?")
    if evident is not None and seats_value not in _NOTHING:
        recorded = tuple(seats_value.split())
        if seats != recorded and len(recorded) in game.table_sizes and len(set(recorded)) == len(recorded):
            message = f"The seats are recorded as {seats_value}, but {' '.join(order)} have hands, and {evident} deals."
            _find(findings, "R015", message, record, "Seats", seats_value, f'[Seats "{" ".join(seats)}"]')
    _check_seats(record, game, seats_value, findings)
    if contradicted:
        message = f"The dealer is recorded as {stated}, but {evident} holds the dealer's hand."
        _find(findings, "R015", message, record, "Dealer", stated, f'[Dealer "{evident}"]')
    elif stated not in seats and stated in _LETTERS:
        message = f"The dealer {stated} is not a seat of this table."  # any other text the reader reports
        _find(findings, "R014", message, record, "Dealer", stated, f"Seats: {' '.join(seats)}.")
    if "Deal" in known or "Talon" in known:
        before = len(findings)
        unsure = bool(problems)
        if unsure or not _whole_pack(game, table):
            unsure |= _check(record, game, table, findings, read_badly=unsure)
        if "DealId" in known:
            _check_id(record, findings)
        if unsure or any(f.code in ("D002", "D005") for f in findings[before:]):
            # Two places claim one card: nobody can say whose it is, so no hand is held against the play.
            for hands in (table.dealt, table.held, table.at_play):
                hands[:] = [None] * len(hands)
            table.talon = None
            table.unknown["deal"] = "a deal without faults"
    return table


def seats_at(record: Record, game: Game) -> tuple[str, ...]:
    """The seats of the table in the order of play, one that sits out among them.

    The Seats tag; else the game's own table, the first of its tables that has every seat which Dealer,
    SittingOut and Deal name.
    """
    stated = record.get("Seats")
    if stated in _NOTHING:
        return _usual_table(record, game) if game.tables else game.seats
    seats = tuple(stated.split())
    if len(seats) not in game.table_sizes or len(set(seats)) != len(seats):
        return _usual_table(record, game) if game.tables else game.seats
    dealer = _evident_dealer(record, game)
    if dealer is not None and not _fits(game, seats, dealer, _dealt(record)):
        usual = _usual_table(record, game)
        return usual if _fits(game, usual, dealer, _dealt(record)) else seats
    return seats


def _check_seats(record: Record, game: Game, stated: str, findings: list[Finding]) -> None:
    """Adds that the Seats tag has not as many seats as sit at a table of the game.

    One that is named twice counts once, and what is no seat does not count: both are told by the reader.
    """
    many = len({seat for seat in stated.split() if seat in SEATS})
    if stated in _NOTHING or not many or many in game.table_sizes:
        return
    tables = {len(table): table for table in (game.seats, *game.tables, _FIVE)}
    out = "" if len(game.table_sizes) == 1 else f", or by {len(game.seats) + 1} of whom one sits out"
    message = (
        f"{game.title} is played by {len(game.seats)}{out}; here {'is 1 seat' if many == 1 else f'are {many} seats'}."
    )
    examples = [f'[Seats "{" ".join(tables[size])}"]' for size in game.table_sizes]
    _find(findings, "R007", message, record, "Seats", stated, " or ".join(examples))


def _usual_table(record: Record, game: Game) -> tuple[str, ...]:
    dealer, dealt = record.get("Dealer"), _dealt(record)
    named = {dealer, *record.get("SittingOut").split()}
    named.update(hand.partition(":")[0] for hand in record.get("Deal").split())
    every = {seat for table in game.tables for seat in table}
    usual = next((table for table in game.tables if named & every <= set(table)), game.seats)
    if len(dealt) > 1 and not _fits(game, usual, dealer, dealt):
        # one of the tags is wrong: whoever has cards sits at the table
        dealer = _evident_dealer(record, game) or dealer
        return next((table for table in (usual, *game.tables) if _fits(game, table, dealer, dealt)), usual)
    return usual


def _dealt(record: Record) -> set[str]:
    """The seats that have a hand in the Deal tag."""
    hands = [hand.partition(":") for hand in record.get("Deal").split()]
    return {seat for seat, _, hand in hands if hand not in ("-", "")}


def _fits(game: Game, seats: tuple[str, ...], dealer: str, dealt: set[str]) -> bool:
    """Whether with this dealer those who play are those who have hands."""
    return dealer in seats and dealt == set(game.active(seats, dealer))


def _evident_dealer(record: Record, game: Game) -> str | None:
    """Who dealt, going by the number of cards in the hands, where that tells and the exchange does not deny it."""
    if not game.dealer_size:
        return None
    sizes = {}
    for hand in record.get("Deal").split():
        seat, _, cards = hand.partition(":")
        taroks, _, suits = cards.partition(".")
        sizes[seat] = len([tarok for tarok in taroks.split(",") if tarok]) + len(suits.replace(".", ""))
    found = [seat for seat, size in sizes.items() if size == game.dealer_size]
    if len(found) != 1 or any(size not in (game.hand_size, game.dealer_size, 1) for size in sizes.values()):
        return None
    exchange = record.section("Exchange")
    laid = (
        [group.seat for group in exchange.groups if any(w.startswith("lays:") for w in group.words)] if exchange else []
    )
    return None if laid and laid != found else found[0]


def _dealer(record: Record, seats: tuple[str, ...]) -> str | None:
    """The dealer's seat; without a tag the seat before the first speaker or leader."""
    dealer = record.get("Dealer")
    if dealer in seats:
        return dealer
    for name in ("Auction", "Play"):
        section = record.section(name)
        if section is not None and section.groups and section.groups[0].seat in seats:
            return seats[seats.index(section.groups[0].seat) - 1]
    return None


def _whole_pack(game: Game, table: Table) -> bool:
    """Whether hands and talon have their sizes and make up the pack: then nothing is wrong with them."""
    talon = table.talon
    if talon is None or len(talon) not in (game.talon_sizes or (game.talon_size,)):
        return False
    everything, count = 0, len(talon)
    for hand, size in zip(table.dealt, game.hand_sizes(table), strict=True):
        if hand is None or hand.bit_count() != size:
            return False
        everything |= hand
        count += size
    for card in talon:
        if card < 0:
            return False
        everything |= 1 << card
    return everything == game.pack and count == everything.bit_count()


def _check(
    record: Record,
    game: Game,
    table: Table,
    findings: list[Finding],
    *,
    read_badly: bool,
) -> bool:
    """Adds what is wrong with the cards; whether the talon has one that is in a hand."""
    twice = False
    sizes = game.hand_sizes(table)
    everything = 0
    complete = True
    for seat, hand in enumerate(table.dealt):
        letter = table.seats[seat]
        if hand is None:
            complete = False
            continue
        foreign = hand & ~game.pack
        if foreign:
            _find(
                findings,
                "D004",
                f"{_name(letter)} holds {cards_list(foreign)}: {game.title} is played with "
                f"{game.pack.bit_count()} cards, "
                f"and {'they are' if foreign.bit_count() > 1 else 'it is'} not among them.",
                record,
                "Deal",
                letter + ":",
            )
            read_badly = True
            table.dealt[seat] = table.held[seat] = table.at_play[seat] = None
        count = hand.bit_count()
        if count != sizes[seat] and not read_badly:
            lost = _twice_in_source(record)
            if not lost:
                _find(
                    findings,
                    "D003",
                    f"{_name(letter)} has {cards_counted(hand)}, not {sizes[seat]}.",
                    record,
                    "Deal",
                    letter + ":",
                    _surplus(game, table, count - sizes[seat]),
                )
            table.dealt[seat] = table.held[seat] = table.at_play[seat] = None
            read_badly = True
        everything |= hand
    talon = table.talon
    if talon is None:
        complete = False
    else:
        known = [c for c in talon if c >= 0]
        right = game.talon_sizes or (game.talon_size,)
        if len(talon) not in right and record.has("Talon"):
            many = f"{len(talon)} card{'' if len(talon) == 1 else 's'}"
            _find(findings, "D003", f"The talon has {many}, not {right[-1]}.", record, "Talon")
            table.talon = None
            complete = False
            known = []
        mask = 0
        for card in known:
            if everything >> card & 1:
                owner = next((s for s, h in enumerate(table.dealt) if h is not None and h >> card & 1), None)
                if not _read(record, "Talon") and owner is not None:  # in a text the reader has reported it
                    _find(
                        findings,
                        "D002",
                        f"{CODES[card]} is in the talon and in the hand of {table.seats[owner]}.",
                        record,
                        "Talon",
                        CODES[card],
                    )
                twice = read_badly = True
            if not game.pack >> card & 1:
                _find(
                    findings,
                    "D004",
                    f"{CODES[card]} is not in the pack of {game.title}.",
                    record,
                    "Talon",
                    CODES[card],
                )
                table.talon = None
                read_badly = True
            mask |= 1 << card
        everything |= mask
        complete = complete and len(known) == len(talon)
    if complete and not read_badly:
        missing = game.pack & ~everything
        if missing:
            _find(
                findings,
                "D005",
                f"{cards_list(missing)} {'are' if missing.bit_count() > 1 else 'is'} "
                f"in no hand{' and not in the talon' if table.talon else ''}.",
                record,
                "Deal" if record.has("Deal") else "Talon",
            )
    return twice


def _check_id(record: Record, findings: list[Finding]) -> None:
    stated = record.get("DealId")
    if stated not in _NOTHING and not _read(record, "DealId"):  # in a text the reader has reported it
        computed = deal_id(record)
        if computed is not None and computed != stated:
            _find(findings, "D006", f"The DealId is {stated}, but this deal's is {computed}.", record, "DealId")


def _read(record: Record, name: str) -> bool:
    """Whether the tag of that name was read from a text."""
    tag = record.tag(name)
    return tag is not None and tag.at >= 0


def _twice_in_source(record: Record) -> bool:
    """Whether the reader dropped a card of the Deal because it stood twice (it has reported that)."""
    problems: list[Problem] = []
    if record.has("Deal"):
        read_deal(record.get("Deal"), problems)
    return bool(problems)


def _surplus(game: Game, table: Table, difference: int) -> str:
    everything = 0
    for hand in table.dealt:
        everything |= hand or 0
    for card in table.talon or ():
        if card >= 0:
            everything |= 1 << card
    missing = [CODES[c] for c in bits(game.pack & ~everything)]
    if difference < 0 and table.talon is not None and 0 < len(missing) <= 4 and None not in table.dealt:
        return f"In no hand{' and not in the talon' if table.talon else ''}: {', '.join(missing)}."
    return ""


def _name(letter: str) -> str:
    return SEAT_NAMES.get(letter, letter)


def _find(
    findings: list[Finding], code: str, message: str, record: Record, name: str, inside: str = "", help_: str = ""
) -> None:
    """Add a finding about the tag of that name, *inside* its value."""
    tag = record.tag(name)
    span = record.span(tag.at) if tag is not None else None
    if span is not None and inside and tag is not None and record.source is not None:
        token = record.source.tokens[tag.at][1]
        place = token.find(inside, token.find('"'))
        if place >= 0 and "\n" not in token:
            end = place + len(inside)
            if inside.endswith(":"):
                stop = token.find(" ", place)
                end = stop if stop >= 0 else token.rfind('"')
            span = span._replace(column=span.column + place, end_column=span.column + end)
    findings.append(Finding(code, message, span, "", "", help_, FINDING_CODES[code].severity))
