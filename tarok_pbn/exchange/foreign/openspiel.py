"""Histories of OpenSpiel's game ``tarok``: Slovenian tarok for three or four, taken over as deal and play.

Three forms are read: what ``serialize_game_and_state`` writes (``[Meta]``, ``[Game]``, ``[State]``),
what ``serialize`` of a state writes (the seed of the deal, then one action a line), and a bare list of
actions (``0, 0, 0, 2, ...``), which holds no deal. The seed gives the deal exactly: the game shuffles
with the Mersenne Twister of C++, first six cards the talon, then the hands.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from tarok_pbn.cards import CARD, CODES, FOOL, SUIT_OF, T1, T21
from tarok_pbn.exchange.foreign.base import Imported, Text, deal, limited, named, people, record, shown, stream, talon
from tarok_pbn.findings import Finding
from tarok_pbn.record import Record, Section

__all__ = ["CONTRACTS", "deal_of", "read"]

#: Action number of a card -> our card: taroks I to XXI and the fool, then hearts, diamonds, spades, clubs upwards.
CARDS: tuple[int, ...] = (
    *range(22),
    *(CARD[s + rank] for s in "HD" for rank in "4321JNQK"),
    *(CARD[s + rank] for s in "SC" for rank in "789TJNQK"),
)
_KINGS = {29, 37, 45, 53}


class Contract(NamedTuple):
    """A contract: our word, talon cards taken, whether a king is called (with four), whether the declarer leads."""

    word: str
    takes: int = 0
    calls: bool = False
    leads: bool = False


#: Bids from 1; 0 is a pass.
CONTRACTS: tuple[Contract, ...] = (
    Contract("klop"),
    Contract("tri", 3, True),
    Contract("dve", 2, True),
    Contract("ena", 1, True),
    Contract("solo_tri", 3),
    Contract("solo_dve", 2),
    Contract("solo_ena", 1),
    Contract("berac", leads=True),
    Contract("solo_brez", leads=True),
    Contract("odprti_berac", leads=True),
    Contract("barvni_valat", leads=True),
    Contract("valat", leads=True),
)
_ENDS_WHEN_TAKEN = ("berac", "odprti_berac")
_ENDS_WHEN_MISSED = ("barvni_valat", "valat")
_SEATS = {3: "SEW", 4: "SENW"}


class _Number(NamedTuple):
    """A number of the file and where it stands."""

    value: int
    start: int
    end: int


class _History(NamedTuple):
    """One history: where it begins, its numbers, whether the first is the seed, and how many play (None: not said)."""

    start: int
    numbers: list[_Number]
    seeded: bool
    players: int | None
    said: bool


class _Stop(Exception):
    """The history cannot go on at this number."""

    def __init__(self, message: str, at: _Number, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.help = help


def deal_of(seed: int, players: int) -> tuple[list[int], list[list[int]]]:
    """The talon in its order, and the hands, that the game deals from *seed* to three or four *players*."""
    words = _twister(seed)
    cards = list(CARDS)
    for index in range(53, 0, -1):
        other = next(words) % (index + 1)
        cards[index], cards[other] = cards[other], cards[index]
    size = 48 // players
    return cards[:6], [cards[6 + size * p : 6 + size * (p + 1)] for p in range(players)]


def _twister(seed: int) -> Iterator[int]:
    """The numbers of ``std::mt19937(seed)``: the generator of the standard library, begun as C++ begins it."""
    state = [seed & 0xFFFFFFFF]
    for index in range(1, 624):
        before = state[-1]
        state.append(1812433253 * (before ^ before >> 30) + index & 0xFFFFFFFF)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))
    while True:
        yield generator.getrandbits(32)


# --- the file -----------------------------------------------------------------------------------

_INTEGER = re.compile(r"[+-]?\d{1,12}(?![\w.])")
_GAME = re.compile(r"tarok\((.*)\)\s*")
_MOST = 200  # numbers in a history; the longest hand has fewer


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The hands of a file, one by one."""
    return limited(_hands(Text(data, name)))


def _hands(text: Text) -> Iterator[Imported]:
    early = text.early
    number = 0
    for history, findings in _histories(text):
        number += 1
        if history is None:
            yield Imported(None, early + findings)
        else:
            made, found = _import(text, history, number)
            yield Imported(made, early + findings + found)
        early = []
    if not number:
        message = "No history stands here."
        help_ = "serialize_game_and_state(), a state's serialize(), or a list of actions"
        yield Imported(None, [*early, text.finding("I010", message, 0, help=help_)])


