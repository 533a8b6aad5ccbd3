"""Further games about questions that bugs leave open: many different ones on which readings part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from random import Random

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.conformance.verdict.controls import Controls
from rulewright.conformance.verdict.doubts import ENOUGH, NOTED, Weighed
from rulewright.conformance.verdict.exchanged import Exchanged
from rulewright.conformance.verdict.parting import MOST_KNOWN, known_games, parting_on
from rulewright.conformance.verdict.results import SCORES
from rulewright.conformance.verdict.variations import Line, Pair, Variations
from rulewright.interface import Action, RulewrightError

WANTED = 2 * ENOUGH
"""Games about one pair of readings: the engine may not get to the end of each, nor be right in it."""
CONTROLS = 12
"""Control games about one pair of readings."""
ON = 2
"""Actions by which such a game goes on."""


def legal_after(reference: Reference, moves: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return what is legal after some moves; nothing if they cannot be played."""
    try:
        return tuple(reference.engine.legal_actions(reference.state(moves)))
    except RulewrightError:
        return ()


@frozen
class Probing:
    """Asks about pairs of readings in games of what the engine seems to play."""

    run: GameRun
    hypothesis: Hypothesis
    explains_all: bool = False
    """Whether nothing observed is unexplained. Otherwise games end where the readings part, but for
    those that are over by one of the two: what follows from a position that a bug has made wrong would
    count for a reading again and again."""

    def ask(
        self,
        doubted: Iterable[tuple[str, Weighed]],
        departures: Iterable[tuple[str, Weighed]] = (),
    ) -> bool:
        """Play games about each question and another reading of it; returns whether there were any.

        About departures that nobody doubts there are control games only.
        """
        scripts: dict[tuple[str, tuple[Action, ...]], Script] = {}
        for each in departures:
            scripts |= {(spelled(made.params), made.moves): made for made in self.controls(*each)}
        for question, weighed in doubted:
            self.run.note(f"more games about {question}={weighed.reading}")
            found = self.parting_games(question, weighed)
            for number, (params, moves) in enumerate(islice(found, WANTED), start=1):
                name = f"about {question}={weighed.reading} {number} {spelled(params)}"
                script = Script(name, params, moves)
                if self.explains_all or self.ends_apart(question, weighed.reading, script):
                    script = self.gone_on(question, weighed.reading, script)
                scripts.setdefault((spelled(params), moves), script)
        play_cases(self.run, "confirmation", tuple(scripts.values()))
        return bool(scripts)

    def parting_games(self, question: str, weighed: Weighed) -> Iterator[Line]:
        """Yield games at whose end two readings part, each in another position.

        Known games come first, as they are and with the players exchanged, then variations of them: up
        to some move as they are, then random.
        """
        pair = self.hypothesis, self.hypothesis.but(**{question: weighed.reading})
        themes = {(spelled(params), moves): params for params, moves in self.known(pair, weighed)}
        variations = Variations(self.run, pair)
        lines = [(params, moves) for (_, moves), params in themes.items()]
        exchanged = Exchanged(self.run.setup.game, self.hypothesis, self.run.parameters())
        lines += [*self.parted(pair, exchanged.of(tuple(lines)))]
        known: dict[str, Line] = {}
        for each in lines:
            known.setdefault(variations.position(*each), each)
        yield from known.values()
        yield from variations.of(lines)

    def controls(self, question: str, weighed: Weighed) -> Iterator[Script]:
        """Yield control games about a departure that shows in positions or scores, and note them."""
        own, other = self.hypothesis.readings[question], weighed.reading
        known = self.run.evidence.controls
        shown = any(part.startswith(NOTED) or part == SCORES for part, _ in weighed.events.times)
        if not shown or (question, own, other) in known:
            return
        pair = self.hypothesis, self.hypothesis.but(**{question: other})
        made = Controls(self.run.rules.laboratory, pair, self.run.setup.seed)
        noted = known[question, own, other] = {}
        lines = islice(self.parting_games(question, weighed), WANTED)
        for number, (line, parts) in enumerate(islice(made.of(lines), CONTROLS), start=1):
            params, moves = line
            noted[spelled(params), moves] = parts
            yield Script(f"control of {question}={other} {number} {spelled(params)}", params, moves)

    def ends_apart(self, question: str, reading: str, script: Script) -> bool:
        """Return whether a game is over by one of two readings, and goes on by the other."""
        laboratory, over = self.run.rules.laboratory, set[bool]()
        for each in (self.hypothesis, self.hypothesis.but(**{question: reading})):
            reference = laboratory.reference(each, script.params)
            if reference is not None:
                with suppress(RulewrightError):
                    over.add(reference.engine.is_over(reference.state(script.moves)))
        return len(over) > 1

    def gone_on(self, question: str, reading: str, script: Script) -> Script:
        """Return a game that goes on at random after two readings have parted, looked at from there.

        What is late by a turn is like another reading only at first.
        """
        laboratory, params = self.run.rules.laboratory, script.params
        random = Random(f"{self.run.setup.seed} {script.name}")
        moves = script.moves
        for _ in range(ON):
            for each in (self.hypothesis, self.hypothesis.but(**{question: reading})):
                reference = laboratory.reference(each, params)
                legal = () if reference is None else legal_after(reference, moves)
                if legal:
                    moves = (*moves, random.choice(legal))
                    break
        looks = frozenset(range(len(script.moves), len(moves) + 1))
        return evolve(script, moves=moves, everywhere=True, looks=looks)

    def known(self, pair: Pair, weighed: Weighed) -> Iterator[Line]:
        """Yield games up to where two readings part: of what was played, of theorems, of vectors."""
        played = (each for each in (weighed.first, weighed.first_against) if each is not None)
        lines = chain(
            ((each.params, each.moves) for each in played),
            islice(known_games(self.run, pair), MOST_KNOWN),
        )
        yield from self.parted(pair, lines)

    def parted(self, pair: Pair, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield games up to where two readings part, of those that the engine supports."""
        for params, moves in lines:
            if spelled(params) in self.run.evidence.unsupported:
                continue
            mine, theirs = (self.run.rules.laboratory.reference(each, params) for each in pair)
            line = None if mine is None or theirs is None else parting_on(mine, theirs, moves)
            if line is not None:
                yield params, line
