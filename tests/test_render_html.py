"""HTML pages: self-contained, escaped, accessible, in the order of play. pages.md §1.2, §6.1."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tarok_pbn import check_path
from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.render import html_page
from tarok_pbn.shipped import shipped
from tests.support import checked, result_only
from tests.taroky_pages import H1, H3, H5

VOID = {"meta", "br", "hr", "img", "input", "link", "path"}


class Page(HTMLParser):
    """A page taken apart: ids, links, headings, text; whether its tags are balanced."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.references: list[str] = []
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.problems: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag != "script" or given not in ({}, {"type": "application/json", "class": "tp-data", "data-origin": given.get("data-origin")}):
            self.tags.append(tag)  # of scripts only the replay and its data have a place
        if len(given) != len(attrs):
            self.problems.append(f"{tag} has an attribute twice")
        self.attributes += [(name, value or "") for name, value in attrs]
        if "id" in given:
            self.ids.append(given["id"])
        if given.get("href", "").startswith("#"):
            self.targets.append(given["href"][1:])
        self.references += given.get("aria-labelledby", "").split()
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> does not close what is open")

    def handle_data(self, data):
        if "script" in self.open:
            self.scripts.append(data)
        elif "style" not in self.open and "pre" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).replace("\ufe0e", "").split())


def page(*texts, **options) -> str:
    return html_page([checked(text) for text in texts], **options)


NAMED = {"Board": "7", "South": "Novák, Jan", "Round": "2", "Date": "2026.11.??"}


@pytest.fixture(scope="module")
def h1() -> str:
    return page(H1.text(**NAMED))


def test_the_page_is_well_formed_and_its_references_lead_somewhere(h1):
    for text in (h1, page(H1.text(), H3.text(), H5.text()), page(H1.text(Score="S 1; E 1; N -1; W -1"))):
        parts = Page(text)
        assert parts.problems == []
        assert parts.open == []
        assert len(set(parts.ids)) == len(parts.ids)
        assert set(parts.targets) | set(parts.references) <= set(parts.ids)


def test_headings_go_down_one_step_at_a_time(h1):
    for text in (h1, page(H1.text(), H3.text())):
        levels = Page(text).headings
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_no_script_but_the_replay_no_request_no_font_from_elsewhere(h1):
    parts = Page(h1)
    assert not {"script", "link", "img", "iframe", "object"} & set(parts.tags)
    assert not [name for name, _ in parts.attributes if name.startswith("on") or name in ("src", "srcset", "style")]
    assert "url(" not in h1
    assert "@import" not in h1
    assert "http" not in re.sub(r"\bhttp-equiv\b", "", h1)


def test_title_says_what_was_played_by_whom_and_how_it_ended(h1):
    assert "<title>Board 7 · povinnost by South and West, lost 32 : 38</title>" in h1
    assert "Board 9 · trojka ve třetích by East alone, lost 23 : 47" in Page(page(H3.text(Board="9"))).text


def test_everything_is_on_the_page(h1):
    text = Page(h1).text
    for part in (
        "round 2 · 2026-11", "Agrees. The recorded score is what the hand gives.", "South −8 · East +8 · North +8 · West −8",
        "Jan Novák", "forehand, declarer", "Hands after the exchange", "XIV XIII XII IX VII VI IIII III", "from the talon",
        "South povinnost", "South calls XIX", "West holds XIX and is the partner.", "♠8 IIII XIV ♥K XVIII XI",
        "taročky South", "South East North West won by pts S+W E+N", "Official count 32 38", "32 − 35 = −3",
        "silent, West's is beaten in the last trick: −10", "K king · Q queen · N knight · J jack", "play runs anticlockwise",
    ):  # fmt: skip
        assert part in text, part
    assert "[Game &#34;taroky&#34;]" in h1  # the record itself


def test_hands_stand_in_the_order_of_play(h1):
    names = re.findall(r'class="tp-name">(\w+)<', h1)
    assert names == ["South", "East", "North", "West"]
    dealt_by_north = page(result_only("povinnost", "32 38", tags={"Dealer": "N", "Score": "?"}))
    assert re.findall(r'class="tp-name">(\w+)<', dealt_by_north) == ["West", "South", "East", "North"]


def test_cards_are_separated_by_real_spaces(h1):
    text = Page(h1).text
    assert "Škýz XX XI X II" in text
    assert "XIVXIII" not in text
    assert not re.search(r'class="tp-c [^>]*>[^/]*</span><span class="tp-c ', h1)


