"""format.md, the Seats tag: as many seats as sit at a table of the game, each once."""

from __future__ import annotations

import pytest

from tarok_pbn.check import check_bytes
from tarok_pbn.games import games

TABLES = {
    "taroky": ["S E N W", "A B C D"],
    "koenigrufen": ["S E N W", "A B C D E", "S E N W A"],
    "tapptarock": ["S E W", "S E N"],
    "dansk": ["S E W", "S E N W"],
}


def findings(game: str, seats: str, more: str = "") -> list[tuple[str, str, str]]:
    """What is found at the Seats tag."""
    text = f'[Event "x"]\n[Game "{game}"]\n[Rules "?"]\n[Seats "{seats}"]\n{more}'
    (checked,) = check_bytes(text.encode())
    return [(f.code, f.message, f.help) for f in checked.findings if f.span is not None and f.span.line == 4]


def test_every_game_has_its_tables():
    assert set(TABLES) == set(games())


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in TABLES for seats in TABLES[game]])
def test_tables_of_the_game(game, seats):
    assert findings(game, seats) == []
    assert findings(game, "?") == findings(game, "") == findings(game, "-") == []


@pytest.mark.parametrize(
    ("game", "seats", "message", "example"),
    [
        ("taroky", "S E", "Czech taroky is played by 4; here are 2 seats.", '[Seats "S E N W"]'),
        ("taroky", "S", "Czech taroky is played by 4; here is 1 seat.", '[Seats "S E N W"]'),
        ("taroky", "A B C D E", "Czech taroky is played by 4; here are 5 seats.", '[Seats "S E N W"]'),
        ("tapptarock", "S E N W", "Tapp-Tarock is played by 3; here are 4 seats.", '[Seats "S E W"]'),
        ("koenigrufen", "S E N", "Königrufen is played by 4, or by 5 of whom one sits out; here are 3 seats.",
         '[Seats "S E N W"] or [Seats "A B C D E"]'),
        ("dansk", "A B C D E", "Danish Tarok is played by 3, or by 4 of whom one sits out; here are 5 seats.",
         '[Seats "S E W"] or [Seats "S E N W"]'),
    ],
)  # fmt: skip
def test_too_many_and_too_few(game, seats, message, example):
    assert findings(game, seats) == [("R007", message, example)]
    assert findings(game, seats, '[Dealer "S"]\n[Score "S 1; E -1"]\n') == [("R007", message, example)]


def test_a_seat_that_is_named_twice_counts_once():
    (few, twice) = findings("taroky", "S E N S")
    assert twice == ("R007", "'S' is named twice", "seats with spaces between: S E N W")
    assert few == ("R007", "Czech taroky is played by 4; here are 3 seats.", '[Seats "S E N W"]')
    assert len(findings("taroky", "S E N W S")) == 1


def test_what_is_no_seat_does_not_count():
    (few, unknown) = findings("taroky", "S E X N")
    assert unknown == ("R007", "'X' is not a seat", "seats with spaces between: S E N W")
    assert few == ("R007", "Czech taroky is played by 4; here are 3 seats.", '[Seats "S E N W"]')
    assert findings("taroky", "SENW") == [("R007", "'SENW' is not a seat", "seats with spaces between: S E N W")]
