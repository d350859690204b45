"""What a deal is made for: game, table, who deals - and the cards that lie fixed before the rest is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tarok_pbn.analysis.constraint_tree import Bound
from tarok_pbn.archive.query_syntax import QueryError
from tarok_pbn.cards import CODES, SUIT_MASK, bits
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.rules import RuleSet
from tarok_pbn.games.kit.say import SUIT_NAMES, cards_list, these
from tarok_pbn.games.kit.table import SEAT_NAMES, Table
from tarok_pbn.notation import spelling
from tarok_pbn.notation.hands import Problem, parse_hand, read_talon

__all__ = ["Known", "Layout", "known_cards", "lacking", "layout"]

_COUNTS = range(79)


@dataclass(frozen=True, slots=True)
class Layout:
    """A table at which is dealt.

    rules: the options in force. seats: in table order, one that sits out among them. order: those who are dealt cards,
    from forehand on. sizes: cards of each of them. talon: cards of the talon. thirds: what a card counts.
    """

    game: Game
    ruleset: RuleSet
    rules: Any
    seats: tuple[str, ...]
    dealer: str
    order: tuple[str, ...]
    sizes: tuple[int, ...]
    talon: int
    thirds: tuple[int, ...] = field(repr=False)

    @property
    def places(self) -> tuple[int, ...]:
        """Number of cards of each place: the seats of *order*, and behind them the talon."""
        return (*self.sizes, self.talon)

    def name(self, place: int) -> str:
        """``South``, ``the talon``."""
        if place == len(self.order):
            return "the talon"
        return SEAT_NAMES.get(self.order[place], self.order[place])

    def absent(self, seat: str) -> str:
        """Why a seat is dealt no cards."""
        if seat in self.seats:
            return f"{SEAT_NAMES.get(seat, seat)} sits out: {SEAT_NAMES.get(self.dealer, self.dealer)} deals"
        return f"{SEAT_NAMES.get(seat, seat)} is not at this table: {' '.join(self.seats)}"


def layout(
    game: Game,
    ruleset: RuleSet,
    rules: Any = None,
    *,
    seats: Sequence[str] = (),
    dealer: str = "",
    talon: int = -1,
) -> Layout:
    """The table of a game.

    rules: options in force, if they are not the rule set's own. seats: in the order of play; the game's own without.
    dealer: the last of the seats without. talon: its size where the game leaves a choice, -1 for the usual one.
    Raises ValueError for what the game is not played with; the message is for the user.
    """
    rules = ruleset.options if rules is None else rules
    around = tuple(seats) or game.seats
    wrong = next((seat for seat in around if seat not in spelling.SEATS), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is no seat; seats are S E N W, at a table of five A B C D E")
    if len(set(around)) != len(around):
        raise ValueError(f"a seat stands twice in {' '.join(around)}")
    dealer = dealer or around[-1]
    if dealer not in around:
        raise ValueError(f"the dealer {dealer} is not at this table: {' '.join(around)}")
    order = game.active(around, dealer)
    if len(around) not in game.table_sizes:
        raise ValueError(f"{game.title} is for {len(game.seats)} players, not for the seats {' '.join(around)}")
    sizes = game.talon_sizes or (game.talon_size,)
    size = game.talon_size if talon < 0 else talon
    if size not in sizes:
        raise ValueError(f"the talon of {game.title} has {these(map(str, sizes), 'or')} cards, not {size}")
    table = Table(order, [None] * len(order), [-1] * size)
    table.dealer = order.index(dealer) if dealer in order else None
    hands = game.hand_sizes(table)
    next(game.script(table, rules), None)  # some rooms lay out the hand's state only then
    return Layout(game, ruleset, rules, around, dealer, order, hands, size, game.ahead.worth(table, rules).cards)


@dataclass(frozen=True, slots=True)
class Known:
    """What is fixed before the deal.

    cards: mask of the cards that lie in each place. bounds: what is known of the shape of hands.
    talon: card numbers at their places, -1 any; empty where the order is free.
    """

    cards: tuple[int, ...]
    bounds: tuple[Bound, ...] = ()
    talon: tuple[int, ...] = ()

    @property
    def mask(self) -> int:
        """All cards that are fixed."""
        return sum(self.cards)


def known_cards(
    table: Layout, hands: Mapping[str, str] | None = None, talon: str = "", *, whole: bool = False, language: str = ""
) -> Known:
    """The cards that lie fixed.

    hands: seat letter -> five groups as in TPBN, where ``?`` is one card of the suit and ``-`` at the end of a group
    any others; or cards with commas or spaces between, to which others come; or ``-``.
    talon: cards in their order with ``??`` for those that are dealt; fewer cards lie anywhere in it.
    whole: the hands are those of a record, in which cards that are not known are ``?`` and nothing else.
    Raises QueryError with the place in the text.
    """
    n = len(table.order)
    masks = [0] * (n + 1)
    bounds: list[Bound] = []
    for seat, text in (hands or {}).items():
        try:
            if seat not in table.order:
                raise QueryError(table.absent(seat), 0, len(text), f"cards are dealt to {' '.join(table.order)}")
            place = table.order.index(seat)
            masks[place], shape = _hand(table, place, text, whole, language)
            bounds += shape
            _apart(table, masks, place, text)
        except QueryError as wrong:
            wrong.expression, wrong.message = text, f"in the hand of {seat}: {wrong.message}"
            raise
    order: tuple[int, ...] = ()
    if talon.strip() not in ("", "?", "-"):
        try:
            masks[n], order = _talon(table, talon, language)
            _apart(table, masks, n, talon)
        except QueryError as wrong:
            wrong.expression, wrong.message = talon, f"in the talon: {wrong.message.replace(' in the talon', '')}"
            raise
    return Known(tuple(masks), tuple(bounds), order)


def lacking(table: Layout, known: Known) -> str:
    """Why the hands cannot be as they are known to be: the suit of which too much is given, or that has no room."""
    shapes = [_shape(table, known, place) for place in range(len(table.places))]
    for suit, mask in enumerate(SUIT_MASK):
        there = (table.game.pack & mask).bit_count()
        least, most = (sum(shape[suit][end] for shape in shapes) for end in (0, 1))
        if least > there:
            return f"they have {least} {SUIT_NAMES[suit]}, and in the pack there are {there}"
        if most < there:
            return f"they have room for {most} {SUIT_NAMES[suit]}, and in the pack there are {there}"
    return "the shapes of the hands do not go together"


def _shape(table: Layout, known: Known, place: int) -> list[tuple[int, int]]:
    """At least and at most how many cards of each suit a place has, as its own cards and shape say."""
    size, lies = table.places[place], known.cards[place]
    ends = []
    for mask in SUIT_MASK:
        allowed = [bound.allowed for bound in known.bounds if bound.terms == ((place, mask, 3),)]
        here = (lies & mask).bit_count()
        low = max([here, *(min(totals) // 3 for totals in allowed)])
        high = min([size - lies.bit_count() + here, *(max(totals) // 3 for totals in allowed)])
        ends.append((low, high))
    low_all, high_all = sum(low for low, _ in ends), sum(high for _, high in ends)
    return [(max(low, size - high_all + high), min(high, size - low_all + low)) for low, high in ends]


def _hand(table: Layout, place: int, text: str, whole: bool, language: str) -> tuple[int, list[Bound]]:
    if text.strip() in ("-", "?", ""):
        return 0, []
    if "." not in text and not whole:
        return _listed(table, place, text, language), []
    groups = text.split(".")
    if len(groups) != 5:
        raise QueryError(
            f"a hand has five groups separated by dots, and this has {len(groups)}", 0, len(text),
            "taroks, spades, hearts, diamonds, clubs: F,21,-.K?.-.-.-; or only cards: F,T21,SK",
        )  # fmt: skip
    mask, start = 0, 0
    counts: list[int] = []
    open_: list[bool] = []
    for suit, group in enumerate(groups):
        more = group.endswith("-") and not whole
        written = (group[:-1].removesuffix(",") if more else group).strip()
        problems: list[Problem] = []
        found = parse_hand("." * suit + written + "." * (4 - suit), problems, language=language) or 0
        for problem in problems:
            at = start + problem.start - suit
            raise QueryError(problem.message, at, start + problem.end - suit, problem.help)
        mask |= found
        counts.append(found.bit_count() + written.count("?"))
        open_.append(more)
        start += len(group) + 1
    size = table.sizes[place]
    if sum(counts) > size or (sum(counts) < size and not any(open_)):
        extra = "" if whole else ", and - at the end of a group for any others"
        help_ = "" if sum(counts) > size else f"? stands for one card of the suit{extra}"
        cards = f"{sum(counts)} card{'' if sum(counts) == 1 else 's'}"
        raise QueryError(f"{table.name(place)} is given {cards}, not {size}", 0, len(text), help_)
    if mask.bit_count() == size:
        return mask, []
    bounds = []
    for suit, (count, more) in enumerate(zip(counts, open_, strict=True)):
        if not (more and not count):
            allowed = frozenset(3 * number for number in _COUNTS if number == count or (more and number > count))
            said = f"{count}{' or more' if more else ''} {SUIT_NAMES[suit]} for {table.name(place)}"
            bounds.append(Bound(((place, SUIT_MASK[suit], 3),), allowed, said, (0, len(text))))
    return mask, bounds


def _listed(table: Layout, place: int, text: str, language: str) -> int:
    """The cards of a list; others come to them."""
    spaced = text.replace(",", " ")
    problems: list[Problem] = []
    cards, _, _ = read_talon(spaced, problems, language=language)
    for problem in problems:
        message = problem.message.replace(" in the talon", "").replace("in the talon", "here")
        raise QueryError(
            message, problem.start, problem.end, "cards as F,T21,SK; or a whole hand of five groups: F,21.K75.QN..T2"
        )
    if -1 in cards:
        at = text.find("??")
        raise QueryError("a card that is not known need not stand here", at, at + 2, "the rest is dealt anyhow")
    mask = sum(1 << card for card in cards)
    if len(cards) > table.sizes[place]:
        raise QueryError(f"{table.name(place)} is given {len(cards)} cards, not {table.sizes[place]}", 0, len(text))
    return mask


def _talon(table: Layout, text: str, language: str) -> tuple[int, tuple[int, ...]]:
    spaced = text.replace(",", " ")
    problems: list[Problem] = []
    cards, _, _ = read_talon(spaced, problems, language=language)
    for problem in problems:
        raise QueryError(problem.message, problem.start, problem.end, problem.help)
    if not table.talon:
        raise QueryError(
            f"{table.game.title} is dealt without a talon", 0, len(text),
            f"the last {table.game.dealer_size - table.game.hand_size} cards are the dealer's",
        )  # fmt: skip
    mask = sum(1 << card for card in cards if card >= 0)
    if len(cards) == table.talon:
        return mask, tuple(cards)
    if len(cards) > table.talon or -1 in cards:
        raise QueryError(
            f"the talon has {table.talon} cards, not {len(cards)}", 0, len(text),
            "all of them in order, ?? for one that is dealt; or some cards alone, which then lie anywhere in it",
        )  # fmt: skip
    return mask, ()


def _apart(table: Layout, masks: list[int], place: int, text: str) -> None:
    """Refuse cards that are not in the pack, or lie somewhere else already."""
    foreign = masks[place] & ~table.game.pack
    if foreign:
        said = f"{cards_list(foreign)} {_are(foreign)} not in the pack of {table.game.title}"
        raise QueryError(said, *_at(text, foreign))
    for other, mask in enumerate(masks[:-1]):
        both = mask & masks[place]
        if other != place and both:
            raise QueryError(f"{cards_list(both)} {_are(both)} given to {table.name(other)} already", *_at(text, both))


def _are(cards: int) -> str:
    return "is" if cards.bit_count() == 1 else "are"


def _at(text: str, cards: int) -> tuple[int, int]:
    """Where the first of *cards* stands in a list; in groups the whole text."""
    for card in bits(cards):
        at = text.find(CODES[card])
        if at >= 0 and "." not in text:
            return at, at + len(CODES[card])
    return 0, len(text)
