"""Deals by lot for an estimate: each is legal and shows the player what was seen, and all that there are are as likely.

By brute force: every way to lay the unseen cards is written as a record and given to the validator.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from random import Random

import pytest

from tarok_pbn.analysis.knowledge import knowledge_at
from tarok_pbn.analysis.worlds import Worlds
from tarok_pbn.cards import CODES, FOOL, SUIT_MASK, bits
from tarok_pbn.check import check_path
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.kit.told import HAND, LAID
from tarok_pbn.record import Group
from tarok_pbn.replay import replay
from tests.examples import ROOT
from tests.support import checked

SAMPLES = ROOT / "samples"


def known_of(name, trick, card, number=1):
    return knowledge_at([c.replay for c in check_path(SAMPLES / name)][number - 1], trick, card)


def full_record(worlds, hidden):
    """The deal with the cards that were played written into it."""
    known = worlds.known
    record = worlds.record(hidden)
    play = record.section("Play")
    play.groups = []
    trick: list[str] = []
    leader: int | None = None
    holders = {place.seat: place.known for place in known.places if place.where == HAND}
    holders[known.seat] = ~sum(holders.values())
    for move in known.moves:
        if not trick:
            leader = next(seat for seat, cards in holders.items() if cards >> move.card & 1)
        trick.append(CODES[move.card])
        if move.named >= 0:
            trick.append(f"name:{'TSHDC'[move.named]}")
        if len([word for word in trick if not word.startswith("name")]) == known.table.n:
            play.groups.append(Group(known.table.seats[leader], trick))
            trick = []
    if trick:
        play.groups.append(Group(known.table.seats[leader], trick))
    return record


def faults(worlds, hidden):
    """What the validator says against a deal."""
    found = checked(full_record(worlds, hidden)).findings
    return [(f.code, f.message) for f in found if f.severity != "info" and f.code not in ("P015", "R001", "R002")]


CASES = [
    ("taroky/rules-h1.tpbn", 5, 2, 1), ("taroky/rules-h3.tpbn", 4, 3, 1), ("taroky/rules-h5.tpbn", 6, 2, 1),
    ("taroky/druha.tpbn", 3, 4, 1), ("taroky/trojka-second.tpbn", 2, 2, 1), ("taroky/varsava-tie.tpbn", 5, 3, 1),
    ("taroky/solo.tpbn", 2, 1, 1), ("koenigrufen/contracts.tpbn", 5, 2, 3), ("koenigrufen/contracts.tpbn", 4, 2, 4),
    ("koenigrufen/contracts.tpbn", 4, 3, 9), ("koenigrufen/contracts.tpbn", 3, 2, 18),
    ("koenigrufen/konig-00-trischaken.tpbn", 6, 2, 1), ("tapptarock/contracts.tpbn", 5, 2, 1),
    ("dansk/rules-f1.tpbn", 8, 2, 1), ("dansk/fool-led-and-named.tpbn", 14, 3, 1), ("dansk/nolo.tpbn", 9, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "trick", "card", "number"), CASES)
def test_every_deal_is_legal_and_shows_the_player_what_was_seen(name, trick, card, number):
    known = known_of(name, trick, card, number)
    worlds = Worlds(known, 5)
    deals = list(islice(worlds.worlds(20_000), 12))
    assert len(deals) == 12
    real = known.replay.table
    me = known.seat
    for world in deals:
        hidden = world.hidden
        assert faults(worlds, hidden) == []
        cards = [card for mask in (*hidden.dealt, sum(1 << c for c in hidden.talon)) for card in bits(mask)]
        assert sorted(cards) == sorted(bits(known.game.pack))
        # own cards, what was shown, and what was played are as in the record
        assert hidden.hands[me] == known.hand
        assert hidden.laid[me] == real.laid[me]
        assert world.position.hands == hidden.hands
        assert world.position.turn == me
        for seat in range(known.table.n):
            assert real.shown[seat] & ~hidden.laid[seat] == 0
        for at, code in enumerate(hidden.talon):
            assert known.talon[at] in (-1, code)
        assert not any(hidden.hands[seat] & cards for seat, cards in voids(known, real.tricks[: trick - 1]))


def voids(known, tricks):
    """(seat, cards that it has shown not to have), read off the tricks: suits that were not followed, in any game."""
    fool = 1 << FOOL if known.game.dealer_size else 0  # the Danish fool goes at any turn
    for trick in tricks:
        first = trick.cards[0]
        if fool and first == FOOL:
            if trick.named is None:
                continue
            suit = SUIT_MASK[trick.named]
        else:
            suit = next(mask for mask in SUIT_MASK if mask >> first & 1)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if not (suit | fool) >> card & 1:
                yield seat, suit & ~fool
                if not SUIT_MASK[0] >> card & 1:
                    yield seat, SUIT_MASK[0] & ~fool


def every_way(known):
    """Every way to lay the unseen cards out, as deals: hands, discards, talon."""

    def lay(at, free):
        if at == len(known.places):
            yield []
            return
        for cards in combinations(sorted(bits(free)), known.places[at].lack):
            mask = sum(1 << card for card in cards)
            for rest in lay(at + 1, free & ~mask):
                yield [mask, *rest]

    for ways in lay(0, known.free):
        hands, laid = [0] * known.table.n, list(known.table.shown)
        hands[known.seat], laid[known.seat] = known.hand, known.laid
        talon = []
        for place, mask in zip(known.places, ways, strict=True):
            if place.where == HAND:
                hands[place.seat] = mask
            elif place.where == LAID:
                laid[place.seat] |= mask
            else:
                talon = list(bits(mask))
        yield tuple(ways), hands, laid, talon


def support(known):
    """The ways that the validator finds nothing wrong with; without drawn cards that nobody saw, each is one deal."""
    worlds = Worlds(known, 0)
    found = set()
    for ways, hands, laid, talon in every_way(known):
        hidden = worlds.hidden(hands, laid, talon)
        if hidden is None or faults(worlds, hidden):
            continue
        table = checked(full_record(worlds, hidden)).replay.table
        assert table is not None
        if table.shown == known.table.shown:
            found.add(ways)
    return found


def way_of(known, hidden):
    drawn = {at for places in known.drawn for at in places}
    left = sum(1 << c for at, c in enumerate(hidden.talon) if at not in drawn and known.talon[at] < 0)
    return tuple(
        hidden.hands[p.seat] if p.where == HAND else hidden.laid[p.seat] & ~p.known if p.where == LAID else left
        for p in known.places
    )


#: with unseen discards, unseen talon cards, cards drawn unseen, cards taken face up; overtaking, the fool, who doubled
SMALL = [
    ("dansk/fool-lost.tpbn", 24, 2, 1), ("dansk/nolo.tpbn", 24, 2, 1), ("dansk/tout.tpbn", 25, 1, 1),
    ("koenigrufen/contracts.tpbn", 12, 2, 4), ("koenigrufen/contracts.tpbn", 11, 3, 7),
    ("koenigrufen/contracts.tpbn", 12, 1, 5), ("koenigrufen/contracts.tpbn", 11, 3, 15),
    ("koenigrufen/contracts.tpbn", 11, 3, 21), ("koenigrufen/contracts.tpbn", 12, 2, 23),
    ("taroky/trojka-first.tpbn", 12, 3, 1), ("taroky/solo.tpbn", 12, 2, 1), ("taroky/varsava-tie.tpbn", 12, 3, 1),
    ("taroky/partner-in-talon.tpbn", 12, 2, 1), ("tapptarock/contracts.tpbn", 16, 2, 3),
    ("tapptarock/contracts.tpbn", 15, 3, 4),
]  # fmt: skip


def as_likely_as_any_other(known):
    """All that the validator allows comes up, nothing else, and each about as often."""
    possible = support(known)
    assert len(possible) > 1
    worlds = Worlds(known, 11)
    seen = Counter(way_of(known, world.hidden) for world in islice(worlds.worlds(20_000), 25 * len(possible)))
    assert set(seen) == possible
    chi = sum((seen[way] - 25) ** 2 / 25 for way in possible)
    degrees = len(possible) - 1
    assert chi < degrees + 4 * (2 * degrees) ** 0.5 + 4


@pytest.mark.parametrize(("name", "trick", "card", "number"), SMALL)
def test_every_deal_that_there_is_is_as_likely_as_any_other(name, trick, card, number):
    as_likely_as_any_other(known_of(name, trick, card, number))


@pytest.mark.parametrize(("seed", "trick", "card"), [(245, 24, 2), (315, 24, 1)])
def test_a_danish_dealer_without_trumps_may_have_laid_them_all_away_or_have_had_none(seed, trick, card):
    """Two ways, of unlike numbers of deals: the dealer is dealt one or two trumps and lays them away or not."""
    game, rng = get("dansk"), Random(seed)
    pack = list(bits(game.pack))
    rng.shuffle(pack)
    pack.sort(key=lambda code: code < FOOL)
    trumps, rest = pack[-21:], pack[:-21]
    few = rng.randint(1, 2)
    others = trumps[few:] + rest[28 - few :]
    rng.shuffle(others)
    hands = [sum(1 << c for c in cards) for cards in (others[:25], others[25:], trumps[:few] + rest[: 28 - few])]
    rules = game.rulesets()[game.default].options
    record, _ = play_hand(game, rules, rng, tags={"Rules": game.default}, hands=(hands, []))
    known = knowledge_at(replay(record), trick, card)
    dealer = known.table.dealer
    assert dealer is not None
    kept = {bool(world.hidden.laid[dealer] & SUIT_MASK[0]) for world in islice(Worlds(known, 3).worlds(20_000), 60)}
    assert kept == {True, False}
    as_likely_as_any_other(known)
