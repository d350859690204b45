"""What a player is taken to know: it must be true of the real deal, whatever was dealt, said, laid away and played.

By the games' own scripts: hands played by lot under every rule set, and the samples. The real deal of each must be among
those that its player cannot tell from it.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tarok_pbn.analysis.knowledge import knowledge_at
from tarok_pbn.analysis.position import Unsolvable
from tarok_pbn.analysis.worlds import Hidden, Worlds
from tarok_pbn.cards import CARD, KINGS
from tarok_pbn.check import check_path
from tarok_pbn.games import games, get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.kit.told import HAND, LAID
from tarok_pbn.replay import replay
from tests.examples import ROOT
from tests.support import mask

SAMPLES = ROOT / "samples"
RULES = [(family, name) for family in games() for name in get(family).rulesets()]


def real(known):
    """The real deal of a hand that is known to the last card, as the sampler has deals."""
    table, n = known.replay.table, known.table.n
    gone = [0] * n
    for place in known.places:
        if place.where == HAND:
            gone[place.seat] = place.known
    hands = [table.at_play[seat] & ~gone[seat] for seat in range(n)]
    hands[known.seat] = known.hand
    laid = [table.laid[seat] for seat in range(n)]
    dealt = list(table.dealt)
    if known.game.dealer_size:
        dealt[table.dealer] = table.at_play[table.dealer] | laid[table.dealer]
        return Hidden(tuple(hands), tuple(laid), tuple(dealt), ())
    return Hidden(tuple(hands), tuple(laid), tuple(dealt), tuple(table.talon))


def lying(known, hidden):
    """The unseen cards of each place."""
    found = []
    for place in known.places:
        if place.where == HAND:
            found.append(hidden.hands[place.seat])
        elif place.where == LAID:
            found.append(hidden.laid[place.seat] & ~place.known)
        else:
            drawn = {at for places in known.drawn for at in places}
            left = [c for at, c in enumerate(hidden.talon) if at not in drawn and known.talon[at] < 0]
            found.append(sum(1 << card for card in left))
    return found


def holds_for_the_real_deal(known):
    """Every statement of the knowledge, one by one, and the deal as a whole."""
    hidden = real(known)
    unseen = lying(known, hidden)
    assert sum(unseen) == known.free
    for place, cards in zip(known.places, unseen, strict=True):
        assert cards.bit_count() == place.lack
        assert not cards & place.never, (place, known.learned)
    whole = [cards | place.known for cards, place in zip(unseen, known.places, strict=True)]
    fits = [all(bound.total(whole) in bound.allowed for bound in way) for way in known.ways]
    assert sum(fits) == 1, known.learned
    worlds = Worlds(known, 1)
    assert worlds.world(hidden) is not None, worlds.reasons
    drawn = worlds.hidden(list(hidden.hands), list(hidden.laid), [c for c in hidden.talon if c not in known.talon])
    assert drawn is not None


@pytest.mark.parametrize(("family", "name"), RULES)
def test_what_is_known_is_true_of_hands_played_by_lot(family, name):
    game, rng = get(family), Random(f"known {family} {name}")
    rules = game.rulesets()[name].options
    looked: Counter[str] = Counter()
    for _ in range(16):
        record, _table = play_hand(game, rules, rng, tags={"Rules": name})
        found = replay(record)
        assert found.table is not None
        for _ in range(4):
            trick, card = rng.randint(1, game.tricks), rng.randint(1, found.table.n)
            try:
                known = knowledge_at(found, trick, card)
            except Unsolvable as why:
                looked[str(why)[:20]] += 1
                continue
            holds_for_the_real_deal(known)
            looked["known"] += 1
    assert looked["known"] > 10, looked


def sampled_records():
    for path in sorted(SAMPLES.glob("*/*.tpbn")):
        for number, checked in enumerate(check_path(path), 1):
            if checked.replay.table is not None and not any(f.severity == "error" for f in checked.findings):
                yield pytest.param(checked, id=f"{path.stem}:{number}")


@pytest.mark.parametrize("checked", list(sampled_records()))
def test_what_is_known_is_true_of_the_samples(checked):
    rng = Random("samples")
    table = checked.replay.table
    for trick in range(1, len(table.tricks) + 1, 3):
        try:
            known = knowledge_at(checked.replay, trick, rng.randint(1, table.n))
        except Unsolvable:
            continue
        if None in table.at_play or None in table.laid or table.talon is None or -1 in table.talon:
            continue
        holds_for_the_real_deal(known)


# --- statements read off by hand -----------------------------------------------------------------


def known_of(name, trick, card, number=1):
    return knowledge_at([c.replay for c in check_path(SAMPLES / name)][number - 1], trick, card)


def never(known, letter, where=HAND):
    """The unseen cards that a seat cannot have there."""
    return next(p.never for p in known.places if p.seat == known.table.seats.index(letter) and p.where == where)


def told_of(known, letter):
    return " | ".join(one.text for one in known.learned if one.seat == known.table.seats.index(letter))


def test_suits_that_were_not_followed():
    """Hand H1: North plays the XX on clubs in trick 3, South T14 on diamonds in trick 4."""
    known = known_of("taroky/rules-h1.tpbn", 5, 2)
    assert known.table.seats[known.seat] == "E"
    assert "has no clubs" in told_of(known, "N")
    assert "has no diamonds" in told_of(known, "S")  # T14 on D2
    clubs = mask("CQ CJ CN C8")  # not played yet, and not East's
    assert never(known, "N") & clubs == clubs & known.free
    assert not never(known, "W") & clubs


def test_nothing_of_a_hand_is_known_before_it_has_shown_anything():
    known = known_of("taroky/rules-h1.tpbn", 1, 2)
    assert known.table.seats[known.seat] == "E"
    assert [(p.where, p.lack) for p in known.places] == [("hand", 11), ("laid", 4), ("hand", 12), ("laid", 1), ("hand", 12)]
    assert known.free.bit_count() == 40
    assert not never(known, "N")
    assert not never(known, "W")
    assert never(known, "S", LAID) == never(known, "N", LAID)
    assert never(known, "S", LAID) >> CARD["F"] & 1  # no tarok was shown
    assert KINGS & known.free & ~never(known, "S", LAID) == 0


def test_own_cards_talon_and_discards_are_known():
    known = known_of("taroky/rules-h1.tpbn", 9, 2)  # North
    assert (known.hand, known.laid) == (mask("F T2 H2 D1"), mask("DN"))
    assert [card for card in known.talon if card >= 0] == [CARD["T11"]]  # the sixth, which North drew
    assert known.talon[5] == CARD["T11"]
    assert known.recorded is not None
    assert str(known.recorded) == "T2"


def test_a_card_taken_face_up_is_in_that_hand_or_laid_away():
    """Königrufen: both halves are shown; South took SN and D1 with the second, and has not played them."""
    known = known_of("koenigrufen/contracts.tpbn", 8, 2, number=3)
    taken = mask("SN D1")
    assert "holds or has laid away SN and D1" in told_of(known, "S")
    for place in known.places:
        assert place.never & taken == (0 if known.table.seats[place.seat] == "S" else taken)
    assert -1 not in known.talon


def test_ouvert_games_are_refused():
    records = [c.replay for c in check_path(SAMPLES / "koenigrufen/contracts.tpbn")]
    ouvert = [r for r in records if r.table is not None and "ouvert" in (r.table.contract or "")]
    assert ouvert
    for found in ouvert:
        with pytest.raises(Unsolvable, match="lie open"):
            knowledge_at(found, 1, 1)


@pytest.mark.parametrize(
    ("trick", "card", "why"), [(13, 1, "12 tricks of 4 cards"), (1, 5, "12 tricks of 4 cards"), (0, 1, "12 tricks")]
)
def test_positions_that_a_hand_has_not(trick, card, why):
    found = next(check_path(SAMPLES / "taroky/rules-h1.tpbn")).replay
    with pytest.raises(Unsolvable, match=why):
        knowledge_at(found, trick, card)
