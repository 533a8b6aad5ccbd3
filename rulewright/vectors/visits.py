"""Compare a mutant with the rules in every position of a shrunken game."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.impl.drivers import explore
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.steps import steps
from rulewright.interface import Engine
from rulewright.play.lockstep import Lockstep
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.engine import Specification

MOST_POSITIONS = 400_000
"""Positions of a compiled game up to which it is visited."""
MOST_ACTIONS = 60_000
"""Actions of any other game up to which it is visited."""


class MutantDiffers(Exception):
    """A mutant disagrees with the rules somewhere."""


@frozen
class Visit:
    """How much of a game was compared."""

    positions: int
    actions: int


def visit_in_bulk(tested: CompiledEngine, judge: Specification[Any]) -> Visit | None:
    """Let a mutant judge every action of a compiled game; None if there are too many positions.

    Raises `MutantDiffers`.
    """
    found = explore(tested, limit=MOST_POSITIONS)
    if not found.complete:
        return None
    if judge.to_json(judge.initial()) != tested.to_json(tested.initial()):
        raise MutantDiffers
    positions, actions = 0, 0
    try:
        for count, recording in steps(found):
            judge.check(recording)
            positions += count
            actions += recording.plies
    except RecordingRefuted as error:
        raise MutantDiffers from error
    return Visit(positions, actions)


def visit_by_playing(reference: Engine[Any], judge: Specification[Any]) -> Visit | None:
    """Play every action of a game on a mutant as well; None if there are too many actions.

    Positions are the same if they are to the reference. Raises `MutantDiffers`, also where the mutant
    breaks.
    """
    try:
        layer = [Lockstep.begin(reference, judge)]
        known, actions = {game.states[0] for game in layer}, 0
        while layer:
            following = []
            for before, action in ((game, each) for game in layer for each in game.seen.legal):
                after, actions = before.play(action), actions + 1
                if actions > MOST_ACTIONS:
                    return None
                if after.states[0] not in known:
                    known.add(after.states[0])
                    following.append(after)
            layer = following
    except Exception as error:
        raise MutantDiffers from error
    return Visit(len(known), actions)
