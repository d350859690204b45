"""A player for every game: takes decisions by lot (or by a given choice) and writes the record.

The same script that validates a record deals it out here, so a random hand is legal by
construction; tests, benchmarks and samples are made with it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tarok_pbn.cards import CODES, bits, ordered
from tarok_pbn.games.kit.decision import AUCTION, PLAY, Decision, Lay, PlayCard, Remark, Say
from tarok_pbn.games.kit.game import STATED, Game, Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import amount_text
from tarok_pbn.notation.hands import format_deal, format_talon
from tarok_pbn.record import Group, Record, Section, Tag

__all__ = ["Chooser", "by_lot", "deal_cards", "play_hand"]

#: Takes a decision: the answer without the seat (with it, as a pair, where anyone may speak).
Chooser = Callable[[Decision, Table, Random], Any]


def deal_cards(game: Game, seats: tuple[str, ...], rng: Random) -> tuple[list[int], list[int]]:
    """Random hands (masks, in order of play) and an ordered talon."""
    pack = list(bits(game.pack))
    rng.shuffle(pack)
    sizes = game.hand_sizes(Table(seats, [None] * len(seats), None))
    hands = [sum(1 << pack.pop() for _ in range(size)) for size in sizes]
    return hands, [pack.pop() for _ in range(game.talon_size)]


def by_lot(decision: Decision, table: Table, rng: Random) -> Any:
    """A random legal answer; doubling and commitments are rarer than the rest."""
    if isinstance(decision, Remark):
        return None
    if isinstance(decision, PlayCard):
        return rng.choice(list(bits(decision.cards)))
    if isinstance(decision, Lay):
        if decision.implied is not None:
            return decision.implied
        forced, allowed = rng.choice(decision.choices)
        free = list(bits(allowed & ~forced))
        picked = rng.sample(free, decision.count - forced.bit_count())
        return forced | sum(1 << card for card in picked)
    assert isinstance(decision, Say)
    if decision.many:
        silence = decision.implied or "pass"
        said = [
            w
            for w in decision.words
            if w not in ("pass", silence) and rng.random() < (0.04 if w in ("pagat", "valat") else decision.chance)
        ]
        one = [w for w in said if w in decision.exclusive][1:]
        said = [w for w in said if w not in one]
        said += [w.partition("|")[0] for w in decision.required if not set(w.split("|")) & set(said)]
        return said or [silence]
    if decision.anyone is not None:
        return by_anyone(decision, table, rng)
    if decision.implied is not None and rng.random() < 0.8:
        return decision.implied
    if decision.phase == AUCTION and rng.random() < 0.7:
        return decision.words[0]  # the pass, or the lowest bid of a seat that must speak
    return rng.choice(decision.words)


def by_anyone(decision: Say, table: Table, rng: Random) -> tuple[int, str]:
    """A random seat's word where every seat may speak; mostly nobody does."""
    assert decision.anyone is not None
    if rng.random() < 0.7:
        return decision.seat, decision.implied or "pass"
    offers = [(seat, word) for seat in range(table.n) for word in decision.anyone(seat) if word != decision.implied]
    return rng.choice(offers) if offers else (decision.seat, decision.implied or "pass")


def play_hand(
    game: Game,
    rules: Any,
    rng: Random,
    *,
    tags: dict[str, str] | None = None,
    dealer: str | None = None,
    seats: tuple[str, ...] | None = None,
    choose: Chooser = by_lot,
    hands: tuple[list[int], list[int]] | None = None,
) -> tuple[Record, Table]:
    """Deal and play one hand; the record with all outcome tags, score and score table, and the table.

    tags: put in front (Event, Rules, Pots ...). hands: (masks in order of play from forehand, talon)
    instead of a random deal.
    """
    seats = seats or game.seats
    dealer = dealer or seats[-1]
    order = game.active(seats, dealer)
    dealt, talon = hands or deal_cards(game, order, rng)
    table = Table(order, list(dealt), list(talon))
    table.dealer = order.index(dealer) if dealer in order else None
    table.everybody = seats
    table.stated = {name: value for name, value in (tags or {}).items() if name in STATED or name in game.stated_tags}
    record = Record([Tag(name, value) for name, value in (tags or {}).items()])
    record.set("Game", game.family)
    if seats != game.seats:
        record.set("Seats", " ".join(seats))
    record.set("Dealer", dealer)
    record.set("Deal", format_deal(dict(zip(order, dealt, strict=True))))
    record.set("Talon", format_talon(talon))
    writer = _Writer(record, table)
    script = game.script(table, rules)
    try:
        decision = next(script)
        while True:
            answer = choose(decision, table, rng)
            seat = decision.seat
            if isinstance(decision, Say) and decision.anyone is not None and isinstance(answer, tuple):
                seat, answer = answer
            writer.note(decision, seat, answer)
            decision = script.send((seat, answer))
    except StopIteration:
        pass
    for name, value in game.computed(table, rules).items():
        record.set(name, value)
    _score(record, game, table, rules)
    return record, table


def _score(record: Record, game: Game, table: Table, rules: Any) -> None:
    try:
        ledger = game.settle(table, rules)
    except Undetermined:
        return
    ledgers = {"Score": ledger} | {
        n: other for n, other in game.other_ledgers(table, rules).items() if other is not ledger
    }
    for tag, settled in ledgers.items():
        record.set(tag, "; ".join(f"{a} {amount_text(v)}" for a, v in settled.totals().items()))
        section = Section(f"{tag}Table", ";".join(("Item", *settled.accounts)))
        for name, row in settled.rows():
            section.rows.append([name, *(amount_text(row[a]) for a in settled.accounts)])
        record.sections.append(section)


class _Writer:
    """Writes decisions and answers into the record's sections."""

    def __init__(self, record: Record, table: Table) -> None:
        self.record = record
        self.table = table
        self.current: Section | None = None
        #: whether something was said in the play, so that the next card begins a line unless it is the same seat's
        self.said = False

    def _section(self, name: str) -> Section:
        if self.current is None or self.current.name != name:
            found = self.record.section(name)
            if found is None:
                found = Section(name)
                self.record.sections.append(found)
            self.current = found
        return self.current

    def _say(self, phase: str, seat: int, words: list[str]) -> None:
        section = self._section(phase)
        letter = self.table.seats[seat]
        if phase != AUCTION and section.groups and section.groups[-1].seat == letter:
            section.groups[-1].words += words
        else:
            section.groups.append(Group(letter, words))

    def note(self, decision: Decision, seat: int, answer: Any) -> None:
        """Write one answer."""
        if isinstance(decision, PlayCard):
            section, letter = self._section(PLAY), self.table.seats[seat]
            said = isinstance(answer, str)
            word = answer if said else CODES[answer]
            if said or decision.lead or (self.said and section.groups[-1].seat != letter):
                section.groups.append(Group(letter, [word]))
            else:
                section.groups[-1].words.append(word)
            self.said = said
        elif isinstance(decision, Lay):
            if answer:
                self._say(decision.phase, seat, [f"{decision.verb}:{','.join(CODES[c] for c in ordered(answer))}"])
        elif isinstance(decision, Say):
            if decision.phase == PLAY:
                if answer:
                    self._section(PLAY).groups[-1].words.append(answer)
            elif decision.many:
                self._say(decision.phase, seat, list(answer))
            elif decision.anyone is not None and answer == decision.implied:
                pass  # silence is not written
            elif answer and answer != "plays_on":
                self._say(decision.phase, seat, [answer])
