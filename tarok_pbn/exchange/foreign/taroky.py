"""The text notation of coder0987/Taroky, a program of Texas taroky: one hand a line, fields divided by slashes.

``chips x4/hands x4/talon/draw/discard/moneycards/partner/valat/contra/iote/tricks x12/settings``; what
did not happen has no field. Cards are a suit letter and one character (``HR`` the rider of hearts, ``S1``
the lowest of its suit, so the 7 of spades), taroks ``T01`` to ``T22``. Player 1 is forehand (povinnost).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarok_pbn.cards import CARD, CODES, FOOL, SUIT_OF
from tarok_pbn.exchange.foreign.base import (
    Imported,
    Text,
    cards_of,
    deal,
    limited,
    named,
    people,
    record,
    score,
    shown,
    stream,
    talon,
    tidy,
    twice,
)
from tarok_pbn.findings import Finding
from tarok_pbn.record import Section

__all__ = ["MELDS", "SEATS", "STEPS", "card", "read", "spelled"]

SEATS = "SENW"
_CARD = r"(?:[SHCD][KQRJA1-4]|T\d\d)"
_CARDS = re.compile(_CARD)
_BLACK = {"1": "7", "2": "8", "3": "9", "4": "T"}
#: Sign of a moneycard -> our meld. P is K for a player who also holds a card of the trul.
MELDS = {
    "U": "barvy", "B": "barvicky", "T": "tarocky", "R": "taroky", "3": "trul", "H": "honery", "K": "kralove",
    "P": "kralove",
}  # fmt: skip
STEPS = ("flek", "reflek", "super")
_PREVER = {
    "T": ["takes:1-3"], "B": ["exposes:1-3", "takes:4-6"], "R": ["exposes:1-3", "exposes:4-6", "takes:1-3"],
}  # fmt: skip
#: kinds of field in their order, and the shape of each
_FIELDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("draw", re.compile(r"P[1-4]|(?:GR?[1-4])+")),
    ("triple", re.compile(r"[TBR]")),
    ("discard", re.compile(rf"(?:{_CARD}){{3}}|(?:{_CARD}){{6}}")),
    ("moneycards", re.compile(r"(?:[UBTR3HKP][1-4])+")),
    ("partner", re.compile(r"[5-9]")),
    ("valat", re.compile(r"(?:V[1-4])+")),
    ("contra", re.compile(r"(?:C[1-4])+")),
    ("iote", re.compile(r"I[1-4]")),
    ("trick", re.compile(rf"(?:{_CARD}){{4}}[1-4]")),
)
_SETTINGS = ("difficulty", "timeout", "acehigh", "acewins", "lock", "locked", "botplaytime", "botthinktime", "pn")


class _Field(NamedTuple):
    """A field and where it begins in the file."""

    text: str
    at: int


def card(word: str) -> int | None:
    """Our card of a card of the notation; None where it has no such card."""
    if word[:1] == "T":
        number = int(word[1:]) if word[1:].isascii() and word[1:].isdigit() else 0
        return FOOL if number == 22 else number - 1 if 1 <= number <= 21 else None
    suit, rank = word[:1], word[1:]
    if rank not in tuple("KQRJA1234"):
        return None
    if rank == "R":
        rank = "N"
    elif suit in ("S", "C"):
        rank = _BLACK.get(rank, rank)
    elif rank == "A":
        rank = "1"
    return CARD.get(suit + rank) if rank != "A" else None


def spelled(number: int) -> str:
    """A card as the notation writes it."""
    code = CODES[number]
    if SUIT_OF[number] == 0:
        return f"T{22 if code == 'F' else number + 1:02}"
    rank = "R" if code[1] == "N" else code[1]
    if code[0] in "SC":
        rank = next((sign for sign, pip in _BLACK.items() if pip == rank), rank)
    return code[0] + rank


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The hands of a file, one a line."""
    return limited(_hands(Text(data, name)))


def _hands(text: Text) -> Iterator[Imported]:
    early = text.early
    number = 0
    for at, line in text.lines():
        if not line.strip():
            continue
        number += 1
        one = _Hand(text, at, line, number).imported()
        yield Imported(one.record, early + one.findings)
        early = []
    if not number:
        message = "No hand in the notation of Taroky stands here."
        yield Imported(None, [*early, text.finding("I010", message, 0, help=_SHAPE)])


_SHAPE = "chips/chips/chips/chips/hand/hand/hand/hand/talon/…/settings"


