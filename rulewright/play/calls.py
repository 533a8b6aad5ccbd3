"""Whose function cannot be called with what it is given: no frame of the traceback is its own.

Python refuses such a call where it is made, in code of ours. The function is looked for by the name in
the message, among what the frames of the traceback hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import getattr_static
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

REFUSED = re.compile(r"^(?P<name>[\w.<>]+)\(\) (?:takes|missing|got) ")
"""How Python refuses a call: the name is the qualified name of the function."""
FRAMES = 3
"""Frames looked into, the innermost first: calls are made by way of few functions."""


def uncallable(error: BaseException, offered: Mapping[str, Any]) -> tuple[Path, int] | None:
    """Return file and line of the function that a call did not fit; None if it is not found.

    `offered` is what each game offers: it is looked into where a frame has the name of the game.
    """
    found = REFUSED.match(str(error)) if isinstance(error, TypeError) else None
    if found is None:
        return None
    for function in held(error, offered):
        if function.__qualname__ == found["name"]:
            code = function.__code__
            return Path(code.co_filename).resolve(), code.co_firstlineno
    return None


def held(error: BaseException, offered: Mapping[str, Any]) -> Iterator[FunctionType]:
    """Yield the functions that the innermost frames of a traceback hold, also in parts of objects.

    Then follow those of the games that are named in any frame.
    """
    frames = []
    traceback = error.__traceback__
    while traceback is not None:
        frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    for frame in frames[: -FRAMES - 1 : -1]:
        for value in list(frame.f_locals.values()):
            yield from inside(value)
    named = {each for frame in frames for value in frame.f_locals.values() for each in names(value)}
    for game, value in offered.items():
        if game in named:
            yield from inside(value)


def names(value: Any) -> Iterator[str]:
    """Yield a text, or the name of the game that an engine plays or a part of work is about."""
    for each in (value, part(value, "game")):
        if isinstance(each, str):
            yield each


def inside(value: Any) -> Iterator[FunctionType]:
    """Yield the functions of an object and of its parts."""
    yield from functions_of(value)
    for name in names_in(value):
        yield from functions_of(part(value, name))


def functions_of(value: Any) -> Iterator[FunctionType]:
    """Yield a function, or those that are attributes of an object."""
    function = as_function(value)
    if function is not None:
        yield function
        return
    for name in names_in(value):
        function = as_function(part(value, name))
        if function is not None:
            yield function


def names_in(value: Any) -> list[str]:
    """List the names of an object's attributes; none of what has none of its own."""
    if isinstance(value, str | bytes | int | float | tuple | list | dict | set | frozenset | None):
        return []
    return [name for name in dir(value) if not name.startswith("__")]


def part(value: Any, name: str) -> Any:
    """Return an attribute without running any code; None if that cannot be."""
    try:
        found = getattr_static(value, name)
        return getattr(value, name) if type(found).__name__ == "member_descriptor" else found
    except (AttributeError, TypeError):
        return None


def as_function(value: Any) -> FunctionType | None:
    """Return the function behind a method or a static method; None if it is something else."""
    if isinstance(value, MethodType | staticmethod | classmethod):
        value = value.__func__
    return value if isinstance(value, FunctionType) else None
