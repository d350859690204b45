"""The invented league of ``samples/league``: three clubs, three games, and a duplicate evening, made from a seed.

    python -m tools.league             # into samples/league
    python -m tools.league DIRECTORY

Nobody in it exists. The hands are dealt by lot and played by rules of thumb (``Company``): bid on
strength, draw taroks, smear a partner's trick, keep the pagat. Members differ in how boldly they bid and how
carefully they play, so that the statistics have something to show.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tarok_pbn.cards import CARD, FOOL, KINGS, SUIT_MASK, SUIT_OF, T1, TAROKS, bits
from tarok_pbn.check import check_bytes
from tarok_pbn.files import write_atomically
from tarok_pbn.games import get
from tarok_pbn.games.dansk.strategy import for_ultimo
from tarok_pbn.games.kit.decision import AUCTION, EXCHANGE, Decision, Lay, PlayCard, Remark, Say
from tarok_pbn.games.kit.player import by_lot, deal_cards, play_hand
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.koenigrufen.contracts import KINDS
from tarok_pbn.games.taroky.cards import FIVES, TRUL, VALUES
from tarok_pbn.ledger import Amount, amount_text
from tarok_pbn.notation import write_file
from tarok_pbn.record import Record
from tarok_pbn.verdict import parse_score, score_text

__all__ = ["CLUBS", "Club", "Company", "Member", "files", "main"]

ROOT = Path(__file__).resolve().parent.parent
EVENT = "League of the Three Clubs 2026"
SEATS = ("S", "E", "N", "W")
_NAMES = {"S": "South", "E": "East", "N": "North", "W": "West"}
HANDS, FINAL_BOARDS = 12, 8


class Member(NamedTuple):
    """A player. bold: what he adds to the worth of his hand when he bids; care: how seldom he plays at random."""

    name: str
    bold: int
    care: float


class Club(NamedTuple):
    """A club. key: its directory. dates: of its three evenings; members: five, of whom four play each evening."""

    key: str
    name: str
    site: str
    game: str
    rules: str
    dates: tuple[str, str, str]
    members: tuple[Member, ...]


CLUBS = (
    Club(
        "lhota", "Taroky U Zelené sovy", "Lhota pod Borem", "taroky", "devatenactka-1",
        ("2026.10.02", "2026.10.16", "2026.10.30"),
        (
            Member("Hrubá, Marta", 4, 0.97), Member("Kolář, Zdeněk", 0, 0.95), Member("Vrba, Oldřich", -5, 0.9),
            Member("Šimková, Libuše", 1, 0.9), Member("Jedlička, Karel", 8, 0.8),
        ),
    ),
    Club(
        "norrevig", "Tarokklubben Fyret", "Nørre Vig", "dansk", "dansk-1",
        ("2026.10.03", "2026.10.17", "2026.10.31"),
        (
            Member("Bruun, Else", 2, 0.95), Member("Lindegaard, Jørgen", 0, 0.95), Member("Skov, Karen", -2, 0.9),
            Member("Aagaard, Finn", 6, 0.85), Member("Krog, Birthe", 0, 0.9),
        ),
    ),
    Club(
        "obermoos", "Tarockrunde Drei Linden", "Obermoos", "koenigrufen", "ooe-2023-04",
        ("2026.10.04", "2026.10.18", "2026.11.01"),
        (
            Member("Ebner, Johanna", 3, 0.97), Member("Moser, Alois", 0, 0.95), Member("Reiter, Theresia", -3, 0.9),
            Member("Wimmer, Josef", 5, 0.85), Member("Auer, Franz", 0, 0.9),
        ),
    ),
)  # fmt: skip


def worth(hand: int) -> int:
    """A rough worth of a hand of twelve: two for a tarok, more for those above the XIV, three for a king."""
    high = sum(card - 13 for card in bits(hand & TAROKS) if card > 13)
    return 2 * (hand & TAROKS).bit_count() + high + 3 * (hand & KINGS).bit_count()


class Company:
    """The four of a table, as a chooser for ``play_hand``. members: seat letter -> who sits there."""

    def __init__(self, members: dict[str, Member]) -> None:
        self.members = members
        self._trick: list[tuple[int, int]] = []

    def __call__(self, decision: Decision, table: Table, rng: Random) -> Any:
        """Answer a decision."""
        if isinstance(decision, Remark):
            return None
        if isinstance(decision, PlayCard):
            return self._card(decision, table, rng)
        if isinstance(decision, Lay):
            return decision.implied if decision.implied is not None else _discard(decision, table)
        assert isinstance(decision, Say)
        if decision.phase == AUCTION:
            return self._bid(decision, table, rng)
        if decision.phase == EXCHANGE:
            return _draw(decision, table)
        if decision.many:
            return self._announce(decision, table, rng)
        if decision.anyone is not None:
            return self._double(decision, table, rng)
        return decision.implied if decision.implied is not None else by_lot(decision, table, rng)

    def _worth(self, table: Table, seat: int, hand: int | None) -> int:
        return worth(hand or 0) + self.members[table.seats[seat]].bold

    # --- bidding --------------------------------------------------------------------------------

    def _bid(self, decision: Say, table: Table, rng: Random) -> str:
        hand = table.dealt[decision.seat] or 0
        value, taroks, words = self._worth(table, decision.seat, hand), (hand & TAROKS).bit_count(), decision.words
        weak = taroks <= 3 and not hand & FIVES & ~1
        calls = [word for word in words if word.startswith("call:")]
        if calls:
            if "varsava" in words and weak:
                return "varsava"
            useful = [word for word in calls if not hand >> CARD.get(word[5:], 0) & 1]
            return rng.choice(useful or calls) if "call:HK" in calls else (useful or calls)[0]
        bids = (
            ("solodreier", 58, 8), ("dreier", 46, 7), ("solorufer", 41, 7), ("besserrufer", 30, 5),
            ("solo", 54, 8), ("trojka", 42, 7), ("druha", 30 if hand & 1 else 44, 6),
        )  # fmt: skip
        for bid, needed, length in bids:
            if bid in words and value >= needed and taroks >= length:
                return bid
        if weak and "bettler" in words and taroks <= 1:
            return "bettler"
        if weak and "piccolo" in words and value <= 12:
            return "piccolo"
        if "trischaken" in words and value <= 16:
            return "trischaken"
        for bid in ("pass", "vorhand", "rufer"):
            if bid in words:
                return bid
        return words[0]

    def _announce(self, decision: Say, table: Table, rng: Random) -> list[str]:
        hand = table.held[decision.seat] or 0
        value = self._worth(table, decision.seat, hand)
        said = [word for word in decision.words if word in _MELDS]
        if "pagat" in decision.words and hand & 1 and (hand & TAROKS).bit_count() >= 9 and value >= 50:
            said.append("pagat")
        if "kontra:spiel" in decision.words and value >= 48 and rng.random() < 0.5:
            said.append("kontra:spiel")
        for needed in decision.required:
            if not set(needed.split("|")) & set(said):
                said.append(needed.partition("|")[0])
        return said or [decision.implied or "pass"]

    def _double(self, decision: Say, table: Table, rng: Random) -> tuple[int, str]:
        assert decision.anyone is not None
        for seat in range(table.n if len(table.doubles) < 3 else 0):
            value = self._worth(table, seat, table.held[seat])
            for word in decision.anyone(seat):
                needed = {"flek": 34, "reflek": 46, "super": 54}.get(word.partition(":")[0], 999)
                if value >= needed and rng.random() < 0.7:
                    return seat, word
        return decision.seat, decision.implied or "pass"

    # --- play -----------------------------------------------------------------------------------

    def _card(self, decision: PlayCard, table: Table, rng: Random) -> int:
        if decision.lead:
            self._trick = []
        legal = list(bits(decision.cards))
        card = legal[0]
        if len(legal) > 1:
            care = self.members[table.seats[decision.seat]].care
            card = rng.choice(legal) if rng.random() > care else self._pick(legal, decision.seat, table)
        self._trick.append((decision.seat, card))
        return card

    def _pick(self, legal: list[int], seat: int, table: Table) -> int:
        family = _family(table)
        if family == "alone" or (family == "negative" and seat == table.declarer):
            return self._shun(legal)
        if family == "negative":
            return min(legal, key=lambda card: (card <= FOOL, _power(card)))
        hand = table.held[seat] or 0
        safe = [card for card in legal if card != T1] or legal
        return self._follow(safe, legal, seat, table) if self._trick else _lead(safe, seat, hand, table)

    def _follow(self, safe: list[int], legal: list[int], seat: int, table: Table) -> int:
        winner, best = self._best()
        friend = _side(winner, table) == _side(seat, table)
        last = len(self._trick) == table.n - 1
        few = ((table.held[seat] or 0) & TAROKS).bit_count() < 4
        if friend and (last or FOOL >= best >= 15):
            if T1 in legal and few and best <= FOOL:
                return T1  # it comes home in a partner's trick
            return max(safe, key=lambda card: (VALUES[card] * (not 1 << card & TRUL), -_power(card)))
        takers = [card for card in safe if _beats(card, best)]
        stake = sum(VALUES[card] for _, card in self._trick)
        if takers and not friend and (last or stake >= 5 or table.count >= 7):
            return min(takers, key=_power) if last else max(takers, key=_power)
        return min(safe, key=lambda card: (VALUES[card], _power(card)))

    def _shun(self, legal: list[int]) -> int:
        """Take nothing: the highest card that does not win, else the lowest."""
        if not self._trick:
            return min(legal, key=lambda card: (card <= FOOL, _power(card)))
        _, best = self._best()
        under = [card for card in legal if not _beats(card, best)]
        return max(under, key=lambda card: (VALUES[card], _power(card))) if under else min(legal, key=_power)

    def _best(self) -> tuple[int, int]:
        seat, best = self._trick[0]
        for other, card in self._trick[1:]:
            if _beats(card, best):
                seat, best = other, card
        return seat, best


_MELDS = ("taroky", "tarocky", "barvy", "barvicky", "trul", "kralove", "honery")


def _family(table: Table) -> str:
    word = (table.contract or "").split()[:1]
    if not word or word[0] in ("varsava", "trischaken"):
        return "alone"
    kind = KINDS.get(word[0])
    return "negative" if kind is not None and kind.family == "N" else "points"


def _side(seat: int, table: Table) -> bool:
    return seat in (table.declarer, table.partner)


def _power(card: int) -> int:
    return 100 + card if card <= FOOL else (card - 22) % 14


def _beats(card: int, best: int) -> bool:
    if SUIT_OF[card] == SUIT_OF[best]:
        return card > best
    return card <= FOOL


def _lead(safe: list[int], seat: int, hand: int, table: Table) -> int:
    taroks = sorted(card for card in safe if card <= FOOL)
    if _side(seat, table) and len(taroks) >= 4:
        return taroks[len(taroks) // 2]  # draw the others' taroks from the middle
    plain = [card for card in safe if card > FOOL]
    low = [card for card in plain if not 1 << card & FIVES] or plain
    if low:
        return min(low, key=lambda card: (VALUES[card], -(hand & SUIT_MASK[SUIT_OF[card]]).bit_count(), card))
    return taroks[0]


def _draw(decision: Say, table: Table) -> str:
    """The half of the talon with more in it."""
    talon = table.talon
    if len(decision.words) == 1 or not talon or not decision.words[0].startswith("takes"):
        return decision.words[0]

    def good(word: str) -> int:
        cards = talon[3:] if word == "takes:4-6" else talon[:3]
        return sum(VALUES[card] + 2 * (card <= FOOL) for card in cards)

    return max(decision.words, key=good)


def _discard(decision: Lay, table: Table) -> int:
    """Short suits without a king go first; a tarok only where it must."""
    forced, allowed = decision.choices[0]
    hand = table.held[decision.seat] or 0

    def merit(card: int) -> tuple[int, int]:
        if card <= FOOL:
            return -9, -card
        suit = SUIT_MASK[SUIT_OF[card]] & hand
        return VALUES[card] + 3 - suit.bit_count() - 2 * bool(suit & KINGS), card

    free = sorted(bits(allowed & ~forced), key=merit, reverse=True)
    return forced | sum(1 << card for card in free[: decision.count - forced.bit_count()])


# --- evenings ----------------------------------------------------------------------------------------


def _added(totals: dict[str, Amount], record: Record) -> dict[str, Amount]:
    score = parse_score(record.get("Score")) or {}
    return {seat: totals[seat] + score.get(seat, 0) for seat in SEATS}


def evening(club: Club, number: int, rng: Random) -> list[Record]:
    """The hands of a club's evening, *number* from 0: three rounds of deals, four of the five members."""
    game = get(club.game)
    rules = game.rulesets()[club.rules].options
    present = [club.members[(number + place) % 5] for place in range(4)]
    company = dict(zip(SEATS, present, strict=True))
    tags = _tags(club.site, club.dates[number], str(number + 1), club.name, club.rules, company)
    choose = for_ultimo if club.game == "dansk" else Company(company)
    totals: dict[str, Amount] = dict.fromkeys(SEATS, 0)
    pots = "pagat 0; king 0"
    hands = []
    for index in range(HANDS):
        carried = {"Board": str(index + 1), "Totals": score_text(totals)}
        if club.game == "dansk":
            carried["Pots"] = pots
        dealer = SEATS[(index + 3) % 4]
        record, _ = play_hand(game, rules, rng, tags={**tags, **carried}, dealer=dealer, seats=SEATS, choose=choose)
        totals, pots = _added(totals, record), record.get("PotsAfter")
        record.set("TotalsAfter", score_text(totals))
        hands.append(record)
    if club.game == "dansk":
        (checked,) = check_bytes("".join(write_file(hands[-1:])).encode())
        split = game.split_pots(parse_score(pots) or {}, totals, checked.replay) or {}
        hands[-1].set("Split", score_text({seat: split[seat] for seat in SEATS}))
    return hands


