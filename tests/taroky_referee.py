"""A second referee of Czech taroky, for the default rules: written from the rules page, sharing no code with the package.

It walks through a complete record in time order with plain sets of card tokens and says where the record first
contradicts the rules, and by which kind of reason. The corruption test holds the validator to it.
"""

from __future__ import annotations

from typing import NamedTuple

from tarok_pbn.record import Group, Record

__all__ = ["Place", "Verdict", "judge"]

#: ("tag", name) · ("section", name) · (section, group, word); word -1 is the seat
Place = tuple[str | int, ...]

RANKS = {"pass": 0, "povinnost": 1, "druha": 2, "trojka": 3, "solo": 4}
BLACK, RED = "789TJNQK", "4321JNQK"
PACK = (
    {f"T{n}" for n in range(1, 22)}
    | {"F"}
    | {suit + rank for suit in "SC" for rank in BLACK}
    | {suit + rank for suit in "HD" for rank in RED}
)
KINGS = {"SK", "HK", "DK", "CK"}
TRUL = {"T1", "T21", "F"}
FIVES = KINGS | TRUL
STEPS = ("flek", "reflek", "super")


def tarok(card: str) -> int:
    """Height of a tarok, 0 for a suit card."""
    if card == "F":
        return 22
    return int(card[1:]) if card[0] == "T" else 0


def height(card: str) -> int:
    if tarok(card):
        return 100 + tarok(card)
    return (BLACK if card[0] in "SC" else RED).index(card[1])


def same_suit(card: str, led: str) -> bool:
    return bool(tarok(card)) if tarok(led) else not tarok(card) and card[0] == led[0]


def points(cards: list[str]) -> int:
    worth = sum(5 if c in FIVES else {"Q": 4, "N": 3, "J": 2}.get(c[1] if not tarok(c) else "", 1) for c in cards)
    return worth - len(cards) // 3 * 2 - bool(len(cards) % 3)


class Verdict(NamedTuple):
    """Where the streams first go wrong, and by which code; None where they do not. Then the tags that are wrong by then."""

    place: Place | None
    codes: set[str]
    tags: dict[str, str]


class Wrong(Exception):
    def __init__(self, place: Place, *codes: str) -> None:
        self.place = place
        self.codes = set(codes)


def judge(record: Record) -> Verdict:
    """Go through a record."""
    hand = Hand(record)
    try:
        for step in (hand.deal, hand.auction, hand.exchange, hand.announcements, hand.play):
            step()
    except Wrong as wrong:
        return Verdict(wrong.place, wrong.codes, hand.contradicted())
    return Verdict(None, set(), hand.contradicted())


