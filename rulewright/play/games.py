"""The catalogue: games are found by listing folders, and loaded on first use.

Your own game is a Python package with a module for each part that it has: `spec`, `impl`, `proofs`.
It is found in a folder that ``RULEWRIGHT_GAMES`` names (separate several as in ``PATH``), in a project
of its name there, or through an entry point of the group ``rulewright.games``: the game's name, and its
package.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from rulewright.interface import Engine, RulewrightError, UnknownGame, UnknownName, UsageError
from rulewright.play.altered import left_alone
from rulewright.play.attribution import GuestMistake, place_in, raised_by, shown
from rulewright.play.difference import called
from rulewright.play.leaving import keep_the_process
from rulewright.play.printing import print_beside
from rulewright.play.unfounded import unfounded_parting, unfounded_reason, unfounded_silence
from rulewright.sources import watch
from rulewright.wording.texts import unfit_names

if TYPE_CHECKING:
    from rulewright.impl.engine import CompiledEngine, Implementation
    from rulewright.proofs.mutation import NoticedByNone, Unnoticed
    from rulewright.proofs.partings import Parting
    from rulewright.proofs.symbolic import MakeSymbolic
    from rulewright.proofs.theorem import Theorem
    from rulewright.spec.catalogue import SpecifiedGame
    from rulewright.spec.engine import Specification


class UnknownSide(UnknownName):
    """The engine is neither ``impl`` nor ``spec``."""

    noun = "engine"


class NoFolderOfGames(UsageError):
    """A path named as a folder of games is not a folder."""

    def __init__(self, path: str) -> None:
        """Name the path and the variable that it comes from."""
        what = "is not a folder" if Path(path).exists() else "does not exist"
        super().__init__(
            f"{FOLDERS} names {path!r}, which {what}: it must list folders of games, "
            f"separated by {os.pathsep!r}"
        )


SIDES = ("impl", "spec")
GROUP = "rulewright.games"
FOLDERS = "RULEWRIGHT_GAMES"
PARTS = {"spec": "specified", "impl": "implemented", "proofs": "proved"}
"""The parts of a game, and what a game with each is called."""


def game_names(part: str = "spec") -> tuple[str, ...]:
    """Return the sorted names of the games with a part; loads none of our own games."""
    guests = {name for name, package in guest_packages().items() if has_part(name, package, part)}
    return tuple(sorted(own_games(part) | guests))


class NameTaken(UsageError):
    """A folder has a game that is called as another one is: only one of them could be meant."""

    def __init__(self, name: str, folder: Path, other: str) -> None:
        """Name both."""
        super().__init__(
            f"{FOLDERS} has a game {name!r} in {str(folder)!r}, which is called {other}: give it "
            "another name"
        )


@cache
def own_games(part: str) -> frozenset[str]:
    """Return the names of our own games with a part."""
    folder = Path(__file__).parents[1] / part
    return frozenset(entry.name for entry in iter_modules([str(folder)]) if entry.ispkg)


def is_guest(name: str) -> bool:
    """Return whether a game comes from outside this package."""
    return package_of(name) is not None


def package_of(name: str) -> str | None:
    """Return the package of a guest; None for our own games, and for what is no game."""
    return None if name in own_games("spec") else guest_packages().get(name)


def guest_packages() -> dict[str, str]:
    """Return the packages of guest games by game name; our own games cannot be replaced."""
    found = {**installed(), **lying_in(os.environ.get(FOLDERS, ""))}
    return {name: package for name, package in found.items() if name not in own_games("spec")}


@cache
def installed() -> dict[str, str]:
    """Return the games of installed packages; cached, because every package is searched."""
    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    for package in found.values():
        watch(package)
    return found


@cache
def lying_in(folders: str) -> dict[str, str]:
    """Return the games in folders and make them importable; raises `NoFolderOfGames` or `NameTaken`."""
    found: dict[str, str] = {}
    lies: dict[str, Path] = {}
    named = list(filter(None, folders.split(os.pathsep)))
    for folder in named:
        if not Path(folder).is_dir():
            raise NoFolderOfGames(folder)
    for folder in (each for name in named for each in (name, *projects_in(name))):
        if folder not in sys.path:
            sys.path.append(folder)
        for entry in iter_modules([folder]):
            if entry.ispkg and (Path(folder) / entry.name / "spec.py").exists():
                here = (Path(folder) / entry.name).resolve()
                if entry.name in own_games("spec"):
                    raise NameTaken(entry.name, here, "as one that comes with rulewright")
                if lies.setdefault(entry.name, here) != here:
                    raise NameTaken(entry.name, here, f"as the one in {str(lies[entry.name])!r}")
                found[entry.name] = entry.name
                watch(entry.name)
    return found


def projects_in(folder: str) -> list[str]:
    """Return the projects of games in a folder, as `rulewright new game` makes them."""
    return [
        str(found.parents[1])
        for found in sorted(Path(folder).glob("*/*/spec.py"))
        if found.parts[-2] == found.parts[-3] and (found.parents[1] / "pyproject.toml").exists()
    ]


class BrokenPackage(GuestMistake):
    """The package of a guest game cannot be loaded."""

    def __init__(self, game: str, package: str, raised: str, place: str = "") -> None:
        """Name the game, its package, what it raises, and the file and line if known."""
        self.package = package
        super().__init__(game, raised, place)

    def sentence(self) -> str:
        """Return the mistake in one line."""
        return (
            f"the game {self.game!r} cannot be loaded: its package {self.package!r} raises "
            f"{self.raised}{self.at}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.game, self.package, self.raised, self.place), self.__dict__


class NotOffered(BrokenPackage):
    """A module of a guest lacks what it must offer, or offers something else."""

    def sentence(self) -> str:
        """Return the mistake in one line."""
        return f"the game {self.game!r} cannot be loaded: {self.raised}{self.at}"


def has_part(game: str, package: str, part: str) -> bool:
    """Return whether a game's package has a module for a part, without running its code.

    A guest that is named has a specification: loading it raises `BrokenPackage` if it has none.
    """
    del game
    if part == "spec":
        return True
    try:
        found = find_spec(package)
    except Exception:  # noqa: BLE001 - a parent package is broken, which is said as it is loaded
        return False
    places = None if found is None else found.submodule_search_locations
    return places is not None and PathFinder.find_spec(f"{package}.{part}", places) is not None


@contextmanager
def named_when_broken(game: str, package: str) -> Iterator[None]:
    """Turn errors of a guest's code into `BrokenPackage`, except errors on purpose."""
    try:
        yield
    except Exception as error:
        if isinstance(error, GuestMistake) or is_its_own(error):
            raise
        folders = {*folders_of(package), *folders_of(package.rpartition(".")[0])}
        place = place_in(error, folders)
        where = "" if place is None else shown(place)
        raise BrokenPackage(game, package, raised_by(error), where) from error


