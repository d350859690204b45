"""The page of an evening: self-contained, escaped, accessible, with the numbers of the sheet. Issue 3, sessions; pages.md §6.1."""

from __future__ import annotations

import dataclasses
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tarok_pbn.check import check_bytes, check_path
from tarok_pbn.notation import read_path, write_file
from tarok_pbn.record import Record
from tarok_pbn.render import evening, sheet_page
from tarok_pbn.render.evening import sheet_view
from tarok_pbn.render.look import Look
from tarok_pbn.render.numbers import amount
from tarok_pbn.session import SessionChecker, Sheet, sheets
from tarok_pbn.shipped import shipped
from tests.running import tarok
from tests.test_render_html import Page
from tests.test_session import result_only

ROOT = Path(__file__).parent.parent
EVENING = ROOT / "samples" / "dansk" / "evening.tpbn"
CZECH = ROOT / "samples" / "taroky" / "evening.tpbn"


def sheets_of(records: list[Record]) -> list[Sheet]:
    checker = SessionChecker()
    done = list(check_bytes("".join(write_file(records)).encode()))
    for checked in done:
        checker.add(checked)
    return sheets(done)


def records() -> list[Record]:
    return [parsed.record for parsed in read_path(EVENING)]


@pytest.fixture(scope="module")
def page() -> str:
    return sheet_page(sheets(check_path(EVENING)))


@pytest.fixture(scope="module")
def spoilt() -> str:
    """The evening with an unknown hand, a hand that is only recorded, and two mistakes."""
    hands = records()
    for hand, lost in ((hands[2], ()), (hands[4], ("Score", "Result"))):
        hand.sections.clear()
        for name in ("Deal", *lost):
            hand.set(name, "?")
    hands[6].set("TotalsAfter", "S -245; E -360; N -120; W 220")
    hands[8].set("Points", "S 25; N 23; W 31")
    return sheet_page(sheets_of(hands))


def rows(text: str) -> list[list[str]]:
    """The table's rows as the text of their cells."""
    table = text[text.index("<table") : text.index("</table>")]
    found = []
    for row in re.findall(r"<tr.*?</tr>", table, re.S):
        cells = re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        found.append([" ".join(re.sub("<[^>]*>", "", cell).replace("\ufe0e", "").split()) for cell in cells])
    return found


def test_the_page_is_well_formed_and_asks_nothing_of_the_network(page, spoilt):
    for text in (page, spoilt, sheet_page(sheets(check_path(CZECH)))):
        parts = Page(text)
        assert parts.problems == []
        assert parts.open == []
        assert len(set(parts.ids)) == len(parts.ids)
        assert set(parts.targets) | set(parts.references) <= set(parts.ids)
        assert not {"script", "link", "img", "iframe", "object"} & set(parts.tags)
        assert not [name for name, _ in parts.attributes if name.startswith("on") or name in ("src", "srcset", "style")]
        assert "url(" not in text
        assert "@import" not in text
        assert "http" not in text


def test_table_has_caption_scopes_roles_and_headings_go_down_step_by_step(page, spoilt):
    for text in (page, spoilt):
        parts = Page(text)
        assert parts.headings[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(parts.headings))
        assert text.count("<caption") == 1
        assert all("scope=" in tag for tag in re.findall("<th[ >][^>]*>", text))
        # the stacked layout of telephones must not cost the table its meaning
        for tag, role in (("table", "table"), ("tr", "row"), ("td", "cell")):
            assert all(f'role="{role}"' in found for found in re.findall(f"<{tag}[ >][^>]*>", text))
        assert '<html lang="en">' in text
        assert 'lang="da"' in text


def test_every_hand_with_dealer_event_changes_and_running_totals(page):
    table = rows(page)
    assert table[0][:3] == ["Hand", "Dealer", "What happened"]
    assert table[0][3:] == [
        "SouthS Kirsten Dahl",
        "EastE Aage Møller",
        "NorthN Bodil Thygesen",
        "WestW Viggo Rosenkilde",
        "Pagatkoppenpagat",
        "Kongekoppenking",
    ]
    assert table[1] == [
        "1",
        "WestW",
        "West sidste stik",
        "−85; has −85",
        "−40; has −40",
        "−40; has −40",
        "−10; has −10",
        "+85; has 85",
        "+90; has 90",
    ]
    assert table[2] == [
        "2",
        "SouthS",
        "West Ultimo ♣K",
        "−60; has −145",
        "−55; has −95",
        "–sits out; has −40",
        "+195; has 185",
        "+10; has 95",
        "−90; has 0",
    ]
    assert table[4][:3] == ["4", "NorthN", "North sidste stik, West Bagud ♦K"]
    assert table[5] == ["After round 1", "−205", "−75", "10", "−25", "105", "190"]
    assert table[6][2] == "West Ultimo T1"
    assert [row[2] for row in table if row[0] in ("7", "10")] == ["South Nolo", "East Tout"]


