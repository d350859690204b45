"""Stated tags that no settlement confirms: their form, and whether they fit each other and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from tarok_pbn.cards import CARD, T1
from tarok_pbn.games.dansk.cards import ULTIMO
from tarok_pbn.games.dansk.pots import pot_names
from tarok_pbn.games.dansk.rules import Rules
from tarok_pbn.games.dansk.settle import accounts, settle
from tarok_pbn.games.kit.game import TagProblem, Undetermined
from tarok_pbn.games.kit.pots import fines_of, parse_pots
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import Amount, parse_amount

__all__ = ["stated_problems"]

_NOTHING = ("?", "", "-")
_POINTS = 78
#: what came of the last trick; bagud stands beside one of them
_OUTCOMES = ("last", "ultimo", "tout", "nolo")


def stated_problems(table: Table, rules: Rules) -> Iterator[TagProblem]:
    """What is wrong with the stated tags, tag by tag."""
    given = {name: value for name, value in table.stated.items() if value not in _NOTHING}
    if "Pots" in given:
        yield from _pots(given["Pots"], rules)
    if "Fines" in given:
        yield from _fines(given["Fines"], table, rules)
    if "Points" in given:
        yield from _points(given["Points"], table)
    if "Result" in given:
        yield from _result(given["Result"], table)
    try:
        totals = (table.ledger or settle(table, rules)).totals()
    except Undetermined:
        if "Score" in given:
            yield from _score(given, table, rules)
        return
    pots = parse_pots(given.get("Pots", "")) or {}
    for pot, content in pots.items():
        if content + totals.get(pot, 0) < 0:
            message = f"The fines take more from the {pot} pot than is in it: {-totals[pot] - content} are lacking."
            yield TagProblem("Fines", "R007", message)


def _pots(stated: str, rules: Rules) -> Iterator[TagProblem]:
    names, pots = pot_names(rules), parse_pots(stated)
    form = f'[Pots "{"; ".join(f"{name} 65" for name in names)}"]' if names else "Leave the tag out."
    if pots is None:
        message = f"Pots {stated!r} cannot be read: it lists each pot and the chips in it."
        yield TagProblem("Pots", "R007", message, form)
    elif set(pots) != set(names):
        has = f"the rule set has {' and '.join(names) or 'no pots'}"
        yield TagProblem("Pots", "R007", f"Pots {stated!r} does not name the pots of the game: {has}.", form)


def _fines(stated: str, table: Table, rules: Rules) -> Iterator[TagProblem]:
    fines, known = fines_of(stated), accounts(table, rules)
    if isinstance(fines, str):
        bad = fines
    else:
        bad = next((f"{f.payer} {f.payee} {f.amount}" for f in fines if {f.payer, f.payee} - set(known)), "")
    if bad:
        message = f"The fine {bad!r} is not payer, payee, amount with accounts of this hand ({' '.join(known)})."
        yield TagProblem("Fines", "R007", message, '[Fines "W S 10; W king 5"]')


def _amounts(stated: str) -> dict[str, Amount] | None:
    """Account -> amount; None where that cannot be read."""
    amounts: dict[str, Amount] = {}
    for part in stated.split(";"):
        words = part.split()
        amount = parse_amount(words[-1]) if len(words) == 2 else None
        if words and (amount is None or words[0] in amounts):
            return None
        if words and amount is not None:
            amounts[words[0]] = amount
    return amounts


def _points(stated: str, table: Table) -> Iterator[TagProblem]:
    """The points of the three who play; they add up to 78 (§1.4)."""
    points = _amounts(stated)
    if points is None or set(points) != set(table.seats) or min(points.values()) < 0:
        seats = [seat for seat in table.everybody if seat in table.seats]
        form = "; ".join(f"{seat} {n}" for seat, n in zip(seats, (16, 15, 47), strict=True))
        message = f"Points {stated!r} does not give the points of each player ({', '.join(seats)})."
        yield TagProblem("Points", "R007", message, f'[Points "{form}"]')
    elif sum(points.values()) != _POINTS:
        yield TagProblem("Points", "S003", f"The points {stated} add up to {sum(points.values())}, not to {_POINTS}.")


def _result(stated: str, table: Table) -> Iterator[TagProblem]:
    """One outcome of the last trick, and the Baguds that can stand beside it (§6.4)."""
    form = 'Such as [Result "W ultimo:HK; S bagud:SK"], [Result "S last"], [Result "S tout"] or [Result "E nolo"].'
    outcomes: list[tuple[str, str, int]] = []
    baguds: list[tuple[str, str, int]] = []
    for part in stated.split(";"):
        seat, _, word = part.strip().partition(" ")
        verb, _, token = word.strip().partition(":")
        card = CARD.get(token, -1)
        known = seat in table.seats and verb in (*_OUTCOMES, "bagud")
        if not known or (card >= 0 and ULTIMO >> card & 1) != (verb in ("ultimo", "bagud")) or (token and card < 0):
            message = f"{part.strip()!r} in the result is not what a player can make of the last trick."
            yield TagProblem("Result", "R007", message, form)
            return
        (baguds if verb == "bagud" else outcomes).append((seat, verb, card))
    reason = _impossible(outcomes, baguds)
    if reason:
        yield TagProblem("Result", "R015", f"The result {stated} cannot be: {reason}.", form)


def _impossible(outcomes: list[tuple[str, str, int]], baguds: list[tuple[str, str, int]]) -> str:
    """Why these cannot come of one last trick, or an empty string."""
    if len(outcomes) != 1:
        return "of last, ultimo, tout and nolo there is exactly one"
    winner, verb, best = outcomes[0]
    losers, cards = [seat for seat, _, _ in baguds], [card for _, _, card in baguds]
    if len(set(losers)) < len(losers) or len(set(cards)) < len(cards) or best in cards:
        return "everybody plays one card to the last trick, and each card is there once"
    if len(losers) > 2 or (verb != "nolo" and winner in losers):
        return "whoever wins the last trick loses no card in it"
    if T1 in cards and best > T1:
        return "the pagat would have beaten the king"
    return ""


def _score(given: dict[str, str], table: Table, rules: Rules) -> Iterator[TagProblem]:
    """What all accounts gained and lost comes to nothing, and the pots hold what they held and what they gained."""
    score, pots = _amounts(given["Score"]), parse_pots(given.get("Pots", ""))
    if score is None:
        return
    total = sum(score.values())
    if total and set(score) == set(accounts(table, rules)):
        yield TagProblem("Score", "S002", f"The recorded scores add up to {total}, not to 0.")
        return
    after, names = parse_pots(given.get("PotsAfter", "")), pot_names(rules)
    if not names or not pots or not after or any(set(names) - set(stated) for stated in (score, pots, after)):
        return
    right = "; ".join(f"{name} {pots[name] + score[name]}" for name in names)
    if any(after[name] != pots[name] + score[name] for name in names):
        message = f"Recorded pots after the hand {given['PotsAfter']}, but by the score they hold {right}."
        yield TagProblem("PotsAfter", "S010", message, f'[PotsAfter "{right}"]')
