"""docs/dealing.md: what a constraint means, and what is said of one that is wrong."""

from __future__ import annotations

import pytest

from tarok_pbn.analysis.constraint_check import constraint
from tarok_pbn.analysis.constraint_names import FUNCTIONS, PLAYERS
from tarok_pbn.analysis.constraint_tree import compiled
from tarok_pbn.analysis.dealing import layout
from tarok_pbn.archive.query_names import FUNCTIONS as QUERIES
from tarok_pbn.archive.query_syntax import QueryError
from tarok_pbn.games import get
from tarok_pbn.notation.hands import parse_deal, parse_talon
from tests.examples import ROOT

# The annotated examples of docs/format.md: Czech (W deals) and Danish (W deals 28 to himself).
CZECH = (
    "S:13,12,9,7,6,3.T..Q4.KN9 E:21,8,5.QNJ9.N3.K.T7 N:F,20,10,2.K.J24.N123. W:19,17,16,15,1.7.Q1.J.QJ8",
    "S8 T4 T14 HK T18 T11",
)
DANISH = (
    "S:F,21,15,10,8,6,3,2.K986521.KJ38.N9.QJT8 E:20,18,17,16,5,4,1.T4.Q24579.K125T.N4321 "
    "W:19,14,13,12,11,9,7.QNJ73.N16T.QJ34678.K9765",
    "",
)


def table(family="taroky", **how):
    game = get(family)
    return layout(game, game.rulesets()[game.default], **how)


def fits(expression, deal=CZECH, family="taroky"):
    at = table(family)
    hands = parse_deal(deal[0])
    talon = sum(1 << card for card in parse_talon(deal[1]))
    return compiled(constraint(expression, at))([*(hands[seat] or 0 for seat in at.order), talon])


@pytest.mark.parametrize(
    ("expression", "true"),
    [
        ("taroks(S) = 6", True),
        ("taroks(S) != 6", False),
        ("taroks(south) in (1, 6)", True),
        ("taroks(S) not in (1, 6)", False),
        ("6 >= taroks(S)", True),
        ("holds(S, T13, T12)", True),
        ("holds(S, XIII, T21)", False),
        ("holds(any, T21) and holds(E, T21) and not holds(W, T21)", True),
        ("holds(talon, HK, S8)", True),
        ("taroks(talon) = 4", True),
        ("holds(any, T18)", False),  # it lies in the talon
        ("void(S, hearts)", True),
        ("void(N, C)", True),
        ("void(any, spades)", False),
        ("void(S, ♥) and void(S, H) and void(s, HEARTS)", True),
        ("cards(E, spades) = 4 and length(E, spades) = 4", True),
        ("cards(S, T) = 6 and length(S, taroks) = 6", True),
        ("kings(S) = 1", True),  # CK
        ("kings(talon) = 1", True),
        ("kings(any) > 1", False),
        ("kings(all) <= 1", True),
        ("kings(all) = 1", False),  # W has none
        ("not kings(all) = 1", True),
        ("taroks(all) >= 3", True),
        ("taroks(all) >= 4", False),  # E has three
        ("trull(N)", False),
        ("count(N, F, T21, T1) = 1", True),
        ("count(any, F, T21, T1) = 1 and count(S, F, T21, T1) = 0", True),
        ("taroks(S)+taroks(N) = 10", True),
        ("taroks(S) + taroks(N) - taroks(E) - 1 = 6", True),
        ("taroks(S)-taroks(N)=2", True),
        ("taroks(S) > taroks(E)", True),
        ("taroks(any) - kings(any) = 5", True),  # S 6-1, W 5-0
        ("taroks(forehand) = 6 and taroks(dealer) = 5", True),
        ("taroks(S) = 6 and (kings(S) = 4 or void(S, H))", True),
        ("taroks(S) = 5 or kings(S) = 4", False),
        # S: K 13, Q 10, N 7 and nine cards of one third each
        ("points(S) = 13", True),
        ("points(S) = 13 1/3 or points(S) = thirds(39)", True),
        ("points(E) = 20", True),  # T21 13, DK 13, SQ 10, SN 7, HN 7, SJ 4 and six others: 60 thirds
    ],
)  # fmt: skip
def test_constraints_on_the_czech_example(expression, true):
    assert fits(expression) is true


@pytest.mark.parametrize(
    ("expression", "true"),
    [
        ("taroks(dealer) = 7 and taroks(S) = 8", True),
        ("length(W, diamonds) = 7 and length(W, D) = 7", True),
        ("points(S) = 23", True),  # F 4, T21 4, SK 4, HK 4, HJ 1, DN 2, CQ 3, CJ 1, none for the others
        ("holds(S, S2)", True),
        ("kings(any) = 2", True),
    ],
)
def test_constraints_on_the_danish_example(expression, true):
    assert fits(expression, DANISH, "dansk") is true


