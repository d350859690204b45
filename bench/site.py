"""A site of many records: pages a second, memory, and what a second run costs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from bench import corpus
from bench.timing import Report

__all__ = ["site"]

_BUILD = """
import re, sys, time
from pathlib import Path
from tarok_pbn.check import check_path
from tarok_pbn.report.pages import Pages
from tarok_pbn.report.site import build_site
path, folder = sys.argv[1:]
start = time.process_time()
report = build_site([Pages(path, "hands", enumerate(check_path(path), 1))], folder)
spent = time.process_time() - start
status = Path("/proc/self/status")  # not ru_maxrss, which begins with the parent's
peak = int(re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]) / 1024 if status.exists() else 0
print(spent, peak, report.rendered)
"""


def _build(path: Path, folder: Path) -> tuple[float, float, int]:
    """(CPU seconds, MB at the peak, pages of records rendered)."""
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, str(path), str(folder)], check=True, stdout=subprocess.PIPE, text=True
    )
    seconds, peak, rendered = done.stdout.split()
    return float(seconds), float(peak), int(rendered)


def site(report: Report) -> None:
    """Sites of 250 and of 1,000 records; the second run finds nothing to do."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        peaks = []
        for count in (250, 1000):
            path = root / f"{count}.tpbn"
            path.write_text(corpus.records(count), "utf-8")
            seconds, peak, rendered = _build(path, root / f"site-{count}")
            peaks.append(peak)
            report.row(f"site of {count:,} records", f"{rendered / seconds:,.0f} pages/s", f"peak {peak:.0f} MB")
        grown = peaks[1] - peaks[0]
        report.row("  memory does not grow", f"{grown:+.1f} MB", "less than 5 MB", grown < 5)
        seconds, _, rendered = _build(path, root / "site-1000")
        report.row("  run again, nothing changed", f"{seconds:.2f} s", f"{rendered} rendered", rendered == 0)
