"""How ``samples/dansk/evening.tpbn`` was made: ``python -m bench.evening`` prints it.

Twelve hands at a table of four, played by the player who tries for Ultimo. Deals are drawn by lot until one gives
what the evening needs next (``WISHES``); only the Tout is helped, for a fair deal gives one in a lifetime. The
comments were written afterwards, by hand, so a change to the player asks for new ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tarok_pbn.cards import CARD, FOOL, T1, bits
from tarok_pbn.check import check_bytes
from tarok_pbn.games import get
from tarok_pbn.games.dansk.cards import TRUMPS
from tarok_pbn.games.dansk.strategy import for_ultimo, plan_of
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.ledger import Amount
from tarok_pbn.notation import write_file
from tarok_pbn.record import Mark, Record
from tarok_pbn.verdict import parse_score, score_text

GAME = get("dansk")
RULES = GAME.rulesets()[GAME.default].options
SEATS = ("S", "E", "N", "W")
TAGS = {
    "Event": "Klubaften, Tarokklubben Lillebælt",
    "Site": "Strib",
    "Date": "2026.11.27",
    "Round": "1",
    "Table": "1",
    "South": "Dahl, Kirsten",
    "East": "Møller, Aage",
    "North": "Thygesen, Bodil",
    "West": "Rosenkilde, Viggo",
    "Rules": "dansk-1",
}


class Evening(NamedTuple):
    """What is known before a hand: running totals, contents of the pots."""

    totals: dict[str, Amount]
    pots: dict[str, Amount]


Wish = Callable[[Record, Evening], bool]


def result(*events: str) -> Wish:
    """The last trick came to exactly these events, the seats left out: ``ultimo:SK`` or ``ultimo:`` for any king."""

    def wish(record: Record, before: Evening) -> bool:
        happened = [part.split()[1] for part in record.get("Result").split(";")]
        kings = [event if event.endswith("T1") else event.partition(":")[0] for event in happened]
        return kings == list(events)

    return wish


def overtakes(*events: str) -> Wish:
    """Such an end after which somebody else is in front, and pots that four cannot divide evenly."""
    ends = result(*events)

    def wish(record: Record, before: Evening) -> bool:
        after = added(before.totals, record)
        changed = max(SEATS, key=lambda seat: before.totals[seat]) != max(SEATS, key=lambda seat: after[seat])
        pots = parse_score(record.get("PotsAfter")) or {}
        return ends(record, before) and changed and sum(pots.values()) % 20 != 0

    return wish


#: what each hand must bring
WISHES: tuple[Wish, ...] = (
    result("last"),
    result("ultimo"),
    result("last"),
    result("last", "bagud"),
    result("ultimo:T1"),
    result("last", "bagud"),
    result("nolo"),
    result("ultimo", "bagud"),
    result("last", "bagud:T1"),
    result("tout"),
    result("last"),
    overtakes("ultimo", "bagud"),
)
#: forehand's cards in the tenth hand; eight more trumps and a card of a suit are drawn
TOUT = "T21 T20 T19 T18 T17 T15 T14 T13 SK SQ SN HK HQ DK CK CQ"


def deal(rng: Random, tout: bool) -> list[int]:
    """Three hands, the dealer's last."""
    given = sum(1 << CARD[token] for token in TOUT.split()) if tout else 0
    if tout:
        trumps = [card for card in bits(TRUMPS & ~given) if card not in (T1, FOOL)]
        given |= sum(1 << card for card in rng.sample(trumps, 8))
        given |= 1 << rng.choice(list(bits(GAME.pack & ~TRUMPS & ~given & ~(1 << FOOL))))
    pack = list(bits(GAME.pack & ~given))
    rng.shuffle(pack)
    hands = [given] if tout else []
    return hands + [sum(1 << pack.pop() for _ in range(size)) for size in (25, 25, 28)[len(hands) :]]


def added(totals: dict[str, Amount], record: Record) -> dict[str, Amount]:
    """Running totals after a hand."""
    score = parse_score(record.get("Score")) or {}
    return {seat: totals[seat] + score[seat] for seat in SEATS}


def evening() -> list[Record]:
    """The twelve records, without comments."""
    records: list[Record] = []
    before = Evening(dict.fromkeys(SEATS, 0), {"pagat": 0, "king": 0})
    for index, wish in enumerate(WISHES):
        dealer = SEATS[(index + 3) % 4]
        for seed in range(100_000):
            rng = Random(1000 * index + seed)
            hands = deal(rng, index == 9)
            if index == 6 and not any(plan_of(hand).kind == "nolo" for hand in hands[:2]):
                continue
            state = {"Pots": score_text(before.pots), "Totals": score_text(before.totals)}
            tags = TAGS | {"Board": str(index + 1)} | state
            record, _ = play_hand(
                GAME, RULES, rng, tags=tags, dealer=dealer, seats=SEATS, choose=for_ultimo, hands=(hands, [])
            )
            if wish(record, before):
                break
        totals = added(before.totals, record)
        record.set("TotalsAfter", score_text(totals))
        before = Evening(totals, parse_score(record.get("PotsAfter")) or {})
        records.append(record)
    return records


