"""What is known of any solution: sums, best play, bounds, threads, memory - and hands worked out on paper."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tarok_pbn.analysis.aims import UnknownAim, aims_for, count_words
from tarok_pbn.analysis.annotate import analyse
from tarok_pbn.analysis.engine import LONGEST, PythonEngine, engine
from tarok_pbn.analysis.exchange import exchange_cost
from tarok_pbn.analysis.native import SWITCH, kernel
from tarok_pbn.analysis.position import Move, Unsolvable, position_at
from tarok_pbn.analysis.solver import Limits, solve
from tarok_pbn.cards import CARD
from tarok_pbn.check import check_bytes, check_path
from tarok_pbn.games.kit.terms import Aim
from tests.endings import CASES, ending, start
from tests.examples import ROOT

SAMPLES = ROOT / "samples"
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")


def replayed(name, number=1):
    """The replay of a record of the samples."""
    return [checked.replay for checked in check_path(SAMPLES / name)][number - 1]


def best_line(position, aim):
    """Best play to the end: the count at the end, and the value at every card."""
    values = []
    while not position.over:
        found = solve(position, aim)
        assert found.exact
        values.append(found.low)
        position = position.after(found.best[0])
    return position.counted(aim), values


@pytest.mark.parametrize("name", CASES)
def test_value_never_changes_along_best_play(name):
    rng = random.Random(f"line {name}")
    for kind in ("points", "tricks"):
        made = ending(name, 4, rng)
        aim = Aim(kind, frozenset({0, 1}), low=rng.random() < 0.5)
        end, values = best_line(made.position, aim)
        assert set(values) == {end}


@pytest.mark.parametrize("name", CASES)
def test_two_sides_share_all_points_and_all_tricks(name):
    rng = random.Random(f"sums {name}")
    for _ in range(5):
        position = start(name, 4, rng).position
        side = frozenset({0, 2})
        others = frozenset(range(len(position.hands))) - side
        points = [solve(position, Aim("points", seats), choices=False).low for seats in (side, others)]
        assert sum(points) == sum(map(position.worth.cards.__getitem__, position.left())) + sum(
            position.worth.tricks[position.trick :]
        )
        tricks = [solve(position, Aim("tricks", seats), choices=False).low for seats in (side, others)]
        assert sum(tricks) == 4


@needs_kernel
def test_the_two_sides_of_a_whole_hand_have_210_thirds():
    position = position_at(replayed("taroky/rules-h1.tpbn"))
    values = [solve(position, aims_for(position, "points", side)[0], choices=False).low for side in ("declarer", "defence")]
    assert values == [99, 111]  # 33 and 37 points
    assert sum(values) == 210


def test_bounds_at_a_limit_hold_the_value():
    rng = random.Random("bounds")
    for name in ("taroky", "negative", "danish"):
        position = start(name, 5, rng).position
        aim = Aim("points", frozenset({0}))
        true = solve(position, aim, choices=False)
        assert true.exact
        limited = [solve(position, aim, Limits(nodes=nodes)) for nodes in (1, 20, 200)]
        for found in limited:
            assert found.low <= true.low <= found.high
            assert all(choice.low <= choice.high for choice in found.choices)
        assert not limited[0].exact
        least, most = position.counted(aim), 210 if name != "danish" else 234
        assert least <= limited[0].low <= limited[0].high <= most


def test_nodes_give_the_same_bounds_each_time():
    position = start("taroky", 6, random.Random(4)).position
    aim = Aim("points", frozenset({0, 2}))
    assert solve(position, aim, Limits(nodes=300)) == solve(position, aim, Limits(nodes=300))


@needs_kernel
def test_time_limit_gives_bounds_and_the_engine_goes_on_afterwards():
    position = start("taroky", 10, random.Random(11)).position
    aim = Aim("points", frozenset({0, 2}))
    work = engine(position, aim)
    first = work.value(seconds=0.001)
    assert first.low < first.high
    second = work.value()
    assert second.exact
    assert first.low <= second.low <= first.high
    assert work.value(nodes=100_000)[:2] == second[:2]


@needs_kernel
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_the_answer(threads):
    position = position_at(replayed("koenigrufen/harbour-hand-1.tpbn"), 5, 1)
    aim = aims_for(position)[0]
    one, many = solve(position, aim), solve(position, aim, Limits(threads=threads))
    assert one.exact
    assert (one.low, one.choices) == (many.low, many.choices)


@needs_kernel
def test_a_small_table_gives_the_same_answer():
    position = position_at(replayed("taroky/rules-h1.tpbn"), 3, 1)
    aim = aims_for(position)[0]
    large, small = solve(position, aim), solve(position, aim, Limits(memory=1 << 20))
    assert large.exact
    assert (large.low, large.choices) == (small.low, small.choices)


# --- hands worked out on paper --------------------------------------------------------------------


def made_of(name, hands, leader=0):
    """A position with these hands (tokens), the rest as in *name*."""
    position = start(name, len(hands[0].split()), random.Random(1)).position
    masks = tuple(sum(1 << CARD[token] for token in hand.split()) for hand in hands)
    return replace(position, hands=masks, leader=leader)


def test_paper_pagat_ultimo_by_drawing_the_taroks():
    """Seat 0 has the last lead of taroks: T20 draws T5, then the pagát is alone. HK first lets T5 take the pagát's trick."""
    position = made_of("taroky", ["T20 T1", "T5 H1", "S7 S8", "C7 C8"])
    aim = Aim("trick", frozenset({0, 2}), trick=12, card=CARD["T1"])
    found = solve(position, aim)
    assert found.low == 1
    assert found.best == [Move(CARD["T20"])]


