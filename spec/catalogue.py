"""What each game's folder exports: everything the tools need to know of a specified game."""

from __future__ import annotations

from typing import Any, Protocol

import attrs

from rulewright.interface import Draw
from rulewright.spec.engine import Specification
from rulewright.spec.registry import Rulebook


class MakeSpecification(Protocol):
    """How a specification is made: options first, and a rulebook if it is not to be the game's own."""

    def __call__(
        self, params: Any = None, rulings: Any = None, rulebook: Rulebook = ...
    ) -> Specification[Any]:
        """Fix the options."""


@attrs.frozen
class SpecifiedGame:
    """One game's rulebook, options, engine and drawings."""

    rulebook: Rulebook
    parameters: type[attrs.AttrsInstance]
    rulings: type[attrs.AttrsInstance]
    engine: MakeSpecification
    draw: Draw

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rulebook.game
