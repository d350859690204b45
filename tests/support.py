"""Helpers shared by the tests of the game rooms: cards as rule pages write them, records, findings."""

from __future__ import annotations

from collections.abc import Mapping

from tarok_pbn.cards import CARD
from tarok_pbn.check import Checked, check
from tarok_pbn.findings import Finding
from tarok_pbn.ledger import Amount
from tarok_pbn.notation import format_deal, format_talon, read_text, write_file
from tarok_pbn.record import Record

__all__ = [
    "checked",
    "codes",
    "deal_text",
    "findings",
    "mask",
    "only",
    "page_card",
    "page_cards",
    "page_tricks",
    "record_of",
    "result_only",
    "talon_text",
    "totals",
]

_ROMAN = ["I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"]
_SEATS = "SENW"


def page_card(token: str) -> str:
    """Our token of a card as the Czech rules page writes it: ``XIV``, ``SK`` (škýz), ``c10``, ``hA``."""
    if token == "SK":
        return "F"
    if token == "IV":
        return "T4"
    if token in _ROMAN:
        return f"T{_ROMAN.index(token) + 1}"
    suit, rank = token[0].upper(), token[1:]
    return suit + {"10": "T", "A": "1"}.get(rank, rank)


def page_cards(text: str) -> list[str]:
    """Our tokens of a list of page cards."""
    return [page_card(token) for token in text.split()]


def mask(cards: str) -> int:
    """Mask of our tokens, separated by blanks."""
    return sum(1 << CARD[card] for card in cards.split())


def page_tricks(text: str) -> list[str]:
    """Lines of [Play] from lines such as ``3: 1:cK 2:c10 3:XX 4:cQ -> 3``; the winners are dropped."""
    lines = []
    for line in text.strip().splitlines():
        plays = line.partition(":")[2].partition("->")[0].split()
        seat = _SEATS[int(plays[0][0]) - 1]
        lines.append(" ".join([seat, *(page_card(play[2:]) for play in plays)]))
    return lines


def deal_text(*hands: str) -> str:
    """Deal tag value of four hands of page cards, seat 1 (South) first."""
    return format_deal({seat: mask(" ".join(page_cards(hand))) for seat, hand in zip(_SEATS, hands, strict=True)})


def talon_text(cards: str) -> str:
    """Talon tag value of page cards in order."""
    return format_talon([CARD[card] for card in page_cards(cards)])


def record_of(text: str) -> Record:
    """The record of a text that holds one."""
    (parsed,) = read_text(text)
    return parsed.record


def checked(text: str | Record, ruleset: str | None = None) -> Checked:
    """A record (or its text) checked as a file would be."""
    if isinstance(text, Record):
        text = "".join(write_file([text]))
    (parsed,) = read_text(text)
    return check(parsed, ruleset)


def findings(text: str | Record, ruleset: str | None = None) -> list[Finding]:
    """All findings of a record."""
    return checked(text, ruleset).findings


def codes(text: str | Record, ruleset: str | None = None) -> list[str]:
    """The codes of all findings of a record, in order of place."""
    return [finding.code for finding in findings(text, ruleset)]


def only(text: str | Record, code: str, *words: str) -> Finding:
    """The one finding of a record: it must have this code, and its message and help must hold the words."""
    found = findings(text)
    assert [f.code for f in found] == [code], [(f.code, f.message) for f in found]
    said = f"{found[0].message} {found[0].help}"
    for word in words:
        assert word in said, said
    return found[0]


def totals(text: str | Record, ruleset: str | None = None) -> dict[str, Amount]:
    """The computed score of a record without errors."""
    done = checked(text, ruleset)
    assert [f.message for f in done.findings if f.severity != "info"] == []
    assert done.replay.ledger is not None, done.replay.undetermined
    return done.replay.ledger.totals()


def result_only(
    contract: str,
    points: str,
    *,
    declarer: str = "S",
    partner: str = "N",
    announcements: str = "",
    game: str = "taroky",
    rules: str = "devatenactka-1",
    options: str = "",
    tags: Mapping[str, str] | None = None,
) -> str:
    """Text of a record without cards: what was played, its points and what was announced; South is forehand."""
    every = {
        "Event": "Result", "Game": game, "Rules": rules, "Options": options, "Dealer": "W",
        "Contract": contract, "Declarer": declarer, "Partner": partner, "Points": points, **(tags or {}),
    }  # fmt: skip
    lines = [f'[{name} "{value}"]' for name, value in every.items() if value or name != "Options"]
    if announcements is not None and contract != "varsava":
        lines += ["[Announcements]", announcements or "S pass  E pass  N pass  W pass"]
    return "\n".join(lines) + "\n"
