"""TAF, the Tarockaustauschformat of pagengine: one position of a Königrufen hand on each line.

``<cards> <game> <announcements> <small beat big> <doublings>``; cards are
``half/half#hand/pile#hand/pile#hand/pile#hand/pile#trick``. Lines that follow from each other
by one card are one hand, and its play is worked out from them. A hand that begins in the middle
is a position: which cards fell in which trick cannot be known. The grammar of the doublings was
never written down by the format's author, so they are kept as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tarok_pbn.cards import CARD, CODES, FOOL
from tarok_pbn.exchange.foreign.base import (
    Imported,
    Text,
    cards_of,
    deal,
    limited,
    named,
    people,
    record,
    shown,
    stream,
    talon,
    tidy,
    twice,
)
from tarok_pbn.findings import Finding
from tarok_pbn.record import End

__all__ = ["ANNOUNCED", "CONTRACTS", "NEGATIVE", "SEATS", "TAKES", "card", "read", "spelled"]

SEATS = "SENW"
#: code, message, start and end in the line, help -> a finding
_Say = Callable[..., None]
_CARD = r"(?:[HK][1-4KDPB]|[PX](?:[789KDPB]|10)|T(?:2[0-2]|1[0-9]|[1-9])|\.)"
_CARDS = re.compile(_CARD, re.IGNORECASE)
_KIND = r"(?:SPD|SR|BR|BO|PD|SD|PO[1-3]|PB[1-3]|P[1-3]|[TRSBD])"
_GAME = re.compile(rf"((?:{_KIND}[1-4]){{1,4}})([HKPX]K|-)([1-4-])(12|[12-])", re.IGNORECASE)
_PLAYED = re.compile(rf"({_KIND})([1-4])", re.IGNORECASE)
_SUITS = {"H": "H", "K": "D", "P": "S", "X": "C"}
_RANKS = {"K": "K", "D": "Q", "P": "N", "B": "J", "10": "T"}

#: The format's short name of a game -> the contract; None where there is no such contract.
CONTRACTS: dict[str, str | None] = {
    "T": "trischaken",
    "R": "rufer",
    "S": "sechserdreier",
    **{f"P{n}": word for n, word in zip("123", ("piccolo", "zwiccolo", "triccolo"), strict=True)},
    **{f"PB{n}": word for n, word in zip("123", ("piccolo", "zwiccolo", "triccolo"), strict=True)},
    **{f"PO{n}": f"{word}_ouvert" for n, word in zip("123", ("piccolo", "zwiccolo", "triccolo"), strict=True)},
    "SR": "solorufer",
    "B": "bettler",
    "BR": "besserrufer",
    "BO": "bettler_ouvert",
    "D": "dreier",
    "PD": "besserdreier",
    "SD": "solodreier",
    "SPD": None,
}
TAKES = {"rufer": "half", "besserrufer": "half", "dreier": "half", "besserdreier": "half", "sechserdreier": "six"}
NEGATIVE = tuple(w for w in CONTRACTS.values() if w and w.startswith(("picc", "zwicc", "tricc", "bett")))
_WITH_PARTNER = ("rufer", "besserrufer", "solorufer")
#: The format's sign of an announcement -> our word.
ANNOUNCED = {
    "1": "pagat", "2": "uhu", "3": "kakadu", "4": "quapil", "T": "trull", "U": "ku", "K": "koenige", "V": "valat",
}  # fmt: skip


def card(word: str) -> int:
    """Our card of a card of the format; -1 for the unknown card."""
    word = word.upper()
    if word == ".":
        return -1
    if word[0] == "T":
        return FOOL if word == "T22" else int(word[1:]) - 1
    return CARD[_SUITS[word[0]] + _RANKS.get(word[1:], word[1:])]


def spelled(number: int) -> str:
    """A card as the format writes it."""
    if number < 0:
        return "."
    code = CODES[number]
    if code == "F":
        return "T22"
    if code[0] == "T":
        return code
    suit = next(foreign for foreign, ours in _SUITS.items() if ours == code[0])
    return suit + next((foreign for foreign, ours in _RANKS.items() if ours == code[1]), code[1])


class _Position(NamedTuple):
    """One line. Cards are numbers, -1 unknown; game is None where the group cannot be read."""

    at: int
    line: str
    talon: tuple[list[int], list[int]]
    hands: list[list[int]]
    piles: list[list[int]]
    trick: list[int]
    game: re.Match[str] | None
    announced: list[str]
    small: str
    doubled: str

    @property
    def played(self) -> list[tuple[str, int]]:
        """Short name of each game and the player of it."""
        if self.game is None:
            return []
        return [(kind.upper(), int(who) - 1) for kind, who in _PLAYED.findall(self.game[1])]

    @property
    def known(self) -> list[int]:
        """Known cards of hands, piles and trick."""
        piles = [*self.hands, *self.piles, self.trick]
        return [card for pile in piles for card in pile if card >= 0]


# --- lines --------------------------------------------------------------------------------------


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The hands of a file, one by one: each line, or lines that follow from each other."""
    return limited(_hands(Text(data, name)))


