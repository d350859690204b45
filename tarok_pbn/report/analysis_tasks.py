"""What ``tarok solve`` and ``tarok analyse`` make of a record: tasks that can be called in another process, too.

A task takes the partition of one record and gives its text in the form that was asked for, so that little travels
back, and what was made in several processes only has to be put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from tarok_pbn.analysis.aims import UnknownAim, aims_for
from tarok_pbn.analysis.annotate import Analysis, analyse
from tarok_pbn.analysis.exchange import Exchange, exchange_cost
from tarok_pbn.analysis.position import Position, Unsolvable, position_at
from tarok_pbn.analysis.solver import Limits, solve
from tarok_pbn.archive.partition import Partition
from tarok_pbn.check import Checked, check
from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.terms import Aim
from tarok_pbn.notation import Parsed, write
from tarok_pbn.notation.formatter import canonical
from tarok_pbn.report.analysis import (
    analysis_object,
    analysis_text,
    as_json,
    refusal_words,
    solution_object,
    solution_text,
)
from tarok_pbn.report.terminal import printable

__all__ = ["AnalyseTask", "Answer", "SolveTask"]

_T = TypeVar("_T")
_OTHER_VERSION = "not analysed: the file is of a version that is not known; its text stays as it is"


class Answer(NamedTuple):
    """What a record came to.

    pieces: the texts of what was found, each with whether it is the record's own text as it was read. told: messages
    for the user. solved: whether all was found that was asked. is_record: False for text without any record.
    known_aim: False where the record's game has no such objective or side. known_version: False where the file is of
    a version that is not known; unwritten: what is to be told of each record of such a file.
    """

    pieces: list[tuple[str, bool]]
    told: list[str]
    solved: bool
    is_record: bool
    known_aim: bool
    known_version: bool
    unwritten: str


class _Found:
    """Collects what a record comes to. place: what it is called in messages."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._findings: list[Finding] = []
        self.pieces: list[tuple[str, bool]] = []
        self.told: list[str] = []
        self.solved = self.known_aim = True

    def checked(self, parsed: Parsed) -> Checked:
        """The checked record; where something cannot be found out one of its errors may be why."""
        checked = check(parsed)
        self._findings = checked.findings
        return checked

    def fails(self, text: str) -> None:
        """What was not found, and why."""
        self.solved = False
        self.told.append(self._said(text))

    def _said(self, text: str) -> str:
        return f"{self._place}: {printable(text)}"

    def tried(self, ask: Callable[[], _T]) -> _T | None:
        """What *ask* gives; None where it says why not."""
        try:
            return ask()
        except Unsolvable as why:
            self.fails(f"not solved: {refusal_words(why, self._findings)}")
        except UnknownAim as why:
            self.fails(f"not solved: {why}")
            self.known_aim = False
        return None

    def answer(self, parsed: Parsed) -> Answer:
        """All of it."""
        return Answer(
            self.pieces,
            self.told,
            self.solved,
            parsed.is_record,
            self.known_aim,
            _known_version(parsed),
            self._said(_OTHER_VERSION),
        )


def _known_version(parsed: Parsed) -> bool:
    return not any(finding.code == "F012" for finding in parsed.findings)


