"""A4 paper, by a browser and by WeasyPrint: how many sheets a record takes, what is on them. Issue 5; pages.md §0, §5."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.pdf import document
from tests.browser.conftest import SAMPLES
from tests.taroky_pages import H1

#: (file, record): the fullest of each game, and its wrong ones with findings under the verdict and the tricks
PLAIN = [
    ("taroky/druha.tpbn", 1),
    ("taroky/rules-h5.tpbn", 1),
    ("taroky/commented.tpbn", 1),
    ("taroky/wrong/taroks-not-shown.tpbn", 1),
    ("dansk/evening.tpbn", 7),
    ("dansk/matadors.tpbn", 1),
    ("dansk/wrong/wrong-answer.tpbn", 1),
    ("koenigrufen/konig-07-rufer.tpbn", 1),
    ("koenigrufen/wrong/pagat-given-away.tpbn", 1),
    ("tapptarock/contracts.tpbn", 1),
]


@cache
def page_of(name: str, number: int, look: Look = DEFAULT) -> str:
    return html_page([list(check_bytes((SAMPLES / name).read_bytes()))[number - 1]], look)


def in_browser(page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize(("name", "number"), PLAIN)
def test_a_plain_record_is_one_sheet_in_both_engines(name, number, show):
    made = page_of(name, number)
    assert (in_browser(show(made).page), len(document(made).pages)) == (1, 1)


@pytest.mark.parametrize("lang", ["de", "cs", "da", "sl"])
def test_a_record_is_one_sheet_in_every_language(lang, show):
    assert in_browser(show(page_of("dansk/matadors.tpbn", 1, Look(lang=lang))).page) == 1


def test_a_long_commentary_goes_on_over_the_sheet_and_nothing_is_lost(show):
    """Twenty-five paragraphs of comment under one trick: two sheets, and the count at the end is still there."""
    comment = "\n\n".join(f"Paragraph {n}: " + "the ruff comes a trick too early for that. " * 4 for n in range(1, 26))
    text = H1.text().replace("S CK CT T20 CQ", f"S CK CT T20 CQ {{{comment}}}", 1)
    assert comment in text
    made = html_page(list(check_bytes(text.encode())))
    pages = document(made).pages
    words = " ".join(box.text for page in pages for box in page._page_box.descendants() if hasattr(box, "text"))
    for part in ("Paragraph 25:", "Official count", "taroks", "computed"):
        assert part in " ".join(words.split()), part
    assert (in_browser(show(made).page), len(pages)) == (2, 2)


def test_each_record_begins_a_sheet(show):
    records = list(check_bytes((SAMPLES / "koenigrufen/round.tpbn").read_bytes()))[:3]
    assert len(records) == 3
    assert in_browser(show(html_page(records)).page) == 3


@pytest.mark.parametrize(("name", "number"), [PLAIN[0], PLAIN[4], PLAIN[8]])
def test_no_part_lies_over_another_on_paper(name, number, show):
    page = show(page_of(name, number), width=688).page
    page.emulate_media(media="print")
    places = page.locator(".tp-seat, .tp-play, .tp-box").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.bottom])"
    )
    assert len(places) > 6
    for at, (left, top, right, bottom) in enumerate(places):
        assert right <= 689
        for other in places[at + 1 :]:
            apart = right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] + 1 or other[3] <= top + 1
            assert apart, (places[at], other)


def test_lines_that_are_folded_away_are_printed_but_a_solution_is_not(show):
    records = list(check_bytes((H1.text() + "\n[Variation]\n3 {If West puts up} W T21 {all is lost.}\n").encode()))
    for made, folded, printed in (
        (html_page(records), ".tp-lines > p", True),
        (html_page(records, Look(show=("quiz", "hands=S"))), ".tp-solution .tp-score", False),
    ):
        page = show(made).page
        assert not page.locator(folded).first.is_visible()
        page.emulate_media(media="print")
        assert page.locator(folded).first.is_visible() == printed
