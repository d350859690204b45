"""pages.md 2.4, 3, 6.1 and docs/library.md: pictures of deals and cards that need nothing but themselves."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tarok_pbn import check_path
from tarok_pbn.cards import CODES, PACK54
from tarok_pbn.render import svg_card, svg_cards, svg_deal, svg_hand, view_of
from tarok_pbn.render.look import LANGUAGES, Look
from tarok_pbn.render.svgink import wide
from tests.support import checked, deal_text
from tests.taroky_pages import H1, H5

SVG = "{http://www.w3.org/2000/svg}"
SAMPLES = Path(__file__).parent.parent / "samples"
HOSTILE = "<script>alert(1)</script>&'\\\"]]><![CDATA[--></text></svg>{{x}}\u202e"
SCHEMES = ("two", "four", "mono")


def tree(text: str) -> Any:
    """The picture as a strict XML reader sees it."""
    return etree.fromstring(text.encode("utf-8"), etree.XMLParser(resolve_entities=False, no_network=True))


def words(text: str) -> list[str]:
    """Every text that is drawn."""
    return ["".join(node.itertext()) for node in tree(text).iter(f"{SVG}text")]


def sample(name: str):
    """The first record of a sample."""
    return next(iter(check_path(SAMPLES / name)))


@pytest.fixture(scope="module")
def harbour():
    return sample("koenigrufen/harbour-hand-1.tpbn")


@pytest.fixture(scope="module")
def danish():
    return sample("dansk/matadors.tpbn")


# --- deals ------------------------------------------------------------------------------------------


def test_a_deal_shows_every_hand_tarok_row_first(harbour):
    drawn = words(svg_deal(harbour))
    south = drawn[drawn.index("XX") : drawn.index("XX") + 13]
    assert south == ["XX", "XVIII", "XVII", "XI", "VIII", "VI", "V", "K", "Q", "9", "—", "K", "8"]
    assert {"South", "East", "North", "West"} <= set(drawn)
    assert "Record 1 · Rufer by South and North, won 41/2 : 28/1" in drawn


def test_description_tells_in_words_what_the_picture_shows(harbour):
    picture = tree(svg_deal(harbour))
    assert picture.get("role") == "img"
    title, told = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert picture.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    assert title.text == "Record 1 · Rufer by South and North, won 41/2 : 28/1"
    assert "South (forehand, declarer): Taroks: twenty, eighteen, seventeen, eleven, eight, six, five." in told.text
    assert "Diamonds: void." in told.text
    assert "South: took tarok eighteen, tarok six, four of diamonds; laid away" in told.text
    assert "XVIII" not in told.text


def test_talon_and_cards_laid_away_stand_under_the_hands(harbour):
    drawn = words(svg_deal(harbour))
    at = drawn.index("Talon")
    assert drawn[at : at + 6] == ["Talon", "XVIII VI", "4", "Q", "N", "9"]
    assert drawn[at + 6 : at + 14] == ["South", "took", "XVIII VI", "4", "laid away", "J", "3", "4"]
    assert drawn[at + 14 : at + 18] == ["Left in the talon:", "Q", "N", "9"]


def test_cards_of_the_talon_are_underlined_and_the_legend_says_so(harbour):
    underlined = {
        node.text for node in tree(svg_deal(harbour)).iter(f"{SVG}text") if node.get("text-decoration") == "underline"
    }
    assert underlined == {"XVIII", "VI", "XX"}  # XX is the sign in the legend
    assert any(text.startswith("from the talon") for text in words(svg_deal(harbour)))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["taroky/melds.tpbn", "dansk/matadors.tpbn", "tapptarock/contracts.tpbn", "taroky/unfinished.tpbn"])
def test_every_picture_is_xml_and_asks_for_nothing(name, scheme):
    for record in check_path(SAMPLES / name):
        text = svg_deal(record, Look(scheme=scheme))
        picture = tree(text)
        assert picture.tag == f"{SVG}svg"
        assert not {"script", "style", "image", "foreignObject", "a", "animate", "set"} & {
            etree.QName(node).localname for node in picture.iter(etree.Element)
        }
        for node in picture.iter(etree.Element):
            for attribute, value in node.attrib.items():
                assert not attribute.lower().startswith("on")
                assert attribute != "style"
                assert "url(" not in value
                if "href" in attribute:
                    assert value.startswith("#")
        assert text.count("http") == 1  # the namespace


def test_used_signs_are_defined_once_under_names_of_this_picture(harbour):
    picture = tree(svg_deal(harbour))
    ids = picture.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {use.get("href")[1:] for use in picture.iter(f"{SVG}use")} <= set(ids)
    others = [
        svg_deal(harbour, Look(lang="de")),
        svg_deal(harbour, Look(show=("hands=S",))),
        svg_deal(harbour, Look(show=("hands=E",))),
        svg_deal(sample("koenigrufen/harbour-hand-2.tpbn"), Look(show=("hands=S",))),
        svg_hand(harbour, "S"),
        svg_hand(harbour, "E"),
    ]
    every = [*ids, *(name for other in others for name in tree(other).xpath("//@id"))]
    assert len(every) == len(set(every))  # a page may hold them all, and each is labelled by its own title


def test_a_picture_has_its_own_ground(harbour):
    picture = tree(svg_deal(harbour))
    ground = picture.find(f"{SVG}rect")
    assert ground.get("fill") == "#fff"
    assert (ground.get("width"), ground.get("height")) == (picture.get("width"), picture.get("height"))


def test_mono_is_pure_black_and_white_with_hollow_red_suits(harbour):
    text = svg_deal(harbour, Look(scheme="mono")) + svg_cards(Look(scheme="mono"), 78)
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) == {"#000", "#fff", "none"}
    uses = tree(svg_deal(harbour, Look(scheme="mono"))).iter(f"{SVG}use")
    fills = {(use.get("href")[-2:], use.get("fill")) for use in uses}
    assert fills == {("s1", "#000"), ("s2", "#fff"), ("s3", "#fff"), ("s4", "#000")}


def test_colours_of_the_schemes(harbour):
    def fills(scheme):
        return {(use.get("href")[-2:], use.get("fill")) for use in tree(svg_deal(harbour, Look(scheme=scheme))).iter(f"{SVG}use")}

    assert fills("two") == {("s1", "#1b1b1b"), ("s2", "#c00020"), ("s3", "#c00020"), ("s4", "#1b1b1b")}
    assert fills("four") == {("s1", "#1b1b1b"), ("s2", "#c00020"), ("s3", "#0b57d0"), ("s4", "#00693e")}


def boxes(text: str):
    """(x, y, width) of every text inside the page, group transforms added."""
    picture = tree(text)
    for node in picture.iter(f"{SVG}text"):
        x, y = float(node.get("x")), float(node.get("y"))
        for above in node.iterancestors(f"{SVG}g"):
            moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", above.get("transform", ""))
            if moved:
                x, y = x + float(moved[1]), y + float(moved[2])
        size = float(node.get("font-size"))
        width = wide(node.text or "", size, node.get("font-weight") == "700")
        yield x - width / 2 if node.get("text-anchor") == "middle" else x, y, width


@pytest.mark.parametrize("name", ["dansk/matadors.tpbn", "dansk/tout.tpbn", "taroky/melds.tpbn", "koenigrufen/harbour-hand-1.tpbn"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_stands_over_the_edge(name, lang):
    for record in check_path(SAMPLES / name):
        text = svg_deal(record, Look(lang=lang))
        height = float(tree(text).get("height"))
        for x, y, width in boxes(text):
            assert x >= 0
            assert x + width <= 640
            assert 0 < y <= height - 4


def test_texts_of_one_line_do_not_overlap(danish, harbour):
    for record in (danish, harbour):
        lines: dict[float, list[tuple[float, float]]] = {}
        for x, y, width in boxes(svg_deal(record)):
            lines.setdefault(round(y, 1), []).append((x, width))
        for line in lines.values():
            line.sort()
            for (x, width), (following, _) in pairwise(line):
                assert x + width <= following + 0.5


def test_a_long_row_of_taroks_wraps():
    held = "SK XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI"
    record = checked(f'[Game "taroky"]\n[Dealer "S"]\n[Deal "{deal_text("", held, "", "")}"]\n')
    places = [(y, width) for x, y, width in boxes(svg_deal(record)) if x > 376 and width > 15]
    drawn = words(svg_deal(record))
    assert {"Sküs" if name == "SK" else name for name in held.split()} - {"Sküs"} <= set(drawn)
    assert len({y for y, _ in places}) >= 3  # name, and two lines of taroks


def test_names_are_escaped_and_wrapped():
    record = checked(H1.text(South=HOSTILE, East="Ŵ" * 120, Event=HOSTILE, North="\u4e2d" * 60, West="x\ufffey"))
    text = svg_deal(record)
    assert "<script" not in text
    assert "".join(tree(text).itertext()).count("<script>alert(1)</script>") >= 2
    assert all(x + width <= 640 for x, _, width in boxes(text))


def test_words_follow_the_language_letters_are_chosen_apart(harbour):
    told = tree(svg_deal(harbour, Look(lang="de", cards="en"))).find(f"{SVG}desc").text
    assert "Tarock: zwanzig, achtzehn" in told
    drawn = words(svg_deal(harbour, Look(lang="de", cards="en")))
    assert "Süd" in drawn
    assert "K König · Q Dame" in " ".join(drawn)


def test_other_tables_than_that_of_four(danish):
    assert {"South", "East", "West"} <= set(words(svg_deal(danish)))
    assert "North" not in words(svg_deal(danish))
    four = checked('[Event "x"]\n[A "Ada"]\n[B "Bo"]\n[C "Cy"]\n[D "Di"]\n')
    assert {"Ada", "Bo", "Cy", "Di"} <= set(words(svg_deal(four)))
    two = checked('[Event "x"]\n[A "Ada"]\n[B "Bo"]\n')  # no table that has a compass
    assert view_of(two).layout == "flow"
    assert {"Ada", "Bo"} <= set(words(svg_deal(two)))


@pytest.mark.parametrize("text", ["", '[Event "x"]\n', '[Game "taroky"]\n', '[Game "chess"]\n[Deal "?"]\n', "[Play]\nS XX\n", "{"])
def test_a_record_of_little_or_of_nonsense_is_a_picture_too(text):
    record = checked(text or '[Event "?"]\n')
    assert tree(svg_deal(record)).tag == f"{SVG}svg"


# --- partial diagrams -------------------------------------------------------------------------------


def view(record, look) -> Any:
    """The view; a test asserts what is in it before it looks further."""
    return view_of(record, look)


def hands(view):
    return {
        seat.letter: " ".join(face.text for row in seat.hand.rows for face in row.cards)
        for seat in view.seats
        if seat.hand is not None
    }


def test_chosen_hands_only(harbour):
    shown = view(harbour, Look(show=("hands=N,declarer",)))
    assert set(hands(shown)) == {"S", "N"}
    assert (shown.shown, shown.folded, shown.standing) == (frozenset({"hands"}), False, None)
    assert [(seat.dealt, seat.at_play, seat.talon, seat.asked) for seat in shown.seats if seat.letter in "EW"] == [
        (None, None, frozenset(), False)
    ] * 2
    assert (shown.text, shown.tricks, shown.talon, shown.score.totals, shown.outcome, shown.result) == ("", [], None, [], "", "")


def test_roles_name_seats(harbour):
    for role, seats in [("declarer", {"S"}), ("partner", {"N"}), ("defenders", {"E", "W"}), ("dealer", {"W"}), ("forehand", {"S"})]:
        assert set(hands(view(harbour, Look(show=(f"hands={role}",))))) == seats
    assert set(hands(view(harbour, Look(show=("hands=north,West",))))) == {"N", "W"}


def test_hands_after_a_trick_of_the_record(harbour):
    shown = view(harbour, Look(show=("endposition@9",)))
    assert hands(shown) == {"S": "VIII VI ♠Q", "E": "XVI XIII ♥N", "N": "IIII ♥1 ♠10", "W": "I ♠N ♠8"}
    assert {seat.hand.origin for seat in shown.seats} == {"left"}
    standing = shown.standing
    assert (standing.trick, standing.card, standing.table, standing.left) == (9, None, [], 3)
    assert (shown.seats[standing.to_play].letter, standing.totals) == ("S", [115, 50])  # 38⅓ and 16⅔


def test_hands_in_the_middle_of_a_trick(harbour):
    shown = view(harbour, Look(show=("endposition@9.2", "hands=S,E")))
    assert hands(shown) == {"S": "VIII VI ♥K ♠Q", "E": "XVI XIII ♥N ♥2"}
    standing = shown.standing
    assert [(shown.seats[cell.seat].letter, cell.card.text, cell.led, cell.wins) for cell in standing.table] == [
        ("N", "♥3", True, False), ("W", "♥4", False, False),
    ]  # fmt: skip
    assert (shown.seats[standing.to_play].letter, standing.left, standing.totals) == ("S", 4, [99, 50])
    drawn = words(svg_deal(harbour, Look(show=("endposition@9.2", "hands=S,E"))))
    assert {"In trick 9 ·", "3", "4"} <= set(drawn)
    assert "Left in the talon" not in " ".join(drawn)


def test_before_the_first_lead_and_after_the_last_trick(harbour):
    first = view(harbour, Look(show=("endposition@1.0",)))
    assert (first.standing.table, first.seats[first.standing.to_play].letter, first.standing.left) == ([], "S", 12)
    assert first.seats[0].hand.count == 12
    last = view(harbour, Look(show=("endposition@12.4",)))
    assert (last.standing.to_play, last.standing.left, last.standing.card) == (None, 0, None)
    assert {seat.hand.count for seat in last.seats} == {0}


def test_a_quiz_keeps_its_solution_and_hides_the_partner():
    record = checked(H1.text())
    quiz = view(record, Look(show=("quiz", "hands=S")))
    assert (quiz.shown, quiz.folded) == (frozenset({"hands", "auction"}), True)
    assert set(hands(quiz)) == {"S"}
    assert len(quiz.tricks) == 12
    assert quiz.score.totals == [-8, 8, 8, -8]
    assert (quiz.declarer, quiz.partner, quiz.outcome, quiz.result) == ("South", "", "", "")
    assert [word.text for word in quiz.seats[3].roles] == ["dealer"]
    both = view(record, Look(show=("quiz",)))
    assert both.partner == "West"
    drawn = " ".join(words(svg_deal(record, Look(show=("quiz", "hands=S")))))
    assert "povinnost, East pass, North pass, West pass, South" in drawn
    assert "32 : 38" not in drawn
    assert "took" not in drawn


def test_hands_as_dealt_tell_nothing_of_the_contract():
    record = checked(H1.text())
    shown = view(record, Look(show=("dealt hands=S",)))
    assert hands(shown) == {"S": "XIII XII IX VII VI III ♠10 ♦Q ♦4 ♣K ♣N ♣9"}
    assert (shown.contract, shown.declarer, [role.text for role in shown.seats[0].roles]) == (None, "", ["forehand"])
    assert "povinnost" not in svg_deal(record, Look(show=("dealt hands=S",)))


def test_a_part_alone():
    shown = view(checked(H5.text()), Look(show=("announcements",)))
    assert shown.announced
    assert (shown.auction, shown.tricks, shown.talon, hands(shown)) == (None, [], None, {})


@pytest.mark.parametrize(
    ("show", "says"),
    [
        ("hands=X", "no seat 'X'; its seats are S, E, N, W"),
        ("hands=", "write hands=S"),
        ("hand=S", "no part of a record is called 'hand=S'"),
        ("endposition", "endposition@9 or endposition@9.2"),
        ("endposition@x", "endposition@9 or endposition@9.2"),
        ("endposition@13", "no trick 13: it has 12"),
        ("endposition@0", "no trick 0: it has 12"),
        ("endposition@9.5", "trick 9 has no card 5: it has 4"),
        ("endposition@2 dealt", "exclude each other"),
    ],
)
def test_what_cannot_be_shown_is_told(harbour, show, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        view(harbour, Look(show=(show,)))


def test_roles_that_nobody_has_are_told():
    record = sample("taroky/varsava-tie.tpbn")
    with pytest.raises(ValueError, match="hands=declarer: the record names no declarer"):
        view(record, Look(show=("hands=declarer",)))
    with pytest.raises(ValueError, match="no trick 3: its play is not recorded"):
        view_of(checked('[Game "taroky"]\n'), Look(show=("endposition@3",)))


# --- cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("pack", "mask"), [(54, PACK54), (78, (1 << 78) - 1)])
def test_a_deck_has_every_card_of_its_pack_once(pack, mask, scheme):
    deck = tree(svg_cards(Look(scheme=scheme), pack))
    symbols = {node.get("id")[3:]: node for node in deck.iter(f"{SVG}symbol") if not node.get("id").startswith("tk-s")}
    assert set(symbols) == {code for card, code in enumerate(CODES) if mask >> card & 1}
    assert {node.get("viewBox") for node in symbols.values()} == {"0 0 60 90"}
    shown = [use.get("href")[4:] for use in deck.findall(f"{SVG}use")]
    assert sorted(shown) == sorted(symbols)


def face(token, look=None, pack=54):
    return words(svg_card(token, look or Look(), pack))


def test_indexes_stand_at_both_ends_numerals_once_more_between():
    assert face("T14") == ["XIV", "XIV", "XIV"]
    assert face("HK") == ["K", "K", "K", "K"]
    assert face("C7") == ["7", "7"]
    assert face("T14", pack=78) == ["14", "14", "14"]
    assert face("T4") == ["IIII"] * 3
    assert face("T4", Look(four="IV")) == ["IV"] * 3


def test_honours_bear_their_names_in_the_language_of_the_cards():
    assert [face("F")[-1], face("T1")[-1], face("T21")[-1]] == ["Sküs", "Pagat", "Mond"]
    czech = Look(lang="cs")
    assert [face("F", czech)[-1], face("T1", czech)[-1], face("T21", czech)[-1]] == ["Škýz", "Pagát", "Mond"]
    assert face("F", Look(lang="en", cards="sl"))[-1] == "Škis"
    assert face("HQ", Look(lang="da"))[0] == "D"


def test_longer_numerals_are_set_smaller():
    def size(token):
        return float(next(tree(svg_card(token)).iter(f"{SVG}text")).get("font-size"))

    assert size("T10") > size("T18")
    assert size("T4") > size("T18")
    for token in (*(f"T{n}" for n in range(1, 22)), "F"):
        for node in tree(svg_card(token)).iter(f"{SVG}text"):
            assert wide(node.text, float(node.get("font-size")), True) < 44


@pytest.mark.parametrize("rank", range(1, 11))
def test_pips_are_as_many_as_the_rank(rank):
    picture = tree(svg_card(f"S{'T' if rank == 10 else rank}", pack=78))
    assert len(list(picture.iter(f"{SVG}use"))) == rank + 2  # and an index at each end


@pytest.mark.parametrize(("token", "pack"), [("S2", 54), ("H7", 54), ("X9", 78), ("", 54), ("??", 78)])
def test_cards_that_a_pack_has_not_are_refused(token, pack):
    with pytest.raises(ValueError, match="has no card"):
        svg_card(token, pack=pack)
    with pytest.raises(ValueError, match="54 or 78"):
        svg_cards(pack=52)


def test_a_hand_of_cards(harbour, danish):
    picture = tree(svg_hand(harbour, "declarer"))
    order = [use.get("href").rpartition("-")[2] for use in picture.findall(f"{SVG}use")]
    assert order == ["T20", "T18", "T17", "T11", "T8", "T6", "T5", "HK", "SQ", "S9", "CK", "C8"]
    assert "Taroks: twenty" in picture.find(f"{SVG}desc").text
    assert picture.find(f"{SVG}title").text == "South"
    long = tree(svg_hand(danish, "S"))
    assert len({use.get("y") for use in long.findall(f"{SVG}use")}) == 2
    assert "Skisen" in words(svg_hand(danish, "S"))


def test_a_hand_that_is_not_known_is_refused(harbour):
    with pytest.raises(ValueError, match="no seat 'Q'"):
        svg_hand(harbour, "Q")
    with pytest.raises(ValueError, match="not known"):
        svg_hand(checked('[Game "taroky"]\n[South "Ada"]\n'), "S")
