"""The files of a site: written whole, only where they change, and never over a file that is not ours.

``.tarok-site.json`` lists what the last run wrote. While a run goes on, ``.tarok-site.journal`` has a line
for each file before it is written, so that a run that was interrupted can be taken up again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import TextIO

from tarok_pbn import __version__
from tarok_pbn.files import write_atomically
from tarok_pbn.report.pages import Unwritable

__all__ = ["JOURNAL", "MANIFEST", "SiteFiles", "digest_of"]

MANIFEST = ".tarok-site.json"
JOURNAL = ".tarok-site.journal"
#: the names that a site has; what a list of files names besides is none of ours
_NAME = re.compile(r"(?:[a-z]+/)?[a-z0-9_-]+\.(?:html|xml|css|js)")
_DIGEST = re.compile(r"[0-9a-f]{32}")


def digest_of(data: bytes) -> str:
    """A short name for a content: 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class SiteFiles:
    """The files of one run in a directory.

    written, deleted: how many; kept: names of files that stand in the way, or were changed, by somebody else.
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self._root = Path(directory)
        self.written = 0
        self.deleted = 0
        self.kept: list[str] = []
        #: name -> (key, digest): what the last whole run wrote, and what this one has
        self._old: dict[str, tuple[str, str]] = {}
        self._new: dict[str, tuple[str, str]] = {}
        #: the same of a run that did not come to its end; a file may have been begun several times
        self._begun: dict[str, list[tuple[str, str]]] = {}
        self._journal: TextIO | None = None
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            self._read()
        except OSError as wrong:
            raise Unwritable(f"cannot write {directory}: {wrong.strerror or wrong}") from wrong

    def _read(self) -> None:
        manifest = self._root / MANIFEST
        if manifest.exists():
            try:
                for name, (key, digest) in json.loads(manifest.read_bytes())["files"].items():
                    if _NAME.fullmatch(name) and isinstance(key, str) and _DIGEST.fullmatch(digest):
                        self._old[name] = (key, digest)
            except (ValueError, KeyError, TypeError, AttributeError) as wrong:
                raise Unwritable(f"cannot read {manifest}: it is no list of files of a site") from wrong
        journal = self._root / JOURNAL
        if journal.exists():
            for line in journal.read_text("utf-8", "replace").splitlines():
                try:
                    name, key, digest = json.loads(line)
                    if _NAME.fullmatch(name) and isinstance(key, str) and _DIGEST.fullmatch(digest):
                        self._begun.setdefault(name, []).append((key, digest))
                except (ValueError, TypeError):
                    continue  # the line that was being written

    def names(self) -> list[str]:
        """The files of this run, sorted."""
        return sorted(self._new)

    def current(self, name: str, key: str) -> bool:
        """Whether a file made of the same things is there already; it then stays as it is."""
        old = self._old.get(name)
        path = self._root / name
        if name not in self._begun:
            found = old is not None and old[0] == key and path.is_file()
        else:
            digest = self._digest(path)
            old = next((entry for entry in self._begun[name] if entry == (key, digest)), None)
            found = old is not None
        if found and old is not None:
            self._new[name] = old
        return found

    def put(self, name: str, text: str, key: str = "") -> None:
        """Write a file, unless it has that content or is not ours. key: what it is made of."""
        data = text.encode("utf-8")
        digest, path = digest_of(data), self._root / name
        try:
            if os.path.lexists(path):
                there = self._digest(path)
                if there == digest:
                    self._new[name] = (key, digest)
                    return
                if not self._ours(name, there):
                    self.kept.append(name)
                    return
            self._note(name, key, digest)
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, data)
        except OSError as wrong:
            raise Unwritable(f"cannot write {path}: {wrong.strerror or wrong}") from wrong
        self._new[name] = (key, digest)
        self.written += 1

    def finish(self) -> None:
        """Delete what is no longer part of the site, then write the list of files."""
        try:
            for name in sorted(({*self._old, *self._begun}) - {*self._new, *self.kept}):
                self._delete(name)
            files = {name: list(entry) for name, entry in sorted(self._new.items())}
            lines = json.dumps({"format": 1, "package": __version__, "files": files}, indent=0)
            data = f"{lines}\n".encode()
            manifest = self._root / MANIFEST
            if not manifest.exists() or manifest.read_bytes() != data:
                write_atomically(manifest, data)
            self.close()
            (self._root / JOURNAL).unlink(missing_ok=True)
        except OSError as wrong:
            raise Unwritable(f"cannot write {self._root}: {wrong.strerror or wrong}") from wrong

    def close(self) -> None:
        """Close the journal; after a run that was interrupted it stays."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _delete(self, name: str) -> None:
        path = self._root / name
        if not os.path.lexists(path):
            return
        if not self._ours(name, self._digest(path)):
            self.kept.append(name)
            return
        path.unlink()
        self.deleted += 1
        if path.parent != self._root and not any(path.parent.iterdir()):
            path.parent.rmdir()

    def _note(self, name: str, key: str, digest: str) -> None:
        if self._journal is None:
            self._journal = (self._root / JOURNAL).open("a", encoding="utf-8", newline="\n")
            self._journal.write("\n")  # ends a line that was broken off
        self._journal.write(json.dumps([name, key, digest]) + "\n")
        self._journal.flush()

    def _ours(self, name: str, digest: str) -> bool:
        """Whether the content is one that we wrote."""
        old = self._old.get(name)
        return digest != "" and digest in {*([old[1]] if old else []), *(d for _, d in self._begun.get(name, ()))}

    @staticmethod
    def _digest(path: Path) -> str:
        """Of a plain file; "" for anything else."""
        return digest_of(path.read_bytes()) if path.is_file() and not path.is_symlink() else ""
