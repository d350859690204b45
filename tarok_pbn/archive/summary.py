"""What an archive asks of one checked record: who played what, how it ended, and what was found.

One flat object for tables, queries, statistics and comparisons, so that all of them mean the
same by "declarer", "side" or "won". Nothing is guessed: what a record does not tell is None.
"""

from __future__ import annotations

import hashlib
import re
from fractions import Fraction
from functools import cached_property

from tarok_pbn.cards import CODES, ordered
from tarok_pbn.check import Checked
from tarok_pbn.games.kit.table import SEAT_NAMES, Table, Trick
from tarok_pbn.ledger import Amount, Ledger
from tarok_pbn.notation import write
from tarok_pbn.notation.dealid import deal_id
from tarok_pbn.notation.files import to_bytes
from tarok_pbn.record import Record
from tarok_pbn.verdict import parse_score

__all__ = ["Summary", "cards_text", "thirds"]

#: what says that something is not known
_UNKNOWN = "?.- "
_POINT = re.compile(r"([0-9]{1,6})(?:/([0-2]))?", re.ASCII)


class Summary:
    """A checked record in the words of an archive.

    checked: the record, its replay and its findings. number: its place in the file, from 1.
    """

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.number = checked.parsed.number

    @property
    def record(self) -> Record:
        """The record as read."""
        return self.checked.record

    @property
    def table(self) -> Table | None:
        """The table at the end of the replay; None where the game is not known."""
        return self.checked.replay.table

    @property
    def file(self) -> str:
        """Name of the file it was read from; "" where it came from elsewhere."""
        source = self.record.source
        return source.file or "" if source is not None else ""

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of the record's canonical text: equal for equal records, wherever they stand."""
        return hashlib.sha256(to_bytes(write(self.record))).hexdigest()[:16]

    @cached_property
    def deal(self) -> str | None:
        """The DealId; None where the deal is not wholly known."""
        return deal_id(self.record)

    def tag(self, name: str) -> str | None:
        """Value of a tag; None where it is missing, empty, ``-`` or all of it unknown (``?``, ``????.??.??``)."""
        value = self.record.get(name)
        return value if value.strip(_UNKNOWN) else None

    # --- the table and its players --------------------------------------------------------------

    @property
    def game(self) -> str | None:
        """Family of the game as the package knows it, else as the record names it."""
        game = self.checked.replay.game
        return game.family if game is not None else self.tag("Game")

    @property
    def rules(self) -> str | None:
        """Rule set that was used; for a game that is not known the recorded one."""
        ruleset = self.checked.replay.ruleset
        return ruleset.name if ruleset is not None else self.tag("Rules")

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Letters of all seats at the table in the order of play, one that sits out among them."""
        return self.checked.replay.record_seats

    @cached_property
    def active(self) -> tuple[str, ...]:
        """Letters of the seats that play, from forehand on."""
        return self.table.seats if self.table is not None else ()

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Letters of the seats that sit out; none where everybody plays, or where it is not known who does not."""
        if not self.active or (self.dealer not in self.seats and not all(seat in self.dealt for seat in self.active)):
            return ()
        return tuple(seat for seat in self.seats if seat not in self.active)

    @cached_property
    def players(self) -> dict[str, str]:
        """Seat letter -> player as recorded ("Novák, Jan"); seats without a name are missing."""
        letters = self.seats or tuple(SEAT_NAMES)
        names = {letter: self.tag(SEAT_NAMES.get(letter, letter)) for letter in letters}
        return {letter: name for letter, name in names.items() if name is not None}

    def _letter(self, index: int | None, tag: str) -> str | None:
        if index is not None and self.table is not None:
            return self.table.seats[index]
        return self.tag(tag)

    @cached_property
    def dealer(self) -> str | None:
        """Seat letter of the dealer."""
        return self._letter(None, "Dealer")

    @cached_property
    def contract(self) -> str | None:
        """Token of the contract."""
        contract = self.table.contract if self.table is not None else None
        return contract or self.tag("Contract")

    @cached_property
    def declarer(self) -> str | None:
        """Seat letter of the declarer; None where there is none or it is not known."""
        return self._letter(self.table.declarer if self.table is not None else None, "Declarer")

    @cached_property
    def partner(self) -> str | None:
        """Seat letter of the declarer's partner; None where there is none or it is not known."""
        return self._letter(self.table.partner if self.table is not None else None, "Partner")

    @cached_property
    def sides(self) -> tuple[tuple[str, ...], ...] | None:
        """Seat letters that count together, the declarer's side first; None where nobody does or it is not known."""
        game, table = self.checked.replay.game, self.table
        groups = game.sides(table) if game is not None and table is not None else None
        if groups is None or table is None:
            return None
        return tuple(tuple(table.seats[seat] for seat in sorted(group)) for group in groups)

    # --- how it ended -----------------------------------------------------------------------------

    @property
    def ledger(self) -> Ledger | None:
        """The settlement that the hand gives; None where it cannot be made."""
        return self.checked.replay.ledger

    @cached_property
    def outcome(self) -> str | None:
        """``won`` or ``lost`` for the declarer's side; None where nobody declared, or nothing was won or lost."""
        return self.checked.replay.outcome or None

    @cached_property
    def _points(self) -> str:
        return self.checked.replay.computed.get("Points") or self.tag("Points") or ""

    @cached_property
    def side_points(self) -> tuple[int, int] | None:
        """Thirds of a card point of the declarer's side and of the other; None where not known or not counted so."""
        words = [_point_thirds(word) for word in self._points.split()]
        if len(words) != 2 or words[0] is None or words[1] is None:
            return None
        return words[0], words[1]

    @cached_property
    def seat_points(self) -> dict[str, int]:
        """Seat letter -> thirds of a card point, where every player counts alone; else empty."""
        found = {}
        for part in self._points.split(";"):
            words = part.split()
            points = _point_thirds(words[1]) if len(words) == 2 else None
            if points is not None and words[0] in self.seats:
                found[words[0]] = points
        return found

    @cached_property
    def computed(self) -> dict[str, Amount] | None:
        """Account -> score that the hand gives; None where it cannot be settled."""
        return self.ledger.totals() if self.ledger is not None else None

    @cached_property
    def recorded(self) -> dict[str, Amount] | None:
        """Account -> score as recorded; None where there is none or it cannot be read."""
        text = self.tag("Score")
        return parse_score(text) if text is not None else None

    @cached_property
    def score(self) -> dict[str, Amount] | None:
        """Account -> score: that of the hand, else the recorded one, with those who sit out."""
        return self.with_idle(self.computed if self.computed is not None else self.recorded)

    def with_idle(self, score: dict[str, Amount] | None) -> dict[str, Amount] | None:
        """A score with those who sit out and are not in it, as far as the game says what they have."""
        game, table = self.checked.replay.game, self.table
        missing = [seat for seat in self.idle if score is not None and seat not in score]
        if not missing or score is None or game is None or table is None:
            return score
        amount = game.idle_score(table, self.checked.replay.rules)
        return score if amount is None else {**score, **dict.fromkeys(missing, amount)}

    @cached_property
    def agrees(self) -> bool | None:
        """Whether the recorded score is what the hand gives; None where one of them is missing."""
        computed, recorded = self.computed, self.recorded
        if computed is None or recorded is None:
            return None
        return all(recorded.get(name, 0) == computed.get(name, 0) for name in {*computed, *recorded})

    # --- cards ------------------------------------------------------------------------------------

    def _by_letter(self, masks: list[int | None]) -> dict[str, int]:
        return {letter: mask for letter, mask in zip(self.active, masks, strict=True) if mask is not None}

    @cached_property
    def dealt(self) -> dict[str, int]:
        """Seat letter -> mask of the cards dealt; seats whose hand is not known are missing."""
        return self._by_letter(self.table.dealt) if self.table is not None else {}

    @cached_property
    def at_play(self) -> dict[str, int]:
        """Seat letter -> mask of the cards held when play began; seats whose hand is not known are missing."""
        return self._by_letter(self.table.at_play) if self.table is not None else {}

    @property
    def tricks(self) -> list[Trick]:
        """The tricks; seats in them are indexes into ``active``."""
        return self.table.tricks if self.table is not None else []

    def trick_thirds(self, trick: Trick) -> int | None:
        """Thirds of a card point that a trick brings; None where the cards do not tell."""
        game, table = self.checked.replay.game, self.table
        if game is None or table is None:
            return None
        gains = game.trick_points(table, self.checked.replay.rules, trick)
        return sum(gains.values()) if gains is not None else None


def _point_thirds(text: str) -> int | None:
    """Thirds in ``41`` or ``41/2`` (41 points and two thirds); None where it is neither."""
    match = _POINT.fullmatch(text)
    return int(match[1]) * 3 + int(match[2] or 0) if match is not None else None


def thirds(amount: Amount) -> int | None:
    """An amount in thirds of a unit; None where it has another denominator."""
    value = Fraction(amount) * 3
    return int(value) if value.denominator == 1 else None


def cards_text(mask: int) -> str:
    """Card tokens of a mask in the order of the format, with spaces between them."""
    return " ".join(CODES[card] for card in ordered(mask))
