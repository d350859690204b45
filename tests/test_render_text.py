"""Text diagrams: layout, positions, plain ASCII, widths."""

from __future__ import annotations

from random import Random

import pytest

from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.render import text_diagram
from tarok_pbn.report.terminal import cells
from tests.support import checked
from tests.taroky_pages import H1, H3, H5

H1_NAMED = H1.text(Board="7", South="Novák, Jan", West="Černý, Tomáš")


def lines(text, **options):
    return text_diagram(checked(text), **options).splitlines()


def random_hand(family, seed=7, **tags):
    game = get(family)
    record, _ = play_hand(game, game.rulesets()[game.default].options, Random(seed), tags={"Event": "Random", **tags})
    return checked(record)


def test_compass_of_four():
    shown = lines(H1_NAMED)
    assert shown[0] == "Board 7 · povinnost by South and West, lost 32 : 38"
    block = "\n".join(shown)
    assert (
        "                        North\n"
        "                        T  Škýz XX XI+ X II\n"
        "                        ♥  J 2 4\n"
        "                        ♠  K\n"
        "                        ♦  1 2 3\n"
        "                        ♣  —\n"
    ) in block
    west = next(line for line in shown if line.startswith("♥  Q 1"))
    assert west == "♥  Q 1                             W       E    ♠  Q N J 9"


def test_triangle_of_three_with_arabic_numbers():
    shown = text_diagram(random_hand("dansk", Pots="pagat 75; king 95")).splitlines()
    heads = [number for number, line in enumerate(shown) if line.startswith("West")]
    assert "East" in shown[heads[0]]
    assert any(line.strip().startswith("South") for line in shown[heads[0] :])
    assert not any("North" in line for line in shown)
    assert any(" 21 " in line for line in shown)


def test_trick_table_marks_lead_and_winner_and_counts_in_thirds():
    shown = lines(H1_NAMED)
    row = next(line for line in shown if line.startswith(" 1 "))
    assert row.split() == ["1", ">♠10", "♠Q", "♠K*", "♠7", "8⅓", "4⅓", "11"]
    assert next(line for line in shown if "official count" in line).split() == ["official", "count", "32", "38"]


def test_settlement_with_its_arithmetic():
    shown = "\n".join(lines(H3.text()))
    assert "23 − 35 = −12, × 3 (trojka in the third cards) = −36, × 2 (flek on the game)" in " ".join(shown.split())
    assert "computed  +77  −231  +77  +77" in shown


def test_announcements_are_a_tree():
    shown = lines(H5.text())
    at = shown.index("Announcements")
    assert shown[at + 1] == "  the game"
    assert shown[at + 2].startswith("  `- flek ")
    assert shown[at + 3].startswith("     `- reflek South")


def test_position_after_a_card():
    shown = lines(H1_NAMED, at="5.2")
    assert "North to play." in shown
    assert any(">S IIII" in line for line in shown)
    assert any("E VIII" in line for line in shown)
    assert "Points so far: South + West 18, East + North 19⅓." in shown
    assert not any("X*" in line for line in shown)
    south = shown[next(i for i, line in enumerate(shown) if "South  Jan Novák" in line) + 1]
    assert south.split() == ["T", "XIII", "XII", "IX", "VII", "VI", "III"]


def test_position_after_a_trick_and_before_one():
    after = lines(H1_NAMED, at="5")
    assert "West wins the trick: 1⅓ points." in after
    assert "Points so far: South + West 19⅓, East + North 19⅓." in after
    assert lines(H1_NAMED, at=5) == after
    before = lines(H1_NAMED, at=(1, 0))
    assert "South to lead." in before
    assert "Points so far: South + West 4⅓, East + North 2⅔." in before


@pytest.mark.parametrize("place", ["13", "0", "5.5", "x", "5.", "", 13, 0, -1, (5, 5), (5, -1)])
def test_a_place_that_is_none_is_a_value_error(place):
    with pytest.raises(ValueError):
        text_diagram(checked(H1_NAMED), at=place)


def test_plain_is_ascii_with_letters_for_suits_and_written_thirds():
    shown = lines(H1_NAMED, plain=True)
    assert all(line.isascii() for line in shown)
    assert next(line for line in shown if line.startswith(" 1 ")).split() == [
        "1", ">S10", "SQ", "SK*", "S7", "8", "1/3", "4", "1/3", "11",
    ]  # fmt: skip
    assert any(line.startswith("H  Q 1") for line in shown)
    assert any("Jan Novak" in line for line in shown)


def test_plain_columns_stay_in_line():
    shown = lines(H1_NAMED, plain=True)
    rows = [line for line in shown if line[:2].strip().isdigit() and "S" in line]
    ends = {len(line) for line in rows}
    assert len(ends) == 1


@pytest.mark.parametrize("width", [60, 72, 80, 100, 140])
@pytest.mark.parametrize("hand", [H1, H3, H5])
def test_no_line_is_wider_than_asked_and_no_card_is_lost(hand, width):
    shown = lines(hand.text(), width=width)
    assert max(map(cells, shown)) <= width


def test_a_narrow_diagram_puts_hands_one_under_the_other_and_hangs_long_rows():
    shown = lines(H1_NAMED, width=34)
    at = next(i for i, line in enumerate(shown) if line.startswith("T  XIV+"))
    assert shown[at] == "T  XIV+ XIII XII IX VII VI IIII+"
    assert shown[at + 1] == "   III"


def test_comments_and_notes_stand_under_their_trick():
    text = (
        H1.text()
        .replace("S CK CT T20 CQ", "S CK CT T20 CQ {the XX goes early}")
        .replace("S call:T19", 'S call:T19 =1=\n[Note "1:nothing else to call"]')
    )
    shown = lines(text)
    at = next(i for i, line in enumerate(shown) if line.startswith(" 3 "))
    assert shown[at + 1] == "    {the XX goes early}"
    assert "  [1] nothing else to call" in shown


def test_what_somebody_wrote_cannot_drive_the_terminal():
    text = H1.text(South="\x1b[31mred", Event="a\u202eb").replace("S CK CT T20 CQ", "S CK CT T20 CQ {\x1b]0;x\x07}")
    shown = text_diagram(checked(text))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown


def test_findings_are_told_with_the_verdict():
    shown = "\n".join(lines(H1.text().replace("S ST SQ SK S7", "S ST T21 SK S7")))
    assert "✘ Wrong." in shown
    assert "P002 error: East plays T21" in shown


@pytest.mark.parametrize("family", ["taroky", "dansk"])
@pytest.mark.parametrize("plain", [False, True])
def test_whatever_the_random_player_plays_has_a_diagram(family, plain):
    for seed in range(12):
        shown = random_hand(family, seed)
        assert "Score" in text_diagram(shown, plain=plain)
        assert "trick 3" in text_diagram(shown, at="3.1", plain=plain)
