"""What is unknown in a query, by name; or, while a model is replayed, its value in the model.

A case is replayed by making it again with the values of a model. All clauses are then computed on plain
values, as they are when a game is played, and what is reached is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

import z3
from attrs import define, field

from rulewright.spec.logic import Fact, Number

NAMED = re.compile(r'(?![0-9]+$|[?$]x[0-9])[^"|\\\s]([^"|\\\n\r]*[^"|\\\s])?')
"""How an unknown is called: so that every reader of a query takes it for a name, between bars or not."""
WORDS = frozenset(
    (
        "not",
        "and",
        "or",
        "=>",
        "xor",
        "=",
        "distinct",
        "<=",
        "<",
        ">=",
        ">",
        "+",
        "-",
        "*",
        "true",
        "false",
        "let",
        "ite",
    )
)
Given = ParamSpec("Given")
Made = TypeVar("Made")


@define(eq=False)
class _Replay:
    """The values that a model has, and what was made once with them."""

    values: Mapping[str, bool | int]
    made: dict[tuple[Hashable, ...], Any] = field(factory=dict)


_REPLAY: ContextVar[_Replay | None] = ContextVar("replay", default=None)


def boolean(name: str) -> Fact:
    """A fact of which nothing is known."""
    replay = _REPLAY.get()
    return z3.Bool(named(name)) if replay is None else bool(replay.values.get(name, False))


def integer(name: str) -> Number:
    """A whole number of which nothing is known."""
    replay = _REPLAY.get()
    return z3.Int(named(name)) if replay is None else int(replay.values.get(name, 0))


def named(name: str) -> str:
    """Return the name of an unknown; raises ValueError for one that a query cannot have."""
    if not NAMED.fullmatch(name) or name in WORDS:
        raise ValueError(
            f"an unknown is called {name[:40]!r}: its name must not be empty, a number or a word of "
            "SMT-LIB, nor have quotation marks, bars, backslashes or line breaks"
        )
    return name


def is_replaying() -> bool:
    """Return whether a model is replayed."""
    return _REPLAY.get() is not None


@contextmanager
def replaying(values: Mapping[str, bool | int]) -> Iterator[None]:
    """Give all unknowns the values of a model; those that it leaves free are false, or 0."""
    token = _REPLAY.set(_Replay(values))
    try:
        yield
    finally:
        _REPLAY.reset(token)


class once(Generic[Given, Made]):  # noqa: N801 - a decorator
    """A function whose results are kept: each is made once, and once more for each model replayed."""

    def __init__(self, make: Callable[Given, Made]) -> None:
        """Keep the results of a function."""
        self._make = make
        self._cached = cache(make)
        self.cache_clear = self._cached.cache_clear
        update_wrapper(self, make)

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Return what is kept, or make it."""
        replay = _REPLAY.get()
        if replay is None:
            return self._cached(*args, **kwargs)  # type: ignore[arg-type]  # its typeshed knows no ParamSpec
        key = (self._make, args, tuple(sorted(kwargs.items())))
        if key not in replay.made:
            replay.made[key] = self._make(*args, **kwargs)
        found: Made = replay.made[key]
        return found
