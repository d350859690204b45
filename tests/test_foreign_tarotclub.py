"""TarotClub: card names and entries of its deal files and logs (belegar/tarotclub, DealFile.cpp, Deal.cpp, Card.cpp)."""

from __future__ import annotations

import io
import json

import pytest

from tarok_pbn.cards import CARD
from tarok_pbn.exchange.foreign import FORMATS, tarotclub
from tarok_pbn.exchange.foreign.base import Imported, Refused
from tarok_pbn.exchange.formats import FormatError, Item
from tests.foreign_support import SAMPLES, codes, one, plays, settled, spoken

DEAL = json.loads((SAMPLES / "french-deal.json").read_text("utf-8"))
LOG = json.loads((SAMPLES / "french-log.json").read_text("utf-8"))
#: five players: fifteen cards each, three in the dog
FIVE = {
    "version": "3", "FirstPlayer": "Fifth",
    "South": "01-S;02-S;03-S;04-S;05-S;06-S;07-S;08-S;09-S;10-S;11-S;12-S;13-S;14-S;00-T",
    "East": "01-H;02-H;03-H;04-H;05-H;06-H;07-H;08-H;09-H;10-H;11-H;12-H;13-H;14-H;21-T",
    "North": "01-D;02-D;03-D;04-D;05-D;06-D;07-D;08-D;09-D;10-D;11-D;12-D;13-D;14-D;20-T",
    "West": "01-C;02-C;03-C;04-C;05-C;06-C;07-C;08-C;09-C;10-C;11-C;12-C;13-C;14-C;19-T",
    "Fifth": "01-T;02-T;03-T;04-T;05-T;06-T;07-T;08-T;09-T;10-T;11-T;12-T;13-T;14-T;15-T",
    "Dog": "16-T;17-T;18-T",
}  # fmt: skip


def read(document) -> list[Imported]:
    return list(tarotclub.read(json.dumps(document).encode(), "x"))


def changed(document, **entries):
    return {**document, **entries}


@pytest.mark.parametrize(
    ("foreign", "ours"),
    [("00-T", "F"), ("01-T", "T1"), ("21-T", "T21"), ("01-S", "S1"), ("10-H", "HT"), ("11-D", "DJ"), ("12-C", "CN"),
     ("13-S", "SQ"), ("14-H", "HK")],
)  # fmt: skip
def test_cards(foreign, ours):
    assert tarotclub.card(foreign) == CARD[ours]
    assert tarotclub.spelled(CARD[ours]) == foreign


@pytest.mark.parametrize("word", ["", "22-T", "00-S", "15-H", "1-S", "01-X", "01S", "aa-S"])
def test_what_is_no_card(word):
    assert tarotclub.card(word) is None


def test_deal_of_five():
    record, findings = one(read(FIVE))
    assert record.get("Game") == "tarot-fr"
    assert record.get("Deal") == (
        "A:F.KQNJT987654321... B:21..KQNJ123456789T.. C:20...KQNJ123456789T. D:19....KQNJT987654321 "
        "E:15,14,13,12,11,10,9,8,7,6,5,4,3,2,1...."
    )
    assert record.get("Talon") == "T16 T17 T18"
    assert record.get("Dealer") == "D"  # before the first player, the fifth
    assert [record.has(seat) for seat in "ABCDE"] == [True] * 5
    assert codes(findings) == ["I002", "I003", "I006"]
    assert [f.code for f in settled([record])[0].findings] == ["R003"]


def test_a_deal_is_written_as_it_was_read():
    for document in (FIVE, DEAL):
        record, _ = one(read(document))
        again = json.loads(tarotclub.write(record))
        for entry in ("FirstPlayer", "version", "Dog"):
            assert again[entry] == document[entry]
        for place in tarotclub.PLACES:
            assert sorted(again[place].split(";")) == sorted(document[place].split(";"))
        assert one(read(again))[0] == record


def test_log_gives_leaders_play_discard_and_deal():
    record, findings = one(read(LOG))
    dealt, _ = one(read(DEAL))
    assert record.get("Deal") == dealt.get("Deal")  # the log was made from that deal
    assert record.get("Talon") == dealt.get("Talon")
    assert (record.get("Contract"), record.get("Declarer"), record.get("Dealer")) == ("garde", "N", "S")
    assert spoken(record, "Exchange") == "N takes:1-6 lays:S3,S8,SJ,SQ,H7,CQ"
    # E leads the 2 of spades, the ten wins; W leads the 7 of diamonds, the XIV trumps; then N, and so on
    assert [line[0] for line in plays(record)] == list("EWNEESNENESNWNNENW")
    assert plays(record)[1] == "W D7 D6 DT T14"
    assert plays(record)[16] == "N F D4 H4 D2"  # the excuse: the suit is that of the next card, the 4 wins over the 2
    assert plays(record)[17][0] == "W"
    assert codes(findings) == ["I003", "I005", "I006"]


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("08-S;14-S;02-H;09-S", 1),  # the suit led
        ("08-S;01-T;14-S;03-T", 3),  # the highest trump
        ("00-T;08-H;02-H;14-S", 1),  # behind the excuse the second card leads
        ("21-T;00-T;20-T;01-T", 0),  # the excuse never wins
        ("01-D;02-D;10-D;11-D", 3),  # pips run upwards in red too
        ("10-D;09-D;01-D;02-D", 0),
    ],
)
def test_winner(cards, wins):
    fallen = [number for word in cards.split(";") if (number := tarotclub.card(word)) is not None]
    assert tarotclub._winner(fallen) == wins


