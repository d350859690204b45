"""docs/housekeeping.md: split, merge and sort lose nothing, and a record reads the same wherever it is put."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.divide import By, Division
from tarok_pbn.archive.fields import field_of, natural, order_of
from tarok_pbn.archive.filenames import Pattern, distinct, safe
from tarok_pbn.archive.intake import Intake
from tarok_pbn.archive.join import join
from tarok_pbn.archive.loose import Binder, read_loose
from tarok_pbn.archive.spool import Spool
from tarok_pbn.notation import read_bytes, to_bytes, write
from tests.hands import H1
from tests.running import tarok
from tests.test_format_properties import GOOD, SOUP

ROOT = Path(__file__).parent.parent


def canonical(data: bytes) -> list[str]:
    """The records of a file in canonical text, by the reader alone."""
    return [write(p.record) for p in read_bytes(data) if p.is_record]


def small(event: str, *tags: str) -> str:
    return f'[Event "{event}"]\n' + "".join(f"{tag}\n" for tag in tags)


def merged(*texts: str | bytes) -> bytes:
    out = io.BytesIO()
    records = [
        loose
        for text in texts
        for loose in read_loose(read_bytes(text if isinstance(text, bytes) else to_bytes(text)))
        if loose.is_record
    ]
    join(records, out)
    return out.getvalue()


# --- one record by itself ------------------------------------------------------------------------


def test_a_canonical_file_is_merged_byte_for_byte():
    text = f"% TPBN 1.0\n\n{H1}\n; a head\n{H1}"
    assert merged(text) == text.encode()


def test_two_files_have_one_version_line_and_one_blank_line_between_records():
    assert merged("% TPBN 1.0\n\n" + small("a"), "\ufeff% TPBN 1.0\r\n\r\n[Event \"b\"]\r\n\r\n\r\n", small("c")) == (
        b'% TPBN 1.0\n\n[Event "a"]\n\n[Event "b"]\n\n[Event "c"]\n'
    )  # fmt: skip


def test_a_lenient_spelling_and_odd_white_space_are_kept():
    text = '[Event "a"]\n[Play]\n  S   xxi ♥K   sk H7 {why?}   \n'
    assert merged(text) == b"% TPBN 1.0\n\n" + text.encode()


def test_bytes_that_are_no_text_are_kept():
    assert merged(b'[Event "a\xff"]\n\n[Event "b"]\n') == b'% TPBN 1.0\n\n[Event "a\xff"]\n\n[Event "b"]\n'


def test_inherited_values_go_with_the_record():
    text = small("a", '[Site "##Brno"]', '[Date "2026.11.14"]') + "\n" + small("b", '[Date "#"]') + "\n" + small("c")
    records = list(read_loose(read_bytes(text.encode())))
    assert [loose.text for loose in records] == [
        '[Event "a"]\n[Site "Brno"]\n[Date "2026.11.14"]\n',
        '[Event "b"]\n[Site "Brno"]\n[Date "2026.11.14"]\n',
        '[Event "c"]\n[Site "Brno"]\n',
    ]
    assert [loose.changed for loose in records] == ["inherited values written out"] * 3


def test_a_sign_that_repeats_nothing_becomes_unknown():
    assert merged(small("a", '[Site "#"]')) == b'% TPBN 1.0\n\n[Event "a"]\n[Site "?"]\n'


def test_version_lines_of_files_that_were_joined_by_hand_go():
    text = f"% TPBN 1.0\n\n{small('a')}\n% TPBN 1.0\n\n{small('b')}\n% TPBN 1.0\n{small('c')}"
    assert merged(text) == b'% TPBN 1.0\n\n[Event "a"]\n\n[Event "b"]\n\n[Event "c"]\n'


def test_a_record_without_an_event_gets_one_that_says_nothing():
    assert merged(small("a"), '[Board "1"]\n') == b'% TPBN 1.0\n\n[Event "a"]\n\n[Event "?"]\n[Board "1"]\n'


def test_comments_before_a_record_stay_with_it():
    text = f"; of the file\n\n; of a\n{small('a')}\n{{of b}}\n{small('b')}"
    one, two = read_loose(read_bytes(text.encode()))
    assert (one.text, two.text) == ('; of the file\n; of a\n[Event "a"]\n', '{of b}\n[Event "b"]\n')


def test_a_first_comment_with_a_blank_line_goes_behind_the_event():
    (loose,) = read_loose(read_bytes(b'{one\n\ntwo}\n[Event "a"]\n'))
    assert loose.text == '[Event "a"] {one\n\ntwo}\n'
    assert "blank line" in loose.changed


def test_an_open_comment_does_not_swallow_the_head_of_the_next():
    out = merged(small("a", "[Play]", "S T1 {open"), "; mine\n" + small("b"))
    assert out == b'% TPBN 1.0\n\n[Event "a"]\n[Play]\nS T1 {open\n}\n\n; mine\n[Event "b"]\n'
    assert [p.record.get("Event") for p in read_bytes(out)] == ["a", "b"]


def test_the_rest_of_a_record_that_is_too_long_stays_with_it():
    long = small("long", *["{" + "x" * 1000 + "}"] * 4300)
    records = list(read_loose(read_bytes((small("a") + "\n" + long + "\n" + small("b")).encode())))
    assert [loose.record.get("Event") for loose in records] == ["a", "long", "b"]
    assert records[1].text == long


@settings(max_examples=300)
@given(st.lists(SOUP, min_size=1, max_size=3))
@example(['[Event "a"]\n[Play]\nS {x', '; c\n\n[Event "b"]'])
@example(["{a\n\nb}\n[Site \"x\"]"])
@example(['][Event]\n[Board "1"]'])
def test_any_records_merged_are_the_same_records(texts):
    texts = [GOOD + "\n" + text.replace("TPBN 9.9", "x") for text in texts]
    before = [record for text in texts for record in canonical(to_bytes(text))]
    carried = [loose for text in texts for loose in read_loose(read_bytes(to_bytes(text))) if loose.is_record]
    safely = [loose.changed.startswith("its first") for loose in carried]
    made = merged(*texts)
    after = canonical(made)
    if any(loose.changed.startswith("left") for loose in carried):  # read as two perhaps, but nothing is lost
        assert all(to_bytes(loose.text.strip("\n")) in made for loose in carried)
        return
    assert len(after) == len(before)
    for old, new, moved in zip(before, after, safely, strict=True):
        assert moved or "".join(old.split()).rstrip("}") == "".join(new.split()).rstrip("}")


# --- fields and order ----------------------------------------------------------------------------


def test_a_field_is_a_tag_in_any_case():
    assert [field_of(name) for name in ("date", "EVENT", "Table", "_mine", "DealId", "Club")] == [
        "Date", "Event", "Table", "_mine", "deal", "Club",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="did you mean event"):
        field_of("evnt")


def test_numbers_in_a_text_count_as_numbers():
    words = ["Table 10", "table 9", "Table 2", "Ťable 3", "Table", "12", "007", "9" * 5000]
    assert sorted(words, key=natural) == ["007", "12", "9" * 5000, "Table", "Table 2", "Ťable 3", "table 9", "Table 10"]


def test_unknown_values_come_last_in_both_directions():
    dates = ["?", "2026.11.??", "2025.01.02", "2026.11.14", "2026.??.??", "2026.02.01", ""]
    up = sorted(([d] for d in dates), key=order_of(["Date"]))
    down = sorted(([d] for d in dates), key=order_of(["Date"], reverse=True))
    known = ["2025.01.02", "2026.02.01", "2026.11.14", "2026.11.??", "2026.??.??"]
    assert [d for (d,) in up] == [*known, "?", ""]
    assert [d for (d,) in down] == ["2026.11.14", "2026.11.??", "2026.02.01", "2026.??.??", "2025.01.02", "?", ""]


@given(st.lists(st.tuples(st.integers(0, 3), st.text(max_size=5)), max_size=30), st.integers(1, 600))
def test_a_spool_sorts_as_the_language_does_whatever_fits_into_memory(rows, memory):
    spool = Spool(lambda values: int(values[0]), memory)
    for number, payload in rows:
        spool.add([str(number)], payload)
    expected = [([str(number)], payload) for number, payload in sorted(rows, key=lambda row: row[0])]
    assert list(spool) == expected
    assert list(spool) == expected


def test_a_spool_of_more_runs_than_files_may_be_open():
    spool = Spool(lambda values: int(values[0]), 1)
    for number in range(200):
        spool.add([str(number * 7 % 200)], "x")
    assert [values[0] for values, _ in spool] == [str(number) for number in range(200)]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "?", "Ž"]), st.integers(0, 20)), max_size=12), st.booleans())
def test_sorting_is_a_permutation_and_stays_as_it_is(rows, reverse):
    text = "\n".join(small(e, f'[Board "{b}"]', f'[_at "{i}"]') for i, (e, b) in enumerate(rows))

    def done(data: bytes) -> bytes:
        out = io.BytesIO()
        records = (loose for loose in read_loose(read_bytes(data)) if loose.is_record)
        join(records, out, ["Event", "Board"], reverse=reverse)
        return out.getvalue()

    once = done(text.encode())
    assert done(once) == once
    assert Counter(canonical(once)) == Counter(canonical(text.encode()))


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Brno Open 2026", "Brno Open 2026"), ("a/b", "a_b"), ("..", "_"), ("../../etc/passwd", "__.._etc_passwd"),
        ("a\\b:c*d?e\"f<g>h|i", "a_b_c_d_e_f_g_h_i"), ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("Con ", "_Con"),
        ("Console", "Console"), ("?", "unknown"), ("????.??.??", "unknown"), ("", "none"), ("-", "none"),
        (".hidden", "_hidden"), ("-rf", "_rf"), ("~root", "_root"), ("dot.", "dot"), ("a\x00b\nc", "a_b_c"),
        ("\u202egnp", "gnp"), ("bad\udcff", "bad_"), ("c\u030c", "č"), ("   ", "none"),
    ],
)  # fmt: skip
def test_a_value_makes_a_safe_name(value, name):
    assert safe(value) == name


def test_a_long_value_is_cut_and_stays_different():
    one, two = safe("ř" * 300 + "1"), safe("ř" * 300 + "2")
    assert one != two
    assert len(one.encode()) <= 150
    assert one.startswith("ř" * 60)


@given(st.text(max_size=300))
def test_no_value_is_a_path(value):
    name = safe(value)
    assert name
    assert not set(name) & set('/\\:*?"<>|\0')
    assert name[0] != "."
    assert name.rstrip(". ") == name
    assert len(name.encode("utf-8")) <= 160


@pytest.mark.parametrize("text", ["../{event}", "/{event}", "{event", "a}b", "", "a//b", "./{event}", "C:{event}", "~x"])
def test_a_pattern_that_leads_out_is_refused(text):
    with pytest.raises(ValueError):
        Pattern(text)


def test_a_pattern_names_a_file():
    pattern = Pattern("{event}/{Table}-{number:3}{{x}}.tpbn")
    assert pattern.name({"Event": "a/b", "Table": "?", "number": "7"}) == "a_b/unknown-007{x}.tpbn"
    assert distinct("A.tpbn", {"a.tpbn", "a-2.tpbn"}) == "A-3.tpbn"


# --- split ---------------------------------------------------------------------------------------


def test_split_by_event_and_table(tmp_path):
    source = tmp_path / "all.tpbn"
    parts = [small("A", '[Table "1"]'), "; of B\n" + small("B", '[Table "1"]'), small("a", '[Table "1"]'), small("A", '[Table "1"]', '[Board "2"]')]
    source.write_text("% TPBN 1.0\n\n" + "\n".join(parts), "utf-8")
    done = tarok("split", str(source), "--by", "event,table", "-d", str(tmp_path / "out"), "--output-format", "json")
    assert done.code == 0
    listed = [(Path(made["file"]).name, made["records"], made["unchanged"]) for made in json.loads(done.out)]
    assert listed == [("A-1.tpbn", 2, False), ("B-1.tpbn", 1, False), ("a-1-2.tpbn", 1, False)]
    assert (tmp_path / "out" / "A-1.tpbn").read_text("utf-8") == f"% TPBN 1.0\n\n{parts[0]}\n{parts[3]}"
    assert (tmp_path / "out" / "B-1.tpbn").read_text("utf-8") == f"% TPBN 1.0\n\n{parts[1]}"


def test_split_into_pieces_of_so_many_records_and_bytes(tmp_path):
    source = tmp_path / "all.tpbn"
    source.write_text("\n".join(small(str(i)) for i in range(7)), "utf-8")
    assert tarok("split", str(source), "--by", "3", "-d", str(tmp_path / "n")).code == 0
    assert sorted(p.name for p in (tmp_path / "n").iterdir()) == [f"all-000{i}.tpbn" for i in (1, 2, 3)]
    assert canonical((tmp_path / "n" / "all-0003.tpbn").read_bytes()) == ['[Event "6"]\n']
    assert tarok("split", str(source), "--by", "40B", "-d", str(tmp_path / "s")).code == 0
    sizes = [p.stat().st_size for p in sorted((tmp_path / "s").iterdir())]
    assert sizes == [37, 37, 37, 24]  # 11 bytes of version line, then 13 a record


def test_split_by_player_gives_a_record_to_each(tmp_path):
    source = tmp_path / "all.tpbn"
    source.write_text(small("1", '[South "Novák, Jan"]', '[East "Malá, Eva"]') + "\n" + small("2", '[South "Malá, Eva"]'), "utf-8")
    assert tarok("split", str(source), "--pattern", "{player}.tpbn", "-d", str(tmp_path / "out")).code == 0
    found = {p.name: len(canonical(p.read_bytes())) for p in (tmp_path / "out").iterdir()}
    assert found == {"Novák, Jan.tpbn": 1, "Malá, Eva.tpbn": 2}


def test_split_does_not_write_over_other_content(tmp_path):
    source, out = tmp_path / "all.tpbn", tmp_path / "out"
    source.write_text(small("a") + "\n" + small("b"), "utf-8")
    out.mkdir()
    (out / "b.tpbn").write_text("mine", "utf-8")
    done = tarok("split", str(source), "--by", "event", "-d", str(out))
    assert done.code == 2
    assert "b.tpbn exists with other content" in done.err
    assert sorted(p.name for p in out.iterdir()) == ["b.tpbn"]
    assert tarok("split", str(source), "--by", "event", "-d", str(out), "--force").code == 0
    again = tarok("split", str(source), "--by", "event", "-d", str(out))
    assert again.code == 0
    assert again.out.count("unchanged") == 2


def test_a_dry_run_writes_nothing(tmp_path):
    source = tmp_path / "all.tpbn"
    source.write_text(small("a"), "utf-8")
    done = tarok("split", str(source), "--by", "event", "-d", str(tmp_path / "out"), "--dry-run")
    assert (done.code, done.out) == (0, f"{tmp_path}/out/a.tpbn: 1 record\n")
    assert not (tmp_path / "out").exists()


def test_a_link_does_not_lead_out_of_the_directory(tmp_path):
    source, out, elsewhere = tmp_path / "all.tpbn", tmp_path / "out", tmp_path / "elsewhere"
    source.write_text(small("a"), "utf-8")
    out.mkdir()
    elsewhere.mkdir()
    (out / "x").symlink_to(elsewhere)
    done = tarok("split", str(source), "--pattern", "x/{event}.tpbn", "-d", str(out))
    assert done.code == 2
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [["--by", "evnt"], ["--by", "0"], [], ["--by", "event", "--pattern", "{date}"], ["--by", "5", "--pattern", "x"]]
)
def test_split_says_what_is_wrong_with_its_options(tmp_path, arguments):
    source = tmp_path / "all.tpbn"
    source.write_text(small("a"), "utf-8")
    assert tarok("split", str(source), "-d", str(tmp_path / "out"), *arguments).code == 2
    assert not (tmp_path / "out").exists()


@settings(max_examples=60)
@example([("a", '\nS[XTable]\n[Event "x')])
@given(st.lists(st.tuples(st.sampled_from(["a", "A", "a/b", "?", "", "x" * 300, "CON"]), SOUP), min_size=1, max_size=6))
def test_merge_after_split_gives_the_same_records(rows):
    text = "\n\n".join(small(event, '[Game "taroky"]') + soup.replace("TPBN 9.9", "x") for event, soup in rows)
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        division = Division(By.parse("event"), None, folder)
        records = [loose for loose in read_loose(read_bytes(to_bytes(text))) if loose.is_record]
        for loose in records:
            division.add(loose, "all.tpbn")
        made = list(division.write())
        back = [loose for name, loose in Intake([m.path for m in made], io.BytesIO(), lambda _: None)]
        stands = "".join(Path(m.path).read_text("utf-8", "surrogateescape") for m in made)
    assert sum(m.records for m in made) == len(records)
    close = str.maketrans("", "", "} \t\n")
    # read as two perhaps, but nothing is lost
    if any(loose.changed.startswith("left as it stood") for loose in records):
        assert all(loose.text.strip("\n") in stands for loose in records)
        return
    assert Counter(loose.text.translate(close) for loose in back) == Counter(loose.text.translate(close) for loose in records)


# --- merge and sort ------------------------------------------------------------------------------


def test_the_output_of_merge_may_be_one_of_its_files(tmp_path):
    a, b = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    a.write_text(small("a"), "utf-8")
    b.write_text(small("b"), "utf-8")
    assert tarok("merge", str(a), str(b), "-o", str(a)).code == 0
    assert a.read_text("utf-8") == '% TPBN 1.0\n\n[Event "a"]\n\n[Event "b"]\n'


def test_merging_a_directory_again_does_not_double_it(tmp_path):
    (tmp_path / "a.tpbn").write_text(small("a"), "utf-8")
    for _ in range(2):
        assert tarok("merge", str(tmp_path), "-o", str(tmp_path / "all.tpbn")).code == 0
    assert (tmp_path / "all.tpbn").read_text("utf-8") == '% TPBN 1.0\n\n[Event "a"]\n'


def test_bad_input_leaves_the_rest_processed(tmp_path):
    good, bad, other = tmp_path / "a.tpbn", tmp_path / "b.tpbn", tmp_path / "c.tpbn"
    good.write_text(small("a"), "utf-8")
    bad.write_bytes(b'[Event "b"]\n[Play]\nS \xff\xfe ((\n\n[Event "b2"]\n')
    other.write_text("% TPBN 7.3\n\n" + small("c"), "utf-8")
    done = tarok("merge", str(good), str(bad), str(other))
    assert done.code == 1
    assert done.raw == b'% TPBN 1.0\n\n[Event "a"]\n\n[Event "b"]\n[Play]\nS \xff\xfe ((\n\n[Event "b2"]\n'
    assert "7.3" in done.err
    assert "1 record with errors of reading" in done.err
    gone = tarok("merge", str(good), str(tmp_path / "gone.tpbn"))
    assert (gone.code, gone.out) == (2, '% TPBN 1.0\n\n[Event "a"]\n')


def test_what_could_not_be_taken_over_is_not_written_over(tmp_path):
    a, target = tmp_path / "a.tpbn", tmp_path / "all.tpbn"
    a.write_text(small("a"), "utf-8")
    target.write_text("% TPBN 7.3\n\n" + small("c"), "utf-8")
    assert tarok("merge", str(a), str(target), "-o", str(target)).code == 2
    assert target.read_text("utf-8") == "% TPBN 7.3\n\n" + small("c")
    target.write_text("; only words\n", "utf-8")
    assert tarok("merge", str(a), str(target), "-o", str(target)).code == 2
    assert target.read_text("utf-8") == "; only words\n"


def test_sort_in_place_touches_only_what_changes(tmp_path):
    one, two, empty = tmp_path / "1.tpbn", tmp_path / "2.tpbn", tmp_path / "3.tpbn"
    one.write_text("% TPBN 1.0\n\n" + small("b") + "\n" + small("a"), "utf-8")
    two.write_text("% TPBN 1.0\n\n" + small("a") + "\n" + small("b"), "utf-8")
    empty.write_bytes(b"")
    before = two.stat().st_mtime_ns, two.stat().st_ino
    assert tarok("sort", "-i", str(tmp_path)).code == 0
    assert one.read_text("utf-8") == two.read_text("utf-8")
    assert (two.stat().st_mtime_ns, two.stat().st_ino) == before
    assert empty.read_bytes() == b""


def test_sort_reads_standard_input():
    done = tarok("sort", "-", "--by", "board", "--reverse", stdin=(small("a", '[Board "2"]') + "\n" + small("b", '[Board "10"]') + "\n" + small("c")).encode())
    assert done.out == '% TPBN 1.0\n\n[Event "b"]\n[Board "10"]\n\n[Event "a"]\n[Board "2"]\n\n[Event "c"]\n'


@pytest.mark.parametrize("arguments", [["sort", "-", "-i"], ["sort", "x", "-i", "-o", "y"], ["sort", "x", "--by", ""]])
def test_sort_says_what_is_wrong_with_its_options(arguments):
    assert tarok(*arguments, stdin=small("a").encode()).code == 2


def test_a_file_of_the_samples_comes_back_from_its_pieces(tmp_path):
    whole = tarok("merge", str(ROOT / "samples" / "taroky"))
    (tmp_path / "all.tpbn").write_bytes(whole.raw)
    assert tarok("split", str(tmp_path / "all.tpbn"), "--by", "7", "-d", str(tmp_path / "parts")).code == 0
    assert tarok("merge", str(tmp_path / "parts")).raw == whole.raw


# --- killed at any moment ------------------------------------------------------------------------

KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from cli import main
print("ready", flush=True)
for _ in range(100000):
    main(sys.argv[2:])
"""


