"""The play of a record as answers to a script, card by card.

Plain legal play is never asked for: the script has run through it (``offer``). Only from
the first odd place on - an illegal card, a wrong leader, a missing or an unknown card, an
action word - the words are looked at one by one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from tarok_pbn.cards import CARD, CODES, FOOL, bits
from tarok_pbn.games.kit.decision import CLAIM, NO_CARD, PLAY, UNKNOWN, Answer, PlayCard, Problem, Say, Speech
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import card_name, cards_list
from tarok_pbn.games.kit.table import Table
from tarok_pbn.record import Group, Section

__all__ = ["PlayFeed", "Stopped"]

#: words that stand where a card stands
_CARDLESS = frozenset({"-", "??", "claim"})
#: a seat letter that is none of this table: taken for whoever was to lead
_STRANGE = -2
#: faults after which a seat's hand can no longer be trusted
_NOT_HELD = frozenset({"P001", "P010", "P017"})


class Stopped(Exception):
    """The record has no answer to a decision of this phase."""

    def __init__(self, phase: str) -> None:
        self.phase = phase


class Desk(Protocol):
    """Where the play is reported to: what it needs of whoever drives the whole record."""

    table: Table
    game: Game
    index: dict[str, int]
    doubt: set[str]

    def find(self, code: str, message: str, at: int, *, where: str = "", rule: str = "", help: str = "") -> None:
        """Add a finding at a token."""

    def problem(self, problem: Problem, at: int, where: str) -> None:
        """Add a script's reason as a finding."""

    def unknown_seat(self, seat: str, at: int, section: Section) -> None:
        """Report a seat letter that is none of the table's."""


