"""Fast reference implementations: every game by compiled, incremental means.

Nothing here reads the specification; the two sides share only `rulewright.interface`. A game is a
folder of five small files (`options`, `board`, `kernel`, `notation`, `__init__` with `GAME`); all
that plays it at speed is written once, for all games, in `drivers` and `engine`.

A new game is added by adding its folder: `games` finds it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rulewright.impl.engine import CompiledEngine, Implementation
from rulewright.interface import UnknownGame

__all__ = ["CompiledEngine", "Implementation", "game", "games"]


def games() -> tuple[str, ...]:
    """Name the games that have an implementation, sorted."""
    return tuple(sorted(entry.name for entry in iter_modules(__path__) if entry.ispkg))


def game(name: str) -> Implementation[Any, Any]:
    """Load the implementation of a game; raises `UnknownGame` for a name without one."""
    if name not in games():
        raise UnknownGame(name, games())
    found: Implementation[Any, Any] = import_module(f"{__name__}.{name}").GAME
    return found
