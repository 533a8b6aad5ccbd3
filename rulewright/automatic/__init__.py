"""Theorems that every specification has: nothing to write for its author.

    >>> from rulewright.automatic import inductive

Exported names are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.automatic.own_formulas import inductive
    from rulewright.automatic.statements import AutomaticTwin, AutomaticVerdict, ShownStep

__all__ = ["AutomaticTwin", "AutomaticVerdict", "ShownStep", "inductive"]


def __getattr__(name: str) -> Any:
    """Load an exported name from the module that defines it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "own_formulas" if name == "inductive" else "statements"
    return getattr(import_module(f"{__name__}.{home}"), name)
