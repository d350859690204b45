"""Combinatorics: how often deals are as a constraint says, and that each of those is dealt as often as any other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest

from tarok_pbn.analysis.constraint_check import constraint
from tarok_pbn.analysis.constraint_tree import compiled
from tarok_pbn.analysis.dealing import Dealing, Impossible, known_cards, layout
from tarok_pbn.analysis.dealing_odds import Odds, waiting_interval
from tarok_pbn.analysis.dice import Dice
from tarok_pbn.archive.query_syntax import QueryError
from tarok_pbn.cards import CARD, bits
from tarok_pbn.games import games, get
from tarok_pbn.notation.hands import format_hand, format_talon

ALL = comb(54, 12)


def table(family="koenigrufen", **how):
    game = get(family)
    return layout(game, game.rulesets()[game.default], **how)


def exact(where, family="koenigrufen", hands=None, talon="", **how):
    at = table(family, **how)
    return Dealing(at, known_cards(at, hands or {}, talon), where).exact


def hypergeometric(marked, pack, size, numbers):
    return sum(Fraction(comb(marked, n) * comb(pack - marked, size - n), comb(pack, size)) for n in numbers)


def kings_fall(fits):
    """The part of all deals in which the kings of the four hands are as wanted, king by king."""
    part = Fraction(0)
    for owners in product(range(5), repeat=4):
        ways, left = 1, [12, 12, 12, 12, 6]
        for owner in owners:
            ways *= left[owner]
            left[owner] -= 1
        if fits([owners.count(hand) for hand in range(4)]):
            part += Fraction(ways, 54 * 53 * 52 * 51)
    return part


# --- exact odds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "where", "odds"),
    [
        ("koenigrufen", "holds(S, F)", Fraction(12, 54)),
        ("taroky", "holds(W, F)", Fraction(2, 9)),
        ("tapptarock", "holds(E, F)", Fraction(16, 54)),
        ("dansk", "holds(forehand, F)", Fraction(25, 78)),
        ("dansk", "holds(dealer, F)", Fraction(28, 78)),
        ("koenigrufen", "holds(talon, F)", Fraction(6, 54)),
        ("koenigrufen", "holds(any, F)", Fraction(48, 54)),
        ("koenigrufen", "not holds(any, F)", Fraction(1, 9)),
        ("koenigrufen", "taroks(any) > 12 or kings(any) > 4 or holds(S, F)", Fraction(2, 9)),  # the rest is impossible
        ("koenigrufen", "trull(S)", Fraction(12 * 11 * 10, 54 * 53 * 52)),
        ("koenigrufen", "trull(any)", Fraction(4 * 12 * 11 * 10, 54 * 53 * 52)),
        ("koenigrufen", "taroks(S) = 5", Fraction(comb(22, 5) * comb(32, 7), ALL)),
        ("koenigrufen", "taroks(S) >= 9", hypergeometric(22, 54, 12, range(9, 13))),
        ("koenigrufen", "taroks(S) >= 9 and holds(S, F)",
         Fraction(sum(comb(21, n) * comb(32, 11 - n) for n in range(8, 12)), ALL)),
        ("koenigrufen", "taroks(S) + taroks(N) >= 15", hypergeometric(22, 54, 24, range(15, 23))),
        ("koenigrufen", "taroks(any) >= 12", 4 * Fraction(comb(22, 12), ALL)),  # two cannot have 24
        ("koenigrufen", "kings(N) = 0", Fraction(comb(50, 12), ALL)),
        ("koenigrufen", "kings(any) = 4", 4 * Fraction(comb(50, 8), ALL)),
        ("koenigrufen", "kings(any) != 1", kings_fall(lambda hands: 1 not in hands)),
        ("koenigrufen", "kings(all) != 1", kings_fall(lambda hands: hands != [1, 1, 1, 1])),
        ("koenigrufen", "kings(any) not in (1, 2)", kings_fall(lambda hands: 1 not in hands and 2 not in hands)),
        ("koenigrufen", "void(W, hearts)", Fraction(comb(46, 12), ALL)),
        ("koenigrufen", "void(any, hearts)",
         sum((-1) ** (n + 1) * comb(4, n) * Fraction(comb(54 - 12 * n, 8), comb(54, 8)) for n in (1, 2, 3))),
        ("koenigrufen", "length(S, spades) >= 4 and void(S, hearts)",
         Fraction(sum(comb(8, n) * comb(38, 12 - n) for n in range(4, 9)), ALL)),
        ("koenigrufen", "taroks(S) > 3 and (kings(S) = 4 or void(S, T))",
         Fraction(sum(comb(22, n) * comb(28, 8 - n) for n in range(4, 9)), ALL)),
        ("dansk", "cards(dealer, clubs) = 14", Fraction(comb(64, 14), comb(78, 28))),
    ],
)  # fmt: skip
def test_odds_are_those_of_combinatorics(family, where, odds):
    assert exact(where, family) == odds


def test_equal_players_have_equal_odds_of_more_taroks():
    equal = exact("taroks(S) = taroks(N)")
    assert exact("taroks(S) > taroks(N)") == (1 - equal) / 2


def test_points_are_counted_by_every_share_of_the_honours():
    # South's 12 cards: 7 at 13 thirds, 4 queens at 10, 4 knights at 7, 4 jacks at 4, 35 at 1; more than 30 points
    fitting = sum(
        comb(7, a) * comb(4, q) * comb(4, n) * comb(4, j) * comb(35, 12 - a - q - n - j)
        for a in range(8) for q in range(5) for n in range(5) for j in range(5)
        if a + q + n + j <= 12 and 13 * a + 10 * q + 7 * n + 4 * j + (12 - a - q - n - j) > 90
    )  # fmt: skip
    assert exact("points(S) > 30") == Fraction(fitting, ALL)


def test_odds_with_fixed_cards_are_odds_among_the_rest():
    # South's other 10 cards come from 52 of which 20 are taroks
    found = exact("taroks(S) >= 9", hands={"S": "F,T21"})
    assert found == hypergeometric(20, 52, 10, range(7, 11))


def test_odds_with_a_known_shape():
    # S has exactly two taroks and no spades: F is one of the two in 2 of 22 cases
    assert exact("holds(S, F)", hands={"S": "?,?..-.-.-"}) == Fraction(2, 22)


@pytest.mark.parametrize("family", games())
def test_sampling_agrees_with_the_exact_odds(family):
    where = "taroks(S) >= 7 or holds(any, F, T1)"
    dealing = Dealing(table(family), None, where, seed=5)
    hits = dealing.sample(4000)
    assert dealing.exact is not None
    share = float(dealing.exact)
    assert abs(hits / 4000 - share) < 4 * (share * (1 - share) / 4000) ** 0.5


# --- uniformity -------------------------------------------------------------------------------------

# All but eight cards lie fixed: S lacks 3, E 2, N 1, the talon 2; 8!/(3! 2! 1! 2!) = 1680 deals.
FREE = [CARD[name] for name in ("F", "T21", "T1", "T2", "SK", "HK", "DQ", "C7")]
LACKS = {"S": 3, "E": 2, "N": 1}


def nearly_dealt():
    at = table("koenigrufen")
    rest = [card for card in bits(at.game.pack) if card not in FREE]
    rest = [card for start in range(5) for card in rest[start::5]]  # some of every suit for each
    hands = {}
    for seat in "SENW":
        number = 12 - LACKS.get(seat, 0)
        mask = sum(1 << rest.pop() for _ in range(number))
        hands[seat] = " ".join(name for name, card in CARD.items() if mask >> card & 1)
    talon = " ".join(name for name, card in CARD.items() if card in rest)
    return at, known_cards(at, hands, talon)


def all_deals(at, known):
    """Every deal, by hand masks and talon mask: by brute force."""
    for south in combinations(FREE, 3):
        left = [card for card in FREE if card not in south]
        for east in combinations(left, 2):
            rest = [card for card in left if card not in east]
            for north in rest:
                talon = [card for card in rest if card != north]
                given = (south, east, (north,), (), talon)
                yield tuple(
                    mask | sum(1 << card for card in cards) for mask, cards in zip(known.cards, given, strict=True)
                )


def critical(freedom):
    """Chi-square passed once in 10,000, by the cube-root approximation of Wilson and Hilferty (z = 3.719)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 3.719 * part**0.5) ** 3


