"""Estimates as text and as JSON: what the player knows, what was dealt by lot, and each card with what it loses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tarok_pbn.analysis.estimate import Estimate, Ranked
from tarok_pbn.analysis.knowledge import Knowledge, Learned
from tarok_pbn.analysis.native import backend
from tarok_pbn.cards import CODES, ordered
from tarok_pbn.report.analysis import UNITS, need_words
from tarok_pbn.report.base import counted
from tarok_pbn.report.dealt import percent
from tarok_pbn.report.terminal import printable

__all__ = ["estimate_object", "estimate_text"]

_VERSION = 1


def estimate_text(file: str, number: int, estimate: Estimate) -> str:
    """One block an estimate: what is known, then the cards from the best on."""
    known = estimate.knowledge
    name = known.table.name(known.seat)
    lines = [
        f"{printable(file)}:{number}, trick {known.trick}, card {known.card}: ESTIMATE (experimental) for {name}, "
        f"over {counted(estimate.deals, 'deal')} by lot that {name} cannot tell from the real one",
        *_known_lines(known, name),
        f"Seed {estimate.seed}, {estimate.tries:,} tried.{_ended(estimate)}",
        f"{estimate.about[:1].upper()}{estimate.about[1:]}{_need(estimate)}; {_wish(estimate, name)}:",
        *_table(estimate),
    ]
    if any(card.move == known.recorded for card in estimate.cards):
        lines.append("* as played")
    if estimate.unsure:
        moves = ", ".join(f"{move}{' (as played)' * (move == known.recorded)}" for move in estimate.unsure)
        lines.append(f"Not ranked, for not legal in all of the deals: {moves}")
    return "".join(f"{line}\n" for line in lines)


def _known_lines(known: Knowledge, name: str) -> list[str]:
    lines = [f"{name} holds {_cards(known.hand)}" + (f"; has laid away {_cards(known.laid)}" if known.laid else "")]
    seen = [CODES[card] for card in known.talon if card >= 0]
    if seen:
        lines.append(f"{name} has seen of the talon: {' '.join(seen)}")
    if known.learned:
        lines.append(f"{name} also knows:")
        for seat in dict.fromkeys(learned.seat for learned in known.learned):
            said = "; ".join(_said(one) for one in known.learned if one.seat == seat)
            lines.append(f"  {_who(known, seat)} {said}")
    lines.append(f"Not drawn on: {'; '.join([*known.silent, 'how well anybody bids and plays'])}")
    lines.append("Assumed: each such deal is as likely as any other, and so is each legal discard that was not seen")
    return lines


def _said(learned: Learned) -> str:
    return f"{learned.text} ({learned.source})"


def _who(known: Knowledge, seat: int) -> str:
    return known.table.name(seat) if seat >= 0 else "the talon"


def _cards(mask: int) -> str:
    return " ".join(CODES[card] for card in ordered(mask))


def _ended(estimate: Estimate) -> str:
    told = ""
    if estimate.open:
        told += f" {counted(estimate.open, 'deal')} left out that were not solved within the limits."
    if estimate.ended == "time":
        told += f" The time was over before all {estimate.wanted:,} were solved."
    elif estimate.ended:
        told += f" No more deals were found that agree with what is known; most had against them: {estimate.against}."
    return told


def _need(estimate: Estimate) -> str:
    if estimate.enough is None or estimate.aim.kind == "trick":
        return ""
    return f" ({need_words(estimate.aim, estimate.enough)})"


def _wish(estimate: Estimate, name: str) -> str:
    if estimate.about.endswith("holder's side"):
        return f"{name} wants it for the own side only"
    return f"{name} wants {'little' if estimate.few else 'much'} of it"


def _table(estimate: Estimate) -> list[str]:
    known, kind = estimate.knowledge, estimate.aim.kind
    made = estimate.enough is not None and kind != "trick"
    rows = [["", "", "card", "mean", "loses (95 %)", "best in", *(["made in"] if made else [])]]
    for card in estimate.cards:
        loss = "-"
        if card is not estimate.cards[0]:
            loss = f"{_number(kind, card.loss)} ({_number(kind, card.low)} to {_number(kind, card.high)})"
        mark = "*" if card.move == known.recorded else ""
        row = [str(card.rank), mark, str(card.move), _number(kind, card.mean), loss]
        row.append(percent(card.best / estimate.deals))
        if made:
            row.append(percent((card.made or 0) / estimate.deals))
        rows.append(row)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    padded = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return [f"  {row}".rstrip() for row in padded]


def _number(kind: str, value: Fraction | float) -> str:
    """A mean in card points, tricks, or of a hundred deals."""
    if kind == "trick":
        return f"{round(100 * float(value), 1) + 0.0:.1f} %"
    return f"{round(float(value / 3 if kind == 'points' else value), 2) + 0.0:.2f}"


def estimate_object(file: str, number: int, estimate: Estimate) -> dict[str, Any]:
    """``{file, record, at, turn, experimental, seed, deals, ..., knows, aim, choices}``; means as [whole, parts]."""
    known, aim = estimate.knowledge, estimate.aim
    letters = known.table.seats
    return {
        "version": _VERSION,
        "experimental": True,
        "file": file,
        "record": number,
        "at": {"trick": known.trick, "card": known.card},
        "turn": letters[known.seat],
        "knows": {
            "hand": [CODES[card] for card in ordered(known.hand)],
            "laid": [CODES[card] for card in ordered(known.laid)],
            "talon": [CODES[card] if card >= 0 else "??" for card in known.talon],
            "inferred": [
                {"of": letters[one.seat] if one.seat >= 0 else "talon", "text": one.text, "source": one.source}
                for one in known.learned
            ],
            "not_used": list(known.silent),
        },
        "seed": estimate.seed,
        "deals": estimate.deals,
        "wanted": estimate.wanted,
        "tries": estimate.tries,
        "unsolved": estimate.open,
        "ended": estimate.ended,
        "aim": {
            "kind": aim.kind,
            "unit": UNITS[aim.kind],
            "text": estimate.about,
            "player_wants": "few" if estimate.few else "much",
            "enough": estimate.enough,
        },
        "choices": [_choice(card, estimate) for card in estimate.cards],
        "not_ranked": [str(move) for move in estimate.unsure],
        "backend": backend(),
    }


def _choice(card: Ranked, estimate: Estimate) -> dict[str, Any]:
    return {
        "card": str(card.move),
        "rank": card.rank,
        "mean": [card.mean.numerator, card.mean.denominator],
        "loss": [card.loss.numerator, card.loss.denominator],
        "interval": [card.low, card.high],
        "best": card.best,
        "made": card.made,
        "played": card.move == estimate.knowledge.recorded,
    }
