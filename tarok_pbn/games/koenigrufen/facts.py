"""What a settlement needs to know of a hand: from the play, or as the record states it.

Each function raises ``Undetermined`` with what the record lacks. Cards whose owner is not known are
kept apart, so that a question is answered wherever they cannot change the answer.
Source: koenigrufen §1.3, §4.6, §5, §6.1.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from tarok_pbn.cards import FOOL, KINGS, PACK54, T21
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import masks_of
from tarok_pbn.games.koenigrufen.cards import BIRD_TRICK, BIRDS, PACK_THIRDS, TRULL, parse_blatt, thirds
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.state import State

__all__ = [
    "Outcome",
    "Piles",
    "king_in_talon",
    "outcome",
    "piles",
    "reaches",
    "sides",
    "stated_bonuses",
    "swept",
    "tricks_of",
]

TRICKS: Final = 12
_FAULTS: Final = "a play without faults"


class Outcome(NamedTuple):
    """What became of a bonus: side 0 the declarer's, 1 the others'; made or tried and lost; who and against whom."""

    side: int
    made: bool
    seat: int
    against: int = -1


class Piles(NamedTuple):
    """Cards of the declarer's side, of the others, and of nobody known; and what the record lacks to know."""

    mine: int
    other: int
    open: int = 0
    lacks: str = ""

    def of(self, side: int) -> int:
        """Cards of side 0 (the declarer's) or 1."""
        return self.other if side else self.mine


def sides(table: Table, state: State) -> tuple[frozenset[int], frozenset[int]]:
    """Declarer's side and the others in a positive game."""
    if not state.games:
        raise Undetermined("the contract" if table.contract is None else "the declarer")
    if not state.partner_known:
        raise Undetermined("the partner (who holds the called king)")
    return _sides(table.n, state.games[0][0], table.partner)


@cache
def _sides(n: int, declarer: int, partner: int | None) -> tuple[frozenset[int], frozenset[int]]:
    ours = frozenset({declarer} if partner is None else {declarer, partner})
    return ours, frozenset(range(n)) - ours


def played(table: Table) -> bool:
    """Whether the record shows the play. Raises Undetermined where a fault makes it useless."""
    if not table.tricks and table.claim is None:
        return False
    if table.broken:
        raise Undetermined(_FAULTS)
    return True


def king_in_talon(table: Table, state: State) -> bool:
    """Whether the called king lay in the talon."""
    if state.family != "R" or table.called is None:
        return False
    if table.talon is not None and -1 not in table.talon:
        return table.called in table.talon
    declarer = table.dealt[state.games[0][0]]
    return state.partner_known and table.partner is None and not (declarer is not None and declarer >> table.called & 1)


def piles(table: Table, rules: Rules, state: State) -> Piles:
    """The two sides' cards at the end of a positive game."""
    memo = table.memo.get("piles")
    if isinstance(memo, Piles):
        return memo
    ours, _ = sides(table, state)
    if not played(table):
        raise Undetermined("the play or the points")
    if table.claim is None and not table.play_complete(TRICKS):
        raise Undetermined("all twelve tricks")
    mine = masks_of([t for t in table.tricks if t.winner in ours])
    other = masks_of([t for t in table.tricks if t.winner not in ours])
    if table.claim is not None:
        claimer, rest = table.claim
        if rest is None:
            raise Undetermined("the cards left at the claim")
        mine, other = (mine | rest, other) if claimer in ours else (mine, other | rest)
    table.memo["piles"] = result = share_rest(table, rules, state, mine, other)
    return result


def share_rest(table: Table, rules: Rules, state: State, mine: int, other: int) -> Piles:
    """Whose the six cards are that were not played."""
    rest = PACK54 & ~mine & ~other
    kind = state.games[0][1].kind
    seat = state.games[0][0]
    if kind.talon == "six":
        return Piles(mine | rest, other)
    if kind.talon == "half":
        laid = table.laid[seat]
        taken = table.taken[seat]
        if laid is None and table.talon is not None and taken and -1 not in taken and -1 not in table.talon:
            unused = sum(1 << card for card in table.talon if card not in taken)
            laid = rest & ~unused
        if laid is None:
            return Piles(mine, other, rest, "the cards laid away")
        return Piles(mine | laid, other | rest & ~laid)
    if king_in_talon(table, state):
        return _king_share(table, rules, state, mine, other, rest)
    if not other and rules.solo_talon == "opponents_if_trick":
        return Piles(mine | rest, other)
    return Piles(mine, other | rest)