def _histories(text: Text) -> Iterator[tuple[_History | None, list[Finding]]]:
    """The histories of a file, and what could not be read before or in each."""
    section = ""
    players: int | None = None
    said = False
    start = -1
    numbers: list[_Number] = []
    findings: list[Finding] = []
    foreign_game = False

    def finish() -> Iterator[tuple[_History | None, list[Finding]]]:
        nonlocal numbers, findings, start
        if numbers and not foreign_game:
            yield _History(start, numbers, True, players, said), findings
        elif findings:
            yield None, findings
        elif start >= 0 and section == "[State]":
            yield None, [text.finding("I010", "The state has no history: its cards are not dealt yet.", start)]
        numbers, findings, start = [], [], -1

    for at, line in text.lines():
        word = line.strip()
        if not word:
            if not section:
                yield from finish()
            continue
        if word.startswith("#"):
            continue
        if word in ("[Meta]", "[Game]", "[GameRNGState]", "[State]"):
            if word == "[Meta]":
                yield from finish()
                players, said, foreign_game = 3, False, False
            if word == "[State]":
                start = at
            section = word
        elif section in ("[Meta]", "[GameRNGState]"):
            continue
        elif section == "[Game]":
            match = _GAME.fullmatch(word)
            if match is None:
                foreign_game = True
                message = f"The game is {shown(word)}, not tarok: only histories of tarok are read."
                findings.append(text.finding("I010", message, at, at + len(line)))
                continue
            players, said = _players(match[1]), "players=" in match[1]
            if players not in _SEATS:
                message = f"{shown(word)} is not a game of three or four players."
                findings.append(text.finding("I011", message, at, at + len(line)))
                foreign_game = True
        elif "," in word:
            yield from finish()
            section = ""
            found: list[Finding] = []
            listed = _numbers(text, at, line, found)
            if listed and listed[0].value:
                first = listed[0]
                found = [text.finding("I015", "A list of actions begins with 0, the deal.", first.start, first.end)]
                listed = []
            if not listed and not found:
                found.append(text.finding("I010", "No number of an action stands in this list.", at, at + len(line)))
            yield (_History(at, listed, False, None, False) if listed else None), found
        else:
            start = at if start < 0 else start
            if len(numbers) < _MOST and not findings:
                numbers += _numbers(text, at, line, findings)
    yield from finish()


def _players(parameters: str) -> int:
    match = re.search(r"players=(?:kInt\*+)?(\d+)", parameters)
    return int(match[1]) if match else 3


def _numbers(text: Text, at: int, line: str, findings: list[Finding]) -> list[_Number]:
    """The numbers of a line; anything else is reported, and ends the list."""
    numbers: list[_Number] = []
    for part in re.finditer(r"[^\s,\[\]]+", line):
        start, end = at + part.start(), at + part.end()
        if not _INTEGER.fullmatch(part[0]):
            findings.append(text.finding("I011", f"{shown(part[0])} is not the number of an action.", start, end))
            break
        numbers.append(_Number(int(part[0]), start, end))
        if len(numbers) > _MOST:
            message = f"The history goes on after {_MOST} actions; no hand has so many."
            findings.append(text.finding("I019", message, start, end))
            break
    return numbers


# --- one history --------------------------------------------------------------------------------


def _import(text: Text, history: _History, number: int) -> tuple[Record, list[Finding]]:
    findings: list[Finding] = []

    def say(code: str, message: str, at: _Number, help: str = "") -> None:
        findings.append(text.finding(code, message, at.start, at.end, number=number, help=help))

    first = history.numbers[0]
    players = history.players
    hands = [_Hand(history, n) for n in ((players,) if players else (3, 4))]
    hand = max(hands, key=lambda one: one.fits)  # the first of those that fit as well, three
    if players is None:
        both = hands[0].fits == hands[1].fits
        other = "the game's default; four would fit too" if both else "which fits the actions better"
        say("I008", f"How many played is not said; it is read as a game of {hand.players}, {other}.", first)
    elif not history.said:
        say("I008", "The number of players is not said; it is three, the game's default.", first)
    seats = hand.seats
    say("I002", f"Players 0 to {hand.players - 1}, forehand first, dealer last, sit at {' '.join(seats)}.", first)
    if not history.seeded:
        say("I006", "The list of actions has no seed, so the deal is not known beyond what was played.", first)
    say("I006", "Names, date and score are not part of a history.", first)
    if hand.worked_out:
        say("I005", hand.worked_out, first)
    if hand.stopped is not None:
        say("I015", hand.stopped.message, hand.stopped.at, hand.stopped.help)
    elif not hand.over:
        say("I018", "The history ends before the hand does.", history.numbers[-1])
    return hand.record(number), findings


