"""Sessions: records that belong together, checked as one evening.

Records of one event, date, round, table and game with consecutive board numbers form a
session. What one hand leaves - pots, totals, the next dealer - the next one must begin
with. A broken record in the middle does not stop the rest: what it states stands in for
what cannot be computed, and where it states nothing the chain begins anew. The record that
has a Split tag, the final division of the pots, is the last of its session.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tarok_pbn.check import Checked, in_order
from tarok_pbn.figures import whole
from tarok_pbn.findings import CODES, Finding
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.record import Record
from tarok_pbn.replay import Replay
from tarok_pbn.verdict import minus, parse_score

__all__ = ["Hand", "Session", "SessionChecker", "Sheet", "session_key", "sheets"]

_NOTHING = ("?", "", "-")
_KEY = ("Event", "Date", "Round", "Table", "Game")
_PLAYERS = ("South", "East", "North", "West", "A", "B", "C", "D", "E")
#: other state that a hand leaves and the next begins with: tag before -> tag after
_CARRIED = {"Radl": "RadlAfter"}


def session_key(record: Record) -> tuple[str, ...] | None:
    """What a record's session is called by; None where its tags do not place it in one.

    It needs a known event and table and a board number.
    """
    if record.get("Event") in _NOTHING or record.get("Table") in _NOTHING or whole(record.get("Board")) is None:
        return None
    return tuple(record.get(name) for name in _KEY)


class Hand:
    """One hand of a session as the sheet shows it.

    board, dealer, contract, declarer: as the record (or its replay) has them.
    score: account -> change, None where it is neither computed nor recorded.
    pots: what the pots hold afterwards, None unknown. computed: whether the score was computed.
    events: what is worth telling of the hand, as (seat or "", token): see ``Game.told``.
    """

    __slots__ = (
        "board",
        "computed",
        "contract",
        "dealer",
        "declarer",
        "events",
        "findings",
        "pots",
        "record",
        "replay",
        "score",
    )

    def __init__(self, checked: Checked) -> None:
        record, replay = checked.record, checked.replay
        self.record = record
        self.replay = replay
        self.board = whole(record.get("Board")) or 0
        self.dealer = record.get("Dealer")
        self.contract = replay.computed.get("Contract", record.get("Contract"))
        self.declarer = replay.computed.get("Declarer", record.get("Declarer"))
        self.score, self.computed = score_of(replay)
        self.pots = pots_after(replay)
        self.events = events_of(replay)
        self.findings = checked.findings


def events_of(replay: Replay) -> list[tuple[str, str]]:
    """What happened in a hand: the Result (computed, else as recorded), else the items that its game tells of."""
    game, result = replay.game, replay.computed.get("Result", replay.record.get("Result"))
    if game is None:
        return []
    if result not in _NOTHING:
        parts = [part.split() for part in result.split(";")]
        return [(words[0], words[1]) for words in parts if len(words) == 2 and words[0] in replay.record_seats]
    if replay.ledger is None or replay.doubt:
        return []
    return [
        ("", item.name) for item in replay.ledger.items if item.name.partition(":")[0] in game.told and item.changes()
    ]


def score_of(replay: Replay) -> tuple[dict[str, Amount] | None, bool]:
    """What the hand changes, and whether it was computed (else it is as recorded, or None)."""
    if replay.ledger is not None and not replay.doubt:
        return replay.ledger.totals(), True
    recorded = replay.record.get("Score")
    return (parse_score(recorded) if recorded not in _NOTHING else None), False


def pots_before(record: Record) -> dict[str, Amount] | None:
    """What the pots hold before the hand, as the Pots tag states it; None where it does not."""
    text = record.get("Pots")
    return parse_score(text) if text not in _NOTHING else None


def pots_after(replay: Replay, before: dict[str, Amount] | None = None) -> dict[str, Amount] | None:
    """What the pots hold after the hand: computed, else as recorded, else None. *before* replaces the Pots tag."""
    ledger, before = replay.ledger, before or pots_before(replay.record)
    if ledger is not None and not replay.doubt:
        seats = set(replay.record_seats)
        totals = ledger.totals()
        pots = [account for account in ledger.accounts if account not in seats]
        if not pots:
            return {}
        if before is not None and set(pots) <= set(before):
            return {pot: before[pot] + totals[pot] for pot in pots}
    text = replay.record.get("PotsAfter")
    return parse_score(text) if text not in _NOTHING else None


class Session:
    """The running state of one session."""

    __slots__ = ("board", "carried", "dealer", "divided", "guests", "left", "players", "pots", "pots_stated", "totals")

    def __init__(self, totals: dict[str, Amount] | None = None) -> None:
        self.board: int | None = None
        #: the board after which the pots were divided: the session before this one at the same table
        self.divided: int | None = None
        #: other state that the hand before leaves: tag before the hand -> its value
        self.left: dict[str, str] = {}
        self.dealer: str | None = None
        self.players: dict[str, str] = {}
        #: player tag -> who had that seat before the present player
        self.guests: dict[str, str | None] = {}
        self.pots: dict[str, Amount] | None = None
        #: what the latest record states of the pots, where that is something else
        self.pots_stated: dict[str, Amount] | None = None
        #: a wrong total that was carried on: its consequences are not new mistakes
        self.carried: dict[str, Amount] | None = None
        #: running totals; None unknown
        self.totals = totals


class SessionChecker:
    """Checks each record against the hand before it at the same table.

    ``add`` records in file order; each call adds to the record's findings (and returns) those about
    its place in its session. Only the latest *limit* tables are kept in mind.
    """

    def __init__(self, limit: int = 4096) -> None:
        self._open: OrderedDict[tuple[str, ...], Session] = OrderedDict()
        self._limit = limit

    def add(self, checked: Checked) -> list[Finding]:
        """Findings about the hand's place in its session; [] for a record that belongs to none."""
        findings = self._place(checked)
        if findings:
            checked.findings = in_order([*checked.findings, *findings])
        return findings

    def _place(self, checked: Checked) -> list[Finding]:
        record = checked.record
        key = session_key(record)
        if key is None:
            return []
        session = self._open.get(key)
        findings: list[Finding] = []
        board = whole(record.get("Board")) or 0
        if session is None:
            session = self._open[key] = Session({} if board == 1 else None)
            if len(self._open) > self._limit:
                self._open.popitem(last=False)
        else:
            self._open.move_to_end(key)
            if session.board is not None and board == session.board:
                self._find(findings, record, "T005", "Board", f"Board {board} stands twice in this session.")
                self._restart(checked, session)
                return findings
            if session.board is not None and board != session.board + 1:
                self._find(
                    findings,
                    record,
                    "T004",
                    "Board",
                    f"Board {board} follows board {session.board}: what was carried over cannot be checked here.",
                )
                kept, session = session, Session()
                session.players = kept.players
                self._open[key] = session
        self._dealer(findings, checked, session)
        self._players(findings, record, session)
        before = self._pots(findings, checked, session)
        self._left(findings, record, session)
        self._totals(findings, checked, session, before)
        session.board = board
        if record.get("Split") not in _NOTHING:
            self._division(findings, checked, session)
            self._open[key] = over = Session({})
            over.divided, over.pots = board, dict.fromkeys(session.pots or (), 0)
        return findings

    @staticmethod
    def _find(findings: list[Finding], record: Record, code: str, tag: str, message: str, help_: str = "") -> None:
        found = record.tag(tag)
        findings.append(
            Finding(code, message, record.span(found.at) if found else None, "session", "", help_, CODES[code].severity)
        )

    def _dealer(self, findings: list[Finding], checked: Checked, session: Session) -> None:
        record, game, table = checked.record, checked.replay.game, checked.replay.table
        dealer = record.get("Dealer")
        if game is None:
            return
        seats = checked.replay.record_seats
        if table is not None and table.dealer is not None and dealer not in _NOTHING:
            dealer = table.seats[table.dealer]  # where the tag contradicts the hands, that has been told
        if dealer not in seats:
            session.dealer = game.next_dealer(seats, session.dealer) if session.dealer is not None else None
            return
        if session.dealer is not None:
            due = game.next_dealer(seats, session.dealer)
            if dealer != due:
                self._find(
                    findings,
                    record,
                    "T001",
                    "Dealer",
                    f"{dealer} deals board {record.get('Board')}, but {session.dealer} dealt the hand before: "
                    f"the deal passes to {due}.",
                    f'[Dealer "{due}"]',
                )
        session.dealer = dealer

    def _restart(self, checked: Checked, session: Session) -> None:
        """Of two records of one board the later one is followed: the chain begins anew with what it leaves."""
        kept, again = session.players, Session()
        self._dealer([], checked, again)
        self._left([], checked.record, again)
        self._totals([], checked, again)
        again.board, again.players = session.board, kept
        self._open[session_key(checked.record) or ()] = again

    def _players(self, findings: list[Finding], record: Record, session: Session) -> None:
        for name in _PLAYERS:
            player = record.get(name)
            if player in _NOTHING:
                continue
            before = session.players.get(name)
            if before is not None and before != player and session.guests.get(name) != player:
                self._find(findings, record, "T007", name, f"{name} is {player}, but was {before} in the hand before.")
            if before != player:
                session.guests = {**session.guests, name: before}  # who comes back to his seat is no second mistake
            session.players[name] = player

    def _pots(self, findings: list[Finding], checked: Checked, session: Session) -> dict[str, Amount] | None:
        """What the pots really held before the hand, where its Pots tag is all that is wrong with it."""
        record = checked.record
        before = pots_before(record)
        if before is not None and session.pots and before != session.pots_stated:
            wrong = [pot for pot, content in session.pots.items() if pot in before and before[pot] != content]
            if wrong:
                pot = wrong[0]
                due = dict(session.pots) if self._explained(checked, session.pots) else None
                left = f"{minus(session.pots[pot])} were left in it by the hand before"
                if session.divided is not None and session.board is None:
                    left = f"the pots were divided after board {session.divided}"
                self._find(
                    findings,
                    record,
                    "T002",
                    "Pots",
                    f"The {pot} pot holds {minus(before[pot])} before board {record.get('Board')}, but {left}.",
                    f'[Pots "{"; ".join(f"{p} {amount_text(v)}" for p, v in session.pots.items())}"]',
                )
                return due
        return None

    def _left(self, findings: list[Finding], record: Record, session: Session) -> None:
        """Other state that is carried on, compared as it stands."""
        for tag, after in _CARRIED.items():
            before, due = record.get(tag), session.left.get(tag, "?")
            if before not in _NOTHING and due not in _NOTHING and before.split() != due.split():
                self._find(
                    findings,
                    record,
                    "T008",
                    tag,
                    f"{tag} is {before} before board {record.get('Board')}, but the hand before left {due}.",
                    f'[{tag} "{due}"]',
                )
            session.left[tag] = record.get(after)

    @staticmethod
    def _explained(checked: Checked, due: dict[str, Amount]) -> bool:
        """Drop the record's own score findings if they come only from the wrong Pots tag; whether they do."""
        again = checked.again("Pots", "; ".join(f"{pot} {amount_text(content)}" for pot, content in due.items()))
        if any(f.code[0] == "S" and f.severity == "error" for f in again.findings):
            return False
        checked.findings = [f for f in checked.findings if f.code[0] != "S"]
        checked.replay = again.replay
        return True

    def _totals(
        self, findings: list[Finding], checked: Checked, session: Session, pots: dict[str, Amount] | None = None
    ) -> None:
        record = checked.record
        session.pots = pots_after(checked.replay, pots)
        text = record.get("PotsAfter")
        session.pots_stated = parse_score(text) if text not in _NOTHING else None
        stated = record.get("Totals")
        before = parse_score(stated) if stated not in _NOTHING else None
        if before is not None:
            if session.board is None or session.totals is None:
                session.totals = dict(before)
            else:
                self._differ(findings, record, "Totals", before, session)
        change, _ = score_of(checked.replay)
        if session.totals is not None and change is not None:
            session.totals = _sum(session.totals, change)
            session.carried = _sum(session.carried, change) if session.carried is not None else None
        else:
            session.totals = session.carried = None
        stated = record.get("TotalsAfter")
        after = parse_score(stated) if stated not in _NOTHING else None
        if after is not None:
            if session.totals is None:
                session.totals = dict(after)
            else:
                self._differ(findings, record, "TotalsAfter", after, session)

    def _differ(
        self, findings: list[Finding], record: Record, tag: str, stated: dict[str, Amount], session: Session
    ) -> None:
        """A total that differs is one mistake, however long it is carried on."""
        right, carried = session.totals or {}, session.carried
        wrong = [a for a in stated if a in right and stated[a] != right[a]]
        if wrong and carried is not None and all(stated[a] == carried.get(a, stated[a]) for a in stated):
            return
        session.carried = {**right, **stated} if wrong else None
        if wrong:
            account = wrong[0]
            self._find(
                findings,
                record,
                "T003",
                tag,
                f"{account}'s running total is recorded as {minus(stated[account])}, "
                f"but the hands so far add up to {minus(right[account])}.",
                f'[{tag} "{"; ".join(f"{a} {amount_text(right[a])}" for a in stated if a in right)}"]',
            )

    def _division(self, findings: list[Finding], checked: Checked, session: Session) -> None:
        """The final division of the pots, against what is in them and against the rules."""
        record, replay = checked.record, checked.replay
        stated, seats, pots = parse_score(record.get("Split")), replay.record_seats, session.pots
        if stated is None:
            self._find(
                findings,
                record,
                "R007",
                "Split",
                f"Split {record.get('Split')!r} cannot be read: it lists each seat and its share.",
                '[Split "S 75; E 75; N 75; W 80"]',
            )
            return
        foreign = [account for account in stated if seats and account not in seats]
        if foreign:
            self._find(
                findings,
                record,
                "T006",
                "Split",
                f"The division gives a share to {foreign[0]}, which is no seat of this table.",
                f"Seats: {' '.join(seats)}.",
            )
            return
        if replay.game is None or pots is None:
            return
        content, sum_ = sum(pots.values()), sum(stated.values())
        due = None
        for totals in (session.totals, session.carried):
            if totals is not None:
                shares = replay.game.split_pots(pots, totals, replay, stated)
                if shares is not None and all(shares.get(seat, 0) == stated.get(seat, 0) for seat in seats):
                    return
                due = due or shares
        help_ = (
            "" if due is None else f'[Split "{"; ".join(f"{seat} {amount_text(due.get(seat, 0))}" for seat in seats)}"]'
        )
        if sum_ != content:
            self._find(
                findings,
                record,
                "T006",
                "Split",
                f"The division comes to {minus(sum_)}, but the pots hold {minus(content)}.",
                help_,
            )
        elif due is not None:
            seat = next(seat for seat in seats if due.get(seat, 0) != stated.get(seat, 0))
            message = f"{seat}'s share of the pots ({minus(content)}) is recorded as "
            message += f"{minus(stated.get(seat, 0))}, but the rules give {minus(due.get(seat, 0))}."
            self._find(findings, record, "T006", "Split", message, help_)


