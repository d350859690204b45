"""Danish Tarok: every option of the rules, documented, with the [seed] default."""

from __future__ import annotations

from dataclasses import dataclass

from tarok_pbn.games.kit.rules import option

__all__ = ["PAGE", "Premiums", "Rules"]

#: How findings name the rules page.
PAGE = "dansk"

#: Order of the amounts in ``premiums``.
Premiums = ("pagat", "king", "last", "tout", "nolo")


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of Danish Tarok. Amounts are chips; all of them are multiples of 5."""

    red_pips: str = option(
        "reversed",
        "Order of the red pips: the ace best and the ten worst, or the ten best.",
        "Wikipedia, BGA: reversed; bunbury: natural",
        ("reversed", "natural"),
    )
    pots: int = option(
        2,
        "Number of pots: a pagat pot and a king pot, a single pot for both, or none.",
        "seed: 2; BGA: 0; 1: no source",
        (2, 1, 0),
    )
    foundation: int = option(
        20, "What each player, the one who sits out among them, pays to found a pot.", "seed: 20; bunbury: 40"
    )
    foundation_time: str = option(
        "next_hand",
        "When an emptied pot is founded again: before the next deal, or at once.",
        "BGA: next_hand",
        ("next_hand", "immediate"),
    )
    dealer_fee: int = option(5, "What the dealer pays into each pot before every deal.", "seed: 5")
    redeal_no_trump: bool = option(
        False, "Whether a player dealt no trump (the fool is none) may demand a redeal.", "DTF: yes; seed: not stated"
    )
    pots_not_moved_fine: int = option(
        0,
        "What the dealer pays into each pot more if the pots were not moved before the first lead.",
        "DTF: 5; seed: not stated",
    )
    discard_pagat: str = option(
        "when_voiding",
        "Whether the pagat may be laid away when that leaves the dealer without trumps.",
        "seed: when_voiding; BGA, pwinckles: never",
        ("when_voiding", "never"),
    )
    discard_fool: str = option(
        "never",
        "Whether the fool may be laid away: never, by a dealer who announces Tout, or by any dealer.",
        "seed: never; the others disputed",
        ("never", "tout_announced", "tout_any"),
    )
    fool_counts_for_voiding: bool = option(
        False,
        "Whether a dealer who keeps the fool still counts as holding a trump when trumps are laid away.",
        "seed: no; BGA's program: yes",
    )
    trump_discard_answer: str = option(
        "count",
        "What a dealer must tell of laid away trumps: how many, only whether, or whether without being asked.",
        "seed: count; pwinckles: yes_no; BGA: auto",
        ("count", "yes_no", "auto"),
    )
    fool_naming: str = option(
        "no_win",
        "A led fool may be named as any suit in which, or with a trump, an opponent can win; or only as a suit that an opponent holds.",
        "seed: no_win (the list is lost); BGA: must_be_held",
        ("no_win", "must_be_held"),
    )
    fool_endgame: str = option(
        "trick_23",
        "The fool may be demanded in trick 23, is banned in trick 24 and lost in trick 25; or nothing of this.",
        "BGA: trick_23",
        ("trick_23", "none"),
    )
    lost_card: int = option(
        5, "What the owner of a king or pagat beaten in tricks 1 to 24 pays to each opponent and to the pot.", "seed: 5"
    )
    pagat_win_pays: int = option(
        5, "What each opponent pays when the pagat wins one of the tricks 1 to 24.", "seed: 5; a variant in it: 0"
    )
    premiums: tuple[int, ...] = option(
        (45, 40, 20, 85, 25),
        "Per opponent: ultimo or bagud with the pagat, with a king, the last trick, Tout, Nolo.",
        "seed",
    )
    premiums_without_pots: tuple[int, ...] = option(
        (15, 10, 5, 25, 25), "The same five amounts where there are no pots.", "BGA"
    )
    last_trick_on_bagud: bool = option(
        False,
        "Whether the winner of the last trick gets its premium although a king or pagat was beaten in it.",
        "seed: no; BGA option 103: yes",
    )
    tout_cards: str = option(
        "80",
        "What each opponent of a Tout pays for the cards: 80, 50, or as they are counted (always so without pots).",
        "seed: 80; pwinckles: 50; BGA: counted",
        ("80", "50", "counted"),
    )
    card_settlement: str = option(
        "via_next_dealer",
        "Card points are settled with the next dealer, who does not count; or everybody rounds for himself.",
        "seed, BGA: via_next_dealer; pwinckles: own_rounding",
        ("via_next_dealer", "own_rounding"),
    )
    card_points: bool = option(
        True, "Whether card points are settled (without pots they always are).", "seed: yes; BGA option 102: no"
    )
    end_split_remainder: str = option(
        "lowest_score",
        "Who gets what the final division of the pots leaves over: the lowest score, or as recorded.",
        "BGA: lowest_score",
        ("lowest_score", "recorded"),
    )

    def premium(self, what: str) -> int:
        """Chips per opponent for ``pagat``, ``king``, ``last``, ``tout`` or ``nolo`` (§6.4, §6.8)."""
        return (self.premiums if self.pots else self.premiums_without_pots)[Premiums.index(what)]

    def tout_sum(self) -> int:
        """What each opponent of a Tout pays for the cards; 0 where they are counted, as always without pots (§6.8)."""
        return {"80": 80, "50": 50, "counted": 0}[self.tout_cards] if self.pots else 0
