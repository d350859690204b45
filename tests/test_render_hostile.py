"""A record that is hostile in every field, in every form: nothing unseen gets through. Unicode TR 36 §2.10, TR 9; HTML §13.2.3."""

from __future__ import annotations

import re

import pytest

from tarok_pbn import check_bytes
from tarok_pbn.render import html_page, sheet_page, text_diagram
from tarok_pbn.render.look import Look
from tarok_pbn.render.modes import MODES
from tarok_pbn.report.pages import Pages
from tarok_pbn.report.site import build_site
from tarok_pbn.session import sheets
from tests.taroky_pages import H1

#: typed from the table of UAX 9: marks, embeddings, overrides, isolates
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROLS = "\x01\x08\x0b\x0c\x0e\x1b\x1f\x7f\x80\x85\x9b\x9f"
UNSEEN = re.compile(f"[{TURNING}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: one of each kind in a name; all of them in a comment
NAME = "Ab\u202edc\u2067\x1b\u200f\x9b"
TAGS = ("Event", "Site", "Round", "Table", "Board", "South", "East", "North", "West", "Annotator", "Date")


def hostile() -> str:
    """A record with such characters wherever a record may hold text."""
    text = H1.text(**dict.fromkeys(TAGS, NAME))
    everything = "{" + TURNING + CONTROLS + " `a" + TURNING + "b` *c\u202ed* [e\u202e](https://example.org/\u202ef)}"
    text = text.replace('[Game "', f'{everything}\n[Game "', 1)
    text = text.replace("S povinnost", f"{everything} S povinnost =1= {everything}", 1)
    text = text.replace("[Exchange]", f'[Note "1:{NAME}"]\n[Exchange]\n{everything}', 1)
    text = text.replace("[Announcements]", f"[Announcements]\n{everything}", 1)
    text = text.replace("[Play]", f"[Play]\n{everything}", 1)
    text = text.replace("[ScoreTable", f"[Variation]\n1 {everything} S T13! {NAME}\n[Remarks]\n{everything}\n[ScoreTable", 1)
    return f"{everything}\n{text}\n{everything}\n"


def records():
    return list(check_bytes(hostile().encode()))


@pytest.mark.parametrize("show", [(), ("hands=S", "endposition@3"), ("quiz",), ("auction", "remarks")])
@pytest.mark.parametrize("mode", [name for name, mode in MODES.items() if not mode.binary])
def test_nothing_unseen_is_in_any_form(mode, show):
    made = MODES[mode].made(records()[:1], Look(show=show), fuller=True).decode()
    assert UNSEEN.findall(made) == []
    if not show:
        assert "u202e" in made  # it is told, not lost


@pytest.mark.parametrize("lang", ["cs", "da"])
def test_nothing_unseen_is_in_a_page_of_another_language(lang):
    assert UNSEEN.findall(html_page(records(), Look(lang=lang), title=NAME)) == []


@pytest.mark.parametrize("plain", [False, True])
def test_nothing_unseen_reaches_a_terminal(plain):
    for at in (None, "3", "3.2"):
        assert UNSEEN.findall(text_diagram(records()[0], at=at, plain=plain)) == []


def test_nothing_unseen_is_on_a_score_sheet():
    said = dict.fromkeys(("Event", "Site", "South", "East", "North", "West"), NAME)
    named = H1.text(Date="2026.11.20", Round="1", Table="1", Board="1", **said)
    made = sheet_page(sheets(check_bytes(named.encode())))
    assert UNSEEN.findall(made) == []
    assert "Ab\\u202edc" in made


def test_nothing_unseen_is_anywhere_in_a_site(tmp_path):
    build_site([Pages(NAME, f"{NAME}.tpbn", enumerate(records(), 1))], tmp_path, title=NAME, base_url="https://example.org/")
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".html", ".xml", ".css", ".js")]
    assert {path.name for path in files} >= {"index.html", "events.html", "players.html", "feed.xml", "sitemap.xml"}
    for path in files:
        assert UNSEEN.findall(path.name) == []
        assert UNSEEN.findall(path.read_text("utf-8")) == [], path.name
    assert "Ab\\u202edc" in (tmp_path / "players.html").read_text("utf-8")


def test_letters_that_run_to_the_left_are_kept_and_stand_apart():
    """A name in Hebrew is a name; it must not move the figures that follow it."""
    name = "דוד כהן"
    made = html_page(list(check_bytes(H1.text(South=name, Event=name, Site=name).encode())))
    assert made.count(name) > 3
    outside = re.sub(r"<title>.*?</title>|<pre.*?</pre>", "", made, flags=re.S)
    for before in re.findall(r"(.{0,40})" + name, outside, re.S):
        assert re.search(r"<(?:bdi|span dir=\"auto\")[^>]*>$", before), before
