"""Positions that a game reaches, nearest first, within a budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from attrs import define, field

from rulewright.interface import Action
from rulewright.spec.engine import Specification

MOST_POSITIONS = 6000
"""Positions that are visited, unless said otherwise."""
MOST_SECONDS = 60.0


@define(eq=False)
class Explored:
    """The positions of one engine that were visited, in breadth first order."""

    engine: Specification[Any]
    parents: dict[Any, tuple[Any, Action] | None] = field(factory=dict)
    """For each position the one before and the action; None for the first position."""
    expanded: int = 0
    """Positions all of whose successors are known."""
    actions: int = 0
    """Actions that were played."""
    stopped: bool = False
    """Whether the budget was used up before all was visited."""

    @property
    def everything(self) -> bool:
        """Whether every position that the game can reach was visited."""
        return not self.stopped

    @property
    def extent(self) -> str:
        """How many positions were visited, in words."""
        every = "all " if self.everything else ""
        return f"{every}{len(self.parents):,} positions" + (
            " of the game" if self.everything else " nearest to the start"
        )

    def game(self, state: Any) -> tuple[Action, ...] | None:
        """Return the actions that lead to a position; None if it was not visited."""
        if state not in self.parents:
            return None
        moves: list[Action] = []
        while (before := self.parents[state]) is not None:
            state, action = before
            moves.append(action)
        return tuple(reversed(moves))

    def first(self, wanted: Callable[[Any], bool]) -> Any:
        """Return the visited position nearest to the start that is wanted; None if none is."""
        return next((state for state in self.parents if wanted(state)), None)


def explored(
    engine: Specification[Any], most: int = MOST_POSITIONS, seconds: float = MOST_SECONDS
) -> Explored:
    """Visit positions from the start, breadth first, until all are known or a budget is used up.

    A position counts with everything that it holds. Time is looked at between positions.
    """
    began = monotonic()
    start = engine.initial()
    found = Explored(engine, {start: None})
    waiting = deque([start])
    while waiting:
        if len(found.parents) >= most or monotonic() - began > seconds:
            found.stopped = True
            break
        state = waiting.popleft()
        for action, after in successors(engine, state):
            found.actions += 1
            if after not in found.parents:
                found.parents[after] = (state, action)
                waiting.append(after)
        found.expanded += 1
    return found


def successors(engine: Specification[Any], state: Any) -> Iterator[tuple[Action, Any]]:
    """Yield each legal action of a position, and the position after it."""
    if engine.is_over(state):
        return
    for action in engine.legal_actions(state):
        yield action, engine.successor(state, action)
