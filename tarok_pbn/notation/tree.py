"""The lossless syntax tree: every character of a text in exactly one leaf.

``str(syntax(text)) == text`` for every text, valid or not. The tree is made of the
tokens that the reader reads; it is meant for editors, highlighters and other tools
that must change one thing and leave the rest alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tarok_pbn.notation import tags
from tarok_pbn.notation.files import to_bytes
from tarok_pbn.notation.lexer import SECTION, TAG, breaks_line, tokenize
from tarok_pbn.notation.split import split
from tarok_pbn.notation.words import Words

__all__ = ["Node", "SyntaxTree", "syntax"]


class Node:
    """A piece of the text.

    kind: of leaves ``space tag header seat word mark comment escape cell end note bom junk text``;
    of inner nodes ``file record section group row``.
    start, end: characters of the text, end exclusive. children: of inner nodes, which they tile.
    """

    __slots__ = ("children", "end", "kind", "start", "text")

    def __init__(self, kind: str, start: int, text: str = "") -> None:
        self.kind = kind
        self.start = start
        self.end = start + len(text)
        self.text = text
        self.children: list[Node] = []

    def add(self, child: Node) -> Node:
        """Put *child* at the end; it begins where this node ends so far."""
        self.children.append(child)
        return child

    def leaves(self) -> Iterator[Node]:
        """All leaves in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.children:
                stack.extend(reversed(node.children))
            elif node.text:
                yield node

    def find(self, kind: str) -> Iterator[Node]:
        """All nodes of a kind below this one, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.kind == kind:
                yield node
            stack.extend(reversed(node.children))

    def __str__(self) -> str:
        return "".join([leaf.text for leaf in self.leaves()])

    def __repr__(self) -> str:
        return f"<{self.kind} {self.start}-{self.end}>"


class SyntaxTree(Node):
    """The tree of a whole text: a ``file`` node whose children are records."""

    __slots__ = ()

    @property
    def records(self) -> list[Node]:
        """The record nodes."""
        return self.children


def syntax(text: str) -> SyntaxTree:
    r"""The syntax tree of *text*; never raises for what stands in it.

    >>> tree = syntax('[Event "x"]\n[Play]\nS T1 T2!\n')
    >>> str(tree) == '[Event "x"]\n[Play]\nS T1 T2!\n', [node.text for node in tree.find("word")]
    (True, ['T1', 'T2'])
    """
    tree = SyntaxTree("file", 0)
    data = to_bytes(text)
    rest = [data]
    position = 0
    for _, raw, _ in split(lambda size: rest.pop() if rest and size > 1 else b""):
        # the characters of the text itself, so that odd surrogates stay what they are
        size = len(raw.decode("utf-8", "surrogateescape"))
        if len(raw) == len(data):
            size = len(text)
        record = tree.add(Node("record", position))
        _Planter(record, text[position : position + size]).plant()
        position += size
    if position < len(text):
        tree.add(Node("junk", position, text[position:]))
    tree.end = len(text)
    return tree


class _Planter:
    """Builds the nodes of one record."""

    def __init__(self, record: Node, text: str) -> None:
        self.record = record
        self.text = text
        self.position = record.start
        self.section: Node | None = None
        self.group: Node | None = None
        self.mode = ""
        self.width = 1
        self.cells = 0
        self.words = Words.of()

    def plant(self) -> None:
        last = self.record.start
        first, after_mark = True, False
        for space, token in tokenize(self.text):
            if space:
                self._leaf("space", space)
            if token:
                begins = (first and not space) or space[-1:] in ("\n", "\r")
                self._token(space, token, begins or (after_mark and not space))
                first, after_mark = False, begins and token == "\ufeff"
            last = self.position
        for node in (self.group, self.section, self.record):
            if node is not None:
                node.end = last

    def _leaf(self, kind: str, text: str) -> None:
        parent = self.group or self.section or self.record
        parent.add(Node(kind, self.position, text))
        self.position += len(text)

    def _close_group(self) -> None:
        if self.group is not None:
            self.group.end = self.position
            self.group = None

    def _close_section(self) -> None:
        self._close_group()
        if self.section is not None:
            self.section.end = self.position
            self.section = None
        self.mode = ""

    def _token(self, space: str, token: str, begins: bool) -> None:
        start = token[0]
        if start == "[":
            self._bracket(space, token)
        elif self.mode == "raw":
            self._leaf("text", token)
        elif start == "{" or start == ";":
            self._leaf("comment", token)
        elif start == "%" and begins:
            self._leaf("escape", token)
        elif start == "\ufeff":
            self._leaf("bom", token)
        elif self.mode == "table":
            self._cell(token)
        elif self.mode == "stream":
            self._word(token)
        else:
            self._leaf("junk", token)

    def _bracket(self, space: str, token: str) -> None:
        match = TAG.fullmatch(token)
        header = match is None and SECTION.fullmatch(token)
        if self.mode == "raw" and not ((match or header) and breaks_line(space)):
            self._leaf("text", token)
            return
        self._close_group()
        if match is not None and match[1] == "Note":
            self._leaf("note", token)
        elif match is not None and not (match[1] in tags.SECTIONS or tags.is_table(match[1])):
            self._close_section()
            self._leaf("tag", token)
        elif heading := match or header:
            self._close_section()
            self.section = self.record.add(Node("section", self.position))
            name = heading[1]
            self.mode = "stream" if name in tags.SECTIONS else "table" if match else "raw"
            self.width = match[2].count(";") + 1 if match else 1
            self._leaf("header", token)
        else:
            self._leaf("junk", token)

    def _cell(self, token: str) -> None:
        if token[0] in "$=^" and self.words.read(token).kind == "marks":
            self._leaf("mark", token)
            return
        section = self.section
        if self.group is None or self.cells >= self.width:
            self._close_group()
            self.cells = 0
            if section is not None:
                self.group = section.add(Node("row", self.position))
        self.cells += 1
        self._leaf("cell", token)

    def _word(self, token: str) -> None:
        reading = self.words.read(token)
        kind = reading.kind
        if kind == "seat":
            self._close_group()
            if self.section is not None:
                self.group = self.section.add(Node("group", self.position))
            self._leaf("seat", token)
        elif kind == "end":
            self._close_group()
            self._leaf("end", token)
        elif kind in ("marks", "suffix"):
            self._leaf("mark", token)
        elif kind == "junk":
            self._leaf("junk", token)
        else:
            size = self.words.bare(token)
            self._leaf("word", token[:size])
            if size < len(token):
                self._leaf("mark", token[size:])
