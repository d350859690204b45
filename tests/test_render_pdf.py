"""PDF: one sheet of A4 a record, nothing lost, nothing fetched, good advice where WeasyPrint is missing. Issue 5; pages.md §0, §5."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from tarok_pbn.check import check_path
from tarok_pbn.render import html_page, sheet_page
from tarok_pbn.render.look import Look
from tarok_pbn.render.pdf import document, html_to_pdf, pdf_bytes
from tarok_pbn.session import sheets
from tests.support import checked
from tests.taroky_pages import H1, H3

SAMPLES = Path(__file__).parent.parent / "samples"
A4 = (pytest.approx(793.7, abs=0.5), pytest.approx(1122.5, abs=0.5))  # in CSS pixels


def text_of(page):
    """The words of a sheet, in the order in which they are set."""
    return " ".join(" ".join(box.text for box in page._page_box.descendants() if hasattr(box, "text")).replace("\ufe0e", "").split())


def boxes(page, cls):
    return [box for box in page._page_box.descendants() if box.element is not None and cls in (box.element.get("class") or "").split() and hasattr(box, "children")]


@cache
def first_of(name):
    """The sheets of a sample's first record; setting one takes a second."""
    return document(html_page([next(check_path(SAMPLES / f"{name}.tpbn"))])).pages


@pytest.mark.parametrize("name", ["taroky/evening", "dansk/evening", "koenigrufen/round", "tapptarock/contracts"])
def test_a_record_of_each_game_is_one_sheet_with_all_that_is_on_its_page(name):
    (page,) = first_of(name)
    assert (page.width, page.height) == A4
    text = text_of(page)
    for part in ("Agrees.", "Play", "Score", "computed", "Official count" if "tapp" not in name else "recorded"):
        assert part in text, part
    (play,) = {box.element.get("aria-labelledby") for box in boxes(page, "tp-play")}
    assert play.endswith("-play")


@pytest.mark.parametrize("name", ["taroky/evening", "dansk/evening", "tapptarock/contracts"])
def test_no_part_of_a_sheet_lies_over_another(name):
    (page,) = first_of(name)
    seats = boxes(page, "tp-seat")
    parts = [*seats, *boxes(page, "tp-play"), *boxes(page, "tp-result")]
    edges = [(x, y, x + b.border_width(), y + b.border_height()) for b in parts for x, y in [(b.border_box_x(), b.border_box_y())]]
    assert len(seats) in (3, 4)
    for index, (left, top, right, bottom) in enumerate(edges):
        assert right <= 793.7
        assert bottom <= 1122.5
        for other in edges[index + 1 :]:
            assert right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] + 1 or other[3] <= top + 1


def test_several_records_begin_a_sheet_each():
    pages = document(html_page([checked(H1.text(Board="1")), checked(H3.text(Board="2"))], title="Two")).pages
    assert len(pages) == 2
    assert "Board 1 · povinnost" in text_of(pages[0])
    assert "Board 2 · trojka" in text_of(pages[1])


def test_the_source_and_the_controls_of_the_screen_are_left_out():
    (page,) = first_of("taroky/evening")
    text = text_of(page)
    assert "The record, to copy" not in text
    assert "[Game" not in text


def test_score_sheets_are_set_too():
    pages = document(sheet_page(sheets(check_path(SAMPLES / "taroky" / "evening.tpbn")))).pages
    text = " ".join(text_of(page) for page in pages)
    assert "After 8 hands" in text
    assert len(pages) == 1


def test_the_bytes_are_a_pdf_and_the_same_each_time():
    one = [checked(H1.text())]
    first = pdf_bytes(one, Look(lang="de"))
    assert first.startswith(b"%PDF-")
    assert first.rstrip().endswith(b"%%EOF")
    assert pdf_bytes(one, Look(lang="de")) == first


def test_nothing_is_fetched_whatever_a_page_asks_for(tmp_path):
    secret = tmp_path / "secret.css"
    secret.write_text("body::after { content: 'stolen' }")
    html = f'<!DOCTYPE html><html><head><link rel="stylesheet" href="{secret.as_uri()}"></head><body><img src="{secret.as_uri()}" alt="gone">here</body></html>'
    (page,) = document(html).pages
    assert "stolen" not in text_of(page)
    assert "here" in text_of(page)
    assert html_to_pdf(html).startswith(b"%PDF-")


def test_whatever_stands_in_a_record_stays_text():
    bad = "</style></head><script>x</script>&"
    (page,) = document(html_page([checked(H1.text(Event=bad, South=bad))])).pages
    assert "<script>x</script>" in text_of(page)


@pytest.mark.parametrize("fault", [None, OSError("cannot load library 'pango'")])
def test_advice_where_weasyprint_or_its_library_is_missing(fault, monkeypatch):
    if fault is None:
        monkeypatch.setitem(sys.modules, "weasyprint", None)
    else:

        class Broken:
            def find_spec(self, name, path=None, target=None):
                if name == "weasyprint":
                    raise fault

        monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
        monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(ImportError, match=r"pip install 'tarok-pbn\[pdf\]'"):
        pdf_bytes([checked(H1.text())])
