"""The estimate against an independent answer: plain minimax over the same deals, and over all deals that there are.

And what must never matter: cards that the player does not see, and how many threads there are.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random

import pytest

from tarok_pbn.analysis.aims import UnknownAim
from tarok_pbn.analysis.estimate import estimated
from tarok_pbn.analysis.knowledge import knowledge_at
from tarok_pbn.analysis.native import SWITCH, kernel
from tarok_pbn.analysis.position import Unsolvable
from tarok_pbn.analysis.solver import Limits
from tarok_pbn.analysis.worlds import Worlds
from tarok_pbn.cards import CARD, CODES, bits
from tarok_pbn.check import check_path
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.replay import replay
from tests import brute
from tests.endings import tokens
from tests.examples import ROOT
from tests.test_estimate_deals import every_way, faults, known_of, voids

SAMPLES = ROOT / "samples"
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
PLAIN = brute.Laws()


def after_each_card(known, hidden, laws, kind, side, low=False):
    """What each card still brings the side in one deal, by plain minimax."""
    n = known.table.n
    running = known.table.tricks[-1] if known.card > 1 else None
    ending = brute.Ending(
        tuple(tokens(hand) for hand in hidden.hands), running.leader if running else known.seat, known.trick,
        known.game.tricks, laws, tuple(CODES[card] for card in running.cards) if running else (),
    )  # fmt: skip
    trick = known.game.tricks if kind == "trick" else 0
    assert len(ending.hands) == n
    return brute.after(ending, brute.Aims(kind, frozenset(side), low, trick))


def won_before(known, laws, side):
    """Thirds in the complete tricks that the side has won, by the rule page's values."""
    total = 0
    for trick in known.table.tricks[: known.trick - 1]:
        cards = tuple(CODES[card] for card in trick.cards)
        if (trick.leader + brute.winner(cards, "", laws)) % known.table.n in side:
            total += sum(brute._thirds(card) for card in cards)
    return total


def deals(known, seed, count):
    return [world.hidden for world in islice(Worlds(known, seed).worlds(20_000), count)]


def means(values):
    """card -> mean of its counts over the deals."""
    return {card: Fraction(sum(value[card] for value in values), len(values)) for card in values[0]}


def found_means(found):
    return {str(card.move): card.mean for card in found.cards}


VARSAVA = brute.Laws("varsava", overtake=True, pagat_last=True, mond=True)


@pytest.mark.parametrize(("name", "trick", "card"), [("solo", 11, 2), ("solo", 10, 3), ("solo", 11, 4)])
def test_mean_counts_are_those_of_plain_minimax_over_the_same_deals(name, trick, card):
    """Sólo: West is alone; the talon, which nobody sees, is the defence's."""
    known = known_of(f"taroky/{name}.tpbn", trick, card)
    west = known.table.seats.index("W")
    found = estimated(known, samples=60, seed=3)
    had = won_before(known, PLAIN, {west})
    values = [after_each_card(known, hidden, PLAIN, "points", {west}) for hidden in deals(known, 3, 60)]
    assert found_means(found) == {card: had + mean for card, mean in means(values).items()}
    wants = (lambda value: value) if known.seat == west else (lambda value: -value)
    best = [max(map(wants, value.values())) for value in values]
    for ranked in found.cards:
        mine = [value[str(ranked.move)] for value in values]
        assert ranked.best == sum(wants(count) == top for count, top in zip(mine, best, strict=True))
        assert ranked.made == sum(had + count >= 107 for count in mine)
        assert ranked.loss == abs(ranked.mean - found.cards[0].mean)
    order = sorted(found.cards, key=lambda ranked: -wants(ranked.mean))
    assert [ranked.mean for ranked in found.cards] == [ranked.mean for ranked in order]
    assert [ranked.rank for ranked in found.cards] == [
        1 + sum(wants(other.mean) > wants(ranked.mean) for other in found.cards) for ranked in found.cards
    ]


