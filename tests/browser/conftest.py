"""One browser for all tests; every page is served from memory, and whatever else it asks for is noted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page

SAMPLES = Path(__file__).parent.parent.parent / "samples"
ADDRESS = "https://tarok.test/page.html"


def sample(*names: str) -> str:
    """A page of the first record of each sample."""
    return html_page([next(iter(check_bytes((SAMPLES / name).read_bytes()))) for name in names])


@dataclass
class Open:
    """An open page, and what it did that it must not do."""

    page: Page
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("TAROK_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if path is None:
        if os.environ.get("CI_REQUIRE_BROWSER"):
            pytest.fail("no browser: set TAROK_CHROMIUM to the path of a Chromium")
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture
def show(browser: Browser) -> Iterator[Callable[..., Open]]:
    """Opens a page of this HTML; fails in the end where a page asked for anything or reported an error."""
    shown: list[Open] = []

    def shows(html: str, anchor: str = "", *, width: int = 1280, height: int = 900, **options: Any) -> Open:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        made = Open(page)

        def answer(route: Route) -> None:
            if route.request.url.partition("#")[0] == ADDRESS and not page.url.startswith(ADDRESS):
                route.fulfill(body=html, content_type="text/html; charset=utf-8")
            else:
                made.requests.append(route.request.url)
                route.abort()

        context.route("**/*", answer)
        page.on("console", lambda message: made.errors.append(message.text))
        page.on("pageerror", lambda error: made.errors.append(str(error)))
        page.goto(ADDRESS + anchor)
        shown.append(made)
        return made

    yield shows
    for made in shown:
        made.page.context.close()
    assert [made.requests for made in shown if made.requests] == []
    assert [made.errors for made in shown if made.errors] == []
