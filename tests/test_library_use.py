"""docs/library.md, pages.md 4.7 and 4.8: records from Python, in notebooks and in Markdown."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import html5lib
import pytest
from lxml import etree
from markdown import Markdown, markdown

from tarok_pbn import check_path
from tarok_pbn.markdown import fence, valid
from tarok_pbn.render import Look, render
from tarok_pbn.render.notebook import mimebundle
from tests.support import checked, record_of
from tests.taroky_pages import H1

ROOT = Path(__file__).parent.parent
FORMS = ["page", "fragment", "inline", "svg", "text", "markdown", "latex"]
BEGINS = {"page": "<!DOCTYPE html>", "fragment": '<div class="tp-embed"', "inline": "<div", "svg": "<svg"}
HOSTILE = "<script>alert(1)</script><img src=x onerror=y>"
#: a fence of pymdownx.superfences, as mkdocs.yml has it
SUPERFENCES: dict[str, Any] = {
    "extensions": ["pymdownx.superfences"],
    "extension_configs": {
        "pymdownx.superfences": {
            "custom_fences": [{"name": "tarok", "class": "tarok", "format": fence, "validator": valid}]
        }
    },
}
OURS: dict[str, Any] = {"extensions": ["fenced_code", "tables", "tarok_pbn.markdown"]}


class Tags(HTMLParser):
    """Names of the tags of a text, and its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs


@pytest.fixture(scope="module")
def hand():
    return checked(H1.text())


# --- render -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", FORMS)
def test_every_form_of_a_record(hand, mode):
    made = render(hand, mode)
    assert made.startswith(BEGINS.get(mode, made[:1]))
    assert "povinnost" in made
    assert made.count("South") >= 1
    assert render(H1.text(), mode)[:40] == made[:40]


@pytest.mark.parametrize("mode", ["inline", "text", "svg"])
def test_text_bytes_record_and_list_are_the_same_record(hand, mode):
    text = H1.text()
    made = _without_ids(render(hand, mode))
    for shown in (text, text.encode(), hand.record, [hand], [hand.record], (hand,)):
        assert _without_ids(render(shown, mode)) == made


def _without_ids(made: str) -> str:
    """A picture's ids come from the record as it was written, spelling and all."""
    return re.sub(r"\btk[0-9a-f]{8}", "tk", made)


def test_several_records_on_one_page_but_not_in_one_picture():
    two = H1.text(Board="1") + "\n" + H1.text(Board="2")
    assert "Board 1" in render(two, "text")
    assert "Board 2" in render(two, "text")
    with pytest.raises(ValueError, match="svg shows one record, and there are 2"):
        render(two, "svg")


def test_fields_of_the_look_stand_before_the_look(hand):
    danish = Look(lang="da", scheme="mono")
    assert "Syd" in render(hand, "svg", danish)
    german = render(hand, "svg", danish, lang="de")
    assert "Süd" in german
    assert "#c00020" not in german
    assert "Nord" not in render(hand, "text", show="hands=S auction").replace("North", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"mode": "gif"}, "not rendered as 'gif'.*page.*svg"),
        ({"mode": "pdf"}, "not rendered as 'pdf'"),
        ({"lang": "xx"}, "lang is 'xx'"),
        ({"scheme": "pink"}, "scheme is 'pink'"),
        ({"show": "hands=Q", "mode": "text"}, "no seat 'Q'"),
    ],
)
def test_what_cannot_be_rendered_is_told(hand, arguments, says):
    with pytest.raises(ValueError, match=says):
        render(hand, **arguments)


@pytest.mark.parametrize("nothing", ["", b"", [], "% TPBN 1.0\n", "; only a comment\n"])
def test_nothing_is_no_page(nothing):
    with pytest.raises(ValueError, match="no record to show"):
        render(nothing)


