"""The driver of compiled engines: whole games and searches run in compiled loops."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import compress, islice
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.impl import drivers
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.solving import forced_win
from rulewright.impl.steps import steps
from rulewright.interface import Action, Recording, UsageError
from rulewright.play import games
from rulewright.play.driver import Allowance, PlayedOut, Swept, Value, Visit, moves_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.nearest import every_position
from rulewright.play.plain import PlainDriver
from rulewright.play.random_games import Line, random_lines
from rulewright.play.recording import Extent
from rulewright.play.view import view
from rulewright.spec.coverage import Coverage, RecordingRefuted

BY_HAND = 2
"""Plies of a perft played in Python, so that it can be interrupted; the rest is compiled."""
MOST_WRITTEN = 20_000
"""Positions of a sweep that are written, or reached once more, move by move."""


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
            try:
                coverage += judge.check(recording)
            except RecordingRefuted as refuted:
                raise self.from_the_start(refuted, found, positions) from None
            positions += count
            played += recording.plies
        self.tell_apart(found)
        if positions != found.positions:
            raise Disagreement("number of positions", [], found.positions, positions)
        depth = len(found.counts) - 1
        return Swept(positions, played, found.finished, depth, found.complete, coverage)

    def tell_apart(self, found: drivers.Exploration) -> None:
        """Require that no two states are written alike; raises `Disagreement`.

        Of a guest the nearest positions are looked at: they would be counted twice.
        """
        if games.is_guest(self.engine.game):
            nearest = islice(every_position(self.engine), min(found.positions, MOST_WRITTEN))
            written: dict[str, Any] = {}
            for moves, state in nearest:
                text = json.dumps(self.engine.to_json(state), sort_keys=True)
                if written.setdefault(text, state) != state:
                    said = f"two keys of the implementation are written alike, as {text}"
                    raise Disagreement("key of a position", moves, None, None, said=said)

    def from_the_start(
        self, refuted: RecordingRefuted, found: drivers.Exploration, number: int
    ) -> RecordingRefuted | Disagreement:
        """Return what was refuted of one action as a game from the start, if that is near.

        The recording has the actions of the positions that were found, from that `number` on.
        """
        game = refuted.game
        states = islice(found.states(), number, None)
        for state in states:
            game -= max(len(self.engine.legal_actions(state)), 1)
            if game < 0:
                break
        nearest = islice(every_position(self.engine), min(found.positions, MOST_WRITTEN))
        path = next((list(moves) for moves, each in nearest if each == state), None)
        what, expected, given = refuted.what, refuted.expected, refuted.given
        if path is not None:
            whole = [*path, *refuted.moves]
            return RecordingRefuted(what, refuted.game, whole, expected, given)
        where = (
            f"{refuted.said_by('the implementation')}, in {json.dumps(self.engine.to_json(state))}"
        )
        return Disagreement("a step", [], expected, given, said=where)

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
