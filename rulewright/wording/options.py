"""Options and long values in words, for people to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONGEST = 60
"""The most characters of a value shown; the middle of a longer one is left out."""
DEFAULT_OPTIONS = "the default options"


def shortened(value: object) -> str:
    """Write a JSON value, without its middle if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"


def option(name: str, value: object) -> str:
    """Write one parameter or ruling; a long one without its middle."""
    return f"{name}={value if isinstance(value, str | int) else shortened(value)}"


def options(*given: Mapping[str, Any]) -> str:
    """Write parameters and rulings, except those that are None."""
    written = [
        option(name, value) for each in given for name, value in each.items() if value is not None
    ]
    return ", ".join(written) or DEFAULT_OPTIONS
