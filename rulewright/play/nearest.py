"""Breadth-first search of games; position identity and the bound are arguments."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from typing import Any, Generic, TypeVar

from attrs import define, field, frozen

from rulewright.interface import Action, Engine, Nearest
from rulewright.play.lockstep import Disagreement, Lockstep

State = TypeVar("State")
UNBOUNDED = 1 << 62


class Between(Enum):
    """Where a search stops once it has reached its bound on positions."""

    PLIES = "plies"
    POSITIONS = "positions"
    ACTIONS = "actions"


@frozen
class Bound:
    """The limits of a search."""

    plies: int = UNBOUNDED
    """Actions of the longest game."""
    positions: int = UNBOUNDED
    """Approximate number of positions: the search stops at the next place named by `between`."""
    actions: int = UNBOUNDED
    """Actions tried."""
    between: Between = Between.PLIES


@frozen
class Step(Generic[State]):
    """An action played in a position that the search reached."""

    line: tuple[Action, ...]
    """The actions that lead to the position `before`."""
    before: State
    action: Action
    state: State
    """The position that the action leads to."""
    is_new: bool
    """Whether no equivalent position was met before."""

    @property
    def moves(self) -> tuple[Action, ...]:
        """The actions that lead to `state`."""
        return (*self.line, self.action)


@define
class BreadthFirst(Generic[State]):
    """A breadth-first search from `start`; iterate over `steps`, then read its extent."""

    start: State
    actions_of: Callable[[State], Iterable[Action]]
    play: Callable[[State, Action], State | None]
    """Returns None for an action to skip."""
    same: Callable[[State], Hashable]
    """Positions with equal keys count as the same."""
    bound: Bound = Bound()
    plies: int = field(default=0, init=False)
    """All games of at most this many actions were searched."""
    tried: int = field(default=0, init=False)
    """Actions tried."""
    complete: bool = field(default=False, init=False)
    """Whether the search ended because no position was left."""
    _known: set[Hashable] = field(factory=set, init=False, repr=False)

    @property
    def positions(self) -> int:
        """Number of distinct positions known."""
        return len(self._known)

    def steps(self) -> Iterator[Step[State]]:
        """Yield each action of each position once, nearest positions first."""
        self._known = {self.same(self.start)}
        layer: list[tuple[tuple[Action, ...], State]] = [((), self.start)]
        while self.plies < self.bound.plies:
            following: list[tuple[tuple[Action, ...], State]] = []
            for line, before in layer:
                if self._is_full(Between.POSITIONS):
                    return
                for step in self._steps_from(line, before):
                    yield step
                    if step.is_new:
                        self._known.add(self.same(step.state))
                        if self._is_full(Between.ACTIONS):
                            return
                        following.append((step.moves, step.state))
                if self.tried > self.bound.actions:
                    return
            layer = following
            self.plies += 1
            self.complete = not layer
            if self.complete or self._is_full(Between.PLIES):
                return

    def _steps_from(self, line: tuple[Action, ...], before: State) -> Iterator[Step[State]]:
        for action in self.actions_of(before):
            self.tried += 1
            if self.tried > self.bound.actions:
                return
            state = self.play(before, action)
            if state is not None:
                yield Step(line, before, action, state, self.same(state) not in self._known)

    def _is_full(self, place: Between) -> bool:
        return self.bound.between is place and len(self._known) >= self.bound.positions


def search_of(engine: Engine[Any], bound: Bound | None = None) -> BreadthFirst[Any]:
    """Return a search of one engine's games; equal states are the same position."""
    return BreadthFirst(
        engine.initial(), engine.legal_actions, engine.play, lambda state: state, bound or Bound()
    )


def every_position(engine: Engine[Any]) -> Iterator[tuple[tuple[Action, ...], Any]]:
    """Yield a shortest line and the state of each position of a game, nearest first."""
    search = search_of(engine)
    yield (), search.start
    yield from ((step.moves, step.state) for step in search.steps() if step.is_new)


def both_states(game: Lockstep) -> Hashable:
    """Return both states: positions are the same if both are equal."""
    return game.states


def states_of_the_reference(game: Lockstep) -> Hashable:
    """Return the reference's state: positions are the same if it is equal."""
    return game.states[0]


def search_in_lockstep(
    game: Lockstep, same: Callable[[Lockstep], Hashable], bound: Bound
) -> BreadthFirst[Lockstep]:
    """Return a search of two engines' games; a step raises `Disagreement` if they part."""
    return BreadthFirst(game, lambda here: here.seen.legal, Lockstep.play, same, bound)


def shortest_by_search(
    reference: Engine[Any], tested: Engine[Any], most_plies: int, most_positions: int = 100_000
) -> Nearest:
    """Compare all positions, nearest first, until two engines part.

    Stops after `most_plies` actions, or between two plies once `most_positions` were compared. So the
    game it finds is a shortest one, and if it finds none, there is none within `plies` plies.
    """
    try:
        start = Lockstep.begin(reference, tested)
    except Disagreement:
        return Nearest((), 0, 1, complete=False)
    search = search_in_lockstep(start, both_states, Bound(most_plies, most_positions))
    try:
        for _ in search.steps():
            pass
    except Disagreement as found:
        return Nearest(found.line, search.plies + 1, search.positions, complete=False)
    return Nearest(None, search.plies, search.positions, search.complete)
