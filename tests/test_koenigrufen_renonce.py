"""A revoke that stood (koenigrufen §7.9): the hand scores as played, its price is proposed beside it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarok_pbn.cards import CODES
from tarok_pbn.games import get
from tarok_pbn.games.kit.decision import Decision, PlayCard
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.games.kit.table import Table
from tarok_pbn.record import Mark, Record
from tests.koenigrufen_player import Player
from tests.support import checked

KONIG_03 = Path(__file__).parent.parent / "samples" / "koenigrufen" / "wrong" / "konig-03-revoke.tpbn"


class Revoker(Player):
    """Plays one illegal card that it holds, with the first seat of *guilty* that can."""

    def __init__(self, target: str, seat: int, guilty: tuple[int, ...], announce: str = "") -> None:
        super().__init__(target, seat, 0.0, 0.0, 0.0)
        self.guilty = guilty
        self.announce = announce
        self.done: tuple[int, int] | None = None

    def __call__(self, decision: Decision, table: Table, rng: Random) -> Any:
        if isinstance(decision, PlayCard) and self.done is None and decision.seat in self.guilty and not decision.lead:
            wrong = (table.held[decision.seat] or 0) & ~decision.cards
            if wrong:
                self.done = (decision.seat, wrong.bit_length() - 1)
                return self.done[1]
        return super().__call__(decision, table, rng)

    def speak(self, d: Any, rng: Random) -> list[str]:
        return [self.announce, "liegt"] if self.announce in d.words and d.implied == "liegt" else [d.implied]


def revoked(
    contract: str, seat: int, guilty: tuple[int, ...], rules: str, announce: str = "", options: str = ""
) -> tuple[Record, int]:
    """A random hand of the contract with one marked revoke, and the offender."""
    game = get("koenigrufen")
    for seed in range(1, 400):
        player = Revoker(contract, seat, guilty, announce)
        rng = Random(seed)
        tags = {"Event": "Renonce", "Rules": rules, **({"Options": options} if options else {})}
        record, table = play_hand(game, game.rulesets()[rules].options, rng, tags=tags, choose=player)
        said = any(a.word == announce for a in getattr(table.memo["state"], "announced", None) or ())
        if table.contract != contract or player.done is None or (announce and not said):
            continue
        offender, card = player.done
        play = record.section("Play")
        assert play is not None
        for group in play.groups:
            if CODES[card] in group.words:
                group.marks = {group.words.index(CODES[card]) + 1: [Mark("irregular", "R")]}
        for name in ("Score", "Money", "Points", "Tricks"):
            record.tags = [tag for tag in record.tags if tag.name != name]
        record.sections = [s for s in record.sections if not s.name.endswith("Table")]
        return record, offender
    raise AssertionError(f"no revoke in a {contract}")


def proposal(record: Record | str) -> tuple[list[Any], list[str]]:
    replay = checked(record).replay
    totals = replay.ledgers["Renonce"].totals()
    return [totals[s] for s in "SENW"], [f.code for f in replay.findings]


def test_konig_03_as_a_marked_revoke_scores_as_played_and_costs_five_times_the_value():
    text = (
        KONIG_03.read_text("utf-8").replace("cheltenham", "ooe-2023-04").replace("E SN S8 T3 T20", "E SN S8 T3^R T20")
    )
    text = "\n".join(line for line in text.splitlines() if not line.startswith("[Score"))
    done = checked(text)
    assert [f.code for f in done.findings] == ["P012"]
    assert done.replay.ledger is not None
    assert done.replay.ledger.totals() == {"S": -4, "E": -4, "N": 12, "W": -4}
    # §7.9: declarer +12, the two others +4 each, offender -20
    assert done.replay.ledgers["Renonce"].totals() == {"S": 4, "E": 4, "N": 12, "W": -20}


def test_the_table_may_have_settled_the_renonce():
    text = (
        KONIG_03.read_text("utf-8").replace("cheltenham", "ooe-2023-04").replace("E SN S8 T3 T20", "E SN S8 T3^R T20")
    )
    text = text.replace('[Score "S -3; E -3; N 9; W -3"]', '[Score "S 4; E 4; N 12; W -20"]').replace(
        "[Dealer", '[Options "renonce=settled"]\n[Dealer'
    )
    assert [f.code for f in checked(text).findings] == ["P012"]


def test_sechserdreier_with_announced_uhu_and_a_revoke_by_an_opponent():
    record, offender = revoked("sechserdreier", 0, (1, 2, 3), "ooe-2023-04", "uhu")
    amounts, codes = proposal(record)
    assert codes == ["P012"]
    assert amounts[0] == 24
    assert amounts[offender] == -48
    assert sorted(amounts) == [-48, 12, 12, 24]


def test_a_rufer_offender_pays_his_own_partner_too():
    record, offender = revoked("rufer", 0, (1, 2, 3), "ooe-2023-04")
    amounts, _ = proposal(record)
    assert [amounts[s] for s in range(4) if s != offender] == [1, 1, 1]


def test_the_side_of_the_offender_has_lost():
    record, _ = revoked("dreier", 1, (1,), "ruediger")
    assert proposal(record)[0] == [3, -9, 3, 3]


@pytest.mark.parametrize(
    ("rules", "vorhand", "others"),
    [("ooe-2023-04", 4, 2), ("sauwald-2019", 3, 3), ("wtc-2020", 6, 6), ("ttc-2020", 4, 4)],
)
def test_trischaken_renonce(rules, vorhand, others):
    for guilty, price in (((0,), vorhand), ((1, 2, 3), others)):
        record, offender = revoked("trischaken", 0, guilty, rules)
        amounts, _ = proposal(record)
        assert [amounts[s] for s in range(4) if s != offender] == [price] * 3
