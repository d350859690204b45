"""Issue 7: an annotated TPBN. Marks and comments of `tarok analyse` in the record, and what they leave alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tarok_pbn.analysis.aims import aims_for
from tarok_pbn.analysis.annotate import Analysis, analyse
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.position import position_at
from tarok_pbn.analysis.solver import Limits
from tarok_pbn.check import Checked, check_bytes
from tarok_pbn.notation import write
from tarok_pbn.report.analysed import annotated
from tests.running import tarok

SAMPLES = Path(__file__).parent.parent / "samples"
H1 = SAMPLES / "taroky" / "rules-h1.tpbn"
DEMAND = SAMPLES / "dansk" / "fool-demanded.tpbn"
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
#: a card that lost something, as it stands in the record: card, sign, comment
MARKED = re.compile(r"(\S+) (\$\d+) \{(\[computed\][^}]*)\}")


def read(text: str) -> Checked:
    return next(checked for checked in check_bytes(text.encode()) if checked.parsed.is_record)


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def analysis(checked: Checked, objective: str = "", side: str = "", limits: Limits | None = None) -> Analysis:
    aim = aims_for(position_at(checked.replay), objective, side)[0]
    return analyse(checked.replay, aim, limits)


def marked(text: str, *, comments: bool = True, objective: str = "") -> str:
    """The text of a record with an analysis written into it."""
    checked = read(text)
    return write(annotated(checked, analysis(checked, objective), comments=comments))


def comments_of(text: str) -> list[tuple[str, str, str]]:
    """Card, sign and comment, white space as one blank."""
    return MARKED.findall(" ".join(text[text.index("[Play]") :].split()))


#: the rules page's first hand: worked out by the solver, and held to its brute force in other tests
ENGLISH = [
    ("ST", "$8", "[computed] costs 3 points; better T3, T4, T6, T7, T9, T12, T13, T14"),
    ("H4", "$8", "[computed] costs 1 point; better D3, D2, D1"),
    ("H1", "$8", "[computed] costs 1 point; better HQ"),
    ("CK", "$8", "[computed] costs 1 point; better T3, T4, T6, T7, T9, T12, T13, T14"),
    ("T20", "$8", "[computed] costs 2 1/3 points; better T2, T10, T11"),
    ("CQ", "$8", "[computed] costs 2 points; better C8, CJ"),
    ("CJ", "$8", "[computed] costs 1 point; better T15, T16, T19, HQ, C8"),
    ("SJ", "$8", "[computed] costs 1 point; better T18, SN"),
    ("T2", "$8", "[computed] costs 2 1/3 points; better F"),
]


@needs_kernel
def test_every_card_that_lost_something_is_marked_and_no_other():
    made = marked(text_of(H1))
    assert comments_of(made) == ENGLISH
    assert made.count("[computed]") == len(ENGLISH)
    assert len(re.findall(r"\$\d", made)) == len(ENGLISH)
    tag = '[_Analysis "Card points of South + West: 33 with best play, all hands open; 31 2/3 as played"]'
    assert tag in made.splitlines()


@needs_kernel
def test_the_comments_are_in_the_language_of_the_record():
    text = text_of(H1).replace('[Dealer "W"]', '[Dealer "W"]\n[Language "cs"]', 1)
    made = marked(text)
    told = [comment.removeprefix("[computed] ") for _, _, comment in comments_of(made)]
    assert told[:5] == [
        "stojí 3 body; lepší je T3, T4, T6, T7, T9, T12, T13, T14",
        "stojí 1 bod; lepší je D3, D2, D1",
        "stojí 1 bod; lepší je HQ",
        "stojí 1 bod; lepší je T3, T4, T6, T7, T9, T12, T13, T14",
        "stojí 2 1/3 bodu; lepší je T2, T10, T11",
    ]
    assert "costs" not in made
    value = "Body v kartách, strana Jih + Západ: při nejlepší hře 33, všechny listy odkryté; podle sehrávky 31 2/3"
    assert read(made).record.get("_Analysis") == value


@needs_kernel
@pytest.mark.parametrize("language", ["de-AT", "DA", "sl"])
def test_a_language_may_name_a_country_or_shout(language):
    text = text_of(H1).replace('[Dealer "W"]', f'[Dealer "W"]\n[Language "{language}"]', 1)
    first = {"de-AT": "kostet 3 Punkte; besser", "DA": "koster 3 point; bedre er", "sl": "stane 3 točke; bolje"}
    assert comments_of(marked(text))[0][2].startswith(f"[computed] {first[language]}")


@needs_kernel
def test_a_language_without_a_catalogue_gets_english():
    text = text_of(H1).replace('[Dealer "W"]', '[Dealer "W"]\n[Language "hu"]', 1)
    assert comments_of(marked(text)) == ENGLISH


@needs_kernel
def test_it_is_clean_and_a_second_time_changes_nothing():
    once = marked(text_of(H1))
    assert read(once).clean
    assert marked(once) == once


@needs_kernel
def test_another_question_takes_the_place_of_the_first():
    points = marked(text_of(H1))
    tricks = marked(points, objective="tricks")
    assert "point" not in " ".join(comment for _, _, comment in comments_of(tricks))
    assert tricks == marked(text_of(H1), objective="tricks")
    assert marked(tricks) == points


@needs_kernel
def test_marks_of_an_annotator_stay_where_they_are_whatever_is_asked_later():
    text = text_of(H1).replace("N H4 H1", "N H4! $8 =1= {too early} H1", 1)
    text = text.replace("[ScoreTable", '[Note "1:The suit of the partner."]\n[ScoreTable', 1)
    assert read(text).clean
    made = marked(text)
    assert read(made).clean
    place = " ".join(made[made.index("N H4") :].split())
    assert place.startswith("N H4! $8 $8 {[computed] costs 1 point; better D3, D2, D1} =1= {too early} H1")
    assert marked(made) == made
    again = marked(made, objective="last")
    assert "N H4! $8 =1= {too early} H1" in " ".join(again.split())
    assert '[Note "1:The suit of the partner."]' in again


@needs_kernel
def test_marks_alone_are_put_once():
    made = marked(text_of(H1), comments=False)
    assert "[computed]" not in made
    assert len(re.findall(r"\$8", made)) == len(ENGLISH)
    assert marked(made, comments=False) == made
    assert read(made).clean


@needs_kernel
def test_a_card_that_turns_the_hand_is_marked_more_strongly():
    made = marked(text_of(SAMPLES / "taroky" / "commented.tpbn"))
    assert ("SN", "$10", "[computed] costs 2 points and turns the hand; better SK, CK") in comments_of(made)
    assert [sign for _, sign, _ in comments_of(made)].count("$10") == 1
    assert "W T10?!" not in made
    assert "S T10?! T8 $8" in made
    assert "H3 $3 $8 {[computed]" in " ".join(made.split())


def test_cards_that_were_taken_back_are_not_marked():
    """The Danish demand: the 23rd trick is begun twice with the same heart two; the one that stands is marked."""
    checked = read(text_of(DEMAND))
    found = analysis(checked, "points", "S", Limits(0, 20_000))
    assert [(step.place, str(step.move)) for step in found.mistakes if step.trick == 23] == [(2, "H2"), (3, "DJ")]
    made = " ".join(write(annotated(checked, found)).split())
    assert "S T10 H2 W demand S F name:H H2 $8 {[computed] costs 3 points; better " in made
    assert re.search(r"better [A-Z0-9, ]+\} DJ \$8 \{\[computed\] costs 3 points", made)


@needs_kernel
def test_the_command_writes_what_cannot_be_analysed_as_it_is(tmp_path):
    results = text_of(SAMPLES / "taroky" / "results.tpbn")
    both = tmp_path / "both.tpbn"
    both.write_text(results.rstrip("\n") + "\n\n" + text_of(H1)[text_of(H1).index("[Event") :], "utf-8")
    made = tarok("analyse", "--output-format", "tpbn", str(both))
    assert made.code == 1
    assert "not solved: the cards of South are not known when play begins" in made.err
    count = len(list(check_bytes(both.read_bytes())))
    assert len(list(check_bytes(made.raw))) == count
    assert made.out.count("[_Analysis ") == 1
    assert made.out.count("[computed]") == len(ENGLISH)
