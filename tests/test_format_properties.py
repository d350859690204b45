"""Properties of the format that hold for every input (docs/format.md, "What every reader must do")."""

import io
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.notation import format_text, read_bytes, read_file, read_text, scan, syntax, to_bytes, write
from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.record import Source

GOOD = """[Event "Example"]
[Site "?"]
[Date "2026.11.14"]
[South "Novák, Jan"]
[Game "taroky"]
[Dealer "W"]
[Deal "S:13,12,9,7,6,3.T..Q4.KN9 E:21,8,5.QNJ9.N3.K.T7 N:F,20,10,2.K.J24.N123. W:19,17,16,15,1.7.Q1.J.QJ8"]
[Talon "S8 T4 T14 HK T18 T11"]
[Score "S -8; E 8; N 8; W -8"] {a comment}
[Auction]
S povinnost  E pass! =1=  N pass  W pass  S call:T19
[Note "1:a note"]
[Exchange]
S takes:1-4  E takes:5  N takes:6  S lays:DQ,C9,D4,S8  E lays:H3  N lays:DN
[Play] ; the play
S ST SQ SK S7
N H4 H1 HK^R HN?!
% an escape
S CK CT T20 CQ {the XX
goes early}
+
[ScoreTable "Item;S;E;N;W"]
game -3 3 3 -3
"a b" 5 -5 -5 5
[Foreign]
 anything: at all
[_private "x"]
"""

PIECES = st.sampled_from([
    "[Event \"a\"]", "[Event \"b \\\" \\\\ c\"]", "[Board \"1\"]", "[Date \"2026.??.??\"]",
    "[Deal \"S:1.K... E:-\"]", "[Foo \"x\"]", "[_p \"\"]", "[Letters \"de\"]", "[Site \"#\"]", "[Site \"##x\"]",
    "[Note \"1:a\"]", "[Note \"2:\"]", "[Auction]", "[Exchange]", "[Play]", "[Play \"S\"]", "[ScoreTable \"A;B\"]",
    "[XTable]", "[Unknown]", "[Event]", "[Event \"x", "[", "]", "{", "}", "{c}", "{a\nb}", "{a\n\n[Event \"q\"]\n}",
    ";c", ";{", "; }", "% e", "%e", "% TPBN 1.0", "% TPBN 9.9", "S", "E", "s", "South", "A", "T1", "t01", "HK",
    "H10", "\u2665K", "\U0001f0ae", "HD", "xxi", "XXI", "F", "Sk", "sk", "-", "??", "?", "!", "!?", "S7!",
    "S7??$3=1=^R", "$3", "=1=", "=01=", "^R", "pass", "lays:DQ,??", "lays:\u2665K", "call:", "Pass", "x\u0301",
    "\u0344", "\u037e", "\"", "\"q r\"", "\"a\\\"b\"", "*", "+", "\ufeff", "\udc80", "\x00", "\xa0", "12",
    "Tool 1.2 said", "word{c}", "%", "\\",
])  # fmt: skip
GAPS = st.sampled_from(
    ["", " ", "  ", "\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\t", "\n \n", "\n\n\n"]
)
SOUP = st.lists(st.tuples(GAPS, PIECES), max_size=40).map(lambda parts: "".join(gap + piece for gap, piece in parts))


def check(data: bytes) -> None:
    records = list(read_bytes(data, rewrites=True))
    assert b"".join(to_bytes(p.text) for p in records) == data
    assert [p.offset for p in records] == [sum(len(to_bytes(q.text)) for q in records[:i]) for i in range(len(records))]
    for p in records:
        assert p.record.source is not None
        assert p.record.source.text == p.text
    headers = list(scan(io.BytesIO(data)))
    assert [(h.offset, h.size) for h in headers] == [(p.offset, len(to_bytes(p.text))) for p in records]
    for finding in [f for p in records for f in p.findings]:
        assert finding.span is not None
        assert finding.message
        assert finding.span.line >= 1
        assert finding.span.column >= 1
    list(read_bytes(data, strict=True))
    once, _ = format_text(data)
    assert format_text(once)[0] == once
    for p in records:
        clean = not any((f.code[0] == "F" and f.severity == "error") or f.code == "R011" for f in p.findings)
        text = write(p.record)
        if clean:
            again = list(read_text(text))
            assert len(again) == (1 if text else 0)
            if again:
                assert not [f for f in again[0].findings if f.severity == "error" and f.code[0] == "F"]
                assert write(again[0].record) == text
                had = [(t.name, unicodedata.normalize("NFC", t.value)) for t in p.record.tags]
                if p.is_record and "Event" not in {name for name, _ in had}:
                    had.append(("Event", "?"))
                assert sorted((t.name, t.value) for t in again[0].record.tags) == sorted(had)


@given(st.binary(max_size=300))
def test_any_bytes_are_tiled_and_never_raise(data):
    check(data)


@given(st.text(max_size=200))
def test_any_text_is_tiled_and_the_tree_gives_it_back(text):
    assert "".join(space + token for space, token in tokenize(text)) == text
    assert str(syntax(text)) == text
    check(to_bytes(text))


@settings(max_examples=400)
@given(SOUP)
def test_any_soup_of_tokens_is_tiled_and_idempotent(text):
    data = to_bytes(text)
    assert str(syntax(data.decode("utf-8", "surrogateescape"))) == data.decode("utf-8", "surrogateescape")
    check(data)


@settings(max_examples=300)
@given(st.data())
def test_any_mutation_of_a_good_record_never_raises(data):
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        text = text[:start] + data.draw(PIECES | st.text(max_size=3)) + text[end:]
    check(to_bytes(text))


@settings(max_examples=150)
@given(SOUP, st.integers(1, 40))
def test_chunks_of_any_size_give_the_same_records(text, size):
    data = to_bytes(text)

    class Trickle(io.BytesIO):
        def read1(self, _size: int | None = -1) -> bytes:
            return self.read(size)

    whole = [(p.text, p.record, p.findings) for p in read_bytes(data)]
    assert [(p.text, p.record, p.findings) for p in read_file(Trickle(data))] == whole


@given(SOUP, SOUP)
def test_a_slice_named_by_scan_reads_as_the_same_record(one, two):
    data = to_bytes(GOOD + "\n" + one + "\n\n" + GOOD + two)
    by_file = list(read_bytes(data))
    for header, parsed in zip(scan(io.BytesIO(data)), by_file, strict=True):
        piece = data[header.offset : header.offset + header.size]
        (alone,) = read_bytes(piece)
        assert alone.text == parsed.text
        if "#" not in text_of(by_file):
            assert alone.record == parsed.record
            assert {n: v for n, v in header.tags.items() if n != "Note"}.keys() == {
                t.name: t.value for t in parsed.record.tags if t.name != "Note"
            }.keys()


def text_of(records) -> str:
    return "".join(p.text for p in records)


@given(
    st.lists(st.tuples(st.text("a \r\n", max_size=4), st.text("b\r\n", max_size=4)), min_size=1, max_size=12),
    st.lists(st.integers(0, 11), min_size=1, max_size=20),
)
def test_a_token_stands_where_a_count_from_the_beginning_finds_it(tokens, asked):
    """In whatever order it is asked; CR LF and a lone CR end a line as LF does (format.md, reading)."""
    source = Source(tokens, line=5)
    for token in asked:
        at = min(token, len(tokens) - 1)
        before = "".join(space + text for space, text in tokens[:at]) + tokens[at][0]
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        span = source.span(token)
        assert (span.line, span.column) == (5 + len(lines) - 1, len(lines[-1]) + 1)