def _tags(site: str, date: str, round_: str, table: str, rules: str, company: dict[str, Member]) -> dict[str, str]:
    names = {_NAMES[seat]: member.name for seat, member in company.items()}
    return {"Event": EVENT, "Site": site, "Date": date, "Round": round_, "Table": table, **names, "Rules": rules}


def final(rng: Random) -> list[list[Record]]:
    """The duplicate evening: eight deals of Czech taroky at three tables, at each turned by one seat more."""
    game = get("taroky")
    rules = game.rulesets()["devatenactka-1"].options
    deals = [deal_cards(game, SEATS, rng) for _ in range(FINAL_BOARDS)]
    tables = []
    for number in range(3):
        # Each club has one member at each table, and the fourth seat goes round.
        present = [CLUBS[(number + place) % 3].members[number if place < 3 else 3] for place in range(4)]
        turned = SEATS[number:] + SEATS[:number]
        company = dict(zip(turned, present, strict=True))
        tags = _tags("Lhota pod Borem", "2026.11.14", "final", str(number + 1), "devatenactka-1", company)
        totals: dict[str, Amount] = dict.fromkeys(SEATS, 0)
        hands = []
        for index, deal in enumerate(deals):
            carried = {"Board": str(index + 1), "Totals": score_text(totals)}
            dealer = turned[(index + 3) % 4]
            record, _ = play_hand(
                game, rules, rng, tags={**tags, **carried}, dealer=dealer, choose=Company(company), hands=deal
            )
            totals = _added(totals, record)
            record.set("TotalsAfter", score_text(totals))
            hands.append(record)
        tables.append(hands)
    return tables