def places(deal):
    return (*deal.hands, sum(1 << card for card in deal.talon))


CASES = [
    # where, ways that are dealt from, whether all is dealt directly
    ("taroks(any) - taroks(E) > 1", None, None),
    ("holds(S, F)", 1, True),
    ("count(S, F, T21, T1, T2) = 2 and kings(E) > 0", 1, None),
    ("count(S, F, T21, T1, T2) + count(E, F, T21, T1, T2) >= 3", 1, True),
    ("points(S) > points(E)", 1, None),
    ("holds(S, F, T21) or holds(S, T21, T1) or holds(E, F)", 3, True),  # ways that overlap
    ("(holds(S, F) or holds(E, F)) and (holds(S, T21) or holds(N, T21) or holds(S, F))", None, True),
    ("not (holds(S, F) and holds(E, T21))", None, None),
    ("holds(any, F, T21) or holds(any, T1, T2)", None, True),
    # more ways than are spread out: the rest is tried
    ("(holds(any, F, T1) or holds(talon, T2)) and (holds(any, T21, SK) or holds(N, HK) or holds(E, DQ))"
     " and (holds(any, C7) or holds(talon, T1))", None, False),
]  # fmt: skip


@pytest.mark.parametrize(("where", "ways", "direct"), CASES)
def test_each_deal_that_fits_is_dealt_as_often_as_any_other(where, ways, direct):
    at, known = nearly_dealt()
    test = compiled(constraint(where, at))
    every = list(all_deals(at, known))
    assert len(every) == len(set(every)) == 1680
    fitting = [deal for deal in every if test(deal)]
    assert 100 < len(fitting) < 1680
    dealing = Dealing(at, known, where, seed=11)
    if dealing.exact is not None:
        assert dealing.exact == Fraction(len(fitting), 1680)
    if ways is not None:
        assert len(dealing.ways) == ways
    if direct is not None:
        assert all(way.rest is None for way in dealing.ways) is direct
    each = 12
    found: Counter[Any] = Counter()
    for deal in dealing.deals(1000):
        found[places(deal)] += 1
        if dealing.dealt == each * len(fitting):
            break
    assert set(found) <= set(fitting)
    chi = sum((found[deal] - each) ** 2 / each for deal in fitting)
    freedom = len(fitting) - 1
    assert chi < critical(freedom)
    assert chi > 2 * freedom - critical(freedom)  # nor evener than chance has it
    odds = dealing.odds()
    assert odds is not None
    assert odds.low <= len(fitting) / 1680 <= odds.high


