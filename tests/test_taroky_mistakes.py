"""One mistake gives one finding: the replay cases that record formats usually fail, each with its exact findings."""

from __future__ import annotations

import pytest

from tests.support import codes, findings, only, result_only
from tests.taroky_pages import H1, H3, H5


def changed(old: str, new: str, page=H1, **tags: str) -> str:
    text = page.text(**tags)
    assert text.count(old) == 1, (old, text.count(old))
    return text.replace(old, new)


def place(text: str, word: str) -> tuple[int, int]:
    """Line and column of a word that stands once in a text."""
    before = text[: text.index(word)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def at(finding, text: str, word: str, *, within: int = 0) -> bool:
    line, column = place(text, word)
    return finding.span is not None and (finding.span.line, finding.span.column) == (line, column + within)


# --- the deal ----------------------------------------------------------------------------------------------


def test_case_card_dealt_twice_to_two_players():
    text = changed('"S:13,12,9', '"S:13,11,8')  # two taroks of others
    assert codes(text) == ["D002", "D002"]
    only(changed('"S:13,12,9', '"S:13,12,8'), "D002", "T8")


def test_case_card_dealt_twice_in_one_hand():
    only(changed('"S:13,12,9', '"S:13,12,12'), "D002", "T12 stands twice in this hand")


def test_case_card_in_hand_and_talon():
    only(changed('[Talon "S8', '[Talon "S7'), "D002", "S7")


def test_case_53_cards():
    only(changed('"S:13,12,9,7', '"S:13,12,7'), "D003", "South has 11 cards, not 12", "T9")
    only(changed('[Talon "S8 ', '[Talon "'), "D003", "The talon has 5 cards, not 6")


def test_case_55_cards():
    found = findings(changed('"S:13,12,9', '"S:13,12,10,9'))
    assert [f.code for f in found] == ["D002"]
    only(changed('[Talon "S8 ', '[Talon "S8 S1 '), "D003", "The talon has 7 cards")


def test_case_foreign_card_of_the_78_card_pack():
    only(changed(".T..Q4.KN9", ".5..Q4.KN9"), "D004", "South holds S5", "54 cards")
    only(changed('[Talon "S8', '[Talon "S5'), "D004", "S5")
    only(changed("S CK CT T20 CQ", "S CK C5 T20 CQ"), "P001", "C5")


# --- the play -----------------------------------------------------------------------------------------------


def test_case_card_not_held():
    text = changed("S T4 T8 T10 T17", "S T4 T8 T12 T17")
    found = only(text, "P017", "North plays T12, which is in South's hand")
    assert at(found, text, "T12 T17")
    assert found.where == "trick 5, North"


def test_case_card_played_twice():
    text = changed("S T4 T8 T10 T17", "S T4 T8 T20 T17")
    found = only(text, "P010", "T20", "trick 3")
    assert at(found, text, "T20 T17")


def test_case_card_laid_away_is_played():
    text = changed("S T4 T8 T10 T17", "S S8 T8 T10 T17")
    assert at(only(text, "P010", "South has laid away"), text, "S8 T8")


def test_case_play_out_of_turn():
    text = changed("N H4 H1 HK HN", "W H1 HK HN H4")
    assert at(only(text, "P007", "West leads to trick 2", "North won trick 1 with SK"), text, "W H1 HK")


@pytest.mark.parametrize(
    ("line", "without", "seat", "trick"),
    [
        ("N H4 H1 HK HN", "N H4 HK HN", "West", 2),
        ("N H4 H1 HK HN", "N H4 H1 HN", "South", 2),
        ("N H4 H1 HK HN", "N H4 H1 HK", "East", 2),
        ("S T4 T8 T10 T17", "S T4 T8 T17", "North", 5),
        ("E SJ T2 T15 T3", "E SJ T15 T3", "North", 9),
        ("N H2 T16 T13 SN", "N H2 T13 SN", "West", 11),
    ],
)
def test_case_missing_middle_card(line, without, seat, trick):
    found = only(changed(line, without), "P008", f"Trick {trick} has 3 cards", f"{seat}'s card is missing")
    assert found.where == f"trick {trick}"
    assert found.span is not None
    assert found.span.line == place(H1.text(), line)[0]


def test_case_missing_card_of_the_last_trick_with_a_result():
    only(changed("W T1 T7 S9 D1", "W T1 T7 S9"), "P015", "after trick 11")


def test_case_missing_trick():
    found = only(changed("S T4 T8 T10 T17\n", ""), "P007", "West leads to trick 5")
    assert found.where == "trick 5"


def test_case_a_card_too_many():
    only(changed("N H4 H1 HK HN", "N H4 H1 HK HN H2"), "P009", "Trick 2 has more than 4 cards")
    only(changed("W T1 T7 S9 D1\n", "W T1 T7 S9 D1\nS T2\n"), "P011")


def test_case_revoke_unmarked_and_marked():
    old, new = "W C8 T6 T18 F\nN H2 T16 T13 SN\nW T1 T7 S9 D1", "W C8 T6 S9 F\nN H2 T16 T13 T18\nE SN D1 T1 T7"
    text = changed(old, new, Points="30 40", Score="S -10; E 10; N 10; W -10").replace("game -3 3 3 -3", "game -5 5 5 -5")
    found = only(text, "P003", "East plays S9", "still holds T18")
    assert found.severity == "error"
    marked = text.replace("T6 S9 F", "T6 S9 ^R F")
    found = only(marked, "P012", "Marked as a revoke that stood: East plays S9")
    assert found.severity == "info"
    # followed as it was played: its points and score are those of the cards on the table
    points, revoke = findings(marked.replace('"30 40"', '"32 38"'))
    assert (points.code, revoke.code) == ("S003", "P012")
    assert "30 40" in points.message


def test_case_mark_on_a_regular_card():
    found = only(changed("S T4 T8 T10 T17", "S T4 T8 ^R T10 T17"), "P013", "it is legal")
    assert found.severity == "warning"


def test_case_claim_out_of_nothing():
    assert codes(changed("W T1 T7 S9 D1\n", "W T1 T7 S9 D1\nS claim\n")) == ["P011"]


def test_case_strange_word_in_the_play():
    only(changed("S T4 T8 T10 T17", "S T4 T8 povinnost T10 T17"), "P016", "povinnost")


def test_case_unknown_seat():
    found = findings(changed("N H4 H1 HK HN", "A H4 H1 HK HN"))
    assert [f.code for f in found] == ["R014"]


def test_a_line_without_a_seat_before_a_short_one_that_begins_with_the_fool():
    text = H1.text()
    start = text.index("[Play]\n") + len("[Play]\n")
    assert "F009" in codes(text[:start] + "T9 T20\nE F T17\n" + text[start:])


# --- auction, exchange ----------------------------------------------------------------------------------------


def test_case_wrong_bid_word_by_word():
    only(changed("W pass  S call", "W trojka  S call"), "A005", "nothing of the kind is due in trojka")
    only(changed("S povinnost  E", "S trojka  E"), "A005", "call:T19")


def test_case_another_contract_than_the_rest_of_the_record():
    """H3 with sólo instead of trojka: the exchange is one of a trojka, and so is the Contract tag."""
    found = findings(changed("E trojka", "E solo", H3))
    assert [f.code for f in found] == ["A007"]


def test_case_wrong_dealer():
    """With another dealer everybody speaks and leads out of turn: one finding."""
    only(H1.text(Dealer="S"), "A001", "South says povinnost, but it is East's turn")
    assert codes(H1.text(Dealer="?")) == []


def test_case_wrong_rule_set_of_the_game():
    """A known rule set that is not the one played by shows first where the two differ."""
    only(H1.text(Rules="vysocina"), "S005", "pagat")
    only(H3.text(Rules="vysocina"), "S005", "× 4 trojka in the third cards")
    only(H1.text(Rules="texas"), "S003", "53 53")


def test_case_two_independent_mistakes_are_two_findings():
    text = changed("S tarocky", "S taroky").replace("E SJ T2 T15 T3", "E SJ T2 T15 T20")
    assert codes(text) == ["M003", "P010"]


def test_case_wrong_outcome_tags():
    only(H1.text(Contract="druha"), "A007", "povinnost")
    only(H1.text(Declarer="E"), "A008", "S")
    only(H1.text(Partner="N"), "A009", "W")
    only(H1.text(Called="T18"), "R015", "T19")
    only(H5.text(Partner="E"), "A009", "none")
    only(H3.text(Contract="trojka:2"), "A007", "trojka:3")
    only(H1.text(Pagat="W won"), "R015", "W lost")
    only(H1.text(Valat="E"), "R015")


def test_case_wrong_exchange():
    only(changed("E takes:5", "E takes:6"), "X001")
    only(changed("E exposes:4-6  ", "", H3), "X001", "takes:4-6 or exposes:4-6")
    only(changed("E exposes:1-3  E exposes:4-6  E takes:1-3", "E takes:1-3", H3), "A007", "trojka:1")
    only(changed("E lays:H3", "E lays:H3  E lays:HN"), "X008", "lays:HN")


# --- the score ------------------------------------------------------------------------------------------------


TABLE = '[ScoreTable "Item;S;E;N;W"]\ngame -3 3 3 -3\nmelds 5 -5 -5 5\npagat -10 10 10 -10\n'


def scored(score: str, table: bool = False) -> str:
    text = H1.text(Score=score)
    return text if table else text.replace(TABLE, "")


def test_case_wrong_payer():
    only(scored("S -8; E 8; N -8; W 8"), "S001", "Recorded score N −8, computed 8", "wrong players")


def test_case_right_total_wrong_split():
    only(scored("S -8; E 10; N 6; W -8"), "S001", "Recorded score E 10, computed 8")
    only(scored("S -16; E 8; N 8; W 0"), "S001", "Recorded score S −16, computed −8")


def test_case_sign_doubling_and_missing_items():
    only(scored("S 8; E -8; N -8; W 8"), "S001", "all signs are turned round")
    only(scored("S -16; E 16; N 16; W -16"), "S001", "paid twice")
    only(scored("S -13; E 13; N 13; W -13"), "S001", "the item melds", "missing")
    only(scored("S 2; E -2; N -2; W 2"), "S001", "the item pagat", "missing")
    only(scored("S 12; E -12; N -12; W 12"), "S001", "the item pagat", "wrong sign")


def test_case_flek_forgotten_is_named():
    text = H3.text(Score="S 41; E -123; N 41; W 41").partition("[ScoreTable")[0]
    only(text, "S001", "the flek on the game makes −36 × 2 = −72")


def test_case_off_by_one_point():
    only(H1.text(Points="33 37"), "S003", "32 38")
    # the same slip carried through to the score and the table is still one mistake
    text = H1.text(Points="33 37", Score="S -7; E 7; N 7; W -7").replace("game -3 3 3 -3", "game -2 2 2 -2")
    only(text, "S003", "32 38")


def test_case_score_table_and_score():
    only(H1.text().replace("melds 5 -5 -5 5", "melds 5 -5 -5 6"), "S004", "melds")
    only(H1.text().replace("melds 5 -5 -5 5", "melds 10 -10 -10 10"), "S005", "Item melds: recorded S 10, computed 5")
    only(H1.text().replace("melds 5 -5 -5 5\n", ""), "S005", "lacks the item melds")
    only(H1.text().replace("melds 5 -5 -5 5", "valat 5 -5 -5 5"), "S005", "valat")
    only(H1.text(Score="S -8; E 8; N 8; W -9"), "S002", "−1")
    only(H1.text(Score="S -8; E 8; N 8"), "S001", "does not name W")


# --- rules and game --------------------------------------------------------------------------------------------


def test_case_wrong_rule_set_named():
    only(H1.text(Rules="devatenactka"), "R004", "Did you mean devatenactka-1?")
    only(H1.text(Rules="vysočina"), "R004", "Did you mean vysocina?")
    only(H1.text(Rules="xyz"), "R004", "Known rule sets: devatenactka-1, vysocina, mprihoda, texas")


def test_case_wrong_game_named():
    only(H1.text(Game="tarocky"), "R003", "taroky")


def test_case_unknown_option():
    only(H1.text(Options="flekmax=16"), "R005", "flek_max")


def test_case_pot_after_the_hand():
    text = result_only(
        "povinnost", "40 30", rules="mprihoda",
        tags={"Pots": "pot 40", "PotsAfter": "pot 30", "Pagat": "S won", "Valat": "", "Score": "S 15; E -5; N 15; W -5; pot -20"},
    )  # fmt: skip
    only(text, "S010", "pot 20")
    assert codes(text.replace('"pot 30"', '"pot 20"')) == []


@pytest.mark.parametrize("page", [H1, H3, H5])
def test_case_every_single_wrong_card_of_the_play_gives_one_finding(page):
    """Each card of the play in turn is written as another player's: one finding, at that card."""
    text = page.text()
    head, _, rest = text.partition("[Play]\n")
    lines = rest.partition("[ScoreTable")[0].splitlines()
    tail = "[ScoreTable" + rest.partition("[ScoreTable")[2]
    for number, line in enumerate(lines):
        words = line.split()
        for position in range(1, 5):
            other = lines[(number + 5) % 12].split()[1 + position % 4]
            if other in words:
                continue
            wrong = [*words[:position], other, *words[position + 1 :]]
            new = [*lines[:number], " ".join(wrong), *lines[number + 1 :]]
            found = findings(head + "[Play]\n" + "\n".join(new) + "\n" + tail)
            assert len(found) == 1, (wrong, [(f.code, f.message) for f in found])
            assert found[0].span is not None
            assert found[0].span.line >= head.count("\n") + 2 + min(number, (number + 5) % 12)
