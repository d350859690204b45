"""docs/convert.md, "Tables": the same rows in CSV, Parquet and Arrow, with the columns of the page and typed values."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tarok_pbn.archive.tables import TABLES, Column
from tarok_pbn.exchange import tablefiles
from tarok_pbn.exchange.arrow import ArrowTable, ParquetTable, schema_of
from tarok_pbn.exchange.csv import CsvTable
from tests.examples import playground
from tests.running import tarok

ROOT = Path(__file__).parent.parent
COLUMNS = (Column("record_id", "text", "id"), Column("thirds", "integer", "n"), Column("won", "boolean", "b"))
ROWS: list[tuple[str | int | bool | None, ...]] = [('a,"b"\nc', -7, True), ("ř", None, None), ("=1", 0, False)]
SOLO = "samples/taroky/solo.tpbn"


def table(path: Path) -> list[dict[str, object]]:
    if path.suffix == ".parquet":
        return parquet.read_table(path).to_pylist()
    with pa.ipc.open_file(str(path)) as file:
        return file.read_all().to_pylist()


def test_csv_is_written_as_the_page_says():
    out = io.BytesIO()
    made = CsvTable(COLUMNS, out)
    made.write(ROWS)
    made.close()
    assert out.getvalue().decode() == 'record_id,thirds,won\n"a,""b""\nc",-7,true\nř,,\n=1,0,false\n'


@pytest.mark.parametrize("kind", [ParquetTable, ArrowTable])
def test_parquet_and_arrow_hold_typed_values(kind, tmp_path):
    path = tmp_path / f"x.{'parquet' if kind is ParquetTable else 'arrow'}"
    with path.open("wb") as out:
        made = kind(COLUMNS, out)
        made.write(ROWS)
        made.write([("big", 1 << 63, None), ("least", -(1 << 63), None)])
        made.close()
    names = ("record_id", "thirds", "won")
    expected = [*ROWS, ("big", None, None), ("least", -9223372036854775808, None)]
    assert table(path) == [dict(zip(names, row, strict=True)) for row in expected]


def test_columns_have_types_and_descriptions():
    schema = schema_of(TABLES["records"])
    assert schema.field("declarer_thirds").type == pa.int64()
    assert schema.field("agrees").type == pa.bool_()
    assert schema.field("event").type == pa.string()
    assert not schema.field("record_id").nullable
    assert schema.field("event").metadata == {b"description": b"tag Event"}
    assert schema.metadata == {b"format": b"TPBN tables", b"version": b"1.0"}


#: The settlement of the sample as its story tells it: 54 points are 19 over half, six units each, and five for a meld.
EXPECTED = {
    "records": {"number": "1", "game": "taroky", "contract": "solo", "declarer": "W", "declarer_thirds": "162",
                "defence_thirds": "48", "tricks": "12", "agrees": "true", "errors": "0", "board": "5"},
    "tricks": {"trick": "1", "leader": "S", "winner": "E", "cards": "H3 T3 HJ HN"},
    "cards": {"trick": "1", "place": "1", "seat": "S", "card": "H3", "won": "false"},
    "calls": {"ordinal": "1", "section": "Auction", "seat": "S", "word": "povinnost", "verb": "povinnost", "argument": ""},
}  # fmt: skip


def test_tables_of_a_sample_are_what_its_record_says():
    with playground():
        assert tarok("convert", SOLO, "--to", "csv", "-o", "out").code == 0
        assert sorted(path.name for path in Path("out").iterdir()) == sorted(f"{name}.csv" for name in TABLES)
        ids, places = set(), set()
        for name, columns in TABLES.items():
            with open(f"out/{name}.csv", newline="", encoding="utf-8") as file:
                lines = list(csv.DictReader(file))
            assert list(lines[0] if lines else []) == ([c.name for c in columns] if lines else [])
            ids |= {line["record_id"] for line in lines}
            places |= {(line["file"], line["number"]) for line in lines}
            for column, value in EXPECTED.get(name, {}).items():
                assert lines[0][column] == value, (name, column)
        assert len(ids) == 1
        assert len(ids.pop()) == 16
        assert places == {(SOLO, "1")}


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_all_forms_of_a_table_have_the_same_rows(form, monkeypatch):
    monkeypatch.setattr(tablefiles, "BATCH", 7)
    with playground():
        for to in ("csv", form):
            assert tarok("convert", "samples/koenigrufen", "--to", to, "-o", "out").code == 0
        count = 0
        for name in TABLES:
            with open(f"out/{name}.csv", newline="", encoding="utf-8") as file:
                plain = list(csv.DictReader(file))
            typed = [{c: said(v) for c, v in row.items()} for row in table(Path(f"out/{name}.{form}"))]
            assert typed == plain, name
            count += len(typed)
        assert count > 1000


def said(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_a_table_alone_goes_to_standard_output_or_a_file():
    with playground():
        done = tarok("convert", SOLO, "--to", "csv", "--table", "tricks")
        assert (done.code, done.out.splitlines()[0]) == (0, "record_id,file,number,trick,leader,winner,cards,thirds")
        assert len(done.out.splitlines()) == 13
        assert tarok("convert", SOLO, "--table", "tricks", "-o", "t.parquet").code == 0
        assert len(table(Path("t.parquet"))) == 12


def test_bytes_that_are_not_utf8_are_escaped_in_tables():
    done = tarok(
        "convert", "-", "--from", "tpbn", "--to", "csv", "--table", "records", stdin=b'[Event "\xe9t\xc3\xa9"]\n'
    )
    assert done.code == 1
    assert "\\xe9té" in done.out
    assert "F001" in done.err


def test_rows_of_a_json_file_name_it_and_have_no_lines_of_another():
    with playground():
        assert tarok("convert", "samples/taroky/wrong/off-by-one.tpbn", "-o", "x.json").code == 0
        assert tarok("convert", "x.json", "--to", "csv", "-o", "json").code == 0
        assert tarok("convert", "samples/taroky/wrong/off-by-one.tpbn", "--to", "csv", "-o", "text").code == 0
        found = {}
        for folder in ("json", "text"):
            with open(f"{folder}/findings.csv", newline="", encoding="utf-8") as file:
                found[folder] = list(csv.DictReader(file))
            with open(f"{folder}/records.csv", newline="", encoding="utf-8") as file:
                found[folder + " records"] = list(csv.DictReader(file))
        assert [(f["record_id"], f["code"], f["message"]) for f in found["json"]] == [
            (f["record_id"], f["code"], f["message"]) for f in found["text"]
        ]
        assert found["json"]
        assert {r["file"] for r in found["json records"]} == {"x.json"}


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_the_extra_is_named_where_pyarrow_is_missing(form, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "tarok_pbn.exchange.arrow", raising=False)
    with playground():
        done = tarok("convert", SOLO, "--to", form, "-o", "out")
        assert done.code == 2
        assert "pip install 'tarok-pbn[arrow]'" in done.err
        assert not Path("out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "csv"], "--table"),
        (["--to", "parquet", "--table", "hands"], "-o DIR"),
        (["--to", "csv", "--table", "hand"], "did you mean hands?"),
        (["--to", "json", "--table", "hands"], "--table is for"),
    ],
)
def test_wrong_use_of_tables_says_what_is_right(arguments, words):
    with playground():
        done = tarok("convert", SOLO, *arguments)
        assert (done.code, done.out) == (2, "")
        assert words in done.err


def test_a_table_is_never_read_back():
    with playground():
        tarok("convert", SOLO, "--table", "hands", "-o", "hands.csv")
        for arguments in (["hands.csv"], ["--from", "csv", "hands.csv"]):
            done = tarok("convert", *arguments, "--to", "json", "-o", "x.json")
            assert done.code == 2
            assert "only written, never read" in done.err
            assert not Path("x.json").exists()


def test_a_failure_leaves_the_tables_as_they_were():
    with playground():
        tarok("convert", SOLO, "--to", "parquet", "-o", "out")
        before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
        Path("bad.json").write_bytes(b'{"format":"TPBN","version":"1.0","records":[{},{"x":1}]}')
        assert tarok("convert", SOLO, "bad.json", "--to", "parquet", "-o", "out").code == 2
        assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before
