"""Königrufen: every option of the rules, documented, with the [seed] default.

A rule set is nothing but values of these options; no other module knows a rule set by its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tarok_pbn.figures import whole
from tarok_pbn.games.kit.rules import option
from tarok_pbn.games.koenigrufen.contracts import NEGATIVE, bad_contract

__all__ = ["BONUSES", "PAGE", "Rules"]

#: How findings name the rules page.
PAGE = "koenigrufen"

#: Everything that can be scored or announced beside the game.
BONUSES = ("pagat", "uhu", "kakadu", "quapil", "ku", "trull", "koenige", "mondfang", "absolut", "sack1", "sack2")
_DROPS = (*BONUSES, "all")

#: The contracts of the frame: what the seed names, in the order of the older cups, without a tariff.
_FRAME = (
    "rufer:?:after", "trischaken:?:after", "piccolo:?", "zwiccolo:?:same", "triccolo:?:same", "solorufer:?", "bettler:?", "besserrufer:?",
    "sechserdreier:?:after", "farbendreier:?", "dreier:?", "piccolo_ouvert:?", "zwiccolo_ouvert:?:same", "triccolo_ouvert:?:same",
    "bettler_ouvert:?", "farbensolo:?", "solodreier:?",
)  # fmt: skip


def _bonus(text: str) -> str:
    name, _, price = text.partition(":")
    parts = price.split("/")
    if name not in BONUSES:
        return f"{name!r} is not a bonus; known: {', '.join(BONUSES)}"
    good = (len(parts) == 2 and None not in map(whole, parts)) or price == "?"
    return "" if good else f"{text!r} is not name:silent/announced, such as {name}:1/2"


def _drop(text: str) -> str:
    name, _, how = text.partition(":")
    return (
        "" if name in _DROPS and how in ("", "silent") else f"{text!r} is not a bonus or all, with or without :silent"
    )


def _join(text: str) -> str:
    if text in ("equal_rank", "equal_value", "all"):
        return ""
    joining, plus, to = text.partition("+")
    good = plus and joining in NEGATIVE and to in NEGATIVE
    return "" if good else f"{text!r} is not equal_rank, equal_value, all or a pair such as piccolo+bettler"


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of Königrufen. Values are units per opponent; thirds are thirds of a card point, 210 in the pack."""

    # --- bidding: §3 ----------------------------------------------------------------------------
    contracts: tuple[str, ...] = option(
        _FRAME, "Contracts from low to high: word:value, value/lost, or ? without a tariff; then :same (rank of the one before), "
        ":after (Vorhand after three passes), :first (her first word), :first_or_after, :forehand.",
        "§3.2; the seed gives no tariff", check=bad_contract,
    )  # fmt: skip
    opening: str = option(
        "any",
        "Vorhand's first word: vorhand or any contract, or only vorhand and what is bid as the first word.",
        "§3.3: any OÖ, TTC; vorhand WTC, RÜDIGER",
        ("any", "vorhand"),
    )
    hold: str = option(
        "none",
        "Who may hold (play) the contract of another at its height.",
        "§3.3: forehand OÖ, Sauwald, Cheltenham; seniority Tapp-Tarock",
        ("none", "forehand", "seniority"),
    )
    hold_except: tuple[str, ...] = option(
        (), "Contracts that cannot be held.", "§12.10: whether a Solodreier may be held is open"
    )
    bei: tuple[str, ...] = option(
        ("equal_rank",),
        "Which negative games may be joined (bei:…): equal_rank, equal_value, all, or pairs such as piccolo+bettler (a Piccolo bei to a Bettler).",
        "§3.5: seed equal rank; cups none; RÜDIGER pairs",
        check=_join,
    )
    verdacht: bool = option(
        False, "Suspended bids (auf Verdacht) against a Besserrufer, and its promise of a better Vogel.", "§3.5 RÜDIGER"
    )
    negatives_first_round: bool = option(
        False, "Whether a negative game must be bid in the first round.", "§3.3 aicher"
    )
    # --- king call: §4 --------------------------------------------------------------------------
    fourth_king: str = option(
        "must",
        "Whether a caller with three kings must or may call the fourth without naming it.",
        "§4.3: seed must; cups may",
        ("must", "may"),
    )
    four_kings: str = option(
        "call_queen",
        "With four kings: no Rufer at all, a queen is called, Vorhand may hand on her right, or an own king is called.",
        "§3.3: forbidden OÖ; call_queen WTC; pass_forehand Sauwald; own RÜDIGER",
        ("forbidden", "call_queen", "pass_forehand", "own"),
    )
    self_call: bool = option(False, "Whether the own king may be called.", "§4.4: RÜDIGER, pagat yes; cups no")
    king_in_talon: str = option(
        "must",
        "With the called king in the talon its half must be taken, or the choice is free; conceding is possible in both.",
        "§4.5: seed, RÜDIGER must; OÖ, WTC, TTC free",
        ("must", "free"),
    )
    solo_king_talon: str = option(
        "half",
        "What of the talon goes to a Solorufer declarer whose king lies in it.",
        "§4.6: half OÖ, WTC, TTC; all RÜDIGER, Cheltenham",
        ("half", "all"),
    )
    solo_king_kontra: str = option(
        "kept",
        "What becomes of kontra then: kept, void, or void when the game is lost and the declarer neither announced nor gave re.",
        "§4.6",
        ("kept", "void", "void_if_lost"),
    )
    # --- talon and discard: §5 ------------------------------------------------------------------
    solo_talon: str = option(
        "opponents_if_trick",
        "Whose the talon of a solo is when the opponents take no trick: the declarer's, or the opponents' always.",
        "§5: seed if they make a trick; TTC always",
        ("opponents_if_trick", "opponents_always"),
    )
    discard_tarock: str = option(
        "forced_shown",
        "Taroks are laid away only when forced, or at will; shown in both.",
        "§5: forced_shown OÖ, WTC, TTC; shown RÜDIGER",
        ("forced_shown", "shown"),
    )
    colour_keep_suits_while_tarock: bool = option(
        False,
        "Colour games: no suit card may be laid away while a tarok outside the Trull is held.",
        "§5, §10.1: seed option, off; cups on",
    )
    colour_min_suits: int = option(0, "Suit cards that a Farbendreier must keep after laying away.", "§5: WTC 6")
    farbensolo_min_suits: int = option(0, "Suit cards that a Farbensolo needs.", "§5: Sauwald 6")
    sechserdreier_shown: bool = option(False, "Whether the six cards are shown first.", "§5: tarockapp")
    # --- announcements and kontra: §6 -----------------------------------------------------------
    bonuses: tuple[str, ...] = option(
        ("pagat:?", "uhu:?", "kakadu:?", "quapil:?", "ku:?", "trull:?", "koenige:?"),
        "Bonuses: name:silent/announced, or ? without a tariff.",
        "§6.1",
        check=_bonus,
    )
    colour_bonuses: tuple[str, ...] = option(
        ("koenige",), "Bonuses that count in colour games.", "§6.1: the kings; TTC the sacks too", BONUSES
    )
    valat: str = option(
        "?",
        "How a Valat is paid: replacing the game by its multiple, added, multiplying the total, or ? without a tariff.",
        "§6.5",
        ("?", "replace", "add", "multiply"),
    )
    valat_silent: int = option(0, "Value or multiple of a silent Valat.", "§6.5")
    valat_announced: int = option(0, "Value or multiple of an announced Valat.", "§6.5")
    valat_silent_drops: tuple[str, ...] = option(
        (), "Bonuses not paid beside a silent Valat; name:silent only where they are silent too.", "§6.5", check=_drop
    )
    valat_announced_drops: tuple[str, ...] = option(
        (), "Bonuses not paid beside a made announced Valat.", "§6.5", check=_drop
    )
    valat_failed_drops: tuple[str, ...] = option(
        (), "Bonuses not paid beside a failed announced Valat.", "§6.5", check=_drop
    )
    colour_kontra_or_valat: bool = option(
        False, "In colour games an opponent may kontra the game or announce Valat, not both.", "§6.4 OÖ"
    )
    valat_kontra_only: bool = option(False, "After an announced Valat nothing else can be doubled.", "§6.5 WTC 2018")
    valat_silent_voids_kontra: bool = option(False, "A silent Valat voids the kontra on the game.", "§6.5 WTC")
    solo_double: tuple[str, ...] = option(
        ("solorufer", "solodreier", "farbensolo"), "Contracts in which bonuses count double.", "§6.1 seed"
    )
    solo_double_valat: bool = option(
        False, "Whether that includes an added Valat.", "§6.1: seed, OÖ no; WTC 2020, TTC, Cheltenham yes"
    )
    silent_failure: tuple[str, ...] = option(
        (),
        "Silent bonuses that cost their value when tried in their trick and lost.",
        "§6.1: cups none; RÜDIGER, Cheltenham birds and KU",
        BONUSES,
    )
    absolut_thirds: int = option(60, "Absolut: the other side has fewer thirds.", "§6.1 RÜDIGER")
    sack1_thirds: int = option(137, "Thirds of a first Sack.", "§6.1 TTC 137; Cheltenham 134, 45 points after rounding")
    sack2_thirds: int = option(167, "Thirds of a second Sack.", "§6.1 TTC")
    mondfang: str = option(
        "side",
        "Mondfang is settled between the sides, and only against the Mond's; or from player to player.",
        "§6.1: side TTC; player RÜDIGER",
        ("side", "player"),
    )
    announce_rounds: str = option(
        "until_gut",
        "When may be announced: once by each player, in the first round, or until three successive gut.",
        "§6.2: once OÖ, WTC 2018; first_round WTC 2020; until_gut TTC, pagat, RÜDIGER",
        ("once", "first_round", "until_gut"),
    )
    announce_unheld: bool = option(
        False, "Whether Vögel and König ultimo may be announced without the card.", "§6.2: no; Cheltenham yes"
    )
    bird_mandatory: bool = option(
        True,
        "Whether a Besserrufer must announce a Vogel that was held before the talon.",
        "§6.2.7 OÖ; seed: in some games",
    )
    bird_order: str = option(
        "highest_first",
        "Which of several announced Vögel is given up first when one must be.",
        "§6.3: highest_first WTC, TTC, Sauwald; free RÜDIGER",
        ("highest_first", "free"),
    )
    partner_kontra: str = option(
        "void",
        "A kontra against one's own unknown partner is void, or not allowed.",
        "§4.7: void WTC; forbidden Cheltenham",
        ("void", "forbidden"),
    )
    kontra_max: int = option(
        8,
        "Highest multiplier of the kontra ladder; 64 stands for no limit.",
        "§6.4: 8; Steiermark 4; RÜDIGER unlimited",
        (2, 4, 8, 16, 32, 64),
    )
    kontra_in_score: bool = option(
        True,
        "Whether kontra counts on the score sheet (Schrift) too, or only in money (Geld).",
        "§6.4: seed, RÜDIGER, Cheltenham yes; cups no",
    )
    # --- play: §7, §8 ---------------------------------------------------------------------------
    kaiserstich: str = option(
        "any_order",
        "The Pagat wins a trick with Mond and Sküs.",
        "§7.6: seed on; mond_skus_pagat TTC, RÜDIGER; off OÖ",
        ("off", "any_order", "mond_skus_pagat"),
    )
    kaiserstich_colour: str = option(
        "off",
        "The same in colour games.",
        "§7.6: seed not stated; tarock_led WTC; always ERASMUS",
        ("off", "tarock_led", "always"),
    )
    kaiserstich_negative: bool = option(
        False,
        "The same in negative games; the duty to overtake then beats the Pagat's last place.",
        "§7.4, §7.6: seed not listed; TTC, RÜDIGER yes",
    )
    pagat_last: bool = option(True, "Negative games: the Pagat goes as the last tarok.", "§7.4, §10.1 seed")
    lead_piccolo: str = option(
        "declarer", "Who leads a Piccolo.", "§3.1: declarer; Cheltenham forehand", ("declarer", "forehand")
    )
    parallel_lead: str = option(
        "forehand_if_declarer",
        "Who leads when several negative games are played.",
        "§8: seed Vorhand or the first declarer; RÜDIGER highest bid; Cheltenham forehand",
        ("forehand_if_declarer", "forehand", "first_bidder", "highest_bid"),
    )
    negative_end: str = option(
        "on_exceeding",
        "A negative game ends when every declarer has exceeded his number, or is played out.",
        "§8: seed, OÖ on exceeding",
        ("on_exceeding", "played_out"),
    )
    early_stop_unreachable: bool = option(
        False, "It also ends when the number cannot be reached any more.", "§8, inferred"
    )
    ouvert_when: str = option(
        "after_second_lead",
        "When the cards of an ouvert game are shown; concerns the display only.",
        "§7.7",
        ("after_second_lead", "before_second_lead", "never"),
    )
    ouvert_who: str = option("all", "Who shows them.", "§7.7", ("all", "opponents", "declarer"))
    ouvert_talk: bool = option(False, "Whether the opponents may confer.", "§7.7")
    # --- settlement: §9 -------------------------------------------------------------------------
    threshold_thirds: int = option(107, "Thirds that win a positive game.", "§1.4: 107 (35/2); Tulln, Styria 106")
    threshold_kontra: int = option(
        0, "The same when the game was doubled; 0: no change.", "§1.4: Tulln 105, ERASMUS 104"
    )
    trischaken: str = option(
        "?",
        "How Trischaken is settled.",
        "§9.5: pot OÖ, Sauwald, WTC; pairs TTC; ruediger; rounded Cheltenham; ? not stated",
        ("?", "pot", "pairs", "ruediger", "rounded"),
    )
    trischaken_talon: str = option(
        "last_trick",
        "The talon goes to the last trick, card by card to the first six, to nobody, or as Vorhand chooses.",
        "§9.5",
        ("last_trick", "first_six", "unused", "choice"),
    )
    trischaken_unit: int = option(1, "What the loser pays to each of three others.", "§9.5: OÖ 1, WTC 2 (pot 6)")
    trischaken_vorhand_alone: bool = option(True, "Vorhand at the top loses alone, and double.", "§9.5 OÖ, WTC")
    trischaken_buergermeister: int = option(
        107, "Thirds of a Bürgermeister.", "§9.5: 107; RÜDIGER more than 35 points, read as 106"
    )
    trischaken_two_virgins: str = option(
        "share",
        "Two players without a trick share the pot, get at least 2 each, or get 3 units each.",
        "§9.5: WTC share; OÖ two_each; Sauwald three_each",
        ("share", "two_each", "three_each"),
    )
    trischaken_open: str = option(
        "?", "Cases on which the pairs models are silent (three equal counts, Vorhand's tie, who pays a player without a trick): "
        "not settled, or the highest share the payment.", "§12.12", ("?", "share"),
    )  # fmt: skip
    trischaken_overtake: str = option(
        "yes", "Whether Trischaken has the duty to overtake, or as Vorhand chooses.", "§7.5", ("yes", "no", "choice")
    )
    trischaken_lead: str = option(
        "free", "Leads in Trischaken: free, or taroks first and from the top.", "§7.5", ("free", "von_oben")
    )
    radl: str = option(
        "none",
        "Double rounds: none, multiplying, or only lengthening.",
        "§9.6: cups none; RÜDIGER; ABAKUS",
        ("none", "stack_multiplicative", "flat_extend"),
    )
    radl_triggers: tuple[str, ...] = option(
        (),
        "What starts a double round; mondfang doubles one hand, the others four.",
        "§9.6",
        ("trischaken", "mondfang", "zero_game"),
    )
    rethrow: tuple[str, ...] = option(
        (),
        "Hands with which the cards are dealt again.",
        "§2: RÜDIGER both; Tulln no_tarock",
        ("no_tarock", "lone_trull"),
    )
    # --- renonce: §7.9 --------------------------------------------------------------------------
    renonce: str = option(
        "as_played",
        "A hand with a marked revoke (^R) scores as it was played, or by the renonce proposal.",
        "§7.9",
        ("as_played", "settled"),
    )
    renonce_model: str = option(
        "pay_all",
        "The offender pays every other player as if he had won, or his side has lost.",
        "§7.9: pay_all OÖ, WTC; side_lost RÜDIGER",
        ("pay_all", "side_lost"),
    )
    renonce_trischaken: int = option(
        0, "What a revoke in Trischaken costs to each; 0: not stated.", "§7.9: OÖ 2, Sauwald 3, WTC 6, TTC 4"
    )
    renonce_trischaken_vorhand: int = option(0, "The same for Vorhand; 0: no difference.", "§7.9: OÖ 4")