class _Hand:
    """One line of a file, on its way to a record."""

    def __init__(self, text: Text, at: int, line: str, number: int) -> None:
        self.text = text
        self.number = number
        self.findings: list[Finding] = []
        self.line = _Field(line.strip(), at + len(line) - len(line.lstrip()))
        self.fields: dict[str, _Field] = {}
        self.tricks: list[_Field] = []
        self.settings: dict[str, str] = {}
        self.raw_settings = ""

    def _say(self, code: str, message: str, at: _Field, help: str = "") -> None:
        found = self.text.finding(code, message, at.at, at.at + len(at.text), number=self.number, help=help)
        self.findings.append(found)

    def imported(self) -> Imported:
        """The record of the line, or what is wrong with it."""
        if self.line.text.count("/") > 40:
            self._say("I019", "The line has more fields than any hand of the notation.", self.line._replace(text=""))
            return Imported(None, self.findings)
        fields, at = [], self.line.at
        for part in self.line.text.split("/"):
            fields.append(_Field(part, at))
            at += len(part) + 1
        if len(fields) < 9:
            message = f"{shown(self.line.text)} has {len(fields)} fields; a hand of the notation has at least nine."
            self._say("I010", message, self.line._replace(text=self.line.text[:80]), _SHAPE)
            return Imported(None, self.findings)
        rest = fields[9:]
        if rest and ("=" in rest[-1].text or rest[-1].text.strip("; ") == ""):
            self._read_settings(rest.pop())
        else:
            self._say("I018", "The line ends without settings.", fields[-1])
        hands, cards = self._deal(fields)
        self._sort(rest)
        ace_high = (self.settings.get("acehigh") or self.settings.get("acewins") or "false") not in ("false", "0")
        tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Board": str(self.number), **people(SEATS)}
        tags |= {"Game": "taroky", "Rules": "texas"}
        if not ace_high:
            tags["Options"] = "red_pips=432A"
        start = self.line._replace(text="")
        self._say("I001", "The rules are not named; they are Texas taroky, which the program plays.", start)
        self._say("I003", "Player 1, povinnost, sits South, and the last player dealt.", fields[4])
        self._say("I006", "Names, date and score are not part of the notation.", start)
        if ace_high:
            message = "With aceHigh the program writes the ace as 1 but reads 1 as the 2; here 1 is the ace."
            self._say("I008", message, start)
        tags |= {"Dealer": "W", "Deal": deal(hands), "Talon": "?" if cards is None else talon(cards)}
        chips = self._chips(fields[:4])
        if chips:
            tags["Totals"] = chips
        sections = self._happened(tags, ace_high)
        if self.raw_settings.strip("; "):
            tags["_Settings"] = tidy(self.raw_settings)
        tags["Source"] = "Taroky notation"
        return Imported(record(tags, sections), self.findings)

    # --- the fields -----------------------------------------------------------------------------

    def _read_settings(self, field: _Field) -> None:
        self.raw_settings = field.text
        for part in field.text.split(";"):
            key, equals, value = part.partition("=")
            if not part.strip():
                continue
            if not equals or key.strip().lower() not in _SETTINGS:
                self._say("I017", f"{shown(part)} is not a setting of the program.", field, ", ".join(_SETTINGS))
            self.settings[key.strip().lower()] = value.strip().lower()

    def _chips(self, fields: Sequence[_Field]) -> str:
        amounts: dict[str, object] = {}
        for seat, field in zip(SEATS, fields, strict=True):
            if not re.fullmatch(r"-?\d{1,9}", field.text):
                self._say("I011", f"{shown(field.text)} is not a number of chips.", field)
                return ""
            amounts[seat] = int(field.text)
        return score(amounts)

    def _cards(self, field: _Field) -> list[int] | None:
        cards: list[int] = []
        at = 0
        while at < len(field.text):
            match = _CARDS.match(field.text, at)
            number = card(match[0]) if match else None
            if match is None or number is None:
                word = field.text[at : at + (3 if field.text[at] == "T" else 2)]
                help_ = "S C H D with K Q R J 4 3 2 1, or T01 to T22"
                self._say("I012", f"{shown(word)} is not a card of the notation.", _Field(word, field.at + at), help_)
                return None
            cards.append(number)
            at = match.end()
        return cards

    def _deal(self, fields: Sequence[_Field]) -> tuple[dict[str, int | None], list[int] | None]:
        piles: list[list[int] | None] = []
        for index, field in enumerate(fields[4:9]):
            cards = self._cards(field)
            wanted, what = (12, f"The hand of player {index + 1}") if index < 4 else (6, "The talon")
            if cards is not None and len(cards) != wanted:
                self._say("I014", f"{what} has {cards_of(len(cards))}, not {wanted}.", field)
                cards = None
            piles.append(cards)
        again = set(twice([cards for cards in piles if cards]))
        for index, cards in enumerate(piles):
            if cards and again & set(cards):
                names = ", ".join(CODES[c] for c in sorted(again & set(cards)))
                self._say("I013", f"{names} stands twice in the deal; this hand is not taken over.", fields[4 + index])
                piles[index] = None
        hands = {s: None if c is None else sum(1 << x for x in c) for s, c in zip(SEATS, piles, strict=False)}
        return hands, piles[4]

    def _sort(self, rest: Sequence[_Field]) -> None:
        """Tell the fields after the talon by their shapes; each kind stands behind those before it."""
        reached = 0
        for field in rest:
            if not field.text:
                continue
            for index in range(reached, len(_FIELDS)):
                kind, shape = _FIELDS[index]
                if kind == "triple" and not self.fields.get("draw", _Field("", 0)).text.startswith("P"):
                    continue
                if shape.fullmatch(field.text):
                    reached = index if kind == "trick" else index + 1
                    if kind == "trick":
                        self.tricks.append(field)
                    else:
                        self.fields[kind] = field
                    break
            else:
                after = _FIELDS[reached - 1][0] if reached else "talon"
                kinds = ", ".join(kind for kind, _ in _FIELDS[reached:])
                message = f"{shown(field.text)} is no field that can follow the {after}; it is not taken over."
                self._say("I011", message, field, f"Possible: {kinds}." if kinds else "")

    # --- what happened --------------------------------------------------------------------------

    def _happened(self, tags: dict[str, str], ace_high: bool) -> list[Section]:
        if not self.fields and not self.tricks:
            return []
        draw = self.fields.get("draw")
        prever = draw is not None and draw.text.startswith("P")
        declarer = int(draw.text[1]) - 1 if draw is not None and prever else 0
        sections = [self._auction(tags, prever, declarer)]
        if draw is not None and not prever:
            message = f"{draw.text}, a talon card passed on, is not taken over: where it went is not said for certain."
            self._say("I007", f"{message} The line is kept in the tag _Notation.", draw)
            tags["_Notation"] = tidy(self.line.text)
        else:
            groups = self._exchange(tags, prever, declarer)
            if groups:
                sections.append(stream("Exchange", groups))
        if self.tricks or any(kind in self.fields for kind in ("moneycards", "partner", "valat", "contra", "iote")):
            sections.append(stream("Announcements", self._announcements(declarer)))
        if self.tricks:
            sections.append(self._play(ace_high))
        return sections

    def _auction(self, tags: dict[str, str], prever: bool, declarer: int) -> Section:
        triple = self.fields.get("triple")
        if prever:
            grade = {"T": ":1", "B": ":2", "R": ":3"}.get(triple.text if triple else "", "")
            tags |= {"Contract": f"trojka{grade}", "Declarer": SEATS[declarer], "Partner": ""}
        else:
            tags |= {"Contract": "povinnost", "Declarer": "S"}
        message = f"{SEATS[declarer]} said prever, the others nothing" if prever else "No prever is noted: all passed"
        at = self.fields.get("draw") or self.line._replace(text="")
        self._say("I005", f"{message}, as the bidding is not part of the notation.", at)
        bids: list[tuple[str, list[str]]] = []
        for player, seat in enumerate(SEATS):
            word = "trojka" if prever and player == declarer else "povinnost" if player == 0 else "pass"
            bids.append((seat, [word]))
        partner = self.fields.get("partner")
        if partner is not None and prever:
            self._say("I016", "A partner's card is named although prever is played alone; it is left out.", partner)
        elif partner is not None:
            tags["Called"] = f"T1{partner.text}"
            bids.append(("S", [f"call:T1{partner.text}"]))
        return stream("Auction", bids)

    def _exchange(self, tags: dict[str, str], prever: bool, declarer: int) -> list[tuple[str, list[str]]]:
        field, triple = self.fields.get("discard"), self.fields.get("triple")
        laid = self._cards(field) if field else None
        if prever:
            drawn = [(SEATS[declarer], _PREVER[triple.text])] if triple else []
            shares = [(SEATS[declarer], 3)]
        else:
            drawn = [("S", ["takes:1-4"]), ("E", ["takes:5"]), ("N", ["takes:6"])] if field else []
            shares = [("S", 4), ("E", 1), ("N", 1)]
        groups = [(seat, list(words)) for seat, words in drawn]
        if laid is None or field is None:
            return groups
        if len(laid) != sum(share for _, share in shares):
            self._say("I014", f"{len(laid)} cards are laid away, not {sum(share for _, share in shares)}.", field)
            return groups
        for seat, share in shares:
            cards, laid = laid[:share], laid[share:]
            words = [f"lays:{named(cards)}"]
            taroks = [c for c in cards if SUIT_OF[c] == 0]
            if taroks:
                words.append(f"shows:{named(taroks)}")
            groups.append((seat, words))
        return groups

    def _announcements(self, declarer: int) -> list[tuple[str, list[str]]]:
        said: dict[int, list[str]] = {}
        money = self.fields.get("moneycards")
        for sign, who in re.findall(r"(.)(\d)", money.text if money else ""):
            said.setdefault(int(who) - 1, []).append(MELDS[sign])
        for kind, word in (("iote", "pagat"), ("valat", "valat")):
            field = self.fields.get(kind)
            for who in re.findall(r"\d", field.text if field else ""):
                said.setdefault(int(who) - 1, []).append(word)
        if len(said) > 1:
            self._say("I004", "Who declared first is not said; the declarer is put first, then the others in turn.",
                      money or self.line._replace(text=""))  # fmt: skip
        groups = [(SEATS[p], said.get(p, ["pass"])) for p in ((declarer + step) % 4 for step in range(4))]
        contra = self.fields.get("contra")
        doubles = re.findall(r"\d", contra.text if contra else "")
        for level, who in enumerate(doubles):
            if level >= len(STEPS):
                self._say("I011", "Contra goes three steps: contra, rhea, supra.", contra or self.line)
                break
            groups.append((SEATS[int(who) - 1], [f"{STEPS[level]}:hra"]))
        return groups

    def _play(self, ace_high: bool) -> Section:
        tricks: list[tuple[list[int], int, _Field]] = []
        for field in self.tricks[:12]:
            cards = self._cards(field._replace(text=field.text[:-1]))
            if cards is None:
                break
            again = twice([*(done for done, _, _ in tricks), cards])
            if again:
                self._say("I013", f"{CODES[again[0]]} is played twice.", field)
                break
            tricks.append((cards, int(field.text[-1]) - 1, field))
        in_time = _misfits(tricks, ace_high, by_seat=False)
        by_seat = _misfits(tricks, ace_high, by_seat=True)
        seated = len(by_seat) < len(in_time)
        first = self.tricks[0]
        if seated:
            message = "The cards of a trick are read in the order of the players, which fits the winners."
            self._say("I008", message, first)
        else:
            message = "The cards of a trick are read in the order in which they fell, the leader's first."
            self._say("I004", message, first)
        for index, (_, winner, field) in enumerate(tricks):
            if index in (by_seat if seated else in_time):
                self._say("I016", f"Player {winner + 1} is said to win this trick, but the cards say another.", field)
        lines: list[tuple[str, list[str]]] = []
        leader = 0
        for cards, winner, _ in tricks:
            fallen = cards[leader:] + cards[:leader] if seated else cards
            lines.append((SEATS[leader], [CODES[c] for c in fallen]))
            leader = winner
        if len(self.tricks) > 12:
            self._say("I014", f"The line has {len(self.tricks)} tricks; a hand has twelve.", self.tricks[12])
        return stream("Play", lines, "" if len(lines) == 12 else "+")


def _misfits(tricks: Sequence[tuple[list[int], int, _Field]], ace_high: bool, *, by_seat: bool) -> set[int]:
    """Numbers of the tricks whose winner is not the one said, with the cards in this order."""
    wrong: set[int] = set()
    leader = 0
    for index, (cards, winner, _) in enumerate(tricks):
        fallen = cards[leader:] + cards[:leader] if by_seat else cards
        if (leader + _best(fallen, ace_high)) % 4 != winner:
            wrong.add(index)
        leader = winner
    return wrong


def _best(cards: Sequence[int], ace_high: bool) -> int:
    """Place of the card that wins: the highest tarok, else the highest of the suit led."""
    order = "2341JNQK" if ace_high else "1234JNQK"

    def strength(number: int) -> int:
        code = CODES[number]
        if SUIT_OF[number] == 0:
            return 100 + number
        if SUIT_OF[number] != SUIT_OF[cards[0]]:
            return -1
        return (order if code[0] in "HD" else "789TJNQK").index(code[1])

    return max(range(len(cards)), key=lambda place: strength(cards[place]))
