"""The executable half of the standard: tests/conformance/README.md says how the files are used."""

import json
from pathlib import Path

import pytest

from tarok_pbn.notation import deal_id, format_text, read_bytes, syntax, to_bytes

FOLDER = Path(__file__).parent / "conformance"
CASES = sorted(path.with_suffix("") for path in FOLDER.glob("[0-9]*.json"))
REWRITINGS = ("F100", "F101")


def found(data: bytes, *, rewrites: bool = False) -> list[dict[str, object]]:
    """Findings as a case file writes them."""
    result: list[dict[str, object]] = []
    for parsed in read_bytes(data, rewrites=rewrites):
        for finding in parsed.findings:
            assert finding.span is not None
            result.append({"code": finding.code, "line": finding.span.line, "column": finding.span.column})
    return result


def test_every_case_has_its_three_files():
    assert len(CASES) > 80
    for case in CASES:
        assert case.with_suffix(".tpbn").exists()
        assert Path(f"{case}.canonical.tpbn").exists()
    assert len(list(FOLDER.glob("[0-9]*"))) == 3 * len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case):
    data = case.with_suffix(".tpbn").read_bytes()
    canonical = Path(f"{case}.canonical.tpbn").read_bytes()
    expected = json.loads(case.with_suffix(".json").read_text("utf-8"))
    records = list(read_bytes(data))
    assert found(data) == expected["findings"]
    rewritings = [finding for finding in found(data, rewrites=True) if finding["code"] in REWRITINGS]
    assert rewritings == expected.get("rewritings", rewritings)
    assert len(records) == expected["records"]
    assert [deal_id(parsed.record) for parsed in records] == expected["deal_ids"]
    for parsed, tags in zip(records, expected.get("tags", []), strict=False):
        assert {name: parsed.record.get(name) for name in tags} == tags
    assert format_text(data)[0] == canonical
    assert format_text(canonical)[0] == canonical
    assert b"".join(to_bytes(parsed.text) for parsed in records) == data
    text = data.decode("utf-8", "surrogateescape")
    assert str(syntax(text)) == text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_strict_reader_accepts_exactly_the_canonical_form(case):
    data = case.with_suffix(".tpbn").read_bytes()
    canonical = Path(f"{case}.canonical.tpbn").read_bytes()
    expected = json.loads(case.with_suffix(".json").read_text("utf-8"))
    broken = any(f["code"][0] == "F" or f["code"] == "R011" for f in expected["findings"]) or not data
    strict = [f.code for parsed in read_bytes(canonical, strict=True) for f in parsed.findings]
    if not broken:
        assert "F011" not in strict
    if data != canonical:
        assert "F011" in [f.code for parsed in read_bytes(data, strict=True) for f in parsed.findings]