def _records(partition: Partition) -> Iterator[tuple[str, int, Parsed, _Found]]:
    for parsed in partition.parsed():
        yield partition.name, parsed.number, parsed, _Found(f"{printable(partition.name)}:{parsed.number}")


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Solves the position of a record. trick, card: before which card. form: ``text``, ``json`` or ``json-lines``."""

    trick: int
    card: int
    objective: str
    side: str
    form: str
    limits: Limits

    def __call__(self, partition: Partition) -> list[Answer]:
        """One answer a record. Raises OSError where the file cannot be read or has changed."""
        answers = []
        for file, number, parsed, found in _records(partition):
            if parsed.is_record:
                self._solve(file, number, parsed, found)
            answers.append(found.answer(parsed))
        return answers

    def _solve(self, file: str, number: int, parsed: Parsed, found: _Found) -> None:
        def asked() -> tuple[Position, list[Aim]]:
            position = position_at(found.checked(parsed).replay, self.trick, self.card)
            return position, aims_for(position, self.objective, self.side)

        position, aims = found.tried(asked) or (None, [])
        for aim in aims:
            assert position is not None  # there are no aims without one
            solution = found.tried(partial(solve, position, aim, self.limits))
            if solution is None:
                continue
            found.solved &= solution.exact
            if self.form == "text":
                text = solution_text(file, number, solution)
            else:
                text = as_json(solution_object(file, number, solution), indent=self.form == "json")
            found.pieces.append((text, False))


@dataclass(frozen=True, slots=True)
class AnalyseTask:
    """Analyses a record. form: ``text``, ``json``, ``json-lines`` or ``tpbn``.

    everything: tell of all cards. comments: with tpbn, beside the marks. exchange: the limits of that; None, it was
    not asked for. progress: is told how far it is (``12 of 48 cards``), in this process; it does not travel.
    """

    objective: str
    side: str
    form: str
    limits: Limits
    everything: bool = False
    comments: bool = True
    exchange: Limits | None = None
    progress: Callable[[str], object] | None = field(default=None, compare=False)

    def __call__(self, partition: Partition) -> list[Answer]:
        """One answer a record. Raises OSError where the file cannot be read or has changed."""
        answers = []
        for file, number, parsed, found in _records(partition):
            if self.form == "tpbn":
                self._annotate(parsed, found)
            elif parsed.is_record:
                checked = found.checked(parsed)
                analysis = self._analysis(checked, found)
                if analysis is not None:
                    exchanges = self._exchanges(checked, analysis, found)
                    found.pieces.append((self._text(file, number, analysis, exchanges), False))
            answers.append(found.answer(parsed))
        return answers

    def _analysis(self, checked: Checked, found: _Found) -> Analysis | None:
        def asked() -> Analysis:
            aims = aims_for(position_at(checked.replay), self.objective, self.side)
            return analyse(checked.replay, aims[0], self.limits, progress=self._steps("cards"))

        analysis = found.tried(asked)
        if analysis is not None and analysis.open_until:
            found.solved = False
        return analysis

    def _exchanges(self, checked: Checked, analysis: Analysis, found: _Found) -> list[Exchange] | None:
        if self.exchange is None:
            return None
        value = analysis.low if analysis.low == analysis.high else None
        steps = self._steps("exchanges")
        ask = partial(exchange_cost, checked.replay, analysis.aim, self.exchange, value=value, progress=steps)
        return found.tried(ask)

    def _steps(self, what: str) -> Callable[[int, int], object] | None:
        tell = self.progress
        return None if tell is None else lambda done, total: tell(f"{done} of {total} {what}")

    def _text(self, file: str, number: int, analysis: Analysis, exchanges: list[Exchange] | None) -> str:
        if self.form == "text":
            return analysis_text(file, number, analysis, exchanges, everything=self.everything)
        return as_json(analysis_object(file, number, analysis, exchanges), indent=self.form == "json")

    def _annotate(self, parsed: Parsed, found: _Found) -> None:
        """The record with its marks; one that cannot be written anew, or not be analysed, as it is."""
        from tarok_pbn.report.analysed import annotated  # pages' words, which the other forms do not need

        text = canonical(parsed)
        if not _known_version(parsed):
            found.fails(_OTHER_VERSION)
            text = None
        elif text is None:
            found.fails("not analysed: its text has errors of syntax and stays as it is")
        elif parsed.is_record:
            checked = found.checked(parsed)
            analysis = self._analysis(checked, found)
            if analysis is not None:
                if analysis.open_until:
                    step = analysis.steps[analysis.open_until - 1]
                    found.fails(f"not proven within the limits up to {step.place_words}")
                text = write(annotated(checked, analysis, comments=self.comments))
        found.pieces.append((parsed.text, True) if text is None else (text, False))
