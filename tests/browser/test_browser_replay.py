"""The replay in a browser: stepping, keyboard, links, hands in three states. pages.md §1.2, §5, §6.1."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page
from tarok_pbn.render.look import Look
from tests.browser.conftest import SAMPLES, sample

DRUHA = "taroky/druha.tpbn"  # board 4: East and South, an exchange


@pytest.fixture(scope="module")
def druha() -> str:
    return sample(DRUHA)


def said(page: Page) -> str:
    return page.locator(".tp-now-said").first.inner_text()


def press(page: Page, *keys: str) -> None:
    page.locator(".tp-bar").first.focus()
    for key in keys:
        page.keyboard.press(key)


def cards(page: Page, kind: str, seat: str) -> list[str | None]:
    found = page.locator(f'.tp-seat[data-k="{seat}"] {kind}')
    return [card.get_attribute("data-c") for card in found.all()]


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def test_buttons_step_by_card_and_by_trick(druha, show):
    page = show(druha).page
    assert said(page) == "Before the first trick."
    told = [
        ("Next card", "Trick 1: South leads two of hearts."),
        ("Next card", "Trick 1: East plays tarok two."),
        ("Next trick", "Trick 1: West plays tarok five. West wins 1⅓ points; 5⅓ to 5."),
        ("Next trick", "Trick 2: North plays eight of clubs. East wins 2⅓ points; 7⅔ to 5."),
        ("Previous card", "Trick 2: East plays tarok six."),
        ("Last card", "Trick 12: South plays king of hearts. East wins 13⅓ points; 58⅔ to 11⅓."),
        ("First card", "Before the first trick."),
    ]
    for name, sentence in told:
        button(page, name).click()
        assert said(page) == sentence


def test_the_card_is_marked_in_the_hand_on_the_table_and_in_its_row(druha, show):
    page = show(druha, "#d4t5.2").page
    assert said(page) == "Trick 5: North plays tarok fifteen."
    assert cards(page, ".tp-now", "N") == ["T15"]
    assert cards(page, ".tp-played", "N") == ["T14", "T4", "H3", "C8"]
    assert cards(page, ":is(.tp-now, .tp-played)", "S") == ["T8", "T3", "H2", "CJ"]
    assert page.locator("tr[aria-current] .tp-now [data-c]").get_attribute("data-c") == "T15"
    table = page.locator(".tp-centre")
    assert [table.locator(f'> [data-k="{seat}"]').inner_text() for seat in "SENW"] == ["S", "XII", "XV", "W"]
    assert page.locator(".tp-now-sums").inner_text().split() == ["S+E", "10⅓", ":", "N+W", "5"]


def test_rows_of_a_hand_are_spoken_as_they_are_now(druha, show):
    page = show(druha, "#d4t5.2").page
    row = page.locator('.tp-seat[data-k="N"] .tp-row').first
    assert row.get_attribute("aria-label") == "Taroks: void. Played: fifteen, fourteen, four."
    button(page, "First card").click()
    assert row.get_attribute("aria-label") == "Taroks: fifteen, fourteen, four."


def test_hands_as_dealt_after_the_exchange_and_still_in_hand(druha, show):
    page = show(druha, "#d4t4").page
    assert cards(page, "[data-c]", "N")[-6:] == ["SN", "S9", "S8", "CK", "CQ", "C8"]
    button(page, "as dealt").click()
    assert page.locator(".tp-hands .tp-h").inner_text() == "Hands as dealt"
    assert cards(page, "[data-c]", "N") == ["T15", "T14", "T4", "HQ", "HJ", "H3", "SN", "S9", "DQ", "CK", "CQ", "C8"]
    assert not page.locator(".tp-key-new").is_visible()
    button(page, "still in hand").click()
    assert page.locator(".tp-hands .tp-h").inner_text() == "Cards still in hand"
    left = page.locator('.tp-seat[data-k="E"] .tp-row').first
    assert left.inner_text().split() == ["T", "XXI", "XX", "XII", "X", "VII", "I"]
    assert left.get_attribute("aria-label") == "Taroks: twenty-one, twenty, twelve, ten, seven, one."
    button(page, "after the exchange").click()
    assert cards(page, "[data-c]", "N")[-4:] == ["S8", "CK", "CQ", "C8"]


def test_the_keyboard_steps_only_with_the_focus_in_the_viewer(druha, show):
    page = show(druha).page
    for key in ("ArrowRight", "ArrowDown", "End"):
        page.keyboard.press(key)
    assert said(page) == "Before the first trick."
    press(page, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft")
    assert said(page) == "Trick 2: East plays tarok six."
    press(page, "ArrowUp")
    assert said(page).startswith("Trick 1: West plays tarok five.")
    press(page, "End")
    assert said(page).startswith("Trick 12:")
    press(page, "Control+Home")
    assert said(page).startswith("Trick 12:")
    press(page, "Home")
    assert said(page) == "Before the first trick."
    page.locator(".tp-colours select").focus()
    page.keyboard.press("ArrowRight")
    assert said(page) == "Before the first trick."


def test_press_and_hold_repeats_until_it_is_let_go(druha, show):
    page = show(druha).page
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # from here on only the test moves it
    button(page, "Next card").hover()
    page.mouse.down()
    page.clock.run_for(1100)  # the first repeat after 400 ms, then one every 130 ms
    page.mouse.up()
    reached = int(page.locator(".tp-slider").input_value())
    assert reached == 6
    assert page.locator(".tp-now-said").get_attribute("aria-live") == "off"
    page.clock.run_for(2000)
    assert int(page.locator(".tp-slider").input_value()) == reached
    assert page.locator(".tp-now-said").get_attribute("aria-live") == "polite"


def test_links_lead_to_a_moment_and_name_no_element(druha, show):
    page = show(druha, "#d4t12", height=500).page
    assert said(page).startswith("Trick 12: South plays king of hearts. East wins 13⅓ points")
    assert page.locator("#d4t12").count() == 0
    expect(page.locator(".tp-centre")).to_be_in_viewport()
    page.evaluate("location.hash = '#d4t3.1'")
    expect(page.locator(".tp-now-said").first).to_have_text("Trick 3: East leads tarok seventeen.")
    length = page.evaluate("history.length")
    press(page, "ArrowRight")
    page.wait_for_function("location.hash === '#d4t3.2'")
    assert page.evaluate("history.length") == length
    button(page, "Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "https://tarok.test/page.html#d4t3.2"


def test_a_link_to_no_moment_is_no_error(druha, show):
    page = show(druha, "#%E0%A4%A").page
    for anchor in ("#d4t99", "#d4t", "#d4tx.1", "#d9t1", "#t5", "#d4t5.2.1", "#"):
        page.evaluate("anchor => { location.hash = anchor; }", anchor)
        assert said(page) == "Before the first trick.", anchor
    page.evaluate("location.hash = '#d4t5.99999999999999999999'")
    expect(page.locator(".tp-now-said")).to_have_text(re.compile("^Trick 5: South plays"))


def test_rows_of_the_trick_table_lead_to_their_trick_and_cells_to_their_card(druha, show):
    page = show(druha).page
    button(page, "Show trick 7").click()
    assert said(page).startswith("Trick 7: South plays knight of diamonds. South wins 3⅓ points; 19⅓ to 5.")
    page.locator('tr[data-t="3"] td[data-k="N"]').click()
    assert said(page) == "Trick 3: North plays tarok four."


def test_the_slider_goes_to_any_card(druha, show):
    page = show(druha).page
    slider = page.get_by_role("slider", name="Cards played")
    assert slider.get_attribute("max") == "48"
    slider.fill("17")
    assert said(page) == "Trick 5: East leads tarok twelve."
    assert slider.get_attribute("aria-valuetext") == "Trick 5: East leads tarok twelve."


def test_viewers_of_a_page_are_independent(show):
    page = show(sample(DRUHA, "koenigrufen/konig-07-rufer.tpbn", "dansk/tout.tpbn")).page
    assert page.locator(".tp-viewer").count() == 3
    page.locator(".tp-bar").nth(1).focus()
    page.keyboard.press("ArrowDown")
    sentences = page.locator(".tp-now-said").all_inner_texts()
    assert sentences[0] == sentences[2] == "Before the first trick."
    assert sentences[1].startswith("Trick 1: ")
    assert page.locator("article").first.locator(".tp-now").count() == 0


def test_a_play_that_is_not_finished_opens_at_its_last_card(show):
    text = (SAMPLES / DRUHA).read_text("utf-8")
    cut = text[: text.index("[Play]")] + "[Play]\nS H2 T2 H3 T5\nW C7 CJ T6 C8\nE T17 T4\n*\n"
    page = show(html_page(list(check_bytes(cut.encode())))).page
    last = page.locator(".tp-slider").get_attribute("max")
    assert page.locator(".tp-slider").input_value() == last
    struck = page.locator(".tp-seat s").count()
    assert struck == int(last or 0) == 10
    button(page, "First card").click()
    for card in page.locator(".tp-seat s").all()[:3]:
        assert "line-through" not in card.evaluate("e => getComputedStyle(e).textDecorationLine")


def test_it_runs_in_a_declarative_shadow_tree(druha, show):
    head, rest = druha.split("<main>")
    record, tail = rest.split("</main>")
    style = head[head.index("<style>") : head.index("</style>")] + "</style>"
    html = f"<!DOCTYPE html><title>x</title><div><template shadowrootmode=open>{style}{record}</template></div>{tail}"
    page = show(html, "#d4t2").page
    assert said(page).startswith("Trick 2:")
    button(page, "Next card").click()
    assert said(page) == "Trick 3: East leads tarok seventeen."


def test_a_record_put_into_a_page_later_is_started_once(druha, show):
    page = show(druha).page
    page.evaluate(
        """() => { const copy = document.querySelector("article").cloneNode(true);
        copy.id = "d5"; delete copy.dataset.ready; document.querySelector("main").append(copy);
        tarokReplay(copy.parentNode); tarokReplay(document); }"""
    )
    page.locator(".tp-viewer").nth(1).get_by_role("button", name="Next card").click()
    assert page.locator(".tp-now-said").all_inner_texts() == [
        "Before the first trick.",
        "Trick 1: South leads two of hearts.",
    ]


@pytest.mark.parametrize("lang", ["cs", "da", "de", "sl"])
def test_it_speaks_the_language_of_the_page(show, lang):
    look = Look(lang=lang)
    page = show(html_page(list(check_bytes((SAMPLES / DRUHA).read_bytes()))[:1], look), "#d4t5").page
    sentence = said(page)
    assert "{" not in sentence
    assert "11⅔" in sentence
    assert page.locator("tr[aria-current] .tp-now [data-c]").get_attribute("aria-label") in sentence
    row = page.locator('.tp-seat[data-k="N"] .tp-row').first.get_attribute("aria-label")
    assert row is not None
    assert len(row.split(": ")) == 3  # the suit, what is held, what is played


def test_the_record_can_be_copied_and_kept(druha, show):
    page = show(druha).page
    page.locator(".tp-source summary").click()
    button(page, "Copy record").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("\n")
    assert '[Board "4"]' in copied
    with page.expect_download() as download:
        button(page, "Download .tpbn").click()
    assert download.value.suggested_filename == "d4.tpbn"
    assert download.value.path().read_text("utf-8") == copied


def test_colours_are_switched_for_one_record(druha, show):
    page = show(druha).page
    diamond = page.locator(".tp-talon .tp-suit3").first
    assert diamond.evaluate("e => getComputedStyle(e).color") == "rgb(192, 0, 32)"
    page.get_by_label("Colours").select_option("four")
    assert diamond.evaluate("e => getComputedStyle(e).color") == "rgb(11, 87, 208)"
    page.get_by_label("Colours").select_option("mono")
    assert diamond.evaluate("e => getComputedStyle(e).color") == "rgb(27, 27, 27)"


def test_on_a_phone_the_table_stays_above_the_buttons(druha, show):
    page = show(druha, width=390, height=844).page
    press(page, "ArrowDown", "ArrowRight", "ArrowRight")
    centre, bar = page.locator(".tp-centre").bounding_box(), page.locator(".tp-bar").bounding_box()
    assert centre is not None
    assert bar is not None
    assert centre["y"] >= 0
    assert centre["y"] + centre["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 844
    for each in page.locator(".tp-buttons button").all():
        size = each.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
