"""What the names and functions of the query language give for a record; ``query_names`` says what they mean.

Persons are tuples of seat letters, None where the record does not tell who it is. What is asked of a
person is asked of each of them: a number comes back as a tuple, a condition is true if it is for any. Who sits
out is a player by name and score, and nobody (an empty tuple) where cards, tricks, points and sides are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tarok_pbn.archive.query_facts import Facts
from tarok_pbn.archive.query_tree import Days
from tarok_pbn.cards import KINGS, SUIT_MASK, TAROKS

__all__ = ["CALLS", "NAMED", "Truth", "date_range", "named_like", "playing", "some", "two_sides", "wildcards"]

Truth = bool | None
Who = tuple[str, ...] | None
_DATE = re.compile(r"([0-9]{4}|[0-9?]{2}\?\?)\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", re.ASCII)
#: what the game itself is called where it is doubled
_GAME = frozenset(("hra", "spiel"))


def some(truths: Iterable[Truth]) -> Truth:
    """True if one is, false if all are, else not known."""
    result: Truth = False
    for truth in truths:
        if truth:
            return True
        if truth is None:
            result = None
    return result


def every(truths: Iterable[Truth]) -> Truth:
    """False if one is, true if all are, else not known."""
    result: Truth = True
    for truth in truths:
        if truth is False:
            return False
        if truth is None:
            result = None
    return result


# --- names --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def date_range(text: str) -> Days | None:
    """The days that a date may be; None for what is no date."""
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    joined = "".join(match.groups())
    return Days(int(joined.replace("?", "0")), int(joined.replace("?", "9")))


def _date(facts: Facts) -> Days | None:
    text = facts.tag("Date")
    return date_range(text) if text is not None else None


def _year(facts: Facts) -> int | None:
    days = _date(facts)
    return days.first // 10000 if days is not None and days.first // 10000 == days.last // 10000 else None


def _month(facts: Facts) -> str | None:
    days = _date(facts)
    if days is None or days.first // 100 != days.last // 100:
        return None
    year, month = divmod(days.first // 100, 100)
    return f"{year:04}.{month:02}"


def _hand(name: str) -> Callable[[Facts], Any]:
    return lambda facts: facts.hand[name]


def _seat(name: str) -> Callable[[Facts], Who]:
    def get(facts: Facts) -> Who:
        letter = facts.hand[name]
        return None if letter is None else (letter,)

    return get


def _partner(facts: Facts) -> Who:
    letters = facts.hand["partner"]
    return None if letters is None else tuple(letters)


def _dealer(facts: Facts) -> Who:
    letter = facts.dealer
    return None if letter is None else (letter,)


def two_sides(facts: Facts) -> list[list[str]] | None:
    """Seats of the declarer's side and of the other; None where nobody declares, all play alone or it is not known."""
    sides: list[list[str]] | None = facts.hand["sides"]
    return sides if sides is not None and len(sides) == 2 and facts.hand["declarer"] is not None else None


def _defender(facts: Facts) -> Who:
    sides = two_sides(facts)
    return None if sides is None else tuple(sides[1])


def _any(facts: Facts) -> Who:
    """Everybody at the table, those who play first; of an unknown game everybody who may be there, once one is."""
    active, seats = facts.hand["active"], facts.hand["seats"]
    if not active and not facts.hand["players"]:
        return None
    return (*active, *[seat for seat in seats if seat not in active])


def _clean(facts: Facts) -> Truth:
    return not facts.hand["errors"] and not facts.hand["warnings"]


def _findings(facts: Facts) -> int:
    return len(facts.hand["codes"])


def _finding_codes(facts: Facts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(facts.hand["codes"]))


def _name(facts: Facts, who: Who) -> tuple[str | None, ...] | None:
    return None if who is None else tuple(facts.hand["players"].get(seat) for seat in who)


