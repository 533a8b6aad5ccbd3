"""What is checked: a game, the options that are fixed, and how much is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.thoroughness import Thoroughness
from rulewright.interface import Json
from rulewright.play import games


@frozen
class Setup:
    """One game under the rulings in force, and how it is checked."""

    game: str
    given: Json
    """Parameters that are fixed; the others are as each test wants them."""
    rulings: dict[str, str]
    """The reading of each question that is in force."""
    effort: Thoroughness
    seed: int

    @property
    def rulings_sent(self) -> dict[str, str]:
        """The readings to send: those that are not the defaults."""
        return not_default(self.rulings, games.specified(self.game).default_rulings)

    def params_sent(self, params: Mapping[str, Any]) -> Json:
        """Return the parameters to send: those fixed and those wanted, unless defaults."""
        return not_default({**params, **self.given}, games.specified(self.game).default_parameters)
