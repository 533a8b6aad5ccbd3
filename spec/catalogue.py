"""What each game's folder exports: everything the tools need to know of a specified game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import attrs

from rulewright.interface import Draw, Recording, Symmetry, UsageError, choices_of
from rulewright.spec.engine import Specification
from rulewright.spec.one_by_one import NoParameters
from rulewright.spec.registry import Rulebook, tuple_of
from rulewright.spec.rulings import rulings_of


def no_symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """Name no renaming."""
    del engine
    return ()


@attrs.frozen
class Occasion:
    """Something rare that a campaign must have met at least once."""

    name: str
    params: Mapping[str, Any]
    """With the rulings, options under which biased games meet it. A campaign that has not met it
    otherwise looks for it there."""
    rulings: Mapping[str, str]


def no_occasions(recording: Recording) -> Mapping[str, int]:
    """Count nothing."""
    del recording
    return {}


class MakeSpecification(Protocol):
    """How a specification is made: options first; a rulebook if it is not to be the game's own."""

    def __call__(
        self, params: Any = None, rulings: Any = None, rulebook: Rulebook = ...
    ) -> Specification[Any]:
        """Fix the options."""


class WithoutRulebook(UsageError):
    """A game names neither its rulebook nor an engine that has one."""


def rulebook_of(game: SpecifiedGame) -> Rulebook:
    """Return the rulebook that an engine's class names; raises `WithoutRulebook`."""
    found = getattr(game.engine, "rulebook", None)
    if not isinstance(found, Rulebook):
        raise WithoutRulebook("SpecifiedGame(...) needs rulebook=..., or an engine with a rulebook")
    return found


def parameters_of(game: SpecifiedGame) -> type[attrs.AttrsInstance]:
    """Return the parameters that an engine's class names; none, if it names none."""
    found: type[attrs.AttrsInstance] = getattr(game.engine, "parameters", NoParameters)
    return found


def readings_of(game: SpecifiedGame) -> type[attrs.AttrsInstance]:
    """Return the rulings that an engine's class names, or else make them of the rulebook's questions."""
    found: type[attrs.AttrsInstance] | None = getattr(game.engine, "readings", None)
    return rulings_of(game.rulebook.questions) if found is None else found


def sizes(*default: Mapping[str, Any]) -> Any:
    """Make a field that lists parameters; `TypeError` names it if it is given no tuple."""
    return attrs.field(default=default, validator=tuple_of(object))


@attrs.frozen(kw_only=True)
class SpecifiedGame:
    """One game's rulebook, options, engine and drawings.

    Where the engine derives from `OneByOne`, `engine` and `draw` are enough: rulebook, parameters and
    rulings are those of the engine.
    """

    engine: MakeSpecification
    draw: Draw
    rulebook: Rulebook = attrs.Factory(rulebook_of, takes_self=True)
    parameters: type[attrs.AttrsInstance] = attrs.Factory(parameters_of, takes_self=True)
    rulings: type[attrs.AttrsInstance] = attrs.Factory(readings_of, takes_self=True)
    played: tuple[Mapping[str, Any], ...] = sizes({})
    """Parameters under which random games are checked; the first are the game's own."""
    full_size: tuple[Mapping[str, Any], ...] = sizes({})
    """Parameters of the game as its rulebook sells it, one for each way to play; its own first."""
    exhausted: tuple[Mapping[str, Any], ...] = sizes()
    """Parameters of shrunken games, all of whose positions can be visited."""
    explored: tuple[Mapping[str, Any], ...] = sizes()
    """Parameters of games too large for that, whose first positions are visited as far as it goes."""
    larger: tuple[Mapping[str, Any], ...] = sizes()
    """Parameters beyond those of the game itself, which few play, but an engine may get them wrong."""
    crowded: tuple[Mapping[str, Any], ...] = sizes()
    """Parameters for ten players or more, whose names, or numbers of two digits, may be put in order."""
    symmetries: Callable[[Specification[Any]], Sequence[Symmetry]] = no_symmetries
    """The renamings under which the rules of an engine's options must not change."""
    renamings: Callable[[Specification[Any]], Sequence[Symmetry]] = no_symmetries
    """Candidates, without a claim: whether they change the game is found out (`rulewright gaps`)."""
    deadlock: str = ""
    """Why a player who is due may have no legal action although the game is not over; "" if that never
    happens. Such a game stops there without a result; a rulebook rarely means that."""
    occasions: tuple[Occasion, ...] = attrs.field(default=(), validator=tuple_of(Occasion))
    """Rare things that a campaign must have met, or it has failed."""
    count_occasions: Callable[[Recording], Mapping[str, int]] = no_occasions
    """Counts the occasions in recorded games, by name."""

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rulebook.game

    @property
    def readings(self) -> dict[str, tuple[str, ...]]:
        """The readings of each question, the default ones first."""
        return {name: tuple(every) for name, (_, every) in choices_of(self.rulings).items()}

    @property
    def default_rulings(self) -> dict[str, str]:
        """The default reading of each question."""
        return {name: default for name, (default, _) in choices_of(self.rulings).items()}

    @property
    def default_parameters(self) -> dict[str, Any]:
        """The value that each parameter has where none is given."""
        return {name: default for name, (default, _) in choices_of(self.parameters).items()}