def test_the_same_cells_as_plain_rejection():
    """Two samples, one dealt directly and one kept from plain deals of Python's own shuffle, by a two-sample chi-square."""
    at, where = table("taroky"), "taroks(S) >= 7 and kings(S) + kings(N) = 2 and not void(E, hearts)"
    test = compiled(constraint(where, at))

    def cell(cards):
        south, east, north, *_ = cards
        taroks = (1 << 22) - 1
        return (south & taroks).bit_count(), min((east & taroks).bit_count(), 6), min((north >> 36 & 255).bit_count(), 3)

    rng, pack = Random(2), list(bits(at.game.pack))
    plain: Counter[Any] = Counter()
    while plain.total() < 1500:
        rng.shuffle(pack)
        cards = [sum(1 << card for card in pack[start : start + 12]) for start in (0, 12, 24, 36)]
        cards.append(sum(1 << card for card in pack[48:]))
        if test(cards):
            plain[cell(cards)] += 1
    dealing = Dealing(at, None, where, seed=3)
    direct: Counter[Any] = Counter()
    for deal in dealing.deals(1000):
        direct[cell(places(deal))] += 1
        if dealing.dealt == 1500:
            break
    cells = [key for key in {*plain, *direct} if plain[key] + direct[key] >= 10]
    assert len(cells) > 15
    chi = sum((plain[key] - direct[key]) ** 2 / (plain[key] + direct[key]) for key in cells)
    assert chi < critical(len(cells))


