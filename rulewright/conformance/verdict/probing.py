"""Further games about questions that bugs leave open: many different ones on which readings part."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from random import Random

from attrs import frozen

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.conformance.verdict.doubts import ENOUGH, Weighed
from rulewright.conformance.verdict.parting import MOST_KNOWN, known_games, parting_on
from rulewright.interface import Action, Json

WANTED = ENOUGH + 4
"""Games about one pair of readings: the engine may not get to the end of each."""
COMPARED = 8
"""Times as many legal actions are compared, to part two readings, as are asked for in a random game."""
POSITION = 150
"""Legal actions that take as long to compare as the rest of a position."""
FURTHER = 3
"""Actions by which a variation may be longer than the game that it varies."""
Line = tuple[Json, tuple[Action, ...]]
Pair = tuple[Hypothesis, Hypothesis]


@frozen
class Probing:
    """Asks about pairs of readings in games of what the engine seems to play."""

    run: GameRun
    hypothesis: Hypothesis

    def ask(self, doubted: Iterable[tuple[str, Weighed]]) -> bool:
        """Play games about each question and another reading of it; returns whether there were any."""
        scripts: dict[tuple[str, tuple[Action, ...]], Script] = {}
        for question, weighed in doubted:
            self.run.note(f"more games about {question}={weighed.reading}")
            found = self.parting_games(question, weighed)
            for number, (params, moves) in enumerate(islice(found, WANTED), start=1):
                name = f"about {question}={weighed.reading} {number} {spelled(params)}"
                scripts.setdefault((spelled(params), moves), Script(name, params, moves))
        play_cases(self.run, "confirmation", tuple(scripts.values()))
        return bool(scripts)

    def parting_games(self, question: str, weighed: Weighed) -> Iterator[Line]:
        """Yield games at whose end two readings part, each in another position.

        Known games come first, then variations of them: up to some move as they are, then random.
        """
        pair = self.hypothesis, self.hypothesis.but(**{question: weighed.reading})
        themes = {(spelled(params), moves): params for params, moves in self.known(pair, weighed)}
        lines = [(params, moves) for (_, moves), params in themes.items()]
        met: set[str] = set()
        for params, moves in chain(lines, self.varied(pair, lines)):
            position = self.position(params, moves)
            if position not in met:
                met.add(position)
                yield params, moves

    def known(self, pair: Pair, weighed: Weighed) -> Iterator[Line]:
        """Yield games up to where two readings part: of what was played, of theorems, of vectors."""
        played = (each for each in (weighed.first, weighed.first_against) if each is not None)
        lines = chain(
            ((each.params, each.moves) for each in played),
            islice(known_games(self.run, pair), MOST_KNOWN),
        )
        for params, moves in lines:
            if spelled(params) in self.run.evidence.unsupported:
                continue
            mine, theirs = self.references(pair, params)
            line = None if mine is None or theirs is None else parting_on(mine, theirs, moves)
            if line is not None:
                yield params, line

    def varied(self, pair: Pair, themes: Sequence[Line]) -> Iterator[Line]:
        """Yield variations of games up to where readings part, until too much was compared."""
        random = Random(f"variations {self.run.setup.seed} {pair[1].rulings}")
        themes = themes or [(params, ()) for params in self.run.parameters()]
        room = COMPARED * self.run.setup.effort.entries
        while room > 0 and themes:
            for params, theme in themes:
                for vary in (self.with_another_end, self.with_another_move):
                    room -= POSITION
                    for moves in vary(params, theme, random):
                        room -= POSITION + len(self.legal(params, moves))
                        if self.part_after(pair, params, moves):
                            yield params, moves
                            break

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

    def part_after(self, pair: Pair, params: Json, moves: tuple[Action, ...]) -> bool:
        """Return whether two readings, which agree before the last move, part after it."""
        mine, theirs = self.references(pair, params)
        if mine is None or theirs is None:
            return False
        return not theirs.explains(Observation(params, moves, mine.seen(mine.state(moves))))

    def position(self, params: Json, moves: tuple[Action, ...]) -> str:
        """Return the position that moves lead to, in a fixed spelling."""
        mine = self.reference(params)
        return json.dumps([params, mine.engine.to_json(mine.state(moves))], sort_keys=True)

    def reference(self, params: Json) -> Reference:
        """Return the engine of what is supposed, under parameters that the game has."""
        found = self.run.rules.laboratory.reference(self.hypothesis, params)
        assert found is not None
        return found

    def references(self, pair: Pair, params: Json) -> tuple[Reference | None, Reference | None]:
        """Return the engines of two readings under some parameters."""
        laboratory = self.run.rules.laboratory
        return laboratory.reference(pair[0], params), laboratory.reference(pair[1], params)