def is_its_own(error: Exception) -> bool:
    """Return whether a package raises an error on purpose, of a type of its own."""
    ours = type(error).__module__.startswith("rulewright.")
    return isinstance(error, RulewrightError) and not ours


def folders_of(package: str) -> tuple[Path, ...]:
    """Return the folders of a package as far as it can be found; empty if it cannot be."""
    try:
        found = find_spec(package) if package else None
    except Exception:  # noqa: BLE001 - its parent is broken
        return ()
    places = None if found is None else found.submodule_search_locations
    return tuple(map(Path, places or ()))


def offered_by(part: str, name: str, what: str, kind: type | tuple[type, ...] | None = None) -> Any:
    """Return what the module of a part offers under a name; raises `BrokenPackage` or `UnknownGame`."""
    module = _module(part, name)
    package = package_of(name)
    if package is None:
        return getattr(module, what)
    place = shown((Path(str(module.__file__)), 1))
    if not hasattr(module, what):
        lacks = f"the module {module.__name__!r} has no {what}: {MEANT[part]}"
        raise NotOffered(name, package, lacks, place)
    found = getattr(module, what)
    if kind is not None and not isinstance(found, kind):
        other = f"{what} of the module {module.__name__!r} is of type {type(found).__name__}"
        raise NotOffered(name, package, f"{other}: {MEANT[part]}", place)
    return found


MEANT = {
    "spec": "set GAME = SpecifiedGame(...) in it",
    "impl": "set GAME to an object with `name` and `engine(params, rulings)` in it",
    "proofs": "set THEOREMS = (Theorem(...), ...) in it",
}
"""What the module of each part must offer."""
SPECIFIED_IN = ("rulewright.spec.catalogue", "rulewright.spec.engine")
"""The modules of what a specification is made of."""


def specified(name: str) -> SpecifiedGame:
    """Load the specification of a game; raises `UnknownGame`."""
    from rulewright.spec.catalogue import SpecifiedGame  # noqa: PLC0415 - loads NumPy and Z3

    game: SpecifiedGame = offered_by("spec", name, "GAME", SpecifiedGame)
    if is_guest(name):
        refuse_without_rulebook(name, game)
        refuse_without_games(name, game)
    return game


