"""Whether a guest's module of theorems plays games as it is loaded, where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from types import FrameType
from typing import Any

from rulewright.proofs.replaced import replaced
from rulewright.spec.engine import Specification
from rulewright.spec.one_by_one import OneByOne

PLAYS = ((Specification, "play"), (Specification, "from_json"), (OneByOne, "successor"))
"""By what another position than the first one comes about."""
WHERE: dict[str, str] = {}
"""By the first name of a guest's package, the line of a module at which a game was played first."""


@contextmanager
def noting_what_is_played(package: str) -> Iterator[None]:
    """Note whether a guest plays while one of its modules is loaded."""
    with replaced(PLAYS, partial(noting, package=package.partition(".")[0])):
        yield


def noting(usual: Callable[..., Any], package: str) -> Callable[..., Any]:
    """Return a method that notes from which line of a module it is called in the end."""

    @wraps(usual)
    def noted(*given: Any, **named: Any) -> Any:
        if package not in WHERE and (line := line_of_module(sys._getframe(1), package)):  # noqa: SLF001
            WHERE[package] = line
        return usual(*given, **named)

    return noted


def line_of_module(frame: FrameType | None, package: str) -> str:
    """Return the line of a package's module that is being run, as `file:line`; empty if none is."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if frame.f_code.co_name == "<module>" and name.partition(".")[0] == package:
            return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        frame = frame.f_back
    return ""
