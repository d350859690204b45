"""The RELAX NG schema of the XML form, and what is wrong with an element that does not fit it.

The schema decides; the table here tells more than a validator does: which name was probably meant, and where.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tarok_pbn.exchange.formats import FormatError, nearest
from tarok_pbn.exchange.json import VERSION
from tarok_pbn.exchange.xmltree import LEVELS, Node

__all__ = ["NAMESPACE", "check", "check_text", "element", "schema_text", "validate"]

NAMESPACE = f"urn:tarok-pbn:xml:{VERSION}"
_GRAMMAR = "{http://relaxng.org/ns/structure/1.0}"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


class _Shape(NamedTuple):
    """What an element may have. children: names, those of one group in any order, the groups one after the other."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    children: tuple[tuple[str, ...], ...] = ()
    text: bool = False


_INNER = (*LEVELS, "record")
_SHAPES: dict[str, _Shape] = {
    "records": _Shape(("version",), (), (_INNER,)),
    **{
        name: _Shape((attribute,), (), (_INNER[number:],))
        for number, (name, (_, attribute)) in enumerate(LEVELS.items(), 1)
    },
    "record": _Shape((), ("escaped",), (("mark",), ("tag", "players", "result"), ("section",), ("text",))),
    "players": _Shape((), (), (("tag",),)),
    "result": _Shape((), (), (("tag",),)),
    "tag": _Shape(("name", "value"), (), (("mark",),)),
    "section": _Shape(("name",), ("value",), (("mark",), ("group", "row", "raw"), ("end",), ("note",))),
    "group": _Shape(("seat",), (), (("mark",), ("call", "card"))),
    "call": _Shape(("word",), (), (("mark",),)),
    "card": _Shape(("word",), (), (("mark",),)),
    "row": _Shape((), (), (("cell",), ("mark",))),
    "cell": _Shape(text=True),
    "raw": _Shape(text=True),
    "text": _Shape(text=True),
    "end": _Shape(("sign",), (), (("mark",),)),
    "note": _Shape(("number", "text"), (), (("mark",),)),
    "mark": _Shape(("kind",), text=True),
}
#: (element, attribute) -> the values it can have
_VALUES: dict[tuple[str, str], tuple[str, ...]] = {
    ("records", "version"): (VERSION,),
    ("record", "escaped"): ("true", "false"),
    ("end", "sign"): ("*", "+"),
    ("mark", "kind"): ("brace", "line", "escape", "nag", "suffix", "note", "irregular"),
}
#: (element, child) of which there is at most one
_ONCE = {("record", "text"), ("section", "raw"), ("section", "end")}


def check(node: Node, parent: Node | None) -> None:
    """Check name and attributes of an element as it begins, and its place among the children that came before it.

    parent: the element around it. Raises FormatError with the place.
    """
    if parent is None:
        if node.name != "records":
            _fail(
                node,
                f"the element {node.name} is no document of records",
                f'<records xmlns="{NAMESPACE}" version="1.0">',
            )
    else:
        _check_place(node, parent)
    shape = _SHAPES[node.name]
    known = (*shape.required, *shape.optional)
    for name, value in node.attributes.items():
        if name not in known:
            _fail(node, f"{node.name} has no attribute {name}", _meant(name, known))
        values = _VALUES.get((node.name, name))
        if values is not None and _plain(node.name, value) not in values:
            near = nearest(value, values)
            help = f"did you mean {near}?" if near else f"one of {' '.join(values)}"
            _fail(node, f"{name} of {node.name} cannot be {value!r}", help)
        if (node.name, name) == ("note", "number") and _NUMBER.fullmatch(value) is None:
            _fail(node, f"the number of a note cannot be {value!r}", "a whole number from 0 to 999999999")
    for name in shape.required:
        if name not in node.attributes:
            _fail(node, f"{node.name} lacks its attribute {name}")


def _plain(element: str, value: str) -> str:
    """A value as the schema compares it: only the truth of ``escaped`` is a token, which may have spaces around it."""
    return value.strip() if element == "record" else value


def _check_place(node: Node, parent: Node) -> None:
    groups = _SHAPES[parent.name].children
    allowed = [name for group in groups for name in group]
    if node.name not in allowed:
        _fail(node, f"{node.name} cannot stand in {parent.name}", _meant(node.name, allowed))
    ranks = {name: rank for rank, group in enumerate(groups) for name in group}
    before = parent.children[-1].name if parent.children else ""
    if before and ranks[before] > ranks[node.name]:
        _fail(node, f"{node.name} cannot follow {before} in {parent.name}")
    once = (parent.name, node.name) in _ONCE
    if once and any(child.name == node.name for child in parent.children):
        _fail(node, f"{parent.name} has a second {node.name}")
    if parent.name == "section" and before in groups[1] and node.name in groups[1] and before != node.name:
        _fail(node, f"a section has groups, rows or raw text: {node.name} cannot follow {before}")
    if node.name == "note" and any(
        child.name == "note" and child.attributes["number"] == node.attributes.get("number")
        for child in parent.children
    ):
        _fail(node, f"note {node.attributes['number']} is given twice in this section")


def check_text(node: Node, text: str, line: int, column: int) -> None:
    """Check characters that stand in an element, at that place: only some elements hold text, others white space."""
    if not _SHAPES[node.name].text and text.strip(" \t\r\n"):
        plain = text.strip(" \t\r\n")
        column += len(text) - len(text.lstrip(" \t"))
        shown = plain if len(plain) <= 40 else plain[:39] + "…"
        raise FormatError(f"text stands in {node.name}, which holds none: {shown!r}", line, column)


def _meant(name: str, known: list[str] | tuple[str, ...]) -> str:
    near = nearest(name, known)
    if near:
        return f"did you mean {near}?"
    return f"there can be {', '.join(known)}" if known else "it has none"


def _fail(node: Node, what: str, help: str = "") -> None:
    raise FormatError(what, node.line, node.column, help)


# --- the schema itself --------------------------------------------------------------------------


def schema_text() -> str:
    """The RELAX NG schema, in XML syntax."""
    name = f"tpbn-{VERSION}.rng"
    return resources.files("tarok_pbn.exchange").joinpath("schema", name).read_text("utf-8")


@cache
def _record_schema() -> Any:
    """The schema with a record as its document, for records are validated one by one."""
    from lxml import etree

    grammar = etree.fromstring(schema_text().encode("utf-8"))
    start = grammar.find(f"{_GRAMMAR}start/{_GRAMMAR}ref")
    if start is not None:
        start.set("name", "record")
    return etree.RelaxNG(grammar)


def validate(node: Node) -> None:
    """Validate a record against the schema. Raises FormatError with the reason that the validator gives."""
    schema = _record_schema()
    if not schema.validate(element(node, NAMESPACE)):
        why = "; ".join(dict.fromkeys(entry.message for entry in schema.error_log)) or "no reason is given"
        raise FormatError(f"the record does not fit the schema: {why}", node.line or None, node.column or None)


def element(node: Node, namespace: str = "", parent: Any = None) -> Any:
    """The element as one of lxml, with all that is in it."""
    from lxml import etree

    name = f"{{{namespace}}}{node.name}" if namespace else node.name
    made = etree.Element(name, node.attributes) if parent is None else etree.SubElement(parent, name, node.attributes)
    if node.text:
        made.text = node.text
    for child in node.children:
        element(child, namespace, made)
    return made
