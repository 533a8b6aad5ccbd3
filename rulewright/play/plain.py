"""The driver of engines of any kind, through the game interface only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine, IllegalAction, MalformedAction, Recording
from rulewright.play.driver import Allowance, PlayedOut, Swept, Value, Visit, moves_of
from rulewright.play.lockstep import Lockstep
from rulewright.play.nearest import Bound, both_states, every_position, search_in_lockstep
from rulewright.play.random_games import Line, random_line, random_lines
from rulewright.play.recording import Extent, extent, record
from rulewright.spec.coverage import Coverage

LONGEST = 10_000
"""Plies after which a sweep stops."""


@frozen
class PlainDriver:
    """Drives any engine."""

    engine: Engine[Any]

    def allowed(self, work: Allowance) -> int:
        """Return the smaller share."""
        return work.plain

    def read(self, action: Action) -> None:
        """Try to play it at the start, where it may be illegal."""
        try:
            self.engine.play(self.engine.initial(), action)
        except MalformedAction:
            raise
        except IllegalAction:
            return

    def extent(self, seed: int, most_plies: int) -> Extent:
        """Look at a few random games."""
        return extent(self.engine, seed, most_plies)

    def record(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Recording:
        """Record random games; `biased` play is also uniform, but draws different games."""
        return record(self.engine, seed, games, biased=biased, max_plies=max_plies)

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
        line = random_line(self.engine, Random(seed), most_plies)
        end = line.states[-1]
        over = self.engine.is_over(end)
        return PlayedOut(len(line.moves), self.engine.winners(end) if over else None)

    def visit(self, most: int) -> Visit:
        """Visit position after position."""
        states = [state for _, state in islice(every_position(self.engine), most + 1)]
        finished = sum(map(self.engine.is_over, states))
        return Visit(states[:most], min(len(states), most), finished, len(states) <= most)

    def sweep(self, judge: Any, most: int) -> Swept:
        """Compare both sides position by position."""
        start = Lockstep.begin(judge, self.engine)
        search = search_in_lockstep(start, both_states, Bound(LONGEST, most))
        finished, depth = int(start.seen.over), 0
        for step in search.steps():
            if step.is_new:
                finished, depth = finished + step.state.seen.over, len(step.moves)
        complete = search.complete
        return Swept(search.positions, search.tried, finished, depth, complete, Coverage())

    def perfts(self, state: Any, depth: int) -> Iterator[int]:
        """Count ply by ply."""
        counts = layers(self.engine, state)
        for _ in range(depth):
            yield next(counts, 0)

    def perft(self, state: Any, depth: int) -> int:
        """Count ply by ply."""
        return next(islice(self.perfts(state, depth), depth - 1, None)) if depth else 1

    def value(self, most: int) -> Value | None:
        """Solve the game by repeated passes over its positions."""
        following: dict[Any, tuple[Any, ...]] = {}
        waiting = [self.engine.initial()]
        while waiting:
            state = waiting.pop()
            if state in following:
                continue
            if len(following) == most:
                return None
            actions = self.engine.legal_actions(state)
            following[state] = tuple(self.engine.play(state, action) for action in actions)
            waiting.extend(following[state])
        start = self.engine.initial()
        winner = next(
            (p for p in self.engine.players if start in forced(self.engine, following, p)), None
        )
        ends = frozenset(map(self.engine.winners, filter(self.engine.is_over, following)))
        return Value(winner, len(following), ends)


def layers(engine: Engine[Any], state: Any) -> Iterator[int]:
    """Yield the number of sequences of each length until all have ended.

    A position that several sequences reach is expanded once, with the number of sequences.
    """
    reached: Counter[Any] = Counter({state: 1})
    while reached:
        legal = {each: engine.legal_actions(each) for each in reached}
        count = sum(ways * len(legal[each]) for each, ways in reached.items())
        if not count:
            return
        yield count
        following: Counter[Any] = Counter()
        for each, ways in reached.items():
            for action in legal[each]:
                following[engine.play(each, action)] += ways
        reached = following


def forced(engine: Engine[Any], following: dict[Any, tuple[Any, ...]], player: str) -> set[Any]:
    """Return the positions from which a player can force being the only winner."""
    turns = {state: engine.turn(state) for state in following}
    won = {
        state
        for state, turn in turns.items()
        if turn is None and engine.winners(state) == (player,)
    }
    changed = True
    while changed:
        changed = False
        for state, after in following.items():
            if state in won or turns[state] is None:
                continue
            among = (one in won for one in after)
            if any(among) if turns[state] == player else all(among):
                won.add(state)
                changed = True
    return won
