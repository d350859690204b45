"""The full hands F1, F3 and F5 of the rules page (§12), phase by phase, transfer by transfer."""

from __future__ import annotations

import pytest

from tarok_pbn.ledger import Ledger
from tests.dansk_support import SAMPLES
from tests.support import checked

#: item of the ledger -> phase of the page
PHASES = {
    "fee": "deal",
    "melds": "melds",
    "lost": "tricks",
    "won": "tricks",
    "ultimo": "last",
    "bagud": "last",
    "last": "last",
    "cards": "cards",
}

HANDS = {
    "f1": {
        "tricks": [7, 5, 13], "points": "S 16; E 15; W 47", "end": (-195, -230, 310), "pots": "pagat 85; king 200",
        "phases": {
            "deal": (0, 0, -10, 5, 5), "melds": (-10, -25, 35, 0, 0), "tricks": (5, -15, 5, 5, 0),
            "last": (-180, -180, 260, 0, 100), "cards": (-10, -10, 20, 0, 0),
        },
        "transfers": """
            E>S 5 E>W 5 E>pagat 5
            S>W 40 E>W 40 king>W 100
            S>E 40 S>W 40 S>king 100 E>S 40 E>W 40 E>king 100
            E>S 10 S>W 20""",
    },
    "f3": {
        "tricks": [8, 6, 11], "points": "S 28; E 23; W 27", "end": (75, -150, -125), "pots": "pagat 160; king 210",
        "phases": {
            "deal": (0, 0, -10, 5, 5), "melds": (-20, 10, 10, 0, 0), "tricks": (5, -15, 5, 0, 5),
            "last": (85, -140, -130, 80, 105), "cards": (5, -5, 0, 0, 0),
        },
        "transfers": """
            E>S 5 E>W 5 E>king 5
            W>S 45 W>E 45 W>pagat 80 E>S 40 E>W 40 E>king 105
            E>S 5""",
    },
    "f5": {
        "tricks": [4, 4, 17], "points": "S 12; E 15; W 51", "end": (-35, -275, 250), "pots": "pagat 0; king 230",
        "phases": {
            "deal": (0, 0, -10, 5, 5), "melds": (10, -20, 10, 0, 0), "tricks": (-25, -5, 15, 0, 15),
            "last": (-5, -240, 210, -80, 115), "cards": (-15, -10, 25, 0, 0),
        },
        "transfers": """
            E>S 5 E>W 5 E>king 5  S>E 5 S>W 5 S>king 5  S>E 5 S>W 5 S>king 5
            S>W 45 E>W 45 pagat>W 80 E>S 40 E>W 40 E>king 115
            E>S 10 S>W 25""",
    },
}  # fmt: skip


def phases(ledger: Ledger) -> dict[str, tuple[int, ...]]:
    found = {phase: dict.fromkeys(ledger.accounts, 0) for phase in ("deal", "melds", "tricks", "last", "cards")}
    for item in ledger.items:
        row = found[PHASES[item.name.partition(":")[0]]]
        for account, amount in item.changes().items():
            row[account] += int(amount)
    return {phase: tuple(row.values()) for phase, row in found.items()}


@pytest.mark.parametrize("name", HANDS)
def test_full_hand_is_what_the_page_says(name):
    page = HANDS[name]
    done = checked((SAMPLES / f"rules-{name}.tpbn").read_text("utf-8"))
    assert [f.message for f in done.findings] == []
    table, ledger = done.replay.table, done.replay.ledger
    assert table is not None
    assert ledger is not None
    assert ledger.accounts == ("S", "E", "W", "pagat", "king")
    assert [sum(trick.winner == seat for trick in table.tricks) for seat in range(3)] == page["tricks"]
    assert done.replay.computed["Points"] == page["points"]
    assert done.replay.computed["PotsAfter"] == page["pots"]
    assert phases(ledger) == page["phases"]
    assert tuple(ledger.totals().values())[:3] == page["end"]


@pytest.mark.parametrize("name", HANDS)
def test_full_hand_transfers_after_the_melds(name):
    done = checked((SAMPLES / f"rules-{name}.tpbn").read_text("utf-8"))
    assert done.replay.ledger is not None
    after = [item for item in done.replay.ledger.items if PHASES[item.name.partition(":")[0]] not in ("deal", "melds")]
    booked = [f"{t.payer}>{t.payee} {t.amount}" for item in after for t in item.transfers]
    words = str(HANDS[name]["transfers"]).split()
    written = [f"{move} {amount}" for move, amount in zip(words[::2], words[1::2], strict=True)]
    assert sorted(booked) == sorted(written)


@pytest.mark.parametrize(
    ("name", "item", "trick"),
    [("f1", "lost:T1", 6), ("f3", "lost:SK", 24), ("f5", "lost:DK", 20), ("f5", "lost:HK", 21), ("f5", "lost:CK", 24)],
)
def test_full_hand_names_the_trick_in_which_a_card_was_lost(name, item, trick):
    done = checked((SAMPLES / f"rules-{name}.tpbn").read_text("utf-8"))
    assert done.replay.ledger is not None
    found = done.replay.ledger.item(item)
    assert found is not None
    assert f"in trick {trick}: 5 to each" in found.working
