"""The bidding: forehand's privileges, hold, parallel and suspended negative games. Source: koenigrufen §3.3-§3.5."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Final, NamedTuple

from tarok_pbn.cards import KINGS, TAROKS
from tarok_pbn.games.kit.decision import AUCTION, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.cards import BIRDS
from tarok_pbn.games.koenigrufen.contracts import KINDS, Contract, contract, tariff
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State

__all__ = ["auction"]

_RULE: Final = f"{PAGE} §3.3"
_BIRD_VALUE: Final = {"pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4}


def auction(table: Table, rules: Rules, state: State) -> Generator[Decision, Answer, None]:
    """Bids until one player (or the players of parallel negatives) is left; fills ``state.games``."""
    bidding = _Bidding(table, rules, state)
    seat = 0
    feed = table.feed(AUCTION)
    while not bidding.ended():
        if bidding.active[seat] and not bidding.stands(seat):
            words = bidding.legal(seat)
            actor, word = seat, feed.take(seat, words)
            if word is None:
                actor, word = yield Say(seat, AUCTION, words, bidding.why)
            table.bids.append((actor, word))
            bidding.take(actor, word)
            bidding.spoken[actor] += 1
        seat = table.after(seat)
        bidding.turns += 1
        if bidding.turns > 400:  # only a record full of illegal words comes here
            return
    state.games = list(bidding.standing)


class _Unfit(NamedTuple):
    """What a hand of twelve does not allow: without which Vögel, whether no king can be called, whether suits are too
    few.
    """

    birds: frozenset[str] = frozenset()
    kings: bool = False
    suits: int = 0


@lru_cache(maxsize=256)
def _no_birds(lowest: int) -> frozenset[str]:
    return frozenset(bird for bird, card in BIRDS.items() if not lowest >> card & 1)


def _unfit(hand: int | None, rules: Rules) -> _Unfit:
    if hand is None:
        return _Unfit()
    kings = hand & KINGS == KINGS and rules.four_kings in ("forbidden", "pass_forehand")
    missing = rules.farbensolo_min_suits - (hand & ~TAROKS).bit_count() if rules.farbensolo_min_suits else 0
    return _Unfit(_no_birds(hand & 15), kings, max(missing, 0))


def _unfit_for(c: Contract, unfit: _Unfit) -> str:
    kind = c.kind
    if kind.bird == "any" and len(unfit.birds) == len(BIRDS):
        return "without a Vogel (I, II, III or IIII) in the twelve cards"
    if kind.bird in unfit.birds:
        return f"without the {kind.bird.capitalize()} (T{BIRDS[kind.bird] + 1}) in the twelve cards"
    if kind.family == "R" and unfit.kings:
        return "with all four kings in hand: no king is left to call"
    if c.word == "farbensolo" and unfit.suits:
        return f"with {unfit.suits} suit card{'s' if unfit.suits > 1 else ''} too few"
    return ""


def _open_to(c: Contract, opening: str, turn: str) -> bool:
    """§3.2: who may bid a contract, and when. turn: Vorhand's ``first`` or ``forehand``'s later one, ``alone`` after
    three passes, or "".
    """
    if c.avail == "first":
        return turn == "first"
    if c.avail == "after":
        return turn == "alone"
    if c.avail == "first_or_after":
        return turn in ("first", "alone")
    if c.avail == "forehand":
        return turn != ""
    return turn != "first" or opening == "any"


@lru_cache(maxsize=4096)
def _bids(
    contracts: tuple[str, ...], opening: str, rank: int, turn: str, unfit: _Unfit, crowd: bool, late: bool
) -> tuple[str, ...]:  # fmt: skip
    """The contracts that may be bid above *rank*. crowd: two negative games stand; late: after the first round."""
    return tuple(
        c.word for c in tariff(contracts).values()
        if c.rank > rank and _open_to(c, opening, turn) and not _unfit_for(c, unfit) and not (crowd and c.kind.bird)
        and not (late and c.kind.family == "N")
    )  # fmt: skip


class _Bidding:
    """The state machine of §3.3. standing: who holds the highest bid - several for parallel negatives."""

    def __init__(self, table: Table, rules: Rules, state: State) -> None:
        self.table = table
        self.rules = rules
        self.state = state
        self.tariff = tariff(rules.contracts)
        self.active = [True] * table.n
        self.spoken = [0] * table.n
        self.standing: list[tuple[int, Contract]] = []
        #: rank that the next bid must exceed
        self.rank = 0
        self.suspended: tuple[int, Contract] | None = None
        self.turns = 0
        self.unfits = [_unfit(hand, rules) for hand in table.dealt]

    # --- where it stands ------------------------------------------------------------------------

    def stands(self, seat: int) -> bool:
        return seat in [holder for holder, _ in self.standing]

    def ended(self) -> bool:
        if not self.standing:
            return False
        return sum(self.active) == len(self.standing) and self.spoken[self.state.forehand] > 0

    def alone(self, seat: int) -> bool:
        """Whether Vorhand has the choice because everybody else passed."""
        return seat == self.state.forehand and not self.standing and sum(self.active) == 1 and self.spoken[seat] > 0

    # --- what may be said -----------------------------------------------------------------------

    def turn_of(self, seat: int) -> str:
        """Which kind of turn it is, as ``_open_to`` has it."""
        if seat != self.state.forehand:
            return ""
        return "first" if not self.spoken[seat] else "alone" if self.alone(seat) else "forehand"

    def unfit(self, seat: int, c: Contract) -> str:
        """Why the hand does not allow the contract, or ""."""
        reason = _unfit_for(c, self.unfits[seat])
        if not reason and self.rules.negatives_first_round and c.kind.family == "N" and self.spoken[seat]:
            return "after the first round, in which a negative game must be bid"
        return reason

    def legal(self, seat: int) -> tuple[str, ...]:
        first = seat == self.state.forehand and not self.spoken[seat]
        turn = self.turn_of(seat)
        crowd = self.rules.verdacht and len(self.standing) > 1
        late = self.rules.negatives_first_round and self.spoken[seat] > 0
        bids = _bids(self.rules.contracts, self.rules.opening, self.rank, turn, self.unfits[seat], crowd, late)
        words = [*(("vorhand",) if first else () if turn == "alone" else ("pass",)), *bids]
        if first and self.may_hand_on(seat):
            words.append("gibt_ab")
        if self.may_hold(seat):
            words.append("hold")
        if self.standing and not first:
            words += [f"bei:{c.word}" for c in self.joins() if not self.unfit(seat, c)]
            words += self.suspensions(seat) + self.promises(seat)
        return tuple(words)

    def may_hand_on(self, seat: int) -> bool:
        hand = self.table.dealt[seat]
        return self.rules.four_kings == "pass_forehand" and seat == 0 and (hand is None or hand & KINGS == KINGS)

    def may_hold(self, seat: int) -> bool:
        if len(self.standing) != 1 or not self.spoken[self.state.forehand]:
            return False
        holder, c = self.standing[0]
        if c.word in self.rules.hold_except:
            return False
        return (self.rules.hold == "forehand" and seat == self.state.forehand) or (
            self.rules.hold == "seniority" and seat < holder
        )

    def joins(self) -> list[Contract]:
        """§3.5: the negative games that may be played beside the one bid (or suspended)."""
        to = self.standing[0][1]
        if self.suspended is not None and to.kind.bird:
            to = self.suspended[1]
        if to.kind.family != "N":
            return []
        found = []
        for c in self.tariff.values():
            if c.kind.family != "N":
                continue
            for how in self.rules.bei:
                equal = (how == "equal_rank" and c.rank == to.rank) or (how == "equal_value" and c.value == to.value)
                if (equal and c.kind.ouvert == to.kind.ouvert) or how == "all" or how == f"{c.word}+{to.word}":
                    found.append(c)
                    break
        return found

    def suspensions(self, seat: int) -> list[str]:
        if not self.rules.verdacht or self.suspended is not None or not self.standing[0][1].kind.bird:
            return []
        return [f"verdacht:{word}" for word in ("piccolo", "bettler") if word in self.tariff]

    def promises(self, seat: int) -> list[str]:
        """A Besserrufer that promises at least the Vogel named, over two negative games at once."""
        hand = self.table.dealt[seat]
        if not self.rules.verdacht or len(self.standing) < 2 or "besserrufer" not in self.tariff:
            return []
        return [
            f"besserrufer:{bird}" for bird, value in _BIRD_VALUE.items()
            if value > 1 and (hand is None or any(hand >> BIRDS[b] & 1 for b, v in _BIRD_VALUE.items() if v >= value))
        ]  # fmt: skip

    # --- taking a word --------------------------------------------------------------------------

    def take(self, seat: int, word: str) -> None:
        """Follow what was said, legal or not."""
        verb, _, what = word.partition(":")
        if word == "gibt_ab":
            self.state.forehand = self.table.after(seat)
        elif word == "hold" and self.standing:
            self.standing = [(seat, self.standing[0][1])]
        elif verb == "bei":
            self.join(seat, what)
        elif verb == "verdacht":
            c = contract(self.rules.contracts, what)
            if c is not None and self.suspended is None:
                self.suspended = (seat, c)
            self.active[seat] = False
        elif verb in KINDS:
            c = contract(self.rules.contracts, verb)
            if c is not None and self.standing and c.rank <= self.rank and not what:
                self.active[seat] = False  # too low: it has overbid nobody
            elif c is not None:
                self.standing = [(seat, c)]
                self.rank = max(self.rank, c.rank)
                self.active[seat] = True
                self.state.promised = what
        elif word != "vorhand" and (seat != self.state.forehand or self.spoken[seat]):
            self.active[seat] = self.alone(seat)

    def join(self, seat: int, what: str) -> None:
        c = contract(self.rules.contracts, what)
        if c is None:
            return
        if self.suspended is not None and self.standing and self.standing[0][1].kind.bird:
            suspended, game = self.suspended
            self.active[suspended] = True
            self.standing, self.suspended = [(suspended, game)], None
        self.standing.append((seat, c))
        self.rank = max(self.rank, c.rank)

    # --- why not --------------------------------------------------------------------------------

    def why(self, seat: int, word: str) -> Problem:
        name, verb = self.table.name(seat), word.partition(":")[0]
        help_ = f"Legal: {these(self.legal(seat), 'or')}."
        if word == "pass" and seat == self.state.forehand and not self.spoken[seat]:
            return Problem(
                "A002",
                f"{name} passes, but Vorhand speaks first and keeps her right: she says vorhand (mein Spiel) or bids.",
                _RULE,
                help_,
            )
        if word == "pass":
            return Problem(
                "A002", f"{name} passes, but everybody else has passed: Vorhand must name a game.", _RULE, help_
            )
        c = self.tariff.get(verb) if verb == word else None
        if c is None:
            return Problem(
                "A002",
                f"{name} says {word}, {self.strange(seat, word)}.",
                f"{PAGE} §3.5" if verb in ("bei", "verdacht") else _RULE,
                help_,
            )
        unfit = self.unfit(seat, c)
        if not _open_to(c, self.rules.opening, self.turn_of(seat)):
            return Problem("A002", f"{name} bids {word}, {self.unavailable(seat, c)}.", f"{PAGE} §3.2", help_)
        if c.rank <= self.rank and self.standing:
            holder, high = self.standing[0]
            whose = f"{self.table.name(holder)}'s {high.word}"
            return Problem(
                "A002",
                f"{name} bids {word}, which does not rank above {whose}: rank decides, not value.",
                f"{PAGE} §3.2",
                help_,
            )
        if unfit:
            return Problem("A002", f"{name} bids {word} {unfit}.", _RULE, help_)
        return Problem(
            "A002", f"{name} bids {word} over two negative games without promising a Vogel.", f"{PAGE} §3.5", help_
        )

    def strange(self, seat: int, word: str) -> str:
        verb, _, what = word.partition(":")
        if word == "vorhand":
            return "but only Vorhand says that, as her first word"
        if word == "hold":
            return (
                "but nobody may hold a bid here" if self.rules.hold == "none" else "but has no right to hold this bid"
            )
        if word == "gibt_ab":
            return "but only Vorhand with four kings may hand on her right, and only where the rule set has it"
        if verb == "bei":
            return f"but {what or 'that'} cannot be played beside the game that was bid"
        if verb == "verdacht":
            return "but no suspended bid is possible here"
        if verb in KINDS:
            return "which the rule set does not offer" if not what else "but no such promise is possible here"
        return "which is no bid"

    def unavailable(self, seat: int, c: Contract) -> str:
        if c.avail == "first":
            return "which only Vorhand may bid, and only as her first word"
        if c.avail == "":
            return "but Vorhand's first word is vorhand (mein Spiel)"
        return "a Vorhandspiel, which only Vorhand may choose" + (
            "" if c.avail == "forehand" else ", and only after three passes"
        )
