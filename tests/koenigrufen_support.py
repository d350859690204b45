"""Records of Königrufen for tests: results without cards, settled under a rule set."""

from __future__ import annotations

from typing import Any, NamedTuple

from tarok_pbn.cards import CARD, PACK54, bits
from tarok_pbn.ledger import Amount
from tarok_pbn.notation import format_deal
from tests.support import checked

__all__ = ["Settled", "fill", "hand_text", "result", "result_text"]


class Settled(NamedTuple):
    """Score sheet and money of S E N W; what the record lacks where there is none; codes of all findings."""

    score: list[Amount] | None
    money: list[Amount] | None
    undetermined: str
    codes: list[str]


def result_text(
    contract: str,
    rules: str,
    *,
    points: str = "",
    bonuses: str | None = "",
    announcements: str = "",
    declarer: str = "S",
    partner: str = "",
    called: str = "",
    tricks: str = "",
    exchange: str = "",
    options: str = "",
    tags: str = "",
) -> str:
    """A record that states a result; South is Vorhand."""
    every = {
        "Event": "Result", "Game": "koenigrufen", "Rules": rules, "Options": options, "Dealer": "W", "Contract": contract,
        "Declarer": declarer, "Called": called, "Points": points, "Bonuses": bonuses, "Tricks": tricks,
    }  # fmt: skip
    lines = [
        f'[{name} "{value}"]' for name, value in every.items() if value or (name == "Bonuses" and bonuses is not None)
    ]
    lines.append(f'[Partner "{partner}"]')
    if tags:
        lines.append(tags)
    if exchange:
        lines += ["[Exchange]", exchange]
    if not contract.startswith("trischaken"):
        lines += ["[Announcements]", announcements or f"{declarer.split()[0]} liegt"]
    return "\n".join(lines) + "\n"


def result(contract: str, rules: str, **facts: Any) -> Settled:
    """The settlement of such a record."""
    done = checked(result_text(contract, rules, **facts))
    replay = done.replay
    codes = [f.code for f in done.findings if f.severity != "info"]
    if replay.ledger is None:
        return Settled(None, None, replay.undetermined, codes)
    score, money = replay.ledger.totals(), replay.ledgers["Money"].totals()
    return Settled([score[s] for s in "SENW"], [money[s] for s in "SENW"], "", codes)


def hand_text(
    rules: str,
    *,
    deal: str = "",
    talon: str = "",
    auction: str = "",
    exchange: str = "",
    announcements: str = "",
    play: str = "",
    options: str = "",
    tags: str = "",
) -> str:
    """A record as far as it is given; South is Vorhand. Sections go on (+) after the last one written."""
    every = {
        "Event": "Hand",
        "Game": "koenigrufen",
        "Rules": rules,
        "Options": options,
        "Dealer": "W",
        "Deal": deal,
        "Talon": talon,
    }
    lines = [f'[{name} "{value}"]' for name, value in every.items() if value]
    if tags:
        lines.append(tags)
    for name, words in (("Auction", auction), ("Exchange", exchange), ("Announcements", announcements), ("Play", play)):
        if words:
            lines += [f"[{name}]", words]
    return "\n".join(lines) + "\n"


def fill(south: str, talon: str) -> str:
    """A Deal in which South holds *south* (our tokens) and the others the rest of the pack without the talon."""
    own, blind = ({CARD[token] for token in text.split()} for text in (south, talon))
    rest = [card for card in bits(PACK54) if card not in own | blind]
    hands = {"S": own, "E": set(rest[:12]), "N": set(rest[12:24]), "W": set(rest[24:])}
    return format_deal({seat: sum(1 << card for card in cards) for seat, cards in hands.items()})