def _sum(totals: dict[str, Amount], change: dict[str, Amount]) -> dict[str, Amount]:
    return {a: totals.get(a, 0) + change.get(a, 0) for a in {**totals, **change}}


class Sheet:
    """The score sheet of one session: a row a hand, a column an account.

    key: event, date, round, table, game. accounts: seats in the order of play, then pots. seats: the former alone.
    players: seat -> name. hands: in board order. totals: after each hand, what the seats have and the pots hold; None
    where that is not known. stated: of each total, whether it stands as recorded because it cannot be computed.
    split: account -> change by the division of the pots, as the rules give it, else as recorded. split_computed: which
    of the two. over: whether the last record says that the pots were divided; else it is what would be.
    """

    __slots__ = ("accounts", "hands", "key", "over", "players", "seats", "split", "split_computed", "stated", "totals")

    def __init__(self, key: tuple[str, ...]) -> None:
        self.key = key
        self.accounts: tuple[str, ...] = ()
        self.seats: tuple[str, ...] = ()
        self.players: dict[str, str] = {}
        self.hands: list[Hand] = []
        self.totals: list[dict[str, Amount] | None] = []
        self.stated: list[bool] = []
        self.split: dict[str, Amount] | None = None
        self.split_computed = True
        self.over = False

    @property
    def final(self) -> dict[str, Amount] | None:
        """What everybody has at the end, the pots divided; None where it is not known."""
        last = self.totals[-1] if self.totals else None
        if last is None or self.split is None:
            return last
        return {account: last.get(account, 0) + self.split.get(account, 0) for account in self.accounts}


