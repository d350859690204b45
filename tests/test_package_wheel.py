"""Issue 2, project: an installed wheel works exactly like the checkout, with cli and templates inside."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path

import pytest

from tests.hands import FILE, WRONG_SCORE

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links into the environment are POSIX")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from an sdist of the checkout."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin directory of a fresh environment with the wheel and the dependencies it declares.

    The dependencies are linked from the running environment, exactly those that the wheel asks
    for and no others, so that the test needs no network and a forgotten dependency shows.
    """
    place = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(place, with_pip=False, symlinks=True)
    scheme = sysconfig.get_paths("venv", {"base": str(place), "platbase": str(place)})
    site = Path(scheme["purelib"])
    for name in declared("tarok-pbn"):
        for top in {file.parts[0] for file in distribution(name).files or [] if file.parts[0] != ".."}:
            source = Path(str(distribution(name).locate_file(top)))
            if source.exists() and not (site / top).exists() and top != "__pycache__":
                (site / top).symlink_to(source)
    command = [sys.executable, "-m", "pip", "--python", str(place), "install", "--no-deps", "--no-index", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(scheme["scripts"])


def declared(name: str) -> set[str]:
    """Names of the distributions that *name* needs, and those that they need."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for line in requires(waiting.pop()) or []:
            needed = re.split(r"[^\w.-]", line, maxsplit=1)[0]
            if "extra ==" in line or needed in found:
                continue
            try:
                distribution(needed)
            except PackageNotFoundError:
                continue  # its marker does not apply here
            found.add(needed)
            waiting.append(needed)
    return found


def run(command: list[str], cwd: Path, stdin: str = "") -> tuple[int, str, str]:
    """Exit code and streams; nothing of the surroundings reaches Python's path."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROK", "COLUMNS"))}
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, encoding="utf-8", env=env)
    return done.returncode, done.stdout, done.stderr


def test_wheel_carries_cli_templates_and_game_data(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "tarok_pbn/cli.py" in names
    assert "tarok_pbn/py.typed" in names
    assert "tarok_pbn/games/taroky/rulesets.toml" in names
    checkout = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("*") if path.is_file()}
    assert checkout, "there are templates"
    assert {f"tarok_pbn/{name}" for name in checkout if "__pycache__" not in name} <= names
    outside = {name.partition("/")[0] for name in names}
    assert all(top == "tarok_pbn" or top.endswith(".dist-info") for top in outside), outside


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["check", "hands.tpbn"],
        ["check", "hands.tpbn", "--output-format", "sarif"],
        ["check", "hands.tpbn", "--output-format", "junit"],
        ["check", "-"],
        ["fmt", "-"],
        ["fmt", "--diff", "loose.tpbn"],
        ["show", "hands.tpbn:1"],
        ["show", "hands.tpbn:1", "--at", "5.2", "--plain"],
        ["score", "hands.tpbn"],
        ["html", "hands.tpbn:1"],
        ["html", "hands.tpbn", "--single"],
        ["explain", "P002"],
        ["schema"],
        ["rules", "taroky", "texas"],
        ["schema", "--form", "xml"],
        ["new"],
        ["convert", "hands.tpbn", "--to", "xml"],
        ["query", "declarer lost", "hands.tpbn"],
        ["stat", "hands.tpbn"],
        ["stat", "hands.tpbn", "--output-format", "html"],
        ["diff", "hands.tpbn:1", "hands.tpbn:2"],
        ["check", "hands.tpbn", "--jobs", "2"],
    ],
    ids=" ".join,
)
def test_wheel_does_what_the_checkout_does(fresh, tmp_path, arguments):
    (tmp_path / "hands.tpbn").write_text(FILE + WRONG_SCORE.partition("\n")[2], "utf-8")
    (tmp_path / "loose.tpbn").write_text(FILE.replace("S ST SQ", "S ♠10  SQ"), "utf-8")
    stdin = WRONG_SCORE if "-" in arguments else ""
    installed = run([str(fresh / "tarok"), *arguments], tmp_path, stdin)
    checkout = run([sys.executable, "-m", "tarok_pbn", *arguments], tmp_path, stdin)
    assert installed == checkout
    assert installed[0] in (0, 1), installed
    assert installed[1]


def test_wheel_has_the_native_kernel_where_there_is_a_compiler(wheel, fresh, tmp_path):
    code, out, err = run([str(fresh / "tarok"), "--version", "-v"], tmp_path)
    assert (code, err) == (0, "")
    compiled = [name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tarok_pbn/_kernel.")]
    if any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        assert out.splitlines()[-1].startswith("solver native kernel ")
        assert len(compiled) == 1
        assert not wheel.name.endswith("-none-any.whl")
    else:
        assert out.splitlines()[-1] == "solver pure Python: the native kernel was not built"
        assert compiled == []
        assert wheel.name.endswith("-py3-none-any.whl")


def test_both_names_and_the_module_start_the_same_program(fresh, tmp_path):
    version = run([str(fresh / "tarok"), "--version"], tmp_path)
    assert version[1].startswith("tarok 0.")
    assert run([str(fresh / "tarok-pbn"), "--version"], tmp_path) == version
    assert run([str(fresh / "python"), "-m", "tarok_pbn", "--version"], tmp_path) == version


def test_pages_of_the_wheel_come_from_inside_it(fresh, tmp_path):
    program = "from tarok_pbn.shipped import shipped; print(shipped('templates')); print(shipped('cli.py'))"
    code, out, _ = run([str(fresh / "python"), "-c", program], tmp_path)
    assert code == 0
    assert all(str(fresh.parent) in line for line in out.splitlines())
