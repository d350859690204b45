"""pages.md 6: catalogues are complete; cards are spoken as the table says; interface, letters and record are apart."""

from __future__ import annotations

import re

import pytest

from tarok_pbn.games import get
from tarok_pbn.render import Look, render, view_of
from tarok_pbn.render.faces import faces_of
from tarok_pbn.render.wording import translated
from tests.support import checked
from tests.taroky_pages import H1
from tools import catalogues

PLACES = re.compile(r"\{\w+\}|%\(\w+\)s")


@pytest.mark.parametrize("lang", catalogues.OTHERS)
def test_catalogues_are_complete_compiled_and_nothing_new_is_extracted(lang):
    po, mo = catalogues.paths(lang)
    wanted = catalogues.updated(lang, catalogues.template())
    assert catalogues.written(wanted) == po.read_bytes(), "run: make catalogues"
    assert catalogues.compiled(wanted) == mo.read_bytes(), "run: make catalogues"
    for message in wanted:
        if not message.id:
            continue
        strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
        assert all(strings), f"{lang}: {message.id!r} is not translated"
        assert not message.fuzzy
        key = message.id if isinstance(message.id, str) else message.id[-1]
        for string in strings if isinstance(message.id, str) else strings[-1:]:
            assert set(PLACES.findall(string)) == set(PLACES.findall(key)), f"{lang}: places of {key!r}"


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [
        ("en", ["tarok fourteen", "the Pagat, tarok one", "king of hearts"]),
        ("de", ["Tarock vierzehn", "der Pagat, Tarock eins", "Herz-König"]),
        ("cs", ["tarok čtrnáct", "pagát, tarok jedna", "srdcový král"]),
        ("sl", ["tarok štirinajst", "pagat, tarok ena", "srčni kralj"]),
        ("da", ["tarok fjorten", "pagaten, tarok et", "hjerter konge"]),
    ],
)
def test_cards_are_spoken_as_pages_md_6_2_has_them(lang, spoken):
    faces = faces_of(get("taroky"), Look(lang=lang))
    made = [faces.token(token) for token in ("T14", "T1", "HK")]
    assert [face.spoken.lower() for face in made if face is not None] == [text.lower() for text in spoken]


@pytest.mark.parametrize(
    ("lang", "letters"), [("en", "K Q N J"), ("de", "K D C B"), ("cs", "K D C J"), ("sl", "K D C F"), ("da", "K D C B")]
)
def test_letters_of_a_language(lang, letters):
    view = view_of(checked(H1.text()), Look(lang=lang))
    assert " ".join(letter for letter, _ in view.legend) == letters


def test_interface_letters_and_record_are_three_choices():
    view = view_of(checked(H1.text()), Look(lang="cs", letters="R D C V"))
    assert [letter for letter, _ in view.legend] == ["R", "D", "C", "V"]
    assert [name for _, name in view.legend] == ["král", "dáma", "kaval", "kluk"]
    assert view.seats[0].name == "Jih"
    assert view.contract is not None
    assert view.contract.text == "povinnost"


@pytest.mark.parametrize("lang", catalogues.OTHERS)
def test_no_english_is_left_on_a_page(lang):
    made = render(H1.text(), "markdown", lang=lang)
    english = ("South", "North", "declarer", "forehand", "Auction", "Score", "Agrees", "recorded", "Hands", "trick")
    assert [word for word in english if re.search(rf"\b{word}\b", made)] == []


@pytest.mark.parametrize(
    ("text", "danish"),
    [
        ("Syd wins the last trick with SK: 40 from each, and the pot (110)", "Syd tager sidste stik med SK: 40 fra hver samt koppen (110)"),
        ("a sentence that no catalogue has, and the pots", "a sentence that no catalogue has, and the pots"),
    ],
)
def test_a_sentence_is_translated_whole_or_not_at_all(text, danish):
    assert translated(text, "da") == danish