def sheets(checked: Iterable[Checked]) -> list[Sheet]:
    """The score sheets of all sessions among the records, in the order in which they begin."""
    found: list[Sheet] = []
    running: dict[tuple[str, ...], Sheet] = {}
    for item in checked:
        key = session_key(item.record)
        if key is None:
            continue
        sheet = running.get(key)
        if sheet is None:
            sheet = running[key] = Sheet(key)
            found.append(sheet)
        _enter(sheet, item)
        if item.record.get("Split") not in _NOTHING:
            sheet.over = True
            del running[key]
    for sheet in found:
        sheet.hands.sort(key=lambda hand: hand.board)
        _add_up(sheet)
        _divide(sheet)
    return found


def _enter(sheet: Sheet, item: Checked) -> None:
    hand = Hand(item)
    sheet.hands.append(hand)
    letters = dict(zip("SENW", ("South", "East", "North", "West"), strict=True))
    seats = item.replay.record_seats
    names = {seat: item.record.get(letters.get(seat, seat)) for seat in seats}
    sheet.players.update({seat: name for seat, name in names.items() if name not in _NOTHING})
    pots = [account for account in hand.score or {} if account not in seats]
    sheet.seats = tuple(dict.fromkeys([*sheet.seats, *seats]))
    others = [account for account in (*sheet.accounts, *pots) if account not in sheet.seats]
    sheet.accounts = tuple(dict.fromkeys([*sheet.seats, *others]))


