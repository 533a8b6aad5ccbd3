"""The catalogue: games are found by listing folders, and loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from rulewright.interface import Engine, UnknownGame, UnknownName

if TYPE_CHECKING:
    from rulewright.impl.engine import CompiledEngine, Game
    from rulewright.proofs.partings import Parting
    from rulewright.proofs.theorem import Theorem
    from rulewright.spec.catalogue import SpecifiedGame
    from rulewright.spec.engine import Specification


class UnknownSide(UnknownName):
    """An engine is a specification or an implementation."""

    noun = "engine"


SIDES = ("impl", "spec")
PARTS = {"spec": "specified", "impl": "implemented", "proofs": "proved"}
"""The folders that games have a sub-folder in, and what a game with one is."""


def game_names(part: str = "spec") -> tuple[str, ...]:
    """Name the games with a folder in `spec`, `impl` or `proofs`, sorted; nothing is loaded."""
    folder = Path(__file__).parent / part
    return tuple(sorted(entry.name for entry in iter_modules([str(folder)]) if entry.ispkg))


def specified(name: str) -> SpecifiedGame:
    """Load the specification of a game; raises `UnknownGame`."""
    game: SpecifiedGame = _module("spec", name).GAME
    return game


def implemented(name: str) -> Game[Any, Any]:
    """Load the implementation of a game; raises `UnknownGame`."""
    game: Game[Any, Any] = _module("impl", name).GAME
    return game


def theorems(name: str) -> tuple[Theorem, ...]:
    """Load the theorems of a game; raises `UnknownGame`."""
    found: tuple[Theorem, ...] = _module("proofs", name).THEOREMS
    return found


def partings(name: str) -> tuple[Parting, ...]:
    """Load what a game's theorems say about where readings part; nothing for a game without any."""
    if name not in game_names("proofs"):
        return ()
    found: tuple[Parting, ...] = getattr(_module("proofs", name), "PARTINGS", ())
    return found


def folder_of_specification(name: str) -> Path:
    """Find the folder of a game's specification; raises `UnknownGame`."""
    return Path(str(_module("spec", name).__file__)).parent


def specification(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> Specification[Any]:
    """Make the specification of a game under some options; raises as `engine` does."""
    return specified(name).engine(params, rulings)


def implementation(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> CompiledEngine:
    """Make the implementation of a game under some options; raises as `engine` does."""
    return implemented(name).engine(params, rulings)


def engine(
    name: str,
    params: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    side: str = "impl",
) -> Engine[Any]:
    """Make an engine of a game; options left out have their defaults.

    Raises `UnknownGame`, `UnknownSide`, `UnknownParameter`, `BadParameter`, `UnknownQuestion` or
    `UnknownReading`.
    """
    if side not in SIDES:
        raise UnknownSide(side, SIDES)
    make: Any = {"impl": implementation, "spec": specification}[side]
    made: Engine[Any] = make(name, params, rulings)
    return made


def _module(part: str, name: str) -> Any:
    names = game_names(part)
    if name not in names:
        known = name in game_names()
        raise UnknownGame(name, names, f"among those that are {PARTS[part]}" if known else "")
    return import_module(f"rulewright.{part}.{name}")
