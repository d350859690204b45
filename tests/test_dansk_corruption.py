"""Corrupted Danish records: whatever single thing is changed, it is found at its place or at the first later one.

Later means later in the hand: deal, discard, declarations, play, and last of all what the record says came of it.
"""

from __future__ import annotations

from random import Random

import pytest

from tarok_pbn.cards import CARD, CODES
from tarok_pbn.check import Checked, check
from tarok_pbn.games.dansk.melds import ALL_MELDS
from tarok_pbn.games.dansk.strategy import for_ultimo
from tarok_pbn.games.kit.player import by_lot, play_hand
from tarok_pbn.notation import format_deal, parse_deal, read_text, write
from tarok_pbn.record import Group, Record
from tests.dansk_support import DANSK

OUTCOME = ("Points", "Result", "Score", "PotsAfter", "SittingOut")
LATER = {"Exchange": 1, "Announcements": 2, "Play": 3, "ScoreTable": 9}


def clean(seed: int) -> Record:
    """A clean record: at tables of three and four, played by lot or for Ultimo."""
    rng = Random(f"corrupt {seed}")
    seats = ("S", "E", "N", "W") if seed % 2 else ("S", "E", "W")
    tags = {"Event": "Corrupted", "Rules": "dansk-1", "Pots": "pagat 75; king 95"}
    rules = DANSK.rulesets()["dansk-1"].options
    record, _ = play_hand(
        DANSK, rules, rng, tags=tags, dealer=rng.choice(seats), seats=seats, choose=by_lot if seed % 3 else for_ultimo
    )
    (parsed,) = read_text(write(record))
    assert check(parsed).findings == []
    return parsed.record


def checked(record: Record) -> Checked:
    (parsed,) = read_text(write(record))
    return check(parsed)


def rank(record: Record, line: int, column: int) -> tuple[int, int, int]:
    """Where in the hand a place of the text is."""
    place = 0
    for tag in record.tags:
        span = record.span(tag.at)
        if span is not None and span.line == line:
            place = 9 if tag.name in OUTCOME else 0
    for section in record.sections:
        span = record.span(section.at)
        if span is not None and span.line <= line:
            place = LATER[section.name]
    return place, line, column


def first(done: Checked) -> tuple[int, int, int]:
    """Where the first thing is found wrong."""
    places = [
        rank(done.record, f.span.line, f.span.column)
        for f in done.findings
        if f.severity != "info" and f.span is not None
    ]
    assert places, write(done.record)
    return min(places)


def place_of(done: Checked, section: str, group: int, word: int) -> tuple[int, int, int]:
    """Where a word of the corrupted record stands."""
    found = done.record.section(section)
    assert found is not None
    span = done.record.span(found.groups[group].at[word])
    assert span is not None
    return rank(done.record, span.line, span.column)


def groups(record: Record, section: str) -> list[Group]:
    found = record.section(section)
    assert found is not None
    return found.groups


@pytest.mark.parametrize("seed", range(24))
def test_a_changed_card_of_the_play(seed):
    rng = Random(seed)
    for _ in range(12):
        record = clean(seed)
        play = groups(record, "Play")
        group = rng.randrange(len(play))
        cards = [i for i, word in enumerate(play[group].words) if word in CARD]
        if not cards:
            continue
        word = rng.choice(cards)
        old, new = play[group].words[word], rng.choice(CODES)
        if old == new:
            continue
        play[group].words[word] = new
        done = checked(record)
        where = place_of(done, "Play", group, word)
        assert first(done) >= where, write(record)
        owner = next(
            (seat for seat, hand in parse_deal(record.get("Deal")).items() if hand and hand >> CARD[new] & 1), None
        )
        before = [w for g in play[:group] for w in g.words] + play[group].words[:word]
        holder = next(
            (seat for seat, hand in parse_deal(record.get("Deal")).items() if hand and hand >> CARD[old] & 1), None
        )
        if owner != holder or new in before:  # nobody could have thought that this card was played here
            assert first(done) == where, write(record)


@pytest.mark.parametrize("seed", range(24))
def test_two_cards_of_the_play_changed_with_each_other(seed):
    rng = Random(seed)
    record = clean(seed)
    play = groups(record, "Play")
    one, other = sorted(rng.sample(range(25), 2))
    play[one].words[0], play[other].words[0] = play[other].words[0], play[one].words[0]
    done = checked(record)
    if play[one].words[0] == play[other].words[0] or any(
        w not in CARD for w in (play[one].words[0], play[other].words[0])
    ):
        return
    if not [f for f in done.findings if f.severity != "info"]:
        assert play[one].seat == play[other].seat  # the same player leads them the other way round, and nothing changes
        return
    assert first(done) >= place_of(done, "Play", one, 0), write(record)


