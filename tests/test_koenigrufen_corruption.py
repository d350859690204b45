"""Issue 4: every corrupted record is caught at the corrupted place, and one mistake is one finding."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tarok_pbn.cards import CARD, CODES, SUIT_OF
from tarok_pbn.games.koenigrufen.contracts import KINDS, tariff
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.notation import read_text, write
from tarok_pbn.record import Group, Record
from tests.support import checked
from tests.test_koenigrufen_random import GAME, hands

#: what was changed: (section or tag, group, word) and the codes that may name it; None: nothing to change here
Change = tuple[tuple[str, int, int], set[str]] | None


def _groups(record: Record, name: str) -> list[Group]:
    section = record.section(name)
    return section.groups if section is not None else []


def foreign_card(record: Record, rng: Random, rules: Rules) -> Change:
    """A card that another player holds."""
    groups = _groups(record, "Play")
    if len(groups) < 3:
        return None
    number = rng.randrange(len(groups) - 1)
    place = rng.randrange(1, 4)
    later = rng.choice(groups[number + 1 :])
    word = rng.choice(later.words)
    seat = ("SENW".index(groups[number].seat) + place) % 4
    holder = ("SENW".index(later.seat) + later.words.index(word)) % 4
    if holder == seat:
        return None
    groups[number].words[place] = word
    return ("Play", number, place), {"P017", "P010", "P001"}


def revoke(record: Record, rng: Random, rules: Rules) -> Change:
    """Two cards of one player change places, and the earlier one does not follow."""
    groups = _groups(record, "Play")
    for number in rng.sample(range(len(groups) - 1), len(groups) - 1):
        for place in (1, 2, 3):
            seat = ("SENW".index(groups[number].seat) + place) % 4
            led, played = CARD[groups[number].words[0]], CARD[groups[number].words[place]]
            if SUIT_OF[led] != SUIT_OF[played] or SUIT_OF[led] == 0:
                continue
            for later in groups[number + 1 :]:
                other = later.words[(seat - "SENW".index(later.seat)) % 4]
                if SUIT_OF[CARD[other]] not in (0, SUIT_OF[led]):
                    groups[number].words[place] = other
                    at = later.words.index(other)
                    later.words[at] = CODES[played]
                    return ("Play", number, place), {"P002"}
    return None


def low_bid(record: Record, rng: Random, rules: Rules) -> Change:
    """A bid that does not rank above the one before."""
    groups = _groups(record, "Auction")
    bids = [(i, g.words[0]) for i, g in enumerate(groups) if g.words[0] in tariff(rules.contracts)]
    if not bids or len(groups) < bids[0][0] + 2 or groups[bids[0][0] + 1].words != ["pass"]:
        return None
    number, word = bids[0]
    groups[number + 1].words[0] = word
    return ("Auction", number + 1, 0), {"A002"}


def own_king(record: Record, rng: Random, rules: Rules) -> Change:
    """The declarer calls a king in his own hand."""
    if rules.self_call:
        return None
    for number, group in enumerate(_groups(record, "Auction")):
        if group.words[0].startswith("call:") and group.words[0] != "call:fourth":
            hand = dict(part.split(":") for part in record.get("Deal").split())[group.seat]
            held = [letter for letter, suit in zip("SHDC", hand.split(".")[1:], strict=True) if suit.startswith("K")]
            if held and len(held) < 3:
                group.words[0] = f"call:{rng.choice(held)}K"
                return ("Auction", number, 0), {"A003"}
    return None


def king_laid(record: Record, rng: Random, rules: Rules) -> Change:
    """A king, or the Trull, in the discard."""
    for number, group in enumerate(_groups(record, "Exchange")):
        for place, word in enumerate(group.words):
            if word.startswith("lays:"):
                cards = word[5:].split(",")
                hand = dict(part.split(":") for part in record.get("Deal").split())[group.seat]
                held = [
                    letter + "K"
                    for letter, suit in zip("SHDC", hand.split(".")[1:], strict=True)
                    if suit.startswith("K")
                ]
                if not held or "shows" in str(group.words):
                    return None
                group.words[place] = "lays:" + ",".join([held[0], *cards[1:]])
                return ("Exchange", number, place), {"X004"}
    return None


def unheld_vogel(record: Record, rng: Random, rules: Rules) -> Change:
    """A Vogel announced without the card."""
    groups = _groups(record, "Announcements")
    if not groups or rules.announce_unheld or KINDS[record.get("Contract").split()[0]].family not in ("R", "E"):
        return None
    group = groups[0]
    hand = dict(part.split(":") for part in record.get("Deal").split())[group.seat]
    taken = str([g.words for g in _groups(record, "Exchange")]) + record.get("Talon")
    if (
        "1" in hand.split(".")[0].split(",")
        or "T1 " in taken + " "
        or any("pagat" in w for g in groups for w in g.words)
    ):
        return None
    group.words.insert(0, "pagat")
    return ("Announcements", 0, 0), {"M004"}


def wrong_score(record: Record, rng: Random, rules: Rules) -> Change:
    """Two seats' scores are each off by one."""
    if record.get("Score") == "?":
        return None
    parts = [part.split() for part in record.get("Score").split(";")]
    one, other = rng.sample(range(4), 2)
    parts[one][1], parts[other][1] = str(int(parts[one][1]) + 1), str(int(parts[other][1]) - 1)
    record.set("Score", "; ".join(" ".join(p) for p in parts))
    record.sections = [s for s in record.sections if s.name != "ScoreTable"]
    return ("Score", -1, -1), {"S001"}


