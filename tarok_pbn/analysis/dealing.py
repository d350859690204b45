"""Deals by lot: of any game, with cards that lie fixed and under a constraint, the same for a seed everywhere.

Every deal that fits is as likely as any other. What a constraint says of numbers of cards is dealt directly
(``dealing_count``), what is left of it decides which deals are kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, combinations
from typing import NamedTuple

from tarok_pbn.analysis.constraint_check import constraint
from tarok_pbn.analysis.constraint_tree import Bound, Condition, Every, Some, Test, compiled, every
from tarok_pbn.analysis.dealing_count import Counting, TooMany
from tarok_pbn.analysis.dealing_layout import Known, Layout, known_cards, lacking, layout
from tarok_pbn.analysis.dealing_odds import Odds
from tarok_pbn.analysis.dealing_room import Clash, clash
from tarok_pbn.analysis.dice import Dice
from tarok_pbn.cards import bits
from tarok_pbn.games.kit.say import these

__all__ = ["Deal", "Dealing", "Dice", "Impossible", "Known", "Layout", "known_cards", "layout"]

#: ways of fitting a constraint that are dealt from one by one; more are left to trying
_WAYS = 24
#: of so few ways the common part is counted, so that the odds are exact
_FEW = 5
#: states that a counting may look at, that of the fixed cards alone, and each that is only for exact odds
_STATES = 40_000
_SHAPES = 1_000_000
_EXACT = 3_000
#: seconds for a proof that bounds do not go together, and reasons that are told of several
_PROOF = 3.0
_REASONS = 3
#: tries between two reports of progress
_OFTEN = 256


class Impossible(ValueError):
    """No deal fits; the message says why. at: the place in the expression, None where it is not one place."""

    def __init__(self, message: str, at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.at = at


class Deal(NamedTuple):
    """A deal. hands: masks, in the order of play from forehand. talon: card numbers in their order."""

    hands: tuple[int, ...]
    talon: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A way of fitting the constraint: what is dealt directly, and whether a deal has the rest of it."""

    counting: Counting
    rest: Test | None
    fits: Test


