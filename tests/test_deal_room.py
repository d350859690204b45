"""What cannot be dealt because the cards do not go round: told within seconds, and only where it is so.

The numbers are counted by hand: Czech taroky has 22 taroks, 8 cards and a king in each suit, and 70 points of which no deal
leaves less than 2 in the talon or has more than 26 there (six cards of 1/3, six of 4 1/3).
"""

from __future__ import annotations

import time
from random import Random

import pytest

from tarok_pbn.analysis.constraint_check import constraint
from tarok_pbn.analysis.constraint_tree import Bound, Every
from tarok_pbn.analysis.dealing import Dealing, Impossible, known_cards, layout
from tarok_pbn.analysis.dealing_room import clash
from tarok_pbn.cards import bits
from tarok_pbn.games import games, get
from tests.examples import ROOT
from tests.running import tarok


def table(family="taroky"):
    game = get(family)
    return layout(game, game.rulesets()[game.default])


def bounds_of(where, family="taroky"):
    condition = constraint(where, table(family))
    return [p for p in (condition.parts if isinstance(condition, Every) else (condition,)) if isinstance(p, Bound)]


def reason(where, hands=None):
    begun = time.monotonic()
    at = table()
    with pytest.raises(Impossible) as caught:
        Dealing(at, known_cards(at, hands or {}), where)
    assert time.monotonic() - begun < 10
    return str(caught.value)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("taroks(all) >= 6", "they add up to 24 at least, and no deal has more than 22"),
        ("taroks(S) >= 8 and taroks(E) >= 8 and taroks(N) >= 8", "they add up to 24 at least, and no deal has more than 22"),
        ("kings(S) >= 2 and kings(E) >= 2 and kings(N) >= 1", "they add up to 5 at least, and no deal has more than 4"),
        # 70 points less at least 2 in the talon
        ("points(all) >= 18", "they add up to 72 at least, and no deal has more than 68"),
        # a hand of twelve has whole points: more than 17 is 18, and more than 5 taroks are 6
        ("points(all) > 17", "they add up to 72 at least, and no deal has more than 68"),
        ("taroks(all) > 5", "they add up to 24 at least, and no deal has more than 22"),
        # eight hearts, of which the talon has room for six
        ("void(S, H) and void(E, H) and void(N, H) and void(W, H)",
         "they add up to 0 at most, and no deal has less than 2"),
        # a hand has twelve cards
        ("cards(S, H) >= 3 and cards(S, S) >= 3 and cards(S, D) >= 3 and taroks(S) >= 4",
         "they add up to 13 at least, and no deal has more than 12"),
    ],
)  # fmt: skip
def test_totals_that_do_not_fit(where, told):
    assert reason(where).endswith(f"each of them is possible, but not together: {told}")


def test_what_took_minutes():
    # twenty conditions, of which each player's five ask for 13 cards of 12
    told = reason("cards(all,H)>=2 and cards(all,S)>=2 and cards(all,D)>=2 and cards(all,C)>=2 and taroks(all)>=5")
    assert told.endswith("they add up to 13 at least, and no deal has more than 12")
    assert len([name for name in ("South", "East", "North", "West") if name in told]) == 1


def test_all_ways_are_told():
    told = reason("(kings(S) = 4 or taroks(S) = 12) and kings(N) >= 1 and taroks(N) >= 11")
    assert told.startswith("whichever way it is taken, nothing fits: ")
    assert "kings(N) >= 1 and kings(S) = 4" in told
    assert "taroks(N) >= 11 and taroks(S) = 12" in told


def test_more_ways_than_are_dealt_from():
    choices = (
        "(kings(all) >= 2 or taroks(all) >= 6 or cards(all, H) >= 3 or cards(all, S) >= 3) and "
        "(kings(all) > 1 or taroks(all) > 5 or cards(all, D) >= 3 or cards(all, C) >= 3) and "
        "(points(all) >= 18 or kings(all) >= 2 or taroks(all) >= 7)"
    )
    assert reason(choices).startswith("whichever way it is taken, nothing fits: ")


def test_what_is_the_same_for_any_player_is_told_once():
    assert reason("kings(any) = 5") == "no deal has kings(any) = 5: the count lies between 0 and 4"


def test_fixed_cards_take_part():
    told = reason("taroks(E) + taroks(N) >= 12", {"S": "F,T21,T20,T19,T18,T17,T16,T15,T14,T13,T12,T11"})
    assert told == "no deal has taroks(E) + taroks(N) >= 12: the count lies between 0 and 10"
    shape = {"S": "?,?,?,?,?,?,?,?,?,?,?-....", "E": "?,?,?,?,?,?,?,?-.-.-.-.-"}
    assert "with what is known of the hands" in reason("taroks(N) >= 2 and taroks(W) >= 2", shape)


def test_the_command_tells_it():
    done = tarok("deal", "--where", "points(S) >= 30 and points(E) >= 30 and points(N) >= 30")
    assert (done.code, done.out) == (1, "")
    # 70 less six cards of 1/3 and twelve of 1/3: but three hands of twelve leave 18 cards of the least, 6 points
    assert done.err.splitlines()[0] == (
        "column 41: no deal has points(S) >= 30 and points(E) >= 30 and points(N) >= 30: each of them is possible, but not "
        "together: they add up to 90 at least, and no deal has more than 64"
    )


@pytest.mark.parametrize("family", games())
def test_no_clash_is_claimed_of_bounds_that_a_deal_fits(family):
    at, random = table(family), Random(5)
    ask = ["taroks", "kings", "points", "cards({}, H)", "cards({}, S)", "cards({}, C)"]
    for _ in range(60):
        cards = list(bits(at.game.pack))
        random.shuffle(cards)
        hands, start = [], 0
        for size in at.places:
            hands.append(sum(1 << card for card in cards[start : start + size]))
            start += size
        bounds = []
        for seat in at.order:
            for name in random.sample(ask, 4):
                call = name.format(seat) if "{" in name else f"{name}({seat})"
                (bound,) = bounds_of(f"{call} >= 0 or {call} < 0", family)
                total = bound.total(hands)
                ends = (total, bound.most) if random.random() < 0.5 else (bound.least, total)
                bounds.append(Bound(bound.terms, frozenset(range(ends[0], ends[1] + 1))))
        assert clash(at.game.pack, at.places, [0] * len(at.places), bounds) is None


def test_a_record_in_which_all_is_known_is_dealt_as_it_is():
    done = tarok("deal", "samples/taroky/solo.tpbn", "--seed", "1", "--where", "taroks(S) >= 0")
    assert done.code == 0
    (deal,) = (line for line in done.out.splitlines() if line.startswith("[Deal "))
    assert deal in (ROOT / "samples/taroky/solo.tpbn").read_text("utf-8").splitlines()


def test_a_simulation_without_a_call_tells_exact_odds():
    done = tarok("deal", "--simulate", "solo", "--where", "holds(S, F)", "--nodes", "1", "-n", "2", "--seed", "1")
    assert done.err == "2 deals, seed 1; 1 deal in 4.50 fits, counted exactly.\n"  # 54 / 12
