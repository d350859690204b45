"""Hand records for print: every deal whole, many on a sheet of A4, nothing unescaped. Issue 5; pages.md §1.2, §5."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from tarok_pbn.check import check_path
from tarok_pbn.render.handrecords import handrecord_page
from tarok_pbn.render.look import Look
from tests.support import checked, result_only
from tests.taroky_pages import H1, H3
from tests.test_render_html import Page

SAMPLES = Path(__file__).parent.parent / "samples"
TAROKY = SAMPLES / "taroky" / "evening.tpbn"
DANSK = SAMPLES / "dansk" / "evening.tpbn"
LANGUAGES = ("en", "cs", "da", "de", "sl")


@pytest.fixture(scope="module")
def evening():
    return list(check_path(TAROKY))


def hands(html):
    """Of each deal its board and the rows of its seats."""
    found = {}
    for deal in re.findall(r'<section class="tp-deal.*?</section>', html, re.S):
        board = deal.partition("<bdi>")[2].partition("</bdi>")[0]
        for seat in re.findall(r'<div class="tp-hand tp-at-(\w+)">(.*?)</div>\n</div>', deal, re.S):
            rows = re.findall(r'<span class="tp-cards">(.*?)</span>', seat[1])
            found[board, seat[0]] = [row.replace('<span class="tp-void">—', "—") for row in rows]
    return found


def test_every_deal_stands_there_as_dealt(evening):
    shown = hands(handrecord_page(evening))
    assert len(shown) == 8 * 4
    # from the [Deal] tag of board 2
    assert shown["2", "north"] == ["Škýz XV XI", "N J", "K Q", "K Q 1 4", "8"]
    assert shown["2", "south"] == ["XX XVI XIV VIII VI V", "—", "10", "N 3", "J 10 9"]


def test_board_dealer_talon_contract_and_result(evening):
    text = Page(handrecord_page(evening)).text
    assert "Board 2" in text
    assert "Dealer South Forehand East" in text
    assert "Talon ♥K XII ♠N IX IIII XXI" in text
    assert "povinnost by South and North, lost 28 : 42 · S" in text
    assert "<title>Friday table</title>" in handrecord_page(evening)


def test_results_can_be_left_out_for_those_who_still_have_to_play(evening):
    text = Page(handrecord_page(evening, results=False)).text
    assert "lost" not in text
    assert "povinnost" not in text
    assert "Talon ♥K" in text


def test_hands_known_otherwise_than_as_dealt_say_so():
    text = Page(handrecord_page([checked(H1.text(Deal="?", Talon="?")), checked(result_only("povinnost", "32 38"))])).text
    assert "as far as the play tells" in text
    assert "hand not known" in text
    assert Page(handrecord_page([])).problems == []


@pytest.mark.parametrize("columns", [0, 4, -1])
def test_a_sheet_has_one_to_three_columns(columns, evening):
    with pytest.raises(ValueError, match="1 to 3"):
        handrecord_page(evening, columns=columns)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_well_formed_in_every_language(lang, evening):
    html = handrecord_page([*evening, *check_path(DANSK)], Look(lang=lang))
    html5lib.HTMLParser(strict=True).parse(html)
    parts = Page(html)
    assert parts.problems == []
    assert f'<html lang="{lang}">' in html
    assert len(set(parts.ids)) == len(parts.ids)
    assert set(parts.references) <= set(parts.ids)
    assert all(after <= before + 1 for before, after in zip(parts.headings, parts.headings[1:], strict=False))
    assert not {"script", "link", "img"} & set(parts.tags)
    assert "url(" not in html
    for name, value in parts.attributes:
        if name == "class":
            assert all(word.startswith("tp-") for word in value.split()), value


def test_letters_are_those_of_the_reader(evening):
    assert hands(handrecord_page(evening, Look(lang="de")))["2", "north"][2:4] == ["K D", "K D 1 4"]


def test_whatever_stands_in_a_record_is_escaped():
    bad = "<script>alert(1)</script>&'"
    tags = dict.fromkeys(("Event", "Site", "Board", "South", "East", "Contract", "Round", "Table", "Date"), bad)
    html = handrecord_page([checked(H1.text(**tags)), checked(H3.text(**tags))], title=bad)
    html5lib.HTMLParser(strict=True).parse(html)
    assert "<script>" not in html
    assert "\x07" not in handrecord_page([], title="a\x07b")


def sheets(html):
    """The boards on each sheet of A4, as WeasyPrint sets them."""
    from tarok_pbn.render.pdf import document

    found = []
    for page in document(html).pages:
        boxes = page._page_box.descendants()
        found.append([box.element.get("id") for box in boxes if box.element is not None and "tp-deal" in (box.element.get("class") or "").split() and box.element_tag == "section"])
    return found


def test_six_deals_of_54_cards_are_on_a_sheet_and_none_is_broken(evening):
    assert sheets(handrecord_page(evening)) == [[f"h{n}" for n in range(1, 7)], ["h7", "h8"]]


def test_at_least_four_deals_of_78_cards_are_on_a_sheet():
    first, *_ = sheets(handrecord_page(list(check_path(DANSK))))
    assert len(first) >= 4
