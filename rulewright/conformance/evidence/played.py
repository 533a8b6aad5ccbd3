"""What was played in a run: the values of each parameter, and how long the longest game was."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulewright.conformance.adapter.observation import Observation
from rulewright.wording.numbers import counted

IN_A_ROW = 3
"""Numbers, from which on the first and the last stand for all."""


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
    numbers = [each for each in read if type(each) is int]
    texts = [*runs(numbers), *sorted(each for each in read if isinstance(each, str))]
    simple = [each for each in read if type(each) is int or isinstance(each, str)]
    others = len(read) - len(simple)
    return ", ".join(texts + ([counted(others, "others" if texts else "values")] if others else []))


def runs(numbers: Iterable[int]) -> list[str]:
    """Name numbers in their order; three or more in a row by the first and the last."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] + 1 == number:
            found[-1].append(number)
        else:
            found.append([number])
    return [
        text
        for run in found
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) >= IN_A_ROW else map(str, run))
    ]
