"""Build hook: what a wheel carries beside the Python files of the package.

``cli.py`` and ``templates/`` are mapped into the package. An editable install carries neither:
there ``tarok_pbn.shipped`` finds both where they stand, at the top of the repository, and never
a stale copy.

The native kernel, ``tarok_pbn._kernel``, is compiled where there is a C++ compiler, by
scikit-build-core and CMake; an editable install puts it in place, next to the package. Without
a compiler the package is pure Python. ``TAROK_PBN_NATIVE`` chooses: ``auto`` (so, the default),
``require`` (a build without the kernel fails), ``off`` (the compiler is not tried).

``TAROK_PBN_COMPILE=require`` also compiles what a check runs through, with mypyc, into a wheel for this one
Python: a minute or two more for checks that are 1.4 to 1.7 times as fast. ``off`` is the default.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "TAROK_PBN_NATIVE"
CHOICES = ("auto", "require", "off")
COMPILE = "TAROK_PBN_COMPILE"


def choice(switch: str = SWITCH, choices: tuple[str, ...] = CHOICES) -> str:
    """What the environment asks for, the first of *choices* where it says nothing.

    Leaves with a message where it asks for something unknown.
    """
    said = os.environ.get(switch, "").strip().lower() or choices[0]
    if said not in choices:
        raise SystemExit(f"{switch} is {said!r}; it may be {', '.join(choices[:-1])} or {choices[-1]}")
    return said


def compiling() -> bool:
    """Whether the environment asks for compiled checks."""
    return choice(COMPILE, ("off", "require")) == "require"


def compiler() -> bool:
    """Whether a C++ compiler is likely to be found, so that CMake is worth fetching."""
    named = shlex.split(os.environ.get("CXX", ""), posix=os.name != "nt")
    if named:
        return shutil.which(named[0].strip('"')) is not None
    if os.name == "nt" and "CC" not in os.environ:
        programs = os.environ.get("PROGRAMFILES(X86)", "")  # Windows ignores the case
        if (Path(programs) / "Microsoft Visual Studio" / "Installer" / "vswhere.exe").exists():
            return True
    return any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl"))


def forget(root: Path, kept: str = "") -> None:
    """Remove the kernels in place that this Python would load, but the one of name *kept*."""
    for suffix in {str(sysconfig.get_config_var("EXT_SUFFIX")), ".abi3.so", ".pyd"}:
        if kept != f"_kernel{suffix}":
            (root / "tarok_pbn" / f"_kernel{suffix}").unlink(missing_ok=True)


class ShipTopLevel(BuildHookInterface[BuilderConfig]):
    """Maps the top-level command line and templates into ``tarok_pbn/``, and compiles the kernel."""

    _cmake: Any = None
    _place: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """CMake and Ninja from PyPI, where the kernel is to be compiled and the system has none; mypyc if asked for."""
        mypyc = ["mypy>=2.4", "setuptools>=70"] if compiling() else []
        return [*mypyc, *self._scikit_build().dependencies()] if self._wanted() else mypyc

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add to a standard wheel, or compile in place: *version* is ``editable`` for ``pip install -e``."""
        if version == "standard":
            for name in ("cli.py", "templates"):
                build_data["force_include"][os.path.join(self.root, name)] = f"tarok_pbn/{name}"
        else:
            forget(Path(self.root))  # an earlier one would not be of these sources
        self._add_kernel(version, build_data)
        if compiling() and version == "standard":
            self._add_compiled(build_data)

    def _add_kernel(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._wanted():
            self.app.display_info("tarok_pbn: pure Python, without the native kernel")
            return
        built = self._built()
        if built is None:
            return
        if version == "standard":
            build_data["force_include"].update(built["force_include"])
            build_data["pure_python"] = False
            build_data["tag"] = built["tag"]
        else:
            for source in built["force_include"]:
                shutil.copytree(source, Path(self.root) / "tarok_pbn", dirs_exist_ok=True)

    def _add_compiled(self, build_data: dict[str, Any]) -> None:
        """What mypyc makes of the package; the wheel is then for one version of Python."""
        sys.path.insert(0, self.root)
        from mypyc_build import compiled

        self._place = TemporaryDirectory(prefix="tarok-pbn-")
        try:
            build_data["force_include"].update(compiled(Path(self.root), Path(self._place.name)))
        except subprocess.CalledProcessError as failed:
            said = f"{failed.stdout}{failed.stderr}".strip()
            raise SystemExit(f"tarok_pbn: {COMPILE}=require, and mypyc failed:\n{said}") from None
        build_data["pure_python"] = False
        build_data.pop("tag", None)  # the kernel's, which may be of later versions too
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made on the way."""
        if self._place is not None:
            self._place.cleanup()
        if self._cmake is not None:
            self._cmake.finalize(version, build_data, artifact_path)

    def _wanted(self) -> bool:
        chosen = choice()
        return chosen == "require" or (chosen == "auto" and compiler())

    def _scikit_build(self) -> Any:
        from scikit_build_core.hatch.plugin import ScikitBuildHook

        return ScikitBuildHook(
            self.root, {}, self.build_config, self.metadata, self.directory, self.target_name, self.app
        )

    def _built(self) -> dict[str, Any] | None:
        """What scikit-build-core adds to a wheel, or None where it failed and may fail."""
        data: dict[str, Any] = {
            name: {} for name in ("force_include", "shared_data", "shared_scripts", "extra_metadata")
        }
        try:
            self._cmake = self._scikit_build()
            self._cmake.initialize("standard", data)
        except Exception as wrong:
            if choice() == "require":
                raise SystemExit(f"tarok_pbn: {SWITCH}=require, and the native kernel was not built: {wrong}") from None
            self.app.display_warning(f"tarok_pbn: pure Python, for the native kernel was not built: {wrong}")
            return None
        return data