def test_points_follow_the_rule_set():
    # Texas counts each card for itself, 106 in all: king 5, queen 4, knight 3, nine of 1
    game = get("taroky")
    texas = layout(game, game.rulesets()["texas"])
    hands = parse_deal(CZECH[0])
    test = compiled(constraint("points(S) = 21", texas))
    assert test([hands[seat] or 0 for seat in texas.order] + [0])


WRONG = [
    ("taroks(S) >", 12, "expected a value, but here is the end of the expression", ""),
    ("", 1, "expected an expression, but here is the end of the expression", "a condition begins with a function"),
    ("tarok(S) > 3", 1, "there is no function tarok for deals", "did you mean taroks?"),
    ("holds(S,F) and kinks(S)>3", 16, "there is no function kinks for deals", "did you mean kings?"),
    ("holds(X, F)", 7, "X is no player", "a seat letter, forehand, dealer, any, all, talon"),
    ("holds(forhand, F)", 7, "forhand is no player", "did you mean forehand?"),
    ("holds(S, T22, K)", 15, "K is not a card", "cards: T1 to T21"),
    ("holds(S, S3)", 10, "S3 is not in the pack of Czech taroky", ""),
    ("holds(S, F, Sk)", 13, "Sk stands here twice", ""),
    ("void(S, harts)", 9, "harts is not a suit", "did you mean hearts?"),
    ("void(S)", 1, "void is given 1 argument", "write void(S, hearts)"),
    ("taroks(S, N) > 2", 1, "taroks is given 2 arguments", "write taroks(S)"),
    ("taroks() > 2", 1, "taroks is given nothing", "write taroks(S)"),
    ("taroks(S)", 1, "taroks(S) is a number, not a condition", "compare it: taroks(S) >= 3"),
    ("taroks(S) + 1", 1, "taroks(S) + 1 is a number, not a condition", ""),
    ("holds(S, F) = 3", 1, "holds(S, F) is a condition by itself", "write holds(S, F), or not holds(S, F)"),
    ("taroks(S) = holds(S, F)", 13, "holds(S, F) is a condition by itself", ""),
    ("taroks(S + N) > 3", 8, "here stands a player, not a sum of players", "taroks(S) + taroks(N)"),
    ("taroks(any) > kings(any)", 1, "more than one player is meant on both sides", "taroks(any) - kings(any) > 3"),
    ("taroks(any) > kings(all)", 1, "more than one player is meant on both sides", ""),
    ("taroks(any)+taroks(all) > 3", 1, "any and all cannot be added", ""),
    ("taroks(S) ~ 3", 11, "~ looks for a part of a text", ""),
    ("taroks(S) = ?", 13, "? asks for what is not known", ""),
    ("taroks(S) in (1, kings(S))", 18, "here stands a number such as 3", ""),
    ("declarer won", 1, "a deal is neither won nor lost", ""),
    ("holds(declarer, F)", 7, "who is declarer comes out in the bidding", ""),
    ("declarer = S", 1, "who is declarer comes out in the bidding", ""),
    ('taroks(player("Novák")) > 3', 8, "the players of a deal have no names", ""),
    ('points(S) > "x"', 13, 'here stands a number, not "x"', ""),
    ("date > 2026.03", 1, "date is asked of records, and a deal is nothing but its cards", "known: holds"),
    ("F", 1, "F is a card, neither a condition nor a number", "holds(S, F)"),
    ("kings(S) > F", 12, "F is a card, neither a condition nor a number", "holds(S, F)"),
    ("contract = solo", 1, "contract is asked of records", "known: holds"),
    ("score(S) > 0", 1, "score is asked of records", "known: holds"),
    ("event = F", 1, "event is asked of records", "known: holds"),
    ("game = taroky", 1, "the deals are all of one game", "it is chosen with --game"),
    ("rules = vysocina", 1, "the deals are all of one rule set", "it is chosen with --rules"),
    ("hearts(S) > 3", 1, "there is no function hearts for deals", "cards(S, hearts)"),
    ("S > 3", 1, "S is a player, not a number", "taroks(S) >= 9"),
    ("taroks > 3", 1, "taroks is a function", "write taroks(S)"),
    ("thirds(S) > 3", 1, "thirds is given a whole number", "write thirds(64)"),
    ("points(S) > thirds(1/2)", 13, "thirds is given a whole number", "write thirds(64)"),
    ("points(S) > 13.5", 13, "13.5 is not a number\n", "  write 13 1/2"),
    ("points(S) > 0.250", 13, "0.250 is not a number\n", "  write 1/4"),
    ("points(S) > 1e3", 13, "1e3 is not a number\n", "  numbers: 7, 21 1/3, -10/3"),
    ("points(S) > " + "9" * 5000, 13, "a number of 5,000 digits is too long", ""),
    ("points(S) == 13", 12, "expected a value, but here is =\n", "  write ="),
    ("points(S) => 13", 12, "expected a value, but here is >\n", "  write >="),
    ("points(S) <> 13", 12, "expected a value, but here is >\n", "  write !="),
    ("points(S) ≥ 13", 11, "'≥' has no meaning here\n", "  write >="),
    ("trull(S) && trull(N)", 10, "'&' has no meaning here\n", "  conditions are joined by and"),
    ("trull(S) | trull(N)", 10, "'|' has no meaning here\n", "  conditions are joined by or"),
    ("!trull(S)", 1, "'!' has no meaning here\n", "  unlike is !=, and what is not so is said with not"),
    ("2 * kings(S) > 3", 3, "'*' has no meaning here\n", "  there are only sums, with + and -"),
    ('"trull(S)', 1, "the quotation mark is never closed\n", "  there is no text in what is asked of a deal"),
    ("taroks(S) > 3 + ", 17, "expected a value", ""),
    ("taroks(S) ++ 3 > 1", 12, "expected a value, but here is +", ""),
    ("taroks(S) > 3 $", 15, "'$' has no meaning here", ""),
    ("taroks(S) > 3 taroks(N) > 2", 15, "expected and, or, or the end", ""),
    ("taroks(S)\n  > taroc(N)", 5, "there is no function taroc", "did you mean taroks?"),
    ("(" * 200 + "trull(S)" + ")" * 200, 101, "nested more than 100 deep", ""),
    ("+".join(["taroks(S)"] * 200) + " > 3", 1001, "this sum has more than 100 parts", ""),
]  # fmt: skip