@pytest.mark.parametrize(("trick", "card"), [(11, 1), (10, 2), (9, 4)])
def test_losses_in_varsava_are_those_of_plain_minimax_over_the_same_deals(trick, card):
    """Each for himself: the player to move wants few points."""
    known = known_of("taroky/varsava-tie.tpbn", trick, card)
    found = estimated(known, samples=40, seed=8)
    assert found.few
    values = [after_each_card(known, h, VARSAVA, "points", {known.seat}, low=True) for h in deals(known, 8, 40)]
    exact = means(values)
    least = min(exact.values())
    assert {str(card.move): card.loss for card in found.cards} == {card: mean - least for card, mean in exact.items()}


@pytest.mark.parametrize(("name", "trick", "card"), [("fool-lost", 23, 1), ("nolo", 23, 2), ("rules-f5", 22, 3)])
def test_last_tricks_are_those_of_plain_minimax_over_the_same_deals(name, trick, card):
    """Danish: three hands and the skat; the fool may be led as any suit that somebody holds."""
    known = known_of(f"dansk/{name}.tpbn", trick, card)
    laws = brute.Laws("danish", endgame=known.rules.fool_endgame == "trick_23",
                      must_be_held=known.rules.fool_naming == "must_be_held")  # fmt: skip
    found = estimated(known, samples=40, seed=2)
    values = [after_each_card(known, hidden, laws, "trick", {known.seat}) for hidden in deals(known, 2, 40)]
    assert found.aim.kind == "trick"
    exact = means(values)
    assert {card: mean for card, mean in found_means(found).items() if " " not in card} == {
        card: mean for card, mean in exact.items() if card != "F" or known.card > 1
    }


def answer(known, laws, side):
    """The single-dummy answer: what each card loses in the mean over all deals that there are, found by brute force."""
    worlds = Worlds(known, 0)
    values = []
    shown = list(voids(known, known.replay.table.tricks[: known.trick - 1]))
    for _, hands, laid, talon in every_way(known):
        if any(hands[seat] & cards for seat, cards in shown):
            continue  # soon seen, and the validator would say so too
        hidden = worlds.hidden(hands, laid, talon)
        if hidden is not None and not faults(worlds, hidden):
            values.append(after_each_card(known, hidden, laws, "points", side))
    exact = means(values)
    sign = 1 if known.seat in side else -1
    top = max(sign * mean for mean in exact.values())
    return {card: top - sign * mean for card, mean in exact.items()}, len(values)


@pytest.mark.parametrize(("name", "trick", "card"), [("solo", 11, 4), ("solo", 11, 3)])
def test_the_ranking_is_that_of_all_deals_there_are(name, trick, card):
    known = known_of(f"taroky/{name}.tpbn", trick, card)
    side = {known.table.seats.index("W")}
    exact, many = answer(known, PLAIN, side)
    assert many > 20
    found = estimated(known, samples=1000, seed=1)
    for ranked in found.cards:
        loss = exact[str(ranked.move)]
        # half the interval is two standard errors; four of them
        assert abs(ranked.loss - loss) <= 2 * (ranked.high - float(ranked.loss)) + 1e-9
    assert str(found.cards[0].move) in [card for card, loss in exact.items() if loss == 0]
    assert found.cards[0].loss == 0


def hidden_partner_hand():
    """A hand of taroky in which the called card falls in the last two tricks: the partner is not known before."""
    game = get("taroky")
    rules = game.rulesets()["devatenactka-1"].options
    for seed in range(4000):
        record, table = play_hand(game, rules, Random(seed), tags={"Rules": "devatenactka-1"})
        if table.called is None or table.partner is None or table.contract != "povinnost" or table.doubles:
            continue
        if any("pagat" in words for words in table.declared or ()):
            continue
        falls = next((t.number for t in table.tricks if table.called in t.cards), 0)
        if falls == 12:
            yield replay(record), table


