"""Drives a game script with the actions of a record.

The driver takes each decision of the script to the record's next fitting word, reports
what is not legal with the script's own reason, and goes on as the table did. One
mistake gives one finding: after a fault the driver follows the record where it can and
stays silent about what follows from the same fault.
"""

from __future__ import annotations

from tarok_pbn.cards import CARD
from tarok_pbn.findings import CODES, Finding
from tarok_pbn.games.kit.decision import CLAIM, EXCHANGE, NO_CARD, PLAY, UNKNOWN, Answer, Decision, Lay, PlayCard, Problem, Say
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.say import cards_list
from tarok_pbn.games.kit.table import Table
from tarok_pbn.record import Record, Section

__all__ = ["PHASES", "Driver", "Stopped"]

PHASES = ("Auction", "Exchange", "Announcements", "Play")
#: codes for words that are left over, and for phases that stop too early
_LEFT = {"Auction": "A005", "Exchange": "X008", "Announcements": "M009", "Play": "P011"}
_SHORT = {"Auction": "A004", "Exchange": "X009", "Announcements": "M011", "Play": "P015"}
_TURN = {"Auction": "A001", "Exchange": "X008", "Announcements": "M010", "Play": "P016"}
#: faults after which a seat's hand can no longer be trusted
_NOT_HELD = frozenset({"P001", "P010", "P017"})


class Stopped(Exception):
    """The record has no answer to a decision of this phase."""

    def __init__(self, phase: str) -> None:
        self.phase = phase


