"""Czech words for the tokens of a taroky record, with English glosses."""

from __future__ import annotations

from tarok_pbn.games.kit.words import Word

__all__ = ["WORDS"]

WORDS: dict[str, Word] = {
    # cards
    "F": Word("Škýz", "the fool"),
    "T21": Word("mond", "the XXI"),
    "T1": Word("pagát", "the I"),
    # bids and contracts
    "pass": Word("pas", "pass", term=False),
    "povinnost": Word("povinnost", "first game"),
    "druha": Word("druhá povinnost", "second game"),
    "trojka": Word("trojka", "solo with three cards"),
    "trojka:1": Word("trojka v prvních", "trojka in the first cards"),
    "trojka:2": Word("trojka ve druhých", "trojka in the second cards"),
    "trojka:3": Word("trojka ve třetích", "trojka in the third cards"),
    "solo": Word("sólo", "solo without the talon"),
    "varsava": Word("Varšava", "fewest points win"),
    "given_up": Word("vzdáno", "given up", term=False),
    "call": Word("volá", "calls", term=False),
    # exchange
    "takes": Word("bere", "takes", term=False),
    "refuses": Word("nebere", "refuses", term=False),
    "exposes": Word("ukazuje", "exposes", term=False),
    "lays": Word("odhazuje", "lays away", term=False),
    "shows": Word("ukazuje", "shows", term=False),
    "plays_on": Word("hraje dál", "plays on", term=False),
    "gives_up": Word("vzdává", "gives up", term=False),
    # melds and commitments
    "taroky": Word("taroky", "ten or more taroks"),
    "tarocky": Word("taročky", "eight or nine taroks"),
    "barvy": Word("barvy", "no tarok"),
    "barvicky": Word("barvičky", "one or two taroks"),
    "trul": Word("trul", "pagát, mond and škýz"),
    "kralove": Word("královské honéry", "four kings"),
    "honery": Word("honéry", "four or more cards of five points"),
    "trulhonery": Word("trulhonéry", "the trul and a fourth card of five points"),
    "pagat": Word("pagát", "last trick with the I"),
    "valat": Word("valát", "all tricks"),
    # doubling
    "flek": Word("flek", "doubled"),
    "reflek": Word("reflek", "redoubled"),
    "super": Word("super", "doubled a third time"),
    "resub": Word("resub", "doubled a fourth time"),
    "hra": Word("hra", "the game", term=False),
    # play and settlement
    "claim": Word("bere zbytek", "claims the rest", term=False),
    "game": Word("hra", "game", term=False),
    "melds": Word("hlášky", "melds", term=False),
    "renonc": Word("renonc", "revoke", term=False),
    "stakes": Word("vklady", "stakes", term=False),
    "pot": Word("pokladnička", "pot", term=False),
}
