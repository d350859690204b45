"""Compile the native kernel in place, next to the package, and of it only what has changed.

    python -m tools.kernel

A checkout on Python's path then uses it. It is made for the Python that runs this, by CMake in
``build/native``; nanobind, and CMake where the system has none, come with the development packages.
``TAROK_PBN_NATIVE`` is heeded as in an installation, but a compiler that is there must not fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatch_build import choice, compiler, forget
from tarok_pbn.analysis.native import backend

__all__ = ["compiled", "main"]

ROOT = Path(__file__).resolve().parent.parent


def compiled(root: Path = ROOT) -> None:
    """Compiles ``tarok_pbn/_kernel`` of the checkout *root*.

    Raises FileNotFoundError without CMake, CalledProcessError where the compiler fails; what it said is shown.
    """
    place = root / "build" / "native" / str(sys.implementation.cache_tag)
    shutil.rmtree(place / "installed", ignore_errors=True)
    tools = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))
    cmake = shutil.which("cmake", path=tools) or "cmake"
    ninja = shutil.which("ninja", path=tools)
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
    for step in (
        ["-S", str(root), "-B", str(place), *generator, f"-DPython_EXECUTABLE={sys.executable}"],
        ["--build", str(place), "--config", "Release"],
        ["--install", str(place), "--config", "Release", "--prefix", str(place / "installed")],
    ):
        done = subprocess.run([cmake, *step], capture_output=True, text=True)  # noqa: S603  # our own arguments
        if done.returncode != 0 or "warning" in done.stdout:
            print(done.stdout, done.stderr, file=sys.stderr)
        done.check_returncode()
    # Whoever runs the old one goes on with it: the new one takes its name, not its bytes.
    (made,) = (place / "installed" / "tarok_pbn").iterdir()
    fresh = shutil.copy2(made, root / "tarok_pbn" / f"{made.name}.new")
    os.replace(fresh, root / "tarok_pbn" / made.name)
    forget(root, kept=made.name)


def main() -> int:
    """Compiles it and says what the package now runs on; returns the exit status."""
    chosen = choice()
    try:
        if chosen == "require" or (chosen == "auto" and compiler()):
            compiled()
    except FileNotFoundError:
        print("CMake is missing; the development packages bring it", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    print(backend())
    return 0


if __name__ == "__main__":
    sys.exit(main())
