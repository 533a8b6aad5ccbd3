"""The implementation that the tools find."""

from __future__ import annotations

from trefoil.plain import GAME

__all__ = ["GAME"]
