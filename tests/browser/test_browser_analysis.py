"""Issue 7: best play on a page in a browser and on paper. axe, widths, dark, forced colours, sheets; pages.md §6.1."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types

from tarok_pbn import check_bytes
from tarok_pbn.check import Checked
from tarok_pbn.render import html_page
from tarok_pbn.render.analysis_data import Analysed, Fallen
from tarok_pbn.render.fragment import html_fragment
from tarok_pbn.render.look import Look
from tarok_pbn.render.pdf import document
from tests.browser.conftest import SAMPLES

WIDTHS = (320, 360, 390, 480, 600, 768, 1024, 1280, 1600)


def analysed(checked: Checked, *, open_until: int = 0) -> Analysed:
    """An analysis made up: every fifth card lost something, the tenth of them turned the hand."""
    table = checked.replay.table
    assert table is not None
    side, value = frozenset({0}), 90
    cards: list[Fallen] = []
    for trick in table.tricks:
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True), 1):
            count = len(cards) + 1
            cost = 4 if count % 5 == 0 else 0
            after = value - cost if seat in side else value + cost
            low, high = (value - 20, value + 30) if count <= open_until else (value, value)
            lost = None if count <= open_until else cost
            better = ((0, -1), (4, -1), (9, -1), (13, -1), (19, -1), (20, -1), (21, 1), (21, 2)) if lost else ()
            cards.append(
                Fallen(trick.number, place, seat, card, low, high, after, after, lost, -1, better, count == 50)
            )
            value = after
    return Analysed(
        side=side, enough=107, alone=True, lacks="the cards laid away", cards=tuple(cards), result=value,
        open_until=open_until,
    )  # fmt: skip


def record(name: str) -> Checked:
    return next(checked for checked in check_bytes((SAMPLES / name).read_bytes()) if checked.parsed.is_record)


def page_of(name: str, *, look: Look | None = None, open_until: int = 0) -> str:
    checked = record(name)
    return html_page([checked], look or Look(), analyses=[analysed(checked, open_until=open_until)])


NAMES = ["taroky/druha.tpbn", "dansk/tout.tpbn", "koenigrufen/konig-07-rufer.tpbn"]


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [(NAMES[0], 390, "light"), (NAMES[1], 1280, "light"), (NAMES[2], 390, "dark"), (NAMES[0], 1280, "dark")],
)
def test_axe_finds_nothing(name, width, scheme, show):
    page = show(page_of(name, open_until=9), width=width, color_scheme=scheme).page
    page.locator(".tp-figures > summary").click()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": tags})
    assert [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found.response["violations"]] == []


def test_axe_finds_nothing_on_an_annotated_record_and_where_there_is_no_analysis(show):
    text = (SAMPLES / "taroky" / "rules-h1.tpbn").read_text("utf-8")
    text = text.replace("N H4 H1", "N H4 $10 {[computed] costs 1 point; better D3, D2, D1} H1", 1)
    text = text.replace("[Auction]", '[_Analysis "Card points of South + West: 33"]\n[Auction]', 1)
    bare = record("koenigrufen/konig-08-conceded.tpbn")
    for made in (
        html_page(list(check_bytes(text.encode()))),
        html_page([bare], Look("cs"), analyses=[Analysed("trick 3 is not what it seems")]),
    ):
        page = show(made, width=390, color_scheme="dark").page
        found = Axe().run(
            page, options={"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "best-practice"]}
        )
        assert [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found.response["violations"]] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_scrolls_sideways_and_the_drawing_stays_in_its_place(name, show):
    page = show(page_of(name)).page
    page.locator(".tp-figures > summary").click()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        box = page.locator(".tp-curve").bounding_box()
        assert box is not None
        assert box["width"] <= 30 * 16 + 1
        assert box["width"] >= min(width - 40, 400), width


def test_letters_of_the_drawing_can_be_read_on_a_phone(show):
    page = show(page_of(NAMES[0]), width=360).page
    sizes = page.eval_on_selector_all(".tp-curve text", "all => all.map(each => each.getBoundingClientRect().height)")
    assert min(sizes) >= 10


def test_no_two_words_of_the_drawing_lie_on_each_other(show):
    page = show(page_of(NAMES[1])).page
    boxes = page.eval_on_selector_all(
        ".tp-curve text",
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; })",
    )
    crossing = [
        (a, b)
        for number, a in enumerate(boxes)
        for b in boxes[number + 1 :]
        if a[0] < b[2] and b[0] < a[2] and a[1] + 3 < b[3] and b[1] + 3 < a[3]
    ]
    assert crossing == []


def test_colours_follow_the_reader(show):
    ink = "document.querySelector('.tp-curve .tp-value') && getComputedStyle(document.querySelector('.tp-curve .tp-value')).stroke"
    made = page_of(NAMES[0])
    assert show(made, color_scheme="light").page.evaluate(ink) == "rgb(11, 93, 59)"
    assert show(made, color_scheme="dark").page.evaluate(ink) == "rgb(127, 214, 168)"
    forced = show(made, forced_colors="active").page
    text = forced.evaluate(
        "() => { const e = document.createElement('i'); e.style.color = 'CanvasText'; document.body.append(e);"
        " return getComputedStyle(e).color; }"
    )
    assert forced.evaluate(ink) == text
    printed = show(made, color_scheme="dark").page
    printed.emulate_media(media="print", color_scheme="light")
    assert printed.evaluate(ink) == "rgb(0, 0, 0)"


def test_the_replay_steps_through_marked_cards_as_through_others(show):
    page = show(page_of(NAMES[0])).page
    page.locator(".tp-bar").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.locator(".tp-tricks .tp-now .tp-cost").count() == 1
    assert page.locator(".tp-centre .tp-cost").count() == 0
    assert page.locator(".tp-now-said").inner_text().startswith("Trick 2: ")


def test_a_fragment_draws_it_too(show):
    checked = record(NAMES[0])
    fragment = html_fragment([checked], analyses=[analysed(checked)])
    page = show(f"<!DOCTYPE html><title>x</title><style>svg {{ display: none }}</style>{fragment}", width=600).page
    box = page.locator(".tp-curve").bounding_box()
    assert box is not None
    assert box["height"] > 150


@pytest.mark.parametrize("name", NAMES)
def test_paper_takes_two_sheets_and_keeps_the_drawing_whole(name, show):
    made = page_of(name)
    assert len(re.findall(rb"/Type\s*/Page\b", show(made).page.pdf(prefer_css_page_size=True))) == 2
    sheets = document(made).pages
    assert len(sheets) == 2
    words = [" ".join(box.text for box in sheet._page_box.descendants() if hasattr(box, "text")) for sheet in sheets]
    assert "Best play" in words[1]
    assert "all hands open; nobody at" in words[1]
    assert "The value before each card" not in " ".join(words)