def test_the_numbers_are_those_of_the_sheet(page):
    (sheet,) = sheets(check_path(EVENING))
    table = rows(page)
    for hand, row in zip(sheet.hands, [row for row in table if row[0].isdigit()], strict=True):
        assert hand.score is not None
        for account, cell in zip(sheet.accounts, row[3:], strict=True):
            change = hand.score[account]
            assert cell.partition(";")[0] == (
                "–sits out" if account == hand.record.get("SittingOut") and not change else amount(change)
            )
    for row, sums in zip(table[-3:], (sheet.totals[-1], sheet.split, sheet.final), strict=True):
        assert sums is not None
        assert [cell.lstrip("+") for cell in row[1:]] == [amount(sums[a], sign=False) for a in sheet.accounts]
    assert [row[0] for row in table[-3:]] == ["After 12 hands", "Pots divided", "Final score"]


def test_the_winner_and_the_order(page):
    text = Page(page).text
    assert "Winner: Viggo Rosenkilde" in text
    assert (
        "1 Viggo Rosenkilde West +625 2 Aage Møller East +440 3 Kirsten Dahl South −475 4 Bodil Thygesen North −590"
        in text
    )
    assert "<title>Klubaften, Tarokklubben Lillebælt, 2026-11-27 · score sheet</title>" in page


def test_equal_scores_share_a_place():
    hands = [
        result_only(
            Score="S 10; E 10; N -20; W 0; pagat 0; king 0", PotsAfter="pagat 0; king 0", Pots="pagat 0; king 0"
        )
    ]
    text = Page(sheet_page(sheets_of(hands))).text
    assert "Winners: South, East 1 South +10 1 East +10 3 West 0 4 North −20" in text


def test_words_are_explained(page):
    text = Page(page).text
    assert "Ultimo last trick won with a king or the pagat · Bagud king or pagat lost in the last trick" in text
    assert "– sits out" in text
    assert "not known" not in text
    assert "in brackets" not in text


def test_unknown_and_recorded_amounts_are_marked_with_a_legend(spoilt):
    table = rows(spoilt)
    assert table[3][3:] == [
        "(−60); has −205",
        "(−25); has −120",
        "(+10); has −30",
        "(−20); has 165",
        "(+5); has 100",
        "(+90); has 90",
    ]
    assert table[6][2:] == ["", *(f"?; has ({total})" for total in ("−275", "−75", "−40", "195", "0", "195"))]
    text = Page(spoilt).text
    assert "(in brackets) as recorded, for the hand cannot be computed · ? not known" in text


def test_findings_are_noted_under_the_table_and_referred_to(spoilt):
    (nolo,) = [row for row in rows(spoilt) if row[0] == "7"]
    assert nolo[2] == "South Nolo 1"
    under = spoilt[spoilt.index("</table>") :]
    assert "T003" in under
    assert "N&#39;s running total is recorded as −120" in under
    (ninth,) = [row for row in rows(spoilt) if row[0] == "9"]
    assert ninth[2] == "North sidste stik, West Bagud T1 2"
    assert "2 hand 9 S003 error" in Page(spoilt).text


def test_a_hand_with_many_findings_refers_to_the_first_three():
    hands = records()[8:9]
    for tag, wrong in (("Date", "9 Nov"), ("DealId", "0" * 16), ("Points", "S 1; E 2; N 3"), ("Rules", "none"), ("Options", "no=1")):
        hands[0].set(tag, wrong)
    assert rows(sheet_page(sheets_of(hands)))[1][2].endswith(" 1 2 3 …")


def test_an_evening_that_is_not_over():
    hands = records()[:6]
    text = Page(sheet_page(sheets_of(hands))).text
    assert "In front: Viggo Rosenkilde" in text
    assert "Pots, if divided" in text
    assert "No record says that the evening was over" in text


def test_no_order_where_the_score_of_a_hand_is_missing():
    hands = records()[:2]
    hands[1].sections.clear()
    for name in ("Deal", "Score", "TotalsAfter"):
        hands[1].set(name, "?")
    text = Page(sheet_page(sheets_of(hands))).text
    assert "The order is not known: the score of a hand is missing." in text