class _Hand:
    """A history played through; it stops where an action is not possible."""

    def __init__(self, history: _History, players: int) -> None:
        self.players = players
        self.seats = _SEATS[players]
        self.talon: list[int] | None = None
        self.dealt: list[int | None] = [None] * players
        self.held: list[set[int]] | None = None
        self.bids: list[tuple[str, list[str]]] = []
        self.exchange: list[tuple[str, list[str]]] = []
        self.tricks: list[tuple[str, list[str]]] = []
        self.contract: Contract | None = None
        self.declarer = -1
        self.called: int | None = None
        self.laid: list[int] = []
        self.over = False
        self.stopped: _Stop | None = None
        self.worked_out = ""
        self._numbers = iter(history.numbers)
        self._played: list[list[int]] = [[] for _ in range(players)]
        self.went = 0
        first = self._next()
        if history.seeded:
            self.talon, hands = deal_of(first.value, players)
            self.held = [set(cards) for cards in hands]
            self.dealt = [sum(1 << card for card in cards) for cards in hands]
        try:
            self._auction()
            self._exchange()
            self._play()
            for extra in self._numbers:
                raise _Stop("The hand is over, but the history goes on.", extra)
        except StopIteration:
            pass
        except _Stop as stop:
            self.stopped = stop
        if self.over and self.held is None:
            self._work_out()

    @property
    def fits(self) -> tuple[bool, bool, int]:
        """How well the actions fit a game of so many: without a fault, to the end, and how far."""
        return self.stopped is None, self.over, self.went

    def _next(self) -> _Number:
        number = next(self._numbers)
        self.went += 1
        return number

    def _auction(self) -> None:
        bids: list[int | None] = [None] * self.players
        who = 1
        while True:
            at = self._next()
            legal = self._bids(bids, who)
            if at.value not in legal:
                self.went -= 1
                words = ", ".join(f"{bid} {CONTRACTS[bid - 1].word if bid else 'pass'}" for bid in legal)
                raise _Stop(f"Player {who} cannot bid {at.value} here.", at, f"Possible: {words}.")
            bids[who] = at.value
            word = CONTRACTS[at.value - 1].word if at.value else "pass"
            self.bids.append((self.seats[who], [word]))
            if all(bid == 0 for player, bid in enumerate(bids) if player != who):
                self.contract, self.declarer = CONTRACTS[at.value - 1], who
                return
            who = (who + 1) % self.players
            while bids[who] == 0:
                who = (who + 1) % self.players

    def _bids(self, bids: list[int | None], who: int) -> list[int]:
        """Bids that are possible: a lower player number may hold a bid, a higher one must go above it."""
        alone = all(bid == 0 for player, bid in enumerate(bids) if player != who)
        highest = max((bid for bid in bids if bid is not None), default=-1)
        holder = next((p for p, bid in enumerate(bids) if bid == highest), 0) if highest >= 0 else 0
        legal = [1, 2] if alone and bids[who] is None and who == 0 else [] if alone else [0]
        for bid in range(3, 13):
            if self.players == 3 and 5 <= bid <= 7:
                continue
            if bid > highest or (bid == highest and who <= holder):
                legal.append(bid)
        return legal

    def _exchange(self) -> None:
        contract, seat = self._contract(), self.seats[self.declarer]
        if contract.calls and self.players == 4:
            at = self._next()
            if at.value not in _KINGS:
                raise _Stop(f"Player {self.declarer} cannot call {at.value}: a king is called.", at, "29, 37, 45 or 53")
            self.called = CARDS[at.value]
            self.bids.append((seat, [f"call:{CODES[self.called]}"]))
        if not contract.takes:
            return
        at = self._next()
        if not 0 <= at.value < 6 // contract.takes:
            raise _Stop(f"There is no set {at.value} of the talon.", at, f"0 to {6 // contract.takes - 1}")
        begin = at.value * contract.takes
        end = begin + contract.takes
        words = [f"takes:{begin + 1}-{end}" if contract.takes > 1 else f"takes:{end}"]
        self.exchange.append((seat, words))
        if self.held is not None and self.talon is not None:
            self.held[self.declarer] |= set(self.talon[begin:end])
        try:
            while len(self.laid) < contract.takes:
                self.laid.append(self._from_hand(self.declarer, self._next()))
        finally:
            if self.laid:
                words.append(f"lays:{named(self.laid)}")
                taroks = [card for card in self.laid if SUIT_OF[card] == 0]
                if taroks:
                    words.append(f"shows:{named(taroks)}")

    def _contract(self) -> Contract:
        assert self.contract is not None
        return self.contract

    def _from_hand(self, player: int, at: _Number) -> int:
        if not 0 <= at.value < 54:
            raise _Stop(f"{at.value} is not the number of a card.", at, "0 to 53")
        card = CARDS[at.value]
        gone = card in self.laid or any(card in cards for cards in self._played)
        if gone or (self.held is not None and card not in self.held[player]):
            why = "is gone already" if gone else "is not in the hand"
            raise _Stop(f"Player {player} ({self.seats[player]}) cannot play {CODES[card]}: the card {why}.", at)
        if self.held is not None:
            self.held[player].discard(card)
        return card

    def _play(self) -> None:
        contract = self._contract()
        leader = self.declarer if contract.leads else 0
        for _ in range(48 // self.players):
            cards: list[int] = []
            line: tuple[str, list[str]] = (self.seats[leader], [])
            for step in range(self.players):
                player = (leader + step) % self.players
                card = self._from_hand(player, self._next())
                if not step:
                    self.tricks.append(line)
                self._played[player].append(card)
                cards.append(card)
                line[1].append(CODES[card])
            leader = (leader + _winner(cards, contract)) % self.players
            mine = leader == self.declarer
            if (contract.word in _ENDS_WHEN_TAKEN and mine) or (contract.word in _ENDS_WHEN_MISSED and not mine):
                break
        self.over = True

    def _work_out(self) -> None:
        """Hands of a list of actions, from all that was played: nobody took a card unless the contract says so."""
        contract = self._contract()
        if any(len(cards) < 48 // self.players for cards in self._played):
            return
        for player, cards in enumerate(self._played):
            if not (contract.takes and player == self.declarer):
                self.dealt[player] = sum(1 << card for card in cards)
        self.worked_out = "The hands are worked out from the cards played" + (
            "; the declarer's cannot be told from the talon cards taken." if contract.takes else "."
        )

    def record(self, number: int) -> Record:
        """What was read, as a record."""
        contract = self.contract
        tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Board": str(number), **people(self.seats)}
        tags |= {"Game": "tarok-si", "Rules": "?", "Dealer": self.seats[-1]}
        tags["Deal"] = deal(dict(zip(self.seats, self.dealt, strict=True)))
        tags["Talon"] = talon(self.talon) if self.talon is not None else "?"
        if contract is not None:
            tags["Contract"] = contract.word
            tags["Declarer"] = "" if contract.word == "klop" else self.seats[self.declarer]
            tags["Partner"] = self._partner()
            if self.called is not None:
                tags["Called"] = CODES[self.called]
        tags["Source"] = "OpenSpiel tarok"
        sections: list[Section] = []
        if self.bids:
            sections.append(stream("Auction", self.bids, "" if contract is not None else "+"))
        if self.exchange:
            sections.append(stream("Exchange", self.exchange))
        if self.tricks:
            full = self.over and all(len(words) == self.players for _, words in self.tricks)
            done = full and len(self.tricks) == 48 // self.players
            sections.append(stream("Play", self.tricks, "" if done else "*" if full else "+"))
        return record(tags, sections)

    def _partner(self) -> str:
        if self.called is None:
            return ""
        for player, hand in enumerate(self.dealt):
            if hand is not None and hand >> self.called & 1:
                return "" if player == self.declarer else self.seats[player]
        known = self.talon is not None or (self.over and None not in self.dealt)
        return "" if known else "?"


def _winner(cards: list[int], contract: Contract) -> int:
    """Place in the trick of the card that wins it: with pagat, mond and škis together the pagat does."""
    colour = contract.word == "barvni_valat"
    if {T1, T21, FOOL} <= set(cards) and not (colour and SUIT_OF[cards[0]]):
        return cards.index(T1)
    best = 0
    for place, card in enumerate(cards):
        suit, led = SUIT_OF[card], SUIT_OF[cards[best]]
        if (suit == led and card > cards[best]) or (not suit and led and not colour):
            best = place
    return best
