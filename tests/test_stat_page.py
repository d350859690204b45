"""The page of the statistics: self-contained, escaped, with the figures of the text report; pages.md 6.1."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tarok_pbn.archive.statistics import Statistics
from tarok_pbn.archive.summary import Summary
from tarok_pbn.report.statistics_page import statistics_page
from tests.running import tarok
from tests.support import checked
from tests.test_render_html import Page
from tests.test_stat_statistics import TEN, text


def page_of(*texts: str, by: tuple[str, ...] = ("rules", "contract", "player"), least: int = 10) -> str:
    counts = Statistics(everything=True)
    for record in texts:
        counts.add(Summary(checked(record)))
    return statistics_page(counts, by, least)


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(*TEN)


def cells(page: str, key: str) -> list[str]:
    row = next(row for row in re.findall(r"<tr>.*?</tr>", page, re.S) if f"<bdi>{key}</bdi>" in row)
    found = re.findall(r"<td.*?</td>", re.sub(r"<svg.*?</svg>", "", row, flags=re.S), re.S)
    return [" ".join(unescape(re.sub("<[^>]*>", "", cell)).split()) for cell in found]


def test_the_page_is_well_formed_and_asks_nothing_of_the_network(page):
    parts = Page(page)
    assert parts.problems == []
    assert parts.open == []
    assert not {"script", "link", "img", "iframe", "object"} & set(parts.tags)
    assert not [name for name, _ in parts.attributes if name.startswith("on") or name in ("src", "srcset", "style")]
    assert "url(" not in page
    assert "@import" not in page


def test_the_figures_are_those_of_the_text(page):
    assert cells(page, "solo") == [
        "12 hands",
        "share 100 % 76–100 % (12 of 12)",
        "won 67 % 39–86 % (8 of 12)",
        "pagat 0 % 0–24 % (0 of 12)",
        "pagat lost 0 % 0–24 % (0 of 12)",
        "valat 0 % 0–24 % (0 of 12)",
        "declarer's result +30.0 −26.3 to +86.3 (n 12)",
    ]
    assert cells(page, "Černá, Jana")[-1] == "result −10.0 −28.8 to +8.8 (n 12)"


def test_a_bar_is_as_long_as_its_rate_and_the_whisker_as_its_interval(page):
    row = next(row for row in re.findall(r"<tr>.*?</tr>", page, re.S) if "<bdi>solo</bdi>" in row)
    won = re.findall(r"<svg.*?</svg>", row, re.S)[1]
    assert 'd="M0.0 3h133.3v8h-133.3z"' in won  # 8 of 12 of 200
    assert "M78.1 7H172.4" in won  # 0.3906 and 0.8619 of 200
    result = re.findall(r"<svg.*?</svg>", row, re.S)[-1]
    # the axis goes from -26.3 to 86.3, 0 at 46.7; the bar from there to 30, 53.3 further
    assert 'd="M46.7 3h53.3v8h-53.3z"' in result
    assert 'd="M46.7 0V14"' in result


def test_too_few_hands_have_no_plot():
    page = page_of(TEN[0], by=("contract",))
    assert "too few (1 of 1)" in page
    assert "<svg" not in page


def test_names_are_escaped():
    page = page_of(text(tags={"South": "<script>alert(1)</script>"}))
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_command_prints_the_page(tmp_path):
    file = tmp_path / "a.tpbn"
    file.write_text("\n".join(TEN), "utf-8")
    done = tarok("stat", str(file), "--format", "html", "--by", "contract")
    assert done.code == 0
    assert done.out == page_of(*TEN, by=("contract",))
