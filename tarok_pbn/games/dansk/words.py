"""Danish words for the tokens of a record, with English glosses. Source: dansk §1.3, §4.2."""

from __future__ import annotations

from tarok_pbn.cards import SUITS
from tarok_pbn.games.kit.words import Word, find_word

__all__ = ["WORDS", "wording"]

_SUITS = dict(
    zip(SUITS, (("spar", "spades"), ("hjerter", "hearts"), ("ruder", "diamonds"), ("klør", "clubs")), strict=True)
)
_RANKS = {"K": ("konge", "king"), "Q": ("dame", "queen"), "N": ("kaval", "knight"), "J": ("knægt", "jack")}
_GRADES = {"sprojtefulde": ("sprøjtefulde", "abundant"), "fulde": ("fulde", "full"), "halve": ("halve", "half")}

WORDS: dict[str, Word] = {
    # cards
    "F": Word("skisen", "the fool"),
    "T1": Word("pagaten", "the 1 of trumps"),
    "T21": Word("mondo", "the 21 of trumps"),
    "tarok": Word("tarok", "trump"),
    # exchange
    "tout": Word("Tout", "all tricks"),
    "redeal": Word("omgivning", "demands a redeal"),
    "lays": Word("lægger i skaten", "lays away"),
    "names": Word("nævner", "names the meld cards laid away"),
    "pots_not_moved": Word("koppen er ikke flyttet", "the pots were not moved on"),
    # melds
    "pass": Word("pas", "nothing to declare"),
    "tarokker": Word("tarokker", "ten or more trumps, the fool among them"),
    "matadorer": Word("matadorer", "fool, mondo and pagat with the trumps below the mondo"),
    "sprojtefulde": Word("sprøjtefulde", "all courts of a suit and the fool"),
    "fulde": Word("fulde", "all courts of a suit"),
    "halve": Word("halve", "three courts of a suit and the fool"),
    "sprojtefulde_konger": Word("sprøjtefulde konger", "four kings and the fool"),
    "fulde_konger": Word("fulde konger", "four kings"),
    "halve_konger": Word("halve konger", "three kings and the fool"),
    # play
    "name": Word("benævner skisen", "names the led fool"),
    "demand": Word("forlanger skisen", "demands the fool"),
    "asks": Word("spørger om tarokker i skaten", "asks for trumps laid away"),
    "trumps": Word("tarokker i skaten", "trumps laid away"),
    # settlement and pots
    "foundation": Word("fundering", "founding an empty pot"),
    "fee": Word("kortgiver", "the dealer's fee"),
    "melds": Word("meldinger", "melds"),
    "lost": Word("tabt", "king or pagat lost in a trick"),
    "won": Word("stik med pagaten", "trick won with the pagat"),
    "ultimo": Word("Ultimo", "last trick won with a king or the pagat"),
    "bagud": Word("Bagud", "king or pagat lost in the last trick"),
    "last": Word("sidste stik", "last trick"),
    "nolo": Word("Nolo", "no trick"),
    "cards": Word("kortpoint", "card points"),
    "fine": Word("bod", "fine"),
    "pagat": Word("Pagatkoppen", "the pagat pot"),
    "king": Word("Kongekoppen", "the king pot"),
    "pot": Word("koppen", "the pot"),
    "rounding": Word("afrunding", "what rounding makes or loses"),
}


def wording(token: str) -> Word:
    """How a token is said: ``tarokker:11,pagat`` is "11 tarokker med pagat"."""
    verb, _, rest = token.partition(":")
    first, _, second = rest.partition(",")
    if verb in ("tarokker", "matadorer") and first:
        with_pagat = second == "pagat"
        gloss = f"{first} {'trumps' if verb == 'tarokker' else 'matadors'}"
        return Word(
            f"{first} {verb}{' med pagat' if with_pagat else ''}", gloss + (" with the pagat" if with_pagat else "")
        )
    grade = _GRADES.get(verb.removesuffix("_konger"))
    if grade is not None:
        return _court_meld(grade, verb.endswith("_konger"), first, second)
    if verb == "name" and first:
        suit = _SUITS.get(first, ("tarok", "trumps"))
        return Word(f"skisen er {suit[0]}", f"names the fool as {suit[1]}")
    if verb == "trumps" and first:
        told = {"yes": ("ja", "yes"), "no": ("nej", "no")}.get(first, (first, first))
        return Word(f"tarokker i skaten: {told[0]}", f"trumps laid away: {told[1]}")
    if first and verb in ("melds", "lost", "won", "ultimo", "bagud"):
        word = WORDS[verb]
        return Word(f"{word.text} {rest}", f"{word.gloss}: {rest}" if word.gloss else "")
    return find_word(WORDS, token)


def _court_meld(grade: tuple[str, str], kings: bool, first: str, second: str) -> Word:
    lacks, kind = (first, ("konger", "kings")) if kings else (second, _SUITS.get(first, (first, first)))
    names = _SUITS if kings else _RANKS
    text, gloss = f"{grade[0]} {kind[0]}", f"{grade[1]} {kind[1]}"
    if lacks in names:
        text += f" mangler {names[lacks][0]}"
        gloss += f", no {names[lacks][1]}"
    return Word(text, gloss)
