"""XML: an event with its rounds, tables and boards, and the records of each; written and read one record at a time.

Input is not trusted: a document type is refused, and with it every entity of its own and all that could be
fetched; elements may stand in each other only so deep, and a record may have only so many bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO, NoReturn
from xml.parsers import expat

from tarok_pbn.exchange.formats import FormatError, Item
from tarok_pbn.exchange.json import VERSION
from tarok_pbn.exchange.proof import proved
from tarok_pbn.exchange.xmlschema import NAMESPACE, check, check_text, element, validate
from tarok_pbn.exchange.xmltree import LEVELS, Node, node_of, path_of, record_of
from tarok_pbn.record import Record

__all__ = ["DEPTH", "LIMIT", "read", "write"]

#: Bytes of one record, or of anything that is read as one piece.
LIMIT = 64 << 20
#: Elements in elements; the form has ten levels.
DEPTH = 32
_CHUNK = 1 << 20


# --- writing ------------------------------------------------------------------------------------


def write(items: Iterable[Item], out: BinaryIO) -> None:
    """One document. Records of one event, round, table and board that follow each other stand together.

    Where an exception ends the writing, elements stay open: what is there then is no document.
    """
    from lxml import etree

    with etree.xmlfile(out, encoding="utf-8") as file:
        file.write_declaration()
        document, groups = ExitStack(), _Groups(file)
        document.enter_context(file.element(f"{{{NAMESPACE}}}records", {"version": VERSION}, nsmap={None: NAMESPACE}))
        for number, item in enumerate(items, 1):
            try:
                node = node_of(item.record, item.text)
                validate(node)
            except FormatError as wrong:
                raise FormatError(f"record {number} cannot be written as XML: {wrong.what}") from wrong
            groups.move(path_of(item.record))
            groups.put(node)
        groups.move([])
        file.write("\n")
        document.close()
    out.write(b"\n")


class _Groups:
    """The elements that are open around the next record."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.open: list[tuple[tuple[str, str], ExitStack]] = []

    def move(self, path: list[tuple[str, str]]) -> None:
        """Close and open elements until they are those of *path*."""
        same = 0
        while same < min(len(path), len(self.open)) and self.open[same][0] == path[same]:
            same += 1
        while len(self.open) > same:
            _, stack = self.open.pop()
            self._indent()
            stack.close()
        for level, value in path[same:]:
            self._indent()
            stack = ExitStack()
            stack.enter_context(self.file.element(f"{{{NAMESPACE}}}{level}", {LEVELS[level][1]: value}))
            self.open.append(((level, value), stack))

    def put(self, node: Node) -> None:
        """Write a record here. It has no namespace of its own, so it stands in that of the document."""
        from lxml import etree

        self._indent()
        made = element(node)
        etree.indent(made, " ", level=len(self.open) + 1)
        self.file.write(made)

    def _indent(self) -> None:
        self.file.write("\n" + " " * (len(self.open) + 1))


# --- reading ------------------------------------------------------------------------------------


def read(stream: BinaryIO, name: str) -> Iterator[Item]:
    """The records of a document. Raises FormatError with line and column."""
    reader = _Reader()
    number = 0
    while True:
        data = stream.read(_CHUNK)
        reader.feed(data)
        for node, path in reader.taken():
            number += 1
            validate(node)
            _agree(node, path)
            record, text = record_of(node, path)
            yield proved(record, text, name, number, node.line, node.column)
        if not data:
            return


def _agree(node: Node, path: list[tuple[str, str]]) -> None:
    """Raise FormatError where a record has a tag of its own that contradicts the elements around it."""
    own: Record = record_of(node, [])[0]
    for level, value in path:
        tag = own.tag(LEVELS[level][0])
        if tag is not None and tag.value != value:
            raise FormatError(
                f"the {tag.name} of this record is {tag.value!r}, but it stands in {level} {value!r}",
                node.line, node.column,
            )  # fmt: skip


class _Reader:
    """Elements as they come, with their places; records are handed over when they are complete."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._stack: list[Node] = []
        self._texts: list[str] = []
        self._done: list[tuple[Node, list[tuple[str, str]]]] = []
        self._fed = 0
        self._begun = -1  # where the record that is being read begins, in bytes; -1 between records

    def feed(self, data: bytes) -> None:
        """Read the next bytes; none: the end. Raises FormatError."""
        self._fed += len(data)
        try:
            self._parser.Parse(data, not data)
        except expat.ExpatError as wrong:
            raise self._broken(wrong) from wrong
        if self._fed - max(self._parser.CurrentByteIndex, 0) > LIMIT:
            self._fail(f"what begins here is longer than {LIMIT >> 20} MiB")

    def taken(self) -> list[tuple[Node, list[tuple[str, str]]]]:
        """The records that are complete, each with the elements around it."""
        done, self._done = self._done, []
        return done

    def _place(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _fail(self, what: str, help: str = "") -> NoReturn:
        raise FormatError(what, *self._place(), help)

    def _broken(self, wrong: expat.ExpatError) -> FormatError:
        why, help = expat.ErrorString(wrong.code), ""
        if self._stack and why in ("mismatched tag", "no element found", "unclosed token"):
            last = self._stack[-1]
            help = f"{last.name}, which begins in line {last.line}, is still open"
        elif why == "no element found":
            help = f'a document begins with <records xmlns="{NAMESPACE}" version="{VERSION}">'
        return FormatError(f"this is not XML: {why}", wrong.lineno, wrong.offset + 1, help)

    def _doctype(self, *_declared: object) -> None:
        self._fail("a document type is declared here; it is not read, because it could fetch files or fill the memory")

    def _start(self, full: str, attributes: dict[str, str]) -> None:
        namespace, _, name = full.rpartition(" ")
        line, column = self._place()
        if namespace != NAMESPACE:
            what = f"the element {name} is of namespace {namespace!r}" if namespace else f"{name} has no namespace"
            self._fail(what, f'xmlns="{NAMESPACE}"')
        if len(self._stack) >= DEPTH:
            self._fail(f"elements stand in each other more than {DEPTH} deep")
        node = Node(name, attributes, line=line, column=column)
        parent = self._stack[-1] if self._stack else None
        check(node, parent)
        self._bound()
        if name == "record":
            self._begun = self._parser.CurrentByteIndex
        elif parent is not None and name in LEVELS:
            parent.children.clear()  # of what is closed only the last name is asked for
        if parent is not None:
            parent.children.append(node)
        self._stack.append(node)
        self._texts.clear()

    def _characters(self, text: str) -> None:
        node = self._stack[-1]
        check_text(node, text, *self._place())
        self._texts.append(text)
        self._bound()

    def _bound(self) -> None:
        if 0 <= self._begun < self._parser.CurrentByteIndex - LIMIT:
            self._fail(f"the record is longer than {LIMIT >> 20} MiB")

    def _end(self, _full: str) -> None:
        node = self._stack.pop()
        if not node.children:
            node.text = "".join(self._texts)
        self._texts.clear()
        if node.name == "record":
            self._begun = -1
            self._stack[-1].children.clear()
            path = [(n.name, n.attributes[LEVELS[n.name][1]]) for n in self._stack if n.name in LEVELS]
            self._done.append((node, path))
