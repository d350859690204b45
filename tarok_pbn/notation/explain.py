"""Why a word cannot be read, and what was probably meant."""

from __future__ import annotations

import re

__all__ = ["unreadable"]

_BARE_NUMBER = re.compile(r"[0-9]{1,2}")
_SUITED = re.compile(r"([SHDC])(.+)")
_ACTION = re.compile(r"([A-Za-z_][\w]*)(:.*)?", re.DOTALL)
_TAROK = re.compile(r"T([0-9]+)")


def unreadable(text: str) -> tuple[str, str, str]:
    """Code, sentence and help for text that no rule of a stream or table accepts."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    if text[:1] == '"' and (len(text) == 1 or text[-1] != '"'):
        return "F006", "the quoted string is not closed on its line", "strings stand in tags and tables"
    if text in ("}", "]"):
        opening = "{" if text == "}" else "["
        return "F008", f"{text} closes nothing: there is no {opening} before it", ""
    why, help = f"{shown!r} is not a card, a seat, an action or a mark", ""
    if " " in text:
        why = f"this text is not made of cards, seats, actions or marks: {shown!r}"
        return "F008", why, "a comment stands in {braces}"
    if text == "?":
        help = "an unknown card is ??; a suffix ? is written onto the word, as in HK?"
    elif _BARE_NUMBER.fullmatch(text) and 1 <= int(text) <= 22:
        help = f"a tarok is written T{int(text)}" if int(text) < 22 else "the fool is written F"
    elif match := _TAROK.fullmatch(text):
        why, help = f"{shown!r} is not a tarok: there are T1 to T21, and F", ""
    elif match := _SUITED.fullmatch(text):
        why = f"{shown!r} is not a card: {match[2][:20]!r} is not a rank"
        help = "ranks are K Q N J T 9 8 7 6 5 4 3 2 1"
    elif match := _ACTION.fullmatch(text):
        small = match[1].lower()
        if small != match[1]:
            help = f"action words are written in small letters: {small}{(match[2] or '')[:20]}"
        elif match[2] is not None:
            help = "arguments follow a colon, with commas and without spaces: lays:DQ,C9"
    return "F008", why, help
