"""Issue 6: statistics of a part of the records, and by several processes, are those of the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import tarok
from tests.test_stat_statistics import TEN, text

SAMPLES = Path(__file__).parent.parent / "samples"
LEAGUE = str(SAMPLES / "league")


@pytest.mark.parametrize("form", ["json", "html"])
def test_two_processes_count_what_one_does(form):
    one = tarok("stat", LEAGUE, "--all", "--format", form)
    two = tarok("stat", LEAGUE, "--all", "--format", form, "--jobs", "2")
    assert one.code == two.code == 0
    assert one.raw == two.raw


def test_where(tmp_path):
    file = tmp_path / "a.tpbn"
    file.write_text("\n".join(TEN), "utf-8")
    done = tarok("stat", str(file), "--by", "contract", "--where", "declarer won", "--min", "8")
    assert done.code == 0
    assert "  solo          8  100 % (68-100)  100 % (68-100)" in done.out
    assert done.out.splitlines()[-1].endswith("12 records: 8 counted; left out: 4 not as --where says.")


def test_a_wrong_expression_is_wrong_usage(tmp_path):
    done = tarok("stat", LEAGUE, "--where", "contrct = solo")
    assert (done.code, done.out) == (2, "")
    assert "--where, column 1: there is no name contrct" in done.err
    assert "did you mean contract?" in done.err


def test_standard_input():
    done = tarok("stat", "-", "--by", "contract", stdin=("\n".join([*TEN, text()])).encode())
    assert done.code == 0
    assert "  solo         13  " in done.out


def test_a_file_that_is_not_there_does_not_stop_the_others(tmp_path):
    file = tmp_path / "a.tpbn"
    file.write_text("\n".join(TEN), "utf-8")
    done = tarok("stat", str(tmp_path / "gone.tpbn"), str(file), "--by", "contract")
    assert done.code == 2
    assert "  solo         12  " in done.out
    assert "cannot read" in done.err
