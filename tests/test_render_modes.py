"""Forms for other people's pages, mails and documents: docs/modes.md. Every record field may be hostile."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import html5lib
import markdown
import pytest

from tarok_pbn.check import Checked, check
from tarok_pbn.notation import read_text
from tarok_pbn.render.fragment import html_fragment
from tarok_pbn.render.inline import html_inline
from tarok_pbn.render.latex import LATEX, latex_text
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.markdown import MARKDOWN, markdown_text
from tarok_pbn.render.textual import TextForm, text_environment
from tarok_pbn.shipped import shipped
from tests.support import checked, result_only
from tests.taroky_pages import H1, H3, H5

SAMPLES = Path(__file__).parent.parent / "samples"
XHTML = "{http://www.w3.org/1999/xhtml}"


def sample(name: str) -> list[Checked]:
    return [check(parsed) for parsed in read_text((SAMPLES / name).read_text("utf-8"))][:1]


def tables(html: str) -> list[list[list[str]]]:
    """Texts of the cells of every table with a heading, as a browser reads the page."""
    found = []
    for table in html5lib.parse(f"<!DOCTYPE html>{html}").iter(f"{XHTML}table"):
        if table.find(f".//{XHTML}th") is None:
            continue
        rows = []
        for row in table.iter(f"{XHTML}tr"):
            cells = [cell for cell in row if cell.tag in (f"{XHTML}td", f"{XHTML}th")]
            rows.append([" ".join("".join(cell.itertext()).replace("\ufe0e", "").split()) for cell in cells])
        found.append(rows)
    return found


def as_html(text: str) -> str:
    return markdown.markdown(text, extensions=["tables"])


# --- what is shown: typed from the records ------------------------------------------------------------------

TAROKY_PLAY = [
    ["#", "South", "East", "North", "West", "won by", "pts", "S+N", "E+W"],
    ["1", "▸ X?!", "VIII", "XII", "XIII1", "West", "1⅓", "9⅔", "2⅔"],
    ["6", "XIV", "▸ ♠9", "♥3!!", "VI", "South", "1⅓", "16⅓", "11⅔"],
    ["12", "▸ I", "♣K", "♣N", "♣10", "South", "11⅓", "36⅓", "33⅔"],
]
DANSK_PLAY = [
    ["#", "South", "East", "West", "won by", "pts", "S", "E", "W"],
    ["1", "▸ ♠1", "♠4", "♠7", "West", "1", "0", "0", "4"],
    ["3", "▸ T21", "T4", "T7", "South", "5", "8", "0", "4"],
    ["23", "▸ Skisen", "♥2", "♦J", "East", "6", "32", "17", "9"],
    ["25", "▸ ♠K", "♦K", "♣K", "South", "13", "52", "17", "9"],
]
KOENIG_PLAY = [
    ["#", "South", "East", "North", "West", "won by", "pts", "S", "E+N+W"],
    ["1", "▸ ♣9", "♣7", "♣8", "♣10", "West", "1⅓", "9", "1⅓"],
    ["3", "▸ ♣J", "III", "I", "IX", "West", "6⅓", "15⅓", "7⅔"],
    ["10", "Sküs", "▸ ♥Q", "♥K", "XVII", "South", "12⅓", "33⅓", "24"],
]
PLAYS = [
    ("taroky/commented.tpbn", TAROKY_PLAY),
    ("dansk/fool-demanded.tpbn", DANSK_PLAY),
    ("koenigrufen/konig-10-solorufer.tpbn", KOENIG_PLAY),
]


@pytest.mark.parametrize(("name", "expected"), PLAYS)
def test_the_trick_table_in_markdown_as_a_reader_renders_it(name, expected):
    rendered = [
        [[c.replace("[", "").replace("]", "") for c in r] for r in t]
        for t in tables(as_html(markdown_text(sample(name))))
    ]
    (play,) = [table for table in rendered if table[0][0] == "#"]
    assert [row for row in play if row in expected] == expected
    assert {len(row) for row in play} == {len(expected[0])}


@pytest.mark.parametrize(("name", "expected"), PLAYS)
def test_the_trick_table_for_mail(name, expected):
    (play,) = [table for table in tables(html_inline(sample(name))) if table[0][0] == "#"]
    assert [row for row in play if row in expected] == expected


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        (
            "taroky/commented.tpbn",
            [
                r"1 & $\triangleright$\,\mbox{X}?! & \mbox{VIII} & \mbox{XII} & \underline{\mbox{XIII}}\textsuperscript{1}"
                r" & West & 1$\frac{1}{3}$ & 9$\frac{2}{3}$ & 2$\frac{2}{3}$ \\",
                r" & \multicolumn{8}{p{.85\linewidth}}{the last trick, and with it the pagát} \\",
                r"\raggedright melds: 10 $-$ 5 = 5 & +5 & $-$5 & +5 & $-$5 \tabularnewline",
            ],
        ),
        (
            "dansk/fool-demanded.tpbn",
            [
                r"25 & $\triangleright$\,\underline{\mbox{$\spadesuit$K}} & \mbox{$\diamondsuit$K} & \mbox{$\clubsuit$K}"
                r" & South & 13 & 52 & 17 & 9 \\",
                r"\textbf{computed} & \textbf{+290} & \textbf{$-$205} & \textbf{$-$200} & \textbf{+10} & \textbf{+105} \\",
            ],
        ),
        (
            "koenigrufen/konig-10-solorufer.tpbn",
            [
                r"$\clubsuit$ & \raggedright K N J 9 & \raggedright 7 & \raggedright 8 & \raggedright 10 \tabularnewline",
                r"\noindent South holds \mbox{$\diamondsuit$K} and plays alone.",
            ],
        ),
    ],
)
def test_latex_lines(name, rows):
    lines = latex_text(sample(name)).splitlines()
    for row in rows:
        assert row in lines


def test_hands_of_the_three_forms_typed_from_the_deal():
    hands = [
        ["", "South (forehand, declarer)", "East", "North (partner)", "West (dealer)"],
        ["", "Hana Dvořáková", "Petr Kubíček", "Lenka Marešová", "Josef Vondra"],
        ["T", "XVI XIV XI X V+ IIII III II I", "Škýz XVIII XVII XV VIII", "XIX XII", "XXI XX XIII IX VII VI"],
        ["♥", "1 4+", "K", "N J 2 3", "Q"],
        ["♠", "—", "K N 10 9+ 7", "J", "Q"],
        ["♦", "K+", "—", "J 2", "1 3 4"],
        ["♣", "—", "K", "N 9 7+", "10"],
    ]
    record = sample("taroky/commented.tpbn")
    assert tables(as_html(markdown_text(record)))[0] == hands
    inline = " ".join(
        "".join(html5lib.parse(html_inline(record).replace("<br>", " ")).itertext()).replace("\ufe0e", "").split()
    )
    for text in (
        "North Lenka Marešová partner T XIX XII ♥ N J 2 3 ♠ J ♦ J 2 ♣ N 9 7",
        "♥ 1 4 ♠ — ♦ K ♣ — XX from the talon",
    ):
        assert text in inline
    compass = [inline.index(name) for name in ("North Lenka", "West Josef", "East Petr", "South Hana")]
    assert compass == sorted(compass)


def test_comments_notes_and_what_is_no_card_are_in_every_form():
    czech, danish = sample("taroky/commented.tpbn"), sample("dansk/fool-demanded.tpbn")
    for made in (markdown_text, latex_text, html_inline, html_fragment):
        for text in ("the last trick, and with it the pagát", "Forehand has no choice", "How a commented hand looks"):
            assert text in made(czech), (made, text)
        assert "takes" in made(danish)


@pytest.mark.parametrize(
    ("lang", "auction", "score"),
    [
        ("cs", "Licitace", "Výsledek"),
        ("da", "Melderunde", "Regnskab"),
        ("de", "Lizitation", "Abrechnung"),
        ("sl", "Licitacija", "Obračun"),
    ],
)
def test_headings_are_in_the_reader_s_language(lang, auction, score):
    record = sample("taroky/commented.tpbn")
    look = Look(lang=lang)
    assert re.findall("^### (.*)$", markdown_text(record, look), re.M)[1::4] == [auction, score]
    assert re.findall(r"^\\subsection\*\{(.*)\}$", latex_text(record, look), re.M)[1::4] == [auction, score]
    assert re.findall("<h3[^>]*>([^<]*)<", html_inline(record, look))[1::4] == [auction, score]
    headings = re.findall("<h3[^>]*>([^<]*)<", html_fragment(record, look))
    assert auction in headings
    assert score in headings


# --- safety -------------------------------------------------------------------------------------------------

HOSTILE = (
    '<script>alert("x")</script>&\'"><img src=x onerror=1></template></style> | \\ ` _a_ **b** [c](javascript:alert(1))'
    " # $x$ ~ ^ % \\input{x} {{ 7*7 }} {% raw %} << 7*7 >> <% raw %> ${7} \\end{tabular} -- ?` <!-- https://x"
)
IN_COMMENT = HOSTILE.replace("}", "")
FIELDS = [
    "Event", "Site", "Date", "Round", "Table", "Board", "South", "East", "North", "West", "Game", "Rules", "Options", "Seats",
    "Dealer", "Deal", "Talon", "Contract", "Declarer", "Partner", "Called", "Points", "Score", "Result", "Annotator", "DealId",
    "SittingOut", "Pots", "Unheard", "Letters", "Language", "Money",
]  # fmt: skip
QUOTED = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
PLACES = [
    ("[Event", f"{{{IN_COMMENT}}}\n[Event"),
    ("N pass", f"N pass {{{IN_COMMENT}}}"),
    ("N pass", f"N pass ; {HOSTILE}\n"),
    ("S takes:1-4", f"S takes:1-4 {{{IN_COMMENT}}}"),
    ("S tarocky", f"S tarocky {{{IN_COMMENT}}}"),
    ("S tarocky", "S <script>|$x_y%"),
    ("S povinnost", "S <script>alert(1)|&$x_y%^~</script>"),
    ("S ST SQ SK S7", f"S ST {{{IN_COMMENT}}} SQ SK S7 ; {HOSTILE}\n"),
    ("S ST SQ SK S7", "S ST <script>|$_% SK S7"),
    ("[Exchange]", f'[Note "1:{QUOTED}"]\n[Exchange]'),
    (
        "[ScoreTable",
        f"[Variation]\n1 {{{IN_COMMENT}}} S ST <script>|$_% ; {HOSTILE}\n[Analysis]\n;{HOSTILE}\n[ScoreTable",
    ),
    ("game -3 3 3 -3", f"game -3 3 3 -3 {{{IN_COMMENT}}}"),
    ("game -3 3 3 -3", f'"{QUOTED}" -3 3 3 -3'),
    ("Item;S;E;N;W", "Item;S;E;N;<script>|&"),
]


def hostile_records() -> list[str]:
    records = [H1.text(**{name: QUOTED}) for name in FIELDS]
    for old, new in PLACES:
        assert old in H1.text()
        records.append(H1.text().replace(old, new, 1))
    records.append(result_only("povinnost", "32 38", tags={"Event": QUOTED, "South": QUOTED}))
    return records


RECORDS = [checked(text) for text in hostile_records()]
INLINE_TAGS = "html head body div p br b i u s sup span bdi h2 h3 hr table tbody tr th td em strong code a"
MARKDOWN_TAGS = "html head body p h1 h2 h3 table thead tbody tr th td strong em code ul ol li blockquote br"


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_inline_holds_tables_and_inline_styles_and_nothing_else(number):
    text = html_inline([RECORDS[number]])
    root = html5lib.HTMLParser(strict=True).parseFragment(text)
    assert root is not None
    for element in html5lib.parse(text).iter():
        tag = str(element.tag).removeprefix(XHTML)
        assert tag in INLINE_TAGS.split(), tag
        assert set(element.keys()) <= {
            "style",
            "lang",
            "dir",
            "role",
            "aria-label",
            "aria-hidden",
            "scope",
            "colspan",
            "href",
            "rel",
        }
        assert "javascript:" not in element.get("href", "")
    assert not re.search(r"url\(|expression", " ".join(re.findall(r'style="([^"]*)"', text)))
    assert "{{ 7*7 }}" in text or "49" not in text


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_fragment_is_one_element_with_one_template(number):
    text = html_fragment([RECORDS[number]])
    assert text.startswith('<div class="tp-embed"')
    assert text.rstrip().endswith("</template></div>")
    assert len(re.findall("</?template", text)) == 2
    assert len(re.findall("</?style", text)) == 2
    assert not re.search(r"<(script|img)\b", text)


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_markdown_stays_text_in_what_a_reader_renders(number):
    text = markdown_text([RECORDS[number]])
    html = as_html(text)
    tags = {str(e.tag).removeprefix(XHTML) for e in html5lib.parse(html).iter() if isinstance(e.tag, str)}
    assert tags <= set(MARKDOWN_TAGS.split()), tags
    for table in tables(html):
        assert len({len(row) for row in table}) == 1, table
    assert len(re.findall("^## ", text, re.M)) == 1
    assert "<" not in re.sub(r"`[^`\n]*`", "", text)


COMMANDS = (
    "section subsection newpage noindent textbf emph texttt underline raggedright tabularnewline hline par multicolumn begin end item "
    "mbox cdot heartsuit spadesuit diamondsuit clubsuit triangleright frac times surd rightarrow dots linewidth "
    "textbackslash textasciicircum textasciitilde textless textgreater textbar textsuperscript"
)


def tex_problems(text: str) -> list[str]:
    """What a TeX engine would choke on, or obey though no template wrote it."""
    problems: list[str] = []
    braces, math, opened = 0, False, []
    for match in re.finditer(r"\\(?:begin|end)\{(\w+)\}|\\([A-Za-z]+)|\\(.|\n)|([{}$&%#_^~])", text):
        environment, command, symbol, special = match.groups()
        if environment:
            if match[0].startswith("\\begin"):
                opened.append(environment)
            elif not opened or opened.pop() != environment:
                problems.append(f"{match[0]} ends nothing")
        elif command:
            if command not in COMMANDS.split():
                problems.append(f"\\{command}")
        elif symbol:
            if symbol not in "\\{}$&#%_,":
                problems.append(f"\\{symbol}")
        elif special == "$":
            math = not math
        elif special in "{}":
            braces += 1 if special == "{" else -1
            if braces < 0:
                problems.append("a brace too many")
        elif special == "&":
            if opened[-1:] != ["tabular"]:
                problems.append("& outside a table")
        else:
            problems.append(f"a bare {special}")
    return problems + (["braces"] if braces else []) + (["math"] if math else []) + opened


def tex_columns(text: str) -> list[tuple[int, set[int]]]:
    """Columns that a table declares, and those that its rows fill."""
    found = []
    for spec, body in re.findall(r"\\begin\{tabular\}\{@\{\}(.*?)@\{\}\}\n(.*?)\\end\{tabular\}", text, re.S):
        declared = len(re.findall(r"[lr]|p\{[^}]*\}", re.sub(r"p\{[^}]*\}", "p{}", spec)))
        widths = set()
        for row in re.split(r"(?:\\\\|\\tabularnewline)\n", body)[:-1]:
            spans = sum(int(n) - 1 for n in re.findall(r"\\multicolumn\{(\d+)\}", row))
            widths.add(len(re.findall(r"(?<!\\)&", row)) + 1 + spans)
        found.append((declared, widths))
    return found


def test_the_check_of_latex_can_fail():
    assert tex_problems(r"\input{x}") == [r"\input"]
    assert tex_problems("50 % a_b {") == ["a bare %", "a bare _", "braces"]
    assert tex_problems("a & b") == ["& outside a table"]
    assert tex_columns("\\begin{tabular}{@{}lr@{}}\na & b & c \\\\\n\\end{tabular}") == [(2, {3})]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_latex_obeys_no_record(number):
    text = latex_text([RECORDS[number]])
    assert tex_problems(text) == []
    for declared, filled in tex_columns(text):
        assert filled <= {declared}


@pytest.mark.parametrize("made", [markdown_text, latex_text, html_inline, html_fragment])
def test_controls_and_lone_surrogates_are_replaced(made: Callable[[Sequence[Checked]], str]):
    text = made([checked(H1.text(South="a\x00b\x1b\ud800\x85c", Event="\ufffe"))])
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", text)
    text.encode("utf-8")


@pytest.mark.parametrize("made", [markdown_text, latex_text, html_inline, html_fragment])
def test_every_sample_and_nothing_at_all(made: Callable[[Sequence[Checked]], str]):
    assert made([])
    for path in sorted(SAMPLES.rglob("*.tpbn"))[::5]:
        records = [check(parsed) for parsed in read_text(path.read_text("utf-8", "replace"))][:2]
        text = made(records)
        assert text.endswith(("\n", "</div>"))
        if made is latex_text:
            assert tex_problems(text) == [], path


# --- details ------------------------------------------------------------------------------------------------


def test_inline_marks_the_winner_and_the_lead_without_colour_and_is_narrow():
    text = html_inline(sample("taroky/commented.tpbn"))
    assert text.count("<b><u>") == 12 + 1
    assert text.count("▸") == 12 + 1
    assert "max-width:620px" in text
    assert not re.search(r"\b(class|id|width|bgcolor)=", text)


def test_colours_of_suits_for_mail():
    four = html_inline([checked(H1.text())], Look(scheme="four"))
    assert "#0b57d0" in four
    assert "#00693e" in four
    mono = html_inline([checked(H1.text())], Look(scheme="mono"))
    assert "#c00020" not in mono


def test_fragment_with_the_script_of_the_replay():
    plain = html_fragment([checked(H1.text())])
    moving = html_fragment([checked(H1.text())], script=True)
    assert "<script" not in plain
    assert "tarokReplay" in moving
    assert moving.index("</template>") < moving.index("tarokReplay")
    assert ":host { all: initial !important" in plain


def test_ids_of_several_records_in_a_fragment_differ():
    ids = re.findall(r' id="([^"]+)"', html_fragment([checked(H1.text()), checked(H3.text()), checked(H5.text())]))
    assert len(ids) == len(set(ids))


def test_a_whole_latex_document():
    text = latex_text([checked(H1.text())], standalone=True)
    assert text.startswith("\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n")
    assert text.endswith("\\end{document}\n")
    assert "\\documentclass" not in latex_text([checked(H1.text())])


def test_a_partial_diagram_gives_nothing_away():
    look = Look(show=("hands=S",))
    for made in (markdown_text, latex_text, html_inline):
        text = made([checked(H1.text())], look)
        assert "XIV" in text
        assert "won by" not in text
        assert "34" not in text


def test_lines_that_were_not_played_in_every_form():
    lines = "\n[Variation]\n3 {If} W T21! T3 $9\n[Analysis]\n{The hand turns on H1.}\n"
    record = [checked(H1.text().rstrip() + lines)]
    assert "> **Trick 3** *Another line*\n>\n> If\n> West\n> XXI!\n> III!!\n" in markdown_text(record)
    assert markdown_text(record).endswith("### Remarks\n\n>\n> The hand turns on ♥1.\n")
    text = latex_text(record)
    assert r"{\emph{Another line} If \textbf{West} \mbox{XXI}! \mbox{III}!!} \\" in text
    assert text.endswith("\\noindent The hand turns on \\mbox{$\\heartsuit$1}.\n")
    assert tex_problems(text) == []
    assert "<i>Another line:</i>" in html_inline(record)


def test_a_quiz_tells_its_solution_last():
    look = Look(show=("hands=S", "endposition@3", "quiz"))
    record = [checked(H1.text())]
    made = {
        "<summary>Solution</summary>": markdown_text(record, look),
        "\\newpage\n\\subsection*{Solution}": latex_text(record, look),
        "<details><summary": html_inline(record, look),
    }
    for begins, text in made.items():
        question, found, solution = text.partition(begins)
        assert found
        assert "North to play." in question
        assert "South" in question
        for told in ("Agrees", "XXI", "won by", "Talon"):
            assert told not in question
        for told in ("Agrees", "XXI", "won by", "Talon"):
            assert told in solution
    assert tex_problems(latex_text(record, look)) == []


def test_templates_of_a_user_come_first_and_cannot_forget_to_escape(tmp_path):
    (tmp_path / "record.tex").write_text("<< view.seats[0].player >> <<'a_b'>>\n", "utf-8")
    (tmp_path / "record.md").write_text("{{ view.seats[0].player }} {{ 'a' ~ '<b>' }}\n", "utf-8")
    look = Look(templates=str(tmp_path))
    record = [checked(H1.text(South="<i>_&"))]
    assert latex_text(record, look) == "\\textless{}i\\textgreater{}\\_\\& a\\_b\n"
    assert markdown_text(record, look) == "&#60;i&#62;\\_&#38; a&#60;b&#62;\n"


@pytest.mark.parametrize(("form", "suffix"), [(MARKDOWN, "md"), (LATEX, "tex")])
def test_text_templates_use_texts_that_the_catalogues_know(form: TextForm, suffix: str):
    known = set()
    for path in shipped("templates").glob("*.html"):
        known |= set(re.findall(r"%}([^%]*?){%-? endtrans", path.read_text("utf-8")))
    reader = text_environment(DEFAULT, form)
    for path in shipped("templates").glob(f"*.{suffix}"):
        for _, _, message in reader.extract_translations(path.read_text("utf-8")):  # type: ignore[attr-defined]  # of the extension
            english = re.sub(r"%\((\w+)\)s", r"{{ \1 }}", str(message))
            assert english in known, (path.name, english)