class Dealing:
    """Deals at a table, one after the other.

    known: the cards that lie fixed. where: a constraint, "" for none; docs/dealing.md describes the language.
    seed: a whole number from 0. only: what else a deal has to be, which is tried. Raises QueryError for a constraint
    that is wrong, Impossible where it is seen that nothing fits. ``tries`` and ``dealt`` count the deals that were
    looked at and those that fitted.
    """

    def __init__(
        self,
        table: Layout,
        known: Known | None = None,
        where: str = "",
        *,
        seed: int = 0,
        only: Callable[[Deal], bool] | None = None,
    ) -> None:
        self.table = table
        self.only = only
        self.known = known or Known((0,) * len(table.places))
        self.condition: Condition = constraint(where, table) if where.strip() else Every(())
        self.dice = Dice(seed)
        self.tries = self.dealt = 0
        self._hit = False  # whether the last try was one
        self._free = table.game.pack & ~self.known.mask
        self._lacks = [
            size - mask.bit_count() for size, mask in zip(table.places, self.known.cards, strict=True)
        ]
        self._budget = _STATES
        shape = _counted(self.known.bounds)
        every_deal = self._counting(shape, _SHAPES)
        if every_deal is None:
            raise Impossible("so much is known of the shapes of hands that the deals cannot be counted")
        if not every_deal.deals:
            raise Impossible(f"no deal has what is known of the hands: {lacking(table, self.known)}")
        self.plain = every_deal
        #: a part of the plain deals out of which is dealt; 1 for all of them
        self.part = Fraction(1)
        #: how many of all deals fit, where that could be counted
        self.exact: Fraction | None = None
        self.ways = self._ways(shape)
        self._upto = tuple(accumulate(way.counting.deals for way in self.ways))
        self._test = compiled(self.condition)

    # --- dealing --------------------------------------------------------------------------------------

    def deals(self, tries: int, progress: Callable[[int, int], object] | None = None) -> Iterator[Deal]:
        """Deals that fit, without end; ends where so many tries in a row have not given one.

        progress: called now and then with the tries and the deals so far.
        """
        while True:
            found = None
            for _ in range(tries):
                self.tries += 1
                if progress is not None and not self.tries % _OFTEN:
                    progress(self.tries, self.dealt)
                found = self._tried()
                self._hit = found is not None
                if found is not None:
                    break
            if found is None:
                return
            self.dealt += 1
            yield found

    def sample(self, count: int, progress: Callable[[int, int], object] | None = None) -> int:
        """How many of *count* deals by lot fit, none of them chosen."""
        hits = 0
        for number in range(count):
            if progress is not None and not number % _OFTEN:
                progress(number, hits)
            hits += self._test(self._places(self.plain))
        return hits

    def odds(self) -> Odds | None:
        """How many of all deals fit, so far as it is known now; None where nothing was tried."""
        if self.exact is not None and self.only is None:
            return Odds.known(self.exact)
        if not self.tries:
            return None
        return Odds.drawn(self.dealt, self.tries, self.part, waited=self._hit)

    def _tried(self) -> Deal | None:
        below = self.dice.below
        way = self.ways[0]
        if len(self.ways) > 1:
            number = below(self._upto[-1])
            way = next(way for way, upto in zip(self.ways, self._upto, strict=True) if number < upto)
        places = self._places(way.counting)
        if way.rest is not None and not way.rest(places):
            return None
        if len(self.ways) > 1:
            # A deal that fits in several ways comes up as often in each of them.
            ways = sum(other.fits(places) for other in self.ways)
            if ways > 1 and below(ways):
                return None
        deal = Deal(tuple(places[:-1]), self._talon(places[-1]))
        return deal if self.only is None or self.only(deal) else None

    def _places(self, counting: Counting) -> list[int]:
        dealt = counting.draw(self.dice)
        return [mask | known for mask, known in zip(dealt, self.known.cards, strict=True)]

    def _talon(self, mask: int) -> tuple[int, ...]:
        placed = self.known.talon
        free = iter(self.dice.shuffled([card for card in bits(mask) if card not in placed]))
        return tuple(next(free) if card < 0 else card for card in placed or (-1,) * mask.bit_count())

    # --- ways ---------------------------------------------------------------------------------------

    def _counting(self, bounds: Sequence[Bound], limit: int = 0) -> Counting | None:
        """The counting of some bounds; None where it takes too much."""
        try:
            return Counting(self._free, self._lacks, self.known.cards, bounds, limit or self._budget)
        except TooMany:
            return None

    def _ways(self, shape: list[Bound]) -> list[_Way]:
        """The ways out of which is dealt. Raises Impossible."""
        parts = self.condition.parts if isinstance(self.condition, Every) else (self.condition,)
        firm = [part for part in parts if isinstance(part, Bound)]
        for bound in firm:
            self._possible(bound)
        self._together([part for part in parts if isinstance(part, Some)], firm)
        spread = _spread(self.condition)
        plain = self._way(shape, firm, [part for part in parts if not isinstance(part, Bound)])
        if plain.counting.deals == 0:
            raise self._conflict(firm)
        if len(spread) > 1:
            self._budget = _STATES // len(spread)
            every_way = [self._way(shape, bounds, rest) for bounds, rest in spread]
            self._budget = _STATES
            ways = [way for way in every_way if way.counting.deals]
            if not ways:
                raise self._none_of([self._conflict(bounds) for bounds, _ in spread])
            drawn = sum(way.counting.deals for way in ways)
            if all(way.rest is None for way in ways) and len(ways) <= _FEW:
                open_ = [bounds for (bounds, _), way in zip(spread, every_way, strict=True) if way.counting.deals]
                self.exact = self._either(shape, open_)
            if drawn < plain.counting.deals:
                self.part = Fraction(drawn, self.plain.deals)
                return ways
        elif plain.rest is None:
            self.exact = Fraction(plain.counting.deals, self.plain.deals)
        self.part = Fraction(plain.counting.deals, self.plain.deals)
        return [plain]

    def _way(self, shape: list[Bound], bounds: Sequence[Bound], rest: Sequence[Condition]) -> _Way:
        """A way in which as many of the bounds as can be counted are dealt directly; the others are tried."""
        direct, tried = _counted(bounds), list(rest)
        counting = self._counting(_counted([*shape, *direct]))
        while counting is None:
            # what needs most to be told apart is the hardest to count
            hardest = max(direct, key=lambda bound: len(bound.terms), default=None)
            if hardest is None:
                counting = self.plain
                break
            direct.remove(hardest)
            tried.append(hardest)
            counting = self._counting(_counted([*shape, *direct]))
        return _Way(counting, compiled(every(tried)) if tried else None, compiled(every([*bounds, *rest])))

    def _either(self, shape: list[Bound], ways: list[list[Bound]]) -> Fraction | None:
        """The exact part of all deals that fits one way or more, by inclusion and exclusion."""
        total = 0
        for number in range(1, len(ways) + 1):
            for chosen in combinations(ways, number):
                bounds = _counted([*shape, *(bound for way in chosen for bound in way)])
                counting = self._counting(bounds, _EXACT)
                if counting is None:
                    return None
                total += counting.deals if number % 2 else -counting.deals
        return Fraction(total, self.plain.deals)

    def _none_has(self, bound: Bound) -> bool:
        """Whether a bound alone leaves no deal."""
        counting = self._counting([*self.known.bounds, bound])
        return counting is not None and not counting.deals

    def _possible(self, bound: Bound) -> None:
        """Raise Impossible where a bound alone leaves no deal, with what is possible."""
        if self._none_has(bound):
            raise Impossible(f"no deal has {bound.text}{self._reason(bound)}", bound.at)

    def _reason(self, bound: Bound) -> str:
        """Why nothing fits a bound: what the number can be instead. "" where that would take too long to find out."""
        if not bound.terms:
            return ": no card that is dealt changes that"
        whole = replace(bound, allowed=frozenset(range(bound.least, bound.most + 1)))
        counting = self._counting([*self.known.bounds, whole], _SHAPES)
        if counting is None:
            return ""
        open_ = counting.reached(len(self.known.bounds))
        least, most = open_[0], open_[-1]
        what = "difference" if any(weight < 0 for *_, weight in bound.terms) else "count"
        if least == most:
            return f": the {what} is always {_number(least)}"
        wanted, near = bound.wanted, ""
        if wanted is not None and least < wanted < most and wanted not in open_:
            below, above = max(n for n in open_ if n < wanted), min(n for n in open_ if n > wanted)
            near = f", nearest are {_number(below)} and {_number(above)}"
        return f": the {what} lies between {_number(least)} and {_number(most)}{near}"

    def _together(self, choices: list[Some], firm: list[Bound]) -> None:
        """Raise Impossible where it is quickly proven that the bounds do not go together, whichever is chosen."""
        until = time.monotonic() + _PROOF
        reasons: list[Impossible] = []

        def open_(bounds: list[Bound], left: list[Some]) -> bool:
            """Whether something may fit these bounds and a choice out of each of the others."""
            found = clash(self._free, self._lacks, self.known.cards, [*self.known.bounds, *bounds], until)
            if found is not None:
                reasons.append(self._clashing(found))
                return False
            if not left:
                return True
            for part in left[0].parts:
                inner = part.parts if isinstance(part, Every) else (part,)
                more = [one for one in inner if isinstance(one, Bound)]
                none = next((one for one in more if self._none_has(one)), None)
                if none is not None:
                    reasons.append(Impossible(f"no deal has {none.text}{self._reason(none)}", none.at))
                    continue
                further = [one for one in inner if isinstance(one, Some)]
                if time.monotonic() > until or open_([*bounds, *more], [*left[1:], *further]):
                    return True
            return False

        if not open_(firm, choices):
            raise self._none_of(reasons)

    def _clashing(self, found: Clash) -> Impossible:
        """What is told of bounds that do not go together."""
        bounds = [bound for bound in found.bounds if bound not in self.known.bounds]
        told = _conflicting(bounds or found.bounds, known=len(bounds) < len(found.bounds))
        if found.asked is not None and found.there is not None and len(bounds) == len(found.bounds):
            more = found.asked > found.there
            ends = f"no deal has {'more' if more else 'less'} than {_number(found.there)}"
            asked = f"they add up to {_number(found.asked)} {'at least' if more else 'at most'}, and "
            told += f": {asked if len(bounds) > 1 else ''}{ends}"
        return Impossible(told, bounds[-1].at if bounds else None)

    def _none_of(self, reasons: Sequence[Impossible]) -> Impossible:
        """The reason where there are several ways, and none is open; what is the same of several players but once."""
        names = {f" ({self.table.name(place)})" for place in range(len(self.table.places))}
        once: dict[str, list[Impossible]] = {}
        for reason in reasons:
            text = str(reason)
            for name in names:
                text = text.replace(name, "")
            once.setdefault(text, []).append(reason)
        texts = [text if len({*map(str, same)}) > 1 else str(same[0]) for text, same in once.items()]
        if len(texts) == 1:
            return Impossible(texts[0], reasons[0].at)
        told = "; ".join(texts[:_REASONS])
        more = f"; and so on, {len(texts)} reasons in all" if len(texts) > _REASONS else ""
        return Impossible(f"whichever way it is taken, nothing fits: {told}{more}")

    def _conflict(self, bounds: list[Bound]) -> Impossible:
        """Which bounds cannot hold together: without any one of these the others could."""
        left = list(bounds)
        for bound in bounds:
            without = [other for other in left if other is not bound]
            counting = self._counting(_counted([*self.known.bounds, *without]))
            if counting is not None and not counting.deals:
                left = without
        return Impossible(_conflicting(left), left[-1].at)


