"""Options and long values in words, for lines that people read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONGEST = 60
"""Characters of a value that are shown; a longer one goes without its middle."""
DEFAULT_OPTIONS = "the default options"


def shortened(value: object) -> str:
    """Write a JSON value, its middle left out if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"


def option(name: str, value: object) -> str:
    """Write one parameter or ruling; a long one without its middle."""
    return f"{name}={value if isinstance(value, str | int) else shortened(value)}"


def options(*given: Mapping[str, Any]) -> str:
    """Write parameters and rulings; what is None was not given."""
    told = [
        option(name, value) for each in given for name, value in each.items() if value is not None
    ]
    return ", ".join(told) or DEFAULT_OPTIONS