def refuse_without_rulebook(name: str, game: SpecifiedGame) -> None:
    """Refuse a guest whose engine is made with no other rulebook; raises `NotOffered`.

    Mutants of the game are engines with other rulebooks: without them little can be checked.
    """
    try:
        signature(game.engine).bind({}, {}, rulebook=game.rulebook)
    except TypeError:
        module = _module("spec", name)
        made = getattr(game.engine, "__name__", "its engine")
        lacks = (
            f"{made} of the module {module.__name__!r} takes no `rulebook`: it must be made as "
            f"{made}(params, rulings, rulebook=...), and hand that on if it has an __init__ of its own"
        )
        raise NotOffered(
            name, module.__name__, lacks, shown((Path(str(module.__file__)), 1))
        ) from None


def refuse_without_games(name: str, game: SpecifiedGame) -> None:
    """Refuse a guest of which nothing is played; raises `NotOffered`."""
    if not game.played:
        module = _module("spec", name)
        lacks = (
            f"SpecifiedGame(...) of the module {module.__name__!r} has played=(): it must list "
            "parameters to play with, such as played=({},)"
        )
        raise NotOffered(name, module.__name__, lacks, shown((Path(str(module.__file__)), 1)))


def implemented(name: str) -> Implementation[Any, Any]:
    """Load the implementation of a game; raises `UnknownGame`."""
    game: Implementation[Any, Any] = offered_by("impl", name, "GAME")
    refuse_itself(name, game, "GAME")
    return game


def refuse_itself(name: str, found: Any, what: str) -> None:
    """Refuse what a guest offers as its implementation if it is the specification once more.

    Raises `NotOffered`: two engines that are one agree in whatever is wrong.
    """
    ours = {base.__module__ for base in type(found).__mro__} & set(SPECIFIED_IN)
    if ours and is_guest(name):
        module = _module("impl", name)
        same = (
            f"{what} of the module {module.__name__!r} is the specification itself, and one engine "
            "cannot be compared with itself: write another, or leave the module out"
        )
        raise NotOffered(name, module.__name__, same, shown((Path(str(module.__file__)), 1)))


def theorems(name: str) -> tuple[Theorem, ...]:
    """Load the theorems of a game; raises `UnknownGame`, and `NotOffered` if two have one name."""
    found: tuple[Theorem, ...] = tuple(offered_by("proofs", name, "THEOREMS", (tuple, list)))
    if is_guest(name) and (others := [each for each in found if not hasattr(each, "parts")]):
        module = _module("proofs", name)
        what = f"THEOREMS of the module {module.__name__!r} has a {type(others[0]).__name__} in it"
        place = shown((Path(str(module.__file__)), 1))
        raise NotOffered(name, module.__name__, f"{what}: {MEANT['proofs']}", place)
    counted = Counter(theorem.name for theorem in found)
    if twice := [each for each, number in counted.items() if number > 1]:
        module = _module("proofs", name)
        same = f"THEOREMS of the module {module.__name__!r} has {counted[twice[0]]} called {twice[0]!r}"
        raise NotOffered(name, module.__name__, same, shown((Path(str(module.__file__)), 1)))
    if is_guest(name):
        _refuse_reasons(name, found)
    return found


def _refuse_reasons(name: str, theorems: Sequence[Theorem]) -> None:
    """Refuse reasons of a guest for what there is not: theorems, clauses; raises `NotOffered`."""
    module = _module("proofs", name)
    clauses = [clause.identifier for clause in specified(name).rulebook.clauses]
    wrong = unfounded_reason(
        getattr(module, "UNNOTICED", ()), [each.name for each in theorems], clauses
    ) or unfounded_silence(getattr(module, "NOTICED_BY_NONE", ()), clauses)
    if wrong:
        what = f"the module {module.__name__!r} has {wrong}"
        raise NotOffered(name, module.__name__, what, shown((Path(str(module.__file__)), 1)))


def partings(name: str) -> tuple[Parting, ...]:
    """Load what a game's theorems say of where readings part; empty if they say nothing.

    Raises `NotOffered` for a theorem that there is not, or that is not about the question, and for
    readings and parameters that the game does not have.
    """
    if name not in game_names("proofs"):
        return ()
    module = _module("proofs", name)
    found: tuple[Parting, ...] = getattr(module, "PARTINGS", ())
    about = {each.name: each.clauses for each in theorems(name)} if found else {}
    for each in found:
        if wrong := unfounded_parting(each, about, specified(name)):
            what = f"PARTINGS of the module {module.__name__!r} names {wrong}"
            raise NotOffered(name, module.__name__, what, shown((Path(str(module.__file__)), 1)))
    return found


def symbolic(name: str) -> MakeSymbolic | None:
    """Load what makes a game's rules symbolic, if its actions are not listed; None if it has nothing."""
    if name not in game_names("proofs"):
        return None
    found: MakeSymbolic | None = getattr(_module("proofs", name), "SYMBOLIC", None)
    return found


