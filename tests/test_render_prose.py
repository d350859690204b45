"""Comments as prose: the small part of Markdown of docs/modes.md, cards set as cards, and nothing else let through."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tarok_pbn.games import get
from tarok_pbn.render import html_page, view_of
from tarok_pbn.render.environment import environment
from tarok_pbn.render.faces import faces_for
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Step, View
from tarok_pbn.render.prose import latex_prose, markdown_prose, set_cards
from tests.support import checked
from tests.taroky_pages import H1

TEXT = "\ufe0e"


def prose(text: str, view: View) -> str:
    function: Any = environment(view.look).globals["prose"]
    return str(function(text, view))


def html(text: str, look: Look = DEFAULT, **tags: str) -> str:
    view = view_of(checked(H1.text(**tags)), look)
    made = prose(text, view)
    made = re.sub(r'<span class="tp-c[^>]*>(.*?)</span>', r"<c>\1</c>", made).replace(TEXT, "")
    assert made.startswith('<span dir="auto"')
    assert made.endswith("</span>")
    return made[made.index(">") + 1 : -len("</span>")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("an *early* one", "an <em>early</em> one"),
        ("a **bad** one", "a <strong>bad</strong> one"),
        ("***both***", "<strong><em>both</em></strong>"),
        ("type `lays:DQ,C9` here", "type <code>lays:DQ,C9</code> here"),
        ("`T20` is written so", "<code>T20</code> is written so"),
        ("2*3*4 and 5 * 6", "2*3*4 and 5 * 6"),
        ("**open", "**open"),
        ("*a **b* c**", "<em>a **b</em> c**"),
        (r"\*no\* emphasis", "*no* emphasis"),
        ("two\nlines", "two lines"),
        ("one\n\ntwo", "one<br>two"),
        ("a _b_ # c > d", "a _b_ # c &gt; d"),
        ("<b>x</b> &amp; 'q'", "&lt;b&gt;x&lt;/b&gt; &amp;amp; &#39;q&#39;"),
        ("14. trick was bad", "14. trick was bad"),
        ("- with a dash", "- with a dash"),
    ],
)
def test_docs_modes_marks(text, shown):
    assert html(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("T20 goes early", "<c>XX</c> goes early"),
        ("HK, then CT!", "<c>♥K</c>, then <c>♣10</c>!"),
        ("♥K and ♧10", "<c>♥K</c> and <c>♣10</c>"),
        ("♥\ufe0fQ", "<c>♥Q</c>"),
        ("leads F at once", "leads <c>Škýz</c> at once"),
        ("*HK*", "<em><c>♥K</c></em>"),
        ("F. Novák", "F. Novák"),
        ("call:T19 T2,T10", "call:T19 T2,T10"),
        ("H5 is not in the pack", "H5 is not in the pack"),
        ("XT20 T200 T22 SKY", "XT20 T200 T22 SKY"),
    ],
)
def test_docs_modes_cards_are_set_where_they_stand_alone(text, shown):
    assert html(text) == shown


def test_docs_format_letters_the_rank_letters_of_a_suit_sign_are_the_record_s():
    assert html("♥D", Letters="cs") == '<span lang="en"><c>♥Q</c></span>'
    assert html("♥D") == "♥D"
    assert html("♥Q", Look(lang="en", cards="da")) == "<c>♥D</c>"


@pytest.mark.parametrize(
    ("target", "lives"),
    [
        ("https://example.org/a?b=1&c=2", True),
        ("http://example.org/", True),
        ("mailto:a@example.org", True),
        ("javascript:alert(1)", False),
        ("JAVASCRIPT:alert(1)", False),
        ("data:text/html,x", False),
        ("//example.org", False),
        ("https://example.org/\"onclick='x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_docs_modes_links_lead_to_the_web_or_to_an_address_only(target, lives):
    shown = html(f"see [*this* hand]({target})")
    assert ("<a " in shown) is lives
    assert "<a " not in shown or re.findall(r"<a ([^>]*)>", shown) == [
        f'href="{target.replace("&", "&amp;")}" rel="nofollow noopener noreferrer"'
    ]


def test_lists_are_phrases_that_may_stand_in_a_paragraph():
    text = "why:\n- T1 first\n- then HK\nat once\n\nthe end"
    assert html(text) == (
        'why:<br><span role="list"><span role="listitem"><span aria-hidden="true">•</span> <c>I</c> first</span> '
        '<span role="listitem"><br><span aria-hidden="true">•</span> then <c>♥K</c> at once</span></span><br>the end'
    )
    assert "1." in html("1. a\n2. b")
    assert not re.search("<(p|ul|ol|li|div)[ >]", html(text))


def test_a_comment_keeps_its_language_and_cards_speak_that_of_the_page():
    view = view_of(checked(H1.text(Language="de")))
    made = prose("mit T1", view)
    assert made == (
        '<span dir="auto" lang="de">mit <span lang="en"><span class="tp-c tp-suit0" data-c="T1" role="img" '
        'aria-label="the pagat, tarok one">I</span></span></span>'
    )
    assert view_of(checked(H1.text(Letters="cs"))).comments == "cs"
    assert view_of(checked(H1.text(Language='"><script>'.replace('"', '\\"')))).comments == ""
    assert view_of(checked(H1.text())).comments == ""


def test_latex():
    view = view_of(checked(H1.text()))
    assert latex_prose("50 % of *HK* & **T1** `a_b` [x](https://e.org/a_b)", view) == (
        r"50 \% of \emph{\mbox{$\heartsuit$K}} \& \textbf{\mbox{I}} \texttt{a\_b} x (\texttt{https://e.org/a\_b})"
    )
    assert latex_prose("1. a\n2. b\n\nc", view) == "\\begin{enumerate}\n\\item a\n\\item b\n\\end{enumerate}\n\nc"


def test_markdown():
    view = view_of(checked(H1.text()))
    assert markdown_prose("*HK* a_b | <i> # `x|y` [x](https://e.org/a_b)", view) == (
        "*♥K* a\\_b &#124; &#60;i&#62; # `x|y` [x](https://e.org/a%5Fb)"
    )
    assert markdown_prose("# no heading", view) == "\\# no heading"
    assert markdown_prose("- a\n- b\n\n3) c", view) == "- a\n- b\n\n3\\) c"


def test_one_function_sets_cards_in_findings_too():
    faces = faces_for(get("taroky"))
    assert [part if isinstance(part, str) else part.text for part in set_cards("East plays H5, not T1.", faces)] == [
        "East plays ", "♥5", ", not ", "I", ".",
    ]  # fmt: skip


@pytest.mark.parametrize("piece", ["*a ", "**", "`", "[", "[a](", "- \n", "\\", "T1 ", "\n\n", "[a](http://b"])
def test_hostile_lengths_take_linear_time(piece):
    view = view_of(checked(H1.text()))

    def seconds(length: int) -> float:
        start = time.process_time()
        markdown_prose(piece * (length // len(piece)), view)
        return time.process_time() - start

    seconds(1_000)
    assert seconds(160_000) < 16 * seconds(20_000) + 0.5  # eight times the text; quadratic would be 64 times


def told(step: Step) -> str:
    return step.seat or step.remark or (step.said.cards[0].text + step.said.signs if step.said else "")


LINES = """[Variation]
3 {If West had the **XXI**:} W T21! T3 $9 {too late} E S9
77 S H1
[Analysis]
{H1 was the card.}
"""


def test_lines_that_were_not_played_stand_folded_under_their_trick():
    view = view_of(checked(H1.text().rstrip() + "\n" + LINES))
    (line,) = view.tricks[2].lines
    assert line.trick == 3
    assert [told(step) for step in line.steps] == [
        "If West had the **XXI**:",
        "West",
        "XXI!",
        "III!!",
        "too late",
        "East",
        "♠9",
    ]
    assert [[step.remark for step in line.steps if step.remark] for line in view.lines] == [[], ["H1 was the card."]]
    page = html_page([checked(H1.text().rstrip() + "\n" + LINES)])
    assert page.count('<details class="tp-lines"><summary>Another line</summary>') == 2
    assert re.search('</details>\\s*<p class="tp-remark"><span dir="auto"><span class="tp-c tp-suit2"', page)
    under = page[page.index('-trick-3"') : page.index('-trick-4"')]
    assert "<strong>XXI</strong>" in under


def test_a_line_with_anything_in_it_is_shown_and_breaks_nothing():
    body = '3 S <script> ( T99 "quoted" ;<b>\n=4= $99 !! foo:<i>,x\n{<img src=x>'
    page = html_page([checked(H1.text().rstrip() + f"\n[Variation]\n{body}}}\n")])
    shown = page[page.index('-trick-3"') : page.index('-trick-4"')]
    for text in ("&lt;script&gt;", "T99", "&lt;b&gt;", "&lt;img src=x&gt;"):
        assert text in shown
    assert "<img" not in page


def test_pbn_nags_of_calls_and_cards_are_the_six_signs_and_others_stay_numbers():
    text = H1.text().replace("S ST SQ SK S7", "S ST $7 SQ $10 SK $12 S7 $0 $139")
    assert [cell.signs for cell in view_of(checked(text)).tricks[0].cells] == ["!", "??", "?!", "$139"]
    page = html_page([checked(text)])
    assert '<abbr title="blunder">??</abbr>' in page


def test_findings_are_english_on_every_page():
    text = H1.text().replace("S ST SQ SK S7", "S ST T21 SK S7")
    for lang, mark in (("en", '<span dir="auto">'), ("da", '<span dir="auto" lang="en">')):
        page = html_page([checked(text)], Look(lang=lang))
        assert re.findall(r'<span class="tp-severity">[^<]*</span> (<span[^>]*>)', page) == [mark]


def test_line_comments_in_a_row_are_the_lines_of_one_comment():
    text = "; It begins\n; here.\n;\n; Then more.\n{Another.}\n{And another.}\n" + H1.text()
    view = view_of(checked(text))
    assert [remark.text for remark in view.head] == ["It begins\nhere.\n\nThen more.", "Another.", "And another."]
    assert markdown_prose(view.head[0].text, view) == "It begins here.\n\nThen more."


def test_comments_on_the_score_are_prose_too():
    text = H1.text().replace("game -3 3 3 -3", "game -3 3 3 -3 {*close* with HK}")
    page = html_page([checked(text)])
    assert '<em>close</em> with <span class="tp-c tp-suit2"' in page
