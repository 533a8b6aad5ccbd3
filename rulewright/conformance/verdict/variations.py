"""Variations of games, and those of them on which two readings part."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random

from attrs import frozen

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.late_games import DEALS, shuffled
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json

COMPARED = 8
"""Times as many legal actions are compared, to part two readings, as are asked for in a random game."""
FOUND = 1
"""The same, that may be compared more for each new position in which they part."""
POSITION = 150
"""Legal actions that take as long to compare as the rest of a position."""
FURTHER = 3
"""Actions by which a variation may be longer than the game that it varies."""
Line = tuple[Json, tuple[Action, ...]]
Pair = tuple[Hypothesis, Hypothesis]
"""What the engine seems to play, and the same with another reading."""


@frozen
class Variations:
    """Varies games, until two readings part."""

    run: GameRun
    pair: Pair

    def of(self, themes: Sequence[Line]) -> Iterator[Line]:
        """Yield variations of games up to where readings part, each in another position.

        They end when too much was compared without a new one.
        """
        random = Random(f"variations {self.run.setup.seed} {self.pair[1].rulings}")
        themes = themes or [(params, ()) for params in self.run.parameters()]
        ways = [
            (vary, params, theme)
            for params, theme in themes
            for vary in (self.with_another_end, self.with_another_move)
        ]
        ways += [(self.from_the_start, *each) for each in self.dealt(themes, random)]
        entries, met = self.run.setup.effort.entries, {self.position(*each) for each in themes}
        room = COMPARED * entries
        while room > 0 and ways:
            for vary, params, theme in ways:
                moves, compared = self.parted(params, vary(params, theme, random))
                room -= POSITION + compared
                if moves and (position := self.position(params, moves)) not in met:
                    met.add(position)
                    room += FOUND * entries
                    yield params, moves

    def parted(
        self, params: Json, lines: Iterator[tuple[Action, ...]]
    ) -> tuple[tuple[Action, ...], int]:
        """Return the first game after which readings part, () if none does, and what was compared."""
        compared = 0
        for moves in lines:
            compared += POSITION + len(self.legal(params, moves))
            if self.part_after(params, moves):
                return moves, compared
        return (), compared

    def position(self, params: Json, moves: tuple[Action, ...]) -> str:
        """Return the position that moves lead to, in a fixed spelling."""
        mine = self.reference(params)
        return json.dumps([params, mine.engine.to_json(mine.state(moves))], sort_keys=True)

    def dealt(self, themes: Sequence[Line], random: Random) -> Iterator[Line]:
        """Yield the longest game of each set of parameters that has lists, with these shuffled."""
        longest: dict[str, Line] = {}
        for params, theme in sorted(themes, key=lambda each: len(each[1])):
            longest[spelled(params)] = params, theme
        for params, theme in longest.values():
            for _ in range(DEALS):
                other = {name: shuffled(value, random) for name, value in params.items()}
                if other != params and self.run.rules.has(other):
                    yield other, theme

    def from_the_start(
        self, params: Json, theme: tuple[Action, ...], random: Random
    ) -> Iterator[tuple[Action, ...]]:
        """Yield a random game, action by action, about as long as another one."""
        moves: tuple[Action, ...] = ()
        while len(moves) < len(theme) + FURTHER and (legal := self.legal(params, moves)):
            moves = (*moves, random.choice(legal))
            yield moves

    def with_another_end(
        self, params: Json, theme: tuple[Action, ...], random: Random
    ) -> Iterator[tuple[Action, ...]]:
        """Yield what a game becomes, action by action, if it goes on at random from somewhere."""
        back = 1 + int(len(theme) * random.random() ** 2)
        moves = theme[: max(len(theme) - back, 0)]
        for _ in range(len(theme) - len(moves) + FURTHER):
            legal = self.legal(params, moves)
            if not legal:
                return
            moves = (*moves, random.choice(legal))
            yield moves

    def with_another_move(
        self, params: Json, theme: tuple[Action, ...], random: Random
    ) -> Iterator[tuple[Action, ...]]:
        """Yield the same if one action is another, or left out, and the rest stays as far as it can.

        What is rare, such as a player who is stuck, often stays so.
        """
        at = random.randrange(max(len(theme), 1))
        moves = theme[:at]
        for action in (random.choice((*self.legal(params, moves), "")), *theme[at + 1 :]):
            if action in self.legal(params, moves):
                moves = (*moves, action)
                yield moves

    def legal(self, params: Json, moves: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return what is legal after some moves, by what the engine seems to play."""
        mine = self.reference(params)
        return tuple(mine.engine.legal_actions(mine.state(moves)))

    def part_after(self, params: Json, moves: tuple[Action, ...]) -> bool:
        """Return whether two readings, which agree before the last move, part after it."""
        mine, theirs = self.references(params)
        if mine is None or theirs is None:
            return False
        return not theirs.explains(Observation(params, moves, mine.seen(mine.state(moves))))

    def reference(self, params: Json) -> Reference:
        """Return the engine of what is supposed, under parameters that the game has."""
        found = self.references(params)[0]
        assert found is not None
        return found

    def references(self, params: Json) -> tuple[Reference | None, Reference | None]:
        """Return the engines of two readings under some parameters."""
        mine, theirs = self.pair
        laboratory = self.run.rules.laboratory
        return laboratory.reference(mine, params), laboratory.reference(theirs, params)
