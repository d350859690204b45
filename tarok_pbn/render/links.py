"""Links of a page to its neighbours in a site; a page that stands alone has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Link", "Links"]


class Link(NamedTuple):
    """Where a link leads, relative to its page, and what it is called."""

    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Links:
    """What a page of a site links to; None where there is nothing.

    css: address of a style sheet that pages of the site share, "" to put the style into the page.
    script: that of the script of the replay, "" to put it into the page.
    """

    previous: Link | None = None
    next: Link | None = None
    up: Link | None = None
    legend: Link | None = None
    css: str = ""
    script: str = ""
