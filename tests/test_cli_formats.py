"""The report formats, each against what its readers demand; entries are made by hand."""

from __future__ import annotations

import io
import json

import jsonschema
import pytest
from lxml import etree

from tarok_pbn.findings import Finding, Span
from tarok_pbn.record import Record, Source, Tag
from tarok_pbn.report import FORMATS, Entry, Style, Tally, reporter

TEXT = '[Event "Cup"]\n[Board "7"]\n[Play]\nS D4 C7 D1 T2\n'
SPAN = Span("spring cup.tpbn", 1, 4, 6, 4, 8, 0)


def record() -> Record:
    return Record([Tag("Event", "Cup"), Tag("Board", "7")], source=Source([("", TEXT)], "spring cup.tpbn", 1, 0, 1))


MESSAGE = "East plays C7, but still holds DQ."


def finding(code: str = "P002", severity: str = "error", message: str = MESSAGE) -> Finding:
    return Finding(code, message, SPAN, "trick 1, card 2", "taroky §8", "Legal: DQ.", severity)  # type: ignore[arg-type]  # any word will do


def report(name: str, *entries: Entry, style: Style | None = None) -> str:
    out, tally = io.StringIO(), Tally()
    made = reporter(name, out, style or Style())
    for entry in entries:
        tally.add(entry)
        made.add(entry)
    made.finish(tally)
    return out.getvalue()


FILE = "spring cup.tpbn"
FAILED = Entry(FILE, 1, record(), [finding(), finding("S009", "info", "The score is not checkable.")])
CLEAN = Entry(FILE, 2, record(), [])
#: What must not come through a format unescaped.
NASTY = 'a\x1b[31m <b>&"\' ::x%0A]]> \udc8f \u202e ž'


def test_full_has_position_code_message_line_caret_rule_and_help():
    assert report("full", Entry(FILE, 1, record(), [finding()]), CLEAN) == (
        "spring cup.tpbn:4:6: P002 East plays C7, but still holds DQ.\n"
        "  |\n"
        "3 | [Play]\n"
        "4 | S D4 C7 D1 T2\n"
        "  |      ^^ trick 1, card 2\n"
        "  |\n"
        "  = rule: taroky §8\n"
        "  = help: Legal: DQ.\n"
        "\n"
    )


def test_full_without_a_place_still_says_where():
    lines = report("full", Entry(FILE, 1, None, [Finding("S001", "Differs.", None, "score")])).splitlines()
    assert lines == ["spring cup.tpbn: S001 Differs.", " = where: score", ""]


def test_full_in_colour_paints_code_and_caret_by_severity():
    text = report("full", Entry(FILE, 1, record(), [finding("F003", "warning")]), style=Style(color=True))
    assert "\x1b[33;1mF003 [warning]\x1b[0m" in text
    assert "\x1b[33;1m^^\x1b[0m" in text


def test_concise_is_one_line_a_finding_and_names_what_is_no_error():
    assert report("concise", FAILED, CLEAN).splitlines() == [
        "spring cup.tpbn:4:6: P002 East plays C7, but still holds DQ.",
        "spring cup.tpbn:4:6: S009 [info] The score is not checkable.",
    ]


def test_json_is_an_array_of_flat_objects():
    first, second = json.loads(report("json", FAILED, CLEAN))
    assert first == {
        "code": "P002", "severity": "error", "message": MESSAGE, "title": "suit not followed",
        "file": FILE, "record": 1, "line": 4, "column": 6, "end_line": 4, "end_column": 8, "offset": 0,
        "where": "trick 1, card 2", "rule": "taroky §8", "help": "Legal: DQ.",
    }  # fmt: skip
    assert second["severity"] == "info"


def test_json_of_a_clean_run_is_an_empty_array():
    assert json.loads(report("json", CLEAN)) == []


def test_json_lines_are_the_same_objects():
    lines = report("json-lines", FAILED).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(report("json", FAILED))


def test_github_escapes_properties_and_text():
    bad = Entry("a,b:c%.tpbn", 1, record(), [finding(message="50% \n of it")])
    assert report("github", bad) == (
        "::error title=tarok (P002),file=a%2Cb%3Ac%25.tpbn,line=4,col=6,endLine=4,endColumn=8"
        "::50%25 \\x0a of it (trick 1, card 2)\n"
    )
    assert report("github", FAILED).splitlines()[1].startswith("::notice ")


