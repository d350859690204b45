"""Two archives compared, and names taken out of one: ``diff`` and ``anonymise``."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from tarok_pbn.archive.intake import STDIN, Intake, same_file
from tarok_pbn.archive.scratch import scratch
from tarok_pbn.commands.housekeeping import FINDINGS, OK, RECORDS, TEXT_OR_JSON, USAGE, Keeping, intake_of, writing
from tarok_pbn.commands.steps import Steps
from tarok_pbn.report.base import counted
from tarok_pbn.report.sources import addressed, called, found, found_from
from tarok_pbn.report.terminal import Style, printable, style_for

__all__ = ["anonymise", "diff"]

#: Text of two or four bytes a character.
_WIDE = re.compile(r"(?:[^\0]\0{1,3}){4}")


@click.command(cls=Keeping)
@click.argument("one", type=RECORDS, metavar="A[:N]")
@click.argument("other", type=RECORDS, metavar="B[:N]")
@click.option("--check", is_flag=True, help="Compare the findings too: which appeared, which are gone.")
@click.option("--order", is_flag=True, help="Records that stand in another order differ.")
@click.option("--output-format", "--format", "output_format", type=TEXT_OR_JSON, default="text", show_default=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours.")
def diff(one: str, other: str, check: bool, order: bool, output_format: str, color: Any) -> int:
    """Compare two records or two archives by what they mean; leaves with 1 if they differ.

    Layout, the order of tags and of cards in a hand make no difference. Records of archives are paired by what they
    say, by event, date, round, table and board, or by their deal.
    """
    from tarok_pbn.archive.pairing import Pair, paired

    if one == other == "-":
        raise click.UsageError("standard input can be one of the two only")
    files = [found([addressed(text)[0]]) for text in (one, other)]
    with Steps(path for group in files for path in group) as steps:
        (a, first, ours), (b, second, theirs) = map(_shelf, (one, other), files, (steps, steps))
    if ours.unreadable or theirs.unreadable:
        return USAGE
    if first is not None or second is not None or len(a.entries) == len(b.entries) == 1:
        if len(a.entries) != 1 or len(b.entries) != 1:
            raise click.UsageError("one record is compared with one record: name both as FILE:N")
        pairs = [Pair(a.entries[0], b.entries[0])]
    else:
        pairs = paired(a.entries, b.entries)
    told = []
    differs = 0
    style = style_for(sys.stdout, color)
    for pair in pairs:
        listed: list[Any] = []
        if pair.a is not None and pair.b is not None and (pair.a.id != pair.b.id or check):
            listed = _compared(a.take(pair.a), b.take(pair.b), check)
        if not (listed or pair.a is None or pair.b is None or pair.moved):
            continue
        differs += bool(listed or pair.a is None or pair.b is None or order)
        if output_format == "json":
            told.append(_object(pair, listed))
        else:
            click.echo(_text(pair, listed, style), nl=False, color=style.color)
    if output_format == "json":
        click.echo(json.dumps(told, indent=2))
    return FINDINGS if differs or ours.refused or theirs.refused else OK


def _shelf(text: str, files: list[str], steps: Steps) -> tuple[Any, int | None, Intake]:
    """The records of an argument, which means *files*, on a shelf; the number that was named; how they were read."""
    from tarok_pbn.archive.pairing import Shelf

    path, number = addressed(text)
    intake = intake_of(files, steps)
    shelf = Shelf()
    shelf.fill((name, loose) for name, loose in intake if number is None or loose.number == number)
    if number is not None and not shelf.entries and not intake.unreadable:
        raise click.UsageError(f"{printable(path)} has {counted(intake.last, 'record')}, not {number}")
    return shelf, number, intake


def _compared(one: Any, other: Any, check: bool) -> list[Any]:
    """The differences of two records and, where asked for, of their findings."""
    from tarok_pbn.archive.difference import Difference, differences

    found = differences(one.record, other.record)
    if check:
        from tarok_pbn.check import check as checked

        ours, theirs = (Counter((f.code, f.where, f.message) for f in checked(p).findings) for p in (one, other))
        for code, where, message in (ours - theirs).elements():
            found.append(Difference("finding", where, "", code, None, f"{code} in A only: {message}"))
        for code, where, message in (theirs - ours).elements():
            found.append(Difference("finding", where, "", None, code, f"{code} in B only: {message}"))
    return found


def _object(pair: Any, listed: list[Any]) -> dict[str, object]:
    def place(entry: Any) -> object:
        return None if entry is None else {"file": entry.file, "record": entry.record}

    return {
        "a": place(pair.a), "b": place(pair.b), "moved": pair.moved, "differences": [d._asdict() for d in listed],
    }  # fmt: skip


def _text(pair: Any, listed: list[Any], style: Style) -> str:
    if pair.a is None or pair.b is None:
        entry, side, colour = (pair.b, "B", "green") if pair.a is None else (pair.a, "A", "red")
        return style.paint(printable(f"{entry.label}: in {side} only"), colour) + "\n"
    title = f"{pair.a.label} - {pair.b.label}"
    if pair.moved:
        title += " (it stands elsewhere in the order)"
    lines = [style.paint(printable(title), "bold")]
    for item in listed:
        colour = "red" if item.b is None else "green" if item.a is None else "yellow"
        more = f"; {counted(item.more, 'further item')} of it differ" if item.more else ""
        more = more.replace("item of it differ", "item of it differs")
        lines.append("  " + style.paint(printable(item.text), colour) + more)
    return "\n".join(lines) + "\n"


# --- anonymise ----------------------------------------------------------------------------------


@click.command(cls=Keeping)
@click.argument("paths", nargs=-1, required=True, type=RECORDS, metavar="PATH|-...")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave out files and directories of that name; * and ?.")
@click.option("-o", "--output", metavar="FILE", help="Where to write one file; standard output without it.")
@click.option("-d", "--output-dir", metavar="DIR", help="Where to write several files.")
@click.option("-i", "--in-place", is_flag=True, help="Write over the files themselves.")
@click.option("--key", "key_path", metavar="FILE", help="Who is who; read again by later runs. Keep it apart.")
@click.option("--prefix", default="Player", show_default=True, help="What pseudonyms begin with: Player 1, Player 2.")
@click.option("--style", type=click.Choice(["numbers", "trees"]), default="numbers", show_default=True,
              help="Numbers, or names of trees drawn by --seed.")  # fmt: skip
@click.option("--seed", type=int, help="Draw the same trees again.")
@click.option("--fields", "field_text", metavar="TAGS", help="Replace the values of these too: Event,Site,Annotator.")
@click.option("--strip-comments", is_flag=True, help="Leave comments, escape lines and notes out.")
@click.option("--reverse", is_flag=True, help="Put the names of the key back.")
@click.option("--output-format", "--format", "output_format", type=TEXT_OR_JSON, default="text", help="Of the report.")
def anonymise(
    paths: tuple[str, ...],
    exclude: tuple[str, ...],
    output: str | None,
    output_dir: str | None,
    in_place: bool,
    key_path: str | None,
    prefix: str,
    style: str,
    seed: int | None,
    field_text: str | None,
    strip_comments: bool,
    reverse: bool,
    output_format: str,
) -> int:
    """Replace the names of players by pseudonyms, the same in all files, also in comments and in other tags.

    What may still tell who it was is reported with its place, and the exit code is 1. The key leads back with
    --reverse.
    """
    from tarok_pbn.archive.anonymise import Anonymiser
    from tarok_pbn.archive.pseudonyms import Key, KeyFault

    targets = _targets(paths, exclude, output, output_dir, in_place)
    if key_path is not None:
        _apart(key_path, targets, [*paths, *([output_dir] if output_dir else [])], reverse)
    elif reverse:
        raise click.UsageError("--reverse needs the --key that leads back")
    on_stdout = any(target is None for _, target in targets)
    try:
        with Steps((path for path, _ in targets), 1 if reverse else 2, records_out=on_stdout) as steps:
            run = _Run(targets, key_path, steps)
            key = Key.load(key_path, prefix, style, seed) if key_path else Key(prefix, style, seed)
            if reverse:
                return run.restore(key)
            names = Anonymiser(key, _tags(field_text), strip=strip_comments)
            return run.anonymise(names, output_format)
    except KeyFault as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    except OSError as wrong:
        if wrong.filename is None:  # standard output
            raise
        raise click.ClickException(f"cannot use {printable(str(wrong.filename))}: {wrong.strerror or wrong}") from wrong


def _tags(text: str | None) -> list[str]:
    from tarok_pbn.archive.fields import fields_of

    try:
        return fields_of(text) if text else []
    except ValueError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong


def _targets(
    paths: tuple[str, ...], exclude: tuple[str, ...], output: str | None, output_dir: str | None, in_place: bool
) -> list[tuple[str, str | None]]:
    """(file, where its new text goes); None is standard output."""
    if sum((output is not None, output_dir is not None, in_place)) > 1:
        raise click.UsageError("--output, --output-dir and --in-place are three places; one of them can be meant")
    targets: list[tuple[str, str | None]] = []
    taken: set[str] = set()
    for path, file in found_from(paths, exclude):
        target = None if output in (None, "-") else output
        if in_place:
            if file == "-":
                raise click.UsageError("standard input cannot be written in place")
            target = file
        elif output_dir is not None:
            below = os.path.relpath(file, path) if os.path.isdir(path) else os.path.basename(file)
            target = os.path.join(output_dir, "stdin.tpbn" if file == "-" else below)
            if os.path.normcase(os.path.realpath(target)) in taken:
                raise click.UsageError(f"two files would become {printable(target)}; anonymise them one by one")
            taken.add(os.path.normcase(os.path.realpath(target)))
        targets.append((file, target))
    if len(targets) > 1 and not in_place and output_dir is None:
        raise click.UsageError("several files need --output-dir or --in-place; tarok merge makes one of them")
    return targets


def _apart(key_path: str, targets: list[tuple[str, str | None]], folders: list[str], reverse: bool) -> None:
    """Refuse a key that would be published with what it is the key to."""
    if any(same_file(key_path, name) for pair in targets for name in pair if name is not None):
        raise click.UsageError("the key cannot be one of the files")
    if reverse:
        return
    own = os.path.realpath(key_path)
    for folder in folders:
        top = os.path.realpath(folder)
        written = any(target and os.path.realpath(target).startswith(top + os.sep) for _, target in targets)
        if written and own.startswith(top + os.sep):
            raise click.UsageError(f"the key would lie in {printable(folder)} with the files; keep it apart")


class _Run:
    """One run of ``anonymise`` over files."""

    def __init__(self, targets: list[tuple[str, str | None]], key_path: str | None, steps: Steps) -> None:
        self.targets = targets
        self.key_path = key_path
        self.steps = steps
        self.intake = intake_of([path for path, _ in targets], steps)
        self.records = 0
        self.left: list[Any] = []
        self.held: list[str] = []

    def _read(self, path: str) -> Iterator[Any]:
        """The records of a file; one that cannot be read is told, once, and counts in the exit code."""
        from tarok_pbn.notation import read_file

        name = STDIN if path == "-" else path
        try:
            file = self.intake.open(path)
            try:
                for parsed in read_file(file, name):
                    if any(finding.code == "F012" for finding in parsed.findings):
                        self._leave(self.intake.refused, path, f"{name} is left out: its version is not known")
                        return
                    if _WIDE.search(parsed.text):
                        why = "NUL characters stand between its letters, as in UTF-16; names in it could not be found"
                        self._leave(self.intake.refused, path, f"{name} is left out: {why}")
                        return
                    self.steps.step(path, parsed.offset)
                    yield parsed
            finally:
                if path != "-":
                    file.close()
        except OSError as wrong:
            self._leave(self.intake.unreadable, path, f"cannot read {called(name)}: {wrong.strerror or wrong}")

    def _leave(self, where: list[str], path: str, why: str) -> None:
        if path not in where:
            where.append(path)
        self.intake.tell(why)

    def anonymise(self, names: Any, output_format: str) -> int:
        """Meet everybody, then tell every file anew. The key is written before the first file is."""
        from tarok_pbn.archive.anonymise import identity
        from tarok_pbn.notation import read_file, to_bytes

        for path, _ in self.targets:
            for parsed in self._read(path):
                names.meet(parsed)
        names.name()
        for path, target in self.targets:
            with scratch() as made:
                spelt: dict[int, dict[str, str]] = {}
                for parsed in self._read(path):
                    text, left, own = names.retell(parsed, STDIN if path == "-" else path)
                    made.write(to_bytes(text))
                    self.left += left
                    self.records += parsed.is_record
                    spelt.update({parsed.number: own} if own else {})
                remain: list[str] = []
                made.seek(0)
                for parsed in read_file(made):
                    remain += names.remaining(parsed)
                    if parsed.number in spelt:
                        names.key.spelt.setdefault(identity(parsed), spelt[parsed.number])
                if remain:
                    self.held.append(path)
                    listed = ", ".join(dict.fromkeys(remain))
                    self.intake.tell(f"{path} is not written: {listed} would remain in it")
                elif not self.intake.left_out(path):
                    if self.key_path is not None:
                        names.key.save(self.key_path)
                    made.seek(0)
                    self._publish(made, target)
        self._names_of_files(names)
        self._report(names, output_format)
        if self.intake.unreadable:
            return USAGE
        return FINDINGS if self.left or self.held or self.intake.refused else OK

    def _names_of_files(self, names: Any) -> None:
        from tarok_pbn.archive.anonymise import Left

        for target in [target for _, target in self.targets if target is not None]:
            base = os.path.basename(target)
            for one in names.key.people.search(base.replace("_", " ")):
                self.left.append(Left(target, 0, 0, 0, base[one.start : one.end], "stands in the name of the file"))

    def restore(self, key: Any) -> int:
        """Put the names back."""
        from tarok_pbn.archive.anonymise import Restorer
        from tarok_pbn.notation import to_bytes

        names = Restorer(key)
        for path, target in self.targets:
            with scratch() as made:
                for parsed in self._read(path):
                    made.write(to_bytes(names.retell(parsed)))
                    self.records += parsed.is_record
                made.seek(0)
                if not self.intake.left_out(path):
                    self._publish(made, target)
        self.steps.clear()
        said = f"{counted(names.replaced, 'name')} put back in {counted(self.records, 'record')}."
        click.echo(said, err=True)
        return USAGE if self.intake.unreadable else FINDINGS if self.intake.refused else OK

    def _publish(self, made: BinaryIO, target: str | None) -> None:
        if target is not None and os.path.dirname(target):
            os.makedirs(os.path.dirname(target), exist_ok=True)
        with writing(target, self.intake) as file:
            shutil.copyfileobj(made, file)

    def _report(self, names: Any, output_format: str) -> None:
        self.steps.clear()
        on_stderr = any(target is None for _, target in self.targets)
        people = len(names.key.names)
        if output_format == "json":
            told = {
                "records": self.records, "pseudonyms": people, "replaced": names.replaced,
                "not_written": self.held, "left": [one._asdict() for one in self.left],
            }  # fmt: skip
            click.echo(json.dumps(told, indent=2), err=on_stderr)
        else:
            for one in self.left:
                place = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
                click.echo(printable(f"{place}: {one.text!r} {one.why}"), err=on_stderr)
        said = f"{counted(names.replaced, 'name')} replaced in {counted(self.records, 'record')}"
        click.echo(f"{said}; {counted(len(self.left), 'doubtful place')} left.", err=True)
