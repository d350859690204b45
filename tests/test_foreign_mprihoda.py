"""Saved games of Počítadlo taroků: the amounts are those of the program's own tests (taroky §12.4)."""

from __future__ import annotations

import json

import pytest

from tarok_pbn.exchange.foreign import mprihoda
from tests.foreign_support import SAMPLES, codes, records, settled, spoken, wrong

GAME = {
    "game_name": 1, "game_type": 1, "flek": 1, "valat": 0, "valat_flek": 1, "pagat": 0, "pagat_flek": 1,
    "pagat_played": 0, "result": 0, "id": "Main", "baton": 1,
}  # fmt: skip


def history(*lines):
    keys = ("p1", "p2", "p3", "p4", "jew")
    return {f"g{i}": {**dict(zip(keys, line, strict=True)), "id": f"g{i}"} for i, line in enumerate(lines)}


def slots(*declarers, score=-80, revealing=(0, 0, 0, 0)):
    names = ["Anna", "Běla", "Cyril", "Dan"]
    return {
        f"s{i}": {"name": names[i], "licitator": i + 1 in declarers, "revealing": revealing[i], "score": score, "id": f"s{i}"}
        for i in range(4)
    }


def game(**entries):
    return {"Main": {**GAME, **entries}}


def read(document):
    return list(mprihoda.read(json.dumps(document).encode(), "x"))


#: players that declare, what is entered, and what the program's tests expect: each of the side, each of the others, the pot
TESTS = [
    ((1, 3), {"result": 5}, (5, -5, 0)),
    ((1,), {"result": 5}, (15, -5, 0)),
    ((2,), {"game_name": 3, "game_type": 2, "result": -5}, (-30, 10, 0)),
    ((2,), {"game_name": 3, "game_type": 3, "result": 5}, (45, -15, 0)),
    ((2,), {"game_name": 4, "game_type": 4, "result": 5}, (60, -20, 0)),
    ((1, 3), {"result": 35}, (70, -70, 0)),
    ((1, 3), {"result": 35, "valat": 1}, (140, -140, 0)),
    ((1, 3), {"result": 35, "valat": 1, "valat_flek": 2}, (280, -280, 0)),
    ((1, 3), {"result": 5, "valat": 1}, (-70, 70, 0)),
    ((1, 3), {"result": 5, "valat": 1, "valat_flek": 2}, (-140, 140, 0)),
    # a pot of 320: [160, 0], [320, 0], [640, -320], [-320, 0], [-640, 320] for the two sides
    ((1, 3), {"pagat_played": 1}, (80, 0, -160)),
    ((1, 3), {"pagat": 1, "pagat_played": 1}, (160, 0, -320)),
    ((1, 3), {"pagat": 1, "pagat_played": 1, "pagat_flek": 2}, (320, -160, -320)),
    ((1, 3), {"pagat": 1}, (-160, 0, 320)),
    ((1, 3), {"pagat": 1, "pagat_flek": 2}, (-320, 160, 320)),
]


@pytest.mark.parametrize(("declarers", "entered", "expected"), TESTS)
def test_a_hand_in_progress_settles_as_the_program_does(declarers, entered, expected):
    imported = read({"slots": slots(*declarers), "game": game(**entered)})
    (record,) = records(imported)
    assert wrong(imported) == []
    (checked,) = settled([record])
    assert [f.message for f in checked.findings] == []
    assert checked.replay.ledger is not None, checked.replay.undetermined
    mine, others, pot = expected
    sides = {seat: mine if number in declarers else others for number, seat in enumerate("SENW", 1)}
    assert checked.replay.ledger.totals() == {**sides, "pot": pot}


