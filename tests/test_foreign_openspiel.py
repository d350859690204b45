"""OpenSpiel's game tarok: what the program itself saved (tests/foreign/openspiel-hands.json) and says of it."""

from __future__ import annotations

import json

import pytest

from tarok_pbn.exchange.foreign import openspiel
from tests.foreign_support import ROOT, SAMPLES, codes, one, plays, records, settled, spoken, wrong

HANDS = json.loads((ROOT / "tests" / "foreign" / "openspiel-hands.json").read_text("utf-8"))
#: OpenSpiel's name of a card -> our token, written down from its deck
NAMES = {
    **{r: f"T{n}" for n, r in enumerate(
        ["Pagat", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "Mond"], 1)},
    "Skis": "F",
    **{f"{rank} of {suit}": suit[0] + token
       for suit in ("Hearts", "Diamonds", "Spades", "Clubs")
       for rank, token in {"King": "K", "Queen": "Q", "Knight": "N", "Jack": "J", "10": "T",
                           **{str(n): str(n) for n in (1, 2, 3, 4, 7, 8, 9)}}.items()},
}  # fmt: skip
BIDS = {
    "Pass": "pass", "Klop": "klop", "Three": "tri", "Two": "dve", "One": "ena", "Solo three": "solo_tri",
    "Solo two": "solo_dve", "Solo one": "solo_ena", "Beggar": "berac", "Solo without": "solo_brez",
    "Open beggar": "odprti_berac", "Colour valat without": "barvni_valat", "Valat without": "valat",
}  # fmt: skip
SEATS = {3: "SEW", 4: "SENW"}


def document(hand) -> bytes:
    game = f"[Meta]\nVersion: 1\n\n[Game]\ntarok(players={hand['players']})\n[GameRNGState]\n1 2 3\n[State]\n"
    return (game + hand["state"] + "\n").encode()


def actions(record) -> list[tuple[int, str]]:
    """Player and word of everything that was done, in order, to be compared with OpenSpiel's own account."""
    seats = SEATS[len([name for name in ("South", "East", "North", "West") if record.has(name)])]
    done: list[tuple[int, str]] = []
    for section in record.sections:
        for group in section.groups:
            first = seats.index(group.seat)
            for place, word in enumerate(group.words):
                verb, _, rest = word.partition(":")
                if section.name == "Play":
                    done.append(((first + place) % len(seats), word))
                elif verb == "lays":
                    done += [(first, card) for card in rest.split(",")]
                elif verb != "shows":
                    done.append((first, rest if verb == "call" else word))
    return done


def expected(hand) -> list[tuple[int, str]]:
    done = []
    for player, name in zip(hand["seq"], hand["names"], strict=True):
        if name.startswith("Talon set "):
            taken = {"THREE": 3, "TWO": 2, "ONE": 1}[hand["contract"].rsplit("_")[-1].rpartition(".")[2]]
            end = int(name[10:]) * taken
            done.append((player, f"takes:{end}" if taken == 1 else f"takes:{end - taken + 1}-{end}"))
        else:
            done.append((player, BIDS.get(name) or NAMES[name]))
    return done


@pytest.mark.parametrize("hand", HANDS, ids=lambda h: f"{h['players']}-{h['contract']}")
def test_a_state_is_read_as_openspiel_itself_tells_it(hand):
    record, findings = one(openspiel.read(document(hand), "x"))
    assert [f for f in findings if f.severity != "info"] == []
    assert actions(record) == expected(hand)
    names = list(NAMES.values())
    order = names[:22] + [s + r for s in "HD" for r in "4321JNQK"] + [s + r for s in "SC" for r in "789TJNQK"]
    assert record.get("Talon").split() == [order[number] for number in hand["talon"]]
    dealt = dict(part.split(":") for part in record.get("Deal").split())
    for seat, cards in zip(SEATS[hand["players"]], hand["hands"], strict=True):
        taroks, *suits = dealt[seat].split(".")
        held = {t if t == "F" else f"T{t}" for t in taroks.split(",") if t}
        held |= {s + r for s, ranks in zip("SHDC", suits, strict=True) for r in ranks}
        assert held == {order[number] for number in cards}


