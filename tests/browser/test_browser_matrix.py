"""Every game at every width, for every reader: WCAG 2.2 AA by axe, no sideways scrolling, suits told without colour. Issue 5; pages.md §6.1."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types

from tarok_pbn import check_bytes, check_path
from tarok_pbn.render import html_page, sheet_page
from tarok_pbn.render.handrecords import handrecord_page
from tarok_pbn.render.look import Look
from tarok_pbn.session import sheets
from tests.browser.conftest import SAMPLES, sample

GAMES = {
    "taroky": "taroky/druha.tpbn",
    "dansk": "dansk/evening.tpbn",
    "koenigrufen": "koenigrufen/konig-07-rufer.tpbn",
    "tapptarock": "tapptarock/contracts.tpbn",
}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page) -> list[tuple[str, str]]:
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": TAGS})
    return [(v["id"], v["nodes"][0]["html"][:160]) for v in found.response["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_on_a_page_of_any_game(game, width, scheme, show):
    assert violations(show(sample(GAMES[game]), width=width, color_scheme=scheme).page) == []


@pytest.mark.parametrize("kind", ["several", "mono", "sheet", "handrecords", "quiz"])
def test_axe_finds_nothing_on_other_pages(kind, show):
    evening = list(check_path(SAMPLES / "dansk" / "evening.tpbn"))
    made = {
        "several": lambda: sample(*GAMES.values()),
        "mono": lambda: html_page(evening[:1], Look(scheme="mono")),
        "sheet": lambda: sheet_page(sheets(evening)),
        "handrecords": lambda: handrecord_page(evening),
        "quiz": lambda: html_page(evening[:1], Look(show=("quiz", "hands=S", "endposition@5"))),
    }[kind]()
    assert violations(show(made, width=390, color_scheme="dark").page) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_sideways_however_long_a_name_is(game, show):
    text = re.sub(r"^\[(?:Event|Site|South|East|North|West|Round|Table|Board) .*\]\n", "", (SAMPLES / GAMES[game]).read_text(), flags=re.M)
    long = "".join(f'[{tag} "{letter * 250}"]\n' for tag, letter in zip(("Event", "Site", "South", "East", "North", "West", "Board"), "ABCDEFG", strict=True))
    made = html_page(list(check_bytes((long + text).encode()))[:1])
    assert "A" * 250 in made
    page = show(made).page
    for width in (320, 360, 390, 480, 600, 768, 1024, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_a_trick_stand_apart_on_the_smallest_telephone(game, show):
    page = show(sample(GAMES[game]), width=320).page
    rows = page.locator("tr[data-t]").evaluate_all(
        """all => all.map(row => [...row.querySelectorAll('td[data-k]')].filter(c => c.querySelector('.tp-c')).map(cell => {
          const box = cell.getBoundingClientRect(), card = cell.querySelector('.tp-c').getBoundingClientRect();
          return [box.left, card.right];
        }))"""
    )
    assert len(rows) > 5
    for row in rows:
        for (_, ends), (begins, _) in pairwise(row):
            assert ends <= begins, row


def test_without_colour_hearts_and_diamonds_are_outlines(show):
    page = show(html_page(list(check_bytes((SAMPLES / GAMES["koenigrufen"]).read_bytes()))[:1], Look(scheme="mono"))).page
    ink, paper = "rgb(27, 27, 27)", "rgb(255, 255, 255)"
    for suit, colour in ((1, ink), (2, paper), (3, paper), (4, ink)):
        row = page.locator(f".tp-row.tp-suit{suit} > .tp-s").first
        assert row.evaluate("e => getComputedStyle(e).color") == colour
        card = page.locator(f"td .tp-c.tp-suit{suit}").first
        assert card.evaluate("e => getComputedStyle(e, '::first-letter').color") == colour
        assert card.evaluate("e => getComputedStyle(e).color") == ink
    page.emulate_media(forced_colors="active")
    for suit in (2, 3):  # no outline there: the sign must not be white on white
        shown = page.locator(f"td .tp-c.tp-suit{suit}").first.evaluate("e => getComputedStyle(e, '::first-letter').color")
        assert shown != paper
