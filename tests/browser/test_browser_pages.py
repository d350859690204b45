"""Pages in a browser: without scripts, for every reader and width, on paper. pages.md §0, §6.1."""

from __future__ import annotations

import re
import warnings

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types

from tests.browser.conftest import sample

GAMES = {"taroky": "taroky/druha.tpbn", "dansk": "dansk/tout.tpbn", "koenigrufen": "koenigrufen/konig-07-rufer.tpbn"}
WIDTHS = (320, 360, 390, 480, 600, 768, 1024, 1280, 1600)
#: WCAG 1.4.12: what a reader may set without losing anything
SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {game: sample(name) for game, name in GAMES.items()}


@pytest.fixture(scope="module")
def together() -> str:
    return sample(*GAMES.values())


def test_the_page_says_the_same_without_scripts(together, show):
    with_script, without = show(together).page, show(together, java_script_enabled=False).page
    assert not without.locator(".tp-bar, .tp-slider, .tp-options, .tp-tools").filter(visible=True).count()
    assert with_script.locator(".tp-bar").filter(visible=True).count() == 3
    with_script.evaluate("document.querySelectorAll('.tp-viewer, .tp-tools').forEach(each => { each.hidden = true; })")
    texts = [page.locator("main").inner_text().split() for page in (with_script, without)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("scripts", [True, False])
def test_copied_text_keeps_its_cards_apart(pages, show, scripts):
    page = show(pages["taroky"], java_script_enabled=scripts).page
    text = page.evaluate(
        "() => { getSelection().selectAllChildren(document.querySelector('main')); return String(getSelection()); }"
    )
    text = " ".join(text.replace("\ufe0e", "").split())
    for part in ("T Škýz XVI XI IX V", "♣ 10 9 7", "VI ♦J II XII ♠8 ♦1", "♥N ♠J ♦J ♦2"):
        assert part in text, part
    assert re.search(r"5 XIX XII XV XVI South 1⅓ 11⅔ 5", text)


@pytest.mark.parametrize(
    ("game", "width", "scheme"),
    [("taroky", 390, "light"), ("dansk", 1280, "light"), ("koenigrufen", 390, "dark"), ("taroky", 1280, "dark")],
)
def test_axe_finds_nothing_in_the_middle_of_a_play(pages, show, game, width, scheme):
    page = show(pages[game], width=width, color_scheme=scheme).page
    for bar in page.locator(".tp-bar").all():
        bar.focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
    if scheme == "dark":
        page.locator("article").evaluate_all("all => all.forEach(each => { each.dataset.scheme = 'four'; })")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": tags})
    assert [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found.response["violations"]] == []


def test_nothing_scrolls_sideways(together, show):
    page = show(together).page
    page.locator(".tp-bar").first.focus()
    page.keyboard.press("End")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
    page.add_style_tag(content=SPACING)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_targets_are_at_least_24_pixels(together, show):
    page = show(together, width=390).page
    page.locator(".tp-source summary").first.click()
    small = page.locator("button:visible, select:visible, input:visible").evaluate_all(
        "all => all.map(e => [e.textContent || e.className, e.getBoundingClientRect()]).filter(([n, r]) => r.width < 24 || r.height < 24).map(([n, r]) => `${n} ${r.width}x${r.height}`)"
    )
    assert small == []


def test_forced_colours_keep_the_card_and_the_row_that_are_shown(pages, show):
    page = show(pages["taroky"], "#d4t5.2", forced_colors="active").page
    for place in (".tp-seat .tp-now", "tr[aria-current] > th"):
        assert page.locator(place).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    assert (
        page.locator(".tp-seat .tp-played").first.evaluate("e => getComputedStyle(e).textDecorationLine")
        == "line-through"
    )


def test_whoever_wants_less_motion_gets_none(pages, show):
    page = show(pages["taroky"]).page
    for motion, behaviour in (("no-preference", "smooth"), ("reduce", "auto")):
        page.emulate_media(reduced_motion=motion)
        assert page.locator("body").evaluate("e => getComputedStyle(e).scrollBehavior") == behaviour


@pytest.mark.parametrize(("theme", "ground"), [("dark", "rgb(21, 23, 26)"), ("light", "rgb(255, 255, 255)")])
def test_a_page_may_choose_dark_or_light(pages, show, theme, ground):
    other = "light" if theme == "dark" else "dark"
    page = show(pages["taroky"].replace("<html ", f'<html data-theme="{theme}" '), color_scheme=other).page
    assert page.locator("article").evaluate("e => getComputedStyle(e).backgroundColor") == ground


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_valid_html(pages, game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import html5lib
    html5lib.HTMLParser(strict=True).parse(pages[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_one_a4_page_and_looks_the_same_wherever_the_replay_stands(pages, game, show):
    page = show(pages[game]).page
    fresh = page.pdf(prefer_css_page_size=True)
    page.locator(".tp-bar").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    page.get_by_role("button", name="still in hand").click()
    stepped = page.pdf(prefer_css_page_size=True)
    for paper in (fresh, stepped):
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
        assert re.search(rb"/MediaBox \[0 0 59[45]\.?\d* 84[12]\.?\d*\]", paper)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".tp-now, .tp-played, [aria-current], .tp-seat [hidden]").count() == 0
    assert not page.locator(".tp-bar").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("[aria-current]").count() == 1
