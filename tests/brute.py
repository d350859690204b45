"""Plain minimax over the last cards of a hand: no bound, no table, no order, and its own statement of each law.

Written from the rule pages alone: taroky §8 and §10, koenigrufen §6.3 and §7, dansk §2 and §5. It knows cards by their
tokens and shares nothing with the package.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

__all__ = ["Aims", "Ending", "Laws", "Tree", "after", "gained", "moves", "played", "solve", "winner"]

_BLACK = "123456789T"
_RED = "T987654321"
_SUITS = "TSHDC"


@cache
def _cards(red: str) -> dict[str, tuple[str, int]]:
    """Token -> (suit, strength in it); the taroks are the suit T. red: the red pips, low to high."""
    found = {f"T{n}": ("T", n) for n in range(1, 22)} | {"F": ("T", 22)}
    for suit in "SHDC":
        for strength, rank in enumerate((red if suit in "HD" else _BLACK) + "JNQK"):
            found[suit + rank] = (suit, strength)
    return found


#: as usual; only the strength of red pips is another in some rule sets
_CARD = _cards(_RED)


class Laws(NamedTuple):
    """A law of play.

    kind: positive, colour, negative, varsava or danish. kaiserstich: "", any or order. overtake, pagat_last and so on as
    the pages have them. kept: (seat, token, trick from which it may go). red: the red pips, low to high.
    """

    kind: str = "positive"
    kaiserstich: str = ""
    tarok_led: bool = False
    overtake: bool = False
    pagat_last: bool = False
    mond: bool = False
    from_top: bool = False
    kept: tuple[tuple[int, str, int], ...] = ()
    highest_first: bool = False
    endgame: bool = True
    must_be_held: bool = False
    red: str = _RED


class Aims(NamedTuple):
    """What is counted: points (thirds), tricks, or trick: whether the side wins that one (with the card)."""

    kind: str
    side: frozenset[int]
    low: bool = False
    trick: int = 0
    card: str = ""
    lying: bool = False


class Ending(NamedTuple):
    """A position. cards: of the running trick, from the leader on; named: suit as which a led fool was named, or "".

    extra: thirds that come with a trick, by its number.
    """

    hands: tuple[frozenset[str], ...]
    leader: int
    number: int
    total: int
    laws: Laws
    cards: tuple[str, ...] = ()
    named: str = ""
    extra: tuple[int, ...] = ()


def solve(ending: Ending, *aims: Aims) -> list[tuple[int, set[tuple[str, str]]]]:
    """For each aim: what the side still gains, and every (card, name of a led fool) that keeps it."""
    values = {move: _after(ending, aims, move) for move in moves(ending)}
    found = []
    for at, aim in enumerate(aims):
        best = (max if _wants(ending, aim) else min)(value[at] for value in values.values())
        found.append((best, {move for move, value in values.items() if value[at] == best}))
    return found


def after(ending: Ending, aims: Aims) -> dict[str, int]:
    """What the side still gains after each card."""
    return {card: _after(ending, (aims,), (card, name))[0] for card, name in moves(ending)}


def _wants(ending: Ending, aims: Aims) -> bool:
    return (_turn(ending) in aims.side) != aims.low


def _turn(ending: Ending) -> int:
    return (ending.leader + len(ending.cards)) % len(ending.hands)


def _value(ending: Ending, aims: tuple[Aims, ...]) -> list[int]:
    """Every order of the cards that are left, once for all aims: each takes its own best at each turn."""
    if ending.number > ending.total:
        return [0] * len(aims)
    values = [_after(ending, aims, move) for move in moves(ending)]
    if len(values) == 1:
        return values[0]
    return [(max if _wants(ending, aim) else min)(column) for aim, *column in zip(aims, *values, strict=True)]


class Tree:
    """The same for every position that can come of an ending, each looked at once, and each trick counted once.

    Only the very same position is met again: the same cards in each hand, the same cards in the trick, in that order,
    of the same leader. Nothing is taken for equal that a rule might tell from another.
    """

    def __init__(self, ending: Ending, *aims: Aims) -> None:
        self._aims = aims
        self._wants = [[(seat in aim.side) != aim.low for aim in aims] for seat in range(len(ending.hands))]
        self._known: dict[tuple[object, ...], list[int]] = {}
        self._tricks: dict[tuple[object, ...], list[int]] = {}

    def __len__(self) -> int:
        """How many positions were looked at."""
        return len(self._known)

    def value(self, ending: Ending) -> list[int]:
        """For each aim what the side still gains from a position."""
        if ending.number > ending.total:
            return [0] * len(self._aims)
        key = ending.hands, ending.leader, ending.cards, ending.named
        found = self._known.get(key)
        if found is None:
            values = [self._after(ending, move) for move in moves(ending)]
            found = values[0]
            if len(values) > 1:
                wants = self._wants[_turn(ending)]
                found = [(max if high else min)(column) for high, *column in zip(wants, *values, strict=True)]
            self._known[key] = found
        return found

    def _after(self, ending: Ending, move: tuple[str, str]) -> list[int]:
        after, won, cards = played(ending, move)
        values = self.value(after)
        if won is None:
            return values
        key = ending.leader, ending.number, ending.named, cards
        gains = self._tricks.get(key)
        if gains is None:
            gains = self._tricks[key] = [gained(ending, aim, cards, won) for aim in self._aims]
        return [value + gain for value, gain in zip(values, gains, strict=True)]


def played(ending: Ending, move: tuple[str, str]) -> tuple[Ending, int | None, tuple[str, ...]]:
    """The position after a card; the place of the winner in its trick and the cards of that, where it is complete."""
    card, name = move
    seat = _turn(ending)
    hands = (*ending.hands[:seat], ending.hands[seat] - {card}, *ending.hands[seat + 1 :])
    cards = (*ending.cards, card)
    named = name if not ending.cards else ending.named
    if len(cards) < len(hands):
        return ending._replace(hands=hands, cards=cards, named=named), None, ()
    won = winner(cards, named, ending.laws)
    leader = (ending.leader + won) % len(hands)
    after = ending._replace(hands=hands, leader=leader, number=ending.number + 1, cards=(), named="")
    return after, won, cards


def _after(ending: Ending, aims: tuple[Aims, ...], move: tuple[str, str]) -> list[int]:
    after, won, cards = played(ending, move)
    values = _value(after, aims)
    if won is None:
        return values
    return [value + gained(ending, aim, cards, won) for value, aim in zip(values, aims, strict=True)]


# --- what counts ----------------------------------------------------------------------------------


def gained(ending: Ending, aims: Aims, cards: tuple[str, ...], won: int) -> int:
    """What the side gets for a complete trick that the card at the place *won* has won."""
    n = len(cards)
    ours = (ending.leader + won) % n in aims.side
    if aims.kind == "tricks":
        return int(ours)
    if aims.kind == "trick":
        if not ours or ending.number != aims.trick:
            return 0
        if not aims.card:
            return 1
        return int(aims.card in cards if aims.lying else cards[won] == aims.card)
    danish = ending.laws.kind == "danish"
    total = (ending.extra[ending.number] if ending.extra else 0) if ours else 0
    for place, card in enumerate(cards):
        owner = (ending.leader + won) % n
        if danish and card == "F" and not (ending.laws.endgame and ending.number == ending.total):
            owner = (ending.leader + place) % n
        if owner in aims.side:
            total += 3 * _danish(card) if danish else _thirds(card)
    return total + (3 if danish and ours else 0)


def _thirds(card: str) -> int:
    if card in ("T1", "T21", "F"):
        return 13
    return {"K": 13, "Q": 10, "N": 7, "J": 4}.get(card[1], 1) if card[0] != "T" else 1


def _danish(card: str) -> int:
    if card in ("T1", "T21", "F"):
        return 4
    return {"K": 4, "Q": 3, "N": 2, "J": 1}.get(card[1], 0) if card[0] != "T" else 0


# --- what wins ------------------------------------------------------------------------------------


def winner(cards: tuple[str, ...], named: str, laws: Laws) -> int:
    """Place of the card that wins."""
    known = _cards(laws.red)
    if laws.kind == "danish":
        led = named or _suit_led(cards)
        fighting = [p for p, card in enumerate(cards) if card != "F" and _CARD[card][0] in (led, "T")]
        return max(fighting, key=lambda p: (known[cards[p]][0] == "T", known[cards[p]][1]))
    if _kaiser(cards, laws):
        return cards.index("T1")
    led = _CARD[cards[0]][0]
    taroks = [p for p, card in enumerate(cards) if _CARD[card][0] == "T"]
    if taroks and not (laws.kind == "colour" and led != "T"):
        return max(taroks, key=lambda p: _CARD[cards[p]][1])
    return max((p for p, card in enumerate(cards) if known[card][0] == led), key=lambda p: known[cards[p]][1])


def _suit_led(cards: tuple[str, ...]) -> str:
    """A fool that was led without a name lets the next card say the suit."""
    return next(_CARD[card][0] for card in cards if card != "F")


def _kaiser(cards: tuple[str, ...], laws: Laws) -> bool:
    if not laws.kaiserstich or not {"T1", "T21", "F"} <= set(cards):
        return False
    if laws.tarok_led and _CARD[cards[0]][0] != "T":
        return False
    return laws.kaiserstich == "any" or cards.index("T21") < cards.index("F") < cards.index("T1")


# --- what may be played ---------------------------------------------------------------------------


def moves(ending: Ending) -> list[tuple[str, str]]:
    """(card, name of a led fool or "")"""
    hand = ending.hands[_turn(ending)]
    laws = ending.laws
    if laws.kind == "danish":
        return _danish_moves(ending, hand)
    cards = _led(laws, hand) if not ending.cards else _following(laws, hand, ending.cards)
    return [(card, "") for card in _keeping(ending, cards)]


def _taroks(hand: frozenset[str] | set[str]) -> set[str]:
    return {card for card in hand if _CARD[card][0] == "T"}


def _led(laws: Laws, hand: frozenset[str]) -> set[str]:
    taroks = _taroks(hand)
    if laws.kind == "colour":
        return set(hand - taroks) or set(hand)
    if laws.from_top and taroks:
        return {max(taroks, key=lambda card: _CARD[card][1])}
    cards = set(hand)
    if laws.pagat_last and taroks - {"T1"}:
        cards -= {"T1"}
    if laws.mond and taroks - {"T1", "T21"}:
        cards -= {"T21"}
    return cards


def _following(laws: Laws, hand: frozenset[str], trick: tuple[str, ...]) -> set[str]:
    led = _CARD[trick[0]][0]
    taroks = _taroks(hand)
    cards = {card for card in hand if _CARD[card][0] == led} or taroks or set(hand)
    if laws.kind == "negative" and laws.kaiserstich and "T1" in cards and _kaiser((*trick, "T1"), laws):
        return {"T1"}
    if laws.pagat_last and taroks - {"T1"}:
        cards = cards - {"T1"}
    if laws.mond and "F" in trick and taroks - {"T1", "T21"}:
        cards = cards - {"T21"}
    if laws.overtake:
        best = trick[winner(trick, "", laws)]
        cards = {card for card in cards if _beats(card, best, laws)} or cards
    return cards


def _beats(card: str, best: str, laws: Laws) -> bool:
    known = _cards(laws.red)
    (suit, strength), (other, power) = known[card], known[best]
    return strength > power if suit == other else suit == "T"


def _keeping(ending: Ending, cards: set[str]) -> set[str]:
    seat, number = _turn(ending), ending.number
    if number == ending.total:
        return cards
    kept = {card for at, card, until in ending.laws.kept if at == seat and card in cards and number < until}
    if not kept or cards - kept:
        return cards - kept
    birds = _taroks(kept)
    if ending.laws.highest_first and len(birds) > 1:
        return (kept - birds) | {max(birds, key=lambda card: _CARD[card][1])}
    return kept


def _danish_moves(ending: Ending, hand: frozenset[str]) -> list[tuple[str, str]]:
    laws, trick = ending.laws, ending.cards
    plain = set(hand - {"F"})
    if trick and (ending.named or trick != ("F",)):
        led = ending.named or _suit_led(trick)
        plain = {c for c in plain if _CARD[c][0] == led} or _taroks(plain) or plain
    found = [(card, "") for card in plain]
    if "F" not in hand or (laws.endgame and ending.number == ending.total - 1 and plain):
        return found
    if trick or ending.number == ending.total:
        return [*found, ("F", "")]
    seat = _turn(ending)
    others = [card for at, other in enumerate(ending.hands) if at != seat for card in other if card != "F"]
    suits = {_CARD[card][0] for card in others}
    if not laws.must_be_held and "T" in suits:
        suits = set(_SUITS)
    return [*found, *(("F", suit) for suit in suits)]
