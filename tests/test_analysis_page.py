"""Issue 7: best play on a page: what is told, drawn and marked, and what is said where there is nothing to tell."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tarok_pbn.analysis.native import SWITCH, kernel
from tarok_pbn.check import Checked, check_bytes
from tarok_pbn.render import html_page, text_diagram, view_of
from tarok_pbn.render.analysis_curve import curve_of
from tarok_pbn.render.analysis_data import Analysed, Fallen
from tarok_pbn.render.analysis_words import cost_words, in_thirds, range_words, subject_words
from tarok_pbn.render.fragment import html_fragment
from tarok_pbn.render.inline import html_inline
from tarok_pbn.render.latex import latex_text
from tarok_pbn.render.look import Look
from tarok_pbn.render.markdown import markdown_text
from tests.running import tarok

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
H1 = SAMPLES / "taroky" / "rules-h1.tpbn"
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
#: (trick, place) -> thirds lost, better cards (numbers: T1 is 0), turned; of the first hand of the Czech rules page
LOST: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {
    (1, 1): (9, (2, 3, 5, 6, 8, 11, 12, 13)),
    (3, 3): (7, (1, 9, 10)),
    (9, 2): (7, (21,)),
}


def record(path: Path = H1, number: int = 1) -> Checked:
    return [checked for checked in check_bytes(path.read_bytes()) if checked.parsed.is_record][number - 1]


def analysed(checked: Checked, lost: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = LOST, **fields) -> Analysed:
    """An analysis made up for a record: 33 points for South and West, and what its cards lost."""
    assert checked.replay.table is not None
    value, cards = 99, []
    for trick in checked.replay.table.tricks:
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True), 1):
            cost, better = lost.get((trick.number, place), (0, ()))
            after = value - cost if seat in (0, 3) else value + cost
            moves = tuple((each, -1) for each in better)
            cards.append(Fallen(trick.number, place, seat, card, value, value, after, after, cost, better=moves))
            value = after
    given = {"side": frozenset({0, 3}), "enough": 107, "cards": tuple(cards), "result": value, **fields}
    return Analysed(**given)


def body(page: str) -> str:
    return page.split("</style>", 1)[1]


def plain(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", markup).replace("\ufe0e", "").split())


def rows(page: str, table: str) -> list[str]:
    found = re.search(rf'<table class="{table}[^"]*">.*?</table>', page, re.DOTALL)
    assert found is not None
    return [plain(row) for row in re.findall(r"<tr.*?</tr>", found[0], re.DOTALL)]


def best_of(checked: Checked, found: Analysed, lang: str = "en"):
    best = view_of(checked, Look(lang), found).best
    assert best is not None
    return best


# --- what the solver finds, on the page -----------------------------------------------------------------


@needs_kernel
def test_the_first_hand_of_the_rules_page():
    made = tarok("html", "--analyse", str(H1))
    assert (made.code, made.err) == (0, "")
    page = body(made.out)
    values = re.search(r'<dl class="tp-values">(.*?)</dl>', page, re.DOTALL)
    assert values is not None
    assert plain(values[1]) == "with best play 33 as played 31⅔ needed 35⅔"
    assert rows(page, "tp-costs")[1:] == [
        "1 South ♠10 3 III IIII VI VII IX XII XIII XIV",
        "2 North ♥4 1 ♦3 ♦2 ♦1",
        "2 West ♥1 1 ♥Q",
        "3 South ♣K 1 III IIII VI VII IX XII XIII XIV",
        "3 North XX 2⅓ II X XI",
        "3 West ♣Q 2 ♣8 ♣J",
        "6 West ♣J 1 XV XVI XIX ♥Q ♣8",
        "9 East ♠J 1 XVIII ♠N",
        "9 North II 2⅓ Škýz",
    ]
    assert "Lost in all: South + West 8 · East + North 6⅔" in plain(page)
    third = rows(page, "tp-tricks")[4]
    assert third.startswith("3 led ♣K costs 1 point ♣10 XX wins costs 2⅓ points ♣Q costs 2 points North 8⅓")


@needs_kernel
def test_a_card_that_turned_the_hand_is_told_from_the_others():
    page = body(tarok("html", "--analyse", str(SAMPLES / "taroky" / "commented.tpbn")).out)
    marks = re.findall(r'<span class="tp-cost( tp-turns)?" title="([^"]*)"', page)
    assert len(marks) == 11
    assert [words for turned, words in marks if turned] == ["costs 2 points and turns the hand"]
    assert rows(page, "tp-costs")[-1] == "10 East ♠N 2 ♠K ♣K turns the hand"
    assert page.count('<circle class="tp-dot-turns"') == 1
    assert page.count('<circle class="tp-dot"') == 10
    assert "?!" in page  # of the annotator


@needs_kernel
def test_each_for_himself_tells_whose_play_is_looked_at():
    made = tarok("html", "--analyse", "--for", "E", "--analyse-time", "1", str(SAMPLES / "dansk" / "nolo.tpbn"))
    assert made.code == 0
    page = plain(body(made.out))
    assert "The last trick for East" in page
    assert "with best play not known" in page
    assert re.search(r"Up to trick \d+, card \d nothing but bounds is proven within the limits\.", page)
    assert re.search(r":1: not proven within the limits up to trick \d+, card \d\n$", made.err)


# --- drawn ----------------------------------------------------------------------------------------------


def fallen(trick: int, place: int, before: tuple[int, int], after: tuple[int, int], **more) -> Fallen:
    return Fallen(trick, place, place - 1, 0, *before, *after, more.pop("lost", None), **more)


def strokes(path: str) -> list[tuple[str, float]]:
    """A path as letters and numbers; M has two."""
    found = []
    for letter, numbers in re.findall(r"([MHVZ])([\d. -]*)", path):
        found += [(letter, float(number)) for number in numbers.split()] or [(letter, 0.0)]
    return found


def drawn(cards: list[Fallen], **fields):
    found = Analysed(kind="tricks", side=frozenset({0}), cards=tuple(cards), **fields)
    return curve_of(found, "Tricks of South", [("best", "with best play", "4")], 2, 2, "en")


def test_the_line_moves_where_a_card_lost_something():
    """Two tricks of two cards. No count is below 0 or above 4: a trick is 41 units high, from 176 up to 12."""
    curve = drawn(
        [
            fallen(1, 1, (4, 4), (2, 2), lost=2),
            fallen(1, 2, (2, 2), (2, 2), lost=0),
            fallen(2, 1, (2, 2), (2, 2), lost=0),
            fallen(2, 2, (2, 2), (3, 3), lost=1, turned=True),
        ],
        enough=0,
        result=3,
    )
    room = curve.right - curve.left
    at = [round(curve.left + room * share, 1) for share in (0, 1 / 8, 7 / 8, 1)]
    assert strokes(curve.line) == [
        ("M", at[0]), ("M", 12), ("H", at[1]), ("V", 94), ("H", at[2]), ("V", 53), ("H", at[3]),
    ]  # fmt: skip
    assert curve.band == ""
    assert [(round(x, 1), y, turned) for x, y, turned in curve.marks] == [(at[1], 94, False), (at[2], 53, True)]
    assert (curve.begins, curve.ends, curve.need) == ((12, "4"), (53, "3"), 176)
    assert curve.needed == (176, "0")
    assert [text for _, text in curve.ticks] == ["0", "1", "2", "3"]  # where the first value stands there is no other
    assert curve.told == "with best play: 4."


def test_what_is_not_proven_is_a_band_and_no_line():
    curve = drawn(
        [
            fallen(1, 1, (0, 4), (1, 4)),
            fallen(1, 2, (1, 4), (2, 2)),
            fallen(2, 1, (2, 2), (2, 2), lost=0),
            fallen(2, 2, (2, 2), (2, 2), lost=0),
        ],
        result=2,
    )
    room = curve.right - curve.left
    at = [round(curve.left + room * share, 1) for share in (0, 1 / 8, 3 / 8, 1)]
    assert strokes(curve.line) == [("M", at[2]), ("M", 94), ("H", at[3])]
    assert strokes(curve.band) == [
        ("M", at[0]), ("M", 12), ("V", 12), ("H", at[1]), ("V", 12), ("H", at[2]),
        ("V", 135), ("H", at[1]), ("V", 176), ("H", at[0]), ("Z", 0),
    ]  # fmt: skip
    assert curve.begins is None
    assert curve.marks == ()


def test_numbers_at_the_edge_do_not_lie_on_each_other():
    cards = [fallen(1, 1, (90, 90), (106, 106), lost=16)]
    found = Analysed(kind="points", side=frozenset({0}), cards=tuple(cards), enough=107, result=106)
    near = curve_of(found, "", [], 12, 4, "en")
    assert near.ends is not None
    assert near.needed is not None
    assert near.ends[0] - near.needed[0] == pytest.approx(13)
    assert (near.ends[1], near.needed[1]) == ("35⅓", "35⅔")
    same = curve_of(Analysed(kind="points", cards=tuple(cards), enough=106, result=106), "", [], 12, 4, "en")
    assert (same.ends, same.needed) == ((same.need, "35⅓"), None)


def test_a_play_that_stops_ends_the_line_where_it_stops():
    curve = drawn([fallen(1, 1, (4, 4), (4, 4), lost=0), fallen(1, 2, (4, 4), (4, 4), lost=0)])
    assert curve.stop[0] < curve.left + (curve.right - curve.left) / 2
    assert [told for _, _, told in curve.tricks] == [True, True]


def test_of_many_tricks_every_fifth_is_numbered():
    found = Analysed(kind="trick", side=frozenset({0}), cards=(fallen(1, 1, (0, 1), (1, 1)),))
    curve = curve_of(found, "", [], 25, 3, "en")
    assert [number for _, number, told in curve.tricks if told] == [1, 5, 10, 15, 20, 25]
    assert [text for _, text in curve.ticks] == ["no", "yes"]


def test_the_drawing_has_a_name_and_the_same_figures_in_words():
    checked = record()
    page = body(html_page([checked, checked], analyses=[analysed(checked), analysed(checked)]))
    drawings = re.findall(r'<svg class="tp-curve".*?</svg>', page, re.DOTALL)
    assert len(drawings) == 2
    for drawing in drawings:
        names = re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', drawing)
        assert names is not None
        assert f'<title id="{names[1]}">Card points of South + West</title>' in drawing
        # 99 - 9 + 7 + 7 thirds
        assert f'<desc id="{names[2]}">with best play: 33; as played: 34⅔; needed: 35⅔.</desc>' in drawing
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    table = re.search(r'<details class="tp-figures">.*?</details>', page, re.DOTALL)
    assert table is not None
    assert [plain(row) for row in re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)][:4] == [
        "# card 1 card 2 card 3 card 4", "1 33 30 30 30", "2 30 30 30 30", "3 30 30 30 32⅓",
    ]  # fmt: skip
    assert plain(table[0]).endswith("after the last card 34⅔")


# --- marks and words ------------------------------------------------------------------------------------


def test_marks_stand_at_the_cards_that_lost_something():
    checked = record()
    view = view_of(checked, analysed=analysed(checked))
    marked = {
        (trick.number, cell.letter): cell.cost.words
        for trick in view.tricks
        for cell in trick.cells
        if cell.cost is not None
    }
    assert marked == {(1, "S"): "costs 3 points", (3, "N"): "costs 2⅓ points", (9, "N"): "costs 2⅓ points"}
    assert all(not cell.signs for trick in view.tricks for cell in trick.cells)


def test_templates_of_ones_own_replace_the_section(tmp_path):
    checked = record()
    look = Look(templates=str(tmp_path))
    assert html_page([checked], look, analyses=[analysed(checked)]) == html_page(
        [checked], analyses=[analysed(checked)]
    )
    (tmp_path / "best.html").write_text("<p>{{ view.best.mistakes|length }} of them</p>", "utf-8")
    other = Look(lang="de", templates=str(tmp_path))  # templates are read once for each language
    page = body(html_page([checked], other, analyses=[analysed(checked)]))
    assert "<p>3 of them</p>" in page
    assert "tp-curve" not in page


def test_a_page_without_an_analysis_has_nothing_of_it():
    page = html_page([record()])
    for trace in ("tp-best", "tp-cost", "tp-computed", "Best play", "tp-curve"):
        assert trace not in page
    assert html_page([record()], analyses=[None]) == page


def test_a_fool_is_told_with_all_the_suits_as_which_it_would_have_been_named():
    checked = record()
    cards = list(analysed(checked).cards)
    cards[0] = Fallen(1, 1, 0, cards[0].card, 99, 99, 90, 90, 9, better=((21, 1), (21, 4), (5, -1)))
    found = analysed(checked, cards=tuple(cards))
    page = body(html_page([checked], analyses=[found]))
    assert rows(page, "tp-costs")[1] == "1 South ♠10 3 Škýz (♠ ♣) VI"
    assert "Škýz (♠ ♣), VI" in text_diagram(checked, analysed=found)
    assert r"\mbox{Škýz} ($\spadesuit$ $\clubsuit$), \mbox{VI}" in latex_text([checked], analyses=[found])


@pytest.mark.parametrize(
    ("lang", "lost", "words"),
    [
        ("en", 2, "costs ⅔ of a point"), ("en", 3, "costs 1 point"), ("en", 7, "costs 2⅓ points"),
        ("cs", 3, "stojí 1 bod"), ("cs", 6, "stojí 2 body"), ("cs", 15, "stojí 5 bodů"), ("cs", 7, "stojí 2⅓ bodu"),
        ("sl", 3, "stane 1 točko"), ("sl", 6, "stane 2 točki"), ("sl", 9, "stane 3 točke"), ("sl", 15, "stane 5 točk"),
        ("de", 3, "kostet 1 Punkt"), ("de", 1, "kostet ⅓ Punkt"), ("da", 7, "koster 2⅓ point"),
    ],
)  # fmt: skip
def test_points_have_the_plurals_of_the_language(lang, lost, words):
    assert cost_words("points", lost, False, lang) == words


def test_what_is_counted_is_told_with_side_trick_and_card():
    assert subject_words("points", "South", "en", few=True) == "Card points of South (few are wanted)"
    assert subject_words("trick", "S", "en", card="T1") == "The last trick, won with T1, for S"
    assert subject_words("trick", "S", "de", trick=11, card="HK", lying=True) == "Stich 11 mit HK darin für S"
    assert cost_words("tricks", 1, True, "en") == "costs 1 trick and turns the hand"
    assert cost_words("trick", 1, True, "cs") == "stojí to"
    assert range_words("points", 90, 97, "en") == "30–32⅓"
    assert range_words("trick", 0, 1, "da") == "ikke kendt"
    assert in_thirds("2 1/3, 2/3, 1/2, 11/3 and 4 2/31") == "2⅓, ⅔, 1/2, 11/3 and 4 2/31"


@pytest.mark.parametrize("lang", ["cs", "da", "de", "sl"])
def test_no_english_is_left_in_the_section(lang):
    checked = record()
    found = analysed(checked, lacks="the talon", alone=True, open_until=2)
    english = r"\b(?:best|play|points?|cost|better|needed|hand|computed|with|lost|trick|card|the|each|others|values?)\b"
    section = body(html_page([checked], Look(lang), analyses=[found]))
    section = section[
        section.index('<section class="tp-best"') : section.index("</details>", section.index('class="tp-best"'))
    ]
    assert re.findall(english, plain(section), re.IGNORECASE) == []
    assert re.findall(r"(Sit|Luck|Turn)", section) == []


def test_other_forms_have_the_sentences():
    checked = record()
    found = [analysed(checked)]
    values = "Card points of South + West: with best play 33, as played 34⅔, needed 35⅔"
    text = " ".join(text_diagram(checked, analysed=found[0]).split())
    assert f"Best play Computed by tarok_pbn with all hands open; nobody at the table could know this. {values}" in text
    assert "3 North XX costs 2⅓ points better II, X, XI" in text
    marked = markdown_text([checked], analyses=found)
    assert "Card points of South + West: with best play **33**, as played **34⅔**, needed **35⅔**" in marked
    assert "- Trick 3: North XX costs 2⅓ points; better II, X, XI\n" in marked
    mail = html_inline([checked], analyses=found)
    assert values in plain(mail)
    assert "class=" not in mail
    latex = latex_text([checked], analyses=found)
    assert r"\item Trick 9: North \mbox{II} costs 2$\frac{1}{3}$ points; better \mbox{Škýz}" in latex
    fragment = html_fragment([checked], analyses=found)
    assert '<svg class="tp-curve"' in fragment
    assert ".tp-curve {" in fragment


@pytest.mark.parametrize("width", [24, 40, 80])
def test_a_narrow_terminal_and_one_without_unicode(width):
    checked = record()
    text = text_diagram(checked, plain=True, width=width, analysed=analysed(checked))
    assert text.isascii()
    section = text[text.index("Best play") : text.index("\nScore")]
    assert "better II, X, XI" in " ".join(section.split())
    if width > 24:  # where a word is longer it stands over
        assert max(map(len, section.splitlines())) <= width


# --- where there is nothing to tell -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "why", "told"),
    [
        ("en", "the record shows no play", "Not analysed: the record shows no play."),
        ("cs", "the record shows no play", "Bez rozboru: záznam neobsahuje sehrávku."),
        ("de", "the cards of South are not known when play begins",
         "Nicht untersucht: die Karten von Süd sind zu Beginn des Spiels nicht bekannt."),
    ],
)  # fmt: skip
def test_the_reason_is_one_sentence_in_the_readers_language(lang, why, told):
    page = body(html_page([record()], Look(lang), analyses=[Analysed(why)]))
    assert told in plain(page)
    assert "tp-curve" not in page
    for form in (markdown_text, html_inline):
        assert told.rstrip(".") in plain(form([record()], Look(lang), analyses=[Analysed(why)]))


def test_a_reason_that_no_catalogue_has_is_marked_as_english():
    why = "trick 3, card 2 is illegal: <b>HK</b> was to be played"
    page = body(html_page([record()], Look("cs"), analyses=[Analysed(why)]))
    assert 'Bez rozboru: <span lang="en" dir="auto">trick 3, card 2 is illegal: &lt;b&gt;' in page
    assert best_of(record(), Analysed(why)).english is False


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("taroky/results.tpbn", "the cards of South are not known when play begins"),
        ("koenigrufen/konig-08-conceded.tpbn", "the record shows no play"),
    ],
)
def test_a_record_without_play_says_so_and_is_otherwise_as_it_was(text, why):
    made = tarok("html", "--analyse", f"{SAMPLES / text}:1")
    assert made.code == 0
    assert made.err.endswith(f":1: not analysed: {why}\n")
    assert f"Not analysed: {why}." in plain(body(made.out))
    section = re.compile(r'<div class="tp-play"><section class="tp-best".*?</section></div>\n', re.DOTALL)
    without = tarok("html", f"{SAMPLES / text}:1").out
    assert " ".join(section.sub("", body(made.out)).split()) == " ".join(body(without).split())


@pytest.mark.parametrize("text", ["koenigrufen/wrong/suit-not-followed.tpbn", "taroky/wrong/card-of-another.tpbn"])
def test_an_illegal_card_is_the_reason(text):
    made = tarok("html", "--analyse", f"{SAMPLES / text}:1", "--analyse-time", "5")
    assert made.code == 0
    told = re.search(r"Not analysed: (trick \d+, card \d[^<]*)", plain(body(made.out)))
    assert told is not None
    assert re.search(r"illegal|which is in South", told[1])


@needs_kernel
def test_a_revoke_that_is_marked_is_analysed_and_what_it_gained_is_told():
    """East throws the ten of clubs on a spade and a spade on a club, and says so: the second one was a good card."""
    text = H1.read_text("utf-8").replace("ST SQ SK S7", "ST CT^R SK S7", 1)
    text = text.replace("CK CT T20 CQ", "CK SQ^R T20 CQ", 1)
    made = tarok("html", "--analyse", "-", stdin=text.encode())
    assert made.code == 0
    page = body(made.out)
    assert "Trick 3: ♠Q of East was against the rules and gained 2⅓." in plain(page)
    assert rows(page, "tp-costs")[2] == "1 East ♣10 7⅓ ♠N ♠Q turns the hand"
    assert not [row for row in rows(page, "tp-costs") if row.startswith("3 East")]
    unmarked = tarok("html", "--analyse", "-", stdin=text.replace("^R", "").encode())
    assert "Not analysed: trick 1, card 2 is illegal: East plays ♣10 (ten of clubs)" in plain(body(unmarked.out))


@needs_kernel
@pytest.mark.parametrize(("text", "played"), [("taroky/claim.tpbn:1", False), ("taroky/unfinished.tpbn:5", False)])
def test_a_claim_and_a_play_that_stops_have_a_curve_as_far_as_they_go(text, played):
    made = tarok("html", "--analyse", f"{SAMPLES / text}")
    page = body(made.out)
    assert made.code == 0
    assert '<svg class="tp-curve"' in page
    assert ("as played" in page[page.index("tp-values") :].split("</dl>")[0]) is played


def test_without_a_kernel_a_long_hand_says_so_or_shows_bounds(monkeypatch):
    monkeypatch.setenv(SWITCH, "off")
    made = tarok("html", "--analyse", "--analyse-time", "3", str(H1))
    assert made.code == 0
    page = plain(body(made.out))
    assert "Not analysed:" in page or "nothing but bounds is proven within the limits" in page


# --- the command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--objective", "last"], "--objective is for --analyse"),
        (["--for", "S"], "--for is for --analyse"),
        (["--analyse-time", "120"], "--analyse-time is for --analyse"),
        (["--analyse", "--mode", "svg"], "--analyse tells of the play, which --mode svg does not show"),
        (["--analyse", "--mode", "handrecords"], "--analyse tells of the play, which --mode handrecords does not show"),
        (["--analyse", "--site", "x"], "--site makes its own pages"),
        (["--analyse", "--show", "hands=S"], "--analyse tells of the play, which --show leaves out"),
        (["--analyse", "--objective", "pagad"], "did you mean pagat?"),
        (["--analyse", "--for", "X"], "'X' names no side"),
        (["--analyse", "--analyse-time", "-1"], "--analyse-time"),
    ],
)
def test_wrong_usage_says_what_would_be_right(options, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = tarok("html", str(H1), *options)
    assert made.code == 2
    assert why in " ".join(made.err.split())
    assert list(tmp_path.iterdir()) == []


@needs_kernel
def test_a_quiz_tells_of_best_play_in_its_solution_only():
    before, after = body(tarok("html", "--analyse", "--show", "quiz", str(H1)).out).split(
        '<details class="tp-solution">'
    )
    assert "tp-best" not in before
    assert "tp-cost" not in before
    assert '<svg class="tp-curve"' in after


@needs_kernel
def test_all_records_of_a_file_on_one_page_each_with_its_own(tmp_path):
    file = SAMPLES / "koenigrufen" / "contracts.tpbn"
    made = tarok("html", "--analyse", "--analyse-time", "3", "--single", str(file), "-o", str(tmp_path / "all.html"))
    assert made.code == 0
    page = body((tmp_path / "all.html").read_text("utf-8"))
    assert page.count('class="tp-best"') == len(list(check_bytes(file.read_bytes())))
    assert "Not analysed: the record shows no play." in plain(page)
    assert ":2: not analysed: the record shows no play\n" in made.err


def test_the_rooms_of_pages_load_no_solver():
    code = (
        "import sys; from tarok_pbn.render.analysis_data import Analysed, Fallen\n"
        "from tarok_pbn.check import check_bytes; from tarok_pbn.render.modes import MODES\n"
        f"checked = next(check_bytes(open({str(H1)!r}, 'rb').read()))\n"
        "found = Analysed(side=frozenset({0, 3}), cards=(Fallen(1, 1, 0, 30, 99, 99, 90, 90, 9),))\n"
        "made = {m: MODES[m].made([checked], analyses=[found]) for m in ('page', 'text', 'markdown', 'latex', 'inline')}\n"
        "assert all(b'33' in text for text in made.values())\n"
        "print([name for name in sys.modules if name.startswith(('tarok_pbn.analysis', 'tarok_pbn._kernel'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "[]\n"


# --- a record that an analysis has annotated ------------------------------------------------------------------

ANNOTATED = (
    H1.read_text("utf-8")
    .replace("N H4 H1", "N H4 $8 {[computed] costs 1 point; better D3, D2, D1} H1", 1)
    .replace("CK CT T20 CQ", "CK CT T20! $10 {[computed] costs 2 1/3 points and turns the hand; better T2} {bold} CQ $8", 1)
    .replace('[Auction]', '[_Analysis "Card points of South + West: 33 with best play, all hands open"]\n[Auction]', 1)
)  # fmt: skip


def annotated() -> Checked:
    return next(check_bytes(ANNOTATED.encode()))


def test_a_computed_comment_looks_unlike_that_of_a_human():
    page = body(html_page([annotated()]))
    told = [plain(text) for text in re.findall(r'<p class="tp-computed">(.*?)</p>', page, re.DOTALL)]
    assert told == [
        "computed ♥4 costs 1 point; better ♦3, ♦2, ♦1",
        "computed XX costs 2⅓ points and turns the hand; better II",
        "computed Card points of South + West: 33 with best play, all hands open",
    ]
    assert '<p class="tp-remark"><span class="tp-on">XX</span> <span dir="auto">bold</span></p>' in page
    assert "[computed]" not in page.split("<pre>")[0]


def test_computed_signs_are_marks_and_those_of_people_stay_signs():
    page = body(html_page([annotated()]))
    third = next(row for row in rows(page, "tp-tricks") if row.startswith("3 "))
    assert third.startswith("3 led ♣K ♣10 XX wins! turned the hand (computed) ♣Q?")
    second = next(row for row in rows(page, "tp-tricks") if row.startswith("2 "))
    assert "♥4 cost something (computed)" in second
    assert "?" not in second
    assert "· cost something · turned the hand (computed)" in plain(page)


def test_text_forms_keep_the_signs_and_mark_the_comment():
    lines = text_diagram(annotated()).splitlines()
    assert "    {♥4: [computed] costs 1 point; better D3, D2, D1}" in lines
    assert "    {XX: bold}" in lines
    third = next(line for line in lines if line.startswith(" 3 "))
    assert third.split() == ["3", ">♣K", "♣10", "XX*!??", "♣Q?", "8⅓", "11⅔", "19⅓"]
    assert "♥4?" in markdown_text([annotated()])


def test_a_new_analysis_takes_the_place_of_the_one_in_the_record():
    checked = annotated()
    view = view_of(checked, analysed=analysed(checked))
    assert view.computed == ""
    assert [remark.text for trick in view.tricks for remark in trick.remarks if remark.computed] == []
    assert "bold" in [remark.text for trick in view.tricks for remark in trick.remarks]
    cells = [cell for trick in view.tricks for cell in trick.cells if cell.cost is not None]
    assert [cell.cost.words for cell in cells if cell.cost is not None] == ["costs 3 points", *["costs 2⅓ points"] * 2]
    assert view.tricks[1].cells[2].cost is None
    assert [cell.signs for cell in view.tricks[2].cells] == ["", "", "!", "?"]


def test_a_computed_comment_cannot_smuggle_markup_in():
    text = ANNOTATED.replace("costs 1 point;", "<script>alert(1)</script> costs 1 point;").replace(
        "all hands open", "<img src=x>"
    )
    page = body(html_page([next(check_bytes(text.encode()))])).split("<pre>")[0]
    assert "<script>alert" not in page
    assert "<img" not in page
