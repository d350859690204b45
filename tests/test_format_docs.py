"""docs/format.md and docs/reading.md say what the code does."""

import re
from pathlib import Path

import pytest

from tarok_pbn.cards import CARD
from tarok_pbn.check import check
from tarok_pbn.codes import CODES
from tarok_pbn.notation import read_text, tags
from tarok_pbn.notation.spelling import LETTERS, card, seat

DOCS = Path(__file__).parent.parent / "docs"
FORMAT = (DOCS / "format.md").read_text("utf-8")
READING = (DOCS / "reading.md").read_text("utf-8")


EXAMPLES = re.findall(r"^```tpbn\n(.*?)^```$", FORMAT, re.M | re.S)


def test_format_12_has_an_example_of_each_game():
    games = [parsed.record.get("Game") for example in EXAMPLES for parsed in read_text(example)]
    assert games == ["taroky", "dansk", "koenigrufen"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_format_12_examples_are_canonical_and_without_findings(example):
    (parsed,) = read_text(example, strict=True)
    assert parsed.findings == []
    assert [f.code for f in check(parsed).findings if f.severity != "info"] == []


def test_format_5_names_every_known_tag_in_order():
    table = FORMAT.split("| canonical order | value |")[1].split("| all others |")[0]
    named = [
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert [name for name in named if name in tags.IDENTITY] == list(tags.IDENTITY)
    others = FORMAT.split("Known besides these are")[1].split("`Letters` declares")[0]
    assert set(re.findall(r"`(\w+)`", others)) == tags.KNOWN - set(tags.IDENTITY)


def test_reading_lists_the_letters_of_every_language():
    for language, letters in LETTERS.items():
        native = {canonical: own for own, canonical in letters.items()}
        row = " | ".join(native.get(rank, rank) for rank in "KQNJ")
        assert f"| `{language}` | {row} |" in READING


def test_codes_named_in_the_pages_exist():
    for code in re.findall(r"\b[FRDS]\d{3}\b", FORMAT + READING):
        assert code in CODES


@pytest.mark.parametrize(
    ("text", "token"),
    [(text, "F") for text in ["Sk", "Sküs", "Skues", "Skus", "Škýz", "Skyz", "Skiz", "Škis", "Skis", "Gstieß", "Gstiess", "Fool", "Excuse", "Exc", "Exc.", "T22", "XXII", "f"]]
    + [("sk", "SK"), ("T09", "T9"), ("XIIII", "T14"), ("VIIII", "T9"), ("Ⅺ", "T11"), ("ＨＫ", "HK"), ("!hK", "HK")]
    + [("♧A", "C1"), ("♡10", "HT"), ("h10", "HT"), ("🃟", None), ("KH", None), ("19", None), ("xix", None), ("T0", None)],
)  # fmt: skip
def test_reading_cards(text, token):
    assert card(text) == token


@pytest.mark.parametrize(("text", "letter"), [("s", "S"), ("EAST", "E"), ("north", "N"), ("f", None), ("X", None)])
def test_reading_seats(text, letter):
    assert seat(text) == letter


def test_every_canonical_card_reads_as_itself_and_in_small_letters():
    for token in CARD:
        assert card(token) == token
        assert card(token.lower()) == token