def _king_share(table: Table, rules: Rules, state: State, mine: int, other: int, rest: int) -> Piles:
    """§4.6: the called king lay in the talon of a Solorufer."""
    if rules.solo_king_talon == "all":
        return Piles(mine | rest, other)
    king = table.called or 0
    if not state.halves or table.talon is None or -1 in table.talon:
        return Piles(mine | 1 << king, other, rest & ~(1 << king), "the halves of the talon")
    first = table.talon.index(king) // 3 * 3
    half = sum(1 << card for card in table.talon[first : first + 3])
    return Piles(mine | half, other | rest & ~half)


def stated_points(table: Table) -> tuple[int, int] | None:
    """The thirds of a Points tag ``41/2 28/1``, where the record does not show the play."""
    if "Play" in table.given:
        return None
    parts = [parse_blatt(word) for word in table.stated.get("Points", "?").split()]
    if len(parts) == 2 and parts[0] is not None and parts[1] is not None and parts[0] + parts[1] == PACK_THIRDS:
        return parts[0], parts[1]
    return None


def reaches(table: Table, rules: Rules, state: State, side: int, threshold: int) -> bool:
    """Whether a side has at least *threshold* thirds."""
    stated = stated_points(table)
    if stated is not None:
        return stated[side] >= threshold
    known = piles(table, rules, state)
    least = thirds(known.of(side))
    if least >= threshold or not known.open:
        return least >= threshold
    if least + thirds(known.open) < threshold:
        return False
    raise Undetermined(known.lacks)


def points(table: Table, rules: Rules, state: State) -> tuple[int, int]:
    """Thirds of the declarer's side and of the others; together 210."""
    stated = stated_points(table)
    if stated is not None:
        return stated
    memo = table.memo.get("points")
    if isinstance(memo, tuple):
        return memo
    known = piles(table, rules, state)
    if known.open:
        raise Undetermined(known.lacks)
    table.memo["points"] = result = (thirds(known.mine), thirds(known.other))
    return result


def tricks_of(table: Table) -> list[int]:
    """Tricks of each seat, so far as the hand was played; or as a Tricks tag ``S 1; E 4; N 3; W 4`` states them."""
    if played(table):
        counts = [0] * table.n
        for trick in table.tricks:
            if trick.winner is None:
                raise Undetermined("the winner of every trick")
            counts[trick.winner] += 1
        if table.claim is not None:
            counts[table.claim[0]] += TRICKS - len(table.tricks)
        return counts
    stated = seat_numbers(table.stated.get("Tricks", "?"), table)
    if "Play" not in table.given and stated is not None and sum(stated) <= TRICKS:
        return stated
    raise Undetermined("the play, or a Tricks tag")


def seat_numbers(text: str, table: Table) -> list[int] | None:
    """The numbers of ``S 1; E 4; N 3; W 4`` in seat order, or None."""
    numbers: dict[str, int] = {}
    for part in text.split(";"):
        words = part.split()
        number = whole(words[1]) if len(words) == 2 else None
        if number is None:
            return None
        numbers[words[0]] = number
    return [numbers[s] for s in table.seats] if set(numbers) == set(table.seats) else None


def swept(table: Table, state: State) -> int | None:
    """The side that took all twelve tricks, or None."""
    ours, _ = sides(table, state)
    if played(table):
        winners = {t.winner in ours for t in table.tricks}
        if table.claim is not None:
            winners.add(table.claim[0] in ours)
        if len(winners) == 2:
            return None
        if table.claim is None and len(table.tricks) < TRICKS:
            raise Undetermined("all twelve tricks")
        return 0 if winners == {True} else 1
    found = stated_bonuses(table, state).get("valat")
    return found.side if found is not None and found.made else None