def test_slam_and_handle():
    info = {**LOG["deal_info"], "slam": True, "attack_handle": "06-T;10-T;17-T;19-T;21-T;00-T;05-T;14-T"}
    record, findings = one(read(changed(LOG, deal_info=info)))
    assert spoken(record, "Announcements") == "N chelem poignee:T6,T10,T17,T19,T21,F,T5,T14"
    assert record.get("Dealer") == "?"
    assert "I008" in codes(findings)  # the XIV came from the dog: nobody was dealt all of them


@pytest.mark.parametrize(
    ("document", "code", "words"),
    [
        (changed(DEAL, Dog="01-S"), "I014", "The dog has 1 card"),
        (changed(DEAL, South=DEAL["South"].split(";", 1)[1]), "I014", "South has 17 cards"),
        (changed(DEAL, South="99-Z"), "I012", "'99-Z' in South is not a card"),
        (changed(DEAL, South=7), "I011", "South is '7'"),
        (changed(DEAL, South=DEAL["East"]), "I013", "stands twice in the deal"),
        (changed(DEAL, FirstPlayer="Nobody"), "I006", "The first player is 'Nobody'"),
        (changed(DEAL, Extra=1), "I017", "'Extra'"),
        (changed(DEAL, version="2"), "I008", "read as version 3"),
        ([], "I010", "a list of 0"),
        ({"version": "3"}, "I010", "neither a deal nor a log"),
        (changed(LOG, deal_info={**LOG["deal_info"], "number_of_players": 6}), "I011", "number of players"),
        (changed(LOG, deal_info={**LOG["deal_info"], "contract": "Grab"}), "I011", "The contract is 'Grab'"),
        (changed(LOG, deal_info={**LOG["deal_info"], "taker": None}), "I011", "The taker is not given"),
        (changed(LOG, deal_info={**LOG["deal_info"], "first_trick_lead": "?"}), "I011", "Who led"),
        (changed(LOG, tricks=LOG["tricks"][:3]), "I018", "3 of 18 tricks"),
        (changed(LOG, tricks=[LOG["tricks"][0]] * 18), "I013", "falls in trick 2"),
        (changed(LOG, tricks=["01-S"]), "I014", "Trick 1 has 1 card"),
        (changed(LOG, tricks=LOG["tricks"] * 2), "I014", "36 tricks"),
        (changed(LOG, tricks={}), "I011", "tricks is not a list"),
    ],
)
def test_damage_is_said(document, code, words):
    found = [f for one in read(document) for f in one.findings if f.code == code and words in f.message]
    assert len(found) == 1, [(f.code, f.message) for one in read(document) for f in one.findings]
    assert found[0].span is not None


def test_a_finding_points_at_the_value():
    text = '{"version": "3",\n "Dog": "99-Z",\n "South": ""}'
    found = [f for one in tarotclub.read(text.encode(), "x") for f in one.findings if f.code == "I012"]
    assert found == []  # a file without any hand is no deal at all
    text = '{"version": "3",\n "Dog": "99-Z",\n "South": "01-S"}'
    (found_,) = [f for one in tarotclub.read(text.encode(), "x") for f in one.findings if f.code == "I012"]
    assert found_.span is not None
    assert found_.span[2:6] == (2, 9, 2, 15)


@pytest.mark.parametrize(
    ("tag", "value", "reason"),
    [("Game", "taroky", "French tarot"), ("Talon", "?", "dog must have 6"), ("Deal", "S:- E:- N:- W:-", "hand of S")],
)
def test_what_a_deal_file_cannot_hold_is_refused(tag, value, reason):
    record, _ = one(read(DEAL))
    record.set(tag, value)
    with pytest.raises(Refused, match=reason):
        tarotclub.write(record)


def test_a_file_holds_one_deal():
    (form,) = [form for form in FORMATS if form.name == "tarotclub"]
    assert form.writes is not None
    item = Item(one(read(DEAL))[0], [])
    out = io.BytesIO()
    with pytest.raises(FormatError, match="a file of one hand"):
        form.writes([item, item], out)
    assert out.getvalue() == b""
    form.writes([item], out)
    assert one(tarotclub.read(out.getvalue(), "x"))[0] == item.record
