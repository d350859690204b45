"""Saved games of tarakus (janpom/tarakus), a score keeper for the Vysočina rules: results without cards.

The page keeps one JSON value under ``tarakus:v1``: players, totals, and the hands played, each with its
contract, declarer and partner, melds, fleks, points and payments. Payments are in haléř; a unit of the
records is five of them. Players sit in a square, so that play goes round 0, 3, 2, 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction

from tarok_pbn.exchange.foreign.base import Imported, Text, people, record, score, shown, stream
from tarok_pbn.exchange.foreign.jsonplaces import Broken, Value, parse, repeated
from tarok_pbn.exchange.foreign.saved import Notes, opened
from tarok_pbn.record import Record

__all__ = ["MELDS", "read"]

_KEY = "tarakus:v1"
#: seat of player 0, 1, 2, 3
_SEAT = "SWNE"
_ORDER = "SENW"
_UNIT = 5
_TYPES = {"prvni": "povinnost", "druha": "druha", "treti": "trojka", "ctvrta": "solo", "varsava": "varsava"}
#: tarakus's meld -> ours
MELDS = {
    "trul": "trul", "honery": "honery", "tarocky": "tarocky", "barvicky": "barvicky", "taroky": "taroky",
    "kralovske_honery": "kralove", "trul_honery": "trulhonery", "barvy": "barvy",
}  # fmt: skip
_STEPS = ("flek", "reflek", "super")
_MOST = 10_000


def read(data: bytes, name: str) -> Iterator[Imported]:
    """The hands of a saved game, one by one."""
    text = Text(data, name)
    try:
        state = parse(text)
        inner = state.get(_KEY)
        state = opened(inner if inner is not None else state)
    except Broken as broken:
        yield Imported(None, [*text.early, broken.finding])
        return
    early = Notes()
    early.findings += text.early + repeated(state)
    hands = state.get("sehravky")
    if hands is None or hands.array is None:
        message = "This is not a saved game of tarakus: it has no list of hands (sehravky)."
        early.say("I010", message, hands or state)
        yield Imported(None, early.findings)
        return
    names = _names(state, early)
    if state.get("current") is not None:
        message = "The hand in progress is not taken over; it has no result yet."
        early.say("I007", message, state.get("current") or state)
    made: list[tuple[Record | None, Notes, list[int] | None]] = []
    for number, hand in enumerate(hands.array[:_MOST], 1):
        notes = Notes(number)
        made.append((_hand(hand, names, number, notes), notes, _delta(hand, Notes(number))))
    if not made:
        early.say("I006", "No hand has been played in this saved game.", hands)
        yield Imported(None, early.findings)
    _totals(state, [(one, delta) for one, _, delta in made], early)
    for index, (one, notes, _) in enumerate(made):
        yield Imported(one, (early.findings if index == 0 else []) + notes.findings)


def _names(state: Value, notes: Notes) -> dict[str, str]:
    players = state.get("players")
    listed = players.array if players else None
    if listed is None or len(listed) != 4:
        notes.say("I011", f"players is {players.kind if players else 'not given'}, not four names.", players or state)
        return {}
    names: dict[str, str] = {}
    for seat, value in zip(_SEAT, listed, strict=True):
        if value.string is None:
            notes.say("I011", f"The name of a player is {value.kind}.", value)
        else:
            names[seat] = value.string
    order = ", ".join(f"{seat} {shown(names.get(seat, '?'), 20)}" for seat in _ORDER)
    notes.say("I002", f"The players sit in a square and play goes round it anticlockwise: {order}.", players or state)
    return names


def _delta(hand: Value, notes: Notes) -> list[int] | None:
    """What each player got, in haléř."""
    value = hand.get("delta")
    listed = value.array if value else None
    amounts = [part.integer for part in listed or []]
    if value is None or listed is None or len(amounts) != 4 or None in amounts:
        notes.say("I011", f"The payments are {value.kind if value else 'not given'}, not four numbers.", value or hand)
        return None
    return [amount for amount in amounts if amount is not None]


def _units(amounts: list[int]) -> str:
    by_seat = dict(zip(_SEAT, amounts, strict=True))
    return score({seat: Fraction(by_seat[seat], _UNIT) for seat in _ORDER})


def _totals(state: Value, made: list[tuple[Record | None, list[int] | None]], notes: Notes) -> None:
    """Totals of the first and the last hand, if the payments of all hands give what the file says."""
    value = state.get("totals")
    stated = [part.integer for part in (value.array or [])] if value else []
    deltas = [delta for _, delta in made]
    if value is None or len(stated) != 4 or None in stated or not made or None in deltas:
        return
    sums = [sum(delta[i] for delta in deltas if delta is not None) for i in range(4)]
    if sums != stated:
        message = f"The totals are {stated}, but the payments of the hands add up to {sums}; no totals are taken over."
        notes.say("I016", message, value)
        return
    first, last = made[0][0], made[-1][0]
    if first is not None and last is not None and all(one is not None for one, _ in made):
        first.set("Totals", _units([0, 0, 0, 0]))
        last.set("TotalsAfter", _units(sums))


# --- one hand -----------------------------------------------------------------------------------


def _hand(hand: Value, names: Mapping[str, str], number: int, notes: Notes) -> Record | None:
    if hand.object is None:
        notes.say("I010", f"A hand is {hand.kind}, not an object.", hand)
        return None
    kind = hand.get("type")
    contract = _TYPES.get(kind.string or "") if kind else None
    if contract is None:
        message = f"The type of the hand is {kind.kind if kind else 'not given'}; it is taken over as a score only."
        notes.say("I011", message, kind or hand, ", ".join(_TYPES))
    if number == 1:
        notes.say("I001", "The rules are not named; they are those of Vysočina, by which tarakus reckons.", hand)
        notes.say("I006", "Cards, bidding, exchange and play are not part of a saved game.", hand)
    tags = {"Event": "?", "Site": "?", "Date": _date(hand, notes), "Board": str(number), **people(_ORDER, names)}
    tags |= {"Game": "taroky", "Rules": "vysocina"}
    forehand = notes.integer(hand.get("forhont"), "forhont", 0, 3, hand, "Who was forehand is not said.")
    tags["Dealer"] = "?" if forehand is None else _ORDER[_ORDER.index(_SEAT[forehand]) - 1]
    sections = []
    if contract is not None:
        tags["Contract"] = contract
        result = hand.get("vysledek")
        if result is None or result.object is None:
            notes.say("I011", "The result of the hand (vysledek) is missing.", result or hand)
        elif contract == "varsava":
            tags["Points"] = _varsava(result, notes)
        else:
            groups = _Settled(hand, result, contract, forehand, notes).into(tags)
            if groups:
                sections.append(stream("Announcements", groups))
    delta = _delta(hand, notes)
    if delta is not None:
        tags["Score"] = _units(delta)
        _twofold(hand, delta, notes)
    tags |= {"Unit": "5 hal", "Source": "tarakus saved game"}
    return record(tags, sections)


def _date(hand: Value, notes: Notes) -> str:
    at = hand.get("at")
    number = at.integer if at else None
    if at is None or number is None or not 0 < number < 4_102_444_800_000:
        if at is not None:
            notes.say("I011", f"The time of the hand is {at.kind}, not milliseconds since 1970.", at)
        return "????.??.??"
    if notes.number == 1:
        notes.say("I008", "Dates are those of the times in UTC; the file does not say where it was played.", at)
    return datetime.fromtimestamp(number / 1000, UTC).strftime("%Y.%m.%d")


def _varsava(result: Value, notes: Notes) -> str:
    value = result.get("ociHrace")
    points = [part.integer for part in value.array or []] if value else []
    if value is None or len(points) != 4 or any(p is None or not 0 <= p <= 71 for p in points):
        found = value.kind if value else "not given"
        notes.say("I011", f"The points of the players are {found}, not four numbers from 0 to 71.", value or result)
        return "?"
    by_seat = dict(zip(_SEAT, points, strict=True))
    return score({seat: by_seat[seat] for seat in _ORDER})


def _twofold(hand: Value, delta: list[int], notes: Notes) -> None:
    """Older versions paid each winner from each loser, and with two against two everything twice."""
    rows = hand.get("rows")
    once = [0, 0, 0, 0]
    for row in rows.array or [] if rows else []:
        value, winners, losers = row.get("value"), row.get("winners"), row.get("losers")
        amount = value.integer if value else None
        sides = [[p.integer for p in side.array or []] if side else [] for side in (winners, losers)]
        if amount is None or [len(side) for side in sides] != [2, 2]:
            return
        for sign, side in zip((1, -1), sides, strict=True):
            for player in side:
                if player is None or not 0 <= player < 4:
                    return
                once[player] += sign * amount
    if any(once) and delta == [2 * amount for amount in once]:
        message = (
            "The payments are twice the amounts of the rows, for older versions of tarakus had each winner paid by "
            "each loser; the score is taken over as it stands."
        )
        notes.say("I016", message, hand.get("delta") or hand)


class _Settled:
    """A hand that is not a Varšava, on its way into the tags of a record."""

    def __init__(self, hand: Value, result: Value, contract: str, forehand: int | None, notes: Notes) -> None:
        self.hand = hand
        self.result = result
        self.contract = contract
        self.notes = notes
        player = notes.integer(hand.get("vydrazitel"), "vydrazitel", 0, 3, hand, "The declarer is not said.")
        self.declarer = None if player is None else _SEAT[player]
        first = 0 if forehand is None else _ORDER.index(_SEAT[forehand])
        self.order = _ORDER[first:] + _ORDER[:first]
        self.partner = self._partner()
        self.said: dict[str, list[str]] = {}
        self.guessed = False

    def _partner(self) -> str | None:
        if self.contract in ("trojka", "solo"):
            return ""
        value = self.hand.get("partner")
        if value is None:
            self.notes.say("I008", "No partner is named; the declarer is taken to have played alone.", self.hand)
            return ""
        player = self.notes.integer(value, "partner", 0, 3, self.hand)
        if player is None:
            return None
        return "" if _SEAT[player] == self.declarer else _SEAT[player]

    def _side(self, ours: bool) -> list[str]:
        mine = [seat for seat in (self.declarer, self.partner) if seat]
        return [seat for seat in self.order if (seat in mine) == ours]

    def into(self, tags: dict[str, str]) -> list[tuple[str, list[str]]]:
        """Fill in the tags; the announcements."""
        notes = self.notes
        if self.contract == "trojka":
            message = "Which three talon cards were taken is not said."
            grade = notes.integer(self.hand.get("tretiPozice"), "tretiPozice", 1, 3, self.hand, message)
            tags["Contract"] = "trojka" if grade is None else f"trojka:{grade}"
        tags["Declarer"] = self.declarer or "?"
        tags["Partner"] = "?" if self.partner is None else self.partner
        points = notes.integer(self.result.get("ociT1"), "ociT1", 0, 70, self.result, "The points are not said.")
        tags["Points"] = "?" if points is None else f"{points} {70 - points}"
        self._melds()
        tags["Pagat"], pagat_by = self._commitment("pagat")
        tags["Valat"], valat_by = self._commitment("valat")
        tags["Valat"] = tags["Valat"].removesuffix(" won") if not tags["Valat"].endswith("lost") else ""
        discards = self.result.get("shozProtiValat")
        if tags["Valat"] not in ("", "?") and discards is not None:
            message = f"The trickless side's cards (shoz) counted {discards.kind}; a record has no place for that."
            notes.say("I007", message, discards)
        groups = [(seat, self.said.get(seat, ["pass"])) for seat in self.order]
        for key, what, side in (
            ("flekHry", "hra", True),
            ("flekPagat", "pagat", None if pagat_by is None else pagat_by in self._side(True)),
            ("flekValat", "valat", None if valat_by is None else valat_by in self._side(True)),
        ):
            level = notes.integer(self.hand.get(key), key, 0, 3, self.hand) or 0
            if side is not None:
                groups += self._doubled(what, level, side)
        return groups

    def _melds(self) -> None:
        melds = self.hand.get("hlasky")
        if melds is None:
            return
        if melds.object is None:
            self.notes.say("I011", f"The melds (hlasky) are {melds.kind}.", melds)
            return
        for player, chosen in melds.object.items():
            if player not in ("0", "1", "2", "3") or (chosen.raw is not None and chosen.object is None):
                self.notes.say("I011", f"The melds of {shown(player)} are {chosen.kind}.", chosen)
                continue
            for key, on in (chosen.object or {}).items():
                if on.raw in (False, None):
                    continue
                if key not in MELDS:
                    self.notes.say("I017", f"{shown(key)} is not a meld of tarakus.", on, ", ".join(MELDS))
                else:
                    self.said.setdefault(_SEAT[int(player)], []).append(MELDS[key])

    def _commitment(self, what: str) -> tuple[str, str | None]:
        """The outcome of pagát or valát, and who announced it (None: nobody)."""
        value = self.result.get(what)
        notes = self.notes
        if value is None:
            return ("?" if what == "pagat" and self.contract == "druha" else ""), None
        if value.object is None:
            notes.say("I011", f"{what} is {value.kind}.", value)
            return "?", None
        by = self._announcer(value, what)
        if by is not None:
            self.said.setdefault(by, []).append(what)
        made = value.get("uhran")
        if made is None or not isinstance(made.raw, bool):
            if by is not None:
                notes.say("I006", f"Whether the announced {what} was made is not said.", made or value)
            return ("?" if by is not None else ""), by
        seat = by or self.declarer
        if by is None and seat is not None:
            message = f"A silent {what} is always the declarer's side's in tarakus; it is given to the declarer."
            notes.say("I008", message, value)
        return (f"{seat} {'won' if made.raw else 'lost'}" if seat else "?"), by

    def _announcer(self, value: Value, what: str) -> str | None:
        player, side = value.get("player"), value.get("hlaseno")
        if player is not None:
            number = self.notes.integer(player, f"player of {what}", 0, 3, value)
            return None if number is None else _SEAT[number]
        if side is None:
            return self.declarer if what == "pagat" and self.contract == "druha" else None
        if side.string not in ("vydr", "prot"):
            self.notes.say("I011", f"hlaseno is {side.kind}.", side, "vydr or prot")
            return None
        if self.declarer is None:
            return None
        ours = side.string == "vydr"
        who = self.declarer if ours else self._side(False)[0]
        alone = (ours and not self.partner) or (what == "pagat" and self.contract == "druha")
        if not alone:
            self.notes.say("I008", f"Which player of the side announced the {what} is not said; {who} is named.", side)
        return who

    def _doubled(self, what: str, level: int, owner_ours: bool) -> list[tuple[str, list[str]]]:
        groups: list[tuple[str, list[str]]] = []
        if level and self.declarer is None:
            return groups
        for step in range(level):
            side = self._side(owner_ours if step % 2 else not owner_ours)
            if len(side) > 1 and not self.guessed:
                self.guessed = True
                message = "Which player of a side doubled is not said; the first of it in the order of play is named."
                self.notes.say("I008", message, self.hand.get("flekHry") or self.hand)
            groups.append((side[0], [f"{_STEPS[step]}:{what}"]))
        return groups
