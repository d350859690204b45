"""What only looks like a number, and numbers of thousands of digits, are faults of a record and never of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarok_pbn.check import check_bytes
from tarok_pbn.figures import by_number, whole
from tarok_pbn.games.kit.pots import fines_of, parse_pots
from tarok_pbn.ledger import parse_amount
from tests.running import tarok

SAMPLES = Path(__file__).parent.parent / "samples"
ODD = ("²", "④", "٣", "9" * 5000, "-3", "1/0", "7/²", "1_0", " ")
RECORDS = ("taroky/evening.tpbn", "taroky/rules-h1.tpbn", "dansk/rules-f1.tpbn", "koenigrufen/contracts.tpbn")
TAGS = (
    "Board",
    "Points",
    "Score",
    "Pots",
    "PotsAfter",
    "Radl",
    "Tricks",
    "Fines",
    "Totals",
    "Split",
    "Options",
    "Date",
    "Round",
)


@pytest.mark.parametrize("text", [*ODD, "", "1.0", "9" * 19])
def test_only_few_ascii_digits_are_a_number(text):
    assert whole(text) is None
    assert by_number(text) == (1, 0, text)
    assert parse_pots(f"pagat {text}; king {text}") is None
    assert fines_of(f"S E {text or 'x'}") == f"S E {text or 'x'}".strip()


def test_numbers():
    assert (whole("0"), whole("08"), whole("9" * 18)) == (0, 8, 10**18 - 1)
    assert parse_amount("9" * 41) is None
    assert sorted(["10", "9", "a", "²", "1"], key=by_number) == ["1", "9", "10", "a", "²"]


def hand(name: str) -> str:
    """The first hands of a sample."""
    return "\n\n".join((SAMPLES / name).read_text("utf-8").split("\n\n")[:3])


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:5])
def test_a_record_with_odd_numbers_is_checked(name, odd):
    text = hand(name)
    for tag in TAGS:
        values = (
            odd,
            f"S {odd}; E {odd}; pagat {odd}; king {odd}",
            f"{odd} {odd}",
            f"S E {odd} late",
            f"pots={odd}; foundation={odd}",
        )
        for value in values:
            stated = re.sub(rf"^\[{tag} .*\n", "", text, flags=re.M)
            stated = stated.replace("[Game ", f'[{tag} "{value}"]\n[Game ')
            for record in (
                stated,
                re.sub(r"^\[(?:Auction|Exchange|Announcements|Play)\]\n(?:.+\n)*", "", stated, flags=re.M),
            ):
                assert list(check_bytes(record.encode()))


@pytest.mark.parametrize("word", ["tarokker:{}", "matadorer:{}", "takes:{0}-{0}", "exposes:{}", "call:T{}"])
def test_words_with_odd_numbers_are_checked(word):
    for odd in ODD:
        for section in ("Auction", "Exchange", "Announcements"):
            for name in RECORDS:
                text = hand(name)
                changed = re.sub(rf"(^\[{section}\]\n[SENW] )\S+", rf"\g<1>{word.format(odd)}", text, flags=re.M)
                assert list(check_bytes(changed.encode()))


@pytest.mark.parametrize("board", ["²", "9" * 5000, "٣"])
def test_boards_that_are_no_numbers_are_compared_and_verified(tmp_path, board):
    records = (
        (Path(__file__).parent.parent / "docs/examples/duplicate.tpbn")
        .read_text("utf-8")
        .replace('[Board "1"]', f'[Board "{board}"]')
    )
    path, sheet = tmp_path / "a.tpbn", tmp_path / "r.csv"
    path.write_text(records, "utf-8")
    sheet.write_text(f"table,board,date,player,score\n1,{board},{'1' * 5000}.1.1,Adam,90\n", "utf-8")
    assert tarok("traveller", "--by", "board", str(path)).code == 0
    assert tarok("verify", str(sheet), str(path)).code == 1
    assert tarok("sort", str(path), "--by", "board", "-o", str(tmp_path / "s.tpbn")).code == 0
    assert tarok("stat", "--all", str(path)).code == 0


def test_a_query_with_a_number_of_thousands_of_digits_is_wrong_usage():
    for query in (f"score(S) > {'9' * 5000}", f"points(S) > 1/{'9' * 5000}", f"number = {'1' * 1001}"):
        done = tarok("query", query, str(SAMPLES / "taroky"))
        assert done.code == 2
        assert "digits is too long" in done.err