def test_whatever_stands_in_a_record_is_escaped():
    bad = "<script>alert(1)</script>&\"'"
    tags = {
        "Event": bad,
        "Site": bad,
        "South": f"{bad}, {bad}",
        "Table": bad,
        "Score": "S 10; E -10; N 0; W 0; <b>pot</b> 0",
        "Result": f"W {bad}",
    }
    hand = result_only(**{name: value.replace('"', "") for name, value in tags.items()})
    text = sheet_page(sheets_of([hand]), title=bad)
    assert "<script>alert" not in text
    assert "<b>pot" not in text
    assert Page(text).problems == []
    assert "\x07" not in sheet_page(sheets_of([hand]), title="a\x07b")


def test_many_or_long_accounts_scroll_in_a_region_that_can_be_focused():
    for score in (
        "S 10; E -10; N 0; W 0; " + "; ".join(f"pot{n} 0" for n in range(9)),
        f"S {10**30}; E -{10**30}; N 0; W 0; pagat 0; king 0",
    ):
        text = sheet_page(sheets_of([result_only(Score=score)]))
        assert re.search(
            r'<div class="tp-scroll" role="region" tabindex="0" aria-labelledby="s1-caption">\s*<table', text
        )
    assert "tp-scroll" not in sheet_page(sheets_of([result_only()])).partition("</style>")[2]


def test_a_game_of_sides_tells_contract_and_result():
    table = rows(sheet_page(sheets(check_path(CZECH))))
    assert table[1][2] == "povinnost by South and North, lost 28 : 42"
    assert table[3][2] == "povinnost by North and West, lost 28 : 42, pagát"
    assert table[-1][0] == "After 8 hands"


def test_several_sessions_share_a_page_and_a_game_that_is_not_known_is_shown_as_recorded():
    first, other = result_only(), result_only(Table="2", Game="skat", Seats="S E N W")
    text = sheet_page(sheets_of([first, other]))
    assert re.findall('<article [^>]*id="([^"]+)"', text) == ["s1", "s2"]
    parts = Page(text)
    assert parts.headings[:2] == [1, 2]
    assert len(set(parts.ids)) == len(parts.ids)
    assert "(+10)" in text


def test_the_command_writes_the_page(page):
    done = tarok("score", "--session", "--output-format", "html", str(EVENING))
    assert (done.code, done.err) == (0, "")
    assert done.out.strip() == page.strip()


def test_print_repeats_the_head_and_breaks_no_row():
    css = (shipped("templates") / "sheet.css").read_text("utf-8")
    paper = css[css.index("@media print") :]
    assert "thead { display: table-header-group; }" in paper
    assert "tr { break-inside: avoid; }" in paper
    assert all(name.startswith("--tp-") for name in re.findall(r"--[\w-]+", css))
    assert not re.search(r"#[0-9a-f]{3,6}\b", css), "colours come from page.css, where their contrast is tested"


def test_classes_have_our_prefix(page, spoilt):
    for name, value in [*Page(page).attributes, *Page(spoilt).attributes]:
        if name == "class":
            assert all(word.startswith("tp-") for word in value.split()), value


def test_the_documented_view_model_is_the_real_one():
    text = (ROOT / "docs" / "templates.md").read_text("utf-8")
    part = text[text.index("### Score sheets") : text.index("## Templates")]
    for name in evening.__all__:
        thing = getattr(evening, name)
        if dataclasses.is_dataclass(thing):
            for field in dataclasses.fields(thing):
                assert f"`{field.name}`" in part, f"{name}.{field.name}"


def test_no_sheets_no_fault():
    assert Page(sheet_page([])).problems == []


def test_the_view_counts_faults_through_the_sheet():
    hands = records()[:3]
    hands[1].set("South", "Another, Person")
    hands[2].set("South", "Third, Person")
    (sheet,) = sheets_of(hands)
    view = sheet_view(sheet)
    assert [(fault.number, fault.board, fault.finding.code) for fault in view.faults] == [
        (1, 2, "T007"),
        (2, 3, "T007"),
    ]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ("Sieger: Viggo Rosenkilde", "Nach Runde 1", "Nach 12 Spielen", "Süd")),
        ("cs", ("Vítěz: Viggo Rosenkilde", "Po 12 hrách", "Jih")),
        ("da", ("Vinder: Viggo Rosenkilde", "Efter runde 1", "Efter 12 spil", "Syd")),
        ("sl", ("Viggo Rosenkilde",)),
    ],
)
def test_the_sheet_speaks_the_language_of_its_reader(lang, words):
    text = sheet_page(sheets(check_path(EVENING)), Look(lang=lang))
    parts = Page(text)
    assert f'<html lang="{lang}">' in text
    assert parts.problems == []
    for word in words:
        assert word in parts.text
    for english in ("Winner", "What happened", "After round", "After 12 hands", "Final score", "Pots divided", "sits out", "South", "; has "):
        assert english not in parts.text, english
