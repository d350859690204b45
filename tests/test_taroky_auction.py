"""Bidding, calls, talon and discards of Czech taroky: sections 3, 4 and 5 of the rules page."""

from __future__ import annotations

from collections import Counter

import pytest

from tarok_pbn.cards import CARD
from tarok_pbn.games import get
from tarok_pbn.games.kit.decision import AUCTION, Say
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.auction import callable_cards
from tarok_pbn.games.taroky.rules import Rules
from tests.support import checked, codes, mask, only, page_cards
from tests.taroky_pages import H1, H3, H5

TAROKY = get("taroky")


def bid_sequences(rules: Rules) -> list[tuple[str, ...]]:
    """Every sequence of bids that the script allows when nobody knows who holds the pagát."""
    found: list[tuple[str, ...]] = []

    def follow(said: tuple[str, ...]) -> None:
        script = TAROKY.script(Table(("S", "E", "N", "W"), [None] * 4, None), rules)
        decision = next(script)
        for word in said:
            decision = script.send((decision.seat, word))
        if isinstance(decision, Say) and decision.phase == AUCTION and len(said) < 4:
            assert decision.seat == len(said)
            for word in decision.words:
                follow((*said, word))
        else:
            found.append(said)

    follow(())
    return found


def test_taroky_section_3_there_are_25_bid_sequences():
    found = bid_sequences(Rules())
    assert len(found) == 25
    assert Counter(sequence[0] for sequence in found) == {"povinnost": 20, "trojka": 4, "solo": 1}
    assert ("solo", "pass", "pass", "pass") in found


def test_taroky_section_3_texas_has_two_bids():
    assert sorted(bid_sequences(TAROKY.rulesets()["texas"].options)) == [
        ("povinnost", "pass", "pass", "pass"),
        ("povinnost", "pass", "pass", "trojka"),
        ("povinnost", "pass", "trojka", "pass"),
        ("povinnost", "trojka", "pass", "pass"),
        ("trojka", "pass", "pass", "pass"),
    ]


def auction(words: str, *, hands: str = "", rules: str = "devatenactka-1", options: str = "") -> str:
    """A record with nothing but a deal and an auction."""
    deal = hands or H1.text().partition('[Deal "')[2].partition('"')[0]
    extra = f'[Options "{options}"]\n' if options else ""
    return f'[Event "A"]\n[Game "taroky"]\n[Rules "{rules}"]\n{extra}[Dealer "W"]\n[Deal "{deal}"]\n[Auction]\n{words}\n'


def test_taroky_section_3_druha_only_with_the_pagat():
    only(auction("S povinnost  E druha  N pass  W pass"), "A002", "East bids druha without the pagát", "trojka or solo")
    assert codes(auction("S povinnost  E pass  N pass  W druha  W call:T18 +")) == []  # West holds I, XIX and not XVIII


def test_taroky_section_3_one_round_in_order():
    only(auction("S povinnost  N pass  E pass  W pass  S call:T19"), "A001", "it is East's turn")
    only(auction("S povinnost  E pass  N pass  W pass  S call:T19  E trojka"), "A005", "East says trojka")
    only(auction("S trojka  E pass  N pass  W pass  S call:T19"), "A005", "call:T19")


def test_taroky_section_3_after_three_passes_a_call_or_varsava():
    assert codes(auction("S povinnost  E pass  N pass  W pass  S varsava")) == []
    only(auction("S povinnost  E pass  N pass  W druha  W varsava"), "A003", "only forehand may choose Varšava")
    only(auction("S povinnost  E pass  N pass  W pass  S trojka"), "A005", "a call is due")


@pytest.mark.parametrize(
    ("held", "callable_", "floor_xv"),
    [
        ("XX XVIII", "XIX", "XIX"),
        ("XIX", "XIX XVIII", "XIX XVIII"),
        ("XIX XVIII", "XIX XVII", "XIX XVII"),
        ("XIX XVIII XVII", "XIX XVI", "XIX XVI"),
        ("XIX XVIII XVII XVI", "XIX", "XIX XV"),
        ("XIX XVII XVI", "XIX XVIII", "XIX XVIII"),
        ("XVIII XVII XVI", "XIX", "XIX"),
    ],
)
def test_taroky_section_4_what_may_be_called(held, callable_, floor_xv):
    hand = mask(" ".join(page_cards(held)))
    assert callable_cards(hand, Rules()) == tuple(CARD[card] for card in page_cards(callable_))
    assert callable_cards(hand, Rules(call_floor=15)) == tuple(CARD[card] for card in page_cards(floor_xv))


