"""Issue 2, command line: what the program knows and says of itself."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from lxml import etree

from tarok_pbn import __version__, from_json, read_bytes, to_json
from tarok_pbn.codes import CODES
from tarok_pbn.commands import LAZY
from tarok_pbn.games import games, get
from tarok_pbn.games.kit.rules import show
from tarok_pbn.report.explain import FAMILIES
from tests.examples import ROOT
from tests.hands import FILE
from tests.running import tarok


def test_version():
    assert tarok("--version").out == f"tarok {__version__}\n"
    details = tarok("--version", "-v").out.splitlines()
    assert details[0] == f"tarok {__version__}"
    assert {line.split()[0] for line in details} >= {"tarok", "format", "games", "python", "click"}


def test_without_a_command_there_is_help():
    run = tarok()
    assert run.code == 0
    assert run.out == tarok("--help").out
    assert "check " in run.out


@pytest.mark.parametrize("command", ["fmt", "show", "score", "html", "explain", "schema", "rules", "new", "check", *LAZY])
def test_every_command_has_help(command):
    run = tarok(command, "-h")
    assert run.code == 0
    assert run.out.startswith(f"Usage: tarok {command}")


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code):
    run = tarok("explain", code.lower())
    assert run.code == 0
    assert run.out.startswith(f"{code}  {CODES[code].title}\n\n")
    assert " ".join(CODES[code].explanation.split()) in " ".join(run.out.split())
    assert code[0] in FAMILIES


def test_explain_lists_all_codes():
    run = tarok("explain")
    assert all(f"  {code}  " in run.out for code in CODES)


def test_unknown_code_names_the_nearest():
    run = tarok("explain", "P0022")
    assert run.code == 2
    assert re.search(r"no code P0022; did you mean P0\d\d\?", run.err)
    assert "tarok explain lists them" in tarok("explain", "frobnicate").err


def test_schemas_of_the_other_forms_fit_what_convert_writes(tmp_path):
    rng = etree.RelaxNG(etree.fromstring(tarok("schema", "--form", "xml").out.encode()))
    made = tmp_path / "hand.xml"
    assert tarok("convert", str(ROOT / "samples" / "taroky" / "rules-h1.tpbn"), "-o", str(made)).code == 0
    assert rng.validate(etree.parse(str(made)))
    lines = json.loads(tarok("schema", "--form", "json-lines").out)
    written = tarok("convert", str(ROOT / "samples" / "taroky" / "rules-h1.tpbn"), "--to", "json-lines").out
    for line in written.splitlines():
        jsonschema.validate(json.loads(line), lines)


def test_schema_is_that_of_the_json_form():
    document = json.loads(tarok("schema").out)
    records = [parsed.record for parsed in read_bytes(FILE.encode())]
    text = to_json(records)
    jsonschema.validate(json.loads(text), document)
    assert from_json(text) == records


def test_rules_list_games_and_rule_sets():
    text = tarok("rules").out
    listed = json.loads(tarok("rules", "--format", "json").out)
    assert [game["game"] for game in listed] == games()
    for game in listed:
        assert game["title"] in text
        assert all(f"  {ruleset['name']} " in text for ruleset in game["rulesets"])


@pytest.mark.parametrize(("family", "name"), [(f, n) for f in games() for n in get(f).rulesets()])
def test_rules_of_a_set_tell_every_option_with_default_and_source(family, name):
    run = tarok("rules", family, name)
    assert run.code == 0
    options = json.loads(tarok("rules", family, name, "--format", "json").out)["options"]
    fields = get(family).option_fields()
    assert [option["name"] for option in options] == list(fields)
    chosen = get(family).rulesets()[name].options
    for option in fields.values():
        value = getattr(chosen, option.name)
        differs = "" if value == option.default else f"   (default {show(option.default)})"
        assert f"\n{option.name} = {show(value)}{differs}\n" in run.out
        assert option.doc, f"{option.name} has no documentation"
        assert option.source, f"{option.name} has no source"


def test_rules_of_a_game_name_the_default_and_the_sources():
    run = tarok("rules", "taroky")
    assert "devatenactka-1 (default)" in run.out
    assert run.out.count("source:") == len(get("taroky").rulesets())


def test_unknown_game_or_rule_set_names_the_nearest():
    run = tarok("rules", "tarocky")
    assert (run.code, "did you mean taroky?" in run.err) == (2, True)
    run = tarok("rules", "taroky", "texsa")
    assert (run.code, "taroky has no rule set texsa; did you mean texas?" in run.err) == (2, True)
    assert tarok("new", "--game", "bridge").code == 2
    assert tarok("new", "--rules", "frob").code == 2


@pytest.mark.parametrize(("family", "name"), [(f, n) for f in games() for n in get(f).rulesets()])
def test_new_record_is_canonical_and_has_no_finding(family, name):
    run = tarok("new", "--game", family, "--rules", name)
    assert run.code == 0
    assert f'[Game "{family}"]\n[Rules "{name}"]' in run.out
    checked = tarok("check", "-", "--strict", stdin=run.raw)
    assert (checked.code, checked.out) == (0, "Found nothing wrong in 1 record (all clean).\n")


def test_new_takes_the_default_rule_set():
    assert f'[Rules "{get("taroky").default}"]' in tarok("new").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell):
    run = tarok(env={"_TAROK_COMPLETE": f"{shell}_source"})
    assert run.code == 0
    assert "_TAROK_COMPLETE" in run.out


def completed(words: str) -> list[str]:
    """What fish is offered for the last of *words*."""
    last = words.rpartition(" ")[2]
    run = tarok(env={"_TAROK_COMPLETE": "fish_complete", "COMP_WORDS": words, "COMP_CWORD": last})
    assert run.code == 0
    return [line.partition("\t")[0] for line in run.out.splitlines()]


def test_completion_offers_commands_formats_codes_games_and_files():
    assert any("check" in line for line in completed("tarok ch"))
    assert any("sarif" in line for line in completed("tarok check --output-format s"))
    assert any("P002" in line for line in completed("tarok explain P00"))
    assert any("taroky" in line for line in completed("tarok rules tar"))
    assert any(line.startswith("file") for line in completed("tarok check x"))
