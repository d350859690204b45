"""A run of ``tarok solve`` or ``tarok analyse`` over many records: side by side, told in the order of the files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from tarok_pbn.commands.steps import Steps
from tarok_pbn.commands.workers import Losses
from tarok_pbn.report.sources import Unreadable
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.analysis.solver import Limits
    from tarok_pbn.archive.partition import Broken, Partition
    from tarok_pbn.archive.work import Lost
    from tarok_pbn.commands.singles import Singles
    from tarok_pbn.report.analysis_tasks import Answer

    #: makes what is called for each record, of its limits, the number of its parts that are worked on side by side, and
    #: whom to tell how far it is
    Task = Callable[[Limits, int, Callable[[str], object] | None], Callable[[Partition], list[Answer]]]

__all__ = ["Run"]

_DONE, _UNSOLVED, _USAGE = 0, 1, 2


class Run:
    """The answers to the records of a command line, written to standard output as they come.

    form: ``text``, ``json``, ``json-lines`` or ``tpbn``. debug: whether to show tracebacks.
    """

    def __init__(self, records: Singles, form: str, *, debug: bool) -> None:
        self._records = records
        self._form = form
        self._progress = Steps(records.files, slow=True)
        then = "stays as it is" if form == "tpbn" else "is left out"
        self._losses = Losses(self._progress.clear, debug=debug, then=then)
        self._solved = True
        self._answered = self._unknown = 0
        self._versions: set[str] = set()  # files of a version that is not known

    def code(self, task: Task, limits: Limits, jobs: int) -> int:
        """Work on the records and return the exit code.

        limits: of a record; memory of all together. jobs: records side by side, or parts of a single one; 0 as many as
        processors.
        """
        from tarok_pbn.archive.engine import EngineError

        answers = self._answers(task, limits, jobs)
        try:
            with closing(answers):
                self._write(self._pieces(answers))
        except EngineError as wrong:
            raise click.ClickException(printable(str(wrong))) from wrong
        finally:
            self._progress.clear()
        lacking = list(self._records.lacking())
        for text in lacking:
            click.ClickException(text).show()
        if lacking or (self._unknown and self._unknown == self._answered):
            return self._losses.code(_USAGE)
        return self._losses.code(_DONE if self._solved else _UNSOLVED)

    def _answers(
        self, task: Task, limits: Limits, jobs: int
    ) -> Generator[tuple[Partition | Broken, list[Answer] | Lost], None, None]:
        """The records with their answers, in order. Raises EngineError where no process can begin."""
        from tarok_pbn.analysis.solver import divided
        from tarok_pbn.archive.work import cores, mapped

        share, jobs = divided(limits, jobs or cores())
        items: Iterator[Partition | Broken] = iter(self._records)
        if jobs > 1:
            first = list(islice(items, 2))
            items = chain(first, items)
            if len(first) > 1:
                yield from mapped(items, task(share, 1, None), jobs, known=_nothing_to_do, notice=self._losses.notice)
                return
        call = task(divided(limits, 1)[0], jobs, self._progress.part)
        yield from mapped(items, call, 1, known=_nothing_to_do)

    def _pieces(self, answers: Iterable[tuple[Partition | Broken, list[Answer] | Lost]]) -> Iterator[tuple[str, bool]]:
        """The texts of the answers, each with whether it is that of the record; what is wrong is told meanwhile."""
        from tarok_pbn.archive.partition import Broken, Partition
        from tarok_pbn.archive.work import Lost

        for item, found in answers:
            if self._losses.of(item, found):
                if isinstance(found, Lost) and found.system is None:
                    self._records.filled(item.name if isinstance(item, Partition) else item.path)
                    yield from self._as_it_is(item)
                continue
            assert not isinstance(item, Broken)
            assert not isinstance(found, Lost)
            self._progress.step(item.path or "-", item.offset + item.size, item.name, len(found))
            for answer in found:
                pieces, told = answer.pieces, answer.told
                self._solved &= answer.solved
                if answer.is_record:
                    self._records.filled(item.name)
                    self._answered += 1
                    self._unknown += not answer.known_aim
                if self._form == "tpbn":
                    if item.name in self._versions:
                        pieces, told, self._solved = self._as_it_is(item), [answer.unwritten], False
                    elif not answer.known_version:
                        self._versions.add(item.name)
                if pieces or told:
                    self._progress.clear()
                for text in told:
                    click.echo(text, err=True)
                yield from pieces

    def _as_it_is(self, item: Partition | Broken) -> list[tuple[str, bool]]:
        """The text of a record that could not be worked on, where records are written."""
        from tarok_pbn.archive.partition import Broken

        if self._form != "tpbn" or isinstance(item, Broken):
            return []
        try:
            return [(item.content().decode("utf-8", "surrogateescape"), True)]
        except OSError as wrong:
            self._losses.unreadable(Unreadable(item.name, wrong))
            return []

    def _write(self, pieces: Iterator[tuple[str, bool]]) -> None:
        """Put the pieces together, each on its way as soon as it is there."""
        from tarok_pbn.notation import to_bytes
        from tarok_pbn.notation.formatter import joined
        from tarok_pbn.report.analysis import blocks, document, lines

        if self._form == "tpbn":
            sys.stdout.flush()
            for text in joined(pieces):
                sys.stdout.buffer.write(to_bytes(text))
                sys.stdout.buffer.flush()
            return
        put_together = {"text": blocks, "json": document, "json-lines": lines}[self._form]
        for text in put_together(text for text, _ in pieces):
            sys.stdout.write(text)
            sys.stdout.flush()


def _nothing_to_do(item: Partition | Broken) -> list[Answer] | None:
    """The answers of a file that could not be read."""
    from tarok_pbn.archive.partition import Broken

    return [] if isinstance(item, Broken) else None
