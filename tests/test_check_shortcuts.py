"""The plain paths are shortcuts: a record checked along them comes to what it comes to decision by decision."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from tarok_pbn.check import Checked, check
from tarok_pbn.games import get
from tarok_pbn.games.kit.feed import Feed
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.notation import read_bytes, write
from tests.support import codes
from tests.taroky_pages import H1

FAMILIES = ("taroky", "koenigrufen", "dansk", "tapptarock")


def records(family: str, count: int, seed: int) -> list[str]:
    """Random hands under all rule sets that can be played without more tags."""
    game, rng, texts = get(family), Random(seed), []
    for rules in list(game.rulesets().values()):
        for _ in range(count):
            tags = {"Event": "Shortcuts", "Rules": rules.name, "Pots": "pagat 75; king 95"}
            if family != "dansk":
                tags["Pots"] = "pot 40"
            record, _ = play_hand(game, rules.options, rng, tags=tags, dealer=rng.choice(game.seats))
            texts.append(write(record))
    return texts


def damaged(text: str, rng: Random) -> str:
    """A record with a few words changed, lost, exchanged, marked or doubled."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if line.startswith("[Auction")), 5)
    words = re.findall(r"[^\s\[\]\"]+", text)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(start, len(lines))
        parts = lines[place].split(" ")
        word = rng.randrange(len(parts))
        match rng.randrange(6):
            case 0:
                parts[word] = rng.choice(words)
            case 1:
                del parts[word]
            case 2:
                other = rng.randrange(len(parts))
                parts[word], parts[other] = parts[other], parts[word]
            case 3:
                parts[word] += rng.choice((" {so}", "!", " ^R", " *", " +", " claim", " pass"))
            case 4:
                lines.insert(place, lines[place])
                continue
            case _:
                del lines[place]
                continue
        lines[place] = " ".join(parts)
    return "\n".join(lines)


def outcome(checked: Checked) -> Any:
    """All that a check comes to."""
    replay, table = checked.replay, checked.replay.table
    state = None
    if table is not None:
        state = (
            table.bids, table.contract, table.declarer, table.partner, table.called, table.taken, table.laid,
            table.shown, table.declared, table.held, table.at_play, table.broken, table.over, table.claim,
            [(d.seat, d.what, d.level, d.word) for d in table.doubles],
            [(t.number, t.leader, t.cards, t.seats, t.winner, t.winning, t.named, t.known, t.mask) for t in table.tricks],
        )  # fmt: skip
    ledger = replay.ledger
    booked = None if ledger is None else [(i.name, i.base, i.working, i.factors, i.transfers) for i in ledger.items]
    return checked.findings, replay.findings, replay.computed, replay.doubt, replay.undetermined, booked, state


def ways(text: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a text comes to along the shortcuts, without feeds and lines, and read the long way."""
    found = []
    data = text.encode()
    found.append([outcome(check(parsed)) for parsed in read_bytes(data)])
    with monkeypatch.context() as patched:
        patched.setattr("tarok_pbn.replay.offer", lambda record, table: None)
        patched.setattr("tarok_pbn.replay.all_taken", lambda record, table: False)
        patched.setattr("tarok_pbn.setup._whole_pack", lambda game, table: False)
        patched.setattr("tarok_pbn.verdict._Verdict._as_written", lambda self, name, ledger: False)
        found.append([outcome(check(parsed)) for parsed in read_bytes(data)])
    with monkeypatch.context() as patched:
        patched.setattr("tarok_pbn.notation.reading.read_plain", lambda text, first: None)
        found.append([outcome(check(parsed)) for parsed in read_bytes(data)])
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_random_records_come_to_the_same_along_every_path(family, monkeypatch):
    for text in records(family, 6, 5):
        quick, decided, read = ways(text, monkeypatch)
        assert quick == decided == read, text


@pytest.mark.parametrize("family", FAMILIES)
def test_damaged_records_come_to_the_same_along_every_path(family, monkeypatch):
    rng = Random(11)
    for text in records(family, 6, 6):
        for _ in range(4):
            wrong = damaged(text, rng)
            quick, decided, read = ways(wrong, monkeypatch)
            assert quick == decided == read, wrong


@pytest.mark.parametrize("family", FAMILIES)
def test_a_record_that_was_looked_at_is_checked_as_before(family):
    for text in records(family, 3, 7):
        (untouched,) = read_bytes(text.encode())
        first = outcome(check(untouched))
        (touched,) = read_bytes(text.encode())
        assert touched.record.tags
        assert touched.record.sections[-1].groups is not None
        assert [section.groups for section in touched.record.sections]
        assert outcome(check(touched)) == first
        assert outcome(check(untouched)) == first
        assert write(untouched.record) == write(touched.record) == text


def test_plain_records_ask_nothing(monkeypatch):
    monkeypatch.setattr("tarok_pbn.replay.Driver", None)
    rng, game = Random(3), get("taroky")
    rules = game.rulesets()[game.default]
    for _ in range(50):
        record, _ = play_hand(game, rules.options, rng, tags={"Rules": rules.name}, dealer="W")
        (parsed,) = read_bytes(write(record).encode())
        assert check(parsed).clean


def test_a_feed_gives_only_what_is_plain():
    feed = Feed([0, 1, 1, 0], ["pass", "pass", "flek:hra", "lays:T2,T3"], [0, 1, 1, 2])
    assert feed.take(1, ("pass",)) is None
    assert feed.take(0, ("solo",)) is None
    assert feed.take(0, ("pass",)) == "pass"
    assert feed.take_all(1, ("pass",), "pass") is None  # a flek is no announcement, but nobody has said so
    assert feed.take_all(1, ("pass",), "pass", verbs=frozenset({"pass"})) == ["pass"]
    assert feed.take_next(lambda seat: ("flek:hra",), "pass") == (1, "flek:hra")
    assert feed.take_cards(0, "lays", 2, ((0, 0b010),)) is None
    assert feed.take_cards(0, "lays", 2, ((0, 0b110),)) == 0b110
    assert (feed.exhausted, feed.silent) == (True, True)
    feed.closed = True
    assert (feed.exhausted, feed.silent) == (True, False)


def test_one_silent_round_at_once():
    feed = Feed([2, 3, 0, 1, 2], ["pass", "pass", "pass", "pass", "flek:hra"], [0, 1, 2, 3, 4])
    assert not feed.take_silence([0, 1, 2, 3], "pass")
    assert feed.take_silence([0, 1, 2, 3], "pass", in_turn=False)
    assert feed.next == 4
    more = Feed([0, 1, 1], ["pass", "pass", "flek:hra"], [0, 1, 1])
    assert not more.take_silence([0, 1], "pass")


def test_a_suit_named_after_a_card_that_is_no_fool_is_a_finding():
    (text, *_) = records("dansk", 1, 8)
    start = re.search(r"\[Play\]\n\w [SHDCT]\w+ ", text)
    assert start is not None
    assert "P019" in codes(text[: start.end()] + "name:S " + text[start.end() :])
    assert codes(H1.text()) == []
