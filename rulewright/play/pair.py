"""Two engines of one game under two readings, side by side: compiled or through the interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Protocol

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.impl.comparison import (
    Manner,
    nearest_difference,
    parting,
    play_under_both,
    same_keys,
)
from rulewright.impl.engine import CompiledEngine
from rulewright.interface import Action, Engine, Nearest
from rulewright.play import games
from rulewright.play.nearest import Between, Bound, BreadthFirst
from rulewright.play.view import view
from rulewright.spec.engine import Specification

COMPARED = 200
"""Positions on which the keys of two engines are compared."""

Progress = Callable[[int, int], None]


class Played(Protocol):
    """Random games under two readings; the first chooses the moves of the even-numbered games."""

    @property
    def games(self) -> int:
        """Number of games."""

    @property
    def parted(self) -> NDArray[np.int64]:
        """The ply before which the two first differed; -1 if they never did."""

    @property
    def comparable(self) -> NDArray[np.bool_]:
        """Whether the same actions can be played to the end under both."""

    @property
    def broken_off(self) -> NDArray[np.bool_]:
        """Whether the same actions were legal under both, but the game was cut off."""

    @property
    def changed(self) -> NDArray[np.bool_]:
        """Whether the game is comparable and the results differ."""

    def shortest(self, most: int) -> Iterator[tuple[Action, ...]]:
        """Yield the actions up to the first difference of the `most` games that part soonest."""


class EnginePair(Protocol):
    """Two engines of one game under two readings."""

    @property
    def first(self) -> Engine[Any]:
        """The first engine."""

    @property
    def second(self) -> Engine[Any]:
        """The second engine."""

    def nearest(self, limit: int, progress: Progress) -> Nearest:
        """Search all games, shortest first, until about `limit` positions are compared."""

    def parting(self, moves: Sequence[Action]) -> int | None:
        """Return after how many actions the two part; None if never, or if a move is illegal."""

    def play(self, seed: int, count: int, manner: Manner, most_plies: int) -> Played:
        """Play random games, half of them chosen by each reading."""


@frozen
class CompiledPair:
    """Two compiled engines whose keys have the same meaning."""

    first: CompiledEngine
    second: CompiledEngine

    def nearest(self, limit: int, progress: Progress) -> Nearest:
        """Search with compiled loops."""
        return nearest_difference(self.first, self.second, limit, progress)

    def parting(self, moves: Sequence[Action]) -> int | None:
        """Replay with compiled loops."""
        return parting(self.first, self.second, moves)

    def play(self, seed: int, count: int, manner: Manner, most_plies: int) -> Played:
        """Play with compiled loops."""
        return play_under_both(self.first, self.second, seed, count, manner, most_plies)


@frozen(eq=False)
class PlainGames:
    """Random games of engines of any kind."""

    parted: NDArray[np.int64]
    comparable: NDArray[np.bool_]
    broken_off: NDArray[np.bool_]
    changed: NDArray[np.bool_]
    moves: tuple[tuple[Action, ...], ...]

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.moves)

    def shortest(self, most: int) -> Iterator[tuple[Action, ...]]:
        """Yield the actions up to the first difference of the `most` games that part soonest."""
        parted = [(int(ply), number) for number, ply in enumerate(self.parted) if ply >= 0]
        for ply, number in sorted(parted)[:most]:
            yield self.moves[number][:ply]


@frozen
class PlainPair:
    """Two engines of any kind, through the game interface only."""

    first: Engine[Any]
    second: Engine[Any]

    def alike(self, one: Any, other: Any) -> bool:
        """Return whether the two views of a position are equal."""
        return view(self.first, one) == view(self.second, other)

    def nearest(self, limit: int, progress: Progress) -> Nearest:
        """Search position by position."""
        start = (self.first.initial(), self.second.initial())
        if not self.alike(*start):
            return Nearest((), 0, 1, complete=False)
        search = BreadthFirst(
            start,
            lambda states: self.first.legal_actions(states[0]),
            lambda states, action: (
                self.first.play(states[0], action),
                self.second.play(states[1], action),
            ),
            lambda states: states[0],
            Bound(positions=limit, between=Between.POSITIONS),
        )
        plies = 0
        for step in search.steps():
            if search.plies > plies:
                progress(search.positions, plies)
                plies = search.plies
            if step.is_new and not self.alike(*step.state):
                return Nearest(step.moves, plies + 1, search.positions, complete=False)
        # The last ply of a complete search adds no position.
        plies = search.plies - search.complete
        return Nearest(None, plies, search.positions, search.complete)

    def parting(self, moves: Sequence[Action]) -> int | None:
        """Replay move by move."""
        states = (self.first.initial(), self.second.initial())
        for ply, action in enumerate(moves):
            if not self.alike(*states):
                return ply
            if action not in self.first.legal_actions(states[0]):
                return None
            states = self.first.play(states[0], action), self.second.play(states[1], action)
        return None if self.alike(*states) else len(moves)

    def play(self, seed: int, count: int, manner: Manner, most_plies: int) -> Played:
        """Play game by game; biased play needs a kernel's weights, and is uniform here."""
        done = [
            self.one(Random(f"{seed} {number}"), number, manner, most_plies)
            for number in range(count)
        ]
        return PlainGames(
            np.array([ply for ply, *_ in done], np.int64),
            np.array([together and ended for _, together, ended, *_ in done], np.bool_),
            np.array([together and not ended for _, together, ended, *_ in done], np.bool_),
            np.array([changed for *_, changed, _ in done], np.bool_),
            tuple(moves for *_, moves in done),
        )

    def one(
        self, random: Random, number: int, manner: Manner, most_plies: int
    ) -> tuple[int, bool, bool, bool, tuple[Action, ...]]:
        """Play one game as `rulewright.impl.comparison.play_both` does."""
        sides = (self.second, self.first) if number % 2 else (self.first, self.second)
        leader, follower = sides
        state, other = leader.initial(), follower.initial()
        moves: list[Action] = []
        parted, together = -1, True
        while True:
            if parted < 0 and view(leader, state) != view(follower, other):
                parted = len(moves)
            legal = leader.legal_actions(state)
            if leader.is_over(state) or len(moves) == most_plies or not legal:
                break  # `rulewright gaps` reports players without a legal action
            action = chosen(leader, state, legal, random, manner)
            if together and not follower.is_over(other):
                together = action in follower.legal_actions(other)
                if together:
                    other = follower.play(other, action)
            state = leader.play(state, action)
            moves.append(action)
        ends = leader.is_over(state), follower.is_over(other)
        same = ends[0] == ends[1] and leader.winners(state) == follower.winners(other)
        changed = together and any(ends) and not same
        return parted, together, any(ends), changed, tuple(moves)


