"""What the replay reads from a page: cards by their tokens, hands as dealt, whole sentences. docs/templates.md, Replay."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page
from tarok_pbn.render.links import Links
from tarok_pbn.render.look import LANGUAGES, Look
from tarok_pbn.shipped import shipped
from tests.support import checked, result_only

SAMPLES = Path(__file__).parent.parent / "samples"
CARD = re.compile(r"F|T(?:[1-9]|1\d|2[01])|[SHDC][KQNJT1-9]")


def one(pattern: str, text: str) -> str:
    """The first group of a pattern that is there."""
    match = re.search(pattern, text)
    assert match is not None, pattern
    return match[1]


def sample(name: str, look: Look | None = None) -> str:
    return html_page(list(check_bytes((SAMPLES / name).read_bytes()))[:1], look or Look())


@pytest.fixture(scope="module")
def druha() -> str:
    return sample("taroky/druha.tpbn")


def test_the_script_is_small_and_asks_for_nothing():
    script = (shipped("templates") / "replay.js").read_bytes()
    assert len(gzip.compress(script, 9)) < 12_000
    for word in (b"fetch", b"XMLHttp", b"import", b"http", b"eval", b"innerHTML", b"</"):
        assert word not in script, word


@pytest.mark.parametrize("name", ["taroky/druha.tpbn", "dansk/tout.tpbn", "koenigrufen/konig-07-rufer.tpbn"])
def test_every_card_has_its_token(name):
    page = sample(name)
    spans = re.findall(r'<span class="tp-c [^>]*>', page)
    assert spans
    for span in spans:
        assert CARD.fullmatch(one(r'data-c="([^"]*)"', span)), span


def test_a_row_of_a_hand_is_one_element_a_card_with_a_space_between_any_two(druha):
    row = one(r'aria-label="Spades: knight, nine, eight\.">(.*?)</div>', druha)
    assert row == (
        '<span class="tp-s">♠\ufe0e</span> <span class="tp-cards"><span data-c="SN">N</span> '
        '<span data-c="S9">9</span> <span data-c="S8" class="tp-new">8</span></span>'
    )


def test_hands_as_dealt_are_told_where_they_differ(druha):
    data = json.loads(one(r'class="tp-data" data-origin="exchanged">(.*?)</script>', druha))
    assert list(data) == ["E", "N", "W"]
    assert data["N"] == [
        [2, "Spades: knight, nine.", [["SN", "N"], ["S9", "9"]]],
        [3, "Diamonds: queen.", [["DQ", "Q"]]],
    ]


def test_the_controls_are_hidden_and_only_where_something_was_played(druha):
    assert re.search(r'<div class="tp-viewer" hidden ', druha)
    assert '<p class="tp-tools" hidden>' in druha
    bare = html_page([checked(result_only("povinnost", "32 38"))])
    assert 'tp-viewer" hidden' not in bare
    assert '<p class="tp-tools" hidden>' in bare


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_have_the_same_places_in_every_language(druha, lang):
    def places(page: str) -> dict[str, list[str]]:
        viewer = one(r'(<div class="tp-viewer" [^>]*>)', page)
        return {
            name: sorted(re.findall(r"\{\w+\}", text)) for name, text in re.findall(r'data-([\w-]+)="([^"]*)"', viewer)
        }

    assert places(sample("taroky/druha.tpbn", Look(lang=lang))) == places(druha)
    assert places(druha)["won-pair"] == ["{first}", "{points}", "{seat}", "{second}"]


@pytest.mark.parametrize("scheme", ["two", "four", "mono"])
def test_the_article_names_its_colours(scheme):
    assert f'data-scheme="{scheme}"' in sample("taroky/druha.tpbn", Look(scheme=scheme))


def test_a_rank_of_the_reader_cannot_leave_the_data():
    page = sample("taroky/druha.tpbn", Look(letters="</script><b> & \" '"))
    data = re.findall(r'class="tp-data" data-origin="exchanged">(.*?)</script>', page)
    assert json.loads(data[0])["N"][1][2] == [["DQ", "&"]]
    assert "</script><b>" not in page


def test_pages_of_a_site_share_the_script():
    records = list(check_bytes((SAMPLES / "taroky/druha.tpbn").read_bytes()))[:1]
    page = html_page(records, links=Links(css="../style.css", script="../replay.js"))
    assert '<script src="../replay.js" defer></script>' in page
    assert "tarokReplay" not in page
    assert 'class="tp-viewer" hidden' in page
