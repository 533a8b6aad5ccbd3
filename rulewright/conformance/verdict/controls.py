"""Control games: what one reading does where two part, the one that is followed does there, too.

A bug that never takes as much looks like a reading by which less is taken, in as many games as these two
part in. Where both take it the bug still does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from attrs import define

from rulewright.conformance.evidence.hypothesis import Laboratory
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.verdict.results import SCORES
from rulewright.conformance.verdict.sides import amounts
from rulewright.conformance.verdict.variations import Line, Pair
from rulewright.interface import Action, RulewrightError

FURTHER = 3
"""Actions by which a control game is longer than the one in which two readings part."""
LOOKED_AT = 200
"""Actions, of those that are legal, that are tried as its last one."""
TIMES = 4
"""Times that one game is gone on with at random."""
TRIED = 40_000
"""Actions that are tried about one pair of readings."""
Parts = frozenset[str]
"""The parts of an answer that two readings have otherwise where they part."""
Change = dict[str, Counter[int]]
"""For each part, how much more and how much less there is."""


@define
class Controls:
    """Goes on from games on which two readings part, until the first does as much as the other did."""

    laboratory: Laboratory
    pair: Pair
    seed: int
    tried: int = 0

    def of(self, lines: Iterable[Line]) -> Iterator[tuple[Line, Parts]]:
        """Yield control games, at most one for each game, with the parts of an answer that matter."""
        random = Random(f"controls {self.seed} {self.pair[1].rulings}")
        for params, moves in lines:
            mine, theirs = (self.laboratory.reference(each, params) for each in self.pair)
            if mine is None or theirs is None or self.tried >= TRIED:
                continue
            line, wanted = self.taken(mine, theirs, moves)
            found = self.gone_on(mine, line, wanted, random) if wanted else None
            if found is not None:
                yield (params, found), frozenset(wanted)

    def taken(
        self, mine: Reference, theirs: Reference, moves: tuple[Action, ...]
    ) -> tuple[tuple[Action, ...], Change]:
        """Return a game that two readings part in, up to where another one does more, and what it does.

        They may part by what can be declined: then it is done by the next action.
        """
        wanted = parted(mine, theirs, moves)
        if wanted:
            return moves, wanted
        with suppress(RulewrightError):
            legal = mine.engine.legal_actions(mine.state(moves))
            for action in legal[:LOOKED_AT]:
                self.tried += 1
                wanted = parted(mine, theirs, (*moves, action))
                if wanted:
                    return (*moves, action), wanted
        return moves, {}

    def gone_on(
        self, mine: Reference, moves: tuple[Action, ...], wanted: Change, random: Random
    ) -> tuple[Action, ...] | None:
        """Return a game that goes on until an action does what is wanted; None if none is found."""
        for _ in range(TIMES):
            line = moves
            for _ in range(FURTHER):
                state = mine.state(line)
                legal = mine.engine.legal_actions(state)
                if not legal or self.tried >= TRIED:
                    break
                for action in random.sample(legal, min(LOOKED_AT, len(legal))):
                    self.tried += 1
                    if does(mine, state, action, wanted):
                        return (*line, action)
                line = (*line, random.choice(legal))
        return None


def parted(mine: Reference, theirs: Reference, moves: tuple[Action, ...]) -> Change:
    """Return what another reading does after some moves, and the first does not: more, or less."""
    try:
        states = mine.state(moves), theirs.state(moves)
    except RulewrightError:
        return {}
    found = change(*map(parts, (mine, theirs), states))
    return {part: each for part, each in found.items() if len(each) == 1}


def does(mine: Reference, state: Any, action: Action, wanted: Change) -> bool:
    """Return whether an action does at least what is wanted; scores are looked at first, for speed."""
    after = mine.engine.play(state, action)
    scores = amounts(mine.engine.scores(state), mine.engine.scores(after))
    if not is_as_much({SCORES: scores}, {SCORES: wanted.get(SCORES, Counter())}):
        return False
    return is_as_much(change(parts(mine, state), parts(mine, after)), wanted)


def is_as_much(done: Change, wanted: Change) -> bool:
    """Return whether each part changes by at least as much."""
    return all(
        done.get(part, Counter())[side] >= often
        for part, sides in wanted.items()
        for side, often in sides.items()
    )


def parts(reference: Reference, state: Any) -> dict[str, Any]:
    """Return the parts of a position, and the scores, which stand for one that is not reported."""
    position = reference.engine.to_json(state)
    scores = {SCORES: reference.engine.scores(state)}
    return {**{f"position.{name}": each for name, each in position.items()}, **scores}


def change(before: Mapping[str, Any], after: Mapping[str, Any]) -> Change:
    """Return by how much parts change, of those that do."""
    found = {part: amounts(before[part], after[part]) for part in before}
    return {part: each for part, each in found.items() if each}
