"""German words for the tokens of a Königrufen record, with English glosses."""

from __future__ import annotations

from tarok_pbn.games.kit.words import Word

__all__ = ["WORDS"]

WORDS: dict[str, Word] = {
    # cards
    "F": Word("Sküs", "the fool"),
    "T21": Word("Mond", "the XXI"),
    "T1": Word("Pagat", "the I"),
    "T2": Word("Uhu", "the II"),
    "T3": Word("Kakadu", "the III"),
    "T4": Word("Quapil", "the IIII"),
    # accounts
    "money": Word("Geld", "the money"),
    # bidding
    "pass": Word("weiter", "pass"),
    "vorhand": Word("Mein Spiel", "Vorhand keeps her right to choose"),
    "hold": Word("ich halte", "plays the game that another bid"),
    "bei": Word("bei", "joins a negative game"),
    "verdacht": Word("auf Verdacht", "a suspended bid"),
    "gibt_ab": Word("gibt ab", "hands on Vorhand's right"),
    "call": Word("ruft", "calls"),
    "call:fourth": Word("mit dem vierten König", "calls the fourth king without naming it"),
    # contracts
    "rufer": Word("Rufer", "calls a king, two against two"),
    "besserrufer": Word("Besserrufer", "Rufer with a Vogel"),
    "pagatrufer": Word("Pagatrufer", "Rufer with the I"),
    "uhurufer": Word("Uhurufer", "Rufer with the II"),
    "kakadurufer": Word("Kakadurufer", "Rufer with the III"),
    "quapilrufer": Word("Quapilrufer", "Rufer with the IIII"),
    "solorufer": Word("Solorufer", "Rufer without the talon"),
    "solobesser": Word("Solobesser", "Solorufer with a Vogel"),
    "dreier": Word("Dreier", "alone against three, with three cards"),
    "sechserdreier": Word("Sechserdreier", "alone against three, with six cards"),
    "besserdreier": Word("Besserdreier", "Dreier with a Vogel"),
    "solodreier": Word("Solodreier", "alone without the talon"),
    "farbendreier": Word("Farbendreier", "colour game with three cards"),
    "farbensolo": Word("Farbensolo", "colour game without the talon"),
    "bettler": Word("Bettler", "no trick"),
    "piccolo": Word("Piccolo", "exactly one trick"),
    "zwiccolo": Word("Zwiccolo", "exactly two tricks"),
    "triccolo": Word("Triccolo", "exactly three tricks"),
    "bettler_ouvert": Word("Bettler ouvert", "no trick, cards open"),
    "piccolo_ouvert": Word("Piccolo ouvert", "exactly one trick, cards open"),
    "zwiccolo_ouvert": Word("Zwiccolo ouvert", "exactly two tricks, cards open"),
    "triccolo_ouvert": Word("Triccolo ouvert", "exactly three tricks, cards open"),
    "plauderer": Word("Plauderer", "no trick, everybody open and talking"),
    "trischaken": Word("Trischaken", "every player for himself, fewest points"),
    "stichzwang": Word("mit Stichzwang", "tricks must be overtaken"),
    "ohne_stichzwang": Word("ohne Stichzwang", "tricks need not be overtaken"),
    "talon": Word("Talon", "where the talon goes"),
    # exchange
    "takes": Word("nimmt", "takes"),
    "lays": Word("legt", "lays away"),
    "shows": Word("zeigt", "shows"),
    "concedes": Word("schleift", "concedes"),
    # announcements
    "liegt": Word("ich liege", "the declarer has spoken"),
    "gut": Word("gut", "no objection"),
    "pagat": Word("Pagat", "last trick with the I"),
    "uhu": Word("Uhu", "last trick but one with the II"),
    "kakadu": Word("Kakadu", "tenth trick with the III"),
    "quapil": Word("Quapil", "ninth trick with the IIII"),
    "ku": Word("König ultimo", "called king in the last trick"),
    "trull": Word("Trull", "I, XXI and Sküs in the own tricks"),
    "koenige": Word("vier Könige", "four kings in the own tricks"),
    "mondfang": Word("Mondfang", "the Sküs takes the XXI"),
    "absolut": Word("Absolut", "the others below 20 points"),
    "sack1": Word("Sack", "many points"),
    "sack2": Word("zweiter Sack", "very many points"),
    "valat": Word("Valat", "all tricks"),
    # doubling
    "kontra": Word("Kontra", "doubled"),
    "re": Word("Re", "redoubled"),
    "sub": Word("Sub", "doubled a third time"),
    "mord": Word("Mord", "doubled a fourth time"),
    "hirsch": Word("Hirsch", "doubled a fifth time"),
    "supra": Word("Supra", "doubled a sixth time"),
    "spiel": Word("Spiel", "the game"),
    # settlement
    "game": Word("Spiel", "game"),
    "renonce": Word("Renonce", "revoke"),
}
