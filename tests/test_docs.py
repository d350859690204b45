"""conventions.md 9: what README and documents show is what happens."""

from __future__ import annotations

import doctest
import re

import pytest

from tarok_pbn.analysis.native import kernel
from tarok_pbn.games import games, get
from tarok_pbn.report.explain import page as findings_page
from tests.examples import PAGES, ROOT, blocks, commands, matches, playground, run

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_print_what_the_page_shows(path):
    if path.name == "analysis.md" and kernel() is None:
        pytest.skip("whole hands are analysed by the native kernel, which is not built here")
    with playground():
        for block in blocks(path.read_text("utf-8")):
            for command in commands(block):
                printed = run(command.line)
                assert matches(command.output, printed), f"$ {command.line}\n{printed}\nrun: make docs"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_python_examples_run(path):
    parser, found = doctest.DocTestParser(), re.findall(r"^```python\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S)
    test = parser.get_doctest("\n".join(found), {}, path.name, str(path), 0)
    said: list[str] = []
    with playground():
        result = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_inside_the_repository_lead_somewhere(path):
    for target in LINK.findall(path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_findings_page_is_made_from_the_table_of_codes():
    assert (ROOT / "docs" / "findings.md").read_text("utf-8") == findings_page(), "run: make docs"


def test_readme_has_commands_and_python_to_run():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(blocks(text)) >= 4
    assert ">>> " in text


def test_readme_lists_every_game_with_its_rule_sets():
    text = (ROOT / "README.md").read_text("utf-8")
    for family in games():
        (row,) = [line for line in text.splitlines() if f"| `{family}` |" in line]
        assert set(re.findall(r"`([\w.-]+)`", row)) == {family, *get(family).rulesets()}


def test_an_ellipsis_stands_for_lines_and_nothing_else():
    assert matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert matches("a\n...\n", "a\n")
    assert not matches("a\n...\nd\n", "a\nb\n")
    assert not matches("a...\n", "ab\n")
