"""Foreign formats: what other programs save, read and where it makes sense written. One module a format."""

from __future__ import annotations

from tarok_pbn.exchange.foreign.registry import FORMATS

__all__ = ["FORMATS"]
