"""The page on Czech taroky says what the code does: every option with its default and values, every rule set, every word."""

from __future__ import annotations

import re
from pathlib import Path

from tarok_pbn.games import get
from tarok_pbn.games.kit.rules import show
from tarok_pbn.games.taroky.announce import MELDS, STEPS
from tarok_pbn.games.taroky.auction import RANK
from tests.test_taroky_samples import SAMPLES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "games" / "taroky.md").read_text("utf-8")
RULINGS = (ROOT / "docs" / "rulings.md").read_text("utf-8")
TAROKY = get("taroky")


def rows(text: str, columns: int) -> dict[str, list[str]]:
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `") and len(cells) == columns:
            found[cells[0].strip("`| ")] = cells[1:]
    return found


def test_every_option_stands_there_with_default_values_and_meaning():
    table = rows(PAGE.partition("## Options")[2], 5)
    fields = TAROKY.option_fields()
    assert list(table) == list(fields)
    for name, field in fields.items():
        default, values, doc, others = table[name]
        assert default == f"`{show(field.default)}`"
        assert doc == field.doc
        assert {show(v) for v in field.values} <= set(re.findall(r"`([^`]+)`", values))
        for ruleset, chosen in TAROKY.rulesets().items():
            value = getattr(chosen.options, name)
            assert (f"{ruleset} `{show(value)}`" in others) == (value != field.default)


def test_every_rule_set_and_every_word_stands_there():
    words = {*TAROKY.rulesets(), *RANK, *MELDS, "call:T19", "varsava", "pagat", "valat", "claim"}
    words |= {f"{step}:hra" for step in STEPS}
    for word in words:
        assert f"`{word}`" in PAGE, word


def test_rulings_name_options_that_exist():
    section = RULINGS.partition("## Czech taroky")[2].partition("\n## ")[0]
    named = {
        option for line in section.splitlines() if line.startswith("| ")
        for option in re.findall(r"`(\w+)`", line.rpartition(" | ")[2])
    }  # fmt: skip
    assert named
    assert named <= set(TAROKY.option_fields())


def test_samples_stand_where_the_page_says():
    assert "../../samples/taroky" in PAGE
    assert SAMPLES.is_dir()
