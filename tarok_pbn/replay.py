"""Replays a record through the rules of its game and rule set.

``replay`` never raises for a bad record: what is wrong becomes findings, what is missing
becomes "unknown", and the rest is played on as far as it still has a meaning.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tarok_pbn.drive import Driver, Stopped
from tarok_pbn.findings import CODES, Finding, Span
from tarok_pbn.games import find as find_game
from tarok_pbn.games import games
from tarok_pbn.games.kit.decision import Decision, Script
from tarok_pbn.games.kit.game import STATED, Game, Undetermined
from tarok_pbn.games.kit.house import house_rules, is_house
from tarok_pbn.games.kit.rules import RuleSet, nearest, with_options
from tarok_pbn.games.kit.table import Table
from tarok_pbn.ledger import Ledger
from tarok_pbn.offer import PHASES, all_taken, offer
from tarok_pbn.record import Record
from tarok_pbn.setup import seats_at, set_table

__all__ = ["Replay", "replay", "rules_for"]


class Replay:
    """What a record came to.

    record: the record. game, ruleset, rules: what it was replayed by; None where the game is not known.
    findings: in the order of the hand. table: its state at the end. ledger: the settlement or None.
    undetermined: why there is no ledger ("the cards laid away"), or "".
    ledgers: further settlements by the tag that records them, such as ``Money``; empty where ledger is None.
    computed: outcome tags as the hand gives them.
    doubt: whether an error makes the computed score meaningless.
    """

    __slots__ = (
        "computed",
        "doubt",
        "findings",
        "game",
        "ledger",
        "ledgers",
        "record",
        "rules",
        "ruleset",
        "seats",
        "table",
        "undetermined",
    )

    def __init__(self, record: Record, seats: tuple[str, ...] | None = None) -> None:
        """seats: of the table, where they are known and the record has no tags left that would tell."""
        self.record = record
        self.seats = seats
        self.game: Game | None = None
        self.ruleset: RuleSet | None = None
        self.rules: Any = None
        self.table: Table | None = None
        self.findings: list[Finding] = []
        self.ledger: Ledger | None = None
        self.ledgers: dict[str, Ledger] = {}
        self.undetermined = ""
        self.computed: dict[str, str] = {}
        self.doubt = False

    @property
    def record_seats(self) -> tuple[str, ...]:
        """All seats of the table in the order of play, one that sits out among them."""
        if self.seats is not None:
            return self.seats
        return seats_at(self.record, self.game) if self.game is not None else ()

    @property
    def outcome(self) -> str | None:
        """``won`` or ``lost`` for the declarer's side, "" where nothing was paid; None where nobody declared.

        By the item ``game``; where a valat stands in its place, by that.
        """
        ledger, table = self.ledger, self.table
        if ledger is None or table is None or table.declarer is None:
            return None
        item = ledger.item("game") or ledger.item("valat")
        if item is None:
            return None
        change = item.changes().get(table.seats[table.declarer], 0)
        return "won" if change > 0 else "lost" if change < 0 else ""


def replay(record: Record, ruleset: str | None = None) -> Replay:
    """Replay a record. *ruleset* overrides the record's Rules tag (its Options still apply)."""
    result = Replay(record)
    game = _game(record, result)
    if game is None:
        return result
    result.game = game
    result.ruleset, result.rules = rules_for(record, game, result.findings, ruleset)
    table = result.table = set_table(record, game, result.findings)
    doubt = "deal" in table.unknown or bool(
        [f for f in result.findings if f.severity == "error" and (f.code[0] == "D" or f.code == "R016")]
    )
    known, stated = record.known(), table.stated
    for name in (*STATED, *game.stated_tags):
        value = known.get(name, "?")
        if value != "?":
            stated[name] = value
    table.given = {section.name for section in record.sections}.intersection(PHASES)
    found, result.table, result.doubt, result.computed = _best(record, game, result, table)
    table = result.table
    result.findings += found
    for name, code, message, help_ in game.tag_problems(table, result.rules):
        value = record.get(name, "")
        if name in game.compared and record.has(name) and result.computed.get(name, value) != value:
            continue  # the hand itself says what would be right
        _add(result.findings, code, message, record, _at(record, name), help_)
        doubt = doubt or CODES[code].severity == "error"
    result.doubt = result.doubt or doubt
    try:
        result.ledger = game.settle(table, result.rules)
        result.ledgers = game.other_ledgers(table, result.rules)
    except Undetermined as lacks:
        result.undetermined = str(lacks)
        table.unknown["score"] = str(lacks)
    return result


