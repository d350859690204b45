"""An archive as a site of static pages: a page a record, indexes, a legend, a feed.

Records go through one by one; what stays of each is a row in a temporary database. Pages whose records
have not changed since the last run are not made again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from tarok_pbn import __version__
from tarok_pbn.check import Checked
from tarok_pbn.games import games, get
from tarok_pbn.render.catalogue import texts
from tarok_pbn.render.environment import cleaned, rendered, script, style
from tarok_pbn.render.faces import faces_of
from tarok_pbn.render.html import html_page
from tarok_pbn.render.language import language
from tarok_pbn.render.links import Link, Links
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import View
from tarok_pbn.render.numbers import amount
from tarok_pbn.render.seatnames import seat_names
from tarok_pbn.render.view import view_of
from tarok_pbn.render.wording import word_of
from tarok_pbn.report.pages import Pages
from tarok_pbn.report.sitefeed import ENTRIES, atom, checked_base, sitemaps
from tarok_pbn.report.sitefiles import SiteFiles, digest_of
from tarok_pbn.report.siteindex import Named, Player, Row, SiteIndex, Slugs
from tarok_pbn.session import SessionChecker, events_of
from tarok_pbn.shipped import shipped

__all__ = ["ROWS", "SiteReport", "build_site"]

#: records of an index page, names of a list
ROWS = 500
_STYLE = "style.css"
_SCRIPT = "replay.js"


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What a run did.

    records: in the site; wrong: of those; rendered: pages of records made anew; written, deleted: files of any
    kind; kept: names of files that stand where the site has one but are not ours, or were changed by hand.
    """

    records: int
    wrong: int
    rendered: int
    written: int
    deleted: int
    kept: tuple[str, ...]


class _Waiting(NamedTuple):
    """A record whose page waits for the name of the next one."""

    checked: Checked
    page: str
    label: str
    up: Link


def build_site(
    sources: Iterable[Pages],
    directory: str | os.PathLike[str],
    look: Look = DEFAULT,
    *,
    title: str = "",
    base_url: str = "",
    progress: Callable[[int], object] | None = None,
) -> SiteReport:
    """Make or renew the site of an archive in a directory.

    title: of the site. base_url: where it will stand, for absolute addresses in feed and sitemap; without one
    the addresses in the feed are relative and there is no sitemap. progress: told of each record, as ``1``.
    Raises ValueError for a base URL that is none, Unwritable where a file cannot be written.
    """
    base = checked_base(base_url)
    site = _Site(SiteFiles(directory), look, cleaned(title.strip()) or texts(look.lang).gettext("Tarok records"), base)
    try:
        site.records(sources, progress)
        site.indexes()
        site.files.finish()
        total, wrong = site.index.count()
        return SiteReport(
            total, wrong, site.rendered, site.files.written, site.files.deleted, tuple(sorted(site.files.kept))
        )
    finally:
        site.close()


