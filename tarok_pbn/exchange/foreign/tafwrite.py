"""Königrufen records as TAF lines: the position before the play, then one after each card and each trick."""

from __future__ import annotations

from tarok_pbn.exchange.foreign.base import Refused
from tarok_pbn.exchange.foreign.taf import ANNOUNCED, CONTRACTS, NEGATIVE, SEATS, TAKES, spelled
from tarok_pbn.games.kit.table import Table
from tarok_pbn.record import Record
from tarok_pbn.replay import replay

__all__ = ["write"]

_SHORT = {word: kind for kind, word in reversed(CONTRACTS.items()) if word and not kind.startswith("PB")}
_SIGNS = {word: sign for sign, word in ANNOUNCED.items()}


def write(record: Record) -> str:
    """A Königrufen record as TAF lines: the position before the play, then one after each card. Raises Refused."""
    if record.get("Game") != "koenigrufen":
        raise Refused("TAF is for Königrufen only")
    done = replay(record)
    table = done.table
    if table is None or not table.contract:
        raise Refused("TAF needs the contract")
    wrong = next((f for f in done.findings if f.severity == "error" and f.code[0] in "DP"), None)
    if wrong is not None:
        raise Refused(f"its cards cannot be followed ({wrong.code}: {wrong.message})")
    if table.doubles:
        raise Refused("how TAF writes a kontra is not documented")
    if table.revokes or table.claim is not None:
        raise Refused("TAF has no sign for a revoke that stood or for a claim")
    exchange = record.section("Exchange")
    if exchange is not None and any(word.partition(":")[0] == "concedes" for _, word, _ in exchange.items()):
        raise Refused("TAF has no sign for a hand that was conceded")
    contracts = table.contract.split()
    if any(word not in _SHORT for word in contracts):
        raise Refused(f"TAF has no short name for {table.contract}")
    seats = [table.seats.index(seat) for seat in SEATS]
    game, taken = _game_group(record, contracts, table, seats)
    announced = []
    for seat in seats:
        words = [word for word in (table.declared or [[]] * 4)[seat] if word not in ("liegt", "gut")]
        if any(word not in _SIGNS for word in words):
            raise Refused(f"TAF has no sign for {' '.join(words)}")
        announced.append("".join(sorted((_SIGNS[word] for word in words), key="1234TUKV".index)))
    small = "J" if getattr(done.rules, "kaiserstich", "off") != "off" else "-"
    tail = f" {game} {'/'.join(announced)} {small} -\n"
    known = table.talon is not None and len(table.talon) == 6 and record.get("TalonOrder", "") != "none"
    cards = (table.talon or []) if known else [-1] * 6  # which cards lay together must be known
    halves = "/".join("".join(map(spelled, cards[i : i + 3])) for i in (0, 3))
    hands = [_cards_of(table.at_play[seat]) for seat in seats]
    piles = [_laid(table.laid[seat], taken if seat == table.declarer else 0) for seat in seats]
    lines = [_position(halves, hands, piles, []) + tail]
    for trick in table.tricks:
        fallen: list[int] = []
        for seat, played in zip(trick.seats, trick.cards, strict=True):
            if played < -1:
                raise Refused("a card is missing in a trick")
            hand = hands[seats.index(seat)]
            hand.remove(played if played in hand else -1)
            fallen.append(played)
            lines.append(_position(halves, hands, piles, fallen) + tail)
        if trick.winner is not None and len(fallen) == 4:
            piles[seats.index(trick.winner)] += fallen
            lines.append(_position(halves, hands, piles, []) + tail)
    return "".join(lines)


def _game_group(record: Record, contracts: list[str], table: Table, seats: list[int]) -> tuple[str, int]:
    """The game group, and how many cards the declarer takes."""
    letters = record.get("Declarer", "?").split()
    declarer = table.declarer
    names = table.seats
    if not letters or letters == ["?"]:
        letters = [names[declarer]] if declarer is not None else []
    if contracts == ["trischaken"]:
        letters = letters or [names[0]]
    if len(letters) != len(contracts):
        raise Refused("TAF needs a declarer for each contract")
    many = len(contracts) > 1
    short = [_SHORT[word].replace("P", "PB") if many and word in NEGATIVE[:3] else _SHORT[word] for word in contracts]
    if many and any(not kind.startswith("PB") for kind in short):
        raise Refused("of parallel games TAF knows only Piccolo, Zwiccolo and Triccolo bei")
    game = "".join(kind + str(SEATS.index(seat) + 1) for kind, seat in zip(short, letters, strict=True))
    called, partner = table.called, table.partner
    game += spelled(called) if called is not None and called >= 0 else "-"
    game += str(seats.index(partner) + 1) if partner is not None else "-"
    how = TAKES.get(contracts[0])
    taken = table.taken[declarer] if declarer is not None else []
    whole = table.talon or []
    if how == "six":
        return game + "12", 6
    if how == "half" and taken and len(whole) == 6 and min(taken) >= 0:
        return game + ("1" if set(taken) == set(whole[:3]) else "2"), 3
    return game + "-", 0


def _cards_of(mask: int | None) -> list[int]:
    return [-1] * 12 if mask is None else [c for c in range(78) if mask >> c & 1]


def _laid(mask: int | None, count: int) -> list[int]:
    return [-1] * count if mask is None else [c for c in range(78) if mask >> c & 1]


def _position(halves: str, hands: list[list[int]], piles: list[list[int]], trick: list[int]) -> str:
    def words(cards: list[int]) -> str:
        return "".join(map(spelled, cards))

    players = [f"{words(hand)}/{words(pile)}" for hand, pile in zip(hands, piles, strict=True)]
    return "#".join([halves, *players, words(trick)])
