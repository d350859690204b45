"""The options that the pages of the archive and of analysis list are those of the commands, each with its values, and none is left out."""

from __future__ import annotations

import re

import click
import pytest

from tarok_pbn.__main__ import load
from tests.examples import ROOT

#: page -> the commands that it describes
PAGES = {
    "convert": ("convert",), "query": ("query",), "index-sql": ("index", "sql"), "statistics": ("stat",),
    "housekeeping": ("split", "merge", "sort", "dedupe", "diff", "anonymise"), "duplicate": ("traveller", "verify"),
    "analysis": ("solve", "analyse"), "dealing": ("deal",),
    "estimate": ("estimate",),
}  # fmt: skip
_OPTION = re.compile(r"(?<![\w-])(--?[a-z][\w-]*)")


def commands() -> dict[str, click.Command]:
    group = load().tarok
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


COMMANDS = commands()


def options(command: str) -> list[click.Option]:
    return [p for p in COMMANDS[command].params if isinstance(p, click.Option) and "--help" not in p.opts]


def spelled(command: str) -> set[str]:
    """Every spelling of every option."""
    return {word for option in options(command) for word in (*option.opts, *option.secondary_opts)}


#: the commands that the page on large archives is about
ARCHIVE = {name for name in COMMANDS if "--engine" in spelled(name)}


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text("utf-8")


def tables(name: str) -> list[list[str]]:
    """The cells of the rows of the page's tables of options."""
    rows: list[list[str]] = []
    inside = False
    for line in page(name).splitlines():
        cells = [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        inside = bool(cells) and (inside or cells[0] == "option")
        if inside and _OPTION.search(cells[0]):
            rows.append(cells)
    return rows


@pytest.mark.parametrize("name", [*PAGES, "scale", "archive"])
def test_every_option_on_the_page_is_one_of_a_command(name):
    known = set().union(*map(spelled, COMMANDS)) | {"--help", "--debug", "--version"}
    assert set(re.findall(r"(?<![\w-])--[a-z][\w-]*", page(name))) <= known


@pytest.mark.parametrize(("name", "command"), [(name, command) for name in PAGES for command in PAGES[name]])
def test_every_option_of_a_command_is_on_its_page_with_its_values(name, command):
    rows = tables(name)
    listed = {word for cells in rows for word in _OPTION.findall(cells[0])}
    for option in options(command):
        words = [word for word in (*option.opts, *option.secondary_opts) if word != "--format"]
        if rows and len(PAGES[name]) == 1:
            assert set(words) <= listed, f"{words} in the table of {name}.md"
        assert any(re.search(rf"(?<![\w-]){word}(?![\w-])", page(name)) for word in words), f"{words} on {name}.md"
        if isinstance(option.type, click.Choice):
            for value in option.type.choices:
                assert re.search(rf"\b{value}\b", page(name)), f"{value} of {words} on {name}.md"


@pytest.mark.parametrize("name", [*PAGES, "scale"])
def test_what_a_table_lists_is_what_the_command_has(name):
    for cells in tables(name):
        words = [word for word in _OPTION.findall(cells[0]) if word.startswith("-")]
        if len(cells) == 3:  # option, commands, what
            of = set(re.findall(r"`(\w+)`", cells[1]))
            among = ARCHIVE if name == "scale" else set(PAGES[name])
            for word in words:
                assert of == {command for command in among if word in spelled(command)}, f"{word} in {name}.md"
        else:
            for word in words:
                assert any(word in spelled(command) for command in PAGES[name]), f"{word} in {name}.md"
