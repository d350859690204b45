"""docs/estimate.md: the command ``tarok estimate``, what it tells, and that it never looks at what its player does not see."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import islice, pairwise

import pytest

from tarok_pbn.analysis.native import SWITCH, kernel
from tarok_pbn.analysis.worlds import Worlds
from tarok_pbn.cards import CODES, bits
from tarok_pbn.check import check_bytes
from tarok_pbn.notation import write_file
from tarok_pbn.notation.hands import format_deal, parse_deal
from tests.examples import ROOT
from tests.running import tarok
from tests.test_estimate_deals import full_record, known_of
from tests.test_estimate_knowledge import real

SAMPLES = ROOT / "samples"
H1 = str(SAMPLES / "taroky/rules-h1.tpbn")
needs_kernel = pytest.mark.skipif(kernel() is None, reason="so many cards are solved by the native kernel only")


def told(record, at, *more):
    """What the command says of a record."""
    text = "".join(write_file([record]))
    done = tarok("estimate", "-", "--at", at, "--seed", "7", "--samples", "6", *more, stdin=text.encode())
    assert done.code == 0, done.err
    return done.raw


HANDS = [
    ("taroky/rules-h1.tpbn", 8, 2, 1), ("taroky/rules-h1.tpbn", 9, 1, 1), ("taroky/rules-h5.tpbn", 8, 3, 1),
    ("taroky/trojka-second.tpbn", 7, 2, 1), ("taroky/varsava-tie.tpbn", 8, 3, 1), ("taroky/druha.tpbn", 9, 2, 1),
    ("koenigrufen/contracts.tpbn", 9, 2, 3), ("koenigrufen/contracts.tpbn", 9, 3, 4),
    ("koenigrufen/contracts.tpbn", 9, 4, 6), ("koenigrufen/contracts.tpbn", 8, 2, 15),
    ("koenigrufen/konig-00-trischaken.tpbn", 8, 2, 1), ("tapptarock/contracts.tpbn", 12, 2, 2),
    ("dansk/fool-lost.tpbn", 20, 3, 1), ("dansk/nolo.tpbn", 22, 1, 1), ("dansk/first-hand-of-four.tpbn", 20, 2, 1),
]  # fmt: skip


@needs_kernel
@pytest.mark.parametrize(("name", "trick", "card", "number"), HANDS)
def test_whatever_lies_where_the_player_does_not_see_the_answer_is_the_same(name, trick, card, number):
    """The same words and cards on the table, and other cards in the other hands, discards and talon."""
    known = known_of(name, trick, card, number)
    worlds = Worlds(known, 99)
    other = [world.hidden for world in islice(worlds.worlds(20_000), 4)]
    assert any(deal.hands != real(known).hands for deal in other)
    first = told(full_record(worlds, real(known)), f"{trick}.{card}")
    for deal in other:
        assert told(full_record(worlds, deal), f"{trick}.{card}") == first


@needs_kernel
@pytest.mark.parametrize(("name", "trick", "card", "number"), HANDS)
def test_two_cards_of_two_other_hands_changed_over_make_no_difference(name, trick, card, number):
    """In the record itself: its Deal tag and the rest of its play, where the play stays legal up to that card."""
    known = known_of(name, trick, card, number)
    record = full_record(Worlds(known, 0), real(known))
    first = told(record, f"{trick}.{card}", "--output-format", "json")
    seats = known.table.seats
    others = [seat for seat in range(len(seats)) if seat != known.seat]
    changed = 0
    hands = real(known).hands
    for one, two in pairwise(others):
        for left in bits(hands[one]):
            for right in bits(hands[two]):
                deal = {seat: mask for seat, mask in parse_deal(record.get("Deal")).items() if mask is not None}
                if not (deal[seats[one]] >> left & 1 and deal[seats[two]] >> right & 1) or changed >= 4:
                    continue
                both = 1 << left | 1 << right
                deal[seats[one]] ^= both
                deal[seats[two]] ^= both
                before = record.get("Deal")
                record.set("Deal", format_deal(deal))
                checked = next(check_bytes("".join(write_file([record])).encode()))
                if not any(f.severity != "info" and f.code[0] in "ADXMP" and f.code != "P015" for f in checked.findings):
                    changed += 1
                    assert told(record, f"{trick}.{card}", "--output-format", "json") == first, (CODES[left], CODES[right])
                record.set("Deal", before)
    assert changed


@needs_kernel
@pytest.mark.parametrize(
    ("name", "trick", "card", "number"), [hand for hand in HANDS if not hand[0].startswith(("dansk", "taroky/rules-h5"))]
)
def test_a_record_that_tells_only_what_the_player_has_seen_is_enough(name, trick, card, number):
    known = known_of(name, trick, card, number)
    record = full_record(Worlds(known, 0), real(known))
    first = told(record, f"{trick}.{card}")
    hands = parse_deal(record.get("Deal"))
    own = known.table.seats[known.seat]
    record.set("Deal", " ".join(f"{s}:{format_deal({s: h}).partition(':')[2] if s == own else '-'}" for s, h in hands.items()))
    record.set("Talon", " ".join(CODES[c] if c >= 0 else "??" for c in known.talon))
    exchange = record.section("Exchange")
    for group in exchange.groups if exchange is not None else ():
        if group.seat != own:
            group.words[:] = [word for word in group.words if not word.startswith("lays")]
    if exchange is not None:
        exchange.groups = [group for group in exchange.groups if group.words]
    assert told(record, f"{trick}.{card}") == first


def test_the_first_line_says_that_it_is_an_estimate_over_so_many_deals():
    done = tarok("estimate", H1, "--at", "9.2", "--seed", "7", "--samples", "20")
    assert done.code == 0
    lines = done.out.splitlines()
    assert "ESTIMATE (experimental) for North, over 20 deals by lot that North cannot tell from the real one" in lines[0]
    assert "North holds F T2 H2 D1; has laid away DN" in lines
    assert "Seed 7, 20 tried." in lines
    assert any(line.split()[:2] == ["1", "F"] for line in lines)
    assert any(line.split()[:3] == ["2", "*", "T2"] for line in lines)
    assert "EXPERIMENTAL" in tarok("estimate", "--help").out


def test_json_gives_exact_means():
    done = tarok("estimate", H1, "--at", "9.2", "--seed", "7", "--samples", "20", "--output-format", "json")
    (told,) = json.loads(done.out)
    assert (told["experimental"], told["deals"], told["seed"], told["turn"]) == (True, 20, 7, "N")
    assert told["knows"]["hand"] == ["F", "T2", "H2", "D1"]
    assert told["knows"]["talon"] == ["??", "??", "??", "??", "??", "T11"]
    means = {choice["card"]: Fraction(*choice["mean"]) for choice in told["choices"]}
    losses = {choice["card"]: Fraction(*choice["loss"]) for choice in told["choices"]}
    assert set(means) == {"F", "T2"}
    assert losses["T2"] == means["T2"] - means["F"] > 0  # North wants little for South and West
    assert [choice["played"] for choice in told["choices"]] == [False, True]
    lines = tarok("estimate", H1, "--at", "9.2", "--seed", "7", "--samples", "20", "--output-format", "json-lines")
    assert json.loads(lines.out) == told


def test_several_files_and_jobs():
    files = [H1, str(SAMPLES / "taroky/solo.tpbn")]
    first = tarok("estimate", *files, "--at", "10.2", "--seed", "7", "--samples", "8")
    assert first.code == 0
    assert first.out.count("ESTIMATE") == 2
    assert tarok("estimate", *files, "--at", "10.2", "--seed", "7", "--samples", "8", "--jobs", "3").raw == first.raw


def test_a_seed_that_is_not_given_is_chosen_and_told():
    one = tarok("estimate", H1, "--at", "10.2", "--samples", "3", "--output-format", "json-lines")
    seed = json.loads(one.out)["seed"]
    again = tarok("estimate", H1, "--at", "10.2", "--samples", "3", "--seed", str(seed), "--output-format", "json-lines")
    assert again.raw == one.raw


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("--at", "seven"), 2, "--at seven: write a trick, or a trick and a card of it: 7 or 7.3"),
        (("--at", "0.1"), 2, "write a trick"),
        (("--at", "13"), 1, "1: not estimated: a hand has 12 tricks of 4 cards"),
        (("--at", "7.2", "--objective", "pionts"), 2, "did you mean points"),
        (("--at", "7.2", "--for", "X"), 2, "'X'"),
        (("--at", "7.2", "--samples", "0"), 2, "--samples"),
        ((), 2, "--at"),
    ],
)
def test_wrong_wishes(arguments, code, why):
    done = tarok("estimate", H1, "--seed", "1", "--samples", "2", *(arguments if "--samples" not in arguments else ()),
                 *(arguments if "--samples" in arguments else ()))  # fmt: skip
    assert done.code == code
    assert why in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("name", "at", "why"),
    [
        ("koenigrufen/contracts.tpbn:12", "2.1", "lie open"),
        ("taroky/results.tpbn:1", "2.1", "the record shows no more than 0 tricks; trick 2 was not reached"),
    ],
)
def test_records_that_cannot_be_estimated_say_why(name, at, why):
    done = tarok("estimate", str(SAMPLES / name), "--at", at, "--seed", "1", "--samples", "1")
    assert done.code == 1
    assert why in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


@pytest.mark.parametrize("path", sorted((SAMPLES / "taroky/wrong").glob("*.tpbn"))[::4], ids=lambda path: path.stem)
def test_wrong_records_give_a_reason_and_no_traceback(path):
    done = tarok("estimate", str(path), "--at", "12", "--seed", "1", "--samples", "1")
    assert done.code in (0, 1)
    assert ("not estimated: " in done.err) == (done.code == 1)
    assert "Traceback" not in done.err


def test_without_the_kernel_long_endings_are_refused(monkeypatch):
    monkeypatch.setenv(SWITCH, "off")
    done = tarok("estimate", H1, "--at", "3.2", "--seed", "1", "--samples", "1")
    assert done.code == 1
    assert "endings of at most 6 tricks are solved" in done.err
    assert tarok("estimate", H1, "--at", "10.2", "--seed", "1", "--samples", "2").code == 0


def test_fewer_deals_than_were_asked_for_leave_with_one():
    done = tarok("estimate", H1, "--at", "10.2", "--seed", "1", "--samples", "3", "--time", "0.000001")
    assert done.code == 1
    assert "the time was over" in done.err
