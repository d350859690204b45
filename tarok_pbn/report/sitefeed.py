"""The Atom feed and the sitemap of a site."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape, quoteattr

from tarok_pbn.report.siteindex import Row

__all__ = ["ENTRIES", "atom", "checked_base", "sitemaps"]

#: entries of a feed
ENTRIES = 50
#: addresses that one sitemap may have
_ADDRESSES = 50_000
_SITE = uuid.UUID("6f7b3c2e-5d0a-5f2b-9a57-1c6f0e3f8d41")
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def checked_base(url: str) -> str:
    """The address at which a site will stand, with a slash at its end; "" stays.

    Raises ValueError for anything but an http address without query.
    """
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"the base URL is {url!r}; it must be an address such as https://example.org/tarok/")
    if any(char.isspace() or ord(char) < 32 for char in url):
        raise ValueError(f"the base URL is {url!r}; it has a blank in it")
    return quote(url.rstrip("/") + "/", safe=":/%@[]~!$&'()*+,;=")


def atom(rows: Sequence[Row], title: str, lang: str, base: str) -> str:
    """The feed of the latest records. Its dates are the records' own, so that the same archive gives the same feed."""
    name = _id(title)
    lines = [
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(lang)}>',
        f"<id>{name}</id>",
        f"<title>{escape(title)}</title>",
        f"<updated>{_moment(rows[0].date if rows else '1970-01-01')}</updated>",
        f"<author><name>{escape(title)}</name></author>",
        '<generator uri="https://pypi.org/project/tarok-pbn/">tarok-pbn</generator>',
        f'<link rel="alternate" type="text/html" href={quoteattr(base + "index.html")}/>',
    ]
    if base:
        lines.append(f'<link rel="self" type="application/atom+xml" href={quoteattr(base + "feed.xml")}/>')
    for row in rows:
        about = " · ".join([row.event, *(value for _, value in row.facts)])
        lines += [
            "<entry>",
            f"<id>{_id(f'{title}/{row.page}')}</id>",
            f"<title>{escape(row.title)}</title>",
            f"<updated>{_moment(row.date)}</updated>",
            f'<link rel="alternate" type="text/html" href={quoteattr(base + row.page)}/>',
            f"<summary>{escape(about)}</summary>",
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>\n"])


def sitemaps(pages: Sequence[str], base: str) -> Iterator[tuple[str, str]]:
    """(name, text) of the sitemap; of several and their index, where there are too many pages for one."""
    parts = [pages[start : start + _ADDRESSES] for start in range(0, len(pages), _ADDRESSES)]
    if len(parts) == 1:
        yield "sitemap.xml", _urls(parts[0], base)
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    for name, part in zip(names, parts, strict=True):
        yield name, _urls(part, base)
    entries = "".join(f"<sitemap><loc>{escape(base + name)}</loc></sitemap>\n" for name in names)
    yield "sitemap.xml", f'{_XML}<sitemapindex xmlns="{_SITEMAP}">\n{entries}</sitemapindex>\n'


def _urls(pages: Sequence[str], base: str) -> str:
    entries = "".join(f"<url><loc>{escape(base + page)}</loc></url>\n" for page in pages)
    return f'{_XML}<urlset xmlns="{_SITEMAP}">\n{entries}</urlset>\n'


def _id(name: str) -> str:
    return uuid.uuid5(_SITE, name).urn


def _moment(date: str) -> str:
    return f"{date}T00:00:00Z"
