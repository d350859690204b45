"""Issue 2, speed: a wheel whose checks are compiled by mypyc says to the byte what plain Python says."""

from __future__ import annotations

import os
import pkgutil
import random
import shutil
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import tarok_pbn
from mypyc_build import MODULES
from tarok_pbn.games import games, get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.notation import write_file

ROOT = Path(__file__).parent.parent
COMPILER = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
#: what checks, replays, scores, reads and writes; with --jobs objects of compiled classes go from process to process
COMMANDS = (
    ("check", "--output-format", "json-lines", "{files}"),
    ("check", "--output-format", "json", "--jobs", "2", "{files}"),
    ("fmt", "--diff", "{files}"),
    ("query", "declarer won", "{files}"),
    ("stat", "{clean}"),
    ("convert", "--to", "json-lines", "--jobs", "2", "{clean}"),
    ("score", "{one}"),
    ("show", "{one}"),
    ("html", "--single", "{one}"),
)


def test_no_class_is_derived_from_one_that_is_compiled_alone():
    """Python refuses that when the class is made, which may be late: rooms and pages are loaded when they are needed."""
    compiled = {
        ".".join(part for part in ("tarok_pbn", package.replace("/", "."), name) if part)
        for package, names in MODULES.items()
        for name in names.split()
    }
    found = {module.name for module in pkgutil.walk_packages(tarok_pbn.__path__, "tarok_pbn.")}
    assert compiled <= found
    for name in sorted(found - compiled):
        for kind in vars(import_module(name)).values():
            if isinstance(kind, type) and kind.__module__ == name:
                assert not [base for base in kind.__mro__ if base.__module__ in compiled], kind


def hands(place: Path) -> list[str]:
    """A file of random hands of each rule set, and one of the same hands with letters changed by lot."""
    rng = random.Random(8)
    found = []
    for family in games():
        game = get(family)
        for name, rules in game.rulesets().items():
            tags = {"Event": "Lot", "Rules": name}
            if family == "dansk":
                tags["Pots"] = "pagat 75; king 95"
            records = [
                play_hand(game, rules.options, rng, tags=tags, dealer=rng.choice(game.seats))[0] for _ in range(12)
            ]
            text = "".join(write_file(records))
            damaged = list(text)
            for _ in range(40):
                damaged[rng.randrange(len(text))] = rng.choice("SENWTKQ17., :[\n")
            for kind, content in (("clean", text), ("damaged", "".join(damaged))):
                path = place / f"{family}-{name}-{kind}.tpbn"
                path.write_text(content, "utf-8")
                found.append(str(path))
    return found


def said(tree: Path, words: list[str]) -> tuple[int, bytes, bytes]:
    """Exit code and streams of the program in *tree*."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROK", "COLUMNS"))}
    command = [sys.executable, "-P", "-m", "tarok_pbn", *words]
    done = subprocess.run(command, capture_output=True, env={**env, "PYTHONPATH": str(tree)}, cwd=tree.anchor)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_a_compiled_wheel_says_what_plain_python_says(tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROK"))}
    build = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel", "--outdir"]
    done = subprocess.run(
        [*build, str(tmp_path / "dist"), str(ROOT)],
        env={**env, "TAROK_PBN_COMPILE": "require", "TAROK_PBN_NATIVE": "off"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{python}-{python}-" in wheel.name
    compiled = tmp_path / "compiled"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(compiled)
    assert b"checks compiled by mypyc" in said(compiled, ["--version", "-v"])[1]
    assert b"checks plain Python" in said(ROOT, ["--version", "-v"])[1]

    place = tmp_path / "hands"
    place.mkdir()
    clean = [path for path in hands(place) if path.endswith("clean.tpbn")]
    files = [str(ROOT / "samples"), str(ROOT / "tests" / "conformance"), str(place)]
    for command in COMMANDS:
        words: list[str] = []
        for word in command:
            words += {"{files}": files, "{clean}": clean, "{one}": clean[:1]}.get(word, [word])
        plain = said(ROOT, words)
        assert plain[0] in (0, 1), (command, plain[2].decode())
        assert said(compiled, words) == plain, command
