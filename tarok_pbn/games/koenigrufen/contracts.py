"""The contracts of the family as a table, and a rule set's tariff over it. Source: koenigrufen §3.1, §3.2."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.terms import Offer
from tarok_pbn.games.koenigrufen.cards import BIRDS
from tarok_pbn.ledger import Amount

__all__ = ["KINDS", "NEGATIVE", "Contract", "Kind", "bad_contract", "contract", "offers", "tariff"]


class Kind(NamedTuple):
    """What a contract is, whatever it costs.

    family: ``R`` king call, ``E`` alone, ``F`` colour, ``N`` negative, ``T`` every player for himself.
    talon: ``half`` both halves are shown and one is taken, ``six`` all six unseen, ``solo`` untouched and
    the opponents', ``none`` nobody's, ``each`` as Trischaken has it.
    bird: ``any`` Vogel must be announced, or the one named. target: tricks of a negative game.
    """

    family: str
    talon: str
    bird: str = ""
    target: int = 0
    ouvert: bool = False


KINDS: dict[str, Kind] = {
    "trischaken": Kind("T", "each"),
    "rufer": Kind("R", "half"),
    "besserrufer": Kind("R", "half", "any"),
    **{f"{bird}rufer": Kind("R", "half", bird) for bird in BIRDS},
    "solorufer": Kind("R", "solo"),
    "solobesser": Kind("R", "solo", "any"),
    "sechserdreier": Kind("E", "six"),
    "dreier": Kind("E", "half"),
    "besserdreier": Kind("E", "half", "any"),
    "solodreier": Kind("E", "solo"),
    "farbendreier": Kind("F", "half"),
    "farbensolo": Kind("F", "solo"),
    "bettler": Kind("N", "none", target=0),
    "piccolo": Kind("N", "none", target=1),
    "zwiccolo": Kind("N", "none", target=2),
    "triccolo": Kind("N", "none", target=3),
    "bettler_ouvert": Kind("N", "none", target=0, ouvert=True),
    "piccolo_ouvert": Kind("N", "none", target=1, ouvert=True),
    "zwiccolo_ouvert": Kind("N", "none", target=2, ouvert=True),
    "triccolo_ouvert": Kind("N", "none", target=3, ouvert=True),
    "plauderer": Kind("N", "none", target=0, ouvert=True),
}
NEGATIVE = frozenset(word for word, kind in KINDS.items() if kind.family == "N")
#: who may bid it, and when: anybody, Vorhand after three passes, Vorhand's first word, both, Vorhand at any time
_AVAIL = frozenset({"", "after", "first", "first_or_after", "forehand"})


class Contract(NamedTuple):
    """A contract in a rule set. rank decides overbidding, value is per opponent (None: the set has no tariff)."""

    word: str
    kind: Kind
    rank: int
    value: Amount | None = None
    lost: Amount | None = None
    avail: str = ""


def bad_contract(text: str) -> str:
    """What is wrong with a contract of a tariff such as ``sechserdreier:4/8:first``, or an empty string."""
    word, _, rest = text.partition(":")
    if word not in KINDS:
        from tarok_pbn.games.kit.rules import nearest  # only where something is wrong

        near = nearest(word, KINDS)
        return f"{word!r} is not a contract" + (f"; did you mean {near}?" if near else "")
    price, *flags = rest.split(":")
    for amount in price.split("/") if price != "?" else ():
        if whole(amount.replace(".", "", 1)) is None:
            return f"{text!r} has no value; write {word}:4, {word}:4/8 (won/lost) or {word}:? (no tariff)"
    wrong = [flag for flag in flags if flag not in (*_AVAIL, "same")]
    return f"{wrong[0]!r} in {text!r} is none of {', '.join(sorted(f for f in _AVAIL if f))}, same" if wrong else ""


def _amount(text: str) -> Amount:
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


@lru_cache(maxsize=64)
def tariff(contracts: tuple[str, ...]) -> dict[str, Contract]:
    """word -> contract, from low to high; ``same`` gives the rank of the contract before."""
    table: dict[str, Contract] = {}
    rank = 0
    for text in contracts:
        word, price, *flags = (*text.split(":"), "?")[: max(2, text.count(":") + 1)]
        rank += "same" not in flags
        won, _, lost = price.partition("/")
        value = None if won == "?" else _amount(won)
        avail = next((flag for flag in flags if flag != "same"), "")
        table[word] = Contract(word, KINDS[word], rank, value, _amount(lost) if lost else value, avail)
    return table


def contract(contracts: tuple[str, ...], word: str) -> Contract | None:
    """The contract as the rule set has it; one it does not offer has rank 0 and no value.

    A Besserrufer and a Rufer named after its Vogel are one game under two names: a set that has only
    one of them gives its value to the other.
    """
    kind = KINDS.get(word)
    if kind is None:
        return None
    table = tariff(contracts)
    found = table.get(word)
    if found is not None:
        return found
    if kind.bird and kind.talon == "half" and kind.family == "R":
        twin = next((c for c in table.values() if c.kind.bird and c.kind[:2] == kind[:2]), None)
        if twin is not None:
            return Contract(word, kind, twin.rank, twin.value, twin.lost, twin.avail)
    return Contract(word, kind, 0)


def offers(contracts: tuple[str, ...]) -> dict[str, Offer]:
    """The contracts of a rule set from low to high."""
    return {
        word: Offer(found.kind.talon not in ("half", "six"), found.kind.family != "T", found.kind.family == "R")
        for word, found in tariff(contracts).items()
    }