def stated_bonuses(table: Table, state: State) -> dict[str, Outcome]:
    """The Bonuses tag of a record without play: ``pagat S; uhu E lost; trull W; mondfang N W``; "" for none."""
    text = table.stated.get("Bonuses", "?")
    if "Play" in table.given or text == "?":
        raise Undetermined("the play, or a Bonuses tag")
    ours, _ = sides(table, state)
    found: dict[str, Outcome] = {}
    for part in text.split(";"):
        words = part.split()
        if not words or words == ["-"]:
            continue
        seat = table.index(words[1]) if len(words) > 1 else None
        if seat is None:
            raise Undetermined("a Bonuses tag that can be read (pagat S; uhu E lost; trull W)")
        against = table.index(words[2]) if len(words) > 2 else None
        found[words[0]] = Outcome(int(seat not in ours), words[-1] != "lost", seat, -1 if against is None else against)
    return found


def outcome(table: Table, rules: Rules, state: State, name: str) -> Outcome | None:
    """What became of a bonus; None where nobody made or tried it."""
    ours, theirs = sides(table, state)
    if name in ("absolut", "sack1", "sack2"):
        return _by_thirds(table, rules, state, name, (ours, theirs))
    if not played(table):
        return stated_bonuses(table, state).get(name)
    if name in BIRDS:
        return _bird(table, ours, name)
    if name == "ku":
        return _king_ultimo(table, ours)
    if name == "mondfang":
        return _mondfang(table, rules, ours)
    wanted = TRULL if name == "trull" else KINGS
    known = piles(table, rules, state)
    for side, members in enumerate((ours, theirs)):
        if wanted & ~known.of(side) == 0:
            return Outcome(side, True, min(members))
        if known.open & wanted and wanted & ~(known.of(side) | known.open) == 0:
            raise Undetermined(known.lacks)
    return None


def _by_thirds(
    table: Table, rules: Rules, state: State, name: str, members: tuple[frozenset[int], frozenset[int]]
) -> Outcome | None:
    need = {
        "sack1": rules.sack1_thirds,
        "sack2": rules.sack2_thirds,
        "absolut": PACK_THIRDS - rules.absolut_thirds + 1,
    }[name]
    for side in (0, 1):
        if reaches(table, rules, state, side, need):
            return Outcome(side, True, min(members[side]))
    return None


def _bird(table: Table, ours: frozenset[int], name: str) -> Outcome | None:
    card, number = BIRDS[name], BIRD_TRICK[name]
    for trick in table.tricks[: number - 1]:
        if card in trick.cards:
            return None
    if len(table.tricks) < number:
        if table.claim is not None and table.claim[1] is not None and not table.claim[1] >> card & 1:
            return None
        raise Undetermined(f"trick {number} (where the {name.capitalize()} goes)")
    trick = table.tricks[number - 1]
    seat = trick.seats[trick.cards.index(card)] if card in trick.cards else None
    if seat is None:
        return None
    return Outcome(int(seat not in ours), trick.winner == seat, seat)


def _king_ultimo(table: Table, ours: frozenset[int]) -> Outcome | None:
    king = table.called
    if king is None:
        raise Undetermined("the called king")
    if any(king in trick.cards for trick in table.tricks[: TRICKS - 1]):
        return None
    if len(table.tricks) < TRICKS:
        if table.claim is not None and table.claim[1] is not None and not table.claim[1] >> king & 1:
            return None
        raise Undetermined("trick 12 (where the called king falls)")
    trick = table.tricks[-1]
    if king not in trick.cards:
        return None
    return Outcome(0, trick.winner in ours, trick.seats[trick.cards.index(king)])


def _mondfang(table: Table, rules: Rules, ours: frozenset[int]) -> Outcome | None:
    """§6.1: the Sküs beats the Mond; not in a Kaiserstich, where the Pagat wins both."""
    for trick in table.tricks:
        if T21 not in trick.cards or FOOL not in trick.cards or trick.winner is None:
            continue
        owner = trick.seats[trick.cards.index(T21)]
        if trick.card_of(trick.winner) != FOOL or (
            rules.mondfang == "side" and (owner in ours) == (trick.winner in ours)
        ):
            return None
        return Outcome(int(trick.winner not in ours), True, trick.winner, owner)
    if len(table.tricks) < TRICKS and not any(T21 in t.cards or FOOL in t.cards for t in table.tricks):
        raise Undetermined("the trick of the Mond")
    return None
