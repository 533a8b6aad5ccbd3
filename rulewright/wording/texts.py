"""What a text must be that names something: it is printed, written to files and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

HALF = "half of a character, which no file can hold"


def is_half(text: str) -> bool:
    """Return whether a text has half of a character in it: a lone surrogate."""
    return any("\ud800" <= each <= "\udfff" for each in text)


def no_name(value: object) -> str:
    """Say why a value can be no name; "" if it can.

    >>> no_name("red"), no_name(" "), no_name(3)
    ('', 'is empty', 'is no text')
    """
    if not isinstance(value, str):
        return "is no text"
    if not value.strip():
        return "is empty"
    return f"has {HALF}" if is_half(value) else ""


def unfit_names(values: object, noun: str) -> str:
    """Say what is wrong with a tuple of names, in one line with the remedy; "" if nothing is.

    >>> unfit_names(("x", "x"), "player")
    "two have the name 'x': give each player a name of its own"
    """
    if not isinstance(values, tuple | list):
        return f"they are {values!r}: name each {noun} in a tuple"
    for value in values:
        if wrong := no_name(value):
            return f"the name {value!r} {wrong}: give each {noun} a name, a text"
    twice = [name for name, times in Counter(values).items() if times > 1]
    return f"two have the name {twice[0]!r}: give each {noun} a name of its own" if twice else ""


def halves_in(values: Iterable[object]) -> list[str]:
    """Return the first text with half of a character in it, if any has."""
    return [each for each in values if isinstance(each, str) and is_half(each)][:1]
