"""Drives a game script with the actions of a record, from its first decision that is not plain.

The driver takes each decision of the script to the record's next fitting word, reports
what is not legal with the script's own reason, and goes on as the table did. One
mistake gives one finding: after a fault the driver follows the record where it can and
stays silent about what follows from the same fault.
"""

from __future__ import annotations

from collections.abc import Callable

from tarok_pbn.cards import CARD
from tarok_pbn.drive_play import PlayFeed, Stopped
from tarok_pbn.findings import CODES, Finding
from tarok_pbn.games.kit.decision import EXCHANGE, PLAY, Answer, Decision, Lay, PlayCard, Problem, Remark, Say
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import cards_list
from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.offer import PHASES
from tarok_pbn.record import Record, Section

__all__ = ["Driver", "Stopped"]

#: codes for words that are left over, and for phases that stop too early
_LEFT = {"Auction": "A005", "Exchange": "X008", "Announcements": "M009", "Play": "P011"}
_SHORT = {"Auction": "A004", "Exchange": "X009", "Announcements": "M011", "Play": "P015"}
#: what is done with the talon before cards are laid away
_DRAWS = frozenset({"takes", "exposes", "refuses"})
_TURN = {"Auction": "A001", "Exchange": "X008", "Announcements": "M010", "Play": "P016"}


class Word:
    """One word of a stream: seat index (None: no seat of this table), the word, token, group; whether alone there."""

    __slots__ = ("at", "group", "seat", "single", "used", "verb", "word")

    def __init__(self, seat: int | None, word: str, at: int, group: int, single: bool, used: bool) -> None:
        self.seat = seat
        self.word = word
        self.verb = word.partition(":")[0] if ":" in word else word
        self.at = at
        self.group = group
        self.single = single
        self.used = used


