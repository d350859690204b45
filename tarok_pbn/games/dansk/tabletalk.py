"""What may be said during the play: the demand for the fool, the question about trumps laid away.

Source: dansk §2.5, §3.3.
"""

from __future__ import annotations

from typing import Final, Protocol

from tarok_pbn.cards import FOOL, SUIT_OF
from tarok_pbn.games.dansk.cards import FOOL_BIT, TRUMPS
from tarok_pbn.games.dansk.rules import PAGE, Rules
from tarok_pbn.games.kit.decision import Problem, Speech
from tarok_pbn.games.kit.say import card_name, these
from tarok_pbn.games.kit.table import Table, Trick

__all__ = ["TableTalk"]

_DEMAND: Final = f"{PAGE} §2.5"
_ANSWER: Final = f"{PAGE} §3.3"


class _Play(Protocol):
    trick: Trick
    endgame: bool
    demanded: int | None


class TableTalk(Speech):
    """``demand`` in trick 23; ``asks`` and the dealer's answer ``trumps:2``, ``trumps:yes`` or ``trumps:no``."""

    verbs = frozenset({"demand", "asks", "trumps", "name"})

    def __init__(self, table: Table, rules: Rules, play: _Play) -> None:
        self.table = table
        self.rules = rules
        self.play = play

    def words(self, seat: int) -> tuple[str, ...]:
        """What a seat may say now. A demand is good until the seat has played to trick 23, at its turn or before."""
        words: tuple[str, ...] = ()
        if self._no_demand(seat) is None:
            words += ("demand",)
        if self._failure() is not None:
            words += self._answers() if seat == self._dealer() else ("asks",)
        return words

    def why(self, seat: int, word: str) -> Problem:
        """Why it may not be said."""
        name = self.table.name(seat)
        verb = word.partition(":")[0]
        if verb == "demand":
            reason, meant = self._no_demand(seat), "demand" if self.resumes in self.play.trick.seats else None
            if reason is None:
                reason, meant = f"says {word} instead of just demand", "demand"
            return Problem("P022", f"{name} demands the fool, but {reason}.", _DEMAND, meant=meant)
        if verb == "name":
            return Problem("P019", f"{name} says {word}, but {self._no_naming()}.", f"{PAGE} §2.4")
        if self._failure() is None:
            return Problem(
                "P016",
                f"{name} says {word}, but the dealer has not failed to follow suit without a trump: "
                "only then may be asked what lies in the skat.",
                _ANSWER,
            )
        if verb == "asks" or seat != self._dealer():
            return Problem(
                "P016",
                f"{name} says {word}, but the others ask and the dealer ({self.table.name(self._dealer())}) answers.",
                _ANSWER,
            )
        return Problem(
            "R015",
            f"{name} answers {word}, but that is not what was laid away, or not how it is told.",
            _ANSWER,
            f"Legal: {these(self._answers(), 'or')}.",
        )

    def ignored(self, seat: int, word: str) -> Problem | None:
        """A demand takes play back to a holder of the fool who has played already, and no further."""
        trick, table, resumes = self.play.trick, self.table, self.resumes
        holder = self.holder()
        if word != "demand" or holder not in trick.seats or resumes in (None, holder):
            return None
        name = table.name(holder or 0)
        if resumes in trick.seats:
            message = f"The demand takes play back to {name}, who holds the fool, not to {table.name(resumes or 0)}."
            return Problem("P018", message, _DEMAND, meant="demand")
        message = (
            f"{table.name(seat)} has demanded the fool, and {name}, who has played "
            f"{card_name(trick.card_of(holder or 0) or 0)}, must take that back and play the fool; "
            f"but {table.name(resumes or 0)} plays on."
        )
        return Problem("P018", message, _DEMAND, f"Legal: {table.seats[holder or 0]} F.")

    def taken_back(self, seat: int, card: int) -> Problem | None:
        """A holder of the fool who plays it to trick 23 after another card, although nobody has demanded it."""
        trick = self.play.trick
        if card != FOOL or not self.play.endgame or trick.number != 23 or seat not in trick.seats:
            return None
        message = f"{self.table.name(seat)} takes back what was played and plays the fool, but nobody has demanded it."
        return Problem(
            "P022", message, _DEMAND, "Legal: the demand on a line before, such as E demand.", meant="demand"
        )

    def holder(self) -> int | None:
        """Who holds the fool, where that is known."""
        return next((s for s, hand in enumerate(self.table.held) if hand is not None and hand & FOOL_BIT), None)

    def _no_naming(self) -> str:
        """Why nothing is named now."""
        trick = self.play.trick
        if not trick.cards or trick.cards[0] != FOOL:
            return "the fool was not led"
        if trick.number == 25:
            return "a fool led to the last trick is not named: the second card is followed"
        if trick.named is not None:
            return "the fool has been named already"
        return "whoever leads the fool names it at once, right after it"

    def _dealer(self) -> int:
        return self.table.dealer if self.table.dealer is not None else self.table.n - 1

    def _no_demand(self, seat: int) -> str | None:
        """Why the fool cannot be demanded by *seat*; None if it can."""
        trick, table = self.play.trick, self.table
        if not self.play.endgame:
            return "the rule set has no demand"
        if trick.number != 23:
            return f"that is possible in trick 23 only, not in trick {trick.number}"
        if self.play.demanded is not None:
            return f"{table.name(self.play.demanded)} has done so already"
        for played in [*table.tricks, trick]:
            if FOOL in played.cards:
                return (
                    f"it was played to trick {played.number}"
                    if played is not trick
                    else "it lies in this trick already"
                )
        if (table.held[seat] or 0) & FOOL_BIT:
            return "holds it"
        if seat in trick.seats:
            return "has already played to this trick: it is demanded before playing"
        return None

    def _failure(self) -> int | None:
        """Number of the first trick in which the dealer neither followed suit nor trumped nor played the fool."""
        dealer = self._dealer()
        for trick in [*self.table.tricks, self.play.trick]:
            card = trick.card_of(dealer)
            if card is None or card <= FOOL or trick.seats[0] == dealer:
                continue
            led = trick.named if trick.cards[0] == FOOL else SUIT_OF[trick.cards[0]] if trick.cards[0] >= 0 else None
            if led is not None and SUIT_OF[card] != led:
                return trick.number
        return None

    def _answers(self) -> tuple[str, ...]:
        laid = self.table.laid[self._dealer()]
        numbers = [0, 1, 2, 3] if laid is None else [(laid & TRUMPS).bit_count()]
        if self.rules.trump_discard_answer == "count":
            return tuple(f"trumps:{n}" for n in numbers)
        return tuple(dict.fromkeys("trumps:yes" if n else "trumps:no" for n in numbers))