#: outcome tags that the auction decides
_OUTCOME: Final[tuple[str, ...]] = ("Contract", "Declarer", "Called")
_Reading = tuple[list[Finding], Table, bool, dict[str, str]]


def _best(record: Record, game: Game, result: Replay, table: Table) -> _Reading:
    """Findings, final table, doubt and computed tags of the reading with the fewest contradictions.

    One wrong word in the auction or the exchange would make everything after it look wrong. So where
    a record has more than one fault, the hand is also followed as its outcome tags state it, without the
    section that seems to be wrong; what was found in that section stays.
    """
    stated, given = table.stated.copy(), table.given.copy()
    table, found, doubt = _run(record, game, result, table)
    computed = game.computed(table, result.rules)
    first = best = (found, table, doubt, computed)
    differs = _differs(computed, stated)
    fewest = _faults(found) + differs
    if fewest <= 1:
        return best
    wrong = {f.where for f in found if f.severity != "info"} | ({"Auction"} if differs else set())
    for skip in ({"Auction"}, {"Exchange"}, {"Auction", "Exchange"}):
        if not skip <= given or not skip & wrong or ("Auction" in skip and "Contract" not in stated):
            continue
        fresh = set_table(record, game, [])
        fresh.stated, fresh.given = dict(stated), given - skip
        again, others, doubt = _run(record, game, result, fresh)
        kept = [f for f in first[0] if f.where in skip]
        findings = [*kept, *(f for f in others if f not in kept)]
        tags = {tag: computed[tag] for tag in _OUTCOME if tag in computed and "Auction" in skip}
        outcome = {**game.computed(again, result.rules), **tags}
        faults = _faults(findings) + _differs(outcome, stated)
        if faults < fewest:
            fewest, best = faults, (findings, again, _faults(kept) > 0 or doubt, outcome)
    return _without_consequences(best)


def _differs(computed: dict[str, str], stated: dict[str, str]) -> bool:
    return any(computed[tag] != stated[tag] for tag in _OUTCOME if tag in computed and tag in stated)


def _faults(findings: list[Finding]) -> int:
    return sum([f.severity != "info" for f in findings]) if findings else 0


def _without_consequences(reading: _Reading) -> _Reading:
    """After a fault in the auction nothing later can be held against the record: it may follow from it."""
    findings, table, doubt, computed = reading
    if any(f.where == "Auction" and f.severity == "error" for f in findings):
        findings = [f for f in findings if f.where == "Auction" or f.severity == "info" or f.code[0] not in "XMP"]
    return findings, table, doubt, computed


def _run(record: Record, game: Game, result: Replay, table: Table) -> tuple[Table, list[Finding], bool]:
    """Run the script; where a phase breaks off, report it and run again without that phase.

    Returns the table, what was found, and whether that makes the outcome doubtful.
    """
    kept: list[Finding] = []
    while True:
        offer(record, table)
        script = game.script(table, result.rules)
        decision = next(script, None)
        if decision is None and not kept and all_taken(record, table):
            return table, [], table.broken  # plain to the end: there was nothing to ask
        driver = Driver(record, game, table)
        stopped = _drive(driver, script, decision)
        if stopped is None or stopped == "Play":
            if stopped is None:
                driver.play.left_over()
            else:
                driver.short("Play")
            if stopped is None or not driver.sections.keys().isdisjoint(PHASES):
                driver.leftovers()
            if kept:
                seen = {(f.code, f.span, f.message) for f in kept}
                driver.findings = kept + [f for f in driver.findings if (f.code, f.span, f.message) not in seen]
            return table, driver.findings, bool(driver.doubt) or table.broken
        driver.short(stopped)
        kept = driver.findings
        fresh = set_table(record, game, [])
        fresh.stated = {k: v for k, v in table.stated.items() if k in STATED or k in game.stated_tags}
        fresh.given = table.given - {stopped}
        table = fresh


