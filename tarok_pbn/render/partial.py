"""Partial diagrams: some hands, some parts, an end position, or a quiz with its solution folded away."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tarok_pbn.cards import CARD
from tarok_pbn.games import find
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.faces import Faces, faces_of
from tarok_pbn.render.look import PARTS, Look
from tarok_pbn.render.model import Hand, Score, Seat, Standing, Trick, View

__all__ = ["Wanted", "chosen_seats", "partial", "wanted"]

#: where an end position stands: after a trick, or after a card of it
_PLACE = re.compile(r"(\d{1,3})(?:\.(\d{1,2}))?")
_ROLES = ("declarer", "partner", "defenders", "forehand", "dealer")
_FORMS = f"{', '.join(sorted(PARTS))}, hands=S,E, endposition@9, dealt, quiz"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the entries of ``Look.show`` ask for. seats: letters, names and roles, () for all.

    place: trick and card of an end position. dealt: the hands before anything was said. quiz: the rest folded.
    """

    parts: frozenset[str]
    seats: tuple[str, ...] = ()
    place: tuple[int, int | None] | None = None
    dealt: bool = False
    quiz: bool = False


def wanted(show: tuple[str, ...]) -> Wanted:
    """Reads the entries of ``Look.show``. Raises ValueError for one that is none."""
    parts: set[str] = set()
    seats: list[str] = []
    place: tuple[int, int | None] | None = None
    words = [word for entry in show for word in entry.split()]
    for word in words:
        name, equals, value = word.partition("=")
        if name == "hands":
            parts.add("hands")
            seats += [seat for seat in value.split(",") if seat]
            if equals and not value.strip(","):
                raise ValueError("hands= names no seat; write hands=S, hands=S,E or hands=declarer")
        elif word.startswith("endposition"):
            parts.add("hands")
            place = _place(word)
        elif word == "quiz":
            parts |= {"hands", "auction"}
        elif word == "dealt":
            parts.add("hands")
        elif word in PARTS:
            parts.add(word)
        else:
            raise ValueError(f"no part of a record is called {word!r}; to show are: {_FORMS}")
    if place is not None and "dealt" in words:
        raise ValueError("dealt and endposition exclude each other: the hands are shown once")
    return Wanted(frozenset(parts), tuple(seats), place, "dealt" in words, "quiz" in words)


def _place(word: str) -> tuple[int, int | None]:
    match = _PLACE.fullmatch(word.partition("@")[2])
    if match is None or not word.startswith("endposition@"):
        raise ValueError(f"an end position is endposition@9 or endposition@9.2, trick and card, not {word!r}")
    return int(match[1]), int(match[2]) if match[2] else None


def partial(view: View, look: Look) -> View:
    """The view with only what ``look.show`` asks for; the view itself where it asks for nothing.

    A seat whose hand is not asked for has ``hand`` None. Parts that are not shown are emptied, so that no
    template can print them; a quiz keeps them for its solution, and *folded* says so. The outcome leaves the
    heading where the score is not shown, the contract where only the hands as dealt are. A quiz tells no partner whose
    hand is not shown before the called card has fallen, and counts no points unless all hands are.
    Raises ValueError for an unknown part, and for a seat or trick that the record has not.
    """
    ask = wanted(look.show)
    if not ask.parts:
        return view
    chosen = chosen_seats(view, ask.seats)
    faces = faces_of(find(view.family), look)
    standing, gone = (None, {}) if ask.place is None else _standing(view, ask.place)
    seats = [
        _seat(seat, "hands" in ask.parts and seat.index in chosen, ask, gone if standing else None, faces)
        for seat in view.seats
    ]
    made = replace(view, seats=seats, shown=ask.parts, folded=ask.quiz, standing=standing)
    if "score" not in ask.parts:
        made.outcome, made.result = "", ""
    _ = texts(look.lang).gettext
    if ask.dealt and not ask.parts & {"auction", "play", "score"} and not set(ask.seats) & set(_ROLES[:3]):
        made.contract, made.declarer, made.called = None, "", None
        _untold(made, {_("declarer"), _("partner")})
    elif ask.quiz:
        ours = {s.index for s in view.seats if s.name == (view.partner or view.declarer)}
        fallen = view.called is not None and any(view.called.token in tokens for tokens in gone.values())
        if not fallen and not ours <= chosen:
            _untold(made, {_("partner")})
        if standing is not None and len(chosen) < len(view.seats):
            standing.totals = []  # they name the sides, and hold cards laid away that only one player saw
    return made if ask.quiz else _without(made, PARTS - ask.parts)


def _untold(view: View, roles: set[str]) -> None:
    """Takes these roles, and with them the sides, from a heading that must not tell them."""
    view.partner, view.alone = "", False
    for seat in view.seats:
        seat.roles = [role for role in seat.roles if role.text not in roles]
        seat.side = seat.side if view.declarer and seat.name == view.declarer else None