class PlayFeed:
    """Answers PlayCard decisions (and Say decisions of the play) from the Play section.

    seats, cards, at: once the play is looked at word by word, parallel lists: seat (-1: next in turn),
    card number or word, token index. next: the word whose turn it is.
    """

    __slots__ = (
        "at", "cards", "driver", "faulty", "fits", "flat", "groups", "irregular", "next", "seats", "section", "silent",
        "table",
    )  # fmt: skip

    def __init__(self, driver: Desk, section: Section | None) -> None:
        self.driver = driver
        self.table = driver.table
        self.section = section
        self.groups: list[Group] = section.groups if section is not None else []
        self.seats: list[int] = []
        self.cards: list[int | str] = []
        self.at: list[int] = []
        self.irregular: dict[int, str] = {}
        self.next = 0
        self.flat = False
        #: numbers of tricks in which a fault was found, whose winner is not to be relied on
        self.faulty: set[int] = set()
        #: whether the cards played are each seat's own, once each: then every illegal card really was played.
        #: Where they are not, one card stands wrong somewhere, and only the first fault is reported.
        self.fits = True
        self.silent = False

    def __len__(self) -> int:
        """Number of words in the play."""
        return sum(len(group.words) for group in self.groups)

    def last_at(self, otherwise: int) -> int:
        """Token of the last word played, or *otherwise*."""
        self.look_closely()
        return self.at[-1] if self.at else otherwise

    def look_closely(self) -> None:
        """Spread the groups out into words."""
        if self.flat:
            return
        self.flat = True
        seats, cards, at = self.seats, self.cards, self.at
        for group in self.groups:
            words = group.words
            if not words:
                continue
            seat = self.driver.index.get(group.seat)
            if seat is None:
                if self.section is not None:
                    self.driver.unknown_seat(group.seat, group.seat_at, self.section)
                seat = _STRANGE
            for position, marks in (group.marks or {}).items():
                for mark in marks:
                    if mark.kind == "irregular":
                        self.irregular[len(cards) + max(position - 1, 0)] = mark.text
            seats.append(seat)
            seats += [-1] * (len(words) - 1)
            cards += [CARD.get(word, word) for word in words]
            at += group.at or [-1] * len(words)
        if sum([type(card) is int or card in _CARDLESS for card in cards]) % self.table.n:
            self._align()
        self.fits = self._fits()
        if self.table.run_from >= 0:
            run = len(self.table.tricks) - self.table.run_from
            self.next = sum([len(group.words) for group in self.groups[:run]])

    def _fits(self) -> bool:
        """Whether no card is played twice and none by a seat that cannot have it."""
        table, n = self.table, self.table.n
        dealt = sum((hand or 0).bit_count() for hand in table.at_play)
        stops = (self.section is not None and self.section.end) or "claim" in self.cards
        if not stops and None not in table.at_play and sum(type(card) is int for card in self.cards) < dealt:
            return False  # a trick may be missing
        seen = running = 0
        seat = position = 0
        for head, card in zip(self.seats, self.cards, strict=True):
            if head == _STRANGE:
                return False
            if isinstance(card, str) and card not in _CARDLESS:  # said, not played
                if head >= 0:
                    seat, position = (head - 1) % n, -1
                if card == "demand":
                    seen &= ~running  # a demand may take the running trick back
                continue
            if head >= 0:
                seat, position = head, 0
            else:
                seat, position = (seat + 1) % n, position + 1
            if position >= n:
                return False
            if isinstance(card, str):
                continue
            bit = 1 << card
            if seen & bit:
                return False
            seen |= bit
            running = running | bit if position and running.bit_count() < n else bit
            hand = table.at_play[seat]
            if hand is not None:
                if not hand & bit:
                    return False
            elif any((other or 0) & bit for other in table.at_play) or any((laid or 0) & bit for laid in table.laid):
                return False
        return True

    def fault(self, problem: Problem, at: int, where: str) -> None:
        """Report a fault of the play."""
        driver, table = self.driver, self.table
        if not self.silent:
            driver.problem(problem, at, where)
        driver.doubt.add(PLAY)
        if not self.fits:
            self.silent = True
            table.broken = True
            table.held[:] = [None] * table.n

    # --- card by card --------------------------------------------------------------------------

    def card(self, d: PlayCard) -> Answer:
        """Answer a PlayCard."""
        if not self.flat:
            self.look_closely()
        i = self.next
        if i >= len(self.cards):
            raise Stopped(PLAY)
        card, head = self.cards[i], self.seats[i]
        if head == _STRANGE:
            head = self.seats[i] = d.seat if d.lead else -1
        if type(card) is int and (head == d.seat if d.lead else head < 0):
            self.next = i + 1
            if not d.cards >> card & 1 or i in self.irregular:
                self._irregular(d, card, i)
            return d.seat, card
        return self._odd(d, i, card, head)

    def _odd(self, d: PlayCard, i: int, card: int | str, head: int) -> Answer:
        """Everything but a card where a card belongs."""
        actor = d.seat
        if isinstance(card, str) and d.speech is not None and card.partition(":")[0] in d.speech.verbs:
            return self._spoken(d, d.speech, i, card, head)
        if d.lead and head < 0:
            if card == "claim":
                head = d.seat
            else:
                self._too_many(i)
                return self.card(d)
        elif head >= 0 and not d.lead and head != d.seat and card != "claim":
            problem = d.speech.taken_back(head, card) if d.speech is not None and isinstance(card, int) else None
            if problem is None or d.speech is None or not problem.meant:
                return self._missing(d, i)
            d.speech.resumes = head
            self.driver.problem(problem, self.at[i], self._where())
            return head, problem.meant
        if head >= 0:
            actor = head
        self.next = i + 1
        if isinstance(card, str):
            special = {"claim": CLAIM, "??": UNKNOWN, "-": NO_CARD}.get(card)
            if special in (UNKNOWN, NO_CARD):
                self.table.held[actor] = None  # which card has left the hand is not known
            if special is not None:
                return actor, special
            self.fault(
                Problem("P016", f"{card!r} is neither a card nor an action of this game's play here."),
                self.at[i],
                self._where(),
            )
            return self.card(d)
        if d.lead and actor != d.seat:
            self._wrong_leader(d, actor, i)
            held = self.table.held[actor]
            if held is not None and not held >> card & 1:
                self._irregular(PlayCard(actor, held, True, d.why), card, i)
        elif not d.cards >> card & 1 or i in self.irregular:
            self._irregular(d, card, i)
        return actor, card

    def _spoken(self, d: PlayCard, speech: Speech, i: int, word: str, head: int) -> Answer:
        """Something said where a card could be played; the card follows."""
        actor = head if head >= 0 else d.seat
        self.next = i + 1
        speech.resumes = self._resumes(i + 1, actor)
        at = self.at[i]
        if word in speech.words(actor):
            problem = speech.ignored(actor, word)
            if problem is None:
                return actor, word
            at = self.at[i + 1]
        else:
            problem = speech.why(actor, word)
        self.driver.problem(problem, at, self._where())
        return (actor, problem.meant) if problem.meant else self.card(d)

    def _resumes(self, i: int, actor: int) -> int | None:
        """Who plays the card that is the next word; None where it is none, or where that is not written.

        A fool in the group of whoever spoke need not be his own.
        """
        if i >= len(self.cards) or type(self.cards[i]) is not int:
            return None
        head = self.seats[i]
        return head if head >= 0 else None if self.cards[i] == FOOL else actor

    def _where(self) -> str:
        return f"trick {len(self.table.tricks) + 1}"

    def _irregular(self, d: PlayCard, card: int, i: int) -> None:
        mark = self.irregular.get(i)
        table, driver = self.table, self.driver
        where = f"{self._where()}, {table.name(d.seat)}"
        if d.cards >> card & 1:
            if mark in ("R", "I"):
                driver.find(
                    "P013", f"{table.name(d.seat)}'s card is marked ^{mark}, but it is legal.", self.at[i], where=where
                )
            return
        problem = d.why(d.seat, card)
        if problem.code in _NOT_HELD:
            if not table.broken:
                self.fault(problem, self.at[i], where)
            table.broken = True
            table.held[d.seat] = None
            self.faulty.add(len(table.tricks) + 1)
        elif mark == "R":
            table.revokes.append(d.seat)
            table.revoked.add((len(table.tricks) + 1, d.seat))
            driver.find(
                "P012",
                f"Marked as a revoke that stood: {problem.message}",
                self.at[i],
                where=where,
                rule=problem.rule,
                help=problem.help,
            )
        else:
            self.fault(problem, self.at[i], where)

    def _wrong_leader(self, d: PlayCard, actor: int, i: int) -> None:
        table = self.table
        number = len(table.tricks)
        if number in self.faulty or (number and table.tricks[-1].winner is None) or self.irregular.get(i) == "L":
            return
        if number:
            last = table.tricks[-1]
            why = f"{table.name(d.seat)} won trick {number} with {CODES[last.cards[last.winning]]} and leads"
        else:
            why = f"{table.name(d.seat)} leads to the first trick"
        self.faulty.add(number + 1)
        game = self.driver.game
        problem = Problem(
            "P007",
            f"{table.name(actor)} leads to trick {number + 1}, but {why}.",
            f"{game.family} §{game.lead_paragraph}",
        )
        self.fault(problem, self._head_at(i), f"trick {number + 1}")

    def _head_at(self, i: int) -> int:
        """Token of the seat before word *i*."""
        at = self.at[i]
        for group in self.groups:
            if group.at and group.at[0] == at:
                return group.seat_at
        return at

    def _missing(self, d: PlayCard, i: int) -> Answer:
        """A new trick begins although cards of this one are missing, and it is not certain whose."""
        start = i - 1
        while start > 0 and self.seats[start] < 0:
            start -= 1
        number = len(self.table.tricks) + 1
        if number not in self.faulty:
            self.faulty.add(number)
            missing = f"{self.table.name(d.seat)}'s card is missing"
            problem = Problem(
                "P008", f"Trick {number} has {i - start} cards, but {self.table.n} players each play one: {missing}."
            )
            self.fault(problem, self.at[i - 1], f"trick {number}")
        self.table.broken = True
        self.table.held[d.seat] = None
        return d.seat, NO_CARD

    def _too_many(self, i: int) -> None:
        number = len(self.table.tricks)
        if number and number not in self.faulty:
            self.faulty.add(number)
            lines = "Each trick stands on a line of its own: the leader's seat, then one card from each player."
            problem = Problem("P009", f"Trick {number} has more than {self.table.n} cards.", "", lines)
            self.fault(problem, self.at[i], f"trick {number}")
            self.table.broken = True
        self.next = i + 1

    def _align(self) -> None:
        """Give a trick with a missing middle card a gap at the seat whose card is missing.

        The cards of a line belong to the seats in order; where a line is short and only one way of
        leaving seats out makes every card its seat's own, the gaps go there.
        """
        table, n = self.table, self.table.n
        owner: dict[int, int] = {}
        for seat, mask in enumerate(table.at_play):
            if mask is None:
                return
            for card in bits(mask):
                owner[card] = seat
        starts = [i for i, seat in enumerate(self.seats) if seat >= 0] + [len(self.seats)]
        for begin, end in reversed(list(pairwise(starts))):
            line = self.cards[begin:end]
            if end == len(self.cards) or not 1 <= len(line) < n or not isinstance(self.cards[end], int):
                continue
            if any(isinstance(c, str) for c in line) or (begin and isinstance(self.cards[begin - 1], str)):
                continue  # a trick in which something was said may stand on several lines
            line_before = starts.index(begin) - 1  # -1 where a strange seat has the first line
            if self._back_to_fool(end, begin) or (
                line_before >= 0 and self._back_to_fool(begin, starts[line_before])
            ):
                continue
            seats = [(self.seats[begin] + k) % n for k in range(n)]
            present = [owner.get(c) if isinstance(c, int) else None for c in line]
            gaps = [s for s in seats if s not in present]
            if len(gaps) != n - len(line) or [s for s in seats if s in present] != present or seats[0] in gaps:
                continue
            number = starts.index(begin) + 1
            for seat in gaps:
                place = begin + seats.index(seat)
                self.cards.insert(place, "-")
                self.seats.insert(place, -1)
                self.at.insert(place, self.at[place - 1])
                self.irregular = {k + (k >= place): v for k, v in self.irregular.items()}
            names = " and ".join(table.name(s) for s in gaps)
            self.faulty.add(number)
            table.broken = True
            self.driver.find(
                "P008",
                f"Trick {number} has {len(line)} cards, but {n} players each play one: {names}'s card is missing.",
                self.at[begin + seats.index(gaps[0]) - 1],
                where=f"trick {number}",
                help=f"{names} held {cards_list(table.at_play[gaps[0]] or 0, 30)} when play began.",
            )

    def _back_to_fool(self, line: int, before: int) -> bool:
        """Whether play was taken back: a line begins with the fool of a seat of the short line before."""
        played = line - before
        return (
            self.cards[line] == FOOL
            and played < self.table.n
            and (self.seats[line] - self.seats[before]) % self.table.n < played
        )

    # --- words in the play -----------------------------------------------------------------------

    def say(self, d: Say) -> Answer:
        """Answer a Say decision of the play: the next word, if it is meant."""
        self.look_closely()
        i = self.next
        if i < len(self.cards):
            word, head = self.cards[i], self.seats[i]
            if isinstance(word, str) and word.partition(":")[0] in d.verbs and head in (-1, d.seat):
                self.next = i + 1
                if word not in d.words:
                    self.driver.problem(d.why(d.seat, word), self.at[i], self._where())
                return d.seat, word
            if d.missing is not None:
                self.fault(d.missing(d.seat, ""), self.at[i - 1], self._where())
                return d.seat, d.implied or ""
        if d.implied is None:
            raise Stopped(PLAY)
        return d.seat, d.implied

    def remark(self, problem: Problem) -> None:
        """Report what shows only when a trick is complete, at its last card."""
        self.fault(problem, self.at[self.next - 1], self._where())

    def left_over(self) -> None:
        """Report cards after the last trick, and a card that comes twice where that shows in no hand."""
        if None in self.table.at_play and "deal" not in self.table.unknown and PLAY not in self.driver.doubt:
            self._twice()
        table = self.table
        if not self.flat and table.run_from >= 0 and len(self.groups) == len(table.tricks) - table.run_from:
            return
        self.look_closely()
        if self.next < len(self.cards) and not self.table.broken:
            if self.seats[self.next] < 0:
                self._too_many(self.next)
            else:
                why = "no cards are left to be played"
                if self.table.over:
                    why = f"it was over after trick {len(self.table.tricks)}: {self.table.over}"
                self.fault(Problem("P011", f"The play goes on, but {why}."), self.at[self.next], PLAY)

    def _twice(self) -> None:
        """Where a hand is not known: the first card of the play that was played or laid away before."""
        table = self.table
        gone: dict[int, str] = {}
        for seat, laid in enumerate(table.laid):
            gone |= dict.fromkeys(bits(laid or 0), f"{table.name(seat)} has laid away")
        for trick in table.tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                if card < 0:
                    continue
                before = gone.get(card)
                if before is not None:
                    self.look_closely()
                    last = len(self.cards) - 1 - self.cards[::-1].index(card)
                    message = f"{table.name(seat)} plays {card_name(card)}, which {before}."
                    rule = f"{self.driver.game.family} §{self.driver.game.lead_paragraph}"
                    where = f"trick {trick.number}, {table.name(seat)}"
                    self.fault(Problem("P010", message, rule), self.at[last], where)
                    table.broken = True
                    return
                gone[card] = f"{table.name(seat)} has already played to trick {trick.number}"
