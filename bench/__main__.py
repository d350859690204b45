"""Runs the benchmarks and prints a table; exits 1 if a named target is missed.

``--quick``: an archive of 10,000 records instead of 100,000, which takes minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from bench import corpus
from bench.archive import archive
from bench.archive_index import archive_index
from bench.checking import checking
from bench.pages import pages
from bench.site import site
from bench.solver import solver
from bench.timing import USUAL, Report, best, calibration
from tarok_pbn.check import check_bytes
from tarok_pbn.notation import Parsed, read_bytes, scan, write

HANDS = 1500


def main() -> int:
    """Print all figures."""
    report = Report()
    speed = calibration()
    share = speed / USUAL
    report.row("calibration loop", f"{speed / 1e6:.1f} M/s", f"a usual machine: {USUAL / 1e6:.0f} M/s")
    text = corpus.records(HANDS)
    data = text.encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.tpbn"
        path.write_bytes(data)
        headers = HANDS / best(lambda: sum(1 for _ in scan(path)))
    parse = HANDS / best(lambda: [_looked_at(parsed) for parsed in read_bytes(data)])
    report.row(
        "header scan",
        f"{headers:,.0f} records/s",
        "50,000 or 15 x the full parse",
        headers >= 50_000 or headers >= 15 * parse,
    )
    report.row("parse to record with positions", f"{parse:,.0f} records/s")
    _endplay(report, parse)
    checking(report)
    records = [parsed.record for parsed in read_bytes(data)]
    writing = HANDS / best(lambda: [write(record) for record in records])
    report.row(
        "canonical write", f"{writing:,.0f} records/s", f"10,000 x {share:.2f}", writing >= 10_000 * min(share, 1)
    )
    _games(report)
    pages(report)
    site(report)
    solver(report)
    archive_index(report)
    archive(report, quick="--quick" in sys.argv[1:])
    _memory(report, text)
    _import(report)
    return 1 if report.missed else 0


def _looked_at(parsed: Parsed) -> int:
    """Ask for all tags and groups, which are made only when somebody does."""
    record = parsed.record
    return len(record.tags) + sum(len(section.groups) for section in record.sections)


def _endplay(report: Report, parse: float) -> None:
    try:
        from endplay.parsers import pbn
    except ImportError:
        report.row("endplay pbn.loads", "not installed")
        return
    deals = 400
    bridge = corpus.bridge(deals)
    rate = deals / best(lambda: pbn.loads(bridge), 3)
    report.row("endplay pbn.loads", f"{rate:,.0f} deals/s", "our parse: 1.5 x", parse >= 1.5 * rate)
    report.row("  ratio", f"{parse / rate:.2f}")


#: family -> (rule sets that settle a hand, how often the cost of a Czech record a record may cost)
GAMES = {
    "dansk": (("dansk-1", "bga-no-pots"), 2.0),
    "koenigrufen": (("ooe-2023-04", "wtc-2020", "ttc-2020", "ruediger", "cheltenham"), 1.3),
}


def _games(report: Report) -> None:
    """What a record of the other games costs against a Czech one: read, replayed, settled and compared."""

    def cost(family: str, ruleset: str) -> float:
        data = corpus.records(300, family, ruleset).encode()
        return best(lambda: sum(1 for _ in check_bytes(data)))

    czech = cost("taroky", "devatenactka-1")
    for family, (names, limit) in GAMES.items():
        for name in names:
            ratio = cost(family, name) / czech
            report.row(f"check of a record of {name}", f"{ratio:.2f} x a Czech one", f"at most {limit}", ratio <= limit)


def _memory(report: Report, text: str) -> None:
    """Peak memory of a process that checks a pipe of many records (read from /proc, so on Linux only)."""
    if not Path("/proc/self/status").exists():
        return
    code = (
        "import re, sys\n"
        "from tarok_pbn.check import check_file\n"
        "n = sum(1 for _ in check_file(sys.stdin.buffer))\n"
        "print(n, int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) // 1024)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        block = text.encode()
        for _ in range(8):
            process.stdin.write(block)
        process.stdin.close()
        count, megabytes = process.stdout.read().split()
    report.row(
        f"memory, {int(count):,} records through a pipe", f"{int(megabytes)} MB", "below 60 MB", int(megabytes) < 60
    )


def _import(report: Report) -> None:
    code = (
        "import sys, time; t = time.perf_counter(); import tarok_pbn; t = time.perf_counter() - t; "
        "print(t * 1000, *(m for m in ('pydantic', 'lxml', 'jinja2') if m in sys.modules))"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(5)
    ]
    least = min(float(run[0]) for run in runs)
    report.row("import tarok_pbn", f"{least:.0f} ms", "below 80 ms, no heavy imports", least < 80 and len(runs[0]) == 1)


if __name__ == "__main__":
    sys.exit(main())
