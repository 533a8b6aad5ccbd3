"""A difference between two engines, searched for with Hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample

from rulewright.interface import Action, Engine, RulewrightError
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.testing.choices import choice_lists, chosen


class NotDeterministic(RulewrightError):
    """An engine answered otherwise when it was asked again."""

    exit_status = 1

    def __init__(self, engine: Engine[Any]) -> None:
        """Name the engine."""
        super().__init__(f"{engine!r} does not give the same answers when a game is played again")


def lockstep_game(reference: Engine[Any], tested: Engine[Any], choices: Sequence[int]) -> Lockstep:
    """Play one action for each choice on both engines; raises `Disagreement`."""
    game = Lockstep.begin(reference, tested)
    for choice in choices:
        if not game.seen.legal:
            break
        game = game.play(chosen(choice, game.seen.legal))
    return game


def shortest_difference(
    reference: Engine[Any], tested: Engine[Any], max_plies: int = 100, examples: int = 500
) -> tuple[Action, ...] | None:
    """Search random games for one on which two engines differ, and return it shrunk.

    Gives up after `examples` games of at most `max_plies` actions and returns None. The same engines
    always yield the same game.

    >>> import rulewright
    >>> from rulewright.testing import shortest_difference
    >>> literal = rulewright.start("minoa", n=1, end="literal").engine
    >>> full = rulewright.start("minoa", n=1).engine
    >>> shortest_difference(full, literal)
    ('-1,0--1,1',)
    """

    def parts(choices: Sequence[int]) -> bool:
        try:
            lockstep_game(reference, tested, choices)
        except Disagreement:
            return True
        return False

    look = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=(
            Phase.generate,
            Phase.shrink,
        ),  # what Hypothesis explains is not shown, and takes longer
    )
    try:
        found = find(choice_lists(max_plies), parts, settings=look)
    except NoSuchExample:
        return None
    try:
        lockstep_game(reference, tested, found)
    except Disagreement as difference:
        return difference.moves
    raise NotDeterministic(tested)
