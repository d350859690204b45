"""``render``: records in any form, as text, from whatever a program has in hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tarok_pbn.check import Checked, check_bytes
from tarok_pbn.notation import write
from tarok_pbn.record import Record
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.modes import MODES

__all__ = ["Shown", "checked_of", "render"]

#: what can be shown: TPBN as text or bytes, a record, a checked record, or several of one kind
Shown = str | bytes | Record | Checked | Sequence[Record] | Sequence[Checked]


def render(shown: Shown, mode: str = "page", look: Look = DEFAULT, **look_fields: Any) -> str:
    """Records as a page, a fragment for somebody else's page, a picture or text.

    shown: TPBN as text or bytes, a record, a checked record, or a list of them; what is not checked yet is.
    mode: one of ``MODES`` whose form is text: page, fragment, inline, svg (of one record), text, markdown, latex,
    handrecords. look_fields: fields of the ``Look`` in place of those of *look*, such as ``lang="cs"`` or
    ``show="hands=S"``. Raises ValueError for another mode, where there is no record, where a picture is asked of
    several, and for a value that no ``Look`` may have.
    """
    form = MODES.get(mode)
    if form is None or form.binary:
        known = ", ".join(m.name for m in MODES.values() if not m.binary)
        raise ValueError(f"records are not rendered as {mode!r}; as text there are {known}")
    checked = checked_of(shown)
    if not checked:
        raise ValueError("there is no record to show")
    if form.single and len(checked) > 1:
        raise ValueError(f"{mode} shows one record, and there are {len(checked)}; give one of them")
    if isinstance(look_fields.get("show"), str):
        look_fields["show"] = tuple(look_fields["show"].split())
    return form.made(checked, replace(look, **look_fields)).decode("utf-8")


def checked_of(shown: Shown) -> list[Checked]:
    """The checked records of whatever can be shown."""
    if isinstance(shown, Checked):
        return [shown]
    if isinstance(shown, Record):
        return _read(write(shown).encode("utf-8", "surrogatepass"))
    if isinstance(shown, bytes):
        return _read(shown)
    if isinstance(shown, str):
        return _read(shown.encode("utf-8", "surrogatepass"))
    return [checked for one in shown for checked in checked_of(one)]


def _read(data: bytes) -> list[Checked]:
    """The records; comments and a version line that belong to none are left out."""
    return [checked for checked in check_bytes(data) if checked.parsed.is_record]