def test_too_many_states_are_left_to_trying_and_stay_right():
    where = " and ".join(
        f"points({a}) > points({b}) - {n}" for a, b, n in (("S", "E", 1), ("E", "N", 2), ("N", "W", 3))
    ) + " and length(all, hearts) <= 4 and length(all, clubs) <= 4"  # fmt: skip
    at = table()
    dealing = Dealing(at, None, where, seed=1)
    assert any(way.rest is not None for way in dealing.ways)
    test = compiled(constraint(where, at))
    deals = dealing.deals(5000)
    assert all(test(places(next(deals))) for _ in range(30))


def test_the_talon_is_dealt_in_every_order():
    at = table("taroky")
    known = known_cards(at, {}, "F T21 T1 SK HK DK")
    assert known.talon == tuple(CARD[name] for name in ("F", "T21", "T1", "SK", "HK", "DK"))
    free = known_cards(at, {}, "F T21")
    dealing = Dealing(at, free, seed=9)
    at_place: Counter[int] = Counter()
    for deal in dealing.deals(1):
        at_place[deal.talon.index(CARD["F"])] += 1
        assert CARD["T21"] in deal.talon
        if dealing.dealt == 1200:
            break
    # expected 200 at each of six places; 20.5 is passed once in a thousand with five degrees of freedom
    assert sum((at_place[place] - 200) ** 2 / 200 for place in range(6)) < 20.5


def test_talon_cards_at_their_places_stay_there():
    at = table("taroky")
    for deal, _ in zip(Dealing(at, known_cards(at, {}, "?? ?? ?? F ?? T1"), seed=4).deals(1), range(20), strict=False):
        assert (deal.talon[3], deal.talon[5]) == (CARD["F"], CARD["T1"])


# --- the same everywhere ----------------------------------------------------------------------------


def test_dice_give_what_the_generator_is_promised_to_give():
    # random() after seed 7 begins 0.32383276483316237, 0.15084917392450192, 0.6509344730398537 in every Python
    dice = Dice(7)
    numbers = [dice.below(1 << 53) for _ in range(3)]
    assert numbers == [int(x * 2**53) for x in (0.32383276483316237, 0.15084917392450192, 0.6509344730398537)]


def test_dice_reach_beyond_53_bits():
    dice, count = Dice(1), 3**70  # about 2**111
    drawn = [dice.below(count) for _ in range(300)]
    assert max(drawn) < count
    assert max(drawn) > count * 9 // 10
    assert min(drawn) < count // 10
    assert len({number % 2**40 for number in drawn}) == 300


def test_dice_refuse_seeds_that_would_be_the_same():
    with pytest.raises(ValueError, match="a seed is a whole number from 0, not -7"):
        Dice(-7)


FIRST = {
    "taroky": (
        ["21,15,9,7,1.QT.K134..J", "19,11,8,6,2.J.J.N14.T9", "20,18,13,12,10,3.N.Q.QJ3.Q", "F,16,5.987.2.K.KN87"],
        "HN T4 SK T17 T14 D2",
    ),
    "koenigrufen": (
        ["21,15,9,7,1.QT.K134..J", "19,11,8,6,2.J.J.N14.T9", "20,18,13,12,10,3.N.Q.QJ3.Q", "F,16,5.987.2.K.KN87"],
        "HN T4 SK T17 T14 D2",
    ),
}


@pytest.mark.parametrize("family", FIRST)
def test_the_first_deal_of_a_seed_is_the_same_in_every_python(family):
    deal = next(Dealing(table(family), seed=7).deals(1))
    assert ([format_hand(mask) for mask in deal.hands], format_talon(deal.talon)) == FIRST[family]


@pytest.mark.parametrize("family", games())
@pytest.mark.parametrize("where", ["", "taroks(any) >= 8 and not void(S, hearts)"])
def test_a_seed_gives_the_same_deals_again_and_another_seed_others(family, where):
    def some(seed):
        deals = Dealing(table(family), None, where, seed=seed).deals(10_000)
        return [next(deals) for _ in range(5)]

    assert some(1) == some(1)
    assert len({*some(1), *some(2)}) == 10


