"""One line read as one JSON object, more strictly than Python reads JSON."""

from __future__ import annotations

import json
from collections import Counter
from math import isinf
from typing import Any

from rulewright.conformance.faults import Garbage, NotUtf8
from rulewright.interface import Json

DEEPEST = 64
"""Levels of lists and objects within each other; no answer needs more than a few."""
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read_object(name: str, line: bytes) -> Json:
    """Read a line; raises `NotUtf8` or `Garbage` unless it is one JSON object in UTF-8.

    `name` stands for the request in the message.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise NotUtf8(name, line, error.reason) from error
    try:
        value = json.loads(
            text, parse_constant=refuse_constant, parse_float=finite, object_pairs_hook=once
        )
        too_deep = not is_shallow(line) and depth(value) > DEEPEST
    except RecursionError:
        too_deep = True
    except ValueError as error:
        raise Garbage(name, line, str(error)) from error
    if too_deep:
        raise Garbage(name, line, "nested too deeply")
    if type(value) is not dict:
        raise Garbage(name, line, f"it is {type(value).__name__}, not an object")
    return value


def is_shallow(line: bytes) -> bool:
    """Tell quickly that a line is not nested too deeply; False if that is not sure."""
    brackets = line.translate(None, NO_BRACKETS)
    for _ in range(DEEPEST // 2):  # each time one level goes, or two
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def refuse_constant(text: str) -> None:
    """Refuse NaN and the infinities, which are no JSON."""
    raise ValueError(f"{text} is no JSON value")


def finite(text: str) -> float:
    """Read a number; raises `ValueError` for one that Python would take for infinity."""
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text} is too large")
    return number


def once(pairs: list[tuple[str, Any]]) -> Json:
    """Make an object; raises `ValueError` where a name comes twice, so that one value would be lost."""
    made = dict(pairs)
    if len(made) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"one object names {twice!r} twice")
    return made


def depth(value: Any) -> int:
    """Count the levels of lists and objects, as far as they are too many."""
    level, layer = 0, [value]
    while layer and level <= DEEPEST:
        layer = [
            inner
            for each in layer
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        level += 1
    return level
