"""A record as a tree of XML elements, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tarok_pbn.cards import CARD
from tarok_pbn.exchange.escaping import NOT_IN_XML, escaper, has, unescape
from tarok_pbn.exchange.formats import FormatError
from tarok_pbn.notation.tags import IDENTITY
from tarok_pbn.record import ENDS, MARK_KINDS, Group, Mark, Record, Section, Tag

__all__ = ["LEVELS", "Node", "node_of", "path_of", "place_tags", "record_of"]

#: element -> the tag that it gives to the records in it, and its attribute; the outer ones first
LEVELS: dict[str, tuple[str, str]] = {
    "event": ("Event", "name"),
    "round": ("Round", "number"),
    "table": ("Table", "number"),
    "board": ("Board", "number"),
}
_GIVEN = tuple(tag for tag, _ in LEVELS.values())
_RANK = {name: rank for rank, name in enumerate(IDENTITY)}
_PLAYERS = frozenset(("South", "East", "North", "West", "A", "B", "C", "D", "E"))
_RESULT = frozenset(IDENTITY[IDENTITY.index("Contract") :])
_CARDS = frozenset((*CARD, "??"))


@dataclass(slots=True)
class Node:
    """An element: its name without namespace, and where it begins (line and column, from 1; 0 where it was made)."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""
    line: int = 0
    column: int = 0

    def all(self, *names: str) -> Iterator[Node]:
        """The children of these names."""
        return (child for child in self.children if child.name in names)


# --- record -> tree -----------------------------------------------------------------------------


def path_of(record: Record) -> list[tuple[str, str]]:
    """(element, value) of the elements around a record, from the outer to the inner."""
    path = []
    for element, (name, _) in LEVELS.items():
        tag = record.tag(name)
        if tag is not None and NOT_IN_XML.search(tag.value) is None:
            path.append((element, tag.value))
    return path


def place_tags(tags: list[Tag], path: list[tuple[str, str]]) -> list[Tag]:
    """*tags* with those that the elements around them give, each at its place in canonical order.

    A tag that is there already is not given again.
    """
    placed = list(tags)
    for element, value in path:
        name = LEVELS[element][0]
        if any(tag.name == name for tag in tags):
            continue
        later = (at for at, tag in enumerate(placed) if _RANK.get(tag.name, len(_RANK)) > _RANK[name])
        placed.insert(next(later, len(placed)), Tag(name, value))
    return placed


def node_of(record: Record, text: str | None = None) -> Node:
    """The element of a record. text: its exact text, where it has errors of syntax.

    Tags that the elements of ``path_of`` give are left out where ``place_tags`` puts them back as they were.
    Raises FormatError for a mark that hangs on nothing.
    """
    escaped = has(record, text, NOT_IN_XML)
    put: Callable[[str], str] = escaper(NOT_IN_XML) if escaped else str
    own = [tag for tag in record.tags if tag.name not in _GIVEN]
    tags = own if place_tags(own, path_of(record)) == record.tags else record.tags
    node = Node("record", {"escaped": "true"} if escaped else {}, _marks(record.head, put))
    for tag in tags:
        kind = "players" if tag.name in _PLAYERS else "result" if tag.name in _RESULT else ""
        made = Node("tag", {"name": put(tag.name), "value": put(tag.value)}, _marks(tag.marks, put))
        if not kind:
            node.children.append(made)
        elif node.children and node.children[-1].name == kind:
            node.children[-1].children.append(made)
        else:
            node.children.append(Node(kind, {}, [made]))
    node.children.extend(_section(section, put) for section in record.sections)
    if text is not None:
        node.children.append(Node("text", text=put(text)))
    return node


def _marks(listed: list[Mark], put: Callable[[str], str]) -> list[Node]:
    return [Node("mark", {"kind": mark.kind}, text=put(mark.text)) for mark in listed]


def _section(section: Section, put: Callable[[str], str]) -> Node:
    placed = {place: _marks(listed, put) for place, listed in section.marks.items() if listed}
    value = {} if section.value is None else {"value": put(section.value)}
    node = Node("section", {"name": put(section.name), **value}, placed.pop(-1, []))
    node.children.extend(_group(group, put) for group in section.groups)
    for number, row in enumerate(section.rows):
        cells = [Node("cell", text=put(cell)) for cell in row]
        node.children.append(Node("row", {}, [*cells, *placed.pop(number, [])]))
    if section.raw is not None:
        node.children.append(Node("raw", text=put(section.raw)))
    if section.end:
        node.children.append(Node("end", {"sign": section.end}, _marks(section.end_marks, put)))
    for number, text in section.notes.items():
        node.children.append(Node("note", {"number": str(number), "text": put(text)}, placed.pop(-1 - number, [])))
    if placed or (section.end_marks and not section.end):
        raise FormatError(f"marks hang on something in {section.name} that is not there")
    return node


def _group(group: Group, put: Callable[[str], str]) -> Node:
    placed = {place: _marks(listed, put) for place, listed in (group.marks or {}).items() if listed}
    node = Node("group", {"seat": put(group.seat)}, placed.pop(0, []))
    for place, word in enumerate(group.words, 1):
        kind = "card" if word in _CARDS else "call"
        node.children.append(Node(kind, {"word": put(word)}, placed.pop(place, [])))
    if placed:
        raise FormatError(f"marks hang on words of {group.seat} that are not there")
    return node


# --- tree -> record -----------------------------------------------------------------------------


def record_of(node: Node, path: list[tuple[str, str]]) -> tuple[Record, str | None]:
    """The record of an element that fits the schema, and its exact text if it carries one.

    path: the elements around it, as ``path_of`` gives them.
    """
    get: Callable[[str], str] = unescape if node.attributes.get("escaped", "").strip() == "true" else str

    def marks(parent: Node) -> list[Mark]:
        return [Mark(MARK_KINDS[mark.attributes["kind"]], get(mark.text)) for mark in parent.all("mark")]

    def tag(element: Node) -> Tag:
        return Tag(get(element.attributes["name"]), get(element.attributes["value"]), marks=marks(element))

    def group(element: Node) -> Group:
        words = list(element.all("call", "card"))
        hanging = {place: found for place, word in enumerate([element, *words]) if (found := marks(word))}
        return Group(get(element.attributes["seat"]), [get(w.attributes["word"]) for w in words], marks=hanging or None)

    def section(element: Node) -> Section:
        value = element.attributes.get("value")
        made = Section(get(element.attributes["name"]), None if value is None else get(value))
        made.groups = [group(child) for child in element.all("group")]
        rows = list(element.all("row"))
        made.rows = [[get(cell.text) for cell in row.all("cell")] for row in rows]
        for raw in element.all("raw"):
            made.raw = get(raw.text)
        for end in element.all("end"):
            made.end, made.end_marks = ENDS[end.attributes["sign"]], marks(end)
        notes = {int(note.attributes["number"]): note for note in element.all("note")}
        made.notes = {number: get(note.attributes["text"]) for number, note in notes.items()}
        hanging = {
            -1: element,
            **dict(enumerate(rows)),
            **{-1 - number: note for number, note in notes.items() if number},
        }
        made.marks = {place: found for place, owner in hanging.items() if (found := marks(owner))}
        return made

    tags: list[Tag] = []
    for child in node.children:
        if child.name == "tag":
            tags.append(tag(child))
        elif child.name in ("players", "result"):
            tags.extend(tag(inner) for inner in child.children)
    record = Record(place_tags(tags, path), [section(child) for child in node.all("section")], marks(node))
    texts = [get(child.text) for child in node.all("text")]
    return record, texts[0] if texts else None
