"""Reads recorded positions, and what is played in them, as a claim says; what it says is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, TypeAlias

import numpy as np
import z3

Read: TypeAlias = list[tuple[z3.ExprRef, z3.ExprRef]]
"""Unknowns with the values that are put in for them."""
Values = Mapping[str, bool | int]
"""For each fact and number of a position, by the name that it has in the proofs, its value."""
PLAIN = frozenset({bool, int})
SHOWN = 40
"""Most characters of what a reader gave that a message quotes."""


class NoReading(ValueError):
    """What a claim says of a position or a step, and what cannot be held against anything."""


def as_read(name: str, value: Any) -> Read:
    """Return an unknown with its value, as a fact and as a number: a reading may give 1 for true."""
    number = int(value)
    fact, whole = both_sorts(name)
    return [(fact, fact_of(bool(number))), (whole, number_of(number))]


@cache
def both_sorts(name: str) -> tuple[z3.BoolRef, z3.ArithRef]:
    """Return an unknown as a fact and as a number; Z3 takes long to make one, and few are asked for."""
    return z3.Bool(name), z3.Int(name)


@cache
def fact_of(value: bool) -> z3.BoolRef:
    """Return what is true or false."""
    return z3.BoolVal(value)


@lru_cache(maxsize=1024)
def number_of(value: int) -> z3.ArithRef:
    """Return a number; most of those in positions are small."""
    return z3.IntVal(value)


def asked(name: str, reader: Callable[..., Any], *given: Any) -> Any:
    """Ask a function of a claim; raises `NoReading` if it does not take what it is given."""
    try:
        return reader(*given)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            raise  # a mistake within it
        raise NoReading(f"`{name}` does not take what it is asked: {error}") from None


def checked(name: str, values: Any) -> Values:
    """Return what a reader gave; raises `NoReading` unless that is the value of each unknown."""
    if not isinstance(values, Mapping):
        raise NoReading(
            f"`{name}` gives {quoted(values)}: it must give the values of unknowns by their names"
        )
    for unknown, value in values.items():
        if not isinstance(unknown, str):
            raise NoReading(f"`{name}` names an unknown {quoted(unknown)}: it must be a text")
        if type(value) not in PLAIN and not isinstance(value, np.bool_ | np.integer):
            raise NoReading(
                f"`{name}` gives {quoted(value)} for {unknown!r}: it must be true, false or a whole "
                "number"
            )
    found: Values = values
    return found


def columns(values: Sequence[Values]) -> dict[str, np.ndarray[Any, Any]]:
    """Put values of the same unknowns into columns; raises `NoReading` if they are of others."""
    names = values[0].keys() if values else ()
    for each in values:
        if each.keys() != names:
            other = min(each.keys() ^ names)
            raise NoReading(f"{other!r} is read in some positions and not in others")
    read = zip(*(map(each.__getitem__, names) for each in values), strict=True)
    return {name: np.array(column) for name, column in zip(names, read, strict=True)}


def the_same(own: Values, step: Values) -> None:
    """Raise `NoReading` if what is read of a step says otherwise of the position."""
    for name in own.keys() & step.keys():
        if own[name] != step[name]:
            raise NoReading(
                f"`steps` says otherwise of {name!r} than `values`: only a position that is read "
                "through a window (`through`) may be read anew"
            )


def in_its_words(function: Callable[..., Any]) -> str:
    """Return the name of a function and the first line of its docstring; empty if it says nothing."""
    while isinstance(function, partial):
        function = function.func
    lines = (getattr(function, "__doc__", None) or "").strip().splitlines()
    says = bool(lines) and re.search(r"\w", lines[0])
    return f"{getattr(function, '__name__', 'it')}: {lines[0]}" if says else ""


def quoted(value: object) -> str:
    """Write a value on one line, cut if it is long."""
    return " ".join(repr(value).split())[:SHOWN]
