"""docs/dealing.md: seats and dealer of a record and of the command line have to go together."""

from __future__ import annotations

import pytest

from tests.running import tarok


def dealt(game: str, tags: str, *arguments: str) -> str:
    """What is told of dealing to a record of that game with these tags; "" where it is dealt."""
    text = f'[Event "x"]\n[Game "{game}"]\n[Rules "?"]\n{tags}\n'.replace('"?"', '""')
    done = tarok("deal", "-", "--seed", "1", *arguments, stdin=text.encode())
    assert done.code in (0, 2)
    return done.err.rpartition("Error: ")[2].rstrip("\n") if done.code else ""


@pytest.mark.parametrize(
    ("game", "tags", "arguments", "why"),
    [
        ("taroky", '[Seats "S E N W"]', ["--seats", "ABCD"], "the seats are given as A B C D, and the record says S E N W"),
        ("taroky", '[Seats "S E N W"]', ["--dealer", "A"], "the dealer A is not at this table: S E N W"),
        ("taroky", '[Dealer "N"]', ["--dealer", "S"], "the dealer is given as S, and the record says N"),
        ("taroky", '[Dealer "N"]', ["--seats", "ABCD"], "The dealer N is not a seat of this table (Seats: A B C D)"),
        ("taroky", '[Dealer "A"]', [], "The dealer A is not a seat of this table (Seats: S E N W)"),
        ("taroky", '[Seats "S E"]', [], 'Czech taroky is played by 4; here are 2 seats ([Seats "S E N W"])'),
        ("taroky", '[Seats "S E N S"]', [], "here are 3 seats"),
        ("taroky", '[Seats "SENW"]', [], "the record's seats 'SENW' are no table of Czech taroky such as S E N W"),
        ("taroky", '[Dealer "X"]', [], "'X' is not a seat"),
        ("koenigrufen", '[Dealer "B"]', [], "The dealer B is not a seat of this table (Seats: S E N W)"),
        ("dansk", '[Dealer "N"]\n[Seats "S E W"]', [], "The dealer N is not a seat of this table (Seats: S E W)"),
        ("tapptarock", '[Seats "S E N W"]', [], "Tapp-Tarock is played by 3; here are 4 seats"),
    ],
)  # fmt: skip
def test_what_contradicts_is_refused(game, tags, arguments, why):
    assert why in dealt(game, tags, *arguments)


@pytest.mark.parametrize(
    ("game", "tags", "arguments"),
    [
        ("taroky", '[Seats "S E N W"]\n[Dealer "N"]', ["--seats", "SENW", "--dealer", "N"]),
        ("taroky", '[Seats "S E N W"]', ["--dealer", "N"]),
        ("koenigrufen", '[Dealer "B"]', ["--seats", "ABCDE"]),
        ("koenigrufen", '[Seats "A B C D E"]\n[Dealer "E"]', ["--seats", "A,B,C,D,E", "--dealer", "e"]),
        ("dansk", '[Dealer "N"]', []),
        ("dansk", '[Seats "S E W"]', ["--seats", "SEW"]),
    ],
)
def test_what_agrees_is_dealt_to(game, tags, arguments):
    assert dealt(game, tags, *arguments) == ""