def chosen_seats(view: View, names: tuple[str, ...]) -> set[int]:
    """Indexes of the seats named by letter, name or role, all where none is. Raises ValueError for one it has not."""
    if not names:
        return {seat.index for seat in view.seats}
    found: set[int] = set()
    for name in names:
        key = name.casefold()
        role = _role(view, key) if key in _ROLES else None
        if role is not None:
            found |= role
            continue
        named = {seat.index for seat in view.seats if key in (seat.letter.casefold(), seat.name.casefold())}
        if not named:
            letters = ", ".join(seat.letter for seat in view.seats) or "none"
            raise ValueError(f"the record has no seat {name!r}; its seats are {letters}; or {', '.join(_ROLES)}")
        found |= named
    return found


def _role(view: View, role: str) -> set[int]:
    """The seats of a role. A declarer without a partner has none; a record that does not tell is told so."""
    at = {seat.name: seat.index for seat in view.seats}
    who = role if role in ("forehand", "dealer") else "declarer"
    name = {"forehand": view.forehand, "dealer": view.dealer, "declarer": view.declarer}[who]
    if name not in at:
        raise ValueError(f"hands={role}: the record names no {who}")
    ours = {at[n] for n in (view.declarer, view.partner) if n in at}
    if role == "defenders":
        return set(at.values()) - ours
    if role == "partner":
        return ours - {at[view.declarer]}
    return {at[name]}


def _standing(view: View, place: tuple[int, int | None]) -> tuple[Standing, dict[int, set[str]]]:
    """The moment of an end position, and the cards that each seat has played until then."""
    number, card = place
    trick = next((t for t in view.tricks if t.number == number), None)
    if trick is None:
        there = f"it has {len(view.tricks)}" if view.tricks else "its play is not recorded"
        raise ValueError(f"the record has no trick {number}: {there}")
    if card is not None and card > len(trick.fell):
        raise ValueError(f"trick {number} has no card {card}: it has {len(trick.fell)}")
    whole = trick.complete and card in (None, len(trick.fell))
    fell = trick.fell if card is None else trick.fell[:card]
    before = view.tricks[: view.tricks.index(trick)]
    gone: dict[int, set[str]] = {seat.index: set() for seat in view.seats}
    for cell in [cell for t in before for cell in t.cells] + [trick.cells[seat] for seat in fell]:
        if cell.card is not None:
            gone[cell.seat].add(cell.card.token)
    done = [*before, trick] if whole else before
    totals: list[int | None] = list(view.start or [0 for _ in view.sides]) if not done else list(done[-1].totals)
    left = max(0, view.total_tricks - len(done))
    table = [] if whole else [replace(trick.cells[seat], wins=False) for seat in fell]
    turn = _turn(view, trick, fell, whole, left)
    return Standing(number, None if whole else len(fell), table, turn, left, totals), gone


def _turn(view: View, trick: Trick, fell: list[int], whole: bool, left: int) -> int | None:
    if whole:
        return trick.winner if left else None
    return (fell[-1] + 1) % len(view.seats) if fell else trick.leader


def _seat(seat: Seat, shown: bool, ask: Wanted, gone: dict[int, set[str]] | None, faces: Faces) -> Seat:
    """A seat with the hand that is asked for; one that is not shown keeps its other states for a solution only."""
    if not shown:
        if ask.quiz:
            return replace(seat, hand=None, asked=False)
        hidden = replace(seat, hand=None, dealt=None, at_play=None, left=None, laid=(), shown=(), asked=False)
        hidden.talon = hidden.gone = frozenset()
        return hidden
    if ask.dealt:
        return replace(seat, hand=seat.dealt, talon=frozenset(), gone=frozenset())
    if gone is None or seat.at_play is None:
        return replace(seat) if gone is None else replace(seat, hand=None)
    mask = seat.at_play.mask
    for token in gone[seat.index]:
        mask &= ~(1 << CARD[token]) if token in CARD else ~0
    hand = Hand("left", mask, faces.rows(mask), mask.bit_count())
    return replace(seat, hand=hand, talon=frozenset(), gone=frozenset())


def _without(view: View, parts: frozenset[str]) -> View:
    """The view without these parts."""
    view.text = ""
    if "auction" in parts:
        view.auction, view.rounds, view.contested = None, [], False
    if "exchange" in parts:
        view.exchange, view.talon, view.taken, view.exposed, view.unused = None, None, [], (), ()
    if "announcements" in parts:
        view.announcements, view.announced = None, None
    if "play" in parts:
        view.play, view.tricks, view.claim, view.start, view.from_tricks = None, [], "", None, False
        view.lines, view.best, view.computed = [], None, ""
    if "score" in parts:
        view.score = Score([], [], "", [], None, "", False, [], "")
    if "remarks" in parts:
        view.head, view.remarks, view.other_tags = [], [], []
    return view
