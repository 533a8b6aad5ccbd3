"""Choose some of many actions: evenly, and of each shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.interface import Action


def evenly_chosen(actions: Sequence[Action], most: int) -> tuple[Action, ...]:
    """Choose up to `most` actions, evenly spaced, the first and the last included."""
    if len(actions) <= most:
        return tuple(actions)
    return tuple(actions[index * (len(actions) - 1) // max(most - 1, 1)] for index in range(most))


def chosen_of_each_shape(actions: Sequence[Action], most: int) -> tuple[Action, ...]:
    """Choose actions evenly, equally many of each shape, and at least one."""
    shapes = by_shape(actions).values()
    share = max(most // max(len(shapes), 1), 1)
    return tuple(sorted(action for same in shapes for action in evenly_chosen(same, share)))


def by_shape(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Group actions by shape, in order."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(shape(action), []).append(action)
    return found


def shape(action: Action) -> str:
    """Return an action's text with `#` for each number and `x` for each run of small letters."""
    return re.sub(r"[a-z]+", "x", re.sub(r"-?\d+", "#", action))
