"""Issue 7, solver: the package is built with its native kernel where there is a compiler, and without where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tarok_pbn.analysis import native

ROOT = Path(__file__).parent.parent
COMPILER = any(shutil.which(name) for name in ("c++", "g++", "clang++"))
needs_compiler = pytest.mark.skipif(not COMPILER, reason="there is no C++ compiler")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what hides the compiler is POSIX")

NOT_BUILT = "pure Python: the native kernel was not built"
SWITCHED_OFF = "pure Python: the native kernel is switched off by TAROK_PBN_KERNEL"
TELL = "from tarok_pbn.analysis import native; print(native.backend()); print(native.kernel() is not None)"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clean copy of what is packed, without anything that was compiled."""
    copy = tmp_path / "tree"
    for name in ("tarok_pbn", "native", "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "_kernel.*"))
    for name in (".gitignore", "CMakeLists.txt", "LICENSE", "README.md", "cli.py", "hatch_build.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Settings of a machine without a compiler, without CMake and without anything else on its path."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return {"PATH": str(empty), "CC": "/nonexistent/cc", "CXX": "/nonexistent/c++"}


def run(*command: object, cwd: Path, **settings: str) -> tuple[int, str, str]:
    """Exit code and streams; of the surroundings nothing reaches Python's path or the build but *settings*."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TAROK", "CXX", "CC", "CMAKE"))}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, encoding="utf-8", env=kept | settings)
    return done.returncode, done.stdout, done.stderr


def built(tree: Path, **settings: str) -> tuple[int, str, list[Path]]:
    """Exit code, all output and the wheels of ``python -m build --wheel``."""
    build = (sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel")
    code, out, err = run(*build, "--outdir", tree / "dist", tree, cwd=tree, **settings)
    return code, out + err, sorted((tree / "dist").glob("*.whl"))


def told(python: Path | str, cwd: Path, **settings: str) -> list[str]:
    """What an installation says that it runs on, and whether it has a kernel."""
    code, out, err = run(python, "-c", TELL, cwd=cwd, **settings)
    assert (code, err) == (0, "")
    return out.splitlines()


def environment(place: Path) -> Path:
    """The interpreter of a fresh environment with nothing in it."""
    venv.create(place, with_pip=False, symlinks=True)
    scripts = sysconfig.get_path("scripts", "venv", {"base": str(place), "platbase": str(place)})
    return Path(scripts) / "python"


def is_pure(wheel: Path) -> bool:
    """Whether the wheel says in its name and inside that it is pure Python, and is."""
    archive = zipfile.ZipFile(wheel)
    (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
    said = archive.read(about).decode().splitlines()
    return (
        wheel.name.endswith("-py3-none-any.whl")
        and "Root-Is-Purelib: true" in said
        and "Tag: py3-none-any" in said
        and not any("_kernel" in name for name in archive.namelist())
    )


def test_where_there_is_a_compiler_these_tests_use_the_kernel(monkeypatch):
    monkeypatch.delenv("TAROK_PBN_KERNEL", raising=False)
    if COMPILER and os.environ.get("TAROK_PBN_NATIVE") != "off":
        assert native.backend().startswith("native kernel "), f"{native.backend()}; python -m tools.kernel compiles it"


@needs_compiler
def test_editable_install_compiles_the_kernel_next_to_the_package(tree, tmp_path):
    python = environment(tmp_path / "venv")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps")
    code, out, err = run(*pip, "--editable", tree, cwd=tmp_path, TAROK_PBN_NATIVE="require")
    assert code == 0, out + err
    (compiled,) = (tree / "tarok_pbn").glob("_kernel.*")
    assert told(python, tmp_path)[0].startswith("native kernel ")
    assert told(python, tmp_path)[1] == "True"
    assert told(python, tmp_path, TAROK_PBN_KERNEL="off") == [SWITCHED_OFF, "False"]
    # What lies in the tree does not slip into a pure wheel or an sdist, and goes with the next pure install.
    assert [is_pure(wheel) for wheel in built(tree, TAROK_PBN_NATIVE="off")[2]] == [True]
    code, out, err = run(*pip, "--editable", tree, cwd=tmp_path, TAROK_PBN_NATIVE="off")
    assert code == 0, out + err
    assert not compiled.exists()
    assert told(python, tmp_path) == [NOT_BUILT, "False"]


@pytest.mark.parametrize("how", [[], ["--editable"]], ids=["install", "editable"])
def test_without_a_compiler_an_install_is_pure_and_quiet(tree, tmp_path, bare, how):
    python = environment(tmp_path / "venv")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet")
    code, out, err = run(*pip, "--no-deps", *how, tree, cwd=tmp_path, **bare)
    assert code == 0, out + err
    assert "kernel" not in out + err
    assert told(python, tmp_path) == [NOT_BUILT, "False"]


def test_without_a_compiler_a_wheel_is_tagged_pure(tree, bare):
    code, said, wheels = built(tree, **bare)
    assert code == 0, said
    assert [is_pure(wheel) for wheel in wheels] == [True]
    assert "tarok_pbn: pure Python, without the native kernel" in said
    assert "CMake" not in said


def test_off_does_not_try_the_compiler(tree, tmp_path):
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/tried\nexit 1\n", "utf-8")
    trap.chmod(0o755)
    code, said, wheels = built(tree, TAROK_PBN_NATIVE="off", CXX=str(trap), CC=str(trap))
    assert code == 0, said
    assert [is_pure(wheel) for wheel in wheels] == [True]
    assert not (tmp_path / "tried").exists()


@needs_compiler
def test_require_without_a_compiler_fails_and_says_what_is_missing(tree, bare):
    code, said, wheels = built(tree, TAROK_PBN_NATIVE="require", CC=bare["CC"], CXX=bare["CXX"])
    assert code != 0
    assert wheels == []
    assert "/nonexistent/c++" in said
    assert "TAROK_PBN_NATIVE=require, and the native kernel was not built" in said


@needs_compiler
@pytest.mark.parametrize("choice", ["require", "auto"])
def test_what_the_compiler_says_is_shown_and_only_require_fails(tree, choice):
    for source in (tree / "native").glob("*.cpp"):
        source.write_text("#error this machine's compiler is too old\n", "utf-8")
    code, said, wheels = built(tree, TAROK_PBN_NATIVE=choice)
    assert "#error this machine's compiler is too old" in said
    assert "native kernel was not built" in said
    if choice == "require":
        assert code != 0
        assert wheels == []
    else:
        assert code == 0, said
        assert [is_pure(wheel) for wheel in wheels] == [True]


def test_a_choice_that_there_is_not_is_refused(tree):
    code, said, wheels = built(tree, TAROK_PBN_NATIVE="perhaps")
    assert code != 0
    assert wheels == []
    assert "TAROK_PBN_NATIVE is 'perhaps'; it may be auto, require or off" in said


def test_sdist_carries_the_sources_of_the_kernel_and_nothing_compiled(tree):
    (tree / "tarok_pbn" / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}").write_bytes(b"")
    build = (sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check", "--sdist")
    code, out, err = run(*build, "--outdir", tree / "dist", tree, cwd=tree)
    assert code == 0, out + err
    (sdist,) = (tree / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    sources = {f"native/{path.name}" for path in (ROOT / "native").iterdir()}
    assert {"native/kernel.cpp", "native/kernel.hpp", "native/binding.cpp"} <= sources
    assert names >= sources | {"CMakeLists.txt", "hatch_build.py", "cli.py"}
    assert not any("_kernel." in name for name in names)


def test_a_kernel_that_cannot_be_loaded_is_told_and_not_used(tree):
    (tree / "tarok_pbn" / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}").write_bytes(b"not a library")
    line, used = told(sys.executable, tree, PYTHONPATH=str(tree))
    assert line.startswith("pure Python: the native kernel cannot be loaded: ")
    assert used == "False"


def test_a_kernel_of_another_version_is_told_and_not_used(tree):
    (tree / "tarok_pbn" / "_kernel.py").write_text("def version():\n    return '0.9 (GCC 12.2)'\n", "utf-8")
    line, used = told(sys.executable, tree, PYTHONPATH=str(tree))
    assert line == f"pure Python: the native kernel is version 0.9 and {native.NEEDED} is needed; build it anew"
    assert used == "False"


@pytest.mark.parametrize("setting", ["off", "OFF", " off "])
def test_the_kernel_is_switched_off_at_run_time(monkeypatch, setting):
    monkeypatch.setenv("TAROK_PBN_KERNEL", setting)
    assert native.backend() == SWITCHED_OFF
    assert native.kernel() is None


def test_version_tells_the_backend_only_where_it_is_asked_for_more(tmp_path):
    program = (
        "import sys; sys.argv[1:] = ['--version']; from tarok_pbn.__main__ import main; main(); print(*sys.modules)"
    )
    code, out, err = run(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(ROOT))
    version, modules = out.splitlines()
    assert (code, err) == (0, "")
    assert version.startswith("tarok 0.")
    assert not {"tarok_pbn._kernel", "tarok_pbn.analysis", "click"} & set(modules.split())
    tarok = (sys.executable, "-m", "tarok_pbn", "--version", "-v")
    code, out, err = run(*tarok, cwd=tmp_path, PYTHONPATH=str(ROOT), TAROK_PBN_KERNEL="off")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"solver {SWITCHED_OFF}"