@pytest.mark.parametrize("seed", range(24))
def test_a_changed_discard(seed):
    rng = Random(seed)
    record = clean(seed)
    (group,) = groups(record, "Exchange")
    laid = group.words[0].partition(":")[2].split(",")
    new = rng.choice([code for code in CODES if code not in laid])
    laid[rng.randrange(3)] = new
    group.words[0] = "lays:" + ",".join(laid)
    done = checked(record)
    assert first(done) >= place_of(done, "Exchange", 0, 0), write(record)
    hand = parse_deal(record.get("Deal"))[record.get("Dealer")] or 0
    if not hand >> CARD[new] & 1:
        assert first(done) == place_of(done, "Exchange", 0, 0)


@pytest.mark.parametrize("seed", range(24))
def test_a_changed_a_dropped_and_an_added_meld(seed):
    rng = Random(seed)
    record = clean(seed)
    group = rng.randrange(len(groups(record, "Announcements")))
    words = groups(record, "Announcements")[group].words
    meld = rng.choice([word for word in ALL_MELDS if word not in words])
    index = rng.randrange(len(words))
    old = words[index]
    words[index] = meld
    done = checked(record)
    # a wrong meld is told at its word; if it does not stand for the one it replaced, that one is missed at the first word
    assert first(done) in (place_of(done, "Announcements", group, index), place_of(done, "Announcements", group, 0)), (
        write(record)
    )
    assert any(f.code in ("M001", "M003") for f in done.findings)
    words[index] = old
    words.append(meld)
    done = checked(record)
    if old != "pass":
        assert first(done) == place_of(done, "Announcements", group, len(words) - 1), write(record)
    words.pop()
    if old != "pass":
        words[:] = [word for word in words if word != old] or ["pass"]
        done = checked(record)
        assert {f.code for f in done.findings} == {"M002"}
        assert first(done) == place_of(done, "Announcements", group, 0), write(record)


@pytest.mark.parametrize("seed", range(24))
def test_a_card_in_the_wrong_hand(seed):
    rng = Random(seed)
    record = clean(seed)
    hands = {seat: hand for seat, hand in parse_deal(record.get("Deal")).items() if hand is not None}
    one, other = rng.sample(list(hands), 2)
    mine = rng.choice([c for c in range(78) if hands[one] >> c & 1])
    theirs = rng.choice([c for c in range(78) if hands[other] >> c & 1])
    both = 1 << mine | 1 << theirs
    record.set("Deal", format_deal({**hands, one: hands[one] ^ both, other: hands[other] ^ both}))
    done = checked(record)
    assert (0, 0, 0) < first(done) < (9, 0, 0), write(record)


@pytest.mark.parametrize("tag", ["Points", "Score", "PotsAfter"])
@pytest.mark.parametrize("seed", range(8))
def test_a_changed_number_of_the_result(seed, tag):
    rng = Random(f"{seed} {tag}")
    record = clean(seed)
    parts = record.get(tag).split("; ")
    index = rng.randrange(len(parts))
    account, number = parts[index].split()
    parts[index] = f"{account} {int(number) + rng.choice((-10, -5, -1, 1, 5, 10))}"
    record.set(tag, "; ".join(parts))
    done = checked(record)
    found = done.record.tag(tag)
    assert found is not None
    span = done.record.span(found.at)
    assert span is not None
    assert [f.span.line for f in done.findings if f.span is not None and f.severity == "error"] == [span.line]


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_cell_of_the_score_table(seed):
    rng = Random(seed)
    record = clean(seed)
    table = record.section("ScoreTable")
    assert table is not None
    row, column = rng.randrange(len(table.rows)), rng.randrange(1, len(table.rows[0]))
    table.rows[row][column] = str(int(table.rows[row][column]) + 5)
    done = checked(record)
    (found,) = done.findings
    assert found.code == "S004"
    again = done.record.section("ScoreTable")
    assert again is not None
    span = done.record.span(again.row_at[row])
    assert span is not None
    assert found.span is not None
    assert found.span.line == span.line


@pytest.mark.parametrize("seed", range(8))
def test_changed_pots_before_the_hand_show_in_what_comes_of_them(seed):
    record = clean(seed)
    record.set("Pots", "pagat 75; king 100")
    done = checked(record)
    assert first(done)[0] == 9
