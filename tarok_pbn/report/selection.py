"""Selecting codes: ``--select P,S001 --ignore P012``; a shorter prefix stands for all its codes."""

from __future__ import annotations

from collections.abc import Iterable

from tarok_pbn.codes import CODES

__all__ = ["Selection"]


class Selection:
    """Which codes are wanted. The longest prefix that fits a code decides; ignore wins a tie."""

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> None:
        """Raises ValueError, with the nearest known code, for a prefix that fits none."""
        selected, ignored = _prefixes(select), _prefixes(ignore)
        self._wanted = {code: _decide(code, selected, ignored) for code in CODES}

    def __call__(self, code: str) -> bool:
        """Whether findings of that code are wanted."""
        return self._wanted.get(code, True)


def _prefixes(words: Iterable[str]) -> list[str]:
    prefixes = []
    for word in words:
        for prefix in word.replace(",", " ").upper().split():
            if prefix == "ALL":
                prefix = ""
            elif not any(code.startswith(prefix) for code in CODES):
                from tarok_pbn.games.kit.rules import nearest  # the games' room, needed for this alone

                near = nearest(prefix, CODES)
                raise ValueError(f"no code begins with {prefix}" + (f"; did you mean {near}?" if near else ""))
            prefixes.append(prefix)
    return prefixes


def _decide(code: str, selected: list[str], ignored: list[str]) -> bool:
    best = max((len(p) for p in selected if code.startswith(p)), default=-1 if selected else 0)
    against = max((len(p) for p in ignored if code.startswith(p)), default=-1)
    return best > against if best >= 0 else False
