"""Positions that a game reaches: the nearest, and those of random games, within a budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from time import monotonic
from typing import Any

from attrs import define, field

from rulewright.interface import Action
from rulewright.spec.engine import Specification
from rulewright.spec.lanes import lanes_in

MOST_POSITIONS = 6000
"""Positions that are visited, unless said otherwise."""
MOST_SECONDS = 60.0
LONGEST = 300
"""Most actions of a random game."""


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
    wandered: int = 0
    """How many of the positions, the last ones, are of random games."""
    stopped: bool = False
    """Whether the budget was used up before all was visited."""

    @property
    def everything(self) -> bool:
        """Whether every position that the game can reach was visited."""
        return not self.stopped

    @property
    def extent(self) -> str:
        """How many positions were visited, in words."""
        return self.words(len(self.parents))

    @property
    def judged(self) -> str:
        """In how many positions all actions were looked at, in words."""
        return self.words(self.expanded)

    def words(self, positions: int) -> str:
        """Write a number of positions, and which they are."""
        if self.everything:
            return f"all {positions:,} positions of the game on this board"
        return f"{positions:,} positions near the start and in random games"

    def some(self, most: int) -> Iterator[Any]:
        """Yield positions: half of them the nearest ones, then those of random games."""
        near = len(self.parents) - self.wandered
        yield from islice(self.parents, min(near, most - min(self.wandered, most // 2)))
        yield from islice(self.parents, near, near + min(self.wandered, most // 2))

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

    If it is used up, a third of it goes to random games. A position counts with everything that it
    holds. Time is looked at between positions.
    """
    began = monotonic()
    start = engine.initial()
    found = Explored(engine, {start: None})
    waiting = deque([start])
    nearest, part = max(1, most * 2 // 3), seconds * 2 / 3
    while waiting:
        if len(found.parents) >= most or monotonic() - began > seconds:
            found.stopped = True
            return found
        if found.stopped or monotonic() - began > part:
            found.stopped = True
            break
        state = waiting.popleft()
        for action, after in expanded(found, state):
            if after not in found.parents:
                if len(found.parents) >= nearest:
                    found.stopped = True
                    break
                found.parents[after] = (state, action)
                waiting.append(after)
    if found.stopped:
        wander(found, most, began + seconds)
    return found


def expanded(found: Explored, state: Any) -> Iterator[tuple[Action, Any]]:
    """Note what is legal and forbidden in a position; yield each legal action and what it leads to."""
    engine = found.engine
    found.expanded += 1
    if engine.is_over(state):
        return
    note_what_is_forbidden(found, state)
    legal = engine.legal_actions(state)
    if not legal and found.stuck is None:
        found.stuck = state
    for action in legal:
        found.legal.add(action)
        found.actions += 1
        yield action, engine.successor(state, action)


def wander(found: Explored, most: int, until: float) -> None:
    """Play random games, and keep their positions, until a budget is used up."""
    random, engine = Random(1), found.engine
    near, new = len(found.parents), set[Any]()
    for _ in range(most):
        state = engine.initial()
        for _ in range(LONGEST):
            if len(found.parents) >= most or monotonic() > until:
                found.wandered = len(found.parents) - near
                return
            legal = engine.legal_actions(state)
            if not legal:
                if not engine.is_over(state) and found.stuck is None:
                    found.stuck = state
                break
            note_what_is_forbidden(found, state)
            found.legal.update(legal)
            found.expanded += state in new
            new.discard(state)
            action = random.choice(legal)
            after = engine.successor(state, action)
            if after not in found.parents:
                found.parents[after] = (state, action)
                new.add(after)
            state = after
    found.wandered = len(found.parents) - near


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