def sides_of(position):
    """The declarer's side in this deal."""
    found = position.game.sides(position.table)
    assert found is not None
    return found[0]


def test_the_partner_is_known_to_nobody_but_himself_until_the_called_card_falls():
    looked = 0
    for found, table in islice(hidden_partner_hand(), 3):
        for card in range(1, 5):
            known = knowledge_at(found, 9, card)
            positions = [w.position for w in islice(Worlds(known, 4).worlds(20_000), 60)]
            sides = {sides_of(position) for position in positions}
            if known.seat == table.partner:
                assert sides == {frozenset({table.declarer, table.partner})}
            else:
                assert frozenset({table.declarer, table.partner}) in sides
                looked += len(sides) > 1  # who can have no tarok any more is nobody's partner
                # in each deal the side is that of the seat which holds the card there
                for position in positions:
                    holder = next((s for s, h in enumerate(position.table.at_play) if h >> table.called & 1), None)
                    side = {table.declarer} if holder is None else {table.declarer, holder}
                    assert sides_of(position) == side
        last = found.table.tricks[-1]
        for at in range(last.cards.index(table.called) + 1, 4):
            known = knowledge_at(found, 12, at + 1)
            sides = {sides_of(w.position) for w in islice(Worlds(known, 4).worlds(20_000), 40)}
            assert sides == {frozenset({table.declarer, table.partner})}
    assert looked >= 7


def test_each_deal_is_solved_with_the_side_that_it_has():
    """With the partner unknown: the same deals, each with its own side, by plain minimax."""
    found, table = next(hidden_partner_hand())
    card = next(c for c in range(1, 5) if knowledge_at(found, 11, c).seat not in (table.partner, table.declarer))
    known = knowledge_at(found, 11, card)
    name = table.name(known.seat)
    estimate = estimated(known, "points", samples=40, seed=6)
    assert estimate.about.endswith(f"of {table.name(table.declarer)} and a partner whom {name} does not know")
    assert estimate.few
    totals = dict.fromkeys(found_means(estimate), 0)
    for hidden in deals(known, 6, 40):
        holder = next((s for s, hand in enumerate(hidden.hands) if hand >> table.called & 1), table.declarer)
        values = after_each_card(known, hidden, PLAIN, "points", {table.declarer, holder})
        least = min(values.values())
        for code, value in values.items():
            totals[code] += value - least
    best = min(totals.values())
    assert {str(c.move): c.loss for c in estimate.cards} == {c: Fraction(t - best, 40) for c, t in totals.items()}


# --- what must not matter --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "trick", "card", "number"), [("taroky/rules-h1", 9, 2, 1), ("dansk/rules-f3", 21, 2, 1),
                                                               ("koenigrufen/contracts", 9, 3, 9)])  # fmt: skip
def test_the_same_seed_gives_the_same_whatever_the_threads(name, trick, card, number):
    known = known_of(f"{name}.tpbn", trick, card, number)
    first = estimated(known, samples=12, seed=5)
    for threads in (1, 2, 5):
        again = estimated(known, limits=Limits(threads=threads, memory=64 << 20), samples=12, seed=5)
        assert (again.cards, again.deals, again.tries, again.about) == (first.cards, first.deals, first.tries, first.about)
    other = estimated(known, samples=12, seed=6)
    assert other.deals == 12
    assert [d.hands for d in deals(known, 5, 12)] != [d.hands for d in deals(known, 6, 12)]


def test_more_deals_of_a_seed_begin_with_the_same_ones():
    known = known_of("taroky/rules-h1.tpbn", 9, 2)
    assert deals(known, 5, 12) == deals(known, 5, 30)[:12]


def test_the_kernel_and_plain_python_rank_alike(monkeypatch):
    known = known_of("taroky/rules-h1.tpbn", 9, 2)
    first = estimated(known, samples=15, seed=5)
    monkeypatch.setenv(SWITCH, "off")
    assert estimated(known, samples=15, seed=5).cards == first.cards
    with pytest.raises(Unsolvable, match="endings of at most 6 tricks"):
        estimated(known_of("taroky/rules-h1.tpbn", 3, 2), samples=2, seed=5)