#: kings of the Czech example: S 1, E 1, N 1, W 0, and one in the talon; taroks: S 6, E 3, N 4, W 5
UNLIKE = [
    ("kings(any) != 1", False), ("kings(any) not in (1)", False), ("not kings(any) = 1", False),
    ("kings(any) != 2", True), ("kings(any) not in (2, 3)", True), ("not kings(any) = 2", True),
    ("kings(all) != 1", True), ("kings(all) not in (1)", True), ("not kings(all) = 1", True),
    ("taroks(all) not in (3, 4, 5, 6)", False), ("taroks(all) not in (3, 4, 5)", True),
    ("not taroks(all) in (3, 4, 5, 6)", False), ("not taroks(all) in (3, 4, 5)", True),
    ("not kings(any) != 1", True), ("not kings(any) != 2", False), ("not kings(any) not in (1)", True),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "true"), UNLIKE)
def test_unlike_denies_alike_as_in_a_query(expression, true):
    """docs/query.md: ``a != b`` is ``not a = b``; and what is not true of any is true of none."""
    assert fits(expression) is true


@pytest.mark.parametrize(("expression", "column", "message", "help_"), WRONG)
def test_what_is_wrong_is_told_with_its_place(expression, column, message, help_):
    with pytest.raises(QueryError) as caught:
        constraint(expression, table())
    text = str(caught.value)
    assert text.startswith(f"column {column}: ")
    assert message in text
    assert help_ in text
    assert "^" in text


def test_a_seat_that_sits_out_is_told_with_the_reason():
    with pytest.raises(QueryError, match="column 8: East sits out: West deals"):
        constraint("taroks(E) > 3", table("dansk", seats="SENW"))
    with pytest.raises(QueryError, match="column 8: North is not at this table: S E W"):
        constraint("taroks(N) > 3", table("dansk"))


def test_a_game_without_talon_says_so():
    with pytest.raises(QueryError, match="column 7: Danish Tarok is dealt without a talon"):
        constraint("holds(talon, T21)", table("dansk"))
    assert constraint("holds(talon, T21)", table("dansk", talon=3))


def test_nothing_is_said_of_texts_and_dates_that_a_deal_does_not_have():
    for expression in ("points(S) > 3.5", "points(S) > 2026-3-1", "trull(S) $", 'trull(S) and "', "points(S) > ٣"):
        with pytest.raises(QueryError) as caught:
            constraint(expression, table())
        assert "date" not in str(caught.value)
        assert "…" not in str(caught.value)


def test_names_that_both_languages_have_take_the_same():
    for name in ("holds", "void", "cards", "taroks", "kings", "points", "thirds"):
        assert FUNCTIONS[name].parameters == QUERIES[name].parameters
        assert FUNCTIONS[name].type == QUERIES[name].type


def test_the_page_tells_what_the_tables_say():
    page = (ROOT / "docs" / "dealing.md").read_text("utf-8")
    for name, about in PLAYERS.items():
        assert f"| `{name}` | {about} |" in page
    for name, function in FUNCTIONS.items():
        assert f"| `{name}(" in page
        assert f"| {'number' if function.type == 'number' else 'condition'} | {function.about} |" in page
