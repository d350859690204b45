"""The seats of a table and their hands in three states: as dealt, after the exchange, what is left."""

from __future__ import annotations

from functools import cache
from typing import Literal

from tarok_pbn.cards import CODES
from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.games.kit.words import Word
from tarok_pbn.notation.hands import Deal, read_deal
from tarok_pbn.record import Record
from tarok_pbn.render.catalogue import noted, texts
from tarok_pbn.render.faces import Faces
from tarok_pbn.render.model import Hand, Seat, SectionView, Side, Taken, Trick
from tarok_pbn.render.seatnames import seat_name, seat_names
from tarok_pbn.replay import Replay

__all__ = ["direction_of", "layout_of", "player_of", "seats_of", "seats_without_game", "taken_of", "unused_of"]

_COMPASS = {"S": "south", "E": "east", "N": "north", "W": "west"}
_ROUND = {3: ("south", "east", "west"), 4: ("south", "east", "north", "west")}
_NOTHING = ("?", "", "-")


def player_of(record: Record, letter: str) -> str:
    """The name of a seat's player, "Novák, Jan" as ``Jan Novák``; "" where it is not known."""
    value = record.get(SEAT_NAMES.get(letter, letter))
    if value in _NOTHING:
        return ""
    last, comma, first = value.partition(", ")
    return f"{first} {last}" if comma and ", " not in first else value


def layout_of(letters: tuple[str, ...]) -> tuple[Literal["compass", "triangle", "flow"], list[str]]:
    """How the seats are laid out, and the place of each."""
    if len(letters) == 4 and set(letters) == set("SENW"):
        return "compass", [_COMPASS[letter] for letter in letters]
    if len(letters) == 3 and set(letters) == set("SEW"):
        return "triangle", [_COMPASS[letter] for letter in letters]
    if len(letters) == 3:
        return "triangle", list(_ROUND[3])
    if len(letters) == 4:
        first = letters.index(min(letters))
        return "compass", [_ROUND[4][(index - first) % 4] for index in range(4)]
    return "flow", ["flow"] * len(letters)


def direction_of(letters: tuple[str, ...]) -> Literal["anticlockwise", "clockwise", ""]:
    """Which way the play goes round the table as it is laid out."""
    layout, places = layout_of(letters)
    if layout == "flow":
        return ""
    order: list[str] = [place for place in _ROUND[4] if place in places]
    first = order.index(places[0])
    return "anticlockwise" if places == order[first:] + order[:first] else "clockwise"


def seats_of(replay: Replay, table: Table, faces: Faces, sides: list[Side], tricks: list[Trick]) -> list[Seat]:
    """The seats in order of play."""
    lang = faces.language.code
    record = replay.record
    deal = _deal(record) if None in table.dealt else None
    places = layout_of(table.seats)[1]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side.seats} if len(sides) == 2 else {}
    total = replay.game.tricks if replay.game is not None else 0
    whole = table.play_complete(total)
    seats = []
    for index, letter in enumerate(table.seats):
        seat = Seat(
            index,
            letter,
            seat_name(table, index, lang),
            player_of(record, letter),
            places[index],
            _roles(table, index, lang),
            side_of.get(index),
        )
        _hands(seat, table, faces, deal, tricks, whole)
        laid = table.laid[index]
        seat.laid = None if laid is None else faces.of(laid)
        seat.shown = faces.of(table.shown[index])
        if table.taken[index]:
            seat.talon = frozenset([CODES[card] for card in table.taken[index] if card >= 0])
        if tricks and not whole:
            seat.gone = frozenset(
                cell.card.token for t in tricks for cell in t.cells if cell.seat == index and cell.card is not None
            )
        seats.append(seat)
    return seats


def _roles(table: Table, index: int, lang: str) -> list[Word]:
    roles = []
    if index == 0 and table.dealer is not None:
        roles.append(_role(noted("forehand"), lang))
    if index == table.dealer:
        roles.append(_role(noted("dealer"), lang))
    if index == table.declarer:
        roles.append(_role(noted("declarer"), lang))
    if index == table.partner:
        roles.append(_role(noted("partner"), lang))
    return roles


@cache
def _role(name: str, lang: str) -> Word:
    return Word(texts(lang).gettext(name))


def _hands(seat: Seat, table: Table, faces: Faces, deal: Deal | None, tricks: list[Trick], whole: bool) -> None:
    index = seat.index
    dealt, at_play, held = table.dealt[index], table.at_play[index], table.held[index]
    if dealt is not None:
        seat.dealt = _hand("dealt", dealt, faces)
    elif deal is not None and deal.hands.get(seat.letter) is not None:
        unknown = deal.unknown.get(seat.letter, (0, 0, 0, 0, 0))
        mask = deal.hands[seat.letter] or 0
        seat.dealt = Hand("dealt", mask, faces.rows(mask, unknown), mask.bit_count() + sum(unknown))
    if at_play is not None:
        if at_play == dealt and seat.dealt is not None and not table.taken[index] and not table.laid[index]:
            seat.at_play = seat.dealt
        else:
            seat.at_play = _hand("exchanged", at_play, faces)
        if held is not None:
            seat.left = _hand("left", held, faces)
    elif whole:
        mask = 0
        for trick in table.tricks:
            card = trick.card_of(index)
            mask |= 1 << card if card is not None and card >= 0 else 0
        seat.at_play = _hand("played", mask, faces)
    seat.hand = seat.at_play or seat.dealt


def _hand(origin: Literal["dealt", "exchanged", "played", "left"], mask: int, faces: Faces) -> Hand:
    return Hand(origin, mask, faces.rows(mask), mask.bit_count())


def _deal(record: Record) -> Deal | None:
    value = record.get("Deal")
    return None if value in _NOTHING else read_deal(value, [])


def seats_without_game(record: Record, faces: Faces) -> list[Seat]:
    """Names and hands of a record whose game is not known."""
    deal = _deal(record)
    hands = deal.hands if deal is not None else {}
    letters = tuple(hands) or tuple(s for s in (*"SENW", *"ABCDE") if player_of(record, s))
    places = layout_of(letters)[1]
    names = seat_names(faces.language.code)
    seats = []
    for index, letter in enumerate(letters):
        seat = Seat(index, letter, names.get(letter, letter), player_of(record, letter), places[index], [], None)
        mask = hands.get(letter)
        if mask is not None:
            seat.dealt = seat.hand = _hand("dealt", mask, faces)
        seats.append(seat)
    return seats


def taken_of(table: Table, faces: Faces, exchange: SectionView | None) -> list[Taken]:
    """Who took what and laid away what, in the order in which they drew."""
    positions: dict[int, list[str]] = {}
    for said in exchange.said if exchange is not None else ():
        if said.seat is not None and said.token.startswith("takes:"):
            positions.setdefault(said.seat, []).append(said.token.partition(":")[2].replace("-", "–"))
    order = list(positions)
    start = table.declarer if table.declarer is not None else 0
    order += [s for step in range(table.n) if (s := table.after(start, step)) not in order]
    result = []
    for seat in order:
        took, laid = table.taken[seat], table.laid[seat]
        if not took and not laid:
            continue
        result.append(
            Taken(
                seat,
                seat_name(table, seat, faces.language.code),
                faces.of(took),
                ", ".join(positions.get(seat, ())),
                None if laid is None or (not laid and took) else faces.of(laid),
                faces.of(table.shown[seat]),
            )
        )
    return result


def unused_of(table: Table) -> list[int]:
    """Cards of the talon that nobody took."""
    drawn = {card for cards in table.taken for card in cards}
    return [card for card in table.talon or () if card >= 0 and card not in drawn]
