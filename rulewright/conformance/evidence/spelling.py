"""How actions are spelt, whatever the game: texts with numbers, and letters for columns, in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulewright.interface import Action

NUMBER = re.compile(r"(?:(?<!\d)-)?\d+|(?<![a-z])[a-z](?=\d+(?![\d,]))")
"""A whole number, or a letter before the only one of a cell: a column. A minus after a digit stands
between two."""
WORD = re.compile(r"[A-Za-z]+|(?:(?<!\d)-)?\d+")
"""A word or a number."""
LETTERS = re.compile(r"[A-Za-z]+")
KEPT = 100_000
"""Actions whose numbers are kept: kinds of actions are looked for again and again."""


@lru_cache(maxsize=KEPT)
def numbers(action: Action) -> tuple[int, ...]:
    """Return the numbers in an action; a column counts from 1."""
    return tuple(
        int(each) if each[-1].isdigit() else ord(each) - ord("a") + 1
        for each in NUMBER.findall(action)
    )


@lru_cache(maxsize=KEPT)
def shape(action: Action) -> str:
    """Return an action without its numbers."""
    return NUMBER.sub("#", action)


@lru_cache(maxsize=KEPT)
def frame(action: Action) -> str:
    """Return an action without its numbers and its words."""
    return LETTERS.sub("x", shape(action))


def is_plain(action: Action) -> bool:
    """Return whether no number is written with a zero in front, or as minus zero."""
    written = (each for each in NUMBER.findall(action) if each[-1].isdigit())
    return all(str(int(each)) == each for each in written)


def alike(action: Action, others: Iterable[Action]) -> Iterator[Action]:
    """Yield texts with one word or number changed: a number by one, a word to one of other actions.

    Then those of these actions that look like it.
    """
    others = tuple(others)
    words = dict.fromkeys(word for each in others for word in WORD.findall(each))
    for found in WORD.finditer(action):
        own = found.group()
        if own.isalpha():
            changed = [each for each in words if each.isalpha() and each != own]
        else:
            changed = [str(int(own) - 1), str(int(own) + 1)]
        for each in changed:
            yield f"{action[: found.start()]}{each}{action[found.end() :]}"
    yield from (each for each in others if WORD.sub("#", each) == WORD.sub("#", action))