@pytest.mark.parametrize("family", games())
def test_every_card_of_the_pack_is_dealt_once(family):
    at = table(family)
    for deal, _ in zip(Dealing(at, seed=2).deals(1), range(50), strict=False):
        cards = [*(card for hand in deal.hands for card in bits(hand)), *deal.talon]
        assert sorted(cards) == list(bits(at.game.pack))
        assert tuple(hand.bit_count() for hand in deal.hands) == at.sizes


# --- what is impossible -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "message", "at"),
    [
        ("taroks(S) >= 23", "no deal has taroks(S) >= 23: the count lies between 0 and 12", (0, 15)),
        ("taroks(S) + taroks(E) > 22", "the count lies between 0 and 22", (0, 26)),
        ("trull(S) and taroks(any) > 12", "no deal has taroks(any) > 12: the count lies between 0 and 12", (13, 29)),
        ("points(S) > 46", "no deal has points(S) > 46: the count lies between 4 and 46", (0, 14)),
        ("taroks(S) > 8 and cards(S, H) > 4", "taroks(S) > 8 and cards(S, H) > 4: each of them is possible", (18, 33)),
        ("taroks(S) > 8 and taroks(S) < 3", "the count lies between 0 and 12", (18, 31)),
        ("kings(E) = 1 and holds(S, F) and holds(N, T1) and holds(talon, F)", "holds(S, F) and holds(talon, F)", None),
        ("taroks(S) = 7 1/2", "the count lies between 0 and 12, nearest are 7 and 8", (0, 17)),
        # twelve cards of whole points less two thirds each: always a whole number
        ("points(S) = 13 1/3", "the count lies between 4 and 46, nearest are 13 and 14", (0, 18)),
        ("points(S) in (20 1/3, 21 2/3)", "the count lies between 4 and 46, nearest are 20 and 21", (0, 29)),
        ("points(S) - points(E) = -1/3", "the difference lies between -42 and 42, nearest are -1 and 0", (0, 28)),
        # six cards of 1/3 make 2, six of 4 1/3 make 26
        ("points(talon) = 1", "no deal has points(talon) = 1: the count lies between 2 and 26", (0, 17)),
        ("kings(S) not in (0, 1, 2, 3, 4)", "the count lies between 0 and 4", (0, 31)),
        ("kings(any) != 1 and kings(S) = 1", "kings(any) != 1 (South) and kings(S) = 1: the count", None),
        ("3 = 4", "no deal has 3 = 4: no card that is dealt changes that", (0, 5)),
        ("taroks(S) > taroks(all)", "taroks(S) > taroks(all) (South): no card that is dealt changes that", (0, 23)),
        ("kings(all) > 1", "not together", None),
    ],
)  # fmt: skip
def test_what_cannot_hold_is_told_as_impossible(where, message, at):
    with pytest.raises(Impossible) as caught:
        Dealing(table(), None, where)
    assert message in str(caught.value)
    if at is not None:
        assert caught.value.at == at


def test_what_is_impossible_with_fixed_cards_is_told():
    at = table()
    with pytest.raises(Impossible, match=r"no deal has holds\(S, F\): the count is always 0"):
        Dealing(at, known_cards(at, {}, "F"), "holds(S, F)")


@pytest.mark.parametrize(
    ("hands", "talon", "message"),
    [
        ({"S": "-.?????.-.-.-", "E": "-.????.-.-.-"}, "", "they have 9 spades, and in the pack there are 8"),
        ({"S": "-.?????.-.-.-"}, "SK SQ S7 S8", "they have 9 spades, and in the pack there are 8"),
        ({"S": "-....", "E": "-....", "N": "-...."}, "HK", "they have 36 taroks, and in the pack there are 22"),
        # in the talon there is room for five more
        (dict.fromkeys("SENW", "-.-..-.-"), "HK", "they have room for 6 hearts, and in the pack there are 8"),
    ],
)  # fmt: skip
def test_shapes_that_cannot_be_are_told_with_the_suit(hands, talon, message):
    at = table()
    with pytest.raises(Impossible) as caught:
        Dealing(at, known_cards(at, hands, talon))
    assert str(caught.value) == f"no deal has what is known of the hands: {message}"


