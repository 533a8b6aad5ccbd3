"""Runs the kernels of games by Python itself: what Numba would compile stays as it is written."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from types import SimpleNamespace
from typing import Any

import numpy as np

LIMIT = 1 << 63
WORD = (1 << 64) - 1


def install() -> None:
    """Replace Numba's decorators, before the package is imported, in this process."""
    numba = importlib.import_module("numba")
    extending = importlib.import_module("numba.extending")
    replaced: dict[str, Any] = {"njit": decorator}
    vars(numba).update(replaced)
    vars(extending).update(
        overload=implementing, intrinsic=lambda generate: {**BITS, **ADDRESSES}[generate.__name__]
    )


def decorator(**options: Any) -> Callable[[Any], Any]:
    """Stand for `numba.njit`."""
    return inner if "_nrt" in options else outer


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Leave a function as it is, with what callers use of a compiled one."""
    vars(function).update(py_func=function, compile=None, _compile_for_args=None)
    function.__globals__["range"] = words
    return function


def outer(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return Python's own numbers, as a compiled function does that Python calls."""
    inner(function)

    @wraps(function)
    def call(*given: Any) -> Any:
        result = function(*map(machine, given))
        if isinstance(result, tuple):
            return tuple(map(plain, result))
        return plain(result)

    vars(call).update(py_func=function, compile=None, _compile_for_args=None)
    return call


def machine(value: Any) -> Any:
    """Return a number of Python as one of 64 bits."""
    return np.int64(value) if type(value) is int and -LIMIT <= value < LIMIT else value


def words(*bounds: Any) -> Iterator[Any]:
    """Count as `range` does, in numbers of 64 bits."""
    return map(np.int64, range(*bounds))


def plain(value: Any) -> Any:
    """Return a number of NumPy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


RESOLVED: dict[str, list[Callable[..., Any]]] = {}
"""By the name of a stub: what finds its implementation for a class of games."""


def implementing(stub: Any, **_: Any) -> Callable[[Any], Any]:
    """Let a stub of the kernel call what is found for the class of its game."""
    name = stub.__name__
    if name not in RESOLVED:
        RESOLVED[name] = []
        space: dict[str, Any] = {}
        exec(f"def call(*given): return _found({name!r}, given[0])(*given)", space)  # noqa: S102
        stub.__signature__ = inspect.signature(stub)
        stub.__globals__["_found"] = found
        stub.__code__ = space["call"].__code__

    def register(resolve: Any) -> Any:
        RESOLVED[name].append(resolve)
        return resolve

    return register


KNOWN: dict[tuple[str, type], Callable[..., Any]] = {}


def found(name: str, game: Any) -> Callable[..., Any]:
    """Return the implementation of a stub for a game, the function of the game first."""
    place = (name, type(game))
    if place not in KNOWN:
        asked = SimpleNamespace(instance_class=type(game))
        KNOWN[place] = next(filter(None, (each(asked) for each in RESOLVED[name])))
    return KNOWN[place]


def nth_one(word: Any, index: Any) -> int:
    """Return the index of one of the bits that are set."""
    left = int(word) & WORD
    for _ in range(int(index)):
        left &= left - 1
    return lowest_one(left)


def lowest_one(word: Any) -> int:
    """Return the index of the lowest bit that is set; 64 without one."""
    left = int(word) & WORD
    return (left & -left).bit_length() - 1 if left else 64


BITS: dict[str, Callable[..., Any]] = {
    "_count_ones": lambda word: np.int64((int(word) & WORD).bit_count()),
    "_lowest_one": lambda word: np.int64(lowest_one(word)),
    "_nth_one": lambda word, index: np.int64(nth_one(word, index)),
}
"""What stands for each operation on bits: a bit shifted by what it returns has 64 bits as well."""


# --- games and functions by address ----------------------------------------------------------------

FUNCTIONS: list[Callable[..., Any]] = []
"""What has an address, by it."""
PLACES: dict[int, Any] = {}
"""The games that were written to memory, by where."""


def put_down(game: Any, memory: Any) -> None:
    """Keep a game by the address of its memory."""
    PLACES[memory.ctypes.data] = game


def address_of(function: Callable[..., Any], *_: Any) -> np.int64:
    """Give a function the next address."""
    FUNCTIONS.append(function)
    return np.int64(len(FUNCTIONS) - 1)


def refused(game: Any) -> None:
    """Refuse what no driver calls by address."""
    raise TypeError(f"a {type(game).__name__} has no code for this")


ADDRESSES: dict[str, Callable[..., Any]] = {
    "words_of": lambda _: np.int64(1),
    "put_down": put_down,
    "lying_at": lambda place: PLACES[int(place)],
    "address_of": address_of,
    "call": lambda address, place, *given: FUNCTIONS[int(address)](place, *given),
    "refused": refused,
}
"""What stands for each operation on addresses."""