NAMED: dict[str, Callable[[Facts], Any]] = {
    "game": lambda facts: facts.game,
    "rules": lambda facts: facts.rules,
    "contract": _hand("contract"),
    "called": _hand("called"),
    "outcome": _hand("outcome"),
    "declarer": _seat("declarer"),
    "partner": _partner,
    "dealer": _dealer,
    "forehand": _seat("forehand"),
    "defender": _defender,
    "any": _any,
    "player": lambda facts: _name(facts, _any(facts)),
    "date": _date,
    "year": _year,
    "month": _month,
    "tricks": _hand("tricks"),
    "agrees": _hand("agrees"),
    "clean": _clean,
    "errors": _hand("errors"),
    "warnings": _hand("warnings"),
    "findings": _findings,
    "finding": _finding_codes,
    "deal_id": lambda facts: facts.deal_id,
    "id": lambda facts: facts.id,
    "file": lambda facts: facts.file,
    "number": lambda facts: facts.number,
}


# --- players ------------------------------------------------------------------------------------------


def playing(facts: Facts, who: Who) -> Who:
    """Those of the players who do not sit out: whom cards, tricks, points and sides can be asked of."""
    if who is None:
        return None
    out: list[str] = facts.hand["idle"]
    return tuple(seat for seat in who if seat not in out) if out else who


def named_like(facts: Facts, seat: str, wanted: re.Pattern[str]) -> Truth:
    """Whether the name of the player in a seat has the pattern."""
    name = facts.hand["players"].get(seat)
    return None if name is None else wanted.search(name) is not None


@lru_cache(maxsize=256)
def wildcards(text: str, single: str = "") -> re.Pattern[str]:
    """A whole text in which ``*`` is anything, and *single* one character; without regard to case.

    What stands between two stars is looked for once: the first place where it fits is as good as any other.
    """
    parts = ["".join("." if char == single else re.escape(char) for char in part) for part in text.split("*")]
    first, *more = parts
    middle = "".join(f"(?>.*?{part})" for part in more[:-1] if part)
    last = f".*{more[-1]}" if more else ""
    return re.compile(rf"\A{first}{middle}{last}\Z", re.IGNORECASE | re.DOTALL)


def _player(facts: Facts, name: str) -> Who:
    wanted, players, seats = wildcards(name), facts.hand["players"], facts.hand["seats"]
    found = tuple(seat for seat in seats if seat in players and wanted.search(players[seat]))
    return found if found or all(seat in players for seat in seats) else None


def _side(facts: Facts, who: Who) -> tuple[str | None, ...] | None:
    sides, who = two_sides(facts), playing(facts, who)
    if who is None or sides is None:
        return None
    every_seat = [seat for side in sides for seat in side]
    return tuple(("declarer" if seat in sides[0] else "defence") if seat in every_seat else None for seat in who)


# --- cards --------------------------------------------------------------------------------------------


