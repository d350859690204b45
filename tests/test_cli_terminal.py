"""pages.md 4.4, terminal manners: colour, encodings, and text that must not drive the terminal."""

from __future__ import annotations

import io

import pytest

from tarok_pbn.findings import Span
from tarok_pbn.record import Source
from tarok_pbn.report.excerpt import excerpt
from tarok_pbn.report.terminal import Style, can_print, cells, printable, wants_color


@pytest.mark.parametrize(
    ("choice", "tty", "environ", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", False, {"FORCE_COLOR": "1"}, True),
        ("auto", False, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ("auto", True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {"FORCE_COLOR": "1"}, False),
    ],
)
def test_flag_beats_no_color_beats_force_color_beats_terminal(choice, tty, environ, wanted):
    assert wants_color(choice, tty, environ) is wanted


def test_control_and_reordering_characters_become_escapes():
    assert printable("a\x1b[31mb\x07\u202ec\udc8f\x9b") == "a\\x1b[31mb\\x07\\u202ec\\x8f\\x9b"


def test_letters_of_the_players_languages_stay():
    assert printable("Škýz ř ø ♠ ½") == "Škýz ř ø ♠ ½"


def test_cells_count_wide_and_combining_characters():
    assert cells("ab") == 2
    assert cells("牌") == 2
    assert cells("e\u0301") == 1
    assert cells("♥\ufe0e") == 1


def test_suit_symbols_are_not_for_every_encoding():
    assert can_print(io.TextIOWrapper(io.BytesIO(), "utf-8"), "♠")
    assert not can_print(io.TextIOWrapper(io.BytesIO(), "cp1252"), "♠")


def caret_of(text: str, column: int, end: int, line: int = 1, **more: str) -> list[str]:
    source = Source([("", text)], "x", 1, 0, 1)
    return excerpt(source, Span("x", 1, line, column, line, end), Style(), **more)


def test_caret_stands_under_the_token():
    assert caret_of("[Play]\nS ST T21", 6, 9, 2, word="trick 1, card 2") == [
        "  |",
        "1 | [Play]",
        "2 | S ST T21",
        "  |      ^^^ trick 1, card 2",
        "  |",
    ]


def test_caret_heeds_what_escapes_and_wide_characters_take():
    assert caret_of("\x1b牌 X", 4, 5)[1:3] == ["1 | \\x1b牌 X", "  |        ^"]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_excerpt_knows_every_line_end(newline):
    assert caret_of(f"one{newline}two three", 5, 10, 2)[1:4] == ["1 | one", "2 | two three", "  |     ^^^^^"]


def test_long_line_is_cut_around_the_caret():
    lines = caret_of("a" * 5000 + "BAD" + "c" * 5000, 5001, 5004)
    assert lines[1].startswith("1 | ... aaa")
    assert lines[1].endswith("ccc ...")
    assert len(lines[1]) < 160
    at = lines[2].index("^")
    assert lines[1][at : at + 3] == "BAD"
    assert lines[2].count("^") == 3


def test_span_over_several_lines_is_marked_to_the_end_of_its_first():
    source = Source([("", "ab {cd\nef}")], "x", 1, 0, 1)
    assert excerpt(source, Span("x", 1, 1, 4, 2, 4), Style())[2] == "  |    ^^^"


def test_caret_at_the_end_of_a_line_still_shows():
    assert caret_of("abc", 4, 4)[2] == "  |    ^"


def test_span_outside_the_record_has_no_excerpt():
    assert caret_of("abc", 1, 2, 9) == []
