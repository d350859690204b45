"""The settlement and the verdict: what was recorded beside what the hand gives."""

from __future__ import annotations

from tarok_pbn.check import Checked
from tarok_pbn.games.kit.words import Word
from tarok_pbn.ledger import Amount
from tarok_pbn.ledger import Item as Booked
from tarok_pbn.record import Record
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.model import Item, Remark, Score, Side, Verdict
from tarok_pbn.render.numbers import amount
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.sections import remarks_of
from tarok_pbn.render.wording import translated, word_of
from tarok_pbn.replay import Replay
from tarok_pbn.verdict import parse_score

__all__ = ["score_of", "verdict_of"]

_NOTHING = ("?", "", "-")


def score_of(checked: Checked, sides: list[Side], lang: str = "en") -> Score:
    """Items, totals, and the recorded score beside them."""
    replay, record = checked.replay, checked.record
    ledger = replay.ledger
    stated = record.get("Score")
    recorded = parse_score(stated) if stated not in _NOTHING else None
    accounts = list(ledger.accounts) if ledger is not None else _accounts(replay, recorded)
    totals: list[Amount] = []
    items: list[Item] | None = None
    differs = False
    if ledger is not None and replay.game is not None:
        game = replay.game
        sums = ledger.totals()
        totals = [sums[account] for account in accounts]
        items = []
        for item in ledger.items:
            changes = item.changes()
            amounts = [changes.get(account, 0) for account in accounts]
            items.append(Item(item.name, word_of(game, item.name, lang), _steps(item, lang), amounts))
        differs = recorded is not None and any(recorded.get(a, 0) != sums.get(a, 0) for a in {*accounts, *recorded})
    points, text = _points(replay, record, sides, lang)
    return Score(
        accounts, items, "" if items is not None else _why_not(replay, lang), totals,
        None if recorded is None else [recorded.get(account) for account in accounts],
        stated if stated not in _NOTHING else "", differs, points, text, _remarks(record),
        _further(replay, accounts, lang),
    )  # fmt: skip


def _further(replay: Replay, accounts: list[str], lang: str) -> list[tuple[Word, list[Amount]]]:
    """Ledgers beside the score that come to something else, in the order in which the game keeps them."""
    if replay.game is None or replay.ledger is None or not replay.ledgers:
        return []
    score = replay.ledger.totals()
    found = []
    for name, ledger in replay.ledgers.items():
        totals = ledger.totals()
        if totals != score:
            found.append((word_of(replay.game, name.lower(), lang), [totals.get(account, 0) for account in accounts]))
    return found


def _accounts(replay: Replay, recorded: dict[str, Amount] | None) -> list[str]:
    """Columns without a settlement: the table's seats, then whatever else the recorded score names."""
    if recorded is None:
        return []
    seats = list(replay.table.seats) if replay.table is not None else []
    return [*[s for s in seats if s in recorded], *[a for a in recorded if a not in seats]]


def _why_not(replay: Replay, lang: str) -> str:
    if replay.game is None:
        return translated("the game is not known", lang)
    return translated(f"the record does not give {replay.undetermined}", lang)


def _steps(item: Booked, lang: str) -> list[str]:
    """``["32 − 35 = −3", "× 2 flek on the game = −6"]``; without working an empty list."""
    if not item.working:
        return []
    figures = "−" in item.working and any(map(str.isdigit, item.working))
    value: Amount = item.base
    working = translated(item.working, lang)
    first = f"{working} = {amount(value, sign=False)}" if figures and value and ":" not in item.working else working
    if not figures and value and ";" not in item.working:
        first = f"{working}: {amount(value)}"
    steps = [first]
    for times, why in item.factors:
        value *= times
        steps.append(f"× {times} ({translated(why, lang)}) = {amount(value, sign=False)}")
    return steps


def _points(replay: Replay, record: Record, sides: list[Side], lang: str) -> tuple[list[str], str]:
    """Official card points in the order of the sides (empty where they do not fit), and as text."""
    computed = replay.computed.get("Points")
    text = computed if computed is not None else record.get("Points")
    if text in _NOTHING or replay.table is None:
        return [], ""
    words = text.split()
    if len(words) == 2 and ";" not in text:
        return (words if len(sides) == 2 else []), " : ".join(words)
    by_seat = dict(part.split() for part in text.split(";") if len(part.split()) == 2)
    names = seat_names(lang)
    shown = " · ".join(f"{names.get(seat, seat)} {points}" for seat, points in by_seat.items())
    columns = [by_seat.get(side.short, "") for side in sides]
    return (columns if all(columns) else []), shown


def _remarks(record: Record) -> list[Remark]:
    section = record.section("ScoreTable")
    if section is None:
        return []
    remarks = remarks_of(section.marks.get(-1, []))
    for number, row in enumerate(section.rows):
        remarks += remarks_of(section.marks.get(number, []), row[0] if row else "")
    return remarks + remarks_of(section.end_marks)


def verdict_of(checked: Checked, score: Score, lang: str = "en") -> Verdict:
    """One sentence: whether what the record states is what its hand gives."""
    catalogue = texts(lang)
    _ = catalogue.gettext
    errors = len([finding for finding in checked.findings if finding.severity == "error"])
    if errors:
        return Verdict("wrong", catalogue.ngettext("One error.", "{count} errors.", errors).format(count=errors))
    if score.items is None:
        if score.recorded is None:
            return Verdict("open", _("No score: {why}.").replace("{why}", score.why_not))
        return Verdict("open", _("The recorded score cannot be checked: {why}.").replace("{why}", score.why_not))
    if score.recorded is None:
        return Verdict("open", _("Scored from the hand; the record states no score."))
    if score.differs:
        return Verdict("wrong", _("The recorded score is not what the hand gives."))
    return Verdict("agrees", _("The recorded score is what the hand gives."))