class Driver:
    """Answers decisions from a record. ``findings`` grows as it goes."""

    def __init__(self, record: Record, game: Game, table: Table) -> None:
        self.record = record
        self.table = table
        self.game = game
        self.findings: list[Finding] = []
        self.sections: dict[str, Section] = {}
        for section in record.sections:
            self.sections.setdefault(section.name, section)
        self.index = {letter: i for i, letter in enumerate(table.seats)}
        self._feeds: dict[str, list[Word]] = {}
        self.pointer: dict[str, int] = {}
        self.derailed: set[str] = set()
        #: about what a fault was reported: a bidding, a draw from the talon, a ladder
        self.told: set[str] = set()
        #: phases in which an error was found that the script could not simply follow
        self.doubt: set[str] = set()
        for phase in PHASES[:3]:
            if phase in self.sections:
                self._seats(self.sections[phase])
        self.play = PlayFeed(self, self.sections.get("Play"))

    # --- feeds ------------------------------------------------------------------------------

    def feed(self, phase: str) -> list[Word] | None:
        """The words of a phase, which from now on is answered here; None where the record does not have it."""
        words = self._feeds.get(phase)
        section = self.sections.get(phase)
        if words is not None or section is None:
            return words
        offered = self.table.feed(phase)
        offered.closed = True
        used = iter(offered.used)
        words = self._feeds[phase] = []
        self.pointer[phase] = 0
        index = self.index
        for number, group in enumerate(section.groups):
            seat, single = index.get(group.seat), len(group.words) == 1
            words += [
                Word(seat, word, group.word_at(place), number, single, next(used, False))
                for place, word in enumerate(group.words)
            ]
        return words

    def _seats(self, section: Section) -> None:
        for group in section.groups:
            if group.seat not in self.index:
                self.unknown_seat(group.seat, group.seat_at, section)

    def unknown_seat(self, seat: str, at: int, section: Section) -> None:
        """Report a seat letter that is none of the table's."""
        if seat:
            seats = ", ".join(self.table.seats)
            name = SEAT_NAMES.get(seat, seat)
            self.find(
                "R014",
                f"{name} sits out this hand."
                if seat in self.table.everybody
                else f"{seat} is not a seat of this table.",
                at,
                where=section.name,
                help=f"The seats in order of play are {seats}.",
            )

    # --- findings ---------------------------------------------------------------------------

    def find(self, code: str, message: str, at: int, *, where: str = "", rule: str = "", help: str = "") -> None:
        """Add a finding at a token."""
        self.findings.append(Finding(code, message, self.record.span(at), where, rule, help, CODES[code].severity))

    def problem(self, problem: Problem, at: int, where: str) -> None:
        """Add a script's reason as a finding."""
        self.find(problem.code, problem.message, at, where=where, rule=problem.rule, help=problem.help)

    # --- answering ----------------------------------------------------------------------------

    def answer(self, decision: Decision) -> Answer:
        """The record's answer. Raises Stopped where it has none."""
        if type(decision) is PlayCard:
            return self.play.card(decision)
        if type(decision) is Say:
            return self.play.say(decision) if decision.phase == PLAY else self._say(decision)
        if type(decision) is Remark:
            return self._remark(decision)
        assert isinstance(decision, Lay)
        return self._lay(decision)

    def _remark(self, d: Remark) -> Answer:
        """Report what the script points out, at the seat's last word in that phase (or at its section)."""
        if d.phase == PLAY:
            self.play.remark(d.problem)
            return d.seat, None
        spoken = [w.at for w in self.feed(d.phase) or () if w.used and w.seat == d.seat]
        self.problem(d.problem, spoken[-1] if spoken else self._section_at(d.phase), d.phase)
        return d.seat, None

    def _say(self, d: Say) -> Answer:
        phase = d.phase
        feed = self.feed(phase)
        if d.anyone is not None:
            return self._anyone(d, d.anyone, feed)
        found = self._next_in_turn(d, feed) if d.in_turn else self._of_seat(d, feed)
        if found is None:
            return self._silent(d)
        found.used = True
        if d.many:
            return self._say_many(d, found, feed or [])
        if found.word not in d.words:
            self._fault(phase, d.why(d.seat, found.word), found.at, phase)
        return d.seat, found.word

    def _fault(self, phase: str, problem: Problem, at: int, about: str) -> None:
        """Report a fault in what is said, but only the first about one thing: a bidding, a draw, a ladder."""
        # What was doubled may be what was announced and is written wrongly.
        told = about in self.told or (problem.code == "M008" and phase in self.doubt)
        self.doubt.add(phase)
        if not told:
            self.problem(problem, at, phase)
        self.told.add(about)

    def _anyone(self, d: Say, legal: Callable[[int], tuple[str, ...]], feed: list[Word] | None) -> Answer:
        """The next word that is not silence, whoever says it; after everybody was silent in a row nothing is due."""
        passes = 0
        for item in feed or ():
            if item.used:
                if item.word != d.implied:
                    passes = 0
                continue
            if item.seat is None or (d.verbs and item.verb not in d.verbs):
                continue
            if item.word == d.implied:
                passes += 1
                if passes >= self.table.n:
                    break
                continue
            item.used = True
            if item.word not in legal(item.seat):
                self._fault(d.phase, d.why(item.seat, item.word), item.at, f"{d.phase}: anyone")
            return item.seat, item.word
        return d.seat, d.implied

    def _next_in_turn(self, d: Say, feed: list[Word] | None) -> Word | None:
        if feed is None:
            return None
        phase = d.phase
        i, end = self.pointer[phase], len(feed)
        while i < end and (feed[i].used or feed[i].seat is None):
            i += 1
        self.pointer[phase] = i
        if i == end:
            return None
        item = feed[i]
        if item.seat == d.seat and (not d.verbs or item.verb in d.verbs):
            return item
        later = next(
            (w for w in feed[i:] if not w.used and w.seat == d.seat and (not d.verbs or w.verb in d.verbs)), None
        )
        if d.implied is not None and (later is None or not d.many):
            return None
        if phase not in self.derailed:
            self.derailed.add(phase)
            if phase in self.doubt:
                return later  # who speaks may follow from what was wrong before
            self.doubt.add(phase)
            self.told.add(phase)
            speaker = self.table.name(item.seat or 0)
            self.find(
                _TURN[phase],
                f"{speaker} says {item.word}, but it is {self.table.name(d.seat)}'s turn.",
                item.at,
                where=phase,
                help=f"{self.table.name(d.seat)} may say {' or '.join(d.words)}.",
            )
        return later

    def _of_seat(self, d: Say, feed: list[Word] | None) -> Word | None:
        for item in feed or ():
            if not item.used and item.seat == d.seat and (not d.verbs or item.verb in d.verbs):
                return item
        return None

    def _silent(self, d: Say) -> Answer:
        implied = d.implied
        if implied is None and d.phase in self.derailed and "pass" in d.words:
            implied = "pass"
        if implied is None:
            raise Stopped(d.phase)
        if d.many:
            self._require(d, [], -1, set())
            return d.seat, [implied]
        return d.seat, implied

    def _say_many(self, d: Say, first: Word, feed: list[Word]) -> Answer:
        if first.single and first.word == d.implied and not d.required:
            return d.seat, [first.word]
        items = [first]
        if not first.single:
            items += [
                w
                for w in feed
                if not w.used and w.group == first.group and w.word != "pass" and (not d.verbs or w.verb in d.verbs)
            ]
        said: list[str] = []
        meant: set[str | None] = set()
        for item in items:
            item.used = True
            if item.word in said:
                self.doubt.add(d.phase)
                self.find("M005", f"{self.table.name(d.seat)} says {item.word} twice.", item.at, where=d.phase)
                continue
            if item.word in d.exclusive and not d.exclusive.isdisjoint(said):
                self.doubt.add(d.phase)
                self.problem(d.why(d.seat, item.word), item.at, d.phase)
                continue
            if item.word not in d.words:
                self.doubt.add(d.phase)
                problem = d.why(d.seat, item.word)
                self.problem(problem, item.at, d.phase)
                meant.add(problem.meant)
            said.append(item.word)
        self._require(d, said, first.at, meant)
        return d.seat, said

    def _require(self, d: Say, said: list[str], at: int, meant: set[str | None]) -> None:
        """Report required words that were not said, unless a wrong word stands for them."""
        section, feed = self.sections.get(d.phase), self.feed(d.phase)
        stops = section is not None and (section.end == "+" or self.record.sections[-1] is section)
        if d.missing is None or (stops and (not said or (feed is not None and feed[-1].seat == d.seat))):
            return  # where the record stops, more may have been said
        for word in d.required:
            if word not in said and not any(part in said for part in word.split("|")):
                if word not in meant and None not in meant:
                    self.problem(d.missing(d.seat, word), at if at >= 0 else self._section_at(d.phase), d.phase)
                self.doubt.add(d.phase)

    def _section_at(self, phase: str) -> int:
        section = self.sections.get(phase)
        return section.at if section is not None else -1

    def _lay(self, d: Lay) -> Answer:
        for item in self.feed(EXCHANGE) or ():
            if item.used or item.seat != d.seat:
                continue
            if item.verb == d.verb:
                break
            if item.verb in _DRAWS:  # the draw is over
                item.used = True
                self._fault(EXCHANGE, Problem(_LEFT[EXCHANGE], self._not_due(item)), item.at, EXCHANGE)
        else:
            if d.implied is not None:
                if EXCHANGE in self.sections and d.verb == "shows":
                    self._not_shown(d)
                return d.seat, d.implied
            self._short_exchange(d.seat)
            return d.seat, None
        item.used = True
        codes = item.word.partition(":")[2].split(",")
        mask = 0
        for code in codes:
            card = CARD.get(code)
            if code == "??":
                return d.seat, None
            if card is None:
                self.doubt.add(EXCHANGE)
                self.find(
                    "X003",
                    f"{self.table.name(d.seat)} {d.verb} {code!r}, which is not a card.",
                    item.at,
                    where=EXCHANGE,
                )
                return d.seat, None
            mask |= 1 << card
        if mask.bit_count() != len(codes):
            self.doubt.add(EXCHANGE)
            self.find("X002", f"{self.table.name(d.seat)} {d.verb} the same card twice.", item.at, where=EXCHANGE)
        elif not d.legal(mask):
            self.doubt.add(EXCHANGE)
            if EXCHANGE not in self.told:
                self.problem(d.why(d.seat, mask), item.at, EXCHANGE)
        return d.seat, mask

    def _not_shown(self, d: Lay) -> None:
        cards = cards_list(d.implied or 0)
        feed = self.feed(EXCHANGE) or []
        place, at = next(
            ((i, w.at) for i, w in enumerate(feed) if w.seat == d.seat and w.word.startswith("lays")), (-1, -1)
        )
        if place == len(feed) - 1 and (self.sections[EXCHANGE].end or not self._goes_on(EXCHANGE)):
            return  # the record stops here
        self.find(
            "X007",
            f"{self.table.name(d.seat)} lays away {cards}, which the rules show face up, "
            "but the record does not say so.",
            at,
            where=EXCHANGE,
            help=f"Add shows:{cards.replace(' and ', ',').replace(', ', ',')}.",
        )

    def _short_exchange(self, seat: int) -> None:
        section = self.sections.get(EXCHANGE)
        if (
            section is not None
            and not section.end
            and not {EXCHANGE} & (self.derailed | self.told)
            and self._goes_on(EXCHANGE)
        ):
            self.derailed.add(EXCHANGE)
            self.find(
                "X009",
                f"{self.table.name(seat)} has to lay cards away, but the record does not say which.",
                section.at,
                where=EXCHANGE,
            )

    # --- the end ------------------------------------------------------------------------------

    def _goes_on(self, phase: str) -> bool:
        later = PHASES[PHASES.index(phase) + 1 :]
        return any(name in self.sections for name in later)

    def short(self, phase: str) -> None:
        """Report a phase that stops too early although the record goes on."""
        section = self.sections.get(phase)
        if section is None or section.end or phase in self.doubt:
            return
        if phase == PLAY:
            if self.record.get("Score") not in ("?", "") or self.record.get("Points") not in ("?", ""):
                done = len(self.table.tricks)
                self.doubt.add(PLAY)  # a trick may be missing anywhere
                self.find(
                    "P015",
                    f"The play stops after trick {done} without + (goes on) or * (ended), but the record has a result.",
                    self.play.last_at(section.at),
                    where=PLAY,
                )
        elif self._goes_on(phase):
            self.find(
                _SHORT[phase],
                f"The {phase.lower()} stops before it is decided, but the record goes on.",
                section.at,
                where=phase,
            )

    def leftovers(self) -> None:
        """Report the first word of each finished phase that no decision asked for."""
        for phase in PHASES[:3]:
            feed = self.feed(phase)
            if feed is None or phase in self.doubt or phase not in self.table.given:
                continue
            left = next((w for w in feed if not w.used and w.seat is not None and w.word not in self.game.silent), None)
            if left is None and phase == "Auction":
                left = next((w for w in feed if not w.used and w.seat is not None), None)
            if left is not None:
                self.doubt.add(phase)
                code = _LEFT[phase]
                self.find(code, self._not_due(left), left.at, where=phase)

    def _not_due(self, item: Word) -> str:
        where = f"in {self.table.contract}" if self.table.contract else "here"
        return f"{self.table.name(item.seat or 0)} says {item.word}, but nothing of the kind is due {where}."