def _mask(cards: tuple[int, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _in_hands(facts: Facts, hands: dict[str, int], who: Who, cards: tuple[int, ...]) -> Truth:
    """Whether any of the players holds all the cards."""
    who = playing(facts, who)
    if who is None:
        return None
    mask = _mask(cards)
    return some(None if hands.get(seat) is None else not mask & ~hands[seat] for seat in who)


def _holds(facts: Facts, who: Who, *cards: int) -> Truth:
    return _in_hands(facts, facts.hand["dealt"], who, cards)


def _holds_at_play(facts: Facts, who: Who, *cards: int) -> Truth:
    return _in_hands(facts, facts.hand["held"], who, cards)


def _laid(facts: Facts, who: Who, *cards: int) -> Truth:
    return _in_hands(facts, facts.hand["laid"], who, cards)


def _void(facts: Facts, who: Who, suit: int) -> Truth:
    counts = _count(facts, who, SUIT_MASK[suit])
    return None if counts is None else some(None if count is None else not count for count in counts)


def _count(facts: Facts, who: Who, mask: int) -> tuple[int | None, ...] | None:
    who = playing(facts, who)
    if who is None:
        return None
    dealt = facts.hand["dealt"]
    return tuple((dealt[seat] & mask).bit_count() if seat in dealt else None for seat in who)


def _cards(facts: Facts, who: Who, suit: int) -> tuple[int | None, ...] | None:
    return _count(facts, who, SUIT_MASK[suit])


def _taroks(facts: Facts, who: Who) -> tuple[int | None, ...] | None:
    return _count(facts, who, TAROKS)


def _kings(facts: Facts, who: Who) -> tuple[int | None, ...] | None:
    return _count(facts, who, KINGS)


# --- points and scores --------------------------------------------------------------------------------


def _points(facts: Facts, who: Who) -> tuple[Fraction | None, ...] | None:
    who = playing(facts, who)
    if who is None:
        return None
    hand = facts.hand
    alone, sides, totals = hand["seat_points"], hand["sides"], hand["side_points"]

    def one(seat: str) -> Fraction | None:
        thirds = alone.get(seat)
        if thirds is None and sides is not None and totals is not None:
            thirds = next((total for side, total in zip(sides, totals, strict=False) if seat in side), None)
        return None if thirds is None else Fraction(thirds, 3)

    return tuple(map(one, who))


def _score(facts: Facts, who: Who | str) -> tuple[Fraction | None, ...] | None:
    if who is None:
        return None
    known: dict[str, str] = facts.hand["score"] or {}
    accounts = (who,) if isinstance(who, str) else who
    return tuple(Fraction(known[account]) if account in known else None for account in accounts)


def _thirds(facts: Facts, number: int) -> Fraction:
    return Fraction(number, 3)


# --- tricks -------------------------------------------------------------------------------------------


def _fallen(facts: Facts, card: int) -> Any:
    """The trick [leader, seats, cards, winner] in which a card fell; None where it is not among those recorded."""
    return next((trick for trick in facts.play["tricks"] if card in trick[2]), None)


def _not_fallen(facts: Facts, who: Who, card: int) -> Truth:
    """Whether any of the players took a card that fell in no recorded trick: those of a claim go to who claimed."""
    play = facts.play
    claim = play["claim"]
    if claim is not None:
        left = claim[1]
        if left is None:
            return None
        return claim[0] in (who or ()) if left >> card & 1 else False
    return False if play["complete"] else None


def _of_cards(facts: Facts, who: Who, cards: tuple[int, ...], one: Callable[[Facts, str, int], Truth]) -> Truth:
    """Whether *one* is true of any of the players for all the cards."""
    who = playing(facts, who)
    if who is None:
        return None
    return some(every(one(facts, seat, card) for card in cards) for seat in who)


def _took_one(facts: Facts, seat: str, card: int) -> Truth:
    trick = _fallen(facts, card)
    if trick is None:
        return _not_fallen(facts, (seat,), card)
    return None if trick[3] is None else bool(trick[3] == seat)


def _played_one(facts: Facts, seat: str, card: int) -> Truth:
    trick = _fallen(facts, card)
    if trick is None:
        return False if facts.play["complete"] else None
    return bool(trick[1][trick[2].index(card)] == seat)


def _won_one(facts: Facts, seat: str, card: int, winner: bool = True) -> Truth:
    played = _played_one(facts, seat, card)
    if not played:
        return played
    trick = _fallen(facts, card)
    return None if trick[3] is None else (trick[3] == seat) is winner


def _lost_one(facts: Facts, seat: str, card: int) -> Truth:
    return _won_one(facts, seat, card, winner=False)


def _took(facts: Facts, who: Who, *cards: int) -> Truth:
    return _of_cards(facts, who, cards, _took_one)


def _played(facts: Facts, who: Who, *cards: int) -> Truth:
    return _of_cards(facts, who, cards, _played_one)


def _won(facts: Facts, who: Who, card: int) -> Truth:
    return _of_cards(facts, who, (card,), _won_one)


def _lost(facts: Facts, who: Who, card: int) -> Truth:
    return _of_cards(facts, who, (card,), _lost_one)


def _tricks(facts: Facts, who: Who) -> tuple[int | None, ...] | None:
    who = playing(facts, who)
    if who is None:
        return None
    play = facts.play
    winners = [trick[3] for trick in play["tricks"]]
    claim = play["claim"]
    if not (play["complete"] or claim) or None in winners:
        return (None,) * len(who)
    rest = play["total"] - len(winners) if claim else 0
    counts = {seat: winners.count(seat) for seat in facts.hand["active"]}
    if claim:
        counts[claim[0]] += rest
    return tuple(map(counts.get, who))


def _trick(facts: Facts, number: int) -> Any:
    """The trick of that number, 0 the last of a complete play; None where it is not recorded."""
    play = facts.play
    tricks = play["tricks"]
    if not number:
        return tricks[-1] if tricks and play["complete"] else None
    return tricks[number - 1] if number <= len(tricks) else None


def _trick_winner(facts: Facts, number: int) -> Who:
    trick = _trick(facts, number)
    if trick is None:
        play = facts.play
        claim, beyond = play["claim"], not number or len(play["tricks"]) < number <= play["total"]
        return (claim[0],) if claim is not None and beyond else None
    return None if trick[3] is None else (trick[3],)


def _trick_leader(facts: Facts, number: int) -> Who:
    trick = _trick(facts, number)
    return None if trick is None else (trick[0],)


def _trick_points(facts: Facts, number: int) -> Fraction | None:
    if _trick(facts, number) is None:
        return None
    thirds = facts.worths[number - 1]
    return None if thirds is None else Fraction(thirds, 3)


def _trick_contains(facts: Facts, number: int, *cards: int) -> Truth:
    trick = _trick(facts, number)
    if trick is None:
        return None
    if all(card in trick[2] for card in cards):
        return True
    return None if min(trick[2], default=-1) < 0 else False


def _last(facts: Facts, card: int) -> Truth:
    return _trick_contains(facts, 0, card)


# --- announcements and findings -----------------------------------------------------------------------


def _announced(facts: Facts, *arguments: Any) -> Truth:
    said, wanted = facts.hand["said"], arguments[-1]
    if said is None:
        return None
    seats = None
    if len(arguments) == 2:
        seats = arguments[0]
        if seats is None:
            return None
    return any(
        (seats is None or seat in seats) and wanted in (word.lower(), word.lower().partition(":")[0])
        for seat, word in said
    )


def _doubled(facts: Facts, item: str, level: int | str = 1) -> Truth:
    doubles = facts.hand["doubles"]
    if doubles is None:
        return None
    for what, reached, word in doubles:
        # a negative game is doubled by the seat whose it is
        named = what == item or (item == "game" and (what in _GAME or what in facts.hand["seats"]))
        if named and (word == level if isinstance(level, str) else reached >= level):
            return True
    return False


def _finding(facts: Facts, code: str) -> Truth:
    return any(found.startswith(code) for found in facts.hand["codes"])


CALLS: dict[str, Callable[..., Any]] = {
    "player": _player,
    "name": _name,
    "side": _side,
    "holds": _holds,
    "holds_at_play": _holds_at_play,
    "laid": _laid,
    "void": _void,
    "cards": _cards,
    "taroks": _taroks,
    "kings": _kings,
    "points": _points,
    "score": _score,
    "tricks": _tricks,
    "played": _played,
    "took": _took,
    "won": _won,
    "lost": _lost,
    "last": _last,
    "trick.winner": _trick_winner,
    "trick.leader": _trick_leader,
    "trick.points": _trick_points,
    "trick.contains": _trick_contains,
    "announced": _announced,
    "doubled": _doubled,
    "finding": _finding,
    "thirds": _thirds,
}
