"""Actions as small whole numbers: from 0, at most so many, and wherever possible always the same.

In this order: the numbers that an implementation gives (`rulewright.impl.numbers`: its own codes, or a
window that moves with the board), the index among the actions that a specification lists, and else the
index among the sorted legal actions, which means another thing in every position.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

from attrs import field, frozen

from rulewright.bridges.stopping import NoLongerCounted
from rulewright.impl import numbers
from rulewright.interface import Action, Engine
from rulewright.play.driver import driver_of

ROOM = 4
"""An estimate of the most legal actions is multiplied by this where no bound is known."""


class Numbering(Protocol):
    """How the actions of one engine are numbered."""

    @property
    def count(self) -> int:
        """How many numbers there are; all are below."""

    @property
    def stable(self) -> bool:
        """Whether a number means the same action in every position, up to a move of the board."""

    @property
    def said(self) -> str:
        """What a number is, as part of a sentence."""

    @abstractmethod
    def legal(self, state: Any) -> dict[int, Action]:
        """Return the legal actions by number, ascending."""


@frozen
class Coded:
    """The numbers of a compiled implementation."""

    engine: Any
    count: int
    stable: bool = True

    @property
    def said(self) -> str:
        """What a number is."""
        if numbers.moves_with_the_board(self.engine):
            return "the action in a window that moves with the board"
        return "the action, one of those of the whole game"

    def legal(self, state: Any) -> dict[int, Action]:
        """Return the legal actions by number."""
        texts = self.engine.legal_actions(state)
        return dict(
            sorted(zip(numbers.numbers_of(self.engine, state).tolist(), texts, strict=True))
        )


@frozen
class Listed:
    """The index among the actions that a specification lists."""

    engine: Engine[Any]
    actions: tuple[Action, ...]
    stable: bool = True
    said: str = "the action, one of those of the whole game"
    index: dict[Action, int] = field(init=False, repr=False)

    @index.default
    def _index(self) -> dict[Action, int]:
        return {action: number for number, action in enumerate(self.actions)}

    @property
    def count(self) -> int:
        """How many actions there are."""
        return len(self.actions)

    def legal(self, state: Any) -> dict[int, Action]:
        """Return the legal actions by number."""
        return dict(sorted((self.index[each], each) for each in self.engine.legal_actions(state)))


@frozen
class Ranked:
    """The index among the sorted legal actions."""

    engine: Engine[Any]
    count: int
    stable: bool = False
    said: str = "the index among the sorted legal actions: it means another thing in every position"

    def legal(self, state: Any) -> dict[int, Action]:
        """Return the legal actions by number; raises `NoLongerCounted` if they are too many."""
        actions = self.engine.legal_actions(state)
        if len(actions) > self.count:
            raise NoLongerCounted(self.engine.game, len(actions), self.count)
        return dict(enumerate(actions))


def numbering_of(engine: Engine[Any], listed: tuple[Action, ...] | None = None) -> Numbering:
    """Choose the numbers of an engine's actions; `listed` are those that its specification lists."""
    count = numbers.number_count(engine)
    if count is not None:
        return Coded(engine, count)
    if listed is not None:
        return Listed(engine, listed)
    return Ranked(engine, ROOM * driver_of(engine).extent(0, 1_000).breadth)
