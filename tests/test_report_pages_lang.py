"""docs/translations.md: the pages of stat, traveller and verify are in the reader's language, whatever they have to tell."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.verification import KINDS, expected_of, verify
from tarok_pbn.archive.verification_sheet import read_sheet
from tarok_pbn.check import check_path
from tarok_pbn.render.numbers import decimal, grouped
from tarok_pbn.render.wording import told
from tarok_pbn.worded import Worded, listed, worded, worded_n
from tests.running import tarok
from tests.test_render_html import Page
from tools import catalogues

SAMPLES = Path(__file__).parent.parent / "samples"
LEAGUE = SAMPLES / "league"
COMMANDS = {
    "stat": ("stat", "--all", *(f"--by={by}" for by in ("contract", "player", "declarer", "seat", "rules", "game")), str(SAMPLES / "league"), str(SAMPLES / "dansk")),
    "few": ("stat", str(SAMPLES / "taroky")),
    "traveller": ("traveller", str(LEAGUE / "final"), str(LEAGUE / "wrong" / "table-2.tpbn"), str(SAMPLES / "dansk")),
    "verify": ("verify", str(LEAGUE / "wrong/results.csv"), str(LEAGUE / "final/table-1.tpbn"), str(LEAGUE / "wrong/table-2.tpbn")),
}  # fmt: skip
#: words of the pages and of their sentences that none of the other languages has
ENGLISH = re.compile(
    r"\b(?:the|of|and|with|by|player|players|hands|hand|table|board|boards|compared|counted|share|declared|won|lost|result|results|"
    r"record|records|lines|sheet|agree|wrong|is|are|was|it|its|too|few|difference|place|matchpoints|everybody|order|rates|left|"
    r"forehand|second|third|dealer|played|differs|twice|unknown|exchanged|no|score|at)\b",
    re.IGNORECASE,
)
#: words that another language has, too
ALSO = {"da": {"at", "no"}, "de": {"was"}}
#: what is said in no language: names, tokens, options and tags
NEUTRAL = re.compile(
    r"samples/\S+|bga-no-pots|--[a-z]+ (?:board|says)?|\S*/\S+|League of the Three Clubs 2026|Score|tarok check|\bwon\b"
)


def page(name: str, lang: str) -> str:
    done = tarok(*COMMANDS[name], "--output-format", "html", "--lang", lang)
    assert done.code in (0, 1)
    return done.out


def words(made: str) -> str:
    body = re.sub(r"<style>.*?</style>", "", made, flags=re.S)
    return unescape(re.sub(r"<[^>]*>", " ", body))


@pytest.mark.parametrize("lang", catalogues.OTHERS)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_english_is_left_on_the_page(name, lang):
    made = page(name, lang)
    assert f'<html lang="{lang}">' in made
    assert Page(made).problems == []
    text = NEUTRAL.sub("", words(made))
    assert set(map(str.lower, ENGLISH.findall(text))) <= ALSO.get(lang, set())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_english_words_finds_english(name):
    assert len(set(ENGLISH.findall(words(page(name, "en"))))) > 10


@pytest.mark.parametrize(("lang", "sentence", "figure"), [
    ("cs", "Pořadí hráčů", "+53,3"), ("da", "Spillernes rækkefølge", "+53,3"), ("de", "Reihung der Teilnehmer", "+53,3"), ("sl", "Vrstni red igralcev", "+53,3"),
])  # fmt: skip
def test_the_order_of_the_league_in_the_readers_language(lang, sentence, figure):
    text = words(page("traveller", lang))
    assert sentence in text
    assert figure in text
    assert "53.3" not in text


def test_the_typing_errors_of_the_league_in_german():
    text = " ".join(words(page("verify", "de")).split())
    assert "91 auf dem Blatt" not in text  # that is of the table that is not given
    assert "-1 auf dem Blatt, 1 in der Mitschrift (das Vorzeichen ist verkehrt)" in text
    assert "die Ergebnisse von Hrubá, Marta und Bruun, Else sind vertauscht" in text


def test_every_message_of_a_verification_is_worded_to_its_last_part():
    """A sheet that has most of what can be wrong: no part of a message is English that nobody can translate."""
    data = (
        "table,board,player,seat,score,x\n1,1,Nobody,,1\n1,1,,Q,2\n1,1,,S,a\n1,2,Bruun Else,,70\n,2,x,,1\n1,,x,,1\n1,2,,,4\n1,2,Hrubá,,1,2,3\n"
        "2,2,x,,1\n9,1,a,,1\n9,1,b,,2\n9,1,c,,3\n1,3,S,,1\n1,3,S,,2\n1,4,S,,\n1,5,Hrubá Marta,N,3\n"
    ).encode()
    records = [
        expected_of(Summary(done))
        for name in ("final/table-1.tpbn", "final/table-2.tpbn", "wrong/table-2.tpbn")
        for done in check_path(LEAGUE / name)
    ]
    report = verify(read_sheet(data, "r.csv"), records)
    messages = [one.message for table in report.tables for _, one in table.found]
    assert len(messages) > 15
    assert {one.kind for table in report.tables for _, one in table.found} >= {
        "unreadable",
        "unknown-player",
        "no-record",
        "twice",
        "missing-player",
        "ambiguous",
    }
    for message in messages:
        assert isinstance(message, Worded)
        for lang in catalogues.OTHERS:
            left = ENGLISH.findall(NEUTRAL.sub("", told(message, lang)))
            assert {word.lower() for word in left} <= ALSO.get(lang, set()), told(message, lang)


def test_kinds_are_told_in_every_language():
    for lang in catalogues.OTHERS:
        assert all(told(kind, lang) != kind for kind in KINDS.values())


# --- worded texts ----------------------------------------------------------------------------------------


def test_a_worded_text_is_its_english_text():
    text = worded("{player} has no score on the sheet.", player="{x} Ida")
    assert text == "{x} Ida has no score on the sheet."
    assert told(text, "en") == text
    assert told(text, "da") == "{x} Ida har intet resultat på arket."
    assert told("as it is", "da") == "as it is"
    assert worded("a {brace") == "a {brace"


@pytest.mark.parametrize(("lang", "number", "text"), [
    ("en", 1, "1 result"), ("en", 1200, "1,200 results"), ("cs", 2, "2 výsledky"), ("cs", 5, "5 výsledků"), ("sl", 2, "2 izida"), ("sl", 101, "101 izid"),
    ("de", 1200, "1\N{NARROW NO-BREAK SPACE}200 Ergebnisse"), ("da", 1, "1 resultat"),
])  # fmt: skip
def test_numbers_choose_their_form(lang, number, text):
    assert told(worded_n("{count} result", "{count} results", number), lang) == text


def test_parts_are_told_in_their_places():
    text = listed(["a", worded("table {name}", name="3"), worded("round {round}", round="2")])
    assert text == "a, table 3, round 2"
    assert told(text, "cs") == "a, stůl 3, kolo 2"
    assert listed([]) == ""


def test_figures_of_a_language():
    assert (decimal("-1200.5", "en"), decimal("-1200.5", "cs")) == ("−1200.5", "−1200,5")
    assert (grouped(12345678, "en"), grouped(999, "sl")) == ("12,345,678", "999")


@pytest.mark.parametrize("name", ["stat", "traveller", "verify"])
def test_a_language_is_for_a_page(name):
    done = tarok(*COMMANDS[name], "--lang", "cs")
    assert (done.code, done.out) == (2, "")
    assert "--lang is for --output-format html" in done.err
    assert tarok(*COMMANDS[name], "--format", "html", "--lang", "fr").code == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_is_english_where_nothing_is_said(name):
    assert tarok(*COMMANDS[name], "--format", "html").out == page(name, "en")
