"""Issue 4: what the random player plays checks clean, balances in both accounts, and reaches everything."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from tarok_pbn.check import check
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.koenigrufen.contracts import KINDS, tariff
from tarok_pbn.games.koenigrufen.state import state_of
from tarok_pbn.games.koenigrufen.tariff import prices
from tarok_pbn.notation import read_text, write
from tests.koenigrufen_player import Player, loaded_deal

GAME = get("koenigrufen")
HANDS = int(os.environ.get("TAROK_HANDS", "2000"))
THEMES = {
    "R": ("strong", "strong", "sweep", "", "talonking", "kings"),
    "E": ("strong", "sweep", ""),
    "F": ("colour", "colour", "", "sweep"),
    "N": ("weak", ""),
    "T": ("weak", "", ""),
}
SCORED = ("ooe-2023-04", "sauwald-2019", "wtc-2018", "wtc-2020", "ttc-2020", "ruediger", "cheltenham")


def hands(name, count, seed=4):
    """Random hands of a rule set, their contracts in turn."""
    rules, rng = GAME.rulesets()[name].options, Random(seed)
    words = list(tariff(rules.contracts))
    for number in range(count):
        target = words[number % len(words)]
        contract = tariff(rules.contracts)[target]
        seat = rng.randrange(4) if contract.avail == "" and rng.random() < 0.8 else 0
        theme = rng.choice(THEMES[KINDS[target].family])
        if target == "farbendreier" and rules.colour_min_suits:
            theme = "colour"
        player = Player(
            target,
            seat,
            rng.choice((0.0, 0.1, 0.3)),
            rng.choice((0.0, 0.0, 0.3)) if theme == "sweep" else 0.01,
            rng.choice((0.0, 0.3, 0.9)),
        )
        tags = {"Event": "Random", "Rules": name}
        if rules.radl != "none" and rng.random() < 0.2:
            tags["Radl"] = rng.choice(("2", "4"))
        record, table = play_hand(
            GAME, rules, rng, tags=tags, choose=player, hands=loaded_deal(rng, seat, theme, (seat + 2) % 4)
        )
        yield record, table


def features(rules, table, ledger):
    """What a hand has reached, as words of the coverage table."""
    state = state_of(table)
    found = [f"contract {game.word}" for _, game in state.games]
    if len(state.games) > 1:
        found.append("parallel")
    if state.conceded:
        found.append("conceded")
    found += [f"kontra {double.level}" for double in table.doubles]
    for _, word in table.bids:
        if word == "hold" or word == "gibt_ab" or word.startswith(("bei:", "verdacht:", "besserrufer:")):
            found.append(word.partition(":")[0])
    if state.fourth:
        found.append("fourth king")
    if table.called is not None and table.talon and table.called in table.talon:
        found.append("king in talon")
    if table.over:
        found.append("early end")
    for item in ledger.items if ledger else ():
        how = "announced" if "announced" in item.working else "silent" if "silent" in item.working else ""
        if how:
            found.append(f"{item.name} {how} {'lost' if item.working.endswith('lost') else 'made'}")
        if item.name == "game":
            found.append(f"game {'won' if item.amount > 0 else 'lost'}")
        if any("Valat" in factor.why for factor in item.factors):
            found.append("valat silent made" if "silent" in str(item.factors) else "valat announced")
    if state.family == "T" and table.play_complete(12):
        tricks = [len(table.won_by({s})) for s in range(4)]
        found.append(f"trischaken virgins {tricks.count(0)}")
        amounts = sorted(ledger.totals().values()) if ledger else []
        found.append(f"trischaken losers {sum(a < 0 for a in amounts)}")
        if ledger and ledger.totals()[table.seats[0]] == min(amounts):
            found.append("trischaken vorhand")
    return found


def wanted(rules):
    """The coverage table of a rule set: everything that has to come up."""
    words = [f"contract {word}" for word in tariff(rules.contracts)]
    words += ["game won", "game lost", "fourth king", "king in talon", "conceded", "early end"]
    words += [f"kontra {level}" for level in range(1, rules.kontra_max.bit_length())]
    for name, price in prices(rules.bonuses).items():
        if price.silent:
            words.append(f"{name} silent made")
        if price.announced:
            words += [f"{name} announced made", f"{name} announced lost"]
        if name in rules.silent_failure and price.silent:
            words.append(f"{name} silent lost")
    words += [
        "trischaken virgins 0",
        "trischaken virgins 1",
        "trischaken virgins 2",
        "trischaken losers 1",
        "trischaken vorhand",
    ]
    if rules.valat == "add":
        words += ["valat silent made", "valat announced made", "valat announced lost"]
    elif rules.valat != "?":
        words += ["valat silent made"]
    words += [
        word
        for word, there in (
            ("hold", rules.hold != "none"),
            ("bei", rules.bei),
            ("parallel", rules.bei),
            ("verdacht", rules.verdacht),
            ("gibt_ab", rules.four_kings == "pass_forehand"),
        )
        if there
    ]
    return words


@pytest.mark.parametrize("name", GAME.rulesets())
def test_random_hands_check_clean_balance_and_reach_everything(name):
    rules = GAME.rulesets()[name].options
    seen: Counter[str] = Counter()
    for record, table in hands(name, HANDS):
        (parsed,) = read_text(write(record))
        done = check(parsed)
        # that a deal should have been thrown in is no fault of the play
        assert [f"{f.code} {f.message}" for f in done.findings if f.severity != "info" and f.code != "D008"] == [], (
            write(record)
        )
        replay = done.replay
        ledgers = [replay.ledger, *replay.ledgers.values()] if replay.ledger else []
        for ledger in ledgers:
            assert ledger is not None
            assert sum(ledger.totals().values()) == 0
        points = replay.computed.get("Points", "")
        state = state_of(table)
        if points and state.family in ("R", "E", "F"):
            assert sum(int(p) * 3 + int(b) for p, b in (word.split("/") for word in points.split())) == 210
        seen.update(features(rules, table, replay.ledger))
    if name in SCORED and HANDS >= 2000:
        missing = [word for word in wanted(rules) if not seen[word]]
        assert missing == [], seen
