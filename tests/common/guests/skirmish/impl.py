"""The implementation that the tools find."""

from __future__ import annotations

from skirmish.plain import GAME

__all__ = ["GAME"]