def test_paper_points_are_exact_thirds():
    """South leads: DK (13) draws D1, D2, D3 (1 each) = 16 thirds; then SK (13) falls under T2: East has the other 16."""
    position = made_of("taroky", ["DK SK", "D1 T2", "D2 S8", "D3 S7"])
    found = solve(position, Aim("points", frozenset({0, 2})))
    # SK first: East must trump with T2 (no spade) and takes 13 + 1 + 1 + 1; then D1 leads and DK takes 13 + 1 + 1 + 1.
    assert {str(choice.move): choice.low for choice in found.choices} == {"SK": 16, "DK": 16}


def test_paper_a_bettler_must_overtake():
    """Overtaking forces seat 1 (the Bettler) to win with HK: under it there is nothing left but to beat H4."""
    position = made_of("negative", ["H4 S7", "HK C7", "H3 D4", "H2 D3"])
    aim = Aim("tricks", frozenset({1}), low=True, enough=0)
    found = solve(position, aim)
    assert found.low == 2  # HK wins the hearts, and then C7, which nobody can follow or trump
    assert found.best == [Move(CARD["H4"])]  # S7 would be thrown a C7 or HK upon


def test_paper_kaiserstich_wins_the_mond_and_the_skues():
    """T21 led, F over it, T1 last: the Pagat takes all three, 39 thirds and one more card."""
    position = made_of("kaiserstich in order", ["T21", "F", "T1", "C7"])
    assert solve(position, Aim("points", frozenset({2}))).low == 13 * 3 + 1
    other = made_of("kaiserstich in order", ["F", "T21", "T1", "C7"])
    assert solve(other, Aim("points", frozenset({2}))).low == 0


def test_paper_danish_fool_is_lost_in_the_last_trick_and_kept_before():
    """Trick 24: the fool may not go; trick 25: it is lost to the winner of the trick (§2.5)."""
    position = made_of("danish", ["F S1", "SK S2", "SQ S3"])
    found = solve(position, Aim("points", frozenset({0})))
    assert [str(choice.move) for choice in found.choices] == ["S1"]
    assert found.low == 0
    third = made_of("danish", ["F S1 S4", "SK S2 S5", "SQ S3 S6"], leader=1)
    assert solve(third, Aim("points", frozenset({0}))).low == 12  # 4 points for the fool, played to trick 23


# --- records --------------------------------------------------------------------------------------


@needs_kernel
def test_h1_analysed():
    """taroky H1: 33 points with best play, 31 2/3 as played; North's XX on the king costs 2 1/3."""
    replay = replayed("taroky/rules-h1.tpbn")
    aim = aims_for(position_at(replay))[0]
    found = analyse(replay, aim)
    assert (found.low, found.high, found.result) == (99, 99, 95)
    told = {(s.trick, s.place, str(s.move)): s.lost for s in found.mistakes}
    assert told[3, 3, "T20"] == 7
    assert told[9, 2, "T2"] == 7
    assert len(told) == 9


@needs_kernel
@pytest.mark.parametrize(
    "name",
    ["taroky/rules-h1.tpbn", "taroky/valat.tpbn", "koenigrufen/harbour-hand-1.tpbn"],
)  # fmt: skip
def test_costs_add_up_to_the_difference_between_value_and_result(name):
    for checked in check_path(SAMPLES / name):
        try:
            position = position_at(checked.replay)
        except Unsolvable:
            continue
        for aim in aims_for(position)[:1]:
            found = analyse(checked.replay, aim)
            if found.result is None:
                continue
            others = frozenset(range(len(position.hands))) - aim.side
            ours, theirs = found.lost_by(aim.side), found.lost_by(others)
            assert ours is not None
            assert theirs is not None
            sign = -1 if aim.low else 1
            assert found.low - sign * ours + sign * theirs == found.result
            assert all(step.better for step in found.mistakes)


