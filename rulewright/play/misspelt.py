"""Misspelt actions: texts that are close to an action, but that an engine must refuse.

Nothing here knows a game: an action is a text of numbers and letters with signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from rulewright.interface import Action

NUMBER = re.compile(r"\d+")
UNSIGNED = re.compile(r"(?<![-+\d])\d+")
LETTERS = re.compile(r"[^\W\d_]+")
FULL_WIDTH = {ord("0") + each: ord("\uff10") + each for each in range(10)}
"""Digits that `int` and regular expressions take for digits in some languages."""
SIGN = re.compile(r"\W")
"""What separates the parts of an action; a minus is one, too."""


def ends(found: list[re.Match[str]]) -> list[re.Match[str]]:
    """Keep the first and the last, which may be the same."""
    return list(dict.fromkeys((*found[:1], *found[-1:])))


def inserted(sign: str, pattern: re.Pattern[str], action: Action) -> Iterator[str]:
    """Put a sign in front of the first match, or of the last one."""
    for match in ends(list(pattern.finditer(action))):
        yield f"{action[: match.start()]}{sign}{action[match.start() :]}"


def case_swapped(action: Action) -> Iterator[str]:
    """Write all letters in the other case, or those of one word alone."""
    yield action.swapcase()
    for word in LETTERS.finditer(action):
        yield f"{action[: word.start()]}{word.group().swapcase()}{action[word.end() :]}"


def parts_swapped(action: Action) -> Iterator[str]:
    """Exchange what stands before a separator and what stands behind it."""
    for sign in SIGN.finditer(action):
        before, after = action[: sign.start()], action[sign.end() :]
        if before and after:
            yield f"{after}{sign.group()}{before}"


def blanks_within(action: Action) -> Iterator[str]:
    """Put a blank before or behind a separator: what reads numbers may pass over it."""
    for sign in ends([each for each in SIGN.finditer(action) if each.start()]):
        yield f"{action[: sign.start()]} {action[sign.start() :]}"
        yield f"{action[: sign.end()]} {action[sign.end() :]}"


WAYS: dict[str, Callable[[Action], Iterable[str]]] = {
    "blank_before": lambda action: [f" {action}"],
    "blank_after": lambda action: [f"{action} "],
    "blank_within": blanks_within,
    "line_end_after": lambda action: [f"{action}\n"],
    "case_swapped": case_swapped,
    "leading_zero": partial(inserted, "0", NUMBER),
    "plus_sign": partial(inserted, "+", UNSIGNED),
    "other_digits": lambda action: [action.translate(FULL_WIDTH)],
    "parts_swapped": parts_swapped,
    "doubled": lambda action: [action * 2],
    "empty": lambda _: [""],
}


def misspellings(action: Action) -> dict[str, tuple[str, ...]]:
    """List texts close to an action, by the way in which they are wrong; some may be actions."""
    return {
        name: tuple(each for each in dict.fromkeys(way(action)) if each != action)
        for name, way in WAYS.items()
    }


@lru_cache(maxsize=1 << 16)
def form(action: Action) -> str:
    """Return the form of an action, shared by all actions that are spelt alike."""
    return LETTERS.sub("a", re.sub(r"-?\d+", "0", action))
