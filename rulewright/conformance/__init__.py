"""Conformance: is this engine right, and which readings of the rules does it play?

    >>> from rulewright.conformance import check  # doctest: +SKIP
    >>> check(my_game, "nonaga").verdict  # doctest: +SKIP
    <Conformity.CONFORMS: 'conforms'>

It reads from `adapter` (what an engine says) over `evidence` (held against the rules), `stages` (what
is asked) and `verdict` (what follows) to `outputs`; `checking` puts them together, and `pytest_plugin`
makes tests of it. Exports are loaded when they are first used: pytest loads this package at its start.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.conformance.adapter.conversation import Command, NotSupported, Player
    from rulewright.conformance.checking import Plan, check, conform
    from rulewright.conformance.evidence.report import Conformity, Report
    from rulewright.conformance.evidence.thoroughness import NORMAL, QUICK, THOROUGH, Thoroughness
    from rulewright.interface import IllegalAction

__all__ = [
    "NORMAL",
    "QUICK",
    "THOROUGH",
    "Command",
    "Conformity",
    "IllegalAction",
    "NotSupported",
    "Plan",
    "Player",
    "Report",
    "Thoroughness",
    "check",
    "conform",
]

_HOMES = {
    "NORMAL": "conformance.evidence.thoroughness",
    "QUICK": "conformance.evidence.thoroughness",
    "THOROUGH": "conformance.evidence.thoroughness",
    "Thoroughness": "conformance.evidence.thoroughness",
    "Command": "conformance.adapter.conversation",
    "Conformity": "conformance.evidence.report",
    "IllegalAction": "interface",
    "NotSupported": "conformance.adapter.conversation",
    "Plan": "conformance.checking",
    "Player": "conformance.adapter.conversation",
    "Report": "conformance.evidence.report",
    "check": "conformance.checking",
    "conform": "conformance.checking",
}
_RENAMED = {"Effort": "Thoroughness", "Order": "Plan", "Verdict": "Conformity"}
"""Old name -> new name; the old ones go with the next release."""


def __getattr__(name: str) -> Any:
    """Load an exported name from the module that defines it."""
    if name in _RENAMED:
        new = _RENAMED[name]
        text = f"{__name__}.{name} is now {new}; the old name goes with the next release"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        name = new
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"rulewright.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """List the exported names, loaded or not."""
    return sorted({*globals(), *__all__})
