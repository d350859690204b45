"""docs/query.md: every way to an answer gives the same one, and the answers are those of the samples and rule pages."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.partition import Partition, partitions_of
from tarok_pbn.archive.query_check import checked_query
from tarok_pbn.archive.query_eval import compiled
from tarok_pbn.archive.query_facts import HeaderFacts, ParsedFacts, StoredFacts, SummaryFacts, Untold, stored_columns
from tarok_pbn.archive.query_search import Search
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check_path
from tarok_pbn.notation import read_bytes
from tests.query_support import SAMPLES, expression, sample_facts, sample_files


def search(text: str, *paths: Path, target: int = 1 << 18, **options) -> list[tuple[str, int]]:
    """(name, number) of the matches, the name without its folder."""
    asked = Search(text, **options)
    found = []
    for partition in partitions_of([(str(path), str(path)) for path in paths], target=target):
        assert isinstance(partition, Partition)
        found += [(hit.file, hit.number) for hit in asked(partition).hits]
    return found


def short(found: list[tuple[str, int]]) -> list[str]:
    return [f"{Path(file).stem}:{number}" for file, number in found]


# --- who knows what ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hand", "play", "worths", "id", "deal_id"])
def test_the_tags_alone_tell_nothing_else(name):
    with pytest.raises(Untold):
        getattr(HeaderFacts({"Game": "taroky"}, "a.tpbn", 1), name)


def test_a_record_that_was_only_read_tells_its_hash_and_no_play():
    (parsed,) = read_bytes(b'[Game "taroky"]\n')
    facts = ParsedFacts(parsed, "a.tpbn")
    assert len(facts.id or "") == 16
    assert facts.deal_id is None
    for name in ("hand", "play", "worths"):
        with pytest.raises(Untold):
            getattr(facts, name)


# --- one answer ----------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(expression)
def test_a_planned_search_an_index_and_a_full_replay_agree(text):
    test = compiled(checked_query(text))
    expected = [(facts.file, facts.number) for facts in sample_facts() if test(facts) is True]
    assert search(text, *sample_files()) == expected
    stored = [StoredFacts(f.file, f.number, stored_columns_of(i).get) for i, f in enumerate(sample_facts())]
    assert [(facts.file, facts.number) for facts in stored if test(facts) is True] == expected


_STORED: list[dict[str, str | None]] = []


def stored_columns_of(place: int) -> dict[str, str | None]:
    if not _STORED:
        _STORED.extend(stored_columns(facts) for facts in sample_facts())
    return _STORED[place]


RECORDS = [
    '[Event "A"]\n[Date "2026-11-14"]\n[Dealer "west"]\n[Game "taroky"]\n\n',
    '[Event "#"]\n[Site "##Brno"]\n[Date "#"]\n[Game "#"]\n[Contract "solo"]\n\n',
    '[Event "B"]\r\n[Date "??"]\r\n[Game "dansk"]\r\n[Dealer "S"]\r\n\r\n',
    '; a comment\n\n[Site "Praha"]\n[Board "7"]\n[Board "8"]\n[Auction]\nS pass\n\n',
    '[Event "C"]\n[Deal "S:F,21.K... E:- N:- W:-"]\n[Game "koenigrufen"]\n[Rules "nonsense"]\n[Play]\nS F\n\n',
    "chatter without any tag\n\n",
    '[Event "D \\"q\\""]\n[Date "2026.03.??"]\n[Game "taroky"]\n[South "Novák, Jan"]\n[Dealer "N"]\n{never closed\n\n',
    '[Auction]\nS pass\n\n[Event "E"]\n[Table "#"]\n[Board "12"]\n\n',
    '[Event "F"] {why}\n[Board "3"] $3 ; a comment\n{and more}\n[Auction]\nS pass\n\n',
]


@settings(max_examples=100)
@given(st.lists(st.sampled_from(RECORDS), max_size=6).map("".join), expression, st.sampled_from([1, 1 << 18]))
def test_damaged_and_repeating_records_are_found_on_headers_as_by_reading(tmp_path_factory, text, asked, target):
    path = tmp_path_factory.mktemp("q") / "a.tpbn"
    path.write_bytes(text.encode())
    facts = [SummaryFacts(Summary(c)) for c in check_path(path) if c.parsed.is_record]
    for query in (asked, "date >= 2026.03", "dealer = W", "site = Brno", "board = 7", "rules = ?", f"known(event) and ({asked})"):
        test = compiled(checked_query(query))
        expected = [f.number for f in facts if test(f) is True]
        assert [number for _, number in search(query, path, target=target)] == expected, query


def test_a_search_can_be_sent_elsewhere():
    asked = Search("declarer lost and holds(declarer, T21)", ("contract", "points(declarer)"), True)
    again = pickle.loads(pickle.dumps(asked))  # noqa: S301  # our own
    assert again == asked
    (partition,) = partitions_of([(str(SAMPLES / "taroky/evening.tpbn"), "evening")])
    assert isinstance(partition, Partition)
    result = again(partition)
    assert pickle.loads(pickle.dumps(result)) == asked(partition)  # noqa: S301  # our own
    assert [(h.file, h.number, h.values) for h in result.hits] == [("evening", 1, ["povinnost", 28])]


# --- what the answers are --------------------------------------------------------------------------------

H1 = SAMPLES / "taroky/rules-h1.tpbn"
F1 = SAMPLES / "dansk/rules-f1.tpbn"


@pytest.mark.parametrize("text", [
    # Czech rules page, H1: S calls XIX and loses 32 : 38, Score S -8; E 8; N 8; W -8; partner W; tarocky of S
    "game = taroky and contract = povinnost", "declarer = S", "partner = W", "declarer lost", "W lost", "N won",
    "defender won", "called = T19", "points(declarer) = 32", "points(E) = 38", "points(defender) = 38",
    "score(S) = -8", "score(E) >= 8", "score(any) < 0", "side(W) = declarer", "side(N) = defence", "not side(S) = defence",
    "holds(S, T13, T12)", "not holds(S, T21)", "holds(any, T21)", "holds(defender, T21)", "not holds(W, T21)", "forehand = S", "dealer = W",
    "trick(1).leader = S", "trick(1).winner = N", "trick(1).contains(ST, SQ)", "not trick(1).contains(CK)",
    "trick(1).points = 8 1/3", "trick(1).points = thirds(25)", "won(N, SK)", "lost(S, ST)", "took(N, ST, SQ)",
    "played(S, ST)", "tricks = 12", "clean", "errors = 0", "agrees", "findings = 0",
    "announced(S, tarocky)", "announced(tarocky)", "announced(declarer, tarocky)", "not announced(E, tarocky)",
    "not doubled(game)", "laid(S, DQ, C9)", "laid(E, H3)", "taroks(S) = 6", "cards(S, T) = 6", "cards(S, C) = 3", "void(S, H)", "kings(S) = 1",
    "outcome = lost", "known(deal_id)", "rules = devatenactka-1", "dealer = west",
])  # fmt: skip
def test_the_rules_page_hand_h1(text):
    assert short(search(text, H1)) == ["rules-h1:1"]


@pytest.mark.parametrize("text", [
    "declarer won", "partner = E", "points(declarer) > 32", "score(S) = 8", "holds(S, T21)", "finding(S)", "not clean",
    "trick(1).winner = S", "void(S, C)", "doubled(game)", "declarer = ?", "called = T20", "trick(13).leader = S or not trick(13).leader = S",
])  # fmt: skip
def test_what_is_not_so_in_hand_h1(text):
    assert search(text, H1) == []


@pytest.mark.parametrize("text", [
    # Danish rules page, F1: S 16, E 15, W 47 points; Score S -195; E -230; W 310; W lays S9 D2 D5; W takes trick 25 with HK
    "points(W) = 47", "points(S) = 16 and points(E) = 15", "score(W) = 310", "score(any) = -230", "laid(W, S9, D2, D5)",
    "tricks = 25", "trick(last).winner = W and trick(last).contains(HK, SK, DK)",
    "taroks(S) = 9 and taroks(E) = 3 and taroks(W) = 10", "known(tricks(W)) and tricks(any) > 8", "trick(1).winner = W", "declarer = ?",
    "unknown(declarer)", "score(W) in (310, 311)", "holds(W, S9) and not holds_at_play(W, S9)",
])  # fmt: skip
def test_a_danish_hand_where_everybody_plays_alone(text):
    assert short(search(text, F1)) == ["rules-f1:1"]


def test_what_is_not_known_is_neither_so_nor_not_so():
    assert search("declarer won", F1) == search("not declarer won", F1) == []
    results = SAMPLES / "taroky/results.tpbn"
    assert search("holds(S, T21) or not holds(S, T21)", results) == []
    assert len(search("unknown(holds(S, T21))", results)) == len(search("number > 0", results)) > 3


def test_players_are_found_by_name():
    evening = SAMPLES / "taroky/evening.tpbn"
    karel = search('player("Šimek, Karel") = S', evening)
    assert karel == search('known(south) and south = "Šimek, Karel"', evening)
    assert karel == search('player("šimek*") = S', evening)
    assert len(karel) > 2
    assert search('declarer = "Šimek, Karel"', evening) == search('declarer ~ "karel" and declarer = S', evening)
    assert search('player("Nobody, Known") = S', evening) == []
    assert search('not player("Nobody, Known") = S', evening) == search("number > 0", evening)


def test_an_issue_example():
    found = search(
        "game = koenigrufen and contract = solodreier and declarer lost and holds(declarer, T21)", *sample_files()
    )
    expected = [
        facts for facts in sample_facts()
        if facts.game == "koenigrufen" and facts.hand["contract"] == "solodreier" and facts.hand["outcome"] == "lost"
        and facts.hand["dealt"].get(facts.hand["declarer"], 0) >> 20 & 1
    ]  # fmt: skip
    assert found == [(facts.file, facts.number) for facts in expected]


def test_wrong_samples_by_their_findings():
    wrong = SAMPLES / "taroky/wrong"
    files = sorted(wrong.glob("*.tpbn"))
    assert short(search("finding(P002)", *files)) == ["suit-not-followed:1"]
    assert short(search("finding(A005) or finding(A00)", wrong / "bid-too-low.tpbn")) == ["bid-too-low:1"]
    assert "wrong-payer:1" in short(search("not agrees", *files))


@pytest.mark.parametrize(("date", "operator", "asked", "matches"), [
    ("2026.03.14", "=", "2026.03", True), ("2026.03.14", ">=", "2026.03", True), ("2026.03.14", ">", "2026.03", False),
    ("2026.03.14", "<=", "2026.03", True), ("2026.03.14", "<", "2026.03.15", True), ("2026.04.01", ">", "2026.03", True),
    ("2026.??.??", ">=", "2026.03", None), ("2026.??.??", "=", "2026", True), ("2026.??.??", ">=", "2026", True),
    ("2026.03.??", "<", "2026.04", True), ("2026.03.??", "<", "2026.03.15", None), ("????.??.??", ">", "2020", None),
    ("2025.12.31", "!=", "2026", True), ("2026.??.??", "!=", "2026.03", None), ("2026-03-14", "=", "2026.03.14", True),
    ("tomorrow", ">", "2026", None),
])  # fmt: skip
def test_dates_in_part(tmp_path, date, operator, asked, matches):
    path = tmp_path / "d.tpbn"
    path.write_text(f'[Event "x"]\n[Date "{date}"]\n', "utf-8")
    assert bool(search(f"date {operator} {asked}", path)) is (matches is True)
    assert bool(search(f"not date {operator} {asked}", path)) is (matches is False)
    assert bool(search(f"unknown(date) or not (date {operator} {asked} or not date {operator} {asked})", path)) is (
        date in ("????.??.??", "tomorrow")
    )


@pytest.mark.parametrize(("board", "asked", "matches"), [
    ("7", "board = 7", True), ("07", "board = 7", True), ("07", 'board = "7"', False), ("10", "board > 9", True),
    ("10", 'board > "9"', False), ("7b", "board > 5", False), ("7b", "not board > 5", False), ("7b", "board != 7", True),
    ("7b", "board ~ B", True), ("7b", 'board ~ "7"', True), ("7b", 'board ~ "7?"', True), ("7b", 'board ~ "b*"', False),
    ("?", "board = ?", True), ("", "board = ?", True), ("-", "board != ?", False), ("7", "board in (1, 7)", True),
    ("7", "board not in (1, 7)", False), ("7", "board in (?, 1)", False), ("?", "board in (?, 1)", True),
])  # fmt: skip
def test_tags_are_compared_as_text_and_with_numbers_as_numbers(tmp_path, board, asked, matches):
    path = tmp_path / "b.tpbn"
    path.write_text(f'[Event "x"]\n[Board "{board}"]\n', "utf-8")
    assert bool(search(asked, path)) is matches


# --- the text of a match ---------------------------------------------------------------------------------


@settings(max_examples=100)
@given(st.lists(st.sampled_from(RECORDS), min_size=1, max_size=6).map("".join), st.sampled_from(["number > 0", "clean or not clean"]))
def test_the_text_of_a_match_is_that_of_its_record_and_stands_alone(tmp_path_factory, text, asked):
    path = tmp_path_factory.mktemp("q") / "a.tpbn"
    path.write_bytes(text.encode())
    whole = [parsed.record for parsed in read_bytes(path.read_bytes()) if parsed.is_record]
    hits = []
    for partition in partitions_of([(str(path), "a")]):
        assert isinstance(partition, Partition)
        hits += Search(asked, texts=True)(partition).hits
    assert len(hits) == len(whole)
    for hit, record in zip(hits, whole, strict=True):
        (again,) = [p.record for p in read_bytes(hit.text.encode()) if p.is_record]
        tags = [(tag.name, tag.value) for tag in record.tags] + ([] if record.has("Event") else [("Event", "?")])
        assert sorted((tag.name, tag.value) for tag in again.tags) == sorted(tags)
        assert again.sections == record.sections


def test_a_plain_record_is_cut_out_byte_for_byte():
    data = (SAMPLES / "taroky/evening.tpbn").read_bytes()
    (partition,) = partitions_of([(str(SAMPLES / "taroky/evening.tpbn"), "evening")])
    assert isinstance(partition, Partition)
    hits = Search("game = taroky", texts=True)(partition).hits
    assert len(hits) == 8
    assert "\n".join(["% TPBN 1.0\n", *[hit.text for hit in hits]]).encode() == data
