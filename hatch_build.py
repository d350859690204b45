"""Build hook: a wheel carries ``cli.py`` and ``templates/`` inside the package.

An editable install carries nothing: there ``tarok_pbn.shipped`` finds both where they
stand, at the top of the repository, and never a stale copy.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShipTopLevel(BuildHookInterface[BuilderConfig]):
    """Maps the top-level command line and templates into ``tarok_pbn/``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the mapping to a standard wheel; *version* is ``editable`` for ``pip install -e``."""
        if version == "standard":
            for name in ("cli.py", "templates"):
                build_data["force_include"][os.path.join(self.root, name)] = f"tarok_pbn/{name}"
