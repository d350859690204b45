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


@pytest.fixture(params=["native", "python"])
def either(request, monkeypatch):
    """Both ways to solve, one after the other."""
    if request.param == "python":
        monkeypatch.setenv(SWITCH, "off")
    elif kernel() is None:
        pytest.skip("the native kernel is not built here")
    return request.param


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


@needs_kernel
@pytest.mark.parametrize("sides", [({0, 3}, {1, 2}), ({0}, {1, 2, 3}), ({2}, {0, 1, 3}), ({0, 1}, {2, 3})])
def test_the_two_sides_of_a_whole_hand_have_12_tricks(sides):
    position = position_at(replayed("taroky/rules-h1.tpbn"))
    assert sum(solve(position, Aim("tricks", frozenset(side)), choices=False).low for side in sides) == 12


@needs_kernel
@pytest.mark.parametrize("name", ["rules-f1", "rules-f3", "fool-lost", "fool-demanded", "fool-led-and-named"])
def test_danish_sides_have_234_thirds_wherever_the_fool_falls(name):
    """78 points, the dealer's skat among them; each seat in turn is against the other two."""
    position = position_at(replayed(f"dansk/{name}.tpbn"), 18)
    for seat in range(3):
        side = frozenset({seat})
        values = [solve(position, Aim("points", s), choices=False).low for s in (side, frozenset(range(3)) - side)]
        assert sum(values) == 234


@pytest.mark.usefixtures("either")
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


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("name", ["taroky", "colour", "varsava", "danish"])
def test_bounds_at_a_time_limit_hold_the_value(name):
    position = start(name, 5, random.Random(f"time {name}")).position
    aim = Aim("points", frozenset({0}))
    true = {choice.move: choice.low for choice in solve(position, aim).choices}
    for seconds in (1e-6, 1e-3):
        found = solve(position, aim, Limits(seconds=seconds))
        assert found.low <= (max if aim.wants(position.turn) else min)(true.values()) <= found.high
        assert all(choice.low <= true[choice.move] <= choice.high for choice in found.choices)


@pytest.mark.usefixtures("either")
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


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("name", CASES)
def test_threads_do_not_change_the_values_of_an_ending(name):
    rng = random.Random(f"threads {name}")
    made = ending(name, 4, rng)
    for kind in ("points", "tricks"):
        aim = Aim(kind, frozenset({0, 1}))
        one, two = (solve(made.position, aim, Limits(threads=threads)) for threads in (1, 2))
        assert one.exact
        assert (one.low, one.choices) == (two.low, two.choices)


@needs_kernel
@pytest.mark.parametrize(("name", "cards", "seed"), [("taroky", 10, 0), ("taroky", 10, 1), ("danish", 10, 0)])
def test_a_table_that_overflows_gives_the_same_answer(name, cards, seed):
    position = start(name, cards, random.Random(f"memory {seed}")).position
    aim = Aim("points", frozenset({0, 2}))
    large, small = solve(position, aim), solve(position, aim, Limits(memory=1 << 18))
    assert large.exact
    assert small.nodes > large.nodes  # what had been forgotten was looked at again
    assert (large.low, large.choices) == (small.low, small.choices)


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


def told(found):
    """Each legal card and its count."""
    return {str(choice.move): choice.low for choice in found.choices}


@pytest.mark.usefixtures("either")
def test_paper_pagat_ultimo_by_drawing_the_taroks():
    """Seat 0 has the last lead of taroks: T20 draws T5, then the pagát is alone. Led first, it falls under T5."""
    position = made_of("taroky", ["T20 T1", "T5 H1", "S7 S8", "C7 C8"])
    found = solve(position, Aim("trick", frozenset({0, 2}), trick=12, card=CARD["T1"]))
    assert told(found) == {"T20": 1, "T1": 0}
    assert found.best == [Move(CARD["T20"])]


@pytest.mark.usefixtures("either")
def test_paper_points_are_exact_thirds():
    """A king is 13 thirds, an empty card 1, and South wins one trick of a king and three empty cards: 16, or 5 1/3.

    DK first: D1, D2, D3 follow it, and SK then falls under T2. SK first: T2 takes it, D1 comes back, and DK wins that.
    """
    position = made_of("taroky", ["DK SK", "D1 T2", "D2 S8", "D3 S7"])
    assert told(solve(position, Aim("points", frozenset({0, 2})))) == {"SK": 16, "DK": 16}


