"""The view model: what a page shows of a record, for every place at which a record may stop."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from tarok_pbn.games import get
from tarok_pbn.games.kit.game import Game, Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.render import model, view_of
from tarok_pbn.render.faces import faces_for
from tarok_pbn.render.hands import direction_of, layout_of
from tarok_pbn.render.numbers import amount, thirds
from tests.support import checked, mask, result_only
from tests.taroky_pages import H1, H3, H5


def view(text):
    return view_of(checked(text))


def test_taroky_12_2_h1_points_and_score():
    shown = view(H1.text())
    assert (shown.declarer, shown.partner, shown.outcome, shown.result) == ("South", "West", "lost", "32 : 38")
    assert [(item.name, item.amounts) for item in shown.score.items] == [
        ("game", [-3, 3, 3, -3]), ("melds", [5, -5, -5, 5]), ("pagat", [-10, 10, 10, -10]),
    ]  # fmt: skip
    assert shown.score.totals == [-8, 8, 8, -8]
    assert shown.verdict.status == "agrees"


def test_taroky_12_2_h1_trick_one_goes_to_north_with_the_king():
    trick = view(H1.text()).tricks[0]
    assert (trick.leader, trick.winner, trick.winner_name) == (0, 2, "North")
    assert [cell.card.text for cell in trick.cells] == ["♠10", "♠Q", "♠K", "♠7"]
    assert [cell.led for cell in trick.cells] == [True, False, False, False]
    assert [cell.wins for cell in trick.cells] == [False, False, True, False]


def test_taroky_1_3_thirds_of_a_trick_and_totals_that_end_at_the_official_count():
    shown = view(H1.text())
    # ten, queen, king, seven: 1 + 4 + 5 + 1 less four times two thirds
    assert thirds(shown.tricks[0].points) == "8⅓"
    # laid away: ♦Q ♣9 ♦4 ♠8 (7 - 2⅔) against ♥3 and ♦N (1 + 3 - 1⅓)
    assert [thirds(total) for total in shown.start] == ["4⅓", "2⅔"]
    last = shown.tricks[-1].totals
    assert sum(last) == 210
    assert [round(total / 3) for total in last] == [32, 38]
    assert shown.score.points == ["32", "38"]


def test_taroky_12_2_h3_a_lone_declarer_and_what_the_talon_leaves():
    shown = view(H3.text())
    assert (shown.declarer, shown.alone, shown.outcome, shown.result) == ("East", True, "lost", "23 : 47")
    assert shown.contract.text == "trojka ve třetích"
    assert [side.short for side in shown.sides] == ["E", "S+N+W"]
    assert [face.text for face in shown.unused] == ["♠K", "VII", "♥K"]
    assert [face.text for face in shown.taken[0].took] == ["♠10", "X", "XIX"]
    assert shown.contested
    assert [step for item in shown.score.items for step in item.steps][:3] == [
        "23 − 35 = −12", "× 3 (trojka in the third cards) = −36", "× 2 (flek on the game) = −72",
    ]  # fmt: skip


def test_taroky_12_2_h5_announcements_are_a_tree():
    shown = view(H5.text())
    tree = {
        item.token: ([*item.by], [(s.name, s.word.text, s.times) for s in item.doubled]) for item in shown.announced
    }
    assert tree["hra"][1][-1][2] == 4
    assert [word for _, word, _ in tree["hra"][1]] == ["flek", "reflek"]
    assert tree["pagat"] == (["South"], [])
    assert tree["barvicky"] == (["North"], [])
    assert [face.text for face in shown.taken[0].shown] == ["X", "IX", "II"]


def test_three_hand_states_differ_by_talon_and_cards_laid_away():
    south = view(H1.text()).seats[0]
    assert (south.dealt.count, south.at_play.count, south.left.count) == (12, 12, 0)
    assert south.at_play.origin == "exchanged"
    assert south.talon == {"S8", "T4", "T14", "HK"}
    laid = mask(" ".join(face.token for face in south.laid))
    assert south.dealt.mask | mask("S8 T4 T14 HK") == south.at_play.mask | laid


def test_rows_of_a_hand_begin_with_taroks_and_alternate_in_colour():
    rows = view(H1.text()).seats[0].hand.rows
    assert [row.symbol for row in rows] == ["T", "♥", "♠", "♦", "♣"]
    assert [face.rank for face in rows[0].cards] == ["XIV", "XIII", "XII", "IX", "VII", "VI", "IIII", "III"]
    assert rows[3].spoken == "Diamonds: void."
    assert rows[4].spoken == "Clubs: king, knight."


def test_a_wrong_score_stands_beside_the_computed_one():
    shown = view(H1.text(Score="S -11; E 8; N 8; W -5"))
    assert shown.verdict.status == "wrong"
    assert shown.score.differs
    assert (shown.score.recorded, shown.score.totals) == ([-11, 8, 8, -5], [-8, 8, 8, -8])


def until(text, word):
    return text[: text.index(word)]


def test_only_a_score_is_shown_and_nothing_is_guessed():
    shown = view('[Event "x"]\n[Game "taroky"]\n[Score "S -8; E 8; N 8; W -8"]\n')
    assert all(seat.hand is None for seat in shown.seats)
    assert (shown.tricks, shown.auction, shown.announced, shown.contract) == ([], None, None, None)
    assert shown.score.recorded == [-8, 8, 8, -8]
    assert shown.score.items is None
    assert shown.verdict.status == "open"


def test_a_result_without_cards_is_settled():
    shown = view(
        result_only("povinnost", "32 38", partner="W", tags={"Pagat": "W lost", "Score": "S -13; E 13; N 13; W -13"})
    )
    assert (shown.verdict.status, shown.outcome, shown.result) == ("agrees", "lost", "32 : 38")


def test_only_a_deal_is_shown_as_dealt():
    shown = view(until(H1.text(), "[Contract"))
    assert {seat.hand.origin for seat in shown.seats} == {"dealt"}
    assert [face.text for face in shown.talon] == ["♠8", "IIII", "XIV", "♥K", "XVIII", "XI"]


def test_without_an_exchange_the_hands_are_as_dealt_and_totals_lack_the_discards():
    text = H1.text()
    shown = view(until(text, "[Exchange]") + text[text.index("[Announcements]") :])
    assert shown.seats[0].hand.origin in ("dealt", "played")
    assert shown.start is None
    assert shown.from_tricks


def test_hands_that_are_not_given_are_known_from_a_whole_play():
    text = H1.text(Deal="?", Talon="?")
    shown = view(text)
    assert {seat.hand.origin for seat in shown.seats} == {"played"}
    assert [face.rank for face in shown.seats[3].hand.rows[0].cards] == ["XIX", "XVII", "XVI", "XV", "I"]


def test_an_unknown_card_of_a_hand_is_a_question_mark():
    shown = view('[Event "x"]\n[Game "taroky"]\n[Dealer "W"]\n[Deal "S:F,21,?.K?.Q.. E:- N:- W:-"]\n')
    south = shown.seats[0].hand
    assert (south.rows[0].unknown, south.rows[2].unknown, south.count) == (1, 1, 6)
    assert shown.seats[1].hand is None


def test_play_that_stops_after_trick_7_knows_what_is_left():
    text = until(H1.text(Score="?", Points="?"), "[Play]")
    lines = H1.text().split("[Play]\n")[1].splitlines()[:7]
    shown = view(text + "[Play]\n" + "\n".join(lines) + "\n+\n")
    assert len(shown.tricks) == 7
    assert shown.seats[0].left.count == 5
    assert len(shown.seats[0].gone) == 7
    assert shown.score.items is None


def test_a_trick_that_stops_in_the_middle():
    shown = view(until(H1.text(Score="?", Points="?"), "[Play]") + "[Play]\nS ST SQ SK S7\nN H4 H1 {hm}\n+\n")
    trick = shown.tricks[-1]
    assert (trick.number, trick.complete, trick.winner, trick.fell) == (2, False, None, [2, 3])
    assert trick.cells[2].led
    assert [remark.text for remark in trick.remarks] == ["hm"]
    assert shown.findings == []


def test_unknown_cards_of_a_trick_leave_its_points_unknown():
    shown = view(H1.text(Score="?", Points="?").replace("S ST SQ SK S7", "S ST SQ ?? S7"))
    trick = shown.tricks[0]
    assert trick.cells[2].card.text == "?"
    assert trick.points is None
    assert trick.totals == [None, None]


def test_a_record_of_an_unknown_game_has_names_and_hands():
    shown = view('[Event "x"]\n[Game "skat"]\n[South "Novák, Jan"]\n[Deal "S:13,12.T..Q4.KN9 E:21.QNJ9.N3.K.T7"]\n')
    assert [seat.letter for seat in shown.seats] == ["S", "E"]
    assert shown.seats[0].player == "Jan Novák"
    assert shown.verdict.status == "wrong"


def test_an_empty_record_has_a_view():
    shown = view('[Event "x"]\n')
    assert shown.seats == []
    assert shown.tricks == []


COMMENTED = (
    H1.text()
    .replace("[Event", "{before all}\n[Event", 1)
    .replace("E pass", "E pass =1= {a quiet hand}", 1)
    .replace("[Exchange]", '[Note "1:first note"]\n[Exchange]')
    .replace("S ST SQ SK S7", "S ST! {the ten} SQ SK S7 =1= {after trick one}")
    .replace("N H4 H1 HK HN", "N H4 H1?? ; line comment\nHK HN $6")
    .replace("[ScoreTable", '[Note "1:another first note"]\n[ScoreTable')
)


def test_comments_stand_where_they_belong():
    shown = view(COMMENTED)
    assert [remark.text for remark in shown.head] == ["before all"]
    assert [(r.on, r.text) for r in shown.auction.remarks] == [("East pass", "a quiet hand")]
    assert [(r.on, r.text) for r in shown.tricks[0].remarks] == [("♠10", "the ten"), ("", "after trick one")]
    assert [(r.on, r.text) for r in shown.tricks[1].remarks] == [("♥1", "line comment")]


def test_notes_are_scoped_to_their_section():
    shown = view(COMMENTED)
    assert [(note.number, note.text) for note in shown.auction.notes] == [(1, "first note")]
    assert [(note.number, note.text) for note in shown.play.notes] == [(1, "another first note")]
    assert shown.auction.said[1].notes == [1]
    assert shown.tricks[0].cells[3].notes == [1]


def test_suffixes_and_nags_are_signs():
    shown = view(COMMENTED)
    assert shown.tricks[0].cells[0].signs == "!"
    assert shown.tricks[1].cells[3].signs == "??"
    assert shown.tricks[1].cells[1].signs == "?!"


def test_a_finding_stands_at_its_trick():
    shown = view(H1.text(Score="?", Points="?").replace("S ST SQ SK S7", "S ST T21 SK S7"))
    assert [finding.code for finding in shown.tricks[0].findings] == ["P002"]


@pytest.mark.parametrize(
    ("letters", "layout", "places"),
    [
        ("SENW", "compass", ["south", "east", "north", "west"]),
        ("NWSE", "compass", ["north", "west", "south", "east"]),
        ("SEW", "triangle", ["south", "east", "west"]),
        ("ENW", "triangle", ["south", "east", "west"]),
        ("BCDA", "compass", ["east", "north", "west", "south"]),
        ("ABCDE", "flow", ["flow"] * 5),
    ],
)
def test_places_at_the_table(letters, layout, places):
    assert layout_of(tuple(letters)) == (layout, places)


def test_direction_of_play():
    assert direction_of(tuple("ENWS")) == "anticlockwise"
    assert direction_of(tuple("SWNE")) == "clockwise"
    assert direction_of(tuple("ABCDE")) == ""


def test_roman_numbers_for_54_cards_arabic_for_78():
    roman, arabic = faces_for(get("taroky")), faces_for(get("dansk"))
    assert [roman[card].text for card in (0, 3, 18, 21)] == ["I", "IIII", "XIX", "Škýz"]
    assert [arabic[card].text for card in (0, 3, 18)] == ["T1", "T4", "T19"]
    assert [arabic[card].rank for card in (0, 3, 18)] == ["1", "4", "19"]


def test_cards_are_spoken_in_whole_phrases():
    faces = faces_for(get("taroky"))
    said = [face.spoken for token in ("T14", "T1", "F", "HK", "D1", "ST", "C7") if (face := faces.token(token))]
    assert said == [
        "tarok fourteen", "the pagat, tarok one", "the Škýz", "king of hearts", "ace of diamonds", "ten of spades", "seven of clubs",
    ]  # fmt: skip


def test_thirds_and_amounts():
    assert [thirds(n) for n in (0, 1, 2, 3, 17, None)] == ["0", "⅓", "⅔", "1", "5⅔", "?"]
    assert [amount(v) for v in (8, -8, 0)] == ["+8", "−8", "0"]


def test_a_game_without_words_shows_its_tokens_and_no_totals():
    class Wordless(Game):
        def script(self, table, rules):
            yield from ()

        def settle(self, table, rules):
            raise Undetermined("it is never asked")

        def computed(self, table, rules):
            return {}

    plain = Wordless()
    assert plain.word("call:T19").text == "call"
    table = Table(("S", "E", "N", "W"), [None] * 4, None)
    assert plain.sides(table) is None
    assert plain.trick_points(table, None, None) is None


def test_the_documented_view_model_is_the_real_one():
    text = (Path(__file__).parent.parent / "docs" / "templates.md").read_text("utf-8")
    parts = text[text.index("### View") : text.index("## Templates")]
    for name in model.__all__:
        for field in dataclasses.fields(getattr(model, name)):
            assert f"`{field.name}`" in parts, f"{name}.{field.name}"
