"""Hypothesis for games: strategies, state machines, properties.

    >>> from rulewright.testing import games, machine, positions, property_of
    >>> TestMyEngine = machine("nonaga", n=1).TestCase

Strategies draw parameters, rulings, games, positions (rare ones too) and actions; `machine` plays an
engine by itself, beside the specification, or an adapter in any language; `property_of` holds one text
against random games, all positions and Z3; `suite` is one line for a ``conftest.py``. What fails is
shown as the shortest game found, with its board and a line that plays it again. Importing this package
tells `hypothesis.strategies.from_type` how to draw the public types.
"""

from __future__ import annotations

from rulewright.automatic.own_formulas import inductive
from rulewright.testing.adapters import FaultyAdapter, UnsupportedOptions
from rulewright.testing.drawn import DrawnGame, DrawnPosition, replay
from rulewright.testing.failures import GameFails
from rulewright.testing.machines import GameMachine, machine
from rulewright.testing.observing import observe
from rulewright.testing.properties import PropertyAnswer, PropertyTest, property_of
from rulewright.testing.rare import NeverMet, Where, clause, occasion, question
from rulewright.testing.searching import shortest_difference
from rulewright.testing.shrinking import shrink
from rulewright.testing.strategies import (
    games,
    illegal_actions,
    legal_actions,
    pairs_of_games,
    parameters,
    positions,
    register,
    rulings,
)
from rulewright.testing.suites import EngineSuite, suite

__all__ = [
    "DrawnGame",
    "DrawnPosition",
    "EngineSuite",
    "FaultyAdapter",
    "GameFails",
    "GameMachine",
    "NeverMet",
    "PropertyAnswer",
    "PropertyTest",
    "UnsupportedOptions",
    "Where",
    "clause",
    "games",
    "illegal_actions",
    "inductive",
    "legal_actions",
    "machine",
    "observe",
    "occasion",
    "pairs_of_games",
    "parameters",
    "positions",
    "property_of",
    "question",
    "replay",
    "rulings",
    "shortest_difference",
    "shrink",
    "suite",
]
register()