@pytest.mark.usefixtures("either")
def test_paper_a_bettler_must_overtake():
    """Seat 1 plays a Bettler. H3 is led: it has to be overtaken with HJ, though H4 would duck; and H4 then wins as well.

    S8 first lets HJ be thrown away, and H4 goes under H3. Without the duty to overtake nothing can be done: on H3 goes
    H4, H2 wins, and HJ goes away on C7.
    """
    hands = ["H3 S8", "HJ H4", "H2 C7", "D1 D2"]
    aim = Aim("tricks", frozenset({1}), low=True, enough=0)
    assert told(solve(made_of("negative", hands), aim)) == {"H3": 2, "S8": 0}
    assert told(solve(made_of("trischaken without overtaking", hands), aim)) == {"H3": 0, "S8": 0}


@pytest.mark.usefixtures("either")
def test_paper_bagud_by_stripping_and_throwing_in():
    """Danish, trick 23: seats 1 and 2 want to take the pagat of seat 0 in the last trick.

    H2 takes away H5; S9 gives SJ the lead; and T1, the last card, runs into T20. S9 first leaves SJ with H5 and T1: seat 0
    leads the pagat at once and it is lost in trick 24. T20 first draws it in trick 23.
    """
    position = made_of("danish", ["T1 SJ H5", "S9 H2 T20", "D5 D6 D7"], leader=1)
    found = solve(position, Aim("trick", frozenset({1, 2}), trick=25, card=CARD["T1"], lying=True))
    assert told(found) == {"H2": 1, "S9": 0, "T20": 0}


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("kaiserstich", {"T21": 44, "S7": 44}),
        ("kaiserstich in order", {"T21": 44, "S7": 16}),
        ("taroky", {"T21": 16, "S7": 16}),
    ],
)
def test_paper_kaiserstich(name, counts):
    """T21 draws F, and T1 wins both: 13 + 13 + 13 + 1, and 4 of the empty trick. S7 is trumped with T5 for 4, and T1 led.

    That wins T21 and F only where the order does not matter (40); where it does, or without the rule, T1 had better trump
    S7 (13 + 1 + 1 + 1), and so it does in the second trick after T21 has fallen to F without the rule.
    """
    position = made_of(name, ["T21 S7", "F S8", "T1 T5", "C7 C8"])
    assert told(solve(position, Aim("points", frozenset({0, 2})))) == counts


@pytest.mark.usefixtures("either")
def test_paper_kaiserstich_that_is_forced_in_a_negative_game():
    """T21 and F lie, in this order: seat 2 has to win with T1 though T5 would lose, and then leads T5, which wins too."""
    hands = ["T21 S7", "F S8", "T1 T5", "C7 C8"]
    aim = Aim("tricks", frozenset({2}), low=True, enough=0)
    # S7 first: T5 must trump, for the pagat goes last; T1 is led under T21 and F.
    assert told(solve(made_of("negative, kaiserstich", hands), aim)) == {"T21": 2, "S7": 1}
    # Without it T5 goes under F; S8 is led, and T1 must trump.
    assert told(solve(made_of("negative", hands), aim)) == {"T21": 1, "S7": 1}


@pytest.mark.usefixtures("either")
def test_paper_danish_fool_is_lost_in_the_last_trick_and_kept_before():
    """Trick 24: the fool may not go; trick 25: it is lost to the winner of the trick (§2.5)."""
    position = made_of("danish", ["F S1", "SK S2", "SQ S3"])
    found = solve(position, Aim("points", frozenset({0})))
    assert [str(choice.move) for choice in found.choices] == ["S1"]
    assert found.low == 0
    third = made_of("danish", ["F S1 S4", "SK S2 S5", "SQ S3 S6"], leader=1)
    assert solve(third, Aim("points", frozenset({0}))).low == 12  # 4 points for the fool, played to trick 23


@pytest.mark.usefixtures("either")
def test_paper_one_card_that_stands_for_its_neighbours_as_the_last_of_a_trick():
    """Plain minimax gives 36 thirds. A table that forgets how T15 stood for T13 and T12 in trick 11 takes 41 from it."""
    hands = ["T18 T19 D4 CK", "T1 SJ HK D2", "T6 H3 H2 CQ", "T2 T12 T13 T15"]
    assert solve(made_of("taroky", hands, leader=2), Aim("points", frozenset({0, 2}))).low == 36


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
    assert why_not(text, 2) == "trick 1, card 3: North plays HK (king of hearts), which is in South's hand"


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
        ("points", "SX", "'X' in 'SX' names no side; a side is declarer, defence or the seats that play together, of S E N W: "
         "for example S or SN"),
        ("points", "partner", "'partner' names no side; a side is declarer, defence or the seats that play together, of "),
        ("points", "P", "'P' names no side; a side is declarer, defence or the seats that play together, of S E N W: "),
        ("points", "S+N", "'+' in 'S+N' names no side; a side is declarer, defence or the seats that play together, of "),
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
