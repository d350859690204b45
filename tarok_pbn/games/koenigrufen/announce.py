"""Announcements and kontra. Source: koenigrufen §6.2, §6.4, §4.7, §8.

The declarer announces and says ``liegt``; the others in turn say ``gut``, announce, or double with
``kontra:spiel``, ``kontra:pagat`` ...; it ends when three others in a row have said gut. In negative
games kontra is between two players: ``kontra:N`` doubles the game of North, who answers ``re:E``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import CODES
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Double, Table
from tarok_pbn.games.koenigrufen.cards import BIRDS
from tarok_pbn.games.koenigrufen.exchange import held_birds
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import Announced, State
from tarok_pbn.games.koenigrufen.tariff import announceable

__all__ = ["STEPS", "announcements"]

#: The ladder, ×2 ×4 ×8 ×16 ×32 ×64.
STEPS: Final = ("kontra", "re", "sub", "mord", "hirsch", "supra")
_GAME: Final = "spiel"
_RULE: Final = f"{PAGE} §6.2"
_KONTRA_OR_VALAT: Final = frozenset({"kontra:spiel", "valat"})
#: an item that can be doubled: what, the seat whose it is, and for negative games the seat that doubles (else -1)
_Key = tuple[str, int, int]


def announcements(table: Table, rules: Rules, state: State) -> Generator[Decision, Answer, None]:
    """The whole round; fills ``state.announced`` and ``state.kontra``."""
    state.announced = []
    table.declared = [[] for _ in range(table.n)]
    if state.family in ("", "T") or state.conceded:
        return
    talk = _Talk(table, rules, state)
    seat = state.games[0][0]
    silent = 0
    while not talk.turn or silent < table.n - 1:
        actor, said = seat, talk.plainly(seat)
        if said is None:
            actor, said = yield talk.ask(seat)
        heard = talk.take(actor, said)
        silent = 0 if heard or not talk.turn else silent + 1
        talk.turn += 1
        seat = table.after(seat)


class _Talk:
    """Who may say what at this turn. opened: when an item was last raised; spoke: when a seat last spoke."""

    def __init__(self, table: Table, rules: Rules, state: State) -> None:
        self.table = table
        self.rules = rules
        self.state = state
        self.turn = 0
        self.spoke = [-1] * table.n
        self.declarers = [seat for seat, _ in state.games]
        self.negative = state.family == "N"
        self.steps = STEPS[: rules.kontra_max.bit_length() - 1]
        self.opened: dict[_Key, int] = {}
        self.words = () if self.negative else announceable(rules, state)
        #: §6.4, OÖ: whether an opponent has to choose between kontra and Valat
        self.one_of = rules.colour_kontra_or_valat and state.family == "F"
        if self.negative:
            for declarer in self.declarers:
                for other in range(table.n):
                    if other != declarer:
                        self.opened[_GAME, declarer, other] = 0
        else:
            self.opened[_GAME, self.declarers[0], -1] = 0

    # --- sides ----------------------------------------------------------------------------------

    def side(self, seat: int) -> int | None:
        """0 the declarer's, 1 the others'; None where the record does not tell."""
        if seat == self.declarers[0]:
            return 0
        if not self.state.partner_known:
            return None
        return 0 if seat == self.table.partner else 1

    def knows(self, seat: int, owner: int) -> bool:
        """Whether *seat* must know on which side *owner* is: its own game, its partner's, or the partner the
        declarer.
        """
        if seat == owner or self.state.family != "R":
            return True
        return (owner == self.declarers[0] and seat == self.table.partner) or self.rules.partner_kontra == "forbidden"

    def may_double(self, seat: int, key: _Key) -> bool:
        """Whether it is for *seat* to raise the item by one step now."""
        what, owner, opponent = key
        if self.opened[key] <= self.spoke[seat]:
            return False
        level = self.state.kontra.get(key, 0)
        if level >= len(self.steps):
            return False
        if self.negative:
            return seat == (owner if level % 2 else opponent)
        if (
            self.rules.valat_kontra_only
            and what != "valat"
            and any(a.word == "valat" for a in self.state.announced or ())
        ):
            return False
        if what == _GAME and self.one_of and seat != owner and Announced("valat", seat) in (self.state.announced or ()):
            return False
        mine, theirs = self.side(seat), self.side(owner)
        if mine is None or theirs is None or not self.knows(seat, owner):
            return not (seat == owner and level % 2 == 0)
        return (mine == theirs) == (level % 2 == 1)

    def token(self, key: _Key) -> str:
        level = self.state.kontra.get(key, 0)
        what, owner, opponent = key
        if self.negative:
            what = self.table.seats[opponent if level % 2 else owner]
        return f"{self.steps[level]}:{what}"

    def offers(self, seat: int) -> dict[str, _Key]:
        """Word -> item for every doubling open to *seat*."""
        return {self.token(key): key for key in self.opened if self.may_double(seat, key)}

    # --- announcements --------------------------------------------------------------------------

    def may_announce(self, seat: int) -> list[str]:
        if self.negative or not self.in_time(seat):
            return []
        said = {a.word for a in self.state.announced or () if self.same_side(a.seat, seat)}
        if self.one_of and self.has_doubled(seat):
            said.add("valat")
        return [word for word in self.words if word not in said and self.holds(seat, word)]

    def has_doubled(self, seat: int) -> bool:
        """Whether the seat gave kontra to the game."""
        return any(double.seat == seat and double.what == _GAME for double in self.table.doubles)

    def same_side(self, one: int, other: int) -> bool:
        mine, theirs = self.side(one), self.side(other)
        return one == other or (mine is not None and mine == theirs)

    def in_time(self, seat: int) -> bool:
        """§6.2.3."""
        if self.rules.announce_rounds == "once":
            return self.spoke[seat] < 0
        if self.rules.announce_rounds == "first_round":
            return self.turn < self.table.n
        return True

    def holds(self, seat: int, word: str) -> bool:
        card = BIRDS.get(word, self.table.called if word == "ku" else None)
        hand = self.table.held[seat]
        if (word == "ku" and card is None) or self.rules.announce_unheld or card is None or hand is None:
            return True
        return bool(hand >> card & 1)

    def required(self, seat: int) -> tuple[str, ...]:
        """The Vogel that a Besserrufer must announce."""
        game = self.state.contract
        if self.turn or game is None or not game.kind.bird:
            return ()
        if game.kind.bird != "any":
            return (game.kind.bird,)
        if not self.rules.bird_mandatory:
            return ()
        birds = [b for b in held_birds(self.table, seat) if b in self.words]
        if self.state.promised in birds:
            birds = birds[birds.index(self.state.promised) :]
        return ("|".join(birds),) if birds else ()

    # --- asking and taking ----------------------------------------------------------------------

    def plainly(self, seat: int) -> list[str] | None:
        """What the record plainly lets the seat say."""
        feed, silence = self.table.feed(ANNOUNCEMENTS), self.silence
        if self.required(seat):
            return None
        if feed.take(seat, (silence,), alone=True):
            return [silence]
        if feed.closed or self.one_of:
            return None
        return feed.take_all(seat, (silence, *self.may_announce(seat), *self.offers(seat)), silence)

    @property
    def silence(self) -> str:
        """How nothing is said."""
        return "gut" if self.turn else "liegt"

    def ask(self, seat: int) -> Say:
        silence = self.silence

        def words() -> tuple[str, ...]:
            return (silence, *self.may_announce(seat), *self.offers(seat))

        return Say(
            seat,
            ANNOUNCEMENTS,
            words,
            self.why,
            implied=silence,
            many=True,
            required=self.required(seat),
            missing=self.missing,
            chance=0.08,
            exclusive=_KONTRA_OR_VALAT if self.one_of and seat not in self.declarers else frozenset(),
        )

    def take(self, seat: int, said: list[str]) -> bool:
        """Enter what was said; whether it was more than gut."""
        heard = False
        if said in (["gut"], ["liegt"]):
            self.spoke[seat] = self.turn
            return False
        offers = self.offers(seat)
        announced = self.state.announced
        for word in said:
            if word in ("gut", "liegt") or announced is None:
                continue
            heard = True
            key = offers.get(word)
            if key is not None:
                level = self.state.kontra[key] = self.state.kontra.get(key, 0) + 1
                self.opened[key] = self.turn
                self.table.doubles.append(Double(seat, word.partition(":")[2], level, word.partition(":")[0]))
                self._void(key, seat)
            elif word in self.words or word in self.announceable_anywhere():
                announced.append(Announced(word, seat))
                if self.table.declared is not None:
                    self.table.declared[seat].append(word)
                self.opened[word, seat, -1] = self.turn
        self.spoke[seat] = self.turn
        return heard

    def announceable_anywhere(self) -> tuple[str, ...]:
        return (
            ()
            if self.negative
            else (*BIRDS, "ku", "trull", "koenige", "valat", "mondfang", "absolut", "sack1", "sack2")
        )

    def _void(self, key: _Key, seat: int) -> None:
        """§4.7: a doubling of one's own side turns out to be void."""
        level, owner = self.state.kontra[key], key[1]
        if not self.negative and level % 2 and self.side(seat) is not None and self.side(seat) == self.side(owner):
            self.state.void.add(key)

    # --- why not --------------------------------------------------------------------------------

    def missing(self, seat: int, word: str) -> Problem:
        game = self.state.contract
        name = game.word if game is not None else "game"
        return Problem(
            "M002",
            f"{self.table.name(seat)} plays a {name} and must announce {these(word.split('|'), 'or')}: the Vogel "
            "held before the talon is promised by the bid.",
            f"{_RULE}.7", f"Announce {these(word.split('|'), 'or')}.",
        )  # fmt: skip

    def why(self, seat: int, word: str) -> Problem:
        table, name = self.table, self.table.name(seat)
        verb, _, what = word.partition(":")
        legal = (("gut" if self.turn else "liegt"), *self.may_announce(seat), *self.offers(seat))
        help_ = f"Legal: {these(legal, 'or')}."
        chosen = word in legal or self.has_doubled(seat) or Announced("valat", seat) in (self.state.announced or ())
        if self.one_of and word in _KONTRA_OR_VALAT and chosen:
            message = f"{name} says {word}, but in a colour game an opponent gives kontra or announces Valat, not both."
            return Problem("M009", message, f"{PAGE} §6.4", help_)
        if verb in STEPS:
            return self.why_not_doubled(seat, verb, what, help_)
        if word == "liegt":
            return Problem(
                "M009", f"{name} says liegt, but that is the declarer's word at the start.", f"{_RULE}.1", help_
            )
        if word == "gut":
            return Problem(
                "M009", f"{name} says gut, but the declarer begins and ends with liegt.", f"{_RULE}.1", help_
            )
        if word not in self.words:
            return Problem(
                "M009",
                f"{name} announces {word}, which does not exist in {table.contract} under this rule set.",
                f"{PAGE} §6.1",
                help_,
            )
        if not self.holds(seat, word):
            card = BIRDS.get(word, table.called)
            return Problem(
                "M004",
                f"{name} announces {word} without holding {CODES[card] if card is not None else 'the king'}.",
                f"{_RULE}.6",
                help_,
            )
        if any(a.word == word and self.same_side(a.seat, seat) for a in self.state.announced or ()):
            return Problem("M005", f"{name} announces {word}, which this side has announced already.", _RULE, help_)
        rule = {
            "once": "each player announces at most once",
            "first_round": "announcements belong to the first round",
        }.get(self.rules.announce_rounds, "")
        return Problem("M009", f"{name} announces {word} too late: {rule}.", f"{_RULE}.3", help_)

    def why_not_doubled(self, seat: int, verb: str, what: str, help_: str) -> Problem:
        table, name = self.table, self.table.name(seat)
        rule = f"{PAGE} §6.4"
        if self.negative:
            other = table.index(what)
            if other is None or other == seat or not {seat, other} & set(self.declarers):
                declarers = these(table.seats[d] for d in self.declarers)
                return Problem(
                    "M008",
                    f"{name} says {verb}:{what}: in negative games a player is doubled, and {declarers} declares.",
                    f"{PAGE} §8",
                    help_,
                )
            keys = [k for k in self.opened if {k[1], k[2]} == {seat, other}]
        else:
            keys = [k for k in self.opened if k[0] == what]
        if not keys:
            return Problem(
                "M008", f"{name} says {verb}:{what}, but {what or 'nothing'} was not announced.", rule, help_
            )
        if verb not in self.steps:
            return Problem(
                "M007",
                f"{name} says {verb}:{what}, which is above the ceiling of the ladder ({self.steps[-1]}).",
                rule,
                help_,
            )
        key = next((k for k in keys if self.state.kontra.get(k, 0) == self.steps.index(verb)), None)
        if key is None:
            level = self.state.kontra.get(keys[0], 0)
            stands = f"at {self.steps[level - 1]}" if level else "undoubled"
            return Problem(
                "M007", f"{name} says {verb}:{what}, but it stands {stands}: {these(self.steps, 'then')}.", rule, help_
            )
        if (
            self.rules.valat_kontra_only
            and what != "valat"
            and any(a.word == "valat" for a in self.state.announced or ())
        ):
            return Problem(
                "M008",
                f"{name} says {verb}:{what}, but after an announced Valat only the Valat can be doubled.",
                f"{PAGE} §6.5",
                help_,
            )
        if 0 <= self.spoke[seat] >= self.opened[key]:
            return Problem(
                "M009",
                f"{name} says {verb}:{what} too late: {name} has spoken since, and kontra must come at the first "
                "opportunity.",
                f"{_RULE}.4",
                help_,
            )
        return Problem("M006", f"{name} says {verb}:{what}, but this is for the other side to say.", rule, help_)
