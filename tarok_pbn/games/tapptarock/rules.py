"""Tapp-Tarock: every option of the rules, documented."""

from __future__ import annotations

from dataclasses import dataclass

from tarok_pbn.games.kit.rules import option

__all__ = ["PAGE", "Rules"]

#: How findings name the rules page.
PAGE = "koenigrufen App. A"


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of Tapp-Tarock. Values are units per opponent."""

    values: tuple[int, ...] = option((3, 4, 5, 8), "Values of Dreier, Unterer, Oberer and Solo.", "App. A")
    unterer_half: int = option(
        1,
        "Which half of the talon an Unterer takes, the first dealt or the second; the Oberer takes the other.",
        "App. A: disputed",
        (1, 2),
    )
    hold: str = option(
        "seniority",
        "Who may hold the bid of another.",
        "App. A: by seniority, or Vorhand only",
        ("none", "forehand", "seniority"),
    )
    all_pass: str = option("trischaken", "What is played when everybody passes.", "App. A", ("trischaken", "redeal"))
    trischaken_value: int = option(
        5, "What the loser of a Trischaken pays to each, and to a player without a trick once more.", "App. A"
    )
    pagat: tuple[int, ...] = option((4, 8), "Value of a silent and of an announced Pagat ultimo.", "App. A")
    pagat_solo: int = option(2, "Factor of the Pagat ultimo in a Solo.", "App. A")
    silent_pagat_loss: bool = option(
        False, "Whether a silent Pagat that is beaten in the last trick costs its value.", "App. A: not stated"
    )
    valat: tuple[int, ...] = option(
        (4, 8), "Silent and announced Valat, as multiples of the game or as fixed amounts.", "App. A"
    )
    valat_mode: str = option(
        "multiple",
        "Whether the Valat is a multiple of the game or a fixed amount.",
        "App. A: 12/24 fixed",
        ("multiple", "fixed"),
    )
    trull: int = option(3, "Hand bonus for I, XXI and Sküs.", "App. A")
    koenigstrull: int = option(3, "Hand bonus for four kings.", "App. A")
    koepfe: int = option(1, "Hand bonus for exactly two Trull cards.", "App. A")
    kontra_max: int = option(8, "Highest multiplier of the kontra ladder.", "App. A", (2, 4, 8))
    defenders_announce: bool = option(False, "Whether the opponents may announce too.", "App. A: only the declarer")
    discard_tarock: str = option(
        "forced_shown",
        "Taroks are laid away only when forced, or at will; shown in both.",
        "§5",
        ("forced_shown", "shown"),
    )
    threshold_thirds: int = option(107, "Thirds that win.", "App. A: 36 points")
    colour_keep_suits_while_tarock: bool = option(False, "Of no use here: there are no colour games.", "§5")
    colour_min_suits: int = option(0, "Of no use here: there are no colour games.", "§5")
