"""Property: one wrong word in a clean record is found where it stands, or at the first later place where it shows.

What "where it shows" means is decided by a second referee (``taroky_referee``), written from the rules page without
the package: it walks through the changed record in time order and stops at the first word that cannot follow what
stands before it. The validator's findings must then be exactly one, at that word, with a code for that very reason.

Three kinds of change need more than the streams:

* a change that leaves a legal auction with another outcome contradicts the tags Contract, Declarer, Partner or
  Called as much as it contradicts the next word of the record: either place is a true first place;
* a change of an outcome tag or a number shows at that tag, row or cell and nowhere else;
* a change that leaves another legal hand (a meld kept back, a flek more or less) shows only in the money: at the
  Points, Score or ScoreTable, or at a tag such as Pagat. If it changes nothing in the money it is no mistake that
  anybody could find, and then there must be no finding at all.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tarok_pbn.check import check
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import Chooser, by_lot, play_hand
from tarok_pbn.notation import read_text, write, write_file
from tarok_pbn.record import Record
from tests.taroky_player import sensibly
from tests.taroky_referee import PACK, Place, judge
from tests.test_taroky_random import boldly

TAROKY = get("taroky")
#: every card of the pack, and two of the 78-card pack that are not in it
CARDS = [*sorted(PACK), "S5", "D7"]
BIDS = ("pass", "povinnost", "druha", "trojka", "solo")
CALLS = ("call:T19", "call:T18", "call:T17", "call:T16", "varsava")
MELDS = ("pass", "taroky", "tarocky", "barvy", "barvicky", "trul", "kralove", "honery", "pagat", "valat")
LADDER = tuple(f"{step}:{what}" for step in ("flek", "reflek", "super") for what in ("hra", "pagat", "valat"))
MONEY = {"S001", "S002", "S003", "S004", "S005", "R015"}
OUTCOME = {"Contract": "A007", "Declarer": "A008", "Partner": "A009", "Called": "R015", "Points": "S003", "Pagat": "R015", "Valat": "R015"}
NUMBER = re.compile(r"-?\d+")


def clean_records(count: int, seed: int, choose: Chooser) -> list[Record]:
    rules, rng, records = TAROKY.rulesets()["devatenactka-1"].options, Random(seed), []
    for _ in range(count):
        tags = {"Event": "Clean", "Rules": "devatenactka-1"}
        record, _ = play_hand(TAROKY, rules, rng, tags=tags, dealer=rng.choice("SENW"), choose=choose)
        records.append(record)
    return [parsed.record for parsed in read_text("".join(write_file(records)))]


def reread(record: Record) -> Record:
    (parsed,) = read_text("".join(write_file([record])))
    return parsed.record


class Change:
    """One change of one word: what it was, what it became, where it is."""

    def __init__(self, kind: str, place: Place, old: str, new: str) -> None:
        self.kind = kind
        self.place = place
        self.old = old
        self.new = new

    def __repr__(self) -> str:
        return f"{self.kind} {self.place}: {self.old} -> {self.new}"


def places(record: Record) -> list[tuple[str, Place]]:
    """(kind, place) of everything that can be changed."""
    found: list[tuple[str, Place]] = [("deal", ("tag", "Deal")), ("talon", ("tag", "Talon"))]
    found += [("outcome", ("tag", name)) for name in OUTCOME if record.tag(name) is not None]
    found += [("score", ("tag", "Score"))]
    for section in record.sections:
        if section.rows:
            found += [("cell", ("row", number)) for number in range(len(section.rows))]
        for number, group in enumerate(section.groups):
            if section.name == "Play":
                found.append(("leader", ("Play", number, -1)))
            found += [(section.name, (section.name, number, index)) for index in range(len(group.words))]
    return found


def corrupt(record: Record, rng: Random, kinds: tuple[str, ...]) -> Change | None:
    """Change one thing; None where the draw changes nothing."""
    kind, place = rng.choice([found for found in places(record) if found[0] in kinds] or [("", ())])
    if not kind:
        return None
    if place[0] == "tag":
        tag = record.tag(str(place[1]))
        assert tag is not None
        old, tag.value = tag.value, other_value(str(place[1]), tag.value, rng)
        new = tag.value
    elif place[0] == "row":
        row = next(s for s in record.sections if s.rows).rows[int(place[1])]
        column = rng.randrange(1, len(row))
        old = row[column]
        new = row[column] = number(old, rng)
    else:
        section = record.section(str(place[0]))
        assert section is not None
        group = section.groups[int(place[1])]
        if place[2] == -1:
            old, new = group.seat, rng.choice("SENW")
            group.seat = new
        else:
            old = group.words[int(place[2])]
            new = group.words[int(place[2])] = word(section.name, old, rng)
    return None if old == new else Change(kind, place, old, new)


def number(text: str, rng: Random) -> str:
    match = rng.choice(list(NUMBER.finditer(text)))
    return text[: match.start()] + str(int(match[0]) + rng.choice((-10, -1, 1, 10))) + text[match.end() :]


def other_value(name: str, value: str, rng: Random) -> str:
    if name == "Deal":
        return other_deal(value, rng)
    if name == "Talon":
        cards = value.split()
        cards[rng.randrange(6)] = rng.choice(CARDS)
        return " ".join(cards)
    if name in ("Points", "Score"):
        return number(value, rng).replace("--", "")
    values = {
        "Contract": ("povinnost", "druha", "trojka:1", "trojka:2", "trojka:3", "solo", "varsava"),
        "Declarer": ("S", "E", "N", "W"),
        "Partner": ("S", "E", "N", "W", ""),
        "Called": ("T16", "T17", "T18", "T19", ""),
        "Pagat": ("", *(f"{seat} {how}" for seat in "SENW" for how in ("won", "lost"))),
        "Valat": ("",) if value else ("S", "E", "N", "W"),  # any seat of the side is right
    }
    return rng.choice(values[name])


def other_deal(value: str, rng: Random) -> str:
    hands = value.split()
    which = rng.randrange(4)
    seat, _, text = hands[which].partition(":")
    groups = text.split(".")
    cards = ["F" if t == "F" else f"T{t}" for t in groups[0].split(",") if t]
    cards += [suit + rank for suit, group in zip("SHDC", groups[1:], strict=True) for rank in group]
    cards[rng.randrange(12)] = rng.choice(CARDS)
    taroks = ",".join(card if card == "F" else card[1:] for card in cards if card == "F" or card[0] == "T")
    suits = ["".join(card[1] for card in cards if card[0] == suit and card != "F") for suit in "SHDC"]
    hands[which] = f"{seat}:{taroks}.{'.'.join(suits)}"
    return " ".join(hands)


def word(section: str, old: str, rng: Random) -> str:
    verb, _, argument = old.partition(":")
    if section == "Play":
        return rng.choice(CARDS)
    if section == "Auction":
        return rng.choice(CALLS if verb in ("call", "varsava") else BIDS)
    if section == "Announcements":
        return rng.choice(LADDER if argument or rng.random() < 0.2 else MELDS)
    if verb in ("lays", "shows"):
        cards = argument.split(",")
        cards[rng.randrange(len(cards))] = rng.choice(CARDS)
        return f"{verb}:{','.join(cards)}"
    return rng.choice(("takes:1-4", "takes:5", "takes:6", "takes:1-3", "takes:4-6", "exposes:1-3", "exposes:4-6"))


def spot(record: Record, place: Place) -> tuple[int, int]:
    """Line and column of a place; column 0 stands for the whole line."""
    if place[0] == "tag":
        tag = record.tag(str(place[1]))
        assert tag is not None
        span = record.span(tag.at)
        return (span.line, 0) if span else (0, 0)
    if place[0] == "row":
        span = record.span(next(s for s in record.sections if s.rows).row_at[int(place[1])])
        return (span.line, 0) if span else (0, 0)
    section = record.section(str(place[1] if place[0] == "section" else place[0]))
    if section is None:
        return 0, 0
    if place[0] == "section":
        span = record.span(section.at)
        return (span.line, 0) if span else (0, 0)
    group = section.groups[int(place[1])]
    span = record.span(group.seat_at if place[2] == -1 else group.word_at(int(place[2])))
    return (span.line, span.column) if span else (0, 0)


def money_lines(record: Record) -> set[int]:
    """Lines of the tags and rows in which money and points stand."""
    lines = {spot(record, ("tag", name))[0] for name in ("Score", "Points", "Pagat", "Valat") if record.tag(name)}
    for section in record.sections:
        if section.rows:
            lines |= {spot(record, ("row", row))[0] for row in range(len(section.rows))}
            span = record.span(section.at)
            lines |= {span.line} if span else set()
    return lines


def examine(changed: Record, change: Change) -> str:
    """Check one changed record; the code found ("" for none). Asserts everything that is promised."""
    text = "".join(write_file([changed]))
    (parsed,) = read_text(text)
    record = parsed.record
    found = [f for f in check(parsed).findings if f.severity != "info"]
    story = f"{change}\n{text}\n" + "\n".join(f"{f.code} {f.span and f.span[2:4]} {f.message}" for f in found)
    assert len(found) <= 1, story
    verdict = judge(record)
    wanted: dict[tuple[int, int], set[str]] = {}
    if verdict.place is not None:
        wanted[spot(record, verdict.place)] = set(verdict.codes)
    for tag in verdict.tags:
        wanted.setdefault(spot(record, ("tag", tag)), set()).add(OUTCOME[tag])
    if change.kind in ("score", "cell"):
        assert verdict.place is None
        wanted = {spot(record, change.place): {"S001", "S002"} if change.kind == "score" else {"S004", "S005"}}
    if not wanted:
        # a legal hand, and all its tags fit: it can only show in the money, or not at all
        if not found:
            return ""
        assert found[0].span is not None, story
        assert found[0].code in MONEY, story
        assert found[0].span.line in money_lines(record), story
        return found[0].code
    assert found, f"nothing found, wanted {wanted}\n{story}"
    first = found[0]
    assert first.span is not None, story
    here = (first.span.line, first.span.column)
    codes = wanted.get(here) or wanted.get((here[0], 0))
    assert codes is not None, f"wanted {wanted}, found at {here}\n{story}"
    assert first.code in codes, f"wanted {wanted}\n{story}"
    return first.code


KINDS: dict[str, tuple[str, ...]] = {
    "play": ("Play",),
    "leader": ("leader",),
    "exchange": ("Exchange",),
    "auction": ("Auction",),
    "announcements": ("Announcements",),
    "deal": ("deal", "talon"),
    "outcome": ("outcome",),
    "numbers": ("score", "cell"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("player", ["by lot", "sensibly"])
def test_corrupted_records_are_caught_at_the_corrupted_place(kind, player):
    seen: Counter[str] = Counter()
    rng = Random(f"{kind} {player}")
    choose: Any = sensibly if player == "sensibly" else lambda d, t, r: (boldly if r.random() < 0.5 else by_lot)(d, t, r)
    for record in clean_records(60, 11, choose):
        for _ in range(4):
            changed = reread(record)
            change = corrupt(changed, rng, KINDS[kind])
            if change is not None:
                seen[examine(changed, change)] += 1
    assert sum(seen.values()) >= (50 if kind == "exchange" else 100)  # where nothing is exchanged nothing is changed
    if kind in ("play", "leader", "deal", "outcome", "numbers"):
        assert not seen[""], seen  # a change of these always shows


def faults(record: Record) -> list[str]:
    (parsed,) = read_text("".join(write_file([record])))
    return [f"{f.code} {f.message}" for f in check(parsed).findings if f.severity != "info"]


@pytest.mark.parametrize("player", [boldly, sensibly])
def test_a_missing_word_or_line_and_two_words_changed_about_give_at_most_one_finding(player):
    rng = Random(8)
    for record in clean_records(40, 21, player):
        for _ in range(4):
            changed = reread(record)
            section = rng.choice([s for s in changed.sections if s.groups])
            group = rng.choice(section.groups)
            way = rng.choice(("word", "line", "swap"))
            if way == "line" or len(group.words) == 1:
                section.groups.remove(group)
            elif way == "word":
                group.words.pop(rng.randrange(len(group.words)))
            else:
                at = rng.randrange(len(group.words) - 1)
                group.words[at : at + 2] = group.words[at : at + 2][::-1]
            found = faults(changed)
            assert len(found) <= 1, (found, write(changed))
            if section.name == "Play" and way != "swap":
                assert found, write(changed)


@pytest.mark.parametrize("player", [boldly, sensibly])
def test_a_missing_section_or_tag_is_no_mistake(player):
    for record in clean_records(15, 22, player):
        for name in [tag.name for tag in record.tags if tag.name not in ("Event", "Game", "Rules")]:
            changed = reread(record)
            changed.tags = [tag for tag in changed.tags if tag.name != name]
            assert faults(changed) == [], (name, write(changed))
        for name in [section.name for section in record.sections]:
            changed = reread(record)
            changed.sections = [section for section in changed.sections if section.name != name]
            assert faults(changed) == [], (name, write(changed))


def test_the_two_referees_agree_that_clean_records_are_clean():
    for record in clean_records(60, 3, boldly) + clean_records(60, 4, sensibly):
        verdict = judge(record)
        assert verdict.place is None, (verdict, write(record))
        assert verdict.tags == {}, (verdict, write(record))