class Word:
    """One word of a stream: seat index (None: no seat of this table), the word, its token, its group."""

    __slots__ = ("at", "group", "seat", "used", "word")

    def __init__(self, seat: int | None, word: str, at: int, group: int) -> None:
        self.seat = seat
        self.word = word
        self.at = at
        self.group = group
        self.used = False


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
        self.feeds: dict[str, list[Word]] = {}
        self.pointer: dict[str, int] = {}
        self.derailed: set[str] = set()
        #: phases in which an error was found that the script could not simply follow
        self.doubt: set[str] = set()
        self.faulty_tricks: set[int] = set()
        self.reached: set[str] = set()
        for phase in PHASES[:3]:
            found = self.sections.get(phase)
            if found is not None:
                self.feeds[phase] = self._feed(found)
                self.pointer[phase] = 0
        # The play as three parallel lists: seat (-1: next in turn), card number or word, token index.
        self.play_seats: list[int] = []
        self.play_cards: list[int | str] = []
        self.play_at: list[int] = []
        self.irregular: dict[int, str] = {}
        self.next = 0
        if "Play" in self.sections:
            self._play_feed(self.sections["Play"])

    # --- feeds ------------------------------------------------------------------------------

    def _feed(self, section: Section) -> list[Word]:
        words: list[Word] = []
        index = self.index
        for number, group in enumerate(section.groups):
            seat = index.get(group.seat)
            if seat is None:
                self._unknown_seat(group.seat, group.seat_at, section)
            at = group.at or [-1] * len(group.words)
            for word, token in zip(group.words, at, strict=True):
                words.append(Word(seat, word, token, number))
        return words

    def _unknown_seat(self, seat: str, at: int, section: Section) -> None:
        if seat:
            seats = ", ".join(self.table.seats)
            self.find("R014", f"{seat} is not a seat of this table.", at, where=section.name, help=f"The seats in order of play are {seats}.")

    def _play_feed(self, section: Section) -> None:
        seats, cards, at = self.play_seats, self.play_cards, self.play_at
        index, numbers = self.index, CARD
        for group in section.groups:
            words = group.words
            if not words:
                continue
            seat = index.get(group.seat)
            if seat is None:
                self._unknown_seat(group.seat, group.seat_at, section)
                seat = -1
            if group.marks:
                for position, marks in group.marks.items():
                    for mark in marks:
                        if mark.kind == "irregular":
                            self.irregular[len(cards) + max(position - 1, 0)] = mark.text
            seats.append(seat)
            seats.extend([-1] * (len(words) - 1))
            cards.extend([numbers.get(word, word) for word in words])
            at.extend(group.at or [-1] * len(words))

    # --- findings ---------------------------------------------------------------------------

    def find(self, code: str, message: str, at: int, *, where: str = "", rule: str = "", help: str = "") -> None:
        """Add a finding at a token."""
        self.findings.append(
            Finding(code, message, self.record.span(at), where, rule, help, CODES[code].severity)
        )

    def problem(self, problem: Problem, at: int, where: str) -> None:
        """Add a script's reason as a finding."""
        self.find(problem.code, problem.message, at, where=where, rule=problem.rule, help=problem.help)

    # --- answering ----------------------------------------------------------------------------

    def answer(self, decision: Decision) -> Answer:
        """The record's answer. Raises Stopped where it has none."""
        if type(decision) is PlayCard:
            return self._card(decision)
        if isinstance(decision, Say):
            return self._say_in_play(decision) if decision.phase == PLAY else self._say(decision)
        assert isinstance(decision, Lay)
        return self._lay(decision)

    def _say(self, d: Say) -> Answer:
        phase = d.phase
        feed = self.feeds.get(phase)
        self.reached.add(phase)
        found = self._next_in_turn(d, feed) if d.in_turn else self._of_seat(d, feed)
        if found is None:
            return self._silent(d)
        found.used = True
        if d.many:
            return self._say_many(d, found, feed or [])
        if found.word not in d.words:
            self.doubt.add(phase)
            self.problem(d.why(d.seat, found.word), found.at, phase)
        return d.seat, found.word

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
        if item.seat == d.seat and (not d.verbs or item.word.partition(":")[0] in d.verbs):
            return item
        if d.implied is not None:
            return None
        if phase not in self.derailed:
            self.derailed.add(phase)
            self.doubt.add(phase)
            speaker = self.table.name(item.seat or 0)
            self.find(
                _TURN[phase], f"{speaker} says {item.word}, but it is {self.table.name(d.seat)}'s turn.", item.at, where=phase,
                help=f"{self.table.name(d.seat)} may say {' or '.join(d.words)}.",
            )
        later = next((w for w in feed[i:] if not w.used and w.seat == d.seat), None)
        return later

    def _of_seat(self, d: Say, feed: list[Word] | None) -> Word | None:
        for item in feed or ():
            if not item.used and item.seat == d.seat and (not d.verbs or item.word.partition(":")[0] in d.verbs):
                return item
        return None

    def _silent(self, d: Say) -> Answer:
        implied = d.implied
        if implied is None and d.phase in self.derailed and "pass" in d.words:
            implied = "pass"
        if implied is None:
            raise Stopped(d.phase)
        if d.many:
            self._require(d, [], -1)
            return d.seat, [implied]
        return d.seat, implied

    def _say_many(self, d: Say, first: Word, feed: list[Word]) -> Answer:
        items = [first]
        if first.word != "pass":
            items += [
                w for w in feed
                if not w.used and w.group == first.group and w.word != "pass" and (not d.verbs or w.word.partition(":")[0] in d.verbs)
            ]
        said: list[str] = []
        for item in items:
            item.used = True
            if item.word in said:
                self.find("M005", f"{self.table.name(d.seat)} says {item.word} twice.", item.at, where=d.phase)
                continue
            if item.word not in d.words:
                self.doubt.add(d.phase)
                self.problem(d.why(d.seat, item.word), item.at, d.phase)
            said.append(item.word)
        self._require(d, said, first.at)
        return d.seat, said

    def _require(self, d: Say, said: list[str], at: int) -> None:
        for word in d.required:
            if word not in said and d.missing is not None:
                if not any(f.code in ("M001", "M003") and f.where == d.phase for f in self.findings):
                    self.problem(d.missing(d.seat, word), at if at >= 0 else self._section_at(d.phase), d.phase)
                self.doubt.add(d.phase)

    def _section_at(self, phase: str) -> int:
        section = self.sections.get(phase)
        return section.at if section is not None else -1

    def _lay(self, d: Lay) -> Answer:
        self.reached.add(EXCHANGE)
        for item in self.feeds.get(EXCHANGE, ()):
            if not item.used and item.seat == d.seat and item.word.partition(":")[0] == d.verb:
                break
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
                self.find("X003", f"{self.table.name(d.seat)} {d.verb} {code!r}, which is not a card.", item.at, where=EXCHANGE)
                return d.seat, None
            mask |= 1 << card
        if mask.bit_count() != len(codes):
            self.doubt.add(EXCHANGE)
            self.find("X002", f"{self.table.name(d.seat)} {d.verb} the same card twice.", item.at, where=EXCHANGE)
        elif not d.legal(mask):
            self.doubt.add(EXCHANGE)
            self.problem(d.why(d.seat, mask), item.at, EXCHANGE)
        return d.seat, mask

    def _not_shown(self, d: Lay) -> None:
        cards = cards_list(d.implied or 0)
        at = next((w.at for w in self.feeds.get(EXCHANGE, ()) if w.seat == d.seat and w.word.startswith("lays")), -1)
        self.find(
            "X007", f"{self.table.name(d.seat)} lays away {cards}, which the rules show face up, but the record does not say so.", at, where=EXCHANGE,
            help=f"Add shows:{cards.replace(' and ', ',').replace(', ', ',')}.",
        )

    def _short_exchange(self, seat: int) -> None:
        section = self.sections.get(EXCHANGE)
        if section is not None and not section.end and EXCHANGE not in self.derailed and self._goes_on(EXCHANGE):
            self.derailed.add(EXCHANGE)
            self.find("X009", f"{self.table.name(seat)} has to lay cards away, but the record does not say which.", section.at, where=EXCHANGE)

    # --- play ---------------------------------------------------------------------------------

    def _card(self, d: PlayCard) -> Answer:
        i = self.next
        cards = self.play_cards
        if i >= len(cards):
            raise Stopped(PLAY)
        card = cards[i]
        head = self.play_seats[i]
        if type(card) is int and (head == d.seat if d.lead else head < 0):
            self.next = i + 1
            if not d.cards >> card & 1 or i in self.irregular:
                self._irregular(d, card, i)
            return d.seat, card
        return self._odd(d, i, card, head)

    def _odd(self, d: PlayCard, i: int, card: int | str, head: int) -> Answer:
        """Everything but a card where a card belongs."""
        actor = d.seat
        if d.lead and head < 0:
            if card == "claim":
                head = d.seat
            else:
                self._too_many(i)
                return self._card(d)
        elif head >= 0 and not d.lead and head != d.seat and card != "claim":
            return self._missing(d, i)
        elif head >= 0:
            actor = head
        if isinstance(card, str):
            self.next = i + 1
            if card == "claim":
                return actor, CLAIM
            if card == "??":
                return actor, UNKNOWN
            if card == "-":
                return actor, NO_CARD
            self.find("P016", f"{card!r} is neither a card nor an action of this game's play.", self.play_at[i], where=self._where(d))
            return self._card(d)
        if d.lead and actor != d.seat:
            self._wrong_leader(d, actor, i)
            if actor != d.seat:
                held = self.table.held[actor]
                self.next = i + 1
                if held is not None and not held >> card & 1:
                    self._irregular(PlayCard(actor, held, True, d.why), card, i)
                return actor, card
        self.next = i + 1
        if not d.cards >> card & 1 or i in self.irregular:
            self._irregular(d, card, i)
        return actor, card

    def _where(self, d: PlayCard) -> str:
        number = len(self.table.tricks) + 1
        return f"trick {number}"

    def _irregular(self, d: PlayCard, card: int, i: int) -> None:
        mark = self.irregular.get(i)
        legal = d.cards >> card & 1
        table = self.table
        where = f"{self._where(d)}, {table.name(d.seat)}"
        if legal:
            if mark in ("R", "I"):
                self.find("P013", f"{table.name(d.seat)}'s card is marked ^{mark}, but it is legal.", self.play_at[i], where=where)
            return
        problem = d.why(d.seat, card)
        if problem.code in _NOT_HELD:
            if not table.broken:
                self.problem(problem, self.play_at[i], where)
            table.broken = True
            table.held[d.seat] = None
            self.faulty_tricks.add(len(table.tricks) + 1)
        elif mark == "R":
            table.revokes.append(d.seat)
            self.find("P012", f"Marked as a revoke that stood: {problem.message}", self.play_at[i], where=where, rule=problem.rule, help=problem.help)
        else:
            self.problem(problem, self.play_at[i], where)

    def _wrong_leader(self, d: PlayCard, actor: int, i: int) -> None:
        table = self.table
        mark = self.irregular.get(i)
        number = len(table.tricks)
        if number in self.faulty_tricks or (number and table.tricks[-1].winner is None) or mark == "L":
            return
        if number:
            last = table.tricks[-1]
            best = cards_list([last.cards[last.winning]])
            why = f"{table.name(d.seat)} won trick {number} with {best} and leads"
            self.faulty_tricks.add(number + 1)
        else:
            why = f"{table.name(d.seat)} leads to the first trick"
        at = self._head_at(i)
        self.find(
            "P007", f"{table.name(actor)} leads to trick {number + 1}, but {why}.", at, where=f"trick {number + 1}", rule=f"{self.game.family} §{self.game.lead_paragraph}"
        )

    def _head_at(self, i: int) -> int:
        section = self.sections["Play"]
        count = 0
        for group in section.groups:
            if group.words and count == i:
                return group.seat_at if group.seat_at >= 0 else self.play_at[i]
            count += len(group.words)
        return self.play_at[i]

    def _missing(self, d: PlayCard, i: int) -> Answer:
        """A new trick begins while cards of this one are missing: find out whose, by who holds what."""
        trick_start = i
        while self.play_seats[trick_start - 1] < 0:
            trick_start -= 1
        trick_start -= 1
        number = len(self.table.tricks) + 1
        if number not in self.faulty_tricks:
            self.faulty_tricks.add(number)
            count = i - trick_start
            self.find(
                "P008", f"Trick {number} has {count} cards, but {self.table.n} players each play one: {self.table.name(d.seat)}'s card is missing.",
                self.play_at[i - 1], where=f"trick {number}",
            )
        self.table.broken = True
        self.table.held[d.seat] = None
        return d.seat, NO_CARD

    def _too_many(self, i: int) -> None:
        number = len(self.table.tricks)
        if number and number not in self.faulty_tricks:
            self.faulty_tricks.add(number)
            self.find(
                "P009", f"Trick {number} has more than {self.table.n} cards.", self.play_at[i], where=f"trick {number}",
                help="Each trick stands on a line of its own: the leader's seat, then one card from each player.",
            )
            self.table.broken = True
        self.next = i + 1

    def align(self) -> None:
        """Give a trick with a missing middle card a gap at the seat whose card is missing.

        The cards of a line belong to the seats in order; where a line is one short and only one
        gap makes every card its seat's own, the gap goes there.
        """
        table = self.table
        n = table.n
        owner: dict[int, int] = {}
        for seat, mask in enumerate(table.at_play):
            if mask is None:
                return
            for card in range(78):
                if mask >> card & 1:
                    owner[card] = seat
        starts = [i for i, seat in enumerate(self.play_seats) if seat >= 0] + [len(self.play_seats)]
        for begin, end in reversed(list(zip(starts, starts[1:], strict=False))):
            line = self.play_cards[begin:end]
            if end == len(self.play_cards) or not 1 <= len(line) < n or not all(isinstance(c, int) for c in line):
                continue
            if not isinstance(self.play_cards[end], int):
                continue
            seats = [(self.play_seats[begin] + k) % n for k in range(n)]
            present = [owner.get(c) for c in line if isinstance(c, int)]
            gaps = [s for s in seats if s not in present]
            if len(gaps) != n - len(line) or [s for s in seats if s in present] != present or seats[0] in gaps:
                continue
            number = sum(1 for s in starts[:-1] if s <= begin)
            for seat in gaps:
                place = begin + seats.index(seat)
                self.play_cards.insert(place, "-")
                self.play_seats.insert(place, -1)
                self.play_at.insert(place, self.play_at[place - 1])
                self.irregular = {k + (k >= place): v for k, v in self.irregular.items()}
            names = " and ".join(table.name(s) for s in gaps)
            self.faulty_tricks.add(number)
            table.broken = True
            self.find(
                "P008", f"Trick {number} has {len(line)} cards, but {n} players each play one: {names}'s card is missing.",
                self.play_at[begin + seats.index(gaps[0]) - 1], where=f"trick {number}",
                help=f"{names} still held {cards_list(table.at_play[gaps[0]] or 0, 30)} when play began.",
            )

    def _say_in_play(self, d: Say) -> Answer:
        i = self.next
        if i < len(self.play_cards):
            word, head = self.play_cards[i], self.play_seats[i]
            if isinstance(word, str) and word.partition(":")[0] in d.verbs and head in (-1, d.seat):
                self.next = i + 1
                if word not in d.words:
                    self.problem(d.why(d.seat, word), self.play_at[i], f"trick {len(self.table.tricks) + 1}")
                return d.seat, word
        if d.implied is None:
            raise Stopped(PLAY)
        return d.seat, d.implied

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
                self.find(
                    "P015", f"The play stops after trick {done} without + (goes on) or * (ended), but the record has a result.",
                    self.play_at[-1] if self.play_at else section.at, where=PLAY,
                )
        elif self._goes_on(phase):
            self.find(_SHORT[phase], f"The {phase.lower()} stops before it is decided, but the record goes on.", section.at, where=phase)

    def leftovers(self) -> None:
        """Report the first word of each finished phase that no decision asked for."""
        for phase, feed in self.feeds.items():
            if phase in self.doubt and phase in self.derailed:
                continue
            left = next((w for w in feed if not w.used and w.seat is not None and w.word not in ("pass", "-")), None)
            if left is None and phase == "Auction":
                left = next((w for w in feed if not w.used and w.seat is not None), None)
            if left is not None:
                self.doubt.add(phase)
                code = _LEFT[phase]
                self.find(
                    code, f"{self.table.name(left.seat or 0)} says {left.word}, but nothing of the kind is due {self._in_contract()}.", left.at, where=phase
                )

    def _in_contract(self) -> str:
        return f"in {self.table.contract}" if self.table.contract else "here"

    def play_left(self) -> None:
        """Report cards after the last trick."""
        if self.next < len(self.play_cards) and not self.table.broken:
            at = self.play_at[self.next]
            head = self.play_seats[self.next]
            if head < 0:
                self._too_many(self.next)
            else:
                self.find("P011", "The play goes on, but no cards are left to be played.", at, where=PLAY)


