"""What is wrong with a kernel, in words: what it does not provide, and what Numba says of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulewright.interface import RulewrightError

FAILED = re.compile(r"Failed in \w+ mode pipeline \(step: [^)]*\)")
BEYOND = re.compile(r"\n\s*(?:There are \d|During:|File \"|raised from|- Of which)")
"""Where Numba goes on to tell how it got there."""
CALLED = re.compile(r">>> (\w+)\(")
"""A function that cannot be called, or that calls one."""
PYTHON = re.compile(
    r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>"
)
"""What Numba says of a function that is not compiled."""
AT = re.compile(r"at (\S[^\n]*?) \((\d+)\)")
"""A place, in one of Numba's two ways of writing it."""


class IncompleteKernel(RulewrightError):
    """The kernel of a game lacks what the drivers need of it."""

    exit_status = 5

    def __init__(self, game_class: type, lacking: Sequence[str]) -> None:
        """Name the class, with its file, and what is missing."""
        self.game_class, self.lacking = game_class, tuple(lacking)
        where = f"{game_class.__module__}.{game_class.__qualname__}"
        super().__init__(f"the kernel of {where} is not complete: it has {', '.join(lacking)}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.game_class, self.lacking)


def lacking(
    kernel: Any, fields: Sequence[str], stubs: Mapping[str, Callable[..., Any]], provided: Any
) -> Iterator[str]:
    """Yield, in words, the fields and the functions that a kernel lacks."""
    for name in fields:
        if not hasattr(kernel, name):
            yield f"no field {name!r}"
    for name, stub in stubs.items():
        if type(kernel) not in provided.get(stub, {}):
            yield f"no function with @provides(kernel.{name}, {type(kernel).__qualname__})"


def miscounted(kernel: Any, notation: Any) -> Iterator[str]:
    """Yield, in words, the numbers of a kernel that are others in its notation.

    Drivers make arrays of one number, which functions of the kernel fill up to the other.
    """
    for name in ("row_size", "key_size", "most_legal", "temper_count"):
        if getattr(kernel, name) < 1:
            yield f"{name}={getattr(kernel, name)}, which must be 1 or more"
    for name, listed in (("player_count", notation.players), ("place_count", notation.places())):
        if getattr(kernel, name) != len(listed):
            yield f"{name}={getattr(kernel, name)}, of which the notation names {len(listed)}"


def explain(error: Exception, arguments: Sequence[Any], provided: Any) -> None:
    """Put the reason of an error of Numba first, and the place of the function that it is about.

    Numba tells how it got there, in dozens of lines; the place of an undefined name is not among them.
    """
    said = str(error)
    reason = " ".join(BEYOND.split(FAILED.split(said)[-1].strip(), maxsplit=1)[0].split())
    places = [f'File "{file}", line {line}' for file, line in AT.findall(said)]
    stubs = {stub.__name__: classes for stub, classes in provided.items()}
    for name in [each for each in CALLED.findall(said) if each in stubs][:1]:
        for each in arguments:
            for function in stubs.get(name, {}).get(type(each), ())[-1:]:
                code = inspect.unwrap(function).__code__
                places.insert(0, f'File "{code.co_filename}", line {code.co_firstlineno}')
    reason = uncalled(reason, provided) or reason
    if reason:
        error.args = ("\n".join((reason, "", *places, "", said)),)


def uncalled(reason: str, provided: Any) -> str:
    """Say that compiled code calls what it cannot, and what would be right; "" if it is not that."""
    found = PYTHON.search(reason)
    if found is None:
        return ""
    name = found[1]
    own = {
        function.__name__
        for classes in provided.values()
        for functions in classes.values()
        for function in functions
    }
    if name in own:
        other = f"compiled code calls {name!r}, which is provided to the drivers (@provides)"
        return f"{other}: put what both need into a function of its own, with @leaf"
    return f"compiled code calls {name!r}, a function of Python alone: compile it, with @leaf"
