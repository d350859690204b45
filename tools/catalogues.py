"""Makes the catalogues of ``tarok_pbn/locale`` anew: extracts, updates the ``.po`` files, compiles them.

    python -m tools.catalogues            # all three steps
    python -m tools.catalogues --check    # changes nothing; says what is stale or not translated

The output depends on the texts alone: no dates, no line numbers, messages in alphabetical order.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tarok_pbn.games import games, get
from tarok_pbn.render.catalogue import DOMAIN
from tarok_pbn.render.look import LANGUAGES

__all__ = ["OTHERS", "compiled", "main", "paths", "read", "template", "updated", "written"]

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "tarok_pbn" / "locale"
#: languages that have a catalogue
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
_HEADER = "# Texts of tarok-pbn. How to translate them: docs/translations.md"
_JINJA = {
    "encoding": "utf-8",
    "extensions": "tarok_pbn.render.translated.CompiledTexts",
    "newstyle_gettext": "true",
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "silent": "false",
}
#: LaTeX has uses for braces
_TEX = {
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}
_OPTIONS = {
    **{f"templates/**.{suffix}": _JINJA for suffix in ("html", "md", "svg")},
    "templates/**.tex": {**_JINJA, **_TEX},
}
_METHODS = [("tarok_pbn/**.py", "python"), ("cli.py", "python"), *[(path, "jinja2") for path in _OPTIONS]]
_KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "noted": None,
    "worded": None,
    "worded_n": (1, 2),
}


class _Undated(Catalog):
    """A catalogue whose header tells nothing that changes by itself."""

    def _undated(self) -> list[tuple[str, str]]:
        headers = [("Project-Id-Version", DOMAIN)]
        if self.locale is not None:
            headers += [("Language", str(self.locale)), ("Plural-Forms", self.plural_forms)]
        return [*headers, ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Transfer-Encoding", "8bit")]  # fmt: skip

    mime_headers = property(_undated)  # the base class also lets headers be read in


def paths(lang: str) -> tuple[Path, Path]:
    """The ``.po`` and the ``.mo`` of a language."""
    directory = LOCALE / lang / "LC_MESSAGES"
    return directory / f"{DOMAIN}.po", directory / f"{DOMAIN}.mo"


def _glosses() -> Iterator[tuple[str, str]]:
    """(gloss, file) of every word of every game."""
    for game in map(get, games()):
        where = f"{game.__class__.__module__.replace('.', '/')}"
        for word in game.words.values():
            if word.gloss:
                yield word.gloss, where


def template() -> Catalog:
    """Every text that has to be translated, with the files in which it stands."""
    found: dict[str | tuple[str, ...], set[str]] = {}
    for name, _, message, _, _ in extract_from_dir(
        ROOT, _METHODS, _OPTIONS, _KEYWORDS, directory_filter=lambda path: Path(path).name in _PARTS or _inside(path)
    ):
        found.setdefault(tuple(message) if isinstance(message, list | tuple) else message, set()).add(name)
    for gloss, where in _glosses():
        found.setdefault(gloss, set()).add(where)
    catalog = _Undated(project=DOMAIN, header_comment=_HEADER, fuzzy=False)
    for message in sorted(found, key=lambda key: key if isinstance(key, str) else key[0]):
        catalog.add(message, locations=[(where, 0) for where in sorted(found[message])])
    return catalog


_PARTS = ("tarok_pbn", "templates")


def _inside(path: object) -> bool:
    """Whether a directory is one of ours, so that environments and builds beside them are not searched."""
    relative = Path(str(path)).resolve().relative_to(ROOT)
    return not relative.parts or relative.parts[0] in _PARTS


def read(lang: str) -> Catalog:
    """The catalogue of a language as it stands in its ``.po`` file."""
    path = paths(lang)[0]
    if not path.exists():
        return Catalog(locale=lang)
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def updated(lang: str, wanted: Catalog) -> Catalog:
    """The texts of *wanted* with what is translated of them; what is no longer wanted goes."""
    known = read(lang)
    catalog = _Undated(locale=lang, project=DOMAIN, header_comment=_HEADER, fuzzy=False)
    for message in wanted:
        if not message.id:
            continue
        old = known.get(message.id)
        string = old.string if old is not None and _same_kind(old.string, message.id) else None
        comments = old.user_comments if old is not None else ()
        catalog.add(message.id, string, locations=message.locations, user_comments=comments)
    return catalog


def _same_kind(string: object, key: object) -> bool:
    return isinstance(string, str) == isinstance(key, str)


def written(catalog: Catalog) -> bytes:
    """The ``.po`` file."""
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    return file.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The ``.mo`` file."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def main(arguments: list[str]) -> int:
    """Runs the tool; the exit code is 1 where *--check* finds something."""
    check = "--check" in arguments
    wanted = template()
    stale = 0
    for lang in OTHERS:
        catalog = updated(lang, wanted)
        for path, content in zip(paths(lang), (written(catalog), compiled(catalog)), strict=True):
            if path.exists() and path.read_bytes() == content:
                continue
            stale += 1
            if check:
                print(f"stale: {path.relative_to(ROOT)}")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        open_ = [message for message in catalog if message.id and not _done(message.string)]
        for message in open_:
            print(f"{lang}: not translated: {message.id!r}")
        stale += len(open_)
    return 1 if check and stale else 0


def _done(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