#: of each hand, what is told before it and what at its last trick
STORY: tuple[tuple[str, str], ...] = (
    (
        "An evening of twelve hands at a table of four: three rounds, in which everybody deals three "
        "times and sits out three times. Both pots are empty, so all four found them with 20 each, Aage "
        "too, who sits opposite the dealer and does not play. A quiet hand to begin with: Viggo keeps the "
        "fifteen of trumps for the last trick, and that is all.",
        "the fool has been kept too long and is lost",
    ),
    (
        "Viggo keeps the king of clubs to the end. In trick 23 Aage has already put a spade on Kirsten's "
        "nine of clubs when Viggo demands the fool: the spade goes back into his hand and the fool is "
        "played.",
        "king Ultimo: 40 from each and the whole king pot",
    ),
    (
        "The king pot has to be founded again, with 20 from each of the four; Viggo, who emptied it, sits "
        "out and pays like the others. Aage's eleven trumps do not last to the end.",
        "",
    ),
    (
        "Viggo tries it once more, with the king of diamonds, and leads it into Bodil's last trump. "
        "Bagud: he pays 40 to each and doubles the king pot. Nobody gets anything for the last trick "
        "itself. After the first round Bodil is in front, with 10.",
        "the fifteen of trumps has waited for this",
    ),
    (
        "The second round begins with the pagat: Viggo has counted the trumps, the other two have none "
        "left, and the lowest trump of the pack takes the last trick.",
        "pagat Ultimo: 45 from each and the pagat pot",
    ),
    (
        "The pagat pot is founded again. Aage holds the king of spades for the last trick, and it is a "
        "club that is led. His king costs him 285, for the king pot held 205; now it holds twice as much.",
        "king Bagud: no trump was needed to beat it",
    ),
    (
        "Kirsten has a hand of small cards and takes no trick at all. Nolo: 25 from each, and neither the "
        "last trick nor the card points are paid; what Bodil's king of clubs cost in trick 2 stays paid.",
        "the pagat takes the last trick, and under a Nolo that is no Ultimo",
    ),
    (
        "Two kings meet in the last trick, and 425 lie in the king pot. Viggo's king wins and empties it; "
        "Bodil's is Bagud and fills it again, with exactly as much as was in it before. It is not empty "
        "afterwards and needs no founding. Viggo gains 555 by the hand, and Bodil loses 550.",
        "Ultimo and Bagud in one trick",
    ),
    (
        "Viggo counts the trumps as in the fifth hand, and counts wrong: the other two have one left "
        "each. Pagat Bagud, 45 to each and the pagat pot doubled.",
        "the pagat, the three, the fifteen",
    ),
    (
        "A hand as one sees it once in a lifetime: Aage is dealt sixteen trumps and the four kings, and "
        "takes every trick. Tout: 85 and 80 for the cards from each, and both pots, 645 chips. He was 375 "
        "down and is 700 up.",
        "the last of twenty-five",
    ),
    (
        "Both pots are empty at once, as at the beginning of the evening, and are founded again. In trick "
        "23 Kirsten demands the fool of Bodil, who has led the fourteen of trumps and takes it back; two "
        "tricks later it wins her the last one.",
        "",
    ),
    (
        "The last hand. Aage is 255 ahead of Viggo and has kept the king of hearts; Viggo leads the king "
        "of spades to the last trick. One Ultimo, one Bagud: Viggo has won the evening. 185 chips are "
        "left in the pots. Everybody gets 45, and the 5 that are left over go to Bodil, who has least.",
        "the king of spades; Aage has nothing left but the king of hearts",
    ),
)


def told(record: Record, before: str, at_the_end: str) -> Record:
    """The record with its comments."""
    record.head.append(Mark("brace", before))
    play = record.section("Play")
    if at_the_end and play is not None:
        group = play.groups[-1]
        group.marks = {len(group.words): [Mark("brace", at_the_end)]}
    return record


def main() -> None:
    """Print the evening."""
    hands = [told(record, *story) for record, story in zip(evening(), STORY, strict=True)]
    last = hands[-1]
    pots, totals = parse_score(last.get("PotsAfter")) or {}, parse_score(last.get("TotalsAfter")) or {}
    (checked,) = check_bytes("".join(write_file([last])).encode())
    split = GAME.split_pots(pots, totals, checked.replay) or {}
    last.set("Split", score_text({seat: split[seat] for seat in SEATS}))
    sys.stdout.writelines(write_file(hands))


if __name__ == "__main__":
    main()
