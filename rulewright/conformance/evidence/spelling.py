"""How actions are spelt, whatever the game: texts with numbers, and letters for columns, in them."""

from __future__ import annotations

import re

from rulewright.interface import Action

NUMBER = re.compile(r"(?:(?<!\d)-)?\d+|(?<![a-z])[a-z](?=\d)")
"""A whole number, or a letter before one: a column. A minus after a digit stands between two."""


def numbers(action: Action) -> tuple[int, ...]:
    """Return the numbers in an action; a column counts from 1."""
    return tuple(
        int(each) if each[-1].isdigit() else ord(each) - ord("a") + 1
        for each in NUMBER.findall(action)
    )


def shape(action: Action) -> str:
    """Return an action without its numbers."""
    return NUMBER.sub("#", action)


def is_plain(action: Action) -> bool:
    """Return whether no number is written with a zero in front, or as minus zero."""
    written = (each for each in NUMBER.findall(action) if each[-1].isdigit())
    return all(str(int(each)) == each for each in written)
