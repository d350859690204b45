"""Random hands of Czech taroky: what the scripts deal out checks clean, balances, and reaches everything there is."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tarok_pbn.check import check
from tarok_pbn.games import get
from tarok_pbn.games.kit.decision import AUCTION, Say
from tarok_pbn.games.kit.player import by_lot, play_hand
from tarok_pbn.ledger import Amount, parse_amount
from tarok_pbn.notation import read_text, write, write_file
from tarok_pbn.verdict import parse_score

TAROKY = get("taroky")
HANDS = 2000
#: a quarter of the hands is dealt and bid so that a high contract is reached
CONTRACTS = {
    "devatenactka-1": {"povinnost", "druha", "trojka:1", "trojka:2", "trojka:3", "solo", "varsava"},
    "vysocina": {"povinnost", "druha", "trojka:1", "trojka:2", "trojka:3", "solo", "varsava"},
    "mprihoda": {"povinnost", "druha", "trojka:1", "trojka:2", "trojka:3", "solo", "varsava"},
    "texas": {"povinnost", "trojka:1", "trojka:2", "trojka:3", "given_up"},
}
MELDS = {"taroky", "tarocky", "barvy", "barvicky", "trul", "kralove", "honery"}


def boldly(decision: Any, table: Any, rng: Random) -> Any:
    """By lot, but bids are as likely as passes."""
    if isinstance(decision, Say) and decision.phase == AUCTION and not decision.many:
        return rng.choice(decision.words)
    return by_lot(decision, table, rng)


def varsava(decision: Any, table: Any, rng: Random) -> Any:
    """By lot, but always a Varšava."""
    if isinstance(decision, Say) and decision.phase == AUCTION:
        return "varsava" if "varsava" in decision.words else decision.words[0]
    return by_lot(decision, table, rng)


@pytest.mark.parametrize("ruleset", CONTRACTS)
def test_random_hands_check_clean_balance_and_reach_every_contract(ruleset):
    rules = TAROKY.rulesets()[ruleset].options
    rng = Random(1924)
    contracts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for start in range(0, HANDS, 250):
        records = []
        for number in range(start, start + 250):
            tags = {"Event": "Random", "Board": str(number + 1), "Rules": ruleset}
            if rules.pot == "shared":
                tags["Pots"] = f"pot {rng.choice((0, 40, 85, 320))}"
            choose = boldly if number % 4 == 0 else by_lot
            record, table = play_hand(TAROKY, rules, rng, tags=tags, dealer=rng.choice("SENW"), choose=choose)
            contracts[table.contract or "?"] += 1
            words.update(word for said in table.declared or [] for word in said)
            words.update(double.word for double in table.doubles)
            words.update(["shown"] if any(table.shown) else [])
            words.update(["alone"] if table.called is not None and table.partner is None else [])
            records.append(record)
        text = "".join(write_file(records))
        for parsed, written in zip(read_text(text), records, strict=True):
            done = check(parsed)
            assert done.findings == [], [(f.code, f.message) for f in done.findings] + [write(written)]
            assert write(parsed.record) == write(written)
            balanced(written)
    assert set(contracts) == CONTRACTS[ruleset], contracts
    reached = MELDS - {"trul", "kralove", "honery"} | {"trulhonery"} if rules.trul_honery == "one" else MELDS
    assert set(words) >= reached | {"pagat", "valat", "flek", "reflek", "super", "alone", "shown"}, words


def balanced(record: Any) -> None:
    """Score and every row of the table sum to zero, and the rows add up to the score."""
    score = parse_score(record.get("Score"))
    assert score is not None
    assert sum(score.values()) == 0
    section = record.section("ScoreTable")
    sums: dict[str, Amount] = dict.fromkeys(section.columns[1:], 0)
    for row in section.rows:
        cells = [parse_amount(cell) or 0 for cell in row[1:]]
        assert sum(cells) == 0
        for account, cell in zip(section.columns[1:], cells, strict=True):
            sums[account] += cell
    assert sums == score


def test_random_points_of_two_sides_make_70_and_of_four_players_69_to_71():
    rules = TAROKY.rulesets()["devatenactka-1"].options
    rng = Random(7)
    seen = set()
    for number in range(400):
        record, table = play_hand(TAROKY, rules, rng, choose=varsava if number % 2 else boldly)
        total = sum(map(int, re.findall(r"\d+", record.get("Points"))))
        if table.contract == "varsava":
            seen.add(total)
        else:
            assert total == 70
    assert seen == {69, 70, 71}
