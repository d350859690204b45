"""Talon and discard. Source: koenigrufen §4.5, §5."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final, Protocol

from tarok_pbn.cards import CODES, KINGS, TAROKS
from tarok_pbn.games.kit.decision import EXCHANGE, Answer, Decision, Lay, Problem, Remark, Say
from tarok_pbn.games.kit.say import cards_list, these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.cards import BIRDS, FIVES, TRULL
from tarok_pbn.games.koenigrufen.contracts import Kind
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State

__all__ = ["DiscardRules", "exchange", "held_birds", "lay_away", "take"]

_TAKES: Final = frozenset({"takes", "concedes"})
_HALVES: Final = {"takes:1-3": (0, 1, 2), "takes:4-6": (3, 4, 5), "takes:1-6": (0, 1, 2, 3, 4, 5)}
_VOEGEL: Final = sum(1 << card for card in BIRDS.values())
_RULE: Final = f"{PAGE} §5"


class DiscardRules(Protocol):
    """The options that the law of the discard looks at."""

    @property
    def discard_tarock(self) -> str:
        """Whether taroks go only when forced."""

    @property
    def colour_keep_suits_while_tarock(self) -> bool:
        """Whether taroks go first in colour games."""

    @property
    def colour_min_suits(self) -> int:
        """Suit cards that a colour game keeps."""


def exchange(table: Table, rules: Rules, state: State) -> Generator[Decision, Answer, None]:
    """The declarer takes a half or all six and lays as many away, or concedes."""
    game, declarer = state.contract, table.declarer
    if game is None or declarer is None or game.kind.talon not in ("half", "six"):
        return
    words = _words(table, rules, state, game.kind)

    def why(seat: int, word: str) -> Problem:
        return _why_not(table, state, words, seat, word)

    implied = "takes:1-6" if game.kind.talon == "six" else None
    word = table.feed(EXCHANGE).take_own(declarer, words, _TAKES)
    if word is None:
        _, word = yield Say(declarer, EXCHANGE, words, why, verbs=_TAKES, implied=implied, in_turn=False)
    if word.startswith("concedes"):
        state.conceded = True
        state.conceded_bird = word.partition(":")[2]
        return
    take(table, declarer, _HALVES.get(word, (0, 1, 2)), halves=state.halves)
    yield from lay_away(table, rules, game.kind, declarer)


def held_birds(table: Table, seat: int) -> tuple[str, ...]:
    """The Vögel among the twelve cards dealt to a seat; all of them where the hand is not known."""
    hand = table.dealt[seat]
    return tuple(bird for bird, card in BIRDS.items() if hand is None or hand >> card & 1)


def _king_half(table: Table, state: State) -> int | None:
    """0 or 1: the half in which the called king lies; None where it is not in the talon, or not known to be."""
    if table.called is None or table.talon is None or table.called not in table.talon or not state.halves:
        return None
    return table.talon.index(table.called) // 3


def _words(table: Table, rules: Rules, state: State, kind: Kind) -> tuple[str, ...]:
    if kind.talon == "six":
        return ("takes:1-6",)
    words: tuple[str, ...] = ("takes:1-3", "takes:4-6")
    if kind.family != "R":
        return words
    half = _king_half(table, state)
    if half is not None and rules.king_in_talon == "must":
        words = (words[half],)
    talon = table.talon
    if talon is None or -1 in talon or table.called is None or table.called in talon:
        words += ("concedes",)
        if kind.bird == "any" and not state.promised:
            words += tuple(f"concedes:{bird}" for bird in held_birds(table, table.declarer or 0))
    return words


def _why_not(table: Table, state: State, words: tuple[str, ...], seat: int, word: str) -> Problem:
    name, verb = table.name(seat), word.partition(":")[0]
    help_ = f"Legal: {these(words, 'or')}."
    king = CODES[table.called] if table.called is not None else "the called king"
    if verb == "concedes":
        if table.talon is not None and table.called not in table.talon and table.called is not None:
            return Problem(
                "X008", f"{name} concedes (schleift), but {king} does not lie in the talon.", f"{PAGE} §4.5", help_
            )
        return Problem("X008", f"{name} says {word}, which is no way to concede this game.", f"{PAGE} §4.5", help_)
    if word in _HALVES and words[0] != "takes:1-6" and word != "takes:1-6":
        return Problem(
            "X001",
            f"{name} takes the other half, but {king} lies in the talon: the half with the called king must be "
            "taken, or the game conceded.",
            f"{PAGE} §4.5", help_,
        )  # fmt: skip
    return Problem(
        "X001",
        f"{name} {word.replace(':', ' talon ')}, but a {table.contract} takes "
        f"{'six cards' if words[0] == 'takes:1-6' else 'one half'}.",
        _RULE,
        help_,
    )


def take(table: Table, seat: int, positions: tuple[int, ...], *, halves: bool = True) -> None:
    """Cards of the talon, by their places in it, go to a seat. halves: whether the order of the halves is known."""
    known = table.talon is not None and (halves or len(positions) == 6)
    cards = [table.talon[p] for p in positions] if table.talon is not None and known else [-1] * len(positions)
    table.taken[seat] = cards
    held = table.held[seat]
    table.held[seat] = held | sum(1 << card for card in cards) if held is not None and -1 not in cards else None


def _choice(hand: int, dealt: int, count: int, kind: Kind, rules: DiscardRules) -> tuple[int, int, int]:
    """(forced, allowed, what is shown if laid) of the discard of *count* cards. Kings and Trull never go.

    A Vogel on which a Besserrufer was bid is kept too: it has to be announced.
    """
    suits, spare = hand & ~TAROKS & ~KINGS, hand & TAROKS & ~TRULL
    if kind.bird:
        spare &= ~(dealt & (_VOEGEL if kind.bird == "any" else 1 << BIRDS[kind.bird]))
    if kind.family == "F":
        if not rules.colour_keep_suits_while_tarock:
            return 0, suits | spare, 0
        return (0, spare, 0) if spare.bit_count() >= count else (spare, spare | suits, suits)
    if rules.discard_tarock == "shown":
        return 0, suits | spare, spare
    return (0, suits, 0) if suits.bit_count() >= count else (suits, suits | spare, spare)


def lay_away(table: Table, rules: DiscardRules, kind: Kind, seat: int) -> Generator[Decision, Answer, None]:
    """The declarer lays as many cards away as he took; taroks of it are shown."""
    hand, count = table.held[seat], len(table.taken[seat])
    choices: tuple[tuple[int, int], ...] = ()
    public = 0
    if hand is not None:
        forced, allowed, public = _choice(hand, table.dealt[seat] or 0, count, kind, rules)
        choices = ((forced, allowed),)

    def why(who: int, mask: int) -> Problem:
        return _why_not_laid(table, rules, kind, who, hand or 0, mask, count)

    mask = table.feed(EXCHANGE).take_cards(seat, "lays", count, choices)
    if mask is None:
        _, mask = yield Lay(seat, count, choices, why)
    table.laid[seat] = mask
    if mask is None:
        table.held[seat] = None
        return
    if hand is None:
        return
    table.held[seat] = hand & ~mask
    if public & mask:
        yield from _show(table, seat, public & mask)
    left = ((hand & ~mask) & ~TAROKS).bit_count()
    if kind.family == "F" and left < rules.colour_min_suits:
        problem = Problem(
            "X005",
            f"{table.name(seat)} keeps {left} suit cards, but a {table.contract} needs {rules.colour_min_suits} "
            "after laying away.",
            _RULE,
        )
        yield Remark(seat, EXCHANGE, problem)


def _show(table: Table, seat: int, cards: int) -> Generator[Decision, Answer, None]:
    name = table.name(seat)

    def why(who: int, mask: int) -> Problem:
        return Problem(
            "X006",
            f"{name} is recorded as showing {cards_list(mask) or 'nothing'}, but exactly {cards_list(cards)} of the "
            "discard must be shown.",
            _RULE, f"shows:{cards_list(cards).replace(' and ', ', ').replace(', ', ',')}",
        )  # fmt: skip

    choices = ((cards, cards),)
    if table.feed(EXCHANGE).take_cards(seat, "shows", cards.bit_count(), choices) is None:
        yield Lay(seat, cards.bit_count(), choices, why, verb="shows", implied=cards)
    table.shown[seat] = cards


def _why_not_laid(
    table: Table, rules: DiscardRules, kind: Kind, seat: int, hand: int, mask: int, count: int
) -> Problem:
    name = table.name(seat)
    dealt = table.dealt[seat] or 0
    forced, allowed, _ = _choice(hand, dealt, count, kind, rules)
    legal = (
        f"Legal: {count} of {cards_list(allowed, 16)}."
        if not forced
        else (f"Legal: {cards_list(forced)} and {count - forced.bit_count()} of {cards_list(allowed & ~forced, 16)}.")
    )
    if mask.bit_count() != count:
        return Problem(
            "X002", f"{name} lays away {mask.bit_count()} cards, but took {count}.", _RULE, f"Lay away {count}."
        )
    if mask & ~hand:
        return Problem(
            "X003",
            f"{name} lays away {cards_list(mask & ~hand)}, but does not hold it after taking the talon.",
            _RULE,
            f"{name} holds {cards_list(hand, 20)}.",
        )
    if mask & FIVES:
        return Problem(
            "X004",
            f"{name} lays away {cards_list(mask & FIVES)}: kings and Trull (I, XXI, Sküs) may never be laid away.",
            _RULE,
            legal,
        )
    if kind.bird and mask & dealt & _VOEGEL & ~allowed:
        birds = cards_list(mask & dealt & _VOEGEL & ~allowed)
        return Problem(
            "X004",
            f"{name} lays away {birds}, a Vogel on which the {table.contract} was bid and which must be announced.",
            f"{PAGE} §6.2.7",
            legal,
        )
    if kind.family == "F":
        return Problem(
            "X005",
            f"{name} lays away {cards_list(mask & ~TAROKS)} and keeps {cards_list(hand & TAROKS & ~TRULL & ~mask)}: "
            "in a colour game the taroks outside the Trull go first.", _RULE, legal,
        )  # fmt: skip
    return Problem(
        "X005",
        f"{name} lays away {cards_list(mask & TAROKS)} and keeps {cards_list(hand & ~TAROKS & ~KINGS & ~mask)}: "
        "a tarok may go only when no suit card other than a king is left.", _RULE, legal,
    )  # fmt: skip