def _drive(driver: Driver, script: Script, decision: Decision | None) -> str | None:
    """Feed the script from its first decision until it ends; the phase in which the record has no answer, or None."""
    answer, send = driver.answer, script.send
    if decision is None:
        return None
    try:
        while True:
            decision = send(answer(decision))
    except StopIteration:
        return None
    except Stopped as stop:
        script.close()
        return stop.phase


def _game(record: Record, result: Replay) -> Game | None:
    name = record.get("Game")
    if name in ("?", ""):
        tag = record.tag("Game")
        at = tag.at if tag is not None else (record.tags[0].at if record.tags else -1)
        if record.tags or record.sections:
            _add(
                result.findings,
                "R008",
                "No Game tag: only the text was checked.",
                record,
                at,
                f"Known games: {', '.join(games())}.",
            )
        return None
    game = find_game(name)
    if game is None:
        near = nearest(name, dict.fromkeys(games(), None))
        help_ = f"Did you mean {near}?" if near else f"Known games: {', '.join(games())}."
        _add(result.findings, "R003", f"There is no game {name!r} here.", record, _at(record, "Game"), help_)
    return game


def rules_for(record: Record, game: Game, findings: list[Finding], override: str | None = None) -> tuple[RuleSet, Any]:
    """Rule set and options of a record; what cannot be used is a finding, and the default stands in."""
    name = override or record.get("Rules")
    sets = game.rulesets()
    chosen = _house(record, game, findings, name, override is not None) if is_house(name) else sets.get(name)
    if chosen is None:
        if name not in ("?", "", "-") and not is_house(name):
            near = nearest(name, sets)
            help_ = f"Did you mean {near}?" if near else f"Known rule sets: {', '.join(sets)}."
            _add(
                findings,
                "R004",
                f"There is no rule set {name!r} of {game.family}; checked by {game.default}.",
                record,
                _at(record, "Rules"),
                help_,
            )
        chosen = sets[game.default]
    changes = record.get("Options")
    if changes in ("?", "", "-"):
        return chosen, chosen.options
    options, problems = (
        with_options(chosen.options, changes) if is_house(name) else _options(game.family, chosen.name, changes)
    )
    for code, message, help_ in problems:
        _add(findings, code, message, record, _at(record, "Options"), help_)
    return chosen, options


def _house(record: Record, game: Game, findings: list[Finding], name: str, override: bool) -> RuleSet | None:
    """A rule set file beside the record (where it is asked for from outside: in the working directory)."""
    file = record.source.file if record.source is not None else None
    directory = Path() if override else Path(file).parent if file and not file.startswith("<") else None
    rules, path, faults = house_rules(game, name, directory)
    for fault in faults:
        if fault.line and path is not None:
            span: Span | None = Span(str(path), 0, fault.line, fault.column, fault.line, fault.end)
        else:
            span = record.span(_at(record, "Rules"))
        findings.append(Finding("R016", fault.message, span, "Rules", "", fault.help, CODES["R016"].severity))
    return rules


@lru_cache(maxsize=256)
def _options(family: str, ruleset: str, text: str) -> tuple[Any, tuple[tuple[str, str, str], ...]]:
    game = find_game(family)
    assert game is not None
    options, problems = with_options(game.rulesets()[ruleset].options, text)
    return options, tuple(problems)


def _add(findings: list[Finding], code: str, message: str, record: Record, at: int, help_: str = "") -> None:
    findings.append(Finding(code, message, record.span(at), "", "", help_, CODES[code].severity))


def _at(record: Record, name: str) -> int:
    """Token of the tag of that name."""
    tag = record.tag(name)
    return tag.at if tag is not None else -1
