"""pages.md 6: catalogues are complete; cards are spoken as the table says; interface, letters and record are apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarok_pbn.check import Checked
from tarok_pbn.games import get
from tarok_pbn.render import Look, render, text_diagram, view_of
from tarok_pbn.render.faces import faces_of
from tarok_pbn.render.rendering import checked_of
from tarok_pbn.render.wording import translated
from tests.support import checked
from tests.taroky_pages import H1
from tools import catalogues

PLACES = re.compile(r"\{\w+\}|%\(\w+\)s")
SAMPLES = Path(__file__).parent.parent / "samples"
#: words of the sentences of text diagrams that no other language spells so
ENGLISH = re.compile(
    r"\b(?:South|North|and|by|alone|holds|plays|won|lost|lead|led|tricks?|card|points|pts|hands|exchange|played|dealt|from|"
    r"left|took|laid|away|shown|exposed|known|none|auction|announcements|play|score|computed|total|recorded|differs|"
    r"official|count|takes|back|record|stops|dealer|forehand|declarer|rules|round|runs|sits|agrees|wrong|compared|wins|"
    r"who|far|without)\b",
    re.IGNORECASE,
)


def english_in(text: str) -> list[str]:
    """The English words left in a text; comments of the record, in braces, are not looked at."""
    return ENGLISH.findall(re.sub(r"\{.*?\}", "", text, flags=re.DOTALL))


def sample(path: str, number: int = 1) -> Checked:
    """A record of a sample file without what its organiser wrote in the heading."""
    text = re.sub(r'\[(Event|Site) "[^"]*"\]', r'[\1 "?"]', (SAMPLES / path).read_text("utf-8"))
    return checked_of(text)[number - 1]


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


@pytest.mark.parametrize("lang", catalogues.OTHERS)
def test_no_english_is_left_in_a_text_diagram(lang):
    assert english_in(render(H1.text(Event="?"), "text", lang=lang)) == []


@pytest.mark.parametrize("lang", catalogues.OTHERS)
@pytest.mark.parametrize("at", ["5.0", "5.2", 5])
def test_no_english_is_left_in_a_position(lang, at):
    assert english_in(text_diagram(checked(H1.text()), at, look=Look(lang))) == []


@pytest.mark.parametrize("lang", catalogues.OTHERS)
@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("dansk/evening.tpbn", 2),
        ("koenigrufen/konig-07-rufer.tpbn", 1),
        ("koenigrufen/harbour-hand-1.tpbn", 1),
        ("taroky/pot.tpbn", 1),
        ("taroky/unfinished.tpbn", 1),
        ("taroky/claim.tpbn", 1),
    ],
)
def test_no_english_is_left_in_text_diagrams_of_other_games(lang, path, number):
    assert english_in(render(sample(path, number), "text", lang=lang)) == []


def test_the_list_of_english_words_finds_english():
    found = english_in(render(H1.text(), "text"))
    assert {"South", "exchange", "trick", "computed", "official", "Agrees"} <= set(found)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("cs", "Dosavadní body: Jih + Západ 18, Východ + Sever 19⅓."),
        ("da", "Point indtil nu: Syd + Vest 18, Øst + Nord 19⅓."),
        ("de", "Punkte bisher: Süd + West 18, Ost + Nord 19⅓."),
        ("sl", "Točke doslej: Jug + Zahod 18, Vzhod + Sever 19⅓."),
    ],
)
def test_a_position_counts_in_the_readers_language(lang, line):
    assert line in text_diagram(checked(H1.text()), "5.2", look=Look(lang)).splitlines()


def test_a_position_says_whose_a_letter_is_where_names_begin_otherwise():
    shown = text_diagram(checked(H1.text()), "5.2", look=Look("cs")).splitlines()
    assert "Na tahu je Sever." in shown
    assert "S Jih, E Východ, N Sever, W Západ" in shown
    assert "E Øst, W Vest" in text_diagram(checked(H1.text()), "5.2", look=Look("da")).splitlines()
    assert not any(line.startswith("S South") for line in text_diagram(checked(H1.text()), "5.2").splitlines())


def test_pots_of_a_text_diagram_are_the_games_words():
    assert "blagajna −40" in render(sample("taroky/pot.tpbn"), "text", lang="sl")
    assert "Pagatkoppen +10 · Kongekoppen −90" in render(sample("dansk/evening.tpbn", 2), "text", lang="de")


def test_a_finding_is_headed_in_the_readers_language_and_told_in_english():
    wrong = H1.text().replace("S ST SQ SK S7", "S ST T21 SK S7")
    assert "P002 Fehler: East plays T21" in render(wrong, "text", lang="de")
    plain = text_diagram(checked(wrong), plain=True, look=Look("de"))
    assert plain.isascii()
    assert "FALSCH. " in plain


@pytest.mark.parametrize(
    ("text", "danish"),
    [
        (
            "Syd wins the last trick with SK: 40 from each, and the pot (110)",
            "Syd tager sidste stik med SK: 40 fra hver samt koppen (110)",
        ),
        ("a sentence that no catalogue has, and the pots", "a sentence that no catalogue has, and the pots"),
    ],
)
def test_a_sentence_is_translated_whole_or_not_at_all(text, danish):
    assert translated(text, "da") == danish