def _hands(text: Text) -> Iterator[Imported]:
    early = text.early
    course: _Course | None = None
    number = seen = 0
    for at, line in text.lines():
        if not line.strip():
            continue
        seen += 1
        findings: list[Finding] = []
        position = _line(text, at, line, number + 1, findings)
        if position is not None and not findings and course is not None and course.take(position):
            continue
        if course is not None:
            yield course.imported(early)
            early, course = [], None
        if position is None:
            yield Imported(None, early + findings)
            early = []
            continue
        number += 1
        course = _Course(text, position, number, findings)
    if course is not None:
        yield course.imported(early)
    elif not seen:
        message = "No TAF line stands here."
        help_ = "<half/half#hand/pile#hand/pile#hand/pile#hand/pile#trick> <game> <announcements> <J or -> <doublings>"
        yield Imported(None, [*early, text.finding("I010", message, 0, help=help_)])


def _line(text: Text, at: int, line: str, number: int, findings: list[Finding]) -> _Position | None:
    """A position; None where its cards cannot be read."""

    def say(code: str, message: str, start: int, end: int, help: str = "") -> None:
        findings.append(text.finding(code, message, at + start, at + end, number=number, help=help))

    groups = [(m.start(), m[0]) for m in re.finditer(r"\S+", line[:4000])]
    start, cards = groups[0]
    parts = cards.split("#")
    shapes = [part.count("/") for part in parts]
    if shapes != [1, 1, 1, 1, 1, 0]:
        message = f"{shown(cards)} is not the cards of a TAF line: talon, four players and the trick."
        say("I010", message, start, start + len(cards), "half/half#hand/pile#hand/pile#hand/pile#hand/pile#trick")
        return None
    piles: list[list[int]] = []
    offset = start
    for part in parts:
        for pile in part.split("/"):
            piles.append(_pile(pile, offset, say))
            offset += len(pile) + 1
    if any(finding.code == "I012" for finding in findings):
        return None
    game, announced, small, doubled = None, ["", "", "", ""], "?", "-"
    if len(groups) == 6:
        where, last = groups.pop(2)
        message = f"The line has six groups; the third, {shown(last)}, is read as the last trick and not taken over."
        say("I007", message, where, where + len(last))
    if len(groups) != 5:
        say("I010", f"The line has {len(groups)} groups, not five.", start, len(line.rstrip()),
            "<cards> <game> <announcements> <J or -> <doublings>")  # fmt: skip
    if len(groups) > 1:
        where, word = groups[1]
        game = _GAME.fullmatch(word)
        if game is None:
            help_ = "R1xk-1: game, player, king, partner, half"
            say("I011", f"{shown(word)} is not a game of TAF.", where, where + len(word), help_)
    if len(groups) > 2:
        where, word = groups[2]
        announced = word.upper().split("/")
        if len(announced) != 4 or not all(re.fullmatch("1?2?3?4?T?U?K?V?", one) for one in announced):
            message = f"{shown(word)} is not the announcements of four players."
            say("I011", message, where, where + len(word), "1K/T//")
            announced = ["", "", "", ""]
    if len(groups) > 3:
        where, word = groups[3]
        small = word.upper()
        if small not in ("J", "-"):
            message = f"{shown(word)} does not say whether the small beat the big."
            say("I011", message, where, where + len(word), "J or -")
            small = "?"
    if len(groups) > 4:
        doubled = groups[4][1]
    talon_ = (piles[0], piles[1])
    hands, won = piles[2:10:2], piles[3:10:2]
    position = _Position(at, line.rstrip(), talon_, hands, won, piles[10], game, announced, small, doubled)
    return position if _counts(position, say) else None


