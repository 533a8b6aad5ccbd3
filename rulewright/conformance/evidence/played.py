"""What was played in a run: the values of each parameter, and how long the longest game was."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulewright.conformance.adapter.observation import Observation
from rulewright.wording.numbers import counted


def what_was_played(observations: Iterable[Observation]) -> str:
    """Say it in one line; a value that was not sent is the default."""
    every = list(observations)
    if not every:
        return ""
    sent = {each.key[0] for each in every}
    values: dict[str, set[str]] = {}
    for params in map(json.loads, sorted(sent)):
        for name, value in params.items():
            values.setdefault(name, set()).add(json.dumps(value))
    parts = [
        f"{name}={listed(found)}" + (" or the default" if any_without(name, sent) else "")
        for name, found in sorted(values.items())
    ]
    longest = max(len(each.moves) for each in every)
    return "; ".join([*(parts or ["default parameters"]), f"up to {counted(longest, 'actions')}"])


def any_without(name: str, sent: Iterable[str]) -> bool:
    """Return whether a parameter was left out in some games."""
    return any(name not in json.loads(params) for params in sent)


def listed(values: Iterable[str]) -> str:
    """List values, numbers in their order; long ones are counted."""
    read: list[Any] = [json.loads(each) for each in values]
    simple = [each for each in read if isinstance(each, int | str)]
    texts = [str(each) for each in sorted(simple, key=lambda each: (str(type(each)), each))]
    others = len(read) - len(simple)
    return ", ".join(texts + ([counted(others, "others" if texts else "values")] if others else []))
