"""Which parameters a game takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.interface import RulewrightError, options_from
from rulewright.spec.catalogue import SpecifiedGame


def takes(specified: SpecifiedGame, params: Mapping[str, Any]) -> bool:
    """Return whether a game takes some parameters; those left out have their defaults."""
    try:
        options_from(specified.parameters, params)
    except (RulewrightError, TypeError, ValueError):
        return False
    return True