def test_rows_are_spoken_and_the_winner_is_marked_by_more_than_colour(h1):
    assert 'aria-label="Taroks: fourteen, thirteen, twelve, nine, seven, six, four, three."' in h1
    assert 'aria-label="Diamonds: void."' in h1
    assert 'aria-label="king of hearts"' in h1
    assert h1.count('<span class="tp-sr"> wins</span>') == 12
    assert h1.count('<span class="tp-sr">led </span>') == 12


def test_tables_have_captions_and_scopes(h1):
    tables = re.findall(r"<table.*?</table>", h1, re.S)
    assert len(tables) == 3
    for table in tables:
        assert "<caption" in table
        assert "<th " in table
        assert len(re.findall("<th[ >]", table)) == len(re.findall('<th[^>]* scope="(?:col|row)"', table))


def test_symbols_ask_for_their_text_form(h1):
    body = h1[h1.index("<body") : h1.index("<details")]
    assert re.findall("[♠♥♦♣](?!\ufe0e)", re.sub("<[^>]*>", "", body)) == []
    assert not re.search("[\U0001f0a0-\U0001f0ff\u2160-\u217f]", h1)


def test_classes_and_properties_have_our_prefix(h1):
    for name, value in Page(h1).attributes:
        if name == "class":
            assert all(word.startswith("tp-") for word in value.split()), value
    css = (shipped("templates") / "page.css").read_text("utf-8")
    assert all(name.startswith("--tp-") for name in re.findall(r"--[\w-]+", css))


def test_several_records_share_a_page_with_a_table_of_contents():
    text = page(H1.text(Board="7"), H3.text(Board="8"), H5.text(Board="7"), title="An evening")
    assert "<title>An evening</title>" in text
    assert re.findall(r'<article class="[^"]*" id="([^"]+)"', text) == ["d7", "d8", "d7-2"]
    assert Page(text).targets[:3] == ["d7", "d8", "d7-2"]


def test_a_page_without_records():
    assert "Tarok records" in html_page([])


XSS = '<script>alert("x")</script>&\'"><img src=x onerror=1>'
QUOTED = XSS.replace('"', '\\"')
FIELDS = [
    "Event", "Site", "Date", "Round", "Table", "Board", "South", "East", "North", "West", "Game", "Rules", "Options", "Seats",
    "Dealer", "Deal", "Talon", "Contract", "Declarer", "Partner", "Called", "Points", "Score", "Result", "Annotator", "DealId",
    "SittingOut", "Pots", "Unheard", "_private",
]  # fmt: skip


def assert_escaped(text):
    parts = Page(text)
    assert parts.problems == []
    assert "script" not in parts.tags
    assert "img" not in parts.tags
    ours = (shipped("templates") / "replay.js").read_text("utf-8")
    assert parts.scripts[-1] == ours
    for data in parts.scripts[:-1]:
        json.loads(data)
        assert not set("<>&") & set(data)
    assert not [name for name, _ in parts.attributes if name.startswith("on")]


@pytest.mark.parametrize("name", FIELDS)
def test_markup_in_a_tag_is_text(name):
    text = page(H1.text(**{name: QUOTED}))
    assert_escaped(text)
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[Event", f"{{{XSS}}}\n[Event"),
        ("N pass", f"N pass {{{XSS}}}"),
        ("N pass", f"N pass ; {XSS}\n"),
        ("S takes:1-4", f"S takes:1-4 {{{XSS}}}"),
        ("S tarocky", f"S tarocky {{{XSS}}}"),
        ("S tarocky", "S <script>"),
        ("S povinnost", "S <script>alert(1)</script>"),
        ("S ST SQ SK S7", f"S ST {{{XSS}}} SQ SK S7"),
        ("S ST SQ SK S7", "S ST <script> SK S7"),
        ("[Exchange]", f'[Note "1:{QUOTED}"]\n[Exchange]'),
        ("[ScoreTable", f'[<script> "{QUOTED}"]\n[ScoreTable'),
        ("game -3 3 3 -3", f"game -3 3 3 -3 {{{XSS}}}"),
        ("Item;S;E;N;W", "Item;S;E;N;<script>"),
    ],
)
def test_markup_in_a_section_is_text(old, new):
    text = H1.text()
    assert old in text
    assert_escaped(page(text.replace(old, new, 1)))


def test_markup_in_a_title_is_text():
    assert_escaped(page(H1.text(), title=XSS))
    assert_escaped(page(H1.text(Event=QUOTED), H1.text(Event=QUOTED)))


