"""Compiles with mypyc what a check runs through: the same Python source, as an extension.

``hatch_build.py`` does so for a wheel where ``TAROK_PBN_COMPILE=require`` asks for it. Every compiled module stands
beside its source, which Python passes over then; so nothing of it is ever put into a checkout.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["MODULES", "compiled"]

#: What is compiled, by package: the way of a plain record from its bytes to the verdict. Left out is what only an
#: irregular record needs, what others may derive a class from (``Game``), generators that hold a file open (mypyc's do
#: not close it when they are dropped), and tables of words, which gain nothing.
MODULES = {
    "": "cards checked figures findings ledger offer record replay setup verdict",
    "notation": "hands meaning parsed quick reading report spelling split tags values words",
    "games/kit": "decision feed ladder pots table tricks",
    "games/taroky": "announce auction cards exchange facts hand laws running settle stated varsava",
    "games/dansk": "announce cards exchange facts hand laws melds pots running settle tabletalk",
    "games/koenigrufen": "announce auction call cards exchange facts hand laws outcome radl renonce running settle"
    " state tariff trischaken",
}
_GROUP = "tarok_pbn"


def compiled(root: Path, place: Path) -> dict[str, str]:
    """Compiles a copy of the package of *root* in the empty directory *place*.

    Gives each file that was made and its path in a wheel. Raises subprocess.CalledProcessError; its output says why.
    """
    shutil.copytree(
        root / "tarok_pbn", place / "tarok_pbn", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    )
    made = place / "made"
    made.mkdir()
    command = [sys.executable, str(Path(__file__).resolve()), str(place), str(made)]
    subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # our own arguments
    return {str(file): file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file()}


def main(place: str, made: str) -> None:
    """Compiles the package in *place*; the extensions go to the directory *made*."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    os.chdir(place)
    names = [(package, name) for package, names in MODULES.items() for name in names.split()]
    sources = [str(Path("tarok_pbn", package, f"{name}.py")) for package, name in names]
    # Types are checked where the project is developed; here a stranger's packages may be missing.
    options = ["--config-file=", "--ignore-missing-imports", *sources]
    extensions = mypycify(options, opt_level="1", debug_level="0", multi_file=True, group_name=_GROUP)
    build = build_ext(Distribution({"name": _GROUP, "ext_modules": extensions}))
    build.build_lib, build.build_temp = made, "objects"
    build.ensure_finalized()
    build.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