def chosen(
    engine: Engine[Any], state: Any, legal: Sequence[Action], random: Random, manner: Manner
) -> Action:
    """Choose a legal action at random; greedy play maximises the lead in score right after it."""
    if manner is not Manner.GREEDY:
        return random.choice(legal)
    mover = engine.turn(state)

    def lead(action: Action) -> int:
        scores = engine.scores(engine.play(state, action))
        others = [score for player, score in scores.items() if player != mover]
        return scores[str(mover)] - max(others, default=0)

    leads = [lead(action) for action in legal]
    best = max(leads)
    return random.choice([each for each, gain in zip(legal, leads, strict=True) if gain == best])


def some_states(engine: CompiledEngine, seed: int) -> Iterator[bytes]:
    """Yield states of random games indefinitely."""
    random = Random(seed)
    while True:
        state = engine.initial()
        yield state
        while not engine.is_over(state):
            state = engine.play(state, random.choice(engine.legal_actions(state)))
            yield state


def pair_of(
    game: str,
    params: Mapping[str, Any],
    readings: tuple[Mapping[str, str], Mapping[str, str]],
    seed: int,
) -> EnginePair:
    """Return the two engines: a compiled pair if both are compiled and their keys agree."""
    first, second = (games.fastest(game, params, rulings) for rulings in readings)
    if (
        isinstance(first, CompiledEngine)
        and isinstance(second, CompiledEngine)
        and same_keys(first, second, islice(some_states(first, seed), COMPARED))
    ):
        return CompiledPair(first, second)
    if isinstance(first, Specification) and isinstance(second, Specification):
        from rulewright.play.pair_of_specifications import SpecificationPair  # noqa: PLC0415

        return SpecificationPair(first, second)
    return PlainPair(first, second)
