"""Czech taroky: every option of the rules, documented, with the [seed] default."""

from __future__ import annotations

from dataclasses import dataclass

from tarok_pbn.games.kit.rules import option

__all__ = ["PAGE", "Rules"]

#: How findings name the rules page.
PAGE = "taroky"


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of Czech taroky. Units are the game's abstract unit (5 haléř in the Vysočina rules)."""

    contracts: tuple[str, ...] = option(
        ("povinnost", "druha", "trojka", "solo", "varsava"), "Contracts that are offered.", "seed; Texas has only povinnost and trojka",
        ("povinnost", "druha", "trojka", "solo", "varsava"),
    )
    red_pips: str = option("A234", "Order of the red pips, high to low.", "seed; A432 Westfest; 432A coder0987", ("A234", "A432", "432A"))
    forhont_druha: bool = option(False, "Whether forehand may open with druhá.", "seed: no; taroky.net: yes")
    call_floor: int = option(16, "Lowest tarok that may be called.", "seed: XVI; Texas: XV", (15, 16))
    self_call_xix: bool = option(True, "Whether the holder of the XIX may call it and play alone in secret.", "seed")
    talon_draw: str = option(
        "4/1/1", "How the talon is drawn in povinnost and druhá.",
        "seed: declarer four, the two after him one each; refusable: Timanx; 1/2/3/0: taroky.net MČR", ("4/1/1", "refusable", "1/2/3/0"),
    )
    called_in_talon: str = option(
        "alone", "A declarer who draws the called card plays alone, or may also give up.", "seed: alone; give_up: Westfest", ("alone", "give_up")
    )
    give_up_price: int = option(2, "What a declarer who gives up pays to each opponent.", "Westfest: 2 chips")
    discard_called: str = option("allow", "Whether the called card may be laid away when taroks must go.", "inferred", ("allow", "forbid"))
    reveal_grade1: str = option(
        "none", "What is shown of the second triple when the first is taken.", "seed: nothing; Timanx: taroks and five-pointers",
        ("none", "taroks_and_fives"),
    )
    unflekked: str = option(
        "play", "Whether a povinnost without flek and commitment is played.", "seed: every deal is played; Dlažka: not", ("play", "not_played")
    )
    unflekked_value: int = option(0, "What the declarer's side gets for a povinnost that is not played.", "not stated by any readable source")
    druha_factor: int = option(1, "Factor of druhá.", "seed: 1; mprihoda: 2")
    trojka_factor: tuple[int, ...] = option((1, 2, 3), "Factors of trojka in the first, second and third cards.", "seed; 1,2,4 taroky.net, tarakus")
    trojka_loss_only: bool = option(False, "Whether the trojka factor counts only when the declarer loses.", "Texas: yes")
    solo_factor: int = option(6, "Factor of sólo.", "seed: 6; mprihoda, Timanx: 4; tarakus: 8")
    tie: str = option(
        "flat", "What a declarer pays at a tie.",
        "seed: flat 1 unit; rate: 1 times the factor; flek_flips (tarakus, Texas): a flek turns the tie against the other side; zero: mprihoda",
        ("flat", "rate", "flek_flips", "zero"),
    )
    meld_small: int = option(5, "Value of a small meld.", "seed: 5; Vysočina: 4; Texas: 2")
    meld_big: int = option(10, "Value of a big meld.", "seed: 10; Vysočina: 8; Texas: 4")
    meld_kings_trul: int = option(0, "Value of four kings with a trul card; 0: as four kings alone.", "Texas: 6")
    trul_honery: str = option(
        "sum", "Trul and honery are both paid, or one meld of the group a player (trulhonery, the big value).", "seed: sum; tarakus: one", ("sum", "one")
    )
    barvy_with: str = option(
        "pagat", "Which single tarok does not spoil barvy.", "seed: pagat; tarakus, Dlažka, Texas: none; Timanx: trul", ("pagat", "none", "trul")
    )
    melds: str = option(
        "optional", "Whether held melds must be declared; automatic: they count undeclared.",
        "seed: optional; Vysočina: mandatory; taroky.net: automatic", ("optional", "mandatory", "automatic"),
    )
    meld_payment: str = option("team", "Melds are settled between the sides, or all others pay the holder.", "seed: team; coder0987: individual", ("team", "individual"))
    pagat_silent: int = option(10, "Value of a silent pagát.", "seed: 10; Vysočina: 20; Texas: 2")
    pagat_announced: int = option(20, "Value of an announced or promised pagát.", "seed: 20; Vysočina: 40; Texas: 4")
    silent_pagat_loss: bool = option(True, "Whether a silent pagát that is beaten in the last trick costs its value.", "seed: yes; tarakus, mprihoda: no")
    valat_silent: int = option(70, "Value of a silent valát.", "seed: 70; Vysočina: 40; Texas: 20")
    valat_announced: int = option(140, "Value of an announced valát.", "seed: 140; Vysočina: 80; Texas: 40")
    valat_fail: int = option(140, "What a failed announced valát costs.", "recommended reading: 140; mprihoda: 70; Westfest: 40")
    valat_trojka: int = option(0, "Value of a silent valát in trojka, announced twice that; 0: as in the other contracts.", "Texas: 30")
    valat_base: str = option(
        "add", "A valát is added to the game; stands instead of it, if it was announced or made; or a made one is added to a game of 35 less the single values of the trickless side's cards.",
        "seed: add; mprihoda, coder0987: replace; tarakus, taroky.net: deduct", ("add", "replace", "deduct"),
    )
    flek_max: int = option(8, "Highest multiplier of the flek ladder.", "seed: 8; Dlažka, mprihoda: 16", (2, 4, 8, 16))
    cap: int = option(0, "Most that the game item can be; 0: no cap.", "seed: none; Vysočina: 400 units")
    rounding: str = option(
        "none", "How the game item is rounded: up to the next 2 units, or the Texas formula ((difference+10)·2)/10 rounded half up (trojka ·3).",
        "seed: none; taroky.net, Vysočina: up to 10 haléř; Westfest", ("none", "up2", "texas"),
    )
    varsava_scoring: str = option(
        "tiers", "How Varšava is settled.", "seed: tiers; fixed: tarakus; pot: mprihoda; difference: taroky.net MČR", ("tiers", "fixed", "pot", "difference")
    )
    varsava_tiers: tuple[int, ...] = option((10, 20, 40), "Prices of the three tiers.", "seed")
    varsava_bounds: tuple[int, ...] = option((30, 40), "Points of the worst player at which the second and the third tier begin.", "seed")
    varsava_mond: str = option("restricted", "Whether the mond may be led or laid under the škýz at will.", "seed: restricted; taroky.net: free", ("restricted", "free"))
    varsava_overtake: bool = option(True, "Duty to overtake in Varšava.", "seed and all Czech sources")
    varsava_trickless: int = option(2, "Factor of what a player without a trick receives.", "seed: 2")
    varsava_split: str = option(
        "exact", "How tied losers share the payment: exact fractions, or floored with the rest to the first seat.", "seed: equal shares", ("exact", "floor_then_first_seat")
    )
    pot: str = option("none", "A shared pot that pays the pagát and is fed by Varšava.", "seed: none; mprihoda: shared", ("none", "shared"))
    pot_stake: int = option(10, "What each player pays into an empty pot.", "mprihoda: 10")
    declare_start: str = option("any", "Who declares first; any: not checked.", "seed: not stated; Westfest: akter", ("any", "forhont", "akter"))
    flek_start: str = option("forhont", "Who is asked first in the flek round; a record is not held to it.", "recommended reading", ("forhont", "akter"))
    renonc: str = option(
        "as_played", "What a marked revoke costs: nothing more than the hand as played, a fine to each other player, or a fine into the pot.",
        "seed: not stated; each: Vysočina, Westfest; pot: mprihoda", ("as_played", "each", "pot"),
    )
    renonc_fine: int = option(20, "The fine for a marked revoke, doubled with each flek on the game when it goes to each.", "Vysočina: 1 Kč; mprihoda: 20; Westfest: 5 chips")
    point_base: int = option(70, "Card points of the pack: 70 counted by threes, or 106 single.", "seed: 70; Texas: 106", (70, 106))