def _add_up(sheet: Sheet) -> None:
    if not sheet.hands:
        return
    first = sheet.hands[0].record
    totals = first.get("Totals")
    start = {**(pots_before(first) or {}), **((parse_score(totals) if totals not in _NOTHING else None) or {})}
    running: dict[str, Amount] | None = {account: start.get(account, 0) for account in sheet.accounts}
    for hand in sheet.hands:
        stated = False
        if running is not None and hand.score is not None:
            running = {account: running[account] + hand.score.get(account, 0) for account in sheet.accounts}
        else:
            text = hand.record.get("TotalsAfter")
            after = parse_score(text) if text not in _NOTHING else None
            after = {**(hand.pots or {}), **(after or {})}
            stated = set(after) >= set(sheet.accounts)
            running = {account: after[account] for account in sheet.accounts} if stated else None
        sheet.totals.append(running)
        sheet.stated.append(stated)


def _divide(sheet: Sheet) -> None:
    """The division of the pots after the last hand."""
    last = sheet.hands[-1]
    text = last.record.get("Split")
    recorded = parse_score(text) if text not in _NOTHING else None
    pots, totals, game = last.pots, sheet.totals[-1], last.replay.game
    if pots and totals is not None and pots_before(sheet.hands[0].record) is not None:
        pots = {pot: totals[pot] for pot in pots if pot in totals}  # a wrong Pots tag on the way is no content
    if game is not None and totals is not None and pots and any(pots.values()):
        sheet.split = game.split_pots(pots, totals, last.replay, recorded)
    if sheet.split is None and recorded is not None:
        sheet.split = {**recorded, **{pot: -content for pot, content in (pots or {}).items()}}
        sheet.split_computed = False