# --- intervals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tries", [1, 2, 100, 12_000])
def test_the_interval_after_the_first_hit_is_that_of_the_geometric_distribution(tries):
    low, high = waiting_interval(1, tries)
    assert low == pytest.approx(1 - 0.975 ** (1 / tries), rel=1e-9)
    assert high == pytest.approx(1.0 if tries == 1 else 1 - 0.025 ** (1 / (tries - 1)), rel=1e-9)


def test_intervals_hold_the_true_rate_about_as_often_as_they_say():
    rng, held = Random(1), 0
    for _ in range(400):
        hits = tries = 0
        while hits < 3:
            tries += 1
            hits += rng.random() < 0.05
        low, high = waiting_interval(3, tries)
        held += low <= 0.05 <= high
    assert 365 <= held <= 398


def test_odds_are_a_part_of_the_part_that_was_drawn_from():
    odds = Odds.drawn(50, 100, Fraction(1, 1000))
    assert odds.share == pytest.approx(0.0005)
    # Wilson for 50 of 100: 0.40383 to 0.59617
    assert odds.low == pytest.approx(0.00040383, rel=1e-4)
    assert odds.high == pytest.approx(0.00059617, rel=1e-4)


def test_nothing_found_gives_only_an_upper_bound():
    odds = Odds.drawn(0, 1000)
    assert (odds.share, odds.low) == (0, 0)
    assert odds.high == pytest.approx(0.003827, rel=1e-3)  # Wilson: 3.8415 / (1000 + 3.8415)


def test_dealing_gives_up_after_so_many_tries_in_a_row():
    where = "points(S) > points(E) + 25 and (taroks(S) > 9 or taroks(N) > 9 or kings(W) = 4) and points(any) - 3 > 33"
    dealing = Dealing(table(), None, where, seed=1)
    dealt = list(zip(dealing.deals(5), range(400), strict=False))
    assert dealing.tries >= 5
    assert dealing.dealt == len(dealt) < 400


# --- hands and talon --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "column", "message"),
    [
        ("F,T21,SX", 7, "'SX' is not a card"),
        ("F,T21,F", 7, "F stands twice"),
        ("F..", 1, "a hand has five groups separated by dots, and this has 3"),
        ("F,21.K.Q.J.T", 1, "South is given 6 cards, not 12"),
        ("F,21,20,19,18,17,16,15,14,13,12,11,10.-.-.-.-", 1, "South is given 13 cards, not 12"),
        ("F.KX.-.-.-", 4, "'X' is not a rank of spades"),
        ("F.KK.-.-.-", 4, "SK stands twice in this hand"),
        ("T1,S3", 4, "S3 is not in the pack of Königrufen"),
        ("T1 ??", 4, "a card that is not known need not stand here"),
    ],
)
def test_hands_that_are_wrong_are_told_with_their_place(hand, column, message):
    with pytest.raises(QueryError) as caught:
        known_cards(table(), {"S": hand})
    text = str(caught.value)
    assert text.startswith(f"column {column}: in the hand of S: ")
    assert message in text


def test_a_card_is_not_given_twice():
    with pytest.raises(QueryError, match="column 3: in the hand of E: F is given to South already"):
        known_cards(table(), {"S": "F", "E": "  F"})


def test_a_talon_that_is_wrong_is_told():
    with pytest.raises(QueryError, match="in the talon: the talon has 6 cards, not 2"):
        known_cards(table(), {}, "F ??")
    with pytest.raises(QueryError, match="in the talon: F is given to South already"):
        known_cards(table(), {"S": "F"}, "F")
    with pytest.raises(QueryError, match="Danish Tarok is dealt without a talon"):
        known_cards(table("dansk"), {}, "F")


def test_shapes_are_kept():
    at = table()
    known = known_cards(at, {"S": "F,?,?.K?.-.J-.", "E": "-.-..-.-"})
    for deal, _ in zip(Dealing(at, known, seed=3).deals(1), range(100), strict=False):
        groups = format_hand(deal.hands[0]).split(".")
        assert groups[0].startswith("F,")
        assert len(groups[0].split(",")) == 3
        assert groups[1][0] == "K"
        assert len(groups[1]) == 2
        assert "J" in groups[3]
        assert groups[4] == ""
        assert format_hand(deal.hands[1]).split(".")[2] == ""