# --- limits and wishes -----------------------------------------------------------------------------


@needs_kernel
def test_deals_that_are_not_solved_within_the_nodes_are_left_out():
    known = known_of("taroky/rules-h1.tpbn", 8, 2)
    whole = estimated(known, samples=20, seed=5)
    assert (whole.deals, whole.open, whole.whole, whole.ended) == (20, 0, True, "")
    part = estimated(known, limits=Limits(nodes=150), samples=20, seed=5)
    assert part.deals + part.open == 20
    assert 0 < part.deals < 20
    assert not part.whole
    assert part == estimated(known, limits=Limits(nodes=150, threads=3), samples=20, seed=5)
    with pytest.raises(Unsolvable, match="none of 20 deals was solved within the limits"):
        estimated(known, limits=Limits(nodes=1), samples=20, seed=5)


def test_time_that_is_over_before_a_deal_is_told():
    known = known_of("taroky/rules-h1.tpbn", 8, 2)
    with pytest.raises(Unsolvable, match="time was over"):
        estimated(known, limits=Limits(seconds=1e-9), samples=5, seed=5)


@needs_kernel
def test_one_deal_has_no_interval():
    known = known_of("taroky/rules-h1.tpbn", 8, 2)
    found = estimated(known, samples=1, seed=5)
    assert all(card.low == card.high == float(card.loss) for card in found.cards)


@needs_kernel
def test_the_interval_is_students_of_the_paired_losses():
    """1.9842 is the quantile of 99 degrees of freedom, from printed tables."""
    known = known_of("taroky/solo.tpbn", 11, 2)
    found = estimated(known, samples=100, seed=3)
    west = known.table.seats.index("W")
    values = [after_each_card(known, hidden, PLAIN, "points", {west}) for hidden in deals(known, 3, 100)]
    best, other = found.cards[0], found.cards[-1]
    losses = [value[str(other.move)] - value[str(best.move)] for value in values]
    mean = sum(losses) / 100
    half = 1.9842 * sqrt(sum((loss - mean) ** 2 for loss in losses) / 99 / 100)
    assert half > 0
    assert other.low == pytest.approx(mean - half, abs=1e-3)
    assert other.high == pytest.approx(mean + half, abs=1e-3)


@needs_kernel
def test_a_card_that_only_its_holder_can_make_is_for_the_holders_side():
    """The pagát in the last trick, while North does not know who has it."""
    known = known_of("taroky/rules-h1.tpbn", 6, 1)
    found = estimated(known, "pagat", samples=30, seed=3)
    assert found.aim.card == CARD["T1"]
    assert found.enough == 1
    with pytest.raises(UnknownAim, match="did you mean pagat"):
        estimated(known, "pagta", samples=30, seed=3)


@needs_kernel
@pytest.mark.parametrize(("side", "about"), [("N", "tricks of North"), ("defence", "tricks of East + North")])
def test_a_side_that_is_named(side, about):
    found = estimated(known_of("taroky/rules-h1.tpbn", 8, 2), "tricks", side, samples=10, seed=3)
    assert found.about == about
    assert all(0 <= card.mean <= 12 for card in found.cards)


def test_words_that_no_deal_can_make_true():
    """East is made to declare ten taroks, when South alone has eight and the others have played some."""
    checked = next(check_path(SAMPLES / "taroky/rules-h1.tpbn"))
    section = checked.record.section("Announcements")
    assert section is not None
    next(group for group in section.groups if group.seat == "E").words[:] = ["taroky"]
    known = knowledge_at(replay(checked.record), 8, 2)
    assert list(bits(known.hand))
    with pytest.raises(Unsolvable, match="no deal was found that agrees"):
        estimated(known, samples=5, seed=1)
