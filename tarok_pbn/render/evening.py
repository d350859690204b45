"""The view model of a score sheet: what a page of an evening shows. It knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tarok_pbn.findings import Finding
from tarok_pbn.games import find
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.words import Word
from tarok_pbn.ledger import Amount
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.hands import player_of
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Fact
from tarok_pbn.render.numbers import amount
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.view import facts_of
from tarok_pbn.render.wording import translated, word_of
from tarok_pbn.report.sheet import round_ends
from tarok_pbn.session import Hand, Sheet

__all__ = ["Cell", "Column", "Event", "Fault", "Line", "Rank", "SheetView", "Sum", "sheet_view"]

_NOTHING = ("?", "", "-")
#: more columns than this, or longer names and amounts, do not fit a telephone
_MOST_COLUMNS, _LONGEST_NAME, _LONGEST_AMOUNT = 8, 16, 7


@dataclass(slots=True)
class Column:
    """An account: token, name, and for a seat its player ("" unknown). pot: whether it is a pot."""

    token: str
    name: str
    player: str
    pot: bool
    gloss: str = ""


@dataclass(slots=True)
class Cell:
    """What a hand changes and what the account has afterwards; None unknown. out: whether the seat sat out."""

    change: Amount | None
    total: Amount | None
    out: bool = False


@dataclass(slots=True)
class Event:
    """Something worth telling; seat: name of the seat, or ""."""

    seat: str
    word: Word
    ordinary: bool = False


@dataclass(slots=True)
class Line:
    """A hand. by: names of the declarer's side; outcome: ``won``, ``lost``, ``tied`` or ""; result: card points.

    computed: whether its changes are; stated: whether its totals stand as recorded; faults: by number.
    """

    board: int
    dealer: str
    dealer_name: str
    contract: Word | None
    by: tuple[str, ...]
    outcome: str
    result: str
    events: list[Event]
    cells: list[Cell]
    computed: bool
    stated: bool
    faults: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Sum:
    """A row of sums, with its label. kind: ``round``, ``hands``, ``split`` or ``final``; cells: None unknown."""

    kind: str
    label: str
    cells: list[Amount | None]
    computed: bool = True


@dataclass(slots=True)
class Fault:
    """A finding of a hand, numbered through the sheet."""

    number: int
    board: int
    finding: Finding


@dataclass(slots=True)
class Rank:
    """A player in the final order; equal scores share a place."""

    place: int
    token: str
    name: str
    player: str
    total: Amount


@dataclass(slots=True)
class SheetView:
    """A score sheet.

    rounds: the hands of each round of deals and the sum after it (None after the last). ends: the rows below.
    over: whether the totals are final. ranks: empty where they are not known. broad: whether the table may need more
    room than a small screen has.
    """

    id: str
    event: str
    facts: list[Fact]
    game: str
    family: str
    language: str
    rules: str
    columns: list[Column]
    rounds: list[tuple[list[Line], Sum | None]]
    ends: list[Sum]
    ranks: list[Rank]
    hands: int
    over: bool
    would_be: bool
    broad: bool
    faults: list[Fault]
    glosses: list[Word]
    marks: frozenset[str]
    look: Look = DEFAULT


def sheet_view(sheet: Sheet, number: int = 1, look: Look = DEFAULT) -> SheetView:
    """The view of a sheet; *number*: of the sheet on its page."""
    game = find(sheet.key[-1])
    last = sheet.hands[-1]
    facts = facts_of(last.record)
    faults = _faults(sheet.hands)
    ruleset = last.replay.ruleset
    columns = [_column(sheet, account, game, look.lang) for account in sheet.accounts]
    rounds, ends = _rounds(sheet, game, faults, look), _ends(sheet, look)
    left = any((last.pots or {}).values())
    view = SheetView(
        id=f"s{number}",
        event=sheet.key[0],
        facts=[fact for fact in facts if fact.name != "Event"],
        game=translated(game.title, look.lang) if game is not None else sheet.key[-1],
        family=game.family if game is not None else "",
        language=game.language if game is not None else "",
        rules=ruleset.name if ruleset is not None else "",
        columns=columns,
        rounds=rounds,
        ends=ends,
        ranks=_ranks(sheet, look.lang),
        hands=len(sheet.hands),
        over=sheet.over or not left,
        would_be=sheet.split is not None and not sheet.over,
        broad=False,
        faults=faults,
        glosses=_glosses(sheet, game, look.lang),
        marks=frozenset(),
        look=look,
    )
    view.broad = _broad(view)
    view.marks = _marks(view)
    return view


def _column(sheet: Sheet, account: str, game: Game | None, lang: str) -> Column:
    if account in sheet.seats:
        record = next((h.record for h in reversed(sheet.hands) if player_of(h.record, account)), sheet.hands[-1].record)
        return Column(account, seat_names(lang).get(account, account), player_of(record, account), False)
    word = word_of(game, account, lang) if game is not None else Word(account)
    return Column(account, word.shown[:1].upper() + word.shown[1:], "", True, word.gloss if word.term else "")


def _faults(hands: Sequence[Hand]) -> list[Fault]:
    found = [(hand.board, finding) for hand in hands for finding in hand.findings if finding.severity != "info"]
    return [Fault(number, board, finding) for number, (board, finding) in enumerate(found, 1)]


def _rounds(sheet: Sheet, game: Game | None, faults: list[Fault], look: Look) -> list[tuple[list[Line], Sum | None]]:
    _ = texts(look.lang).gettext
    rounds: list[tuple[list[Line], Sum | None]] = []
    lines: list[Line] = []
    ends = round_ends(sheet)
    for index, hand in enumerate(sheet.hands):
        line = _line(sheet, index, game, look.lang)
        line.faults = [fault.number for fault in faults if fault.board == hand.board]
        lines.append(line)
        if index in ends:
            label = _("After round {number}").format(number=(hand.board - 1) // len(sheet.seats) + 1)
            rounds.append((lines, _sum("round", label, sheet.totals[index], sheet, not sheet.stated[index])))
            lines = []
    rounds.append((lines, None))
    return rounds


def _line(sheet: Sheet, index: int, game: Game | None, lang: str) -> Line:
    seats = seat_names(lang)
    hand, total = sheet.hands[index], sheet.totals[index]
    replay, record = hand.replay, hand.record
    out = (replay.computed.get("SittingOut") or record.get("SittingOut")).split()
    cells = [
        Cell(
            None if hand.score is None else hand.score.get(account, 0),
            None if total is None else total.get(account, 0),
            account in out,
        )
        for account in sheet.accounts
    ]
    contract = None if hand.contract in _NOTHING else hand.contract
    by = [
        seat for seat in (hand.declarer, replay.computed.get("Partner", record.get("Partner"))) if seat in sheet.seats
    ]
    points = replay.computed.get("Points", record.get("Points")).split()
    dealer = "" if hand.dealer in _NOTHING else hand.dealer
    return Line(
        board=hand.board,
        dealer=dealer,
        dealer_name=seats.get(dealer, dealer),
        contract=None if contract is None else word_of(game, contract, lang) if game is not None else Word(contract),
        by=tuple(seats.get(seat, seat) for seat in dict.fromkeys(by)),
        outcome=replay.outcome or "" if not replay.doubt else "",
        result="\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(points) if contract and len(points) == 2 else "",
        events=[
            Event(seats.get(seat, seat), word_of(game, token, lang), token == "last")
            for seat, token in hand.events
            if game is not None
        ],
        cells=cells,
        computed=hand.computed,
        stated=sheet.stated[index],
    )


def _sum(kind: str, label: str, amounts: dict[str, Amount] | None, sheet: Sheet, computed: bool = True) -> Sum:
    cells = [None if amounts is None else amounts.get(account, 0) for account in sheet.accounts]
    return Sum(kind, label, cells, computed)


def _ends(sheet: Sheet, look: Look) -> list[Sum]:
    catalogue = texts(look.lang)
    _ = catalogue.gettext
    computed = not sheet.stated[-1]
    count = len(sheet.hands)
    hands = catalogue.ngettext("After {count} hand", "After {count} hands", count).format(count=count)
    if sheet.split is None:
        return [_sum("final", hands, sheet.totals[-1], sheet, computed)]
    return [
        _sum("hands", hands, sheet.totals[-1], sheet, computed),
        _sum(
            "split",
            _("Pots divided") if sheet.over else _("Pots, if divided"),
            sheet.split,
            sheet,
            sheet.split_computed,
        ),
        _sum("final", _("Final score") if sheet.over else _("Would be"), sheet.final, sheet, computed),
    ]


def _ranks(sheet: Sheet, lang: str) -> list[Rank]:
    final = sheet.final
    if final is None:
        return []
    scores = sorted((final[seat] for seat in sheet.seats), reverse=True)
    columns = [_column(sheet, seat, None, lang) for seat in sheet.seats]
    ranks = [Rank(scores.index(final[c.token]) + 1, c.token, c.name, c.player, final[c.token]) for c in columns]
    return sorted(ranks, key=lambda rank: rank.place)


def _glosses(sheet: Sheet, game: Game | None, lang: str) -> list[Word]:
    """The terms that the sheet uses, each once and without its arguments."""
    if game is None:
        return []
    tokens = [token for hand in sheet.hands for token in (hand.contract, *(token for _, token in hand.events))]
    words = {token: word_of(game, token.partition(":")[0], lang) for token in tokens if token not in _NOTHING}
    pots = [word_of(game, account, lang) for account in sheet.accounts if account not in sheet.seats]
    return [word for word in dict.fromkeys([*words.values(), *pots]) if word.gloss and word.term]


def _shown(view: SheetView) -> list[Amount | None]:
    cells = [cell for lines, _ in view.rounds for line in lines for cell in line.cells]
    sums = [value for _, total in view.rounds if total is not None for value in total.cells]
    return [*[c.change for c in cells], *[c.total for c in cells], *sums, *[v for row in view.ends for v in row.cells]]


def _broad(view: SheetView) -> bool:
    longest = max((len(amount(value)) for value in _shown(view) if value is not None), default=0)
    names = max((len(column.token) for column in view.columns), default=0)
    return len(view.columns) > _MOST_COLUMNS or longest > _LONGEST_AMOUNT or names > _LONGEST_NAME


def _marks(view: SheetView) -> frozenset[str]:
    """The signs that need a word of explanation here."""
    lines = [line for lines, _ in view.rounds for line in lines]
    marks = set()
    if None in _shown(view):
        marks.add("unknown")
    if any((not line.computed and line.cells and line.cells[0].change is not None) or line.stated for line in lines):
        marks.add("recorded")
    if any(not row.computed and row.cells and row.cells[0] is not None for row in view.ends):
        marks.add("recorded")
    if any(cell.out for line in lines for cell in line.cells):
        marks.add("out")
    return frozenset(marks)
