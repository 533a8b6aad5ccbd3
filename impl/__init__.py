"""Fast reference implementations: every game by compiled, incremental means.

Nothing here reads the specification; the two sides share only `rulewright.interface`. Every game is a
folder with `options` (parameters and rulings), `board` (its numbers and tables), `kernel` (what
`impl/kernel.py` asks of a game), `notation` (how actions and positions are written) and `__init__`
with `GAME`. Where a kernel would be too long, parts of the rules are files beside it, such as Minoa's
`areas`. All that plays a game is written once, for all games, in the files of this folder.

To add a game, add its folder: `games` finds it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rulewright.impl.engine import CompiledEngine, Implementation
from rulewright.interface import UnknownGame

__all__ = ["CompiledEngine", "Implementation", "game", "games"]


def games() -> tuple[str, ...]:
    """List the games that have an implementation, sorted."""
    return tuple(sorted(entry.name for entry in iter_modules(__path__) if entry.ispkg))


def game(name: str) -> Implementation[Any, Any]:
    """Load the implementation of a game; raises `UnknownGame` for a name without one."""
    if name not in games():
        raise UnknownGame(name, games())
    found: Implementation[Any, Any] = import_module(f"{__name__}.{name}").GAME
    return found