@needs_kernel
def test_every_exchange_of_one_card_is_looked_at():
    replay = replayed("taroky/rules-h1.tpbn")
    found = exchange_cost(replay, aims_for(position_at(replay))[0], Limits(threads=2), value=99)
    assert [(e.seat, e.looked == e.of) for e in found] == [(0, True), (1, True), (2, True)]
    south, east, north = found
    assert south.cost(south.discard) == 34  # ST, S8, DQ, D4: 44 1/3 instead of 33
    assert east.cost(east.discard) == 6  # HN: 31
    assert north.cost(north.discard) == 0


# --- what cannot be solved says why -----------------------------------------------------------------


H1 = (SAMPLES / "taroky/rules-h1.tpbn").read_text("utf-8")


def why_not(text, trick=1, card=1):
    (checked,) = check_bytes(text.encode())
    with pytest.raises(Unsolvable) as told:
        position_at(checked.replay, trick, card)
    return str(told.value)


def test_unknown_cards():
    text = H1.replace("E:21,8,5.QNJ9.N3.K.T7", "E:-")
    assert why_not(text) == "the cards of East are not known when play begins"


def test_an_illegal_card_before_the_position():
    text = H1.replace("S ST SQ SK S7", "S ST SQ D2 S7")
    assert why_not(text, 5).startswith("trick 1, card 3 is illegal: North plays D2 (2 of diamonds), but still holds SK: ")
    assert why_not(text, 1, 4).startswith("trick 1, card 3 is illegal")
    (checked,) = check_bytes(text.encode())
    assert position_at(checked.replay, 1, 3).turn == 2


def test_a_marked_revoke_is_followed():
    (checked,) = check_bytes(H1.replace("S ST SQ SK S7", "S ST SQ D2 ^R S7").encode())
    assert position_at(checked.replay, 1, 4).cards == (CARD["ST"], CARD["SQ"], CARD["D2"])


def test_one_marked_revoke_does_not_excuse_another_card_of_that_seat():
    text = H1.replace("S ST SQ SK S7", "S ST SQ SK H1 ^R").replace("N H4 H1 HK HN", "N H4 S7 HK HN")
    (checked,) = check_bytes(text.encode())
    assert position_at(checked.replay, 2, 1).turn == 2
    told = "trick 2, card 2 is illegal: West plays S7 (7 of spades), but still holds HQ: "
    assert why_not(text, 3).startswith(told)


def test_a_card_that_is_not_held():
    text = H1.replace("S ST SQ SK S7", "S ST SQ HK S7")
    assert why_not(text, 2) == "trick 1, card 3: North plays HK without holding it"


def test_beyond_what_was_played():
    text = H1[: H1.index("N H2 T16")] + "*\n"
    told = "the record shows no more than 40 cards; trick 11, card 1 was not played"
    assert why_not(text, 11, 2) == told
    (checked,) = check_bytes(text.encode())
    assert position_at(checked.replay, 11, 1).trick == 11


def test_unknown_contract():
    head = H1[: H1.index("[Auction]")].splitlines()
    text = "\n".join(line for line in head if not line.startswith(("[Contract", "[Declarer", "[Partner", "[Points")))
    assert why_not(text) == "the contract is not known, and with it how the cards are to be played"


def test_place_that_does_not_exist():
    assert why_not(H1, 13) == "a hand has 12 tricks of 4 cards"


@pytest.mark.parametrize(
    ("objective", "side", "told"),
    [
        ("pagta", "", "there is no objective 'pagta'; did you mean pagat?"),
        ("T1@13", "", "there is no objective 't1@13'"),
        ("points", "SX", "'X' is no seat that plays; they are S, E, N, W, declarer, defence"),
        ("points", "SENW", "all seats together have nobody to play against"),
    ],
)
def test_unknown_objectives_and_sides(objective, side, told):
    position = position_at(replayed("taroky/rules-h1.tpbn"))
    with pytest.raises(UnknownAim) as wrong:
        aims_for(position, objective, side)
    assert str(wrong.value).startswith(told)


def test_without_a_kernel_short_endings_are_solved_and_long_ones_refused(monkeypatch):
    monkeypatch.setenv(SWITCH, "off")
    replay = replayed("taroky/rules-h1.tpbn")
    aim = aims_for(position_at(replay))[0]
    late = position_at(replay, 12 - LONGEST + 3, 1)
    assert isinstance(engine(late, aim), PythonEngine)
    assert count_words(aim, solve(late, aim).low) == "28 1/3"
    with pytest.raises(Unsolvable) as told:
        engine(position_at(replay), aim)
    assert "12 tricks are left at trick 1, card 1" in str(told.value)
    assert "endings of at most 6 tricks" in str(told.value)