class Hand:
    """A hand as the record tells it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        order = "SENW"
        start = (order.index(record.get("Dealer")) + 1) % 4
        self.seats = order[start:] + order[:start]
        self.says: dict[str, str] = {}
        self.laid: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.commit: dict[str, str] = {}

    def words(self, section: str) -> list[tuple[str, str, Place]]:
        found = self.record.section(section)
        groups: list[Group] = found.groups if found is not None else []
        return [(g.seat, w, (section, n, i)) for n, g in enumerate(groups) for i, w in enumerate(g.words)]

    # --- the deal

    def deal(self) -> None:
        self.hands: dict[str, set[str]] = {}
        seen: set[str] = set()
        for part in self.record.get("Deal").split():
            seat, _, text = part.partition(":")
            groups = text.split(".")
            cards = ["F" if t == "F" else f"T{t}" for t in groups[0].split(",") if t]
            cards += [suit + rank for suit, group in zip("SHDC", groups[1:], strict=True) for rank in group]
            if len(cards) != 12:
                raise Wrong(("tag", "Deal"), "D003", "D002")
            if not set(cards) <= PACK:
                raise Wrong(("tag", "Deal"), "D004")
            if len(set(cards)) < 12 or seen & set(cards):
                raise Wrong(("tag", "Deal"), "D002")
            seen |= set(cards)
            self.hands[seat] = set(cards)
        self.talon = self.record.get("Talon").split()
        if not set(self.talon) <= PACK:
            raise Wrong(("tag", "Talon"), "D004")
        if seen & set(self.talon) or len(set(self.talon)) < 6:
            raise Wrong(("tag", "Talon"), "D002")

    # --- bids and call

    def auction(self) -> None:
        said = self.words("Auction")
        high, holder = 0, self.seats[0]
        for number, seat in enumerate(self.seats):
            if number >= len(said):
                raise Wrong(("section", "Auction"), "A004")
            who, word, place = said[number]
            if who != seat:
                raise Wrong((*place[:2], -1), "A001")
            rank = RANKS.get(word)
            if rank is None or (rank == 0 and number == 0) or 0 < rank <= high:
                raise Wrong(place, "A002")
            if word == "druha" and (number == 0 or "T1" not in self.hands[seat]):
                raise Wrong(place, "A002")
            if rank:
                high, holder = rank, seat
        self.contract = {rank: word for word, rank in RANKS.items()}[high]
        self.declarer = holder
        self.called = ""
        rest = said[4:]
        if high <= 2:
            if not rest:
                raise Wrong(("section", "Auction"), "A004")
            who, word, place = rest.pop(0)
            if who != holder:
                raise Wrong(place, "A001")
            if word == "varsava" and high == 1:
                self.contract, self.declarer = "varsava", ""
            elif word.startswith("call:") and word[5:] in self.callable(self.hands[holder]):
                self.called = word[5:]
            else:
                raise Wrong(place, "A003", "A005")
        recorded = self.record.get("Contract")
        known = self.contract != "trojka" or not recorded.startswith("trojka")  # which triple, the exchange tells
        self.says |= {"Contract": self.contract} if known else {}
        self.says |= {"Declarer": self.declarer, "Called": self.called}
        if rest:
            raise Wrong(rest[0][2], "A005")

    @staticmethod
    def callable(held: set[str]) -> set[str]:
        if "T19" not in held:
            return {"T19"}
        lower = [card for card in ("T18", "T17", "T16") if card not in held]
        return {"T19", *lower[:1]}

    # --- talon and discards

    def exchange(self) -> None:
        said = self.words("Exchange")
        d = self.seats.index(self.declarer) if self.declarer else 0
        second, third = self.seats[(d + 1) % 4], self.seats[(d + 2) % 4]
        self.rest: list[str] = []
        if self.contract in ("solo", "varsava"):
            self.rest = list(self.talon) if self.contract == "solo" else []
            if said:
                raise Wrong(said[0][2], "X008")
            self.find_partner()
            return
        if self.contract == "trojka":
            drawers = [self.declarer]
            said = self.triples(said)
        else:
            plan = {self.declarer: "takes:1-4", second: "takes:5", third: "takes:6"}
            drawers = list(plan)
            for seat, due in plan.items():
                for who, word, place in said:
                    if who == seat and word.split(":")[0] in ("takes", "exposes") and word != due:
                        raise Wrong(place, "X001", "X008")
            taken = [w for w in said if plan.get(w[0]) == w[1]]
            if len(taken) != len({w[0] for w in taken}):
                raise Wrong(taken[-1][2], "X008")
            said = [w for w in said if w not in taken]
            self.hands[self.declarer] |= set(self.talon[:4])
            self.hands[second].add(self.talon[4])
            self.hands[third].add(self.talon[5])
        self.find_partner()
        for seat in drawers:
            said = self.lay(seat, said)
        if said:
            raise Wrong(said[0][2], "X008", "X006")

    def triples(self, said: list[tuple[str, str, Place]]) -> list[tuple[str, str, Place]]:
        mine = [w for w in said if w[0] == self.declarer and w[1].split(":")[0] in ("takes", "exposes", "refuses")]
        grade = 1
        for due in ("1-3", "4-6", "1-3"):
            if not mine:
                raise Wrong(("section", "Exchange"), "X009")
            _, word, place = mine.pop(0)
            said = [w for w in said if w[2] != place]
            if word == f"takes:{due}":
                break
            if word != f"exposes:{due}" or grade == 3:
                raise Wrong(place, "X001")
            grade += 1
        self.says["Contract"] = f"trojka:{grade}"
        taken = self.talon[3:] if grade == 2 else self.talon[:3]
        self.rest = [card for card in self.talon if card not in taken]
        self.hands[self.declarer] |= set(taken)
        if mine:
            raise Wrong(mine[0][2], "X008")
        return said

    def find_partner(self) -> None:
        holder = next((seat for seat, held in self.hands.items() if self.called in held), "")
        self.partner = "" if holder == self.declarer else holder
        self.says["Partner"] = self.partner
        self.side = {seat: seat in (self.declarer, self.partner) for seat in self.seats}

    def lay(self, seat: str, said: list[tuple[str, str, Place]]) -> list[tuple[str, str, Place]]:
        held = self.hands[seat]
        count = len(held) - 12
        suits = {card for card in held if not tarok(card) and card not in KINGS}
        spare = {card for card in held if tarok(card) and card not in TRUL}
        lays = next((w for w in said if w[0] == seat and w[1].startswith("lays:")), None)
        if lays is None:
            raise Wrong(("section", "Exchange"), "X009")
        cards = lays[1].partition(":")[2].split(",")
        if len(set(cards)) != count or len(cards) != count:
            raise Wrong(lays[2], "X002")
        if not set(cards) <= held:
            raise Wrong(lays[2], "X003")
        if set(cards) & FIVES:
            raise Wrong(lays[2], "X004")
        good = set(cards) <= suits if len(suits) >= count else suits <= set(cards) <= suits | spare
        if not good:
            raise Wrong(lays[2], "X005")
        self.laid[seat] = cards
        held -= set(cards)
        public = {card for card in cards if tarok(card)}
        shows = next((w for w in said if w[0] == seat and w[1].startswith("shows:")), None)
        if public and shows is None:
            raise Wrong(lays[2], "X007")
        if shows is not None and set(shows[1].partition(":")[2].split(",")) != public:
            raise Wrong(shows[2], "X006", "X008", "X002")
        return [w for w in said if w not in (lays, shows)]

    # --- melds, commitments, fleks

    def announcements(self) -> None:
        said = self.words("Announcements")
        if self.contract == "varsava":
            if said:
                raise Wrong(said[0][2], "M009")
            return
        if self.contract == "druha":
            self.commit["pagat"] = self.declarer
        for seat in self.seats:  # each seat's first group of declarations
            first = next((p[1] for s, w, p in said if s == seat and w.partition(":")[0] not in STEPS), None)
            for who, word, place in [w for w in said if w[2][1] == first]:
                if word.partition(":")[0] in STEPS:
                    continue
                said = [w for w in said if w[2] != place]
                self.declare(who, word, place)
        levels: dict[str, int] = {"hra": 0, **dict.fromkeys(self.commit, 0)}
        for who, word, place in said:
            verb, _, what = word.partition(":")
            if word == "pass":
                continue
            if verb not in STEPS:
                raise Wrong(place, "M009")
            if what not in levels:
                raise Wrong(place, "M008")
            if STEPS.index(verb) != levels[what]:
                raise Wrong(place, "M007")
            owner = True if what == "hra" else self.side[self.commit[what]]
            if (self.side[who] == owner) != (levels[what] % 2 == 1):
                raise Wrong(place, "M006")
            levels[what] += 1

    def declare(self, seat: str, word: str, place: Place) -> None:
        held = self.hands[seat]
        n, fives = sum(1 for c in held if tarok(c)), len(held & FIVES)
        true = {
            "taroky": n >= 10,
            "tarocky": 8 <= n <= 9,
            "barvy": n == 0 or (n == 1 and "T1" in held),
            "barvicky": n == 2 or (n == 1 and "T1" not in held),
            "trul": held >= TRUL,
            "kralove": held >= KINGS,
            "honery": fives >= 4 and not held >= KINGS,
        }
        if word == "pass":
            return
        if word == "pagat":
            if "T1" not in held:
                raise Wrong(place, "M004")
            self.commit["pagat"] = seat
        elif word == "valat":
            if "valat" in self.commit and self.side[self.commit["valat"]] == self.side[seat]:
                raise Wrong(place, "M005")
            self.commit["valat"] = seat
        elif word not in true:
            raise Wrong(place, "M009")
        elif not true[word]:
            raise Wrong(place, "M001", "M003")
        elif (seat, word) in self.declared:
            raise Wrong(place, "M005")
        self.declared.add((seat, word))

    # --- play

    def play(self) -> None:
        section = self.record.section("Play")
        assert section is not None
        leader = self.seats[0]
        played: dict[str, str] = {}
        self.won: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.tricks: dict[str, int] = dict.fromkeys(self.seats, 0)
        self.last: tuple[str, bool] | None = None
        for number, group in enumerate(section.groups):
            if group.seat != leader:
                raise Wrong(("Play", number, -1), "P007")
            trick: list[str] = []
            at = self.seats.index(leader)
            order = [self.seats[(at + k) % 4] for k in range(4)]
            for position, (seat, card) in enumerate(zip(order, group.words, strict=True)):
                reason = self.illegal(seat, card, trick, played)
                if reason:
                    raise Wrong(("Play", number, position), *reason)
                trick.append(card)
                played[card] = seat
                self.hands[seat].discard(card)
            best = self.best(trick)
            leader = order[best]
            self.tricks[leader] += 1
            self.won[leader] += trick
            if self.contract == "varsava" and number < 6:
                self.won[leader].append(self.talon[number])
            if number == 11 and "T1" in trick:
                self.last = order[trick.index("T1")], trick.index("T1") == best
        if self.contract == "varsava":
            self.says["Points"] = "; ".join(f"{seat} {points(self.won[seat])}" for seat in self.seats)
            return
        mine = [c for s in self.seats if self.side[s] for c in self.won[s] + self.laid[s]]
        own = points(mine)
        self.says["Points"] = f"{own} {70 - own}"
        self.says["Pagat"] = "" if self.last is None else f"{self.last[0]} {'won' if self.last[1] else 'lost'}"
        ours = sum(self.tricks[s] for s in self.seats if self.side[s])
        if 0 < ours < 12:
            self.says["Valat"] = ""

    @staticmethod
    def best(trick: list[str]) -> int:
        runners = [i for i, c in enumerate(trick) if tarok(c) or same_suit(c, trick[0])]
        return max(runners, key=lambda i: height(trick[i]))

    def illegal(self, seat: str, card: str, trick: list[str], played: dict[str, str]) -> set[str]:
        held = self.hands[seat]
        if card not in held:
            if card in played or any(card in laid for laid in self.laid.values()):
                return {"P010"}
            return {"P017"} if any(card in other for other in self.hands.values()) else {"P001"}
        taroks = {c for c in held if tarok(c)}
        legal, reason = set(held), ""
        if trick:
            following = {c for c in held if same_suit(c, trick[0])}
            legal = following or taroks or set(held)
            reason = "P002" if following else "P003"
        if card not in legal:
            return {reason}
        if self.contract != "varsava":
            if card == "T1" and self.commit.get("pagat") == seat and legal != {"T1"}:
                return {"P005"}
            return set()
        if taroks & legal:
            if taroks - {"T1"} and card == "T1":
                return {"P005"}
            under = not trick or "F" in trick
            if card == "T21" and under and taroks - {"T1", "T21"}:
                return {"P006"}
        if trick:
            top = trick[self.best(trick)]
            options = legal - ({"T1"} if taroks - {"T1"} else set())
            beating = {c for c in options if (tarok(c) or same_suit(c, top)) and height(c) > height(top)}
            if beating and card not in beating:
                return {"P004"}
        return set()

    # --- outcome tags

    def contradicted(self) -> dict[str, str]:
        return {tag: value for tag, value in self.says.items() if self.record.get(tag, value) not in ("?", value)}

    @property
    def declared(self) -> set[tuple[str, str]]:
        if not hasattr(self, "_declared"):
            self._declared: set[tuple[str, str]] = set()
        return self._declared