@pytest.mark.parametrize("hand", HANDS, ids=lambda h: f"{h['players']}-{h['contract']}")
def test_a_list_of_actions_without_seed_gives_the_same_bidding_and_play(hand):
    history = "0, " + ", ".join(hand["state"].split("\n")[1:])
    full, _ = one(openspiel.read(document(hand), "x"))
    for form in (history, f"[{history}]"):
        record, findings = one(openspiel.read(form.encode(), "x"))
        if f"a game of {hand['players']}," not in " ".join(f.message for f in findings if f.code == "I008"):
            assert any("would fit too" in f.message for f in findings)  # a short list can be either
            continue
        assert [f for f in findings if f.severity != "info"] == []
        assert plays(record) == plays(full)
        assert spoken(record, "Auction") == spoken(full, "Auction")
        assert record.get("Talon") == "?"


def test_the_hands_of_a_complete_list_are_worked_out_from_the_cards_played():
    hand = next(h for h in HANDS if h["contract"].endswith("KLOP") and h["players"] == 4)
    full, _ = one(openspiel.read(document(hand), "x"))
    record, findings = one(openspiel.read(("0, " + ", ".join(hand["state"].split("\n")[1:])).encode(), "x"))
    assert record.get("Deal") == full.get("Deal")
    assert "I005" in codes(findings)


def test_the_twister_is_that_of_the_c_plus_plus_standard():
    words = openspiel._twister(5489)
    assert [next(words) for _ in range(10_000)][-1] == 4123659995  # [rand.predef] of ISO C++
    assert next(openspiel._twister(42)) == 1608637542


def test_sample_holds_two_hands_with_partner_contract_and_talon():
    imported = list(openspiel.read((SAMPLES / "slovenian.openspiel").read_bytes(), "slovenian.openspiel"))
    assert wrong(imported) == []
    first, second = records(imported)
    assert (first.get("Contract"), first.get("Declarer"), first.get("Partner"), first.get("Called")) == ("dve", "E", "S", "DK")
    assert first.get("Talon") == "T5 HQ HJ S9 C9 CK"
    assert spoken(first, "Exchange") == "E takes:1-2 lays:D1,DQ"
    assert (second.get("Contract"), second.get("Declarer"), second.get("Partner")) == ("ena", "S", "")
    assert second.get("Deal").startswith("S:F,19,18,17,15,6,4.K.J123.K3.QN E:")
    assert [[f.code for f in c.findings] for c in settled([first, second])] == [["R003"], ["R003"]]


def test_what_the_file_does_not_say_is_said_and_where():
    record, findings = one(openspiel.read(b"92026263\n0\n0\n0\n1\n", "x"))
    assert record.get("Contract") == "klop"
    assert codes(findings) == ["I002", "I006", "I008", "I018"]
    (broken,) = [f for f in findings if f.code == "I018"]
    assert broken.span is not None
    assert broken.span[2:6] == (5, 1, 5, 2)


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        (b"92026263\n0\n0\n0\n1\n8\n77\n", "I015", (7, 1), "77 is not the number of a card"),
        (b"92026263\n0\n2\n", "I015", (3, 1), "Player 2 cannot bid 2"),
        (b"92026263\n0\n0\n0\n1\n8\n8\n", "I015", (7, 1), "Player 1 (E) cannot play T9: the card is gone already"),
        (b"92026263\nfoo\n", "I011", (2, 1), "'foo' is not the number of an action"),
        (b"[Meta]\nVersion: 1\n[Game]\nchess()\n[State]\n1\n", "I010", (4, 1), "not tarok"),
        (b"[Meta]\n[Game]\ntarok(players=7)\n[State]\n1\n", "I011", (3, 1), "three or four players"),
        (b"[Meta]\n[Game]\ntarok()\n[State]\n\n", "I010", (4, 1), "no history"),
        (b"3, 0, 0\n", "I015", (1, 1), "begins with 0"),
        (b"", "I010", (1, 1), "No history"),
    ],
)
def test_damage_is_located_and_the_rest_is_kept(text, code, place, words):
    imported = list(openspiel.read(text, "x"))
    found = [f for one in imported for f in one.findings if f.code == code and words in f.message]
    assert len(found) == 1, [(f.code, f.message) for one in imported for f in one.findings]
    assert found[0].span is not None
    assert found[0].span[2:4] == place


def test_a_broken_hand_keeps_what_came_before_and_the_next_hand_is_read():
    good = (SAMPLES / "slovenian.openspiel").read_bytes()
    first = good.index(b"\n[State]\n") + 9
    broken = good[:first] + good[first:].replace(b"\n35\n", b"\n99\n", 1)
    imported = list(openspiel.read(broken, "x"))
    assert len(records(imported)) == 2
    assert plays(records(imported)[1]) == plays(records(openspiel.read(good, "x"))[1])
