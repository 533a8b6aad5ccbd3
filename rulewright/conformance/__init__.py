"""Conformance: is this engine right, and which readings of the rules does it play?

    >>> from rulewright.conformance import check  # doctest: +SKIP
    >>> check(my_game, "nonaga").verdict  # doctest: +SKIP
    <Verdict.CONFORMS: 'conforms'>

What is exported here is loaded when it is first used: pytest loads this package at its start.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.conformance.adapter.conversation import Command, NotSupported, Player
    from rulewright.conformance.checking import Order, check, conform
    from rulewright.conformance.evidence.budget import NORMAL, QUICK, THOROUGH, Effort
    from rulewright.conformance.evidence.report import Report, Verdict
    from rulewright.interface import IllegalAction

__all__ = [
    "NORMAL",
    "QUICK",
    "THOROUGH",
    "Command",
    "Effort",
    "IllegalAction",
    "NotSupported",
    "Order",
    "Player",
    "Report",
    "Verdict",
    "check",
    "conform",
]

_HOMES = {
    "NORMAL": "evidence.budget",
    "QUICK": "evidence.budget",
    "THOROUGH": "evidence.budget",
    "Effort": "evidence.budget",
    "Command": "adapter.conversation",
    "NotSupported": "adapter.conversation",
    "Player": "adapter.conversation",
    "Order": "checking",
    "check": "checking",
    "conform": "checking",
    "Report": "evidence.report",
    "Verdict": "evidence.report",
}


def __getattr__(name: str) -> Any:
    """Load an exported name from the module that defines it."""
    if name == "IllegalAction":
        return import_module("rulewright.interface").IllegalAction
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """List the exported names, loaded or not."""
    return sorted({*globals(), *__all__})