def _old_or_new(folder: Path, old: dict[str, bytes], new: dict[str, bytes]) -> None:
    for path in folder.iterdir():
        if path.suffix == ".tpbn":
            assert path.read_bytes() in (old.get(path.name), new[path.name]), path


def test_split_and_merge_killed_at_random_moments_leave_the_old_or_the_new(tmp_path):
    source, out = tmp_path / "all.tpbn", tmp_path / "out"
    source.write_text("\n".join(small(f"e{i % 5}", f'[Board "{i}"]') for i in range(200)), "utf-8")
    split = ["split", str(source), "--by", "event", "-d", str(out), "--force"]
    merge = ["merge", str(out), "--sort", "board", "-o", str(tmp_path / "joined.tpbn")]
    assert tarok(*split).code == 0
    assert tarok(*merge).code == 0
    new = {path.name: path.read_bytes() for path in out.iterdir()}
    joined = (tmp_path / "joined.tpbn").read_bytes()
    old = dict.fromkeys(new, b'% TPBN 1.0\n\n[Event "old"]\n')
    rng = random.Random(6)
    killer = tmp_path / "killed.py"
    killer.write_text(KILLED, "utf-8")
    for turn in range(50):
        command = split if turn % 2 else merge
        for name, data in (old if turn % 2 else {}).items():
            (out / name).write_bytes(data)
        (tmp_path / "joined.tpbn").write_bytes(old["e0.tpbn"])
        process = subprocess.Popen(
            [sys.executable, str(killer), str(ROOT), *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        time.sleep(rng.random() * 0.12)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        _old_or_new(out, old, new)
        assert (tmp_path / "joined.tpbn").read_bytes() in (old["e0.tpbn"], joined)
        if turn % 2:
            assert tarok(*split).code == 0
        assert tarok(*merge).code == 0
        assert {path.name: path.read_bytes() for path in out.iterdir()} == new
        assert (tmp_path / "joined.tpbn").read_bytes() == joined
    assert not list(tmp_path.glob("**/.*.part"))


def test_an_interrupted_split_is_finished_without_force(tmp_path):
    source, out = tmp_path / "all.tpbn", tmp_path / "out"
    source.write_text("\n".join(small(f"e{i}") for i in range(5)), "utf-8")
    assert tarok("split", str(source), "--by", "event", "-d", str(out)).code == 0
    complete = {path.name: path.read_bytes() for path in out.iterdir()}
    (out / "e3.tpbn").unlink()
    (out / "e4.tpbn").unlink()
    (out / ".e3.tpbn.99999999.abc.part").write_bytes(b"half")
    assert tarok("split", str(source), "--by", "event", "-d", str(out)).code == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == complete


def test_a_binder_without_records_writes_the_version_line():
    out = io.BytesIO()
    Binder(out).finish()
    assert out.getvalue() == b"% TPBN 1.0\n"


def test_merge_counts_the_files_that_it_took(tmp_path):
    good, old, out = tmp_path / "good.tpbn", tmp_path / "old.tpbn", tmp_path / "out"
    good.write_text('[Event "a"]\n', "utf-8")
    old.write_text('% TPBN 9.0\n\n[Event "b"]\n', "utf-8")
    done = tarok("merge", str(good), str(old), str(tmp_path / "gone.tpbn"), "-o", str(out))
    assert done.code == 2
    assert f"1 record of 1 file in {out}.\n" in done.err


@pytest.mark.parametrize("text", ["{event:4}", "{number:99999999999}", "{number:x}", "{number:}", "{number:0}", "{file:2}"])
def test_digits_are_for_the_number(text):
    with pytest.raises(ValueError, match=r"a number of digits, 1 to 9, is for \{number:4\}"):
        Pattern(f"{text}.tpbn")


@pytest.mark.parametrize("text", ["-3", "2XB", "1.5MB", "100 files", "+1", "1e3"])
def test_what_is_no_number_of_records_and_no_size(text):
    with pytest.raises(ValueError, match="is no number of records, such as 100, and no size, such as 500kB, 2MB or 1GiB"):
        By.parse(text)
