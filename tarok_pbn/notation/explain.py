"""Why a word cannot be read, and what was probably meant."""

from __future__ import annotations

import re
import unicodedata

from tarok_pbn.notation import spelling

__all__ = ["letters_help", "unreadable"]

_BARE_NUMBER = re.compile(r"[0-9]{1,2}")
_SUITED = re.compile(r"([SHDC])(.+)")
_ACTION = re.compile(r"([A-Za-z_][\w]*)(:.*)?", re.DOTALL)
_TAROK = re.compile(r"T([0-9]+)")
_PUNCTUATED = re.compile(r"([A-Za-z0-9]+)[,.]")
#: Cyrillic and Greek capitals that look like a letter of a card or a seat
_ALIKE = dict(zip("АВСЕНКМТХІЅЈΑΒΕΗΙΚΝΤΧ", "ABCEHKMTXISJABEHIKNTX", strict=True))


def unreadable(text: str) -> tuple[str, str, str]:
    """Code, sentence and help for text that no rule of a stream or table accepts."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    if text[:1] == '"' and (len(text) == 1 or text[-1] != '"'):
        return "F006", "the quoted string is not closed on its line", "strings stand in tags and tables"
    if text in ("}", "]"):
        opening = "{" if text == "}" else "["
        return "F008", f"{text} closes nothing: there is no {opening} before it", ""
    why, help = f"{shown!r} is not a card, a seat, an action or a mark", ""
    if (strange := _strange(text)) is not None:
        return "F008", why, strange
    if " " in text:
        why = f"this text is not made of cards, seats, actions or marks: {shown!r}"
        return "F008", why, "a comment stands in {braces}"
    if text == "?":
        help = "an unknown card is ??; a suffix ? is written onto the word, as in HK?"
    elif _BARE_NUMBER.fullmatch(text) and 1 <= int(text) <= 22:
        help = f"a tarok is written T{int(text)}" if int(text) < 22 else "the fool is written F"
    elif match := _PUNCTUATED.fullmatch(text):
        help = f"nothing is written onto it: {match[1]}"
    elif match := _TAROK.fullmatch(text):
        why, help = f"{shown!r} is not a tarok: there are T1 to T21, and F", ""
    elif match := _SUITED.fullmatch(text):
        why = f"{shown!r} is not a card: {match[2][:20]!r} is not a rank"
        help = "ranks are K Q N J T 9 8 7 6 5 4 3 2 1" + letters_help(match[2])
    elif len(text) == 1 and text.isupper():
        help = "a seat is S, E, N or W, or A to D; an action word is written in small letters"
    elif text[-1] == ":" and (seat := spelling.seat(text[:-1])) is not None:
        help = f"a seat has no colon: {seat}"
    elif len(text) == 2 and text[0].upper() in "SHDC" and letters_help(text[1]):
        help = "ranks are K Q N J T 9 8 7 6 5 4 3 2 1" + letters_help(text[1])
    elif match := _ACTION.fullmatch(text):
        small = match[1].lower()
        if small != match[1]:
            help = f"action words are written in small letters: {small}{(match[2] or '')[:20]}"
        elif match[2] is not None:
            help = "arguments follow a colon, with commas and without spaces: lays:DQ,C9"
    return "F008", why, help


def letters_help(rank: str) -> str:
    """What to add to a list of ranks where *rank* is the letter of another language: how to declare it."""
    rank = rank.upper()
    languages = sorted(name for name, letters in spelling.LETTERS.items() if rank in letters)
    if not languages:
        return ""
    return f"; {rank} stands for {spelling.LETTERS[languages[0]][rank]} in a record with [Letters \"{languages[0]}\"]"


def _strange(text: str) -> str | None:
    """Help for text that looks right and is not, or that has accents where the format has none."""
    if text.isascii():
        return None
    for char in text:
        if unicodedata.category(char) == "Cf":
            name = unicodedata.name(char, "a character").lower()
            return f"an invisible character stands in it: {name}, U+{ord(char):04X}"
        if char in _ALIKE:
            return f"the {char} is {unicodedata.name(char).lower()}, not the letter {_ALIKE[char]}"
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    match = _ACTION.fullmatch(plain)
    if plain.isascii() and match is not None and plain.islower():
        return f"action words have no accents: {plain[:40]}"
    return None
