"""The interface of every engine of every game, and the few plain types that all sides share.

This package is below everything else: it imports nothing of ours, and has no rules or geometry.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulewright.interface.engine import Action, Draw, Engine, Json, Position, Symmetry, Violation
from rulewright.interface.errors import (
    BadParameter,
    BeyondTheImplementation,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    RulewrightError,
    UnknownGame,
    UnknownName,
    UnknownParameter,
    UnknownQuestion,
    UnknownReading,
    UsageError,
    WithoutDocstrings,
    nearest,
    require_docstrings,
)
from rulewright.interface.options import (
    Options,
    choices_of,
    options_from,
    reading_field,
    whole_number_field,
)
from rulewright.interface.search import Nearest

if TYPE_CHECKING:
    from rulewright.interface.recording import (
        LegalSets,
        RecordedStates,
        Recording,
        WrittenPositions,
    )

__all__ = [
    "Action",
    "BadParameter",
    "BeyondTheImplementation",
    "Draw",
    "Engine",
    "IllegalAction",
    "ImpossiblePosition",
    "Json",
    "LegalSets",
    "MalformedAction",
    "MalformedPosition",
    "Nearest",
    "Options",
    "Position",
    "RecordedStates",
    "Recording",
    "RulewrightError",
    "Symmetry",
    "UnknownGame",
    "UnknownName",
    "UnknownParameter",
    "UnknownQuestion",
    "UnknownReading",
    "UsageError",
    "Violation",
    "WithoutDocstrings",
    "WrittenPositions",
    "choices_of",
    "nearest",
    "options_from",
    "reading_field",
    "require_docstrings",
    "whole_number_field",
]

_RECORDING = ("LegalSets", "RecordedStates", "Recording", "WrittenPositions")


def __getattr__(name: str) -> Any:
    """Load what needs NumPy on first use: the command line does without it."""
    if name not in _RECORDING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("rulewright.interface.recording"), name)
