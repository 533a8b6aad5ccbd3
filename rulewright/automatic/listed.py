"""The symbolic form of a game whose actions are listed, from the shape of its first position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from rulewright.interface import Action, UsageError
from rulewright.proofs.symbolic import Symbolic
from rulewright.proofs.unknowns import boolean, integer
from rulewright.spec.logic import Fact, all_of, exactly_one
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.structure import SHAPE, leaves, mapped


class NoSymbolicForm(UsageError):
    """The rules of a game cannot be evaluated over unknowns; the message says why."""


class ListedActions(Symbolic):
    """A `OneByOne` game: facts of its positions are unknown Booleans, numbers unknown integers."""

    engine: OneByOne[Any]
    soundness = ("numbers are never negative", "No number of a position is ever negative.")
    judges_after_the_end = True

    def __init__(self, engine: OneByOne[Any]) -> None:
        """Take an engine; raises `NoSymbolicForm` if its positions hold more than facts and numbers."""
        super().__init__(engine)
        self.first = engine.initial()
        for path, value in leaves(self.first):
            if not isinstance(value, bool | int):
                raise NoSymbolicForm(
                    f"{'.'.join(path) or 'the position'} is {value!r}, neither a fact nor a number"
                )
        for place in shapes(self.first):
            raise NoSymbolicForm(f"{place} is marked as a shape, which an unknown position lacks")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the unknowns of a position, in the order of its facts."""
        return tuple(".".join(path) for path, _ in leaves(self.first))

    def position(self) -> Any:
        """Return an unknown for each fact and each number."""
        found = iter(
            [
                boolean(name) if isinstance(value, bool) else integer(name)
                for name, value in zip(self.names, self.facts(self.first), strict=True)
            ]
        )
        return mapped(lambda _: next(found), self.first)

    def move(self) -> tuple[Fact, ...]:
        """Return an unknown for each action."""
        return tuple(boolean(f"action {action}") for action in self.engine.actions)

    def one_move(self, position: Any, move: Any) -> Fact:
        """State that exactly one action is played."""
        del position
        return exactly_one(move)

    def sound(self, position: Any) -> Fact:
        """State that no number is negative: numbers of positions are counts."""
        pairs = zip(self.facts(self.first), self.facts(position), strict=True)
        return all_of(here >= 0 for value, here in pairs if not isinstance(value, bool))

    def due(self, position: Any) -> Sequence[Fact]:
        """Return the turn."""
        turn: Sequence[Fact] = position.turn
        return turn

    def after(self, position: Any, move: Any) -> Any:
        """Return what `played` makes of the position."""
        return self.engine.played(position, move)

    def results(self, position: Any) -> Sequence[Any]:
        """Return wins, and points if the game counts any by a formula."""
        points = self.engine.points(position) if self.engine.counts_points else ()
        return (*self.engine.wins(position), *points)

    def facts(self, position: Any) -> Sequence[Any]:
        """Return facts and numbers in the order of the first position's."""
        return [value for _, value in leaves(position)]

    def spelled(self, position: Any) -> Mapping[Action, Any]:
        """Return each action of the game."""
        del position
        actions = self.engine.actions
        return {action: tuple(action == each for each in actions) for action in actions}

    def state(self, values: Mapping[str, bool | int]) -> tuple[Any, Action | None]:
        """Put the values of a model into the first position."""
        found = iter(
            [
                type(value)(values.get(name, 0))
                for name, value in zip(self.names, self.facts(self.first), strict=True)
            ]
        )
        state = mapped(lambda _: next(found), self.first)
        played = (action for action in self.engine.actions if values.get(f"action {action}"))
        return state, next(played, None)

    def values(self, state: Any) -> Mapping[str, bool | int]:
        """Read the facts of a position by the names of the unknowns."""
        return dict(zip(self.names, self.facts(state), strict=True))


def shapes(structure: Any, path: str = "position") -> Iterator[str]:
    """Find the fields of a position that are marked as holding no facts."""
    if isinstance(structure, tuple | list):
        for index, part in enumerate(structure):
            yield from shapes(part, f"{path}.{index}")
    elif attrs.has(type(structure)):
        for field in attrs.fields(type(structure)):
            here = f"{path}.{field.name}"
            if field.metadata == SHAPE:
                yield here
            elif field.init:
                yield from shapes(getattr(structure, field.name), here)
