"""Under which options the game of a theorem is replayed: those that the theorem's scope names first.

A verdict keeps the actions of a game and not its options, and a game may be legal under many: shown
under others than its own it may seem to refute the theorem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright import games
from rulewright.interface import Action, choices_of
from rulewright.proofs.theorem import Theorem
from rulewright.report.replay import first_that_plays
from rulewright.rulings import deviations

Options = tuple[Mapping[str, Any], Mapping[str, str]]
DEFAULT = "default rulings"


@frozen
class Scope:
    """The values that a theorem's scope names: ``k=3 and 4``, ``end=literal``, the default rulings."""

    values: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, theorem: Theorem, game: str) -> Scope:
        """Read the scope of a theorem of a game."""
        own = games.specification(game)
        values = {
            name: frozenset(re.findall(r"\w+", found[1])) - {"and", "or"}
            for name in (*own.params, *own.rulings)
            if (found := re.search(rf"\b{name} ?= ?(\w+(?:(?:, | and | or )\d+)*)", theorem.scope))
        }
        if DEFAULT in theorem.scope:
            values = {name: frozenset({value}) for name, value in own.rulings.items()} | values
        return cls(values)

    def covers(self, options: Mapping[str, Any]) -> bool:
        """Tell whether options have values that it names, wherever it names any."""
        return all(
            str(value) in self.values[name]
            for name, value in options.items()
            if name in self.values
        )

    def single(self, questions: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """The default rulings, but for questions of which it names one reading alone."""
        named = {
            name: [each for each in readings if each in self.values.get(name, ())]
            for name, readings in questions.items()
        }
        return {
            name: named[name][0] if len(named[name]) == 1 else readings[0]
            for name, readings in questions.items()
        }


def engine_for(game: str, theorem: Theorem, moves: tuple[Action, ...]) -> tuple[Any, str]:
    """Find a specification that plays the game of a theorem, and what is to be said of the choice.

    None for the specification where none plays it.
    """
    scope, every = Scope.of(theorem, game), list(sets_of_options(game))
    own = games.specification(game)
    full = [({**own.params, **params}, rulings) for params, rulings in every]
    sizes = [params for params, rulings in full if rulings == every[0][1]]
    named = [(params, scope.single(readings_of(game))) for params in sizes] + full
    inside = [(params, rulings) for params, rulings in named if scope.covers({**params, **rulings})]
    engine = first_that_plays(game, moves, inside)
    if engine is not None:
        return engine, note(game, theorem, scope)
    engine = first_that_plays(game, moves, every)
    return engine, "The scope of the theorem names other options."


def note(game: str, theorem: Theorem, scope: Scope) -> str:
    """Name the questions that a theorem speaks of and whose reading its scope leaves open."""
    book = games.specified(game).rulebook
    left = [
        each.name
        for each in book.questions
        if each.name in theorem.clauses and len(scope.values.get(each.name, ())) != 1
    ]
    if not left:
        return ""
    return (
        f"The theorem speaks of the readings of {', '.join(left)}; its game is replayed under the first "
        "options that allow it, which need not be those that it was found under."
    )


def readings_of(game: str) -> dict[str, Sequence[str]]:
    """The readings of each question, the default ones first."""
    choices = choices_of(games.specified(game).rulings)
    return {name: values for name, (_, values) in choices.items()}


def sets_of_options(game: str) -> Iterable[Options]:
    """List options under which a game may have been found, the default ones first."""
    specified = games.specified(game)
    rulings = deviations(readings_of(game))
    sizes = (*specified.played, *specified.exhausted, *specified.explored)
    yield from ((params, each) for params in sizes for each in rulings)
