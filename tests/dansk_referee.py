"""A second pair of eyes: Danish hands refereed and settled from the rules page (§1 to §8) alone, with nothing of the package.

It reads canonical records with a few lines of its own and knows cards as tokens (``T5``, ``HK``, ``F``). Deliberately
slow and plain: every skat is tried, every payment written out. Nobody should make it like the package.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

DEFAULTS: dict[str, Any] = {
    "red_pips": "reversed", "pots": 2, "foundation": 20, "foundation_time": "next_hand", "dealer_fee": 5,
    "pots_not_moved_fine": 0, "discard_pagat": "when_voiding", "discard_fool": "never", "fool_counts_for_voiding": "no",
    "fool_naming": "no_win", "fool_endgame": "trick_23", "lost_card": 5, "pagat_win_pays": 5,
    "premiums": (45, 40, 20, 85, 25), "premiums_without_pots": (15, 10, 5, 25, 25), "last_trick_on_bagud": "no",
    "tout_cards": "80", "card_settlement": "via_next_dealer", "card_points": "yes",
}  # fmt: skip
RIGHT = "SENW"


@dataclass
class Sheet:
    """What the referee makes of a record."""

    wrong: list[str] = field(default_factory=list)
    rows: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    tricks: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    result: set[str] = field(default_factory=set)

    def totals_of_rows(self) -> dict[str, list[int]]:
        """Row name -> amounts by account; rows of one name added up, those that move nothing left out."""
        sums: dict[str, list[int]] = {}
        for name, row in self.rows:
            sums[name] = [a + row[account] for a, account in zip(sums.get(name, [0] * len(row)), row, strict=True)]
        return {name: row for name, row in sums.items() if any(row)}


def parse(text: str) -> tuple[dict[str, str], dict[str, list[list[str]]]]:
    """Tags, and sections as lists of groups ``[seat, word, ...]`` (tables as rows)."""
    tags: dict[str, str] = {}
    sections: dict[str, list[list[str]]] = {}
    current: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith(("%", "{", ";")) or not line:
            continue
        if tag := re.fullmatch(r'\[(\w+) "(.*)"\]', line):
            if tag[1] == "ScoreTable":
                current = sections[tag[1]] = [tag[2].split(";")]
            else:
                tags[tag[1]] = tag[2]
        elif head := re.fullmatch(r"\[(\w+)\]", line):
            current = sections[head[1]] = []
        elif current is sections.get("ScoreTable"):
            current.append(line.split())
        else:
            for word in line.split():
                if word in RIGHT:
                    current.append([word])
                else:
                    current[-1].append(word)
    return tags, sections


def amounts(text: str) -> dict[str, int]:
    """Amounts as in ``S 40; E -20``."""
    return {part.rsplit(None, 1)[0].strip(): int(part.rsplit(None, 1)[1]) for part in text.split(";") if part.strip()}


def hand_of(text: str) -> set[str]:
    groups = text.split(".")
    taroks = {"F" if t == "F" else f"T{t}" for t in groups[0].split(",") if t}
    return taroks | {suit + rank for suit, ranks in zip("SHDC", groups[1:], strict=True) for rank in ranks}


def suit(card: str) -> str:
    return "" if card == "F" else card[0]


def honour(card: str) -> int:
    if card in ("F", "T1", "T21"):
        return 4
    return 0 if card[0] == "T" else {"K": 4, "Q": 3, "N": 2, "J": 1}.get(card[1], 0)


def strength(card: str, red: str) -> int:
    if card[0] == "T":
        return int(card[1:])
    court = {"K": 14, "Q": 13, "N": 12, "J": 11}.get(card[1])
    if court:
        return court
    pip = 10 if card[1] == "T" else int(card[1])
    return 11 - pip if card[0] in "HD" and red == "reversed" else pip


def is_ultimo(card: str) -> bool:
    return card == "T1" or (card[0] in "SHDC" and card[1:] == "K")


def melds(hand: set[str]) -> dict[str, tuple[int, set[str]]]:
    """§4.2: word -> (what each opponent pays, the cards in it)."""
    found: dict[str, tuple[int, set[str]]] = {}
    taroks = {c for c in hand if c[0] in "TF"}
    fool = {"F"} & hand
    if len(taroks) >= 10:
        word = f"tarokker:{len(taroks)}" + (",pagat" if "T1" in hand else "")
        found[word] = (10 + 5 * (len(taroks) - 10), taroks)
    if {"F", "T21", "T1"} <= hand:
        run = 20
        while run >= 2 and f"T{run}" in hand:
            run -= 1
        top = {f"T{n}" for n in range(run + 1, 21)}
        found[f"matadorer:{3 + len(top)}"] = (10 + 5 * len(top), {"F", "T21", "T1"} | top)
    for kind, members in [(s, [s + r for r in "KQNJ"]) for s in "SHDC"] + [("konger", [s + "K" for s in "SHDC"])]:
        held = [c for c in members if c in hand]
        missing = [c for c in members if c not in hand]
        if not missing:
            grade, price = ("sprojtefulde", 15) if fool else ("fulde", 10)
            found[f"{grade}_konger" if kind == "konger" else f"{grade}:{kind}"] = (price, set(held) | fool)
        elif len(missing) == 1 and fool:
            lack = missing[0]
            word = f"halve_konger:{lack[0]}" if kind == "konger" else f"halve:{kind},{lack[1]}"
            found[word] = (5, set(held) | fool)
    return found


def discards(hand: set[str], opt: dict[str, Any], announced: bool) -> list[set[str]]:
    """§3.3: every legal skat."""
    used = set().union(*(cards for _, cards in melds(hand).values()))
    trumps = {c for c in hand if c[0] == "T"}
    if opt["fool_counts_for_voiding"] == "yes":
        trumps |= {"F"} & hand
    fool_ok = opt["discard_fool"] == "tout_any" or (opt["discard_fool"] == "tout_announced" and announced)
    best: dict[tuple[int, int], list[set[str]]] = {}
    for three in combinations(sorted(hand), 3):
        gone = set(three)
        if any(c[1:] == "K" for c in gone) or "T21" in gone or ("F" in gone and not fool_ok):
            continue
        void = trumps <= gone
        if "T1" in gone and (opt["discard_pagat"] == "never" or not void):
            continue
        cost = (0 if void else sum(c[0] == "T" for c in gone), len(gone & used))
        best.setdefault(cost, []).append(gone)
    return best[min(best)]


def legal(hand: set[str], led: str | None, trick: int, demanded: bool, endgame: bool) -> set[str]:
    """§5, word for word."""
    if demanded and trick == 23 and "F" in hand:
        return {"F"}
    rest = hand - {"F"}
    if led is None:
        able = set(rest)
    else:
        able = {c for c in rest if suit(c) == led} or {c for c in rest if c[0] == "T"} or set(rest)
    if "F" in hand and (trick != 24 or not endgame):
        able.add("F")
    return able


def round5(n: int) -> int:
    return next(m for m in range(-30, 60, 5) if abs(n - m) <= 2)


@dataclass
class Done:
    """A finished trick."""

    seats: list[str]
    cards: list[str]
    winner: str
    card: str


class Referee:
    def __init__(self, text: str, **opt: Any) -> None:
        self.tags, self.sections = parse(text)
        self.opt = {**DEFAULTS, **opt}
        self.sheet = Sheet()
        four = "SittingOut" in self.tags and self.tags["SittingOut"] != ""
        self.table = list("SENW") if four else list("SEW")
        self.dealer = self.tags["Dealer"]
        at = self.table.index(self.dealer)
        turn = self.table[at + 1 :] + self.table[: at + 1]
        if four:
            if turn[1] != self.tags["SittingOut"]:
                self.say("wrong seat sits out")
            turn.pop(1)
        self.turn = turn
        self.hands = {part[0]: hand_of(part[2:]) for part in self.tags["Deal"].split() if part[2:] != "-"}
        self.done: list[Done] = []
        self.pile = {s: set[str]() for s in turn}

    def say(self, what: str) -> None:
        self.sheet.wrong.append(what)

    def run(self) -> Sheet:
        if sorted(len(self.hands[s]) for s in self.turn) != [25, 25, 28] or len(self.hands[self.dealer]) != 28:
            self.say("sizes")
        if len(set().union(*self.hands.values())) != 78:
            self.say("pack")
        self.melded = {s: melds(self.hands[s]) for s in self.turn}
        self.exchange()
        self.announce()
        self.play()
        self.count()
        self.settle()
        return self.sheet

    def exchange(self) -> None:
        words = [w for g in self.sections["Exchange"] for w in g[1:]]
        announced = "tout" in words
        (lays,) = [w for w in words if w.startswith("lays:")]
        gone = set(lays[5:].split(","))
        if gone not in discards(self.hands[self.dealer], self.opt, announced):
            self.say(f"discard {gone}")
        self.pile[self.dealer] |= gone
        self.hands[self.dealer] -= gone

    def announce(self) -> None:
        said: dict[str, list[str]] = {s: [] for s in self.turn}
        order = []
        for seat, *words in self.sections["Announcements"]:
            order.append(seat)
            said[seat] += [w for w in words if w not in ("pass", "pots_not_moved")]
        if order != [self.turn[2], self.turn[0], self.turn[1]]:
            self.say("order of melds")
        self.not_moved = any("pots_not_moved" in g for g in self.sections["Announcements"])
        for seat in self.turn:
            if sorted(said[seat]) != sorted(self.melded[seat]):
                self.say(f"melds of {seat}: {said[seat]} for {sorted(self.melded[seat])}")

    def events(self) -> list[tuple[str, str]]:
        return [(g[0], w) for g in self.sections["Play"] for w in g[1:]]

    def play(self) -> None:
        """Groups: a trick with its leader; speech has a group of its own, then perhaps the trick again from a seat on."""
        red, endgame = self.opt["red_pips"], self.opt["fool_endgame"] == "trick_23"
        leader, demanded = self.turn[0], False
        queue = [list(g) for g in self.sections["Play"]]
        number = 0
        fool_out = False
        while queue and number < 25:
            number += 1
            at = self.turn.index(leader)
            order = self.turn[at:] + self.turn[:at]
            cards: list[str] = []
            named = ""
            checked: list[tuple[str, str, str | None, bool, set[str]]] = []
            while len(cards) < 3 or (queue and "demand" in queue[0] and number == 23 and not demanded):
                seat, *words = queue.pop(0)
                real = [w for w in words if re.fullmatch(r"F|T\d+|[SHDC][KQNJT\d]", w)]
                if "demand" in words:
                    if number != 23 or demanded or fool_out or "F" in self.hands[seat]:
                        self.say(f"demand by {seat} in {number}")
                    if seat in order[: len(cards)]:
                        self.say("demand too late")
                    demanded = True
                if real:
                    if seat in order[: len(cards)]:  # wound back
                        if number != 23 or not demanded:
                            self.say("wound back without demand")
                        back = order.index(seat)
                        cards, checked, named = cards[:back], checked[:back], "" if back == 0 else named
                        if "F" not in self.hands[seat] or words[0] != "F":
                            self.say("holder of the fool does not begin")
                    if order[len(cards)] != seat:
                        self.say(f"trick {number}: {seat} out of turn")
                for word in words:
                    if word.startswith("name:"):
                        named = word[5:]
                    elif word in real:
                        player = order[len(cards)]
                        led = None
                        if cards:
                            led = suit(cards[0]) or named or (suit(cards[1]) if len(cards) > 1 else None)
                        checked.append((player, word, led, demanded, set(self.hands[player])))
                        cards.append(word)
            for player, card, led, dem, hand in checked:
                if card not in legal(hand, led, number, dem, endgame):
                    self.say(f"trick {number}: {player} plays {card}")
                self.hands[player].discard(card)
            fool_out |= "F" in cards
            self.finish(number, order, cards, named, red, endgame, checked)
            leader = self.done[-1].winner
        if queue or len(self.done) != 25:
            self.say("not 25 tricks")

    def finish(
        self, number: int, order: list[str], cards: list[str], named: str, red: str, endgame: bool, checked: list[Any]
    ) -> None:
        if cards[0] == "F":
            if number == 25:
                if named:
                    self.say("named in 25")
                led = suit(cards[1])
            elif not named:
                self.say(f"trick {number} not named")
                led = "?"
            else:
                led = named
                others = [h for p, _, _, _, h in checked[1:]]
                can = any(
                    suit(c) == led or (c[0] == "T" and self.opt["fool_naming"] == "no_win") for h in others for c in h
                )
                if not can:
                    self.say(f"trick {number} named {named}")
        else:
            led = suit(cards[0])
        taroks = [c for c in cards if c[0] == "T"]
        able = taroks or [c for c in cards if suit(c) == led]
        best = max(able, key=lambda c: strength(c, red))
        winner = order[cards.index(best)]
        for player, card in zip(order, cards, strict=True):
            keeps = card == "F" and not (number == 25 and endgame)
            self.pile[player if keeps else winner].add(card)
        self.done.append(Done(order, cards, winner, best))

    def count(self) -> None:
        for seat in self.turn:
            won = sum(t.winner == seat for t in self.done)
            self.sheet.tricks[seat] = won
            self.sheet.points[seat] = sum(map(honour, self.pile[seat])) + won + (seat == self.dealer)

    # money

    def row(self, name: str) -> None:
        self.sheet.rows.append((name, dict.fromkeys(self.sheet.accounts, 0)))

    def pay(self, payer: str, payee: str, amount: int) -> None:
        row = self.sheet.rows[-1][1]
        row[payer] -= amount
        row[payee] += amount
        if payer in self.pots:
            self.pots[payer] -= amount
        if payee in self.pots:
            self.pots[payee] += amount

    def others(self, seat: str) -> list[str]:
        return [s for s in self.turn if s != seat]

    def settle(self) -> None:
        opt = self.opt
        names = {2: ["pagat", "king"], 1: ["pot"], 0: []}[opt["pots"]]
        stated = amounts(self.tags.get("Pots", ""))
        self.pots = {n: stated.get(n, 0) for n in names}
        self.sheet.accounts = [*self.table, *names] + (["rounding"] if opt["card_settlement"] == "own_rounding" else [])
        self.pagat, self.king = (names[0], names[-1]) if names else ("", "")
        self.found()
        if names and opt["dealer_fee"]:
            self.row("fee")
            for pot in names:
                self.pay(self.dealer, pot, opt["dealer_fee"])
        if self.not_moved and names:
            self.row("pots_not_moved")
            for pot in names:
                self.pay(self.dealer, pot, opt["pots_not_moved_fine"])
        for seat in (self.turn[2], *self.turn[:2]):
            if self.melded[seat]:
                self.row(f"melds:{seat}")
                for price, _ in self.melded[seat].values():
                    for other in self.others(seat):
                        self.pay(other, seat, price)
        for trick in self.done[:24]:
            self.ordinary(trick)
        self.last(self.done[24])
        if opt["foundation_time"] == "immediate":
            self.found()
        for part in filter(None, self.tags.get("Fines", "").split(";")):
            payer, payee, amount = part.split()[:3]
            if not self.sheet.rows or self.sheet.rows[-1][0] != "fine":
                self.row("fine")
            self.pay(payer, payee, int(amount))
        self.sheet.after = dict(self.pots)
        self.sheet.score = {a: sum(r[a] for _, r in self.sheet.rows) for a in self.sheet.accounts}

    def found(self) -> None:
        empty = [pot for pot in self.pots if self.pots[pot] == 0]
        if empty:
            self.row("foundation")
            for pot in empty:
                for seat in self.table:
                    self.pay(seat, pot, self.opt["foundation"])

    def ordinary(self, trick: Done) -> None:
        for player, card in zip(trick.seats, trick.cards, strict=True):
            if not is_ultimo(card):
                continue
            if player != trick.winner:
                self.row(f"lost:{card}")
                for other in self.others(player):
                    self.pay(player, other, self.opt["lost_card"])
                if self.pots:
                    self.pay(player, self.pagat if card == "T1" else self.king, self.opt["lost_card"])
            elif card == "T1" and self.opt["pagat_win_pays"]:
                self.row("won:T1")
                for other in self.others(player):
                    self.pay(other, player, self.opt["pagat_win_pays"])

    def last(self, trick: Done) -> None:
        opt = self.opt
        pagat, king, last, tout, nolo = opt["premiums" if self.pots else "premiums_without_pots"]
        before = dict(self.pots)
        w, x = trick.winner, trick.card
        bag = [(p, c) for p, c in zip(trick.seats, trick.cards, strict=True) if is_ultimo(c) and p != w]
        t = next((s for s in self.turn if self.sheet.tricks[s] == 25), None)
        z = next((s for s in self.turn if self.sheet.tricks[s] == 0), None) if t is None else None
        fixed = 0 if not self.pots or opt["tout_cards"] == "counted" else int(opt["tout_cards"])
        if t:
            self.row("tout")
            self.sheet.result.add(f"{t} tout")
            for o in self.others(t):
                self.pay(o, t, tout + fixed)
            for pot in self.pots:
                self.pay(pot, t, before[pot])
        elif z:
            self.row("nolo")
            self.sheet.result.add(f"{z} nolo")
            for o in self.others(z):
                self.pay(o, z, nolo)
        elif is_ultimo(x):
            self.row(f"ultimo:{x}")
            self.sheet.result.add(f"{w} ultimo:{x}")
            for o in self.others(w):
                self.pay(o, w, pagat if x == "T1" else king)
            if self.pots:
                pot = self.pagat if x == "T1" else self.king
                self.pay(pot, w, before[pot])
        else:
            self.sheet.result.add(f"{w} last")
            if not bag or opt["last_trick_on_bagud"] == "yes":
                self.row("last")
                for o in self.others(w):
                    self.pay(o, w, last)
        for q, c in bag:
            self.row(f"bagud:{c}")
            self.sheet.result.add(f"{q} bagud:{c}")
            for o in self.others(q):
                self.pay(q, o, pagat if c == "T1" else king)
            if self.pots:
                pot = self.pagat if c == "T1" else self.king
                self.pay(q, pot, before[pot])
        if z or (t and fixed) or (self.pots and opt["card_points"] == "no"):
            return
        b = self.turn[0]
        moves = {s: round5(self.sheet.points[s] - 26) for s in self.turn}
        if opt["card_settlement"] == "own_rounding":
            self.row("cards")
            for s in self.turn:
                self.pay("rounding", s, moves[s])
        else:
            self.row("cards")
            for s in self.others(b):
                self.pay(b, s, moves[s])
