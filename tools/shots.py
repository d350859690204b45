"""Pictures of pages, to be looked at: one hand of each game on a screen, on a phone and on paper.

    python -m tools.shots            # into out/shots
    python -m tools.shots DIRECTORY

Chromium is found on the path or by ``TAROK_CHROMIUM``. Each hand is shown as it opens and in the middle
of its play, light and dark.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page

__all__ = ["SAMPLES", "main"]

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = {
    "taroky": "taroky/druha.tpbn",
    "dansk": "dansk/tout.tpbn",
    "koenigrufen": "koenigrufen/konig-07-rufer.tpbn",
    "tapptarock": "tapptarock/contracts.tpbn",
}
_SIZES = {"phone": (390, 844), "screen": (1280, 900)}
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main(arguments: list[str]) -> int:
    """Makes the pictures; returns the exit status."""
    folder = Path(arguments[0]) if arguments else ROOT / "out" / "shots"
    names = ("chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("TAROK_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        print("No Chromium was found; set TAROK_CHROMIUM to its path.", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for game, sample in SAMPLES.items():
            page = folder / f"{game}.html"
            page.write_text(html_page(list(check_bytes((ROOT / "samples" / sample).read_bytes()))[:1]), "utf-8")
            for made in _pictures(browser, page):
                print(made)
        browser.close()
    return 0


def _pictures(browser: Browser, file: Path) -> list[Path]:
    made = []
    for size, (width, height) in _SIZES.items():
        for scheme in _SCHEMES:
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            page = context.new_page()
            page.goto(file.resolve().as_uri())
            made.append(file.with_name(f"{file.stem}-{size}-{scheme}.png"))
            page.screenshot(path=made[-1], full_page=True)
            page.locator(".tp-bar").first.focus()
            for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
                page.keyboard.press(key)
            made.append(file.with_name(f"{file.stem}-{size}-{scheme}-replay.png"))
            page.screenshot(path=made[-1])
            context.close()
    page = browser.new_page()
    page.goto(file.resolve().as_uri())
    made.append(file.with_suffix(".pdf"))
    page.pdf(path=made[-1], prefer_css_page_size=True)
    page.close()
    drawer = shutil.which("pdftoppm")
    if drawer:
        made.append(file.with_name(f"{file.stem}-paper.png"))
        command = [drawer, "-r", "110", "-png", "-singlefile", str(made[-2]), str(made[-1].with_suffix(""))]
        subprocess.run(command, check=True)  # noqa: S603 - a tool of the system, our own file
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
