"""TarotClub's JSON files of version 3: deals, and logs of a hand that was played (French tarot, 78 cards).

A deal has ``FirstPlayer``, ``Dog`` and five places, of which the unused are empty. A log has ``deal_info``
and ``tricks``. The package does not know the rules of French tarot: deal, bidding and play are taken
over under the game ``tarot-fr``; the leader of each trick is worked out, for a log does not name it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tarok_pbn.cards import CARD, CODES, FOOL, PACK78, SUIT_OF, bits
from tarok_pbn.exchange.foreign.base import (
    Imported,
    Refused,
    Text,
    cards_of,
    deal,
    named,
    people,
    record,
    shown,
    stream,
    talon,
    twice,
)
from tarok_pbn.exchange.foreign.jsonplaces import Broken, Value, parse, repeated
from tarok_pbn.findings import Finding
from tarok_pbn.notation import parse_deal, parse_talon, seats_of
from tarok_pbn.record import Record, Section

__all__ = ["CONTRACTS", "card", "read", "spelled", "write"]

PLACES = ("South", "East", "North", "West", "Fifth")
#: Players -> our seats in the order of the places, cards in a hand, cards in the dog.
_TABLES = {3: ("SEN", 24, 6), 4: ("SENW", 18, 6), 5: ("ABCDE", 15, 3)}
_RANKS = {**{n: str(n) for n in range(1, 10)}, 10: "T", 11: "J", 12: "N", 13: "Q", 14: "K"}
_CARD = re.compile(r"(\d\d)-([SHDCT])")
#: TarotClub's contract -> ours.
CONTRACTS = {
    "Pass": "pass",
    "Take": "prise",
    "Guard": "garde",
    "Guard without": "garde_sans",
    "Guard against": "garde_contre",
}


def card(word: str) -> int | None:
    """Our card of a card of TarotClub (``08-S``, ``00-T`` the excuse); None for anything else."""
    match = _CARD.fullmatch(word)
    if match is None:
        return None
    value = int(match[1])
    if match[2] == "T":
        return None if value > 21 else FOOL if value == 0 else value - 1
    return CARD[match[2] + _RANKS[value]] if value in _RANKS else None


def spelled(number: int) -> str:
    """A card as TarotClub writes it."""
    code = CODES[number]
    if SUIT_OF[number] == 0:
        return f"{0 if code == 'F' else number + 1:02}-T"
    return f"{next(value for value, rank in _RANKS.items() if rank == code[1]):02}-{code[0]}"


class _Notes:
    """The findings of one file."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def say(self, code: str, message: str, at: Value, help: str = "") -> None:
        self.findings.append(at.finding(code, message, help=help))

    @property
    def wrong(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The one hand of a file."""
    text = Text(data, name)
    try:
        document = parse(text)
    except Broken as broken:
        yield Imported(None, [*text.early, broken.finding])
        return
    notes = _Notes()
    made: Record | None = None
    if document.object is None:
        notes.say("I010", f"A TarotClub file is a JSON object, not {document.kind}.", document)
    else:
        notes.findings += repeated(document)
        version = document.get("version")
        if version is None or version.raw not in ("3", 3):
            found = version.kind if version else "none"
            notes.say("I008", f"The file's version is {found}, not 3; it is read as version 3.", version or document)
        made = _log(document, notes) if document.get("deal_info") else _deal_file(document, notes)
    yield Imported(made, text.early + notes.findings)


def _cards(value: Value, notes: _Notes, what: str) -> list[int] | None:
    """The cards of a list such as ``08-S;00-T``; None where one cannot be read."""
    words = value.string
    if words is None:
        notes.say("I011", f"{what} is {value.kind}, not a list of cards in one string.", value, "08-S;12-H;00-T")
        return None
    if not words.strip():
        return []
    cards: list[int] = []
    for word in words.split(";")[:79]:
        number = card(word.strip())
        if number is None:
            message = f"{shown(word)} in {what} is not a card of TarotClub."
            notes.say("I012", message, value, "01-S to 14-S, likewise H D C; 00-T (the excuse) to 21-T")
            return None
        cards.append(number)
    return cards


def _place(value: Value | None, seats: str) -> str | None:
    """Our seat of a place's name; None for Nowhere and what is not a place of this table."""
    name = value.string if value else None
    index = PLACES.index(name) if name in PLACES else -1
    return seats[index] if 0 <= index < len(seats) else None


def _tags(seats: str, notes: _Notes, at: Value) -> dict[str, str]:
    tags = {"Event": "?", "Site": "?", "Date": "????.??.??", **people(seats), "Game": "tarot-fr", "Rules": "?"}
    if len(seats) != 4:
        places = ", ".join(PLACES[: len(seats)])
        notes.say("I002", f"{places} sit at {' '.join(seats)}, in the same order.", at)
    if len(seats) == 3:
        tags["Seats"] = "S E N"
    notes.say("I006", "Names, date and score are not part of the file.", at)
    return tags


def _dealer(first: str | None, seats: str) -> str:
    return "?" if first is None else seats[seats.index(first) - 1]


# --- deals --------------------------------------------------------------------------------------


def _deal_file(document: Value, notes: _Notes) -> Record | None:
    known = {*PLACES, "Dog", "FirstPlayer", "version"}
    for name, value in (document.object or {}).items():
        if name not in known:
            notes.say("I017", f"A deal of TarotClub has no entry {shown(name)}.", value)
    values = {place: document.get(place) for place in PLACES}
    piles: dict[str, list[int] | None] = {
        place: _cards(value, notes, place) if value else None for place, value in values.items()
    }
    used = [i for i, place in enumerate(PLACES, 1) if piles[place] or (values[place] and piles[place] is None)]
    if not used:
        places = ", ".join(PLACES[:4])
        notes.say("I010", f"This is neither a deal nor a log of TarotClub: no place has cards ({places}).", document)
        return None
    count = max(*used, 3)
    seats, size, dog_size = _TABLES[count]
    tags = _tags(seats, notes, document)
    dog_value = document.get("Dog")
    dog = _cards(dog_value, notes, "Dog") if dog_value else None
    hands: dict[str, int | None] = {}
    for seat, place in zip(seats, PLACES, strict=False):
        cards = piles[place]
        if cards is not None and len(cards) != size:
            message = f"{place} has {cards_of(len(cards))}; with {count} players a hand has {size}."
            notes.say("I014", message, values[place] or document)
            cards = None
        hands[seat] = None if cards is None else _mask(cards)
    if dog is not None and len(dog) != dog_size:
        message = f"The dog has {cards_of(len(dog))}; with {count} players it has {dog_size}."
        notes.say("I014", message, dog_value or document)
        dog = None
    again = twice([cards for cards in [*piles.values(), dog] if cards])
    if again:
        notes.say("I013", f"{CODES[again[0]]} stands twice in the deal; no hand is taken over.", document)
        hands = dict.fromkeys(seats)
        dog = None
    first_value = document.get("FirstPlayer")
    first = _place(first_value, seats)
    if first is None:
        named_ = first_value.kind if first_value else "not given"
        notes.say("I006", f"The first player is {named_}, so the dealer is not known.", first_value or document)
    else:
        notes.say("I003", "The dealer is the player before the first player.", first_value or document)
    tags |= {"Dealer": _dealer(first, seats), "Deal": deal(hands)}
    tags["Talon"] = "?" if dog is None else talon(dog)
    tags["Source"] = "TarotClub deal"
    return record(tags)


def _mask(cards: list[int]) -> int:
    mask = 0
    for one in cards:
        mask |= 1 << one
    return mask


# --- logs ---------------------------------------------------------------------------------------


class _Play(NamedTuple):
    """The tricks of a log, the cards of each seat, and whether all of it could be read."""

    lines: list[tuple[str, list[str]]]
    cards: dict[str, list[int]]
    whole: bool


def _log(document: Value, notes: _Notes) -> Record | None:
    info = document.get("deal_info")
    if info is None or info.object is None:
        notes.say("I010", "deal_info is not an object.", info or document)
        return None
    said = info.get("number_of_players")
    count = said.integer if said else None
    if count not in _TABLES:
        found = said.kind if said else "not given"
        notes.say("I011", f"The number of players is {found}.", said or info, "3, 4 or 5")
        return None
    seats, size, dog_size = _TABLES[count]
    tags = _tags(seats, notes, info)
    lead_value = info.get("first_trick_lead")
    leader = _place(lead_value, seats)
    slam = info.get("slam")
    if leader is None:
        message = "Who led to the first trick is not said; the play cannot be given to the players."
        notes.say("I011", message, lead_value or info, ", ".join(PLACES[:count]))
    elif slam is not None and slam.raw is True:
        message = "With an announced slam the taker may have led, not the player after the dealer: no dealer is named."
        notes.say("I006", message, lead_value or info)
    else:
        notes.say("I003", "The dealer is the player before the one who led to the first trick.", lead_value or info)
    tags["Dealer"] = "?" if slam is not None and slam.raw is True else _dealer(leader, seats)
    contract, taker = _contract(info, seats, notes)
    dog_value = info.get("dog")
    dog = _cards(dog_value, notes, "dog") if dog_value else None
    if dog is not None and len(dog) != dog_size:
        notes.say("I014", f"The dog has {cards_of(len(dog))}, not {dog_size}.", dog_value or info)
        dog = None
    play = _play(document.get("tricks") or document, leader, seats, size, notes)
    hands, laid, dog = _hands(play, dog, contract, taker, notes, dog_value or document)
    tags |= {"Deal": deal(hands), "Talon": "?" if dog is None else talon(dog)}
    tags |= {"Contract": contract or "?", "Declarer": taker or "?", "Partner": "?" if count == 5 else ""}
    if count == 5:
        notes.say("I006", "The called card and the partner are not part of the log.", info)
    tags["Source"] = "TarotClub log"
    sections: list[Section] = []
    if contract in ("prise", "garde") and taker:
        words = [f"takes:1-{dog_size}", *([f"lays:{named(laid)}"] if laid else [])]
        sections.append(stream("Exchange", [(taker, words)]))
    spoken = _announced(info, hands, taker, notes)
    if spoken:
        sections.append(stream("Announcements", spoken))
    if play.lines:
        sections.append(stream("Play", play.lines, "" if play.whole else "+"))
    return record(tags, sections)


def _contract(info: Value, seats: str, notes: _Notes) -> tuple[str | None, str | None]:
    value = info.get("contract")
    contract = CONTRACTS.get(value.string or "") if value else None
    if contract is None:
        found = value.kind if value else "not given"
        notes.say("I011", f"The contract is {found}.", value or info, ", ".join(CONTRACTS))
    taker_value = info.get("taker")
    taker = _place(taker_value, seats)
    if taker is None and contract != "pass":
        found = taker_value.kind if taker_value else "not given"
        notes.say("I011", f"The taker is {found}.", taker_value or info, ", ".join(PLACES[: len(seats)]))
    return contract, taker


def _play(value: Value, leader: str | None, seats: str, size: int, notes: _Notes) -> _Play:
    lines: list[tuple[str, list[str]]] = []
    fallen: dict[str, list[int]] = {seat: [] for seat in seats}
    tricks = value.array
    if tricks is None:
        notes.say("I011", "tricks is not a list.", value)
        return _Play([], fallen, False)
    gone: set[int] = set()
    for number, item in enumerate(tricks[:size], 1):
        cards = _cards(item, notes, f"trick {number}")
        if cards == [] and number > len(lines):
            break  # a hand that was not played to its end has empty tricks
        if cards is None or leader is None:
            break
        if len(cards) != len(seats):
            notes.say("I014", f"Trick {number} has {cards_of(len(cards))}, not {len(seats)}.", item)
            break
        again = next((c for i, c in enumerate(cards) if c in gone or c in cards[:i]), None)
        if again is not None:
            notes.say("I013", f"{CODES[again]} falls in trick {number}, but has been played before.", item)
            break
        gone |= set(cards)
        lines.append((leader, [CODES[c] for c in cards]))
        order = seats[seats.index(leader) :] + seats[: seats.index(leader)]
        for seat, played in zip(order, cards, strict=True):
            fallen[seat].append(played)
        leader = order[_winner(cards)]
    if len(tricks) > size:
        notes.say("I014", f"The log has {len(tricks)} tricks; a hand has {size}.", value)
    whole = len(lines) == size
    if not whole and not notes.wrong:
        notes.say("I018", f"The log has {len(lines)} of {size} tricks.", value)
    return _Play(lines, fallen, whole)


def _winner(cards: list[int]) -> int:
    """Place of the winning card: the highest trump, else the highest of the suit led; the excuse never wins."""
    trumps = [c for c in cards if SUIT_OF[c] == 0 and c != FOOL]
    if trumps:
        return cards.index(max(trumps))
    suit = next((SUIT_OF[c] for c in cards if c != FOOL), 0)
    return cards.index(max((c for c in cards if SUIT_OF[c] == suit), key=_strength))


def _strength(number: int) -> int:
    """French tarot has the pips of all suits upwards."""
    rank = CODES[number][1]
    return "123456789TJNQK".index(rank) if SUIT_OF[number] else number


def _hands(
    play: _Play, dog: list[int] | None, contract: str | None, taker: str | None, notes: _Notes, at: Value
) -> tuple[dict[str, int | None], list[int], list[int] | None]:
    """Hands as dealt, and the cards laid away, from what was played; and the dog, if it fits to that."""
    hands: dict[str, int | None] = dict.fromkeys(play.cards)
    if not play.whole:
        notes.say("I006", "Not all tricks are there, so the hands as dealt are not known.", at)
        return hands, [], dog
    for seat, cards in play.cards.items():
        hands[seat] = _mask(cards)
    rest = list(bits(PACK78 & ~_mask([c for cards in play.cards.values() for c in cards])))
    if contract in ("prise", "garde") and taker is not None:
        owned = (hands[taker] or 0) | _mask(rest)
        if dog is None or _mask(dog) & ~owned:
            hands[taker] = None
            if dog is not None:
                message = "A card of the dog was played by another player than the taker; the dog is not taken over."
                notes.say("I016", message, at)
            return hands, rest, None
        hands[taker] = owned & ~_mask(dog)
        notes.say("I005", "The cards laid away, and the hands as dealt, are worked out from what was played.", at)
        return hands, rest, dog
    if dog is not None and set(dog) != set(rest):
        notes.say("I016", "The cards of the dog are not those that nobody played; the dog is not taken over.", at)
        dog = None
    notes.say("I005", "The hands as dealt are worked out from what was played.", at)
    return hands, [], dog


def _announced(
    info: Value, hands: Mapping[str, int | None], taker: str | None, notes: _Notes
) -> list[tuple[str, list[str]]]:
    """The slam, and the handles with the player who can have shown them."""
    said: dict[str, list[str]] = {}
    slam = info.get("slam")
    if slam is not None and not isinstance(slam.raw, bool):
        notes.say("I011", f"slam is {slam.kind}, neither true nor false.", slam)
    if slam is not None and slam.raw is True and taker is not None:
        said.setdefault(taker, []).append("chelem")
    for side in ("attack_handle", "defense_handle"):
        value = info.get(side)
        cards = _cards(value, notes, side) if value is not None else None
        if not cards or value is None:
            continue
        owners = [seat for seat, hand in hands.items() if hand is not None and not _mask(cards) & ~hand]
        if len(owners) == 1:
            notes.say("I005", f"The {side} was shown by {owners[0]}, who alone was dealt its cards.", value)
        elif side == "attack_handle" and taker is not None:
            owners = [taker]
            notes.say("I008", f"The {side} is given to the taker; no player was dealt all its cards.", value)
        else:
            notes.say("I007", f"Who showed the {side} cannot be told; it is not taken over.", value)
            continue
        said.setdefault(owners[0], []).append(f"poignee:{named(cards)}")
    return list(said.items())


# --- writing ------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """A deal of French tarot as a TarotClub deal file of one deal. Raises Refused."""
    if record.get("Game") != "tarot-fr":
        raise Refused("TarotClub deals are of French tarot (tarot-fr) only")
    seats = seats_of(record)
    order = next((table[0] for table in _TABLES.values() if sorted(table[0]) == sorted(seats)), None)
    if order is None:
        raise Refused(f"TarotClub has no table with the seats {' '.join(seats)}")
    _, size, dog_size = _TABLES[len(seats)]
    hands = parse_deal(record.get("Deal", "")) if record.has("Deal") else {}
    dog = parse_talon(record.get("Talon", ""))
    if len(dog) != dog_size or -1 in dog:
        raise Refused(f"the dog must have {dog_size} known cards")
    written: dict[str, str] = {}
    for place, seat in zip(PLACES, order, strict=False):
        hand = hands.get(seat)
        if hand is None or hand.bit_count() != size:
            raise Refused(f"the hand of {seat} must have {size} known cards")
        written[place] = ";".join(map(spelled, bits(hand)))
    if twice([*(bits(hand) for hand in hands.values() if hand), dog]):
        raise Refused("a card is dealt twice")
    dealer = record.get("Dealer", "?")
    first = order[(order.index(dealer) + 1) % len(order)] if dealer in order else None
    document = {"Dog": ";".join(map(spelled, dog))}
    document |= {place: written.get(place, "") for place in PLACES}
    document["FirstPlayer"] = "Nowhere" if first is None else PLACES[order.index(first)]
    document["version"] = "3"
    return json.dumps(dict(sorted(document.items())), indent=4) + "\n"
