"""A player of Königrufen for tests and samples: aims at a given game on a deal that suits it.

The rules come from the script alone; the player only picks among what is legal. Deals are loaded so
that rare things (a Valat, a Pagat ultimo, a hand without a trick) come up within a few hundred hands.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tarok_pbn.cards import CARD, FOOL, KINGS, T1, T21, TAROKS, bits
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, AUCTION, EXCHANGE, Decision, Lay, PlayCard, Remark, Say
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.announce import STEPS
from tarok_pbn.games.koenigrufen.cards import BIRDS
from tarok_pbn.games.koenigrufen.contracts import KINDS

__all__ = ["Player", "loaded_deal"]

_PACK = list(range(22)) + [CARD[s + r] for s in "SHDC" for r in ("KQNJ" + ("T987" if s in "SC" else "1234"))]


def loaded_deal(rng: Random, seat: int, theme: str, partner: int = 2) -> tuple[list[int], list[int]]:
    """Hands and talon in which *seat* holds what the theme asks for.

    strong: taroks from the top and Vögel; sweep: everything that takes a trick, in both hands of a side; weak: low
    cards; kings: four kings; colour: few taroks; talonking: three kings and the fourth in the talon; else at random.
    """
    pack = _PACK[:]
    rng.shuffle(pack)
    wishes: list[int] = []
    if theme == "strong":
        wishes = (
            rng.sample([FOOL, 20, 19, 18, 17, 16, 15], 6)
            + rng.sample([0, 1, 2, 3], 3)
            + rng.sample([14, 13, 12, 11], 1)
        )
    elif theme == "sweep":
        wishes = [FOOL, 20, 19, 18, 17, 16, 15, 14, 13, rng.choice([0, 1, 2, 3]), rng.choice([11, 12]), CARD["SK"]]
    elif theme == "weak":
        wishes = [0, 4, 5] + [CARD[c] for c in ("S7", "S8", "H4", "H3", "D4", "D3", "C7", "C8", "C9")]
    elif theme == "kings":
        wishes = list(bits(KINGS)) + rng.sample([FOOL, 20, 19, 0, 1, 2], 3)
    elif theme == "colour":
        wishes = [CARD[s + r] for s in rng.sample("SHDC", 2) for r in "KQNJ"] + [CARD["HK"], CARD["SK"]]
    elif theme == "talonking":
        wishes = [CARD[s + "K"] for s in "SHD"] + [FOOL, 0, 1]
    wishes = list(dict.fromkeys(wishes))[:12]
    rest = [c for c in pack if c not in wishes]
    hands: list[int] = []
    talon: list[int] = []
    if theme == "talonking":
        rest.remove(CARD["CK"])
        talon = [CARD["CK"]]
    for who in range(4):
        own = list(wishes) if who == seat else []
        if theme == "sweep" and who == partner:
            own = [c for c in rest if c in (10, 11, 12, CARD["HK"], CARD["DK"], CARD["CK"])]
            rest = [c for c in rest if c not in own]
        while len(own) < 12:
            own.append(rest.pop())
        hands.append(sum(1 << c for c in own))
    talon += rest
    rng.shuffle(talon)
    return hands, talon


class Player:
    """A chooser for ``play_hand`` that steers towards *target*.

    target: a contract; seat: who is to play it. talk: how likely each announcement and doubling is.
    """

    def __init__(self, target: str, seat: int, talk: float = 0.1, valat: float = 0.02, ladder: float = 0.3) -> None:
        self.target = target
        self.seat = seat
        self.talk = talk
        self.valat = valat
        self.ladder = ladder

    def __call__(self, decision: Decision, table: Table, rng: Random) -> Any:
        if isinstance(decision, Remark):
            return None
        if isinstance(decision, PlayCard):
            return self.card(decision, table, rng)
        if isinstance(decision, Lay):
            return self.lay(decision, rng)
        assert isinstance(decision, Say)
        if decision.phase == AUCTION:
            return self.bid(decision, rng)
        if decision.phase == EXCHANGE:
            return rng.choice(decision.words)
        assert decision.phase == ANNOUNCEMENTS
        return self.speak(decision, rng)

    def bid(self, d: Say, rng: Random) -> str:
        words = d.words
        if words[0].startswith(("call", "talon", "stichzwang")):
            return rng.choice(words)
        beside = [w for w in words if w.startswith(("bei:", "verdacht:", "besserrufer:")) or w in ("hold", "gibt_ab")]
        if beside and rng.random() < 0.5:
            return rng.choice(beside)
        if self.target in words and d.seat == self.seat:
            return self.target
        if words[0] == "pass":
            return "pass"
        if words[0] == "vorhand":
            return "vorhand"
        # a colour game may turn out to have too few suit cards: it is bid only where it is aimed at
        return self.target if self.target in words else rng.choice([w for w in words if w != "farbendreier"])

    @staticmethod
    def lay(d: Lay, rng: Random) -> int:
        if d.implied is not None:
            return d.implied
        forced, allowed = d.choices[0]
        free = list(bits(allowed & ~forced))
        return forced | sum(1 << c for c in rng.sample(free, d.count - forced.bit_count()))

    def speak(self, d: Say, rng: Random) -> list[str]:
        said: list[str] = []
        for word in d.words:
            if word == d.implied:
                continue
            chance = self.valat if word == "valat" else self.ladder if word.partition(":")[0] in STEPS else self.talk
            if rng.random() < chance and not (word in d.exclusive and not d.exclusive.isdisjoint(said)):
                said.append(word)
        for word in d.required:
            if not set(word.split("|")) & set(said):
                said.append(rng.choice(word.split("|")))
        return said or [d.implied or "gut"]

    def card(self, d: PlayCard, table: Table, rng: Random) -> int:
        """Declarers of positive games play high and keep Vögel and the called king; in negatives low cards go."""
        cards = list(bits(d.cards))
        if len(cards) == 1:
            return cards[0]
        kind = KINDS[(table.contract or "rufer").split()[0]]
        if kind.family in ("N", "T"):
            low = table.declarer == d.seat or (kind.family == "T" and d.seat % 2)
            return (
                min(cards, key=lambda c: c if c < 22 else c % 14 - 20)
                if low and rng.random() < 0.9
                else rng.choice(cards)
            )
        kept = [*BIRDS.values(), *([table.called] if table.called is not None else [])]
        free = [c for c in cards if c not in kept] or cards
        strong = d.seat in (table.declarer, table.partner)
        if strong and d.lead and rng.random() < 0.9:
            return max(free, key=lambda c: (c <= FOOL, c))
        if T21 in free and rng.random() < 0.3:
            return T21
        if T1 in cards and rng.random() < 0.05:
            return T1
        return rng.choice(free)


def taroks(hand: int) -> int:
    """Number of taroks in a hand."""
    return (hand & TAROKS).bit_count()