def test_taroky_section_4_self_call_may_be_switched_off():
    hand = mask("T19 T17")
    assert callable_cards(hand, Rules(self_call_xix=False)) == (CARD["T18"],)
    assert callable_cards(mask("T19 T18 T17 T16"), Rules(self_call_xix=False)) == (CARD["T19"],)


def replayed(text: str):
    done = checked(text)
    assert [f.code for f in done.findings] == []
    table = done.replay.table
    assert table is not None
    return table


def test_taroky_section_4_called_card_in_talon_1_to_4_means_alone():
    text = H5.text().partition("[Announcements]")[0]
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("[Points", "[Score")))
    assert replayed(text).partner is None


@pytest.mark.parametrize(("position", "partner"), [(5, "E"), (6, "N")])
def test_taroky_section_4_called_card_drawn_by_a_neighbour_makes_the_partner(position, partner):
    """U5. The XIX of hand H1 changes places with a talon card."""
    talon = ["S8", "T4", "T14", "HK", "T18", "T11"]
    other = talon[position - 1]
    talon[position - 1] = "T19"
    text = H1.text(Partner=partner).partition("[Announcements]")[0]
    text = text.replace('"S8 T4 T14 HK T18 T11"', f'"{" ".join(talon)}"').replace("W:19,17", f"W:{other[1:]},17")
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("[Points", "[Score")))
    table = replayed(text)
    assert table.seats[table.partner or 0] == partner


def test_taroky_section_4_own_xix_called_means_alone():
    deal = H1._replace(
        deal=(H1.deal[0].replace("XIII", "XIX"), H1.deal[1], H1.deal[2], H1.deal[3].replace("XIX", "XIII"))
    )
    text = deal.text(Partner="").partition("[Announcements]")[0]
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("[Points", "[Score")))
    assert replayed(text).partner is None


# --- section 5 ----------------------------------------------------------------------------------------


def exchange(line: str, *, page=H1) -> str:
    """H1 up to its exchange, with another exchange."""
    text = page.text().partition("[Exchange]")[0]
    text = "\n".join(t for t in text.splitlines() if not t.startswith(("[Points", "[Score")))
    return f"{text}\n[Exchange]\n{line}\n"


GOOD = "S takes:1-4  E takes:5  N takes:6  S lays:DQ,C9,D4,S8  E lays:H3  N lays:DN"


def test_taroky_section_5_1_draw_is_compulsory_and_by_position():
    assert codes(exchange(GOOD)) == []
    assert codes(exchange(GOOD.partition("  S lays")[2].join(["S lays", ""]))) == []  # the draw is derived
    only(exchange(GOOD.replace("E takes:5", "E takes:6")), "X001", "East takes talon 6", "takes:5")
    only(exchange(GOOD.replace("S takes:1-4", "S takes:1-3")), "X001", "takes:1-4")
    only(exchange(GOOD + "  W lays:S7"), "X008", "West")


def test_taroky_section_5_1_the_two_after_the_declarer_draw():
    """U4: druhá by West, so South takes talon 5 and East talon 6."""
    text = H1._replace(auction="S povinnost  E pass  N pass  W druha  W call:T18").text(
        Contract="druha", Declarer="W", Partner="S"
    )
    text = "\n".join(line for line in text.partition("[Exchange]")[0].splitlines() if not line.startswith(("[Points", "[Score")))
    takes = "W takes:1-4  S takes:5  E takes:6  W lays:S8,DJ,HQ,H1  S lays:DQ  E lays:H3"
    assert codes(f"{text}\n[Exchange]\n{takes}\n") == []
    only(f"{text}\n[Exchange]\n{takes.replace('S takes:5', 'S takes:6')}\n", "X001", "takes:5")


@pytest.mark.parametrize(
    ("lays", "code", "words"),
    [
        ("DQ,C9,D4", "X002", ("3 cards, but took 4",)),
        ("DQ,C9,D4,S8,CN", "X002", ("5 cards",)),
        ("DQ,C9,D4,D4", "X002", ("same card twice",)),
        ("DQ,C9,D4,C8", "X003", ("C8",)),
        ("DQ,C9,D4,HK", "X004", ("HK", "kings")),
        ("DQ,C9,D4,T14", "X005", ("T14",)),
        ("DQ,C9,D4,CN", "", ()),
    ],
)
def test_taroky_section_5_2_discards(lays, code, words):
    text = exchange(GOOD.replace("DQ,C9,D4,S8", lays))
    if code:
        only(text, code, *words)
    else:
        assert codes(text) == []


