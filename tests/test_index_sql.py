"""docs/index-sql.md: the index follows its archive, and SQL reads its tables and nothing else."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tarok_pbn.archive.index import FOLDER
from tarok_pbn.archive.tables import TABLES
from tarok_pbn.check import Checked, check
from tarok_pbn.notation import Parsed
from tests.running import tarok

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def archive(tmp_path):
    for name in (
        "taroky/rules-h1.tpbn",
        "dansk/rules-f1.tpbn",
        "taroky/evening.tpbn",
        "koenigrufen/house-rules.tpbn",
        "koenigrufen/our-club.toml",
    ):
        shutil.copy(SAMPLES / name, tmp_path)
    return tmp_path


def ask(statement: str, archive: Path, *options: str):
    done = tarok("sql", statement, str(archive), "--format", "json", *options)
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_the_rules_page_hands_in_sql(archive):
    query = "SELECT declarer, outcome, declarer_thirds, computed_score FROM records WHERE file = 'rules-h1.tpbn'"
    assert ask(query, archive) == [
        {"declarer": "S", "outcome": "lost", "declarer_thirds": 96, "computed_score": "S -8; E 8; N 8; W -8"}
    ]
    query = "SELECT seat, score_thirds FROM hands JOIN records USING (file, number) WHERE game = 'dansk' ORDER BY score_thirds"
    assert ask(query, archive) == [
        {"seat": "E", "score_thirds": -690},
        {"seat": "S", "score_thirds": -585},
        {"seat": "W", "score_thirds": 930},
    ]


def test_a_join_counts_a_record_that_stands_twice_twice_and_not_four_times(archive):
    """H1 of the Czech rules page has twelve tricks and twelve cards a hand; here it stands in three places."""
    text = (archive / "rules-h1.tpbn").read_text("utf-8")
    (archive / "copy.tpbn").write_text(text + "\n" + text, "utf-8")
    where = " JOIN records USING (file, number) WHERE event = (SELECT event FROM records WHERE file = 'rules-h1.tpbn')"
    for table, rows in (("tricks", 12), ("cards", 48), ("hands", 4)):
        assert ask("SELECT count(*) AS n FROM tricks".replace("tricks", table) + where, archive) == [{"n": 3 * rows}]
    asked = "SELECT file, number, count(*) AS n FROM cards JOIN tricks USING (file, number, trick) WHERE file LIKE '%y.tpbn' GROUP BY ALL ORDER BY ALL"
    assert ask(asked, archive) == [{"file": "copy.tpbn", "number": number, "n": 48} for number in (1, 2)]
    assert ask(
        "SELECT count(*) AS n, count(DISTINCT record_id) AS i FROM records WHERE file IN ('copy.tpbn', 'rules-h1.tpbn')",
        archive,
    ) == [{"n": 3, "i": 1}]


def test_every_table_tells_the_record_of_a_row(archive):
    for table in TABLES:
        assert ask(
            "SELECT count(*) AS n FROM hands ANTI JOIN records USING (record_id, file, number)".replace("hands", table),
            archive,
        ) == [{"n": 0}]


def test_only_what_changed_is_read_again(archive):
    assert "4 files read, 0 unchanged, 0 gone" in tarok("index", str(archive)).err
    assert "0 files read, 4 unchanged, 0 gone" in tarok("index", str(archive)).err
    os.utime(archive / "rules-h1.tpbn", (1, 1))
    assert "0 files read, 4 unchanged" in tarok("index", str(archive)).err
    (archive / "rules-f1.tpbn").unlink()
    with (archive / "rules-h1.tpbn").open("a") as file:
        file.write('\n[Event "new"]\n')
    assert "1 file read, 2 unchanged, 1 gone" in tarok("index", str(archive)).err
    assert ask("SELECT count(*) AS n FROM records WHERE file LIKE 'rules%'", archive) == [{"n": 2}]
    assert len(list((archive / FOLDER).glob("*.parquet"))) == 3 * 8
    (archive / "our-club.toml").write_text("base = 'nothing'\n")
    assert "1 file read, 2 unchanged" in tarok("index", str(archive)).err
    assert "3 files read" in tarok("index", str(archive), "--full").err


def test_a_stale_or_damaged_index_is_made_anew(archive):
    tarok("index", str(archive))
    manifest = archive / FOLDER / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"stamp": "', '"stamp": "x'))
    assert "4 files read" in tarok("index", str(archive)).err
    manifest.write_bytes(b"{")
    assert "4 files read" in tarok("index", str(archive)).err
    next((archive / FOLDER).glob("*-hands.parquet")).unlink()
    assert "1 file read, 3 unchanged" in tarok("index", str(archive)).err


@pytest.mark.parametrize("statement", [
    "SELECT * FROM read_csv('{secret}')", "COPY records TO '{other}.csv'", "SET enable_external_access = true",
    "ATTACH '{other}.db'", "SELECT * FROM names", "INSTALL httpfs", "SELECT * FROM '{secret}'",
])  # fmt: skip
def test_sql_reaches_nothing_but_the_tables(archive, statement):
    secret = archive / "secret.csv"
    secret.write_text("a\n1\n", "utf-8")
    done = tarok("sql", statement.format(secret=secret, other=archive / "other"), str(archive))
    assert (done.code, done.out) == (2, "")
    assert list(archive.glob("other*")) == []
    assert "internal error" not in done.err


def test_a_wrong_statement_is_located(archive):
    done = tarok("sql", "SELECT gme FROM records", str(archive))
    assert done.code == 2
    assert "LINE 1: SELECT gme FROM records" in done.err
    assert "^" in done.err


def test_bad_bytes_and_a_file_that_cannot_be_read(archive):
    (archive / "bad.tpbn").write_bytes(b'[Event "a\xffb"]\n[Game "taroky"]\n')
    (archive / "gone.tpbn").symlink_to(archive / "nowhere")
    done = tarok("index", str(archive))
    assert done.code == 2
    assert "cannot read" in done.err
    assert "5 files read" in done.err
    done = tarok("sql", "SELECT event FROM records WHERE file = 'bad.tpbn'", str(archive), "--no-update")
    assert (done.code, done.out) == (0, "event\na\\udcffb\n")


def test_an_archive_without_an_index_and_one_without_a_readable_file(archive):
    done = tarok("sql", "SELECT 1", str(archive), "--no-update")
    assert done.code == 2
    assert "tarok index makes one" in done.err
    for path in archive.glob("*.tpbn"):
        path.unlink()
    assert tarok("sql", "SELECT 1", str(archive)).code == 2
    (archive / "gone.tpbn").symlink_to(archive / "nowhere")
    done = tarok("sql", "SELECT count(*) AS n FROM records", str(archive), "--format", "csv")
    assert (done.code, done.out) == (2, "n\n0\n")


def test_two_writers_are_refused(archive):
    fcntl = pytest.importorskip("fcntl")
    tarok("index", str(archive))
    with (archive / FOLDER / "lock").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = tarok("index", str(archive))
    assert done.code == 2
    assert "another tarok is writing the index" in done.err


# --- what is written to a file ---------------------------------------------------------------------------


def test_rows_are_written_as_parquet(archive, tmp_path_factory):
    import pyarrow.parquet as pq

    out = tmp_path_factory.mktemp("out") / "rows.parquet"
    statement = "SELECT file, declarer, declarer_thirds, agrees FROM records WHERE file LIKE 'rules%' ORDER BY file"
    done = tarok("sql", statement, str(archive), "--output-format", "parquet", "-o", str(out))
    assert (done.code, done.out) == (0, "")
    table = pq.read_table(out)
    assert table.schema.names == ["file", "declarer", "declarer_thirds", "agrees"]
    assert [str(kind) for kind in table.schema.types] == ["string", "string", "int64", "bool"]
    assert table.to_pylist() == [
        {"file": "rules-f1.tpbn", "declarer": None, "declarer_thirds": None, "agrees": True},
        {"file": "rules-h1.tpbn", "declarer": "S", "declarer_thirds": 96, "agrees": True},
    ]
    empty = tarok("sql", "SELECT file FROM records WHERE false", str(archive), "--format", "parquet", "-o", str(out))
    assert empty.code == 0
    assert pq.read_table(out).to_pydict() == {"file": []}


@pytest.mark.parametrize(("statement", "message"), [
    ("SELECT gme FROM records", "gme"), ("SELEC 1", "LINE 1"), ("SELECT number, number FROM records", "two columns are named number"),
    ("SELECT INTERVAL 1 DAY AS i", "CAST the column"), ("", "gives no rows"),
    ("SELECT CASE WHEN number = 8 THEN CAST(file AS INTEGER) END FROM records", "Could not convert"),
])  # fmt: skip
def test_a_statement_without_a_result_leaves_the_file_as_it_was(archive, tmp_path_factory, statement, message):
    out = tmp_path_factory.mktemp("out") / "rows.parquet"
    out.write_bytes(b"before")
    done = tarok("sql", statement, str(archive), "--format", "parquet", "-o", str(out))
    assert done.code == 2
    assert message in done.err
    assert [path.name for path in out.parent.iterdir()] == ["rows.parquet"]
    assert out.read_bytes() == b"before"


def test_parquet_wants_a_file_and_the_file_must_be_writable(archive, tmp_path):
    done = tarok("sql", "SELECT 1", str(archive), "--format", "parquet")
    assert (done.code, done.out) == (2, "")
    assert "-o FILE" in done.err
    done = tarok("sql", "SELECT 1 AS a", str(archive), "--format", "parquet", "-o", str(tmp_path / "no" / "x"))
    assert done.code == 2
    assert "cannot write" in done.err


def test_text_goes_to_a_file_too(archive, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "rows.csv"
    done = tarok(
        "sql", "SELECT player FROM hands ORDER BY player LIMIT 1", str(archive), "--format", "csv", "-o", str(out)
    )
    assert (done.code, done.out) == (0, "")
    assert out.read_text("utf-8").splitlines()[0] == "player"
    assert len(out.read_text("utf-8").splitlines()) == 2


# --- many processes, and records that cannot be done -----------------------------------------------------


def test_the_index_is_the_same_to_the_byte_whatever_number_of_processes_reads(tmp_path, monkeypatch):
    """Many partitions a file, an empty file, a file that is not read to its end, and one that is read again."""
    monkeypatch.setattr("tarok_pbn.archive.partition.TARGET", 3000)
    monkeypatch.setattr("tarok_pbn.archive.index_tables._GROUP", 5)
    made: list[dict[str, bytes]] = []
    for jobs in ("1", "2", "3"):
        place = tmp_path / jobs
        shutil.copytree(SAMPLES / "dansk", place / "dansk")
        shutil.copytree(SAMPLES / "league", place / "league")
        shutil.copy(SAMPLES / "taroky/evening.tpbn", place)
        (place / "empty.tpbn").touch()
        (place / "gone.tpbn").symlink_to(place / "nowhere")
        for path in place.rglob("*.*"):
            if path.exists():
                os.utime(path, ns=(10**18, 10**18))
        done = tarok("index", "--jobs", jobs, str(place))
        assert done.code == 2
        assert done.err.count("gone.tpbn") == 1
        again = min(place.rglob("*.tpbn"))
        again.write_bytes(again.read_bytes() + b'\n[Event "new"]\n')
        os.utime(again, ns=(2 * 10**18, 2 * 10**18))
        assert "Index of " in (told := tarok("index", "--jobs", jobs, str(place)).err)
        assert ": 1 file read" in told
        made.append({path.name: path.read_bytes() for path in (place / FOLDER).iterdir()})
    assert made[0] == made[1] == made[2]
    assert len(made[0]) > 100


@pytest.fixture
def faulty(monkeypatch):
    """The program fails at the third record of a file."""

    def checked(parsed: Parsed) -> Checked:
        if parsed.number == 3:
            raise RuntimeError("a fault")
        return check(parsed)

    monkeypatch.setattr("tarok_pbn.archive.index_tables.check", checked)


def test_a_record_that_cannot_be_done_is_told_by_every_run_and_the_others_are_there(archive, faulty):
    for command in (("index",), ("sql", "SELECT number FROM records WHERE file = 'evening.tpbn' ORDER BY ALL")):
        done = tarok(*command, str(archive))
        assert done.code == 3
        assert f"{archive}/evening.tpbn:" in done.err
        assert "record 3 could not be done and is left out: RuntimeError: a fault" in done.err
        assert "1 file read, 3 unchanged" in done.err or command == ("index",)
    assert done.out == "number\n1\n2\n4\n5\n6\n7\n8\n"
    asked = ("query", "--index", "--no-update", "game = taroky", str(archive / "."), "--count")
    assert tarok(*asked).out == "9\n"  # a query reads the file itself


def test_what_was_left_out_is_read_again_when_the_program_can(archive):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tarok_pbn.archive.index_tables.check", lambda parsed: 1 / 0)
        assert tarok("index", str(archive)).code == 3
    assert "4 files read" in tarok("index", str(archive)).err
    assert "0 files read" in tarok("index", str(archive)).err


# --- damaged tables --------------------------------------------------------------------------------------


def _cut(table: Path) -> None:
    table.write_bytes(table.read_bytes()[:200])


def _overwrite(table: Path) -> None:
    data = bytearray(table.read_bytes())
    data[len(data) // 2] ^= 0x10
    table.write_bytes(data)


def _replace(table: Path) -> None:
    """By a sound table of another file."""
    other = next(path for path in sorted(table.parent.glob("*-records.parquet")) if path != table)
    data = other.read_bytes()
    table.unlink()
    table.write_bytes(data)


def _rot(table: Path) -> None:
    """A bit that has changed without anybody writing the file."""
    status = table.stat()
    _overwrite(table)
    os.utime(table, ns=(status.st_mtime_ns, status.st_mtime_ns))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut": _cut,
    "overwritten": _overwrite,
    "replaced": _replace,
    "gone": Path.unlink,
    "empty": lambda table: table.write_bytes(b""),
}
ALL = "SELECT file, number, event, declarer FROM records ORDER BY ALL"


def content(archive: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in archive.iterdir() if path.is_file()}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_found_out_and_made_anew(archive, damage):
    before, right = content(archive), ask(ALL, archive)
    table = min((archive / FOLDER).glob("*-records.parquet"))
    sound = table.read_bytes()
    DAMAGES[damage](table)
    for options in ((), ("--format", "json"), ("--format", "parquet", "-o", str(archive / "x"))):
        done = tarok("sql", ALL, str(archive), "--no-update", *options)
        assert (done.code, done.out) == (2, "")
        assert f"a table of the index is damaged or gone: {table}" in done.err
        assert f"tarok index {archive}" in done.err
        assert "Usage" not in done.err
    assert ask(ALL, archive) == right
    assert table.read_bytes() == sound
    DAMAGES[damage](table)
    done = tarok("index", str(archive))
    assert "1 file read, 3 unchanged, 0 gone; the tables of 1 file were damaged and are made anew." in done.err
    assert "0 files read, 4 unchanged, 0 gone.\n" in tarok("index", str(archive)).err
    assert ask(ALL, archive, "--no-update") == right
    assert content(archive) == before


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--format", "parquet", "-o", "x")])
def test_a_bit_that_nobody_wrote_is_told_where_it_is_read_and_found_by_index(archive, monkeypatch, options):
    monkeypatch.chdir(archive)
    right = ask(ALL, archive)
    for table in (archive / FOLDER).glob("*-records.parquet"):
        _rot(table)
    done = tarok("sql", "SELECT * FROM records", str(archive), *options)
    assert (done.code, done.out) == (2, "")
    assert "a table of the index is damaged or gone" in done.err
    assert not (archive / "x").exists()
    assert "4 files read" in tarok("index", str(archive)).err
    assert ask(ALL, archive, "--no-update") == right


def test_a_copy_of_an_index_is_believed_by_its_content(archive, tmp_path_factory):
    right = ask(ALL, archive)
    copy = tmp_path_factory.mktemp("copy") / "archive"
    shutil.copytree(archive, copy)
    for table in (copy / FOLDER).glob("*.parquet"):
        os.utime(table)
    assert ask(ALL, copy, "--no-update") == right
    assert "0 files read, 4 unchanged" in tarok("index", str(copy)).err
    assert {path.stat().st_mtime_ns for path in (copy / FOLDER).glob("*.parquet")} == {
        path.stat().st_mtime_ns for path in copy.glob("*.tpbn")
    }


@pytest.mark.parametrize(
    "entry",
    [
        "{}",
        '{"key": "../../x"}',
        "[]",
        "null",
        "7",
        '{"stat": [1], "rules": [], "key": 3, "records": "x", "tables": []}',
    ],
)
def test_a_list_that_is_none_of_ours_is_made_anew(archive, entry):
    tarok("index", str(archive))
    manifest = archive / FOLDER / "manifest.json"
    listed = json.loads(manifest.read_bytes())
    listed["files"]["rules-h1.tpbn"] = json.loads(entry)
    manifest.write_text(json.dumps(listed))
    done = tarok("sql", "SELECT 1", str(archive), "--no-update")
    assert (done.code, "tarok index makes one" in done.err) == (2, True)
    assert "4 files read" in tarok("index", str(archive)).err


def test_a_wrong_statement_is_no_damage(archive):
    done = tarok("sql", "SELECT CAST(file AS INTEGER) FROM records", str(archive))
    assert done.code == 2
    assert "Could not convert" in done.err
    assert "damaged" not in done.err


@pytest.mark.parametrize("statement", ["", ";", " ", "/* nothing */"])
@pytest.mark.parametrize("form", ["table", "csv", "json", "json-lines"])
def test_a_statement_that_says_nothing(archive, statement, form):
    done = tarok("sql", statement, str(archive), "--format", form)
    assert (done.code, done.out) == (2, "")
    assert "the statement gives no rows" in done.err


@pytest.mark.parametrize("form", ["json", "json-lines"])
def test_two_columns_of_one_name_are_not_one_in_json(archive, form):
    done = tarok("sql", "SELECT 1 AS a, 2 AS a", str(archive), "--format", form)
    assert (done.code, done.out) == (2, "")
    assert "two columns are named a; name one of them with AS" in done.err
    assert tarok("sql", "SELECT 1 AS a, 2 AS a", str(archive), "--format", "csv").out == "a,a\n1,2\n"


def test_json_has_neither_infinity_nor_keys_that_are_no_text(archive):
    statement = "SELECT 'NaN'::DOUBLE AS n, [1.5, 'inf'::DOUBLE] AS i, {'a': 'NaN'::DOUBLE} AS s, MAP {DATE '2026-01-02': 1} AS m"
    done = tarok("sql", statement, str(archive), "--format", "json")
    assert done.code == 0
    assert json.loads(done.out, parse_constant=pytest.fail) == [
        {"n": None, "i": [1.5, None], "s": {"a": None}, "m": {"2026-01-02": 1}}
    ]