def _conflicting(bounds: Sequence[Bound], *, known: bool = False) -> str:
    """``no deal has ... and ...``; what is asked of several players, with their names together.

    known: it takes what is known of the hands too.
    """
    also = " with what is known of the hands" if known else ""
    if len(bounds) == 1:
        return f"no deal has {bounds[0].text}{also}"
    names: dict[str, list[str]] = {}
    for bound in bounds:
        text, _, name = bound.text.rpartition(" (")
        if not (text and name.endswith(")")):
            text, name = bound.text, ""
        names.setdefault(text, []).extend([name[:-1]] if name else [])
    said = " and ".join(f"{text} ({these(who)})" if who else text for text, who in names.items())
    return f"no deal has {said}: each of them is possible, but not together{also}"


def _number(thirds: int) -> str:
    whole, part = divmod(abs(thirds), 3)
    text = f"{whole} {part}/3" if whole and part else f"{part}/3" if part else str(whole)
    return f"-{text}" if thirds < 0 else text


def _counted(bounds: Sequence[Bound]) -> list[Bound]:
    """*bounds*, those that count the same made one."""
    joined = every(bounds)
    return [part for part in (joined.parts if isinstance(joined, Every) else (joined,)) if isinstance(part, Bound)]


def _spread(node: Condition) -> list[tuple[list[Bound], list[Condition]]]:
    """The ways in which a condition can be fitted: (bounds, what is not spread out) of each."""
    if isinstance(node, Bound):
        return [([node], [])]
    if isinstance(node, Some):
        found = [way for part in node.parts for way in _spread(part)]
        return found if len(found) <= _WAYS else [([], [node])]
    ways: list[tuple[list[Bound], list[Condition]]] = [([], [])]
    for part in node.parts:
        others = _spread(part)
        if len(ways) * len(others) <= _WAYS:
            ways = [(bounds + more, rest + left) for bounds, rest in ways for more, left in others]
        else:
            ways = [(bounds, [*rest, part]) for bounds, rest in ways]
    return ways
