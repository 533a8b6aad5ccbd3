"""Positions that a game reaches, nearest first, within a budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

from attrs import define, field

from rulewright.interface import Action
from rulewright.spec.engine import Specification
from rulewright.spec.lanes import lanes_in

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
    alone: dict[str, tuple[Any, Action]] = field(factory=dict)
    """For each clause that alone forbids an action: the first position with one, and the action."""
    legal: set[Action] = field(factory=set)
    """Actions that are legal somewhere."""
    stuck: Any = None
    """The first position in which a player is due and has no legal action; None if there is none."""
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
            " of the game on this board" if self.everything else " nearest to the start"
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
        found.expanded += 1
        if engine.is_over(state):
            continue
        note_what_is_forbidden(found, state)
        legal = engine.legal_actions(state)
        if not legal and found.stuck is None:
            found.stuck = state
        for action in legal:
            if len(found.parents) >= most:
                found.stopped = True
                break
            found.legal.add(action)
            found.actions += 1
            after = engine.successor(state, action)
            if after not in found.parents:
                found.parents[after] = (state, action)
                waiting.append(after)
    return found


def note_what_is_forbidden(found: Explored, state: Any) -> None:
    """Keep the first action that a clause alone forbids."""
    verdicts = found.engine.verdicts(state)
    width = len(verdicts.candidates)
    missing = [clause for clause in verdicts.lanes if clause not in found.alone]
    if not missing or not width:
        return
    considered = sum(1 << lane for lane in found.engine.considered(state))
    forbidden = {
        clause: considered & ~lanes_in(fact, width) for clause, fact in verdicts.lanes.items()
    }
    for clause in missing:
        others = 0
        for other, lanes in forbidden.items():
            others |= 0 if other == clause else lanes
        alone = forbidden[clause] & ~others
        if alone:
            lane = (alone & -alone).bit_length() - 1
            found.alone[clause] = state, verdicts.candidates[lane]