@pytest.mark.parametrize("card", ["T21", "F", "T1", "SK"])
def test_taroky_section_5_2_five_pointers_are_never_laid_away(card):
    """East may lay neither trul cards nor kings, even if it had nothing else; here it holds the XXI."""
    code = "X004" if card == "T21" else "X003"
    only(exchange(GOOD.replace("E lays:H3", f"E lays:{card}")), code)


def test_taroky_section_5_2_discarded_taroks_are_shown():
    line = "S takes:1-4  E takes:5  N takes:6\nS lays:S7,T2,T10,T9\nS shows:T2,T10,T9  E lays:DJ  N lays:CT"
    assert codes(exchange(line, page=H5)) == []
    only(exchange(line.replace("S shows:T2,T10,T9", ""), page=H5), "X007", "T10, T9 and T2")
    only(exchange(line.replace("shows:T2,T10,T9", "shows:T2,T10"), page=H5), "X006", "exactly the discarded taroks")
    only(exchange(GOOD + "  S shows:S8"), "X008", "shows:S8")


#: East holds eight taroks, the called XIX among them, and four kings; it draws a ninth tarok.
ALL_FORBIDDEN = """\
[Event "A"]
[Game "taroky"]
[Rules "devatenactka-1"]
[Dealer "W"]
[Deal "S:F,20,12,11.QNJT9.QNJ.. E:21,19,18,17,16,15,14,13.K.K.K.K N:10,9,8,7,6,5,4,3,1..123.. W:..4.QNJ1234.QNJT"]
[Talon "S7 S8 C7 C8 T2 C9"]
[Contract "povinnost"]
[Declarer "S"]
[Partner "E"]
[Auction]
S povinnost  E pass  N pass  W pass  S call:T19
[Exchange]
S takes:1-4  E takes:5  N takes:6
S lays:S7,S8,C7,C8  E lays:T19  E shows:T19  N lays:C9
"""


def test_taroky_section_5_2_the_called_tarok_may_have_to_go_and_the_partnership_stays():
    """U6: the partner is fixed after the draw; the card lies face up."""
    table = replayed(ALL_FORBIDDEN)
    assert table.seats[table.partner or 0] == "E"
    only(ALL_FORBIDDEN.replace("[Dealer", '[Options "discard_called=forbid"]\n[Dealer'), "X004", "T19")
    other = ALL_FORBIDDEN.replace(":T19  E shows:T19", ":T2  E shows:T2")
    assert codes(other.replace("[Dealer", '[Options "discard_called=forbid"]\n[Dealer')) == []


def test_taroky_section_5_1_trojka_by_steps():
    base = H3.text().partition("[Exchange]")[0].replace('[Contract "trojka:3"]\n', "")
    base = "\n".join(line for line in base.splitlines() if not line.startswith(("[Points", "[Score")))

    def record(line: str) -> str:
        return f"{base}\n[Exchange]\n{line}\n"

    for line in (
        "E takes:1-3  E lays:SQ,DQ,CJ",
        "E exposes:1-3  E takes:4-6  E lays:SQ,DQ,CJ",
        "E exposes:1-3  E exposes:4-6  E takes:1-3  E lays:SQ,DQ,CJ",
    ):
        assert codes(record(line)) == []
    only(record("E takes:4-6  E lays:SQ,DQ,CJ"), "X001", "takes:1-3 or exposes:1-3")
    only(record("E exposes:1-3  E takes:1-3  E lays:SQ,DQ,CJ"), "X001", "takes:4-6 or exposes:4-6")
    only(record("E exposes:1-3  E exposes:4-6  E takes:4-6  E lays:SQ,DQ,CJ"), "X001", "takes:1-3")
    only(record("E takes:1-3  E lays:SQ,DQ,CJ  N takes:4"), "X008", "North")


def test_taroky_section_5_1_nobody_touches_the_talon_in_solo_and_varsava():
    text = H1.text().partition("[Exchange]")[0]
    text = "\n".join(
        line for line in text.splitlines() if not line.startswith(("[Points", "[Score", "[Contract", "[Declarer", "[Partner"))
    )
    for words in ("S solo  E pass  N pass  W pass", "S povinnost  E pass  N pass  W pass  S varsava"):
        played = f"{text.partition('[Auction]')[0]}[Auction]\n{words}\n"
        assert codes(played) == []
        only(f"{played}[Exchange]\nS takes:1-4\n", "X008", "takes:1-4")