def test_text_needs_no_templates():
    program = (
        "import sys; from tarok_pbn.render import render; "
        "render('[Game \"taroky\"]\\n[South \"Ada\"]\\n', 'text'); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"jinja2", "markdown", "pydantic"} & {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("mode", FORMS[:4])
def test_hostile_names_are_text_in_every_form(mode):
    made = render(H1.text(South=HOSTILE, Event=HOSTILE, Contract=HOSTILE), mode)
    assert "<script>alert" not in made
    assert "<img" not in made


# --- notebooks --------------------------------------------------------------------------------------


def test_a_notebook_has_a_static_fragment(hand):
    shown = Tags(hand._repr_html_())
    assert not {"script", "style", "link", "template", "img", "iframe", "form"} & set(shown.tags)
    assert not [name for name, _ in shown.attributes if name.startswith("on") or name in ("src", "href")]
    assert "povinnost" in hand._repr_html_()


def test_a_notebook_is_given_each_kind_once(hand):
    """As IPython's formatter asks: the bundle first, single representations only where the bundle lacks one."""
    bundle = hand._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"].startswith("Record 1 · povinnost by South and West, lost 32 : 38\n")
    assert bundle["text/html"] == hand._repr_html_()


def test_a_notebook_may_ask_for_a_picture_or_for_markdown(hand):
    assert set(mimebundle(hand, include={"image/svg+xml", "application/x-other"})) == {"image/svg+xml"}
    assert set(mimebundle(hand, exclude={"text/html"})) == {"text/plain"}
    assert str(etree.fromstring(hand._repr_svg_().encode()).tag).endswith("svg")
    assert "povinnost by South and West" in hand._repr_markdown_()


def test_a_wrong_record_is_shown_with_its_findings():
    wrong = checked(H1.text(Score="S -11; E 8; N 8; W -5"))
    codes = {finding.code for finding in wrong.findings if finding.severity == "error"}
    assert codes
    assert all(code in wrong._repr_html_() for code in codes)
    assert "Wrong" in wrong._repr_html_()


@pytest.mark.parametrize("text", ['[Event "?"]\n', "[Play]\nS XX\n", "{", '[Game "chess"]\n', "\x00\x01"])
def test_nonsense_has_a_representation(text):
    for one in check_path_of(text):
        assert one._repr_html_()
        assert one._repr_svg_()
        assert one._repr_markdown_()


def check_path_of(text):
    from tarok_pbn import check_bytes

    return list(check_bytes(text.encode()))


# --- Markdown ---------------------------------------------------------------------------------------


def fenced(options: str = "", text: str | None = None) -> str:
    """A page with a fence between two paragraphs."""
    return f"Before *it*.\n\n```tarok{options}\n{H1.text() if text is None else text}```\n\nAfter.\n"


@pytest.mark.parametrize("settings", [OURS, SUPERFENCES], ids=["tarok_pbn.markdown", "superfences"])
def test_a_fence_becomes_a_fragment(settings):
    page = markdown(fenced(), **settings)
    assert page.startswith("<p>Before <em>it</em>.</p>")
    assert page.endswith("<p>After.</p>")
    assert page.count('<div class="tp-embed"') == 1
    assert '<template shadowrootmode="open">' in page
    shown = "".join(html5lib.parseFragment(page, namespaceHTMLElements=False).itertext())
    assert "Record 1 · povinnost by South and West, lost 32 : 38" in " ".join(shown.split())
    assert "[Deal" not in page.partition("<details")[0]


@pytest.mark.parametrize("settings", [OURS, SUPERFENCES], ids=["tarok_pbn.markdown", "superfences"])
def test_a_fence_has_options(settings):
    page = markdown(fenced(' lang="da" show="hands=S,E quiz" mode="svg"'), **settings)
    assert "<figure" in page
    assert "Syd" in page
    assert "Vest" in page
    assert "32 : 38" not in page
    text = markdown(fenced(' mode="text"'), **settings)
    assert "<pre>Record 1 · povinnost by South and West, lost 32 : 38" in text


@pytest.mark.parametrize("settings", [OURS, SUPERFENCES], ids=["tarok_pbn.markdown", "superfences"])
@pytest.mark.parametrize(
    ("options", "text", "says"),
    [
        (' lang="xx"', None, "lang is 'xx', which is none of en, cs, da, de, sl"),
        (' show="hands=Q"', None, "the record has no seat 'Q'"),
        (' show="everything"', None, "no part of a record is called 'everything'"),
        (' colour="red"', None, "a fence has no option 'colour'"),
        (' templates="/etc"', None, "a fence has no option 'templates'"),
        (' mode="page"', None, "mode is 'page'"),
        (' mode="svg"', H1.text() + "\n" + H1.text(), "svg shows one record, and there are 2"),
        ("", "\n", "there is no record to show"),
    ],
)
def test_a_fence_that_cannot_be_shown_says_why_and_ends_nothing(settings, options, text, says):
    page = markdown(fenced(options, text), **settings)
    shown = html5lib.parseFragment(page, namespaceHTMLElements=False)
    assert says in "".join(shown.itertext())
    assert page.endswith("<p>After.</p>")


@pytest.mark.parametrize("settings", [OURS, SUPERFENCES], ids=["tarok_pbn.markdown", "superfences"])
def test_a_wrong_record_in_a_fence_is_a_page_with_findings(settings):
    page = markdown(fenced(text=H1.text(Score="S 1; E 1; N 1; W 1")), **settings)
    assert "tp-embed" in page
    assert "S00" in page
    assert page.endswith("<p>After.</p>")


@pytest.mark.parametrize("text", ["<script>alert(1)</script>\n", "[Play]\n<script>alert(1)</script>\n", "</template></div>\n", "&#60;\n"])
@pytest.mark.parametrize("options", ["", ' mode="svg"', ' mode="text"', ' show="</code><script>"'])
def test_what_is_in_a_fence_stays_text(text, options):
    page = markdown(fenced(options, text), **OURS)
    assert "<script>" not in page
    assert page.count("</template>") == page.count("<template")


def test_a_fence_inside_another_is_code():
    page = markdown('````md\n```tarok\n[Event "x"]\n```\n````\n\n~~~\n```tarok\n~~~\n', **OURS)
    assert "tp-embed" not in page
    assert page.count("```tarok") == 2


def test_a_fence_without_an_end_is_left_as_it_is():
    assert "tp-embed" not in markdown('```tarok\n[Event "x"]\n', **OURS)


def test_tildes_longer_fences_and_braces():
    for opening, closing in [("~~~tarok", "~~~"), ("`````tarok", "``````"), ("``` {.tarok lang=da}", "```"), ("``` tarok", "```")]:
        assert "tp-embed" in markdown(f"{opening}\n{H1.text()}{closing}\n", **OURS)
    assert "tp-embed" not in markdown("```taroky\nx\n```\n", **OURS)


def test_options_that_do_not_read_are_told():
    for options in (" lang", " lang=", ' lang="da', " da"):
        page = markdown(fenced(options), **OURS)
        assert "an option of a fence is name=value" in page


def test_settings_of_the_extension_hold_for_every_fence(tmp_path):
    (tmp_path / "legend.html").write_text("<p>Our own legend</p>", "utf-8")
    md = Markdown(
        extensions=["tarok_pbn.markdown"],
        extension_configs={"tarok_pbn.markdown": {"lang": "da", "mode": "svg", "scheme": "mono"}},
    )
    page = md.convert(fenced())
    assert "Syd" in page
    assert "#c00020" not in page
    assert "Süd" in md.convert(fenced(' lang="de" mode="svg"'))
    ours = markdown(fenced(), extensions=["tarok_pbn.markdown"], extension_configs={"tarok_pbn.markdown": {"templates": str(tmp_path)}})
    assert "Our own legend" in ours


def test_sample_files_in_a_fence():
    for path in sorted((ROOT / "samples").glob("*/*.tpbn"))[:12]:
        page = markdown(fenced(text=path.read_text("utf-8")), **OURS)
        assert 'class="tarok-refused"' not in page
        assert page.count('<article class="tp-record') == len(list(check_path(path)))


def test_record_of_a_program():
    record = record_of(H1.text())
    record.source = None
    assert "povinnost" in render(record, "text")
