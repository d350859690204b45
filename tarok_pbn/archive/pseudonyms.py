"""Pseudonyms and the key that leads back: who is called what, kept in a file of its own."""

from __future__ import annotations

import json
import os
import random
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tarok_pbn.archive.people import People

__all__ = ["STYLES", "TREES", "Key", "KeyFault"]

STYLES = ("numbers", "trees")
_TREE_LIST = (
    "Acacia Alder Almond Apple Ash Aspen Banyan Baobab Bay Beech Birch Box Buckthorn Cedar Cherry Chestnut Cork "
    "Cypress Dogwood Ebony Elder Elm Fir Ginkgo Gum Hawthorn Hazel Hemlock Hickory Holly Hornbeam Jacaranda Juniper "
    "Laburnum Larch Laurel Lime Linden Magnolia Mahogany Mango Maple Medlar Mulberry Myrtle Oak Olive Osier Palm Pear "
    "Pine Plane Plum Poplar Quince Redwood Rowan Sallow Spindle Spruce Sumac Sycamore Tamarisk Teak Walnut Willow Yew"
)
TREES = tuple(_TREE_LIST.split())
_FORM = "tarok-pbn key 1"
#: What a pseudonym must not hold, since it has to stand in comments, strings and cells.
_BAD = re.compile(r"[{}\[\]\";%\\\s]")


class KeyFault(Exception):
    """A key file that cannot be used; its text says why."""


class Key:
    """Pseudonyms in both directions.

    prefix: what numbered pseudonyms begin with. style: ``numbers`` (``Player 1``) or ``trees`` (``Alder``), drawn by
    *seed*. Raises KeyFault for a prefix that cannot stand in every text.
    """

    def __init__(self, prefix: str = "Player", style: str = "numbers", seed: int | None = None) -> None:
        if not prefix or _BAD.search(prefix) or not prefix[0].isalpha() or prefix[-1].isdigit():
            raise KeyFault(f"the prefix {prefix!r} must be one word that begins with a letter and ends without a digit")
        self.prefix = prefix
        self._trees = list(TREES) if style == "trees" else []
        random.Random(seed).shuffle(self._trees)
        #: pseudonym -> spellings of the name, the first one counts
        self.names: dict[str, list[str]] = {}
        #: pseudonym -> tag, where it stands for a value that is no person's name
        self.kinds: dict[str, str] = {}
        #: hash of a record -> number of an occurrence in it -> what stood there, where that is not the name itself
        self.spelt: dict[str, dict[str, str]] = {}
        self.people = People()
        self._by_number: dict[int, str] = {}
        #: words that stand in the texts and so can be no pseudonyms
        self.occupied: set[str] = set()

    def pseudonym(self, name: str, kind: str = "") -> str:
        """The pseudonym of a person, or of a value of the tag *kind* that is no person's; made where there is none."""
        number = self.people.add(name, person=not kind)
        found = self._by_number.get(number)
        if found is None:
            found = self._by_number[number] = self._new(kind or self.prefix, bool(kind))
            self.names[found] = [name]
            if kind:
                self.kinds[found] = kind
        elif name not in self.names[found]:
            self.names[found].append(name)
        return found

    def of(self, number: int) -> str:
        """The pseudonym of a person by number."""
        return self._by_number[number]

    def _new(self, prefix: str, numbered: bool) -> str:
        while self._trees and not numbered:
            tree = self._trees.pop()
            if tree.casefold() not in self.occupied and tree not in self.names and not self.people.knows(tree):
                return tree
        number = 1 + sum(name.rpartition(" ")[0] == prefix for name in self.names)
        while f"{prefix} {number}" in self.names or f"{prefix} {number}".casefold() in self.occupied:
            number += 1
        return f"{prefix} {number}"

    @classmethod
    def load(cls, path: str, prefix: str, style: str, seed: int | None) -> Key:
        """The key of a file; an empty one where there is none. Raises KeyFault and OSError."""
        key = cls(prefix, style, seed)
        if not os.path.lexists(path):
            return key
        try:
            data: Any = json.loads(Path(path).read_text("utf-8"))
            if not isinstance(data, dict) or data.get("form") != _FORM:
                raise ValueError("it does not say that it is one")
            for entry in data["names"]:
                pseudonym, kind, spellings = str(entry["pseudonym"]), str(entry["kind"]), list(entry["spellings"])
                if not spellings or not all(isinstance(s, str) for s in spellings) or pseudonym in key.names:
                    raise ValueError(f"its entry {pseudonym!r} is damaged")
                number = key.people.add(spellings[0], person=not kind)
                key._by_number[number] = pseudonym
                key.names[pseudonym] = spellings
                key.kinds.update({pseudonym: kind} if kind else {})
            key.spelt = {str(a): {str(n): str(s) for n, s in b.items()} for a, b in data["spelt"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            raise KeyFault(f"{path} is no key file: {wrong}") from wrong
        key._trees = [tree for tree in key._trees if tree not in key.names]
        return key

    def save(self, path: str) -> None:
        """Write the key, readable by its owner only, in one step. Raises OSError."""
        listed = [
            {"pseudonym": pseudonym, "kind": self.kinds.get(pseudonym, ""), "spellings": spellings}
            for pseudonym, spellings in self.names.items()
        ]
        text = json.dumps({"form": _FORM, "names": listed, "spelt": self.spelt}, indent=1)
        target = os.path.realpath(path)
        folder, base = os.path.split(target)
        handle, name = tempfile.mkstemp(prefix=f".{base}.", suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:  # made with mode 0600
                file.write(text.encode("ascii"))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
