"""Solutions and analyses of records as text and as JSON: what becomes of each, and how that is put together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tarok_pbn.analysis.aims import aim_words, count_words, seats_words
from tarok_pbn.analysis.annotate import Analysis, Step
from tarok_pbn.analysis.exchange import Exchange, Other
from tarok_pbn.analysis.native import backend
from tarok_pbn.analysis.position import Move, Unsolvable
from tarok_pbn.analysis.solver import Solution
from tarok_pbn.cards import CODES, ordered
from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.report.terminal import printable

__all__ = [
    "UNITS", "analysis_object", "analysis_text", "as_json", "blocks", "document", "lines", "need_words", "range_words",
    "refusal_words", "solution_object", "solution_text",
]  # fmt: skip

_VERSION = 1
#: what is counted under an aim of each kind
UNITS = {"points": "thirds", "tricks": "tricks", "trick": "0 or 1"}


def range_words(aim: Aim, low: int, high: int) -> str:
    """A count, or what it lies between: ``33``, ``between 30 and 35 1/3``."""
    if low == high:
        return count_words(aim, low)
    if aim.kind == "trick":
        return "not known"
    return f"between {count_words(aim, low)} and {count_words(aim, high)}"


def refusal_words(why: Unsolvable, findings: Iterable[Finding]) -> str:
    """Why nothing was found, with the error of the record that may be behind it. findings: of the record."""
    fault = why.fault(findings)
    if fault is None:
        return str(why)
    line = f" in line {fault.span.line}" if fault.span is not None else ""
    return f"{why} (tarok check: {fault.code}{line}, {fault.title})"


def lost_words(aim: Aim, lost: int) -> str:
    """What a card lost: ``2 1/3``, ``1 trick``, ``it``."""
    if aim.kind == "trick":
        return "it"
    if aim.kind == "tricks":
        return f"{lost} trick{'' if lost == 1 else 's'}"
    return count_words(aim, lost)


def need_words(aim: Aim, enough: int) -> str:
    """What decides: ``35 2/3 are needed``, ``at most 1 is needed``."""
    return f"{'at most ' if aim.low else ''}{count_words(aim, enough)} {'is' if aim.low else 'are'} needed"


def _need(aim: Aim) -> str:
    return "" if aim.enough is None else f"; {need_words(aim, aim.enough)}"


def _cards(moves: tuple[Move, ...] | list[Move]) -> str:
    return ", ".join(map(str, moves))


def blocks(pieces: Iterable[str]) -> Iterator[str]:
    """Texts with a blank line between them."""
    for number, piece in enumerate(pieces):
        yield f"\n{piece}" if number else piece


def lines(pieces: Iterable[str]) -> Iterator[str]:
    """JSON objects, each on a line of its own."""
    for piece in pieces:
        yield f"{piece}\n"


def document(pieces: Iterable[str]) -> Iterator[str]:
    """JSON objects as a list in one document."""
    yield "["
    for number, piece in enumerate(pieces):
        yield f",\n{piece}" if number else f"\n{piece}"
    yield "\n]\n"


def as_json(item: dict[str, Any], *, indent: bool) -> str:
    """A JSON object, on one line or indented."""
    return json.dumps(item, ensure_ascii=False, indent=1 if indent else None)


def solution_text(file: str, number: int, solution: Solution) -> str:
    """One block a position: the value, then each card with its own."""
    position, aim = solution.position, solution.aim
    turn = "nothing is left to play" if position.over else f"{position.table.name(position.turn)} to play"
    place = "after the last trick" if position.over else position.place
    lacks = position.lacks(aim)
    words = aim_words(position, aim)
    parts = [f"{printable(file)}:{number}, {place}, {turn}\n", f"{words[:1].upper()}{words[1:]}: "]
    parts.append(range_words(aim, solution.low, solution.high))
    parts.append(f" (so far {count_words(aim, solution.had)}{_need(aim)})" if aim.kind != "trick" else "")
    parts.append(f", without {lacks}, which the record does not tell\n" if lacks else "\n")
    best = set(solution.best)
    width = max((len(str(choice.move)) for choice in solution.choices), default=0)
    for choice in solution.choices:
        mark = "*" if choice.move in best else " "
        parts.append(f"  {mark} {choice.move!s:<{width}}  {range_words(aim, choice.low, choice.high)}\n")
    return "".join(parts)


def _aim(solution: Solution | Analysis) -> dict[str, Any]:
    position = solution.position if isinstance(solution, Solution) else solution.start
    aim = solution.aim
    letters = position.letters
    told: dict[str, Any] = {
        "kind": aim.kind,
        "unit": UNITS[aim.kind],
        "side": [letters[seat] for seat in sorted(aim.side)],
        "wants": "few" if aim.low else "much",
        "enough": aim.enough,
        "text": aim_words(position, aim),
        "without": position.lacks(aim),
    }
    if aim.kind == "trick":
        told["trick"] = aim.trick
        told["card"] = str(Move(aim.card)) if aim.card is not None else None
        told["lying"] = aim.lying
    return told


def solution_object(file: str, number: int, solution: Solution) -> dict[str, Any]:
    """``{file, record, at, turn, aim, low, high, so_far, choices, ...}``"""
    position = solution.position
    best = set(solution.best)
    return {
        "version": _VERSION,
        "file": file,
        "record": number,
        "at": None if position.over else {"trick": position.trick, "card": len(position.cards) + 1},
        "turn": None if position.over else position.letters[position.turn],
        "aim": _aim(solution),
        "low": solution.low,
        "high": solution.high,
        "so_far": solution.had,
        "choices": [
            {"card": str(c.move), "low": c.low, "high": c.high, "best": c.move in best} for c in solution.choices
        ],
        "backend": backend(),
    }


def analysis_text(
    file: str, number: int, analysis: Analysis, exchanges: list[Exchange] | None = None, *, everything: bool = False
) -> str:
    """One block a record: the value, the cards that lost something, and what the sides lost together.

    exchanges: what they cost, where that was asked. everything: all cards.
    """
    aim, start = analysis.aim, analysis.start
    words, lacks = aim_words(start, aim), start.lacks(aim)
    parts = [
        f"{printable(file)}:{number}\n{words[:1].upper()}{words[1:]}, all hands open: ",
        f"{range_words(aim, analysis.low, analysis.high)} with best play",
        f", {count_words(aim, analysis.result)} as played" if analysis.result is not None else "",
        _need(aim),
        f"; without {lacks}, which the record does not tell.\n" if lacks else ".\n",
    ]
    parts += [f"  {_line(analysis, step)}\n" for step in analysis.steps if step.lost or everything]
    parts += _sums(analysis)
    parts += [f"{_exchange_words(analysis, found)}\n" for found in exchanges or ()]
    return "".join(parts)


def _line(analysis: Analysis, step: Step) -> str:
    aim = analysis.aim
    head = f"trick {step.trick:>2}, card {step.place}: {analysis.start.letters[step.seat]} {step.move}"
    if not step.exact:
        return f"{head:<28} {range_words(aim, step.after_low, step.after_high)}"
    if not step.lost:
        return f"{head:<28} {count_words(aim, step.after_low)}"
    if step.lost < 0:
        return f"{head:<28} gains {lost_words(aim, -step.lost)} against the rules"
    turned = " and turns the hand" if step.turned and aim.kind != "trick" else ""
    better = f"; better {_cards(step.better)}" if step.better else ""
    return f"{head:<28} loses {lost_words(aim, step.lost)}{turned}{better}"


def _sums(analysis: Analysis) -> list[str]:
    aim, start = analysis.aim, analysis.start
    others = frozenset(range(len(start.hands))) - aim.side
    told = []
    if analysis.result is None:
        last = analysis.steps[-1].place_words
        told.append(f"The record shows the cards up to {last}; later ones are not analysed.\n")
    if analysis.open_until:
        step = analysis.steps[analysis.open_until - 1]
        return [*told, f"Not proven within the limits up to {step.place_words}.\n"]
    for side in (aim.side, others):
        lost = analysis.lost_by(side)
        if lost is not None and aim.kind != "trick":
            told.append(f"{seats_words(start, side)} lost {lost_words(aim, lost) if lost else 'nothing'} in all.\n")
    return told


def _laid(mask: int) -> str:
    return ", ".join(CODES[card] for card in ordered(mask)) or "nothing"


def _exchange_words(analysis: Analysis, found: Exchange) -> str:
    """``South laid away DQ, C9: 33; better T8, DQ: 35 (2 more), best of 15.``"""
    aim, name = analysis.aim, analysis.start.table.name(found.seat)
    taken = f" after {found.taken}" if found.taken else ""
    told = f"{name} laid away {_laid(found.laid)}{taken}: {range_words(aim, found.low, found.high)}"
    if found.low != found.high:
        return f"{told}; other discards were not looked at within the limits."
    for other, what in ((found.discard, "better"), (found.half, "with the other half")):
        if other is not None:
            half = f"{other.takes}, " if other.takes else ""
            told += f"; {what} {half}{_laid(other.laid)}: {range_words(aim, other.low, other.high)}"
    if found.discard is None and found.half is None:
        told += "; nothing better was found"
    return f"{told} ({found.looked} of {found.of} looked at)."


def analysis_object(
    file: str, number: int, analysis: Analysis, exchanges: list[Exchange] | None = None
) -> dict[str, Any]:
    """``{file, record, aim, low, high, result, steps: [{trick, card, seat, played, before, after, lost, ...}]}``

    exchanges: what they cost, where that was asked.
    """
    start = analysis.start
    others = frozenset(range(len(start.hands))) - analysis.aim.side
    return {
        "version": _VERSION,
        "file": file,
        "record": number,
        "aim": _aim(analysis),
        "low": analysis.low,
        "high": analysis.high,
        "result": analysis.result,
        "lost": {"side": analysis.lost_by(analysis.aim.side), "others": analysis.lost_by(others)},
        "steps": [
            {
                "trick": step.trick,
                "card": step.place,
                "seat": start.letters[step.seat],
                "played": str(step.move),
                "choices": step.choices,
                "before": [step.low, step.high],
                "after": [step.after_low, step.after_high],
                "lost": step.lost,
                "turned": step.turned,
                "better": list(map(str, step.better)),
            }
            for step in analysis.steps
        ],
        "exchange": None if exchanges is None else [_exchange(start.letters, found) for found in exchanges],
        "backend": backend(),
    }


def _exchange(letters: tuple[str, ...], found: Exchange) -> dict[str, Any]:
    def other(it: Other | None) -> dict[str, Any] | None:
        if it is None:
            return None
        return {"takes": it.takes, "lays": [CODES[card] for card in ordered(it.laid)], "low": it.low, "high": it.high}

    return {
        "seat": letters[found.seat],
        "takes": found.taken,
        "lays": [CODES[card] for card in ordered(found.laid)],
        "low": found.low,
        "high": found.high,
        "better_discard": other(found.discard),
        "other_half": other(found.half),
        "looked_at": found.looked,
        "possible": found.of,
    }
