"""Where the files stand that live at the top of the repository and inside an installed wheel.

``cli.py`` and ``templates/`` are mapped into the package when a wheel is built; in a
checkout they stand beside it. Whoever needs one asks here, so that both behave alike.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["checks", "shipped"]

_PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The path of ``cli.py`` or ``templates``. Raises FileNotFoundError where it is in neither place."""
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} is missing from the installation of tarok_pbn")


def checks() -> str:
    """What checks records, in a word: ``compiled by mypyc`` or ``plain Python``, which say the same."""
    import tarok_pbn.replay

    return "plain Python" if str(tarok_pbn.replay.__file__).endswith(".py") else "compiled by mypyc"