def wrong_money(record: Record, rng: Random, rules: Rules) -> Change:
    """The money of one seat."""
    if record.tag("Money") is None:
        return None
    parts = [part.split() for part in record.get("Money").split(";")]
    one, other = rng.sample(range(4), 2)
    parts[one][1], parts[other][1] = str(int(parts[one][1]) + 2), str(int(parts[other][1]) - 2)
    record.set("Money", "; ".join(" ".join(p) for p in parts))
    record.sections = [s for s in record.sections if s.name != "MoneyTable"]
    return ("Money", -1, -1), {"S001"}


def wrong_points(record: Record, rng: Random, rules: Rules) -> Change:
    """One Blatt more for the declarer, one less for the others."""
    parts = record.get("Points").split()
    if len(parts) != 2:
        return None
    thirds = [3 * int(p.split("/")[0]) + int(p.split("/")[1]) for p in parts]
    step = 1 if thirds[1] else -1
    record.set("Points", " ".join(f"{t // 3}/{t % 3}" for t in (thirds[0] + step, thirds[1] - step)))
    return ("Points", -1, -1), {"S003"}


CHANGES: list[Callable[[Record, Random, Rules], Change]] = [
    foreign_card, revoke, low_bid, own_king, king_laid, unheld_vogel, wrong_score, wrong_money, wrong_points,
]  # fmt: skip


@pytest.mark.parametrize("name", ["ooe-2023-04", "wtc-2020", "ttc-2020", "ruediger", "cheltenham", "seed-default"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda c: c.__name__)
def test_a_corrupted_record_is_caught_at_the_corrupted_place(name, change):
    rules, rng = GAME.rulesets()[name].options, Random(11)
    done = 0
    for record, _ in hands(name, 90, seed=8):
        made = change(record, rng, rules) if record.section("Play") is not None else None
        if made is None:
            continue
        (section, number, place), expected = made
        text = write(record)
        (parsed,) = read_text(text)
        if number < 0:
            tag = parsed.record.tag(section)
            assert tag is not None
            span = parsed.record.span(tag.at)
        else:
            span = parsed.record.span(_groups(parsed.record, section)[number].at[place])
        assert span is not None
        found = [f for f in checked(text).findings if f.severity == "error"]
        places = [(f.code, f.span.line, f.span.column) for f in found if f.span]
        # a card that changed places may be wrong at its other place too
        assert len(found) == 1 or change is revoke, (text, [(f.code, f.message) for f in found])
        assert found[0].code in expected, (text, places)
        assert places[0][1:] == (span.line, span.column), text
        done += 1
    assert (
        done
        or name == "seed-default"
        or (change, name)
        in {
            (own_king, "ruediger"),
            (unheld_vogel, "cheltenham"),
            (wrong_money, "ruediger"),
            (wrong_money, "cheltenham"),
        }
    )