def test_junit_has_a_case_a_record_and_a_suite_a_file():
    text = report("junit", FAILED, CLEAN, Entry("other.tpbn", 1, record(), []))
    root = etree.fromstring(text.encode("ascii"))
    assert [(s.get("name"), s.get("tests"), s.get("failures")) for s in root] == [
        ("spring cup.tpbn", "2", "1"),
        ("other.tpbn", "1", "0"),
    ]
    first, second = root[0]
    assert (first.get("classname"), first.get("name")) == (FILE, "record 1 (board 7)")
    assert [child.tag for child in first] == ["failure", "system-out"]
    assert first[0].get("type") == "P002"
    assert len(second) == 0


def test_junit_fails_no_case_for_an_info():
    root = etree.fromstring(report("junit", Entry(FILE, 1, record(), [finding("S009", "info")])).encode("ascii"))
    assert root[0].get("failures") == "0"


#: The part of SARIF 2.1.0 that consumers need, after the OASIS schema.
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "$schema": {"type": "string", "format": "uri"},
        "runs": {
            "type": "array", "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object", "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object", "required": ["name"],
                                "properties": {
                                    "rules": {
                                        "type": "array", "uniqueItems": True,
                                        "items": {
                                            "type": "object", "required": ["id"],
                                            "properties": {
                                                "shortDescription": {"$ref": "#/$defs/text"},
                                                "fullDescription": {"$ref": "#/$defs/text"},
                                                "help": {"$ref": "#/$defs/text"},
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "properties": {"level": {"$ref": "#/$defs/level"}},
                                                },
                                            },
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object", "required": ["message"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"$ref": "#/$defs/level"},
                                "message": {"$ref": "#/$defs/text"},
                                "properties": {"type": "object"},
                                "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                            },
                        },
                    },
                },
            },
        },
    },
    "$defs": {
        "level": {"enum": ["none", "note", "warning", "error"]},
        "text": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}},
        "location": {
            "type": "object", "required": ["physicalLocation"],
            "properties": {
                "logicalLocations": {"type": "array", "items": {"properties": {"name": {"type": "string"}}}},
                "physicalLocation": {
                    "type": "object", "required": ["artifactLocation"],
                    "properties": {
                        "artifactLocation": {
                            "type": "object", "required": ["uri"],
                            "properties": {"uri": {"type": "string", "pattern": "^[!-~]+$"}},
                        },
                        "region": {
                            "type": "object", "required": ["startLine", "startColumn", "endLine", "endColumn"],
                            "additionalProperties": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "entries", [[FAILED, CLEAN], [CLEAN], [Entry("/a/ž .tpbn", 1, None, [Finding("F001", NASTY)])]]
)
def test_sarif_fits_the_schema(entries):
    document = json.loads(report("sarif", *entries))
    jsonschema.validate(document, SARIF)


def test_sarif_results_point_at_their_rules():
    run = json.loads(report("sarif", FAILED, CLEAN, FAILED))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["P002", "S009"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    where = run["results"][0]["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "spring%20cup.tpbn"
    assert where["region"] == {"startLine": 4, "startColumn": 6, "endLine": 4, "endColumn": 8}


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_lets_a_record_drive_the_terminal(name):
    nasty = Finding("F008", NASTY, SPAN, NASTY, NASTY, NASTY)
    text = report(name, Entry("x\x1b.tpbn", 1, record(), [nasty]))
    assert "\x1b" not in text
    assert "\u202e" not in text
    text.encode("utf-8")  # and nothing that no encoding has


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([], "Found no records."),
        ([CLEAN], "Found nothing wrong in 1 record (all clean)."),
        ([FAILED, CLEAN, CLEAN], "Found 1 error, 1 note in 3 records (2 clean)."),
        (
            [Entry(FILE, 1, None, [finding(), *[finding("F003", "warning")] * 2]), *[CLEAN] * 1200],
            "Found 1 error, 2 warnings in 1,201 records (1,200 clean).",
        ),
        ([Entry(FILE, 1, None, [finding("S009", "info")])], "Found 1 note in 1 record (all clean)."),
    ],
)
def test_summary_sentence(entries, sentence):
    tally = Tally()
    for entry in entries:
        tally.add(entry)
    assert tally.sentence() == sentence
