"""Issue 6, scale: the same work on a cluster of dask, with the same output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from tarok_pbn.archive.engine import Engine, EngineError, parse_engine
from tarok_pbn.archive.work import Lost
from tests.examples import ROOT
from tests.hands import FILE, H1, REVOKE, WRONG_SCORE
from tests.running import tarok
from tests.scale_tasks import dies_at, fails_at, slow_square, square, unreadable

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed by signals of POSIX")
ITEMS = [(1, 2), (12, 13, 14), (5, 6)]


_CLUSTER = """
import os, sys
from distributed import Client, LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as cluster:
        with Client(cluster) as client:
            client.run(os.chdir, "/")
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A cluster that exists already: a scheduler and two workers in another directory; its address."""
    with subprocess.Popen(
        [sys.executable, "-c", _CLUSTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip().removeprefix("tcp://")
        process.communicate()


def singles(items: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(item,) for item in items]


def shown(found: Iterator[tuple[tuple[int, ...], list[int] | Lost]]) -> list[object]:
    return [(item, result.why if isinstance(result, Lost) else result) for item, result in found]


def test_results_come_in_order(scheduler):
    items = [(n,) for n in range(20)]
    found = list(parse_engine(f"dask://{scheduler}").mapped(items, slow_square))
    assert found == [((n,), [n * n]) for n in range(20)]


@pytest.mark.parametrize(
    ("task", "why"), [(dies_at, "the process that worked on it died, twice"), (fails_at, "ValueError: thirteen")]
)
def test_only_the_part_that_cannot_be_done_is_lost(scheduler, task, why):
    notices: list[str] = []
    found = parse_engine(f"dask://{scheduler}").mapped(ITEMS, task, parts=singles, notice=notices.append)
    assert shown(found) == [((1, 2), [1, 4]), ((12,), [144]), ((13,), why), ((14,), [196]), ((5, 6), [25, 36])]
    if task is dies_at:
        assert notices
        assert all("has left the cluster" in text for text in notices)


def test_a_worker_that_dies_just_when_the_waiting_for_it_ends_is_told_as_that():
    """The time limit of one look is no failure of the work: what that came to is asked for once more."""
    from distributed import KilledWorker

    from tarok_pbn.archive.engine_dask import Remote, _Cluster

    class Dying:
        status = "pending"

        def result(self, timeout):
            if self.status == "error":
                raise KilledWorker.__new__(KilledWorker)
            self.status = "error"
            raise TimeoutError

    class One:
        def nthreads(self):
            return {"tcp://one": 1}

    found = _Cluster(One(), Remote(slow_square), print).result(Dying())
    assert found.why == "the process that worked on it died, twice"


def test_what_cannot_be_read_is_told_with_the_words_of_the_system(scheduler):
    found = parse_engine(f"dask://{scheduler}").mapped(ITEMS, unreadable, parts=singles)
    assert shown(found) == [((1, 2), [1, 4]), ((12, 13, 14), "Input/output error"), ((5, 6), [25, 36])]


def test_a_worker_that_is_killed_from_outside_costs_nothing(scheduler):
    from distributed import Client

    notices: list[str] = []
    with Client(f"tcp://{scheduler}", set_as_default=False) as client:
        victim = next(iter(client.run(os.getpid).values()))
    killer = threading.Timer(0.6, os.kill, (victim, signal.SIGKILL))
    killer.start()
    items = [(n,) for n in range(0, 40, 2)]
    found = list(parse_engine(f"dask://{scheduler}").mapped(items, slow_square, notice=notices.append))
    killer.join()
    assert found == [((n,), [n * n]) for n in range(0, 40, 2)]
    assert len(notices) == 1


@pytest.mark.parametrize("where", ["local", "remote"])
def test_check_prints_what_one_process_prints(scheduler, where, tmp_path, monkeypatch):
    (tmp_path / "a.tpbn").write_text(FILE + "\n" + WRONG_SCORE.partition("\n\n")[2] + "\n" + H1, "utf-8")
    (tmp_path / "b.tpbn").write_text(REVOKE, "utf-8")
    for source in (ROOT / "samples" / "koenigrufen").glob("*club*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    house = (ROOT / "samples" / "koenigrufen" / "house-rules.tpbn").read_text("utf-8")
    (tmp_path / "c.tpbn").write_text(house, "utf-8")
    (tmp_path / "our-club.toml").write_text("base = 'nothing of the kind'\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tarok_pbn.archive.partition.TARGET", 500)
    engine = "dask" if where == "local" else f"dask://{scheduler}"
    files = ["a.tpbn", "nowhere.tpbn", ".", "-"]
    one = tarok("check", *files, stdin=WRONG_SCORE.encode())
    assert one.code == 2
    assert "our-club.toml:1:1: R016" in one.out
    assert tarok("check", *files, "--engine", engine, "--jobs", "2", stdin=WRONG_SCORE.encode()) == one


def test_a_cluster_that_is_not_there_is_wrong_usage(monkeypatch):
    monkeypatch.setattr("tarok_pbn.archive.engine_dask._CONNECT", 0.2)
    run = tarok("check", "-", "--engine", "dask://127.0.0.1:9", stdin=FILE.encode())
    assert run.code == 2
    assert "no scheduler of dask answers at tcp://127.0.0.1:9" in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize("name", ["spark", "dask://", "dask:8786", ""])
def test_an_unknown_engine_is_wrong_usage(name):
    run = tarok("check", "-", "--engine", name)
    assert run.code == 2
    assert "write processes, dask (a cluster of this machine) or dask://HOST:PORT" in " ".join(run.err.split())


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EngineError, match=r"pip install 'tarok-pbn\[cluster\]'"):
        list(Engine("dask").mapped([(1,)], square))


def test_another_version_on_the_workers_is_not_used(scheduler, monkeypatch):
    monkeypatch.setattr("tarok_pbn.archive.engine_dask.__version__", "99.0")
    with pytest.raises(EngineError, match=r"a worker has version .* here is 99\.0"):
        list(parse_engine(f"dask://{scheduler}").mapped([(1,)], square))
