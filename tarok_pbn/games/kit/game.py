"""What every game room offers: the one interface between games and the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from tarok_pbn.games.kit.ahead import Ahead
from tarok_pbn.games.kit.decision import Script
from tarok_pbn.games.kit.rules import OptionField, RuleSet, load_rulesets, option_fields
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.terms import Offer
from tarok_pbn.games.kit.words import Word, find_word
from tarok_pbn.ledger import Amount, Ledger

__all__ = ["STATED", "Game", "TagProblem", "Undetermined"]

#: tags that a script may lean on: outcomes where the record shows no way to them, and what was carried in
STATED = ("Contract", "Declarer", "Partner", "Called", "Points", "Pagat", "Valat", "SittingOut", "Pots", "Fines")


class TagProblem(NamedTuple):
    """What is wrong with a tag of the record, as a game sees it: tag, code, sentence, what would be right."""

    tag: str
    code: str
    message: str
    help: str = ""


class Undetermined(Exception):
    """Raised by a settlement that lacks something; the message says what it needs.

    Never leaves the replay: it becomes an entry of ``table.unknown``.
    """


class Game(ABC):
    """A game family. Rooms derive from it; one instance a family.

    family: id in the Game tag. title: its name. seats: default seats in order of play.
    pack: mask of the cards; hand_size, talon_size: cards dealt;
        dealer_size: how many the dealer alone may have, 0 where all have as many. tricks: how many are played.
    default: name of the default rule set. ahead: what an analysis asks.
    """

    family: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    pack: ClassVar[int]
    hand_size: ClassVar[int]
    dealer_size: ClassVar[int] = 0
    talon_size: ClassVar[int]
    tricks: ClassVar[int]
    default: ClassVar[str]
    package: ClassVar[str]
    options_model: ClassVar[type]
    ahead: ClassVar[Ahead]
    #: other tables the game is played at, by their seats; the first that has all the seats a record names
    tables: ClassVar[tuple[tuple[str, ...], ...]] = ()
    #: the record's verb for discards that everybody sees
    shows: ClassVar[str] = "shows"
    #: sizes that a talon may have; empty: talon_size
    talon_sizes: ClassVar[tuple[int, ...]] = ()
    #: whether the seats' scores alone sum to zero (false where pots keep a part)
    balanced: ClassVar[bool] = True
    #: paragraph that says who leads
    lead_paragraph: ClassVar[str] = ""
    #: words that say nothing: left over at the end of a phase they are no fault
    silent: ClassVar[frozenset[str]] = frozenset({"pass", "-"})
    #: outcome tags of this game alone that its script may lean on
    stated_tags: ClassVar[tuple[str, ...]] = ()
    #: verbs of settlement items that a score sheet tells of a hand which has no Result
    told: ClassVar[frozenset[str]] = frozenset()
    #: tags whose recorded value is compared with ``computed``: tag -> finding code
    compared: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        self._rulesets: dict[str, RuleSet] | None = None

    def rulesets(self) -> dict[str, RuleSet]:
        """Named rule sets of the package."""
        if self._rulesets is None:
            self._rulesets = load_rulesets(self.package, self.options_model)
        return self._rulesets

    def option_fields(self) -> dict[str, OptionField]:
        """The documented options."""
        return option_fields(self.options_model)

    def active(self, seats: tuple[str, ...], dealer: str | None) -> tuple[str, ...]:
        """The seats that play, from forehand on; *dealer* None: as if the last seat dealt."""
        if dealer is None or dealer not in seats:
            return seats
        first = seats.index(dealer) + 1
        return seats[first:] + seats[:first]

    @cached_property
    def table_sizes(self) -> tuple[int, ...]:
        """How many may sit at a table: as many as play, and one more where the game knows who then sits out."""
        plays = len(self.seats)
        around = tuple(str(number) for number in range(plays + 1))
        sizes = (plays, plays + 1)
        return tuple(size for size in sizes if len(self.active(around[:size], around[size - 1])) == plays)

    def next_dealer(self, seats: tuple[str, ...], dealer: str) -> str:
        """Who deals the next hand: the seat after the dealer in the order of play."""
        return seats[(seats.index(dealer) + 1) % len(seats)]

    def split_pots(
        self,
        pots: dict[str, Amount],
        totals: dict[str, Amount],
        replay: Any,
        recorded: Mapping[str, Amount] | None = None,
    ) -> dict[str, Amount] | None:
        """How the pots are divided at the end of a session: account -> change. None: no rule says how.

        totals: running score of every account; replay: of the last hand. recorded: seat -> share as the
        record states it, for rules that leave a part of the division to the players.
        """
        return None

    def tag_problems(self, table: Table, rules: Any) -> list[TagProblem]:
        """What is wrong with stated tags whose form is the game's own. Nothing can be settled with them.

        Where a tag is ``compared`` and the hand itself gives another value, that is reported instead.
        """
        return []

    def hand_sizes(self, table: Table) -> tuple[int, ...]:
        """Number of cards dealt to each seat of the table."""
        return (self.hand_size,) * table.n

    @abstractmethod
    def script(self, table: Table, rules: Any) -> Script:
        """The hand as a generator of decisions."""

    @abstractmethod
    def settle(self, table: Table, rules: Any) -> Ledger:
        """The settlement. Raises Undetermined with what the record lacks."""

    def idle_score(self, table: Table, rules: Any) -> Amount | None:
        """Score of a seat that sits out, where a score does not name it; None where that is not known.

        Who sits out takes no part in the settlement, unless a game says otherwise.
        """
        return 0

    def other_ledgers(self, table: Table, rules: Any) -> dict[str, Ledger]:
        """Further settlements of the hand beside the score, by the tag that records them (``Money``)."""
        return {}

    @abstractmethod
    def computed(self, table: Table, rules: Any) -> dict[str, str]:
        """Outcome tags as the hand gives them; tags that cannot be known are missing."""

    # --- for pages: all of it may be left out, and is then shown as unknown ----------------------

    #: language of the words (BCP 47)
    language: ClassVar[str] = "en"
    #: token -> word, for contracts, bids, melds, items of the settlement; ``F`` is the fool's name
    words: ClassVar[Mapping[str, Word]] = {}

    def word(self, token: str) -> Word:
        """What a token of the record or an item of the settlement is called."""
        return find_word(self.words, token)

    def sides(self, table: Table) -> tuple[frozenset[int], ...] | None:
        """Who counts together, the declarer's side first; None where it is not known or nobody counts."""
        return None

    def trick_points(self, table: Table, rules: Any, trick: Trick | None) -> Mapping[int, int] | None:
        """Thirds of a card point that each seat gains by a trick; None where they cannot be known.

        *trick* None: what is owned before the first trick (the cards laid away, an unused talon); what
        belongs to a side is given to any seat of it.
        """
        return None

    # --- for simulations --------------------------------------------------------------------------

    def offers(self, rules: Any) -> Mapping[str, Offer]:
        """The contracts of a rule set by their words, from low to high; none, where hands have no contract."""
        return {}

    def callable_cards(self, hand: int | None, rules: Any) -> tuple[str, ...]:
        """The cards that a declarer with that hand may call, where one is called. hand: a mask; None: any hand."""
        return ()
