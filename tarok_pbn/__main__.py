"""``python -m tarok_pbn`` and the entry points ``tarok`` and ``tarok-pbn``."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from tarok_pbn import __version__
from tarok_pbn.shipped import shipped

__all__ = ["load", "main"]


def load() -> ModuleType:
    """The command line as module ``tarok_pbn.cli``, from the wheel or from the top of a checkout."""
    name = "tarok_pbn.cli"
    if name not in sys.modules:
        spec = spec_from_file_location(name, shipped("cli.py"))
        if not isinstance(spec, ModuleSpec) or spec.loader is None:
            raise ImportError("cli.py cannot be loaded")
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def main() -> None:
    """Run the command line and leave with its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout:
        # Prompts and scripts ask this often: it must not wait for click to be imported.
        print(f"tarok {__version__}")
        return
    sys.exit(load().main())


if __name__ == "__main__":
    main()