def _pile(pile: str, offset: int, say: _Say) -> list[int]:
    cards: list[int] = []
    at = 0
    while at < len(pile):
        match = _CARDS.match(pile, at)
        if match is None:
            message = f"{shown(pile[at : at + 3])} is not a card of TAF."
            help_ = "H K P X with K D P B or a number, T1 to T22, or . for one not known"
            say("I012", message, offset + at, offset + at + 1, help_)
            return cards
        cards.append(card(match[0]))
        at = match.end()
    return cards


def _counts(position: _Position, say: _Say) -> bool:
    """Whether no card stands twice and no pile is larger than it can be."""
    end = len(position.line)
    again = twice([position.known]) + twice([[c for half in position.talon for c in half if c >= 0]])
    if again:
        say("I013", f"{CODES[again[0]]} stands twice in this line.", 0, end)
        return False
    if any(len(half) > 3 for half in position.talon):
        say("I014", "A half of the talon has three cards.", 0, end)
        return False
    for player, hand in enumerate(position.hands, 1):
        if len(hand) > 12:
            say("I014", f"The hand of player {player} has {cards_of(len(hand))}; twelve is the most.", 0, end)
            return False
    if len(position.trick) > 4:
        say("I014", f"The trick has {cards_of(len(position.trick))}.", 0, end)
        return False
    return True


# --- a hand -------------------------------------------------------------------------------------


