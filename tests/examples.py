"""The examples in the documents: found, run, compared - and written anew by ``python -m tests.examples``.

A ``console`` block holds ``$ tarok ...`` commands, each followed by what it prints; a line
``...`` stands for any number of lines. A ``python`` block with ``>>>`` is a doctest.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.running import tarok

__all__ = ["PAGES", "ROOT", "Command", "commands", "matches", "playground", "run"]

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    """A command of a console block and what the document says it prints."""

    line: str
    output: str


def commands(block: str) -> Iterator[Command]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield Command(line, output)


def blocks(text: str) -> list[str]:
    """The console blocks of a document."""
    return _BLOCK.findall(text)


@contextlib.contextmanager
def playground() -> Iterator[Path]:
    """A directory with copies of the samples and examples, as the working directory."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for folder in ("samples", "docs/examples"):
            if (ROOT / folder).is_dir():
                shutil.copytree(ROOT / folder, place / folder)
        os.chdir(place)
        try:
            yield place
        finally:
            os.chdir(before)


def run(line: str) -> str:
    """What a command prints, on both streams. Only ``tarok`` and ``cat`` are known, and ``> FILE``."""
    program, _, target = line.partition(" > ")
    words = shlex.split(program)
    if words[0] == "cat":
        return Path(words[1]).read_text("utf-8")
    if words[0] != "tarok":
        raise ValueError(f"not a command of the documents: {line}")
    done = tarok(*words[1:], env={"COLUMNS": "100"})
    if target:
        Path(target).write_bytes(done.raw)
        return done.err
    return done.out + done.err


def matches(expected: str, printed: str) -> bool:
    """Whether *printed* is what the document shows; ``...`` alone on a line stands for anything."""
    lines = expected.rstrip("\n").split("\n")
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in lines)
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def _renew(text: str) -> str:
    def block(match: re.Match[str]) -> str:
        lines = []
        for command in commands(match[1]):
            printed = run(command.line).rstrip("\n")
            if "..." in command.output.splitlines() and matches(command.output, printed):
                printed = command.output.rstrip("\n")
            lines.append(f"$ {command.line}\n{printed}".rstrip("\n"))
        return "```console\n" + "\n".join(lines) + "\n```"

    return _BLOCK.sub(block, text)


def main() -> None:
    """Rewrite the outputs in every document."""
    for page in PAGES:
        old = page.read_text("utf-8")
        with playground():
            new = _renew(old)
        if new != old:
            page.write_text(new, "utf-8")
            print(f"renewed {page.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