# --- the results of the final ---------------------------------------------------------------------------


class Result(NamedTuple):
    """A line of the results file."""

    table: str
    board: str
    player: str
    score: str


def results(tables: Sequence[Sequence[Record]]) -> list[Result]:
    """Every player's score of every board, table by table."""
    found = []
    for record in (record for hands in tables for record in hands):
        score = parse_score(record.get("Score")) or {}
        for seat in SEATS:
            name = record.get(_NAMES[seat])
            found.append(Result(record.get("Table"), record.get("Board"), name, amount_text(score[seat])))
    return found


def mistaken(right: Sequence[Result]) -> list[Result]:
    """The results as a tired hand has copied them: one mistake of each kind."""
    lines = list(right)
    boards: dict[tuple[str, str], list[int]] = {}
    for index, line in enumerate(lines):
        boards.setdefault((line.table, line.board), []).append(index)

    def change(table: str, board: str, place: int, **fields: str) -> None:
        index = boards[table, board][place]
        lines[index] = lines[index]._replace(**fields)

    def score(table: str, board: str, place: int) -> str:
        return right[boards[table, board][place]].score

    change("1", "2", 1, score=amount_text(-int(score("1", "2", 1))))
    swap = next(b for b in ("3", "4", "5", "6") if score("1", b, 0) != score("1", b, 1))
    change("1", swap, 0, score=score("1", swap, 1))
    change("1", swap, 1, score=score("1", swap, 0))
    long = next(
        (b, p) for b in ("1", "3", "5", "6", "7", "8") for p in range(4) if len(set(score("3", b, p).lstrip("-"))) > 1
    )
    digits = score("3", *long)
    change("3", *long, score=digits[:-2] + digits[-1] + digits[-2])
    change("3", "4", 2, player=lines[boards["3", "4"][2]].player.replace("r", "rr", 1))
    kept = [line for index, line in enumerate(lines) if index not in boards["2", "8"]]
    kept.insert(kept.index(lines[boards["2", "5"][3]]) + 1, lines[boards["2", "5"][3]])
    kept += [Result("3", "9", lines[index].player, "0") for index in boards["3", "8"]]
    return kept


