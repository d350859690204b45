"""The play of Czech taroky: section 8, and the laws of Varšava in section 10, one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tarok_pbn.cards import CARD, CODES, bits
from tarok_pbn.games import get
from tarok_pbn.games.kit.decision import Say
from tarok_pbn.games.kit.player import by_lot, play_hand
from tarok_pbn.games.kit.table import Table, Trick
from tarok_pbn.games.kit.tricks import Law, strengths
from tarok_pbn.games.taroky.cards import count
from tarok_pbn.games.taroky.laws import HeldPagat, Varsava
from tarok_pbn.games.taroky.rules import Rules
from tarok_pbn.notation import read_path, read_text, write_file
from tests.support import checked, codes, mask, only, page_card, page_cards
from tests.taroky_pages import H1, H3, H5
from tests.taroky_referee import judge
from tests.test_taroky_hands import SAMPLES


def legal(law_of, held: str, trick: str = "", **options) -> set[str]:
    """Legal cards of the seat to play, in page tokens, given its hand and the cards already in the trick."""
    cards = [CARD[card] for card in page_cards(trick)]
    seat = len(cards)
    hands: list[int | None] = [0, 0, 0, 0]
    hands[seat] = mask(" ".join(page_cards(held)))
    table = Table(("S", "E", "N", "W"), hands, None)
    law = law_of(table, **options)
    law.trick = now = Trick(1, 0)
    now.cards, now.seats = cards, list(range(len(cards)))
    allowed = law.legal(seat, hands[seat] or 0, now)
    assert allowed
    for card in bits((hands[seat] or 0) & ~allowed):
        problem = law.why(seat, card)  # every card that is not legal has a reason
        assert problem.code.startswith("P"), problem
        assert CODES[card] in problem.message
    return {CODES[card] for card in bits(allowed)}


def plain(table: Table, red: str = "") -> Law:
    return Law(table, strengths(red), "taroky §8")


def held_pagat(table: Table) -> Law:
    return HeldPagat(table, strengths(), frozenset(range(4)))


def varsava(table: Table, **options) -> Law:
    return Varsava(table, strengths(), Rules(**options))


def tokens(text: str) -> set[str]:
    return {page_card(token) for token in text.split()}


@pytest.mark.parametrize(
    ("held", "trick", "allowed"),
    [
        ("cK c7 II sQ", "", "cK c7 II sQ"),
        ("cK c7 II sQ", "c10", "cK c7"),
        ("II III sQ", "c10", "II III"),
        ("sQ hA", "c10", "sQ hA"),
        ("II sQ", "XX", "II"),
        ("hA sQ", "XX", "hA sQ"),
        # no duty to overtake
        ("c7 cK", "cQ", "c7 cK"),
        ("II XXI", "XX", "II XXI"),
        # nothing restricts the silent pagát, the mond or the called tarok
        ("I XIX XXI SK", "V", "I XIX XXI SK"),
    ],
)
def test_taroky_section_8_following(held, trick, allowed):
    assert legal(plain, held, trick) == tokens(allowed)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("cQ c10 cK c7", 2),
        ("cQ I cK c7", 1),
        ("cQ I II SK", 3),
        ("d4 dA d2 d3", 1),
        ("d4 hK sK cK", 0),
        ("s7 s10 s9 s8", 1),
        # no emperor's trick: škýz, mond and pagát together are won by the škýz
        ("I XXI SK II", 2),
    ],
)
def test_taroky_section_8_winner(trick, winner):
    table = Table(("S", "E", "N", "W"), [None] * 4, None)
    law = plain(table)
    now = Trick(1, 0)
    now.cards = [CARD[card] for card in page_cards(trick)]
    assert law.best(now) == winner


@pytest.mark.parametrize(("order", "winner"), [("A234", 1), ("A432", 1), ("432A", 0)])
def test_taroky_section_1_1_red_pips(order, winner):
    law = plain(Table(("S", "E", "N", "W"), [None] * 4, None), "" if order == "A234" else order)
    now = Trick(1, 0)
    now.cards = [CARD[card] for card in page_cards("d4 dA d2 d3")]
    assert law.best(now) == winner
    now.cards = [CARD[card] for card in page_cards("d2 d4 d3 hA")]
    assert law.best(now) == (0 if order == "A234" else 1)


@pytest.mark.parametrize(
    ("held", "trick", "allowed"),
    [
        # following: another tarok goes first, but alone it must go
        ("I II sQ", "c10", "II"),
        ("I sQ", "c10", "I"),
        ("I sQ", "XX", "I"),
        ("I c7", "c10", "c7"),
        # leading: not as long as there is anything else
        ("I II sQ", "", "II sQ"),
        ("I sQ", "", "sQ"),
        ("I", "", "I"),
    ],
)
def test_taroky_section_8_announced_pagat_is_held(held, trick, allowed):
    assert legal(held_pagat, held, trick) == tokens(allowed)


def test_taroky_section_8_announced_pagat_led_too_early_in_a_record():
    """H5 with the I led to trick 11 instead of the XIX: nothing else is wrong with the hand."""
    text = H5.text().replace("S T19 HN H3 SN\nS T1 CJ H2 D2", "S T1 HN H3 SN\nS T19 CJ H2 D2")
    only(text, "P005", "leads the announced pagát (T1) in trick 11", "Legal: T19")


def test_taroky_section_8_silent_pagat_may_be_led_any_time():
    """The same hand without the announcement."""
    text = H5.text(Score="S 321; E -107; N -107; W -107").replace(" pagat  E pass", "  E pass")
    text = text.replace("pagat 60 -20 -20 -20\n", "").replace("S T19 HN H3 SN\nS T1 CJ", "S T1 HN H3 SN\nS T19 CJ")
    assert codes(text) == []


def test_taroky_section_8_announced_pagat_played_early_without_need():
    """H3, had East announced it: the XX is led, and East has higher taroks than the I to play to it."""
    text = H3.text().replace("S pass  E pass  N", "S pass  E pagat  N")
    only(text, "P005", "East plays the announced pagát (T1) in trick 1")


def rashly(decision: Any, table: Table, rng: Random) -> Any:
    """By lot, but whoever holds the pagát announces it."""
    if isinstance(decision, Say) and decision.many:
        return ["pagat"] if "pagat" in decision.words else ["pass"]
    return by_lot(decision, table, rng)


def test_taroky_section_8_an_announced_pagat_that_is_forced_out_early_loses_twenty():
    """Random hands, judged by the second referee: where the I fell early, it was legal, and it cost its side twenty."""
    taroky, rng, early = get("taroky"), Random(5), 0
    for _ in range(120):
        tags = {"Event": "Rash", "Rules": "devatenactka-1"}
        record, table = play_hand(taroky, Rules(), rng, tags=tags, choose=rashly)
        holder = next((s for s, words in enumerate(table.declared or []) if "pagat" in words), None)
        if holder is None or table.tricks[-1].card_of(holder) == 0:
            continue
        early += 1
        text = "".join(write_file([record]))
        assert codes(text) == []
        (parsed,) = read_text(text)
        assert judge(parsed.record).place is None
        ledger = checked(text).replay.ledger
        assert ledger is not None
        pagat = ledger.item("pagat")
        assert pagat is not None
        assert pagat.changes()[table.seats[holder]] < 0
        assert abs(pagat.base) == 20
    assert early >= 10


def test_taroky_section_8_forehand_leads_in_every_contract():
    text = H3.text()
    only(text.replace("S T20 T1 T2 T6", "E T1 T2 T6 T20"), "P007", "East leads to trick 1", "South leads")


def test_taroky_section_8_the_winner_leads():
    only(H1.text().replace("N H4 H1 HK HN", "S HK HN H4 H1"), "P007", "North won trick 1 with SK and leads")


def test_taroky_section_8_not_following_and_not_taking_a_trump():
    done = only(H1.text().replace("S CK CT T20 CQ", "S CK C7 D2 CQ").replace("S CN C7", "S CN CT"), "P003", "North plays D2")
    assert "T20" in done.help


# --- section 10 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "allowed"),
    [
        # the pagát may be led only as the last tarok
        ("I II sQ", "II sQ"),
        ("I sQ", "I sQ"),
        # the mond may not be led while another tarok than the pagát is held
        ("XXI II sQ", "II sQ"),
        ("XXI I sQ", "XXI sQ"),
        ("XXI sQ", "XXI sQ"),
        # U19: the škýz is such a tarok
        ("XXI SK sQ", "SK sQ"),
        ("XXI SK I", "SK"),
        ("I XXI", "XXI"),
    ],
)
def test_taroky_section_10_leading(held, allowed):
    assert legal(varsava, held) == tokens(allowed)


@pytest.mark.parametrize(
    ("held", "trick", "allowed"),
    [
        # duty to overtake in the suit
        ("cK c7", "cQ", "cK"),
        ("cN c7", "cQ", "cN c7"),
        ("cK cN c7", "c10 cQ", "cK"),
        # a trick of a suit that was trumped cannot be overtaken by the suit: any card of it
        ("cK c7", "cQ II", "cK c7"),
        # without the suit a tarok, and a higher one than the best so far
        ("V III sQ", "cQ", "V III"),
        ("V III sQ", "cQ IIII", "V"),
        ("III II sQ", "cQ IIII", "III II"),
        # without both anything
        ("sQ hA", "cQ II", "sQ hA"),
        # taroks led
        ("V III sQ", "IIII", "V"),
        ("III II sQ", "IIII", "III II"),
        # the pagát only as the last tarok, even where nothing can overtake
        ("I II sQ", "XX", "II"),
        ("I sQ", "XX", "I"),
        ("I II sQ", "cQ", "II"),
        ("I sQ", "cQ", "I"),
        # the mond under the škýz only when no other tarok but the pagát is left
        ("XXI II", "SK", "II"),
        ("XXI I", "SK", "XXI"),
        ("XXI sQ", "SK", "XXI"),
        ("XXI II", "II SK", "II"),
        ("XXI XX I", "cQ SK", "XX"),
        # without the škýz in the trick the duty to overtake can force the mond out
        ("XXI II", "XX", "XXI"),
        ("XXI II", "cQ XX", "XXI"),
        ("XXI V II", "IIII", "XXI V"),
    ],
)
def test_taroky_section_10_following(held, trick, allowed):
    assert legal(varsava, held, trick) == tokens(allowed)


@pytest.mark.parametrize(
    ("held", "trick", "allowed"),
    [("XXI II sQ", "", "XXI II sQ"), ("XXI II", "SK", "XXI II"), ("XXI I", "SK", "XXI"), ("I II", "SK", "II")],
)
def test_taroky_section_10_the_mond_is_free_in_vysocina(held, trick, allowed):
    assert legal(varsava, held, trick, varsava_mond="free") == tokens(allowed)


def test_taroky_section_10_the_duty_to_overtake_is_an_option():
    assert legal(varsava, "cK c7", "cQ", varsava_overtake=False) == tokens("cK c7")


@pytest.mark.parametrize(
    ("held", "trick", "card", "code", "words"),
    [
        ("I II sQ", "", "I", "P005", "last tarok"),
        ("XXI II sQ", "", "XXI", "P006", "may not be led"),
        ("XXI II", "SK", "XXI", "P006", "under the škýz"),
        ("cK c7", "cQ", "c7", "P004", "must be overtaken"),
        ("cK c7 II", "cQ", "II", "P002", "must be followed"),
        ("II sQ", "cQ", "sQ", "P003", "tarok must be played"),
        ("V III", "IIII", "III", "P004", "must be overtaken"),
        ("I II", "XX", "I", "P005", "last tarok"),
    ],
)
def test_taroky_section_10_reasons(held, trick, card, code, words):
    cards = [CARD[c] for c in page_cards(trick)]
    hands: list[int | None] = [0] * 4
    hands[len(cards)] = mask(" ".join(page_cards(held)))
    table = Table(("S", "E", "N", "W"), hands, None)
    law = varsava(table)
    law.trick = Trick(1, 0)
    law.trick.cards, law.trick.seats = cards, list(range(len(cards)))
    problem = law.why(len(cards), CARD[page_card(card)])
    assert problem.code == code
    assert words in problem.message


def test_taroky_section_10_talon_cards_go_to_the_first_six_winners():
    """The winner of trick t owns talon card t; each pile counts for itself (U16)."""
    (sample,) = read_path(SAMPLES / "varsava-tie.tpbn")
    done = checked(sample.record)
    table = done.replay.table
    assert table is not None
    assert table.talon is not None
    by_hand = []
    for seat in range(4):
        cards = [card for trick in table.tricks if trick.winner == seat for card in trick.cards]
        cards += [table.talon[t.number - 1] for t in table.tricks[:6] if t.winner == seat]
        by_hand.append(count(sum(1 << card for card in cards)))
    assert done.replay.computed["Points"] == "; ".join(f"{s} {p}" for s, p in zip(table.seats, by_hand, strict=True))