class _Course:
    """Lines that follow from each other, the first before the play or, as a single line, in the middle."""

    def __init__(self, text: Text, first: _Position, number: int, findings: list[Finding]) -> None:
        self.text = text
        self.first = first
        self.number = number
        self.findings = findings
        self.last = first
        games = first.played
        self.words = [CONTRACTS[kind] for kind, _ in games]
        self.declarer = games[0][1] if games else None
        self.laid: list[int] = []
        self.plays: list[tuple[int, int]] = []
        self.turn: int | None = None
        self.fresh = self._is_start()

    def _say(self, code: str, message: str, help: str = "") -> None:
        at = self.first.at
        end = at + len(self.first.line)
        self.findings.append(self.text.finding(code, message, at, end, number=self.number, help=help))

    def _is_start(self) -> bool:
        """Whether no card has been played; what lies before a declarer is then laid away."""
        first = self.first
        if first.trick or any(len(hand) != 12 for hand in first.hands):
            return False
        for player, pile in enumerate(first.piles):
            if pile and (player != self.declarer or len(pile) != self._taken()):
                return False
        if self.declarer is not None:
            self.laid = first.piles[self.declarer]
        return True

    def _taken(self) -> int:
        """How many talon cards the declarer takes."""
        how = TAKES.get(self.words[0] or "") if self.words else None
        half = self.first.game[4] if self.first.game else "-"
        return 6 if how == "six" else 3 if how == "half" and half in ("1", "2") else 0

    def take(self, position: _Position) -> bool:
        """Take a line that follows by one card or by gathering a trick; False where it does not follow."""
        before = self.last
        if not self.fresh or (position.game and position.game[0].upper()) != (before.game and before.game[0].upper()):
            return False
        lost = [_less(old, new) for old, new in zip(before.hands, position.hands, strict=True)]
        if any(gone is None for gone in lost):
            return False
        moved = [(player, gone) for player, cards in enumerate(lost) for gone in cards or []]
        growth = [len(new) - len(old) for old, new in zip(before.piles, position.piles, strict=True)]
        gained = [player for player, cards in enumerate(growth) if cards > 0]
        if min(growth) < 0 or len(gained) > 1:
            return False
        if not moved and not gained:
            if position.trick != before.trick:
                return False
        elif not self._move(before, position, moved, gained):
            return False
        self.last = position
        return True

    def _move(
        self, before: _Position, position: _Position, moved: list[tuple[int, int]], gained: list[int]
    ) -> bool:
        if len(moved) > 1:
            return False
        on_table = list(before.trick)
        winner = gained[0] if gained else None
        if winner is not None and len(on_table) == 4:  # gathered, and perhaps led to the next
            on_table = []
            self.turn = winner
            winner = None
        played: tuple[int, int] | None = None
        if moved:
            player, gone = moved[0]
            if self.turn is not None and player != self.turn:
                return False
            on_table.append(gone)
            after = position.trick or (position.piles[gained[0]][-4:] if winner is not None else [])
            if gone < 0 and len(after) >= len(on_table):
                gone = after[len(on_table) - 1]
                on_table[-1] = gone
            played = (player, gone)
            self.turn = (player + 1) % 4
        if winner is not None:
            if len(on_table) != 4 or position.trick:
                return False
            on_table, self.turn = [], winner
        if position.trick != on_table:
            return False
        if played is not None:
            self.plays.append(played)
        return True

    def imported(self, early: list[Finding]) -> Imported:
        """The hand as a record."""
        first = self.first
        tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Board": str(self.number), **people(SEATS)}
        tags |= {"Game": "koenigrufen", "Rules": "?"}
        if first.small in ("J", "-"):
            tags["Options"] = f"kaiserstich={'any_order' if first.small == 'J' else 'off'}"
        self._say("I002", "Players 1 to 4 sit at S E N W, anticlockwise from South.")
        self._say("I006", "Names, date, dealer, rule set, bidding and score are not part of TAF.")
        hands = self._dealt()
        tags["Deal"] = deal(dict(zip(SEATS, hands, strict=True)))
        cards = [*first.talon[0], *first.talon[1]]
        whole = len(cards) == 6 and [len(half) for half in first.talon] == [3, 3]
        tags["Talon"] = talon(cards) if whole and max(cards) >= 0 else "?"
        if tags["Talon"] != "?":
            tags["TalonOrder"] = "halves"
        sections = []
        tags |= self._outcome()
        if first.doubled != "-":
            self._say("I007", f"The doublings {shown(first.doubled)} are of no documented form; see the tag _TAF.")
        if first.doubled != "-" or not self.fresh:
            tags["_TAF"] = tidy(first.line)
        if self.fresh and self.declarer is not None and self._taken():
            assert first.game is not None
            words = [{"1": "takes:1-3", "2": "takes:4-6"}.get(first.game[4], "takes:1-6")]
            if self.laid and min(self.laid) >= 0:
                words.append(f"lays:{named(self.laid)}")
            sections.append(stream("Exchange", [(SEATS[self.declarer], words)]))
        groups = self._announcements()
        if groups:
            sections.append(stream("Announcements", groups))
        if self.plays:
            sections.append(stream("Play", *self._tricks()))
        return Imported(record(tags, sections), early + self.findings)

    def _dealt(self) -> list[int | None]:
        """The hands as they were dealt, where that can be told."""
        first = self.first
        if not self.fresh:
            self._say(
                "I006",
                "The line stands in the middle of a hand: which cards fell in which trick is lost, so no hand is given "
                "as it was dealt; the line itself is kept in the tag _TAF.",
            )
            return [None] * 4
        hands: list[int | None] = []
        for player, cards in enumerate(first.hands):
            later = [card for who, card in self.plays if who == player]
            held = set(later) if len(later) == 12 else {c for c in cards if c >= 0} | {c for c in later if c >= 0}
            hands.append(sum(1 << c for c in held) if len(held) == 12 and min(held) >= 0 else None)
        who, taken = self.declarer, self._taken()
        if who is None or not taken or hands[who] is None:
            return hands
        assert first.game is not None
        half = {"1": [*first.talon[0]], "2": [*first.talon[1]]}.get(first.game[4], [*first.talon[0], *first.talon[1]])
        held_now = {c for c in range(78) if (hands[who] or 0) >> c & 1}
        if not self.laid and not held_now & set(half) and min(half, default=-1) >= 0:
            message = "The declarer holds none of the cards taken: the hand is read as the one before the exchange."
            self._say("I008", message)
            return hands
        owned = held_now | set(self.laid)
        if len(self.laid) == taken and min([*self.laid, *half]) >= 0 and set(half) <= owned:
            hands[who] = sum(1 << c for c in owned - set(half))
            message = "The declarer's hand as dealt is worked out: what is held or laid away, less the cards taken."
            self._say("I005", message)
        else:
            hands[who] = None
            message = "The declarer's hand as dealt cannot be told: the cards taken or laid away are not all known."
            self._say("I006", message)
        return hands

    def _outcome(self) -> dict[str, str]:
        first = self.first
        if first.game is None:
            return {"Contract": "?", "Declarer": "?", "Partner": "?"}
        games = first.played
        for kind, _ in games:
            if kind == "PD":
                self._say("I008", "A Pagatdreier is read as a besserdreier, the Dreier with an announced Vogel.")
            if CONTRACTS[kind] is None:
                message = "A Solopagatdreier is a contract that no rule set here has; the record leaves it out."
                self._say("I007", message)
        words = [word or "?" for word in self.words]
        if "?" in words:
            words = ["?"]
        who = " ".join(SEATS[player] for _, player in games)
        partner = first.game[3]
        tags = {"Contract": " ".join(words), "Declarer": "" if words == ["trischaken"] else who}
        if words[0] in _WITH_PARTNER:
            tags["Partner"] = "?" if partner == "-" else SEATS[int(partner) - 1]
            tags["Called"] = "?" if first.game[2] == "-" else CODES[card(first.game[2])]
        else:
            tags["Partner"] = tags["Called"] = "?" if words == ["?"] else ""
        return tags

    def _announcements(self) -> list[tuple[str, list[str]]]:
        first = self.first
        said = {player: [ANNOUNCED[sign] for sign in signs] for player, signs in enumerate(first.announced) if signs}
        if self.declarer is None:
            return []
        if not said and (self.words[0] or "trischaken") in (*NEGATIVE, "trischaken"):
            return []
        order = [(self.declarer + step) % 4 for step in range(4)]
        if len(said) > 1 or (said and self.declarer not in said):
            self._say("I004", "Who announced first is not said; the declarer is put first, then the others in turn.")
        groups = [(SEATS[p], [*said.get(p, []), *(["liegt"] if p == self.declarer else [])]) for p in order]
        return [(seat, words) for seat, words in groups if words]

    def _tricks(self) -> tuple[list[tuple[str, list[str]]], End]:
        lines: list[tuple[str, list[str]]] = []
        for index, (player, played) in enumerate(self.plays):
            if index % 4 == 0:
                lines.append((SEATS[player], []))
            lines[-1][1].append(CODES[played] if played >= 0 else "??")
        return lines, "" if len(self.plays) == 48 else "+"


def _less(old: list[int], new: list[int]) -> list[int] | None:
    """The cards that a hand lost (-1 for one not known); None where it also has others."""
    if len(new) > len(old):
        return None
    rest = list(old)
    for one in new:
        if one not in rest:
            return None
        rest.remove(one)
    return rest