def unnoticed(name: str) -> tuple[Unnoticed, ...]:
    """Load the reasons why theorems do not notice mutants; empty if there are none."""
    found: tuple[Unnoticed, ...] = getattr(_module("proofs", name), "UNNOTICED", ())
    return found


def noticed_by_none(name: str) -> tuple[NoticedByNone, ...]:
    """Load what would be needed to notice mutants that no theorem notices; empty if there is nothing."""
    found: tuple[NoticedByNone, ...] = getattr(_module("proofs", name), "NOTICED_BY_NONE", ())
    return found


def folder_of_guest(name: str) -> Path | None:
    """Return the folder of a guest game's package; None for our own games."""
    return next(iter(folders_of(guest_packages().get(name, ""))), None)


def package_of_specification(name: str) -> str:
    """Return the name of the package in which a game's specification lies; raises `UnknownGame`."""
    module = _module("spec", name)
    return str(module.__name__ if hasattr(module, "__path__") else module.__package__)


def folder_of_specification(name: str) -> Path:
    """Return the folder of a game's specification; raises `UnknownGame`."""
    return Path(str(_module("spec", name).__file__)).parent


def specification(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> Specification[Any]:
    """Make the specification of a game under some options; raises as `engine` does."""
    made = specified(name).engine(params, rulings)
    refuse_players(name, made)
    return made


def implementation(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> CompiledEngine:
    """Make the implementation of a game under some options; raises as `engine` does."""
    offers = implemented(name)
    made = offers.engine(params, rulings)
    refuse_itself(name, made, "the engine of GAME")
    refuse_players(name, made)
    return made


def refuse_players(name: str, made: Any) -> None:
    """Refuse the engine of a guest whose players have no names, or the same; raises `NotOffered`."""
    if is_guest(name) and (wrong := unfit_names(getattr(made, "players", None), "player")):
        file = sys.modules[type(getattr(made, "notation", made)).__module__].__file__
        raised = f"of the players of {called(made)}, {wrong}"
        raise NotOffered(name, str(package_of(name)), raised, shown((Path(str(file)), 1)))


def offered(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> bool:
    """Return whether a game's implementation supports some options; a guest's may support few."""
    if name not in game_names("impl"):
        return False
    plays: Any = getattr(implemented(name), "plays", None)
    return plays is None or bool(plays(params or {}, rulings or {}))


def fastest(
    name: str, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
) -> Engine[Any]:
    """Make the implementation, or the specification if these options are unsupported."""
    return engine(name, params, rulings, "impl" if offered(name, params, rulings) else "spec")


def not_default(name: str, *given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters and rulings that differ from a game's defaults."""
    own = specification(name)
    usual = {**own.params, **own.rulings}
    return {n: value for each in given for n, value in each.items() if usual.get(n) != value}


def side_of(name: str) -> str:
    """Return which engine plays where none is named: ``impl`` if there is one, else ``spec``."""
    return SIDES[0] if name in game_names(SIDES[0]) or name not in game_names() else SIDES[1]


def engine(
    name: str,
    params: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    side: str | None = None,
) -> Engine[Any]:
    """Make an engine of a game; options left out have their defaults.

    Without a `side` it is the implementation, or the specification of a game that has no other. Raises
    `UnknownGame`, `UnknownSide`, `UnknownParameter`, `BadParameter`, `UnknownQuestion` or
    `UnknownReading`.
    """
    if side is not None and side not in SIDES:
        raise UnknownSide(side, SIDES)
    make: Any = {"impl": implementation, "spec": specification}[side or side_of(name)]
    made: Engine[Any] = make(name, params, rulings)
    return made


def _module(part: str, name: str) -> Any:
    if name in own_games(part):
        return import_module(f"rulewright.{part}.{name}")
    names = game_names(part)
    if name not in names:
        known = name in game_names()
        raise UnknownGame(name, names, f"among those that are {PARTS[part]}" if known else "")
    package = guest_packages()[name]
    if (module := sys.modules.get(f"{package}.{part}")) is not None:
        return module
    if part != "spec":
        specified(name)  # so that nothing is loaded before it
    keep_the_process()
    print_beside()
    loading = f"as its module {package + '.' + part!r} was loaded"
    with ExitStack() as watched:
        watched.enter_context(named_when_broken(name, package))
        if part == "proofs":
            from rulewright.proofs import played_at_import  # noqa: PLC0415 - loads NumPy and Z3

            watched.enter_context(played_at_import.noting_what_is_played(package))
        watched.enter_context(left_alone(name, package, loading))
        return import_module(f"{package}.{part}")