def test_history_gives_scores_pots_and_totals_and_nothing_else():
    lines = history((-10, -10, -10, -10, 40), (5, -25, 5, -25, 40), (5, -25, 5, -45, 60), (-15, -5, -15, -25, 60))
    imported = read({"history": lines, "slots": slots(), "game": game()})
    made = records(imported)
    assert [r.get("Score") for r in made] == [
        "S 15; E -15; N 15; W -15; pot 0", "S 0; E 0; N 0; W -20; pot 20", "S -20; E 20; N -20; W 20; pot 0",
    ]  # fmt: skip
    assert [(r.get("Pots"), r.get("PotsAfter")) for r in made] == [
        ("pot 40", "pot 40"), ("pot 40", "pot 60"), ("pot 60", "pot 60"),
    ]  # fmt: skip
    assert made[0].get("Totals") == "S -10; E -10; N -10; W -10"
    assert made[2].get("TotalsAfter") == "S -15; E -5; N -15; W -25"
    assert [r.get("Contract") for r in made] == ["?", "?", "?"]
    assert [r.get("North") for r in made] == ["Cyril"] * 3
    assert made[1].get("Description") == "Renonc"
    assert codes(imported[0].findings) == ["I001", "I002", "I004", "I006"]
    assert codes(imported[1].findings) == ["I008"]
    assert {f.code for c in settled(made) for f in c.findings} == {"S009"}


def test_a_druha_with_its_pagat():
    imported = read({"slots": slots(2, 3), "game": game(game_name=2, baton=4, result=-3, pagat_played=-1, flek=4)})
    (record,) = records(imported)
    assert (record.get("Contract"), record.get("Declarer"), record.get("Partner")) == ("druha", "E", "N")
    assert (record.get("Dealer"), record.get("Points"), record.get("Pagat")) == ("N", "32 38", "E lost")
    assert spoken(record, "Announcements") == "W pass | S pass | E pagat | N pass | W flek:hra | E reflek:hra"
    assert "I008" in codes(imported[0].findings)


def test_melds_whose_names_are_not_kept_leave_the_announcements_out():
    imported = read({"slots": slots(1, 2, revealing=(5, 0, 0, 10)), "game": game(result=5)})
    (record,) = records(imported)
    assert record.section("Announcements") is None
    assert any("Which melds" in f.message for f in imported[0].findings if f.code == "I006")


def test_stores_may_hold_their_value_as_text():
    document = {"history": history((-10, -10, -10, -10, 40), (5, -25, 5, -25, 40)), "slots": slots()}
    assert records(read({k: json.dumps(v) for k, v in document.items()})) == records(read(document))


def test_the_sample():
    imported = list(mprihoda.read((SAMPLES / "mprihoda.json").read_bytes(), "x"))
    assert wrong(imported) == []
    last = settled(records(imported))[-1]
    assert last.replay.ledger is not None
    # five points over half at the double rate of druhá, and the pot of 60 twice for the pagát under flek
    assert last.replay.ledger.totals() == {"S": 70, "E": -40, "N": -40, "W": 70, "pot": -60}


@pytest.mark.parametrize(
    ("document", "code", "words"),
    [
        ({}, "I010", "none of its stores"),
        ([], "I010", "none of its stores"),
        ({"history": 5}, "I011", "The store history is '5'"),
        ({"history": history((0, 0, 0, 0, 0)), "slots": {"a": 3}}, "I011", "An entry of slots is '3'"),
        ({"history": {"a": {"p1": "x"}}}, "I011", "p1 is 'x'"),
        ({"history": {"a": {"p1": 1}}}, "I011", "has no p2"),
        ({"history": history((1, 1, 1, 1, 1), (0, 0, 0, 0, 0))}, "I016", "add up to 5"),
        ({"slots": slots(1), "game": game(result=99)}, "I011", "result is '99'"),
        ({"slots": slots(1), "game": game(game_name="x")}, "I011", "game_name is 'x'"),
        ({"slots": slots(1, 2, 3), "game": game()}, "I007", "not complete"),
        ({"slots": slots(1), "game": game(flek=3)}, "I011", "flek is '3'"),
        ({"history": "{"}, "I010", "The text in this string"),
    ],
)
def test_damage_is_said(document, code, words):
    found = [f for one in read(document) for f in one.findings if f.code == code and words in f.message]
    assert len(found) == 1, [(f.code, f.message) for one in read(document) for f in one.findings]
    assert found[0].span is not None