class _Site:
    """A site that is being made."""

    def __init__(self, files: SiteFiles, look: Look, title: str, base: str) -> None:
        self.files = files
        self.look = look
        self.title = title
        self.base = base
        self.index = SiteIndex()
        self.rendered = 0
        self._stamp = f"{__version__} {look!r} {_made_of(look)}"
        self._sources, self._events, self._players, self._contracts = Slugs(), Slugs(), Slugs(), Slugs()
        #: event -> how many of its records there were so far
        self._place: dict[str, int] = {}

    def close(self) -> None:
        self.files.close()
        self.index.close()

    # --- records ---------------------------------------------------------------------------------

    def records(self, sources: Iterable[Pages], progress: Callable[[int], object] | None) -> None:
        """Go through the archive; of a record no more than its row outlives its neighbour."""
        sessions = SessionChecker()
        for file, name, records in sources:
            folder = self._sources.fresh(name)
            previous: Link | None = None
            waiting: _Waiting | None = None
            for number, checked in records:
                sessions.add(checked)
                now = self._entered(checked, f"{folder}-{number}.html", Path(name).name or file)
                if waiting is not None:
                    self._page(waiting, previous, Link(now.page, now.label))
                    previous = Link(waiting.page, waiting.label)
                waiting = now
                if progress is not None:
                    progress(1)
            if waiting is not None:
                self._page(waiting, previous, None)

    def _entered(self, checked: Checked, page: str, file: str) -> _Waiting:
        """Put a record into the index."""
        view = view_of(checked, self.look)
        row = self._row(checked, view, f"record/{page}", file)
        self.index.add(row)
        place = self._place[row.event] = self._place.get(row.event, 0) + 1
        up = _page_name("event", self._events[row.event], (place - 1) // ROWS + 1)
        return _Waiting(checked, page, row.label, Link(f"../{up}", row.event))

    def _page(self, waiting: _Waiting, previous: Link | None, following: Link | None) -> None:
        """Make a record's page, if it is not there or was made of something else."""
        legend = Link("../legend.html", texts(self.look.lang).gettext("How to read a page"))
        links = Links(previous, following, waiting.up, legend, f"../{_STYLE}", f"../{_SCRIPT}")
        checked, name = waiting.checked, f"record/{waiting.page}"
        source = checked.record.source
        found = [(f.code, f.severity, f.message) for f in checked.findings]
        text = source.text if source is not None else view_of(checked, self.look).text
        number = checked.parsed.number
        key = digest_of(
            repr((self._stamp, text, source and source.file, number, found, links)).encode("utf-8", "replace")
        )
        if self.files.current(name, key):
            return
        self.files.put(name, html_page([checked], self.look, links=links), key)
        self.rendered += 1

    def _row(self, checked: Checked, view: View, page: str, file: str) -> Row:
        _ = texts(self.look.lang).gettext
        label = _("Board %(board)s") if view.board else _("Record %(number)s")
        facts = {fact.name: cleaned(fact.value) for fact in view.facts}
        event = facts.pop("Event", "") or cleaned(file)
        seats = {seat.name: cleaned(seat.player) or seat.name for seat in view.seats}
        changes = dict(zip(view.score.accounts, view.score.totals or view.score.recorded or (), strict=False))
        players = []
        for seat in view.seats:
            change = changes.get(seat.letter)
            if seat.player:
                players.append(Player(cleaned(seat.player), amount(change) if change is not None else ""))
        return Row(
            page=page,
            label=cleaned(label.replace("%(board)s", view.board).replace("%(number)s", str(view.number))),
            title=cleaned(_text_of(rendered(self.look, "title.html", view=view))),
            what=Markup(cleaned(rendered(self.look, "site-what.html", view=view, events=_told(checked, self.look)))),  # noqa: S704 - escaped by the template
            declarer=seats.get(view.declarer, view.declarer),
            partner=seats.get(view.partner, view.partner),
            outcome=view.outcome,
            result=view.result,
            status=view.verdict.status,
            event=event,
            facts=list(facts.items()),
            date=_day(facts.get("Date", "")),
            game=view.game,
            contract=cleaned(view.contract.shown) if view.contract is not None else "",
            players=players,
        )

    # --- indexes ---------------------------------------------------------------------------------

    def indexes(self) -> None:
        """Make everything but the pages of records."""
        _ = texts(self.look.lang).gettext
        self.files.put(_STYLE, cleaned(style("page.css", "replay.css", "analysis.css", "site.css", look=self.look)))
        self.files.put(_SCRIPT, script(self.look.templates))
        self._records("", "index", self.title, "index")
        for named in self.index.events():
            self._records("event", self._events[named.name], named.name, "event", named.name)
        players = self.index.players()
        for named in players:
            self._records("player", self._players[named.name], named.name, "player", named.name)
        contracts = self.index.contracts()
        for named in contracts:
            self._records("contract", self._contract(named), named.name, "contract", named.detail, named.name)
        self._names("events", _("Events"), list(self.index.events()), lambda n: f"event/{self._events[n.name]}.html")
        self._names("players", _("Players"), players, lambda n: f"player/{self._players[n.name]}.html")
        self._names("contracts", _("Contracts"), contracts, lambda n: f"contract/{self._contract(n)}.html")
        self._write("legend.html", "site-legend.html", _("How to read a page"), here="legend", **_explained(self.look))
        feed = atom(self.index.latest(ENTRIES), self.title, self.look.lang, self.base)
        self.files.put("feed.xml", feed)
        if self.base:
            for name, text in sitemaps([name for name in self.files.names() if name.endswith(".html")], self.base):
                self.files.put(name, text)

    def _contract(self, named: Named) -> str:
        return self._contracts[f"{named.detail} {named.name}"]

    def _records(self, folder: str, name: str, heading: str, kind: str, *which: str) -> None:
        """Make an index page of records, or several."""
        total, wrong = self.index.count(kind, *which)
        pages = [_page_name(folder, name, number + 1) for number in range(max(1, -(-total // ROWS)))]
        for number, page in enumerate(pages):
            rows = self.index.rows(kind, *which, limit=ROWS, offset=number * ROWS)
            self._write(
                page,
                "site-records.html",
                heading,
                here=kind,
                pages=pages,
                groups=self._groups(rows, kind != "event"),
                total=total,
                wrong=wrong,
                of_player=kind == "player",
                of_side=any(row.declarer for row in rows),
            )

    def _groups(self, rows: Sequence[Row], linked: bool) -> list[dict[str, Any]]:
        """Rows of one sitting together."""
        groups: list[dict[str, Any]] = []
        last: object = None
        for row in rows:
            sitting = (row.event, row.facts, row.game)
            if sitting != last:
                facts = [
                    *({"name": name, "value": value} for name, value in row.facts),
                    {"name": "", "value": row.game},
                ]
                href = _page_name("event", self._events[row.event], 1) if linked else ""
                shown = [fact for fact in facts if fact["value"]]
                groups.append({"event": row.event, "href": href, "facts": shown, "rows": []})
                last = sitting
            groups[-1]["rows"].append(row)
        return groups

    def _names(self, here: str, heading: str, names: Sequence[Named], href: Callable[[Named], str]) -> None:
        """Make a list of names, or several."""
        pages = [_page_name("", here, number + 1) for number in range(max(1, -(-len(names) // ROWS)))]
        for number, page in enumerate(pages):
            shown = [
                {"name": named.name, "detail": named.detail or _span(named), "count": named.count, "href": href(named)}
                for named in names[number * ROWS : (number + 1) * ROWS]
            ]
            self._write(page, "site-names.html", heading, here=here, pages=pages, names=shown)

    def _write(self, name: str, template: str, heading: str, *, pages: Sequence[str] = (), **context: Any) -> None:
        root = "../" * name.count("/")
        pager = None
        if len(pages) > 1:
            hrefs = [Path(page).name for page in pages]
            pager = {"hrefs": hrefs, "number": pages.index(name) + 1}
        page = rendered(
            self.look, template, site={"title": self.title}, heading=heading, root=root, pager=pager, **context
        )
        self.files.put(name, cleaned(page))


def _page_name(folder: str, name: str, number: int) -> str:
    """The address of a page of an index; an underline, which no slug has, keeps its number apart."""
    stem = f"{folder}/{name}" if folder else name
    return f"{stem}.html" if number == 1 else f"{stem}_{number}.html"


def _span(named: Named) -> str:
    """The days of an event."""
    return named.first if named.first == named.last else f"{named.first} – {named.last}"


def _text_of(html: str) -> str:
    return " ".join(Markup(html).striptags().split())  # noqa: S704 - a template's, and made text again


def _day(text: str) -> str:
    """A date that is one, known to the day; else ""."""
    try:
        return date.fromisoformat(text).isoformat() if len(text) == 10 else ""
    except ValueError:
        return ""


def _told(checked: Checked, look: Look) -> list[tuple[str, Any]]:
    """What is worth telling of a hand without a contract: name of the seat, or "", and word."""
    game = checked.replay.game
    if game is None:
        return []
    seats = seat_names(look.lang)
    return [(seats.get(seat, seat), word_of(game, token, look.lang)) for seat, token in events_of(checked.replay)]


def _explained(look: Look) -> dict[str, Any]:
    """What the legend shows beside its sentences: names, letters and an example in the reader's language."""
    words, faces = language(look.lang, look.letters_of, look.letters), faces_of(None, look)
    example = [face for token in ("SK", "T14", "S7", "SQ") if (face := faces.token(token)) is not None]
    return {
        "suits": [{"name": name} for name in words.suits],
        "letters": faces.legend(),
        "fool": " · ".join(dict.fromkeys(_fool(family) for family in games())),
        "seats": list(seat_names(look.lang).values())[:4],
        "example": example,
    }


def _fool(family: str) -> str:
    """What a game prints on the fool."""
    face = faces_of(get(family), DEFAULT).token("F")
    return face.rank if face is not None else ""


@cache
def _made_of(look: Look) -> str:
    """A digest of everything but the records that pages are made of: templates, catalogue, program."""
    package = Path(__file__).resolve().parent.parent
    files = [*sorted(package.rglob("*.py")), *sorted((package / "locale" / look.lang).rglob("*.mo"))]
    for folder in (shipped("templates"), *([Path(look.templates)] if look.templates else [])):
        files += sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg"))
    return digest_of("".join(digest_of(path.read_bytes()) for path in files if path.is_file()).encode())
