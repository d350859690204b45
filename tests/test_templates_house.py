"""pages.md 4.8, docs/templates.md: templates are replaced one by one from a user's directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarok_pbn import check_path
from tarok_pbn.render import html_page
from tarok_pbn.render.environment import TemplateFault
from tarok_pbn.render.look import Look
from tests.running import tarok

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "samples" / "taroky" / "varsava-tie.tpbn"


@pytest.fixture(scope="module")
def hand():
    return next(iter(check_path(SAMPLE)))


def page(hand, directory):
    return html_page([hand], Look(templates=str(directory)))


def test_one_template_is_replaced_and_the_others_are_ours(hand, tmp_path):
    (tmp_path / "verdict.html").write_text("<p>house verdict {{ view.verdict.status }}</p>", "utf-8")
    made, ours = page(hand, tmp_path), html_page([hand])
    assert "<p>house verdict agrees</p>" in made
    assert "house verdict" not in ours
    assert made.count("<h2") == ours.count("<h2") > 3


def test_what_a_record_says_is_escaped_in_a_template_of_the_user_too(tmp_path):
    record = tmp_path / "r.tpbn"
    record.write_text('[Event "<script>alert(1)</script>"]\n[Game "taroky"]\n', "utf-8")
    (tmp_path / "verdict.html").write_text("<p>{{ view.facts[0].value }}</p>", "utf-8")
    made = page(next(iter(check_path(record))), tmp_path)
    assert "<script>alert" not in made
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>" in made


def test_a_style_sheet_is_replaced_and_house_css_is_added_last(hand, tmp_path):
    (tmp_path / "house.css").write_text(".club { color: red }", "utf-8")
    assert page(hand, tmp_path).split("</style>")[0].rstrip().endswith(".club { color: red }")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "page.css").write_text(".mine { margin: 0 }", "utf-8")
    made = page(hand, tmp_path / "two")
    assert ".mine { margin: 0 }" in made
    assert ".tp-verdict {" not in made


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("<p>\n{% if %}</p>", 2, "Expected an expression"),
        ("<p>\n\n{{ view.bord }}</p>", 3, "has no attribute 'bord'"),
        ("{{ nothing }}", 1, "'nothing' is undefined"),
        ("{{ 1 / 0 }}", 1, "division by zero"),
    ],
)
def test_a_wrong_template_is_told_with_file_and_line(hand, tmp_path, text, line, why):
    file = tmp_path / "verdict.html"
    file.write_text(text, "utf-8")
    with pytest.raises(TemplateFault) as told:
        page(hand, tmp_path)
    assert str(told.value).startswith(f"{file}:{line}: ")
    assert why in str(told.value)


def test_the_command_leaves_with_2_and_says_where(tmp_path):
    (tmp_path / "verdict.html").write_text("{% if %}", "utf-8")
    result = tarok("html", str(SAMPLE), "--templates", str(tmp_path))
    assert result.code == 2
    assert f"{tmp_path / 'verdict.html'}:1: " in result.err
    assert "Traceback" not in result.err
