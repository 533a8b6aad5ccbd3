"""The driver of compiled engines: whole games and searches run in compiled loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.impl import drivers
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.solving import forced_win
from rulewright.impl.steps import steps
from rulewright.interface import Action, Recording, UsageError
from rulewright.play.driver import Allowance, PlayedOut, Swept, Value, Visit, moves_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.plain import PlainDriver
from rulewright.play.random_games import Line, random_lines
from rulewright.play.recording import Extent
from rulewright.play.view import view
from rulewright.spec.coverage import Coverage

BY_HAND = 2
"""Plies of a perft played in Python, so that it can be interrupted; the rest is compiled."""


@frozen
class CompiledDriver:
    """Drives an engine with a kernel."""

    engine: CompiledEngine

    def allowed(self, work: Allowance) -> int:
        """Return the larger share."""
        return work.compiled

    def read(self, action: Action) -> None:
        """Find its code."""
        self.engine.notation.code(action)

    def extent(self, seed: int, most_plies: int) -> Extent:
        """Return the kernel's own bound."""
        del seed
        return Extent(int(self.engine.kernel.most_legal), most_plies)

    def record(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Recording:
        """Record random games."""
        return drivers.record(self.engine, seed, games, biased=biased, max_plies=max_plies)

    def lines(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Iterator[tuple[Action, ...]]:
        """Yield the moves of recorded games."""
        yield from moves_of(self.record(seed, games, biased=biased, max_plies=max_plies))

    @property
    def at_once(self) -> int:
        """One: games are played one at a time."""
        return 1

    def sample(self, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
        """Yield each game as soon as it is played, through the interface."""
        return random_lines(self.engine, seed, numbers, most_plies)

    def play_out(self, seed: int, most_plies: int) -> PlayedOut:
        """Play one uniformly random game."""
        played = drivers.playouts(self.engine, seed=seed, games=1, max_plies=most_plies)
        winners = tuple(player for player, wins in played.wins.items() if wins)
        return PlayedOut(played.plies, winners if played.finished else None)

    def visit(self, most: int) -> Visit:
        """Explore the game."""
        found = drivers.explore(self.engine, limit=most)
        return Visit(found.states(), found.positions, found.finished, found.complete)

    def sweep(self, judge: Any, most: int) -> Swept:
        """Explore the game, and let the specification judge each action as a game of one ply.

        Both begin in the same position, agree in each on the legal set, turn, scores and winners, and
        reach the same position by each action: so both reach the same set of positions. A specification
        that cannot judge in bulk is asked one position at a time.
        """
        try:
            judge.in_bulk()
        except UsageError:
            return PlainDriver(self.engine).sweep(judge, most)
        first, other = view(judge, judge.initial()), view(self.engine, self.engine.initial())
        if first != other:
            raise Disagreement("initial position", [], first, other)
        found = drivers.explore(self.engine, limit=most)
        positions, played, coverage = 0, 0, Coverage()
        for count, recording in steps(found):
            coverage += judge.check(recording)
            positions += count
            played += recording.plies
        if positions != found.positions:
            raise Disagreement("number of positions", [], found.positions, positions)
        depth = len(found.counts) - 1
        return Swept(positions, played, found.finished, depth, found.complete, coverage)

    def perfts(self, state: Any, depth: int) -> Iterator[int]:
        """Count each depth separately; stop counting once no sequence is that long."""
        count = 1
        for each in range(1, depth + 1):
            count = count and self.perft(state, each)
            yield count

    def perft(self, state: Any, depth: int) -> int:
        """Count sequences; the last ply is counted in bulk."""
        return self._counted(state, depth, BY_HAND)

    def _counted(self, state: Any, depth: int, by_hand: int) -> int:
        if depth <= by_hand or not by_hand:
            return drivers.perft(self.engine, state, depth)
        return sum(
            self._counted(self.engine.play(state, action), depth - 1, by_hand - 1)
            for action in self.engine.legal_actions(state)
        )

    def value(self, most: int) -> Value | None:
        """Solve the game by compiled retrograde analysis."""
        found = drivers.explore(self.engine, limit=most)
        if not found.complete:
            return None
        turns, _, winners = found.results()
        ends = frozenset(
            tuple(compress(self.engine.players, row))
            for row in np.unique(winners[turns < 0] > 0, axis=0)
        )
        return Value(forced_win(found), found.positions, ends)
