"""Deals and records: the table and the known cards of a record whose deal is not all known, and deals as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tarok_pbn.analysis.dealing import Deal, Known, Layout, known_cards, layout
from tarok_pbn.archive.query_syntax import QueryError
from tarok_pbn.findings import Finding
from tarok_pbn.games import find, games
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.games.kit.say import cards_list
from tarok_pbn.notation.hands import format_deal, format_talon
from tarok_pbn.record import Record, Tag
from tarok_pbn.replay import rules_for
from tarok_pbn.setup import set_table

__all__ = ["Wish", "dealt_record", "prepared"]

_NOTHING = ("?", "", "-")
#: findings that say that seats, dealer and hands do not go together
_OF_SEATS = ("R007", "R014", "R015")
#: what a record tells of its hand before it is dealt
_KEPT = (
    "Event", "Site", "Date", "Round", "Table", "South", "East", "North", "West", "A", "B", "C", "D", "E", "Game",
    "Rules", "Options", "Seats", "Language",
)  # fmt: skip


class Wish(NamedTuple):
    """What is asked for; "" where nothing is said.

    hands: seat letter -> cards, as ``known_cards`` reads them. talon: likewise.
    """

    game: str = ""
    rules: str = ""
    seats: tuple[str, ...] = ()
    dealer: str = ""
    hands: Mapping[str, str] = {}
    talon: str = ""


def prepared(wish: Wish, record: Record | None = None) -> tuple[Layout, Known]:
    """The table, and the cards that lie fixed. record: fixes what it tells.

    Raises ValueError where that cannot be dealt for, and QueryError (one of them) with the place in the text of a hand
    or the talon; the messages are for the user.
    """
    family = wish.game or (record.get("Game") if record is not None else "") or games()[0]
    game = find(family)
    if game is None:
        near = nearest(family, dict.fromkeys(games()))
        raise ValueError(
            f"there is no game {family!r}; " + (f"did you mean {near}?" if near else f"known: {', '.join(games())}")
        )
    base = record or Record([Tag("Game", family)])
    _agree("game", wish.game, base.get("Game"))
    found: list[Finding] = []
    ruleset, rules = rules_for(base, game, found, wish.rules or None)
    if found:
        raise ValueError(_sentence(found[0]))
    seats, dealer = wish.seats, wish.dealer
    hands, talon = dict(wish.hands), wish.talon
    whole: dict[str, str] = {}
    if record is not None:
        hands, whole, talon = _of_record(record, wish)
        seats, dealer = _seated(record, game, seats, dealer)
    sizes = game.talon_sizes or (game.talon_size,)
    table = layout(
        game, ruleset, rules, seats=seats, dealer=dealer, talon=max(sizes) if talon.strip() not in _NOTHING else -1
    )
    known = known_cards(table, whole, talon, whole=True)
    if hands:
        known = _both(table, known, known_cards(table, hands))
    return table, known


def _seated(record: Record, game: Game, seats: tuple[str, ...], dealer: str) -> tuple[tuple[str, ...], str]:
    """The seats and the dealer, who may sit out.

    Raises ValueError where the record's own tags, or the record and what is asked for, contradict each other.
    """
    stated = record.get("Seats")
    if stated in _NOTHING and seats:
        tags = [tag for tag in record.tags if tag.name != "Seats"]
        record = Record([*tags, Tag("Seats", " ".join(seats))], record.sections)
    found: list[Finding] = []
    at = set_table(record, game, found)
    wrong = next((finding for finding in found if finding.code in _OF_SEATS), None)
    if wrong is not None:
        help_ = f" ({wrong.help.rstrip('.')})" if wrong.help else ""
        raise ValueError(f"nothing is dealt to a table that cannot be: {wrong.message.rstrip('.')}{help_}")
    if stated not in _NOTHING:
        if stated.split() != list(at.everybody):
            raise ValueError(
                f"the record's seats {stated!r} are no table of {game.title} such as {' '.join(game.seats)}"
            )
        _agree("seats", " ".join(seats), stated, "are")
    stated_dealer = record.get("Dealer")
    if stated_dealer not in _NOTHING and stated_dealer not in at.everybody:
        raise ValueError(f"the record's dealer {stated_dealer!r} is not at this table: {' '.join(at.everybody)}")
    evident = at.seats[at.dealer] if at.dealer is not None else ""
    known = stated_dealer if stated_dealer not in _NOTHING else evident
    _agree("dealer", dealer, known)
    return at.everybody, dealer or known


def _sentence(finding: Finding) -> str:
    """A finding as the reason why nothing is dealt."""
    text = finding.message.partition("; checked by")[0].rstrip(".")
    return f"{text[:1].lower()}{text[1:]}" + (f" ({finding.help.rstrip('.')})" if finding.help else "")


def _agree(what: str, asked: str, stated: str, verb: str = "is") -> None:
    if asked and stated not in _NOTHING and asked != stated:
        raise ValueError(f"the {what} {verb} given as {asked}, and the record says {stated}")


def _of_record(record: Record, wish: Wish) -> tuple[dict[str, str], dict[str, str], str]:
    """(hands asked for, hands of the record, talon)."""
    whole = {}
    deal = record.get("Deal")
    for part in deal.split() if deal not in _NOTHING else ():
        seat, _, text = part.partition(":")
        if text != "-":
            whole[seat] = text
            if seat in wish.hands:
                raise QueryError(f"the record gives the hand of {seat} already", 0, len(text), "", text)
    talon = record.get("Talon")
    if talon in _NOTHING:
        talon = ""
    elif wish.talon:
        raise QueryError("the record gives the talon already", 0, len(talon), "", talon)
    return dict(wish.hands), whole, talon or wish.talon


def _both(table: Layout, one: Known, other: Known) -> Known:
    """What is known of both; QueryError for a card that both know in different places."""
    for place, mask in enumerate(one.cards):
        for elsewhere, more in enumerate(other.cards):
            if mask & more and place != elsewhere:
                twice = f"{table.name(place)} and {table.name(elsewhere)}"
                raise ValueError(f"given to two places, {twice}: {cards_list(mask & more)}")
    cards = tuple(a | b for a, b in zip(one.cards, other.cards, strict=True))
    return Known(cards, one.bounds + other.bounds, one.talon or other.talon)


def dealt_record(
    deal: Deal, table: Layout, number: int, generator: str = "", *, record: Record | None = None, rules: str = ""
) -> Record:
    """A deal as a record: who is at the table, what is played, the cards.

    number: of the deal, for the Board tag. generator: how it came about. record: the tags that it tells of a hand
    before the cards are dealt are kept. rules: name of the rule set, if it is not the table's.
    """
    kept = {} if record is None else {name: record.get(name) for name in _KEPT if record.has(name)}
    values = {"Event": "Deals", **kept, "Board": str(number), "Game": table.game.family}
    values["Rules"] = rules or values.get("Rules", "?")
    if values["Rules"] in _NOTHING:
        values["Rules"] = table.ruleset.name
    if table.seats != table.game.seats:
        values["Seats"] = " ".join(table.seats)
    values["Dealer"] = table.dealer
    values["Deal"] = format_deal(dict(zip(table.order, deal.hands, strict=True)))
    values["Talon"] = format_talon(deal.talon)
    if generator:
        values["Generator"] = generator
    return Record([Tag(name, value) for name, value in values.items()])
