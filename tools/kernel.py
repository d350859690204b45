"""Compile the native kernel in place, next to the package; seconds, and only what has changed.

    python -m tools.kernel

A checkout on Python's path then uses it. It is made for the Python that runs this, by CMake in
``build/native``; nanobind, and CMake where the system has none, come with the development packages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

__all__ = ["compiled", "main"]

ROOT = Path(__file__).resolve().parent.parent


def compiled(root: Path = ROOT) -> None:
    """Compiles ``tarok_pbn/_kernel`` of the checkout *root*. Raises CalledProcessError where that fails."""
    place = root / "build" / "native" / sys.implementation.cache_tag
    tools = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))
    cmake = shutil.which("cmake", path=tools) or "cmake"
    ninja = shutil.which("ninja", path=tools)
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
    for step in (
        ["-S", str(root), "-B", str(place), *generator, f"-DPython_EXECUTABLE={sys.executable}"],
        ["--build", str(place), "--config", "Release"],
        ["--install", str(place), "--config", "Release", "--prefix", str(root)],
    ):
        subprocess.run([cmake, *step], check=True)  # noqa: S603  # CMake, with our own arguments


def main() -> int:
    """Compiles it and says what it is; returns the exit status."""
    try:
        compiled()
    except FileNotFoundError as missing:
        print(f"{missing.filename} is missing; the development packages bring it", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    from tarok_pbn.analysis.native import backend

    print(backend())
    return 0


if __name__ == "__main__":
    sys.exit(main())