def written(lines: Sequence[Result], delimiter: str = ",") -> bytes:
    """A results file."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(Result._fields)
    writer.writerows(lines)
    return file.getvalue().encode()


def spoilt(hands: Sequence[Record]) -> Iterator[Record]:
    """A table's records with one wrong score: the signs of the second board are turned round."""
    for record in hands:
        if record.get("Board") == "2":
            turned = {seat: -amount for seat, amount in (parse_score(record.get("Score")) or {}).items()}
            record.set("Score", score_text(turned))
        yield record


# --- all of it ------------------------------------------------------------------------------------------


def files() -> dict[str, bytes]:
    """Name below the directory -> content, the same every time."""
    made: dict[str, bytes] = {}
    for place, club in enumerate(CLUBS):
        for number in range(3):
            hands = evening(club, number, Random(2026_000 + 10 * place + number))
            made[f"{club.key}/round-{number + 1}.tpbn"] = "".join(write_file(hands)).encode()
    tables = final(Random(2026_114))
    for number, hands in enumerate(tables, 1):
        made[f"final/table-{number}.tpbn"] = "".join(write_file(hands)).encode()
    right = results(tables)
    made["final/results.csv"] = written(right)
    made["wrong/results.csv"] = written(mistaken(right), ";")
    made["wrong/table-2.tpbn"] = "".join(write_file(spoilt(tables[1]))).encode()
    return made


def main(arguments: list[str]) -> int:
    """Write the league; returns the exit status."""
    folder = Path(arguments[0]) if arguments else ROOT / "samples" / "league"
    for name, content in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
