"""The interface of every engine of every game, and the few plain types that all sides share.

This package is below everything else: it imports nothing of ours, and has no rules or geometry.
"""

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
from rulewright.interface.recording import (
    LegalSets,
    RecordedStates,
    Recording,
    WrittenPositions,
)
from rulewright.interface.search import Nearest

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
