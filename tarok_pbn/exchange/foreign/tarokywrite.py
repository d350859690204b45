"""Records of Czech taroky in the notation of coder0987/Taroky, as far as Texas taroky has what they have."""

from __future__ import annotations

from tarok_pbn.cards import CARD, FOOL, T1, T21, bits
from tarok_pbn.exchange.foreign.base import Refused
from tarok_pbn.exchange.foreign.taroky import MELDS, STEPS, spelled
from tarok_pbn.games.kit.table import Table
from tarok_pbn.record import Record
from tarok_pbn.replay import replay

__all__ = ["write"]

_SIGNS = {word: sign for sign, word in reversed(MELDS.items())}
_TRUL = 1 << T1 | 1 << T21 | 1 << FOOL
_FIRST_CHIPS = "100"


def write(record: Record) -> str:
    """One line of the notation. Raises Refused."""
    if record.get("Game") != "taroky":
        raise Refused("the notation is for taroky only")
    done = replay(record)
    table = done.table
    if table is None:
        raise Refused("the record cannot be followed")
    wrong = next((f for f in done.findings if f.severity == "error" and f.code[0] in "DP"), None)
    if wrong is not None:
        raise Refused(f"its cards cannot be followed ({wrong.code}: {wrong.message})")
    if None in table.dealt or table.talon is None or len(table.talon) != 6 or min(table.talon) < 0:
        raise Refused("the notation needs all four hands and the talon")
    fields = _chips(record, table)
    fields += ["".join(map(spelled, _ordered(hand or 0))) for hand in table.dealt]
    fields.append("".join(map(spelled, table.talon)))
    if record.section("Auction") is not None or table.tricks or record.section("Exchange") is not None:
        fields += _happened(record, table)
    fields.append(_settings(record, getattr(done.rules, "red_pips", "A234")))
    return "/".join(fields) + "\n"


def _ordered(mask: int) -> list[int]:
    return list(bits(mask))


def _chips(record: Record, table: Table) -> list[str]:
    stated = dict(part.split() for part in record.get("Totals", "").split(";") if len(part.split()) == 2)
    chips = [stated.get(seat, _FIRST_CHIPS) for seat in table.seats]
    if any("/" in amount for amount in chips):
        raise Refused("chips are whole numbers")
    return chips


def _settings(record: Record, red_pips: str) -> str:
    kept = record.get("_Settings", "")
    if kept:
        return kept
    high = {"A432": "aceHigh=true", "432A": "aceHigh=false"}.get(red_pips, "")
    return f"{high};pn=0"


def _happened(record: Record, table: Table) -> list[str]:
    contract = (table.contract or "").partition(":")[0]
    if contract not in ("povinnost", "trojka"):
        raise Refused(f"Texas taroky has no {contract or 'hand without a contract'}")
    if table.revokes or table.claim is not None:
        raise Refused("the notation has no sign for a revoke that stood or for a claim")
    declarer = table.declarer or 0
    fields = []
    if contract == "trojka":
        fields.append(f"P{declarer + 1}")
        grade = (table.contract or "").partition(":")[2]
        if grade in ("1", "2", "3"):
            fields.append("TBR"[int(grade) - 1])
    laid = _laid(record, table, contract, declarer)
    if laid:
        fields.append("".join(map(spelled, laid)))
    fields += _declared(table, contract)
    for trick in table.tricks:
        if trick.winner is None or len(trick.cards) != 4 or min(trick.cards) < 0:
            raise Refused(f"trick {trick.number} is not complete")
        fields.append("".join(map(spelled, trick.cards)) + str(trick.winner + 1))
    return fields


def _laid(record: Record, table: Table, contract: str, declarer: int) -> list[int]:
    """Cards laid away, in the order of the notation: the declarer's, then the next player's."""
    section = record.section("Exchange")
    laid: dict[str, list[int]] = {}
    for seat, word, _ in section.items() if section is not None else ():
        verb, _, rest = word.partition(":")
        if verb in ("refuses", "gives_up", "plays_on"):
            raise Refused(f"how the notation writes {verb} is not known for certain")
        if verb == "lays":
            laid.setdefault(seat, []).extend(CARD.get(name, -1) for name in rest.split(","))
    seats = [table.seats[(declarer + step) % 4] for step in range(1 if contract == "trojka" else 3)]
    cards = [card for seat in seats for card in laid.get(seat, [])]
    if cards and (-1 in cards or len(cards) != (3 if contract == "trojka" else 6)):
        raise Refused("the notation needs all cards that were laid away")
    return cards


def _declared(table: Table, contract: str) -> list[str]:
    money, pagat, valat = "", "", ""
    declarer = table.declarer or 0
    for player in ((declarer + step) % 4 for step in range(4)):
        for word in (table.declared or [[]] * 4)[player]:
            if word == "pagat":
                pagat += f"I{player + 1}"
            elif word == "valat":
                valat += f"V{player + 1}"
            elif word in _SIGNS:
                plus = word == "kralove" and (table.at_play[player] or 0) & _TRUL
                money += f"{'P' if plus else _SIGNS[word]}{player + 1}"
            else:
                raise Refused(f"Texas taroky has no {word}")
    contra = ""
    for double in table.doubles:
        if double.what != "hra" or double.level > len(STEPS):
            raise Refused("the notation doubles the game only, and at most three times")
        contra += f"C{double.seat + 1}"
    fields = [money]
    if contract == "povinnost" and table.called is not None:
        number = table.called + 1
        if not 15 <= number <= 19:
            raise Refused(f"Texas taroky calls XV to XIX, not {number}")
        fields.append(str(number - 10))
    return [field for field in (*fields, valat, contra, pagat) if field]