def test_characters_that_html_forbids_are_replaced():
    text = page(H1.text(South="a\x00b\x1b\ud800\x85c"))
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]", text)
    text.encode("utf-8")


def test_findings_stand_in_the_frame_of_the_verdict_and_at_their_trick():
    text = page(H1.text().replace("S ST SQ SK S7", "S ST T21 SK S7"))
    plain = Page(text).text
    assert "Wrong. One error." in plain
    assert plain.count("East plays XXI, but still holds ♠Q, ♠N, ♠J and ♠9") == 2
    assert 'class="tp-bad"' in text


def test_a_wrong_score_is_marked_where_it_differs():
    text = page(H1.text(Score="S -8; E 8; N 11; W -11"))
    assert re.findall(r'tp-off">([^<]*)<', text) == ["+11", "−11"]
    assert "differs" in Page(text).text


@pytest.mark.parametrize("family", ["taroky", "dansk"])
def test_whatever_the_random_player_plays_has_a_page(family):
    game = get(family)
    for seed in range(12):
        record, _ = play_hand(game, game.rulesets()[game.default].options, Random(seed), tags={"Event": "Random"})
        parts = Page(html_page([checked(record)]))
        assert parts.problems == []
        assert set(parts.targets) | set(parts.references) <= set(parts.ids)


def test_varsava_counts_for_every_seat():
    text = page(
        result_only(
            "varsava", "S 20; E 11; N 29; W 10", declarer="?", partner="?", tags={"Score": "S 10; E 10; N -30; W 10"}
        )
    )
    assert "Card points: South 20 · East 11 · North 29 · West 10" in Page(text).text


def test_jinja2_is_imported_only_for_a_page():
    code = (
        "import sys, tarok_pbn.render as r\n"
        "r.text_diagram, r.view_of\n"
        "assert 'jinja2' not in sys.modules\n"
        "r.html_page\n"
        "assert 'jinja2' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        full = colour.lstrip("#") if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
        parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_md_6_1_text_has_a_contrast_of_at_least_4_5(scheme):
    css = (shipped("templates") / "page.css").read_text("utf-8")
    light, dark = css.split("@media (prefers-color-scheme: dark)")[:2]
    colours = dict(re.findall(r"--tp-([\w-]+): (#[0-9a-f]{3,6});", light))
    if scheme == "dark":
        colours |= dict(re.findall(r"--tp-([\w-]+): (#[0-9a-f]{3,6});", dark.split("\n}\n")[0]))
    for ground in ("paper", "tint", "bad-tint"):
        for ink in ("ink", "grey", "heart", "diamond", "accent", "good", "bad", "link"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize(
    ("code", "heading"),
    [("M", "Announcements"), ("X", "Talon"), ("A", "Auction"), ("S", "Score"), ("P", "Play")],
)
def test_a_finding_stands_at_its_place_too(code, heading):
    """The issue of the pages: a record with errors has its page, with the findings at their places."""
    tried = 0
    for path in sorted(Path(__file__).parent.parent.glob("samples/*/wrong/*.tpbn")):
        for one in check_path(path):
            found = [f for f in one.findings if f.code[0] == code and f.severity == "error"]
            if not found:
                continue
            made = html_page([one]).split("</style>")[1]
            sections = re.findall(r"<section.*?</section>", made, re.S)
            (place,) = [s for s in sections if re.search(rf"<h2[^>]*>(?:{heading}|Skat)</h2>", s)]
            assert f">{found[0].code}</a>" in place, f"{path.name}: {found[0].message}"
            tried += 1
    assert tried


def test_a_record_of_an_unknown_game_says_that_it_was_not_read():
    made = html_page([checked(H1.text().replace('[Game "taroky"]', '[Game "whist"]'))]).split("</style>")[1]
    assert made.count("not read: the game is not known") >= 2
    assert "not known</p>" not in made.replace("not read: the game is not known</p>", "")


def test_pots_and_lost_kings_are_told_in_words_and_cards_not_in_tokens():
    """The evening's seventh hand: the king of clubs is lost in trick 2, and both pots get a share."""
    hand = list(check_path(Path(__file__).parent.parent / "samples" / "dansk" / "evening.tpbn"))[6]
    text = html_page([hand])
    for head in ('<abbr title="Pagatkoppen">Pagat.</abbr>', '<abbr title="Kongekoppen">Konge.</abbr>'):
        assert head in text
    item = re.search(r'<th scope="row">([^\n]*?tabt.*?)</th>', text)
    assert item is not None
    assert "tabt CK" not in item[1]
    assert 'data-c="CK"' in item[1]
